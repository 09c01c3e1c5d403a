// The table. Chooses between the wide table and the phone's, shows the view of the phase and listens to the keys.
import { html, useEffect } from "../../vendor/preact.js";
import { board, ending, figures, seat } from "../core/game.js";
import { t } from "../core/i18n.js";
import { drop } from "../core/interaction.js";
import { wide } from "../core/settings.js";
import { question } from "../core/turn.js";
import { EndScreen } from "../pages/end.js";
import { PhaseBar, phaseView } from "../phases/index.js";
import { PhoneTable } from "../phone/screen.js";
import { watchRolls } from "../ui/dice-roll.js";
import { SoundOffer } from "../ui/sound-offer.js";
import { Strips } from "./around.js";
import { Banners } from "./banners.js";
import { BottomBar, StatusBar } from "./bars.js";
import { Flights } from "./flights.js";
import { Bubble, Dock, Recap, Ribbon, docked, openLog, useFollowing } from "./follow.js";
import { HintCard } from "./hints.js";
import { useTableKeys } from "./keys.js";
import { GuestRow, Market } from "./market.js";
import { watchMoments } from "./moments.js";
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
      ${ribbon ? html`<${Ribbon} />` : null}
      <${BottomBar} middle=${View !== null ? html`<${PhaseBar} />` : null} />
      ${View !== null ? html`<${Bubble} />` : null}
      <${Banners} />
      <${HintCard} />
      <${SoundOffer} />
      <${Flights} />
      <${TurnSign} />
      <${DraggedDie} />
      <${Overlays} />
    </main>
    ${beside ? html`<${Dock} />` : null}
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
