// What an evening is worth: best, nearly or not; what it costs, the best one and why, and who else finds it.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { has, locale, t } from "../core/i18n.js";
import { announce } from "../core/page.js";
import { Dialog } from "../ui/dialog.js";
import { Drawing, Sign } from "../ui/pieces.js";

/** @param {number} n */
const points = (n) => ({
  n,
  points: n.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
});

/** The sentence of this name, about a die where that was asked for.
 * @param {import("../types.js").PuzzleInfo} one @param {string} key @param {Values} [values] */
const about = (one, key, values) => {
  const own = `puzzles.${key}.${one.kind}`;
  return t(has(own) ? own : `puzzles.${key}`, values);
};

/** In how many of their tries the levels find it. @param {{one: import("../types.js").PuzzleInfo, found: number[]}} props */
const Finders = ({ one, found }) =>
  html`<section class="puzzle-finders">
    <h3>${about(one, "found")}</h3>
    <ul>
      ${found.map((n, i) => {
        const level = t(`puzzles.grade.${i + 1}`);
        return html`<li key=${i}>
          <span>${level}</span>
          <meter min="0" max="100" value=${n} aria-label=${t("puzzles.found.by", { level, n })}></meter>
          <b aria-hidden="true">${t("n.percent", { n })}</b>
        </li>`;
      })}
    </ul>
  </section>`;

/**
 * @param {{one: import("../types.js").PuzzleInfo, verdict: import("../types.js").PuzzleVerdict, older: boolean, onAgain: () => void, onNext: (() => void) | null, onClose: () => void}} props
 */
export function VerdictWindow({ one, verdict, older, onAgain, onNext, onClose }) {
  const { result } = verdict;
  const missed = result === "nearly" || result === "not";
  // Somebody who missed it may want to try again before the answer is shown.
  const [told, tell] = useState(!missed);
  useEffect(() => tell(!missed), [verdict]);
  const cost = missed ? about(one, "cost", points(verdict.cost)) : "";
  useEffect(() => announce([about(one, result), cost].join(" "), { now: true }), [verdict]);
  const again = html`<button type="button" class=${`btn${missed ? " gold" : ""}`} data-first=${missed ? "" : undefined}
    data-puzzle="retry" onClick=${onAgain}>
    <${Sign} name="again" />
    ${t("puzzles.again")}
  </button>`;
  const next =
    onNext === null
      ? null
      : html`<button type="button" class=${`btn${missed ? "" : " gold"}`} data-first=${missed ? undefined : ""}
        data-puzzle="next" onClick=${onNext}>
        ${t("puzzles.next")}
        <${Sign} name="right" />
      </button>`;
  const show = told
    ? null
    : html`<button type="button" class="btn" data-puzzle="answer" onClick=${() => tell(true)}>
        <${Sign} name="eye" />
        ${t("puzzles.show")}
      </button>`;
  return html`<${Dialog} title=${about(one, result)} onClose=${onClose} wide class=${`puzzle-verdict ${result}`}
    foot=${html`${again}${show}${next}`}>
    <div class="puzzle-verdict-in" data-result=${result}>
      <p class="puzzle-seal" aria-hidden="true">
        <${Drawing} name=${result === "best" ? "i-crown" : result === "shown" ? "u-eye" : "i-mug"} />
      </p>
      <p class="puzzle-says">
        ${missed ? cost : about(one, "margin", points(verdict.margin))}
      </p>
      ${older ? html`<p class="puzzle-older-words">${t("puzzles.older.words")}</p>` : null}
      ${
        told
          ? html`
            <section>
              <h3>${t("puzzles.why")}</h3>
              ${verdict.reasons.map((reason, i) => html`<p key=${i} class="puzzle-reason">${reason}</p>`)}
            </section>
            <section>
              <h3>${about(one, "answer")}</h3>
              <ol class="puzzle-steps">${verdict.answer.map((step, i) => html`<li key=${i}>${step}</li>`)}</ol>
            </section>
            ${
              missed
                ? html`<section>
                  <h3>${t("puzzles.mine")}</h3>
                  <ol class="puzzle-steps mine">${verdict.mine.map((step, i) => html`<li key=${i}>${step}</li>`)}</ol>
                </section>`
                : null
            }
            <${Finders} one=${one} found=${verdict.found} />
          `
          : null
      }
    </div>
  <//>`;
}
