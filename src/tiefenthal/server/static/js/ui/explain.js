// Anything can explain itself: on hover, on focus, or when pressed for long. One tip at a time, beside the thing, never
// over it, and where it hides as little as possible of what can be used now. It can be pointed at and read in peace;
// Escape or a press elsewhere closes it. F1 opens the rule it names.
import { html, render, signal, useEffect, useId, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { language, t } from "../core/i18n.js";
import { useKeys } from "../core/keys.js";
import { place } from "../core/router.js";
import { Dialog } from "./dialog.js";
import { Sign } from "./pieces.js";

/** @typedef {{title?: string, text?: unknown, why?: string, rule?: string | null, house?: boolean}} Explanation */
/** @typedef {{anchor: Element, id: string, held: boolean, what: Explanation}} Tip */

const HOVER_DELAY = 350;
const LEAVE_DELAY = 180;
const PRESS_DELAY = 450;
const GAP = 8;
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

const tip = signal(/** @type {Tip | null} */ (null));
/** The rule that is open in a window, by its id. */
const ruleShown = signal("");
let timer = 0;

/** They stand beside the screen in the page, not in it: nothing clips them, and windows do not make them inert. */
let standing = false;
function stand() {
  if (standing) return;
  standing = true;
  const host = document.createElement("div");
  document.body.append(host);
  render(html`<${Explanations} />`, host);
}

/** @param {Tip | null} next @param {number} [wait] */
function later(next, wait = 0) {
  clearTimeout(timer);
  if (wait === 0) tip.value = next;
  else timer = window.setTimeout(() => (tip.value = next), wait);
}

/** Show a rule in a window, without leaving the table. @param {string} id */
export function showRule(id) {
  stand();
  later(null);
  ruleShown.value = id;
}

/** What a thing explains when it has nothing that takes the focus itself. @param {Element} root */
function firstBox(root) {
  return root.firstElementChild;
}

/**
 * Wraps one element and explains it. `title` and `text` say what it is, `why` why it cannot be used now, `rule` is the
 * rule it follows, `house` marks a figure as ours. `quiet`: do not make a thing focusable that is not so by itself.
 * @param {Explanation & {quiet?: boolean, children?: unknown}} props
 */
export function Explain({ title, text, why, rule, house, quiet = false, children }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const id = useId();
  const what = useRef(/** @type {Explanation} */ ({}));
  what.current = { title, text, why, rule, house };

  useLayoutEffect(() => {
    const box = root.current === null ? null : firstBox(root.current);
    if (box === null || quiet || box.matches(FOCUSABLE) || box.querySelector(FOCUSABLE) !== null) return;
    box.setAttribute("tabindex", "0");
  });
  // What is explained may change while its tip is open.
  useEffect(() => {
    const shown = tip.peek();
    if (shown !== null && shown.id === id) tip.value = { ...shown, what: what.current };
  }, [title, why, rule, house, typeof text === "string" ? text : ""]);
  useEffect(() => () => void (tip.peek()?.id === id && later(null)), []);

  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    stand();
    let press = 0;
    let pressed = false;
    const show = (/** @type {number} */ wait, held = false) => {
      const anchor = firstBox(element);
      if (anchor !== null) later({ anchor, id, held, what: what.current }, wait);
    };
    /** @type {[string, (event: any) => void, boolean?][]} */
    const heard = [
      ["pointerover", (event) => {
        if (event.pointerType === "touch" || element.contains(event.relatedTarget)) return;
        event.stopPropagation();
        show(tip.peek() === null ? HOVER_DELAY : 90);
      }],
      ["pointerout", (event) => {
        if (event.pointerType === "touch" || element.contains(event.relatedTarget)) return;
        if (tip.peek()?.held) return;
        later(null, LEAVE_DELAY);
      }],
      ["focusin", (event) => {
        event.stopPropagation();
        if (event.target.matches(":focus-visible")) show(0);
      }],
      ["focusout", () => tip.peek()?.held || later(null)],
      ["pointerdown", (event) => {
        pressed = false;
        if (event.pointerType !== "touch") return void (tip.peek()?.held || later(null));
        event.stopPropagation();
        press = window.setTimeout(() => {
          pressed = true;
          show(0, true);
        }, PRESS_DELAY);
      }],
      ["pointerup", () => clearTimeout(press)],
      ["pointercancel", () => clearTimeout(press)],
      ["contextmenu", (event) => pressed && event.preventDefault()],
      // The press that asked for the explanation does nothing else.
      ["click", (event) => {
        if (!pressed) return;
        pressed = false;
        event.preventDefault();
        event.stopPropagation();
      }, true],
    ];
    for (const [name, listener, capture] of heard) element.addEventListener(name, listener, capture ?? false);
    return () => {
      clearTimeout(press);
      for (const [name, listener, capture] of heard) element.removeEventListener(name, listener, capture ?? false);
    };
  }, []);

  return html`<span class="explained" ref=${root}>${children}</span>`;
}

/** @param {DOMRect} a @param {{left: number, top: number, right: number, bottom: number}} b */
function overlap(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Where a tip hides the least of what can be used now; it stays on the screen and off its own thing.
 * @param {DOMRect} at @param {DOMRect} box @param {Element} anchor */
function spot(at, box, anchor) {
  const wide = document.documentElement.clientWidth;
  const high = document.documentElement.clientHeight;
  const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(GAP, Math.min(value, most - GAP));
  const across = within(at.left + at.width / 2 - box.width / 2, wide - box.width);
  const along = within(at.top + at.height / 2 - box.height / 2, high - box.height);
  const places = [
    { side: "top", x: across, y: at.top - box.height - GAP },
    { side: "bottom", x: across, y: at.bottom + GAP },
    { side: "right", x: at.right + GAP, y: along },
    { side: "left", x: at.left - box.width - GAP, y: along },
  ];
  const lit = [...document.querySelectorAll("[data-action]:not([aria-disabled='true']):not(:disabled), [data-keep-clear]")]
    .filter((one) => !one.contains(anchor) && !anchor.contains(one))
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.width > 0);
  let best = { ...places[0], cost: Infinity };
  places.forEach((one, order) => {
    const x = within(one.x, wide - box.width);
    const y = within(one.y, high - box.height);
    const area = { left: x, top: y, right: x + box.width, bottom: y + box.height };
    const outside = Math.abs(x - one.x) + Math.abs(y - one.y);
    const cost = overlap(at, area) * 20 + outside * 60 + lit.reduce((sum, other) => sum + overlap(other, area), 0) + order * 400;
    if (cost < best.cost) best = { side: one.side, x, y, cost };
  });
  return best;
}

/** The one tip, and the window of a rule. */
function Explanations() {
  const shown = tip.value;
  return html`
    ${shown === null ? null : html`<${TipBox} key=${shown.id} tip=${shown} />`}
    ${ruleShown.value === "" ? null : html`<${RuleWindow} id=${ruleShown.value} onClose=${() => (ruleShown.value = "")} />`}
  `;
}

/** @param {{tip: Tip}} props */
function TipBox({ tip: shown }) {
  const { anchor, id, what } = shown;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [at, setAt] = useState({ x: -9999, y: 0, side: "top", middle: 0 });
  const rule = what.rule ?? "";
  const name = `tip-${id}`;

  useLayoutEffect(() => {
    if (box.current === null) return;
    const rect = anchor.getBoundingClientRect();
    if (!anchor.isConnected || (rect.width === 0 && rect.height === 0)) return void later(null);
    const found = spot(rect, box.current.getBoundingClientRect(), anchor);
    const middle = found.side === "top" || found.side === "bottom" ? rect.left + rect.width / 2 - found.x : rect.top + rect.height / 2 - found.y;
    setAt({ x: found.x, y: found.y, side: found.side, middle });
  }, [shown]);
  useLayoutEffect(() => {
    const target = anchor.matches(FOCUSABLE) ? anchor : (anchor.querySelector(FOCUSABLE) ?? anchor);
    const before = target.getAttribute("aria-describedby");
    target.setAttribute("aria-describedby", name);
    return () => (before === null ? target.removeAttribute("aria-describedby") : target.setAttribute("aria-describedby", before));
  }, [anchor]);
  useEffect(() => {
    const away = (/** @type {Event} */ event) => {
      const target = /** @type {Node} */ (event.target);
      if (!box.current?.contains(target) && !anchor.contains(target)) later(null);
    };
    const scrolled = () => later(null);
    addEventListener("pointerdown", away, true);
    addEventListener("scroll", scrolled, true);
    return () => {
      removeEventListener("pointerdown", away, true);
      removeEventListener("scroll", scrolled, true);
    };
  }, []);
  useKeys({ Escape: () => later(null), ...(rule === "" ? {} : { F1: () => showRule(rule) }) });

  return html`<div
    class=${`tip tip-${at.side}`}
    ref=${box}
    style=${{ left: `${at.x}px`, top: `${at.y}px`, "--middle": `${at.middle}px` }}
    onPointerEnter=${() => clearTimeout(timer)}
    onPointerLeave=${() => shown.held || later(null, LEAVE_DELAY)}
  >
    <div id=${name} role="tooltip">
      ${what.title && html`<p class="tip-title">${what.title}</p>`}
      ${what.why && html`<p class="tip-why"><${Sign} name="lock" /> <span>${what.why}</span></p>`}
      ${what.text && html`<div class="tip-text">${what.text}</div>`}
      ${what.house && html`<p class="tip-house">${t("explain.house")}</p>`}
    </div>
    ${rule !== "" && html`<p class="tip-rule"><${RuleLink} id=${rule} /> <kbd class="key" aria-hidden="true">F1</kbd></p>`}
  </div>`;
}

/** A rule by its number; opens it in a window. @param {{id: string}} props */
export function RuleLink({ id }) {
  return html`<button type="button" class="rule-link" onClick=${() => showRule(id)}>${t("explain.rule", { id })}</button>`;
}

/** The words of a rule, its rulings marked. @param {{text: string}} props */
export function RuleText({ text }) {
  const parts = text.split(/(\[ruling(?::[^\]]*)?\])/g);
  const shown = parts.map((part) => {
    if (!part.startsWith("[ruling")) return lines(part);
    const words = part.slice(1, -1).replace(/^ruling:?\s*/, "");
    return html`<mark class=${words === "" ? "ruling bare" : "ruling"}><b>${t("explain.ruling")}</b>${words && html` ${words}`}</mark>`;
  });
  return html`<span class="rule-text">${shown}</span>`;
}

/** Lettered items stand on lines of their own. @param {string} text */
const lines = (text) => text.split("\n").map((line, i) => (i === 0 ? line : html`<br />${line}`));

/** @param {{id: string, onClose: () => void}} props */
function RuleWindow({ id, onClose }) {
  const [found, setFound] = useState(/** @type {import("../types.js").RuleInfo | null | "failed"} */ (null));
  useEffect(() => {
    let wanted = true;
    get(`/api/rules/${encodeURIComponent(id)}?language=${language.value}`).then(
      (answer) => wanted && setFound(answer),
      () => wanted && setFound("failed"),
    );
    return () => void (wanted = false);
  }, [id, language.value]);
  return html`<${Dialog} title=${t("explain.rule", { id })} onClose=${onClose}>
    <div class="rule-window">
      ${found === null && html`<p>${t("pages.loading")}</p>`}
      ${found === "failed" && html`<p>${t("explain.no-rule")}</p>`}
      ${found !== null && found !== "failed" && html`<p class="rule-chapter">${found.chapter}</p><p><${RuleText} text=${found.text} /></p>`}
      <p><a href=${`/rules#${id}`} target=${place.value.screen === "table" ? "_blank" : undefined} rel="noopener">${t("explain.all-rules")}</a></p>
    </div>
  </${Dialog}>`;
}
