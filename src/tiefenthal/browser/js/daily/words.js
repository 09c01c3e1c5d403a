// The daily evening in words: dates, time left, and the result as a text to share.
import { locale, t } from "../core/i18n.js";

/** @typedef {import("../types.js").DailyDay} DailyDay */

/** A day in words; the day is UTC's, wherever one is. @param {string} day @param {"long" | "short"} [how] */
export const dayWords = (day, how = "long") =>
  new Intl.DateTimeFormat(locale(), {
    timeZone: "UTC",
    day: "numeric",
    month: how,
    ...(how === "long" ? { weekday: "long", year: "numeric" } : { weekday: "short" }),
  }).format(new Date(`${day}T00:00:00Z`));

/** The same without the weekday. @param {string} day */
export const dateWords = (day) =>
  new Intl.DateTimeFormat(locale(), { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** A time of day in the reader's time zone. @param {number} at seconds since 1970 */
export const clockWords = (at) =>
  new Intl.DateTimeFormat(locale(), { hour: "numeric", minute: "2-digit" }).format(new Date(at * 1000));

/** @param {number} seconds */
export function timeWords(seconds) {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 60
    ? t("daily.time.minutes", { minutes })
    : t("daily.time.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** How a score stands beside the Master's. @param {number} score @param {number} master */
export function besideMaster(score, master) {
  if (score === master) return t("daily.master.level");
  return score < master
    ? t("daily.master.behind", { n: master - score })
    : t("daily.master.ahead", { n: score - master });
}

const SQUARES = 10;

/** The result as a few lines, without spoilers. @param {DailyDay} day */
export function shareText(day) {
  const score = day.mine?.score ?? 0;
  const { rank = null, players = 0 } = day.standing ?? {};
  const points = t("daily.share.points", { n: score });
  const lines = [t("daily.share.head", { date: dateWords(day.day) })];
  if (rank !== null && players > 1) {
    lines.push(`${points} · ${t("daily.share.rank", { rank, players })}`);
    const ahead = Math.round((SQUARES * (players - rank)) / (players - 1));
    lines.push("■".repeat(ahead) + "□".repeat(SQUARES - ahead));
  } else lines.push(points);
  if (day.master !== null) lines.push(besideMaster(score, day.master.score));
  lines.push(`${location.origin}/daily/${day.day}`);
  return lines.join("\n");
}
