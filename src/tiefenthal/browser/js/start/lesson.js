// How to play, as a window over any screen: shown once at a player's first table, and on request. Its pages are fetched
// on demand.
import { html, signal, useEffect, useState } from "../../vendor/preact.js";
import { board, table } from "../core/game.js";

const KEY = "tiefenthal-learned";
const GAMES = "tiefenthal.promises"; // the games this browser has seen (pages/commitment.js)

const open = signal(/** @type {"" | "first" | "again"} */ (""));

/** Show it. */
export const openLesson = () => {
  open.value = "again";
};

/** Whether nobody has played here before, as far as this browser knows. */
function isNew() {
  try {
    return (
      localStorage.getItem(KEY) === null && Object.keys(JSON.parse(localStorage.getItem(GAMES) ?? "{}")).length <= 1
    );
  } catch {
    return false;
  }
}

function close() {
  open.value = "";
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Without storage it is shown again.
  }
}

/** @type {any} */
let Pages = null;

export function Lesson() {
  const [, again] = useState(0);
  // A game that has just begun, with a seat of mine: those who come by a link have been let in by then.
  const begins =
    table.value?.state === "playing" &&
    table.value.you.seats.length > 0 &&
    table.value.lesson === undefined &&
    board.value !== null &&
    board.value.round <= 1;
  useEffect(() => {
    if (begins && isNew()) open.value = "first";
  }, [begins]);
  const wanted = open.value;
  useEffect(() => {
    if (wanted === "" || Pages !== null) return;
    import("../pages/how-to-play.js").then(
      (/** @type {any} */ found) => {
        Pages = found.HowToPlayDialog;
        again((n) => n + 1);
      },
      () => (open.value = ""),
    );
  }, [wanted]);
  return wanted === "" || Pages === null ? null : html`<${Pages} first=${wanted === "first"} onClose=${close} />`;
}
