// The explanations of the spaces on the tracks: the round track, the path to the monastery, the reputation ring, the
// guest book. The figures come from the server; the words are here.
import { t } from "./i18n.js";
import { bonusName, listed, seatLabel } from "./words.js";
import { seat } from "./game.js";

/** @typedef {import("../ui/explain.js").Words & {title: string, text: string}} About */

/** Sentences, one after the other. @param {(string | false | undefined)[]} parts */
const joined = (...parts) => parts.filter((one) => one).join(" ");

/** Who stands there, as a sentence. @param {number[]} seats */
const standing = (seats) => (seats.length === 0 ? "" : t("about.stands", { names: listed(seats.map(seatLabel)) }));

/**
 * One evening of the round track, counted from 0.
 * @param {Board} board
 * @param {Figures} figures
 * @param {number} i
 * @returns {About}
 */
export function eveningAbout(board, figures, i) {
  const number = i + 1;
  const gives = (figures.evenings[i] ?? []).map(bonusName);
  const drinks = i > 0 ? (figures.schnapps[i] ?? 0) : 0;
  const when =
    number === board.round
      ? t("about.evening.now")
      : number < board.round
        ? t("about.evening.past")
        : t("about.evening.ahead", { n: number - board.round });
  return {
    title: t("table.evening", { round: number, rounds: figures.rounds }),
    text: joined(
      gives.length === 0
        ? t("about.evening.nothing")
        : gives.length === 1
          ? t("about.evening.gives", { bonus: gives[0] })
          : t("about.evening.choice", { bonus: listed(gives, "disjunction") }),
      drinks > 0 && t("about.evening.schnapps", { drinks: t("n.schnapps", { n: drinks }) }),
    ),
    note: when,
    rule: "A-1",
    house: figures.house.includes(`round_track.${figures.winter ? "winter" : "summer"}.${number}`),
  };
}

/** A schnapps symbol on the way into an evening. @param {Figures} figures @param {number} i @returns {About} */
export const schnappsAbout = (figures, i) => ({
  title: t("n.schnapps", { n: figures.schnapps[i] ?? 0 }),
  text: t("about.schnapps", { evening: i + 1 }),
  rule: "M2-1",
});

/**
 * A space of the path to the monastery.
 * @param {Board} board
 * @param {Figures} figures
 * @param {number} i
 * @returns {About}
 */
export function stepAbout(board, figures, i) {
  const all = figures.monastery.length;
  const bonus = figures.monastery[i] ?? null;
  const seats = board.seats.flatMap((one, k) => (one.monastery === i ? [k + 1] : []));
  const mine = seat.value === null ? null : (board.seats[seat.value - 1]?.monastery ?? null);
  const ahead = mine === null ? 0 : (i - mine + all) % all;
  return {
    title: i === 0 ? t("about.path.start") : t("about.path", { n: i }),
    text: joined(
      i === 0
        ? t("about.path.begin")
        : bonus === null
          ? t("about.path.nothing")
          : t("about.path.gives", { bonus: bonusName(bonus) }),
      i === all - 1 && t("about.path.last"),
    ),
    note: joined(standing(seats), mine !== null && ahead > 0 && t("about.path.ahead", { n: ahead })),
    rule: "R-1",
    house: figures.house.includes(`monastery.${i}`),
  };
}

/**
 * A space of the ring of reputation, counted from 1.
 * @param {Board} board
 * @param {Figures} figures
 * @param {number} i
 * @returns {About}
 */
export function ringAbout(board, figures, i) {
  const bonus = figures.ring[i] ?? null;
  const seats = board.seats.flatMap((one, k) => (one.reputation === i ? [k + 1] : []));
  const points = bonus?.what === "points";
  return {
    title: t("about.ring", { n: i, all: figures.ring.length - 1 }),
    text: points
      ? t("about.ring.points", { n: bonus.count })
      : joined(
          t("about.ring.gives", { bonus: bonusName(bonus) }),
          bonus?.what === "crown" ? t("about.ring.crown") : t("about.ring.passed"),
        ),
    note: standing(seats),
    rule: points ? "M3-9" : "M3-3",
    house: figures.house.includes(`reputation.${i}`),
  };
}

/**
 * A place in a guest book: its row and column counted from 0.
 * @param {SeatOn} one
 * @param {Figures} figures
 * @param {(Bonus | null)[][]} rows
 * @param {number} r
 * @param {number} c
 * @returns {About}
 */
export const cellAbout = (one, figures, rows, r, c) => ({
  title: t("about.book.cell", { row: r + 1, column: (figures.book_columns[c] ?? "").replace("/", "–") }),
  text: rows[r][c] === null ? t("about.book.nothing") : t("about.book.gives", { bonus: bonusName(rows[r][c]) }),
  note: (one.book[c] ?? 0) > r ? t("about.book.signed") : undefined,
  rule: "M5-3",
  house: figures.house.includes(`guest_book.${r + 1}.${c + 1}`),
});

/** The end of a row of a guest book. @param {SeatOn} one @param {number} columns @param {number} r @returns {About} */
export function rowAbout(one, columns, r) {
  const missing = columns - one.book.filter((n) => n > r).length;
  return { title: t("about.book.row", { row: r + 1, n: missing }), text: t("about.book.row.text"), rule: "M5-6" };
}

/** Somebody's marker on a track. @param {number} who @param {About} at @returns {About} */
export const markerAbout = (who, at) => ({
  ...at,
  title: t("about.marker", { name: seatLabel(who), space: at.title }),
});
