// What the server says about the daily evening, and the commitments that this browser has stored.
import { signal } from "../../vendor/preact.js";
import { get, post } from "../core/api.js";
import { settings } from "../core/settings.js";
import { asMe } from "../start/plan.js";

/** @typedef {import("../types.js").Daily} Daily */
/** @typedef {import("../types.js").DailyDay} DailyDay */

export const daily = signal(/** @type {Daily | null} */ (null));
/** How far this device's clock is behind the server's, in seconds. */
export const behind = signal(0);

const KEY = "tiefenthal-daily";
const MOST = 60;

/** @returns {{[day: string]: string}} */
function noted() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The commitment to a day when this browser first saw it, before the seed was revealed. @param {string} day */
export const promisedFor = (day) => noted()[day] ?? null;

/**
 * The first commitment counts: a later, changed one does not replace it.
 * @param {string} day
 * @param {string} commitment
 */
function note(day, commitment) {
  const all = noted();
  if (all[day] !== undefined) return;
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...Object.entries(all), [day, commitment]].slice(-MOST))),
    );
  } catch {
    // Without storage there is only what the server says now.
  }
}

/** Fetch today's state. */
export async function learnDaily() {
  const found = /** @type {Daily} */ (await get("/api/daily"));
  behind.value = found.now - Date.now() / 1000;
  if (found.today.seed === null) note(found.today.day, found.today.commitment);
  note(found.next.day, found.next.commitment);
  daily.value = found;
  return found;
}

/** @param {string} day @returns {Promise<DailyDay>} */
export const learnDay = (day) => get(`/api/daily/days/${encodeURIComponent(day)}`);

/** Begin today's evening. Returns the table. @returns {Promise<string>} */
export const sitDown = () => openAt("/api/daily");

/** Play a past day. Returns the table. @param {string} day @returns {Promise<string>} */
export const playForFun = (day) => openAt(`/api/daily/days/${day}/tables`);

/** @param {string} path @returns {Promise<string>} */
async function openAt(path) {
  const { pace } = settings.value.plan;
  const found = /** @type {import("../types.js").DailyTable} */ (await asMe(() => post(path, { pace })));
  return `/table/${found.table}`;
}
