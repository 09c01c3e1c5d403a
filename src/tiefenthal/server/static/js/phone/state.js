// What the phone shows, and what a tap means now. It reads `legal` and `barred`; it knows no rule.
import { computed, effect, html, signal } from "../../vendor/preact.js";
import { act, asked, barred, hand, legal, me, placing, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { diceAt, exchange, helped, placesFor, spotOf, usable } from "../core/turn.js";
import { spaceName } from "../core/words.js";
import { Die } from "../ui/pieces.js";

/** @typedef {"tavern" | "market" | "others" | "tracks" | "log"} Tab */

/** @type {Tab[]} */
export const TABS = ["tavern", "market", "others", "tracks", "log"];
export const tab = signal(/** @type {Tab} */ ("tavern"));
/** Which half of my tavern is in sight. */
export const half = signal(/** @type {"tables" | "areas"} */ ("tables"));
/** The tavern that is open under Others, by seat. */
export const visited = signal(/** @type {number | null} */ (null));
/** Pointed at in the market, by its action: "buy server", "recruit row2", "nobles 1". */
export const pointed = signal(/** @type {string | null} */ (null));
/** The space a die is looked for, when several fit. */
export const wanted = signal(/** @type {string | null} */ (null));
/** Why the last thing pressed cannot be done. */
export const reason = signal(/** @type {Barred | null} */ (null));

// What was pointed at or explained belongs to the moment it was pressed in.
let ply = -1;
effect(() => {
  const now = update.value?.ply ?? -1;
  if (now === ply) return;
  ply = now;
  wanted.value = null;
  reason.value = null;
  pointed.value = null;
});

/** Show another tab. @param {Tab} to */
export function show(to) {
  tab.value = to;
  visited.value = null;
  reason.value = null;
  pointed.value = null;
}

/** Put away whatever is chosen or explained. */
export function clear() {
  hand.value = null;
  wanted.value = null;
  reason.value = null;
  pointed.value = null;
}

/** Whether a die is the one in my hand (one of several alike). @param {SeatOn} inn @param {DieOn} die */
export const held = (inn, die) => hand.value !== null && hand.value.face === die.face && hand.value.from === spotOf(inn, die);

/** Take a die in hand, or lay it down again. @param {DieOn} die */
export function take(die) {
  const inn = me.value;
  if (inn === null) return;
  reason.value = null;
  wanted.value = null;
  pointed.value = null;
  hand.value = held(inn, die) ? null : { face: die.face, own: die.own, from: spotOf(inn, die) };
  // Where all the light falls on the other half, that half comes into sight.
  const lit = shining.value;
  const other = half.value === "tables" ? "areas" : "tables";
  if (lit[half.value] === 0 && lit[other] > 0) half.value = other;
}

/** @typedef {{act?: string, pick?: DieOn, choose?: string[], why?: Barred}} Meaning */

/**
 * What pressing a space does: an action, taking up the die there, choosing among dice, or the reason why not.
 * @param {string} space
 * @returns {Meaning}
 */
export function meaning(space) {
  const inn = me.value;
  if (inn === null) return {};
  const here = diceAt(inn, space);
  const holding = hand.value;
  if (holding !== null) {
    if (holding.from.split(":")[0] === space) {
      const own = [`use ${holding.from}`, `back ${holding.from}`].find((action) => legal.value.has(action));
      return own === undefined ? { pick: here[0] } : { act: own };
    }
    const going = placing(space) ?? "";
    if (legal.value.has(going)) return { act: going };
    const swap = exchange(holding.from, space);
    if (swap !== null) return { act: swap };
    const why = barred.value.get(going);
    if (why !== undefined) return { why };
  }
  const found = here.find((die) => usable(inn, die));
  if (found !== undefined) return { pick: found };
  const fits = placesFor(space);
  if (fits.length === 1) return { act: fits[0] };
  if (fits.length > 1) return { choose: fits };
  for (const one of barred.value.values()) if (one.action.startsWith("place ") && one.action.endsWith(` ${space}`)) return { why: one };
  return asked.value && (holding !== null || legal.value.has("end")) ? { why: plainly(inn, space) } : {};
}

/** What a space says of itself where the server gave no reason: whether it is used, or what it takes. @param {SeatOn} inn @param {string} space @returns {Barred} */
function plainly(inn, space) {
  const one = inn.tables.find((found) => found.space === space);
  const area = inn.spaces.find((found) => found.space === space);
  const used = one !== undefined ? one.state === "paid" : area !== undefined && area.used && !area.many;
  const asks = one !== undefined ? String(one.asks) : (area?.asks ?? "any").replace(" or ", ", ");
  const why = used ? t("phone.why.used", { space: spaceName(space) }) : asks === "any" ? t("phone.space.any.label", { space: spaceName(space) }) : t("phone.space.label", { space: spaceName(space), die: asks });
  return { action: "", words: "", rule: used ? "F-4" : one !== undefined ? "E-3" : "E-2", why };
}

/** Press a space. @param {string} space */
export function press(space) {
  const found = meaning(space);
  reason.value = null;
  wanted.value = null;
  if (found.act !== undefined) act(found.act);
  else if (found.pick !== undefined) take(found.pick);
  else if (found.choose !== undefined) wanted.value = space;
  else if (found.why !== undefined) reason.value = found.why;
  else hand.value = null;
}

/** How brightly a space shines: "lit" where the die in hand goes, "soft" where some die could go, "in" where a die of mine lies. @param {string} space */
export function light(space) {
  const inn = me.value;
  if (inn === null || !asked.value) return "";
  if (hand.value !== null) {
    if (hand.value.from.split(":")[0] === space) return "held";
    return meaning(space).act === undefined ? "" : "lit";
  }
  if (wanted.value === space) return "held";
  return placesFor(space).length > 0 ? "soft" : "";
}

/** Whether a dishwasher would help the die in hand here: the space asks for another face. @param {SeatOn} inn @param {string} space */
export const helps = (inn, space) => hand.value !== null && light(space) === "lit" && helped(inn, space, hand.value.face);

/** How many spaces of each half shine for the die in hand. */
export const shining = computed(() => {
  const inn = me.value;
  if (inn === null || hand.value === null) return { tables: 0, areas: 0 };
  const count = (/** @type {{space: string}[]} */ all) => all.filter((one) => light(one.space) === "lit").length;
  return { tables: count(inn.tables), areas: count(inn.spaces) };
});

/** What could be bought now: a dot on the market's tab. */
export const buyable = computed(() => [...legal.value.keys()].some((action) => /^(buy|recruit|nobles) /.test(action)));

/** What is only seen, inside a thing whose label says it all. @param {{children?: unknown}} props */
export const Seen = ({ children }) => html`<span class="inside" aria-hidden="true">${children}</span>`;

/** A die where its words stand elsewhere. @param {{face: number, seat?: number | null, ghost?: boolean}} props */
export const Pips = (props) => html`<${Seen}><${Die} ...${props} /><//>`;
