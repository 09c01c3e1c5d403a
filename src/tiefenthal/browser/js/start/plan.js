// The plan for the next table, as it was last time, and opening it.
import { effect, signal } from "../../vendor/preact.js";
import { ServerError, introduce, post, session } from "../core/api.js";
import { bots, characters, middling, nameOf } from "../core/bots.js";
import { t } from "../core/i18n.js";
import { set, settings } from "../core/settings.js";

/** @typedef {import("../types.js").SeatPlan} SeatPlan */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/**
 * @typedef {{met: boolean, seat: number, botNames: string[], people: string[], listed: boolean, hints: boolean, editionText: string | null, editionName: string | null}} Extras
 */

const KEY = "tiefenthal-start";
export const LONGEST_NAME = 24;

/** @returns {Extras} */
function read() {
  const plain = {
    met: false,
    seat: 1,
    botNames: ["", "", ""],
    people: ["", ""],
    listed: false,
    hints: false,
    editionText: null,
    editionName: null,
  };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return plain;
  }
}

/** What is remembered besides the settings: whether the server knows me, my seat, names, a file of one's own. */
export const extras = signal(read());
effect(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(extras.value));
  } catch {
    // Without storage the game still works.
  }
});

/** @param {Partial<Extras>} changes */
export const keep = (changes) => (extras.value = { ...extras.value, ...changes });

/** @param {Partial<import("../core/settings.js").Settings["plan"]>} changes */
export const plan = (changes) => set({ plan: { ...settings.value.plan, ...changes } });

/** What `tiefenthal play --players 3 …` asks for in the address (/?players=3&modules=5&bots=greedy,random&play=now): it becomes
 * the plan, and so is remembered; true when the game is to begin at once. @param {URLSearchParams} query */
export function wished(query) {
  const players = Number(query.get("players"));
  const modules = Number(query.get("modules"));
  const levels = (query.get("bots") ?? "").split(",").filter((name) => name !== "");
  plan({
    ...([2, 3, 4].includes(players) ? { players } : {}),
    ...([1, 2, 3, 4, 5].includes(modules) ? { modules } : {}),
    ...(levels.length > 0 ? { bots: [0, 1, 2].map((i) => levels[Math.min(i, levels.length - 1)]) } : {}),
  });
  return query.get("play") === "now";
}

/** Who the i-th bot is. @param {number} i */
export const botCharacter = (i) => characters.value[i];
/** What they are called: their own name, unless somebody has given them another. @param {number} i */
export const botName = (i) => extras.value.botNames[i].trim() || nameOf(botCharacter(i));
/** A seat for the i-th bot. @param {number} i @returns {SeatPlan} */
export const botSeat = (i) => ({ kind: "bot", bot: botLevel(i), name: botName(i), character: botCharacter(i)?.id });

/** The level of the i-th bot: the one remembered if this server has it, else a middling one. @param {number} i */
export function botLevel(i) {
  const wanted = settings.value.plan.bots[i];
  const known = bots.value.map((bot) => bot.name);
  return known.length === 0 || known.includes(wanted) ? wanted : middling();
}

/** My name; without one, the name of the inn's sign, in the colour of the seat. */
export const myName = () => settings.value.name.trim() || unnamed(mySeat());
/** @param {number} seat */
export const unnamed = (seat) => t(`invite.unnamed.${seat}`);
/** My seat, which decides my colour; 1 if the table has become smaller. */
export const mySeat = () => (extras.value.seat <= settings.value.plan.players ? extras.value.seat : 1);

/** Which bot sits where: the seats of the table in order, null for mine. @returns {(number | null)[]} */
export function seating() {
  let next = 0;
  return Array.from({ length: settings.value.plan.players }, (_, i) => (i + 1 === mySeat() ? null : next++));
}

/** The name this browser's session has, once it is known. */
export const known = signal(/** @type {string | null} */ (null));

/** Make sure the server knows me by this name. @param {string} name */
export async function beSomebody(name) {
  if (known.value === name) return;
  known.value = (await introduce(name)).name;
  if (!extras.value.met) keep({ met: true });
}

/** Ask the server who I am, if it has ever been told on this device. */
export async function remember() {
  const found = extras.value.met ? await session() : null;
  known.value = found?.name ?? null;
}

/** Do something that needs a session; once more with a new one if the server has forgotten the old.
 * @template T @param {() => Promise<T>} what @returns {Promise<T>} */
export async function asMe(what) {
  await beSomebody(myName());
  try {
    return await what();
  } catch (error) {
    if (!(error instanceof ServerError) || error.status !== 401) throw error;
    known.value = null;
    await beSomebody(myName());
    return what();
  }
}

/** Open a table with these seats and my remembered choices. @param {SeatPlan[]} seats @returns {Promise<TableInfo>} */
export function openTable(seats) {
  const { modules, pace } = settings.value.plan;
  const { listed, hints, editionText } = extras.value;
  const body = { seats, modules, pace, listed, hints, ...(editionText === null ? {} : { edition_text: editionText }) };
  return asMe(() => post("/api/tables", body));
}

/** @returns {SeatPlan[]} */
export const seatsWithBots = () =>
  seating().map((bot) => (bot === null ? { kind: "here", name: myName() } : botSeat(bot)));

/** @returns {SeatPlan[]} */
export const seatsWithLinks = () =>
  seating().map((bot) => (bot === null ? { kind: "here", name: myName() } : { kind: "link" }));

/** Every module's name and what it brings; each includes those before it. */
export const MODULES = /** @type {const} */ ([
  { icon: "beer", name: "start.module.1", words: "start.module.1.words" },
  { icon: "schnapps", name: "start.module.2", words: "start.module.2.words" },
  { icon: "reputation", name: "start.module.3", words: "start.module.3.words" },
  { icon: "deck", name: "start.module.4", words: "start.module.4.words" },
  { icon: "signature", name: "start.module.5", words: "start.module.5.words" },
]);

/** @param {number} n */
export const modulesWords = (n) => (n === 1 ? t("start.modules.one") : t("start.modules.upto", { n }));

// --- links, remembered on this device: the server keeps only their hashes

const LINKS = "tiefenthal-links";

/** @returns {{[id: string]: {[to: string]: string}}} */
function readLinks() {
  try {
    return JSON.parse(localStorage.getItem(LINKS) ?? "{}");
  } catch {
    return {};
  }
}

/** The path of a link to a table: the one made earlier on this device, else a new one; `renew` voids a seat's previous link and
 * removes those who came by it. @param {string} id @param {"join" | "watch" | "seat"} to @param {number} [seat] @param {boolean} [renew] */
export async function linkTo(id, to, seat, renew = false) {
  const place = seat === undefined ? to : `${to}-${seat}`;
  const all = readLinks();
  let path = all[id]?.[place];
  if (path === undefined || renew) {
    path = /** @type {import("../types.js").Link} */ (
      await post(`/api/tables/${id}/links`, seat === undefined ? { to } : { to, seat, void: renew })
    ).path;
    const recent = Object.entries(all).slice(-40);
    try {
      localStorage.setItem(
        LINKS,
        JSON.stringify({ ...Object.fromEntries(recent), [id]: { ...all[id], [place]: path } }),
      );
    } catch {
      // Then a new one is made the next time.
    }
  }
  return path;
}
