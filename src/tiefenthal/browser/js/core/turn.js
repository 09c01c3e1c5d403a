// What all views of a table need to know: whom the game waits for, what is in piles, where dice are and what spaces
// require. All of it follows from the server's `board`; possible actions are in interaction.js.
import { computed } from "../../vendor/preact.js";
import { asked, board, figures, seat, story, update } from "./game.js";
import { stands } from "./standing.js";

// --- who

/** My open decision, else the first open one. */
export const question = computed(() => {
  const all = update.value?.decisions ?? [];
  return all.find((one) => one.seat === seat.value) ?? all[0] ?? null;
});

/** Whether the game waits for a seat. @param {number} one */
export const waitsFor = (one) => update.value?.decisions.some((open) => open.seat === one) ?? false;

/** Whether a question is put to a seat before its turn: what it takes in the draft. @param {Question | null} one */
export const isAhead = (one) => one !== null && one.id === "draft" && one.secret;

/** Whether I can choose before my turn, and have not. */
export const choosesAhead = computed(() => asked.value && isAhead(question.value));

/** The die I have chosen before my turn, if any. */
export const chosenAhead = computed(
  () => (update.value?.chosen?.kind === "take" ? update.value.chosen.face : null) ?? null,
);

/** Whether a seat has chosen its die before its turn. @param {number} one */
export const hasChosenAhead = (one) => update.value?.ahead?.includes(one) ?? false;

/** Whether a seat has taken its die of this pass: its coaster holds fewer than the fullest. @param {number} one */
export function hasTaken(one) {
  const seats = board.value?.seats ?? [];
  return (seats[one - 1]?.coaster.length ?? 0) < Math.max(...seats.map((found) => found.coaster.length));
}

/** The seat whose inn is in the middle: mine; for watchers the first one, so that the view does not jump. */
export const shownSeat = () => seat.value ?? 1;

/** @param {number} one */
export const seatOf = (one) => board.value?.seats[one - 1] ?? null;

/** The other seats, in turn order after one. @param {number} from */
export function others(from) {
  const count = board.value?.seats.length ?? 1;
  return Array.from({ length: count - 1 }, (_, i) => ((from + i) % count) + 1);
}

/** The position of a seat in turn order, 0 for the start player. @param {Board} on @param {number} one */
export const placeOf = (on, one) => (one - on.start_player + on.seats.length) % on.seats.length;

/** The seats in turn order. @param {Board} on */
export const turnOrder = (on) => on.seats.map((_, i) => ((on.start_player - 1 + i) % on.seats.length) + 1);

/** When an upgrade made now works: now, from the next evening on, or never, if there is none. @param {string} area */
export function worksFrom(area) {
  const all = figures.value;
  if (all?.areas[area]?.at_once !== false) return "now";
  return (board.value?.round ?? 0) < all.rounds ? "next" : "never";
}

/** What has happened since this evening began, and still counts. */
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

// --- dice

/** @param {SeatOn} one @param {string} space */
export const diceAt = (one, space) => one.dice.filter((die) => die.at === space);

/** My dice in the order of the tray: those still there, those placed, those used. @param {SeatOn} one */
export function inOrder(one) {
  const rank = (/** @type {DieOn} */ die) => (die.at === "tray" ? 0 : die.at === "used" ? 2 : 1);
  return one.dice.map((die, i) => ({ die, i })).sort((a, b) => rank(a.die) - rank(b.die) || a.i - b.i);
}

/** What a space of a tavern asks for, as faces; none for any. @param {SeatOn} one @param {string} space */
export function asksFor(one, space) {
  const guest = one.tables.find((found) => found.space === space)?.asks ?? null;
  return guest !== null ? [guest] : (one.spaces.find((found) => found.space === space)?.asks ?? []);
}

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
