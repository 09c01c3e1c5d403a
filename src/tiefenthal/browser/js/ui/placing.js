// Where a panel stands over the table: inside the window but not over the log, over nothing that it speaks of or that is
// to be pressed, and beside it. Tips, hints, lessons and the question about sound stand by it.
import { useEffect, useLayoutEffect, useRef } from "../../vendor/preact.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */
/** What a panel must leave free, and what it had better leave free.
 * @typedef {{never: Element[], rather: Element[]}} Clear */

/** From the edge of the window. */
const EDGE = 8;
/** What a covered pixel counts that must be free, against one that had better be. */
const FORBIDDEN = 1000;
/** What a pixel of distance counts, in covered pixels. */
const DISTANCE = 15;
const LOOK_AGAIN = 120;
/** The shapes of a panel (css/lessons.css, css/table/over.css), and what each counts, in covered pixels.
 * @type {[string, number][]} */
const SHAPES = [
  ["", 0],
  ["wide", 2000],
  ["slim", 2000],
  ["tight", 12000],
  ["tight wide", 12000],
];
/** Then as low as this, with its words to scroll. */
const LOWEST = 96;

/** What must be free at every moment: the ways on, and out. */
const WAYS_ON = "[data-main], #main-button, .tv-banner:not(.hint-card), .phone-banner";
const WINDOW_WAYS = [
  ".dialog-head .tool",
  ".dialog-foot button",
  "[data-action]:not([aria-disabled=true]):not(:disabled)",
  "[data-cards]",
].join(", ");

const USABLE = [
  "#app [data-action]:not([aria-disabled=true]):not(:disabled)",
  "[data-group=tables] > *, [data-group=stores], .tv-status, .phone-status, .hint-card, .teacher",
  "[data-group=tray], [data-use-all], .phone-strip, .ph-spaces > *, .ph h2, .ph h2 + p",
].join(", ");

/** @param {Area} one @param {Area} other */
function shared(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The part of an element that can be seen: what scrolls hides the rest. @param {Element} one @returns {Area | null} */
export function seen(one) {
  let { left, top, right, bottom } = one.getBoundingClientRect();
  for (let box = one.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(box);
    if (overflowX !== "visible" || overflowY !== "visible") {
      const clip = box.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    if (position === "fixed") break;
  }
  left = Math.max(left, 0);
  top = Math.max(top, 0);
  right = Math.min(right, innerWidth);
  bottom = Math.min(bottom, innerHeight);
  return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
}

/** @param {Element[]} all @returns {Area[]} */
const areas = (all) => all.map(seen).filter((one) => one !== null);

/** The controls that no panel may cover, whatever it is about. */
export function waysOn() {
  const window = [...document.querySelectorAll("[role=dialog]")].at(-1);
  if (window !== undefined) return [...window.querySelectorAll(WINDOW_WAYS)];
  return [...document.querySelectorAll(WAYS_ON)];
}

/** What had better be free: what can be done now, the own dice, tables and areas, the lines that say what is asked. */
export function usable() {
  const windows = document.querySelectorAll("[role=dialog]");
  return [...(windows.length > 0 ? windows : document.querySelectorAll(USABLE))];
}

/** Where panels stand: beside the log, if that is beside the table, unless a window lies over both. @returns {Area} */
function room() {
  const dock = document.querySelector("[role=dialog]") ? null : document.querySelector(".nw-dock");
  const right = dock?.getBoundingClientRect().left ?? innerWidth;
  return { left: EDGE, top: EDGE, right: right - EDGE, bottom: innerHeight - EDGE };
}

/** The best place for a panel of this size; `covers`: how much it hides there that must be free.
 * @param {{width: number, height: number}} size @param {Area[]} never @param {Area[]} rather */
export function roomFor({ width, height }, never, rather) {
  const gap = innerWidth < 700 ? 4 : 8;
  const { right, bottom } = room();
  const most = { x: right - width, y: bottom - height };
  const xs = new Set([EDGE, most.x, EDGE + (most.x - EDGE) / 2]);
  const ys = new Set([EDGE, most.y, EDGE + (most.y - EDGE) / 2]);
  for (const one of [...never, ...rather]) {
    for (const x of [one.right + gap, one.left - gap - width]) if (x >= EDGE && x <= most.x) xs.add(Math.round(x));
    for (const y of [one.bottom + gap, one.top - gap - height]) if (y >= EDGE && y <= most.y) ys.add(Math.round(y));
  }
  const about = never[0];
  let best = { x: EDGE, y: EDGE, covers: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };
  for (const x of xs) {
    for (const y of ys) {
      const area = { left: x, top: y, right: x + width, bottom: y + height };
      let cost = 0;
      if (about !== undefined) {
        const across = Math.max(0, about.left - area.right, x - about.right);
        const down = Math.max(0, about.top - area.bottom, y - about.bottom);
        cost = (across + down) * DISTANCE;
      }
      const around = {
        left: x - gap + 1,
        top: y - gap + 1,
        right: area.right + gap - 1,
        bottom: area.bottom + gap - 1,
      };
      let covers = 0;
      for (let i = 0; i < never.length && cost < best.cost; i += 1) {
        const hidden = shared(never[i], around);
        covers += hidden;
        cost += hidden * FORBIDDEN;
      }
      for (let i = 0; i < rather.length && cost < best.cost; i += 1) cost += shared(rather[i], area);
      if (cost < best.cost) best = { x, y, covers, cost };
    }
  }
  return best;
}

/** What sticks out of a panel at its top, like a face, takes room as well. @param {HTMLElement} panel */
function above(panel) {
  const top = panel.getBoundingClientRect().top;
  return [...panel.querySelectorAll("[data-sticks-out]")].reduce(
    (most, one) => Math.max(most, top - one.getBoundingClientRect().top),
    0,
  );
}

/** Put the panel where it hides nothing, in the shape for which there is most room. @param {HTMLElement} panel @param {Clear} clear */
function settle(panel, clear) {
  const never = areas(clear.never);
  const rather = areas(clear.rather);
  const measured = (/** @type {string} */ shape, /** @type {number} */ low) => {
    panel.dataset.shape = shape;
    panel.style.maxBlockSize = low > 0 ? `${low}px` : "";
    const { width, height } = panel.getBoundingClientRect();
    const over = above(panel);
    const found = roomFor({ width, height: height + over }, never, rather);
    return { ...found, over, height, shape, low };
  };
  const before = panel.getBoundingClientRect();
  let best = null;
  for (const [shape, extra] of SHAPES) {
    if (best !== null && best.cost <= extra) break;
    const found = measured(shape, 0);
    if (best === null || found.cost + extra < best.cost) best = { ...found, cost: found.cost + extra };
  }
  if (best === null) return;
  for (let low = best.height * 0.85; best.covers > 0 && low > LOWEST; low *= 0.85) {
    for (const shape of ["tight", "tight wide"]) {
      const found = measured(shape, low);
      if (found.covers < best.covers) best = found;
    }
  }
  measured(best.shape, best.low);
  // It stays where it is while nothing is in its way there.
  const { width, height } = panel.getBoundingClientRect();
  const stays = {
    left: before.left,
    top: before.top - best.over,
    right: before.left + width,
    bottom: before.top + height,
  };
  const { left, top, right, bottom } = room();
  const inside = stays.left >= left && stays.top >= top && stays.right <= right && stays.bottom <= bottom;
  const free = inside && [...never, ...rather].every((one) => shared(one, stays) === 0);
  if (free && panel.dataset.placed !== undefined) return;
  panel.style.left = "0";
  panel.style.top = "0";
  const origin = panel.getBoundingClientRect(); // of what it stands in
  panel.style.left = `${best.x - origin.left}px`;
  panel.style.top = `${best.y + best.over - origin.top}px`;
  panel.dataset.placed = "";
}

/**
 * Keep a panel, which is `position: fixed`, clear of these elements, whatever moves. The answer puts it in its place at
 * once.
 * @param {{current: HTMLElement | null}} panel
 * @param {() => Clear} clear
 */
export function usePlaced(panel, clear) {
  const wanted = useRef(clear);
  wanted.current = clear;
  const settled = useRef("");
  const look = useRef(() => {
    const one = panel.current;
    if (one === null) return;
    const { never, rather } = wanted.current();
    const free = { never, rather: rather.filter((other) => other !== one) };
    const { width, height } = one.getBoundingClientRect();
    const key = JSON.stringify([areas(free.never), areas(free.rather), room(), one.textContent]);
    const now = `${key} ${Math.round(width)} ${Math.round(height)}`;
    if (now === settled.current) return;
    settle(one, free);
    const after = one.getBoundingClientRect();
    settled.current = `${key} ${Math.round(after.width)} ${Math.round(after.height)}`;
  }).current;
  useLayoutEffect(look);
  useEffect(() => {
    let frame = 0;
    const timer = setInterval(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    }, LOOK_AGAIN);
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return look;
}
