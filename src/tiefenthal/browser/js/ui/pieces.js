// The basic components: icons, dice, coins, faces of cards. They only display.
import { html, signal } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { portraitOf } from "../core/bots.js";
import { table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { settings } from "../core/settings.js";

/** Shapes and colours of the seats, in order: brick circle, azure diamond, moss triangle, plum square. */
export const MARKS = ["circle", "diamond", "triangle", "square"];

/** @typedef {{portrait: string, name: string}} Look */
/** art/portraits.json: by card its drawing and the entry that names it (several where copies look different), the other
 * faces, and the colour behind each drawing. */
export const portraits = signal(
  /** @type {{cards: By<Look[]>, others: By<string | string[]>, back: By<string>}} */ ({
    cards: {},
    others: {},
    back: {},
  }),
);

/** Load the drawings into the page, once. */
export async function loadArt() {
  const [sprite, names] = await Promise.all([get("/static/art/sprite.svg"), get("/static/art/portraits.json")]);
  const holder = document.getElementById("sprite");
  if (holder !== null) {
    const parsed = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
    holder.replaceChildren(document.importNode(parsed, true)); // it stays hidden, so that nothing in it is styled or laid out
  }
  portraits.value = names;
}

/**
 * A drawing of the sprite; decoration unless it has a label.
 * @param {{name: string, class?: string, label?: string}} props
 */
export function Drawing({ name, class: kind = "", label }) {
  return label === undefined
    ? html`<svg class=${kind} aria-hidden="true" focusable="false"><use href=${`#${name}`} /></svg>`
    : html`<svg class=${kind} role="img" aria-label=${label}><use href=${`#${name}`} /></svg>`;
}

/**
 * An icon of the family: thaler, beer, schnapps, monastery, reputation, crown …
 * @param {{name: string, label?: string}} props
 */
export const Icon = ({ name, label }) => html`<${Drawing} name=${`i-${name}`} class="ic" label=${label} />`;

/** An icon of the interface: undo, log, help, menu, check … @param {{name: string, label?: string}} props */
export const Sign = ({ name, label }) => html`<${Drawing} name=${`u-${name}`} class="ic" label=${label} />`;

/** The mark of a seat: shape and colour. @param {{seat: number, label?: string}} props */
export const Mark = ({ seat, label }) =>
  html`<${Drawing} name=${`m-${MARKS[seat - 1]}`} class=${`ic mark mark-${seat}`} label=${label} />`;

/** A die. `seat` is whose colour it has; none for white. `ghost`: the face a space asks for. `rolled`: what it is called when
 * it is rolled (ui/dice-roll.js).
 * @param {{face: number, seat?: number | null, ghost?: boolean, label?: string, rolled?: string}} props */
export function Die({ face, seat = null, ghost = false, label, rolled }) {
  const kind = ghost ? "g" : seat === null ? "w" : MARKS[seat - 1];
  return html`<span class=${`die${settings.value.numerals ? " numeral" : ""}`} data-face=${face} data-kind=${rolled && kind}
    data-rolled=${rolled}>
    <${Drawing} name=${`d-${kind}${face}`} class="die-face" label=${label ?? t("die", { face })} />
  </span>`;
}

/** A number on a coin: thalers. @param {{n: number | string}} props */
export const Coin = ({ n }) => html`<span class="coin">${n}</span>`;
/** A price in beer, on a mug. @param {{n: number | string}} props */
export const Mug = ({ n }) => html`<span class="mug"><${Drawing} name="i-beer" /><b>${n}</b></span>`;
/** Points, on a plain shield: the number is the picture. @param {{n: number | string}} props */
export const Shield = ({ n }) => html`<span class="shield"><${Drawing} name="i-shield" /><b>${n}</b></span>`;

/** A key on the keyboard, shown beside what it does. @param {{name: string}} props */
export const Key = ({ name }) => html`<kbd class="key" aria-hidden="true">${name}</kbd>`;

// --- faces

/** How a card looks: of several faces the first. A card of another edition takes the face of one of its kind, always the
 * same. @param {string} card @returns {Look} */
export function lookOf(card) {
  const { cards } = portraits.value;
  const own = cards[card]?.[0];
  if (own !== undefined) return own;
  const kin = /^[gr]\d/.test(card)
    ? Object.keys(cards).filter((other) => other[0] === card[0] && /\d/.test(other))
    : [];
  const sum = [...card].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 9973, 0);
  return { portrait: kin.length > 0 ? cards[kin[sum % kin.length]][0].portrait : `p-${card}`, name: "" };
}

/** The colour behind a drawing. @param {string} portrait */
export const backOf = (portrait) => portraits.value.back[portrait] ?? "var(--straw-70)";

/** The face of a card, without its ground. @param {{card: string, class?: string}} props */
export const Portrait = ({ card, class: kind = "portrait" }) =>
  html`<${Drawing} name=${lookOf(card).portrait} class=${kind} />`;

/** A card's face on its ground. @param {{card: string, class?: string, label?: string, children?: unknown}} props */
export const Face = ({ card, class: kind = "face", label, children }) =>
  html`<span class=${kind} style=${{ "--back": backOf(lookOf(card).portrait) }} role=${label ? "img" : undefined}
    aria-label=${label}><${Portrait} card=${card} />${children}</span>`;

/** The face of a person at a seat. @param {number} seat */
const personFace = (seat) => [portraits.value.others.person ?? "p-host"].flat()[seat - 1] ?? "p-host";

/** The face that stands for a seat, at whatever table or game it is: a bot's is its character's.
 * @param {number} seat @param {string | null | undefined} [character] */
export const faceAt = (seat, character) => (character ? portraitOf(character) : personFace(seat));

/** Who the bots of a finished game were, by seat, where no table says it. */
export const cast = signal(/** @type {(string | null)[]} */ ([]));

/** The face that stands for a seat of the table one is at. @param {number} seat */
export const seatFace = (seat) =>
  faceAt(seat, table.value !== null ? table.value.seats[seat - 1]?.character : cast.value[seat - 1]);
