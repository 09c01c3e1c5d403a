// The one line at the top: which evening, which phase, who acts, what and why. The tab's title says the same.
import { html, useEffect } from "../../vendor/preact.js";
import { asked, board, figures, hand, seat, table, undo, update } from "../core/game.js";
import { phaseName, t } from "../core/i18n.js";
import { awaitedWords, listed, questionWords, seatName } from "../core/words.js";
import { Icon, Key, Mark, Sign } from "../ui/pieces.js";
import { named } from "./doing.js";
import { show } from "./state.js";
import { tip } from "./tip.js";

const LETTERS = ["A", "B", "C", "D", "E", "F", "G"];

/** My open decision, else the first open one. */
export function decision() {
  const all = update.value?.decisions ?? [];
  return all.find((one) => one.seat === seat.value) ?? all[0] ?? null;
}

/** Who acts, what, and why: a short lead and a sentence. @returns {{lead: string, text: string, seat: number | null}} */
export function status() {
  const now = decision();
  const all = update.value?.decisions ?? [];
  if (board.value === null) return { lead: "", text: t("table.loading"), seat: null };
  if (now === null) return { lead: "", text: t("table.status.nobody"), seat: null };
  if (asked.value) {
    const held = hand.value;
    if (held !== null) return { lead: t("table.status.you"), text: t("table.status.held", { face: held.face }), seat: seat.value };
    return { lead: t("table.status.you"), text: questionWords(now), seat: seat.value };
  }
  if (all.length === 1) return { lead: "", text: awaitedWords(now), seat: now.seat };
  return { lead: "", text: t("table.status.several", { n: all.length, names: listed(all.map((one) => seatName(one.seat))) }), seat: null };
}

/** The phases of the evening as beads; the one that is on has its name. */
function Phases() {
  const now = board.value?.letter ?? "";
  const at = LETTERS.indexOf(now);
  return html`<ol class="tv-phases" aria-label=${t("table.phases")}>
    ${LETTERS.map((letter, i) =>
      letter === now
        ? html`<li key=${letter} class="now" aria-current="step"><b>${letter}</b><span>${phaseName(letter)}</span></li>`
        : html`<li key=${letter} class=${i < at ? "done" : ""} tabindex="0" aria-label=${t("table.phase", { letter, name: phaseName(letter) })} ...${tip(() => ({ title: phaseName(letter) }))}><b aria-hidden="true">${letter}</b></li>`,
    )}
  </ol>`;
}

/** Taking back: free, with everyone's consent, or nothing there. */
function Undo() {
  const way = update.value?.undo ?? "no";
  const text = { free: t("table.undo.free"), ask: t("table.undo.ask"), no: t("table.undo.no") }[way];
  return html`<button type="button" class=${`tv-tool undo ${way}`} data-undo=${way} aria-disabled=${way === "no" ? "true" : undefined} aria-keyshortcuts="U" onClick=${() => void undo()} ...${tip(() => ({ title: t("table.undo"), text }))}>
    ${named(text, html`<${Sign} name="undo" /><span>${way === "ask" ? t("table.undo.asking") : t("table.undo")}</span><${Key} name="U" />`)}
  </button>`;
}

/** @param {{extra?: unknown}} props */
export function StatusBar({ extra = null }) {
  const now = status();
  const round = board.value?.round ?? 0;
  const rounds = figures.value?.rounds ?? 8;
  const mine = asked.value;
  useEffect(() => {
    const text = now.lead ? t("table.title.you", { text: now.text }) : t("table.title", { text: now.text });
    document.title = mine ? `● ${text}` : text;
  });
  return html`<header class="tv-status">
    <div class="tv-evening"><${Icon} name="moon" /><span>${t("table.evening.short", { round })}</span><i>${t("table.of", { rounds })}</i></div>
    <${Phases} />
    <div class="tv-say">
      <p class=${mine ? "mine" : "others"} role="status">${now.seat !== null ? html`<${Mark} seat=${now.seat} />` : null}${now.lead ? html`<b>${now.lead}</b> ` : null}<span>${now.text}</span></p>
    </div>
    <div class="tv-tools">
      ${extra}
      ${table.value?.you.seats.length ? html`<${Undo} />` : null}
      <button type="button" class="tv-tool" data-open="log" aria-label=${t("table.log")} aria-keyshortcuts="L" onClick=${() => show({ kind: "log" })} ...${tip(() => ({ title: t("table.log") }))}><${Sign} name="log" /></button>
      <button type="button" class="tv-tool" data-open="keys" aria-label=${t("table.help")} aria-keyshortcuts="?" onClick=${() => show({ kind: "keys" })} ...${tip(() => ({ title: t("table.help") }))}><${Sign} name="help" /></button>
      <button type="button" class="tv-tool" data-open="menu" aria-label=${t("table.menu")} onClick=${() => show({ kind: "menu" })} ...${tip(() => ({ title: t("table.menu") }))}><${Sign} name="menu" /></button>
    </div>
  </header>`;
}
