// What lies around my tavern: the other inns as strips, which open on demand; above, the sky over Tiefenthal with the moon
// on its way through the evenings, and the path to the monastery with everyone's marker.
import { html } from "../../vendor/preact.js";
import { seat as mine, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { others, size, waitsFor } from "../core/turn.js";
import { areaName, awaitedWords, bonusWords, cardName, cardNames, gainWords, listed, seatName } from "../core/words.js";
import { Die, Face, Icon, Mark, MARKS, Sign } from "../ui/pieces.js";
import { Scene, counted, iconOf } from "../ui/signs.js";
import { show } from "./state.js";

/** Whether somebody else's screen is gone; who plays at this screen is here. @param {number} seat */
function away(seat) {
  const info = table.value?.seats[seat - 1];
  return table.value?.state === "playing" && info?.kind === "person" && !info.here && !table.value.you.seats.includes(seat);
}

/** Whose turn a seat's serving is, counted from the start player. @param {Board} board @param {number} seat */
const turnOf = (board, seat) => (seat - board.start_player + board.seats.length) % board.seats.length;

/** How it stands with a table: who was not served by now goes without. @param {Board} board @param {number} seat @param {TableOn} place */
export function tableState(board, seat, place) {
  const late = place.state === "open" && board.phase === "serving" && turnOf(board, seat) < turnOf(board, board.turn);
  return t(`table.state.${late ? "unserved" : place.state}`);
}

/** What somebody is doing now. @param {Board} board @param {number} seat */
export function doingNow(board, seat) {
  const asked = (update.value?.decisions ?? []).find((one) => one.seat === seat);
  if (away(seat)) return t("table.strip.away");
  if (asked !== undefined) return awaitedWords(asked);
  if (board.phase === "serving") {
    const ahead = turnOf(board, seat) - turnOf(board, board.turn);
    return ahead < 0 ? t("table.strip.served") : ahead === 1 ? t("table.strip.next") : t("table.strip.later");
  }
  if (board.phase === "planning") return t("table.strip.ready");
  return t("table.strip.waits");
}

/** A tavern in words: nothing that is drawn is missing. @param {{board: Board, figures: Figures, seat: number}} props */
export function TavernText({ board, figures, seat }) {
  const one = board.seats[seat - 1];
  const built = one.areas.filter((area) => area.upgraded).map((area) => areaName(area.area));
  const staff = Object.entries(one.staff).filter(([, n]) => n > 0).map(([card, n]) => cardNames(card, n));
  const free = one.dice.filter((die) => die.at === "tray").map((die) => String(die.face));
  return html`<ul class="unseen">
    <li>${t("table.text.stores", { gain: gainWords({ thalers: one.thalers, beer: one.beer, schnapps: one.schnapps }), points: t("n.points", { n: one.points }) })}</li>
    ${one.tables.map((place) => html`<li key=${place.space}>${place.card === null ? t("table.text.free", { n: Number(place.space.slice(1)) }) : t("table.text.table", { n: Number(place.space.slice(1)), guest: cardName(place.card), state: tableState(board, seat, place), dice: one.dice.filter((die) => die.at === place.space).map((die) => die.face).join(", ") || "–" })}</li>`)}
    ${one.spaces.map((space) => { const dice = one.dice.filter((die) => die.at === space.space); return dice.length === 0 ? null : html`<li key=${space.space}>${t("table.text.space", { space: areaName(space.space), dice: dice.map((die) => die.face).join(", ") })}</li>`; })}
    <li>${free.length === 0 ? t("table.text.no-dice") : t("table.text.dice", { dice: free.join(", ") })}</li>
    <li>${staff.length === 0 ? t("table.text.no-staff") : t("table.text.staff", { staff: listed(staff) })}</li>
    <li>${built.length === 0 ? t("table.text.not-built") : t("table.text.built", { areas: listed(built) })}</li>
    <li>${t("table.text.cards", { deck: size(one.deck), discard: size(one.discard), counter: one.counter_guests, monastery: one.monastery })}</li>
    ${figures.modules >= 3 ? html`<li>${t("table.text.reputation", { n: one.reputation })}</li>` : null}
  </ul>`;
}

/** One inn. `tight` where three must share the column. @param {{board: Board, figures: Figures, seat: number, tight?: boolean}} props */
export function Strip({ board, figures, seat, tight = false }) {
  const one = board.seats[seat - 1];
  const built = one.areas.filter((area) => area.upgraded);
  const info = table.value?.seats[seat - 1];
  const dice = one.dice.filter((die) => die.at !== "used");
  return html`<section class=${`tv-strip mark-${seat}${tight ? " tight" : ""}${waitsFor(seat) ? " acting" : ""}${figures.winter ? " winter" : ""}`} aria-labelledby=${`strip-${seat}`} data-thing=${`seat-${seat}`}>
    <h2 id=${`strip-${seat}`} class=${`tv-strip-head${seatName(seat).length > 10 ? " long" : ""}`}><${Mark} seat=${seat} /><button type="button" data-open=${`inn-${seat}`} aria-haspopup="dialog" aria-label=${t("table.strip.open", { name: seatName(seat) })} onClick=${() => show({ kind: "inn", seat })}><span>${seatName(seat)}</span></button>
      ${board.start_player === seat ? html`<${Icon} name="start" label=${t("table.start-player")} />` : null}
      ${info?.kind === "bot" ? html`<${Sign} name="bot" label=${t("table.bot")} />` : away(seat) ? html`<${Sign} name="offline" label=${t("table.strip.away")} />` : null}</h2>
    <p class="tv-strip-now">${doingNow(board, seat)}</p>
    <div class="tv-strip-tables" aria-hidden="true">
      ${one.tables.map((place) => html`<span key=${place.space} class=${`tv-mini ${place.state}${place.nobles > 0 ? " noble" : ""}`}>${place.card !== null ? html`<${Face} card=${place.card} />` : null}${place.state === "paid" ? html`<span class="tick"><${Sign} name="check" /></span>` : null}${place.nobles > 1 ? html`<b>×${place.nobles}</b>` : null}</span>`)}
      ${one.tables.length === 0 ? html`<i>${t("table.strip.empty")}</i>` : null}
    </div>
    <div class="tv-strip-dice" aria-hidden="true">
      ${dice.length > 0 ? dice.map((die, i) => html`<span key=${i} class=${die.at === "tray" ? "" : "on"}><${Die} face=${die.face} seat=${die.own ? seat : null} /></span>`) : html`<i>${one.dice.length > 0 || board.letter > "E" ? t("table.strip.all-used") : t("table.strip.no-dice")}</i>`}
    </div>
    <div class="tv-strip-built" aria-hidden="true">
      ${built.map((area) => html`<span key=${area.area}><${Scene} area=${area.area} /></span>`)}
      ${built.length === 0 ? html`<i>${t("table.strip.built-none")}</i>` : null}
    </div>
    <div class="tv-strip-stores" aria-hidden="true">
      <span><${Icon} name="thaler" />${one.thalers}</span><span><${Icon} name="beer" />${one.beer}</span>
      ${figures.modules >= 2 ? html`<span><${Icon} name="schnapps" />${one.schnapps}</span>` : html`<span><${Icon} name="counter" />${one.counter_guests}</span>`}
      <span><${Icon} name="points" />${one.points}</span>
    </div>
    <${TavernText} board=${board} figures=${figures} seat=${seat} />
  </section>`;
}

/** All others. @param {{board: Board, figures: Figures, children?: unknown}} props */
export function Strips({ board, figures, children = null }) {
  const all = others(mine.value ?? 1);
  return html`<aside class=${`tv-strips n${all.length}`} aria-label=${t("table.others")}>
    ${all.map((seat) => html`<${Strip} key=${seat} board=${board} figures=${figures} seat=${seat} tight=${all.length > 2} />`)}
    ${children}
  </aside>`;
}

// --- the sky and the path

/** Where an evening hangs in the sky. @param {number} i @param {number} rounds */
const evening = (i, rounds) => {
  const span = 504;
  const x = 46 + (span * i) / Math.max(1, rounds - 1);
  const bow = (i - (rounds - 1) / 2) / ((rounds - 1) / 2 || 1);
  return { x, y: 33 + 15 * bow * bow };
};
/** Where a space of the path lies. @param {number} i @param {number} last */
const step = (i, last) => ({ x: 24 + (646 * i) / last, y: 123 + 6 * Math.sin((i / last) * Math.PI * 4 + 0.3) });

/** @param {{bonus: Bonus, x: number, y: number, size: number}} props */
function Given({ bonus, x, y, size }) {
  return html`<use href=${`#i-${iconOf(bonus)}`} x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} />`;
}

/** One evening of the round track. @param {{i: number, board: Board, figures: Figures}} props */
function Evening({ i, board, figures }) {
  const { x, y } = evening(i, figures.rounds);
  const number = i + 1;
  const gives = figures.evenings[i] ?? [];
  if (number === board.round) {
    return html`<g class="tv-moon">
      <circle cx=${x} cy=${y} r="46" fill="url(#tv-glow)" />
      <circle class="o" cx=${x} cy=${y} r="25" fill="#F8EDCB" />
      <circle cx=${x - 12} cy=${y - 13} r="4" fill="#E4D5A6" /><circle cx=${x + 15} cy=${y + 11} r="3.4" fill="#E4D5A6" /><circle cx=${x + 13} cy=${y - 16} r="2.4" fill="#E4D5A6" />
      ${gives.length > 1
        ? html`<text class="n" x=${x} y=${y - 3} font-size="21">${number}</text>${gives.map((bonus, k) => html`<${Given} bonus=${bonus} x=${x - 10 + 20 * k} y=${y + 9} size=${17} />`)}`
        : html`<text class="n" x=${x - 9} y=${y + 9} font-size="27">${number}</text>${gives.map((bonus) => html`<${Given} bonus=${bonus} x=${x + 10} y=${y} size=${23} />`)}`}
    </g>`;
  }
  const past = number < board.round;
  return html`<g opacity=${past ? 0.62 : 1}>
    ${gives.length > 1
      ? html`<rect x=${x - 26} y=${y - 18} width="52" height="36" rx="18" fill=${past ? "#6F83B4" : "#A9B8DA"} stroke="#141B33" stroke-width="1.6" />
          ${gives.map((bonus, k) => html`<${Given} bonus=${bonus} x=${x - 11 + 23 * k} y=${y} size=${20} />`)}`
      : html`<circle cx=${x} cy=${y} r="19.5" fill=${past ? "#6F83B4" : "#A9B8DA"} stroke="#141B33" stroke-width="1.6" />
          ${gives.map((bonus) => html`<${Given} bonus=${bonus} x=${x} y=${y} size=${25} />`)}`}
    <circle cx=${x - (gives.length > 1 ? 22 : 15)} cy=${y - 14} r="8.4" fill="#F4E8C1" /><text class="n" x=${x - (gives.length > 1 ? 22 : 15)} y=${y - 9.4} font-size="13.5">${number}</text>
  </g>`;
}

/** One space of the monastery path. @param {{i: number, bonus: Bonus | null, last: number, winter: boolean}} props */
function Space({ i, bonus, last, winter }) {
  const { x, y } = step(i, last);
  if (bonus === null)
    return html`<circle class="o" cx=${x} cy=${y} r=${i === 0 ? 12 : 9.4} fill=${winter ? "#B8C4D8" : "#EADBB0"} /><text class="s" x=${x} y=${y + 4} font-size=${i === 0 ? 13 : 11.5}>${i}</text>`;
  const noble = bonus.what === "noble";
  return html`<path class="o" d=${`M${x - 16} ${y - 6} q1 -11 12 -11 h8 q11 1 12 11 v10 q-1 11 -12 11 h-8 q-11 -1 -12 -11z`} fill=${noble ? "#5B2F6B" : "#F6EBD0"} />
    ${counted(bonus)
      ? html`<text class="n" x=${x - 7} y=${y + 4} font-size="17">${bonus.count}</text><${Given} bonus=${bonus} x=${x + 5.5} y=${y - 1.5} size=${19} />`
      : html`<${Given} bonus=${bonus} x=${x} y=${y - 1} size=${23} />`}
    <text class="s tv-below" x=${x} y=${y + 26} font-size="11.5" style=${{ fill: winter ? "#2F3A54" : "#1E3312" }}>${i}</text>`;
}

/** Everyone's marker; those who share a space stand side by side. @param {{board: Board, last: number, me: number | null}} props */
function Markers({ board, last, me }) {
  /** @type {Map<number, number[]>} */
  const at = new Map();
  board.seats.forEach((one, i) => at.set(one.monastery, [...(at.get(one.monastery) ?? []), i + 1]));
  return html`${[...at].flatMap(([space, seats]) => {
    const { x, y } = step(space, last);
    return seats.map((seat, k) => {
      const size = seat === me ? 21 : 18;
      const left = Math.max(2 + k * 15, x - size / 2 + (k - (seats.length - 1) / 2) * 15);
      return html`<g key=${seat} class=${`tv-marker mark-${seat}`} data-thing=${`monastery-${seat}`}>
        ${seat === me ? html`<circle cx=${left + size / 2} cy=${y - 24} r="15" fill="url(#tv-glow)" />` : null}
        <use href=${`#m-${MARKS[seat - 1]}`} x=${left} y=${y - 24 - size / 2} width=${size} height=${size} />
      </g>`;
    });
  })}`;
}

/** The same in words, for those who do not see it. @param {{board: Board, figures: Figures}} props */
export function TrackText({ board, figures }) {
  const next = (/** @type {number} */ from) => {
    for (let i = from + 1; i < figures.monastery.length; i += 1) {
      const bonus = figures.monastery[i];
      if (bonus) return t("table.track.next", { space: i, bonus: bonusWords(bonus) });
    }
    return t("table.track.round");
  };
  return html`<div class="unseen">
    <h2>${t("table.track")}</h2>
    <p>${t("table.evening", { round: board.round, rounds: figures.rounds })}</p>
    <ul>
      ${board.seats.map((one, i) => html`<li key=${i}>${t("table.track.at", { name: seatName(i + 1), space: one.monastery })} ${next(one.monastery)}</li>`)}
    </ul>
  </div>`;
}

/** Round track and monastery. @param {{board: Board, figures: Figures, me?: number | null}} props */
export function Track({ board, figures, me = null }) {
  const last = figures.monastery.length - 1;
  const path = figures.monastery.map((_, i) => { const { x, y } = step(i, last); return `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`; }).join(" ");
  const arc = Array.from({ length: figures.rounds }, (_, i) => { const { x, y } = evening(i, figures.rounds); return `${i === 0 ? "M" : "L"}${x} ${y}`; }).join(" ");
  return html`<section class="tv-track" aria-label=${t("table.track")}>
    <${TrackText} board=${board} figures=${figures} />
    <svg viewBox="0 0 692 162" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="tv-glow"><stop offset="0" stop-color="#FFF3CF" stop-opacity=".75" /><stop offset="1" stop-color="#FFF3CF" stop-opacity="0" /></radialGradient>
      </defs>
      <image href=${`/static/art/scene-track.svg${figures.winter ? "" : "#summer"}`} width="692" height="162" preserveAspectRatio="none" />
      <path d=${arc} fill="none" stroke="#F4E8C1" stroke-opacity=".35" stroke-width="1.6" stroke-dasharray="1 6" stroke-linecap="round" />
      ${figures.schnapps.map((n, i) => {
        if (n === 0 || i === 0) return null;
        const a = evening(i - 1, figures.rounds);
        const b = evening(i, figures.rounds);
        return html`<g opacity=${i + 1 <= board.round ? 0.5 : 1}>${Array.from({ length: n }, (_, k) => html`<use href="#i-schnapps" x=${(a.x + b.x) / 2 - 10 + k * 6 - (n - 1) * 3} y=${(a.y + b.y) / 2 - 10} width="20" height="20" />`)}</g>`;
      })}
      ${Array.from({ length: figures.rounds }, (_, i) => html`<${Evening} key=${i} i=${i} board=${board} figures=${figures} />`)}
      <path d=${path} fill="none" stroke=${figures.winter ? "#8E9DBA" : "#E6C98C"} stroke-width="9" stroke-linecap="round" stroke-linejoin="round" opacity=${figures.winter ? 0.55 : 0.9} />
      ${figures.monastery.map((bonus, i) => html`<${Space} key=${i} i=${i} bonus=${bonus} last=${last} winter=${figures.winter} />`)}
      <${Markers} board=${board} last=${last} me=${me} />
    </svg>
  </section>`;
}
