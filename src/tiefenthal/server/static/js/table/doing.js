// A control that plays one action: lit when it can be played, dimmed with the reason when not.
import { html } from "../../vendor/preact.js";
import { act, asked, barred, legal } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/live.js";
import { actionWords, whyWords } from "../core/words.js";
import { quiet, tell, tip } from "./tip.js";

/** @typedef {{can: boolean, why: import("../types.js").Barred | null}} May */

/** Whether an action can be played now, and if it is refused, why. @param {string} action @returns {May} */
export const may = (action) => ({ can: asked.value && legal.value.has(action), why: barred.value.get(action) ?? null });

/** What is drawn in a control, with its name for those who do not see the drawing. @param {string} name @param {unknown} inside */
export const named = (name, inside) => html`<span class="unseen">${name}</span><span class="tv-inside" aria-hidden="true">${inside}</span>`;

/** What a control says to those who do not see it. @param {string} words @param {May} now */
export const spoken = (words, now) => (now.why !== null ? t("table.barred", { words, why: whyWords(now.why) }) : words);

/**
 * A button for one action. `about` adds to its bubble; `label` is its name where the action's own words do not do.
 * @param {{action: string, class?: string, label?: string, about?: () => import("./tip.js").Words, children?: unknown, done?: boolean}} props
 */
export function Doing({ action, class: kind = "", label, about, children, done = false }) {
  const now = may(action);
  const name = label ?? actionWords(action);
  const words = () => {
    const found = about?.() ?? { title: name };
    if (now.why !== null) return { ...found, why: whyWords(now.why), rule: now.why.rule };
    return now.can ? found : { ...found, why: t("table.later") };
  };
  const pressed = (/** @type {MouseEvent} */ event) => {
    if (now.can) {
      quiet();
      void act(action);
    } else {
      tell(/** @type {Element} */ (event.currentTarget), words);
      announce(now.why !== null ? whyWords(now.why) : t("table.later"), { now: true });
    }
  };
  return html`<button
    type="button"
    class=${`${kind} ${now.can ? "lit" : now.why !== null ? "dim" : "idle"}${done ? " done" : ""}`}
    data-action=${action}
    aria-disabled=${now.can ? undefined : "true"}
    onClick=${pressed}
    ...${tip(words)}
  >
    ${named(spoken(name, now), children)}
  </button>`;
}
