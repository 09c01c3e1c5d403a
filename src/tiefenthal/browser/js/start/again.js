// Playing again after a game among people: who has asked, who is still expected, and the way to the one table that all
// of them share.
import { computed, html, signal, useEffect, useState } from "../../vendor/preact.js";
import { post } from "../core/api.js";
import { called, t } from "../core/i18n.js";
import { announce, go } from "../core/page.js";
import { listed } from "../core/words.js";
import { Mark, Sign } from "../ui/pieces.js";
import { learnTables, tables } from "./lists.js";
import { asMe, known } from "./plan.js";
import { Note, problemWords } from "./states.js";

/** @typedef {import("../types.js").TableSummary} TableSummary */

/** The tables where a game goes on and a seat is kept for me. */
export const invitations = computed(() =>
  (tables.value?.mine ?? []).filter((one) => one.state === "waiting" && (one.kept ?? []).length > 0),
);

/** To the next table of a finished game, to my seat or to watch. @param {string} game */
export async function playAgain(game) {
  const entered = /** @type {import("../types.js").Entered} */ (
    await asMe(() => post(`/api/tables/${game}/again`, undefined))
  );
  go(`/table/${entered.table.id}`);
}

/** Not to play: others may have my seat. @param {string} id @param {number[]} kept */
export async function decline(id, kept) {
  for (const seat of kept) await post(`/api/tables/${id}/leave`, { seat });
  await learnTables();
}

/** The persons at a table: who has come, and who has not answered. @param {TableSummary} one */
const persons = (one) =>
  one.names
    .map((name, i) => ({ name, seat: i + 1, came: !(one.expected ?? []).includes(i + 1) }))
    .filter((who) => who.name !== "" && !one.bots?.[who.seat - 1]);

/** Who asks me to play again, in a sentence. @param {TableSummary} one */
export function askingWords(one) {
  const who = persons(one).filter((other) => other.came);
  return who.length === 0
    ? t("again.kept")
    : t("again.asked", { n: who.length, who: listed(who.map((other) => called(other.name))) });
}

/** That my seat is kept, and whose answer is missing besides mine. @param {TableSummary} one */
export function savedWords(one) {
  const others = persons(one).filter((who) => !who.came && !one.kept?.includes(who.seat));
  return others.length === 0
    ? t("again.saved")
    : t("again.others", { n: others.length, who: listed(others.map((who) => called(who.name))) });
}

/** Everybody who played, and whether they come; of two the sentence says it. @param {{one: TableSummary}} props */
const Answers = ({ one }) =>
  persons(one).length < 3
    ? null
    : html`<ul class="again-who" aria-label=${t("again.who")}>
  ${persons(one).map(
    (who) => html`<li key=${who.seat} class=${who.came ? "came" : ""}>
      <${Mark} seat=${who.seat} /> <b>${one.kept?.includes(who.seat) ? t("seat.you") : called(who.name)}</b>
      ${" "}<small>${t(who.came ? "again.came" : "again.open")}</small>
      ${who.came ? html`<${Sign} name="check" />` : null}
    </li>`,
  )}
</ul>`;

const SOON = 5000;
/** Seconds after the end of a game in which somebody may ask for another. */
const LATELY = 3600;

/** Whether somebody may still ask me to play again, or wait for me. */
function mayBeAsked() {
  const mine = tables.value?.mine;
  return (
    mine === undefined ||
    mine.some((one) => one.state === "waiting" || (one.state === "over" && Date.now() / 1000 - one.touched < LATELY))
  );
}

/** While a screen is shown that nobody tells of other tables: look now and then whether somebody asks me, and at once
 * when the table says where the next game is. `on`: whether anybody could. @param {string | null} [next] @param {boolean} [on] */
export function useInvitations(next = null, on = true) {
  useEffect(() => {
    if (known.value === null || !on) return;
    const look = () => document.visibilityState === "visible" && mayBeAsked() && learnTables();
    if (tables.value === null || next !== null) void learnTables();
    const timer = setInterval(look, SOON);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [known.value, next, on]);
  const [first] = invitations.value;
  const words = first === undefined ? "" : askingWords(first);
  useEffect(() => announce(words), [words]);
  return first ?? null;
}

/** What went wrong, and doing something one thing at a time.
 * @returns {{busy: boolean, wrong: string, attempt: (what: () => Promise<unknown>) => Promise<void>}} */
export function useAttempt() {
  const [busy, work] = useState(false);
  const [wrong, tell] = useState("");
  const attempt = async (/** @type {() => Promise<unknown>} */ what) => {
    if (busy) return;
    work(true);
    tell("");
    try {
      await what();
    } catch (error) {
      tell(problemWords(error));
    }
    work(false);
  };
  return { busy, wrong, attempt };
}

/** The invitation that was put aside; it stays on the start page. */
const put = signal("");

/** The invitation on a screen that has no place of its own for it. */
export function Invitation() {
  const one = useInvitations();
  return one === null || one.id === put.value
    ? null
    : html`<${Asked} one=${one} onLater=${() => (put.value = one.id)} />`;
}

/** Who asks, who has answered, and my answer; without `onLater` the main button of the screen says yes.
 * @param {{one: TableSummary, onLater?: () => void}} props */
export function Asked({ one, onLater }) {
  const { busy, wrong, attempt } = useAttempt();
  return html`<aside class="again-note" aria-label=${askingWords(one)}>
    <p>${askingWords(one)}</p>
    <${Answers} one=${one} />
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    <div class="row">
      <button type="button" class="btn small" data-again="no" disabled=${busy}
        onClick=${() => attempt(() => decline(one.id, one.kept ?? []))}>${t("again.no")}</button>
      ${
        onLater
          ? html`<button type="button" class="btn small gold" data-again="yes" aria-busy=${busy}
        onClick=${() => attempt(() => playAgain(one.follows ?? ""))}>
        <${Sign} name="seat" />
        ${t("pages.end.again")}
      </button>
      <button type="button" class="tool" data-again="later" aria-label=${t("table.dismiss")} onClick=${onLater}>
        <${Sign} name="close" />
      </button>`
          : null
      }
    </div>
  </aside>`;
}
