// The puzzles, and the results in this browser.
import { computed, signal } from "../../vendor/preact.js";
import { ServerError, get } from "../core/api.js";

/** @typedef {import("../types.js").PuzzleInfo} PuzzleInfo */
/** A puzzle of the list, with what its picture shows. @typedef {PuzzleInfo & {seen: import("./picture.js").Seen}} Listed */
/** @typedef {"best" | "nearly" | "not" | "shown"} Result */

const KEY = "tiefenthal.puzzles";
/** Best result first; a solved puzzle stays solved. @type {Result[]} */
const ORDER = ["best", "shown", "nearly", "not"];

export const list = signal(/** @type {Listed[] | null} */ (null));
/** The puzzle of the day. */
export const today = signal(/** @type {Listed | null} */ (null));

/** @returns {{[id: string]: Result}} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
/** By puzzle: how it went. */
export const results = signal(read());
export const solved = computed(() => (list.value ?? []).filter((one) => results.value[one.id] === "best").length);

/** Fetch the list, once. */
export async function learnPuzzles() {
  if (list.value !== null) return;
  const {
    puzzles,
    pictures,
    cards,
    today: id,
  } = /** @type {import("../types.js").Puzzles} */ (await get("/api/puzzles"));
  list.value = puzzles.map((one, i) => ({
    ...one,
    seen: { ...pictures[i], tables: pictures[i].tables.map((place) => cards[place]) },
  }));
  today.value = list.value.find((one) => one.id === id) ?? null;
}

/** The puzzle with this name: from the list, or one of an earlier collection, which is on none. Null if there is none.
 * @param {string} id @returns {Promise<PuzzleInfo | null>} */
export async function puzzleOf(id) {
  const listed = list.value?.find((one) => one.id === id);
  if (listed !== undefined) return listed;
  try {
    return (await get(`/api/puzzles/${id}`)).info;
  } catch (error) {
    if (error instanceof ServerError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

/** Keep how it went. @param {string} id @param {Result} result */
export function keep(id, result) {
  const before = results.value[id];
  if (before !== undefined && ORDER.indexOf(before) <= ORDER.indexOf(result)) return;
  results.value = { ...results.value, [id]: result };
  try {
    localStorage.setItem(KEY, JSON.stringify(results.value));
  } catch {
    // Without storage it is forgotten.
  }
}

// --- which are shown

/** The themes, in the order in which they are listed, with the icon of each. @type {By<string>} */
export const SIGNS = {
  draft: "die",
  "last-evening": "moon",
  "first-upgrade": "upgrade",
  upgrade: "upgrade",
  nobles: "crown",
  guests: "guest",
  staff: "server",
  regulars: "regular",
  entertainers: "entertainer",
  monastery: "monastery",
  reputation: "reputation",
  "guest-book": "book",
  schnapps: "schnapps",
  savings: "thaler",
  points: "points",
};
const THEMES = Object.keys(SIGNS);

/** What the list can be sorted by, first the usual; each value of it is a group. */
export const SORTS = /** @type {const} */ (["module", "theme", "grade"]);
/** @typedef {typeof SORTS[number]} Sort */

export const wish = signal({
  modules: 0,
  theme: "",
  grade: 0,
  open: false,
  sort: /** @type {Sort} */ (SORTS[0]),
});

/** The place of a puzzle's group among the groups. @param {PuzzleInfo} one @param {Sort} sort */
const rank = (one, sort) =>
  sort === "module" ? one.modules : sort === "grade" ? one.grade : THEMES.indexOf(one.theme);

/** The group of a puzzle: a number of modules, a theme or a grade. @param {PuzzleInfo} one @param {Sort} sort */
export const groupOf = (one, sort) => (sort === "module" ? one.modules : sort === "grade" ? one.grade : one.theme);

/** The puzzles that match the filters, group by group; within a group from easy to hard, and of easy ones those with few
 * modules first. */
export const shown = computed(() => {
  const { modules, theme, grade, open, sort } = wish.value;
  return (list.value ?? [])
    .filter(
      (one) =>
        (modules === 0 || one.modules === modules) &&
        (theme === "" || one.theme === theme) &&
        (grade === 0 || one.grade === grade) &&
        (!open || results.value[one.id] !== "best"),
    )
    .sort(
      (one, other) => rank(one, sort) - rank(other, sort) || one.grade - other.grade || one.modules - other.modules,
    );
});

/** The next puzzle to solve after one, in the order of the list; without one, the first.
 * @param {string} [after] @returns {PuzzleInfo | null} */
export function following(after) {
  const all = shown.value.length > 0 ? shown.value : (list.value ?? []);
  const at = all.findIndex((one) => one.id === after);
  const order = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  return order.find((one) => results.value[one.id] !== "best") ?? order[0] ?? null;
}
