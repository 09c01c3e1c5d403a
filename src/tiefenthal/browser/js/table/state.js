// Playing at the wide table: which window is open, which die is held, what a press on a space would play, a die
// dragged,
// a control that plays one action. All of it follows from what the server offers (`legal`) and refuses (`barred`).
import { html, signal } from "../../vendor/preact.js";
import { act, asked, barred, hand, legal, me, placing, seat, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/page.js";
import { diceAt, exchange, helped, placesFor, spotOf, usable } from "../core/turn.js";
import { actionWords, spaceName, whyWords } from "../core/words.js";
import { explain, hush, tip } from "../ui/explain.js";
import { Die } from "../ui/pieces.js";
import { named } from "../ui/signs.js";

/**
 * @typedef {{kind: "book" | "inn" | "upgrade" | "piles" | "points" | "entertainer" | "log" | "recap" | "end" | "hand" | "menu" | "keys", seat?: number, area?: string, name?: string}} Overlay
 */

/** The window that is open over the table. */
export const overlay = signal(/** @type {Overlay | null} */ (null));
/** @param {Overlay} wanted */
export const show = (wanted) => (overlay.value = wanted);
export const hide = () => (overlay.value = null);

/** The letters of the spaces; tables are lettered from the left. @type {By<string>} */
const LETTERS = { cashbox: "c", monk: "m", barrel: "b", brewer: "w" };
const TABLE_LETTERS = "asdfhjknpqz";
/** The letter of a space, or "". @param {string} space */
export function letterOf(space) {
  const table = /^t(\d+)$/.exec(space);
  return table ? (TABLE_LETTERS[Number(table[1]) - 1] ?? "") : (LETTERS[space] ?? "");
}

// --- spaces

/** The use of a die that stands on the space. @param {string} space @param {number} [face] */
export function useOf(space, face) {
  const mine = me.value;
  if (mine === null) return null;
  const found = diceAt(mine, space)
    .filter((die) => face === undefined || die.face === face)
    .map((die) => `use ${spotOf(mine, die)}`);
  return found.find((action) => legal.value.has(action)) ?? null;
}

/**
 * The space a die is being looked for: the next die that is pressed goes there. It belongs to the moment it was pressed
 * in.
 */
const sought = signal(/** @type {{space: string, ply: number} | null} */ (null));
export const soughtFor = () =>
  sought.value !== null && sought.value.ply === update.value?.ply && hand.value === null ? sought.value.space : null;

/** Put away what is held or looked for; whether there was something. */
export function drop() {
  const some = hand.value !== null || soughtFor() !== null;
  hand.value = null;
  sought.value = null;
  return some;
}

/**
 * @typedef {{action: string | null, light: "strong" | "quiet" | "none", help: boolean, why: Barred | null}} SpaceNow
 */

/**
 * How a space stands to me now: what a press would play, how strongly it is lit, why it is not.
 * @param {string} space
 * @returns {SpaceNow}
 */
export function spaceNow(space) {
  const mine = me.value;
  const held = hand.value;
  /** @type {SpaceNow} */
  const dark = { action: null, light: "none", help: false, why: null };
  if (mine === null || !asked.value) return dark;
  if (held !== null) {
    const action = placing(space) ?? "";
    if (legal.value.has(action)) return { ...dark, action, light: "strong", help: helped(mine, space, held.face) };
    const swap = exchange(held.from, space);
    if (swap !== null) return { ...dark, action: swap, light: "strong" };
    return { ...dark, why: barred.value.get(action) ?? null };
  }
  const use = useOf(space);
  if (use !== null) return { ...dark, action: use, light: "strong" };
  const ways = placesFor(space);
  return ways.length > 0 ? { ...dark, action: ways.length === 1 ? ways[0] : null, light: "quiet" } : dark;
}

/** Take a die into the hand, or put it down again. @param {DieOn} die */
export function pick(die) {
  const mine = me.value;
  if (mine === null || die.at === "used" || !asked.value) return;
  const goal = soughtFor();
  sought.value = null;
  if (goal !== null && die.at === "tray" && legal.value.has(`place ${die.face} ${goal}`))
    return void act(`place ${die.face} ${goal}`);
  const from = spotOf(mine, die);
  const held = hand.value;
  hand.value =
    held !== null && held.face === die.face && held.from === from ? null : { face: die.face, from, own: die.own };
  if (hand.value !== null) announce(t("table.held", { face: die.face }));
}

/** Press a space: put the held die there, use what stands there, place another die that fits, or take up the one that stands
 * there. Where several would fit, the next press says which. @param {string} space */
export function press(space) {
  const mine = me.value;
  if (mine === null || !asked.value) return;
  const now = spaceNow(space);
  if (now.action !== null) {
    void act(now.action);
    return;
  }
  const held = hand.value;
  if (held !== null) {
    if (held.from.split(":")[0] === space) hand.value = null;
    else
      announce(now.why ? whyWords(now.why) : t("table.unfit", { face: held.face, space: spaceName(space) }), {
        now: true,
      });
    return;
  }
  if (now.light === "quiet") {
    const again = soughtFor() === space;
    sought.value = again ? null : { space, ply: update.value?.ply ?? 0 };
    if (!again) announce(t("table.which-die", { space: spaceName(space) }), { now: true });
    return;
  }
  const standing = diceAt(mine, space)[0];
  if (standing !== undefined && usable(mine, standing)) pick(standing);
}

/** The held die back into the tray, where that is possible. */
export function putBack() {
  const held = hand.value;
  if (held === null) return;
  const action = `back ${held.from}`;
  if (held.from !== "tray" && legal.value.has(action)) void act(action);
  else hand.value = null;
}

/**
 * A key 1 to 6: take a die with that face, at the next press one that already stands somewhere.
 * @param {number} face
 */
export function pickFace(face) {
  const mine = me.value;
  if (mine === null) return;
  const spots = new Map();
  for (const die of mine.dice) if (die.face === face && usable(mine, die)) spots.set(spotOf(mine, die), die);
  const order = [...spots.keys()].sort((a, b) => Number(b === "tray") - Number(a === "tray"));
  if (order.length === 0) {
    announce(t("table.no-such-die", { face }), { now: true });
    return;
  }
  const held = hand.value;
  const at = held !== null && held.face === face ? order.indexOf(held.from) + 1 : 0;
  if (at >= order.length) hand.value = null;
  else pick(spots.get(order[at]));
}

// --- dragging: past a few pixels a die is in the hand, spaces light up, and where it is let go counts

/** A die on its way under the pointer. */
export const dragged = signal(
  /** @type {{face: number, own: boolean, x: number, y: number, over: string | null} | null} */ (null),
);
const FAR = 6;
/** The click that ends a drag is no press. */
let swallow = false;
addEventListener(
  "click",
  (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  },
  true,
);

/** For `onPointerDown` of a die. @param {DieOn} die */
export const grab = (die) => (/** @type {PointerEvent} */ down) => {
  if (down.button !== 0 || die.at === "used") return;
  let moving = false;
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!moving && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
    if (!moving) {
      moving = true;
      hush();
      const mine = me.value;
      const from = mine === null ? "" : spotOf(mine, die);
      if (hand.value === null || hand.value.face !== die.face || hand.value.from !== from) {
        hand.value = null;
        pick(die);
      }
      if (hand.value === null) {
        end();
        return;
      }
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-space], [data-tray]");
    dragged.value = {
      face: die.face,
      own: die.own,
      x: event.clientX,
      y: event.clientY,
      over: under?.getAttribute("data-space") ?? null,
    };
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    if (moving && event.type === "pointerup") {
      swallow = true;
      setTimeout(() => (swallow = false), 50);
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-space], [data-tray]");
      const space = under?.getAttribute("data-space") ?? null;
      end();
      if (space !== null && hand.value !== null) press(space);
      else if (under?.hasAttribute("data-tray")) putBack();
      return;
    }
    end();
  };
  function end() {
    dragged.value = null;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
  }
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
};

/** The die under the pointer. */
export function DraggedDie() {
  const now = dragged.value;
  if (now === null) return null;
  return html`<div class="tv-dragged" style=${{ left: `${now.x}px`, top: `${now.y}px` }} aria-hidden="true">
    <${Die} face=${now.face} seat=${now.own ? seat.value : null} />
  </div>`;
}

// --- a control that plays one action: lit when it can be played, dimmed with the reason when not

/** @typedef {{can: boolean, why: Barred | null}} May */

/** What a control that cannot be used says. @param {string} words @param {string} why */
export const notNow = (words, why) => t("table.barred", { words: words.replace(/\.$/, ""), why });

/** Whether an action can be played now, and if it is refused, why. @param {string} action @returns {May} */
export const may = (action) => ({ can: asked.value && legal.value.has(action), why: barred.value.get(action) ?? null });

/**
 * A button for one action. `about` adds to its tip; `label` is its name where the action's own words do not do;
 * `first` gives it the focus when its window opens.
 * @param {{action: string, class?: string, label?: string, about?: () => import("../ui/explain.js").Words, children?: unknown, done?: boolean, first?: boolean}} props
 */
export function Doing({ action, class: kind = "", label, about, children, done = false, first = false }) {
  const { can, why } = may(action);
  const extra = action === "bard" || action === "counter-guest" || action.startsWith("entertain ");
  const name = label ?? actionWords(action);
  const no = why !== null ? whyWords(why) : t("table.later");
  const words = () => ({ ...(about?.() ?? { title: name }), ...(can ? {} : { why: no, rule: why?.rule }) });
  const pressed = (/** @type {MouseEvent} */ event) => {
    if (can) return void act(action);
    explain(/** @type {Element} */ (event.currentTarget), words);
    announce(no, { now: true });
  };
  return html`<button type="button" class=${`${kind} ${can ? "lit" : why !== null ? "dim" : "idle"}${done ? " done" : ""}`}
    data-action=${action} data-extra=${extra ? "" : undefined} data-first=${first ? "" : undefined}
    aria-disabled=${can ? undefined : "true"} onClick=${pressed} ...${tip(words)}>
    ${named(why !== null ? notNow(name, no) : name, children)}
  </button>`;
}
