// What happened, put in order for reading: evenings, phases in them, and one line for each decision with what came of it.
// Nothing is decided here; it only sorts what the server has told.
import { cardObject, eventNote, eventSentence, listed, seatName, tell } from "../core/words.js";

/** @typedef {import("../types.js").Event} Event */
/** @typedef {{icon: string, words: string, points: string}} Note */
/** @typedef {{key: string, ply: number, seat: number, icon: string, words: string, card: string, faces: number[], own: boolean, notes: Note[], points: string}} Line */
/** @typedef {{key: string, letter: string, seat: number, lines: Line[]}} Part */
/** @typedef {{round: number, parts: Part[]}} Evening */
/** @typedef {(ply: number, seat: number, space: string) => string} Who who sat at a table, where a board is there to say it */

/** Icons of the family for what is told. */
const ICONS = /** @type {{[what: string]: string}} */ ({
  thalers: "thaler", beer: "beer", schnapps: "schnapps", "paid-schnapps": "schnapps", "no-schnapps-left": "schnapps", gained: "deck",
  returned: "deck", "pile-empty": "deck", upgraded: "upgrade", removed: "denied", dismissed: "remove", monastery: "monastery", reputation: "reputation",
  "reputation-back": "reputation", signed: "signature", served: "thaler", lost: "remove", "counter-guest": "counter", entertainer: "entertainer",
  drew: "guest", reshuffled: "deck", "sent-home": "counter", rolled: "die", took: "die", serving: "hands", round: "moon", closed: "candle",
  undone: "turndie", "start-card": "start",
});
const DOING = /** @type {{[kind: string]: string}} */ ({
  start: "start", dismiss: "remove", choose: "round", flip: "upgrade", stay: "guest", again: "counter", take: "die", place: "die", move: "die", back: "die", turn: "turndie",
  ready: "hourglass", use: "hands", swap: "die", buy: "thaler", upgrade: "upgrade", recruit: "beer", nobles: "crown", "counter-guest": "counter", bard: "bard",
  entertain: "entertainer", "entertain-upgrade": "entertainer", "entertain-remove": "entertainer", end: "moon", remove: "denied", schnapps: "schnapps", sign: "signature",
  keep: "keepcard", decline: "remove",
});
/** What repeats the decision it follows from. */
const REPEATS = /** @type {{[kind: string]: string[]}} */ ({
  take: ["took"], upgrade: ["upgraded", "returned"], "entertain-upgrade": ["upgraded"], flip: ["upgraded"], sign: ["signed"], start: ["start-card", "gained", "upgraded", "schnapps", "monastery", "beer"], remove: ["removed"],
  "entertain-remove": ["removed"], again: ["sent-home"], choose: ["entertainer"], dismiss: ["dismissed"], schnapps: ["schnapps"],
});
const PLACING = new Set(["place", "move", "back", "unready", "swap"]);

/** The letter of the phase something belongs to, after `letter`. @param {Event} event @param {string} letter */
function phaseOf(event, letter) {
  const kind = event.action?.split(" ")[0] ?? "";
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

/** What a line is about, for marking it on the table: the thing, then the tavern. @param {Event} event */
function pointsAt(event) {
  const [kind = "", a = ""] = (event.action ?? "").split(" ");
  const seat = event.seat ?? 0;
  const own = `seat-${seat}`;
  const found = [];
  if (kind === "buy") found.push(`card-${a}`);
  else if (kind === "nobles") found.push("nobles");
  else if (["upgrade", "flip", "entertain-upgrade", "use", "remove", "entertain-remove"].includes(kind)) found.push(`${own}-${a.split(":")[0]}`);
  else if (kind === "place") found.push(`${own}-${(event.action ?? "").split(" ")[2]}`);
  else if (kind === "sign" || event.what === "signed") found.push(`${own}-book`);
  else if (kind === "bard" || event.what.startsWith("reputation")) found.push(`${own}-bar`);
  else if (kind === "counter-guest" || event.what === "monastery") found.push(`monastery-${seat}`);
  else if (event.what === "upgraded" && event.area) found.push(`${own}-${event.area}`);
  else if (event.what === "gained" || event.what === "reshuffled" || kind === "recruit") found.push(`${own}-deck`);
  if (seat > 0) found.push(own);
  return found.join(" ");
}

/** Several steps on a track, or several gains of one kind, are told once. @param {Event[]} events @returns {Event[]} */
function together(events) {
  /** @type {Event[]} */
  const found = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last === undefined || last.what !== event.what) found.push(event);
    else if (event.what === "monastery" || event.what === "reputation" || event.what === "reputation-back") found[found.length - 1] = event;
    else if (event.what === "thalers") found[found.length - 1] = { ...last, thalers: (last.thalers ?? 0) + (event.thalers ?? 0) };
    else if (event.what === "beer") found[found.length - 1] = { ...last, beer: (last.beer ?? 0) + (event.beer ?? 0) };
    else found.push(event);
  }
  return found;
}

/** @param {Event} event @returns {Note} */
const note = (event) => ({
  icon: event.what === "gained" && event.card === "noble" ? "crown" : (ICONS[event.what] ?? "guest"),
  words: eventNote(event),
  points: pointsAt(event),
});

/**
 * The whole story in evenings, phases and lines. `all`: a plan is told die by die, and so is the draft.
 * @param {Event[]} events @param {{who?: Who, all?: boolean}} [how] @returns {Evening[]}
 */
export function chronicle(events, how = {}) {
  /** @type {Evening[]} */
  const evenings = [];
  let letter = "";
  let serving = 0;
  /** Who sits where, as told by the arrivals: for "served the miller". @type {Map<number, string[]>} */
  const seated = new Map();

  /** @returns {Part} */
  const part = () => {
    if (evenings.length === 0) evenings.push({ round: 0, parts: [] });
    const evening = /** @type {Evening} */ (evenings.at(-1));
    const last = evening.parts.at(-1);
    if (last !== undefined && last.letter === letter && last.seat === serving) return last;
    const next = { key: `${evening.round}${letter}${serving}-${evening.parts.length}`, letter, seat: serving, lines: [] };
    evening.parts.push(next);
    return next;
  };
  /** @param {Event} event @param {number} at @param {string} words @param {{icon?: string, card?: string, faces?: number[], notes?: Event[]}} [more] */
  const line = (event, at, words, more = {}) => {
    const kind = event.action?.split(" ")[0] ?? "";
    const card = more.card ?? "";
    part().lines.push({
      key: `${event.ply}-${at}`,
      ply: event.ply,
      seat: event.seat ?? 0,
      icon: more.icon ?? DOING[kind] ?? ICONS[event.what] ?? "guest",
      words,
      card,
      faces: event.what === "decided" && kind === "take" ? [Number(event.action?.split(" ")[1])] : (more.faces ?? []),
      own: event.what === "rolled",
      notes: together(more.notes ?? []).map(note),
      points: pointsAt(event),
    });
  };

  for (let i = 0; i < events.length; i += 1) {
    const event = events[i];
    const kind = event.action?.split(" ")[0] ?? "";
    letter = phaseOf(event, letter);
    if (letter !== "F") serving = 0;
    if (event.what === "round") {
      evenings.push({ round: event.number ?? 0, parts: [] });
      seated.clear();
      continue;
    }
    if (event.what === "closed") {
      part();
      continue;
    }
    const seat = event.seat ?? 0;
    // What follows at the same moment for the same seat belongs to it.
    let end = i + 1;
    const leads = event.what === "decided" || event.what === "serving";
    const gathers = event.what === "drew" || event.what === "rolled";
    while (
      end < events.length &&
      events[end].seat === seat &&
      events[end].ply === event.ply &&
      (leads ? !["drew", "rolled", "serving", "chose", "decided", "round", "closed"].includes(events[end].what) : gathers && events[end].what === event.what)
    )
      end += 1;
    const following = events.slice(i + 1, end);
    i = end - 1;

    if (event.what === "serving") {
      serving = seat;
      line(event, i, eventSentence(event), { notes: following });
    } else if (event.what === "drew") {
      const cards = [event, ...following].map((one) => one.card ?? "");
      const here = seated.get(seat) ?? [];
      for (const card of cards) if (/^[rg]\d/.test(card) || (card === "noble" && !here.includes("noble"))) here.push(card);
      seated.set(seat, here);
      line(event, i, tell("log.arrival", { who: seatName(seat), cards: listed(cards.map(cardObject)) }));
    } else if (event.what === "rolled") {
      const faces = [event, ...following].map((one) => String(one.face));
      line(event, i, tell("log.rolled", { who: seatName(seat), faces: listed(faces), n: faces.length }), { faces: faces.map(Number) });
    } else if (event.what === "chose") {
      forget(evenings.at(-1), seat);
      line(event, i, eventSentence(event, sameMoment(events, i)));
    } else if (event.what === "decided") {
      if (kind === "again") seated.delete(seat);
      const notes = following.filter((one) => !(REPEATS[kind]?.includes(one.what) ?? false) && !bought(event, one));
      // A plan is told when it is ready, not die by die.
      if (letter === "E" && PLACING.has(kind) && !how.all) continue;
      // The draft is one line for each seat, which grows.
      const drafted = kind === "take" && !how.all ? part().lines.find((one) => one.seat === seat && one.faces.length > 0) : undefined;
      if (drafted !== undefined) {
        drafted.faces.push(Number(event.action?.split(" ")[1]));
        drafted.words = tell("log.drafted", { who: seatName(seat), faces: listed(drafted.faces.map(String)) });
        continue;
      }
      if (kind === "ready" && notes.length === 0) {
        line(event, i, eventSentence(event));
        continue;
      }
      const space = kind === "use" ? (/ (t\d+)$/.exec(event.action ?? "")?.[1] ?? "") : "";
      const card = space === "" ? "" : (seated.get(seat)?.[Number(space.slice(1)) - 1] ?? how.who?.(event.ply, seat, space) ?? "");
      if (kind === "use" && card !== "") line(event, i, tell("log.use.guest", { who: seatName(seat), guest: cardObject(card) }), { card, notes });
      else line(event, i, eventSentence(event, sameMoment(events, i)), { card: faceOf(event, following), notes });
    } else if (event.what === "entertainer" && evenings.at(-1)?.parts.at(-1)?.lines.some((one) => one.seat === seat && one.icon === "round")) {
      continue; // told by the choice
    } else {
      line(event, i, eventSentence(event));
    }
  }
  return evenings.map((one) => ({ ...one, parts: one.parts.filter((inner) => inner.lines.length > 0 || inner.letter === "G") }));
}

/** All that happened at the moment of the event at `i`. @param {Event[]} events @param {number} i */
function sameMoment(events, i) {
  let from = i;
  let to = i;
  while (from > 0 && events[from - 1].ply === events[i].ply) from -= 1;
  while (to < events.length && events[to].ply === events[i].ply) to += 1;
  return events.slice(from, to);
}

/** Choices that were hidden are told when they are shown. @param {Evening | undefined} evening @param {number} seat */
function forget(evening, seat) {
  for (const inner of evening?.parts ?? []) if (inner.letter === "A") inner.lines = inner.lines.filter((one) => one.seat !== seat || one.icon !== "guest");
}

/** Whether a card gained is the one that was just bought or recruited. @param {Event} decided @param {Event} event */
function bought(decided, event) {
  const [kind = "", a = ""] = (decided.action ?? "").split(" ");
  if (event.what !== "gained") return false;
  if (kind === "buy" || kind === "choose") return event.card === a || (a === "guest" && event.card?.startsWith("g") === true);
  if (kind === "recruit") return event.card?.startsWith("g") === true;
  return kind === "nobles" || kind === "keep" ? true : false;
}

/** Whose face stands beside a line. @param {Event} event @param {Event[]} following */
function faceOf(event, following) {
  const [kind = "", a = ""] = (event.action ?? "").split(" ");
  if (kind === "buy" || kind === "dismiss") return a;
  if (kind === "nobles") return "noble";
  if (kind === "recruit") return following.find((one) => one.what === "gained" && one.card?.startsWith("g"))?.card ?? "";
  if (kind === "choose" && !["die", "guest"].includes(a) && !a.startsWith("side")) return a;
  return kind === "keep" || kind === "remove" ? (following.find((one) => one.card)?.card ?? "") : "";
}

/** All that was said in a round, as sentences: for a recap or a screen reader. @param {Event[]} events */
export const sentences = (events) =>
  chronicle(events).flatMap((evening) => evening.parts.flatMap((one) => one.lines.map((each) => [each.words, ...each.notes.map((more) => more.words)].join(" · "))));

