// Skill and luck of each seat, told apart; every decision by its grade; and how well each phase was played.
import { html } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { seatBoth, seatName } from "../core/words.js";
import { Drawing, Icon, Mark, seatFace } from "../ui/pieces.js";

/** @typedef {import("./state.js").Reviewed} Reviewed */
/** @typedef {import("./state.js").ReviewedSeat} ReviewedSeat */

/** "+9", "−3". @param {number} n */
export const signed = (n) => {
  const whole = Math.round(n);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
};
/** Sums of tenths are tenths again. @param {number} n */
const exact = (n) => Number(n.toFixed(1));
/** What was lost: "−3.4", "0". @param {number} cost */
const lost = (cost) => (cost > 0 ? `−${t("pages.story.number", { n: exact(cost) })}` : "0");

/** A ring that is as full as the decisions were good. @param {{value: number}} props */
function Ring({ value }) {
  const around = 2 * Math.PI * 42;
  return html`<svg class="rv-ring" viewBox="0 0 100 100" aria-hidden="true">
    <circle class="rv-ring-ground" cx="50" cy="50" r="42" />
    ${value > 0 ? html`<circle class="rv-ring-full" cx="50" cy="50" r="42" stroke-dasharray=${`${(around * value) / 100} ${around}`} />` : null}
  </svg>`;
}

/** A bar from the middle: to the right what luck gave, to the left what it took. @param {{n: number, most: number}} props */
const Swing = ({ n, most }) =>
  html`<span class="rv-swing" aria-hidden="true">
    <i class=${n < 0 ? "took" : "gave"} style=${{ width: `${(50 * Math.min(1, Math.abs(n) / most)).toFixed(1)}%` }}></i>
  </span>`;

/** @param {{review: Reviewed, thinking: boolean}} props */
export function Skill({ review, thinking }) {
  const luck = (/** @type {number} */ seat, /** @type {"cards" | "dice"} */ kind) =>
    review.luck.filter((one) => one.seat === seat).reduce((sum, one) => sum + one[kind], 0);
  const most = Math.max(
    10,
    ...review.seats.flatMap(({ seat }) => [luck(seat, "cards"), luck(seat, "dice")].map(Math.abs)),
  );
  return html`<section class="rv-card rv-skill" aria-busy=${thinking ? "true" : undefined}>
    <h2>${t("rv.skill")}</h2>
    <p class="rv-about">${t("rv.skill.about")}</p>
    <ul class=${`rv-seats n${review.seats.length}`}>
      ${review.seats.map((one) => {
        const all = one.accuracy.find((each) => each.of === "all");
        const known = all !== undefined && all.decisions > 0;
        const hints = review.hints?.[one.seat - 1] ?? 0;
        return html`<li key=${one.seat} class=${review.winners.includes(one.seat) ? "won" : ""}>
          <div class="rv-who">
            <i class="rv-face"><${Drawing} name=${seatFace(one.seat)} /></i>
            <p>
              <b><${Mark} seat=${one.seat} /> ${seatBoth(one.seat)}</b>
              <span>${t("rv.score", { n: one.score })}${review.winners.includes(one.seat) ? html` <${Icon} name="crown" label=${t("rv.won")} />` : null}</span>
              ${hints > 0 ? html`<span class="rv-hinted"><${Icon} name="candle" /> ${t("hint.used", { n: hints })}</span>` : null}
            </p>
            <div class="rv-accuracy">
              <${Ring} value=${known ? all.accuracy : 0} />
              <p><b>${known ? Math.round(all.accuracy) : "…"}</b><small>${t("rv.accuracy")}</small></p>
            </div>
          </div>
          <dl class="rv-luck">
            <div><dt>${t("rv.given-away")}</dt><dd class="rv-cost">${known ? t("rv.points", { n: exact(one.cost) }) : "…"}</dd></div>
            <div>
              <dt>${t("rv.luck.cards")}</dt>
              <dd><${Swing} n=${luck(one.seat, "cards")} most=${most} /> <b>${known ? signed(luck(one.seat, "cards")) : "…"}</b></dd>
            </div>
            <div>
              <dt>${t("rv.luck.dice")}</dt>
              <dd><${Swing} n=${luck(one.seat, "dice")} most=${most} /> <b>${known ? signed(luck(one.seat, "dice")) : "…"}</b></dd>
            </div>
          </dl>
        </li>`;
      })}
    </ul>
  </section>`;
}

export const GRADES = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "blunder"]);

/** Every decision as a dot, by seat and evening. @param {{review: Reviewed}} props */
export function Decisions({ review }) {
  const rounds = Array.from({ length: review.rounds + 1 }, (_, i) => i).filter(
    (round) => round > 0 || review.decisions.some((one) => one.round === 0),
  );
  return html`<section class="rv-card rv-decisions">
    <h2>${t("rv.decisions")}</h2>
    <p class="rv-about">${t("rv.decisions.about")}</p>
    <ul class="rv-legend">
      ${GRADES.map((grade) => html`<li key=${grade}><i class=${`rv-dot ${grade}`} aria-hidden="true"></i> ${t(`rv.grade.${grade}`)}</li>`)}
    </ul>
    <div class="rv-scroll" tabindex="0" role="group" aria-label=${t("rv.decisions")}>
      <table class="rv-table rv-dots">
        <thead>
          <tr>
            <th scope="col">${t("rv.evening")}</th>
            ${rounds.map((round) => html`<th scope="col" key=${round}>${round === 0 ? t("rv.start") : round}</th>`)}
            <th scope="col">${t("rv.of.all")}</th>
          </tr>
        </thead>
        <tbody>
          ${review.seats.map(
            ({ seat, cost: all }) => html`<tr key=${seat}>
            <th scope="row"><${Mark} seat=${seat} /> ${seatName(seat)}</th>
            ${rounds.map((round) => {
              const made = review.decisions.filter((one) => one.seat === seat && one.round === round);
              const cost = exact(made.reduce((sum, one) => sum + one.cost, 0));
              return html`<td key=${round}>
                ${
                  made.length === 0
                    ? null
                    : html`<span class="rv-dot-row" aria-hidden="true">
                  ${made.map((one) => html`<i key=${one.ply} class=${`rv-dot ${one.grade}`} title=${`${t(`rv.of.${one.phase.replace(" ", "-")}`)}: ${t(`rv.grade.${one.grade}`)}${one.cost > 0 ? ` (${t("rv.points", { n: exact(one.cost) })})` : ""}`}></i>`)}
                </span>
                <span class="unseen">${t("rv.cell", { n: made.length, points: t("rv.points", { n: cost }) })}</span>
                ${cost > 0 ? html`<small class="rv-lost" aria-hidden="true">${lost(cost)}</small>` : null}`
                }
              </td>`;
            })}
            <td class="rv-sum">${lost(all)}</td>
          </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Where the points were lost: by phase, and by part of the game. @param {{review: Reviewed}} props */
export function Phases({ review }) {
  const kinds = [...new Set(review.seats.flatMap((one) => one.accuracy.map((each) => each.of)))].filter(
    (kind) => kind !== "all",
  );
  const of = (/** @type {ReviewedSeat} */ one, /** @type {string} */ kind) =>
    one.accuracy.find((each) => each.of === kind);
  const most = Math.max(1, ...review.seats.flatMap((one) => kinds.map((kind) => of(one, kind)?.cost ?? 0)));
  const row = (/** @type {string} */ kind, /** @type {string} */ name) => html`<tr key=${kind} class=${name}>
    <th scope="row">${t(`rv.of.${kind.replace(" ", "-")}`)}</th>
    ${review.seats.map((one) => {
      const found = of(one, kind);
      return html`<td key=${one.seat}>
        ${
          found === undefined
            ? "–"
            : html`<span class="rv-level" aria-hidden="true">${kind === "all" ? null : html`<i style=${{ width: `${(100 * found.cost) / most}%` }}></i>`}</span>
        <b>${lost(found.cost)}</b>`
        }
      </td>`;
    })}
  </tr>`;
  return html`<section class="rv-card rv-phases">
    <h2>${t("rv.phases")}</h2>
    <div class="rv-scroll" tabindex="0" role="group" aria-label=${t("rv.phases")}>
      <table class="rv-table">
        <thead>
          <tr>
            <td></td>
            ${review.seats.map(({ seat }) => html`<th scope="col" key=${seat}><${Mark} seat=${seat} /> ${seatName(seat)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${kinds.map((kind) => row(kind, kind === "opening" ? "rv-parting" : ""))}
          ${row("all", "rv-parting")}
        </tbody>
      </table>
    </div>
  </section>`;
}
