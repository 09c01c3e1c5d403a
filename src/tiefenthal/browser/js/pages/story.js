// The story of the evenings: points after each evening, or how far ahead of the average each was, as lines and as a
// table.
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { locale, t } from "../core/i18n.js";
import { mySeat, seatLabel, seatName } from "../core/words.js";
import { Icon, MARKS, Mark } from "../ui/pieces.js";

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

/**
 * What is worth pointing at: the last change of the lead, and the evening on which somebody made their most and that put
 * them furthest ahead of the others.
 * @param {number[][]} evenings
 * @param {number} [first] the evening after which the second of them stands
 */
export function moments(evenings, first = 1) {
  /** @type {{evening: number, seat: number, title: string, text: string, icon: string}[]} */
  const found = [];
  const leader = (/** @type {number[]} */ points) =>
    points.filter((one) => one === Math.max(...points)).length === 1 ? points.indexOf(Math.max(...points)) + 1 : 0;
  let best = { evening: 0, seat: 0, gain: 0 };
  let change = { evening: 0, seat: 0 };
  let ahead = leader(evenings[0]);
  if (evenings.length < 3) return found; // the only evening is neither the best nor a change
  const gained = (/** @type {number} */ i) => evenings[i].map((one, seat) => one - evenings[i - 1][seat]);
  const most = evenings[0].map((_, seat) => Math.max(...evenings.slice(1).map((_, i) => gained(i + 1)[seat])));
  for (let i = 1; i < evenings.length; i += 1) {
    const gains = gained(i);
    gains.forEach((gain, seat) => {
      const over = gain - mean(gains);
      if (gain === most[seat] && over > best.gain) best = { evening: i, seat: seat + 1, gain: over };
    });
    const now = leader(evenings[i]);
    if (now !== 0 && now !== ahead) {
      if (ahead !== 0) change = { evening: i, seat: now };
      ahead = now;
    }
  }
  if (best.evening > 0) {
    const gain = evenings[best.evening][best.seat - 1] - evenings[best.evening - 1][best.seat - 1];
    found.push({
      evening: best.evening,
      seat: best.seat,
      icon: "crown",
      title: best.seat === mySeat() ? t("pages.story.best-you") : t("pages.story.best", { who: seatName(best.seat) }),
      text: t("pages.story.best-how", { n: gain }),
    });
  }
  if (change.evening > 0 && (change.evening !== best.evening || change.seat !== best.seat))
    found.push({
      evening: change.evening,
      seat: change.seat,
      icon: "upgrade",
      title:
        change.seat === mySeat()
          ? t("pages.story.passes-you")
          : t("pages.story.passes", { who: seatName(change.seat) }),
      text: t("pages.story.passes-how", { n: change.evening + first - 1 }),
    });
  return found;
}

/** `first` is the evening it begins with. @param {{evenings: number[][], first?: number, wide: boolean}} props */
export function Story({ evenings, first = 1, wide }) {
  const [kind, setKind] = useState(/** @type {"points" | "lead"} */ ("lead"));
  const count = evenings.length - 1;
  if (count < 1)
    return html`<section class="end-card end-story" aria-busy="true">
      <h2>${t("pages.story.title")}</h2>
      <p>${t("pages.loading")}</p>
    </section>`;
  const seats = evenings[0].map((_, i) => i + 1);
  return html`<section class="end-card end-story">
    <div class="end-story-head">
      <h2>${t("pages.story.title")}</h2>
      <div class="segments" role="group" aria-label=${t("pages.story.kind")}>
        ${
          /** @type {const} */ (["points", "lead"]).map(
            (one) => html`<button type="button" key=${one} aria-pressed=${kind === one} onClick=${() => setKind(one)}>
          ${t(`pages.story.${one}`)}
        </button>`,
          )
        }
      </div>
    </div>
    <${Chart} evenings=${evenings} first=${first} kind=${kind} wide=${wide} />
    <div class="story-scroll" tabindex=${wide ? undefined : "0"} role=${wide ? undefined : "group"}
      aria-label=${wide ? undefined : t("pages.story.table")}>
      <table class="story-table">
        <caption class="unseen">${t("pages.story.table")}</caption>
        <thead>
          <tr>
            <th scope="col">${t("pages.story.after")}</th>
            ${evenings.slice(1).map((_, i) => html`<th scope="col" key=${i}><b>${i + first}</b></th>`)}
          </tr>
        </thead>
        <tbody>
          ${seats.map(
            (seat) => html`<tr key=${seat}>
              <th scope="row"><${Mark} seat=${seat} /> <span>${seatLabel(seat)}</span></th>
              ${evenings.slice(1).map((points, i) => html`<td key=${i} class=${points[seat - 1] === Math.max(...points) ? "most" : ""}>${points[seat - 1]}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const MARK = 6.5; // half of a mark on a line
const MOMENT = 44; // how high a box is that speaks of a point
const NEAR = 130; // how far from its point a box may stand

/** @param {Box} one @param {Box} other */
const touch = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** How much of the lines a box would hide, in points along them. @param {Box} box @param {Point[]} along */
const hides = (box, along) =>
  along.filter((at) => at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom).length;

/**
 * Where a box that speaks of a point goes: near it, where it covers no point of any line, no name and no other box, and as
 * little of the lines as can be. Null where there is no such place.
 * @param {Point} at @param {number} width @param {Box[]} kept @param {Point[]} along @param {Box} field @returns {Box | null}
 */
export function beside(at, width, kept, along, field) {
  /** @type {Box | null} */
  let best = null;
  let least = Infinity;
  for (let left = field.left; left + width <= field.right; left += 8)
    for (let top = field.top; top + MOMENT <= field.bottom; top += 6) {
      const box = { left, top, right: left + width, bottom: top + MOMENT };
      if (kept.some((one) => touch(box, one))) continue;
      const away = Math.hypot(Math.max(left - at.x, 0, at.x - box.right), Math.max(top - at.y, 0, at.y - box.bottom));
      if (away > NEAR) continue;
      const cost = away + 0.2 * Math.abs(left + width / 2 - at.x) + 30 * hides(box, along);
      if (cost < least) [best, least] = [box, cost];
    }
  return best !== null && hides(best, along) <= 3 ? best : null;
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/** How wide words are. @param {string} words @param {string} font */
function measured(words, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (ruler === null) return words.length * 8;
  ruler.font = font;
  return ruler.measureText(words).width;
}

/**
 * Names at the ends of the lines, moved apart where they would touch.
 * @param {{seat: number, y: number}[]} ends
 * @param {number} height
 */
export function apart(ends, height) {
  const gap = 17;
  const put = ends.map((one) => ({ ...one, at: one.y })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < put.length; i += 1) put[i].at = Math.max(put[i].at, put[i - 1].at + gap);
  for (let i = put.length - 1, lowest = height - 8; i >= 0; i -= 1, lowest = put[i + 1].at - gap)
    put[i].at = Math.min(put[i].at, lowest);
  return put;
}

/**
 * The lines. The table below says the same, so they are not read out.
 * @param {{evenings: number[][], first: number, kind: "points" | "lead", wide: boolean}} props
 */
function Chart({ evenings, first, kind, wide }) {
  const count = evenings.length - 1;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [[width, height], setSize] = useState(wide ? [830, 190] : [330, 190]);
  // Drawn at the size it has, in tenths of a rem, so that the columns stand over those of the table.
  useLayoutEffect(() => {
    if (box.current === null || !wide) return void setSize([330, 190]);
    const watch = new ResizeObserver(([entry]) => {
      const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 10;
      setSize([Math.max(300, entry.contentRect.width / unit), Math.max(60, entry.contentRect.height / unit)]);
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [wide]);
  const left = wide ? width * 0.1398 : 34;
  const right = wide ? width * 0.1253 : 62;
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
  const seats = evenings[0].map((_, i) => i + 1);
  const last = x(count);
  const ends = apart(
    seats.map((seat) => ({ seat, y: y(values[count][seat - 1]) })),
    height,
  );
  // How far ahead each was at the end stands beside the name.
  const final = (/** @type {number} */ seat) => (kind === "points" ? "" : signed(values[count][seat - 1]));
  const name = (/** @type {number} */ seat) => shorten(seatLabel(seat), wide ? 12 : 6);

  const points = seats.flatMap((seat) => values.slice(1).map((row, i) => ({ x: x(i + 1), y: y(row[seat - 1]) })));
  const along = seats.flatMap((seat) =>
    values
      .slice(1)
      .flatMap((row, i) =>
        Array.from({ length: 8 }, (_, k) =>
          between({ x: x(i), y: y(values[i][seat - 1]) }, { x: x(i + 1), y: y(row[seat - 1]) }, (k + 0.5) / 8),
        ),
      ),
  );
  /** @type {Box[]} */
  const kept = points.map((at) => ({
    left: at.x - MARK - 5,
    top: at.y - MARK - 4,
    right: at.x + MARK + 5,
    bottom: at.y + MARK + 4,
  }));
  for (const one of ends) kept.push({ left: last + 8, top: one.at - 10, right: width, bottom: one.at + 10 });
  const told = !wide
    ? []
    : moments(evenings, first).flatMap((one) => {
        const at = { x: x(one.evening), y: y(values[one.evening][one.seat - 1]) };
        const long =
          54 + Math.max(measured(one.title, "800 14.5px Alegreya"), measured(one.text, "500 13px 'Alegreya Sans'"));
        const put = beside(at, long, kept, along, { left: left + 4, top: 0, right: last + 4, bottom: height });
        if (put === null) return []; // no room: the lines matter more
        kept.push({ left: put.left - 8, top: put.top - 8, right: put.right + 8, bottom: put.bottom + 8 });
        return [{ ...one, at, put }];
      });
  return html`<div class="chart" aria-hidden="true" ref=${box}>
    <svg viewBox=${`0 0 ${width} ${height}`} class="chart-lines">
      ${evenings.slice(1).map((_, i) => html`<path key=${`v${i}`} class="chart-grid" d=${`M${x(i + 1)} ${top - 6}V${height - 6}`} />`)}
      ${ticks.map(
        (at) => html`<g key=${at}>
        <path class=${at === 0 ? "chart-zero" : "chart-grid"} d=${`M${left - 4} ${y(at)}H${last}`} />
        <text class="chart-tick" x=${left - 10} y=${y(at) + 4.5}>${tickWords(at, kind, wide)}</text>
      </g>`,
      )}
      ${told.map(
        (one) => html`<path key=${one.icon} class="chart-leader"
          d=${`M${one.at.x} ${one.at.y}L${within(one.at.x, one.put.left + 12, one.put.right - 12)} ${within(one.at.y, one.put.top, one.put.bottom)}`} />`,
      )}
      ${seats.map((seat) => {
        const d = values.map((row, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(row[seat - 1]).toFixed(1)}`).join("");
        return html`<g key=${seat}><path class="chart-edge" d=${d} /><path class=${`chart-line line-${seat}`} d=${d} /></g>`;
      })}
      ${seats.map((seat) =>
        values.slice(1).map(
          (
            row,
            i,
          ) => html`<use key=${`${seat}-${i}`} href=${`#m-${MARKS[seat - 1]}`} class=${`mark-${seat}`} x=${x(i + 1) - MARK}
            y=${y(row[seat - 1]) - MARK} width=${2 * MARK} height=${2 * MARK} />`,
        ),
      )}
      ${ends.map(
        (one) => html`<g key=${one.seat} data-end=${one.seat}>
          ${Math.abs(one.at - one.y) > 5 && html`<path class=${`chart-tie line-${one.seat}`} d=${`M${last + MARK} ${one.y}L${last + 13} ${one.at}`} />`}
          <text class="chart-name" x=${last + 15} y=${one.at + 5}>
            ${name(one.seat)}
            <tspan class="chart-final" dx="5">${final(one.seat)}</tspan>
          </text>
        </g>`,
      )}
    </svg>
    ${told.map(
      (one) => html`<p key=${one.icon} class="chart-moment"
        style=${{ left: `${(100 * (one.put.left + one.put.right)) / 2 / width}%`, top: `${(100 * (one.put.top + one.put.bottom)) / 2 / height}%`, width: `${(one.put.right - one.put.left) / 10}rem` }}>
        <${Icon} name=${one.icon} /> <span><b>${one.title}</b><small>${one.text}</small></span>
      </p>`,
    )}
  </div>`;
}

/** @param {Point} from @param {Point} to @param {number} part @returns {Point} */
const between = (from, to, part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });

/** @param {number} n @param {number} least @param {number} most */
const within = (n, least, most) => Math.max(least, Math.min(n, most));

/** "+9", "−3". @param {number} n */
const signed = (n) => {
  const shown = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(Math.abs(n));
  return n > 0 ? `+${shown}` : n < 0 ? `−${shown}` : "±0";
};

/** @param {number} at @param {"points" | "lead"} kind @param {boolean} wide */
function tickWords(at, kind, wide) {
  if (kind === "points") return t("pages.story.number", { n: at });
  if (!wide) return at === 0 ? "0" : signed(at);
  return at === 0
    ? t("pages.story.average")
    : t(at > 0 ? "pages.story.ahead" : "pages.story.behind", { n: Math.abs(at) });
}

/** @param {string} name @param {number} most */
const shorten = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);
