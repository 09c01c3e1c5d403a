// The ring of reputation on a phone: a horseshoe around the bartender, or two rows among the tracks.
import { html } from "../../vendor/preact.js";
import { ringAbout } from "../core/about.js";
import { board, figures } from "../core/game.js";
import { t } from "../core/i18n.js";
import { bonusWords } from "../core/words.js";
import { tip } from "../ui/explain.js";
import { MARKS } from "../ui/pieces.js";
import { sentences } from "../ui/signs.js";

/** Points along a horseshoe, evenly. @param {number} count @returns {[number, number][]} */
function horseshoe(count) {
  const left = 20,
    right = 320,
    top = 19,
    low = 73;
  const side = low - top,
    across = right - left,
    whole = side * 2 + across;
  return Array.from({ length: count }, (_, i) => {
    const way = (i / (count - 1)) * whole;
    return way < side
      ? [left, low - way]
      : way < side + across
        ? [left + way - side, top]
        : [right, top + way - side - across];
  });
}

/** Points of two rows, back and forth. @param {number} count @returns {[number, number][]} */
function rows(count) {
  const first = Math.ceil(count / 2),
    wide = 296 / Math.max(1, first - 1);
  return Array.from({ length: count }, (_, i) =>
    i < first ? [22 + i * wide, 26] : [22 + (first - 1 - (i - first)) * wide, 70],
  );
}

/** @param {Bonus | null} bonus */
const fill = (bonus) =>
  ({ schnapps: "var(--glass-79)", toast: "var(--glass-79)", crown: "var(--royal-39)", signature: "var(--brick-65)" })[
    bonus?.what ?? ""
  ] ?? "var(--parchment-92)";

/**
 * @param {{markers: {seat: number, at: number}[], ahead?: number, way?: "horseshoe" | "rows"}} props
 * `ahead`: how many steps the plan would bring, shown as a dashed ring.
 */
export function Ring({ markers, ahead = 0, way = "horseshoe" }) {
  const now = board.value;
  const all = figures.value;
  if (now === null || all === null) return null;
  const spaces = all.ring.slice(1);
  const at = (way === "rows" ? rows : horseshoe)(spaces.length);
  const next =
    markers.length === 1 && ahead > 0
      ? (((markers[0].at - 1 + ahead) % spaces.length) + spaces.length) % spaces.length
      : -1;
  const path = `M${at.map(([x, y]) => `${x} ${y}`).join(" L")}`;
  const words = markers
    .map((one) =>
      one.at === 0
        ? t("phone.ring.off")
        : t("phone.ring.at", {
            n: one.at,
            what: spaces[one.at - 1] ? bonusWords(/** @type {Bonus} */ (spaces[one.at - 1])) : "",
          }),
    )
    .join(" ");
  return html`<svg class="phone-ring" viewBox="0 0 340 94" role="group" aria-label=${words} data-group="ring">
    <path d=${path} class="phone-ring-bed" />
    <path d=${path} class="phone-ring-dots" />
    ${spaces.map((bonus, i) => {
      const [x, y] = at[i];
      const kind = bonus?.what ?? "";
      const about = () => ringAbout(now, all, i + 1);
      const said = about();
      return html`<g key=${i} class="tv-spot" role="img" tabindex=${i === 0 ? "0" : "-1"} data-ring=${i + 1}
        aria-label=${sentences(`${said.title}.`, said.text, said.note)} ...${tip(about)}>
        <circle class="o" cx=${x} cy=${y} r="13" fill=${fill(bonus)} />
        ${kind === "points" ? html`<text x=${x} y=${y + 6} class="phone-ring-number">${bonus?.count}</text>` : null}
        ${kind === "schnapps" ? html`<use href="#i-schnapps" x=${x - 9} y=${y - 10} width="18" height="18" class="phone-fine" />` : null}
        ${
          kind === "toast"
            ? html`
          <use href="#i-schnapps" x=${x - 12} y=${y - 10} width="14" height="14" class="phone-fine" />
          <use href="#i-denied" x=${x - 1} y=${y - 2} width="13" height="13" class="phone-fine" />
        `
            : null
        }
        ${kind === "crown" ? html`<use href="#i-crown" x=${x - 9} y=${y - 9} width="18" height="18" class="phone-fine" />` : null}
        ${kind === "signature" ? html`<use href="#i-signature" x=${x - 9} y=${y - 9} width="18" height="18" class="phone-fine" />` : null}
        ${i === next ? html`<circle cx=${x} cy=${y} r="16" class="phone-ring-next" />` : null}
        <circle class="tv-spot-ring" cx=${x} cy=${y} r="16" />
      </g>`;
    })}
    ${markers.map((one, i) => {
      if (one.at === 0) return null;
      const [x, y] = at[one.at - 1];
      const same = markers.slice(0, i).filter((other) => other.at === one.at).length;
      return markers.length === 1
        ? html`<g key=${one.seat}>
          <circle cx=${x} cy=${y} r="16.5" class="phone-ring-on" />
          <circle cx=${x} cy=${y} r="16.5" class=${`phone-ring-mine seat-${one.seat}`} />
        </g>`
        : html`<use key=${one.seat} href=${`#m-${MARKS[one.seat - 1]}`} class=${`mark-${one.seat}`} x=${x - 19 + same * 11}
          y=${y - 24 + (same % 2) * 4} width="17" height="17" />`;
    })}
  </svg>`;
}
