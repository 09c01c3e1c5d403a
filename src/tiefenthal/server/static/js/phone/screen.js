// The table on a phone, and in every window too small for the table of one screen: status and stores at the top, one of
// five tabs, and at the thumb the dice and the main button, always at the same place.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { asked, board, connection, figures, hand, legal, me, seat, send, table, undo, update } from "../core/game.js";
import { useKeys } from "../core/keys.js";
import { announce } from "../core/live.js";
import { duration } from "../core/settings.js";
import { questionWords, seatName, tell as t } from "../core/words.js";
import { LogAndChat } from "../pages/log.js";
import { phaseView } from "../phases/index.js";
import { Flights } from "../table/flights.js";
import { Icon, Sign } from "../ui/pieces.js";
import { AreasHalf } from "./areas.js";
import { Dock, mainButton } from "./dock.js";
import { TablesHalf } from "./guests.js";
import { Header, Stores, headline } from "./header.js";
import { MarketTab } from "./market.js";
import { OthersTab } from "./others.js";
import { Sheets } from "./sheets.js";
import { TABS, buyable, clear, half, held, movable, question, sheet, shining, show, shownSeat, tab, take, trayDice, visited } from "./state.js";
import { TracksTab } from "./tracks.js";
import { sentences } from "./words.js";

/** Tables and areas side by side, one swipe apart; where there is room, both at once. */
function TavernTab() {
  const now = board.value;
  const swipe = useRef(/** @type {HTMLElement | null} */ (null));
  const turning = useRef(0);
  const wanted = half.value;
  useEffect(() => {
    const strip = swipe.current;
    if (strip === null) return;
    const to = wanted === "tables" ? 0 : strip.scrollWidth - strip.clientWidth;
    if (Math.abs(strip.scrollLeft - to) < 4) return;
    turning.current = Date.now();
    strip.scrollTo({ left: to, behavior: duration() > 0 ? "smooth" : "auto" });
  }, [wanted]);
  if (now === null) return null;
  const View = phaseView(now, question.value);
  if (View !== null) return html`<div class="tel-phase"><${View} compact /></div>`;
  const of = shownSeat.value;
  const inn = now.seats[of - 1];
  if (inn === undefined) return null;
  const mine = of === seat.value;
  const lit = shining.value;
  const button = (/** @type {"tables" | "areas"} */ name) => html`<button type="button" class=${half.value === name ? "now" : ""} aria-pressed=${half.value === name ? "true" : "false"} onClick=${() => (half.value = name)}>
    ${name === "tables" ? t("phone.tables") : t("phone.areas")}${lit[name] > 0 ? html`<i>${t("phone.lit", { n: lit[name] })}</i>` : null}</button>`;
  /** A swipe shows the other half. @param {Event} event */
  const swiped = (event) => {
    const strip = /** @type {HTMLElement} */ (event.currentTarget);
    if (Date.now() - turning.current < 450 || strip.scrollWidth <= strip.clientWidth + 4) return;
    half.value = strip.scrollLeft > (strip.scrollWidth - strip.clientWidth) / 2 ? "areas" : "tables";
  };
  return html`<div class="tel-tavern">
    ${mine ? null : html`<p class="tel-looking">${t("phone.looking", { name: seatName(of) })}</p>`}
    <div class="tel-halves" role="group" aria-label=${t("phone.halves")}>${button("tables")}${button("areas")}</div>
    <div class="tel-swipe" ref=${swipe} onScroll=${swiped}>
      <section class="tel-half" aria-label=${t("phone.tables")} onFocusIn=${() => (half.value = "tables")}><${TablesHalf} inn=${inn} of=${of} mine=${mine} /></section>
      <section class="tel-half" aria-label=${t("phone.areas")} onFocusIn=${() => (half.value = "areas")}><${AreasHalf} inn=${inn} of=${of} mine=${mine} /></section>
    </div>
  </div>`;
}

/** @type {{[tab: string]: () => unknown}} */
const VIEWS = { tavern: TavernTab, market: MarketTab, others: OthersTab, tracks: TracksTab, log: () => html`<div class="tel-log"><${LogAndChat} /></div>` };
/** @type {{[tab: string]: unknown}} */
const SIGNS = { tavern: html`<${Icon} name="upgrade" />`, market: html`<${Icon} name="thaler" />`, others: html`<${Icon} name="counter" />`, tracks: html`<${Icon} name="monastery" />`, log: html`<${Sign} name="log" />` };

/** The tabs at the very bottom. */
function Tabs() {
  const names = { tavern: t("phone.tab.tavern"), market: t("phone.tab.market"), others: t("phone.tab.others"), tracks: t("phone.tab.tracks"), log: t("phone.tab.log") };
  return html`<nav class="tel-tabs" aria-label=${t("phone.tabs")}>
    ${TABS.map((one) => html`<button key=${one} type="button" class=${tab.value === one ? "now" : ""} aria-current=${tab.value === one ? "page" : undefined} data-tab=${one} onClick=${() => show(one)}>
      ${SIGNS[one]}<span>${names[one]}</span>${one === "market" && buyable.value ? html`<i><span class="unseen">${t("phone.tab.dot")}</span></i>` : null}${one === "tavern" && tab.value !== "tavern" && asked.value ? html`<i><span class="unseen">${t("phone.tab.asked")}</span></i>` : null}</button>`)}
  </nav>`;
}

/** Somebody asks to take a decision back, or the line is lost: said across the screen, nothing is covered. */
function Banner() {
  const now = table.value;
  const request = now?.undo ?? null;
  if (connection.value === "lost" || connection.value === "refused")
    return html`<p class="tel-banner lost" role="status"><${Sign} name="reconnect" /><span>${t(connection.value === "lost" ? "phone.lost" : "phone.refused")}</span></p>`;
  if (request === null || seat.value === null) return null;
  const answer = (/** @type {boolean} */ yes) => void send({ type: "answer-undo", ply: request.ply, yes });
  if (request.seat === seat.value)
    return html`<div class="tel-banner" role="status"><span>${t("phone.undo.waits")}</span><button type="button" class="btn small" onClick=${() => answer(false)}>${t("phone.undo.withdraw")}</button></div>`;
  if (!request.waiting.includes(seat.value)) return null;
  return html`<div class="tel-banner" role="alert"><span>${t("phone.undo.asked", { name: seatName(request.seat) })}</span>
    <button type="button" class="btn small" onClick=${() => answer(true)}>${t("phone.undo.yes")}</button><button type="button" class="btn small wood" onClick=${() => answer(false)}>${t("phone.undo.deny")}</button></div>`;
}

/** Keys, for those who play in a small window: 1–6 take a die, U undoes, Enter presses the main button. */
function useTable() {
  const face = (/** @type {number} */ n) => () => {
    const inn = me.value;
    if (inn === null) return;
    if (tab.value !== "tavern") show("tavern");
    const all = trayDice.value.map(({ die }) => die).filter((die) => die.face === n && movable(inn, die));
    const at = all.findIndex((die) => held(inn, die));
    const next = all.slice(at + 1).find((die) => !held(inn, die)) ?? all[0];
    if (next !== undefined) take(next);
  };
  useKeys({
    1: face(1), 2: face(2), 3: face(3), 4: face(4), 5: face(5), 6: face(6),
    u: () => void undo(),
    Enter: () => mainButton().press?.(),
    Escape: () => (visited.value !== null ? (visited.value = null) : clear()),
  });
}

/** The whole table. */
export function PhoneTable() {
  useTable();
  // When I am asked something new, the inn comes into sight; what I was looking at stays when others act.
  const asks = asked.value ? `${question.value?.phase} ${question.value?.rule}` : "";
  useEffect(() => {
    if (asks === "") return;
    if (sheet.peek() === null && (tab.peek() !== "market" || phaseView(/** @type {any} */ (board.peek()), question.peek()) !== null)) show("tavern");
  }, [asks]);
  // The tab's title says whose turn it is, and so does the voice.
  const { who, what } = headline();
  useEffect(() => void (document.title = t("phone.title", { status: sentences(who, what) })), [who, what]);
  useEffect(() => {
    if (asks !== "") announce(sentences(t("phone.turn"), question.peek() === null ? "" : questionWords(/** @type {any} */ (question.peek()))));
  }, [asks]);
  // What the taken die can do is said to those who do not see the light.
  useEffect(() => {
    if (hand.value !== null) announce(t("phone.lit.said", { face: hand.value.face, n: shining.peek().tables + shining.peek().areas }));
  }, [hand.value]);
  const View = VIEWS[tab.value];
  if (board.value === null || figures.value === null || update.value === null) return html`<main class="tel loading"><p class="waiting"><span class="lantern"></span>${t("phone.loading")}</p></main>`;
  return html`<div class=${`tel tab-${tab.value}${legal.value.size > 0 ? " asked" : ""}`}>
    <div class="tel-grid">
      <${Header} />
      <${Stores} />
      <${Banner} />
      <main class="tel-body" id="table-main" key=${tab.value} tabindex=${tab.value === "tracks" ? "0" : undefined}><${View} /></main>
      <${Dock} />
      <${Tabs} />
    </div>
    <${Sheets} />
    <${Flights} />
  </div>`;
}
