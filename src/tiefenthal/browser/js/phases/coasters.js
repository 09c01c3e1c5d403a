// The ring of coasters in the draft: each is passed to the next player in turn order (clockwise, to the left).
import { html } from "../../vendor/preact.js";
import { board, seat, table, undo } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offersFor } from "../core/interaction.js";
import { chosenAhead, hasChosenAhead, others, seatOf, tonight, waitsFor } from "../core/turn.js";
import { listed, seatLabel, seatName } from "../core/words.js";
import { WHITE } from "../ui/dice-roll.js";
import { Die, Mark, Sign } from "../ui/pieces.js";
import { SeatSign } from "../ui/seat-sign.js";
import { Has, Option, SeatFace } from "./parts.js";
import { Bubble, fitWords } from "./prospects.js";

/** Where the coasters lie, the shown seat first, then in turn order; and the ways between them. By number of players.
 * In tenths of a rem on a table of 480 × 628. @type {By<{at: [number, number][], ways: string[]}>} */
const RINGS = {
  2: {
    at: [
      [240, 500],
      [240, 128],
    ],
    ways: ["M132 462 C66 380 66 240 150 160", "M330 160 C414 240 414 380 348 462"],
  },
  3: {
    at: [
      [240, 500],
      [116, 164],
      [364, 164],
    ],
    ways: ["M128 460 C82 420 54 346 64 258", "M198 128 C222 116 252 116 276 125", "M416 246 C426 340 402 414 354 458"],
  },
  4: {
    at: [
      [240, 500],
      [80, 296],
      [240, 122],
      [400, 296],
    ],
    ways: [
      "M134 472 C104 448 82 418 72 384",
      "M62 200 C80 164 110 140 146 126",
      "M334 120 C372 134 402 162 420 204",
      "M408 384 C398 418 376 448 346 472",
    ],
  },
};
/** The same on a phone, 360 × 206: the others above, my seat is the pill below. @type {typeof RINGS} */
const SMALL = {
  2: {
    at: [
      [180, 185],
      [180, 100],
    ],
    ways: ["M76 176 C44 150 62 112 112 104", "M248 104 C298 112 316 150 286 174"],
  },
  3: {
    at: [
      [180, 185],
      [96, 102],
      [264, 102],
    ],
    ways: ["M34 180 C18 160 18 134 30 116", "M158 84 C172 78 188 78 200 82", "M330 116 C342 134 342 158 328 178"],
  },
  4: {
    at: [
      [180, 185],
      [60, 106],
      [180, 92],
      [300, 106],
    ],
    ways: [
      "M24 186 C12 176 12 166 18 156",
      "M110 84 C116 80 122 78 128 78",
      "M232 76 C240 77 246 80 252 84",
      "M342 156 C348 168 346 178 334 186",
    ],
  },
};
const SPOTS = [
  [33, 34],
  [67, 33],
  [34, 67],
  [67, 67],
];
const TURNS = ["-6deg", "4deg", "3deg", "-4deg"];

/** The last die a seat took tonight, with its turn in the round. @param {number} number */
function lastTaken(number) {
  const took = tonight().filter((event) => event.what === "took" && event.seat === number);
  return took[took.length - 1]?.face ?? null;
}

/** What a seat is doing in the draft. @param {number} number */
function doing(number) {
  const mine = number === seat.value;
  if (mine && chosenAhead.value !== null) return t("phases.ahead.mine", { face: chosenAhead.value });
  if (hasChosenAhead(number)) return t("phases.has-chosen");
  if (board.value?.turn === number || waitsFor(number))
    return mine ? t("phases.draft.you", { n: seatOf(number)?.coaster.length ?? 0 }) : t("phases.draft.takes");
  const face = lastTaken(number);
  return face === null ? t("phases.draft.later") : t("phases.draft.took", { face });
}

/** The ring of coasters. @param {{number: number, compact: boolean}} props */
export function Ring({ number, compact }) {
  const on = seatOf(number);
  const seats = [number, ...others(number)];
  const rings = compact ? SMALL : RINGS;
  const ring = rings[seats.length] ?? rings[2];
  const [wide, high] = compact ? [360, 206] : [480, 628];
  const thick = compact ? 4 : 7;
  return html`<div class="ph-ring">
    <svg class="ph-felt" viewBox=${`0 0 ${wide} ${high}`} preserveAspectRatio="xMidYMid meet" aria-hidden="true">
      <defs>
        <radialGradient id="ph-felt" cx=".4" cy=".35" r=".75">
          <stop offset="0" stop-color="var(--felt-55)" />
          <stop offset=".7" stop-color="var(--felt-38)" />
          <stop offset="1" stop-color="var(--glass-33)" />
        </radialGradient>
        <linearGradient id="ph-rim" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="var(--wood-56)" />
          <stop offset="1" stop-color="var(--wood-33)" />
        </linearGradient>
        <radialGradient id="ph-cork" cx=".38" cy=".3" r=".8">
          <stop offset="0" stop-color="var(--parchment-84)" />
          <stop offset="1" stop-color="var(--straw-69)" />
        </radialGradient>
        <marker id="ph-head" viewBox="0 0 20 20" refX="9" refY="10" markerWidth=${compact ? 18 : 30}
          markerHeight=${compact ? 18 : 30} orient="auto" markerUnits="userSpaceOnUse">
          <path d="M1 1 L19 10 L1 19 L6 10Z" fill="var(--gold-90)" stroke="var(--ink)" stroke-width="1.4" stroke-linejoin="round" />
        </marker>
      </defs>
      <g transform=${compact ? "translate(-60 -20) scale(1 .4)" : ""}>
        <ellipse cx="240" cy="334" rx="234" ry="284" fill="var(--black)" opacity=".4" />
        <ellipse class="o" cx="240" cy="318" rx="234" ry="294" fill="url(#ph-rim)" />
        <ellipse cx="240" cy="318" rx="228" ry="287" fill="none" stroke="var(--straw-73)" stroke-opacity=".5" stroke-width="2" />
        <ellipse class="o" cx="240" cy="318" rx="214" ry="272" fill="url(#ph-felt)" />
        <ellipse cx="240" cy="318" rx="206" ry="264" fill="none" stroke="var(--glass-74)" stroke-opacity=".35"
          stroke-width="1.6" stroke-dasharray="3 6" />
      </g>
      ${ring.ways.map(
        (way) => html`
        <path key=${`a${way}`} d=${way} fill="none" stroke="var(--ink)" stroke-width=${thick + 4} stroke-linecap="round" />
        <path key=${way} d=${way} fill="none" stroke="var(--gold-90)" stroke-width=${thick} stroke-linecap="round"
          marker-end="url(#ph-head)" />
      `,
      )}
    </svg>
    <p class="ph-pass">${t("phases.draft.left")}</p>
    <ol class="ph-coasters">
      ${seats.map((one, i) =>
        compact && i === 0
          ? null
          : html`<${Coaster} key=${one} number=${one} left=${(ring.at[i][0] / wide) * 100} top=${(ring.at[i][1] / high) * 100}
            large=${i === 0} />`,
      )}
    </ol>
    ${
      compact
        ? html`<div class="ph-pill">
      <${Mark} seat=${number} />
      <span>${number === seat.value ? t("phases.draft.yours") : seatName(number)}</span>
      ${on === null ? null : html`<${Has} on=${on} number=${number} />`}
    </div>`
        : null
    }
    ${compact ? null : html`<${Bubble} number=${number} />`}
  </div>`;
}

/** The die I take on my turn: pressing it takes that back. @param {{face: number}} props */
export const Chosen = ({ face }) =>
  html`<button type="button" class="ph-option ph-die ph-set" aria-pressed="true" data-chosen=${face}
    aria-label=${t("phases.ahead.label", { face })} onClick=${() => void undo()}>
    <${Die} face=${face} />
    <span class="stamp" aria-hidden="true"><${Sign} name="check" /></span>
  </button>`;

/**
 * One coaster; mine holds the dice to choose from.
 * @param {{number: number, left: number, top: number, large: boolean}} props
 */
function Coaster({ number, left: x, top: y, large }) {
  const on = seatOf(number);
  if (on === null) return null;
  const turn = board.value?.turn === number;
  const mine = number === seat.value && offersFor({ kind: "take" }).length > 0;
  const chosen = number === seat.value ? chosenAhead.value : null;
  // A sign is shown only if it says something new: a bot plays for a person, or somebody is away.
  const person = table.value?.seats[number - 1]?.kind === "person";
  const full = Math.max(4, ...(board.value?.seats ?? []).map((one) => one.coaster.length));
  const dice = [...on.coaster].sort((a, b) => b - a);
  return html`<li class=${`ph-coaster ${large ? "large" : ""} ${turn ? "turn" : ""} ${x < 34 ? "west" : x > 66 ? "east" : ""}`}
    style=${{ left: `${x}%`, top: `${y}%` }}>
    <svg viewBox="0 0 200 200" aria-hidden="true">
      ${turn ? html`<circle cx="100" cy="100" r="99" fill="none" stroke="var(--gold-90)" stroke-width="5" />` : null}
      <circle cx="100" cy="104" r="94" fill="var(--black)" opacity=".35" />
      <circle class="o" cx="100" cy="100" r="94" fill="url(#ph-cork)" />
      <circle class=${`ph-rim seat-${number}`} cx="100" cy="100" r="84" fill="none" stroke-width="7" />
      <circle cx="100" cy="100" r="88" fill="none" stroke="var(--ink)" stroke-opacity=".55" stroke-width="1.2" />
      <circle cx="100" cy="100" r="80" fill="none" stroke="var(--ink)" stroke-opacity=".55" stroke-width="1.2" />
    </svg>
    <h4 class="ph-tag">
      <${SeatFace} number=${number} />
      <${Mark} seat=${number} />
      <span>${seatLabel(number)}</span>
      ${person ? html`<${SeatSign} seat=${number} />` : null}
      <small>${doing(number)}</small>
    </h4>
    <ul
      aria-label=${t("phases.draft.coaster", { who: seatName(number), dice: dice.length === 0 ? t("phases.none") : listed(dice.map(String)) })}>
      ${Array.from({ length: full }, (_, i) => {
        const [left, top] = SPOTS[i % 4];
        const style = { left: `${left}%`, top: `${top}%`, "--r": TURNS[i % 4] };
        const face = dice[i];
        if (face === undefined) return html`<li key=${`n${i}`} class="ph-hole" style=${style} aria-hidden="true"></li>`;
        // Dice with the same face are equal; only the first of them shows the key.
        return html`<li key=${`${i}-${face}`} style=${style}>
          ${
            face === chosen && dice.indexOf(face) === i
              ? html`<${Chosen} face=${face} />`
              : mine
                ? html`<${Option} what=${{ kind: "take", face }} nth=${i - dice.indexOf(face)} class="ph-die"
                label=${t("phases.draft.take.label", { face, where: fitWords(on, face) })}>
                <${Die} face=${face} rolled=${WHITE} />
                ${dice.indexOf(face) === i ? html`<kbd class="key" aria-hidden="true">${face}</kbd>` : null}
              <//>`
                : html`<${Die} face=${face} rolled=${WHITE} />`
          }
        </li>`;
      })}
    </ul>
  </li>`;
}
