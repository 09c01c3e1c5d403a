// The game at one table: what the server last said, what I can do, and sending it. No rules here.
import { batch, computed, signal } from "../../vendor/preact.js";
import { get } from "./api.js";
import { fold } from "./folding.js";
import { Inbox } from "./inbox.js";

/** What the server last said of the game, whole. @typedef {Omit<import("../types.js").Shown, "type">} Update */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Figures} Figures */

export const table = signal(/** @type {TableInfo | null} */ (null));
export const seat = signal(/** @type {number | null} */ (null));
export const update = signal(/** @type {Update | null} */ (null));
export const figures = signal(/** @type {Figures | null} */ (null));
export const ending = signal(/** @type {import("../types.js").Ending | null} */ (null));
export const chat = signal(/** @type {import("../types.js").ChatLine[]} */ ([]));
/** Everything that has happened since this page was opened, in order. */
export const story = signal(/** @type {import("../types.js").Event[]} */ ([]));
export const connection = signal(
  /** @type {"none" | "connecting" | "open" | "lost" | "refused" | "elsewhere" | "sent-away" | "closed" | "void" | "owner-closed"} */ (
    "none"
  ),
);
/** The last refusal, shown until something else happens. */
export const refusal = signal(/** @type {Refusal | null} */ (null));
/** Commands on their way. */
export const pending = signal(0);

export const board = computed(() => update.value?.board ?? null);
export const me = computed(() => (seat.value === null ? null : (board.value?.seats[seat.value - 1] ?? null)));
/** The bot that plays my seat for me, if one does: the seat is still mine, but nothing of it is mine to decide. */
export const standingIn = computed(() => {
  const info = seat.value === null ? undefined : table.value?.seats[seat.value - 1];
  return info?.kind === "person" ? info.bot : null;
});
/** Whether the game waits for me. */
export const asked = computed(
  () => standingIn.value === null && (update.value?.decisions.some((one) => one.seat === seat.value) ?? false),
);
/** What I can do, by the name of the action. */
export const legal = computed(
  () => new Map((standingIn.value === null ? (update.value?.legal ?? []) : []).map((one) => [one.action, one])),
);
/** What is offered but cannot be done now, with the reason. */
export const unavailable = computed(
  () => new Map((standingIn.value === null ? (update.value?.unavailable ?? []) : []).map((one) => [one.action, one])),
);
/** What an undo of my last decision requires. */
export const undoing = computed(() => (standingIn.value === null ? (update.value?.undo ?? "no") : "no"));
/** The same for display: `alone` if it requires consent but nobody else is there to give it. */
export const undoWay = computed(() => {
  const others = (table.value?.seats ?? []).some((one) => one.kind === "person" && one.seat !== seat.value);
  return undoing.value === "ask" && !others ? "alone" : undoing.value;
});
/** The die in my hand: its face, and where it is taken from: the tray or a space. */
export const hand = signal(/** @type {{face: number, at: string, own: boolean} | null} */ (null));

/** What the server has sent and is not shown yet. @type {Inbox<any> | null} */
let inbox = null;

/** What has just been shown is to be read for so long, before more is. @param {number} time */
export const rest = (time) => inbox?.rest(time);

/** Show at once all that has come. */
export const catchUp = () => inbox?.catchUp();

/** How those who follow the game get a frame. @param {any} frame @returns {import("./inbox.js").Manner} */
function manner(frame) {
  if (frame.type === "over") return { apart: true }; // what led to the end is shown at the table
  if (!["shown", "changed", "update"].includes(frame.type)) return { aside: true };
  const info = table.value;
  const mine = info?.you.seats.filter((one) => info.seats[one - 1]?.bot === null) ?? [];
  const decisions = /** @type {Question[]} */ (frame.decisions ?? []);
  return {
    urgent: decisions.some((one) => mine.includes(one.seat)),
    picture: frame.board?.phase !== undefined, // dice that are rolled, guests who come: nothing of it is passed over
  };
}

/** `turning`: the board turns to another seat of this screen; its greeting waits for the first update, so that both are
 * shown at once. @type {{socket: WebSocket | null, table: string, wanted: number | null, turning: boolean, greeting: any, protocol: number, tries: number, timer: number, waiting: Map<number, (answer: any) => void>, id: number}} */
const line = {
  socket: null,
  table: "",
  wanted: null,
  turning: false,
  protocol: 0,
  greeting: null,
  tries: 0,
  timer: 0,
  waiting: new Map(),
  id: 0,
};

/** Closed by this client: a change did not follow the current state. */
const UNCLEAR = 4000;
/** The server has closed this connection for a newer one of mine. */
const REPLACED = 4409;
/** The table is closed, for me or for everyone. @type {{[code: number]: "sent-away" | "closed" | "void" | "owner-closed"}} */
const OVER = { 4403: "sent-away", 4410: "closed", 4411: "void", 4413: "owner-closed" };
/** The owner of the server has blocked me. */
const BLOCKED = 4412;

/**
 * Turn the board to another of my seats at this table. The old view stays until the other seat's state arrives.
 * @param {number} wanted
 */
export function turnTo(wanted) {
  if (line.table === "" || (line.turning && line.wanted === wanted)) return;
  hangUp();
  line.wanted = wanted;
  line.turning = true;
  line.greeting = null;
  hand.value = null;
  refusal.value = null;
  open();
}

/** Answers commands where there is no table on the server: a turn that somebody plays alone.
 * @typedef {(command: {[field: string]: unknown}) => Promise<{type: "done", ply: number} | {type: "refused"} & Refusal>} Alone
 * @type {Alone | null} */
let alone = null;
/** Whether this is a solo turn, without other players. */
export const isAlone = signal(false);

/** From now on commands are answered here, until the table is left. @param {Alone} answers */
export function playAlone(answers) {
  leave();
  alone = answers;
  isAlone.value = true;
  connection.value = "open";
}

/** Sit down at a table, for one of my seats (or to watch). @param {string} id @param {number | null} [wanted] */
export async function connect(id, wanted = null) {
  if (id === line.table && table.value !== null) {
    hangUp(); // the same table: what has happened here is the same
    line.turning = false;
    batch(() => {
      update.value = null;
      hand.value = null;
      refusal.value = null;
    });
  } else {
    leave();
  }
  line.table = id;
  line.wanted = wanted;
  connection.value = "connecting";
  open();
}

/** Continue in this window, after the table was opened in another one. */
export function comeBack() {
  if (connection.value !== "elsewhere") return;
  connection.value = "connecting";
  open();
}

/** Leave the table; the seat stays mine. */
export function leave() {
  hangUp();
  alone = null;
  isAlone.value = false;
  line.table = "";
  line.turning = false;
  batch(() => {
    table.value = null;
    seat.value = null;
    update.value = null;
    figures.value = null;
    ending.value = null;
    chat.value = [];
    story.value = [];
    refusal.value = null;
    hand.value = null;
    connection.value = "none";
  });
}

/** Close the connection; pending commands are told that there will be no answer. */
function hangUp() {
  clearTimeout(line.timer);
  const socket = line.socket;
  line.socket = null;
  if (socket !== null) socket.close(1000);
  for (const answer of line.waiting.values()) answer({ type: "refused", code: "gone", rule: null });
  line.waiting.clear();
  line.tries = 0;
  pending.value = 0;
}

function open() {
  const query = new URLSearchParams({ board: "2" });
  if (line.wanted !== null) query.set("seat", String(line.wanted));
  query.set("since", String(line.turning ? "start" : (update.value?.ply ?? "start"))); // from the start, so that the log is whole
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${line.table}/socket?${query}`);
  line.socket = socket;
  let greeted = false;
  const mail = new Inbox((/** @type {any} */ frame) => {
    if (line.socket === socket) hear(frame);
  }, manner);
  inbox = mail;
  socket.addEventListener("message", (event) => {
    if (line.socket !== socket) return;
    greeted = true;
    line.tries = 0;
    mail.take(JSON.parse(event.data));
  });
  socket.addEventListener("close", (event) => {
    mail.handOnAll();
    if (line.socket !== socket) return;
    line.socket = null;
    for (const answer of line.waiting.values()) answer({ type: "refused", code: "lost", rule: null });
    line.waiting.clear();
    pending.value = 0;
    if (event.code === REPLACED) {
      connection.value = "elsewhere"; // two windows that reconnect by themselves would disconnect each other forever
      return;
    }
    if (event.code === BLOCKED) {
      location.reload(); // the page then says for how long
      return;
    }
    if (OVER[event.code] !== undefined) {
      connection.value = OVER[event.code];
      return;
    }
    if (!greeted && line.tries >= 2) {
      connection.value = "refused";
    } else {
      connection.value = "lost";
    }
    line.tries += 1;
    line.timer = window.setTimeout(open, Math.min(8000, 250 * 2 ** line.tries));
  });
}

/** The first frame of a connection. @param {import("../types.js").Hello} frame */
function greet(frame) {
  line.greeting = null;
  batch(() => {
    table.value = frame.table;
    seat.value = frame.seat;
    chat.value = frame.chat;
    connection.value = "open";
  });
}

/** @param {any} frame */
function hear(frame) {
  switch (frame.type) {
    case "hello":
      if (line.protocol !== 0 && line.protocol !== frame.protocol) {
        location.reload(); // the server has been upgraded, but these scripts have not
        return;
      }
      line.protocol = frame.protocol;
      if (line.turning && frame.table.state === "playing") line.greeting = frame;
      else greet(frame);
      if (figures.value === null) get(`/api/tables/${line.table}/figures`).then((found) => (figures.value = found));
      break;
    case "changed": {
      const whole = fold(update.value, frame);
      if (whole !== null) hear(whole);
      else line.socket?.close(UNCLEAR); // it reconnects by itself, and gets the whole state
      break;
    }
    case "shown":
    case "update": // from a server without incremental updates
      batch(() => {
        if (line.turning) {
          // Another seat may have been sent more than this one may know: only what this seat is sent is kept.
          line.turning = false;
          if (line.greeting !== null) greet(line.greeting);
          const kept = new Map(story.value.map((event) => [JSON.stringify(event), event]));
          story.value = frame.events
            .map((/** @type {any} */ event) => kept.get(JSON.stringify(event)) ?? event)
            .slice(-2000);
        }
        const known = new Set(story.value.map((event) => event.ply));
        const fresh = frame.events.filter(
          (/** @type {any} */ event) => !known.has(event.ply) || (event.ply === 0 && story.value.length === 0),
        );
        story.value = [...story.value, ...fresh].slice(-2000);
        update.value = frame;
        refusal.value = null;
        hand.value = stillThere(hand.value, frame);
      });
      break;
    case "table":
      table.value = frame.table;
      break;
    case "chat":
      chat.value = [...chat.value, frame.line].slice(-200);
      break;
    case "over":
      ending.value = frame.ending;
      break;
    case "done":
    case "refused": {
      const answer = line.waiting.get(frame.id);
      if (answer !== undefined) {
        line.waiting.delete(frame.id);
        pending.value = line.waiting.size;
        answer(frame);
      }
      break;
    }
  }
}

/** The die in my hand, if it is still where I took it from. @param {typeof hand.value} held @param {Update} now */
function stillThere(held, now) {
  if (held === null || seat.value === null) return null;
  const dice = now.board?.seats[seat.value - 1]?.dice ?? [];
  return dice.some((die) => die.face === held.face && die.at === held.at) ? held : null;
}

/**
 * Send a command; the answer says whether it was carried out.
 * @param {{[field: string]: unknown}} command
 * @returns {Promise<{type: "done", ply: number} | {type: "refused"} & Refusal>}
 */
export function send(command) {
  if (alone !== null) return alone(command);
  catchUp();
  const socket = line.socket;
  if (socket === null || socket.readyState !== WebSocket.OPEN) {
    return Promise.resolve({ type: "refused", code: "lost", rule: null });
  }
  line.id += 1;
  const id = line.id;
  socket.send(JSON.stringify({ ...command, id }));
  pending.value = line.waiting.size + 1;
  return new Promise((resolve) =>
    line.waiting.set(id, (answer) => {
      if (answer.type === "refused")
        refusal.value = { ...answer, action: /** @type {string | undefined} */ (command.action) };
      resolve(answer);
    }),
  );
}

/** Decide: `action` is the name of one of my legal actions. @param {string} action */
export function act(action) {
  hand.value = null;
  // The pressed control shows it at once; the result comes with the server's answer.
  const at = document.activeElement?.closest("button");
  at?.classList.add("sent");
  return send({ ply: update.value?.ply ?? 0, action }).finally(() => at?.classList.remove("sent"));
}

/** Take back my last decision, or ask everyone when something new has been shown since. */
export function undo() {
  catchUp();
  const way = undoing.value;
  const ply = update.value?.ply ?? 0;
  if (way === "free") return send({ type: "undo", ply });
  if (way === "ask") return send({ type: "ask-undo", ply });
  return Promise.resolve(null);
}
