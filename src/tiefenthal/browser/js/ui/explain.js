// Tips: anything can have one, on hover, on focus, or on a long press. One tip at a time, beside the thing, never over
// it, and where it hides as little as possible of what can be used now. The pointer may move onto it; Escape or a press
// elsewhere closes it. F1 opens the rule it names.
import {
  html,
  render,
  signal,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { language, t } from "../core/i18n.js";
import { TIP, place, useKeys } from "../core/page.js";
import { Dialog, isReturning } from "./dialog.js";
import { Sign } from "./pieces.js";
import { Gain } from "./signs.js";

/** What is said of a thing: what it is, what it would give, why it cannot be used now, the rule it follows, and whether its
 * figures are ours. @typedef {{title?: string, text?: unknown, gain?: Counts, note?: string, why?: string, rule?: string | null, house?: boolean}} Words */
/** @typedef {{anchor: Element, words: () => Words | null, held: boolean}} Tip */

const HOVER_DELAY = 350;
const LEAVE_DELAY = 180;
const PRESS_DELAY = 450;
const SETTLING = 500;
const GAP = 9;
/** What a pixel of the thing itself counts for that its tip would hide: more than all else on a screen. */
const ITS_OWN = 1e5;
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

const shown = signal(/** @type {Tip | null} */ (null));
/** The rule that is open in a window, by its id. */
const ruleShown = signal("");
let timer = 0;
/** A finger that rests on something, and whether it has rested long enough. */
let press = 0;
let pressed = false;
/**
 * The last position of the mouse. What appears under a resting mouse, as when a window closes, opens no tip.
 */
let mouse = "";
const spotted = (/** @type {PointerEvent} */ event) => `${event.clientX} ${event.clientY}`;
addEventListener("pointermove", (event) => (mouse = spotted(event)), true);

/** They are outside the screen's element: nothing clips them, and windows do not make them inert. */
let standing = false;
function stand() {
  if (standing) return;
  standing = true;
  const host = document.createElement("div");
  document.body.append(host);
  render(html`<${Explanations} />`, host);
}

/** @param {Tip | null} next @param {number} wait */
function later(next, wait) {
  stand();
  clearTimeout(timer);
  if (wait === 0) shown.value = next;
  else timer = window.setTimeout(() => (shown.value = next), wait);
}

/** Close the tip. @param {number} [wait] */
export const hush = (wait = 0) => later(null, wait);

/**
 * Show a tip at once, after a press on something that is not possible.
 * @param {Element} anchor
 * @param {() => Words | null} words
 */
export const explain = (anchor, words) => later({ anchor, words, held: false }, 0);

/** Show a rule in a window, without leaving the table. @param {string} id */
export function showRule(id) {
  hush();
  ruleShown.value = id;
}

/** What an element needs to explain itself: `...${tip(() => ({title, text}))}`. The words are asked for while they are
 * shown, so they follow what happens. @param {() => Words | null} words */
export function tip(words) {
  const show = (/** @type {Event} */ event, /** @type {number} */ wait, held = false) => {
    const at = /** @type {Element} */ (event.currentTarget);
    const anchor = at.classList.contains("explained") ? at.firstElementChild : at;
    if (anchor !== null) later({ anchor, words, held }, wait);
  };
  return {
    onPointerEnter: (/** @type {PointerEvent} */ event) =>
      event.pointerType === "touch" ||
      spotted(event) === mouse ||
      show(event, shown.peek() === null ? HOVER_DELAY : 90),
    onPointerLeave: (/** @type {PointerEvent} */ event) =>
      event.pointerType === "touch" || shown.peek()?.held || hush(LEAVE_DELAY),
    onFocusIn: (/** @type {any} */ event) =>
      isReturning() || (event.target.matches(":focus-visible") && show(event, 0)),
    onFocusOut: () => shown.peek()?.held || hush(),
    onTouchStart: (/** @type {any} */ event) => {
      const at = { currentTarget: event.currentTarget };
      pressed = false;
      clearTimeout(press);
      press = window.setTimeout(() => {
        pressed = true;
        show(/** @type {any} */ (at), 0, true);
      }, PRESS_DELAY);
    },
    onTouchMove: () => clearTimeout(press),
    onTouchEnd: () => clearTimeout(press),
    onTouchCancel: () => clearTimeout(press),
    onContextMenu: (/** @type {Event} */ event) => pressed && event.preventDefault(),
    // The press that asked for the explanation does nothing else; any other one is an answer to it.
    onClickCapture: (/** @type {Event} */ event) => {
      if (!pressed) return void (shown.peek()?.held || hush());
      pressed = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/**
 * Something that is only looked at, and explains itself: a sign, a number, a picture. `label` is what is read of it, where
 * the title of the explanation does not say it.
 * @param {{about: () => Words & {title: string}, class?: string, label?: string, style?: By<string | number>, thing?: string, children?: unknown}} props
 */
export function Told({ about, class: kind = "", label, style, thing, children }) {
  return html`<span class=${kind} style=${style} data-thing=${thing} tabindex="0" role="img" aria-label=${label ?? about().title}
    ...${tip(about)}>${children}</span>`;
}

/**
 * Wraps one element and explains it. What takes no focus by itself is made to.
 * @param {Words & {children?: unknown}} props
 */
export function Explain({ children, ...said }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const what = useRef(said);
  what.current = said;
  const words = useRef(() => what.current).current;
  useLayoutEffect(() => {
    const box = root.current?.firstElementChild;
    if (box && !box.matches(FOCUSABLE) && box.querySelector(FOCUSABLE) === null) box.setAttribute("tabindex", "0");
  });
  // What is explained may change while its tip is open.
  useEffect(() => {
    const now = shown.peek();
    if (now?.words === words) shown.value = { ...now };
  }, [said.title, said.why, said.rule, said.text]);
  return html`<span class="explained" ref=${root} ...${tip(words)}>${children}</span>`;
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
  const within = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(GAP, Math.min(value, most - GAP));
  const across = within(at.left + at.width / 2 - box.width / 2, wide - box.width);
  const along = within(at.top + at.height / 2 - box.height / 2, high - box.height);
  const places = [
    { side: "top", x: across, y: at.top - box.height - GAP },
    { side: "bottom", x: across, y: at.bottom + GAP },
    { side: "right", x: at.right + GAP, y: along },
    { side: "left", x: at.left - box.width - GAP, y: along },
  ];
  const lit = [
    ...document.querySelectorAll(
      "[data-action]:not([aria-disabled='true']):not(:disabled), [data-space]:not([aria-disabled='true'])",
    ),
  ]
    .filter((one) => !one.contains(anchor) && !anchor.contains(one))
    .map((one) => one.getBoundingClientRect());
  let best = { ...places[0], cost: Infinity };
  places.forEach((one, order) => {
    const x = within(one.x, wide - box.width);
    const y = within(one.y, high - box.height);
    const area = { left: x, top: y, right: x + box.width, bottom: y + box.height };
    const outside = Math.abs(x - one.x) + Math.abs(y - one.y);
    const hidden = lit.reduce((sum, other) => sum + overlap(other, area), 0);
    const cost = overlap(at, area) * ITS_OWN + outside * 60 + hidden + order * 400;
    if (cost < best.cost) best = { side: one.side, x, y, cost };
  });
  return best;
}

/** The one tip, and the window of a rule. */
function Explanations() {
  const now = shown.value;
  const words = now?.words() ?? null;
  return html`
    ${now === null || words === null ? null : html`<${TipBox} tip=${now} words=${words} />`}
    ${ruleShown.value === "" ? null : html`<${RuleWindow} id=${ruleShown.value} onClose=${() => (ruleShown.value = "")} />`}
  `;
}

/** @param {{tip: Tip, words: Words}} props */
function TipBox({ tip: { anchor, held }, words: { title, text, gain, note, why, rule, house } }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const id = useId();
  const since = useMemo(() => performance.now(), [anchor]);
  const settle = () => {
    const one = box.current;
    const rect = anchor.getBoundingClientRect();
    if (one === null) return;
    if (rect.width === 0 && rect.height === 0) return hush();
    const { side, x, y } = spot(rect, one.getBoundingClientRect(), anchor);
    const middle =
      side === "top" || side === "bottom" ? rect.left + rect.width / 2 - x : rect.top + rect.height / 2 - y;
    one.style.left = `${x}px`;
    one.style.top = `${y}px`;
    one.style.setProperty("--middle", `${middle}px`);
    one.dataset.side = side;
  };
  useLayoutEffect(settle);
  useLayoutEffect(() => {
    const target = anchor.matches(FOCUSABLE) ? anchor : (anchor.querySelector(FOCUSABLE) ?? anchor);
    const before = target.getAttribute("aria-describedby");
    target.setAttribute("aria-describedby", id);
    return () =>
      before === null ? target.removeAttribute("aria-describedby") : target.setAttribute("aria-describedby", before);
  }, [anchor]);
  useEffect(() => {
    const away = (/** @type {Event} */ event) => {
      const target = /** @type {Node} */ (event.target);
      if (!box.current?.contains(target) && !anchor.contains(target)) hush();
    };
    // If the focus jumps far, the page scrolls to it first.
    const scrolled = () => (performance.now() - since < SETTLING ? settle() : hush());
    // The element is gone: no tip.
    const watch = new MutationObserver(() => anchor.isConnected || hush());
    watch.observe(document.body, { childList: true, subtree: true });
    addEventListener("pointerdown", away, true);
    addEventListener("scroll", scrolled, true);
    return () => {
      watch.disconnect();
      removeEventListener("pointerdown", away, true);
      removeEventListener("scroll", scrolled, true);
    };
  }, [anchor]);
  // At the table Escape also lets go of what is held; a window below stays open until the next press.
  const quiet = () => {
    hush();
    return !document.documentElement.classList.contains("has-dialog");
  };
  useKeys({ Escape: quiet, ...(rule ? { F1: () => showRule(rule) } : {}) }, TIP);

  return html`<div class=${`tip${why ? " why" : ""}`} ref=${box} onPointerEnter=${() => clearTimeout(timer)}
    onPointerLeave=${() => held || hush(LEAVE_DELAY)}>
    <div id=${id} role="tooltip">
      ${title && html`<p class="tip-title">${title}</p>`}
      ${gain && Object.values(gain).some((n) => n > 0) ? html`<p class="tip-gain"><${Gain} gain=${gain} plus /></p>` : null}
      ${why && html`<p class="tip-why"><${Sign} name="lock" /> <span>${why}</span></p>`}
      ${text && html`<p>${text}</p>`}
      ${note && html`<p class="tip-note">${note}</p>`}
      ${house && html`<p class="tip-house">${t("explain.house")}</p>`}
    </div>
    ${rule ? html`<p class="tip-rule"><${RuleLink} id=${rule} /> <kbd class="key" aria-hidden="true">F1</kbd></p>` : null}
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
    return html`<mark class=${words === "" ? "ruling bare" : "ruling"}>
      <b>${t("explain.ruling")}</b>
      ${words && html` ${words}`}
    </mark>`;
  });
  return html`<span class="rule-text">${shown}</span>`;
}

/** Lettered items are on separate lines. @param {string} text */
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
    return () => {
      wanted = false;
    };
  }, [id, language.value]);
  return html`<${Dialog} title=${t("explain.rule", { id })} onClose=${onClose}>
    <div class="rule-window">
      ${found === null && html`<p>${t("pages.loading")}</p>`}
      ${found === "failed" && html`<p>${t("explain.no-rule")}</p>`}
      ${
        found !== null &&
        found !== "failed" &&
        html`
        <p class="rule-chapter">${found.chapter}</p>
        <p><${RuleText} text=${found.text} /></p>
      `
      }
      <p>
        <a href=${`/rules#${id}`} target=${place.value.screen === "table" ? "_blank" : undefined} rel="noopener">
          ${t("explain.all-rules")}
        </a>
      </p>
    </div>
  </${Dialog}>`;
}
