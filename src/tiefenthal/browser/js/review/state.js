// A review in progress: requested, then polled until it is done. A dropped file is kept for this visit, so that it is
// still there after a reload or a change of language.
import { signal } from "../../vendor/preact.js";
import { ServerError, get, post } from "../core/api.js";
import { language, t } from "../core/i18n.js";
import { names, yours } from "../core/words.js";
import { cast } from "../ui/pieces.js";
import { problemWords } from "../start/states.js";

/** @typedef {import("../types.js").ReviewState} ReviewState */
/** @typedef {import("../types.js").Reviewed} Reviewed */
/** @typedef {import("../types.js").ReviewedSeat} ReviewedSeat */
/** @typedef {import("../types.js").CostlyDecision} CostlyDecision */

const KEPT = "tiefenthal-review";
/** The longest record the server takes. */
const LONGEST = 500_000;
const AGAIN = 700;

/** The server's last answer. */
export const now = signal(/** @type {ReviewState | null} */ (null));
export const problem = signal("");

/** The review being polled; another one, or none, ends it. */
let following = 0;

/** Why there is no review, for people. @param {unknown} error */
function why(error) {
  if (error instanceof ServerError) {
    const known = {
      record: "rv.no.record",
      busy: "rv.no.busy",
      "too-fast": "rv.no.busy",
      "no-judge": "rv.no.judge",
      sealed: "rv.no.sealed",
    };
    if (error.status === 404) return t("rv.no.game");
    const key = known[/** @type {keyof typeof known} */ (error.code)];
    if (key !== undefined) return t(key);
  }
  return problemWords(error);
}

const asked = () => `?language=${language.value}`;

/** Who played, for all that speaks of seats. @param {ReviewState} found */
function learn(found) {
  if (found.review !== null && names.peek().length === 0) names.value = found.review.seats.map((one) => one.name);
  now.value = found;
  if (found.state === "failed") problem.value = t("rv.no.record");
}

/** Have something reviewed, and follow it. @param {{game: string} | {record: string}} what */
export async function begin(what) {
  const mine = ++following;
  now.value = null;
  problem.value = "";
  names.value = [];
  yours.value = [];
  cast.value = [];
  try {
    if ("game" in what) {
      const info = await get(`/api/records/${encodeURIComponent(what.game)}`);
      if (mine !== following) return;
      names.value = info.names;
      yours.value = info.yours ?? [];
      cast.value = info.characters ?? [];
    }
    const found = await post(`/api/reviews${asked()}`, what);
    if (mine !== following) return;
    learn(found);
    await follow(mine, found.id);
  } catch (error) {
    if (mine === following) problem.value = why(error);
  }
}

/** Ask until it is done. @param {number} mine @param {string} id */
async function follow(mine, id) {
  let misses = 0;
  while (mine === following && now.value?.state === "thinking") {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (mine !== following) return;
    try {
      const found = await get(`/api/reviews/${id}${asked()}`);
      if (mine !== following) return;
      learn(found);
      misses = 0;
    } catch (error) {
      misses += 1;
      if (misses > 5 || (error instanceof ServerError && error.status === 404)) throw error;
    }
  }
}

/** Say it again, in another language. */
export async function again() {
  const id = now.value?.id;
  const mine = following;
  if (id === undefined || now.value?.state === "thinking") return;
  const found = await get(`/api/reviews/${id}${asked()}`).catch(() => null);
  if (found !== null && mine === following) learn(found);
}

/** The page was left: stop polling. */
export function stop() {
  following += 1;
  now.value = null;
  problem.value = "";
  names.value = [];
  yours.value = [];
  cast.value = [];
}

// --- files

/** Review the record in a file. @param {File} file */
export async function readFile(file) {
  if (file.size > LONGEST) {
    problem.value = t("rv.no.record");
    return;
  }
  const text = await file.text();
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    // no room in the storage: then it is gone after a reload
  }
  await begin({ record: text });
}

/** The file of before, if there was one in this visit. */
export const keptFile = () => sessionStorage.getItem(KEPT);

/** Forget the file. */
export const forgetFile = () => sessionStorage.removeItem(KEPT);
