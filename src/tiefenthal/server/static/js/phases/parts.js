// What the views of the phases are made of: guests in their alcoves, staff, piles, the other taverns. They show; they decide nothing.
import { html } from "../../vendor/preact.js";
import { board, figures, seat, story, table, update } from "../core/game.js";
import { areaName, cardName, cardNames, cardText, gainWords, listed, seatName, tell as t } from "../core/words.js";
import { Explain } from "../ui/explain.js";
import { Coin, Die, Drawing, Icon, Mark, Sign, portraits } from "../ui/pieces.js";

/** @typedef {import("../types.js").SeatOn} SeatOn */
/** @typedef {import("../types.js").TableOn} TableOn */
/** @typedef {import("../types.js").Event} Event */

// --- whose inn is shown

/** The seat whose inn is in the middle: mine; for watchers always the first, so that the picture keeps still. @returns {number} */
export const shownSeat = () => seat.value ?? 1;

/** @param {number} number */
export function seatOf(number) {
  return board.value?.seats[number - 1] ?? null;
}

/** The other seats, in turn order from the one shown. @param {number} from */
export function others(from) {
  const count = board.value?.seats.length ?? 0;
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) => ((from + i) % count) + 1);
}

/** Whether the game waits for this seat. @param {number} number */
export const asks = (number) => update.value?.decisions.some((one) => one.seat === number) ?? false;

/** What has happened since this evening began, as far as this page has seen it. @returns {Event[]} */
export function tonight() {
  const events = story.value;
  for (let i = events.length - 1; i >= 0; i -= 1) if (events[i].what === "round") return events.slice(i);
  return events;
}

/** Who is awaited, in words; "" when nobody is. @returns {string} */
export function awaited() {
  const names = (update.value?.decisions ?? []).filter((one) => one.seat !== seat.value).map((one) => seatName(one.seat));
  return names.length === 0 ? "" : t("phases.awaited", { n: names.length, who: listed(names) });
}

// --- cards

/** @typedef {{portrait: string, back?: string, ground?: string}} Drawn */

/** What art/portraits.json says of a card: of several faces the first; a card it does not list takes one of the spare ones.
 * @param {string} card @returns {{portrait: string, back: string}} */
function drawn(card) {
  const all = /** @type {any} */ (portraits.value);
  const found = all.cards?.[card] ?? all[card];
  const entry = /** @type {Drawn | undefined} */ (Array.isArray(found) ? found[0] : found);
  let portrait = entry?.portrait;
  if (portrait === undefined) {
    const spare = /** @type {string[]} */ (card.startsWith("r") ? (all.regulars ?? []) : card.startsWith("g") ? (all.guests ?? []) : []);
    let sum = 0;
    for (const letter of card) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
    portrait = spare.length > 0 ? spare[sum % spare.length] : `p-${card}`;
  }
  return { portrait, back: entry?.back ?? entry?.ground ?? all.back?.[portrait] ?? "#B59A6C" };
}

/** The colour behind a card's face. @param {string} card */
export const ground = (card) => drawn(card).back;

/** The colour behind a drawing that is no card's. @param {string} portrait */
export const backOf = (portrait) => /** @type {any} */ (portraits.value).back?.[portrait] ?? "#8C7AA8";

/** The face of a card, without its ground. @param {{card: string}} props */
export const Portrait = ({ card }) => html`<${Drawing} name=${drawn(card).portrait} />`;

/** A face on its ground. @param {{card: string, class?: string, label?: string}} props */
export function Face({ card, class: kind = "", label }) {
  return html`<span class=${`ph-face ${kind}`} style=${{ backgroundColor: ground(card) }} role=${label ? "img" : undefined} aria-label=${label}>
    <${Portrait} card=${card} />
  </span>`;
}

/** What an icon of the family is called, for what a bonus or a gain names. @type {{[what: string]: string}} */
const ICONS = {
  thalers: "thaler", beer: "beer", steps: "monastery", monastery: "monastery", reputation: "reputation", schnapps: "schnapps", noble: "crown",
  "service-denied": "denied", "counter-guest": "counter", guest: "guest", die: "die", "free-upgrade": "upgrade", entertainer: "entertainer",
  area: "upgrade", dismissal: "remove", points: "points", toast: "schnapps", crown: "crown", signature: "signature",
};

/** The icon for a bonus. @param {import("../types.js").Bonus} bonus */
export function bonusIcon(bonus) {
  return bonus.what === "card" ? (bonus.name ?? "deck") : (ICONS[bonus.what] ?? "bonus");
}

/** What something gives, as figures with their icons; the words are there for screen readers.
 * @param {{gain: {[what: string]: number}, plus?: boolean}} props */
export function Gain({ gain, plus = true }) {
  return html`<span class="ph-gain" role="img" aria-label=${gainWords(gain)}>
    ${Object.entries(gain).map(([what, count]) => html`<b key=${what} aria-hidden="true">${plus ? "+" : ""}${count}<${Icon} name=${ICONS[what] ?? what} /></b>`)}
  </span>`;
}

/** What a member of the staff does tonight, as a figure. @type {{[card: string]: [string, string]}} */
const WORK = { server: ["", "die"], table: ["+1", "table"], dishwasher: ["", "plus1"], barback: ["1", "beer"], brewer: ["+1", "beer"], bard: ["1", "reputation"] };

/** @param {{card: string}} props */
export function Work({ card }) {
  const [figure, icon] = WORK[card] ?? ["", "deck"];
  return html`<span class="ph-work" aria-hidden="true">${figure}<${Icon} name=${icon} /></span>`;
}

// --- tables

/** The words for one table: who sits there, what they ask and pay. @param {TableOn} place */
export function tableWords(place) {
  if (place.card === null) return t(place.state === "gone" ? "phases.table.gone" : "phases.table.free");
  const who = place.nobles > 1 ? cardNames("noble", place.nobles) : cardName(place.card);
  return t("phases.table.words", { who, face: place.asks ?? 0, n: place.pays ?? 0 });
}

/**
 * A guest in the alcove: name, pay, the die asked for.
 * @param {{place: TableOn, order?: string, latest?: boolean, class?: string, face?: number | null, own?: number | null, extra?: boolean, ticked?: boolean, children?: unknown, step?: number}} props
 */
export function Alcove({ place, order, latest = false, class: kind = "", face = null, own = null, extra = false, ticked = false, children, step }) {
  const { card } = place;
  const name = card === null ? t(place.state === "gone" ? "phases.table.gone" : "phases.table.free") : cardName(card);
  return html`<span class=${`ph-alcove ${kind} ${card === null ? "empty" : ""} ${card === "noble" ? "noble" : ""} ${latest ? "latest" : ""}`} style=${step === undefined ? undefined : { "--i": step }} role="img" aria-label=${tableWords(place)}>
    ${order === undefined ? null : html`<span class=${`ph-order ${latest ? "latest" : ""}`} aria-hidden="true">${order}</span>`}
    <span class="ph-arch" style=${{ backgroundColor: card === null ? "#2A1A10" : ground(card) }}>${card === null ? null : html`<${Portrait} card=${card} />`}</span>
    <span class="ph-name">${name}</span>
    <span class="ph-plank">
      ${place.pays === null ? null : html`<${Coin} n=${place.pays} />`}
      ${face !== null
        ? html`<${Die} face=${face} seat=${own} />`
        : place.asks === null
          ? null
          : html`<span class="ph-slot">${ticked ? html`<${Sign} name="check" />` : html`<${Drawing} name=${`d-g${place.asks}`} />`}</span>`}
    </span>
    ${place.nobles > 1 ? html`<span class="ph-times">×${place.nobles}</span>` : null}
    ${extra ? html`<span class="ph-tablecard" aria-hidden="true"><${Icon} name="table" /></span>` : null}
    ${children}
  </span>`;
}

/** A guest that explains itself. @param {Parameters<typeof Alcove>[0]} props */
export function Guest(props) {
  const { card } = props.place;
  return html`<${Explain} title=${card === null ? tableWords(props.place) : cardName(card)} text=${card === null ? "" : cardText(card)} rule=${card === "noble" ? "B-3" : "E-3"}><${Alcove} ...${props} /><//>`;
}

/** How many cards a pile holds. @param {import("../types.js").PileOn | {[card: string]: number}} pile */
export function size(pile) {
  const { top, rest } = "top" in pile && Array.isArray(pile.top) ? /** @type {import("../types.js").PileOn} */ (pile) : { top: [], rest: /** @type {{[card: string]: number}} */ (pile) };
  return top.length + Object.values(rest).reduce((sum, count) => sum + count, 0);
}

/** How many of each kind: "noble", "guest", "regular", or the tavern card's name.
 * @param {import("../types.js").PileOn | {[card: string]: number}} pile @returns {{[kind: string]: number}} */
export function kinds(pile) {
  /** @type {{[kind: string]: number}} */
  const found = {};
  const add = (/** @type {string} */ card, /** @type {number} */ count) => {
    const kind = kindOf(card);
    found[kind] = (found[kind] ?? 0) + count;
  };
  if ("top" in pile && Array.isArray(pile.top)) {
    const known = /** @type {import("../types.js").PileOn} */ (pile);
    for (const card of known.top) add(card, 1);
    for (const [card, count] of Object.entries(known.rest)) add(card, count);
  } else for (const [card, count] of Object.entries(/** @type {{[card: string]: number}} */ (pile))) add(card, count);
  return found;
}

/** @param {string} card */
export function kindOf(card) {
  const kind = figures.value?.cards[card]?.kind;
  return kind === undefined || kind === "tavern" ? card : kind;
}

// --- the others

/** The name of a seat, with its mark. @param {{number: number}} props */
export const Who = ({ number }) => html`<span class="ph-who"><${Mark} seat=${number} /><span>${seatName(number)}</span></span>`;

const HOSTS = ["p-host", "p-server", "p-cook", "p-brewer"];

/** The face that stands for a seat. @param {{number: number}} props */
export function SeatFace({ number }) {
  const info = table.value?.seats[number - 1];
  const drawing = info?.bot ? `p-bot${((number - 1) % 4) + 1}` : HOSTS[(number - 1) % HOSTS.length];
  return html`<span class="ph-face round" style=${{ backgroundColor: backOf(drawing) }} aria-hidden="true"><${Drawing} name=${drawing} /></span>`;
}

/** Thalers, beer and points of a seat. @param {{on: SeatOn}} props */
export function Purse({ on }) {
  return html`<ul class="ph-purse">
    <li><${Icon} name="thaler" label=${t("phases.purse.thalers")} />${on.thalers}</li>
    <li><${Icon} name="beer" label=${t("phases.purse.beer")} />${on.beer}</li>
    ${(figures.value?.modules ?? 1) > 1 ? html`<li><${Icon} name="schnapps" label=${t("phases.purse.schnapps")} />${on.schnapps}</li>` : null}
    <li><${Icon} name="points" label=${t("phases.purse.points")} />${on.points}</li>
  </ul>`;
}

/** The guests of another tavern as small faces, with the die each asks for. @param {{on: SeatOn, dice?: boolean}} props */
export function Guests({ on, dice = false }) {
  return html`<ul class="ph-guests">
    ${on.tables.map((place) =>
      place.card === null
        ? html`<li key=${place.space} class="free"><span class="unseen">${tableWords(place)}</span></li>`
        : html`<li key=${place.space} class=${place.card === "noble" ? "noble" : ""}>
            <${Face} card=${place.card} label=${tableWords(place)} />
            ${dice && place.asks !== null ? html`<span class="ph-asked" aria-hidden="true"><${Drawing} name=${`d-w${place.asks}`} /></span>` : null}
            ${place.nobles > 1 ? html`<span class="ph-times" aria-hidden="true">×${place.nobles}</span>` : null}
          </li>`,
    )}
  </ul>`;
}

/** The areas a tavern has upgraded. @param {{on: SeatOn}} props */
export function Built({ on }) {
  const areas = on.areas.filter((one) => one.upgraded);
  if (areas.length === 0) return null;
  return html`<ul class="ph-built">
    ${areas.map((one) => html`<li key=${one.area} title=${areaName(one.area)}><span class="unseen">${areaName(one.area)}</span><${Scene} area=${one.area} /></li>`)}
  </ul>`;
}

/** @type {{[area: string]: string}} */
const SCENES = {
  tables: "s-tables", server: "s-server", cashbox: "s-cashbox", monk: "p-monk", dishwasher: "s-dish", safe: "s-safe", barrel: "s-barrel",
  brewer: "s-brewer", beer_storage: "s-storage",
};

/** An area as a small scene. @param {{area: string}} props */
export const Scene = ({ area }) => html`<${Drawing} name=${SCENES[area] ?? "s-tables"} class=${`ph-scene ${area}`} />`;
