// Changes folded into what was shown before: the only place of the browser game that knows how.

/** @typedef {Omit<import("../types.js").Shown, "type">} Shown */

/**
 * What a change makes of what was shown; null when it is a change of something else, and the whole is needed again.
 * What has not changed stays the same object.
 * @param {Shown | null} shown @param {import("../types.js").Changed} changed
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
