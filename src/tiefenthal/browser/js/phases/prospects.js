// What a die on my coaster would bring, as the server says (`prospects`): where it fits, and what comes into reach.
import { html } from "../../vendor/preact.js";
import { board, seat } from "../core/game.js";
import { t } from "../core/i18n.js";
import { choosesAhead, chosenAhead, hasChosenAhead, hasTaken, seatOf } from "../core/turn.js";
import { areaName, cardName, cardNames, gainWords, listed, seatName, spaceName } from "../core/words.js";
import { Die, Face, Icon } from "../ui/pieces.js";
import { Gain, Scene, sentences } from "../ui/signs.js";
import { considered } from "./parts.js";

/** @typedef {{space: string, card: string | null, gives: Counts, raise: number, any: boolean}} Fit */

/** What the server says of a die on my coaster. @param {SeatOn} on @param {number} face */
export const prospect = (on, face) => on.prospects?.find((one) => one.face === face) ?? null;

/** How many dice of tonight can count one more. @param {SeatOn} on */
export function helpers(on) {
  const area = on.areas.find((one) => one.area === "dishwasher");
  return (on.staff.dishwasher ?? 0) + (area?.now ?? 0);
}

/** Where a die of this face fits, the best first: guests, then what it fits exactly, then with help, then any die.
 * @param {SeatOn} on @param {number} face @returns {Fit[]} */
export function fits(on, face) {
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

/** Where a die would go and what it would bring, in words. @param {SeatOn} on @param {number} face */
export function fitWords(on, face) {
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

/** What I could have at most with a die and those in hand, and what that brings into reach; `shown` wares are drawn, the rest
 * counted. @param {{on: SeatOn, face: number, shown: number}} props */
export function Most({ on, face, shown }) {
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
export function consideredFace() {
  return considered.value?.kind === "take" ? (considered.value.face ?? null) : null;
}

/** What is said while no die is picked, or the one already chosen for my turn; in brief only how many have chosen.
 * @param {{brief?: boolean}} props */
export function Hint({ brief = false }) {
  const count = countWords();
  if (brief && count === "") return null;
  return html`<p class="ph-hint">${brief ? "" : hintWords()}${count === "" ? null : html` <b>${count}</b>`}</p>`;
}

function hintWords() {
  const turn = board.value?.turn ?? 1;
  if (chosenAhead.value !== null) return t("phases.ahead.hint", { face: chosenAhead.value });
  if (turn === seat.value) return t("phases.draft.hint");
  return choosesAhead.value ? t("phases.ahead.ask") : t("phases.draft.wait", { who: seatName(turn) });
}

/** How many have taken or chosen their die of this pass, where somebody chooses before their turn. */
function countWords() {
  const all = board.value?.seats.map((_, i) => i + 1) ?? [];
  if (!all.some(hasChosenAhead)) return "";
  const n = all.filter((one) => hasChosenAhead(one) || hasTaken(one)).length;
  return t("phases.ahead.count", { n, all: all.length });
}

/** Where the picked die fits, in the middle of the table. @param {{number: number}} props */
export function Bubble({ number }) {
  const on = seatOf(number);
  const face = number === seat.value ? consideredFace() : null;
  if (on === null) return null;
  if (face === null || face === chosenAhead.value) return html`<${Hint} />`;
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
/** How many places have room in the bubble, by players; my inn shows all. @type {By<number>} */
const ROWS = { 2: 6, 3: 5, 4: 4 };
