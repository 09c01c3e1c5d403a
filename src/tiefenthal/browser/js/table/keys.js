// The keys of the table, wide or in the hand: dice and spaces, and letters that lead to what can be bought, recruited,
// upgraded or looked at. After something was done by key, the focus goes on to what can be done next.
import { useEffect } from "../../vendor/preact.js";
import { asked, board, me, seat, story, undo, update } from "../core/game.js";
import { useAll } from "../core/interaction.js";
import { useKeys } from "../core/page.js";
import { doable, goAmong, goTo, letGo, reachable } from "../ui/roving.js";
import { KEY as HINT, askHint } from "./hints.js";
import { letterOf, show } from "./state.js";

/** @typedef {"buy" | "recruit" | "upgrade" | "more" | "others" | "tracks"} Kind */

/** What a letter leads to: selectors for both tables. @type {{[kind in Kind]: string}} */
const PLACES = {
  buy: "[data-kind='buy']",
  recruit: "[data-kind='recruit'], [data-kind='nobles']",
  upgrade: "[data-open^='upgrade-'], [data-opens^='upgrade-']",
  more: "[data-extra]",
  others: "[data-open^='inn-'], .phone-visit",
  tracks: "[data-group=tracks] [data-here], [data-group=tracks] [data-tonight]",
};
/** @type {{[kind in Kind]: string}} */
export const JUMPS = { buy: "t", recruit: "r", upgrade: "e", more: "y", others: "o", tracks: "i" };

/** What kind of thing a control is; "" for none of these. @param {Element} one @returns {Kind | ""} */
function kindOf(one) {
  if (one.matches("[data-kind='upgrade'], [data-kind='entertain-upgrade']")) return "upgrade";
  const kinds = /** @type {Kind[]} */ (Object.keys(PLACES));
  return kinds.find((kind) => one.matches(PLACES[kind])) ?? "";
}

/** The control that was last pressed by key, until what came of it has been shown. */
let pressed = /** @type {{kind: Kind | "", ply: number} | null} */ (null);
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const one = /** @type {HTMLElement} */ (event.target).closest("button");
    pressed = one === null ? null : { kind: kindOf(one), ply: update.peek()?.ply ?? 0 };
  },
  true,
);
addEventListener("pointerdown", () => (pressed = null), true);

const MOMENT = 30;

/** Where a press by key leads on to: to something of its kind that can be done now, else to the main button. The window in
 * which it was pressed has some moments to close. @param {number} [left] */
function goOn(left = 10) {
  const mine = story.peek().findLast((event) => event.what === "decided" && event.seat === seat.peek());
  if (pressed === null || (mine?.ply ?? 0) <= pressed.ply) return;
  if (left > 0 && document.documentElement.classList.contains("has-dialog"))
    return void setTimeout(goOn, MOMENT, left - 1);
  const { kind } = pressed;
  pressed = null;
  const at = document.activeElement;
  const lost = at === null || at === document.body;
  if (kind === "" ? !lost || document.querySelector("#app .tv-phase, #app .phone-phase") !== null : !lost && doable(at))
    return;
  const next = kind === "" ? undefined : reachable(PLACES[kind]).find(doable);
  const main = /** @type {HTMLElement | null} */ (document.querySelector("[data-main], #main-button"));
  if (next !== undefined) goTo(next, { startling: true });
  else if (main !== null) goTo(main, { startling: true });
}

/**
 * Listen to the keys of the table. `press` and `face` are what a space and a die do there; `drop` puts away whatever is held
 * or chosen, and says whether there was something; `reach` brings a kind of things into sight.
 * @param {{press: (space: string) => void, face: (n: number) => void, drop: () => boolean, reach?: (kind: Kind) => void, log?: () => void, enter?: () => void}} how
 */
export function useTableKeys({ press, face, drop, reach, log, enter }) {
  const go = (/** @type {Kind} */ kind) => (/** @type {KeyboardEvent} */ event) => {
    reach?.(kind);
    // What must first be scrolled into view is there one frame later.
    if (reach === undefined) goAmong(PLACES[kind], event.shiftKey ? -1 : 1);
    else requestAnimationFrame(() => goAmong(PLACES[kind], event.shiftKey ? -1 : 1));
  };
  /** @type {import("../core/page.js").Keys} */
  const keys = {
    // What is held is let go of first, then a tip, then the focus.
    Escape: (_, overheard) => {
      if (!drop() && !overheard) letGo();
    },
    u: () => void undo(),
    l: log ?? (() => show({ kind: "log" })),
    x: () => void useAll(),
    "?": () => show({ kind: "keys" }),
    [HINT]: () => void askHint(),
    g: () => me.value !== null && me.value.book.length > 0 && show({ kind: "book", seat: seat.value ?? 1 }),
    ...(enter === undefined ? {} : { Enter: enter }),
  };
  for (const kind of /** @type {Kind[]} */ (Object.keys(JUMPS))) keys[JUMPS[kind]] = go(kind);
  const mine = me.value;
  if (mine !== null && asked.value && (board.value?.phase === "planning" || board.value?.phase === "serving")) {
    for (let n = 1; n <= 6; n += 1) keys[String(n)] = () => face(n);
    for (const { space } of [...mine.tables, ...mine.spaces]) {
      const letter = letterOf(space);
      if (letter !== "") keys[letter] = () => press(space);
    }
  }
  useKeys(keys);

  const ply = update.value?.ply ?? 0;
  useEffect(() => void setTimeout(goOn, MOMENT), [ply]);
}
