// Tips in the first real game: a sentence at important moments, each once, a few in an evening, one at a time. They block
// and cover nothing that they are about, disappear when they are answered or their moment is over, and can be switched
// off.
import { createPortal, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { asked, board, figures, hand, me, seat, story, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offersFor, placesFor, uses } from "../core/interaction.js";
import { announce } from "../core/page.js";
import { set } from "../core/settings.js";
import { isHinting } from "../table/hints.js";
import { allOf, controlsOf, litSpaces } from "../table/targets.js";
import { isCovered } from "../ui/dialog.js";
import { Drawing } from "../ui/pieces.js";
import { usable, usePlaced, waysOn } from "../ui/placing.js";
import { isTipping } from "../ui/sound-offer.js";

const KEY = "tiefenthal-tips";
/** Of which evening tips were counted, and how many it had. */
const COUNT = "tiefenthal-tips-evening";
const MOST = 3;

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

/** The evening that is counted. */
const evening = () => `${table.value?.id} ${board.value?.round}`;

/** How many tips this evening has had. */
function given() {
  try {
    const [which, n] = JSON.parse(localStorage.getItem(COUNT) ?? "[]");
    return which === evening() && Number.isInteger(n) ? n : 0;
  } catch {
    return 0;
  }
}

function count() {
  try {
    localStorage.setItem(COUNT, JSON.stringify([evening(), given() + 1]));
  } catch {
    // Without storage they are not counted.
  }
}

/** What I decided last: a moment that has had its tip has no second one. */
function lastDecision() {
  const mine = story.value.findLast((one) => one.what === "decided" && one.seat === seat.value);
  return `${evening()} ${board.value?.phase} ${mine?.ply ?? ""}`;
}

/** Whether somebody sits at a table whom none of the dice suits. */
function isMissed() {
  const inn = me.value;
  if (inn === null || inn.dice.length === 0 || inn.dice.some((die) => die.at !== "tray")) return false;
  return inn.tables.some((one) => one.card !== null && placesFor(one.space).length === 0);
}

/** The moments, in the order in which they are told when they come together: when each of them is, and what it is about.
 * @type {[string, (phase: string) => boolean, string[]][]} */
const MOMENTS = [
  ["last", () => board.value?.round === figures.value?.rounds, ["nobles", "guests"]],
  ["arrival", (phase) => phase === "arrival" && offersFor({ kind: "again" }).length > 0, ["tables"]],
  ["draft", (phase) => phase === "draft", ["mine", "tables"]],
  ["planning", (phase) => phase === "planning", ["tray", "tables", "areas"]],
  ["missed", (phase) => phase === "planning" && isMissed(), ["tray", "tables"]],
  ["serving", (phase) => phase === "serving" && uses.value.length > 0, ["tables", "areas", "tray"]],
  ["upgrade", (phase) => phase === "serving" && offersFor({ kind: "upgrade" }).length > 0, ["areas"]],
  [
    "thalers",
    (phase) => phase === "serving" && uses.value.length === 0 && (me.value?.loses.thalers ?? 0) > 0,
    ["stores", "market"],
  ],
  [
    "beer",
    (phase) =>
      phase === "serving" &&
      uses.value.length === 0 &&
      (me.value?.loses.beer ?? 0) > 0 &&
      offersFor({ kind: "recruit" }).length > 0,
    ["stores", "guests"],
  ],
];

/** The tip for this moment, as far as there is one to be told; "" if not. @param {string[]} told */
function tipFor(told) {
  if (!asked.value) return "";
  const phase = board.value?.phase ?? "";
  return MOMENTS.find(([name, when]) => !told.includes(name) && when(phase))?.[0] ?? "";
}

export function Tips() {
  const host = useMemo(() => document.createElement("div"), []);
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  const [told, tell] = useState(read);
  const shown = useRef({ tip: "", since: "" });
  const moment = tipFor(told);
  // None comes over a window or beside a hint, after another at the same moment, or when the evening has had enough.
  const since = lastDecision();
  const waits = isCovered.value || isHinting.value;
  const more = moment === shown.current.tip || (since !== shown.current.since && given() < MOST);
  const now = waits || !more ? "" : moment;
  useLayoutEffect(() => {
    host.className = "teacher-layer";
    document.body.append(host);
    return () => host.remove();
  }, []);
  usePlaced(panel, () => ({
    never: [
      ...(MOMENTS.find(([name]) => name === now)?.[2] ?? []).flatMap(allOf),
      ...controlsOf(offersFor({ kind: "again" }).map((one) => one.action)),
      ...(hand.value === null ? [] : litSpaces()),
      ...waysOn(),
    ],
    rather: usable(),
  }));
  const words = now === "" ? "" : t(`tip.${now}`);
  useEffect(() => {
    isTipping.value = now !== "";
    if (now === "") return undefined;
    if (shown.current.tip !== now) {
      shown.current = { tip: now, since };
      seen(now); // whatever becomes of it, it is not shown at the next visit
      count();
      announce(words);
    }
    return () => {
      isTipping.value = false;
    };
  }, [now]);
  useEffect(() => {
    // When its moment is over, so is the tip.
    if (shown.current.tip !== "" && moment !== shown.current.tip) over(shown.current.since);
  }, [moment]);
  /** @param {string} when */
  const over = (when) => {
    shown.current = { tip: "", since: when };
    tell(read());
  };
  if (now === "") return null;
  return createPortal(
    html`<section ref=${panel} class="teacher tip-card" data-tip=${now} aria-label=${t("tip.title")}>
      <header class="teacher-head">
        <span class="teacher-face" data-sticks-out="" aria-hidden="true"><${Drawing} name="p-host" class="portrait" /></span>
        <h2>${t("tip.title")}</h2>
      </header>
      <div class="teacher-words"><p class="teacher-says">${words}</p></div>
      <footer class="teacher-foot">
        <button type="button" class="teacher-quiet" data-tip-off="" onClick=${() => set({ tips: false })}>${t("tip.off")}</button>
        <span class="grow"></span>
        <button type="button" class="btn small gold" data-tip-close="" onClick=${() => over(since)}>${t("tip.close")}</button>
      </footer>
    </section>`,
    host,
  );
}
