// What all views of a table ask of it: whom the game waits for, where dice stand, what could be done with one. All of
// it
// follows from what the server offers (`legal`) and shows (`board`); nothing is decided here.
import { computed, signal } from "../../vendor/preact.js";
import { act, asked, board, legal, me, seat, story, update } from "./game.js";
import { stands } from "./standing.js";

// --- who

/** My open decision, else the first open one. */
export const question = computed(() => {
  const all = update.value?.decisions ?? [];
  return all.find((one) => one.seat === seat.value) ?? all[0] ?? null;
});

/** Whether the game waits for a seat. @param {number} one */
export const waitsFor = (one) => update.value?.decisions.some((open) => open.seat === one) ?? false;

/** The seat whose inn is in the middle: mine; for those who watch the first, so that the picture keeps still. */
export const shownSeat = () => seat.value ?? 1;

/** @param {number} one */
export const seatOf = (one) => board.value?.seats[one - 1] ?? null;

/** The other seats, in turn order after one. @param {number} from */
export function others(from) {
  const count = board.value?.seats.length ?? 1;
  return Array.from({ length: count - 1 }, (_, i) => ((from + i) % count) + 1);
}

/** What has happened since this evening began, and stands. */
export function tonight() {
  const all = stands.value;
  const from = all.findLastIndex((event) => event.what === "round");
  return all.slice(Math.max(0, from));
}

/** What has happened since this event was the latest; nothing where there was none, as when a page has just been opened.
 * @param {GameEvent | undefined} latest @returns {GameEvent[]} */
export function since(latest) {
  const at = latest === undefined ? -1 : story.value.lastIndexOf(latest);
  return at < 0 ? [] : story.value.slice(at + 1);
}

// --- cards

/** @param {Counts} counts */
export const total = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** How many of each card a deck or discard pile holds. @param {PileOn | Counts} pile @returns {Counts} */
export function cardsIn(pile) {
  const deck = /** @type {PileOn} */ (pile);
  if (!Array.isArray(deck.top)) return /** @type {Counts} */ (pile);
  const found = { ...deck.rest };
  for (const card of deck.top) found[card] = (found[card] ?? 0) + 1;
  return found;
}

/** How many cards a pile holds. @param {PileOn | Counts} pile */
export const size = (pile) => total(cardsIn(pile));

/** The rows of the guest book with one place for each column; lines that give nothing are the first ones.
 * @param {Figures} figures @returns {(Bonus | null)[][]} */
export const bookRows = (figures) =>
  figures.book.map((row) => [
    ...Array.from({ length: Math.max(0, figures.book_columns.length - row.length) }, () => null),
    ...row,
  ]);

/** The action that upgrades an area with so many cards returned. @param {string} area @param {number} cards */
export const upgrading = (area, cards) => (cards === 0 ? `upgrade ${area}` : `upgrade ${area} ${cards}`);

// --- dice

/** @param {SeatOn} one @param {string} space */
export const diceAt = (one, space) => one.dice.filter((die) => die.at === space);

/**
 * How the notation names a die where it lies: where many may stand, with its face.
 * @param {SeatOn} one
 * @param {DieOn} die
 */
export const spotOf = (one, die) =>
  one.spaces.some((found) => found.space === die.at && found.many) ? `${die.at}:${die.face}` : die.at;

/** My dice in the order of the tray: those still there, those placed, those used. @param {SeatOn} one */
export function inOrder(one) {
  const rank = (/** @type {DieOn} */ die) => (die.at === "tray" ? 0 : die.at === "used" ? 2 : 1);
  return one.dice.map((die, i) => ({ die, i })).sort((a, b) => rank(a.die) - rank(b.die) || a.i - b.i);
}

/** What a space asks for, as faces; none for any. @param {string | number | null} asked @returns {number[]} */
export const facesOf = (asked) => (String(asked ?? "").match(/[1-6]/g) ?? []).map(Number);

/** What a space of a tavern asks for, as faces; none for any. @param {SeatOn} one @param {string} space */
export const asksFor = (one, space) =>
  facesOf(
    (one.tables.find((found) => found.space === space) ?? one.spaces.find((found) => found.space === space))?.asks ??
      null,
  );

/**
 * Whether a die of this face stands or would stand there only with help from the dishwashers.
 * @param {SeatOn} one
 * @param {string} space
 * @param {number} face
 */
export function helped(one, space, face) {
  const wanted = asksFor(one, space);
  return wanted.length > 0 && !wanted.includes(face);
}

/** Whether anything can be done with a die now. @param {SeatOn} one @param {DieOn} die */
export function usable(one, die) {
  if (die.at === "used" || !asked.value) return false;
  const spot = spotOf(one, die);
  return [...legal.value.keys()].some((action) => {
    const [kind, a, b] = action.split(" ");
    if (die.at === "tray") return (kind === "place" || kind === "turn") && a === String(die.face);
    return (["use", "back", "move", "swap"].includes(kind) && a === spot) || (kind === "swap" && b === spot);
  });
}

/** The exchange of two standing dice, in whichever order it is written. @param {string} one @param {string} other */
const swapping = (one, other) =>
  [`swap ${one} ${other}`, `swap ${other} ${one}`].find((action) => legal.value.has(action)) ?? null;

/**
 * The exchange of a held die with one that stands on a space, if that is possible.
 * @param {string} from
 * @param {string} space
 */
export function exchange(from, space) {
  const mine = me.value;
  if (mine === null || from === "tray") return null;
  for (const die of diceAt(mine, space)) {
    const found = swapping(from, spotOf(mine, die));
    if (found !== null) return found;
  }
  return null;
}

/** The dice of the tray that could go to a space now, as actions. @param {string} space */
export const placesFor = (space) =>
  [...legal.value.keys()].filter((action) => action.startsWith("place ") && action.endsWith(` ${space}`));

/** The uses of my dice that are open. */
export const uses = computed(() => [...legal.value.keys()].filter((action) => action.startsWith("use ")));
/** While all dice are used one after the other. */
export const serving = signal(false);

/** Use every die that stands, one after the other; stops when something is asked in between. Income comes before steps,
 * which bring questions. */
export const useAll = () => oneByOne(() => uses.value.find((one) => !one.startsWith("use monk")) ?? uses.value[0]);

/** How many of my bards could still sing in this serving. */
export const songs = computed(() => (legal.value.has("bard") ? (me.value?.bards ?? 0) : 0));

/** Let every bard sing; stops when something is asked in between. */
export const singAll = () => oneByOne(() => (legal.value.has("bard") ? "bard" : undefined));

/** Do what is next until nothing is, or something else is asked. @param {() => string | undefined} next */
async function oneByOne(next) {
  if (serving.value) return;
  serving.value = true;
  try {
    for (let left = 24; left > 0 && asked.value; left -= 1) {
      const action = next();
      if (action === undefined) return;
      const ply = update.value?.ply ?? 0;
      const answer = await act(action);
      if (answer.type === "refused") return;
      await goneOn(ply);
    }
  } finally {
    serving.value = false;
  }
}

/** Until the game has gone on past this ply (`done` comes before its update). @param {number} ply */
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
