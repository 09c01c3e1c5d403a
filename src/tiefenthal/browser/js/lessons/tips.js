// Tips in the first real game: a sentence at important moments, each once. They do not block anything, disappear when
// they are answered or their moment is over, and can be switched off.
import { createPortal, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { asked, board, figures, me } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offersFor, placesFor, uses } from "../core/interaction.js";
import { announce } from "../core/page.js";
import { set } from "../core/settings.js";
import { isCovered } from "../ui/dialog.js";
import { Drawing } from "../ui/pieces.js";
import { useSpot } from "./spot.js";

const KEY = "tiefenthal-tips";

/** @returns {string[]} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} name */
function seen(name) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...read(), name])]));
  } catch {
    // Without storage a tip may be shown again.
  }
}

/** Whether somebody sits at a table whom none of the dice suits. */
function isMissed() {
  const inn = me.value;
  if (inn === null || inn.dice.length === 0 || inn.dice.some((die) => die.at !== "tray")) return false;
  return inn.tables.some((one) => one.card !== null && placesFor(one.space).length === 0);
}

/** The moments, in the order in which they are told when they come together: when each of them is.
 * @type {[string, (phase: string) => boolean][]} */
const MOMENTS = [
  ["last", () => board.value?.round === figures.value?.rounds],
  ["arrival", (phase) => phase === "arrival" && offersFor({ kind: "again" }).length > 0],
  ["draft", (phase) => phase === "draft"],
  ["planning", (phase) => phase === "planning"],
  ["missed", (phase) => phase === "planning" && isMissed()],
  ["serving", (phase) => phase === "serving" && uses.value.length > 0],
  ["upgrade", (phase) => phase === "serving" && offersFor({ kind: "upgrade" }).length > 0],
  ["thalers", (phase) => phase === "serving" && uses.value.length === 0 && (me.value?.loses.thalers ?? 0) > 0],
  [
    "beer",
    (phase) =>
      phase === "serving" &&
      uses.value.length === 0 &&
      (me.value?.loses.beer ?? 0) > 0 &&
      offersFor({ kind: "recruit" }).length > 0,
  ],
];

export function Tips() {
  const host = useMemo(() => document.createElement("div"), []);
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  const [told, tell] = useState(read);
  const phase = board.value?.phase ?? "";
  const moment = asked.value ? (MOMENTS.find(([name, when]) => !told.includes(name) && when(phase))?.[0] ?? "") : "";
  // None comes while a window is open; one that is there is hidden by it (css/lessons.css) and is back afterwards.
  const shown = useRef("");
  const now = isCovered.value && moment !== shown.current ? "" : moment;
  shown.current = now;
  useLayoutEffect(() => {
    host.className = "teacher-layer";
    document.body.append(host);
    return () => host.remove();
  }, []);
  useSpot(panel, [], "");
  const words = now === "" ? "" : t(`tip.${now}`);
  useEffect(() => {
    if (now === "") return undefined;
    seen(now); // whatever becomes of it, it is not shown at the next visit
    announce(words);
    // When its moment is over, so is the tip.
    return () => tell(read());
  }, [now]);
  if (now === "") return null;
  return createPortal(
    html`<section ref=${panel} class="teacher tip-card" data-tip=${now} aria-label=${t("tip.title")}>
      <header class="teacher-head">
        <span class="teacher-face" aria-hidden="true"><${Drawing} name="p-host" class="portrait" /></span>
        <h2>${t("tip.title")}</h2>
      </header>
      <div class="teacher-words"><p class="teacher-says">${words}</p></div>
      <footer class="teacher-foot">
        <button type="button" class="teacher-quiet" data-tip-off="" onClick=${() => set({ tips: false })}>${t("tip.off")}</button>
        <span class="grow"></span>
        <button type="button" class="btn small gold" data-tip-close="" onClick=${() => tell(read())}>${t("tip.close")}</button>
      </footer>
    </section>`,
    host,
  );
}
