// The other inns, small: who they are, what they have, who sits there, what they have built. A press opens the whole inn.
import { html } from "../../vendor/preact.js";
import { seat as mine, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { areaName, awaitedWords, cardName, cardNames, listed, seatName } from "../core/words.js";
import { Die, Icon, Mark, Sign } from "../ui/pieces.js";
import { AreaArt, Face } from "./signs.js";
import { show } from "./state.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Figures} Figures */

/** Whether somebody else's screen is gone; who plays at this screen is here. @param {number} seat */
function away(seat) {
  const info = table.value?.seats[seat - 1];
  return table.value?.state === "playing" && info?.kind === "person" && !info.here && !table.value.you.seats.includes(seat);
}

/** What somebody is doing now. @param {Board} board @param {number} seat */
export function doingNow(board, seat) {
  const asked = (update.value?.decisions ?? []).find((one) => one.seat === seat);
  if (away(seat)) return t("table.strip.away");
  if (asked !== undefined) return awaitedWords(asked);
  const n = board.seats.length;
  if (board.phase === "serving") {
    const order = (/** @type {number} */ one) => (one - board.start_player + n) % n;
    if (order(seat) < order(board.turn)) return t("table.strip.served");
    if (order(seat) === order(board.turn) + 1) return t("table.strip.next");
    return t("table.strip.later");
  }
  if (board.phase === "planning") return t("table.strip.ready");
  return t("table.strip.waits");
}

/** A tavern in words: nothing that is drawn is missing. @param {{board: Board, figures: Figures, seat: number}} props */
export function TavernText({ board, figures, seat }) {
  const one = board.seats[seat - 1];
  const built = one.areas.filter((area) => area.upgraded).map((area) => areaName(area.area));
  const staff = Object.entries(one.staff).filter(([, n]) => n > 0).map(([card, n]) => cardNames(card, n));
  const free = one.dice.filter((die) => die.at === "tray").map((die) => String(die.face));
  const cards = one.deck.top.length + Object.values(one.deck.rest).reduce((sum, n) => sum + n, 0);
  return html`<ul class="unseen">
    <li>${t("table.text.stores", { thalers: one.thalers, beer: one.beer, schnapps: one.schnapps, points: one.points })}</li>
    ${one.tables.map((place) => html`<li key=${place.space}>${place.card === null ? t("table.text.free", { n: Number(place.space.slice(1)) }) : t("table.text.table", { n: Number(place.space.slice(1)), guest: cardName(place.card), state: t(`table.state.${place.state}`), dice: one.dice.filter((die) => die.at === place.space).map((die) => die.face).join(", ") || "–" })}</li>`)}
    ${one.spaces.map((space) => { const dice = one.dice.filter((die) => die.at === space.space); return dice.length === 0 ? null : html`<li key=${space.space}>${t("table.text.space", { space: areaName(space.space), dice: dice.map((die) => die.face).join(", ") })}</li>`; })}
    <li>${free.length === 0 ? t("table.text.no-dice") : t("table.text.dice", { dice: free.join(", ") })}</li>
    <li>${staff.length === 0 ? t("table.text.no-staff") : t("table.text.staff", { staff: listed(staff) })}</li>
    <li>${built.length === 0 ? t("table.text.not-built") : t("table.text.built", { areas: listed(built) })}</li>
    <li>${t("table.text.cards", { deck: cards, discard: Object.values(one.discard).reduce((sum, n) => sum + n, 0), counter: one.counter_guests, monastery: one.monastery })}</li>
    ${figures.modules >= 3 ? html`<li>${t("table.text.reputation", { n: one.reputation })}</li>` : null}
  </ul>`;
}

/** One inn. `tight` where three must share the column. @param {{board: Board, figures: Figures, seat: number, tight?: boolean}} props */
export function Strip({ board, figures, seat, tight = false }) {
  const one = board.seats[seat - 1];
  const built = one.areas.filter((area) => area.upgraded);
  const info = table.value?.seats[seat - 1];
  const turn = (update.value?.decisions ?? []).some((other) => other.seat === seat);
  const dice = one.dice.filter((die) => die.at !== "used");
  return html`<section class=${`tv-strip mark-${seat}${tight ? " tight" : ""}${turn ? " acting" : ""}${figures.winter ? " winter" : ""}`} aria-labelledby=${`strip-${seat}`} data-thing=${`seat-${seat}`}>
    <h2 id=${`strip-${seat}`} class=${`tv-strip-head${seatName(seat).length > 10 ? " long" : ""}`}><${Mark} seat=${seat} /><button type="button" data-open=${`inn-${seat}`} aria-haspopup="dialog" aria-label=${t("table.strip.open", { name: seatName(seat) })} onClick=${() => show({ kind: "inn", seat })}><span>${seatName(seat)}</span></button>
      ${board.start_player === seat ? html`<${Icon} name="start" label=${t("table.start-player")} />` : null}
      ${info?.kind === "bot" ? html`<${Sign} name="bot" label=${t("table.bot")} />` : away(seat) ? html`<${Sign} name="offline" label=${t("table.strip.away")} />` : null}</h2>
    <p class="tv-strip-now">${doingNow(board, seat)}</p>
    <div class="tv-strip-tables" aria-hidden="true">
      ${one.tables.map((place) => html`<span key=${place.space} class=${`tv-mini ${place.state}${place.nobles > 0 ? " noble" : ""}`}>${place.card !== null ? html`<${Face} card=${place.card} />` : null}${place.state === "paid" ? html`<span class="tick"><${Sign} name="check" /></span>` : null}${place.nobles > 1 ? html`<b>×${place.nobles}</b>` : null}</span>`)}
      ${one.tables.length === 0 ? html`<i>${t("table.strip.empty")}</i>` : null}
    </div>
    <div class="tv-strip-dice" aria-hidden="true">
      ${dice.length > 0 ? dice.map((die, i) => html`<span key=${i} class=${die.at === "tray" ? "" : "on"}><${Die} face=${die.face} seat=${die.own ? seat : null} /></span>`) : html`<i>${one.dice.length > 0 || board.letter > "E" ? t("table.strip.all-used") : t("table.strip.no-dice")}</i>`}
    </div>
    <div class="tv-strip-built" aria-hidden="true">
      ${built.map((area) => html`<span key=${area.area}><${AreaArt} area=${area.area} /></span>`)}
      ${built.length === 0 ? html`<i>${t("table.strip.built-none")}</i>` : null}
    </div>
    <div class="tv-strip-stores" aria-hidden="true">
      <span><${Icon} name="thaler" />${one.thalers}</span><span><${Icon} name="beer" />${one.beer}</span>
      ${figures.modules >= 2 ? html`<span><${Icon} name="schnapps" />${one.schnapps}</span>` : html`<span><${Icon} name="counter" />${one.counter_guests}</span>`}
      <span><${Icon} name="points" />${one.points}</span>
    </div>
    <${TavernText} board=${board} figures=${figures} seat=${seat} />
  </section>`;
}

/** The seats of the others, in turn order after me. @param {number} n @param {number | null} me */
export function othersOf(n, me) {
  const from = me ?? 1;
  return Array.from({ length: n - 1 }, (_, i) => ((from + i) % n) + 1);
}

/** All others. @param {{board: Board, figures: Figures, children?: unknown}} props */
export function Strips({ board, figures, children = null }) {
  const others = othersOf(board.seats.length, mine.value);
  return html`<aside class=${`tv-strips n${others.length}`} aria-label=${t("table.others")}>
    ${others.map((seat) => html`<${Strip} key=${seat} board=${board} figures=${figures} seat=${seat} tight=${others.length > 2} />`)}
    ${children}
  </aside>`;
}
