// What has been entered about a box. It is stored in this browser with every key, so that one can leave at any moment.
// The server says what is asked for and what is wrong.
import { computed, signal } from "../../vendor/preact.js";
import { get, post } from "../core/api.js";
import { settings } from "../core/settings.js";

/** @typedef {import("../types.js").BoxForm} BoxForm */
/** @typedef {import("../types.js").BoxStep} BoxStep */
/** @typedef {import("../types.js").BoxRow} BoxRow */
/** @typedef {import("../types.js").BoxField} BoxField */
/** @typedef {import("../types.js").BoxChoice} BoxChoice */
/** @typedef {import("../types.js").BoxProblem} BoxProblem */
/** @typedef {import("../types.js").BoxEdition} BoxEdition */
/** @typedef {By<number | string>} Answers */
/** `at`: the step one is at. `modules`: with how many one plays; 0 until that is known.
 * @typedef {{answers: Answers, title: string, at: number, modules: number}} Entered */

const KEY = "tiefenthal-box";
/** How long nothing is typed before the server is asked, in milliseconds. */
const PAUSE = 350;

/** How long a person takes to find and type a figure, and to fetch the next component, in seconds. */
const A_FIGURE = 3;
const A_COMPONENT = 10;

/** @returns {Entered} */
function read() {
  const nothing = { answers: {}, title: "", at: 0, modules: 0 };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return nothing;
  }
}

/** All questions. */
export const whole = signal(/** @type {BoxForm | null} */ (null));
export const entered = signal(read());
/** Those that the chosen modules need. */
export const form = computed(() => {
  if (whole.value === null) return null;
  const { modules } = entered.value;
  const needed = whole.value.steps.map((step) => ({ ...step, rows: step.rows.filter((row) => row.module <= modules) }));
  return { ...whole.value, steps: needed.filter((step) => step.rows.length > 0) };
});
/** Whether an edition of mine is stored on the server. */
export const kept = signal(false);
/** What the server finds wrong. */
export const problems = signal(/** @type {BoxProblem[]} */ ([]));

/** Fetch the questions. Answers for figures that are no longer asked for are dropped. */
export async function learnForm() {
  const found = /** @type {BoxForm} */ (await get("/api/box"));
  const known = new Set(found.steps.flatMap(fieldsOf).map((one) => one.id));
  whole.value = found;
  const answers = Object.fromEntries(Object.entries(entered.value.answers).filter(([id]) => known.has(id)));
  const modules = entered.value.modules || Math.max(settings.value.plan.modules, ...Object.keys(answers).map(moduleOf));
  keep({ answers, modules });
  keep({ at: Math.min(entered.value.at, form.value?.steps.length ?? 0) });
  judge();
}

/** The first module a figure is needed for. @param {string} id */
const moduleOf = (id) =>
  whole.value?.steps.flatMap((step) => step.rows).find((row) => row.fields.some((one) => one.id === id))?.module ?? 1;

/** Ask for what other modules need, and stay at the step one is at. @param {number} modules */
export function playWith(modules) {
  const step = form.value?.steps[entered.value.at];
  keep({ modules });
  const steps = form.value?.steps ?? [];
  const at = steps.findIndex((one) => one.id === step?.id);
  keep({ at: at >= 0 ? at : steps.length });
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

/** Enter many figures at once. @param {Answers} answers */
export function enterAll(answers) {
  keep({ answers: { ...entered.value.answers, ...answers } });
  judge();
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

/** How many figures of some steps are left. @param {BoxStep[]} steps */
const missing = (steps) => steps.reduce((sum, step) => sum + missingIn(step), 0);
/** How many are left that the chosen modules need, */
export const left = computed(() => missing(form.value?.steps ?? []));
/** and that only the others do. */
export const leftForOthers = computed(() => missing(whole.value?.steps ?? []) - left.value);
/** How many the chosen modules need. */
export const asked = computed(() => (form.value?.steps ?? []).flatMap(fieldsOf).filter((one) => one.asked).length);
/** About how many minutes the rest takes, in a person's time. */
export const minutes = computed(() => {
  const open = (form.value?.steps ?? []).filter((step) => missingIn(step) > 0).length;
  return Math.max(1, Math.round((left.value * A_FIGURE + open * A_COMPONENT) / 60));
});

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
  if (mine === latest && answers === entered.value.answers) {
    problems.value = verdict.problems;
    // What is wrong must be in sight, also where the chosen modules do not need it.
    const needed = Math.max(...verdict.problems.map((one) => moduleOf(one.field)));
    if (needed > entered.value.modules) playWith(needed);
  }
  return verdict;
}
