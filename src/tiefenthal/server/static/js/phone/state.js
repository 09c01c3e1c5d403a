// What the phone shows, and what a tap means now. It reads `legal` and `barred`; it knows no rule.
import { computed, effect, signal } from "../../vendor/preact.js";
import { act, asked, barred, board, hand, legal, me, placing, seat, update } from "../core/game.js";
import { spaceName, tell as t } from "../core/words.js";

/** @typedef {import("../types.js").Barred} Barred */
/** @typedef {import("../types.js").DieOn} DieOn */
/** @typedef {import("../types.js").SeatOn} SeatOn */
/** @typedef {"tavern" | "market" | "others" | "tracks" | "log"} Tab */

/** @type {Tab[]} */
export const TABS = ["tavern", "market", "others", "tracks", "log"];
export const tab = signal(/** @type {Tab} */ ("tavern"));
/** Which half of my tavern is in sight. */
export const half = signal(/** @type {"tables" | "areas"} */ ("tables"));
/** The tavern that is open under Others, by seat. */
export const visited = signal(/** @type {number | null} */ (null));
/** Pointed at in the market, by its action: "buy server", "recruit row2", "nobles 1". */
export const pointed = signal(/** @type {string | null} */ (null));
/** The space a die is looked for, when several fit. */
export const wanted = signal(/** @type {string | null} */ (null));
/** Why the last thing pressed cannot be done. */
export const reason = signal(/** @type {Barred | null} */ (null));
/** The open sheet. */
export const sheet = signal(/** @type {{kind: "upgrade", area: string} | {kind: "piles", seat: number} | {kind: "points", seat: number} | {kind: "menu" | "ending" | "fire"} | null} */ (null));

// What was pointed at or explained belongs to the moment it was pressed in.
let ply = -1;
effect(() => {
  const now = update.value?.ply ?? -1;
  if (now === ply) return;
  ply = now;
  wanted.value = null;
  reason.value = null;
  pointed.value = null;
  const open = sheet.peek();
  if (open !== null && (open.kind === "upgrade" || open.kind === "ending" || open.kind === "fire")) sheet.value = null;
});

/** Show another tab. @param {Tab} to */
export function show(to) {
  tab.value = to;
  visited.value = null;
  reason.value = null;
  pointed.value = null;
}

/** Put away whatever is chosen or explained. */
export function clear() {
  hand.value = null;
  wanted.value = null;
  reason.value = null;
  pointed.value = null;
}

/** How an action names a die where it lies. @param {SeatOn} inn @param {DieOn} die */
export const spotOf = (inn, die) => (inn.spaces.some((one) => one.space === die.at && one.many) ? `${die.at}:${die.face}` : die.at);

/** @param {SeatOn} inn @param {string} space */
export const diceAt = (inn, space) => inn.dice.filter((die) => die.at === space);

/** My dice in the order of the tray: those still there, those placed, those used. */
export const trayDice = computed(() => {
  const rank = (/** @type {DieOn} */ die) => (die.at === "tray" ? 0 : die.at === "used" ? 2 : 1);
  return [...(me.value?.dice ?? [])].map((die, index) => ({ die, index })).sort((a, b) => rank(a.die) - rank(b.die) || b.die.face - a.die.face || a.index - b.index);
});

/** Whether a die is the one in my hand (one of several alike). @param {SeatOn} inn @param {DieOn} die */
export const held = (inn, die) => hand.value !== null && hand.value.face === die.face && hand.value.from === (die.at === "tray" ? "tray" : spotOf(inn, die));

/** Whether anything can be done with a die now. @param {SeatOn} inn @param {DieOn} die */
export function movable(inn, die) {
  if (die.at === "used") return false;
  const spot = spotOf(inn, die);
  const starts = die.at === "tray" ? [`place ${die.face} `, `turn ${die.face} `] : [`move ${spot} `, `back ${spot}`, `use ${spot}`, `swap ${spot} `];
  return [...legal.value.keys()].some((action) => starts.some((one) => action === one || action.startsWith(one)) || action.endsWith(` ${spot}`) && action.startsWith("swap "));
}

/** Take a die in hand, or lay it down again. @param {DieOn} die */
export function take(die) {
  const inn = me.value;
  if (inn === null) return;
  reason.value = null;
  wanted.value = null;
  pointed.value = null;
  hand.value = held(inn, die) ? null : { face: die.face, own: die.own, from: die.at === "tray" ? "tray" : spotOf(inn, die) };
  // Where all the light falls on the other half, that half comes into sight.
  const lit = shining.value;
  const other = half.value === "tables" ? "areas" : "tables";
  if (lit[half.value] === 0 && lit[other] > 0) half.value = other;
}

/** The legal action that exchanges two dice, in whichever order it is written. @param {string} one @param {string} other */
const swapping = (one, other) => [`swap ${one} ${other}`, `swap ${other} ${one}`].find((action) => legal.value.has(action));

/** @typedef {{act?: string, pick?: DieOn, choose?: string[], why?: Barred}} Meaning */

/**
 * What pressing a space does: an action, taking up the die there, choosing among dice, or the reason why not.
 * @param {string} space
 * @returns {Meaning}
 */
export function meaning(space) {
  const inn = me.value;
  if (inn === null) return {};
  const here = diceAt(inn, space);
  const holding = hand.value;
  if (holding !== null) {
    if (holding.from.split(":")[0] === space) {
      const own = [`use ${holding.from}`, `back ${holding.from}`].find((action) => legal.value.has(action));
      return own === undefined ? { pick: here[0] } : { act: own };
    }
    const going = placing(space) ?? "";
    if (legal.value.has(going)) return { act: going };
    if (holding.from !== "tray")
      for (const die of here) {
        const swap = swapping(holding.from, spotOf(inn, die));
        if (swap !== undefined) return { act: swap };
      }
    const why = barred.value.get(going);
    if (why !== undefined) return { why };
  }
  const found = here.find((die) => movable(inn, die));
  if (found !== undefined) return { pick: found };
  const fits = placesFor(space);
  if (fits.length === 1) return { act: fits[0] };
  if (fits.length > 1) return { choose: fits };
  for (const one of barred.value.values()) if (one.action.startsWith("place ") && one.action.endsWith(` ${space}`)) return { why: one };
  return asked.value && (holding !== null || legal.value.has("end")) ? { why: plainly(inn, space) } : {};
}

/** What a space says of itself where the server gave no reason: whether it is used, or what it takes. @param {SeatOn} inn @param {string} space @returns {Barred} */
function plainly(inn, space) {
  const one = inn.tables.find((found) => found.space === space);
  const area = inn.spaces.find((found) => found.space === space);
  const used = one !== undefined ? one.state === "paid" : area !== undefined && area.used && !area.many;
  const asks = one !== undefined ? String(one.asks) : (area?.asks ?? "any").replace(" or ", ", ");
  const why = used ? t("phone.why.used", { space: spaceName(space) }) : asks === "any" ? t("phone.space.any.label", { space: spaceName(space) }) : t("phone.space.label", { space: spaceName(space), die: asks });
  return { action: "", words: "", rule: used ? "F-4" : one !== undefined ? "E-3" : "E-2", why };
}

/** The dice of the tray that could go to a space now, as actions. @param {string} space */
export const placesFor = (space) => [...legal.value.keys()].filter((action) => action.startsWith("place ") && action.endsWith(` ${space}`));

/** Press a space. @param {string} space */
export function press(space) {
  const found = meaning(space);
  reason.value = null;
  wanted.value = null;
  if (found.act !== undefined) act(found.act);
  else if (found.pick !== undefined) take(found.pick);
  else if (found.choose !== undefined) wanted.value = space;
  else if (found.why !== undefined) reason.value = found.why;
  else hand.value = null;
}

/** How brightly a space shines: "lit" where the die in hand goes, "soft" where some die could go, "in" where a die of mine lies. @param {string} space */
export function light(space) {
  const inn = me.value;
  if (inn === null || !asked.value) return "";
  if (hand.value !== null) {
    if (hand.value.from.split(":")[0] === space) return "held";
    return meaning(space).act === undefined ? "" : "lit";
  }
  if (wanted.value === space) return "held";
  return placesFor(space).length > 0 ? "soft" : "";
}

/** Whether a dishwasher would help the die in hand here: the space asks for another face. @param {string} asks @param {string} space */
export function helped(asks, space) {
  const holding = hand.value;
  if (holding === null || light(space) !== "lit" || asks === "any") return false;
  return !asks.split(" or ").includes(String(holding.face));
}

/** How many spaces of each half shine for the die in hand. */
export const shining = computed(() => {
  const inn = me.value;
  if (inn === null || hand.value === null) return { tables: 0, areas: 0 };
  const count = (/** @type {{space: string}[]} */ all) => all.filter((one) => light(one.space) === "lit").length;
  return { tables: count(inn.tables), areas: count(inn.spaces) };
});

/** The uses of my dice that are legal now. */
export const uses = computed(() => [...legal.value.keys()].filter((action) => action.startsWith("use ")));
/** What could be bought now: a dot on the market's tab. */
export const buyable = computed(() => [...legal.value.keys()].some((action) => /^(buy|recruit|nobles) /.test(action)));

/** Use my dice one after the other, until none is left or something else is asked. */
export async function useAll() {
  for (let turn = 0; turn < 12; turn += 1) {
    const next = uses.value[0];
    if (next === undefined) return;
    const before = update.value?.ply ?? 0;
    const answer = await act(next);
    if (answer.type === "refused") return;
    await changed(before);
  }
}

/** Until the game has gone on from a ply. @param {number} from */
function changed(from) {
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    const stop = effect(() => {
      if ((update.value?.ply ?? 0) !== from) queueMicrotask(() => (stop(), resolve()));
    });
  });
}

/** The open question that is mine, else the first one. */
export const question = computed(() => {
  const all = update.value?.decisions ?? [];
  return all.find((one) => one.seat === seat.value) ?? all[0] ?? null;
});
/** The seat whose inn is looked at when it is nobody's own: the watcher sees the first. */
export const shownSeat = computed(() => seat.value ?? board.value?.turn ?? 1);
