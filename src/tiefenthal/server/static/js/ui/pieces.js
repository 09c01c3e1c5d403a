// The pieces everything is made of: icons, dice, coins, cards' faces. They show; they decide nothing.
import { html, signal } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { t } from "../core/i18n.js";
import { settings } from "../core/settings.js";

/** Shapes and colours of the seats, in order: brick circle, azure diamond, moss triangle, plum square. */
export const MARKS = ["circle", "diamond", "triangle", "square"];

/** @typedef {{portrait: string, name: string}} Face */
/** art/portraits.json: by card its faces (several where copies look different), and the colour behind each portrait. */
export const portraits = signal(
  /** @type {{cards: {[card: string]: Face[]}, others: {[who: string]: Face}, guests: Face[], regulars: Face[], back: {[portrait: string]: string}}} */ ({
    cards: {}, others: {}, guests: [], regulars: [], back: {},
  }),
);

/** Load the drawings into the page, once. */
export async function loadArt() {
  const [sprite, names] = await Promise.all([get("/static/art/sprite.svg").then(asText), get("/static/art/portraits.json")]);
  const holder = document.getElementById("sprite");
  if (holder !== null) {
    const parsed = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
    holder.replaceChildren(document.importNode(parsed, true));
    holder.hidden = false;
  }
  portraits.value = names;
}

/** @param {unknown} found */
const asText = (found) => String(found);

/** A drawing of the sprite; decoration unless it has a label.
 * @param {{name: string, class?: string, label?: string}} props */
export function Drawing({ name, class: kind = "", label }) {
  return label === undefined
    ? html`<svg class=${kind} aria-hidden="true" focusable="false"><use href=${`#${name}`} /></svg>`
    : html`<svg class=${kind} role="img" aria-label=${label}><use href=${`#${name}`} /></svg>`;
}

/** An icon of the family: thaler, beer, schnapps, monastery, reputation, crown … @param {{name: string, label?: string}} props */
export const Icon = ({ name, label }) => html`<${Drawing} name=${`i-${name}`} class="ic" label=${label} />`;

/** An icon of the interface: undo, log, help, menu, check … @param {{name: string, label?: string}} props */
export const Sign = ({ name, label }) => html`<${Drawing} name=${`u-${name}`} class="ic" label=${label} />`;

/** The mark of a seat: shape and colour. @param {{seat: number, label?: string}} props */
export const Mark = ({ seat, label }) => html`<${Drawing} name=${`m-${MARKS[seat - 1]}`} class=${`ic mark mark-${seat}`} label=${label} />`;

/** A die. `seat` is whose colour it has; none for white. `ghost`: the face a space asks for.
 * @param {{face: number, seat?: number | null, ghost?: boolean, label?: string}} props */
export function Die({ face, seat = null, ghost = false, label }) {
  const kind = ghost ? "g" : seat === null ? "w" : MARKS[seat - 1];
  const words = label ?? t("die", { face });
  return html`<span class=${`die${settings.value.numerals ? " numeral" : ""}`} data-face=${face}>
    <${Drawing} name=${`d-${kind}${face}`} class="die-face" label=${words} />
  </span>`;
}

/** A number on its own carrier: coin, mug, shield. @param {{n: number | string}} props */
export const Coin = ({ n }) => html`<span class="coin">${n}</span>`;
/** @param {{n: number | string}} props */
export const Mug = ({ n }) => html`<span class="mug"><${Drawing} name="i-beer" /><b>${n}</b></span>`;
/** @param {{n: number | string}} props */
export const Shield = ({ n }) => html`<span class="shield"><${Drawing} name="i-points" /><b>${n}</b></span>`;

/** The face of a card. @param {{card: string, class?: string}} props */
export function Portrait({ card, class: kind = "portrait" }) {
  const found = portraits.value.cards[card]?.[0]?.portrait ?? `p-${card}`;
  return html`<${Drawing} name=${found} class=${kind} />`;
}

/** A key on the keyboard, shown beside what it does. @param {{name: string}} props */
export const Key = ({ name }) => html`<kbd class="key" aria-hidden="true">${name}</kbd>`;
