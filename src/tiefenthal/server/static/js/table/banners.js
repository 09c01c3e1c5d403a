// What lies across the table for a moment: a lost connection, a refusal, somebody who asks to take back, a recap, the hand-over.
import { html, useEffect } from "../../vendor/preact.js";
import { asked, connect, connection, hand, refusal, seat, send, story, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { useKeys } from "../core/keys.js";
import { announce } from "../core/live.js";
import { eventSentence, listed, refusalWords, seatName } from "../core/words.js";
import { showRule } from "../ui/explain.js";
import { Die, Mark, Sign } from "../ui/pieces.js";
import { hide } from "./state.js";
import { doingNow } from "./strip.js";

/** The connection, when it is not there. */
function Connection() {
  const now = connection.value;
  useEffect(() => {
    if (now === "lost") announce(t("table.lost"), { now: true });
  }, [now]);
  if (now === "open" || now === "none" || (now === "connecting" && update.value === null)) return null;
  return html`<div class="tv-banner bad" role="alert"><${Sign} name="reconnect" /><p><b>${t(now === "refused" ? "table.refused" : "table.lost")}</b> ${t(now === "refused" ? "table.refused.text" : "table.lost.text")}</p></div>`;
}

/** What the server refused, in a sentence with its rule. */
function Refusal() {
  const now = refusal.value;
  const words = now === null || now.code === "lost" || now.code === "gone" ? "" : refusalWords(/** @type {any} */ (now));
  useEffect(() => {
    if (words !== "") announce(words, { now: true });
  }, [now]);
  if (now === null || words === "") return null;
  return html`<div class="tv-banner bad"><${Sign} name="warning" /><p>${words}</p>${now.rule ? html`<button type="button" class="rule" aria-label=${t("table.rule", { rule: now.rule })} onClick=${() => showRule(now.rule ?? "")}>${now.rule}</button>` : null}<button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${() => (refusal.value = null)}><${Sign} name="close" /></button></div>`;
}

/** Somebody asks to take back what has shown something new. */
function UndoRequest() {
  const now = table.value?.undo ?? null;
  const mine = table.value?.you.seats ?? [];
  const own = now !== null && now.seat === seat.value;
  const waiting = now === null ? [] : now.waiting;
  const wanted = seat.value !== null && waiting.includes(seat.value);
  useEffect(() => {
    if (now !== null && wanted) announce(t("table.undo.request", { name: seatName(now.seat) }), { now: true });
  }, [now?.ply, now?.seat]);
  if (now === null) return null;
  const answer = (/** @type {boolean} */ yes) => () => void send({ type: "answer-undo", ply: now.ply, yes });
  return html`<div class="tv-banner" role="group" aria-label=${t("table.undo")}>
    <${Mark} seat=${now.seat} />
    <p>${own ? t("table.undo.waiting", { names: listed(waiting.map(seatName)) }) : t("table.undo.request", { name: seatName(now.seat) })}</p>
    ${wanted && !own ? html`<button type="button" class="btn small gold" data-answer="yes" onClick=${answer(true)}>${t("table.yes")}</button><button type="button" class="btn small" data-answer="no" onClick=${answer(false)}>${t("table.no")}</button>` : null}
    ${own && mine.length > 0 ? html`<button type="button" class="btn small" data-answer="no" onClick=${answer(false)}>${t("table.undo.withdraw")}</button>` : null}
  </div>`;
}

/** The banners, one below the other. */
export const Banners = () => html`<div class="tv-banners"><${Connection} /><${Refusal} /><${UndoRequest} /></div>`;

/** What the others have done since my last decision. @param {number | null} mine @returns {import("../types.js").Event[]} */
export function sinceMine(mine) {
  const all = story.value;
  let from = all.length;
  while (from > 0 && !(all[from - 1].what === "decided" && all[from - 1].seat === mine)) from -= 1;
  const last = from > 0 ? all[from - 1].ply : -1;
  return all.slice(from).filter((event) => event.ply > last && event.seat !== null && event.seat !== undefined && event.seat !== mine);
}

const TELLING = new Set(["decided", "chose", "upgraded", "counter-guest", "entertainer", "lost", "undone"]);
const DULL = /^(ready|unready|place|move|back|swap|use|end|stay|decline|turn)\b/;

/** A recap: what happened since my last decision. @param {{lines?: number}} props */
export function Recap({ lines = 7 }) {
  const events = sinceMine(seat.value);
  const told = events.filter((event) => TELLING.has(event.what) && !(event.what === "decided" && (!event.action || DULL.test(event.action))));
  const shown = told.slice(-lines);
  if (story.value.length === 0) return null;
  return html`<section class="tv-recap" aria-label=${t("table.recap")}>
    <h2>${t("table.recap")}</h2>
    ${shown.length === 0 ? html`<p>${t("table.recap.none")}</p>` : html`<ol>${shown.map((event, i) => html`<li key=${`${event.ply}-${i}`}>${event.seat ? html`<${Mark} seat=${event.seat} />` : null}<span>${eventSentence(event, events.filter((other) => other.ply === event.ply))}</span></li>`)}</ol>`}
  </section>`;
}

// --- several people at one screen


/** The seat of this screen that is to decide next, when it is not the one that is shown. */
export function nextHere() {
  const mine = table.value?.you.seats ?? [];
  if (mine.length < 2 || table.value?.state !== "playing") return null;
  if (asked.value) return null;
  const persons = mine.filter((one) => table.value?.seats[one - 1]?.kind === "person");
  const waiting = (update.value?.decisions ?? []).map((one) => one.seat).filter((one) => persons.includes(one));
  return waiting.find((one) => one !== seat.value) ?? null;
}

/** The door between two players at one screen: who comes next, what happened, and nothing of anybody's plans. @param {{seat: number}} props */
export function HandOver({ seat: next }) {
  const board = update.value?.board ?? null;
  const id = table.value?.id ?? "";
  useEffect(() => {
    hide();
    hand.value = null;
    announce(t("table.door.for", { name: seatName(next) }), { now: true });
  }, [next]);
  const enter = () => {
    void connect(id, next);
  };
  useKeys({ Enter: enter });
  const events = sinceMine(next).filter((event) => TELLING.has(event.what) && !(event.what === "decided" && (!event.action || DULL.test(event.action)))).slice(-5);
  const dice = board?.seats[next - 1].dice ?? [];
  return html`<main class="tv-door">
    <div class="tv-door-wall">
      <div class="tv-door-sign"><p>${t("table.door.hand")}</p><${Mark} seat=${next} /><h1>${seatName(next)}</h1></div>
    </div>
    <div class="tv-door-foot">
      <div><h2>${t("table.door.since", { name: seatName(next) })}</h2>
        ${events.length === 0 ? html`<p>${board === null ? "" : doingNow(board, next)}</p>` : html`<ol>${events.map((event, i) => html`<li key=${i}>${event.seat ? html`<${Mark} seat=${event.seat} />` : null}<span>${eventSentence(event, events)}</span></li>`)}</ol>`}
        ${dice.length > 0 ? html`<p class="tv-door-dice"><span>${t("table.door.dice")}</span>${dice.map((die, i) => html`<${Die} key=${i} face=${die.face} seat=${die.own ? next : null} />`)}</p>` : null}</div>
      <button type="button" class="tv-main" data-enter=${next} onClick=${enter}><span class="tv-main-text"><b>${t("table.door.i-am", { name: seatName(next) })}</b><span>${t("table.door.opens")}</span></span></button>
    </div>
  </main>`;
}
