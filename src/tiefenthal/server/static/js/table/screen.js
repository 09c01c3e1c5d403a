// The table. Chooses between the wide table and the phone's, shows the view of the phase, and listens to the keys.
import { html, useEffect } from "../../vendor/preact.js";
import { asked, board, ending, figures, hand, me, seat, undo } from "../core/game.js";
import { t } from "../core/i18n.js";
import { useKeys } from "../core/keys.js";
import { announce } from "../core/live.js";
import { wide } from "../core/settings.js";
import { question, useAll } from "../core/turn.js";
import { questionWords } from "../core/words.js";
import { EndScreen } from "../pages/end.js";
import { PhaseBar, phaseView } from "../phases/index.js";
import { PhoneTable } from "../phone/screen.js";
import { Strips, Track } from "./around.js";
import { Banners, Flights, HandOver, Recap, nextHere } from "./banners.js";
import { BottomBar, StatusBar } from "./bars.js";
import { GuestRow, Market } from "./market.js";
import { DraggedDie, hide, letterOf, pickFace, press, show } from "./state.js";
import { Tavern } from "./tavern.js";
import { Overlays } from "./windows.js";

/** Keys of the table: dice, spaces, undo, log, help. */
function useTableKeys() {
  /** @type {import("../core/keys.js").Keys} */
  const keys = {
    Escape: () => void (hand.value = null),
    u: () => void undo(),
    l: () => show({ kind: "log" }),
    x: () => void useAll(),
    "?": () => show({ kind: "keys" }),
    g: () => me.value !== null && me.value.book.length > 0 && show({ kind: "book", seat: seat.value ?? 1 }),
  };
  const mine = me.value;
  if (mine !== null && asked.value && (board.value?.phase === "planning" || board.value?.phase === "serving")) {
    for (let face = 1; face <= 6; face += 1) keys[String(face)] = () => pickFace(face);
    for (const { space } of [...mine.tables, ...mine.spaces]) {
      const letter = letterOf(space);
      if (letter !== "") keys[letter] = () => press(space);
    }
  }
  useKeys(keys);
}

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
  useTableKeys();
  useTelling();
  const ready = now !== null && figures.value !== null;
  const View = ready ? phaseView(now, mine) : null;
  return html`<main class="tv-stage">
    <h1 class="unseen">${t("table.h1")}</h1>
    <${StatusBar} />
    ${!ready ? html`<div class="tv-loading"><p class="waiting"><span class="lantern"></span>${t("table.loading")}</p></div>` : View !== null ? html`<div class="tv-phase"><${View} decision=${mine} /></div>` : html`<${Board} />`}
    <${BottomBar} middle=${View !== null ? html`<${PhaseBar} />` : null} />
    <${Banners} />
    <${Flights} />
    <${DraggedDie} />
    <${Overlays} />
  </main>`;
}

/** The table: on a wide screen, on a phone, behind the door, or when all is over. */
export function TableScreen() {
  const next = nextHere();
  const over = ending.value !== null;
  useEffect(() => {
    if (over) hide();
  }, [over]);
  if (over) return html`<${EndScreen} />`;
  if (next !== null) return html`<${HandOver} seat=${next} key=${next} />`;
  return wide.value ? html`<${Desk} />` : html`<${PhoneTable} />`;
}
