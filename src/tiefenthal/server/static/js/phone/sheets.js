// The sheets that come up from below: upgrading an area, ending the turn, the piles, the points, the entertainer, the menu.
import { html, useState } from "../../vendor/preact.js";
import { act, barred, board, connection, figures, legal, me, seat, send, table } from "../core/game.js";
import { go } from "../core/router.js";
import { actionWords, areaName, areaObject, areaText, cardName, cardNames, cardObject, entertainerName, entertainerText, gainWords, seatName, whyWords, tell as t } from "../core/words.js";
import { SettingsDialog } from "../start/settings.js";
import { Sheet } from "../ui/dialog.js";
import { Icon, Portrait, Sign } from "../ui/pieces.js";
import { Scene, stands } from "./areas.js";
import { wall } from "./guests.js";
import { sheet, show, uses } from "./state.js";
import { Points as PointsShield, sentences } from "./words.js";

const close = () => (sheet.value = null);

/** The action that upgrades with so many cards returned. @param {string} area @param {number} cards */
const upgrading = (area, cards) => (cards === 0 ? `upgrade ${area}` : `upgrade ${area} ${cards}`);

/** Upgrading: before and after, every price, what is given back, and the noble who comes along. @param {{area: string}} props */
function Upgrade({ area }) {
  const inn = me.value;
  const one = inn?.areas.find((found) => found.area === area);
  const open = one?.offers.filter((offer) => legal.value.has(upgrading(area, offer.cards))) ?? [];
  const [chosen, choose] = useState(open[0]?.cards ?? 0);
  if (inn === null || one === undefined) return null;
  const card = one.card;
  const staff = card === null ? 0 : (inn.staff[card] ?? 0);
  const offer = one.offers.find((found) => found.cards === chosen) ?? one.offers[0];
  const action = upgrading(area, offer?.cards ?? 0);
  const can = legal.value.has(action);
  const why = barred.value.get(action) ?? [...barred.value.values()].find((no) => no.action.startsWith(`upgrade ${area}`));
  const later = area === "tables" || area === "server" || area === "dishwasher";
  const takes = card !== null ? t("phone.upgrade.each", { card: cardObject(card), n: figures.value?.areas[area]?.discount ?? 0 }) : "";
  const foot = can
    ? html`<button type="button" class="tel-main" data-action=${action} data-first onClick=${() => void act(action)}><b>${t("phone.upgrade.for", { n: offer?.price ?? 0 })}</b>
        <span>${offer !== undefined && offer.cards > 0 && card !== null ? t("phone.upgrade.return", { cards: cardNames(card, offer.cards), left: inn.thalers - offer.price }) : t("phone.upgrade.left", { left: inn.thalers - (offer?.price ?? 0) })}</span></button>`
    : html`<p class="tel-cannot"><${Sign} name="lock" /><span>${why !== undefined ? whyWords(why) : t("phone.upgrade.later")}</span></p>`;
  return html`<${Sheet} title=${t("phone.upgrade.title", { area: areaObject(area) })} onClose=${close} foot=${foot} class="tel-sheet">
    <div class="tel-ba">
      <div class="tel-area b1"><div class="tel-area-in"><${Scene} area=${area} /><span class="tel-foot"><b>${t("phone.upgrade.now")}</b><span class="tel-keeps">${stands(area, one.now)}</span></span></div></div>
      <${Sign} name="arrow" />
      <div class="tel-area up"><div class="tel-area-in"><${Scene} area=${area} /><span class="tel-foot"><b>${later ? t("phone.upgrade.next", { n: (board.value?.round ?? 0) + 1 }) : t("phone.upgrade.then")}</b><span class="tel-keeps">${stands(area, one.then)}</span></span></div><span class="tel-done"><${Sign} name="check" /></span></div>
    </div>
    <p class="tel-about">${areaText(area, true)}</p>
    ${one.offers.length > 1
      ? html`<h3 class="tel-so">${t("phone.upgrade.offer")}<span>${takes}</span></h3>
          <div class="tel-prs" role="radiogroup" aria-label=${t("phone.upgrade.offer")}>
            ${one.offers.map((found) => {
              const fits = legal.value.has(upgrading(area, found.cards));
              const lacks = found.price - inn.thalers;
              const note = !found.have ? t("phone.upgrade.drew", { n: staff }) : lacks > 0 ? t("phone.short", { n: lacks }) : t("phone.upgrade.have", { n: inn.thalers });
              return html`<button key=${found.cards} type="button" role="radio" aria-checked=${chosen === found.cards ? "true" : "false"} class=${`tel-pr${chosen === found.cards ? " sel" : ""}${found.have ? "" : " lk"}${found.have && lacks > 0 ? " lacks" : ""}${fits ? " on" : ""}`} onClick=${() => choose(found.cards)}>
                <span class="unseen">${sentences(card !== null && found.cards > 0 ? t("phone.upgrade.with", { cards: cardNames(card, found.cards), n: found.price }) : t("phone.upgrade.without", { n: found.price }), t("phone.sentence", { words: note }))}</span>
                <span class="tel-fan" aria-hidden="true">${found.cards === 0 || card === null ? t("phone.none") : Array.from({ length: Math.min(3, found.cards) }, (_, k) => html`<i key=${k} class=${`${wall(card)} k${k}`}><${Portrait} card=${card} /></i>`)}</span>
                <strong aria-hidden="true">${found.price}<${Icon} name="thaler" /></strong><span aria-hidden="true">${note}</span></button>`;
            })}
          </div>
          ${offer !== undefined && offer.cards > 0 && card !== null ? html`<p class="tel-warns"><${Portrait} card=${card} /><span>${t("phone.upgrade.leaves", { cards: cardNames(card, offer.cards) })}</span></p>` : null}`
      : html`<p class="tel-price"><b>${one.price}<${Icon} name="thaler" /></b><span>${t("phone.upgrade.you", { n: inn.thalers })}</span></p>`}
    <div class="tel-comes"><${Portrait} card="noble" /><span><b>${t("phone.upgrade.noble")}</b><span>${t("phone.upgrade.top")}</span></span><${PointsShield} n=${figures.value?.cards.noble?.points ?? 0} /></div>
  <//>`;
}

/** Ending the turn: what would be lost is said before. */
function Ending() {
  const inn = me.value;
  if (inn === null) return null;
  const loses = Object.entries(inn.loses);
  const foot = html`<button type="button" class="btn" onClick=${close} data-first>${t("phone.end.stay")}</button>
    <button type="button" class="btn gold" data-action="end" onClick=${() => (close(), void act("end"))}>${t("phone.end.really")}</button>`;
  return html`<${Sheet} title=${t("phone.end.title")} onClose=${close} foot=${foot} class="tel-sheet">
    <ul class="tel-losses">
      ${uses.value.length > 0 ? html`<li><${Icon} name="die" /><span>${t("phone.end.dice", { n: uses.value.length })}</span></li>` : null}
      ${loses.map(([what, n]) => html`<li key=${what}><${Icon} name=${what === "thalers" ? "thaler" : what} /><span>${t("phone.end.lost", { gain: gainWords({ [what]: n }) })}</span></li>`)}
    </ul>
  <//>`;
}

/** A pile, card by card. @param {{title: string, note?: string, top?: string[], cards: {[card: string]: number}}} props */
function Pile({ title, note, top = [], cards }) {
  const all = Object.entries(cards);
  return html`<section class="tel-pile"><h3>${title}</h3>${note ? html`<p>${note}</p>` : null}
    ${top.length > 0 ? html`<ol class="tel-top-cards" aria-label=${t("phone.piles.top")}>${top.map((card, i) => html`<li key=${i}><span class=${`tel-face ${wall(card)}`}><${Portrait} card=${card} /></span><span>${cardName(card)}</span></li>`)}</ol>` : null}
    ${all.length === 0 ? (top.length === 0 ? html`<p>${t("phone.piles.empty")}</p>` : null) : html`<ul class="tel-pile-cards">${all.map(([card, n]) => html`<li key=${card}><span class=${`tel-face ${wall(card)}`}><${Portrait} card=${card} /></span><span>${cardNames(card, n)}</span></li>`)}</ul>`}
  </section>`;
}

/** Deck and discard pile, as far as everyone may know them. @param {{of: number}} props */
function Piles({ of }) {
  const inn = board.value?.seats[of - 1];
  if (inn === undefined) return null;
  return html`<${Sheet} title=${of === seat.value ? t("phone.piles.mine") : t("phone.piles.of", { name: seatName(of) })} onClose=${close} class="tel-sheet">
    <${Pile} title=${t("phone.piles.deck")} note=${Object.keys(inn.deck.rest).length > 0 ? t("phone.piles.order") : ""} top=${inn.deck.top} cards=${inn.deck.rest} />
    <${Pile} title=${t("phone.piles.discard")} cards=${inn.discard} />
  <//>`;
}

/** Points, by where they come from. @param {{of: number}} props */
function Points({ of }) {
  const inn = board.value?.seats[of - 1];
  if (inn === undefined) return null;
  /** @type {{[source: string]: string}} */
  const icons = { nobles: "crown", guests: "guest", others: "deck", schnapps: "schnapps", reputation: "reputation" };
  return html`<${Sheet} title=${of === seat.value ? t("phone.points.mine") : t("phone.points.of", { name: seatName(of) })} onClose=${close} class="tel-sheet">
    <table class="tel-sources"><tbody>
      ${Object.entries(inn.sources).map(([source, n]) => html`<tr key=${source}><th scope="row"><${Icon} name=${icons[source] ?? "points"} />${t(`phone.points.${source}`)}</th><td>${n}</td></tr>`)}
      <tr class="sum"><th scope="row"><${Icon} name="points" />${t("phone.points.all")}</th><td>${inn.points}</td></tr>
    </tbody></table>
  <//>`;
}

/** The fire-eater: which area is upgraded, which guest leaves. */
function Fire() {
  const all = [...legal.value.keys()].filter((action) => action.startsWith("entertain-"));
  const one = me.value?.entertainers.find((found) => found.entertainer === "fire");
  if (one === undefined) return null;
  return html`<${Sheet} title=${entertainerName("fire")} onClose=${close} class="tel-sheet">
    <p class="tel-about">${entertainerText("fire", one.side)}</p>
    <ul class="tel-choices">${all.map((action) => html`<li key=${action}><button type="button" class="btn wide" data-action=${action} onClick=${() => void act(action)}>${action.startsWith("entertain-upgrade") ? areaName(action.split(" ")[1]) : actionWords(action)}</button></li>`)}</ul>
  <//>`;
}

/** Everything around the game. */
function Menu() {
  const [settings, open] = useState(false);
  const now = table.value;
  const mine = seat.value;
  if (settings) return html`<${SettingsDialog} onClose=${close} table=${now?.id} seat=${mine} />`;
  /** @type {["instant" | "brisk" | "natural" | "relaxed", string][]} */
  const paces = [["instant", t("phone.pace.instant")], ["brisk", t("phone.pace.brisk")], ["natural", t("phone.pace.natural")], ["relaxed", t("phone.pace.relaxed")]];
  return html`<${Sheet} title=${t("phone.menu")} onClose=${close} class="tel-sheet">
    <div class="tel-choices">
      <button type="button" class="btn wide" data-first onClick=${() => open(true)}><${Sign} name="settings" />${t("phone.menu.settings")}</button>
      <button type="button" class="btn wide" onClick=${() => (close(), show("log"))}><${Sign} name="chat" />${t("phone.menu.chat")}</button>
      <a class="btn wide" href="/rules" target="_blank" rel="noopener"><${Sign} name="rules" />${t("phone.menu.rules")}</a>
      ${now?.seats.some((one) => one.kind === "bot") && mine !== null
        ? html`<fieldset class="field"><legend>${t("phone.pace")}</legend><div class="seg">${paces.map(([pace, words]) => html`<label key=${pace}><input type="radio" name="pace" checked=${now.pace === pace} disabled=${connection.value !== "open"} onChange=${() => void send({ type: "pace", pace })} />${words}</label>`)}</div></fieldset>`
        : null}
      <button type="button" class="btn wood wide" onClick=${() => (close(), go("/"))}><${Sign} name="home" />${t("phone.menu.leave")}</button>
    </div>
  <//>`;
}

/** The sheet that is open. */
export function Sheets() {
  const open = sheet.value;
  if (open === null) return null;
  switch (open.kind) {
    case "upgrade":
      return html`<${Upgrade} key=${open.area} area=${open.area} />`;
    case "piles":
      return html`<${Piles} of=${open.seat} />`;
    case "points":
      return html`<${Points} of=${open.seat} />`;
    case "ending":
      return html`<${Ending} />`;
    case "fire":
      return html`<${Fire} />`;
    default:
      return html`<${Menu} />`;
  }
}
