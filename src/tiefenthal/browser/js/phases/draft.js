// D. The white dice: coasters in a ring, each passed to the next player in turn order (clockwise, to the left).
import { html } from "../../vendor/preact.js";
import { board, figures, seat, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offersFor } from "../core/interaction.js";
import { useKeys } from "../core/page.js";
import { duration } from "../core/settings.js";
import { others, seatOf, shownSeat, size, tonight } from "../core/turn.js";
import {
  areaName,
  areaText,
  awaited,
  cardName,
  cardNames,
  gainWords,
  listed,
  seatLabel,
  seatName,
  spaceName,
} from "../core/words.js";
import { Glance, Ring as Reputation } from "../table/glance.js";
import { WHITE, coloured } from "../ui/dice-roll.js";
import { Explain } from "../ui/explain.js";
import { Die, Drawing, Face, Icon, Mark, Sign } from "../ui/pieces.js";
import { SeatSign } from "../ui/seat-sign.js";
import { Gain, Scene, sentences } from "../ui/signs.js";
import { orderOf, useComing } from "./arrival.js";
import { Built, Guest, Guests, Option, SeatFace, Who, pick, picked, says, waits } from "./parts.js";

// --- what a die would bring: the server says it (`prospects`)

/** @typedef {{space: string, card: string | null, gives: Counts, raise: number, any: boolean}} Fit */

/** What the server says of a die on my coaster. @param {SeatOn} on @param {number} face */
const prospect = (on, face) => on.prospects?.find((one) => one.face === face) ?? null;

/** How many dice of tonight can count one more. @param {SeatOn} on */
export function helpers(on) {
  const area = on.areas.find((one) => one.area === "dishwasher");
  return (on.staff.dishwasher ?? 0) + (area?.now ?? 0);
}

/** Where a die of this face fits, the best first: guests, then what it fits exactly, then with help, then any die.
 * @param {SeatOn} on @param {number} face @returns {Fit[]} */
function fits(on, face) {
  const found = (prospect(on, face)?.fits ?? []).map(({ space, dishwashers, gives }) => ({
    space,
    card: on.tables.find((place) => place.space === space)?.card ?? null,
    gives,
    raise: dishwashers,
    any: on.spaces.some((one) => one.space === space && one.asks.length === 0),
  }));
  const rank = (/** @type {Fit} */ fit) => (fit.any ? 20 : 0) + fit.raise * 5 + (fit.card === null ? 1 : 0);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** The tables whose die is in hand already: each die counts for one. @param {SeatOn} on @returns {Set<string>} */
export function ticked(on) {
  const left = on.dice.map((die) => die.face);
  /** @type {Set<string>} */
  const found = new Set();
  for (const place of on.tables) {
    const at = place.asks === null ? -1 : left.indexOf(place.asks);
    if (at >= 0) {
      left.splice(at, 1);
      found.add(place.space);
    }
  }
  return found;
}

// --- the ring

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
/** The same in the hand, on 360 × 206: the others above, I am the pill below. @type {typeof RINGS} */
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

/** Whether a seat has taken its die of this pass: its coaster holds fewer than the fullest. @param {number} number */
function hasTaken(number) {
  const seats = board.value?.seats ?? [];
  return (seats[number - 1]?.coaster.length ?? 0) < Math.max(...seats.map((one) => one.coaster.length));
}

/** What a seat is doing in the draft. @param {number} number */
function doing(number) {
  if (board.value?.turn === number)
    return number === seat.value
      ? t("phases.draft.you", { n: seatOf(number)?.coaster.length ?? 0 })
      : t("phases.draft.takes");
  const face = lastTaken(number);
  return face === null ? t("phases.draft.later") : t("phases.draft.took", { face });
}

/** The ring of coasters. @param {{number: number, compact: boolean}} props */
function Ring({ number, compact }) {
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

/**
 * One coaster; mine holds the dice to choose from.
 * @param {{number: number, left: number, top: number, large: boolean}} props
 */
function Coaster({ number, left: x, top: y, large }) {
  const on = seatOf(number);
  if (on === null) return null;
  const turn = board.value?.turn === number;
  const mine = number === seat.value && turn;
  // There is room for a sign only where it says something new: that a bot plays for a person, or that they are away.
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
        // Dice of one face are the same; only the first of them carries the key.
        return html`<li key=${`${i}-${face}`} style=${style}>
          ${
            mine
              ? html`<${Option} what=${{ kind: "take", face }} class="ph-die"
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

/** Where a die would go and what it would bring, in words. @param {SeatOn} on @param {number} face */
function fitWords(on, face) {
  const places = fits(on, face).map((fit) =>
    t(fit.raise > 0 ? "phases.fit.raised" : "phases.fit", {
      place: placeName(fit),
      gain: gainWords(fit.gives),
      n: fit.raise,
    }),
  );
  const found = prospect(on, face);
  if (found === null) return listed(places);
  const most = t("motion.draft.most.words", {
    thalers: gainWords({ thalers: found.most.thalers }),
    beer: gainWords({ beer: found.most.beer }),
  });
  return sentences(
    `${listed(places)}.`,
    most,
    found.opens.length > 0 && t("motion.draft.opens.words", { what: listed(wares(found).map(({ name }) => name)) }),
  );
}

/**
 * What comes into reach with a die: each ware once, with its name and its picture.
 * @param {import("../types.js").Prospect} found
 */
function wares(found) {
  /** @type {Map<string, {name: string, picture: unknown}>} */
  const all = new Map();
  for (const { action, kind, card, area, count } of found.opens) {
    if (area)
      all.set(`${kind} ${area}`, {
        name: areaName(area),
        picture: html`<span class="ph-face built"><${Scene} area=${area} /></span>`,
      });
    else if (card)
      // Of the numbers of nobles the largest stands for all.
      all.set(kind === "nobles" ? kind : action, {
        name: kind === "nobles" ? cardNames(card, count ?? 1) : cardName(card),
        picture: html`<${Face} class="ph-face" card=${card} />`,
      });
  }
  return [...all.values()];
}

/** What I could have at most with a die and those in hand, and what that brings into reach; so many wares are `shown`, the rest is
 * counted. @param {{on: SeatOn, face: number, shown: number}} props */
function Most({ on, face, shown }) {
  const found = prospect(on, face);
  if (found === null) return null;
  const all = wares(found);
  return html`<div class="ph-most">
    <p>
      <span>${t("motion.draft.most")}</span>
      <b>${found.most.thalers}<${Icon} name="thaler" label=${t("phases.purse.thalers")} /></b>
      <i>/</i>
      <b>${found.most.beer}<${Icon} name="beer" label=${t("phases.purse.beer")} /></b>
    </p>
    ${
      all.length === 0
        ? null
        : html`<p class="ph-opens">
      <span>${t("motion.draft.opens")}</span>
      ${all.slice(0, shown).map((one) => html`<span key=${one.name} title=${one.name}>${one.picture}</span>`)}
      ${all.length > shown ? html`<b>+${all.length - shown}</b>` : null}
    </p>`
    }
  </div>`;
}

/** @param {Fit} fit */
const placeName = (fit) => (fit.card === null ? spaceName(fit.space) : cardName(fit.card));

/** The face I am thinking of, if any. */
export function pickedFace() {
  return picked.value?.kind === "take" ? (picked.value.face ?? null) : null;
}

/** Where the picked die fits, in the middle of the table. @param {{number: number}} props */
function Bubble({ number }) {
  const on = seatOf(number);
  const face = number === seat.value ? pickedFace() : null;
  if (on === null) return null;
  if (face === null) {
    const turn = board.value?.turn ?? 1;
    return html`<p class="ph-hint">
      ${turn === seat.value ? t("phases.draft.hint") : t("phases.draft.wait", { who: seatName(turn) })}
    </p>`;
  }
  const places = fits(on, face);
  return html`<div class="ph-bubble">
    <h4><${Die} face=${face} />${places.length === 0 ? t("phases.fits.none") : t("phases.fits")}</h4>
    <ul>
      ${places.slice(0, ROWS[board.value?.seats.length ?? 2]).map(
        (fit) => html`<li key=${fit.space}>
          ${fit.card === null ? html`<span class="ph-face scene"><${Scene} area=${fit.space} /></span>` : html`<${Face} class="ph-face" card=${fit.card} />`}
          <span>
            ${placeName(fit)}
            ${fit.raise > 0 ? html` <${Icon} name="plus1" label=${t("phases.fit.help", { n: fit.raise })} />${fit.raise > 1 ? `×${fit.raise}` : ""}` : null}
          </span>
          <${Gain} gain=${fit.gives} plus />
        </li>`,
      )}
    </ul>
  </div>`;
}
/** So many places have room in the bubble, by players; my inn shows all. @type {By<number>} */
const ROWS = { 2: 6, 3: 5, 4: 4 };

/** What will come to me, coaster by coaster. @param {{number: number}} props */
function Next({ number }) {
  const seats = board.value?.seats ?? [];
  const on = seats[number - 1];
  if (on === undefined) return null;
  const count = seats.length;
  const base = on.coaster.length + (hasTaken(number) ? 1 : 0);
  const whites = on.dice.filter((die) => !die.own).length;
  const total = whites + base - (hasTaken(number) ? 1 : 0);
  const rows = [];
  for (let j = 1; j < base && j <= 3; j += 1) {
    const from = ((number - 1 - j + count * 4) % count) + 1;
    const dice = [...(seats[from - 1]?.coaster ?? [])].sort((a, b) => b - a);
    rows.push({ pick: total - base + j + 1, from, dice, left: base - j });
  }
  const face = pickedFace();
  const rest = [...on.coaster];
  if (face !== null) rest.splice(rest.indexOf(face), 1);
  const after = (number % count) + 1;
  return html`<section class="ph-next" aria-label=${t("phases.next.title")}>
    <h3>
      ${number === seat.value ? t("phases.next") : t("phases.next.other", { who: seatName(number) })}
      <small>${t("phases.next.pick", { n: Math.min(total, total - base + 1), all: total })}</small>
    </h3>
    <dl>
      ${rows.map(
        (row) => html`<div key=${row.pick}>
          <dt>${t("phases.next.row", { n: row.pick })}</dt>
          <dd class=${row.dice.length === row.left ? "" : "part"}>
            ${row.dice.map((one, i) => html`<${Die} key=${i} face=${one} />`)}
            <span>
              ${row.dice.length === row.left ? t("phases.next.as-it-lies", { who: seatLabel(row.from) }) : t("phases.next.part", { n: row.left })}
            </span>
          </dd>
        </div>`,
      )}
      ${
        face !== null && rest.length > 0
          ? html`<div>
            <dt>${t("phases.next.leave")}</dt>
            <dd>
              ${rest.map((one, i) => html`<${Die} key=${i} face=${one} />`)}
              <span>${t("phases.next.to", { who: seatName(after) })}</span>
            </dd>
          </div>`
          : null
      }
    </dl>
  </section>`;
}

/** Another tavern: what its guests ask for, what dice it has. @param {{number: number, from: number}} props */
function Neighbour({ number, from }) {
  const on = seatOf(number);
  if (on === null) return null;
  const count = board.value?.seats.length ?? 2;
  const gets = number === (from % count) + 1;
  const gives = from === (number % count) + 1;
  const note =
    from !== seat.value
      ? ""
      : gets && gives
        ? "phases.neighbour.both"
        : gets
          ? "phases.neighbour.gets"
          : gives
            ? "phases.neighbour.gives"
            : "";
  return html`<li class=${`ph-neighbour seat-${number}`} data-seat=${number}>
    <h4>
      <${Who} number=${number} />
      ${board.value?.start_player === number ? html`<${Icon} name="mug" label=${t("phases.start-player")} />` : null}
      <small>${note === "" ? "" : t(note)}</small>
    </h4>
    <${Guests} on=${on} dice=${true} />
    <p class="ph-has"><span>${t("phases.neighbour.has")}</span><${Has} on=${on} number=${number} /></p>
    <div class="ph-has"><${Built} on=${on} /></div>
  </li>`;
}

/** The dice of a seat, white ones first, with places for those to come. @param {{on: SeatOn, number: number}} props */
function Has({ on, number }) {
  const white = on.dice.filter((die) => !die.own);
  const own = on.dice.filter((die) => die.own);
  const full = Math.max(4, white.length);
  return html`<span class="ph-dice">
    ${white.map((die, i) => html`<${Die} key=${i} face=${die.face} />`)}
    ${Array.from({ length: full - white.length }, (_, i) => html`<i key=${`e${i}`} aria-hidden="true"></i>`)}
    ${own.map((die, i) => html`<${Die} key=${`o${i}`} face=${die.face} seat=${number} rolled=${coloured(number, i)} />`)}
  </span>`;
}

/** @param {SeatOn} on @param {string} area */
const upgraded = (on, area) => on.areas.find((one) => one.area === area)?.upgraded ?? false;

/**
 * My inn in short: every place a die can go, lit by the picked die.
 * @param {{number: number, compact: boolean}} props
 */
function Inn({ number, compact }) {
  const on = seatOf(number);
  const order = on === null ? null : orderOf(number, on);
  const { still } = useComing(
    `${table.value?.id}:${board.value?.round}:${number}:${order?.homes ?? 0}`,
    order?.count ?? 0,
  );
  if (on === null) return null;
  const face = number === seat.value ? pickedFace() : null;
  const places = new Map((face === null ? [] : fits(on, face)).map((fit) => [fit.space, fit]));
  const light = (/** @type {string} */ space) => {
    if (face === null) return "";
    const fit = places.get(space);
    return fit === undefined ? "off" : fit.raise > 0 ? "fit raised" : fit.any ? "fit any" : "fit";
  };
  const gain = (/** @type {string} */ space) => {
    const fit = places.get(space);
    return fit === undefined
      ? null
      : html`<span class="ph-yield">
        ${fit.raise > 0 ? html`<${Icon} name="plus1" />${fit.raise > 1 ? `×${fit.raise} ` : ""}` : null}
        <${Gain} gain=${fit.gives} plus />
      </span>`;
  };
  const got = ticked(on);
  const basic = on.areas.find((one) => one.area === "tables")?.now ?? 3;
  const help = helpers(on);
  const staff = Object.entries(on.staff).filter(([card]) => card !== "table");
  const most = compact || face === null ? null : html`<${Most} on=${on} face=${face} shown=${5} />`;
  return html`<section class=${`ph-myinn ${still ? "still" : ""} ${figures.value?.winter ? "winter" : ""}`}
    style=${{ "--step": `${duration()}ms`, "--n": on.tables.length }} aria-label=${t("phases.inn")}>
    <h3>
      <span class="ph-plate">
        <${Mark} seat=${number} />
        ${number === seat.value ? t("phases.inn.yours") : seatName(number)}
      </span>
      ${compact ? null : html`<small>${t("phases.piles", { deck: size(on.deck), discard: size(on.discard) })}</small>`}
      ${help > 0 ? html`<small class="ph-help"><${Icon} name="plus1" />${t("phases.helpers", { n: help })}</small>` : null}
    </h3>
    ${most}
    <ul class="ph-tables">
      ${on.tables.map(
        (place, i) =>
          html`<li key=${place.space} class=${light(place.space)}>
            <${Guest} place=${place} extra=${i >= basic} ticked=${got.has(place.space)}
              class=${got.has(place.space) ? "ticked" : ""} step=${order?.tables[i]?.[0] ?? i + 1}>
              ${gain(place.space)}
            <//>
          </li>`,
      )}
    </ul>
    <ul class="ph-spaces">
      ${on.spaces.map(
        (space) => html`<li key=${space.space} class=${`ph-space ${light(space.space)}`}>
          <${Explain} title=${spaceName(space.space)} text=${areaText(space.space, upgraded(on, space.space))}
            rule="F-2">
            <span class="ph-pic" role="img" aria-label=${areaText(space.space, upgraded(on, space.space))}>
              <${Scene} area=${space.space} />
            </span>
          <//>
          ${upgraded(on, space.space) ? html`<span class="gold-seal"><${Sign} name="check" label=${t("phases.upgraded")} /></span>` : null}
          <b>${spaceName(space.space)}</b>
          <span class="ph-ask">
            ${space.asks.length === 0 ? html`<${Icon} name="any" label=${t("phases.any")} />` : space.asks.map((one) => html`<${Drawing} key=${one} name=${`d-w${one}`} label=${t("die", { face: one })} />`)}
            ${space.many ? html`<${Icon} name="many" label=${t("phases.many")} />` : null}
          </span>
          <${Gain} gain=${space.gives} />
          ${gain(space.space)}
        </li>`,
      )}
      ${
        compact
          ? null
          : html`<li class="ph-crew">
            <b>${staff.length === 0 ? t("phases.staff.none") : t("phases.staff.short")}</b>
            <ul>
              ${staff.map(
                ([card, n]) => html`<li key=${card}>
                <${Face} class="ph-face" card=${card} label=${n > 1 ? cardNames(card, n) : cardName(card)} />
                ${n > 1 ? html`<span class="times" aria-hidden="true">×${n}</span>` : null}
              </li>`,
              )}
            </ul>
            ${
              board.value !== null && (figures.value?.ring.length ?? 0) > 0
                ? html`<div class="gl-tracks" data-group="tracks">
              <${Reputation} board=${board.value} figures=${figures.value} />
            </div>`
                : null
            }
          </li>`
      }
    </ul>
  </section>`;
}

/** In the hand: the dice of my coaster at the thumb. @param {{on: SeatOn, number: number}} props */
function Hold({ on, number }) {
  const turn = board.value?.turn ?? 1;
  const mine = number === seat.value && turn === number;
  const dice = [...on.coaster].sort((a, b) => b - a);
  if (dice.length === 0) return null;
  const face = mine ? pickedFace() : null;
  return html`<div class="ph-hold">
    ${face === null ? null : html`<${Most} on=${on} face=${face} shown=${3} />`}
    <ul aria-label=${t("phases.draft.coaster", { who: seatName(number), dice: listed(dice.map(String)) })}>
      ${dice.map(
        (face, i) => html`<li key=${`${i}-${face}`}>
        ${
          mine
            ? html`<${Option} what=${{ kind: "take", face }} class="ph-die"
          label=${t("phases.draft.take.label", { face, where: fitWords(on, face) })}>
          <${Die} face=${face} rolled=${WHITE} />
        <//>`
            : html`<${Die} face=${face} rolled=${WHITE} />`
        }
      </li>`,
      )}
    </ul>
  </div>`;
}

/** What the picked die would bring into reach. @param {SeatOn} on */
function inReach(on) {
  const face = pickedFace();
  return face === null ? [] : (prospect(on, face)?.opens ?? []);
}

/** @param {{compact?: boolean}} props */
export function Draft({ compact = false }) {
  const number = shownSeat();
  const on = seatOf(number);
  /** @type {By<() => void>} */
  const keys = {};
  const dice = offersFor({ kind: "take" }).sort((one, other) => (one.face ?? 0) - (other.face ?? 0));
  for (const offer of dice) keys[String(offer.face)] = () => pick(offer);
  const turn = (/** @type {number} */ way) => () => {
    const at = dice.findIndex((offer) => offer.face === pickedFace());
    pick(dice[(at + way + dice.length) % dice.length]);
  };
  if (dice.length > 0) Object.assign(keys, { ArrowRight: turn(1), ArrowLeft: turn(-1) });
  useKeys(keys);
  if (on === null) return null;
  return html`<section class=${`ph ph-draft of-${others(number).length + 1} ${compact ? "compact" : ""}`}
    style=${{ "--others": others(number).length }} aria-label=${t("phases.draft.title")}>
    <${Ring} number=${number} compact=${compact} />
    <ul class="ph-neighbours" aria-label=${t("phases.others")}>
      ${others(number).map((one) => html`<${Neighbour} key=${one} number=${one} from=${number} />`)}
    </ul>
    <${Next} number=${number} />
    <${Inn} number=${number} compact=${compact} />
    ${compact ? html`<${Hold} on=${on} number=${number} />` : html`<${Glance} tracks=${{ evenings: true, path: true }} reach=${inReach(on)} />`}
  </section>`;
}

/** What the main button says in the draft. */
export function draftButton() {
  const count = board.value?.seats.length ?? 2;
  const turn = board.value?.turn ?? 1;
  if (turn !== seat.value)
    return waits(
      t("phases.draft.other", { who: seatName(turn) }),
      awaited() === "" ? "" : t("phases.draft.other.note"),
    );
  const face = pickedFace();
  if (face === null) return says(t("phases.draft.choose"), t("phases.draft.choose.note"));
  return {
    ...says(t("phases.take", { face }), t("phases.take.note", { who: seatName((turn % count) + 1) }), picked.value),
    face,
  };
}
