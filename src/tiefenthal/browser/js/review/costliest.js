// The three costliest decisions of a seat: what was played, what was better, why, and the ways back to it.
import { html, useState } from "../../vendor/preact.js";
import { post } from "../core/api.js";
import { t } from "../core/i18n.js";
import { announce, go } from "../core/page.js";
import { seatBoth, seatName } from "../core/words.js";
import { asMe } from "../start/plan.js";
import { Note, problemWords } from "../start/states.js";
import { Mark, Sign } from "../ui/pieces.js";

/** @typedef {import("./state.js").Reviewed} Reviewed */
/** @typedef {import("./state.js").CostlyDecision} CostlyDecision */

/** @param {{review: Reviewed, id: string, seat: number, onSeat: (seat: number) => void, onShow: (one: CostlyDecision) => void, thinking: boolean}} props */
export function Costliest({ review, id, seat, onSeat, onShow, thinking }) {
  const shown = review.seats[seat - 1];
  return html`<section class="rv-card rv-costliest">
    <div class="rv-head">
      <h2>${t("rv.costliest")}</h2>
      <div class="segments" role="group" aria-label=${t("rv.whose")}>
        ${review.seats.map(
          (
            one,
          ) => html`<button type="button" key=${one.seat} aria-pressed=${seat === one.seat} onClick=${() => onSeat(one.seat)}>
            <${Mark} seat=${one.seat} /> ${seatBoth(one.seat)}
          </button>`,
        )}
      </div>
    </div>
    ${thinking ? html`<p class="rv-about">${t("rv.costliest.so-far")}</p>` : null}
    ${
      shown.costliest.length === 0
        ? html`<p class="rv-none">${thinking ? t("rv.costliest.none-yet") : t("rv.costliest.none", { who: seatName(seat) })}</p>`
        : html`<ol class="rv-list">
          ${shown.costliest.map((one) => html`<li key=${one.decision.ply}><${Decision} one=${one} id=${id} onShow=${onShow} /></li>`)}
        </ol>`
    }
  </section>`;
}

/** @param {{one: CostlyDecision, id: string, onShow: (one: CostlyDecision) => void}} props */
function Decision({ one, id, onShow }) {
  const [busy, setBusy] = useState(false);
  const [wrong, tell] = useState("");
  const { decision } = one;
  const phase = t(`rv.of.${decision.phase.replace(" ", "-")}`);
  const title = decision.round === 0 ? phase : t("rv.when", { n: decision.round, phase });
  const tryIt = async () => {
    if (busy) return;
    setBusy(true);
    tell("");
    announce(t("rv.try.opening"));
    try {
      const body = { ply: decision.ply, seat: decision.seat };
      go(`/table/${(await asMe(() => post(`/api/reviews/${id}/tables`, body))).id}`);
    } catch (error) {
      tell(problemWords(error));
      setBusy(false);
    }
  };
  return html`<article class="rv-decision" aria-label=${title} data-ply=${decision.ply}>
    <header>
      <span class=${`rv-grade ${decision.grade}`}>${t(`rv.grade.${decision.grade}`)}</span>
      <h3>${title}</h3>
      <p class="rv-price">
        <b>−${t("rv.points", { n: decision.cost })}</b>
      </p>
    </header>
    <div class="rv-both">
      <div class="rv-played">
        <h4><${Sign} name="close" /> ${t("rv.played")}</h4>
        <ul>${one.played.map((words, i) => html`<li key=${i}>${words}</li>`)}</ul>
      </div>
      <div class="rv-better">
        <h4><${Sign} name="check" /> ${t("rv.better")}</h4>
        <ul>${one.better.map((words, i) => html`<li key=${i}>${words}</li>`)}</ul>
      </div>
    </div>
    ${one.reasons.map((words, i) => html`<p key=${i} class="rv-reason">${words}</p>`)}
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    <footer>
      <button type="button" class="btn small" data-review="show" onClick=${() => onShow(one)}>
        <${Sign} name="eye" /> ${t("rv.show")}
      </button>
      <button type="button" class="btn small gold" data-review="try" aria-busy=${busy} onClick=${tryIt}>
        <${Sign} name="play" /> ${t("rv.try")}
      </button>
    </footer>
  </article>`;
}
