// Several people at one screen. Normally the board just turns to the next player, with a short notice that blocks
// nothing. Only before a secret choice is there a door between two people.
import { html, signal, useEffect } from "../../vendor/preact.js";
import { asked, board, figures, hand, seat, table, turnTo, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { news, recapOf } from "../core/news.js";
import { announce, useKeys } from "../core/page.js";
import { question } from "../core/turn.js";
import { questionWords, seatName } from "../core/words.js";
import { Die, Mark } from "../ui/pieces.js";
import { doingNow } from "./around.js";
import { Told } from "./follow.js";
import { hide } from "./state.js";

/** Whether several people share this screen. */
export const shared = () => (table.value?.you.seats.length ?? 0) > 1;

/** The door that stands open: for whom, and on which evening. */
const open = signal("");
/** @param {number} one */
const doorOf = (one) => `${table.value?.id} ${board.value?.round ?? 0} ${one}`;

/**
 * Who of this screen decides next, and whether that is behind a door.
 * @returns {{seat: number, secret: boolean} | null}
 */
function next() {
  const mine = table.value?.you.seats ?? [];
  if (mine.length < 2 || table.value?.state !== "playing") return null;
  const persons = mine.filter(
    (one) => table.value?.seats[one - 1]?.kind === "person" && !table.value?.seats[one - 1]?.bot,
  );
  const waiting = (update.value?.decisions ?? []).filter((one) => persons.includes(one.seat));
  const found =
    (asked.value ? waiting.find((one) => one.seat === seat.value) : undefined) ??
    (asked.value ? undefined : waiting[0]);
  return found === undefined ? null : { seat: found.seat, secret: persons.length > 1 && found.secret };
}

/** The seat for which a door is to be opened now, or null; without one the board turns by itself. */
export function useNextHere() {
  const found = next();
  const door = found?.secret && open.value !== doorOf(found.seat);
  const to = found !== null && !door && found.seat !== seat.value ? found.seat : null;
  useEffect(() => {
    if (to === null) return;
    hide();
    turnTo(to);
  }, [to]);
  return door ? found.seat : null;
}

/**
 * The door between two people at one screen: who comes next, what happened, and nothing of anybody's choice.
 * @param {{seat: number}} props
 */
export function Door({ seat: who }) {
  const now = board.value;
  useEffect(() => {
    hide();
    hand.value = null;
    announce(t("table.door.for", { name: seatName(who) }), { now: true });
  }, [who]);
  const enter = () => {
    open.value = doorOf(who);
    if (who !== seat.value) turnTo(who);
  };
  useKeys({ Enter: enter });
  const items = recapOf(news.value, who).slice(-5);
  const dice = now?.seats[who - 1].dice ?? [];
  return html`<main class=${`tv-door${figures.value?.winter === false ? " summer" : ""}`}>
    <div class="tv-door-wall">
      <div class="tv-door-sign"><p>${t("table.door.hand")}</p><${Mark} seat=${who} /><h1>${seatName(who)}</h1></div>
    </div>
    <div class="tv-door-foot">
      <div>
        <p class="tv-door-why">${t("sharing.door.why")}</p>
        <h2>${t("table.door.since", { name: seatName(who) })}</h2>
        ${items.length === 0 ? html`<p>${now === null ? "" : doingNow(now, who)}</p>` : html`<${Told} items=${items} reader=${who} />`}
        ${
          dice.length > 0
            ? html`<p class="tv-door-dice">
          <span>${t("table.door.dice")}</span>
          ${dice.map((die, i) => html`<${Die} key=${i} face=${die.face} seat=${die.own ? who : null} />`)}
        </p>`
            : null
        }
      </div>
      <button type="button" class="tv-main" data-enter=${who} onClick=${enter}>
        <span class="tv-main-text">
          <b>${t("table.door.i-am", { name: seatName(who) })}</b>
          <span>${t("table.door.opens")}</span>
        </span>
      </button>
    </div>
  </main>`;
}

const SHOWN_FOR = 2600;
/** The seat whose turn the sign tells. */
const told = signal(/** @type {number | null} */ (null));
let last = /** @type {string | null} */ (null);

/** Whose turn it is now, for a moment, when the board has turned to somebody else. Nothing waits for it. */
export function TurnSign() {
  const now = `${table.value?.id} ${seat.value}`;
  const who = seat.value;
  useEffect(() => {
    const turned = last !== null && last !== now && last.startsWith(`${table.value?.id} `) && shared();
    last = now;
    if (!turned || who === null) return;
    told.value = who;
    const asks = question.peek();
    announce(t("sharing.turn.said", { name: seatName(who), text: asks === null ? "" : questionWords(asks) }));
    const timer = setTimeout(() => (told.value = null), SHOWN_FOR);
    return () => {
      clearTimeout(timer);
      told.value = null;
    };
  }, [now]);
  if (told.value === null || told.value !== who) return null;
  return html`<p class=${`tv-turned mark-${who}`} aria-hidden="true" key=${now}>
    <${Mark} seat=${told.value} />
    <b>${seatName(told.value)}</b>
    <span>${t("sharing.turn")}</span>
  </p>`;
}
