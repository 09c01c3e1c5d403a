// M4. Before the first evening: each chooses a start card; some cards send regulars away.
import { html } from "../../vendor/preact.js";
import { board, figures, legal, seat, story, update } from "../core/game.js";
import { useKeys } from "../core/keys.js";
import { bonusWords, cardName, questionWords, seatName, tell as t } from "../core/words.js";
import { Coin, Die, Drawing, Icon, Key } from "../ui/pieces.js";
import { Face, Portrait, Scene, SeatFace, Who, asks, awaited, bonusIcon, ground, others, seatOf, shownSeat, size } from "./parts.js";
import { Option, pick, picked } from "./pick.js";

/** @typedef {import("../types.js").Bonus} Bonus */

/** The start card a seat has taken, as far as this page has seen it. @param {number} number */
function cardOf(number) {
  return story.value.find((event) => event.what === "start-card" && event.seat === number)?.number ?? null;
}

/** One thing on a start card, drawn. @param {{bonus: Bonus}} props */
function Item({ bonus }) {
  const drawn =
    bonus.what === "card"
      ? html`<${Face} card=${bonus.name ?? ""} />`
      : bonus.what === "area"
        ? html`<span class="ph-face built"><${Scene} area=${bonus.name ?? ""} /></span>`
        : html`<span class="ph-face plain"><${Icon} name=${bonusIcon(bonus)} /></span>`;
  return html`<li>${drawn}<span>${bonusWords(bonus)}</span></li>`;
}

/** A start card. @param {{number: number, k: number}} props */
function StartCard({ number, k }) {
  const items = figures.value?.start_cards[String(number)] ?? [];
  const takers = (board.value?.seats ?? []).map((_, i) => i + 1).filter((one) => cardOf(one) === number);
  return html`<${Option} action=${`start ${number}`} class="ph-startcard">
    <span class="ph-plaque"><span>${t("phases.start.number", { n: number })}</span><${Key} name=${String(k)} /></span>
    <ul>${items.map((bonus, i) => html`<${Item} key=${i} bonus=${bonus} />`)}</ul>
    <span class="ph-title"><b>${t(`phases.start.name.${number}`)}</b></span>
    ${takers.length === 0 ? null : html`<span class="ph-takers">${takers.map((one) => html`<${Who} key=${one} number=${one} />`)}</span>`}
  <//>`;
}

/** Who begins with what. @param {{number: number}} props */
function Beginner({ number }) {
  const taken = cardOf(number);
  const waits = asks(number);
  const words = waits ? t("phases.choosing") : taken !== null ? t("phases.start.took", { n: taken }) : (seatOf(number)?.deck && size(seatOf(number)?.deck ?? {}) > 0 && board.value?.phase !== "start cards") ? t("phases.start.ready") : t("phases.start.later");
  return html`<li class="ph-chooser" data-seat=${number}>
    <${SeatFace} number=${number} />
    <div><h3><${Who} number=${number} /></h3><p>${words}</p></div>
    <span class=${`ph-hidden ${waits ? "wait" : taken === null ? "none" : "face"}`} aria-hidden="true">${waits ? "…" : taken ?? ""}</span>
  </li>`;
}

/** Keys 1, 2, 3 … and arrows for a row of actions. @param {string[]} actions */
export function useRow(actions) {
  /** @type {{[key: string]: () => void}} */
  const keys = {};
  const can = actions.filter((action) => legal.value.has(action));
  actions.forEach((action, i) => {
    if (i < 9 && legal.value.has(action)) keys[String(i + 1)] = () => pick(action);
  });
  const turn = (/** @type {number} */ way) => () => pick(can[(can.indexOf(picked.value ?? "") + way + can.length) % can.length]);
  if (can.length > 0) Object.assign(keys, { ArrowRight: turn(1), ArrowLeft: turn(-1) });
  useKeys(keys);
}

/** Which start card? @param {{compact?: boolean}} props */
export function StartCards({ compact = false }) {
  const cards = (board.value?.start_cards ?? []).slice(0, 3);
  useRow(cards.map((number) => `start ${number}`));
  const number = shownSeat();
  const mine = asks(seat.value ?? 0);
  return html`<section class=${`ph ph-start ${compact ? "compact" : ""} ${figures.value?.winter ? "winter" : "summer"}`} aria-label=${t("phases.start.label")}>
    <div class="ph-board">
      <header><h2>${t("phases.start.title")}</h2><p>${mine ? t("phases.start.text") : t("phases.start.wait", { who: awaited() })}</p></header>
      <div class="ph-startcards">${cards.map((one, i) => html`<${StartCard} key=${one} number=${one} k=${i + 1} />`)}</div>
    </div>
    <ul class="ph-choosers" aria-label=${t("phases.others")}>${[number, ...others(number)].map((one) => html`<${Beginner} key=${one} number=${one} />`)}</ul>
  </section>`;
}

/** Which regular leaves? @param {{compact?: boolean}} props */
export function Dismiss({ compact = false }) {
  const actions = [...legal.value.keys()].filter((action) => action.startsWith("dismiss "));
  useRow(actions);
  const on = seatOf(seat.value ?? 1);
  const cards = actions.map((action) => action.slice(8));
  const decision = update.value?.decisions.find((one) => one.seat === seat.value);
  return html`<section class=${`ph ph-dismiss ${compact ? "compact" : ""}`} aria-label=${t("phases.dismiss.title")}>
    <div class="ph-board">
      <header><h2>${t("phases.dismiss.title")}</h2><p>${decision === undefined ? "" : questionWords(decision)} ${t("phases.dismiss.text")}</p></header>
      <div class="ph-people">
        ${cards.map((card, i) => {
          const found = figures.value?.cards[card];
          const count = (on?.deck.rest[card] ?? 0) + (on?.deck.top.filter((one) => one === card).length ?? 0) + (on?.discard[card] ?? 0);
          return html`<${Option} key=${card} action=${`dismiss ${card}`} class="ph-person">
            <span class="ph-art" style=${{ backgroundColor: ground(card) }}><${Portrait} card=${card} />${count > 1 ? html`<span class="ph-times">×${count}</span>` : null}</span>
            <span class="ph-title"><b>${cardName(card)}</b></span>
            <span class="ph-deal"><${Die} face=${found?.asks ?? 1} /><${Drawing} name="u-arrow" class="ic" /><${Coin} n=${found?.pays ?? 0} /></span>
            <${Key} name=${String(i + 1)} />
          <//>`;
        })}
      </div>
    </div>
  </section>`;
}

/** What the main button says before the first evening. */
export function beginningButton() {
  if (legal.value.size === 0) return { text: t("phases.start.other", { who: seatName(update.value?.decisions[0]?.seat ?? 1) }), note: awaited(), action: null, face: null, waiting: true };
  const action = picked.value;
  if (action === null) return { text: t("phases.choose"), note: t("phases.choose.note"), action: null, face: null, waiting: false };
  const [kind, what] = action.split(" ");
  if (kind === "dismiss") return { text: t("phases.dismiss", { card: cardName(what) }), note: t("phases.dismiss.note"), action, face: null, waiting: false };
  return { text: t("phases.start.take", { n: Number(what) }), note: t(`phases.start.name.${what}`), action, face: null, waiting: false };
}
