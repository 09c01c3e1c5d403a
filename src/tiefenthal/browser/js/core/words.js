// What lies on the table, what can be done, what has happened and why not, in words of the chosen language. Whole
// sentences are in i18n/<language>/pages.json.
import { computed, signal } from "../../vendor/preact.js";
import { lookOf } from "../ui/pieces.js";
import { board, figures, seat as mine, table, update } from "./game.js";
import { called, has, locale, t } from "./i18n.js";
import { isAhead } from "./turn.js";

/** The names of the seats where there is no table: in a replay. */
export const names = signal(/** @type {string[]} */ ([]));

/** @param {string} words */
export const capital = (words) => words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1);

const lists = computed(() => ({
  conjunction: new Intl.ListFormat(locale(), { type: "conjunction", style: "long" }),
  disjunction: new Intl.ListFormat(locale(), { type: "disjunction", style: "long" }),
}));

/**
 * Parts of equal rank: "2 thalers, 1 beer and 3 schnapps".
 * @param {string[]} parts
 * @param {"conjunction" | "disjunction"} [type]
 */
export function listed(parts, type = "conjunction") {
  return parts.length === 1 ? parts[0] : lists.value[type].format(parts);
}

// --- seats

/** The seats of such a game that were mine. */
export const yours = signal(/** @type {number[]} */ ([]));

/** @param {number} seat */
const nameAt = (seat) => called(table.value?.seats[seat - 1]?.name || names.value[seat - 1] || "");

/** The name of who sits there. @param {number} seat */
export const seatName = (seat) => nameAt(seat) || t("seat.nameless", { n: seat });

/** My own seat, also in a game that is over; null where one person had several: none of them is "you". */
export const mySeat = () => mine.value ?? (yours.value.length === 1 ? yours.value[0] : null);

/** "You" for my own seat, else the name. @param {number} seat */
export const seatLabel = (seat) => (seat === mySeat() ? t("seat.you") : seatName(seat));

/** The name under which others and records know my own seat, to stand beside "You"; "" for any other seat. @param {number} seat */
export const alsoCalled = (seat) => (seat === mySeat() ? nameAt(seat) : "");

/** Both in one: "You (Red Ox)"; the name of any other seat. @param {number} seat */
export function seatBoth(seat) {
  const name = alsoCalled(seat);
  return name === "" ? seatLabel(seat) : t("seat.you.named", { name });
}

/**
 * A sentence about what a seat did: addressed to who reads it where that is the same.
 * @param {string} key
 * @param {number} seat
 * @param {Values} [values]
 * @param {number | null} [reader]
 */
export function tell(key, seat, values = {}, reader = mine.value) {
  const own = `you.${key}`;
  return seat === reader && has(own) ? t(own, values) : t(key, { who: seatName(seat), ...values });
}

/** Whom the game waits for besides me, in words; "" when for nobody. */
export function awaited() {
  const names = (update.value?.decisions ?? [])
    .filter((one) => one.seat !== mine.value)
    .map((one) => seatName(one.seat));
  return names.length === 0 ? "" : t("table.waits", { names: listed(names) });
}

// --- cards, areas, spaces

/** The entry that names a card. @param {string} card */
function keyOf(card) {
  if (has(`card.${card}`)) return `card.${card}`;
  const { name } = lookOf(card);
  if (has(name)) return name;
  if (card.startsWith("g")) return "card.guest";
  return card.startsWith("r") ? "card.regular" : "";
}

/** A card as a heading: "Server", "Miller", "Noble". @param {string} card */
export function cardName(card) {
  const key = keyOf(card);
  return key === "" ? card : capital(t(key));
}

/** A card as the object of a sentence: "a server", "the miller", "a noble". @param {string} card */
export function cardObject(card) {
  const key = keyOf(card);
  return key === "" ? card : t(`${key}.obj`);
}

/** A number of one card: "2 servers", "1 miller". @param {string} card @param {number} n */
export function cardNames(card, n) {
  return has(`n.${card}`) ? t(`n.${card}`, { n }) : t("n.cards", { n, card: cardName(card) });
}

/** The same as the object of a sentence, of a card that has a number there. @param {string} card @param {number} n */
export const cardsObject = (card, n) => t(`n.${card}.obj`, { n });

/** What a card does, in a sentence. @param {string} card */
export function cardText(card) {
  const found = figures.value?.cards[card];
  const bonus = found?.bonus ?? null;
  if (has(`card.${card}.text`)) return t(`card.${card}.text`);
  if (found === undefined) return "";
  const values = {
    asks: found.asks,
    pays: thalers(found.pays),
    points: t("n.points", { n: found.points }),
    beer: t("n.beer", { n: found.price }),
  };
  if (found.kind === "noble") return t("card.text.noble", values);
  if (found.kind === "regular") return t("card.text.regular", values);
  return bonus === null
    ? t("card.text.guest", values)
    : t("card.text.guest-bonus", { ...values, bonus: bonusWords(bonus) });
}

/** What a guest's card or a tavern card says about itself, for its tip. @param {string} card */
export const cardAbout = (card) => ({
  title: cardName(card),
  text: cardText(card),
  house: isHouse(`guests.${card}.`, `regulars.${card}.`),
});

/** An area as a heading: "Cashbox", "Beer storage". @param {string} area */
export const areaName = (area) => capital(t(`area.${area}`));
/** An area as the object of a sentence: "the cashbox". @param {string} area */
export const areaObject = (area) => t(`area.${area}.obj`);
/** What an area does, basic or upgraded. @param {string} area @param {boolean} [upgraded] */
export function areaText(area, upgraded = false) {
  const found = figures.value?.areas[area];
  const n = found === undefined ? 0 : upgraded ? found.upgraded : found.basic;
  return t(`area.${area}.text`, { n, thalers: thalers(n), beer: t("n.beer", { n }), steps: t("n.steps", { n }) });
}

/** The number of a table, from 1; null for another space. @param {string} space */
export function tableNumber(space) {
  const found = /^t(\d+)$/.exec(space);
  return found === null ? null : Number(found[1]);
}

/** A space as a heading: "Table 2", "Cashbox". @param {string} space */
export function spaceName(space) {
  const n = tableNumber(space);
  return n === null ? areaName(space) : t("space.table", { n });
}

/** A space in a sentence: "table 2", "the cashbox". @param {string} space */
export function spaceObject(space) {
  const n = tableNumber(space);
  return n === null ? areaObject(space) : t("space.table.obj", { n });
}

/** A die where it stands, in a sentence: by its space, and by its face too where many may stand.
 * @param {ActionData["at"]} at @param {ActionData["face"]} face */
function dieObject(at, face) {
  const space = spaceObject(at ?? "");
  const many = board.value?.seats[0]?.spaces.some((one) => one.space === at && one.many) ?? false;
  return many ? t("space.die-at.obj", { face: face ?? 0, space }) : space;
}

/** An entertainer as a heading. @param {string} entertainer */
export const entertainerName = (entertainer) => capital(t(`entertainer.${entertainer}`));
/** An entertainer as the object of a sentence. @param {string} entertainer */
export const entertainerObject = (entertainer) => t(`entertainer.${entertainer}.obj`);
/** What a side of an entertainer does, and for how much. @param {string} entertainer @param {number} side */
export function entertainerText(entertainer, side) {
  const found = figures.value?.entertainers[entertainer];
  const gain = found?.gains[side - 1] ?? 0;
  const cost = t("n.schnapps", { n: found?.costs[side - 1] ?? 0 });
  return t(`entertainer.${entertainer}.${side}`, { cost, thalers: thalers(gain), beer: t("n.beer", { n: gain }) });
}

// --- what things give

/** Whether one of these figures of the edition is ours, by its place in the file. @param {string[]} places */
export const isHouse = (...places) =>
  figures.value?.house.some((path) => places.some((place) => path.startsWith(place))) ?? false;

/** @param {number} n */
const thalers = (n) => t("n.thalers", { n });

/** What a space, card or signature gives. @param {Bonus | null} bonus */
export function bonusWords(bonus) {
  if (bonus === null) return t("bonus.nothing");
  const n = bonus.count;
  switch (bonus.what) {
    case "card":
      return cardObject(bonus.name ?? "");
    case "area":
      return t("bonus.area", { area: areaObject(bonus.name ?? "") });
    case "entertainer":
      return t("bonus.entertainer", { entertainer: entertainerName(bonus.name ?? "") });
    default:
      return t(`bonus.${bonus.what}`, { n });
  }
}

/**
 * The same standing by itself, on a card or in a list: a language with cases needs the first one there.
 * @param {Bonus | null} bonus
 */
export function bonusName(bonus) {
  if (bonus?.what === "card") return cardName(bonus.name ?? "");
  if (bonus?.what === "entertainer") return entertainerName(bonus.name ?? "");
  if (bonus?.what === "area") return t("bonus.area", { area: areaName(bonus.name ?? "") });
  const key = `bonus.${bonus?.what}.name`;
  return capital(has(key) ? t(key, { n: bonus?.count ?? 0 }) : bonusWords(bonus));
}

/** The parts of a gain, in a fixed order. @param {{[what: string]: number}} gain @returns {[string, number][]} */
export function gainParts(gain) {
  const order = ["thalers", "beer", "steps", "reputation", "schnapps"];
  return order.filter((what) => (gain[what] ?? 0) !== 0).map((what) => [what, gain[what]]);
}

/** A gain: "2 thalers and 1 beer". @param {{[what: string]: number}} gain */
export function gainWords(gain) {
  const parts = gainParts(gain).map(([what, n]) => t(`n.${what}`, { n }));
  return parts.length === 0 ? t("bonus.nothing") : listed(parts);
}

// --- actions

/**
 * What a sentence about an action is filled with: its fields, by the names they have in the catalogue. Which sentence
 * it is, the server says.
 * @param {Partial<ActionData>} action
 * @returns {Values}
 */
function actionValues({ at, space, face, to, other, card, area, count, number, column, entertainer, side, cost }) {
  const known = figures.value;
  const [what, price] = Object.entries(cost ?? {})[0] ?? ["thalers", 0];
  return {
    face: face ?? 0,
    to: to ?? 0,
    number: number ?? 0,
    side: side ?? 1,
    column: column ? (known?.book_columns[column - 1] ?? column) : "",
    at: at ? dieObject(at, face) : "",
    other: space ? dieObject(space, other) : "",
    space: space ? spaceObject(space) : "",
    area: area ? areaObject(area) : "",
    card: card ? cardObject(card) : space ? spaceObject(space) : "",
    cards: count ? cardsObject(card ?? known?.areas[area ?? ""]?.card ?? "", count) : "",
    price: t(`n.${what}`, { n: price }),
    items: number ? listed((known?.start_cards[number] ?? []).map(bonusName)) : "",
    name: entertainer ? entertainerName(entertainer) : "",
    the_entertainer: entertainer ? entertainerObject(entertainer) : "",
    does: entertainer && side ? entertainerText(entertainer, side) : "",
  };
}

/** An action as on a button: "Buy a server for 4 thalers". @param {Partial<ActionData> & {kind: string}} action */
export const actionWords = (action) => capital(t(`act.${action.form ?? action.kind}`, actionValues(action)));

// --- events

/**
 * What happened, as a sentence with who did it. `reader`: who is "you".
 * @param {GameEvent} event @param {number | null} [reader] @returns {string}
 */
export function eventSentence(event, reader = mine.value) {
  const seat = event.seat ?? 0;
  if (event.what === "decided" || event.what === "chose") {
    if (!event.does) return tell("log.chosen", seat, {}, reader);
    return tell(`log.${event.does.form ?? event.does.kind}`, seat, actionValues(event.does), reader);
  }
  const plain = event.what === "monastery" && !figures.value?.monastery[event.number ?? 0];
  const told = event.seen ? "undone.seen" : plain ? "monastery.plain" : event.what;
  return tell(`happened.${told}`, seat, eventValues(event), reader);
}

/** The same without the name and short, for a line below who did it: "+2 thalers". @param {GameEvent} event */
export const eventNote = (event) => t(`note.${event.what}`, eventValues(event));

/** @param {GameEvent} event @returns {Values} */
function eventValues(event) {
  const n = event.count ?? event.thalers ?? event.beer ?? event.number ?? 0;
  return {
    n,
    thalers: thalers(event.thalers ?? 0),
    gain: gainWords({ thalers: event.thalers ?? 0, beer: event.beer ?? 0 }),
    beer: t("n.beer", { n: event.beer ?? 0 }),
    schnapps: t("n.schnapps", { n: event.count ?? 0 }),
    decisions: t("n.decisions", { n: event.count ?? 0 }),
    card: event.card ? cardObject(event.card) : "",
    cards: event.card ? cardNames(event.card, event.count ?? 1) : "",
    area: event.area ? areaObject(event.area) : "",
    face: event.face ?? 0,
    number: event.number ?? 0,
    bonus: bonusAt(event),
    column: event.column ? (figures.value?.book_columns[event.column - 1] ?? event.column) : "",
    row: event.row ?? 0,
    entertainer: event.entertainer ? entertainerObject(event.entertainer) : "",
    does: event.entertainer ? entertainerText(event.entertainer, event.side ?? 1) : "",
  };
}

/** What the space gives on which a marker has come to stand. @param {GameEvent} event */
function bonusAt(event) {
  const track =
    event.what === "monastery"
      ? figures.value?.monastery
      : event.what.startsWith("reputation")
        ? figures.value?.ring
        : undefined;
  return bonusWords(track?.[event.number ?? 0] ?? null);
}

// --- questions

/** What I am asked, in a sentence. @param {Question} decision */
export const questionWords = (decision) => capital(t(isAhead(decision) ? "phases.ahead.ask" : `ask.${decision.id}`));

/** What somebody else is asked: "Magda plans." @param {{id: string, seat: number}} decision */
export const awaitedWords = (decision) => t(`awaited.${decision.id}`, { who: seatName(decision.seat) });

// --- why not

/**
 * What a sentence is filled with: things by their names, alone (`card`) or within a sentence (`the_card`).
 * @param {{[name: string]: string | number}} values
 * @returns {Values}
 */
function named({ card, area, space, asks, ...rest }) {
  /** @type {Values} */
  const found = { ...rest };
  if (card !== undefined) Object.assign(found, { card: cardName(`${card}`), the_card: cardObject(`${card}`) });
  if (area !== undefined) Object.assign(found, { area: areaName(`${area}`), the_area: areaObject(`${area}`) });
  if (space !== undefined) found.space = spaceName(`${space}`);
  if (asks !== undefined) found.asks = asks === "one-or-six" ? t("why.one-or-six") : asks;
  return found;
}

/** @param {Reason} reason */
const reasonWords = (reason) => capital(t(`why.${reason.code}`, named(reason.values)));

/** Why an action cannot be done now: the server's reason, or what was said here already. @param {WhyNot} no */
export const whyWords = (no) => no.said ?? (no.reason === undefined ? "" : reasonWords(no.reason));

/** Why a command was refused: the connection, the table, or the rules. @param {{reason?: Reason}} refusal */
export const refusalWords = (refusal) => (refusal.reason === undefined ? t("why.lost") : reasonWords(refusal.reason));
