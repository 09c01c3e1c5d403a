// The phases that are neither planning nor serving, and the questions that interrupt the serving.
//
//   phaseView(board, decision)    the component that fills the main area, or null where the table itself is the view
//   phaseButton(board, decision)  what the main button says and plays, or null
//   PhaseBar                      what stands in the bottom bar between the stores and the main button, if anything
//
// `decision` is my open decision, else the first open one, else null. The components read the signals of
// core/game.js; `compact` is for the phone. An option is picked by a first press or by focusing it (`picked`), and
// played by the main button or a second press.
import { html } from "../../vendor/preact.js";
import { board, figures, seat, standingIn } from "../core/game.js";
import { t } from "../core/i18n.js";
import { seatOf, shownSeat } from "../core/turn.js";
import { coloured } from "../ui/dice-roll.js";
import { Die, Icon } from "../ui/pieces.js";
import { Arrival, SendHome, Takings, arrivalButton } from "./arrival.js";
import { Draft, draftButton } from "./draft.js";
import { helpers } from "./prospects.js";
import { EveningView, eveningButton } from "./evening.js";
import {
  Dismiss,
  Juggling,
  Remove,
  Signature,
  StartCards,
  Toast,
  beginningButton,
  questionButton,
} from "./questions.js";

/** @typedef {import("./parts.js").Button} Button */
/** @typedef {(props: {compact?: boolean}) => unknown} View */

/** By the name of the phase. @type {By<{view: View, button: () => Button}>} */
const PHASES = {
  "start cards": { view: StartCards, button: beginningButton },
  evening: { view: EveningView, button: eveningButton },
  arrival: { view: Arrival, button: arrivalButton },
  draft: { view: Draft, button: draftButton },
  juggling: { view: Juggling, button: questionButton },
};
/** Questions put to me in whatever phase, by their rule. @type {By<{view: View, button: () => Button}>} */
const QUESTIONS = {
  "R-6": { view: Remove, button: questionButton },
  "M3-3": { view: Toast, button: questionButton },
  "M5-4": { view: Signature, button: questionButton },
  "M4-3": { view: Dismiss, button: beginningButton },
};

/** @param {Board} on @param {Question | null} decision */
function found(on, decision) {
  const asked =
    decision !== null && decision.seat === seat.value && standingIn.value === null
      ? QUESTIONS[decision.rule]
      : undefined;
  return asked ?? PHASES[on.phase] ?? null;
}

/**
 * The view of this moment, or null where the table itself is the view.
 * @param {Board} on
 * @param {Question | null} decision
 */
export const phaseView = (on, decision) => found(on, decision)?.view ?? null;

/** The main button in these phases. `offer` is null while nothing is picked or others are awaited; `face` is a die to be
 * shown on it. @param {Board} on @param {Question | null} decision */
export const phaseButton = (on, decision) => found(on, decision)?.button() ?? null;

/**
 * What stands beside the main button: the choice to send everyone home, the dice taken so far, how the choice works.
 */
export function PhaseBar() {
  const number = shownSeat();
  const phase = board.value?.phase;
  const on = seatOf(number);
  if (on === null) return null;
  if (phase === "arrival")
    return html`<div class="ph-bar"><${Takings} on=${on} /><${SendHome} on=${on} class="wide" /></div>`;
  if (phase === "draft") {
    const white = on.dice.filter((die) => !die.own);
    const own = on.dice.filter((die) => die.own);
    const full = white.length + on.coaster.length;
    const help = helpers(on);
    return html`<div class="ph-bar ph-felt-bar" role="group" aria-label=${t("phases.draft.have")}>
      <span class="ph-dice">
        ${white.map((die, i) => html`<${Die} key=${i} face=${die.face} />`)}
        ${Array.from({ length: full - white.length }, (_, i) => html`<i key=${`e${i}`} aria-hidden="true">${white.length + i + 1}</i>`)}
        ${own.map((die, i) => html`<${Die} key=${`o${i}`} face=${die.face} seat=${number} rolled=${coloured(number, i)} />`)}
      </span>
      ${help === 0 ? null : html`<span class="ph-help"><${Icon} name="plus1" />${t("phases.helpers", { n: help })}</span>`}
      <span class="ph-caption">${number === seat.value ? t("phases.draft.have") : ""}</span>
    </div>`;
  }
  if (phase === "evening")
    return html`<p class="ph-bar ph-say">
      <${Icon} name=${figures.value?.winter ? "moon" : "sun"} />
      <span><b>${t("phases.at-once")}</b> ${t("phases.at-once.then")}</span>
    </p>`;
  return null;
}
