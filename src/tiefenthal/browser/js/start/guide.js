// Help for the player: the teacher at the table of a lesson, tips in the first real game. Both are fetched on demand,
// with their texts and their style sheet.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { board, table } from "../core/game.js";
import { learnWords } from "../core/i18n.js";
import { settings } from "../core/settings.js";
import { dressWith } from "../ui/sheet.js";
import { games, progress } from "./lessons.js";

const SHEET = "/static/css/lessons.css";
const KEY = "tiefenthal-guided"; // the table of the first real game
const LEARNED = "tiefenthal-learned";

/** @type {By<any>} */
const found = {};
/** @type {By<() => Promise<any>>} */
const PARTS = {
  teacher: () => import("../lessons/teacher.js").then((/** @type {any} */ one) => one.Teacher),
  tips: () => import("../lessons/tips.js").then((/** @type {any} */ one) => one.Tips),
};

/** Fetch what every screen of the lessons needs. */
export const prepare = () => Promise.all([dressWith(SHEET), learnWords("lessons")]);

/** Whether this is the first real game of this browser; it stays the first one. @param {string} id */
function isFirstGame(id) {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null) return kept === id;
    const fresh = localStorage.getItem(LEARNED) === null || progress.value.done.length > 0;
    if (!fresh || games() > 1) return false;
    localStorage.setItem(KEY, id);
    return true;
  } catch {
    return false;
  }
}

/** Which of them is wanted now. */
function wanted() {
  const at = table.value;
  if (at === null || board.value === null || at.state !== "playing" || at.you.seats.length === 0) return "";
  if (at.lesson !== undefined) return "teacher";
  return settings.value.tips && isFirstGame(at.id) ? "tips" : "";
}

export function Guide() {
  const [, again] = useState(0);
  const part = wanted();
  useEffect(() => {
    if (part === "" || found[part] !== undefined) return;
    Promise.all([PARTS[part](), prepare()]).then(
      ([one]) => {
        found[part] = one;
        again((n) => n + 1);
      },
      () => {}, // it comes with the next table
    );
  }, [part]);
  const Part = found[part];
  return Part === undefined ? null : html`<${Part} key=${table.value?.id} />`;
}
