// What opens over the table: the guest book, another inn, an upgrade with its special offer, piles, entertainers, the end of a turn.
import { html, useEffect } from "../../vendor/preact.js";
import { act, asked, board, figures, legal, me, seat as mine, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { areaName, areaText, bonusWords, cardName, cardNames, cardText, entertainerName, entertainerText, gainWords, seatName, spaceName } from "../core/words.js";
import { Dialog } from "../ui/dialog.js";
import { HelpDialog } from "../pages/help.js";
import { Chat, Log } from "../pages/log.js";
import { Die, Icon, Mark } from "../ui/pieces.js";
import { Doing, may } from "./doing.js";
import { MenuWindow } from "./menu.js";
import { AreaArt, BeerPrice, Face, GainSigns, iconOf } from "./signs.js";
import { hide, overlay } from "./state.js";
import { doingNow, TavernText } from "./strip.js";
import { Tavern, bookRows } from "./tavern.js";

/** @typedef {import("../types.js").SeatOn} SeatOn */

/** The price for so many cards returned, as the notation writes it. @param {string} area @param {number} cards */
export const upgrading = (area, cards) => (cards === 0 ? `upgrade ${area}` : `upgrade ${area} ${cards}`);

/** @param {{area: string}} props */
function Upgrade({ area }) {
  const one = me.value;
  const found = one?.areas.find((other) => other.area === area);
  const ply = update.value?.ply;
  // When the upgrade is done, or my turn is over, there is nothing to choose here.
  useEffect(() => {
    if (found === undefined || found.upgraded) hide();
  }, [ply]);
  if (one === null || found === undefined || found.upgraded) return null;
  const schnapps = legal.value.has(`entertain-upgrade ${area}`);
  return html`<${Dialog} title=${t("table.upgrade.title", { area: areaName(area) })} onClose=${hide} wide=${true} class="tv-window">
    <div class="tv-upgrade">
      <figure class="tv-area"><span class="tv-area-in"><span class="tv-area-art"><${AreaArt} area=${area} /></span><figcaption><b>${t("table.upgrade.now")}</b>${areaText(area, false)}</figcaption></span></figure>
      <svg class="tv-arrow" viewBox="0 0 24 24" aria-hidden="true"><use href="#u-arrow" /></svg>
      <figure class="tv-area up"><span class="tv-area-in"><span class="tv-area-art"><${AreaArt} area=${area} /></span><figcaption><b>${t(`table.upgrade.then.${["server", "dishwasher", "tables"].includes(area) ? "next" : "now"}`)}</b>${areaText(area, true)}</figcaption></span></figure>
      <p class="tv-noble-comes"><${Face} card="noble" /><span><b>${t("table.upgrade.noble")}</b><br />${t("table.upgrade.noble.text")}</span></p>
    </div>
    <h3 class="tv-offer-head">${found.card === null ? t("table.upgrade.price") : t("table.upgrade.offer")}</h3>
    ${found.card !== null ? html`<p class="tv-offer-text">${t("table.upgrade.offer.text", { card: cardName(found.card) })}</p>` : null}
    <ul class="tv-offers">
      ${found.offers.map((offer) => {
        const action = upgrading(area, offer.cards);
        const now = may(action);
        const short = Math.max(0, offer.price - one.thalers);
        const state = !offer.have ? t("table.offer.drew", { cards: cardNames(found.card ?? "", one.staff[found.card ?? ""] ?? 0) }) : now.can ? t("table.offer.left", { n: one.thalers - offer.price }) : short > 0 ? t("table.offer.short", { n: short }) : t("table.offer.not-now");
        const label = offer.cards === 0 ? t("table.offer.plain", { n: offer.price }) : t("table.offer.return", { n: offer.price, cards: cardNames(found.card ?? "", offer.cards) });
        return html`<li key=${offer.cards}><${Doing} action=${action} class=${`tv-offer${offer.have ? "" : " lacking"}`} label=${t("table.offer.words", { offer: label, state })}>
          <span class="tv-offer-cards">${offer.cards === 0 ? html`<span class="none">${t("table.offer.none")}</span>` : Array.from({ length: offer.cards }, (_, k) => html`<${Face} key=${k} card=${found.card ?? ""} />`)}</span>
          <span class="tv-offer-price">${offer.price}<${Icon} name="thaler" /></span>
          <span class="tv-offer-state">${state}</span>
        <//></li>`;
      })}
      ${schnapps ? html`<li><${Doing} action=${`entertain-upgrade ${area}`} class="tv-offer"><span class="tv-offer-cards"><span class="none">${entertainerName("fire")}</span></span><span class="tv-offer-price">${one.entertainers.find((other) => other.entertainer === "fire")?.cost ?? 0}<${Icon} name="schnapps" /></span><span class="tv-offer-state">${t("table.offer.schnapps")}</span><//></li>` : null}
    </ul>
    ${!asked.value || board.value?.phase !== "serving" ? html`<p class="tv-hint">${t("table.upgrade.later")}</p>` : null}
  <//>`;
}

/** Cards with how many of each. @param {{cards: {[card: string]: number}}} props */
function Cards({ cards }) {
  const all = Object.entries(cards).filter(([, n]) => n > 0);
  if (all.length === 0) return html`<p class="tv-hint">${t("table.piles.none")}</p>`;
  return html`<ul class="tv-pile-list">${all.map(([card, n]) => html`<li key=${card}><${Face} card=${card} /><span><b>${cardNames(card, n)}</b>${cardText(card)}</span></li>`)}</ul>`;
}

/** @param {{seat: number}} props */
function PilesWindow({ seat }) {
  const one = board.value?.seats[seat - 1];
  if (one === undefined) return null;
  return html`<${Dialog} title=${t("table.piles.title", { name: seatName(seat) })} onClose=${hide} wide=${true} class="tv-window">
    <div class="tv-piles-window">
      ${one.deck.top.length > 0 ? html`<section><h3>${t("table.piles.next")}</h3><p class="tv-hint">${t("table.piles.next.text")}</p><ol class="tv-pile-list">${one.deck.top.map((card, i) => html`<li key=${i}><${Face} card=${card} /><span><b>${cardName(card)}</b>${cardText(card)}</span></li>`)}</ol></section>` : null}
      <section><h3>${t("table.piles.deck")}</h3><p class="tv-hint">${t("table.piles.deck.text")}</p><${Cards} cards=${one.deck.rest} /></section>
      <section><h3>${t("table.piles.discard")}</h3><p class="tv-hint">${t("table.piles.discard.text")}</p><${Cards} cards=${one.discard} /></section>
    </div>
  <//>`;
}

/** @param {{seat: number}} props */
function Book({ seat }) {
  const now = board.value;
  const figure = figures.value;
  const one = now?.seats[seat - 1];
  if (now === null || figure === null || one === undefined) return null;
  const rows = bookRows(figure);
  const signed = one.book.reduce((sum, n) => sum + n, 0);
  const open = (/** @type {number} */ c) => now.guests.filter((guest) => guest.card !== null && figure.book_columns[c].split(/[^0-9]/).includes(String(figure.cards[guest.card].price)));
  return html`<${Dialog} title=${seat === mine.value ? t("table.book.mine") : t("table.book.of", { name: seatName(seat) })} onClose=${hide} wide=${true} class="tv-window tv-book-window">
    <p class="tv-book-count">${t("table.book.signed", { n: signed, all: rows.length * figure.book_columns.length })} ${t("table.book.about")}</p>
    <div class="tv-book-scroll"><table class="tv-book-pages">
      <thead><tr>${figure.book_columns.map((column) => html`<th key=${column} scope="col"><${Icon} name="beer" /><span>${column.replace("/", "·")}</span><span class="unseen">${t("table.book.column", { column })}</span></th>`)}<th scope="col"><span class="unseen">${t("table.book.row")}</span></th></tr></thead>
      <tbody>
        ${rows.map((row, r) => {
          const filled = one.book.filter((n) => n > r).length;
          return html`<tr key=${r}>
            ${row.map((bonus, c) => {
              const done = one.book[c] > r;
              const next = one.book[c] === r;
              return html`<td key=${c} class=${done ? "signed" : next ? "next" : ""}>
                <span class="tv-cell">${done ? html`<span class="seal"><${Icon} name="signature" /></span>` : bonus !== null ? html`<${Icon} name=${iconOf(bonus)} />` : html`<${Icon} name="signature" />`}
                <span>${done ? t("table.book.done") : bonus === null ? t("table.book.blank") : bonusWords(bonus)}</span>
                ${next && filled === figure.book_columns.length - 1 ? html`<small>${t("table.book.and-row")}</small>` : null}</span>
              </td>`;
            })}
            <td class="noble"><span class="tv-cell"><${Icon} name="crown" /><span class="dots" aria-hidden="true">${figure.book_columns.map((_, c) => html`<i key=${c} class=${one.book[c] > r ? "on" : ""}></i>`)}</span><span>${filled === figure.book_columns.length ? t("table.book.row-full") : t("table.book.row-left", { n: figure.book_columns.length - filled })}</span></span></td>
          </tr>`;
        })}
      </tbody>
      <tfoot><tr>${figure.book_columns.map((column, c) => html`<td key=${column}><span class="tv-book-who">${open(c).map((guest) => html`<span key=${guest.place} class=${may(`recruit ${guest.place}`).can ? "on" : "off"} title=${cardName(guest.card ?? "")}><${Face} card=${guest.card ?? ""} /><${BeerPrice} n=${figure.cards[guest.card ?? ""].price} /></span>`)}</span></td>`)}<td><span class="tv-book-label">${t("table.book.who")}</span></td></tr></tfoot>
    </table></div>
  <//>`;
}

/** @param {{seat: number}} props */
function Inn({ seat }) {
  const now = board.value;
  const figure = figures.value;
  if (now === null || figure === null) return null;
  const one = now.seats[seat - 1];
  /** @type {{[card: string]: number}} */
  const all = {};
  const add = (/** @type {string | null} */ card, n = 1) => { if (card !== null) all[card] = (all[card] ?? 0) + n; };
  for (const card of one.deck.top) add(card);
  for (const [card, n] of [...Object.entries(one.deck.rest), ...Object.entries(one.discard), ...Object.entries(one.staff)]) add(card, n);
  for (const place of one.tables) if (place.nobles > 0) add("noble", place.nobles); else add(place.card);
  const total = Object.values(all).reduce((sum, n) => sum + n, 0);
  return html`<${Dialog} title=${t("table.inn.of", { name: seatName(seat) })} onClose=${hide} wide=${true} class="tv-window tv-inn-window">
    <div class="tv-inn-head"><${Mark} seat=${seat} /><span>${doingNow(now, seat)}</span>
      <span class="tv-strip-stores"><span><${Icon} name="thaler" label=${t("table.store.thalers", { n: one.thalers })} />${one.thalers}</span><span><${Icon} name="beer" label=${t("table.store.beer", { n: one.beer })} />${one.beer}</span><span><${Icon} name="schnapps" label=${t("table.store.schnapps", { n: one.schnapps })} />${one.schnapps}</span><span><${Icon} name="points" label=${t("table.store.points", { n: one.points })} />${one.points}</span></span>
    </div>
    <${TavernText} board=${now} figures=${figure} seat=${seat} />
    <div class="tv-inn-stage"><${Tavern} board=${now} figures=${figure} seat=${seat} live=${false} /></div>
    <section class="tv-inn-cards"><h3>${t("table.inn.cards", { n: total })}</h3><ul>${Object.entries(all).map(([card, n]) => html`<li key=${card} title=${cardName(card)}><${Face} card=${card} /><b>${n}</b><span class="unseen">${cardName(card)}</span></li>`)}</ul>
      ${one.deck.top.length > 0 ? html`<div class="tv-inn-next"><b>${t("table.piles.next")}</b><span>${t("table.inn.next.text")}</span></div><ul>${one.deck.top.map((card, i) => html`<li key=${i} title=${cardName(card)}><${Face} card=${card} /><span class="unseen">${cardName(card)}</span></li>`)}</ul>` : null}</section>
  <//>`;
}

/** The fire-eater's and the juggler's choices. @param {{name: string}} props */
function Entertainer({ name }) {
  const one = me.value;
  const found = one?.entertainers.find((other) => other.entertainer === name);
  if (one === null || found === undefined) return null;
  let choices = html``;
  if (name === "fire" && found.side === 1)
    choices = html`${one.areas.filter((area) => !area.upgraded).map((area) => html`<li key=${area.area}><${Doing} action=${`entertain-upgrade ${area.area}`} class="tv-choice" label=${areaName(area.area)} about=${() => ({ title: areaName(area.area), text: areaText(area.area, true) })}><span class="tv-choice-art"><${AreaArt} area=${area.area} /></span><span>${areaName(area.area)}</span><//></li>`)}`;
  else if (name === "fire")
    choices = html`${one.tables.filter((place) => place.card !== null).map((place) => html`<li key=${place.space}><${Doing} action=${`entertain-remove ${place.space}`} class="tv-choice" label=${t("table.remove", { guest: cardName(place.card ?? ""), space: spaceName(place.space) })}><${Face} card=${place.card ?? ""} /><span>${cardName(place.card ?? "")}</span><//></li>`)}`;
  else {
    const faces = [...new Set(one.dice.filter((die) => die.at === "tray").map((die) => die.face))].sort();
    choices = html`${faces.map((from) => html`<li key=${from} class="tv-turn"><span class="tv-turn-from"><${Die} face=${from} /></span><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#u-arrow" /></svg>
      ${[1, 2, 3, 4, 5, 6].filter((to) => to !== from).map((to) => html`<${Doing} key=${to} action=${`turn ${from} ${to}`} class="tv-turn-to"><${Die} face=${to} /><//>`)}</li>`)}`;
  }
  return html`<${Dialog} title=${entertainerName(name)} onClose=${hide} class="tv-window">
    <p class="tv-hint">${entertainerText(name, found.side)} ${t("table.entertainer.have", { n: one.schnapps })}</p>
    <ul class="tv-choices">${choices}</ul>
  <//>`;
}

/** What is lost when the turn ends now. */
function EndWindow() {
  const one = me.value;
  const can = legal.value.has("end");
  useEffect(() => {
    if (!can) hide();
  });
  if (one === null || !can) return null;
  const loses = Object.values(one.loses).some((n) => n > 0);
  const uses = [...legal.value.keys()].filter((action) => action.startsWith("use ")).length;
  return html`<${Dialog} title=${t("table.end.title")} onClose=${hide} class="tv-window" foot=${html`
      <button type="button" class="btn" data-first="" onClick=${hide}>${t("table.end.back")}</button>
      <button type="button" class="btn gold" data-action="end" onClick=${() => { hide(); void act("end"); }}>${t("table.end.all-the-same")}</button>`}>
    ${loses ? html`<div class="tv-loss"><p>${t("table.end.lost", { gain: gainWords(one.loses) })}</p><div class="tv-loss-signs" aria-hidden="true"><${GainSigns} gain=${one.loses} /></div><p class="tv-hint">${t("table.end.keeps", { thalers: one.keeps_thalers, beer: one.keeps_beer })}</p></div>` : null}
    ${uses > 0 ? html`<div class="tv-loss"><p>${t("table.end.unused", { n: uses, gain: gainWords(one.plan) })}</p><div class="tv-loss-signs" aria-hidden="true"><${GainSigns} gain=${one.plan} /></div></div>` : null}
  <//>`;
}

/** Log and chat side by side. */
function LogWindow() {
  return html`<${Dialog} title=${t("table.log")} onClose=${hide} wide=${true} class="tv-window tv-log-window"><div class="tv-log"><${Log} /><${Chat} /></div><//>`;
}

/** The window that is open, if any. */
export function Overlays() {
  const now = overlay.value;
  if (now === null) return null;
  switch (now.kind) {
    case "upgrade": return html`<${Upgrade} area=${now.area ?? ""} key=${now.area} />`;
    case "piles": return html`<${PilesWindow} seat=${now.seat ?? 1} />`;
    case "book": return html`<${Book} seat=${now.seat ?? 1} />`;
    case "inn": return html`<${Inn} seat=${now.seat ?? 1} key=${now.seat} />`;
    case "entertainer": return html`<${Entertainer} name=${now.name ?? ""} />`;
    case "end": return html`<${EndWindow} />`;
    case "log": return html`<${LogWindow} />`;
    case "keys": return html`<${HelpDialog} onClose=${hide} />`;
    case "menu": return html`<${MenuWindow} onClose=${hide} />`;
    default: return null;
  }
}

