// The spotlight on what a lesson is about.
import { html, signal, useEffect, useRef } from "../../vendor/preact.js";
import { lookedAt, toPress } from "../table/targets.js";
import { seen } from "../ui/placing.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const box = signal(/** @type {Box | null} */ (null));
const target = signal(/** @type {Element | null} */ (null));
const MARK = "data-lesson-target";
const GAP = 6;

/** The words of a control that are read out, part by part: what is drawn, and the keys, say nothing.
 * @param {Node} one @returns {string[]} */
function spokenParts(one) {
  const found = [""];
  for (const part of one.childNodes) {
    if (part instanceof Text) found[found.length - 1] += part.data;
    else if (part instanceof Element && !part.matches("[aria-hidden=true]")) found.push(...spokenParts(part), "");
  }
  return found.map((words) => words.replace(/\s+/g, " ").trim()).filter((words) => words !== "");
}

/** The name of a control. @param {Element | null} one */
export const labelOf = (one) => (one === null ? "" : (one.getAttribute("aria-label") ?? spokenParts(one).join(", ")));

/** What can be seen of it, with a gap around. @param {Element} one @returns {Box | null} */
function around(one) {
  const found = seen(one);
  if (found === null) return null;
  return {
    left: Math.round(found.left - GAP),
    top: Math.round(found.top - GAP),
    width: Math.round(found.right - found.left + 2 * GAP),
    height: Math.round(found.bottom - found.top + 2 * GAP),
  };
}

/** Bring into sight what can be scrolled to. @param {Element} one */
function show(one) {
  const at = one.getBoundingClientRect();
  if (at.top < 0 || at.bottom > innerHeight) one.scrollIntoView({ block: "center" });
  for (let box = one.parentElement; box !== null; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (overflowY !== "auto" && overflowY !== "scroll") continue;
    const outer = box.getBoundingClientRect();
    const inner = one.getBoundingClientRect();
    if (inner.bottom > outer.bottom || inner.top < outer.top) one.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Follow what is to be pressed, or looked at, from frame to frame; the element, or null.
 * @param {string[]} awaits
 * @param {string} look
 * @param {() => void} moved what is done when the light has moved
 */
export function useSpot(awaits, look, moved) {
  const wanted = useRef({ awaits, look });
  wanted.current = { awaits, look };
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const { awaits: actions, look: thing } = wanted.current;
      const press = actions.length > 0 ? toPress(actions) : null;
      const found = press ?? lookedAt(thing);
      const before = target.peek();
      if (found !== before) {
        if (found !== null) show(found);
        target.value = found;
      }
      if (before !== null && before !== press) before.removeAttribute(MARK);
      if (press !== null && !press.hasAttribute(MARK)) press.setAttribute(MARK, "");
      const now = found === null ? null : around(found);
      if (JSON.stringify(now) === JSON.stringify(box.peek())) return;
      box.value = now;
      moved();
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
      target.peek()?.removeAttribute(MARK);
      target.value = null;
      box.value = null;
    };
  }, []);
  return target.value;
}

/** What is in the light. */
export function lit() {
  const one = target.peek();
  return one === null ? [] : [one];
}

/** The light. @param {{acting: boolean}} props */
export function Spot({ acting }) {
  const now = box.value;
  if (now === null) return null;
  return html`<div class=${`lesson-spot${acting ? " acting" : ""}`} aria-hidden="true"
    style=${{ left: `${now.left}px`, top: `${now.top}px`, width: `${now.width}px`, height: `${now.height}px` }}></div>`;
}
