// A. A new evening: the choice the moon brings, the entertainers' sides, the free upgrade.
import { html } from "../../vendor/preact.js";
import { board, figures, legal, seat, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { fits } from "../core/interaction.js";
import { others, placeOf, seatOf, shownSeat, size, turnOrder, waitsFor } from "../core/turn.js";
import {
  actionWords,
  areaName,
  areaText,
  bonusName,
  cardName,
  cardText,
  entertainerName,
  entertainerText,
  listed,
  seatLabel,
  seatName,
} from "../core/words.js";
import { Glance } from "../table/glance.js";
import { Coin, Die, Drawing, Face, Icon, Key, MARKS, backOf } from "../ui/pieces.js";
import { ENTERTAINERS, Scene, Work, iconOf } from "../ui/signs.js";
import { Option, Purse, SeatFace, Who, picked, says, useRow, waits } from "./parts.js";

/** @typedef {import("../core/interaction.js").Wish} Wish */

/** Whether this is what I have chosen, which the others do not see yet. @param {Wish} what */
const isMine = (what) => {
  const chosen = update.value?.chosen ?? null;
  return chosen !== null && fits(chosen, what);
};

/**
 * The options of this evening's space, and what takes each.
 * @returns {{what: Wish, bonus: Bonus, side: number}[]}
 */
function options() {
  const found = figures.value?.evenings[(board.value?.round ?? 1) - 1] ?? [];
  return found.flatMap((bonus) => {
    const what = { kind: "choose", what: bonus.what };
    if (bonus.what === "entertainer") return [1, 2].map((side) => ({ what: { ...what, side }, bonus, side }));
    return [{ what: bonus.what === "card" ? { ...what, card: bonus.name } : what, bonus, side: 0 }];
  });
}

/** One option as a large card. @param {{what: Wish, bonus: Bonus, side: number, k: number}} props */
function Choice({ what, bonus, side, k }) {
  const mine = isMine(what);
  const number = shownSeat();
  const key = html`<${Key} name=${String(k)} />`;
  const seal = mine ? html`<span class="stamp">${t("phases.chosen")}</span>` : null;
  if (bonus.what === "entertainer") {
    const name = bonus.name ?? "";
    const found = figures.value?.entertainers[name];
    const look = ENTERTAINERS[name] ?? ENTERTAINERS.juggler;
    const gain = found?.gains[side - 1] ?? 0;
    return html`<${Option} what=${what} class=${`ph-choice artist ${mine ? "mine" : ""}`}>
      <span class="card-art ph-art" style=${{ "--back": backOf(look.art) }}><${Drawing} name=${look.art} /></span>
      <span class="ph-title">
        <b>${t(`phases.side.${name}.${side}`)}</b>
        <span class="ph-deal">
          <span>${found?.costs[side - 1] ?? 0}<${Icon} name="schnapps" /></span>
          <${Drawing} name="u-arrow" class="ic" />
          <span>${gain > 1 ? gain : ""}<${Icon} name=${look.gives[side - 1]} /></span>
        </span>
      </span>
      <span class="ph-text">${entertainerText(name, side)}</span>
      ${key}
      ${seal}
    <//>`;
  }
  if (bonus.what === "die") {
    return html`<${Option} what=${what} class=${`ph-choice ${mine ? "mine" : ""}`}>
      <span class="card-art ph-art dice"><${Die} face=${5} seat=${number} /></span>
      <span class="ph-title">
        <b>${t("phases.choice.die")}</b>
        <span><${Drawing} name=${`m-${MARKS[number - 1]}`} class=${`ic mark mark-${number}`} /></span>
      </span>
      <span class="ph-text">${t("phases.choice.die.text")}</span>
      ${key}
      ${seal}
    <//>`;
  }
  if (bonus.what === "guest") {
    const card = board.value?.guests.find((one) => one.place === "pile")?.card ?? null;
    const found = card === null ? undefined : figures.value?.cards[card];
    return html`<${Option} what=${what} class=${`ph-choice ${mine ? "mine" : ""}`}>
      ${card === null ? html`<span class="card-art ph-art"></span>` : html`<${Face} class="card-art ph-art" card=${card} />`}
      <span class="ph-title">
        <b>${card === null ? t("phases.choice.guest") : cardName(card)}</b>
        ${
          found === undefined
            ? null
            : html`<span class="ph-deal">
          <${Die} face=${found.asks} />
          <${Drawing} name="u-arrow" class="ic" />
          <${Coin} n=${found.pays} />
        </span>`
        }
      </span>
      <span class="ph-text">${card === null ? "" : cardText(card)}</span>
      ${key}
      ${seal}
    <//>`;
  }
  const card = bonus.name ?? "";
  return html`<${Option} what=${what} class=${`ph-choice ${mine ? "mine" : ""}`}>
    <${Face} class="card-art ph-art" card=${card} />
    <span class="ph-title">
      <b>${cardName(card)}</b>
      <span class="ph-work" aria-hidden="true"><${Work} card=${card} /></span>
    </span>
    <span class="ph-text">${cardText(card)}</span>
    ${key}
    ${seal}
  <//>`;
}

/** An area to be flipped for nothing. @param {{area: AreaOn}} props */
function Flip({ area }) {
  const what = { kind: "flip", area: area.area };
  const mine = isMine(what);
  return html`<${Option} what=${what} class=${`ph-flip ${area.upgraded ? "done" : ""} ${mine ? "mine" : ""}`}
    label=${t("phases.flip.label", { area: areaName(area.area), text: areaText(area.area, true) })}>
    <span class="ph-pic">
      <${Scene} area=${area.area} />
      ${area.price === null ? null : html`<span class="rib">${area.price}</span>`}
    </span>
    <span class="ph-title">
      <b>${areaName(area.area)}</b>
      <span class="ph-deal">
        ${area.upgraded ? area.now : html`${area.now}<${Drawing} name="u-arrow" class="ic" />${area.then}`}
      </span>
    </span>
    ${mine ? html`<span class="stamp">${t("phases.chosen")}</span>` : null}
  <//>`;
}

/** The bonus of this evening, in a sentence or two. */
function story() {
  const found = figures.value?.evenings[(board.value?.round ?? 1) - 1] ?? [];
  const first = found[0];
  if (first === undefined) return { title: "", text: "" };
  const round = board.value?.round ?? 1;
  if (first.what === "entertainer")
    return { title: entertainerName(first.name ?? ""), text: t("phases.evening.entertainer") };
  if (first.what === "free-upgrade")
    return { title: t("phases.evening.title", { n: round }), text: t("phases.evening.upgrade") };
  if (first.what === "counter-guest")
    return { title: t("phases.evening.title", { n: round }), text: t("phases.evening.counter") };
  return { title: t("phases.evening.title", { n: round }), text: t("phases.evening.choice") };
}

/** Those who come before me in turn order, and so take the open guest if they choose one. */
function ahead() {
  const on = board.value;
  return on === null ? [] : turnOrder(on).slice(0, placeOf(on, shownSeat()));
}

/** Another player in the evening: whether they have chosen. @param {{number: number}} props */
function Chooser({ number }) {
  const on = seatOf(number);
  if (on === null) return null;
  const open = waitsFor(number);
  return html`<li class="ph-chooser" data-seat=${number}>
    <${SeatFace} number=${number} />
    <div>
      <h3><${Who} number=${number} /></h3>
      <p>${open ? t("phases.choosing") : t("phases.has-chosen")}</p>
      <${Purse} on=${on} />
    </div>
    <span class=${`ph-hidden ${open ? "wait" : ""}`} aria-hidden="true">${open ? "…" : ""}</span>
  </li>`;
}

/** @param {{compact?: boolean}} props */
export function EveningView({ compact = false }) {
  const number = shownSeat();
  const on = seatOf(number);
  const all = options();
  const free = all[0]?.bonus.what === "free-upgrade";
  useRow(free ? (on?.areas ?? []).map(({ area }) => ({ kind: "flip", area })) : all.map((one) => one.what));
  if (on === null) return null;
  const { title, text } = story();
  const chosen = update.value?.chosen ?? null;
  const before = ahead();
  return html`<section class=${`ph ph-evening ${compact ? "compact" : ""} ${free ? "free" : ""}`}
    aria-label=${t("phases.evening.label")}>
    <${Landscape} compact=${compact} />
    <div class="ph-ask-panel">
      <div class="ph-words">
        <h2>${title}</h2>
        <p>${text}</p>
        ${
          all.some((one) => one.bonus.what === "guest") && seat.value !== null && before.length > 0
            ? html`<p>${t("phases.evening.guests", { names: listed(before.map(seatName), "disjunction") })}</p>`
            : null
        }
        ${chosen === null ? null : html`<p class="ph-chose">${t("phases.chose", { what: actionWords(chosen) })}</p>`}
        ${
          all[0]?.bonus.what === "card" || all[0]?.bonus.what === "guest" || all[0]?.bonus.what === "die"
            ? html`<p class="ph-pile">
              <span class="ph-heap back" aria-hidden="true"></span>
              <span>
                ${t("phases.pile.deck", { n: size(on.deck) })}
                <br />
                ${t("phases.pile.discard", { n: size(on.discard) })}
              </span>
            </p>`
            : null
        }
        ${free ? html`<p><${Option} what=${{ kind: "decline" }} class="ph-decline">${t("phases.decline.upgrade")}<//></p>` : null}
      </div>
      <div class=${free ? "ph-flips" : "ph-choices"}>
        ${free ? on.areas.map((area) => html`<${Flip} key=${area.area} area=${area} />`) : all.map((one, i) => html`<${Choice} key=${i} ...${one} k=${i + 1} />`)}
        ${!free && all[0]?.bonus.what === "counter-guest" ? html`<span class="ph-lonely" aria-hidden="true"><${Icon} name=${iconOf(all[0].bonus)} /></span>` : null}
      </div>
    </div>
    <ul class="ph-choosers" aria-label=${t("phases.others")}>
      ${others(number).map((one) => html`<${Chooser} key=${one} number=${one} />`)}
    </ul>
    ${compact ? null : html`<${Glance} tracks=${{ ring: true }} />`}
  </section>`;
}

/** What the main button says in the evening. */
export function eveningButton() {
  if (legal.value.size === 0) return waits(t("phases.wait.choices"));
  const offer = picked.value;
  if (offer === null) return says(t("phases.choose"), t("phases.choose.note"));
  if (offer.kind === "decline") return says(t("phases.decline.upgrade"), "", offer);
  if (offer.kind === "flip")
    return says(t("phases.flip", { area: areaName(offer.area ?? "") }), t("phases.flip.note"), offer);
  if (offer.what === "die") return says(t("phases.take.die"), t("phases.take.die.note"), offer);
  if (offer.entertainer) {
    const who = entertainerName(offer.entertainer);
    return says(t(`phases.side.${offer.entertainer}.${offer.side}`), t("phases.side.note", { who }), offer);
  }
  const sure = offer.what !== "guest" || ahead().length === 0;
  const card = offer.card && sure ? cardName(offer.card) : t("phases.choice.guest");
  return says(t("phases.take.card", { card }), t("phases.take.card.note"), offer);
}

// --- the evening sky with the moon on its way through the rounds, and the monastery track below it

const WIDE = 1346;
/** Where the moon stands in a round. @param {number} i @param {number} count */
const moonAt = (i, count) => ({
  x: 92 + (i * 940) / Math.max(1, count - 1),
  y: 62 + 30 * ((2 * i) / Math.max(1, count - 1) - 1) ** 2,
});
/** Where a space of the track lies. @param {number} i @param {number} count */
const spaceAt = (i, count) => {
  const at = i / Math.max(1, count - 1);
  return { x: 44 + at * 1258, y: 244 + 7 * Math.sin(at * 9) - 16 * at * at };
};

const FLOWERS = Array.from(
  { length: 34 },
  (_, i) =>
    /** @type {[number, number, string]} */ ([
      18 + ((i * 397) % 1310),
      295 + ((i * 53) % 11),
      ["var(--brick-65)", "var(--parchment-98)", "var(--gold-83)", "var(--royal-65)"][i % 4],
    ]),
);

/**
 * The symbol of a bonus, with its number where it has one.
 * @param {{bonus: Bonus, x: number, y: number, size: number}} props
 */
function Token({ bonus, x, y, size }) {
  const icon = `#i-${iconOf(bonus)}`;
  if (bonus.count > 1)
    return html`
      <text x=${x - size * 0.27} y=${y + size * 0.25} class="ph-num" font-size=${size * 0.74}>${bonus.count}</text>
      <use href=${icon} x=${x - size * 0.08} y=${y - size * 0.36} width=${size * 0.72} height=${size * 0.72} />
    `;
  return html`<use href=${icon} x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} />`;
}

/** One evening of the round track. @param {{i: number, count: number, options: Bonus[], now: number}} props */
function Evening({ i, count, options, now }) {
  const { x, y } = moonAt(i, count);
  const round = i + 1;
  if (round === now) {
    return html`<g class="ph-moon">
      <circle cx=${x} cy=${y} r="96" fill="url(#ph-halo)" />
      <circle class="o" cx=${x} cy=${y} r="50" fill="var(--parchment-95)" />
      <circle cx=${x - 30} cy=${y - 22} r="6" fill="var(--parchment-86)" />
      <circle cx=${x + 34} cy=${y + 14} r="5" fill="var(--parchment-86)" />
      <circle cx=${x + 8} cy=${y + 38} r="4" fill="var(--parchment-86)" />
      <text x=${x} y=${y - 13} class="ph-num" font-size="34">${round}</text>
      ${
        options.length === 1
          ? html`<${Token} bonus=${options[0]} x=${x} y=${y + 13} size=${38} />`
          : options.map(
              (one, k) => html`<${Token} key=${k} bonus=${one} x=${x - 25 + k * 50} y=${y + 11} size=${31} />`,
            )
      }
    </g>`;
  }
  const wide = options.length > 1;
  return html`<g opacity=${round < now ? 0.6 : 1}>
    ${
      wide
        ? html`
      <rect x=${x - 46} y=${y - 27} width="92" height="54" rx="27" fill="var(--snow-90)" stroke="var(--night-23)" stroke-width="2" />
      <path d=${`M${x} ${y - 15} v30`} stroke="var(--night-55)" stroke-width="1.8" />
    `
        : html`<circle cx=${x} cy=${y} r="31" fill="var(--snow-90)" stroke="var(--night-23)" stroke-width="2" />`
    }
    ${options.map((one, k) => html`<${Token} key=${k} bonus=${one} x=${wide ? x - 21 + k * 42 : x} y=${y} size=${wide ? 32 : 38} />`)}
    <circle cx=${x - (wide ? 40 : 26)} cy=${y - 26} r="14" fill="var(--parchment-92)" stroke="var(--night-23)" stroke-width="1.6" />
    <text x=${x - (wide ? 40 : 26)} y=${y - 20} class="ph-num" font-size="19">${round}</text>
  </g>`;
}

/** @param {{compact?: boolean}} props */
function Landscape({ compact = false }) {
  const known = figures.value;
  const on = board.value;
  if (known === null || on === null) return null;
  const { winter } = known;
  const count = known.evenings.length;
  const places = known.monastery.length;
  const moons = Array.from({ length: count }, (_, i) => moonAt(i, count));
  const track = Array.from({ length: places }, (_, i) => spaceAt(i, places));
  const words = listed(on.seats.map((one, i) => t("phases.track.at", { who: seatLabel(i + 1), n: one.monastery })));
  const moon = t("phases.track.moon", {
    n: on.round,
    all: known.rounds,
    bonus: listed((known.evenings[on.round - 1] ?? []).map(bonusName), "disjunction"),
  });
  // Markers on one space stand side by side.
  const beside = (/** @type {number} */ i) =>
    on.seats.slice(0, i).filter((one) => one.monastery === on.seats[i].monastery).length;
  return html`<div class=${`ph-land ${winter ? "winter" : "summer"}`} role="img" aria-label=${`${moon} ${words}`}>
    <svg
      viewBox=${compact ? `${Math.max(0, Math.min(WIDE - 420, moons[Math.max(0, on.round - 1)].x - 210))} 0 420 130` : `0 0 ${WIDE} 312`}
      preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="ph-dusk" x1="0" y1="0" x2="0" y2="1">
          ${
            winter
              ? html`
                <stop offset="0" stop-color="var(--night-18)" />
                <stop offset=".55" stop-color="var(--night-36)" />
                <stop offset="1" stop-color="var(--night-61)" />
              `
              : html`
                <stop offset="0" stop-color="var(--night-32)" />
                <stop offset=".34" stop-color="var(--night-55)" />
                <stop offset=".5" stop-color="var(--straw-77)" />
                <stop offset="1" stop-color="var(--parchment-84)" />
              `
          }
        </linearGradient>
        <radialGradient id="ph-halo">
          <stop offset="0" stop-color="var(--parchment-97)" stop-opacity=".75" />
          <stop offset="1" stop-color="var(--parchment-93)" stop-opacity="0" />
        </radialGradient>
        <linearGradient id="ph-ground" x1="0" y1="0" x2="0" y2="1">
          ${
            winter
              ? html`
            <stop offset="0" stop-color="var(--snow-96)" />
            <stop offset="1" stop-color="var(--snow-87)" />
          `
              : html`<stop offset="0" stop-color="var(--moss-72)" /><stop offset="1" stop-color="var(--moss-60)" />`
          }
        </linearGradient>
      </defs>
      <rect width=${WIDE} height="312" fill="url(#ph-dusk)" />
      ${[
        [150, 20],
        [260, 12],
        [430, 30],
        [520, 16],
        [710, 24],
        [840, 12],
        [980, 30],
        [1110, 18],
        [1240, 34],
        [1180, 70],
        [330, 26],
        [40, 40],
      ].map(([x, y]) => html`<circle key=${x} cx=${x} cy=${y} r="1.5" fill="var(--parchment-97)" opacity=".8" />`)}
      <path d=${`M0 176 C140 150 260 168 420 150 C600 132 760 160 920 140 C1080 122 1220 136 ${WIDE} 118 V312 H0Z`}
        fill=${winter ? "var(--night-51)" : "var(--night-61)"} />
      <path class="o" d=${`M-4 190 C220 168 420 200 660 178 C900 158 1120 176 ${WIDE + 4} 150 V316 H-4Z`}
        fill=${winter ? "var(--snow-82)" : "var(--moss-65)"} />
      ${
        winter
          ? null
          : html`
        <path class="o" d="M160 196 L190 172 Q320 180 430 182 L470 200 Q300 204 160 196Z" fill="var(--gold-83)" />
        <path class="o" d="M700 180 L730 176 Q830 180 900 176 L930 196 Q800 192 690 194Z" fill="var(--moss-81)" />
      `
      }
      <${Church} winter=${winter} />
      ${[
        [40, 210, 1.1],
        [96, 214, 0.9],
        [560, 206, 1],
        [606, 220, 0.7],
        [984, 196, 0.8],
        [1108, 192, 1],
        [1336, 206, 0.9],
        [1192, 200, 0.7],
      ].map(([x, y, s]) => html`<${Trunk} key=${x} x=${x} y=${y} scale=${s} winter=${winter} />`)}
      <path class="o" d=${`M-4 226 C220 210 420 238 660 226 C900 214 1120 226 ${WIDE + 4} 200 V316 H-4Z`}
        fill="url(#ph-ground)" />
      ${
        winter
          ? null
          : FLOWERS.map(
              ([x, y, colour]) => html`<g key=${x}>
        <path d=${`M${x} ${y} v8`} stroke="var(--moss-42)" stroke-width="1.4" />
        <circle cx=${x} cy=${y} r="3" fill=${colour} stroke="var(--ink)" stroke-width=".9" />
      </g>`,
            )
      }
      <path d=${`M${track.map(({ x, y }) => `${x} ${y}`).join(" L")}`} fill="none" stroke="var(--ink)" stroke-width="13"
        stroke-linejoin="round" opacity=".5" />
      <path d=${`M${track.map(({ x, y }) => `${x} ${y}`).join(" L")}`} fill="none"
        stroke=${winter ? "var(--white)" : "var(--parchment-86)"} stroke-width="9" stroke-linejoin="round" />
      ${track.map(({ x, y }, i) => {
        const bonus = known.monastery[i] ?? null;
        if (bonus === null)
          return html`<g key=${i}>
            <circle class="o" cx=${x} cy=${y} r="14" fill="var(--parchment-88)" />
            <text x=${x} y=${y + 6} class="ph-num" font-size="17">${i}</text>
          </g>`;
        const noble = bonus.what === "noble";
        return html`<g key=${i}>
          <rect class="o" x=${x - 23} y=${y - 23} width="46" height="46" rx="12" fill=${noble ? "var(--royal-39)" : "var(--parchment-96)"} />
          <${Token} bonus=${bonus} x=${x} y=${y} size=${34} />
          <text x=${x} y=${y + 42} class=${`ph-num ${winter ? "" : "leaf"}`} font-size="15">${i}</text>
        </g>`;
      })}
      ${on.seats.map((one, i) => {
        const { x, y } = track[one.monastery] ?? track[0];
        const high = known.monastery[one.monastery] ? 50 : 41;
        return html`<use key=${i} class=${`mark mark-${i + 1}`} href=${`#m-${MARKS[i]}`} x=${x - 14 + beside(i) * 17}
          y=${y - high - beside(i) * 8} width="28" height="28" />`;
      })}
      <path d=${`M${moons.map(({ x, y }) => `${x} ${y}`).join(" L")}`} fill="none" stroke="var(--parchment-97)" stroke-opacity=".5"
        stroke-width="2.6" stroke-dasharray="1 9" stroke-linecap="round" />
      ${moons.slice(1).map((to, k) => {
        const given = known.schnapps[k + 1] ?? 0;
        const from = moons[k];
        if (given === 0) return null;
        return html`<g key=${k} opacity=${k + 2 <= on.round ? 0.6 : 1}>
          <use href="#i-schnapps" x=${(from.x + to.x) / 2 - 13} y=${(from.y + to.y) / 2 - 13} width="26" height="26" />
          ${
            given > 1
              ? html`<text x=${(from.x + to.x) / 2} y=${(from.y + to.y) / 2 + 28} class="ph-num sky" font-size="16">
            ×${given}
          </text>`
              : null
          }
        </g>`;
      })}
      ${known.evenings.map((options, i) => html`<${Evening} key=${i} i=${i} count=${count} options=${options} now=${on.round} />`)}
    </svg>
  </div>`;
}

/** @param {{winter: boolean}} props */
function Church({ winter }) {
  const roof = winter ? "var(--snow-96)" : "var(--brick-55)";
  return html`<g class="ph-church">
    <path class="o" d="M1196 198 V158 H1322 V190Z" fill="var(--parchment-92)" />
    <path class="o" d="M1188 160 L1204 142 H1314 L1330 160Z" fill=${roof} />
    <path class="o" d="M1242 210 V112 L1262 94 L1282 112 V208Z" fill="var(--parchment-96)" />
    <path class="o" d="M1236 114 L1262 58 L1288 114Z" fill=${winter ? "var(--snow-96)" : "var(--brick-55)"} />
    <path d="M1262 58 V42 M1255 48 H1269" stroke="var(--ink)" stroke-width="2.6" stroke-linecap="round" />
    <circle class="o" cx="1262" cy="130" r="9" fill="var(--gold-90)" />
    <path class="o" d="M1252 208 V182 Q1262 168 1272 182 V206Z" fill="var(--wood-36)" />
    <path class="o" d="M1208 188 V172 Q1214 164 1220 172 V188Z M1302 182 V168 Q1308 160 1314 168 V182Z" fill="var(--gold-90)" />
  </g>`;
}

/** @param {{x: number, y: number, scale: number, winter: boolean}} props */
function Trunk({ x, y, scale, winter }) {
  const at = `translate(${x} ${y}) scale(${scale})`;
  if (winter)
    return html`<g transform=${at}>
      <path class="o" d="M0 -54 L24 -4 Q0 2 -24 -4Z" fill="var(--night-36)" />
      <path d="M0 -54 L-12 -28 Q-5 -24 -1 -33 Q4 -28 9 -35Z" fill="var(--snow-96)" />
      <path d="M-17 -15 Q-8 -9 -2 -17 Q6 -9 15 -16 L19 -9 Q0 -2 -20 -9Z" fill="var(--snow-96)" />
    </g>`;
  return html`<g transform=${at}>
    <path class="o" d="M-4 4 V-26 H4 V4Z" fill="var(--wood-43)" />
    <path class="o"
      d="M-30 -26 Q-34 -46 -16 -48 Q-8 -64 10 -58 Q30 -56 30 -38 Q34 -24 18 -22 Q0 -16 -14 -22 Q-26 -18 -30 -26Z"
      fill="var(--moss-60)" />
    <path d="M-18 -40 q4 -10 16 -12" fill="none" stroke="var(--moss-81)" stroke-width="3" stroke-linecap="round" />
  </g>`;
}
