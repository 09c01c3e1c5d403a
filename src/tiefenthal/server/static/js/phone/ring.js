// The ring of reputation as a horseshoe around the bartender, and in a row or two among the tracks.
import { html } from "../../vendor/preact.js";
import { bonusWords, tell as t } from "../core/words.js";
import { MARKS } from "../ui/pieces.js";

/** @typedef {import("../types.js").Bonus} Bonus */

/** Points along a horseshoe, evenly. @param {number} count @returns {[number, number][]} */
function horseshoe(count) {
  const left = 20, right = 320, top = 19, low = 73;
  const side = low - top, across = right - left, whole = side * 2 + across;
  return Array.from({ length: count }, (_, i) => {
    const way = (i / (count - 1)) * whole;
    return way < side ? [left, low - way] : way < side + across ? [left + way - side, top] : [right, top + way - side - across];
  });
}

/** Points of two rows, back and forth. @param {number} count @returns {[number, number][]} */
function rows(count) {
  const first = Math.ceil(count / 2), wide = 296 / Math.max(1, first - 1);
  return Array.from({ length: count }, (_, i) => (i < first ? [22 + i * wide, 26] : [22 + (first - 1 - (i - first)) * wide, 70]));
}

/** @param {Bonus | null} bonus */
const fill = (bonus) => ({ schnapps: "#9FC3C0", toast: "#9FC3C0", crown: "#5B2F6B", signature: "#C9685A" })[bonus?.what ?? ""] ?? "#F3E6C8";

/**
 * @param {{ring: (Bonus | null)[], markers: {seat: number, at: number}[], ahead?: number, way?: "horseshoe" | "rows"}} props
 * `ahead`: how many steps the plan would bring, shown as a dashed ring.
 */
export function Ring({ ring, markers, ahead = 0, way = "horseshoe" }) {
  const spaces = ring.slice(1);
  const at = (way === "rows" ? rows : horseshoe)(spaces.length);
  const next = markers.length === 1 && ahead > 0 ? ((markers[0].at - 1 + ahead) % spaces.length + spaces.length) % spaces.length : -1;
  const path = `M${at.map(([x, y]) => `${x} ${y}`).join(" L")}`;
  const words = markers.map((one) => (one.at === 0 ? t("phone.ring.off") : t("phone.ring.at", { n: one.at, what: spaces[one.at - 1] ? bonusWords(/** @type {Bonus} */ (spaces[one.at - 1])) : "" }))).join(" ");
  return html`<svg class="tel-ring" viewBox="0 0 340 94" role="img" aria-label=${words}>
    <path d=${path} class="tel-ring-bed" /><path d=${path} class="tel-ring-dots" />
    ${spaces.map((bonus, i) => {
      const [x, y] = at[i];
      const kind = bonus?.what ?? "";
      return html`<g key=${i}>
        <circle class="o" cx=${x} cy=${y} r="13" fill=${fill(bonus)} />
        ${kind === "points" ? html`<text x=${x} y=${y + 6} class="tel-ring-n">${bonus?.count}</text>` : null}
        ${kind === "schnapps" ? html`<use href="#i-schnapps" x=${x - 9} y=${y - 10} width="18" height="18" class="tel-fine" />` : null}
        ${kind === "toast" ? html`<use href="#i-schnapps" x=${x - 12} y=${y - 10} width="14" height="14" class="tel-fine" /><use href="#i-denied" x=${x - 1} y=${y - 2} width="13" height="13" class="tel-fine" />` : null}
        ${kind === "crown" ? html`<use href="#i-crown" x=${x - 9} y=${y - 9} width="18" height="18" class="tel-fine" />` : null}
        ${kind === "signature" ? html`<use href="#i-signature" x=${x - 9} y=${y - 9} width="18" height="18" class="tel-fine" />` : null}
        ${i === next ? html`<circle cx=${x} cy=${y} r="16" class="tel-ring-next" />` : null}
      </g>`;
    })}
    ${markers.map((one, i) => {
      if (one.at === 0) return null;
      const [x, y] = at[one.at - 1];
      const same = markers.slice(0, i).filter((other) => other.at === one.at).length;
      return markers.length === 1
        ? html`<g key=${one.seat}><circle cx=${x} cy=${y} r="16.5" class="tel-ring-on" /><circle cx=${x} cy=${y} r="16.5" class=${`tel-ring-mine seat-${one.seat}`} /></g>`
        : html`<use key=${one.seat} href=${`#m-${MARKS[one.seat - 1]}`} class=${`mark-${one.seat}`} x=${x - 19 + same * 11} y=${y - 24 + (same % 2) * 4} width="17" height="17" />`;
    })}
  </svg>`;
}
