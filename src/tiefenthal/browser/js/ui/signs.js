// Icons for gains, cards and areas, with labels for screen readers.
import { html } from "../../vendor/preact.js";
import { gainWords } from "../core/words.js";
import { Drawing, Icon } from "./pieces.js";

/** The icons of gains. @type {By<string>} */
const ICONS = {
  thalers: "thaler",
  steps: "monastery",
  noble: "crown",
  "service-denied": "denied",
  dismissal: "remove",
  "counter-guest": "counter",
  "free-upgrade": "upgrade",
  area: "upgrade",
  toast: "schnapps",
};

/** The icon of what is given. @param {string} what */
const icon = (what) => ICONS[what] ?? what;

/** The icon of a bonus. @param {Bonus} bonus */
export const iconOf = (bonus) => (bonus.what === "card" ? (bonus.name ?? "deck") : icon(bonus.what));

/** Whether the number belongs beside the icon. @param {Bonus} bonus */
export const counted = (bonus) =>
  bonus.count > 1 || ["thalers", "beer", "reputation", "monastery", "schnapps"].includes(bonus.what);

/**
 * Amounts with their icons: thalers, beer, steps, reputation, schnapps.
 * @param {{gain: Counts, plus?: boolean}} props
 */
export const Gain = ({ gain, plus = false }) =>
  html`<span class="gains"><span class="unseen">${gainWords(gain)}</span>${Object.entries(gain)
    .filter(([, n]) => n > 0)
    .map(
      ([what, n]) =>
        html`<b class="gain" key=${what} aria-hidden="true">${plus ? "+" : ""}${n}<${Icon} name=${icon(what)} /></b>`,
    )}</span>`;

/** What a tavern card does for an evening. @type {By<[figure: (n: number) => string | number, icon: string]>} */
const WORK = {
  server: [(n) => (n > 1 ? n : ""), "die"],
  table: [(n) => `+${n}`, "table"],
  dishwasher: [() => "", "plus1"],
  barback: [(n) => n, "beer"],
  brewer: [(n) => `+${n}`, "beer"],
  bard: [(n) => n, "reputation"],
};

/** What `n` of a tavern card do, drawn. @param {{card: string, n?: number}} props */
export function Work({ card, n = 1 }) {
  const [figure, name] = WORK[card] ?? [() => "", "deck"];
  return html`${figure(n)}<${Icon} name=${name} />`;
}

/** @type {By<string>} */
const SCENES = { monk: "p-monk", dishwasher: "s-dish", beer_storage: "s-storage" };

/** An area as a small scene, or the monk himself. @param {{area: string}} props */
export const Scene = ({ area }) => html`<${Drawing} name=${SCENES[area] ?? `s-${area}`} class=${`scene ${area}`} />`;

/** The entertainers: their drawing, and the icon of what each side gives. @type {By<{art: string, gives: string[]}>} */
export const ENTERTAINERS = {
  money: { art: "p-coiner", gives: ["thaler", "beer"] },
  fire: { art: "p-fire", gives: ["upgrade", "denied"] },
  juggler: { art: "p-juggler", gives: ["keepcard", "turndie"] },
};

/** Sentences joined for a label that is read. @param {(string | false | null | undefined)[]} parts */
export const sentences = (...parts) => parts.filter((one) => one).join(" ");

/**
 * What is drawn in a control, with its name for those who do not see the drawing.
 * @param {string} name
 * @param {unknown} inside
 */
export const named = (name, inside) =>
  html`<span class="unseen">${name}</span><span class="inside" aria-hidden="true">${inside}</span>`;
