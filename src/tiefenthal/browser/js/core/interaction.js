// Playing at the table, on desktop and phone: which offered action a control stands for, what is in my hand, what a
// press on a die or a space means now. It relies on the fields of what the server offers (`legal`) and refuses
// (`unavailable`) and knows no rules; the views decide how things look and what is said.
import { computed, signal } from "../../vendor/preact.js";
import { act, asked, unavailable, hand, legal, me, update } from "./game.js";
import { diceAt, helped } from "./turn.js";

// --- what is offered

/**
 * A wanted action: its kind and the fields that matter.
 * @typedef {Partial<ActionData> & {kind: string}} Wish
 */
/**
 * Whether a wanted action is possible now, and if not, why.
 * @typedef {{offer: Offer | null, why: Unavailable | null}} May
 */

/** Whether an action is the wanted one. @param {ActionData} one @param {Partial<ActionData>} wish */
export const fits = (one, wish) =>
  Object.entries(wish).every(([field, value]) => /** @type {By<unknown>} */ (one)[field] === value);

/** Whether two wanted actions are the same. @param {Wish | null} one @param {Wish | null} other */
export const same = (one, other) => one !== null && other !== null && fits(one, other) && fits(other, one);

/**
 * Actions by kind, so that looking for one is quick.
 * @template {ActionData} T
 * @param {Map<string, T>} all
 * @returns {Map<string, T[]>}
 */
function byKind(all) {
  const found = new Map();
  for (const one of all.values()) found.set(one.kind, [...(found.get(one.kind) ?? []), one]);
  return found;
}
const can = computed(() => byKind(legal.value));
const cannot = computed(() => byKind(unavailable.value));

/** What can be done of this kind and about this, in the order of the server. @param {Wish} wish */
export const offersFor = (wish) => (can.value.get(wish.kind) ?? []).filter((one) => fits(one, wish));

/** The action that can be done. @param {Wish} wish @returns {Offer | null} */
export const offerFor = (wish) => can.value.get(wish.kind)?.find((one) => fits(one, wish)) ?? null;

/** The action that is offered but not possible. @param {Wish} wish @returns {Unavailable | null} */
export const refusedFor = (wish) => cannot.value.get(wish.kind)?.find((one) => fits(one, wish)) ?? null;

/** @param {Wish} wish @returns {May} */
export const may = (wish) => ({ offer: asked.value ? offerFor(wish) : null, why: refusedFor(wish) });

/** Upgrading an area with `count` cards returned. @param {string} area @param {number} count @returns {Wish} */
export const upgrading = (area, count) => ({ kind: "upgrade", area, count });

// --- dice

/** Whether a die is the one in my hand, or one like it at the same place. @param {DieOn} die */
export const held = (die) => hand.value !== null && hand.value.face === die.face && hand.value.at === die.at;

/** Whether anything can be done with a die now. @param {DieOn} die */
export function usable(die) {
  if (die.at === "used" || !asked.value) return false;
  const { face, at } = die;
  return [...legal.value.values()].some((one) =>
    at === "tray"
      ? (one.kind === "place" || one.kind === "turn") && one.face === face
      : (one.at === at && one.face === face) || (one.kind === "swap" && one.space === at && one.other === face),
  );
}

/** The dice of the tray that could go to a space now. @param {string} space */
export const placesFor = (space) => offersFor({ kind: "place", space });

/** The use of a die that stands on a space. @param {string} space @param {number} [face] */
export const useOf = (space, face) => offerFor({ kind: "use", at: space, ...(face === undefined ? {} : { face }) });

/** The die in my hand going to a space. @param {string} space @returns {Wish} */
function going(space) {
  const { face, at } = /** @type {NonNullable<typeof hand.value>} */ (hand.value);
  return at === "tray" ? { kind: "place", face, space } : { kind: "move", face, at, space };
}

/** The die in my hand changing places with one on a space. @param {string} space */
function exchange(space) {
  const { face, at } = /** @type {NonNullable<typeof hand.value>} */ (hand.value);
  return offerFor({ kind: "swap", at, face, space }) ?? offerFor({ kind: "swap", at: space, space: at, other: face });
}

/** What can be done with the die in my hand where it stands. @param {"use" | "back"} kind */
export const withHeld = (kind) =>
  hand.value === null ? null : offerFor({ kind, at: hand.value.at, face: hand.value.face });

// --- what a press means

/**
 * `play`: an action. `take`: a die is taken up. `choose`: several dice could go there, and the next press says which.
 * `drop`: what is held is put down. `refuse`: it cannot be done, with the server's reason where there is one.
 * @typedef {{does: "play", offer: Offer} | {does: "take", die: DieOn} | {does: "choose", offers: Offer[]} |
 *   {does: "drop"} | {does: "refuse", why: Unavailable | null} | {does: "nothing"}} Meaning
 */

/**
 * The space a die is being looked for: the next die that is pressed goes there. It belongs to the moment it was pressed
 * in.
 */
const sought = signal(/** @type {{space: string, ply: number} | null} */ (null));
export const soughtFor = () =>
  sought.value !== null && sought.value.ply === update.value?.ply && hand.value === null ? sought.value.space : null;

/**
 * What a press on a space does now. By `touch` a die that could be used is taken up first, and used or taken back by
 * the second press; a mouse, which previews a press by hovering, uses it at once.
 * @param {string} space
 * @param {boolean} [touch]
 * @returns {Meaning}
 */
export function meaning(space, touch = false) {
  const mine = me.value;
  if (mine === null || !asked.value) return { does: "nothing" };
  const standing = diceAt(mine, space).find(usable);
  const use = useOf(space);
  if (hand.value !== null) {
    if (hand.value.at === space) {
      const own = touch ? (withHeld("use") ?? withHeld("back")) : null;
      return own === null ? { does: "drop" } : { does: "play", offer: own };
    }
    const offer = offerFor(going(space)) ?? exchange(space);
    if (offer !== null) return { does: "play", offer };
    const why = refusedFor(going(space));
    return touch && why === null && standing !== undefined ? { does: "take", die: standing } : { does: "refuse", why };
  }
  if (use !== null && !touch) return { does: "play", offer: use };
  // Where many dice may stand, a press on a die takes it up, and a press on the place puts another one there.
  const offers = use === null ? placesFor(space) : [];
  if (offers.length === 1) return { does: "play", offer: offers[0] };
  if (offers.length > 1) return { does: "choose", offers };
  if (standing !== undefined) return { does: "take", die: standing };
  const why = refusedFor({ kind: "place", space });
  return why !== null || offerFor({ kind: "end" }) !== null ? { does: "refuse", why } : { does: "nothing" };
}

/**
 * The highlight of a space: `held` and `sought` where the die in hand stands or one is looked for, `lit` where a press
 * plays an action, `soft` where some die could go.
 * @param {string} space
 * @param {boolean} [touch]
 * @returns {"held" | "sought" | "lit" | "soft" | ""}
 */
export function light(space, touch = false) {
  if (me.value === null || !asked.value) return "";
  if (hand.value?.at === space) return "held";
  const now = meaning(space, touch);
  if (hand.value !== null) return now.does === "play" ? "lit" : "";
  if (soughtFor() === space) return "sought";
  if (now.does === "play" && now.offer.kind === "use") return "lit";
  return placesFor(space).length > 0 ? "soft" : "";
}

/** Whether dishwashers would help the die in my hand on a space. @param {string} space @param {boolean} [touch] */
export function helps(space, touch = false) {
  const mine = me.value;
  if (mine === null || hand.value === null || light(space, touch) !== "lit") return false;
  return offerFor(going(space)) !== null && helped(mine, space, hand.value.face);
}

/** Press a space; what it meant. @param {string} space @param {boolean} [touch] */
export function pressSpace(space, touch = false) {
  const now = meaning(space, touch);
  const again = soughtFor() === space;
  sought.value = null;
  if (now.does === "play") void act(now.offer.action);
  else if (now.does === "take") take(now.die);
  else if (now.does === "drop") hand.value = null;
  else if (now.does === "choose" && !again) sought.value = { space, ply: update.value?.ply ?? 0 };
  return now;
}

/** Take a die into the hand, or put it down again; where one is looked for, it goes there. @param {DieOn} die */
export function take(die) {
  if (me.value === null || die.at === "used" || !asked.value) return;
  const there = goesThere(die);
  sought.value = null;
  if (there !== null) void act(there.action);
  else hand.value = held(die) ? null : { face: die.face, at: die.at, own: die.own };
}

/** Where a die is looked for, putting this one there. @param {DieOn} die */
export function goesThere(die) {
  const space = soughtFor();
  return space === null || die.at !== "tray" ? null : offerFor({ kind: "place", face: die.face, space });
}

/** Take a die with this face: first one of the tray, at the next press one that stands somewhere, then none. Whether
 * there is such a die. @param {number} face */
export function takeFace(face) {
  const all = (me.value?.dice ?? []).filter((die) => die.face === face && usable(die));
  const order = all.filter((die, i) => all.findIndex((other) => other.at === die.at) === i);
  order.sort((one, other) => Number(other.at === "tray") - Number(one.at === "tray"));
  if (order.length === 0) return false;
  const next = order[order.findIndex(held) + 1];
  if (next === undefined) hand.value = null;
  else take(next);
  return true;
}

/** The held die back into the tray, where that is possible. */
export function putBack() {
  const back = withHeld("back");
  if (back !== null) void act(back.action);
  else hand.value = null;
}

/** Cancel what is held or looked for; whether there was something. */
export function drop() {
  const some = hand.value !== null || soughtFor() !== null;
  hand.value = null;
  sought.value = null;
  return some;
}

// --- one after the other

/** The uses of my dice that are open; dice alike on one space have one between them. */
export const uses = computed(() => offersFor({ kind: "use" }));
/** How many of my dice stand ready to be used. */
export const standing = computed(
  () => (me.value?.dice ?? []).filter((die) => offerFor({ kind: "use", at: die.at, face: die.face }) !== null).length,
);
/** How many of my dice in the tray could still be placed. */
export const placeable = computed(() => (offerFor({ kind: "place" }) === null ? 0 : (me.value?.placeable ?? 0)));
/** While all dice are used one after the other. */
export const serving = signal(false);

/** Use every die that stands, one after the other; stops when something is asked in between. Income comes before steps,
 * which bring questions. */
export const useAll = () => oneByOne(() => uses.value.find((one) => !one.gives?.steps) ?? uses.value[0] ?? null);

/** The song of a bard of mine. */
const song = () => offerFor({ kind: "bard" });

/** How many of my bards could still sing in this serving. */
export const songs = computed(() => (song() === null ? 0 : (me.value?.bards ?? 0)));

/** Let every bard sing; stops when something is asked in between. */
export const singAll = () => oneByOne(song);

/** Do what is next until nothing is, or something else is asked. @param {() => Offer | null} next */
async function oneByOne(next) {
  if (serving.value) return;
  serving.value = true;
  try {
    for (let left = 24; left > 0 && asked.value; left -= 1) {
      const offer = next();
      if (offer === null) return;
      const ply = update.value?.ply ?? 0;
      const answer = await act(offer.action);
      if (answer.type === "refused") return;
      await goneOn(ply);
    }
  } finally {
    serving.value = false;
  }
}

/** Wait until the game has passed this ply (`done` arrives before its update). @param {number} ply */
function goneOn(ply) {
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
