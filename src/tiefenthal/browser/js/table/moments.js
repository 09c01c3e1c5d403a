// Animations of big moments: income moves to my supplies piece by piece, an upgraded area turns over, a noble arrives.
// They are in a separate layer over the table, do not intercept presses, and use only transforms and opacity; a press
// or a key ends them. Cards on their way are in screen.js, dice in ui/dice-roll.js.
import { effect } from "../../vendor/preact.js";
import { seat, story } from "../core/game.js";
import { duration, longer } from "../core/settings.js";
import { since } from "../core/turn.js";

/** More at once than one change brings is what was missed. */
const MISSED = 24;
/** At most this many coins or mugs are drawn. */
const PIECES = 6;
const ICONS = /** @type {By<string>} */ ({ thalers: "thaler", beer: "beer", schnapps: "schnapps" });

/** @type {Set<{end: () => void}>} */
const running = new Set();
const ENDS = ["pointerdown", "keydown", "resize"];

/** End all animations. */
function settle() {
  for (const one of [...running]) one.end();
}

/** Show the big moments at a table, until the returned function is called. */
export function watchMoments() {
  let latest = story.peek().at(-1);
  const stop = effect(() => {
    const fresh = since(latest);
    latest = story.value.at(-1);
    if (fresh.length === 0 || fresh.length > MISSED || longer() === 0 || document.hidden) return;
    // The screen is drawn before the next picture; then it is known where things are.
    requestAnimationFrame(() => {
      for (const event of fresh)
        show(
          event,
          fresh.filter((other) => other.ply === event.ply),
        );
    });
  });
  for (const what of ENDS) addEventListener(what, settle, { capture: true, passive: true });
  return () => {
    stop();
    settle();
    for (const what of ENDS) removeEventListener(what, settle, true);
  };
}

/** @param {string} name @returns {HTMLElement | null} */
const thing = (name) => document.querySelector(`[data-thing="${name}"]`);

/** @param {GameEvent} event @param {GameEvent[]} near */
function show(event, near) {
  const mine = event.seat !== null && event.seat !== undefined && event.seat === seat.peek();
  const amount = event.thalers ?? event.beer ?? event.count ?? 0;
  if (mine && event.what in ICONS && amount > 0) return income(event.what, amount, near);
  if (event.what === "upgraded")
    return mine
      ? built(event.area ?? "")
      : pop(thing(`seat-${event.seat}`)?.querySelector(".tv-strip-built > :last-child") ?? null);
  if (event.what === "gained" && event.card === "noble") return noble(mine, near);
  return undefined;
}

// --- things that move

/**
 * @param {HTMLElement} box
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} how
 * @param {() => void} [then]
 */
function move(box, frames, how, then) {
  const run = box.animate(frames, how);
  const one = {
    end() {
      if (!running.delete(one)) return;
      run.cancel();
      then?.();
    },
  };
  running.add(one);
  run.finished.then(one.end, one.end);
}

let layer = /** @type {HTMLElement | null} */ (null);

/**
 * Something laid over the table for a moment, its middle at a place.
 * @param {string} kind
 * @param {DOMRect} at
 * @param {string} [icon]
 */
function laid(kind, at, icon) {
  if (layer === null || !layer.isConnected) {
    layer = document.createElement("div");
    layer.className = "moment-layer";
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
  }
  const box = document.createElement("span");
  box.className = kind;
  box.style.left = `${at.left + at.width / 2}px`;
  box.style.top = `${at.top + at.height / 2}px`;
  if (icon !== undefined) {
    const art = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#i-${icon}`);
    art.append(use);
    box.append(art);
  }
  layer.append(box);
  return box;
}

/** Something springs up and back. @param {Element | null} box @param {number} [late] */
function pop(box, late = 0) {
  if (box === null) return;
  move(
    /** @type {HTMLElement} */ (box),
    [
      { transform: "none" },
      { transform: "scale(1.32)", offset: 0.35 },
      { transform: "scale(.95)", offset: 0.72 },
      { transform: "none" },
    ],
    { duration: duration(260), delay: late, easing: "ease-out" },
  );
}

/** Coins or mugs from where they are earned to the store, in a bow, one after the other.
 * @param {string} what @param {number} amount @param {GameEvent[]} near */
function income(what, amount, near) {
  const use = near.find((other) => other.what === "decided" && other.does?.kind === "use");
  const space = use?.does?.at;
  const from =
    (space ? thing(`seat-${seat.peek()}-${space}`) : null) ??
    (what === "beer" ? thing("staff-barback") : null) ??
    thing("plan");
  const store = thing(`store-${what}`);
  if (from === null || store === null || from.offsetWidth === 0) return;
  const start = from.getBoundingClientRect();
  const end = store.getBoundingClientRect();
  const x = end.left + end.width / 2 - (start.left + start.width / 2);
  const y = end.top + end.height / 2 - (start.top + start.height / 2);
  const bow = Math.min(-40, -Math.abs(x) * 0.16);
  const time = duration(290);
  const step = longer(52);
  const count = Math.min(amount, PIECES);
  for (let i = 0; i < count; i += 1) {
    const piece = laid("moment-piece", start, ICONS[what]);
    const aside = (i - (count - 1) / 2) * 14;
    move(
      piece,
      [
        { opacity: 0, transform: `translate(${aside}px, 0) scale(.5)` },
        {
          opacity: 1,
          transform: `translate(${aside * 1.4}px, ${bow * 0.5}px) scale(1.3)`,
          offset: 0.28,
          easing: "ease-in",
        },
        { opacity: 1, transform: `translate(${x * 0.55}px, ${y * 0.55 + bow}px) scale(1.1)`, offset: 0.66 },
        { opacity: 0.9, transform: `translate(${x}px, ${y}px) scale(.75)` },
      ],
      { duration: time, delay: i * step, fill: "both" },
      () => piece.remove(),
    );
  }
  pop(store.querySelector("b"), time * 0.9);
  const sum = laid("moment-sum", end);
  sum.textContent = `+${amount}`;
  move(
    sum,
    [
      { opacity: 0, transform: "translateY(20%) scale(.7)" },
      { opacity: 1, transform: "translateY(-90%) scale(1.1)", offset: 0.25 },
      { opacity: 1, transform: "translateY(-120%)", offset: 0.75 },
      { opacity: 0, transform: "translateY(-150%)" },
    ],
    { duration: longer(520), delay: time * 0.8, fill: "both", easing: "ease-out" },
    () => sum.remove(),
  );
}

/** An area turns over to its better side, and its seal is stamped. @param {string} area */
function built(area) {
  const box = thing(`seat-${seat.peek()}-${area}`) ?? document.querySelector(`[data-area="${area}"]`);
  if (!(box instanceof HTMLElement) || box.offsetWidth === 0) return;
  move(
    box,
    [
      { transform: "perspective(60rem) rotateY(-100deg) scale(1.04)", easing: "ease-out" },
      { transform: "perspective(60rem) rotateY(16deg) scale(1.08)", offset: 0.55 },
      { transform: "perspective(60rem) rotateY(-6deg) scale(1.03)", offset: 0.8 },
      { transform: "none" },
    ],
    { duration: duration(300) },
  );
  const seal = box.querySelector(".gold-seal, .seal");
  if (seal instanceof HTMLElement)
    move(seal, [{ opacity: 0, scale: 2.6 }, { opacity: 1, scale: 0.9, offset: 0.7 }, { scale: 1 }], {
      duration: duration(240),
      delay: duration(220),
      fill: "backwards",
    });
  const glow = laid("moment-glow", box.getBoundingClientRect());
  move(
    glow,
    [
      { opacity: 0, transform: "scale(.4)" },
      { opacity: 0.9, transform: "scale(1)", offset: 0.45 },
      { opacity: 0, transform: "scale(1.3)" },
    ],
    { duration: longer(500) },
    () => glow.remove(),
  );
}

/** A noble comes: light breaks out where they come from, and a crown. The card itself flies to the deck (screen.js).
 * @param {boolean} mine @param {GameEvent[]} near */
function noble(mine, near) {
  const area = near.find((other) => other.what === "upgraded")?.area;
  const box = (mine && area ? thing(`seat-${seat.peek()}-${area}`) : null) ?? thing("nobles") ?? thing("store-points");
  if (box === null || box.offsetWidth === 0) return;
  const at = box.getBoundingClientRect();
  const time = longer(mine ? 640 : 420);
  const rays = laid("moment-rays", at);
  move(
    rays,
    [
      { opacity: 0, transform: "scale(.2) rotate(0deg)" },
      { opacity: 1, transform: "scale(1) rotate(16deg)", offset: 0.3 },
      { opacity: 0.9, transform: "scale(1.06) rotate(30deg)", offset: 0.65 },
      { opacity: 0, transform: "scale(1.2) rotate(44deg)" },
    ],
    { duration: time, easing: "ease-out" },
    () => rays.remove(),
  );
  const crown = laid("moment-crown", at, "crown");
  move(
    crown,
    [
      { opacity: 0, transform: "translateY(60%) scale(.4)" },
      { opacity: 1, transform: "translateY(-30%) scale(1.25)", offset: 0.3 },
      { opacity: 1, transform: "translateY(-40%) scale(1.1)", offset: 0.7 },
      { opacity: 0, transform: "translateY(-120%) scale(.9)" },
    ],
    { duration: time, easing: "ease-out" },
    () => crown.remove(),
  );
  if (mine) {
    pop(thing(`seat-${seat.peek()}-deck`), time * 0.4);
    pop(thing("store-points")?.querySelector("b") ?? null, time * 0.4);
  }
}
