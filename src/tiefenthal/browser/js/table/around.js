// What lies around my tavern: the other inns as strips, which open on demand.
import { html } from "../../vendor/preact.js";
import { levelName } from "../core/bots.js";
import { seat as mine, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { telling } from "../core/news.js";
import { hasChosenAhead, others, placeOf, size, waitsFor } from "../core/turn.js";
import {
  areaName,
  areaText,
  awaitedWords,
  cardAbout,
  cardName,
  cardNames,
  gainWords,
  listed,
  seatName,
  spaceName,
} from "../core/words.js";
import { Told } from "../ui/explain.js";
import { Die, Face, Icon, Key, Mark, Sign } from "../ui/pieces.js";
import { SeatSign, away } from "../ui/seat-sign.js";
import { Scene } from "../ui/signs.js";
import { Bubble } from "./follow.js";
import { JUMPS } from "./keys.js";
import { show } from "./state.js";

/**
 * The state of a table: guests who were not served by now are not served any more.
 * @param {Board} board
 * @param {number} seat
 * @param {TableOn} place
 */
export function tableState(board, seat, place) {
  const late = place.state === "open" && board.phase === "serving" && placeOf(board, seat) < placeOf(board, board.turn);
  return t(`table.state.${late ? "unserved" : place.state}`);
}

/** What somebody is doing now. @param {Board} board @param {number} seat */
export function doingNow(board, seat) {
  const asked = (update.value?.decisions ?? []).find((one) => one.seat === seat);
  const info = table.value?.seats[seat - 1];
  if (info?.kind === "person" && info.bot !== null) return t("seats.now", { level: levelName(info.bot) });
  if (away(seat)) return t("table.strip.away");
  if (asked !== undefined) return awaitedWords(asked);
  if (board.phase === "serving") {
    const ahead = placeOf(board, seat) - placeOf(board, board.turn);
    return ahead < 0 ? t("table.strip.served") : ahead === 1 ? t("table.strip.next") : t("table.strip.later");
  }
  if (board.phase === "planning") return t("table.strip.ready");
  if (hasChosenAhead(seat)) return t("phases.has-chosen");
  return t("table.strip.waits");
}

/** A tavern in words, complete. `drawn`: without what has its own explanation beside it.
 * @param {{board: Board, figures: Figures, seat: number, drawn?: boolean}} props */
export function TavernText({ board, figures, seat, drawn = false }) {
  const one = board.seats[seat - 1];
  const built = one.areas.filter((area) => area.upgraded).map((area) => areaName(area.area));
  const staff = Object.entries(one.staff)
    .filter(([, n]) => n > 0)
    .map(([card, n]) => cardNames(card, n));
  const free = one.dice.filter((die) => die.at === "tray").map((die) => String(die.face));
  return html`<ul class="unseen">
    ${
      drawn
        ? null
        : html`<li>
          ${t("table.text.stores", { gain: gainWords({ thalers: one.thalers, beer: one.beer, schnapps: one.schnapps }), points: t("n.points", { n: one.points }) })}
        </li>`
    }
    ${(drawn ? [] : one.tables).map(
      (place, i) =>
        html`<li key=${place.space}>${
          place.card === null
            ? t("table.text.free", { n: i + 1 })
            : t("table.text.table", {
                n: i + 1,
                guest: cardName(place.card),
                state: tableState(board, seat, place),
                dice:
                  one.dice
                    .filter((die) => die.at === place.space)
                    .map((die) => die.face)
                    .join(", ") || "–",
              })
        }</li>`,
    )}
    ${one.spaces.map((space) => {
      const dice = one.dice.filter((die) => die.at === space.space);
      return dice.length === 0
        ? null
        : html`<li key=${space.space}>
          ${t("table.text.space", { space: areaName(space.space), dice: dice.map((die) => die.face).join(", ") })}
        </li>`;
    })}
    ${drawn ? null : html`<li>${free.length === 0 ? t("table.text.no-dice") : t("table.text.dice", { dice: free.join(", ") })}</li>`}
    <li>${staff.length === 0 ? t("table.text.no-staff") : t("table.text.staff", { staff: listed(staff) })}</li>
    ${drawn ? null : html`<li>${built.length === 0 ? t("table.text.not-built") : t("table.text.built", { areas: listed(built) })}</li>`}
    <li>
      ${t("table.text.cards", { deck: size(one.deck), discard: size(one.discard), counter: one.counter_guests, monastery: one.monastery })}
    </li>
    ${figures.modules >= 3 ? html`<li>${t("table.text.reputation", { n: one.reputation })}</li>` : null}
  </ul>`;
}

/** @typedef {{icon: string, what: string, n: number}} Store */

/** What an inn has, as shown in a row. @param {SeatOn} one @param {Figures} figures @returns {Store[]} */
export const purse = (one, figures) => [
  { icon: "thaler", what: "thalers", n: one.thalers },
  { icon: "beer", what: "beer", n: one.beer },
  figures.modules >= 2
    ? { icon: "schnapps", what: "schnapps", n: one.schnapps }
    : { icon: "counter", what: "counter", n: one.counter_guests },
  { icon: "points", what: "points", n: one.points },
];

/**
 * A number of somebody else's: what it is, how much of it is kept, or where it comes from.
 * @param {number} seat
 * @param {SeatOn} one
 * @param {Store} store
 */
export function storeAbout(seat, one, { what, n }) {
  const keeps = { thalers: one.keeps_thalers, beer: one.keeps_beer, schnapps: one.keeps_schnapps }[what] ?? 0;
  const from = Object.entries(one.sources)
    .filter(([, points]) => points > 0)
    .map(([source, points]) => t(`table.source.${source}`, { n: points }));
  return {
    title: t("about.theirs", {
      name: seatName(seat),
      what: what === "counter" ? t("table.counter", { n }) : t(`n.${what}`, { n }),
    }),
    text:
      what === "points"
        ? from.length > 0
          ? from.join(" · ")
          : t("about.points.none")
        : t(`table.store.${what}.about`, { n: keeps }),
  };
}

/** A table of somebody else's. @param {Board} board @param {number} seat @param {TableOn} place */
export function placeAbout(board, seat, place) {
  const state = tableState(board, seat, place);
  if (place.card === null)
    return {
      title: t("about.theirs", {
        name: seatName(seat),
        what: t(place.state === "gone" ? "table.place.gone" : "table.place.free", { space: spaceName(place.space) }),
      }),
      text: t(`about.table.${place.state === "gone" ? "gone" : "free"}`),
    };
  const guest = place.nobles > 1 ? cardNames(place.card, place.nobles) : cardName(place.card);
  return {
    ...cardAbout(place.card),
    title: t("about.theirs", {
      name: seatName(seat),
      what: t("table.place", { space: spaceName(place.space), guest }),
    }),
    note: state,
  };
}

/** A die of somebody else's. @param {number} seat @param {DieOn} die */
export const theirDie = (seat, die) => ({
  title: t("about.theirs", {
    name: seatName(seat),
    what: t(die.at === "tray" ? "table.die.free" : "table.die.on", {
      face: die.face,
      space: die.at === "tray" ? "" : spaceName(die.at),
    }),
  }),
  text: t(die.own ? "about.die.colour" : "about.die.white"),
});

/**
 * One inn. `tight` where three must share the column.
 * @param {{board: Board, figures: Figures, seat: number, tight?: boolean}} props
 */
export function Strip({ board, figures, seat, tight = false }) {
  const one = board.seats[seat - 1];
  const built = one.areas.filter((area) => area.upgraded);
  const dice = one.dice.filter((die) => die.at !== "used");
  return html`<section
    class=${`tv-strip mark-${seat}${tight ? " tight" : ""}${waitsFor(seat) ? " acting" : ""}${telling.value.some((item) => item.seat === seat) ? " told" : ""}${figures.winter ? " winter" : ""}`}
    aria-labelledby=${`strip-${seat}`} data-thing=${`seat-${seat}`}
    onClick=${(/** @type {any} */ event) => event.target.closest("button") === null && show({ kind: "inn", seat })}>
    <h2 id=${`strip-${seat}`} class=${`tv-strip-head${seatName(seat).length > 10 ? " long" : ""}`}>
      <${Mark} seat=${seat} />
      <button type="button" data-open=${`inn-${seat}`} aria-haspopup="dialog"
        aria-label=${t("table.strip.open", { name: seatName(seat) })} onClick=${() => show({ kind: "inn", seat })}>
        <span>${seatName(seat)}</span>
      </button>
      ${
        board.start_player === seat
          ? html`<${Told} class="tv-strip-sign" about=${() => ({ title: t("table.start-player"), text: t("about.start") })}>
            <${Icon} name="start" />
          <//>`
          : null
      }
      <${SeatSign} seat=${seat} />
    </h2>
    <p class="tv-strip-now">${doingNow(board, seat)}</p>
    <div class="tv-strip-tables">
      ${one.tables.map(
        (place) => html`<${Told} key=${place.space} about=${() => placeAbout(board, seat, place)}
        class=${`tv-mini ${place.state}${place.nobles > 0 ? " noble" : ""}`}>
        ${place.card !== null ? html`<${Face} card=${place.card} />` : null}
        ${place.state === "paid" ? html`<span class="tick"><${Sign} name="check" /></span>` : null}
        ${place.nobles > 1 ? html`<b>×${place.nobles}</b>` : null}
      <//>`,
      )}
      ${one.tables.length === 0 ? html`<i>${t("table.strip.empty")}</i>` : null}
    </div>
    <div class="tv-strip-dice">
      ${
        dice.length > 0
          ? dice.map(
              (
                die,
                i,
              ) => html`<${Told} key=${i} about=${() => theirDie(seat, die)} class=${die.at === "tray" ? "" : "stands"}>
        <${Die} face=${die.face} seat=${die.own ? seat : null} />
      <//>`,
            )
          : html`<i>${one.dice.length > 0 || board.letter > "E" ? t("table.strip.all-used") : t("table.strip.no-dice")}</i>`
      }
    </div>
    <div class="tv-strip-built">
      ${built.map(
        (area) => html`<${Told} key=${area.area}
        about=${() => ({ title: t("about.upgraded", { area: areaName(area.area) }), text: areaText(area.area, true) })}>
        <${Scene} area=${area.area} />
      <//>`,
      )}
      ${built.length === 0 ? html`<i>${t("table.strip.built-none")}</i>` : null}
    </div>
    <div class="tv-strip-stores">
      ${purse(one, figures).map((what) => html`<${Told} key=${what.icon} about=${() => storeAbout(seat, one, what)}><${Icon} name=${what.icon} />${what.n}<//>`)}
    </div>
    <${TavernText} board=${board} figures=${figures} seat=${seat} drawn=${true} />
    <${Bubble} of=${seat} />
  </section>`;
}

/** All others. @param {{board: Board, figures: Figures, children?: unknown}} props */
export function Strips({ board, figures, children = null }) {
  const all = others(mine.value ?? 1);
  return html`<aside class=${`tv-strips n${all.length}`} aria-label=${t("table.others")} data-group="others">
    <${Key} name=${JUMPS.others.toUpperCase()} />
    ${all.map((seat) => html`<${Strip} key=${seat} board=${board} figures=${figures} seat=${seat} tight=${all.length > 2} />`)}
    ${children}
  </aside>`;
}
