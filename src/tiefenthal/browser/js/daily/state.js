// What the server says of the daily evening, and what this browser noted of its promises.
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

/** What was promised of a day when this browser first heard of it, before its seed was told. @param {string} day */
export const promisedFor = (day) => noted()[day] ?? null;

/** The first promise counts: one that is changed later does not replace it. @param {string} day @param {string} commitment */
function note(day, commitment) {
  const all = noted();
  if (all[day] !== undefined) return;
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...Object.entries(all), [day, commitment]].slice(-MOST))),
    );
  } catch {
    // A browser that keeps nothing has what the server says now.
  }
}

/** Ask how today's stands. */
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

/** Sit down to today's; where. @returns {Promise<string>} */
export const sitDown = () => openAt("/api/daily");

/** Play a day that is over; where. @param {string} day @returns {Promise<string>} */
export const playForFun = (day) => openAt(`/api/daily/days/${day}/tables`);

/** @param {string} path @returns {Promise<string>} */
async function openAt(path) {
  const { pace } = settings.value.plan;
  const found = /** @type {import("../types.js").DailyTable} */ (await asMe(() => post(path, { pace })));
  return `/table/${found.table}`;
}
