// Following the others. What they do is shown in captions at their seats, one after the other, slowly enough to read;
// captions can be skipped and never block a press. Their last moves stay as a recap: beside the strips, in a ribbon
// where there is no room, or beside the table with the whole log. Screen readers are told once, in the live region.
import { batch, effect, html, signal, useEffect } from "../../vendor/preact.js";
import { asked, figures, isAlone, seat, story, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { byOthers, captionOf, news, notesOf, recapOf, sentenceOf, spokenOf } from "../core/news.js";
import { announce, useKeys } from "../core/page.js";
import { reading, roomy, set, settings } from "../core/settings.js";
import { bubble, listenToTalk, logTab } from "../core/talk.js";
import { question } from "../core/turn.js";
import { questionWords } from "../core/words.js";
import { LogAndChat } from "../pages/log.js";
import { Sheet } from "../ui/dialog.js";
import { Drawing, Face, Icon, Key, MARKS, Mark, Sign } from "../ui/pieces.js";
import { fly } from "./flights.js";
import { hide, show } from "./state.js";

/** @typedef {import("../core/news.js").Item} Item */

// --- captions

/** The current caption, and those that wait. */
const caption = signal(/** @type {{seat: number, items: Item[]} | null} */ (null));
const queue = signal(/** @type {Item[]} */ ([]));
let timer = 0;
/** More items than this get no captions: they are in the recap. */
const MOST = 24;
/** How many items one caption shows: one in the ribbon, more at a seat, as far as there is room. */
const together = () =>
  document.querySelector(".tv-strips") === null ? 1 : document.querySelector(".tv-strip.tight") === null ? 3 : 2;

/** Skip all captions up to now. */
export function skip() {
  clearTimeout(timer);
  timer = 0;
  batch(() => {
    caption.value = null;
    queue.value = [];
  });
}

/** The next caption, until nothing is left. */
function tellNext() {
  timer = 0;
  const waiting = queue.peek();
  if (waiting.length === 0) {
    caption.value = null;
    return;
  }
  const items = captionOf(waiting, together());
  batch(() => {
    caption.value = { seat: items[0].seat, items };
    queue.value = waiting.slice(items.length);
  });
  fly(items);
  // With many items waiting, captions are shorter.
  const hurry = Math.max(0.4, Math.min(1, 6 / waiting.length));
  timer = window.setTimeout(tellNext, reading() * (1 + 0.4 * (items.length - 1)) * hurry);
}

/** Queue what others have done. Items from before my own decision are dropped.
 * @param {Item[]} fresh @param {boolean} decided */
function line(fresh, decided) {
  if (document.hidden) return skip();
  const waiting = [...(decided ? [] : queue.peek()), ...fresh];
  queue.value = waiting.slice(-MOST);
  if (timer === 0 && waiting.length > 0) tellNext();
}

// --- what happens is said and shown, once

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
    if (fresh.length > 0 && !opened) {
      const decided = fresh.some(
        (item) => item.seat === reader && item.kind !== "plan" && item.event.what === "decided",
      );
      line(
        fresh.filter((item) => byOthers(item, reader)),
        decided,
      );
    }
    const now = asked.value ? question.value : null;
    const asking = now === null ? "" : questionWords(now);
    if (asking !== "" && asking !== asks) announce(t("table.your-turn", { text: asking }));
    asks = asking;
  });
  const stopTalk = listenToTalk();
  return () => {
    stopNews();
    stopTalk();
    skip();
  };
}

/** While the table is shown. */
export function useFollowing() {
  useEffect(follow, []);
  useKeys({ v: skip });
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

/** Items as lines. @param {{items: Item[], reader?: number | null}} props */
export const Told = ({ items, reader = seat.value }) =>
  html`<ol>
    ${items.map(
      (item) => html`<li key=${item.key} data-news=${item.key}>
      <${Mark} seat=${item.seat} />
      <${Words} item=${item} reader=${reader} />
    </li>`,
    )}
  </ol>`;

/** The caption at a seat, or wherever there is a place for it. It is not read out: what it says has been.
 * @param {{of?: number}} props */
export function Caption({ of }) {
  const now = caption.value;
  if (now === null || (of !== undefined && of !== now.seat)) return null;
  const left = queue.value.length;
  return html`<div class="nw-caption" data-news=${now.items.map((item) => item.key).join(" ")}>
    <ul aria-hidden="true">
      ${now.items.map(
        (item) => html`<li key=${item.key}>
        ${of === undefined ? html`<${Mark} seat=${item.seat} />` : null}
        <${Picture} item=${item} />
        <${Words} item=${item} />
      </li>`,
      )}
    </ul>
    <button type="button" class="nw-skip" data-skip="" tabindex="-1" aria-keyshortcuts="V" onClick=${skip}>
      <span>${t("news.skip")}${left > 0 ? ` ${left}` : ""}</span>
      <${Key} name="V" />
    </button>
  </div>`;
}

/** The recap as a list, the latest first. */
export function Recap() {
  if (story.value.length === 0) return null;
  const items = recapOf(news.value, seat.value);
  return html`<section class="tv-recap" data-thing="news" aria-label=${t("news.recap")} tabindex="0">
    <h2>${t("news.recap")}</h2>
    ${items.length === 0 ? html`<p>${t("news.recap.none")}</p>` : html`<${Told} items=${[...items].reverse()} />`}
  </section>`;
}

/** The recap in one line, the latest first; a press shows all of it. `captions`: whether what is being told is told here.
 * @param {{captions?: boolean}} props */
export function Ribbon({ captions = false }) {
  const items = recapOf(news.value, seat.value);
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
      <${Told} items=${[...items].reverse()} />
    </div>`
    }
    ${captions ? html`<${Caption} />` : null}
  </section>`;
}

/** All of the recap, in a window. */
export function RecapWindow() {
  const items = recapOf(news.value, seat.value);
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

/** The log beside the table, with the recap above it. @param {{captions: boolean}} props */
export function Dock({ captions }) {
  useEffect(() => {
    document.documentElement.dataset.dock = "yes";
    return () => void delete document.documentElement.dataset.dock;
  }, []);
  return html`<aside class="nw-dock" aria-label=${t("table.log")}>
    <button type="button" class="tv-tool nw-hide" aria-label=${t("news.dock.hide")} title=${t("news.dock.hide")}
      onClick=${() => set({ dock: false })}><${Sign} name="close" /></button>
    <div class="nw-dock-top">${captions ? html`<${Caption} />` : null}<${Recap} /></div>
    <${LogAndChat} />
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
