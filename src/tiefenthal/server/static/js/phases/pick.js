// What I am about to choose: pointed at, not yet done. Hovering or focusing an option picks it, pressing it plays it; a
// finger, which cannot hover, picks with the first tap and plays with the second, or with the main button.
import { computed, html, signal } from "../../vendor/preact.js";
import { act, barred, legal } from "../core/game.js";
import { whyWords } from "../core/words.js";

/** The action picked last; it counts only while it is legal. */
const last = signal(/** @type {string | null} */ (null));

export const picked = computed(() => {
  if (last.value !== null && legal.value.has(last.value)) return last.value;
  // Where there is only one answer, it is the one.
  return legal.value.size === 1 ? [...legal.value.keys()][0] : null;
});

/** @param {string} action */
export function pick(action) {
  if (legal.value.has(action)) last.value = action;
}

/** Whether the press that is going on began on an option a finger had not picked yet. */
let first = false;

/**
 * One option: a button that plays `action`. What cannot be chosen now stays in sight, dimmed, and says why.
 * `label` is what it is called where the drawing alone does not say it.
 * @param {{action: string, class?: string, label?: string, style?: {[name: string]: string | number}, children?: unknown}} props
 */
export function Option({ action, class: kind = "", label, style, children }) {
  const open = legal.value.has(action);
  const no = barred.value.get(action);
  const why = !open && no !== undefined ? whyWords(no) : undefined;
  const chosen = open && picked.value === action;
  return html`<button
    type="button"
    class=${`ph-option ${kind} ${open ? "lit" : "dim"} ${chosen ? "picked" : ""}`}
    style=${style}
    data-action=${open ? action : undefined}
    aria-disabled=${open ? undefined : "true"}
    aria-current=${chosen ? "true" : undefined}
    onPointerDown=${(/** @type {PointerEvent} */ event) => {
      first = event.pointerType === "touch" && picked.value !== action;
    }}
    onPointerEnter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && pick(action)}
    onFocus=${() => !first && pick(action)}
    onClick=${() => {
      if (!open) return;
      if (first) {
        first = false;
        pick(action);
        return;
      }
      void act(action);
    }}
  >
    ${label === undefined ? children : html`<span class="unseen">${label}</span><span class="ph-in" aria-hidden="true">${children}</span>`}
    ${why === undefined ? null : html`<span class="unseen">${why}</span><span class="ph-why" aria-hidden="true">${why}</span>`}
  </button>`;
}
