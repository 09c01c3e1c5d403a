// A. A new evening: the choice the moon brings, the entertainers' sides, the free upgrade.
import { html } from "../../vendor/preact.js";
import { board, figures, legal, update } from "../core/game.js";
import { useKeys } from "../core/keys.js";
import { actionWords, areaName, areaText, cardName, cardText, entertainerName, entertainerText, tell as t } from "../core/words.js";
import { Coin, Die, Drawing, Icon, Key, MARKS } from "../ui/pieces.js";
import { Landscape } from "./landscape.js";
import { Portrait, Purse, Scene, SeatFace, Who, Work, asks, awaited, backOf, bonusIcon, ground, others, seatOf, shownSeat, size } from "./parts.js";
import { Option, pick, picked } from "./pick.js";

/** @typedef {import("../types.js").Bonus} Bonus */

/** The options of this evening's space, and the action that takes each. @returns {{action: string, bonus: Bonus, side: number}[]} */
function options() {
  const found = figures.value?.evenings[(board.value?.round ?? 1) - 1] ?? [];
  return found.flatMap((bonus) => {
    if (bonus.what === "entertainer") return [1, 2].map((side) => ({ action: `choose side-${side}`, bonus, side }));
    const name = bonus.what === "card" ? bonus.name : bonus.what;
    return [{ action: `choose ${name}`, bonus, side: 0 }];
  });
}

/** The drawing of an entertainer. @type {{[name: string]: string}} */
const ARTISTS = { money: "p-coiner", fire: "p-fire", juggler: "p-juggler" };

/** One option as a large card. @param {{action: string, bonus: Bonus, side: number, k: number}} props */
function Choice({ action, bonus, side, k }) {
  const mine = update.value?.choice === action;
  const number = shownSeat();
  const key = html`<${Key} name=${String(k)} />`;
  const seal = mine ? html`<span class="ph-stamp">${t("phases.chosen")}</span>` : null;
  if (bonus.what === "entertainer") {
    const name = bonus.name ?? "";
    const found = figures.value?.entertainers[name];
    return html`<${Option} action=${action} class=${`ph-choice artist ${mine ? "mine" : ""}`}>
      <span class="ph-art" style=${{ backgroundColor: backOf(ARTISTS[name] ?? "p-juggler") }}><${Drawing} name=${ARTISTS[name] ?? "p-juggler"} /></span>
      <span class="ph-title"><b>${t(`phases.side.${name}.${side}`)}</b><span class="ph-deal"><span>${found?.costs[side - 1] ?? 0}<${Icon} name="schnapps" /></span><${Drawing} name="u-arrow" class="ic" /><${Result} name=${name} side=${side} gain=${found?.gains[side - 1] ?? 0} /></span></span>
      <span class="ph-text">${entertainerText(name, side)}</span>${key}${seal}
    <//>`;
  }
  if (bonus.what === "die") {
    return html`<${Option} action=${action} class=${`ph-choice ${mine ? "mine" : ""}`}>
      <span class="ph-art dice"><${Die} face=${5} seat=${number} /><${Die} face=${3} seat=${number} /></span>
      <span class="ph-title"><b>${t("phases.choice.die")}</b><span><${Drawing} name=${`m-${MARKS[number - 1]}`} class=${`ic mark mark-${number}`} /></span></span>
      <span class="ph-text">${t("phases.choice.die.text")}</span>${key}${seal}
    <//>`;
  }
  if (bonus.what === "guest") {
    const card = board.value?.guests.find((one) => one.place === "pile")?.card ?? null;
    const found = card === null ? undefined : figures.value?.cards[card];
    return html`<${Option} action=${action} class=${`ph-choice ${mine ? "mine" : ""}`}>
      <span class="ph-art" style=${{ backgroundColor: card === null ? "#6B4A30" : ground(card) }}>${card === null ? null : html`<${Portrait} card=${card} />`}</span>
      <span class="ph-title"><b>${card === null ? t("phases.choice.guest") : cardName(card)}</b>${found === undefined ? null : html`<span class="ph-deal"><${Die} face=${found.asks} /><${Drawing} name="u-arrow" class="ic" /><${Coin} n=${found.pays} /></span>`}</span>
      <span class="ph-text">${card === null ? "" : cardText(card)}</span>${key}${seal}
    <//>`;
  }
  const card = bonus.name ?? "";
  return html`<${Option} action=${action} class=${`ph-choice ${mine ? "mine" : ""}`}>
    <span class="ph-art" style=${{ backgroundColor: ground(card) }}><${Portrait} card=${card} /></span>
    <span class="ph-title"><b>${cardName(card)}</b><${Work} card=${card} /></span>
    <span class="ph-text">${cardText(card)}</span>${key}${seal}
  <//>`;
}

/** What an entertainer's side gives, as a picture. @param {{name: string, side: number, gain: number}} props */
function Result({ name, side, gain }) {
  const icons = { money: ["thaler", "beer"], fire: ["upgrade", "remove"], juggler: ["keepcard", "turndie"] };
  const icon = /** @type {{[name: string]: string[]}} */ (icons)[name]?.[side - 1] ?? "bonus";
  return html`<span>${gain > 1 ? gain : ""}<${Icon} name=${icon} /></span>`;
}

/** An area to be flipped for nothing. @param {{area: import("../types.js").AreaOn}} props */
function Flip({ area }) {
  const action = `flip ${area.area}`;
  const mine = update.value?.choice === action;
  return html`<${Option} action=${action} class=${`ph-flip ${area.upgraded ? "done" : ""} ${mine ? "mine" : ""}`} label=${t("phases.flip.label", { area: areaName(area.area), text: areaText(area.area, true) })}>
    <span class="ph-pic"><${Scene} area=${area.area} />${area.price === null ? null : html`<span class="ph-ribbon">${area.price}</span>`}</span>
    <span class="ph-title"><b>${areaName(area.area)}</b><span class="ph-deal">${area.upgraded ? area.now : html`${area.now}<${Drawing} name="u-arrow" class="ic" />${area.then}`}</span></span>
    ${mine ? html`<span class="ph-stamp">${t("phases.chosen")}</span>` : null}
  <//>`;
}

/** What this evening brings, in a sentence or two. */
function story() {
  const found = figures.value?.evenings[(board.value?.round ?? 1) - 1] ?? [];
  const first = found[0];
  if (first === undefined) return { title: "", text: "" };
  const round = board.value?.round ?? 1;
  if (first.what === "entertainer") return { title: entertainerName(first.name ?? ""), text: t("phases.evening.entertainer") };
  if (first.what === "free-upgrade") return { title: t("phases.evening.title", { n: round }), text: t("phases.evening.upgrade") };
  if (first.what === "counter-guest") return { title: t("phases.evening.title", { n: round }), text: t("phases.evening.counter") };
  return { title: t("phases.evening.title", { n: round }), text: t("phases.evening.choice") };
}

/** Another player in the evening: whether they have chosen. @param {{number: number}} props */
function Chooser({ number }) {
  const on = seatOf(number);
  if (on === null) return null;
  const waits = asks(number);
  return html`<li class="ph-chooser" data-seat=${number}>
    <${SeatFace} number=${number} />
    <div><h3><${Who} number=${number} /></h3><p>${waits ? t("phases.choosing") : t("phases.has-chosen")}</p><${Purse} on=${on} /></div>
    <span class=${`ph-hidden ${waits ? "wait" : ""}`} aria-hidden="true">${waits ? "…" : ""}</span>
  </li>`;
}

/** @param {{compact?: boolean}} props */
export function EveningView({ compact = false }) {
  const number = shownSeat();
  const on = seatOf(number);
  const all = options();
  const free = all[0]?.bonus.what === "free-upgrade";
  /** @type {{[key: string]: () => void}} */
  const keys = {};
  const open = free ? (on?.areas ?? []).map((one) => `flip ${one.area}`) : all.map((one) => one.action);
  open.forEach((action, i) => {
    if (legal.value.has(action)) keys[String(i + 1)] = () => pick(action);
  });
  const can = open.filter((action) => legal.value.has(action));
  const turn = (/** @type {number} */ way) => () => pick(can[(can.indexOf(picked.value ?? "") + way + can.length) % can.length]);
  if (can.length > 0) Object.assign(keys, { ArrowRight: turn(1), ArrowLeft: turn(-1) });
  useKeys(keys);
  if (on === null) return null;
  const { title, text } = story();
  const chosen = update.value?.choice ?? null;
  return html`<section class=${`ph ph-evening ${compact ? "compact" : ""} ${free ? "free" : ""}`} aria-label=${t("phases.evening.label")}>
    <${Landscape} compact=${compact} />
    <div class="ph-ask-panel">
      <div class="ph-words">
        <h2>${title}</h2>
        <p>${text}</p>
        ${chosen === null ? null : html`<p class="ph-chose">${t("phases.chose", { what: actionWords(chosen) })}</p>`}
        ${all[0]?.bonus.what === "card" || all[0]?.bonus.what === "guest" || all[0]?.bonus.what === "die"
          ? html`<p class="ph-pile"><span class="ph-heap back" aria-hidden="true"></span><span>${t("phases.pile.deck", { n: size(on.deck) })}<br />${t("phases.pile.discard", { n: size(on.discard) })}</span></p>`
          : null}
        ${free ? html`<p><${Option} action="decline" class="ph-decline">${t("phases.decline.upgrade")}<//></p>` : null}
      </div>
      <div class=${free ? "ph-flips" : "ph-choices"}>
        ${free ? on.areas.map((area) => html`<${Flip} key=${area.area} area=${area} />`) : all.map((one, i) => html`<${Choice} key=${one.action} ...${one} k=${i + 1} />`)}
        ${!free && all[0]?.bonus.what === "counter-guest" ? html`<span class="ph-lonely" aria-hidden="true"><${Icon} name=${bonusIcon(all[0].bonus)} /></span>` : null}
      </div>
    </div>
    <ul class="ph-choosers" aria-label=${t("phases.others")}>${others(number).map((one) => html`<${Chooser} key=${one} number=${one} />`)}</ul>
  </section>`;
}

/** What the main button says in the evening. */
export function eveningButton() {
  if (legal.value.size === 0) return { text: t("phases.wait.choices"), note: awaited(), action: null, face: null, waiting: true };
  const action = picked.value;
  if (action === null) return { text: t("phases.choose"), note: t("phases.choose.note"), action: null, face: null, waiting: false };
  if (action === "decline") return { text: t("phases.decline.upgrade"), note: "", action, face: null, waiting: false };
  return { ...chosenWords(action), action, face: null, waiting: false };
}

/** @param {string} action */
function chosenWords(action) {
  const [kind, what] = action.split(" ");
  if (kind === "flip") return { text: t("phases.flip", { area: areaName(what) }), note: t("phases.flip.note") };
  if (what === "die") return { text: t("phases.take.die"), note: t("phases.take.die.note") };
  if (what === "guest") {
    const card = board.value?.guests.find((one) => one.place === "pile")?.card;
    return { text: t("phases.take.card", { card: card ? cardName(card) : t("phases.choice.guest") }), note: t("phases.take.card.note") };
  }
  if (what.startsWith("side-")) {
    const name = figures.value?.evenings[(board.value?.round ?? 1) - 1]?.[0]?.name ?? "";
    return { text: t(`phases.side.${name}.${what.slice(5)}`), note: t("phases.side.note", { who: entertainerName(name) }) };
  }
  return { text: t("phases.take.card", { card: cardName(what) }), note: t("phases.take.card.note") };
}

