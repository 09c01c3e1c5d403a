// What the table on this screen is doing: which window is open, which die is held, what a press on a space would play.
// All of it follows from what the server offers (`legal`) and refuses (`barred`); nothing is decided here.
import { signal } from "../../vendor/preact.js";
import { act, asked, barred, board, hand, legal, me, placing, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/live.js";
import { spaceName, whyWords } from "../core/words.js";

/** @typedef {import("../types.js").SeatOn} SeatOn */
/** @typedef {import("../types.js").DieOn} DieOn */
/** @typedef {{kind: "book" | "inn" | "upgrade" | "piles" | "entertainer" | "log" | "end" | "menu" | "keys", seat?: number, area?: string, name?: string}} Overlay */

/** The window that is open over the table. */
export const overlay = signal(/** @type {Overlay | null} */ (null));
/** @param {Overlay} wanted */
export const show = (wanted) => (overlay.value = wanted);
export const hide = () => (overlay.value = null);

/** A die on its way under the pointer. */
export const dragged = signal(/** @type {{face: number, own: boolean, x: number, y: number, over: string | null} | null} */ (null));
/** While all dice are used one after the other. */
export const serving = signal(false);

/** The letters of the spaces; tables are lettered from the left. */
const LETTERS = /** @type {{[space: string]: string}} */ ({ cashbox: "c", monk: "m", barrel: "b", brewer: "w" });
const TABLE_LETTERS = "asdfhjknpqz";
/** The letter of a space, or "". @param {string} space */
export function letterOf(space) {
  const table = /^t(\d+)$/.exec(space);
  return table ? (TABLE_LETTERS[Number(table[1]) - 1] ?? "") : (LETTERS[space] ?? "");
}

/** @param {SeatOn} one @param {string} space */
export const diceAt = (one, space) => one.dice.filter((die) => die.at === space);

/** How the notation names a die that stands somewhere: where many may stand, with its face. @param {SeatOn} one @param {DieOn} die */
export function spotOf(one, die) {
  if (die.at === "tray") return "tray";
  const space = one.spaces.find((found) => found.space === die.at);
  return space?.many ? `${die.at}:${die.face}` : die.at;
}

/** What a space asks for: faces, or null for any. @param {SeatOn} one @param {string} space @returns {number[] | null} */
export function asks(one, space) {
  const table = one.tables.find((found) => found.space === space);
  if (table !== undefined) return table.asks === null ? [] : [table.asks];
  const found = one.spaces.find((other) => other.space === space)?.asks ?? "any";
  return found === "any" ? null : found.split(" or ").map(Number);
}

/** Whether a die of this face stands or would stand there only with help from the dishwashers. @param {SeatOn} one @param {string} space @param {number} face */
export function helped(one, space, face) {
  const wanted = asks(one, space);
  return wanted !== null && wanted.length > 0 && !wanted.includes(face);
}

/** The exchange of the held die with one that stands on the space, if that is possible. @param {string} space */
function exchange(space) {
  const held = hand.value;
  const mine = me.value;
  if (held === null || mine === null || held.from === "tray") return null;
  for (const die of diceAt(mine, space)) {
    const spot = spotOf(mine, die);
    for (const action of [`swap ${held.from} ${spot}`, `swap ${spot} ${held.from}`]) if (legal.value.has(action)) return action;
  }
  return null;
}

/** The use of a die that stands on the space. @param {string} space @param {number} [face] */
export function useOf(space, face) {
  const mine = me.value;
  if (mine === null) return null;
  for (const die of diceAt(mine, space)) {
    if (face !== undefined && die.face !== face) continue;
    const action = `use ${spotOf(mine, die)}`;
    if (legal.value.has(action)) return action;
  }
  return null;
}

/** The faces in the tray that can be put on the space now, without repeats. @param {string} space */
export function fitting(space) {
  const faces = new Set((me.value?.dice ?? []).filter((die) => die.at === "tray").map((die) => die.face));
  return [...faces].filter((face) => legal.value.has(`place ${face} ${space}`));
}

/**
 * How a space stands to me now: what a press would play, how strongly it is lit, why it is not.
 * @param {string} space
 * @returns {{action: string | null, light: "strong" | "quiet" | "none", help: boolean, why: import("../types.js").Barred | null}}
 */
export function spaceNow(space) {
  const mine = me.value;
  const held = hand.value;
  if (mine === null || !asked.value) return { action: null, light: "none", help: false, why: null };
  if (held !== null) {
    const action = placing(space);
    if (action !== null && legal.value.has(action))
      return { action, light: "strong", help: helped(mine, space, held.face), why: null };
    const swap = exchange(space);
    if (swap !== null) return { action: swap, light: "strong", help: false, why: null };
    return { action: null, light: "none", help: false, why: (action !== null && barred.value.get(action)) || null };
  }
  const use = useOf(space);
  if (use !== null) return { action: use, light: "strong", help: false, why: null };
  const faces = fitting(space);
  if (faces.length > 0) return { action: faces.length === 1 ? `place ${faces[0]} ${space}` : null, light: "quiet", help: false, why: null };
  return { action: null, light: "none", help: false, why: null };
}

/** Take a die into the hand, or put it down again. @param {DieOn} die */
export function pick(die) {
  const mine = me.value;
  if (mine === null || die.at === "used" || !asked.value) return;
  const from = spotOf(mine, die);
  const held = hand.value;
  hand.value = held !== null && held.face === die.face && held.from === from ? null : { face: die.face, from, own: die.own };
  if (hand.value !== null) announce(t("table.held", { face: die.face }));
}

/** Whether anything can be done with a die now. @param {SeatOn} one @param {DieOn} die */
export function usable(one, die) {
  if (die.at === "used" || !asked.value) return false;
  if (die.at === "tray") return [...legal.value.keys()].some((action) => action.startsWith(`place ${die.face} `) || action.startsWith(`turn ${die.face} `));
  const spot = spotOf(one, die);
  return [...legal.value.keys()].some((action) => action === `use ${spot}` || action === `back ${spot}` || action.startsWith(`move ${spot} `) || (action.startsWith("swap ") && action.split(" ").includes(spot)));
}

/** Press a space: put the held die there, use what stands there, or take it up. @param {string} space */
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
    else announce(now.why ? whyWords(now.why) : t("table.unfit", { face: held.face, space: spaceName(space) }), { now: true });
    return;
  }
  const standing = diceAt(mine, space)[0];
  if (standing !== undefined && usable(mine, standing)) pick(standing);
  else if (now.light === "quiet") announce(t("table.which-die", { space: spaceName(space) }), { now: true });
}

/** The held die back into the tray, where that is possible. */
export function putBack() {
  const held = hand.value;
  if (held === null) return;
  const action = `back ${held.from}`;
  if (held.from !== "tray" && legal.value.has(action)) void act(action);
  else hand.value = null;
}

/** The next use that is open, so that all dice can be used one after the other: income before steps, which bring questions. */
function nextUse() {
  const uses = [...legal.value.keys()].filter((action) => action.startsWith("use "));
  return uses.find((action) => !action.startsWith("use monk")) ?? uses[0] ?? null;
}

/** Use every die that stands, one after the other; stops when something is asked in between. */
export async function useAll() {
  if (serving.value) return;
  serving.value = true;
  try {
    for (let left = 24; left > 0; left -= 1) {
      const action = asked.value && board.value?.phase === "serving" ? nextUse() : null;
      if (action === null) return;
      const ply = update.value?.ply ?? 0;
      const answer = await act(action);
      if (answer.type === "refused") return;
      await arrived(ply);
    }
  } finally {
    serving.value = false;
  }
}

/** Until the game has gone on past this ply (`done` comes before its update). @param {number} ply */
function arrived(ply) {
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    const timer = setTimeout(done, 4000);
    const stop = update.subscribe((now) => {
      if ((now?.ply ?? ply + 1) > ply) setTimeout(done, 0);
    });
    function done() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/** A key 1 to 6: take a die with that face, at the next press one that already stands somewhere. @param {number} face */
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
