// Following the others. What they do is told in one list: the log where it stands beside the table, else a recap beside the
// strips, or a ribbon. Its newest line is lit, and the board waits until it can have been read (core/inbox.js); but not when
// it is for me to decide, and any press or key goes on to now. Screen readers are told once, in the live region.
import { effect, html, useEffect } from "../../vendor/preact.js";
import { asked, catchUp, figures, isAlone, rest, seat, story, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { held } from "../core/inbox.js";
import { byOthers, isTold, news, notesOf, recap, sentenceOf, spokenOf, telling } from "../core/news.js";
import { announce } from "../core/page.js";
import { reading, roomy, set, settings } from "../core/settings.js";
import { bubble, listenToTalk, logTab } from "../core/talk.js";
import { isAhead, question } from "../core/turn.js";
import { questionWords } from "../core/words.js";
import { LogAndChat } from "../pages/log.js";
import { Sheet } from "../ui/dialog.js";
import { Drawing, Face, Icon, Key, MARKS, Mark, Sign } from "../ui/pieces.js";
import { fly } from "./flights.js";
import { hide, show } from "./state.js";

/** @typedef {import("../core/news.js").Item} Item */

// --- what happens is said and shown, once

/** Light up what the others have just done, and let it be read. In a lesson the teacher tells. @param {Item[]} items */
function tellOf(items) {
  telling.value = items;
  if (items.length === 0) return;
  fly(items);
  if (!asked.peek() && table.peek()?.lesson === undefined) rest(reading() * (1 + 0.4 * (items.length - 1)));
}

/** Announce and show what happens at a table, until the returned function is called. */
function follow() {
  /** The ply up to which everything has been told; none before the first update. @type {number | null} */
  let told = null;
  let asks = "";
  const stopNews = effect(() => {
    const last = update.value?.ply;
    if (last === undefined || figures.value === null) return; // without the figures there are no words yet
    const items = news.value;
    const reader = seat.value;
    const opened = told === null || last < told;
    // What happened before this page was opened is no news, unless the game has only just begun.
    if (opened)
      told = items.some((item) => item.round > 1 || (item.seat === reader && item.event.what === "decided"))
        ? last
        : -1;
    const from = told ?? -1;
    const fresh = items.filter((item) => item.ply > from);
    told = last;
    for (const item of fresh) if (item.kind !== "plan" || item.seat === reader) announce(spokenOf(item, reader));
    const others = fresh.filter((item) => byOthers(item, reader));
    if (opened) telling.value = [];
    else if (others.length > 0 || fresh.some((item) => item.seat === reader)) tellOf(others);
    const now = asked.value ? question.value : null;
    const asking = now === null ? "" : questionWords(now);
    if (asking !== "" && asking !== asks) announce(isAhead(now) ? asking : t("table.your-turn", { text: asking }));
    asks = asking;
  });
  const stopTalk = listenToTalk();
  for (const what of PRESSES) addEventListener(what, goOn, true);
  return () => {
    stopNews();
    stopTalk();
    for (const what of PRESSES) removeEventListener(what, goOn, true);
    telling.value = [];
  };
}

const PRESSES = ["click", "keydown", "visibilitychange"];

/** Whatever is pressed: it is about the game as it is now. Typing in a field is not. @param {Event} event */
function goOn({ type, target }) {
  if (type === "keydown" && target instanceof Element && target.closest("input, textarea, select") !== null) return;
  if (type !== "visibilitychange" || document.hidden) catchUp();
}

/** While the table is shown. */
export function useFollowing() {
  useEffect(follow, []);
}

// --- shown

/** What an item shows beside its words: a face, dice, or an icon. @param {{item: Item}} props */
function Picture({ item }) {
  if (item.card !== "") return html`<${Face} class="nw-face" card=${item.card} />`;
  if (item.faces.length > 0) {
    const colour = item.event.what === "rolled" ? MARKS[item.seat - 1] : "w";
    return html`<span class="nw-dice">
      ${item.faces.slice(0, 4).map((face, i) => html`<${Drawing} key=${i} name=${`d-${colour}${face}`} class="nw-die" />`)}
    </span>`;
  }
  return html`<${Icon} name=${item.icon} />`;
}

/** One item in words, with what came of it. @param {{item: Item, reader?: number | null}} props */
const Words = ({ item, reader = seat.value }) =>
  html`<span class="nw-words">
    ${sentenceOf(item, reader)}
    ${notesOf(item).map((note, i) => html` <span key=${i} class="nw-note"><${Icon} name=${note.icon} /> ${note.words}</span>`)}
  </span>`;

/** Items as lines, those that are being told lit. `pictured`: with their pictures.
 * @param {{items: Item[], reader?: number | null, pictured?: boolean}} props */
export const Told = ({ items, reader = seat.value, pictured = false }) =>
  html`<ol>
    ${items.map(
      (item) => html`<li key=${item.key} data-news=${item.key} class=${isTold([item.key]) ? "told" : ""}>
      <${Mark} seat=${item.seat} />
      ${pictured ? html`<${Picture} item=${item} />` : null}
      <${Words} item=${item} reader=${reader} />
    </li>`,
    )}
  </ol>`;

/** Go on to now, while there is more to tell. */
function Skip() {
  const left = held.value;
  if (left === 0) return null;
  return html`<button type="button" class="nw-skip" data-skip="" tabindex="-1" aria-keyshortcuts="V" onClick=${catchUp}>
    <span>${t("news.skip")} ${left}</span>
    <${Key} name="V" />
  </button>`;
}

/** The recap as a list, the latest first. */
export function Recap() {
  if (story.value.length === 0) return null;
  const items = recap.value;
  return html`<section class="tv-recap" data-thing="news" aria-label=${t("news.recap")} tabindex="0">
    <h2>${t("news.recap")} <${Skip} /></h2>
    ${items.length === 0 ? html`<p>${t("news.recap.none")}</p>` : html`<${Told} items=${[...items].reverse()} />`}
  </section>`;
}

/** The recap in one line, the latest first; a press shows all of it. */
export function Ribbon() {
  const items = recap.value;
  return html`<section class="nw-ribbon" data-thing="news" aria-label=${t("news.recap")}>
    <button type="button" class="nw-open" data-open="recap" aria-haspopup="dialog"
      onClick=${() => show({ kind: "recap" })}>
      <span class="unseen">${t("news.recap.new", { n: items.length })}</span>
      <span aria-hidden="true"><${Sign} name="log" /><b>${items.length}</b><i>${t("news.recap")}</i></span>
    </button>
    ${
      items.length === 0
        ? html`<p>${t("news.recap.none")}</p>`
        : html`<div class="nw-roll" tabindex="0" role="group" aria-label=${t("news.recap")} key=${items.at(-1)?.key}>
      <${Told} items=${[...items].reverse()} pictured />
    </div>`
    }
    <${Skip} />
  </section>`;
}

/** All of the recap, in a window. */
export function RecapWindow() {
  const items = recap.value;
  return html`<${Sheet} title=${t("news.recap")} onClose=${hide} class="tv-window nw-window">
    ${items.length === 0 ? html`<p>${t("news.recap.none")}</p>` : html`<${Told} items=${items} />`}
  <//>`;
}

/** Whether the log stands beside the table. */
export const docked = () => roomy.value && settings.value.dock && !isAlone.value;

/** Log and chat where they are: beside the table, or in a window over it. */
export function openLog() {
  if (roomy.value && !isAlone.value) set({ dock: !settings.value.dock });
  else show({ kind: "log" });
}

/** The log beside the table: it is the list in which the others are followed. Over the chat stands what is being told. */
export function Dock() {
  useEffect(() => {
    document.documentElement.dataset.dock = "yes";
    return () => void delete document.documentElement.dataset.dock;
  }, []);
  return html`<aside class="nw-dock" data-thing="news" aria-label=${t("table.log")}>
    <button type="button" class="tv-tool nw-hide" aria-label=${t("news.dock.hide")} title=${t("news.dock.hide")}
      onClick=${() => set({ dock: false })}><${Sign} name="close" /></button>
    ${
      logTab.value === "chat" && telling.value.length > 0
        ? html`<div class="nw-meanwhile tv-recap"><${Told} items=${telling.value} pictured /></div>`
        : null
    }
    <${LogAndChat} />
    <${Skip} />
  </aside>`;
}

/**
 * What somebody has just said, at their seat or wherever there is a place for it.
 * @param {{of?: number, answer?: () => void}} props
 */
export function Bubble({ of, answer }) {
  const line = bubble.value;
  if (line === null || (of !== undefined && of !== line.seat)) return null;
  const reply = () => {
    bubble.value = null;
    logTab.value = "chat";
    if (answer !== undefined) answer();
    else if (roomy.value) set({ dock: true });
    else show({ kind: "log" });
  };
  return html`<div class="nw-bubble" data-said=${line.number}>
    <p><b><${Mark} seat=${line.seat} />${line.name}</b> <span dir="auto">${line.text}</span></p>
    <button type="button" class="nw-answer" onClick=${reply}>${t("news.chat.answer")}</button>
    <button type="button" class="nw-x" aria-label=${t("news.chat.dismiss")} onClick=${() => (bubble.value = null)}>
      <${Sign} name="close" />
    </button>
  </div>`;
}
