// What is in sight on a phone, what is pointed at and why something cannot be done; and what a tap on a space of my
// tavern does, by what it means (core/interaction.js).
import { computed, effect, html, signal } from "../../vendor/preact.js";
import { hand, me, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { drop, light, meaning, offerFor, pressSpace, take as takeUp, usable } from "../core/interaction.js";
import { asksFor, diceAt } from "../core/turn.js";
import { spaceName, whyWords } from "../core/words.js";
import { Die } from "../ui/pieces.js";

/** @typedef {"tavern" | "market" | "others" | "tracks" | "log"} Tab */

/** @type {Tab[]} */
export const TABS = ["tavern", "market", "others", "tracks", "log"];
export const tab = signal(/** @type {Tab} */ ("tavern"));
/** Which half of my tavern is in sight. */
export const half = signal(/** @type {"tables" | "areas"} */ ("tables"));
/** The tavern that is open under Others, by seat. */
export const visited = signal(/** @type {number | null} */ (null));
/** Pointed at in the market. */
export const pointed = signal(/** @type {import("../core/interaction.js").Wish | null} */ (null));
/** Why the last thing pressed cannot be done. */
export const reason = signal(/** @type {WhyNot | null} */ (null));

/** Say why something cannot be done. @param {WhyNot | null} why */
export const explain = (why) => {
  reason.value = why;
};

// What was pointed at or explained belongs to the moment it was pressed in.
let ply = -1;
effect(() => {
  const now = update.value?.ply ?? -1;
  if (now === ply) return;
  ply = now;
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

/** Clear whatever is chosen or explained. */
export function clear() {
  drop();
  reason.value = null;
  pointed.value = null;
}

/** Take a die in hand, or lay it down again. @param {DieOn} die */
export function take(die) {
  reason.value = null;
  pointed.value = null;
  takeUp(die);
  toTheLight();
}

/** Where all the light falls on the other half, that half comes into sight. */
export function toTheLight() {
  const lit = shining.value;
  const other = half.value === "tables" ? "areas" : "tables";
  if (lit[half.value] === 0 && lit[other] > 0) half.value = other;
}

/**
 * What a space says of itself where the server gave no reason: whether it is used, or what it takes.
 * @param {SeatOn} inn
 * @param {string} space
 * @returns {WhyNot}
 */
export function plainly(inn, space) {
  const one = inn.tables.find((found) => found.space === space);
  const area = inn.spaces.find((found) => found.space === space);
  const used = one !== undefined ? one.state === "paid" : area?.used && !area.many;
  const faces = asksFor(inn, space);
  const said = used
    ? t("phone.why.used", { space: spaceName(space) })
    : faces.length === 0
      ? t("phone.space.any.label", { space: spaceName(space) })
      : t("phone.space.label", { space: spaceName(space), die: faces.join(", ") });
  return { rule: used ? "F-4" : one !== undefined ? "E-3" : "E-2", said };
}

/** Press a space, or a die that lies on it. @param {string} space @param {Event} [event] */
export function pressAt(space, event) {
  const inn = me.value;
  const face = /** @type {HTMLElement | undefined} */ (event?.target)
    ?.closest("[data-lies]")
    ?.getAttribute("data-lies");
  const die =
    inn === null || !face ? undefined : diceAt(inn, space).find((one) => one.face === Number(face) && usable(one));
  if (hand.value === null && die !== undefined) take(die);
  else press(space);
}

/** Press a space. @param {string} space */
export function press(space) {
  const inn = me.value;
  const now = meaning(space, true);
  reason.value = null;
  if (now.does === "take") take(now.die);
  else if (now.does === "nothing") drop();
  else pressSpace(space, true);
  if (now.does === "refuse" && inn !== null) reason.value = now.why ?? plainly(inn, space);
}

/** How a space shines, as a class: where a die is looked for as where the held one stands. @param {string} space */
export function shineOf(space) {
  const now = light(space, true);
  return now === "sought" ? "held" : now;
}

/** How many spaces of each half shine for the die in hand. */
export const shining = computed(() => {
  const inn = me.value;
  if (inn === null || hand.value === null) return { tables: 0, areas: 0 };
  const count = (/** @type {{space: string}[]} */ all) => all.filter((one) => shineOf(one.space) === "lit").length;
  return { tables: count(inn.tables), areas: count(inn.spaces) };
});

/** What could be bought now: a dot on the market's tab. */
export const buyable = computed(() => ["buy", "recruit", "nobles"].some((kind) => offerFor({ kind }) !== null));

/** What is only seen, inside a thing whose label says it all. @param {{children?: unknown}} props */
export const Seen = ({ children }) => html`<span class="inside" aria-hidden="true">${children}</span>`;

/** A die where its words stand elsewhere. @param {{face: number, seat?: number | null, ghost?: boolean}} props */
export const Pips = (props) => html`<${Seen}><${Die} ...${props} /><//>`;

/** What a press on a space would play, or why it plays nothing. @param {SeatOn} inn @param {string} space @param {boolean} mine */
export function pressed(inn, space, mine) {
  const now = mine ? meaning(space, true) : null;
  return {
    played: now?.does === "play" ? now.offer : null,
    why: now?.does === "refuse" ? whyWords(now.why ?? plainly(inn, space)) : undefined,
  };
}
