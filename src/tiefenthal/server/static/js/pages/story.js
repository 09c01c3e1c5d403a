// The story of a game: points after each evening, or how far ahead of the average each was. Drawn, and as a table.
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { seatLabel, seatName } from "../core/words.js";
import { Icon, MARKS, Mark } from "../ui/pieces.js";

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** What is worth pointing at: the last change of the lead, and the evening that changed most. @param {number[][]} evenings */
function moments(evenings) {
  /** @type {{evening: number, seat: number, title: string, text: string, icon: string}[]} */
  const found = [];
  const leader = (/** @type {number[]} */ points) => (points.filter((one) => one === Math.max(...points)).length === 1 ? points.indexOf(Math.max(...points)) + 1 : 0);
  let best = { evening: 0, seat: 0, gain: 0 };
  let change = { evening: 0, seat: 0 };
  let ahead = 0;
  for (let i = 1; i < evenings.length; i += 1) {
    const gains = evenings[i].map((one, seat) => one - evenings[i - 1][seat]);
    gains.forEach((gain, seat) => {
      const over = gain - mean(gains);
      if (over > best.gain) best = { evening: i, seat: seat + 1, gain: over };
    });
    const now = leader(evenings[i]);
    if (now !== 0 && now !== ahead) {
      if (ahead !== 0) change = { evening: i, seat: now };
      ahead = now;
    }
  }
  if (best.evening > 0) {
    const gain = evenings[best.evening][best.seat - 1] - evenings[best.evening - 1][best.seat - 1];
    found.push({ evening: best.evening, seat: best.seat, icon: "crown", title: t("pages.story.best", { who: seatName(best.seat) }), text: t("pages.story.best-how", { n: gain }) });
  }
  if (change.evening > 0 && (change.evening !== best.evening || change.seat !== best.seat))
    found.push({ evening: change.evening, seat: change.seat, icon: "upgrade", title: t("pages.story.passes", { who: seatName(change.seat) }), text: t("pages.story.passes-how", { n: change.evening }) });
  return found;
}

/** @param {{evenings: number[][], wide: boolean}} props */
export function Story({ evenings, wide }) {
  const [kind, setKind] = useState(/** @type {"points" | "lead"} */ ("lead"));
  const count = evenings.length - 1;
  if (count < 1) return html`<section class="end-card end-story" aria-busy="true"><h2>${t("pages.story.title")}</h2><p>${t("pages.loading")}</p></section>`;
  const seats = evenings[0].map((_, i) => i + 1);
  return html`<section class="end-card end-story">
    <div class="end-story-head">
      <h2>${t("pages.story.title")}</h2>
      <div class="segments" role="group" aria-label=${t("pages.story.kind")}>
        ${/** @type {const} */ (["points", "lead"]).map((one) => html`<button type="button" key=${one} aria-pressed=${kind === one} onClick=${() => setKind(one)}>${t(`pages.story.${one}`)}</button>`)}
      </div>
    </div>
    <${Chart} evenings=${evenings} kind=${kind} wide=${wide} />
    <div class="story-scroll" tabindex=${wide ? undefined : "0"} role=${wide ? undefined : "group"} aria-label=${wide ? undefined : t("pages.story.table")}>
      <table class="story-table">
        <caption class="unseen">${t("pages.story.table")}</caption>
        <thead><tr><th scope="col">${t("pages.story.after")}</th>${evenings.slice(1).map((_, i) => html`<th scope="col" key=${i}><b>${i + 1}</b></th>`)}</tr></thead>
        <tbody>
          ${seats.map(
            (seat) => html`<tr key=${seat}><th scope="row"><${Mark} seat=${seat} /> <span>${seatLabel(seat)}</span></th>
              ${evenings.slice(1).map((points, i) => html`<td key=${i} class=${points[seat - 1] === Math.max(...points) ? "most" : ""}>${points[seat - 1]}</td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** A box that speaks of a point, put where it hides the least of the lines.
 * @param {{x: number, y: number}} at @param {{x: number, y: number}[]} drawn @param {{width: number, height: number, left: number, right: number}} field */
function beside(at, drawn, field) {
  const [wide, high] = [196, 42];
  let best = { x: at.x, y: 0, cost: Infinity, hidden: 0 };
  for (const dx of [0, -70, 70, -130, 130])
    for (const y of [high / 2, field.height - high / 2 - 2, at.y - 48, at.y + 48]) {
      const x = Math.max(field.left + wide / 2, Math.min(at.x + dx, field.width - field.right - wide / 2));
      if (y < high / 2 - 4 || y > field.height - high / 2) continue;
      const hidden = drawn.filter((one) => Math.abs(one.x - x) < wide / 2 + 6 && Math.abs(one.y - y) < high / 2 + 6).length;
      const cost = hidden * 25 + Math.hypot(x - at.x, y - at.y);
      if (cost < best.cost) best = { x, y, cost, hidden };
    }
  return best;
}

/** The lines. The table below says the same, so they are not read out. @param {{evenings: number[][], kind: "points" | "lead", wide: boolean}} props */
function Chart({ evenings, kind, wide }) {
  const count = evenings.length - 1;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [[width, height], setSize] = useState(wide ? [830, 150] : [330, 170]);
  // Drawn at the size it has, in tenths of a rem, so that the columns stand over those of the table.
  useLayoutEffect(() => {
    if (box.current === null || !wide) return void setSize([330, 170]);
    const watch = new ResizeObserver(([entry]) => {
      const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 10;
      setSize([Math.max(300, entry.contentRect.width / unit), Math.max(60, entry.contentRect.height / unit)]);
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [wide]);
  const left = wide ? width * 0.1398 : 44;
  const right = wide ? width * 0.1253 : 14;
  const column = (width - left - right) / count;
  const x = (/** @type {number} */ i) => (i === 0 ? left : left + column * (i - 0.5));
  const values = evenings.map((points) => points.map((one) => (kind === "points" ? one : one - mean(points))));
  const all = values.flat();
  const low = kind === "points" ? 0 : Math.min(-5, ...all);
  const high = Math.max(5, ...all);
  const top = 14;
  const y = (/** @type {number} */ value) => top + ((high - value) / (high - low)) * (height - top - 14);
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((one) => (high - low) / one <= height / 34) ?? 200;
  const ticks = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) ticks.push(at);
  const label = (/** @type {number} */ at) =>
    kind === "points" ? t("pages.story.number", { n: at }) : at === 0 ? (wide ? t("pages.story.average") : "0") : wide ? t(at > 0 ? "pages.story.ahead" : "pages.story.behind", { n: Math.abs(at) }) : `${at > 0 ? "+" : "−"}${Math.abs(at)}`;
  const seats = evenings[0].map((_, i) => i + 1);
  // Names at the end of the lines, moved apart where they would touch.
  const ends = seats.map((seat) => ({ seat, y: y(values[count][seat - 1]) })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < ends.length; i += 1) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 17);
  const over = Math.max(0, (ends.at(-1)?.y ?? 0) - (height - 8));
  ends.forEach((one) => (one.y -= over));
  // Points along the lines, for finding room beside them.
  const drawn = seats.flatMap((seat) => values.slice(1).flatMap((points, i) => [0, 0.25, 0.5, 0.75, 1].map((part) => ({ x: x(i) + (x(i + 1) - x(i)) * part, y: y(values[i][seat - 1] + (points[seat - 1] - values[i][seat - 1]) * part) }))));
  /** @type {{x: number, y: number}[]} */
  const taken = [];
  const told = !wide ? [] : moments(evenings).flatMap((one) => {
    const at = { x: x(one.evening), y: y(values[one.evening][one.seat - 1]) };
    const put = beside(at, [...drawn, ...taken], { width, height, left, right });
    if (put.hidden > 3) return []; // no room: the lines matter more
    for (let k = -4; k <= 4; k += 1) taken.push({ x: put.x + k * 24, y: put.y }, { x: put.x + k * 24, y: put.y }, { x: put.x + k * 24, y: put.y });
    return [{ ...one, at, put }];
  });
  return html`<div class="chart" aria-hidden="true" ref=${box}>
    <svg viewBox=${`0 0 ${width} ${height}`} class="chart-lines">
      ${evenings.slice(1).map((_, i) => html`<path key=${`v${i}`} class="chart-grid" d=${`M${x(i + 1)} ${top - 6}V${height - 6}`} />`)}
      ${ticks.map((at) => html`<g key=${at}><path class=${at === 0 ? "chart-zero" : "chart-grid"} d=${`M${left - 4} ${y(at)}H${width - right}`} /><text class="chart-tick" x=${left - 10} y=${y(at) + 4.5}>${label(at)}</text></g>`)}
      ${told.map((one) => html`<path key=${one.icon} class="chart-leader" d=${`M${one.at.x} ${one.at.y}L${one.put.x} ${one.put.y}`} />`)}
      ${seats.map((seat) => {
        const d = values.map((points, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(points[seat - 1]).toFixed(1)}`).join("");
        return html`<g key=${seat}><path class="chart-edge" d=${d} /><path class=${`chart-line line-${seat}`} d=${d} /></g>`;
      })}
      ${seats.map((seat) => values.slice(1).map((points, i) => html`<use key=${`${seat}-${i}`} href=${`#m-${MARKS[seat - 1]}`} class=${`mark-${seat}`} x=${x(i + 1) - 6.5} y=${y(points[seat - 1]) - 6.5} width="13" height="13" />`))}
      ${wide && ends.map(({ seat, y: at }) => html`<text key=${seat} class="chart-name" x=${width - right + 10} y=${at + 5}>${shorten(seatLabel(seat))}</text>`)}
    </svg>
    ${told.map((one) => html`<p key=${one.icon} class="chart-moment" style=${{ left: `${(100 * one.put.x) / width}%`, top: `${(100 * one.put.y) / height}%` }}>
      <${Icon} name=${one.icon} /> <span><b>${one.title}</b><small>${one.text}</small></span></p>`)}
  </div>`;
}

/** @param {string} name */
const shorten = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);
