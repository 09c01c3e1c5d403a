// The table. Chooses between the wide table and the phone's, shows the view of the phase and listens to the keys; and what
// comes and goes over it: a lost connection, a refusal, somebody who asks to take back, a recap, cards that fly to the top of
// a deck.
import { html, signal, useEffect } from "../../vendor/preact.js";
import { asked, board, connection, ending, figures, refusal, seat, send, story, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/page.js";
import { duration, wide } from "../core/settings.js";
import { question } from "../core/turn.js";
import { eventSentence, listed, questionWords, refusalWords, seatName } from "../core/words.js";
import { EndScreen } from "../pages/end.js";
import { PhaseBar, phaseView } from "../phases/index.js";
import { PhoneTable } from "../phone/screen.js";
import { watchRolls } from "../ui/dice-roll.js";
import { RuleLink } from "../ui/explain.js";
import { Face, Mark, Sign } from "../ui/pieces.js";
import { SoundOffer } from "../ui/sound-offer.js";
import { Strips } from "./around.js";
import { BottomBar, StatusBar } from "./bars.js";
import { useTableKeys } from "./keys.js";
import { GuestRow, Market } from "./market.js";
import { watchMoments } from "./moments.js";
import { SeatBanners } from "./seats.js";
import { Door, TurnSign, useNextHere } from "./sharing.js";
import { DraggedDie, drop, hide, pickFace, press } from "./state.js";
import { Tavern } from "./tavern.js";
import { Track } from "./track.js";
import { Overlays } from "./windows.js";

/** What a screen reader is told: my turn when it comes. */
function useTelling() {
  const mine = asked.value;
  const now = question.value;
  useEffect(() => {
    if (mine && now !== null) announce(t("table.your-turn", { text: questionWords(now) }));
  }, [mine, now?.question]);
}

/** The table in planning and serving, and whenever it is only looked at. */
function Board() {
  const now = board.value;
  const figure = figures.value;
  if (now === null || figure === null) return null;
  const shown = seat.value ?? now.turn;
  const live = seat.value !== null;
  return html`<div class="tv-main-area">
    <${Track} board=${now} figures=${figure} me=${seat.value} />
    <${GuestRow} board=${now} figures=${figure} live=${live} />
    <${Strips} board=${now} figures=${figure}>${now.seats.length < 4 ? html`<${Recap} lines=${now.seats.length === 2 ? 9 : 4} />` : null}<//>
    <${Tavern} board=${now} figures=${figure} seat=${shown} live=${live} sign=${live ? t("table.inn.mine") : undefined} />
    <${Market} board=${now} figures=${figure} seat=${seat.value} live=${live} />
  </div>`;
}

function Desk() {
  const now = board.value;
  const mine = question.value;
  useTableKeys({ press, face: pickFace, drop });
  useTelling();
  const ready = now !== null && figures.value !== null;
  const View = ready ? phaseView(now, mine) : null;
  return html`<main class="tv-stage">
    <h1 class="unseen">${t("table.h1")}</h1>
    <${StatusBar} />
    ${!ready ? html`<div class="tv-loading"><p class="waiting"><span class="lantern"></span>${t("table.loading")}</p></div>` : View !== null ? html`<div class="tv-phase"><${View} decision=${mine} /></div>` : html`<${Board} />`}
    <${BottomBar} middle=${View !== null ? html`<${PhaseBar} />` : null} />
    <${Banners} />
    <${SoundOffer} />
    <${Flights} />
    <${TurnSign} />
    <${DraggedDie} />
    <${Overlays} />
  </main>`;
}

/** The table: on a wide screen, on a phone, behind the door, or when all is over. */
export function TableScreen() {
  const next = useNextHere();
  const over = ending.value !== null;
  useEffect(() => {
    if (over) hide();
  }, [over]);
  useEffect(watchRolls, []);
  useEffect(watchMoments, []);
  if (over) return html`<${EndScreen} />`;
  if (next !== null) return html`<${Door} seat=${next} key=${next} />`;
  return wide.value ? html`<${Desk} />` : html`<${PhoneTable} />`;
}

// --- what comes and goes

/** The connection, when it is not there. */
function Connection() {
  const now = connection.value;
  useEffect(() => {
    if (now === "lost") announce(t("table.lost"), { now: true });
  }, [now]);
  if (now === "open" || now === "none" || (now === "connecting" && update.value === null)) return null;
  return html`<div class="tv-banner tel-banner bad lost" role="alert"><${Sign} name="reconnect" /><p><b>${t(now === "refused" ? "table.refused" : "table.lost")}</b> ${t(now === "refused" ? "table.refused.text" : "table.lost.text")}</p></div>`;
}

/** What the server refused, in a sentence with its rule. */
function Refusal() {
  const now = refusal.value;
  const words = now === null || now.code === "lost" || now.code === "gone" ? "" : refusalWords(now);
  useEffect(() => {
    if (words !== "") announce(words, { now: true });
  }, [now]);
  if (now === null || words === "") return null;
  return html`<div class="tv-banner bad"><${Sign} name="warning" /><p>${words}</p>${now.rule ? html`<${RuleLink} id=${now.rule} />` : null}<button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${() => (refusal.value = null)}><${Sign} name="close" /></button></div>`;
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

/** The banners, one below the other. `refusals`: whether what the server refused is said here. @param {{refusals?: boolean}} props */
export const Banners = ({ refusals = true }) => html`<div class="tv-banners"><${Connection} />${refusals ? html`<${Refusal} />` : null}<${UndoRequest} /><${SeatBanners} /></div>`;

const TELLING = new Set(["decided", "chose", "upgraded", "counter-guest", "entertainer", "lost", "undone"]);
const DULL = /^(ready|unready|place|move|back|swap|use|end|stay|decline|turn)\b/;

/** What the others have done since somebody's last decision, as far as it is worth telling. @param {number | null} mine @returns {GameEvent[]} */
export function sinceMine(mine) {
  const all = story.value;
  const from = all.findLastIndex((event) => event.what === "decided" && event.seat === mine);
  const last = all[from]?.ply ?? -1;
  return all.slice(from + 1).filter((event) => event.ply > last && event.seat && event.seat !== mine && TELLING.has(event.what) && !(event.what === "decided" && (!event.action || DULL.test(event.action))));
}

/** Events as lines. @param {{events: GameEvent[]}} props */
export const Told = ({ events }) => html`<ol>${events.map((event, i) => html`<li key=${`${event.ply}-${i}`}><${Mark} seat=${event.seat ?? 1} /><span>${eventSentence(event, story.value.filter((other) => other.ply === event.ply))}</span></li>`)}</ol>`;

/** A recap: what happened since my last decision, the latest first. @param {{lines: number}} props */
export function Recap({ lines }) {
  const shown = sinceMine(seat.value).slice(-lines).reverse();
  if (story.value.length === 0) return null;
  return html`<section class="tv-recap" aria-label=${t("table.recap")} tabindex="0">
    <h2>${t("table.recap")}</h2>
    ${shown.length === 0 ? html`<p>${t("table.recap.none")}</p>` : html`<${Told} events=${shown} />`}
  </section>`;
}

// --- what is seen happening: under 300 ms, over everything, never in the way of a press, and not at all where motion is
// not wanted

/** @typedef {{id: number, from: DOMRect, to: DOMRect, card: string, late: number}} Flight */
const flights = signal(/** @type {Flight[]} */ ([]));
let count = 0;
let told = 0;

/** @param {string} name */
const rect = (name) => document.querySelector(`[data-thing="${name}"]`)?.getBoundingClientRect() ?? null;

/** The flights an event brings, for the seat it happens to. @param {GameEvent} event @param {GameEvent[]} near */
function flightsOf(event, near) {
  const own = event.seat === seat.value;
  const target = own ? rect(`seat-${event.seat}-deck`) : rect(`seat-${event.seat}`);
  if (event.what === "gained" && event.card) {
    const upgrade = near.find((other) => other.what === "upgraded");
    const from = event.card === "noble" ? ((upgrade && own ? rect(`seat-${event.seat}-${upgrade.area}`) : null) ?? rect("nobles")) : (rect(`card-${event.card}`) ?? rect("guest-pile"));
    return from && target ? [{ from, to: target, card: event.card }] : [];
  }
  return [];
}

/** One thing on its way. @param {{flight: Flight}} props */
function Flying({ flight }) {
  const { id, from, to, card, late } = flight;
  const move = (/** @type {HTMLElement | null} */ box) => {
    if (box === null || box.dataset.off) return;
    box.dataset.off = "1";
    const x = from.left + from.width / 2;
    const y = from.top + from.height / 2;
    const dx = to.left + to.width / 2 - x;
    const dy = to.top + to.height / 2 - y;
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
    const run = box.animate(
      [{ translate: "-50% -50%", scale: 1.25, opacity: 1 }, { translate: `calc(-50% + ${dx / 2}px) calc(-50% + ${dy / 2 - 30}px)`, scale: 1.1, opacity: 1, offset: 0.55 }, { translate: `calc(-50% + ${dx}px) calc(-50% + ${dy}px)`, scale: 0.6, opacity: 0.85 }],
      { duration: duration(280), delay: late, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" },
    );
    run.finished.catch(() => null).then(() => (flights.value = flights.value.filter((other) => other.id !== id)));
  };
  return html`<span class=${`tv-flight${card === "noble" ? " noble" : ""}`} ref=${move}><${Face} card=${card} /></span>`;
}

export function Flights() {
  const events = story.value;
  useEffect(() => {
    const last = events.length === 0 ? 0 : events[events.length - 1].ply;
    const fresh = told === 0 || last < told ? [] : events.filter((event) => event.ply > told);
    told = last || told;
    if (fresh.length === 0 || fresh.length > 40 || duration(280) === 0) return;
    /** @type {Flight[]} */
    const found = [];
    for (const event of fresh)
      for (const flight of flightsOf(event, fresh.filter((other) => other.ply === event.ply))) {
        count += 1;
        found.push({ ...flight, id: count, late: Math.min(found.length * 60, 180) });
      }
    if (found.length > 0) flights.value = [...flights.value, ...found].slice(-12);
  }, [events]);
  return html`<div class="tv-flights" aria-hidden="true">${flights.value.map((flight) => html`<${Flying} key=${flight.id} flight=${flight} />`)}</div>`;
}
