// The log: what happened, put in order for reading: evenings, phases in them, and one line for each decision with what came
// of it; and what people say to each other beside it. Nothing is decided here; it only sorts what the server has told.
// A line points at what it speaks of: things of the table carry `data-thing`, a line lists them in `data-points-at`, the
// nearest first ("seat-2-monk seat-2"), and whatever of them is on the screen is marked while the line is pointed at.
import { html, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { chat, connection, seat as mine, send, story, table } from "../core/game.js";
import { language, phaseName, t } from "../core/i18n.js";
import { cardObject, eventNote, eventSentence, listed, locale, names, seatLabel, seatName } from "../core/words.js";
import { Drawing, Icon, MARKS, Mark, Portrait, Sign } from "../ui/pieces.js";
import "./promise.js"; // remembers what was promised about the dice as soon as a game is seen

/** @typedef {{icon: string, words: string, points: string}} Note */
/** @typedef {{key: string, ply: number, seat: number, icon: string, words: string, card: string, faces: number[], own: boolean, notes: Note[], points: string}} Line */
/** @typedef {{key: string, letter: string, seat: number, lines: Line[]}} Part */
/** @typedef {{round: number, parts: Part[]}} Evening */
/** @typedef {(ply: number, seat: number, space: string) => string} Who who sat at a table, where a board is there to say it */

/** Icons of the family for what is told. @type {By<string>} */
const ICONS = {
  thalers: "thaler", beer: "beer", schnapps: "schnapps", "paid-schnapps": "schnapps", "no-schnapps-left": "schnapps", gained: "deck",
  returned: "deck", "pile-empty": "deck", upgraded: "upgrade", removed: "denied", dismissed: "remove", monastery: "monastery", reputation: "reputation",
  "reputation-back": "reputation", signed: "signature", served: "thaler", lost: "remove", "counter-guest": "counter", entertainer: "entertainer",
  drew: "guest", reshuffled: "deck", "sent-home": "counter", rolled: "die", took: "die", serving: "hands", round: "moon", closed: "candle",
  undone: "turndie", "start-card": "start",
};
/** @type {By<string>} */
const DOING = {
  start: "start", dismiss: "remove", choose: "round", flip: "upgrade", stay: "guest", again: "counter", take: "die", place: "die", move: "die", back: "die", turn: "turndie",
  ready: "hourglass", use: "hands", swap: "die", buy: "thaler", upgrade: "upgrade", recruit: "beer", nobles: "crown", "counter-guest": "counter", bard: "bard",
  entertain: "entertainer", "entertain-upgrade": "entertainer", "entertain-remove": "entertainer", end: "moon", remove: "denied", schnapps: "schnapps", sign: "signature",
  keep: "keepcard", decline: "remove",
};
/** What repeats the decision it follows from. */
const REPEATS = /** @type {By<string[]>} */ ({
  take: ["took"], upgrade: ["upgraded", "returned"], "entertain-upgrade": ["upgraded"], flip: ["upgraded"], sign: ["signed"], start: ["start-card", "gained", "upgraded", "schnapps", "monastery", "beer"], remove: ["removed"],
  "entertain-remove": ["removed"], again: ["sent-home"], choose: ["entertainer"], dismiss: ["dismissed"], schnapps: ["schnapps"],
});
const PLACING = new Set(["place", "move", "back", "unready", "swap"]);

/** The letter of the phase something belongs to, after `letter`. @param {GameEvent} event @param {string} letter */
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

/** What a line is about, for marking it on the table: the thing, then the tavern. @param {GameEvent} event */
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

/** Several steps on a track, or several gains of one kind, are told once. @param {GameEvent[]} events @returns {GameEvent[]} */
function together(events) {
  /** @type {GameEvent[]} */
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

/** @param {GameEvent} event @returns {Note} */
const note = (event) => ({
  icon: event.what === "gained" && event.card === "noble" ? "crown" : (ICONS[event.what] ?? "guest"),
  words: eventNote(event),
  points: pointsAt(event),
});

/**
 * The whole story in evenings, phases and lines. `all`: a plan is told die by die, and so is the draft.
 * @param {GameEvent[]} events @param {{who?: Who, all?: boolean}} [how] @returns {Evening[]}
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
  /** @param {GameEvent} event @param {number} at @param {string} words @param {{icon?: string, card?: string, faces?: number[], notes?: GameEvent[]}} [more] */
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
      line(event, i, t("log.arrival", { who: seatName(seat), cards: listed(cards.map(cardObject)) }));
    } else if (event.what === "rolled") {
      const faces = [event, ...following].map((one) => String(one.face));
      line(event, i, t("log.rolled", { who: seatName(seat), faces: listed(faces), n: faces.length }), { faces: faces.map(Number) });
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
        drafted.words = t("log.drafted", { who: seatName(seat), faces: listed(drafted.faces.map(String)) });
        continue;
      }
      if (kind === "ready" && notes.length === 0) {
        line(event, i, eventSentence(event));
        continue;
      }
      const space = kind === "use" ? (/ (t\d+)$/.exec(event.action ?? "")?.[1] ?? "") : "";
      const card = space === "" ? "" : (seated.get(seat)?.[Number(space.slice(1)) - 1] ?? how.who?.(event.ply, seat, space) ?? "");
      if (kind === "use" && card !== "") line(event, i, t("log.use.guest", { who: seatName(seat), guest: cardObject(card) }), { card, notes });
      else line(event, i, eventSentence(event, sameMoment(events, i)), { card: faceOf(event, following), notes });
    } else if (event.what === "entertainer" && evenings.at(-1)?.parts.at(-1)?.lines.some((one) => one.seat === seat && one.icon === "round")) {
      continue; // told by the choice
    } else {
      line(event, i, eventSentence(event));
    }
  }
  return evenings.map((one) => ({ ...one, parts: one.parts.filter((inner) => inner.lines.length > 0 || inner.letter === "G") }));
}

/** All that happened at the moment of the event at `i`. @param {GameEvent[]} events @param {number} i */
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

/** Whether a card gained is the one that was just bought or recruited. @param {GameEvent} decided @param {GameEvent} event */
function bought(decided, event) {
  const [kind = "", a = ""] = (decided.action ?? "").split(" ");
  if (event.what !== "gained") return false;
  if (kind === "buy" || kind === "choose") return event.card === a || (a === "guest" && event.card?.startsWith("g") === true);
  if (kind === "recruit") return event.card?.startsWith("g") === true;
  return kind === "nobles" || kind === "keep";
}

/** Whose face stands beside a line. @param {GameEvent} event @param {GameEvent[]} following */
function faceOf(event, following) {
  const [kind = "", a = ""] = (event.action ?? "").split(" ");
  if (kind === "buy" || kind === "dismiss") return a;
  if (kind === "nobles") return "noble";
  if (kind === "recruit") return following.find((one) => one.what === "gained" && one.card?.startsWith("g"))?.card ?? "";
  if (kind === "choose" && !["die", "guest"].includes(a) && !a.startsWith("side")) return a;
  return kind === "keep" || kind === "remove" ? (following.find((one) => one.card)?.card ?? "") : "";
}

// --- shown

/** Mark what a line speaks of; without it, unmark everything. @param {string} [points] */
function mark(points = "") {
  for (const one of document.querySelectorAll(".pointed-at")) one.classList.remove("pointed-at");
  for (const thing of points.split(" ").filter(Boolean)) {
    const found = document.querySelectorAll(`[data-thing~="${CSS.escape(thing)}"]`);
    found.forEach((one) => one.classList.add("pointed-at"));
    if (found.length > 0) return;
  }
}

/** The ply of my last decision before what has happened since; 0 if there is none. @param {GameEvent[]} events @param {number | null} seat */
function lastOwn(events, seat) {
  if (seat === null) return 0;
  for (let i = events.length - 1; i >= 0; i -= 1) if (events[i].what === "decided" && events[i].seat === seat) return events[i].ply;
  return 0;
}

/** How many sit at the table: a replay has no table, only names. */
const seats = () => table.value?.players ?? names.value.length;

/**
 * The log. `events`: those of a replay; else what this page has seen. `onPly`: what a press on a line does (in a
 * replay: go there). `now`: the ply that is shown.
 * @param {{events?: GameEvent[], onPly?: (ply: number) => void, now?: number, who?: Who, filters?: boolean}} props
 */
export function Log({ events, onPly, now, who, filters = true }) {
  const told = events ?? story.value;
  const [only, setOnly] = useState(0);
  const [recent, setRecent] = useState(false);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const own = events === undefined ? lastOwn(told, mine.value) : 0;
  const shown = useMemo(() => chronicle(recent ? told.filter((one) => one.ply > own) : told, { who }), [told, who, recent, own, names.value, table.value?.seats, language.value]);
  const pick = only === 0 ? shown : shown.map((one) => ({ ...one, parts: one.parts.map((part) => ({ ...part, lines: part.lines.filter((line) => line.seat === only || line.seat === 0) })) }));
  // Not every ply has a line of its own: the last one up to it is the current one.
  const current = now === undefined ? undefined : pick.flatMap((one) => one.parts.flatMap((part) => part.lines.map((line) => line.ply))).filter((ply) => ply <= now).at(-1);
  const evenings = pick.map((one) => ({ ...one, parts: one.parts.filter((part) => part.lines.length > 0) })).filter((one) => one.parts.length > 0);

  // It follows what happens, unless somebody has scrolled up to read.
  const follow = useRef(true);
  useEffect(() => {
    // A window is put into the page after what is in it: only then there is something to scroll.
    const frame = requestAnimationFrame(() => {
      const box = list.current;
      if (box === null) return;
      const current = /** @type {HTMLElement | null} */ (now === undefined ? null : box.querySelector("[aria-current]"));
      if (current !== null) box.scrollTop = current.offsetTop - box.clientHeight / 2;
      else if (follow.current && now === undefined) box.scrollTop = box.scrollHeight;
    });
    return () => cancelAnimationFrame(frame);
  }, [told, only, recent, now]);
  useEffect(() => () => mark(), []);

  /** @param {string} points */
  const pointing = (points) => ({
    "data-points-at": points,
    onPointerEnter: () => mark(points),
    onPointerLeave: () => mark(),
    onFocus: () => mark(points),
    onBlur: () => mark(),
  });
  const scrolled = (/** @type {any} */ event) => {
    const box = event.currentTarget;
    follow.current = box.scrollTop + box.clientHeight > box.scrollHeight - 40;
  };

  return html`<section class="log" aria-label=${t("pages.log")}>
    ${filters &&
    html`<div class="log-filters" role="group" aria-label=${t("pages.log.filter")}>
      <button type="button" class="log-filter" aria-pressed=${only === 0} onClick=${() => setOnly(0)}>${t("pages.log.all")}</button>
      ${Array.from({ length: seats() }, (_, i) => i + 1).map(
        (seat) => html`<button type="button" key=${seat} class="log-filter" aria-pressed=${only === seat} onClick=${() => setOnly(only === seat ? 0 : seat)}>
          <${Mark} seat=${seat} /> <span>${seatLabel(seat)}</span>
        </button>`,
      )}
      ${own > 0 &&
      html`<button type="button" class="log-filter log-since" aria-pressed=${recent} onClick=${() => setRecent(!recent)}><${Sign} name="check" /> <span>${t("pages.log.since")}</span></button>`}
    </div>`}
    <div class="log-lines" ref=${list} tabindex="0" onScroll=${scrolled} role="group" aria-label=${t("pages.log.lines")}>
      ${evenings.length === 0 && html`<p class="log-empty">${recent ? t("pages.log.nothing-since") : t("pages.log.empty")}</p>`}
      ${evenings.map(
        (evening) => html`<div key=${evening.round} class="log-evening">
          <h3 class="log-round"><${Icon} name="moon" /> ${evening.round === 0 ? t("pages.log.setup") : t("pages.evening", { n: evening.round })}</h3>
          ${evening.parts.map(
            (part) => html`<div key=${part.key} class="log-part">
              ${part.letter !== "" &&
              html`<h4 class=${`log-phase${part.seat === mine.value && part.seat !== 0 ? " mine" : ""}`}>
                <b>${part.letter}</b> ${part.seat > 0 ? html`<${Mark} seat=${part.seat} /> ${t("pages.log.serves", { phase: phaseName(part.letter), who: seatName(part.seat) })}` : phaseName(part.letter)}
              </h4>`}
              <ul>
                ${part.lines.map((line) => html`<${LogLine} key=${line.key} line=${line} now=${current} onPly=${onPly} pointing=${pointing} />`)}
              </ul>
            </div>`,
          )}
        </div>`,
      )}
    </div>
  </section>`;
}

/** @param {{line: Line, now?: number, onPly?: (ply: number) => void, pointing: (points: string) => object}} props */
function LogLine({ line, now, onPly, pointing }) {
  const body = html`
    <span class="log-mark">${line.seat > 0 ? html`<${Mark} seat=${line.seat} />` : html`<${Icon} name=${line.icon} />`}</span>
    <span class="log-words">
      ${line.card !== "" ? html`<${Portrait} card=${line.card} class="log-face" />` : line.faces.length > 0 ? html`<span class="log-dice" aria-hidden="true">${line.faces.map((face, i) => html`<${Drawing} key=${i} name=${`d-${line.own ? MARKS[line.seat - 1] : "w"}${face}`} class="log-die" />`)}</span>` : line.seat > 0 && html`<${Icon} name=${line.icon} />`}
      ${" "}<span>${line.words}</span>
      ${line.notes.map((one, i) => html` <span key=${i} class="log-note"><${Icon} name=${one.icon} /> ${one.words}</span>`)}
    </span>`;
  const current = now === line.ply;
  if (onPly !== undefined) {
    return html`<li class="log-line">
      <button type="button" class="log-press" aria-current=${current ? "step" : undefined} ...${pointing(line.points)} onClick=${() => onPly(line.ply)}>${body}</button>
    </li>`;
  }
  return html`<li class="log-line" tabindex="0" ...${pointing(line.points)}>${body}</li>`;
}

/** What was said at the table, and saying something. Watchers read. */
export function Chat() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const id = useId();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = chat.value;
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);

  const say = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = text.trim();
    if (said === "") return;
    const answer = await send({ type: "chat", text: said });
    if (answer.type === "done") {
      setText("");
      setProblem("");
    } else {
      setProblem(answer.code === "too-fast" ? t("pages.chat.too-fast") : answer.code === "empty" ? t("pages.chat.empty-text") : t("pages.chat.failed"));
    }
  };
  const time = new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" });

  return html`<section class="chat" aria-label=${t("pages.chat")}>
    <ol class="chat-lines" ref=${list} tabindex="0" aria-label=${t("pages.chat.lines")}>
      ${lines.length === 0 && html`<li class="log-empty">${t("pages.chat.empty")}</li>`}
      ${lines.map(
        (line) => html`<li key=${line.number} class=${`chat-line${line.seat === mine.value ? " own" : ""}`}>
          <span class="chat-who"><${Mark} seat=${line.seat} /> <b>${line.name}</b> <time>${time.format(line.at * 1000)}</time></span>
          <span class="chat-text" dir="auto">${line.text}</span>
        </li>`,
      )}
    </ol>
    ${mine.value !== null &&
    html`<form class="chat-say" onSubmit=${say}>
      <label class="unseen" for=${id}>${t("pages.chat.say")}</label>
      <input id=${id} type="text" maxlength="500" autocomplete="off" placeholder=${t("pages.chat.say")} value=${text} disabled=${connection.value !== "open"}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} aria-describedby=${problem ? `${id}-problem` : undefined} />
      <button type="submit" class="btn small" disabled=${connection.value !== "open"}>${t("pages.chat.send")}</button>
      ${problem && html`<p id=${`${id}-problem`} class="chat-problem" role="alert">${problem}</p>`}
    </form>`}
  </section>`;
}

/** Log and chat as two tabs of one panel; arrows go from one to the other. */
export function LogAndChat() {
  const [shown, show] = useState(/** @type {"log" | "chat"} */ ("log"));
  const seen = useRef(chat.value.length);
  if (shown === "chat") seen.current = chat.value.length;
  const fresh = chat.value.length - seen.current;
  const turn = (/** @type {KeyboardEvent} */ event) => {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === "Home" ? "log" : event.key === "End" ? "chat" : shown === "log" ? "chat" : "log";
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const tab = (/** @type {"log" | "chat"} */ name, /** @type {unknown} */ more) =>
    html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="panel-log" aria-selected=${shown === name} tabindex=${shown === name ? 0 : -1} onClick=${() => show(name)} onKeyDown=${turn}><${Sign} name=${name} /> ${t(name === "log" ? "pages.log" : "pages.chat")} ${more}</button>`;
  return html`<div class="log-and-chat">
    <div class="log-tabs" role="tablist" aria-label=${t("pages.log-and-chat")}>${tab("log", null)}${tab("chat", fresh > 0 && html`<span class="log-fresh">${t("pages.chat.fresh", { n: fresh })}</span>`)}</div>
    <div id="panel-log" role="tabpanel" aria-labelledby=${`tab-${shown}`} class="log-panel">${shown === "log" ? html`<${Log} />` : html`<${Chat} />`}</div>
  </div>`;
}
