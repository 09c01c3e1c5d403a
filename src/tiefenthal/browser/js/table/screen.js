// The table. Chooses between the wide table and the phone's, shows the view of the phase and listens to the keys; and
// what
// comes and goes over it: a lost connection, a refusal, somebody who asks to take back.
import { html, useEffect } from "../../vendor/preact.js";
import { board, comeBack, connection, ending, figures, refusal, seat, send, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { drop } from "../core/interaction.js";
import { announce } from "../core/page.js";
import { wide } from "../core/settings.js";
import { question } from "../core/turn.js";
import { listed, refusalWords, seatName } from "../core/words.js";
import { EndScreen } from "../pages/end.js";
import { PhaseBar, phaseView } from "../phases/index.js";
import { PhoneTable } from "../phone/screen.js";
import { watchRolls } from "../ui/dice-roll.js";
import { RuleLink } from "../ui/explain.js";
import { Mark, Sign } from "../ui/pieces.js";
import { SoundOffer } from "../ui/sound-offer.js";
import { Strips } from "./around.js";
import { BottomBar, StatusBar } from "./bars.js";
import { Flights } from "./flights.js";
import { Bubble, Dock, Recap, Ribbon, docked, openLog, useFollowing } from "./follow.js";
import { HintCard } from "./hints.js";
import { useTableKeys } from "./keys.js";
import { GuestRow, Market } from "./market.js";
import { watchMoments } from "./moments.js";
import { SeatBanners } from "./seats.js";
import { Door, TurnSign, useNextHere } from "./sharing.js";
import { DraggedDie, hide, pickFace, press } from "./state.js";
import { Tavern } from "./tavern.js";
import { Track } from "./track.js";
import { Overlays } from "./windows.js";

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
    <${Strips} board=${now} figures=${figure}>${now.seats.length < 3 && !docked() ? html`<${Recap} />` : null}<//>
    <${Tavern} board=${now} figures=${figure} seat=${shown} live=${live} sign=${live ? t("table.inn.mine") : undefined} />
    <${Market} board=${now} figures=${figure} seat=${seat.value} live=${live} />
  </div>`;
}

function Desk() {
  const now = board.value;
  const mine = question.value;
  useTableKeys({ press, face: pickFace, drop, log: openLog });
  const ready = now !== null && figures.value !== null;
  const View = ready ? phaseView(now, mine) : null;
  const beside = ready && docked();
  const ribbon = ready && !beside && (View !== null || now.seats.length > 2);
  return html`
    <main class=${`tv-stage${ribbon ? " ribboned" : ""}`}>
      <h1 class="unseen">${t("table.h1")}</h1>
      <${StatusBar} />
      ${!ready ? html`<div class="tv-loading"><p class="waiting"><span class="lantern"></span>${t("table.loading")}</p></div>` : View !== null ? html`<div class="tv-phase"><${View} decision=${mine} /></div>` : html`<${Board} />`}
      ${ribbon ? html`<${Ribbon} captions=${View !== null} />` : null}
      <${BottomBar} middle=${View !== null ? html`<${PhaseBar} />` : null} />
      ${View !== null ? html`<${Bubble} />` : null}
      <${Banners} />
      <${SoundOffer} />
      <${Flights} />
      <${TurnSign} />
      <${DraggedDie} />
      <${Overlays} />
    </main>
    ${beside ? html`<${Dock} captions=${View !== null} />` : null}
  `;
}

/** The table: on a wide screen, on a phone, behind the door, or when all is over. */
export function TableScreen() {
  const next = useNextHere();
  const over = ending.value !== null;
  useEffect(() => {
    if (over) hide();
  }, [over]);
  useFollowing();
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
    if (now === "lost" || now === "elsewhere") announce(t(`table.${now}`), { now: true });
  }, [now]);
  if (now === "open" || now === "none" || (now === "connecting" && update.value === null)) return null;
  if (now === "elsewhere")
    return html`<div class="tv-banner phone-banner lost">
      <${Sign} name="offline" />
      <p><b>${t("table.elsewhere")}</b> ${t("table.elsewhere.text")}</p>
      <button type="button" class="btn small gold" onClick=${comeBack}>${t("table.elsewhere.here")}</button>
    </div>`;
  return html`<div class="tv-banner phone-banner bad lost">
    <${Sign} name="reconnect" />
    <p>
      <b>${t(now === "refused" ? "table.refused" : "table.lost")}</b> ${t(now === "refused" ? "table.refused.text" : "table.lost.text")}
    </p>
  </div>`;
}

/** What the server refused, in a sentence with its rule. */
function Refusal() {
  const now = refusal.value;
  const words = now === null || ["lost", "gone", "lesson"].includes(now.code) ? "" : refusalWords(now);
  useEffect(() => {
    if (words !== "") announce(words, { now: true });
  }, [now]);
  if (now === null || words === "") return null;
  return html`<div class="tv-banner bad">
    <${Sign} name="warning" />
    <p>${words}</p>
    ${now.rule ? html`<${RuleLink} id=${now.rule} />` : null}
    <button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${() => (refusal.value = null)}>
      <${Sign} name="close" />
    </button>
  </div>`;
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
    <p>
      ${own ? t("table.undo.waiting", { names: listed(waiting.map(seatName)) }) : t("table.undo.request", { name: seatName(now.seat) })}
    </p>
    ${
      wanted && !own
        ? html`
      <button type="button" class="btn small gold" data-answer="yes" onClick=${answer(true)}>${t("table.yes")}</button>
      <button type="button" class="btn small" data-answer="no" onClick=${answer(false)}>${t("table.no")}</button>
    `
        : null
    }
    ${
      own && mine.length > 0
        ? html`<button type="button" class="btn small" data-answer="no" onClick=${answer(false)}>
      ${t("table.undo.withdraw")}
    </button>`
        : null
    }
  </div>`;
}

/**
 * The banners, one below the other. `refusals`: whether what the server refused is said here.
 * @param {{refusals?: boolean}} props
 */
export const Banners = ({ refusals = true }) =>
  html`<div class="tv-banners">
    <${Connection} />
    ${refusals ? html`<${Refusal} />` : null}
    <${UndoRequest} />
    <${HintCard} />
    <${SeatBanners} />
  </div>`;
