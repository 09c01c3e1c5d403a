// What has been entered about a box. It is stored in this browser with every key, so that one can leave at any moment.
// The server says what is asked for and what is wrong.
import { computed, signal } from "../../vendor/preact.js";
import { get, post } from "../core/api.js";

/** @typedef {import("../types.js").BoxForm} BoxForm */
/** @typedef {import("../types.js").BoxStep} BoxStep */
/** @typedef {import("../types.js").BoxRow} BoxRow */
/** @typedef {import("../types.js").BoxField} BoxField */
/** @typedef {import("../types.js").BoxChoice} BoxChoice */
/** @typedef {import("../types.js").BoxProblem} BoxProblem */
/** @typedef {import("../types.js").BoxEdition} BoxEdition */
/** @typedef {By<number | string>} Answers */
/** `at`: the step one is at. @typedef {{answers: Answers, title: string, at: number}} Entered */

const KEY = "tiefenthal-box";
/** How long nothing is typed before the server is asked, in milliseconds. */
const PAUSE = 350;

/** @returns {Entered} */
function read() {
  const nothing = { answers: {}, title: "", at: 0 };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return nothing;
  }
}

export const form = signal(/** @type {BoxForm | null} */ (null));
export const entered = signal(read());
/** Whether an edition of mine is stored on the server. */
export const kept = signal(false);
/** What the server finds wrong. */
export const problems = signal(/** @type {BoxProblem[]} */ ([]));

/** Fetch the questions. Answers for figures that are no longer asked for are dropped. */
export async function learnForm() {
  const found = /** @type {BoxForm} */ (await get("/api/box"));
  const known = new Set(found.steps.flatMap(fieldsOf).map((one) => one.id));
  form.value = found;
  keep({
    answers: Object.fromEntries(Object.entries(entered.value.answers).filter(([id]) => known.has(id))),
    at: Math.min(entered.value.at, found.steps.length),
  });
  judge();
}

/** @param {Partial<Entered>} changes */
export function keep(changes) {
  entered.value = { ...entered.value, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(entered.value));
  } catch {
    // A browser without storage can still be used in one session.
  }
}

/** Enter a figure, or remove it. @param {BoxField} field @param {number | string | undefined} answer */
export function enter(field, answer) {
  const { [field.id]: _, ...others } = entered.value.answers;
  keep({ answers: answer === undefined ? others : { ...others, [field.id]: answer } });
  const step = stepOf(field);
  const ids = new Set(step === undefined ? [] : fieldsOf(step).map((one) => one.id));
  problems.value = problems.value.filter((one) => !ids.has(one.field));
  if (step !== undefined && isComplete(step)) judge();
}

/** Begin with an empty box. */
export function clear() {
  problems.value = [];
  keep({ answers: {}, title: "", at: 0 });
}

// --- what is there

/** @param {BoxStep} step */
export const fieldsOf = (step) => step.rows.flatMap((row) => row.fields);

/** @param {BoxField} field */
const stepOf = (field) => form.value?.steps.find((step) => fieldsOf(step).some((one) => one.id === field.id));

/** The current value of a figure: entered, taken from the one it follows, or already known. @param {BoxField} field */
export function figureOf(field) {
  const { answers } = entered.value;
  return answers[field.id] ?? (field.follows === null ? field.given : answers[field.follows]) ?? undefined;
}

/** Whether a figure was entered here. @param {BoxField} field */
export const isEntered = (field) => entered.value.answers[field.id] !== undefined;

/** Whether a number is out of bounds. @param {BoxField} field */
function isOut(field) {
  const answer = entered.value.answers[field.id];
  return typeof answer === "number" && (answer < field.low || answer > field.high);
}

/** What is wrong with a figure. @param {BoxField} field @returns {{code: string, values: Values} | null} */
export function wrongWith(field) {
  if (isOut(field)) return { values: { low: field.low, high: field.high }, code: "number" };
  return problems.value.find((one) => one.field === field.id) ?? null;
}

/** Figures of a step that are not entered, or out of bounds. @param {BoxStep} step */
export const missingIn = (step) => fieldsOf(step).filter((one) => one.asked && (!isEntered(one) || isOut(one))).length;
/** @param {BoxStep} step */
export const isComplete = (step) => missingIn(step) === 0;
/** @param {BoxStep} step */
export const isWrong = (step) => fieldsOf(step).some((one) => wrongWith(one) !== null);

/** How many figures are left. */
export const left = computed(() => (form.value?.steps ?? []).reduce((sum, step) => sum + missingIn(step), 0));
export const asked = computed(() => (form.value?.steps ?? []).flatMap(fieldsOf).filter((one) => one.asked).length);

// --- asking the server

let timer = 0;
let latest = 0;

/** Ask the server what is wrong, a moment after the last key. */
function judge() {
  clearTimeout(timer);
  timer = window.setTimeout(() => judgeNow().catch(() => {}), PAUSE); // shown at the end, where it matters
}

/** Ask the server what is wrong now; `whole`: also if answers are missing. @param {boolean} [whole] */
export async function judgeNow(whole = false) {
  clearTimeout(timer);
  latest += 1;
  const mine = latest;
  const { answers } = entered.value;
  const verdict = /** @type {import("../types.js").BoxVerdict} */ (await post("/api/box/check", { answers, whole }));
  if (mine === latest && answers === entered.value.answers) problems.value = verdict.problems;
  return verdict;
}
