// The chat at the table: which lines have not been read yet, and the one that has just arrived.
import { computed, effect, signal } from "../../vendor/preact.js";
import { chat, seat, table } from "./game.js";
import { t } from "./i18n.js";
import { announce } from "./page.js";
import { settings } from "./settings.js";
import { chime } from "./sound.js";

/** @typedef {import("../types.js").ChatLine} ChatLine */

/** The number of the last line that has been on the screen. */
const read = signal(0);
/** What somebody else has just said; for a bubble at their seat. */
export const bubble = signal(/** @type {ChatLine | null} */ (null));
/** Which of log and chat is shown where there is room for one of them. */
export const logTab = signal(/** @type {"log" | "chat"} */ ("log"));

/** How many lines of others have not been read. */
export const unread = computed(
  () => chat.value.filter((line) => line.number > read.value && line.seat !== seat.value).length,
);

/** The chat is on the screen. */
export function markRead() {
  read.value = Math.max(read.peek(), chat.peek().at(-1)?.number ?? 0);
  bubble.value = null;
}

const STAYS = 8000;

/**
 * Listen to the chat, until the returned function is called: each line is announced and sounds once, and is shown for a
 * while.
 */
export function listenToTalk() {
  let at = "";
  let heard = 0;
  let timer = 0;
  const stop = effect(() => {
    const lines = chat.value;
    const last = lines.at(-1)?.number ?? 0;
    if (table.value === null) return;
    if (table.value.id !== at) {
      // What was said before this page was opened is no news.
      at = table.value.id;
      heard = last;
      read.value = last;
      return;
    }
    const fresh = lines.filter((line) => line.number > heard && line.seat !== seat.peek());
    heard = last;
    if (fresh.length === 0) return;
    for (const line of fresh) announce(t("news.chat.said", { name: line.name, text: line.text }));
    if (settings.peek().chatSound) chime("chat");
    if (document.querySelector(".chat") !== null) return;
    clearTimeout(timer);
    bubble.value = fresh[fresh.length - 1];
    timer = window.setTimeout(() => (bubble.value = null), STAYS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    bubble.value = null;
  };
}
