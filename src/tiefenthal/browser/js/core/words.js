// What lies on the table, what can be done, what has happened and why not, in words of the chosen language. Whole
// sentences stand in i18n/<language>/pages.json.
import { signal } from "../../vendor/preact.js";
import { lookOf } from "../ui/pieces.js";
import { board, figures, me, seat as mine, table, update } from "./game.js";
import { called, has, language, t } from "./i18n.js";

/** Names of the seats when no table is there to say them: in a replay. */
export const names = signal(/** @type {string[]} */ ([]));

/** How dates and lists are written. Our English is British. */
export const locale = () => (language.value.startsWith("en") ? "en-GB" : language.value.slice(0, 2));

/** @param {string} words */
export const capital = (words) => words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1);

/**
 * Parts of equal rank: "2 thalers, 1 beer and 3 schnapps".
 * @param {string[]} parts
 * @param {"conjunction" | "disjunction"} [type]
 */
export function listed(parts, type = "conjunction") {
  return new Intl.ListFormat(locale(), { type, style: "long" }).format(parts);
}

// --- seats

/** The name of who sits there. @param {number} seat */
export function seatName(seat) {
  return called(table.value?.seats[seat - 1]?.name || names.value[seat - 1] || t("seat.nameless", { n: seat }));
}

/** "You" for my own seat, else the name. @param {number} seat */
export const seatLabel = (seat) => (seat === mine.value ? t("seat.you") : seatName(seat));

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

/** So many of a card: "2 servers", "1 miller". @param {string} card @param {number} n */
export function cardNames(card, n) {
  return has(`n.${card}`) ? t(`n.${card}`, { n }) : t("n.cards", { n, card: cardName(card) });
}

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

/** A space as a heading: "Table 2", "Cashbox", "Brewer (6)". @param {string} space @returns {string} */
export function spaceName(space) {
  const [place, face] = space.split(":");
  if (face !== undefined) return t("space.die-at", { face, space: spaceName(place) });
  return /^t\d+$/.test(place) ? t("space.table", { n: Number(place.slice(1)) }) : areaName(place);
}

/** A space in a sentence: "table 2", "the cashbox". @param {string} space @returns {string} */
export function spaceObject(space) {
  const [place, face] = space.split(":");
  if (face !== undefined) return t("space.die-at.obj", { face, space: spaceObject(place) });
  return /^t\d+$/.test(place) ? t("space.table.obj", { n: Number(place.slice(1)) }) : areaObject(place);
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

/** Kinds of actions that have sentences: `act.<kind>` to press, `log.<kind>` when it has been done. */
const KINDS = new Set(
  (
    "start dismiss choose flip decline stay again take place move back turn ready unready use swap buy upgrade recruit nobles " +
    "counter-guest bard entertain entertain-upgrade entertain-remove end remove schnapps sign keep"
  ).split(" "),
);

/** Who sits at a table of mine, as an object; "" if nobody. @param {string} space */
function sitting(space) {
  const card = me.value?.tables.find((one) => one.space === space)?.card;
  return card ? cardObject(card) : "";
}

/**
 * The kind of sentence an action has, and what is put into it. `card` is what is known of the card it is about (a guest
 * recruited, or who sat there), where the board no longer shows it.
 * @param {string} action @param {string | null} card @param {boolean} now whether the board still stands as it was
 * @returns {{form: string, values: Values} | null}
 */
function parse(action, card, now) {
  const [kind, a = "", b = ""] = action.split(" ");
  if (!KINDS.has(kind)) return null;
  const figure = figures.value;
  switch (kind) {
    case "start": {
      const items = (figure?.start_cards[a] ?? []).map(bonusName);
      return {
        form: items.length ? "start" : "start.plain",
        values: { n: Number(a), items: items.length ? listed(items) : "" },
      };
    }
    case "dismiss":
      return { form: kind, values: { card: cardObject(a) } };
    case "choose":
      if (a === "guest") {
        const top = card ?? (now ? (board.value?.guests[0]?.card ?? null) : null);
        return { form: "choose.card", values: { card: top === null ? t("card.guest.obj") : cardObject(top) } };
      }
      if (a === "die") return { form: "choose.die", values: {} };
      if (a.startsWith("side-")) {
        const options = figure?.evenings[(board.value?.round ?? 1) - 1] ?? [];
        const name = options.find((one) => one.what === "entertainer")?.name ?? "";
        if (!now || name === "") return { form: "choose.side", values: { n: Number(a.slice(5)) } };
        return {
          form: "choose.entertainer",
          values: { entertainer: entertainerName(name), does: entertainerText(name, Number(a.slice(5))) },
        };
      }
      return { form: "choose.card", values: { card: cardObject(a) } };
    case "flip":
    case "entertain-upgrade":
      return { form: kind, values: { area: areaObject(a) } };
    case "take":
      return { form: kind, values: { face: a } };
    case "turn":
      return { form: kind, values: { from: a, to: b } };
    case "place": {
      const who = now ? sitting(b) : "";
      return who === ""
        ? { form: kind, values: { face: a, space: spaceObject(b) } }
        : { form: "place.guest", values: { face: a, space: spaceObject(b), guest: who } };
    }
    case "move":
      return { form: kind, values: { from: spaceObject(a), to: spaceObject(b) } };
    case "swap":
      return { form: kind, values: { one: spaceObject(a), other: spaceObject(b) } };
    case "back":
      return { form: kind, values: { space: spaceObject(a) } };
    case "use": {
      const who = card !== null ? cardObject(card) : now ? sitting(a) : "";
      return who === ""
        ? { form: kind, values: { space: spaceObject(a) } }
        : { form: "use.guest", values: { guest: who } };
    }
    case "remove":
    case "entertain-remove": {
      const who = card !== null ? cardObject(card) : now ? sitting(a) : "";
      return { form: kind, values: { guest: who === "" ? spaceObject(a) : who } };
    }
    case "buy":
      return { form: kind, values: { card: cardObject(a), price: thalers(figure?.cards[a]?.price ?? 0) } };
    case "upgrade": {
      const area = figure?.areas[a];
      const n = Number(b || 0);
      const offer = now
        ? me.value?.areas.find((one) => one.area === a)?.offers.find((one) => one.cards === n)
        : undefined;
      const price = thalers(offer?.price ?? Math.max(0, (area?.price ?? 0) - n * (area?.discount ?? 0)));
      if (n === 0) return { form: kind, values: { area: areaObject(a), price } };
      return { form: "upgrade.return", values: { area: areaObject(a), price, cards: cardNames(area?.card ?? "", n) } };
    }
    case "recruit": {
      const guest = card ?? (now ? (board.value?.guests.find((one) => one.place === a)?.card ?? null) : null);
      if (guest === null) return { form: "recruit.plain", values: {} };
      return {
        form: kind,
        values: { guest: cardObject(guest), price: t("n.beer", { n: figure?.cards[guest]?.price ?? 0 }) },
      };
    }
    case "nobles":
      return {
        form: kind,
        values: {
          nobles: t("n.noble", { n: Number(a) }),
          price: t("n.beer", { n: figure?.noble_prices[Number(a) - 1] ?? 0 }),
        },
      };
    case "entertain":
      return { form: `entertain.${a}`, values: {} };
    case "sign":
      return { form: kind, values: { column: figure?.book_columns[Number(a) - 1] ?? a } };
    case "keep": {
      const kept =
        card ?? (/^t\d+$/.test(a) ? (now ? (me.value?.tables.find((one) => one.space === a)?.card ?? null) : null) : a);
      return { form: kind, values: { card: kept === null ? spaceObject(a) : cardObject(kept) } };
    }
    default:
      return { form: kind, values: {} };
  }
}

/** An action that can be done now, as on a button: "Buy a server for 4 thalers". @param {string} action */
export function actionWords(action) {
  const found = parse(action, null, true);
  return found === null ? action : capital(t(`act.${found.form}`, found.values));
}

// --- events

/** The card a decision is about, told by what followed from it. @param {GameEvent} event @param {GameEvent[]} near */
function cardOf(event, near) {
  const kind = event.action?.split(" ")[0] ?? "";
  if (kind === "recruit" || event.action === "choose guest") {
    return (
      near.find((one) => one.what === "gained" && one.seat === event.seat && one.card?.startsWith("g"))?.card ?? null
    );
  }
  if (kind === "keep" || kind.endsWith("remove")) {
    return (
      near.find((one) => (one.what === "removed" || one.what === "gained") && one.seat === event.seat)?.card ?? null
    );
  }
  return null;
}

/**
 * What happened, as a sentence with who did it. `near`: what else happened at that moment; `reader`: who is "you".
 * @param {GameEvent} event @param {GameEvent[]} [near] @param {number | null} [reader] @returns {string}
 */
export function eventSentence(event, near = [], reader = mine.value) {
  const seat = event.seat ?? 0;
  if (event.what === "decided" || event.what === "chose") {
    if (!event.action) return tell("log.chosen", seat, {}, reader);
    const engaged = event.action.startsWith("choose side-")
      ? near.find((one) => one.what === "entertainer" && one.seat === event.seat)
      : undefined;
    if (engaged !== undefined) return eventSentence(engaged, [], reader);
    const found = parse(event.action, cardOf(event, near), false);
    return found === null
      ? `${seatName(seat)} ${event.words ?? event.action}`
      : tell(`log.${found.form}`, seat, found.values, reader);
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

/** What I am asked, in a sentence. @param {{id: string}} decision */
export const questionWords = (decision) => capital(t(`ask.${decision.id}`));

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
