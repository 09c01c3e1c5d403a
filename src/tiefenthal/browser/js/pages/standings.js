// How a game ended: who stands where, what the points came from, and what made the difference.
import { t } from "../core/i18n.js";
import { capital, listed, seatName } from "../core/words.js";

/** Sources of points with their icons, in the order in which they are shown. @type {[string, string][]} */
export const SOURCES = [
  ["nobles", "crown"],
  ["guests", "guest"],
  ["reputation", "reputation"],
  ["schnapps", "schnapps"],
  ["others", "deck"],
];
/** From which module on there are such points. @type {{[source: string]: number}} */
const FROM = { schnapps: 2, reputation: 3 };

/**
 * The sources that this game knows; other cards only where somebody has points for them.
 * @param {SeatOn[]} seats
 * @param {number} modules
 */
export function sources(seats, modules) {
  return SOURCES.filter(([name]) =>
    name === "others" ? seats.some((one) => one.sources.others > 0) : modules >= (FROM[name] ?? 1),
  );
}

/** Seats from the winner on. @param {Ending} ended */
export function ranked(ended) {
  return ended.scores
    .map((points, i) => ({ seat: i + 1, points, stored: ended.stored[i], won: ended.winners.includes(i + 1) }))
    .sort((a, b) => b.points - a.points || b.stored - a.stored || a.seat - b.seat);
}

/** Who won, by how much, and what made the difference. `me`: the seat that is spoken to; null speaks to everyone.
 * @param {Ending} ended @param {SeatOn[]} seats @param {number | null} me */
export function verdict(ended, seats, me) {
  const [first, second] = ranked(ended);
  const shared = ended.winners.length > 1;
  const mineWon = me !== null && ended.winners.includes(me);
  const title = shared
    ? mineWon
      ? t("pages.end.shared-you")
      : me === null
        ? t("result.shared", { names: listed(ended.winners.map(seatName)) })
        : t("pages.end.shared")
    : mineWon
      ? t("pages.end.you-win")
      : t("pages.end.wins", { who: seatName(first.seat) });
  const margin = first.points - second.points;
  const how = shared
    ? t("pages.end.level", { points: t("n.points", { n: first.points }), kept: first.stored })
    : margin > 0
      ? t("pages.end.margin", { n: margin, who: second.seat === me ? t("seat.you") : seatName(second.seat) })
      : t("pages.end.tie-broken", {
          who: seatName(first.seat),
          points: t("n.points", { n: first.points }),
          more: first.stored,
          less: second.stored,
        });
  let why = "";
  if (!shared && seats.length > 0) {
    const [what, gap] = SOURCES.map(
      ([name]) =>
        /** @type {[string, number]} */ ([
          name,
          seats[first.seat - 1].sources[name] - seats[second.seat - 1].sources[name],
        ]),
    ).sort((a, b) => b[1] - a[1])[0];
    const to = {
      points: t("n.points", { n: seats[first.seat - 1].sources[what] }),
      other: seats[second.seat - 1].sources[what],
    };
    if (gap > 0) why = capital(t(`pages.end.difference.${what}`, to));
  }
  return { title, how, why };
}
