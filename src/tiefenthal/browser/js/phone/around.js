// Everything around my tavern. The other inns: the turn order, the state of each tonight, and on demand a whole inn.
// The tracks: the rounds, the path to the monastery in three bends, the reputation ring, the guest book.
import { html, useMemo } from "../../vendor/preact.js";
import { cellAbout, eveningAbout, rowAbout, schnappsAbout, stepAbout } from "../core/about.js";
import { board, figures, me, seat } from "../core/game.js";
import { t } from "../core/i18n.js";
import { bookRows, diceAt, turnOrder, waitsFor } from "../core/turn.js";
import {
  areaName,
  areaText,
  bonusName,
  bonusWords,
  cardNames,
  cardText,
  gainWords,
  seatLabel,
  seatName,
} from "../core/words.js";
import { doingNow, placeAbout, storeAbout, theirDie } from "../table/around.js";
import { show as open_ } from "../table/state.js";
import { Told, tip } from "../ui/explain.js";
import { Die, Drawing, Face, Icon, Mark, MARKS, Sign } from "../ui/pieces.js";
import { SeatSign } from "../ui/seat-sign.js";
import { iconOf, sentences } from "../ui/signs.js";
import { AreasHalf, Picture } from "./areas.js";
import { Ring } from "./ring.js";
import { TablesHalf } from "./tables.js";
import { visited } from "./state.js";

// --- the others

/** An inn's stores in a row. @param {{inn: SeatOn, of: number}} props */
function Stores({ inn, of }) {
  const now = board.value;
  const all = figures.value;
  if (now === null || all === null) return null;
  const store = (/** @type {string} */ what, /** @type {number} */ n) => () =>
    storeAbout(of, inn, { icon: "", what, n });
  /** @type {[string, number, () => import("../core/about.js").About][]} */
  const rows = [
    ["thaler", inn.thalers, store("thalers", inn.thalers)],
    ["beer", inn.beer, store("beer", inn.beer)],
    ...(inn.keeps_schnapps > 0
      ? [
          /** @type {[string, number, () => import("../core/about.js").About]} */ ([
            "schnapps",
            inn.schnapps,
            store("schnapps", inn.schnapps),
          ]),
        ]
      : []),
    ["monastery", inn.monastery, () => stepAbout(now, all, inn.monastery)],
    ["counter", inn.counter_guests, store("counter", inn.counter_guests)],
    ["points", inn.points, store("points", inn.points)],
  ];
  return html`<ul class="phone-opponent-stores">
    ${rows.map(([icon, n, about]) => html`<li key=${icon}><${Told} about=${about}><${Icon} name=${icon} /><b>${n}</b><//></li>`)}
  </ul>`;
}

/** One inn as a panel. @param {{of: number}} props */
function Inn({ of }) {
  const inn = board.value?.seats[of - 1];
  if (inn === undefined) return null;
  const gain = Object.fromEntries(Object.entries(inn.plan).filter(([, n]) => n > 0));
  const loose = inn.dice.filter((die) => die.at === "tray");
  const built = inn.areas.filter((one) => one.upgraded);
  return html`<section class=${`phone-opponent seat-${of}${waitsFor(of) ? " now" : ""}`} aria-label=${seatName(of)}>
    <header>
      <${Mark} seat=${of} />
      <h2>${seatName(of)}</h2>
      <${SeatSign} seat=${of} />
      <span>${board.value === null ? "" : doingNow(board.value, of)}</span>
    </header>
    <ul class="phone-opponent-tables" aria-label=${t("phone.tables")}>
      ${inn.tables.map((one) => {
        const die = diceAt(inn, one.space)[0];
        const now = board.value;
        return html`<li key=${one.space} class=${one.state}>
          <${Told} about=${() => (now === null ? { title: "" } : placeAbout(now, of, one))}>
            ${one.card === null ? html`<i></i>` : html`<${Face} class="wall" card=${one.card} />`}
          <//>
          ${die ? html`<${Told} about=${() => theirDie(of, die)}><${Die} face=${die.face} seat=${die.own ? of : null} /><//>` : null}
          ${one.nobles > 1 ? html`<b class="times">×${one.nobles}</b>` : null}
        </li>`;
      })}
    </ul>
    <div class="phone-opponent-rows">
      ${
        Object.keys(inn.staff).length > 0
          ? html`<div>
            <h3>${t("phone.staff")}</h3>
            <ul class="phone-opponent-staff">
              ${Object.entries(inn.staff).map(
                ([card, n]) => html`<li key=${card}>
                <${Told} about=${() => ({ title: cardNames(card, n), text: cardText(card) })}>
                  <${Face} class="wall" card=${card} />
                  ${n > 1 ? html`<b>${n}</b>` : null}
                <//>
              </li>`,
              )}
            </ul>
          </div>`
          : null
      }
      ${
        loose.length > 0
          ? html`<div>
            <h3>${t("phone.dice")}</h3>
            <span class="phone-loose">
              ${loose.map(
                (die, i) => html`<${Told} key=${i} about=${() => theirDie(of, die)}>
                <${Die} face=${die.face} seat=${die.own ? of : null} />
              <//>`,
              )}
            </span>
          </div>`
          : null
      }
      ${
        built.length > 0
          ? html`<div>
            <h3>${t("phone.built")}</h3>
            <ul class="phone-built">
              ${built.map(
                (one) => html`<li key=${one.area}>
              <${Told}
                about=${() => ({ title: t("about.upgraded", { area: areaName(one.area) }), text: areaText(one.area, true) })}>
                <${Picture} area=${one.area} />
              <//>
            </li>`,
              )}
            </ul>
          </div>`
          : null
      }
    </div>
    ${Object.keys(gain).length > 0 ? html`<p class="phone-will">${t("phone.will", { gain: gainWords(gain) })}</p>` : null}
    <${Stores} inn=${inn} of=${of} />
    <button type="button" class="phone-visit" onClick=${() => (visited.value = of)}>
      ${t("phone.visit", { name: seatName(of) })}
      <${Sign} name="right" />
    </button>
  </section>`;
}

/** A whole inn of somebody else. @param {{of: number}} props */
function Visit({ of }) {
  const inn = board.value?.seats[of - 1];
  if (inn === undefined) return null;
  return html`<div class="phone-visiting">
    <header class="phone-visit-head">
      <button type="button" class="phone-visit-back" aria-label=${t("phone.visit.back")}
        onClick=${() => (visited.value = null)}><${Sign} name="left" /></button>
      <${Mark} seat=${of} />
      <h2>${seatName(of)}</h2>
      <button type="button" class="phone-visit-pile" onClick=${() => open_({ kind: "piles", seat: of })}>
        <${Icon} name="deck" />
        ${t("phone.piles.short")}
      </button>
      <button type="button" class="phone-visit-pile" onClick=${() => open_({ kind: "points", seat: of })}>
        <${Icon} name="points" />
        ${inn.points}
      </button>
    </header>
    <${TablesHalf} inn=${inn} of=${of} mine=${false} />
    <${AreasHalf} inn=${inn} of=${of} mine=${false} />
    <${Book} inn=${inn} />
  </div>`;
}

/** The tab of the others. */
export function OthersTab() {
  const now = board.value;
  if (now === null) return null;
  if (visited.value !== null) return html`<${Visit} of=${visited.value} />`;
  const all = board.value === null ? [] : turnOrder(board.value);
  return html`<div class="phone-others">
    <ol class="phone-order" aria-label=${t("phone.order")}>
      ${all.map(
        (of) => html`<li key=${of} class=${waitsFor(of) ? "now" : ""}>
        <${Mark} seat=${of} />
        <span>${seatLabel(of)}</span>
        ${
          of === now.start_player
            ? html`<${Told} about=${() => ({ title: t("phone.start"), text: t("about.start") })}>
          <${Drawing} name="i-mug" class="ic" />
        <//>`
            : null
        }
      </li>`,
      )}
    </ol>
    ${all.filter((of) => of !== seat.value).map((of) => html`<${Inn} key=${of} of=${of} />`)}
  </div>`;
}

// --- the tracks

const STARS = Array.from({ length: 46 }, (_, i) => ({
  x: (i * 137.5 + 11) % 360,
  y: (i * 61.8 + 5) % 84,
  r: 0.7 + (i % 3) * 0.3,
  o: 0.35 + ((i * 7) % 6) / 11,
}));
/** The position of an evening. @param {number} i @param {number} rounds @returns {[number, number]} */
const evening = (i, rounds) => {
  const bow = (i / Math.max(1, rounds - 1)) * 2 - 1;
  return [26 + (i / Math.max(1, rounds - 1)) * 250, 34 + 20 * bow * bow];
};
/**
 * Where a space of the way lies: eight to a bend, back and forth, from the valley up to the church.
 * @param {number} i
 * @returns {[number, number]}
 */
const step = (i) => {
  const bend = Math.floor(i / 8);
  const along = bend % 2 === 0 ? i % 8 : 7 - (i % 8);
  return [27 + along * 43.7, 226 - bend * 50 - along * 1.6 + 5 * Math.sin(along * 0.9 + bend)];
};

/** Hills, trees and the church, under snow or in summer. @param {{winter: boolean}} props */
function Landscape({ winter }) {
  const [far, mid, near, fold, tree] = winter
    ? ["var(--night-41)", "var(--night-61)", "var(--snow-96)", "var(--snow-87)", "var(--night-36)"]
    : ["var(--night-55)", "var(--moss-65)", "var(--moss-72)", "var(--moss-65)", "var(--moss-53)"];
  return html`
    <rect width="360" height="256" fill=${winter ? "url(#phone-night)" : "url(#phone-dusk)"} />
    ${STARS.map((star) => html`<circle cx=${star.x} cy=${star.y} r=${star.r} fill="var(--parchment-92)" opacity=${star.o} />`)}
    <path d="M0 108 C50 86 90 104 150 90 C220 76 270 92 360 62 V256 H0Z" fill=${far} />
    <path d="M0 122 C60 100 140 118 210 102 C270 92 310 90 360 84 V256 H0Z" fill=${mid} />
    ${[
      [14, 82, 12],
      [30, 88, 9],
      [196, 80, 11],
      [211, 85, 8],
      [258, 76, 9],
    ].map(
      ([x, y, s]) => html`
        <path class="o"
          d=${`M${x} ${y} l${s * 0.7} ${s} h${-s * 0.28} l${s * 0.45} ${s} h${-s * 1.74} l${s * 0.45} ${-s} h${-s * 0.28}z`}
          fill=${tree} />
        ${
          winter
            ? html`<path
              d=${`M${x} ${y} l${s * 0.42} ${s * 0.6} q${-s * 0.2} ${s * 0.16} ${-s * 0.42} ${-s * 0.04} q${-s * 0.2} ${s * 0.2} ${-s * 0.42} ${s * 0.04}z`}
              fill="var(--snow-96)" />`
            : null
        }
      `,
    )}
    <path d="M0 118 C60 108 120 118 190 106 C250 98 300 92 360 96 V256 H0Z" fill=${near} />
    <path d="M0 172 C100 150 220 164 360 146 V158 C220 176 120 164 0 186Z" fill=${fold} />
    <path d="M0 222 C120 202 240 212 360 192 V206 C230 226 120 216 0 236Z" fill=${fold} />
    <g transform="translate(290 50) scale(.92)">
      <path class="o" d="M0 60 V34 H26 V14 L36 0 L46 14 V34 H72 V62 Q36 70 0 60Z" fill=${winter ? "var(--straw-82)" : "var(--parchment-92)"} />
      <path d="M46 14 V34 H72 V62 Q58 66 44 66 V14Z" fill="var(--ink)" opacity=".2" />
      <path class="o" d="M24 15 L36 -2 L48 15Z" fill="var(--brick-47)" />
      <path class="o" d="M-3 35 L4 24 H24 L26 35Z M46 35 L48 24 H68 L75 35Z" fill="var(--brick-47)" />
      ${winter ? html`<path d="M4 24 H24 L24.6 28 H1.4Z M48 24 H68 L70.6 28 H47.4Z M32 3.6 L36 -2 L40 3.6 Q36 6 32 3.6Z" fill="var(--snow-96)" />` : null}
      <path class="l" d="M36 -2 v-9 M32.6 -8 h6.8" stroke="var(--parchment-92)" />
      <g fill="var(--gold-86)" class="o">
        <path d="M8 54 v-7 q3.4 -4 6.8 0 v7z M57 54 v-7 q3.4 -4 6.8 0 v7z" />
        <circle cx="36" cy="24" r="4" />
      </g>
      <path class="o" d="M30 66 V54 q6 -7 12 0 V66Z" fill="var(--wood-34)" />
    </g>
  `;
}

/** @param {{bonus: Bonus, x: number, y: number, size: number}} props */
const Given = ({ bonus, x, y, size }) =>
  html`<use href=${`#i-${iconOf(bonus)}`} x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} class="phone-fine" />`;

/**
 * A space that explains itself.
 * @param {{x: number, y: number, r: number, about: () => import("../core/about.js").About, hooks?: By<string | undefined>, children?: unknown}} props
 */
export function Spot({ x, y, r, about, hooks = {}, children }) {
  const words = about();
  return html`<g class="tv-spot" role="img" tabindex=${hooks["data-here"] === undefined ? "-1" : "0"}
    aria-label=${sentences(`${words.title}.`, words.text, words.note)} ...${hooks} ...${tip(about)}>
    ${children}
    <circle class="tv-spot-ring" cx=${x} cy=${y} r=${r} />
  </g>`;
}

/** Moon and monastery, drawn. */
function Sky() {
  const now = board.value;
  const all = figures.value;
  const winter = all?.winter ?? true;
  const land = useMemo(() => html`<${Landscape} winter=${winter} />`, [winter]);
  if (now === null || all === null) return null;
  const way = `M${all.monastery
    .map((_, i) =>
      step(i)
        .map((n) => n.toFixed(1))
        .join(" "),
    )
    .join(" L")}`;
  /** @type {Map<number, number[]>} */
  const standing = new Map();
  for (const [i, one] of now.seats.entries()) {
    standing.set(one.monastery, [...(standing.get(one.monastery) ?? []), i + 1]);
  }
  return html`<svg class="phone-sky" viewBox="0 0 360 256" role="group" aria-label=${t("phone.tracks.way")} data-group="tracks">
    <defs>
      <linearGradient id="phone-night" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="var(--night-23)" />
        <stop offset=".5" stop-color="var(--night-41)" />
      </linearGradient>
      <linearGradient id="phone-dusk" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="var(--night-32)" />
        <stop offset=".3" stop-color="var(--night-51)" />
        <stop offset=".5" stop-color="var(--parchment-84)" />
      </linearGradient>
      <radialGradient id="phone-glow">
        <stop offset="0" stop-color="var(--parchment-97)" stop-opacity=".75" />
        <stop offset="1" stop-color="var(--parchment-97)" stop-opacity="0" />
      </radialGradient>
    </defs>
    ${land}
    ${Array.from({ length: all.rounds }, (_, i) => {
      const [x, y] = evening(i, all.rounds);
      const gives = all.evenings[i] ?? [];
      const tonight = i + 1 === now.round;
      const drinks = all.schnapps[i] ?? 0;
      const before = evening(Math.max(0, i - 1), all.rounds);
      const [sx, sy] = [(x + before[0]) / 2, (y + before[1]) / 2 - 16];
      return html`<g key=${i} opacity=${i + 1 < now.round ? 0.62 : 1}>
        ${
          drinks > 0 && i > 0
            ? html`<${Spot} x=${sx} y=${sy} r=${11} about=${() => schnappsAbout(all, i)}>
              <use href="#i-schnapps" x=${sx - 8} y=${sy - 8} width="15" height="15" class="phone-fine" />
              ${drinks > 1 ? html`<text x=${sx + 9} y=${sy + 4} class="phone-track-number light" font-size="11">${drinks}</text>` : null}
            <//>`
            : null
        }
        <${Spot} x=${x} y=${y + 3} r=${tonight ? 24 : 20} about=${() => eveningAbout(now, all, i)}
          hooks=${{ "data-evening": String(i + 1), "data-tonight": tonight ? "" : undefined }}>
          ${
            tonight
              ? html`
                <circle cx=${x} cy=${y} r="36" fill="url(#phone-glow)" />
                <circle class="o" cx=${x} cy=${y} r="21" fill="var(--parchment-92)" />
                <text x=${x} y=${gives.length > 0 ? y + 1 : y + 8} class="phone-track-number" font-size="20">${i + 1}</text>
                ${gives.slice(0, 2).map((bonus, k) => html`<${Given} bonus=${bonus} x=${x + (k - (Math.min(2, gives.length) - 1) / 2) * 15} y=${y + 10} size=${14} />`)}
              `
              : html`
              <circle cx=${x} cy=${y} r="15.5" fill=${i + 1 < now.round ? "var(--night-61)" : "var(--snow-78)"} stroke="var(--night-23)"
                stroke-width="1.6" />
              ${gives.slice(0, 2).map(
                (
                  bonus,
                  k,
                ) => html`<${Given} bonus=${bonus} x=${x + (k - (Math.min(2, gives.length) - 1) / 2) * 12} y=${y - 1}
                size=${gives.length > 1 ? 14 : 20} />`,
              )}
              <circle cx=${x} cy=${y + 16} r="7.4" fill="var(--parchment-92)" stroke="var(--night-23)" stroke-width="1" />
              <text x=${x} y=${y + 20.2} class="phone-track-number" font-size="12">${i + 1}</text>
            `
          }
        <//>
      </g>`;
    })}
    <path d=${way} class=${`phone-way${winter ? "" : " summer"}`} />
    ${all.monastery.map((bonus, i) => {
      const [x, y] = step(i);
      const here = me.value?.monastery === i ? "" : undefined;
      const spot = {
        x,
        y,
        r: 18,
        about: () => stepAbout(now, all, i),
        hooks: { "data-step": String(i), "data-here": here },
      };
      if (bonus === null)
        return html`<${Spot} key=${i} ...${spot}>
          <circle class="o" cx=${x} cy=${y} r="11.5" fill=${winter ? "var(--snow-87)" : "var(--parchment-88)"} />
          <text x=${x} y=${y + 4.4} class="phone-track-number" font-size="12.5">${i}</text>
        <//>`;
      return html`<${Spot} key=${i} ...${spot}>
        <rect class="o" x=${x - 15} y=${y - 15} width="30" height="26" rx="8"
          fill=${bonus.what === "noble" ? "var(--royal-39)" : "var(--parchment-95)"} />
        ${
          bonus.count > 1
            ? html`
          <text x=${x - 6} y=${y + 3.6} class="phone-track-number" font-size="15">${bonus.count}</text>
          <${Given} bonus=${bonus} x=${x + 5.5} y=${y - 2} size=${17} />
        `
            : html`<${Given} bonus=${bonus} x=${x} y=${y - 2} size=${21} />`
        }
        <rect x=${x - 9} y=${y + 5.5} width="18" height="12" rx="6" fill="var(--night-36)" />
        <text x=${x} y=${y + 15} class="phone-track-number light" font-size="10.5">${i}</text>
      <//>`;
    })}
    ${[...standing].flatMap(([space, seats]) => {
      const [x, y] = step(space);
      return seats.map(
        (one, k) => html`<g key=${one} class=${`phone-on-path mark-${one}`} aria-hidden="true">
          ${one === seat.value ? html`<circle cx=${x + (k - (seats.length - 1) / 2) * 13} cy=${y - 19} r="15" fill="url(#phone-glow)" />` : null}
          <use href=${`#m-${MARKS[one - 1]}`} x=${x - 9 + (k - (seats.length - 1) / 2) * 13} y=${y - 29} width="18"
            height="18" />
        </g>`,
      );
    })}
  </svg>`;
}

/** Where everyone stands on the way, and what comes next for me. */
function WayWords() {
  const now = board.value;
  const all = figures.value;
  if (now === null || all === null) return null;
  const spaces = all.monastery.length;
  const mine = me.value;
  let ahead = "";
  if (mine !== null)
    for (let i = 1; i <= spaces && ahead === ""; i += 1) {
      const bonus = all.monastery[(mine.monastery + i) % spaces];
      if (bonus) ahead = t("phone.way.next", { n: i, bonus: bonusWords(bonus) });
    }
  return html`<div class="phone-way-words">
    <p>${mine === null ? t("phone.way") : sentences(t("phone.way.me", { n: mine.monastery }), ahead)}</p>
    <ul class="phone-everyone">
      ${now.seats.map((one, i) => html`<li key=${i}><${Mark} seat=${i + 1} /><span class="unseen">${seatLabel(i + 1)}</span> ${one.monastery}</li>`)}
    </ul>
  </div>`;
}

/** The guest book of one inn: columns by beer, rows that bring a noble. @param {{inn: SeatOn}} props */
export function Book({ inn }) {
  const all = figures.value;
  if (all === null || all.book.length === 0) return null;
  const rows = bookRows(all);
  return html`<section class="phone-book">
    <h2>${t("phone.book")}<span>${t("phone.book.row")}</span></h2>
    <table>
      <thead>
        <tr>
          ${all.book_columns.map(
            (column) => html`<th key=${column} scope="col">
            <span tabindex="0"
              ...${tip(() => ({ title: t("phone.book.column", { beer: column }), text: t("table.book.about") }))}>
              ${column.replace("-", "–")}
              <${Icon} name="beer" label=${t("phone.book.column", { beer: column })} />
            </span>
          </th>`,
          )}
          <th scope="col"><span class="unseen">${t("phone.book.noble")}</span></th>
        </tr>
      </thead>
      <tbody data-group="book">
        ${rows.map((row, r) => {
          const done = row.every((_, c) => (inn.book[c] ?? 0) > r);
          return html`<tr key=${r}>
            ${row.map((bonus, c) => {
              const signed = (inn.book[c] ?? 0) > r;
              const next = inn.book[c] === r;
              return html`<td key=${c} class=${signed ? "signed" : next ? "next" : ""}>
              <span class="phone-cell" tabindex="0" ...${tip(() => cellAbout(inn, all, rows, r, c))}>
                ${
                  signed
                    ? html`<span class="seal"><${Icon} name="signature" label=${t("phone.book.signed")} /></span>`
                    : bonus === null
                      ? html`<span class="phone-gives none"><${Icon} name="signature" label=${t("table.book.blank")} /></span>`
                      : html`<span class=${bonus.what === "noble" ? "phone-gives noble" : "phone-gives"}>
                    ${bonus.count > 1 ? bonus.count : null}
                    <${Icon} name=${iconOf(bonus)} label=${bonusName(bonus)} />
                  </span>`
                }
              </span>
            </td>`;
            })}
            <td class=${`phone-row-end${done ? " done" : ""}`}>
              <span class="phone-cell" tabindex="0" ...${tip(() => rowAbout(inn, all.book_columns.length, r))}>
                <${Icon} name="crown" label=${t(done ? "phone.book.done" : "phone.book.noble")} />
              </span>
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;
}

/** The tab of the tracks. */
export function TracksTab() {
  const now = board.value;
  const all = figures.value;
  if (now === null || all === null) return null;
  const mine = me.value ?? now.seats[now.turn - 1];
  return html`<div class="phone-tracks">
    <section aria-label=${t("phone.tracks.way")}><${Sky} /><${WayWords} /></section>
    ${
      all.ring.length > 0
        ? html`<section class="phone-reputation">
          <h2>${t("phone.ring")}<span>${t("phone.ring.rule")}</span></h2>
          <${Ring} way="rows" markers=${now.seats.map((one, i) => ({ seat: i + 1, at: one.reputation }))} />
          <ul class="phone-everyone">
            ${now.seats.map(
              (one, i) => html`<li key=${i}>
              <${Mark} seat=${i + 1} />
              <span>${t("phone.ring.points", { name: seatLabel(i + 1), n: one.sources.reputation ?? 0 })}</span>
            </li>`,
            )}
          </ul>
        </section>`
        : null
    }
    ${mine ? html`<${Book} inn=${mine} />` : null}
  </div>`;
}
