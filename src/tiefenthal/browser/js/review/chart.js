// The chance to win over the evenings, a line for each seat. The table below says the same, so it is not read out.
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { seatName } from "../core/words.js";
import { apart } from "../pages/story.js";
import { MARKS, Mark } from "../ui/pieces.js";

const MARK = 6.5;
const percent = (/** @type {number} */ chance) => Math.round(100 * chance);

/** @param {{review: import("./state.js").Reviewed}} props */
export function Chances({ review }) {
  const { standings } = review;
  const seats = review.seats.map((one) => one.seat);
  return html`<section class="rv-card rv-chances">
    <h2>${t("rv.chances")}</h2>
    <p class="rv-about">${t("rv.chances.about")}</p>
    <${Lines} review=${review} />
    <div class="rv-scroll" tabindex="0" role="group" aria-label=${t("rv.chances.table")}>
      <table class="rv-table">
        <caption class="unseen">${t("rv.chances.table")}</caption>
        <thead>
          <tr>
            <th scope="col">${t("rv.evening")}</th>
            ${standings.map((one) => html`<th scope="col" key=${one.round}>${one.round === 0 ? t("rv.start") : one.round}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${seats.map(
            (seat) => html`<tr key=${seat}>
            <th scope="row"><${Mark} seat=${seat} /> ${seatName(seat)}</th>
            ${standings.map((one) => html`<td key=${one.round} class=${one.chances[seat - 1] === Math.max(...one.chances) ? "most" : ""}>${t("n.percent", { n: percent(one.chances[seat - 1]) })}</td>`)}
          </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** @param {{review: import("./state.js").Reviewed}} props */
function Lines({ review }) {
  const { standings, rounds } = review;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [[width, height], setSize] = useState([640, 240]);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const watch = new ResizeObserver(([entry]) => {
      const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 10;
      setSize([Math.max(280, entry.contentRect.width / unit), Math.max(150, entry.contentRect.height / unit)]);
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const [left, right, top, foot] = [44, width > 500 ? 150 : 84, 14, 30];
  const x = (/** @type {number} */ round) => left + ((width - left - right) * round) / Math.max(1, rounds);
  const y = (/** @type {number} */ chance) => top + (1 - chance) * (height - top - foot);
  const seats = review.seats.map((one) => one.seat);
  const last = standings[standings.length - 1];
  const ends = apart(
    seats.map((seat) => ({ seat, y: y(last.chances[seat - 1]) })),
    height - foot + 16,
  );
  const short = (/** @type {string} */ name, /** @type {number} */ most) =>
    name.length > most ? `${name.slice(0, most - 1)}…` : name;
  return html`<div class="rv-chart" aria-hidden="true" ref=${box}>
    <svg viewBox=${`0 0 ${width} ${height}`}>
      ${[0, 0.25, 0.5, 0.75, 1].map(
        (at) => html`<g key=${at}>
        <path class=${at === 0.5 ? "chart-zero" : "chart-grid"} d=${`M${left} ${y(at)}H${x(rounds)}`} />
        <text class="chart-tick" x=${left - 8} y=${y(at) + 4.5}>${t("n.percent", { n: percent(at) })}</text>
      </g>`,
      )}
      ${Array.from(
        { length: rounds },
        (_, i) => html`<g key=${i}>
        <path class="chart-grid" d=${`M${x(i + 1)} ${top}V${height - foot}`} />
        <text class="rv-round" x=${x(i + 1)} y=${height - 8}>${i + 1}</text>
      </g>`,
      )}
      ${seats.map((seat) => {
        const d = standings
          .map((one, i) => `${i ? "L" : "M"}${x(one.round).toFixed(1)} ${y(one.chances[seat - 1]).toFixed(1)}`)
          .join("");
        return html`<g key=${seat}><path class="chart-edge" d=${d} /><path class=${`chart-line line-${seat}`} d=${d} /></g>`;
      })}
      ${seats.map((seat) =>
        standings.slice(1).map(
          (one) => html`<use key=${`${seat}-${one.round}`} href=${`#m-${MARKS[seat - 1]}`} class=${`mark-${seat}`}
            x=${x(one.round) - MARK} y=${y(one.chances[seat - 1]) - MARK} width=${2 * MARK} height=${2 * MARK} />`,
        ),
      )}
      ${ends.map(
        (one) => html`<text key=${one.seat} class="chart-name" x=${x(last.round) + 14} y=${one.at + 5}>
          ${short(seatName(one.seat), width > 500 ? 12 : 7)}
          <tspan class="chart-final" dx="5">${t("n.percent", { n: percent(last.chances[one.seat - 1]) })}</tspan>
        </text>`,
      )}
    </svg>
  </div>`;
}
