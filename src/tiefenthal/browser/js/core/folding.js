// Applies changes to the state shown before; nothing else in the browser game does that.

/** @typedef {Omit<import("../types.js").Shown, "type">} Shown */

/**
 * The state after a change; null if the change belongs to another state and the whole state is needed again. Unchanged
 * parts remain the same objects.
 * @param {Shown | null} shown
 * @param {import("../types.js").Changed} changed
 */
export function fold(shown, changed) {
  if (shown === null || shown.ply !== changed.after) return null;
  const { after, board, lesson = null, ...given } = changed;
  return { ...shown, ...given, type: "shown", complete: true, lesson, board: foldBoard(shown.board, board) };
}

/** @param {Shown["board"]} board @param {import("../types.js").BoardChanges} [changes] @returns {Shown["board"]} */
function foldBoard(board, changes) {
  if (changes === undefined) return board;
  const { seats = [], ...given } = changes;
  return { ...board, ...given, seats: board.seats.map((seat, at) => (seats[at] ? { ...seat, ...seats[at] } : seat)) };
}
