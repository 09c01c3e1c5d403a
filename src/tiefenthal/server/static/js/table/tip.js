// The words beside a thing: what it is, what it would give, why it cannot be used now. One bubble, never over its thing.
import { html, signal, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { showRule } from "../ui/explain.js";
import { GainSigns } from "./signs.js";

/** @typedef {{title?: string, text?: string, why?: string, rule?: string | null, gain?: {[what: string]: number}, note?: string}} Words */

const shown = signal(/** @type {{at: Element, words: () => Words | null} | null} */ (null));
let timer = 0;
const GAP = 10;
const EDGE = 8;

/** @param {Element} at @param {() => Words | null} words @param {number} after */
function open(at, words, after) {
  clearTimeout(timer);
  timer = window.setTimeout(() => (shown.value = { at, words }), after);
}
/** Close the bubble. @param {number} [after] */
export function quiet(after = 0) {
  clearTimeout(timer);
  timer = window.setTimeout(() => (shown.value = null), after);
}

/** What a thing needs to explain itself on hover, focus and long press: `...${tip(() => ({title, text}))}`. @param {() => Words | null} words */
export function tip(words) {
  return {
    onPointerEnter: (/** @type {PointerEvent} */ event) =>
      open(/** @type {Element} */ (event.currentTarget), words, event.pointerType === "touch" ? 450 : shown.value ? 80 : 320),
    onPointerLeave: () => quiet(180),
    onFocus: (/** @type {FocusEvent} */ event) => {
      const at = /** @type {Element} */ (event.currentTarget);
      if (at.matches(":focus-visible")) open(at, words, 80);
    },
    onBlur: () => quiet(0),
  };
}

/** Show at once, for a press on what cannot be done. @param {Element} at @param {() => Words | null} words */
export const tell = (at, words) => open(at, words, 0);

/** The rule the open bubble names, for F1. */
export function openRule() {
  const rule = shown.value?.words()?.rule;
  if (rule) showRule(rule);
}

/** The bubble itself; stands once in the screen. */
export function Tip() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const now = shown.value;
  const words = now !== null && now.at.isConnected ? now.words() : null;
  useLayoutEffect(() => {
    const one = box.current;
    if (one === null || now === null) return;
    const thing = now.at.getBoundingClientRect();
    const mine = one.getBoundingClientRect();
    const across = Math.max(EDGE, Math.min(innerWidth - mine.width - EDGE, thing.left + thing.width / 2 - mine.width / 2));
    const along = Math.max(EDGE, Math.min(innerHeight - mine.height - EDGE, thing.top + thing.height / 2 - mine.height / 2));
    /** @type {[string, number, number][]} */
    const sides = [
      ["below", across, thing.bottom + GAP],
      ["above", across, thing.top - GAP - mine.height],
      ["right", thing.right + GAP, along],
      ["left", thing.left - GAP - mine.width, along],
    ];
    const lit = [...document.querySelectorAll(".tv-stage .lit, .tv-stage .light-strong, .tv-main")].filter((other) => !other.contains(now.at)).map((other) => other.getBoundingClientRect());
    const cost = sides.map(([, x, y], i) => {
      const out = x < 0 || y < 0 || x + mine.width > innerWidth || y + mine.height > innerHeight;
      const hidden = lit.reduce((sum, box) => sum + Math.max(0, Math.min(x + mine.width, box.right) - Math.max(x, box.left)) * Math.max(0, Math.min(y + mine.height, box.bottom) - Math.max(y, box.top)), 0);
      return (out ? 1e9 : 0) + hidden + i;
    });
    const [side, x, y] = sides[cost.indexOf(Math.min(...cost))];
    one.style.left = `${x}px`;
    one.style.top = `${Math.max(4, y)}px`;
    one.style.setProperty("--at", `${Math.max(14, Math.min(mine.width - 14, thing.left + thing.width / 2 - x))}px`);
    one.dataset.side = side;
  });
  if (words === null) return null;
  const { title, text, why, rule, gain, note } = words;
  return html`<div class=${`tv-tip${why ? " why" : ""}`} ref=${box} role="tooltip">
    ${title ? html`<strong>${title}</strong>` : null}
    ${gain && Object.values(gain).some((n) => n > 0) ? html`<div class="tv-tip-gain"><${GainSigns} gain=${gain} plus=${true} /></div>` : null}
    ${text ? html`<p>${text}</p>` : null}
    ${note ? html`<p class="note-line">${note}</p>` : null}
    ${why ? html`<p class="why-line">${why}</p>` : null}
    ${rule ? html`<button type="button" class="rule" onPointerEnter=${() => clearTimeout(timer)} onPointerLeave=${() => quiet(120)} aria-label=${t("table.rule", { rule })} onClick=${() => { quiet(); showRule(rule); }}>${rule}</button>` : null}
  </div>`;
}
