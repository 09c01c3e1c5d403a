// The spotlight on what a lesson is about, and the position of the teacher's panel: beside the spotlight, never over
// it.
import { html, signal, useEffect, useRef } from "../../vendor/preact.js";
import { lookedAt, toPress } from "./targets.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const box = signal(/** @type {Box | null} */ (null));
const target = signal(/** @type {Element | null} */ (null));
const MARK = "data-lesson-target";
const GAP = 6;

/** The name of a control. @param {Element | null} one */
export const labelOf = (one) =>
  one === null ? "" : (one.getAttribute("aria-label") ?? one.textContent ?? "").replace(/\s+/g, " ").trim();

/** @param {Element} one @returns {Box} */
function around(one) {
  const found = one.getBoundingClientRect();
  return {
    left: Math.round(found.left - GAP),
    top: Math.round(found.top - GAP),
    width: Math.round(found.width + 2 * GAP),
    height: Math.round(found.height + 2 * GAP),
  };
}

/** How much two boxes share. @param {Box} one @param {Box} other */
function shared(one, other) {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const PLACES = ["end-low", "start-low", "end-high", "start-high", "middle"];

/** Put the panel where it hides least: nothing in the spotlight, then nothing that can be pressed or must be read.
 * @param {HTMLElement} panel @param {Box | null} light */
function settle(panel, light) {
  const others = [...document.querySelectorAll("[data-main], #main-button, [role=dialog], .phone-go, .ph-options")];
  const dock = document.querySelector(".phone-dock")?.getBoundingClientRect().top ?? innerHeight;
  panel.style.setProperty("--dock", `${Math.round(innerHeight - dock)}px`);
  const cost = (/** @type {string} */ place) => {
    panel.dataset.place = place;
    const mine = panel.getBoundingClientRect();
    const hides = others.reduce((sum, one) => sum + shared(mine, around(one)), 0);
    return 1000 * (light === null ? 0 : shared(mine, light)) + hides;
  };
  const now = panel.dataset.place ?? PLACES[0];
  // It stays where it is while it hides nothing there.
  const order = [now, ...PLACES.filter((one) => one !== now)].map((place) => ({ place, costs: cost(place) }));
  panel.dataset.place = order.reduce((best, one) => (one.costs < best.costs ? one : best)).place;
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
 * @param {{current: HTMLElement | null}} panel
 * @param {string[]} awaits
 * @param {string} look
 */
export function useSpot(panel, awaits, look) {
  const wanted = useRef({ awaits, look });
  wanted.current = { awaits, look };
  useEffect(() => {
    let frame = 0;
    let settled = "";
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
      if (JSON.stringify(now) !== JSON.stringify(box.peek())) box.value = now;
      const size = panel.current?.getBoundingClientRect();
      const windows = document.querySelectorAll("[role=dialog]").length;
      const key = `${JSON.stringify(now)} ${size?.width} ${size?.height} ${innerWidth} ${innerHeight} ${windows}`;
      if (panel.current !== null && key !== settled) {
        settled = key;
        settle(panel.current, now);
      }
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

/** The light. @param {{acting: boolean}} props */
export function Spot({ acting }) {
  const now = box.value;
  if (now === null) return null;
  return html`<div class=${`lesson-spot${acting ? " acting" : ""}`} aria-hidden="true"
    style=${{ left: `${now.left}px`, top: `${now.top}px`, width: `${now.width}px`, height: `${now.height}px` }}></div>`;
}
