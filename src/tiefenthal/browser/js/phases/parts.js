// What the views of the phases are made of: options to pick, guests in their alcoves, the other taverns. They only
// display. A first press picks an option, as does bringing the focus there by key; the main button plays what is picked,
// or a second press. A mouse that only rests on an option shows what it would bring.
import { computed, html, signal } from "../../vendor/preact.js";
import { act, figures, legal, seat, story } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offerFor, refusedFor } from "../core/interaction.js";
import { useKeys } from "../core/page.js";
import { chosenAhead } from "../core/turn.js";
import { areaName, awaited, cardAbout, cardName, cardNames, seatName, whyWords } from "../core/words.js";
import { coloured } from "../ui/dice-roll.js";
import { Explain } from "../ui/explain.js";
import { Coin, Die, Drawing, Face, Icon, Mark, Sign, backOf, seatFace } from "../ui/pieces.js";
import { SeatSign } from "../ui/seat-sign.js";
import { Scene, named } from "../ui/signs.js";

/** @typedef {import("../core/interaction.js").Wish} Wish */
/** @typedef {{text: string, note: string, offer: Offer | null, face: number | null, waiting: boolean}} Button */

/**
 * What the main button says and plays.
 * @param {string} text
 * @param {string} note
 * @param {Offer | null} [offer]
 * @returns {Button}
 */
export const says = (text, note, offer = null) => ({ text, note, offer, face: null, waiting: false });
/** The button while the game waits for others. @param {string} text @param {string} [note] @returns {Button} */
export const waits = (text, note = awaited()) => ({ text, note, offer: null, face: null, waiting: true });

// --- what I am about to choose: picked, not yet done

/** My latest decision, also one for later; what was picked before it is not picked any more. */
const decided = computed(() => {
  const latest = story.value.findLast((event) => event.seat === seat.value && DECIDED.has(event.what));
  return `${latest?.ply ?? 0} ${chosenAhead.value}`;
});
const DECIDED = new Set(["decided", "chose"]);

/** The name of the action picked last; it counts only while it is legal. */
const last = signal(/** @type {{action: string, nth: number, after: string} | null} */ (null));
/** The name of the action of the option the mouse rests on. */
const under = signal(/** @type {string | null} */ (null));

export const picked = computed(() => {
  const found = last.value?.after === decided.value ? legal.value.get(last.value.action) : undefined;
  // If there is only one answer, it is picked.
  return found ?? (legal.value.size === 1 ? [...legal.value.values()][0] : null);
});

/** What to show the consequences of: what the mouse rests on, else what is picked. */
export const considered = computed(() => legal.value.get(under.value ?? "") ?? picked.value);

/** @param {Offer | null} offer @param {number} [nth] of several that do the same */
export function pick(offer, nth = 0) {
  if (offer !== null) last.value = { action: offer.action, nth, after: decided.value };
}

/** Whether this one of those that do the same is the one that is picked. @param {Offer} offer @param {number} nth */
const isPicked = (offer, nth) =>
  picked.value === offer && nth === (last.value?.action === offer.action ? last.value.nth : 0);

/**
 * One option: a button that picks `what`, and plays it if it is picked. What cannot be chosen now stays in sight, dimmed, and says why.
 * `label` is what it is called where the drawing alone does not say it; `nth` tells dice of the same face apart.
 * @param {{what: Wish, nth?: number, class?: string, label?: string, style?: By<string | number>, children?: unknown}} props
 */
export function Option({ what, nth = 0, class: kind = "", label, style, children }) {
  const offer = offerFor(what);
  const open = offer !== null;
  const no = open ? null : refusedFor(what);
  const why = no === null ? undefined : whyWords(no);
  const chosen = open && isPicked(offer, nth);
  return html`<button type="button" class=${`ph-option ${kind} ${open ? "lit" : "dim"} ${chosen ? "picked" : ""}`} style=${style}
    data-action=${offer?.action} aria-disabled=${open ? undefined : "true"}
    aria-current=${chosen ? "true" : undefined}
    onPointerEnter=${(/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "mouse") under.value = offer?.action ?? null;
    }} onPointerLeave=${() => (under.value = null)}
    onFocus=${(/** @type {FocusEvent} */ event) =>
      /** @type {HTMLElement} */ (event.currentTarget).matches(":focus-visible") && pick(offer, nth)}
    onClick=${() => {
      if (offer === null) return;
      if (chosen) void act(offer.action);
      else pick(offer, nth);
    }}>
    ${label === undefined ? children : named(label, children)}
    ${
      why === undefined
        ? null
        : html`
      <span class="unseen">${why}</span>
      <span class="ph-why" aria-hidden="true">${why}</span>
    `
    }
  </button>`;
}

/** Keys 1, 2, 3 … and arrows for a row of answers. @param {Wish[]} row */
export function useRow(row) {
  /** @type {By<() => void>} */
  const keys = {};
  const offers = row.map(offerFor);
  const can = offers.filter((offer) => offer !== null);
  offers.forEach((offer, i) => {
    if (i < 9 && offer !== null) keys[String(i + 1)] = () => pick(offer);
  });
  const turn = (/** @type {number} */ way) => () => {
    const at = picked.value === null ? -1 : can.indexOf(picked.value);
    pick(can[(at + way + can.length) % can.length]);
  };
  if (can.length > 0) Object.assign(keys, { ArrowRight: turn(1), ArrowLeft: turn(-1) });
  useKeys(keys);
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
export function Alcove({
  place,
  order,
  latest = false,
  class: kind = "",
  face = null,
  own = null,
  extra = false,
  ticked = false,
  children,
  step,
}) {
  const { card } = place;
  const name = card === null ? t(place.state === "gone" ? "phases.table.gone" : "phases.table.free") : cardName(card);
  return html`<span
    class=${`ph-table ${kind} ${card === null ? "empty" : ""} ${card === "noble" ? "noble" : ""} ${latest ? "latest" : ""}`}
    style=${step === undefined ? undefined : { "--i": step }} role="img" aria-label=${tableWords(place)}>
    ${order === undefined ? null : html`<span class=${`ph-order ${latest ? "latest" : ""}`} aria-hidden="true">${order}</span>`}
    ${card === null ? html`<span class="alcove"></span>` : html`<${Face} class="alcove wall" card=${card} />`}
    <span class="name-board">${name}</span>
    <span class="plank">
      ${place.pays === null ? null : html`<${Coin} n=${place.pays} />`}
      ${
        face !== null
          ? html`<${Die} face=${face} seat=${own} />`
          : place.asks === null
            ? null
            : html`<span class="slot">
              ${ticked ? html`<${Sign} name="check" />` : html`<${Drawing} name=${`d-g${place.asks}`} />`}
            </span>`
      }
    </span>
    ${place.nobles > 1 ? html`<span class="times">×${place.nobles}</span>` : null}
    ${extra ? html`<span class="table-card" aria-hidden="true"><${Icon} name="table" /></span>` : null}
    ${children}
  </span>`;
}

/** A guest that explains itself. @param {Parameters<typeof Alcove>[0]} props */
export function Guest(props) {
  const { card } = props.place;
  return html`<${Explain} ...${card === null ? { title: tableWords(props.place) } : cardAbout(card)}
    rule=${card === "noble" ? "B-3" : "E-3"}><${Alcove} ...${props} /><//>`;
}

/** What kind of card it is: "noble", "guest", "regular", or a tavern card's name. @param {string} card */
export function kindOf(card) {
  const kind = figures.value?.cards[card]?.kind;
  return kind === undefined || kind === "tavern" ? card : kind;
}

// --- the others

/** The name of a seat, with its mark. @param {{number: number}} props */
export const Who = ({ number }) =>
  html`<span class="ph-who"><${Mark} seat=${number} /><span>${seatName(number)}</span><${SeatSign} seat=${number} /></span>`;

/** The face that stands for a seat. @param {{number: number}} props */
export const SeatFace = ({ number }) =>
  html`<span class="ph-face round" style=${{ "--back": backOf(seatFace(number)) }} aria-hidden="true">
    <${Drawing} name=${seatFace(number)} />
  </span>`;

/** Thalers, beer and points of a seat. @param {{on: SeatOn}} props */
export function Purse({ on }) {
  return html`<ul class="ph-purse">
    <li><${Icon} name="thaler" label=${t("phases.purse.thalers")} />${on.thalers}</li>
    <li><${Icon} name="beer" label=${t("phases.purse.beer")} />${on.beer}</li>
    ${(figures.value?.modules ?? 1) > 1 ? html`<li><${Icon} name="schnapps" label=${t("phases.purse.schnapps")} />${on.schnapps}</li>` : null}
    <li><${Icon} name="points" label=${t("phases.purse.points")} />${on.points}</li>
  </ul>`;
}

/**
 * The guests of another tavern as small faces, with the die each asks for.
 * @param {{on: SeatOn, dice?: boolean}} props
 */
export function Guests({ on, dice = false }) {
  return html`<ul class="ph-guests">
    ${on.tables.map((place) =>
      place.card === null
        ? html`<li key=${place.space} class="free"><span class="unseen">${tableWords(place)}</span></li>`
        : html`<li key=${place.space} class=${place.card === "noble" ? "noble" : ""}>
          <${Face} class="ph-face" card=${place.card} label=${tableWords(place)} />
          ${dice && place.asks !== null ? html`<span class="ph-asked" aria-hidden="true"><${Drawing} name=${`d-w${place.asks}`} /></span>` : null}
          ${place.nobles > 1 ? html`<span class="times" aria-hidden="true">×${place.nobles}</span>` : null}
        </li>`,
    )}
  </ul>`;
}

/** The areas a tavern has upgraded. @param {{on: SeatOn}} props */
export function Built({ on }) {
  const areas = on.areas.filter((one) => one.upgraded);
  if (areas.length === 0) return null;
  return html`<ul class="ph-built">
    ${areas.map(
      (one) => html`<li key=${one.area} title=${areaName(one.area)}>
      <span class="unseen">${areaName(one.area)}</span>
      <${Scene} area=${one.area} />
    </li>`,
    )}
  </ul>`;
}

/** The dice of a seat, white ones first, with places for those to come. @param {{on: SeatOn, number: number}} props */
export function Has({ on, number }) {
  const white = on.dice.filter((die) => !die.own);
  const own = on.dice.filter((die) => die.own);
  const full = Math.max(4, white.length);
  return html`<span class="ph-dice">
    ${white.map((die, i) => html`<${Die} key=${i} face=${die.face} />`)}
    ${Array.from({ length: full - white.length }, (_, i) => html`<i key=${`e${i}`} aria-hidden="true"></i>`)}
    ${own.map((die, i) => html`<${Die} key=${`o${i}`} face=${die.face} seat=${number} rolled=${coloured(number, i)} />`)}
  </span>`;
}
