// B. The guests arrive, card by card; a player with a counter guest may send everyone home.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { act, board, figures, seat, table } from "../core/game.js";
import { phaseName, t } from "../core/i18n.js";
import { offerFor } from "../core/interaction.js";
import { useKeys } from "../core/page.js";
import { duration } from "../core/settings.js";
import { cardsIn, others, seatOf, shownSeat, size, tonight, total, waitsFor } from "../core/turn.js";
import { cardAbout, cardName, cardNames, cardText, listed } from "../core/words.js";
import { Glance } from "../table/glance.js";
import { Explain } from "../ui/explain.js";
import { Drawing, Face, Icon, Key, Sign } from "../ui/pieces.js";
import { Work } from "../ui/signs.js";
import { Guest, Guests, Who, kindOf, says, waits } from "./parts.js";

/** The arrivals that have been animated; none is animated twice. @type {Set<string>} */
const shown = new Set();

/**
 * In which order the cards of a seat came in tonight, since everyone was last sent home. Null where this page has not
 * seen all of it (it was opened later).
 * @param {number} number @param {SeatOn} on
 * @returns {{tables: number[][], staff: By<number[]>, count: number, homes: number} | null}
 */
export function orderOf(number, on) {
  /** @type {string[]} */
  let cards = [];
  let homes = 0;
  for (const event of tonight()) {
    if (event.seat !== number) continue;
    if (event.what === "sent-home") {
      cards = [];
      homes += 1;
    }
    if (event.what === "drew" && event.card) cards.push(event.card);
  }
  /** @type {number[][]} */
  const tables = [];
  /** @type {By<number[]>} */
  const staff = {};
  let nobles = -1;
  cards.forEach((card, i) => {
    const kind = kindOf(card);
    if (kind === "noble" && nobles >= 0) tables[nobles].push(i + 1);
    else if (kind === "noble" || kind === "guest" || kind === "regular") {
      if (kind === "noble") nobles = tables.length;
      tables.push([i + 1]);
    } else {
      staff[card] ??= [];
      staff[card].push(i + 1);
    }
  });
  const seated = on.tables.filter((place) => place.card !== null).length;
  return cards.length > 0 && tables.length === seated ? { tables, staff, count: cards.length, homes } : null;
}

/** Whether these guests are to be shown coming in, and a way to stop that. @param {string} key @param {number} count */
export function useComing(key, count) {
  const [still, setStill] = useState(() => shown.has(key) || duration() === 0);
  const [last, setLast] = useState(key);
  if (last !== key) {
    setLast(key);
    setStill(shown.has(key) || duration() === 0);
  }
  useEffect(() => {
    shown.add(key);
    if (still) return undefined;
    const timer = window.setTimeout(() => setStill(true), duration() * (count + 1) + 50);
    return () => window.clearTimeout(timer);
  }, [key]);
  return { still, stop: () => setStill(true) };
}

const ROWS = ["noble", "guest", "regular", "server", "table", "dishwasher", "barback", "brewer", "bard"];

/** All cards of a seat: in the deck, in the discard pile, here. @param {{on: SeatOn, mine: boolean}} props */
function Cards({ on, mine }) {
  /** How many of each kind. @param {PileOn | Counts} pile @returns {Counts} */
  const kinds = (pile) => {
    /** @type {Counts} */
    const found = {};
    for (const [card, n] of Object.entries(cardsIn(pile))) found[kindOf(card)] = (found[kindOf(card)] ?? 0) + n;
    return found;
  };
  const deck = kinds(on.deck);
  const gone = kinds(on.discard);
  /** @type {Counts} */
  const here = { ...on.staff };
  for (const place of on.tables)
    if (place.card !== null) here[kindOf(place.card)] = (here[kindOf(place.card)] ?? 0) + Math.max(1, place.nobles);
  const rows = ROWS.filter((kind) => kind !== "bard" || (figures.value?.modules ?? 1) >= 3);
  const face = (/** @type {string} */ kind) => {
    if (kind !== "guest" && kind !== "regular") return kind;
    const own = on.tables.find((place) => place.card !== null && kindOf(place.card) === kind)?.card;
    return own ?? Object.keys(figures.value?.cards ?? {}).find((card) => kindOf(card) === kind) ?? kind;
  };
  const cell = (/** @type {number | undefined} */ count, /** @type {string} */ kind) =>
    html`<td class=${`${kind} ${count ? "" : "none"}`}>
      ${count ? count : html`<span aria-hidden="true">·</span><span class="unseen">0</span>`}
    </td>`;
  return html`<section class="ph-cards" aria-label=${t("phases.cards.title")}>
    <div class="ph-paper">
      <h3>
        ${mine ? t("phases.cards.yours") : t("phases.cards.title")}
        <small>${t("phases.cards.all", { n: total(deck) + total(gone) + total(here) })}</small>
      </h3>
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col" class="out"><b>${total(deck)}</b>${t("phases.cards.outside")}</th>
            <th scope="col"><b>${total(gone)}</b>${t("phases.cards.gone")}</th>
            <th scope="col" class="in"><b>${total(here)}</b>${t("phases.cards.here")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (kind) => html`<tr key=${kind} class=${`of-${kind}`}>
              <th scope="row">
                <${Face} class="ph-face" card=${face(kind)} />
                <span>${["noble", "guest", "regular"].includes(kind) ? t(`phases.kind.${kind}`) : cardName(kind)}</span>
              </th>
              ${cell(deck[kind], "out")}
              ${cell(gone[kind], "")}
              ${cell(here[kind], "in")}
            </tr>`,
          )}
        </tbody>
      </table>
      <p class="ph-note">
        ${total(deck) === 0 ? t("phases.again.shuffled", { n: total(gone) + total(here) }) : t("phases.again.first", { n: total(deck), rest: total(gone) + total(here) })}
      </p>
    </div>
  </section>`;
}

/** Another inn while guests arrive. @param {{number: number}} props */
function Other({ number }) {
  const on = seatOf(number);
  if (on === null) return null;
  const thinks = waitsFor(number);
  return html`<li class="ph-other" data-seat=${number}>
    <h4>
      <${Who} number=${number} />
      <span class=${`ph-state ${thinks ? "wait" : "done"}`}>
        ${thinks ? t("phases.thinks") : html`<${Sign} name="check" />${t("phases.stays")}`}
      </span>
    </h4>
    <${Guests} on=${on} />
    <p>${t("phases.piles", { deck: size(on.deck), discard: size(on.discard) })}</p>
  </li>`;
}

/** What the guests would pay if all were served, and what they ask for. @param {{on: SeatOn}} props */
export function Takings({ on }) {
  const open = on.tables.filter((place) => place.pays !== null);
  const pays = open.reduce((sum, place) => sum + (place.pays ?? 0), 0);
  const faces = [...new Set(open.map((place) => place.asks ?? 0))].sort();
  return html`<p class="ph-promise">
    <b>${pays}<${Icon} name="thaler" /><span>${t("phases.promise", { n: pays })}</span></b>
    <span>
      ${faces.length === 0 ? t("phases.promise.none") : t("phases.promise.asks", { faces: listed(faces.map(String)) })}
    </span>
  </p>`;
}

/** The button that clears the inn. @param {{on: SeatOn, class?: string}} props */
export function SendHome({ on, class: kind = "" }) {
  const again = offerFor({ kind: "again" });
  if (again === null) return null;
  return html`<button type="button" class=${`ph-send ${kind}`} data-action=${again.action}
    onClick=${() => void act(again.action)}>
    <span class="ph-send-face" aria-hidden="true"><${Drawing} name="p-counter" /></span>
    <span><b>${t("phases.send")}</b><span>${t("phases.send.cost", { n: on.counter_guests })}</span></span>
    <${Key} name="H" />
  </button>`;
}

/** @param {{compact?: boolean, bar?: boolean}} props */
export function Arrival({ compact = false }) {
  const number = shownSeat();
  const on = seatOf(number);
  const mine = number === seat.value;
  const order = on === null ? null : orderOf(number, on);
  const key = `${table.value?.id}:${board.value?.round}:${number}:${order?.homes ?? 0}`;
  const { still, stop } = useComing(key, order?.count ?? 0);
  const again = offerFor({ kind: "again" });
  useKeys({ h: () => again !== null && void act(again.action), Escape: stop });
  if (on === null) return null;
  const staff = Object.keys(on.staff);
  staff.sort((a, b) => (order?.staff[a]?.[0] ?? 0) - (order?.staff[b]?.[0] ?? 0));
  const basic = on.areas.find((one) => one.area === "tables")?.now ?? 3;
  const deck = size(on.deck);
  const discard = size(on.discard);
  const winter = figures.value?.winter ?? false;
  return html`<section
    class=${`ph ph-arrival of-${on.tables.length} ${compact ? "compact" : ""} ${still ? "still" : ""} ${winter ? "winter" : "summer"}`}
    style=${{ "--step": `${duration()}ms`, "--n": on.tables.length, "--m": staff.length }} onPointerDown=${stop}
    aria-label=${phaseName("B")}>
    <div class="ph-inn">
      <div class="ph-outside">
        <${Outside} winter=${winter} waiting=${deck > 0} />
        <dl class="ph-heaps">
          <div>
            <dt>
              <span class="ph-heap back" aria-hidden="true"></span>
              <span class="ph-heap-name">${t("phases.outside")}<small>${t("phases.deck")}</small></span>
            </dt>
            <dd>${deck}</dd>
          </div>
          <div>
            <dt>
              <span class="ph-heap" aria-hidden="true">
                ${on.last_discarded === null ? null : html`<${Face} class="ph-face" card=${on.last_discarded} />`}
              </span>
              <span class="ph-heap-name">${t("phases.home")}<small>${t("phases.discard")}</small></span>
            </dt>
            <dd>${discard}</dd>
          </div>
        </dl>
      </div>
      <div class="ph-room">
        <h3 class=${mine ? "unseen" : "ph-whose"}>
          ${mine ? t("phases.tables.yours") : html`<${Who} number=${number} />`}
        </h3>
        <ul class="ph-tables">
          ${on.tables.map((place, i) => {
            const came = order?.tables[i];
            return html`<li key=${place.space} data-points=${place.space}><${Guest}
              place=${place}
              order=${came?.join(" · ")}
              latest=${order !== null && (came?.includes(order.count) ?? false)}
              extra=${i >= basic}
              step=${came?.[0] ?? i + 1}
            /></li>`;
          })}
        </ul>
        <div class="ph-floor" aria-hidden="true"></div>
        <div class="ph-brick">
          <div class="ph-staff">
            <h3>
              ${staff.length === 0 ? t("phases.staff.none") : t("phases.staff")}
              ${order === null || staff.length === 0 ? null : html`<small>${t("phases.staff.order")}</small>`}
            </h3>
            <ul>
              ${staff.map((card) => {
                const came = order?.staff[card];
                return html`<li key=${card} class="ph-helper" style=${{ "--i": came?.[0] ?? 1 }}>
                  ${came === undefined ? null : html`<span class="ph-order">${came.join(" · ")}</span>`}
                  <${Explain} ...${cardAbout(card)} rule="B-2">
                    <span class="paper-card ph-card" role="img" aria-label=${cardText(card)}>
                      <${Face} class="ph-face" card=${card} />
                      <span class="ph-work" aria-hidden="true"><${Work} card=${card} /></span>
                      ${on.staff[card] > 1 ? html`<span class="times">×${on.staff[card]}</span>` : null}
                    </span>
                  <//>
                  <b>${on.staff[card] > 1 ? cardNames(card, on.staff[card]) : cardName(card)}</b>
                  <span>${t(`phases.work.${card}`)}</span>
                </li>`;
              })}
            </ul>
          </div>
          <div class="ph-counter">
            <span class="ph-stools" aria-hidden="true">
              ${["p-counter", "p-counter2", "p-counter3"].slice(0, Math.min(3, on.counter_guests)).map((name) => html`<${Drawing} key=${name} name=${name} />`)}
            </span>
            <span class="ph-top" aria-hidden="true"></span>
            <p>
              <b>${t("phases.counter", { n: on.counter_guests })}</b>
              ${on.counter_guests === 0 ? t("phases.counter.none") : t("phases.counter.use", { n: on.counter_guests })}
            </p>
          </div>
        </div>
      </div>
    </div>
    <div class="ph-side">
      ${compact ? null : html`<${Cards} on=${on} mine=${mine} />`}
      ${compact ? html`<${Takings} on=${on} /><${SendHome} on=${on} />` : null}
      <ul class="ph-others" aria-label=${t("phases.others")}>
        ${others(number).map((one) => html`<${Other} key=${one} number=${one} />`)}
      </ul>
    </div>
    ${compact ? null : html`<${Glance} />`}
  </section>`;
}

/** The evening before the door: sky, moon, those who wait. @param {{winter: boolean, waiting: boolean}} props */
function Outside({ winter, waiting }) {
  const stars = Array.from({ length: 16 }, (_, i) => [
    (i * 137.5 + 20) % 262,
    (i * 61.8 + 12) % 190,
    1 + (i % 3) * 0.25,
  ]);
  const flakes = Array.from({ length: 26 }, (_, i) => [
    (i * 83.7 + 16) % 232,
    (i * 241.3 + 8) % 610,
    1.7 + (i % 4) * 0.35,
  ]);
  return html`<svg class="ph-sky" viewBox="0 0 272 628" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
    <defs>
      <linearGradient id="ph-sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color=${winter ? "var(--night-23)" : "var(--night-32)"} />
        <stop offset=".45" stop-color=${winter ? "var(--night-41)" : "var(--night-55)"} />
        <stop offset="1" stop-color=${winter ? "var(--night-61)" : "var(--straw-77)"} />
      </linearGradient>
      <radialGradient id="ph-glow">
        <stop offset="0" stop-color="var(--parchment-93)" stop-opacity=".85" />
        <stop offset="1" stop-color="var(--parchment-91)" stop-opacity="0" />
      </radialGradient>
      <linearGradient id="ph-beam" x1="0" y1="0" x2="1" y2="0">
        <stop offset="0" stop-color="var(--gold-90)" stop-opacity="0" />
        <stop offset="1" stop-color="var(--gold-90)" stop-opacity=".9" />
      </linearGradient>
    </defs>
    <rect width="272" height="628" fill="url(#ph-sky)" />
    ${stars.map(([x, y, r]) => html`<circle key=${`${x}-${y}`} cx=${x} cy=${y} r=${r} fill="var(--parchment-92)" opacity=".7" />`)}
    <circle cx="62" cy="66" r="70" fill="url(#ph-glow)" opacity=".5" />
    <circle class="o" cx="62" cy="66" r="27" fill="var(--parchment-95)" />
    <circle cx="53" cy="57" r="4.4" fill="var(--parchment-86)" />
    <circle cx="73" cy="74" r="4" fill="var(--parchment-86)" />
    <path d="M0 250 C60 200 120 240 180 214 C220 198 250 210 272 206 V628 H0Z" fill=${winter ? "var(--night-41)" : "var(--moss-53)"} />
    ${[
      [30, 1],
      [72, 0.75],
      [226, 0.9],
    ].map(([x, s]) => html`<${Tree} key=${x} x=${x} scale=${s} winter=${winter} />`)}
    <path class="o" d="M-5 304 C60 282 150 300 277 292 V640 H-5Z" fill=${winter ? "var(--snow-96)" : "var(--moss-65)"} />
    <path d="M0 400 C80 384 180 404 272 394 V420 C170 424 80 408 0 424Z" fill=${winter ? "var(--snow-87)" : "var(--moss-60)"} />
    <path d="M252 300 L252 376 L110 416 L30 330Z" fill="url(#ph-beam)" opacity=".55" />
    ${
      waiting
        ? html`
          <ellipse cx="100" cy="270" rx="96" ry="66" fill="url(#ph-glow)" opacity=".7" />
          <g class="ph-crowd">
            <use href="#p-goodwife" x="-6" y="240" width="66" height="66" />
            <use href="#p-fisher" x="94" y="232" width="70" height="70" />
            <use href="#p-hunter" x="26" y="224" width="86" height="86" />
            <use href="#p-server" x="122" y="240" width="68" height="68" />
          </g>
          <g class="ph-lamp"><use href="#s-lantern" x="92" y="262" width="18" height="30" /></g>
        `
        : null
    }
    <path class="o" d="M-5 308 C40 290 110 300 196 320 C150 332 60 328 -5 342Z" fill=${winter ? "var(--snow-96)" : "var(--moss-72)"} />
    <path class="o" d="M244 0 H274 V128 H244Z" fill="var(--wood-40)" />
    <path class="o" d="M240 378 H274 V632 H240Z" fill="var(--wood-37)" />
    <path class="o" d="M236 120 H280 V138 H236Z" fill="var(--wood-38)" />
    <path class="o" d="M250 138 L184 152 V396 L250 376Z" fill="var(--wood-52)" />
    <path d="M206 148 V390 M228 143 V383" stroke="var(--ink)" stroke-width="1.4" opacity=".7" />
    <path class="o" d="M190 190 L244 180 V192 L190 203Z M190 330 L244 318 V331 L190 344Z" fill="var(--wood-33)" />
    <circle class="o" cx="194" cy="268" r="5" fill="var(--gold-82)" />
    <path d="M184 152 L250 138 V144 L190 157 V394 L184 396Z" fill="var(--white)" opacity=".14" />
    <path class="o" d="M236 372 H290 L296 384 H228Z" fill="var(--wood-61)" />
    <g class="ph-lamp"><use href="#s-lantern" x="244" y="139" width="24" height="40" /></g>
    ${
      winter
        ? html`
          <path d="M230 380 q20 -10 34 -2 q16 -6 30 4 z" fill="var(--snow-96)" />
          <path d="M236 0 H286 V10 Q270 18 258 10 Q246 18 236 10Z" fill="var(--snow-96)" stroke="var(--ink)" stroke-width="1.4" />
          ${flakes.map(([x, y, r]) => html`<circle key=${`${x}-${y}`} cx=${x} cy=${y} r=${r} fill="var(--white)" opacity=".75" />`)}
        `
        : html`${[
            [30, 470, "var(--gold-83)"],
            [78, 590, "var(--brick-65)"],
            [120, 520, "var(--parchment-97)"],
            [200, 560, "var(--brick-65)"],
            [222, 460, "var(--gold-83)"],
            [16, 560, "var(--parchment-97)"],
            [150, 450, "var(--brick-65)"],
          ].map(
            ([x, y, c]) =>
              html`<circle key=${`${x}`} cx=${x} cy=${y} r="3.4" fill=${c} stroke="var(--ink)" stroke-width=".8" />`,
          )}`
    }
  </svg>`;
}

/** A tree behind the meadow. @param {{x: number, scale: number, winter: boolean}} props */
function Tree({ x, scale, winter }) {
  const at = `translate(${x} 300) scale(${scale})`;
  if (!winter)
    return html`<g transform=${at}>
      <path class="o" d="M-4 0 V-30 H4 V0Z" fill="var(--wood-43)" />
      <circle class="o" cx="0" cy="-44" r="25" fill="var(--moss-60)" />
      <path d="M-14 -52 q6 -12 16 -12" fill="none" stroke="var(--moss-81)" stroke-width="3" stroke-linecap="round" />
    </g>`;
  return html`<g transform=${at}>
    <path class="o" d="M0 -40 L29 -4 Q0 0 -29 -4Z" fill="var(--night-36)" />
    <path d="M0 -40 L-21 -14 Q-9 -11 -3 -22 Q6 -18 9 -29Z" fill="var(--snow-96)" />
    <path class="o" d="M0 -56 L23 -24 Q0 -20 -23 -24Z" fill="var(--night-36)" />
    <path d="M0 -56 L-16 -33 Q-7 -30 -2 -40 Q5 -37 7 -46Z" fill="var(--snow-96)" />
    <path class="o" d="M0 -70 L16 -42 Q0 -38 -16 -42Z" fill="var(--night-36)" />
    <path d="M0 -70 L-11 -50 Q-5 -48 -2 -56 Q3 -53 5 -62Z" fill="var(--snow-96)" />
  </g>`;
}

/** What the main button says while guests arrive. */
export function arrivalButton() {
  const stay = offerFor({ kind: "stay" });
  if (stay !== null) return says(t("phases.stay"), t("phases.stay.note"), stay);
  return waits(seat.value === null ? phaseName("B") : t("phases.stayed"));
}
