// Small signs that several parts of the table share: what something gives, portraits on their ground, prices.
import { html } from "../../vendor/preact.js";
import { Drawing, Icon, portraits } from "../ui/pieces.js";

/** @typedef {import("../types.js").Bonus} Bonus */

const ICONS = /** @type {{[what: string]: string}} */ ({
  thalers: "thaler", beer: "beer", schnapps: "schnapps", monastery: "monastery", steps: "monastery", reputation: "reputation",
  noble: "crown", crown: "crown", "service-denied": "denied", dismissal: "denied", "counter-guest": "counter", guest: "counter",
  die: "die", "free-upgrade": "upgrade", area: "upgrade", entertainer: "entertainer", points: "points", signature: "signature", toast: "schnapps",
});

/** The icon of what is given. @param {Bonus} bonus */
export const iconOf = (bonus) => (bonus.what === "card" ? (bonus.name ?? "table") : (ICONS[bonus.what] ?? "points"));

/** Whether the number belongs beside the icon. @param {Bonus} bonus */
export const counted = (bonus) => bonus.count > 1 || ["thalers", "beer", "reputation", "monastery", "schnapps"].includes(bonus.what);

/** What a card, a space or a signature gives, as a small plate. @param {{bonus: Bonus}} props */
export const BonusSign = ({ bonus }) =>
  html`<span class="tv-bonus">${counted(bonus) ? html`<b>${bonus.count}</b>` : null}<${Icon} name=${iconOf(bonus)} /></span>`;

/** A price in beer, on its mug. @param {{n: number}} props */
export const BeerPrice = ({ n }) => html`<span class="tv-mug"><${Drawing} name="i-beer" /><b>${n}</b></span>`;

/** Points, on their shield. @param {{n: number}} props */
export const Points = ({ n }) =>
  html`<span class="tv-shield"><svg viewBox="0 0 24 26" aria-hidden="true"><path class="o" d="M12 1 L22 4 V12 Q22 20.6 12 25 Q2 20.6 2 12 V4Z" fill="#8A2F1E" /><path d="M12 3.4 L19.8 5.8 V12 Q19.8 18.8 12 22.4 Q4.2 18.8 4.2 12 V5.8Z" fill="#B5452F" /></svg><b>${n}</b></span>`;

/** Amounts with their icons: thalers, beer, steps, reputation, schnapps. @param {{gain: {[what: string]: number}, plus?: boolean}} props */
export const GainSigns = ({ gain, plus = false }) =>
  html`${Object.entries(gain)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => html`<span class="tv-gain" key=${what}>${plus ? "+" : ""}${n}<${Icon} name=${ICONS[what] ?? "points"} /></span>`)}`;

const GROUNDS = ["#D9B25F", "#4A5E8C", "#B98A5A", "#9DB077", "#B8654A", "#6F9CA4", "#B9C78A", "#9A7FA0", "#C98A4A", "#7F9A6A", "#8C8790"];

/** A number that is always the same for a card, to spread cards over what there is to choose from. @param {string} card */
const numberOf = (card) => [...card].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);

/**
 * The drawing of a card and the colour behind it: of its first entry in portraits.json, whichever way that is kept.
 * @param {string} card
 * @returns {{portrait: string, ground: string}}
 */
export function lookOf(card) {
  const all = /** @type {any} */ (portraits.value);
  const found = all[card] ?? all.cards?.[card];
  const entry = Array.isArray(found) ? found[0] : found;
  const portrait = entry?.portrait ?? `p-${card}`;
  const ground = entry?.ground ?? entry?.back ?? all.back?.[portrait] ?? (card.startsWith("r") ? "#B59A6C" : GROUNDS[numberOf(card) % GROUNDS.length]);
  return { portrait, ground };
}

/** A card's face on its ground. @param {{card: string, class?: string}} props */
export function Face({ card, class: kind = "tv-face" }) {
  const { portrait, ground } = lookOf(card);
  return html`<span class=${kind} style=${{ "--ground": ground }}><${Drawing} name=${portrait} /></span>`;
}

/** The drawing of an area: a scene, or the monk himself. @param {{area: string}} props */
export function AreaArt({ area }) {
  if (area === "monk") return html`<svg class="tv-monk" viewBox="0 0 100 100" aria-hidden="true"><use href="#p-monk" /></svg>`;
  if (area === "tables") return html`<svg class="tv-monk" viewBox="0 0 100 100" aria-hidden="true"><use href="#p-table" /></svg>`;
  const scene = { dishwasher: "dish", beer_storage: "storage" }[area] ?? area;
  return html`<svg class="tv-scene" viewBox="0 0 120 84" aria-hidden="true"><use href=${`#s-${scene}`} /></svg>`;
}
