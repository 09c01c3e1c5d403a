// Lessons as the rest of the game knows them: what this browser has done of them, and the way to one. The lessons
// themselves are fetched when they are wanted (lessons/).
import { html, signal } from "../../vendor/preact.js";
import { get, post } from "../core/api.js";
import { language, t } from "../core/i18n.js";
import { go, link } from "../core/page.js";
import { settings } from "../core/settings.js";
import { Sign } from "../ui/pieces.js";
import { asMe } from "./plan.js";

const KEY = "tiefenthal-lessons";
const LEARNED = "tiefenthal-learned"; // whether how to play was told (start/lesson.js)
const GAMES = "tiefenthal.promises"; // the games this browser has seen (pages/commitment.js)
export const FIRST = "first";

/** @typedef {{done: string[], tables: By<string>}} Progress */

/** @returns {Progress} */
function read() {
  try {
    return { done: [], tables: {}, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { done: [], tables: {} };
  }
}

/** The lessons that are done, and the tables of those that were begun. */
export const progress = signal(read());

/** @param {Progress} now */
function keep(now) {
  progress.value = now;
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Without storage the first lesson is offered again.
  }
}

/** A lesson is done; then no other introduction is needed. @param {string} name */
export function finish(name) {
  const { [name]: _, ...tables } = progress.value.tables;
  keep({ done: [...new Set([...progress.value.done, name])], tables });
  try {
    localStorage.setItem(LEARNED, "yes");
  } catch {
    // As above.
  }
}

/** How many games this browser has seen. */
export function games() {
  try {
    return Object.keys(JSON.parse(localStorage.getItem(GAMES) ?? "{}")).length;
  } catch {
    return 0;
  }
}

/** Whether nothing was ever done here. */
export function isNewcomer() {
  try {
    return localStorage.getItem(LEARNED) === null && progress.value.done.length === 0 && games() === 0;
  } catch {
    return false;
  }
}

/** To a lesson: where it was left, or from its beginning. @param {string} name @param {boolean} [again] */
export async function goToLesson(name, again = false) {
  const kept = progress.value.tables[name];
  if (kept !== undefined && !again) {
    const there = await get(`/api/tables/${kept}`).catch(() => null);
    if (there !== null && there.lesson === name) return go(`/table/${kept}`);
  }
  const { pace } = settings.value.plan;
  /** @type {import("../types.js").TableInfo} */
  const table = await asMe(() => post(`/api/lessons/${name}`, { pace, language: language.value }));
  keep({ ...progress.value, tables: { ...progress.value.tables, [name]: table.id } });
  go(`/table/${table.id}`);
}

/** The quiet way to the list. */
export const LessonsLink = () =>
  html`<a class="start-learn" href="/lessons" onClick=${link("/lessons")}>
    <${Sign} name="hand" />
    ${t("start.lessons")}
  </a>`;
