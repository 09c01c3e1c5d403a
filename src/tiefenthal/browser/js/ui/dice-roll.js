// The animation of rolled dice: each is thrown into its coaster or tray, turns over as a cube, bounces and ends on its
// face. Once for every roll: not again after a reload, a lost connection or an undo, which change no die. The cubes are
// in a separate layer over the page and do not intercept presses; the dice themselves are in place all along and can be
// pressed at once. A press or a key ends the animation. Only transforms and opacity change.
import { effect } from "../../vendor/preact.js";
import { seat, table, update } from "../core/game.js";
import { longer } from "../core/settings.js";
import { chime } from "../core/sound.js";

// --- which dice are rolled

/**
 * How `Die` names a die that may be rolled (`rolled`): the white ones together, those of a colour by seat and number.
 */
export const WHITE = "white";
/** @param {number} number @param {number} i */
export const coloured = (number, i) => `own-${number}-${i}`;

const KEY = "tiefenthal-rolled";
/** The rolls that have been seen, as long as the tab is open. */
const seen = new Set(kept());
/** @returns {string[]} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} key */
function see(key) {
  seen.add(key);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...seen].slice(-40)));
  } catch {
    // Without storage a roll may be shown twice.
  }
}

/** @param {SeatOn} on */
const owned = (on) => on.dice.filter((die) => die.own).length;

/**
 * The dice of a board that have been rolled, each with the key of its roll.
 * @param {Board} on
 * @returns {Map<string, string>}
 */
function rolledOn(on) {
  const found = new Map();
  if (on.phase === "draft" && on.seats.every((one) => one.coaster.length > 0)) found.set(WHITE, `${on.round}`);
  on.seats.forEach((one, i) => {
    for (let k = owned(one) - 1; k >= 0; k -= 1) found.set(coloured(i + 1, k), `${on.round}:${i + 1}:${k}`);
  });
  return found;
}

/** Animate dice when they are rolled at a table, until the returned function is called. */
export function watchRolls() {
  let known = "";
  const stop = effect(() => {
    const now = update.value?.board ?? null;
    const id = table.peek()?.id ?? "";
    if (now === null) return;
    /** @type {Set<string>} */
    const fresh = new Set();
    for (const [name, roll] of rolledOn(now)) {
      if (seen.has(`${id}:${roll}`)) continue;
      see(`${id}:${roll}`);
      fresh.add(name);
    }
    // Dice that are there when the table is opened were rolled before.
    if (known === id && fresh.size > 0) throwSoon(fresh);
    else if (running !== null && running.seat !== seat.peek()) throwSoon(running.names); // the board has turned to the next player
    known = id;
  });
  return () => {
    stop();
    settle();
  };
}

/** @param {Set<string>} names */
function throwSoon(names) {
  chime("roll");
  const time = longer();
  if (time === 0 || document.hidden) return;
  // The screen is drawn before the next picture; then it is known where the dice lie.
  requestAnimationFrame(() => tumble(names, time));
}

// --- how they tumble

/** @typedef {{anchor: HTMLElement, body: HTMLElement, hiding: Animation}} Thrown */
/** @type {{names: Set<string>, seat: number | null, layer: HTMLElement, dice: Set<Thrown>, timer: number} | null} */
let running = null;

/** The animation is over: show the dice themselves. */
export function settle() {
  if (running === null) return;
  const { layer, dice, timer } = running;
  running = null;
  clearTimeout(timer);
  for (const die of dice) die.hiding.cancel();
  layer.remove();
  for (const what of ENDS) removeEventListener(what, settle, true);
  removeEventListener("scroll", moved, true);
}
const ENDS = ["pointerdown", "keydown", "resize"];

/** Something was scrolled: if the dice have moved with it, the tumble is over. The log beside them may move as it likes.
 * @param {Event} event */
function moved({ target }) {
  if ([...(running?.dice ?? [])].some((die) => target instanceof Node && target.contains(die.anchor))) settle();
}

/** @param {Thrown} die */
function land(die) {
  die.hiding.cancel();
  die.body.remove();
  running?.dice.delete(die);
}

/** How many pictures the dice are waited for: a slow machine may not have drawn them yet. */
const PICTURES = 30;

/** @param {Set<string>} names @param {number} time */
function tumble(names, time, tries = PICTURES) {
  const anchors = dieElements().filter((one) => names.has(one.dataset.rolled ?? ""));
  if (anchors.length === 0) {
    if (tries > 0) requestAnimationFrame(() => tumble(names, time, tries - 1));
    return;
  }
  settle();
  const layer = document.createElement("div");
  layer.className = "roll-layer";
  layer.setAttribute("aria-hidden", "true");
  /** @type {Set<Thrown>} */
  const dice = new Set();
  // Where each lies is asked for all at once, before anything is added.
  const places = anchors.map((anchor) => ({ anchor, box: anchor.getBoundingClientRect(), from: thrownFrom(anchor) }));
  places.forEach(({ anchor, box, from }, i) => {
    const body = cube(anchor, box);
    layer.append(body);
    const die = { anchor, body, hiding: hide(anchor) };
    dice.add(die);
    void play(body, from, i, time).finished.then(
      () => land(die),
      () => null,
    );
  });
  // Whatever the browser's timers do, the dice are visible in the end.
  running = { names, seat: seat.peek(), layer, dice, timer: window.setTimeout(settle, time + 120) };
  document.body.append(layer);
  for (const what of ENDS) addEventListener(what, settle, { capture: true, passive: true });
  addEventListener("scroll", moved, { capture: true, passive: true });
}

/** What happens meanwhile may draw a die again where it lies, as when it becomes one that can be taken: it tumbles on. One
 * that is gone does not. */
effect(() => {
  update.value;
  if (running === null) return;
  requestAnimationFrame(() => {
    const gone = [...(running?.dice ?? [])].filter((die) => !die.anchor.isConnected);
    if (gone.length === 0) return;
    const taken = new Set([...(running?.dice ?? [])].map((die) => die.anchor));
    const free = dieElements().filter((one) => !taken.has(one));
    for (const die of gone) {
      const [x, y] = [Number.parseFloat(die.body.style.left), Number.parseFloat(die.body.style.top)];
      const at = free.findIndex((one) => {
        const box = one.getBoundingClientRect();
        return (
          one.dataset.face === die.anchor.dataset.face &&
          Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) < NEAR
        );
      });
      if (at < 0) {
        land(die);
        continue;
      }
      [die.anchor] = free.splice(at, 1);
      die.hiding = hide(die.anchor);
    }
  });
});
const NEAR = 8;

/** @returns {HTMLElement[]} */
const dieElements = () =>
  [...document.querySelectorAll(".die[data-rolled]")]
    .map((one) => /** @type {HTMLElement} */ (one))
    .filter((one) => one.offsetWidth > 0);

/** Hide a die while its cube tumbles; it stays in place and can be pressed. @param {HTMLElement} die */
const hide = (die) => die.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: "both" });

/** From where a die is thrown, as seen from where it comes to lie: onto a coaster by the player behind it, into a tray from
 * the side. @param {HTMLElement} anchor @returns {[number, number]} */
function thrownFrom(anchor) {
  const size = anchor.offsetWidth;
  const coaster = anchor.closest(".ph-coaster");
  const ring = coaster?.closest(".ph-ring");
  if (!coaster || !ring) return [-size * 2.4, -size * 0.9];
  const at = coaster.getBoundingClientRect();
  const all = ring.getBoundingClientRect();
  const x = at.left + at.width / 2 - (all.left + all.width / 2);
  const y = at.top + at.height / 2 - (all.top + all.height / 2);
  const far = Math.hypot(x, y) || 1;
  return [(x / far) * size * 2.6, (y / far) * size * 2.6];
}

/** The sides of a cube as they stand around its front. */
const SIDES = ["", "rotateY(90deg)", "rotateX(90deg)", "rotateX(-90deg)", "rotateY(-90deg)", "rotateY(180deg)"];

/** The faces of a die in that order, with one of them in front; opposite ones make seven. @param {number} front */
function faces(front) {
  const [one, other] = [1, 2, 3].filter((face) => face !== front && face !== 7 - front);
  return [front, one, other, 7 - other, 7 - one, 7 - front];
}

/** A cube that lies where a die does. @param {HTMLElement} anchor @param {DOMRect} box */
function cube(anchor, box) {
  const body = document.createElement("div");
  const size = anchor.offsetWidth;
  const { kind } = anchor.dataset;
  body.className = `roll-die ${kind}`;
  body.style.cssText = `left:${box.left + box.width / 2}px;top:${box.top + box.height / 2}px;--size:${size}px`;
  body.style.setProperty("--turn", getComputedStyle(anchor).getPropertyValue("--r") || "0deg");
  const shadow = document.createElement("i");
  const hop = document.createElement("div");
  const turning = document.createElement("div");
  const front = Number(anchor.dataset.face);
  faces(front).forEach((face, i) => {
    const side = document.createElement("span");
    side.style.transform = `${SIDES[i]} translateZ(calc(var(--size) * .43))`;
    const art = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    art.setAttribute("viewBox", "2.5 2 35 35");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#d-${kind}${face}`);
    use.setAttribute("width", "40");
    use.setAttribute("height", "40");
    art.append(use);
    side.append(art);
    turning.append(side);
  });
  hop.append(turning);
  body.append(shadow, hop);
  return body;
}

/**
 * A pseudo-random number between -1 and 1, always the same for the same die.
 * @param {number} i
 * @param {number} k
 */
const luck = (i, k) => ((((Math.sin(i * 12.9898 + k * 78.233) * 43758.5453) % 1) + 1) % 1) * 2 - 1;

const FALL = "cubic-bezier(.5, 0, .9, .6)";
const RISE = "cubic-bezier(.1, .4, .5, 1)";

/** Throw one: along the table, in hops, turning over the way it goes. The dice of a throw hit one after the other.
 * @param {HTMLElement} body @param {[number, number]} from @param {number} i @param {number} time */
function play(body, [x, y], i, time) {
  const [shadow, hop] = /** @type {HTMLElement[]} */ ([...body.children]);
  const turning = /** @type {HTMLElement} */ (hop.firstElementChild);
  const size = body.style.getPropertyValue("--size");
  const late = (((i * 5) % 8) / 8) * time * 0.28;
  const how = { duration: time - late, delay: late, fill: /** @type {FillMode} */ ("both") };
  const aside = luck(i, 1) * 0.35;
  const [sx, sy] = [x - y * aside, y + x * aside];
  const far = Math.hypot(sx, sy) || 1;
  const axis = `${(sy / far).toFixed(3)}, ${(-sx / far).toFixed(3)}, ${(luck(i, 2) * 0.3).toFixed(3)}`;
  const turn = (/** @type {number} */ angle) => `rotate3d(${axis}, ${-angle}deg)`;
  const whole = 430 + 80 * luck(i, 3);
  const up = (/** @type {number} */ n) => `translateY(calc(${size} * ${-n})) scale(${1 + n * 0.16})`;
  hop.animate(
    [
      { transform: up(0.95), easing: FALL },
      { transform: up(0), offset: 0.3, easing: RISE },
      { transform: up(0.5), offset: 0.47, easing: FALL },
      { transform: up(0), offset: 0.65, easing: RISE },
      { transform: up(0.14), offset: 0.77, easing: FALL },
      { transform: up(0), offset: 0.88 },
      { transform: up(0) },
    ],
    how,
  );
  turning.animate(
    [
      { transform: turn(whole) },
      { transform: turn(whole * 0.56), offset: 0.3 },
      { transform: turn(96), offset: 0.65, easing: RISE },
      { transform: turn(38), offset: 0.77, easing: FALL },
      { transform: turn(-7), offset: 0.88 },
      { transform: turn(0) },
    ],
    how,
  );
  shadow.animate(
    [
      { opacity: 0, transform: "translateY(40%) scale(1.5)" },
      { opacity: 1, transform: "scale(1)", offset: 0.3 },
      { opacity: 0.5, transform: "translateY(20%) scale(1.25)", offset: 0.47 },
      { opacity: 1, transform: "scale(1)", offset: 0.65 },
      { opacity: 0.8, transform: "scale(1.06)", offset: 0.77 },
      { opacity: 1, transform: "scale(1)", offset: 0.88 },
      { opacity: 1, transform: "scale(1)" },
    ],
    how,
  );
  return body.animate(
    [
      { opacity: 0, transform: `translate(${sx}px, ${sy}px)` },
      { opacity: 1, transform: `translate(${sx * 0.86}px, ${sy * 0.86}px)`, offset: 0.05 },
      { transform: `translate(${sx * 0.4}px, ${sy * 0.4}px)`, offset: 0.3 },
      { transform: `translate(${sx * 0.1}px, ${sy * 0.1}px)`, offset: 0.65, easing: "ease-out" },
      { opacity: 1, transform: "none", offset: 0.88 },
      { opacity: 1, transform: "none" },
    ],
    how,
  );
}
