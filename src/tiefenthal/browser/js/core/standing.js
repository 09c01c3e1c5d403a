// What has happened and still counts.
import { computed } from "../../vendor/preact.js";
import { story } from "./game.js";

/** The events that still count: without the decisions that were undone, and their results. In phases that all
 * play at once a seat takes back its own last decision; when everyone agrees, all that came after goes with it.
 * @param {GameEvent[]} events */
export function standing(events) {
  if (!events.some((event) => event.what === "undone")) return events;
  /** @type {{ply: number, seat: number}[]} */
  const decisions = [];
  const gone = new Set();
  for (const event of events) {
    if (event.what === "decided") decisions.push({ ply: event.ply, seat: event.seat ?? 0 });
    if (event.what !== "undone") continue;
    const count = event.count ?? 1;
    const at = count === 1 ? decisions.findLastIndex((one) => one.seat === event.seat) : decisions.length - count;
    for (const one of decisions.splice(Math.max(0, at), count)) gone.add(one.ply);
  }
  return events.filter((event) => !gone.has(event.ply));
}

/** What has happened at this table since the page was opened, and still counts. */
export const stands = computed(() => standing(story.value));
