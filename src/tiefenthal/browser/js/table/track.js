// The sky over Tiefenthal with the moon on its way through the evenings, and the path to the monastery with everyone's
// marker. Every space says what it gives.
import { html } from "../../vendor/preact.js";
import { eveningAbout, markerAbout, schnappsAbout, stepAbout } from "../core/about.js";
import { t } from "../core/i18n.js";
import { bonusWords, seatName } from "../core/words.js";
import { tip } from "../ui/explain.js";
import { Key, MARKS } from "../ui/pieces.js";
import { counted, iconOf, sentences } from "../ui/signs.js";
import { JUMPS } from "./keys.js";

/** Where an evening hangs in the sky. @param {number} i @param {number} rounds */
const evening = (i, rounds) => {
  const span = 504;
  const x = 46 + (span * i) / Math.max(1, rounds - 1);
  const bow = (i - (rounds - 1) / 2) / ((rounds - 1) / 2 || 1);
  return { x, y: 33 + 15 * bow * bow };
};
/** Where a space of the path lies. @param {number} i @param {number} last */
const step = (i, last) => ({ x: 24 + (646 * i) / last, y: 123 + 6 * Math.sin((i / last) * Math.PI * 4 + 0.3) });

/** @param {{bonus: Bonus, x: number, y: number, size: number}} props */
function Given({ bonus, x, y, size }) {
  return html`<use href=${`#i-${iconOf(bonus)}`} x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} />`;
}

/**
 * A space that explains itself; the ring around it is seen when it is pointed at.
 * @param {{x: number, y: number, wide?: number, high?: number, about: () => import("../core/about.js").About, hooks?: By<string | undefined>, children?: unknown}} props
 */
function Spot({ x, y, wide = 36, high = 36, about, hooks = {}, children }) {
  const words = about();
  return html`<g class="tv-spot" role="img" tabindex=${hooks["data-here"] === undefined ? "-1" : "0"}
    aria-label=${sentences(`${words.title}.`, words.text, words.note)} ...${hooks} ...${tip(about)}>
    ${children}
    <rect class="tv-spot-ring" x=${x - wide / 2} y=${y - high / 2} width=${wide} height=${high}
      rx=${Math.min(wide, high) / 2} />
  </g>`;
}

/** One evening of the round track. @param {{i: number, board: Board, figures: Figures}} props */
function EveningDrawn({ i, board, figures }) {
  const { x, y } = evening(i, figures.rounds);
  const number = i + 1;
  const gives = figures.evenings[i] ?? [];
  if (number === board.round) {
    return html`<g class="tv-moon">
      <circle cx=${x} cy=${y} r="46" fill="url(#tv-glow)" />
      <circle class="o" cx=${x} cy=${y} r="25" fill="var(--parchment-95)" />
      <circle cx=${x - 12} cy=${y - 13} r="4" fill="var(--parchment-86)" />
      <circle cx=${x + 15} cy=${y + 11} r="3.4" fill="var(--parchment-86)" />
      <circle cx=${x + 13} cy=${y - 16} r="2.4" fill="var(--parchment-86)" />
      ${
        gives.length > 1
          ? html`
            <text class="n" x=${x} y=${y - 3} font-size="21">${number}</text>
            ${gives.map((bonus, k) => html`<${Given} bonus=${bonus} x=${x - 10 + 20 * k} y=${y + 9} size=${17} />`)}
          `
          : html`
            <text class="n" x=${x - 9} y=${y + 9} font-size="27">${number}</text>
            ${gives.map((bonus) => html`<${Given} bonus=${bonus} x=${x + 10} y=${y} size=${23} />`)}
          `
      }
    </g>`;
  }
  const past = number < board.round;
  return html`<g opacity=${past ? 0.62 : 1}>
    ${
      gives.length > 1
        ? html`
          <rect x=${x - 26} y=${y - 18} width="52" height="36" rx="18" fill=${past ? "var(--night-61)" : "var(--snow-78)"}
            stroke="var(--night-23)" stroke-width="1.6" />
          ${gives.map((bonus, k) => html`<${Given} bonus=${bonus} x=${x - 11 + 23 * k} y=${y} size=${20} />`)}
        `
        : html`
          <circle cx=${x} cy=${y} r="19.5" fill=${past ? "var(--night-61)" : "var(--snow-78)"} stroke="var(--night-23)" stroke-width="1.6" />
          ${gives.map((bonus) => html`<${Given} bonus=${bonus} x=${x} y=${y} size=${25} />`)}
        `
    }
    <circle cx=${x - (gives.length > 1 ? 22 : 15)} cy=${y - 14} r="8.4" fill="var(--parchment-92)" />
    <text class="n" x=${x - (gives.length > 1 ? 22 : 15)} y=${y - 9.4} font-size="13.5">${number}</text>
  </g>`;
}

/** The same, explaining itself. @param {{i: number, board: Board, figures: Figures}} props */
function Evening({ i, board, figures }) {
  const { x, y } = evening(i, figures.rounds);
  const now = i + 1 === board.round;
  const wide = now ? 56 : (figures.evenings[i] ?? []).length > 1 ? 60 : 44;
  return html`<${Spot} x=${x} y=${y} wide=${wide} high=${now ? 56 : 42} about=${() => eveningAbout(board, figures, i)}
    hooks=${{ "data-evening": String(i + 1), "data-tonight": now ? "" : undefined }}>
    <${EveningDrawn} i=${i} board=${board} figures=${figures} />
  <//>`;
}

/** One space of the monastery path. @param {{i: number, bonus: Bonus | null, last: number, winter: boolean}} props */
function Space({ i, bonus, last, winter }) {
  const { x, y } = step(i, last);
  if (bonus === null)
    return html`
      <circle class="o" cx=${x} cy=${y} r=${i === 0 ? 12 : 9.4} fill=${winter ? "var(--snow-82)" : "var(--parchment-88)"} />
      <text class="s" x=${x} y=${y + 4} font-size=${i === 0 ? 13 : 11.5}>${i}</text>
    `;
  const noble = bonus.what === "noble";
  return html`
    <path class="o" d=${`M${x - 16} ${y - 6} q1 -11 12 -11 h8 q11 1 12 11 v10 q-1 11 -12 11 h-8 q-11 -1 -12 -11z`}
      fill=${noble ? "var(--royal-39)" : "var(--parchment-95)"} />
    ${
      counted(bonus)
        ? html`
          <text class="n" x=${x - 7} y=${y + 4} font-size="17">${bonus.count}</text>
          <${Given} bonus=${bonus} x=${x + 5.5} y=${y - 1.5} size=${19} />
        `
        : html`<${Given} bonus=${bonus} x=${x} y=${y - 1} size=${23} />`
    }
    <text class="s tv-below" x=${x} y=${y + 26} font-size="11.5" style=${{ fill: winter ? "var(--night-36)" : "var(--moss-27)" }}>
      ${i}
    </text>
  `;
}

/**
 * Everyone's marker; those who share a space stand side by side.
 * @param {{board: Board, figures: Figures, last: number, me: number | null}} props
 */
function Markers({ board, figures, last, me }) {
  /** @type {Map<number, number[]>} */
  const at = new Map();
  for (const [i, one] of board.seats.entries()) at.set(one.monastery, [...(at.get(one.monastery) ?? []), i + 1]);
  return html`
    ${[...at].flatMap(([space, seats]) => {
      const { x, y } = step(space, last);
      return seats.map((seat, k) => {
        const size = seat === me ? 21 : 18;
        const left = Math.max(2 + k * 15, x - size / 2 + (k - (seats.length - 1) / 2) * 15);
        const about = () => markerAbout(seat, stepAbout(board, figures, space));
        return html`<g key=${seat} class=${`tv-spot tv-marker mark-${seat}`} role="img" tabindex="-1" aria-label=${about().title}
          data-thing=${`monastery-${seat}`} ...${tip(about)}>
          ${seat === me ? html`<circle cx=${left + size / 2} cy=${y - 24} r="15" fill="url(#tv-glow)" />` : null}
          <use href=${`#m-${MARKS[seat - 1]}`} x=${left} y=${y - 24 - size / 2} width=${size} height=${size} />
        </g>`;
      });
    })}
  `;
}

/** The same in words, for those who do not see it. @param {{board: Board, figures: Figures}} props */
export function TrackText({ board, figures }) {
  const next = (/** @type {number} */ from) => {
    for (let i = from + 1; i < figures.monastery.length; i += 1) {
      const bonus = figures.monastery[i];
      if (bonus) return t("table.track.next", { space: i, bonus: bonusWords(bonus) });
    }
    return t("table.track.round");
  };
  return html`<div class="unseen">
    <h2>${t("table.track")}</h2>
    <p>${t("table.evening", { round: board.round, rounds: figures.rounds })}</p>
    <ul>
      ${board.seats.map((one, i) => html`<li key=${i}>${t("table.track.at", { name: seatName(i + 1), space: one.monastery })} ${next(one.monastery)}</li>`)}
    </ul>
  </div>`;
}

/** Round track and monastery. @param {{board: Board, figures: Figures, me?: number | null}} props */
export function Track({ board, figures, me = null }) {
  const last = figures.monastery.length - 1;
  const path = figures.monastery
    .map((_, i) => {
      const { x, y } = step(i, last);
      return `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(" ");
  const arc = Array.from({ length: figures.rounds }, (_, i) => {
    const { x, y } = evening(i, figures.rounds);
    return `${i === 0 ? "M" : "L"}${x} ${y}`;
  }).join(" ");
  const mine = me === null ? -1 : (board.seats[me - 1]?.monastery ?? -1);
  return html`<section class="tv-track" aria-label=${t("table.track")}>
    <${TrackText} board=${board} figures=${figures} />
    <${Key} name=${JUMPS.tracks.toUpperCase()} />
    <svg viewBox="0 0 692 162" preserveAspectRatio="xMidYMid slice" role="group" aria-label=${t("table.track")}
      data-group="tracks">
      <defs>
        <radialGradient id="tv-glow">
          <stop offset="0" stop-color="var(--parchment-97)" stop-opacity=".75" />
          <stop offset="1" stop-color="var(--parchment-97)" stop-opacity="0" />
        </radialGradient>
      </defs>
      <image href=${`/static/art/scene-track.svg${figures.winter ? "" : "#summer"}`} width="692" height="162"
        preserveAspectRatio="none" />
      <path d=${arc} fill="none" stroke="var(--parchment-92)" stroke-opacity=".35" stroke-width="1.6" stroke-dasharray="1 6"
        stroke-linecap="round" />
      ${figures.schnapps.map((n, i) => {
        if (n === 0 || i === 0) return null;
        const a = evening(i - 1, figures.rounds);
        const b = evening(i, figures.rounds);
        const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
        return html`<${Spot} key=${i} x=${x} y=${y} wide=${24 + n * 4} high=${26} about=${() => schnappsAbout(figures, i)}>
          <g opacity=${i + 1 <= board.round ? 0.5 : 1}>
            ${Array.from({ length: n }, (_, k) => html`<use href="#i-schnapps" x=${x - 10 + k * 6 - (n - 1) * 3} y=${y - 10} width="20" height="20" />`)}
          </g>
        <//>`;
      })}
      ${Array.from({ length: figures.rounds }, (_, i) => html`<${Evening} key=${i} i=${i} board=${board} figures=${figures} />`)}
      <path d=${path} fill="none" stroke=${figures.winter ? "var(--night-69)" : "var(--parchment-84)"} stroke-width="9"
        stroke-linecap="round" stroke-linejoin="round" opacity=${figures.winter ? 0.55 : 0.9} />
      ${figures.monastery.map((bonus, i) => {
        const { x, y } = step(i, last);
        const hooks = { "data-step": String(i), "data-here": i === mine ? "" : undefined };
        return html`<${Spot} key=${i} x=${x} y=${y} wide=${bonus === null ? 26 : 36} high=${bonus === null ? 28 : 40}
          about=${() => stepAbout(board, figures, i)} hooks=${hooks}>
          <${Space} i=${i} bonus=${bonus} last=${last} winter=${figures.winter} />
        <//>`;
      })}
      <${Markers} board=${board} figures=${figures} last=${last} me=${me} />
    </svg>
  </section>`;
}
