// News: the server's events, grouped for display. One item for each decision with its results, or for an event without
// a decision. The log, the recap and the live region all use these items, so that all of them say the same. Texts are
// made only when needed.
import { computed, signal } from "../../vendor/preact.js";
import { seat as mine } from "./game.js";
import { t } from "./i18n.js";
import { standing, stands } from "./standing.js";
import { cardObject, eventNote, eventSentence, gainParts, listed, tell } from "./words.js";

/**
 * `key`: its name for good, the ply and the place in it. `serving`: who is serving then, 0 if nobody. `kind`: a deed of
 * somebody; a die of a plan, which the log tells only when the plan is ready; a choice that is still hidden; the beginning
 * or end of an evening. `notes`: what came of it besides.
 * @typedef {{key: string, ply: number, round: number, letter: string, serving: number, seat: number, kind: "deed" | "plan" | "hidden" | "heading",
 *   event: GameEvent, near: GameEvent[], more: GameEvent[], notes: GameEvent[], card: string, faces: number[], icon: string, points: string}} Item
 */
/** @typedef {{icon: string, words: string, points: string}} Note */
/**
 * @typedef {{key: string, keys: string[], ply: number, seat: number, icon: string, words: string, card: string, faces: number[], own: boolean, notes: Note[], points: string}} Line
 */
/** @typedef {{key: string, letter: string, seat: number, lines: Line[]}} Part */
/** @typedef {{round: number, parts: Part[]}} Evening */

// --- items

/** The icons of events. @type {By<string>} */
const ICONS = {
  thalers: "thaler",
  beer: "beer",
  schnapps: "schnapps",
  "paid-schnapps": "schnapps",
  "no-schnapps-left": "schnapps",
  gained: "deck",
  returned: "deck",
  "pile-empty": "deck",
  upgraded: "upgrade",
  removed: "denied",
  dismissed: "remove",
  monastery: "monastery",
  reputation: "reputation",
  "reputation-back": "reputation",
  signed: "signature",
  served: "thaler",
  lost: "remove",
  "counter-guest": "counter",
  entertainer: "entertainer",
  drew: "guest",
  reshuffled: "deck",
  "sent-home": "counter",
  rolled: "die",
  took: "die",
  serving: "mug",
  round: "moon",
  closed: "candle",
  undone: "turndie",
  rewound: "turndie",
  "start-card": "start",
};
/** @type {By<string>} */
const DOING = {
  start: "start",
  dismiss: "remove",
  choose: "round",
  flip: "upgrade",
  stay: "guest",
  again: "counter",
  take: "die",
  place: "die",
  move: "die",
  back: "die",
  turn: "turndie",
  ready: "hourglass",
  use: "die",
  swap: "die",
  buy: "thaler",
  upgrade: "upgrade",
  recruit: "beer",
  nobles: "crown",
  "counter-guest": "counter",
  bard: "bard",
  entertain: "entertainer",
  "entertain-upgrade": "entertainer",
  "entertain-remove": "entertainer",
  end: "moon",
  remove: "denied",
  schnapps: "schnapps",
  sign: "signature",
  keep: "keepcard",
  decline: "remove",
};
/** Events that only repeat their decision. */
const REPEATS = /** @type {By<string[]>} */ ({
  take: ["took"],
  upgrade: ["upgraded", "returned"],
  "entertain-upgrade": ["upgraded"],
  flip: ["upgraded"],
  sign: ["signed"],
  start: ["start-card", "gained", "upgraded", "schnapps", "monastery", "beer"],
  remove: ["removed"],
  "entertain-remove": ["removed"],
  again: ["sent-home"],
  choose: ["entertainer"],
  dismiss: ["dismissed"],
  schnapps: ["schnapps"],
});
const PLACING = new Set(["place", "move", "back", "unready", "swap"]);
/** Events that begin a new item; all others belong to the decision of their seat at the same moment. */
const LEADS = new Set([
  "decided",
  "chose",
  "serving",
  "drew",
  "rolled",
  "round",
  "closed",
  "undone",
  "rewound",
  "reshuffled",
]);
/** Events that come several times at one moment and are shown together. */
const SERIES = new Set(["drew", "rolled", "took"]);

/** @param {GameEvent} event */
const kindOf = (event) => event.does?.kind ?? "";

/** The letter of the phase something belongs to, after `letter`. @param {GameEvent} event @param {string} letter */
function phaseOf(event, letter) {
  const kind = kindOf(event);
  switch (event.what) {
    case "round":
      return "A";
    case "drew":
    case "sent-home":
    case "reshuffled":
      return "B";
    case "rolled":
      return letter === "A" ? "A" : "C";
    case "took":
      return "D";
    case "serving":
      return "F";
    case "closed":
      return "G";
    case "decided":
      if (kind === "stay" || kind === "again") return "B";
      if (kind === "take") return "D";
      if (kind === "keep") return "G";
      if (PLACING.has(kind) || kind === "ready" || kind === "turn") return letter === "F" ? "F" : "E";
      return letter;
    default:
      return letter;
  }
}

/** Events at a space, a table or an area. */
const AT_A_PLACE = new Set(["upgrade", "flip", "entertain-upgrade", "use", "remove", "entertain-remove", "place"]);

/** What an event is about, for marking it on the table: the thing, then the tavern. @param {GameEvent} event */
function pointsAt(event) {
  const kind = kindOf(event);
  const place = event.does?.area ?? event.does?.space ?? event.does?.at;
  const seat = event.seat ?? 0;
  const own = `seat-${seat}`;
  const found = [];
  if (kind === "buy") found.push(`card-${event.does?.card}`);
  else if (kind === "nobles") found.push("nobles");
  else if (AT_A_PLACE.has(kind)) found.push(`${own}-${place}`);
  else if (kind === "sign" || event.what === "signed") found.push(`${own}-book`);
  else if (kind === "bard" || event.what.startsWith("reputation")) found.push(`${own}-bar`);
  else if (kind === "counter-guest" || event.what === "monastery") found.push(`monastery-${seat}`);
  else if (event.what === "upgraded" && event.area) found.push(`${own}-${event.area}`);
  else if (event.what === "gained" || event.what === "reshuffled" || kind === "recruit") found.push(`${own}-deck`);
  if (seat > 0) found.push(own);
  return found.join(" ");
}

/**
 * Whether a card gained is the one that was just bought or recruited.
 * @param {GameEvent} decided
 * @param {GameEvent} event
 */
const bought = (decided, event) =>
  event.what === "gained" &&
  ["buy", "choose", "recruit", "nobles", "keep"].includes(kindOf(decided)) &&
  event.card === decided.does?.card;

/** Decisions with the face of the card they are about beside them. */
const FACED = new Set(["buy", "dismiss", "nobles", "recruit", "choose", "keep", "remove", "use"]);

/** Several steps on a track, or several gains of one kind, become one note; keeping nothing is not worth a note.
 * @param {GameEvent[]} events @returns {GameEvent[]} */
function together(events) {
  /** @type {GameEvent[]} */
  const found = [];
  for (const event of events) {
    const last = found.at(-1);
    if (event.what === "served" && gainParts({ thalers: event.thalers ?? 0, beer: event.beer ?? 0 }).length === 0)
      continue;
    if (last === undefined || last.what !== event.what) found.push(event);
    else if (event.what === "monastery" || event.what === "reputation" || event.what === "reputation-back")
      found[found.length - 1] = event;
    else if (event.what === "thalers")
      found[found.length - 1] = { ...last, thalers: (last.thalers ?? 0) + (event.thalers ?? 0) };
    else if (event.what === "beer") found[found.length - 1] = { ...last, beer: (last.beer ?? 0) + (event.beer ?? 0) };
    else found.push(event);
  }
  return found;
}

/** The events that still count, item by item. @param {GameEvent[]} all @returns {Item[]} */
export function gather(all) {
  /** @type {Item[]} */
  const items = [];
  let [letter, serving, round] = ["", 0, 0];

  for (let from = 0, to = 0; from < all.length; from = to) {
    while (to < all.length && all[to].ply === all[from].ply) to += 1;
    const near = all.slice(from, to); // what happened at one moment
    /** @type {Item[]} */
    const fresh = [];
    /** The latest item of each seat at this moment. @type {Map<number, Item>} */
    const latest = new Map();
    near.forEach((event, at) => {
      const seat = event.seat ?? 0;
      letter = phaseOf(event, letter);
      if (letter !== "F") serving = 0;
      if (event.what === "serving") serving = seat;
      if (event.what === "round") round = event.number ?? 0;
      const before = latest.get(seat);
      // Cards that come and dice that are rolled one after the other are one item.
      if (
        before !== undefined &&
        (!LEADS.has(event.what) || (SERIES.has(event.what) && before.event.what === event.what))
      ) {
        before.more.push(event);
        return;
      }
      const heading = event.what === "round" || event.what === "closed";
      /** @type {Item} */
      const item = {
        key: `${event.ply}-${at}`,
        ply: event.ply,
        round,
        letter,
        serving,
        seat,
        kind: heading ? "heading" : "deed",
        event,
        near,
        more: [],
        notes: [],
        card: "",
        faces: [],
        icon: DOING[kindOf(event)] ?? ICONS[event.what] ?? "guest",
        points: pointsAt(event),
      };
      fresh.push(item);
      latest.set(seat, item);
      // A hidden choice becomes news when it is revealed.
      if (event.what === "chose") {
        const earlier = items.findLastIndex((one) => one.kind === "hidden" && one.seat === seat && one.round === round);
        if (earlier >= 0) items.splice(earlier, 1);
      }
    });
    for (const item of fresh) finish(item);
    items.push(...fresh);
  }
  return items;

  /** Complete an item when all events of its moment have been read. @param {Item} item */
  function finish(item) {
    const { event, near, more } = item;
    const kind = kindOf(event);
    const same = more.filter((one) => one.what === event.what);
    if (event.what === "rolled" || event.what === "took") {
      item.faces = [event, ...same].map((one) => Number(one.face));
    } else if (event.what === "decided" || event.what === "chose") {
      if (kind === "take") item.faces = [event.does?.face ?? 0];
      if (FACED.has(kind)) item.card = event.does?.card ?? "";
      if (item.letter === "E" && PLACING.has(kind)) item.kind = "plan";
      if (
        event.what === "decided" &&
        item.letter === "A" &&
        near.length === 1 &&
        (kind === "" || kind === "choose" || kind === "decline")
      )
        item.kind = "hidden";
    }
    const repeats = SERIES.has(event.what) ? [event.what] : (REPEATS[kind] ?? []);
    item.notes = together(more.filter((one) => !repeats.includes(one.what) && !bought(event, one)));
  }
}

/** What has happened at this table since the page was opened, and still counts. */
export const news = computed(() => gather(stands.value));

// --- words

/** What happened, in a sentence for a reader: "you" is who reads. @param {Item} item @param {number | null} [reader] */
export function sentenceOf(item, reader = mine.value) {
  const { event, seat, more } = item;
  if (item.kind === "hidden") return tell("log.chosen", seat, {}, reader);
  if (event.what === "drew")
    return tell(
      "log.arrival",
      seat,
      { cards: listed([event, ...more.filter((one) => one.what === "drew")].map((one) => cardObject(one.card ?? ""))) },
      reader,
    );
  if (event.what === "rolled")
    return tell("log.rolled", seat, { faces: listed(item.faces.map(String)), n: item.faces.length }, reader);
  return eventSentence(event, reader);
}

/** @param {GameEvent} event */
function iconOf(event) {
  if (event.what === "gained" && event.card === "noble") return "crown";
  if (event.what === "served" && !event.thalers) return "beer";
  return ICONS[event.what] ?? "guest";
}

/** The results of an item, in short. @param {Item} item @returns {Note[]} */
export const notesOf = (item) =>
  item.notes.map((event) => ({ icon: iconOf(event), words: eventNote(event), points: pointsAt(event) }));

/** The whole item, for screen readers. @param {Item} item @param {number | null} [reader] */
export function spokenOf(item, reader = mine.value) {
  const notes = notesOf(item).map((one) => one.words);
  return notes.length === 0
    ? sentenceOf(item, reader)
    : t("news.spoken", { sentence: sentenceOf(item, reader), notes: listed(notes) });
}

/** Whether an item is about somebody else. @param {Item} item @param {number | null} reader */
export const byOthers = (item, reader) =>
  item.seat > 0 && item.seat !== reader && (item.kind === "deed" || item.kind === "hidden");

/** What the others did last: from the reader's last decision before it to now. It stays until they do something more, so
 * that it can be read during one's own turn. Dice of a plan do not end it. @param {Item[]} items @param {number | null} reader */
export function recapOf(items, reader) {
  const to = items.findLastIndex((item) => byOthers(item, reader));
  let from = to;
  while (
    from >= 0 &&
    !(items[from].seat === reader && items[from].kind !== "plan" && items[from].event.what === "decided")
  )
    from -= 1;
  return items.slice(from + 1, to + 1).filter((item) => byOthers(item, reader));
}

/** What the others did since my last decision. */
export const recap = computed(() => recapOf(news.value, mine.value));

/** What has been told last: the items of what the others did that the board has just been drawn with. */
export const telling = signal(/** @type {Item[]} */ ([]));

/** Whether one of these items is being told. @param {string[]} keys */
export const isTold = (keys) => telling.value.some((item) => keys.includes(item.key));

// --- the log

/**
 * The whole log in evenings, phases and lines. `all`: plans and drafts are shown die by die.
 * @param {GameEvent[]} events @param {{all?: boolean}} [how] @returns {Evening[]}
 */
export function chronicle(events, how = {}) {
  /** @type {Evening[]} */
  const evenings = [];
  for (const item of gather(standing(events))) {
    if (item.event.what === "round" || evenings.length === 0) evenings.push({ round: item.round, parts: [] });
    if (item.event.what === "round" || (item.kind === "plan" && !how.all)) continue;
    const evening = /** @type {Evening} */ (evenings.at(-1));
    let part = evening.parts.at(-1);
    if (part === undefined || part.letter !== item.letter || part.seat !== item.serving) {
      part = {
        key: `${evening.round}${item.letter}${item.serving}-${evening.parts.length}`,
        letter: item.letter,
        seat: item.serving,
        lines: [],
      };
      evening.parts.push(part);
    }
    if (item.event.what === "closed") continue;
    // The draft is one line for each seat, which grows.
    const drafts = item.letter === "D" && item.faces.length > 0;
    const drafted =
      drafts && !how.all ? part.lines.find((one) => one.seat === item.seat && one.faces.length > 0) : undefined;
    if (drafted !== undefined) {
      drafted.faces.push(...item.faces);
      drafted.keys.push(item.key);
      drafted.words = tell("log.drafted", item.seat, { faces: listed(drafted.faces.map(String)) });
      continue;
    }
    part.lines.push({
      key: item.key,
      keys: [item.key],
      ply: item.ply,
      seat: item.seat,
      icon: item.icon,
      words: sentenceOf(item),
      card: item.card,
      faces: [...item.faces],
      own: item.event.what === "rolled",
      notes: notesOf(item),
      points: item.points,
    });
  }
  return evenings.map((one) => ({
    ...one,
    parts: one.parts.filter((inner) => inner.lines.length > 0 || inner.letter === "G"),
  }));
}
