// Why something cannot be done, in the chosen language. The server says it in English, with the rule; each of its
// sentences is known here by its shape. One that is not known is shown as it came.
import { t, terms } from "./i18n.js";
import { areaName, areaObject, capital, cardName, cardObject, spaceName } from "./words.js";

/** @typedef {{[name: string]: string | number}} Values */

/** @param {string} words English name of an area, "beer storage" */
const area = (words) => areaName(words.replace(" ", "_"));
/** @param {string} values "a 5" or "a 1 or a 6" */
const faces = (values) => (values.includes("or") ? t("why.one-or-six") : values.replace("a ", ""));

/** Shapes of the server's sentences: key, pattern, and what its groups are. @type {[string, RegExp, ((g: string[]) => Values)?][]} */
const SHAPES = [
  ["nobody-sits", /^Nobody sits at (t\d+)\.$/, ([a]) => ({ space: spaceName(a) })],
  ["nobody-there", /^Nobody sits at that table\.$/],
  ["removed", /^The guest at (t\d+) was removed;/, ([a]) => ({ space: spaceName(a) })],
  ["taken", /^A die is on (\w+) already; it takes one\.$/, ([a]) => ({ space: spaceName(a) })],
  ["used", /^(\w+) has been used; it is not used twice/, ([a]) => ({ space: spaceName(a) })],
  ["no-way", /^(\w+) takes (a [^;]+); a (\d) cannot be lowered/, ([a, b, c]) => ({ space: spaceName(a), asks: faces(b), face: c })],
  ["few-dishwashers", /^(\w+) takes (a [^;]+); a (\d) would need (\d) dishwashers, (\d) free\.$/,
    ([a, b, c, d, e]) => ({ space: spaceName(a), asks: faces(b), face: c, n: Number(d), free: Number(e) })],
  ["no-dishwasher", /^(\w+) takes (a [^;]+); no dishwasher is free to raise a (\d)\.$/, ([a, b, c]) => ({ space: spaceName(a), asks: faces(b), face: c })],
  ["no-such-die", /^There is no such die on (\w+) to use\.$/, ([a]) => ({ space: spaceName(a) })],
  ["no-die-there", /^There is no (?:die|\d) on (\w+)\.$/, ([a]) => ({ space: spaceName(a) })],
  ["no-unplaced", /^You have no unplaced (\d)(?: to turn)?\.$/, ([a]) => ({ face: a })],
  ["not-back", /^While serving, a die is not taken back/],
  ["there-already", /^The die stands there already\.$/],
  ["same-faces", /^Two dice of the same face/],
  ["no-swap", /^These dice do not fit each other/],
  ["sold-out", /^There is no (\w+) card for sale\.$/, ([a]) => ({ card: cardName(a) })],
  ["bought", /^You have bought a (\w+) this round/, ([a]) => ({ card: cardObject(a) })],
  ["card-price", /^A (\w+) costs (\d+) thalers; you have (\d+)\.$/, ([a, b, c]) => ({ card: cardName(a), price: Number(b), have: Number(c), n: Number(b) - Number(c) })],
  ["upgraded", /^The ([a-z ]+) area is upgraded already\.$/, ([a]) => ({ area: area(a) })],
  ["few-cards", /^You have (\d+) cards to return for the ([a-z ]+) area\.$/, ([a, b]) => ({ n: Number(a), area: areaObject(b.replace(" ", "_")) })],
  ["area-price", /^The ([a-z ]+) area costs (\d+) thalers; you have (\d+)\.$/, ([a, b, c]) => ({ area: area(a), price: Number(b), have: Number(c), n: Number(b) - Number(c) })],
  ["recruited", /^You have recruited a guest this round/],
  ["no-guest", /^No guest lies there\.$/],
  ["guest-price", /^This guest costs (\d+) beer; you have (\d+)\.$/, ([a, b]) => ({ price: Number(a), have: Number(b), n: Number(a) - Number(b) })],
  ["nobles-left", /^Only (\d+) nobles are left\.$/, ([a]) => ({ n: Number(a) })],
  ["nobles-price", /^(\d+) of them cost (\d+) beer; you have (\d+)\.$/, ([a, b, c]) => ({ nobles: Number(a), price: Number(b), have: Number(c), n: Number(b) - Number(c) })],
  ["no-noble", /^A noble is not removed\.$/],
  ["die-on-guest", /^A guest with a die on it cannot be removed\.$/],
  ["denied-first", /^First use or decline the service denied/],
  ["no-counter-guest", /^You have no counter guest\.$/],
  ["no-bard", /^No bard is left to sing\.$/],
  ["no-schnapps", /^No schnapps is left\.$/],
  ["schnapps-price", /^That costs (\d+) schnapps; you have (\d+)\.$/, ([a, b]) => ({ price: Number(a), have: Number(b), n: Number(a) - Number(b) })],
  ["no-entertainer", /^You have no entertainer who does that\.$/],
  ["other-side", /^A die is turned to another side\.$/],
  ["juggler-idle", /^The juggler has nothing to do/],
  ["juggler-first", /^First say which card the juggler keeps/],
  ["no-such-card", /^There is no (\w+) card in your tavern\.$/, ([a]) => ({ card: cardName(a) })],
  ["column-first", /^First choose the column/],
  ["column-full", /^That column is full\.$/],
  ["toast-first", /^First choose: a schnapps/],
  ["steps-back-guest", /^The move would take back a step that removed/],
  ["steps-back-schnapps", /^The move would take back steps that gave schnapps; you have only (\d+) left\.$/, ([a]) => ({ n: Number(a) })],
  ["start-turn", /^Start cards are chosen in turn order/],
  ["start-first", /^First choose a start card\.$/],
  ["start-unknown", /^Start card (\d+) was not revealed\.$/, ([a]) => ({ n: Number(a) })],
  ["dismiss-first", /^First choose a regular who leaves/],
  ["no-regular", /^You have no such regular\.$/],
  ["arrival-done", /^Without a counter guest your arrival is complete\.$/],
  ["guests-stay", /^Your guests stay; that was final\.$/],
  ["arrival-first", /^First say whether your guests stay/],
  ["chosen", /^You have chosen; the choices take effect/],
  ["flip-or-decline", /^Choose an area to upgrade for free/],
  ["must-choose", /^One of the choices must be taken\.$/],
  ["evening-first", /^First choose the bonus of this round\.$/],
  ["nothing-left", /^Nothing is left of that; choose the other\.$/],
  ["not-this-evening", /^That is not a bonus of this round\.$/],
  ["draft-turn", /^Dice are taken in turn order/],
  ["draft-first", /^First take a die from the coaster/],
  ["not-on-coaster", /^There is no (\d) on the coaster/, ([a]) => ({ face: a })],
  ["serving-turn", /^Guests are served in turn order/],
  ["not-serving", /^That is not something one does while serving\.$/],
  ["is-ready", /^You are ready; take that back first\.$/],
  ["not-ready", /^You have not said that you are ready\.$/],
  ["planning-only", /^In planning dice are put on action spaces/],
  ["other-bonus", /^Another player's bonus is being resolved\.$/],
  ["nobody-decides", /^Nobody decides anything in this step/],
  ["over", /^The game is over\.$/],
  ["stale", /^The game has gone on since/],
];

/** @param {string} words */
function translated(words) {
  for (const [key, shape, read] of SHAPES) {
    const found = shape.exec(words);
    if (found !== null) return capital(t(`why.${key}`, { ...terms.value.words, ...(read?.(found.slice(1)) ?? {}) }));
  }
  return words;
}

/** Why an action cannot be done now. @param {{why: string}} barred */
export const whyWords = (barred) => translated(barred.why);

/** Why a command was refused: the connection, the table, or the rules. @param {{code: string, words: string}} refusal */
export const refusalWords = (refusal) => (refusal.words === "" ? t("why.lost") : translated(refusal.words));
