// The market: guests in their row, tavern cards, nobles at their three prices.
import { html } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { cardName, cardText } from "../core/words.js";
import { Coin, Die, Icon, Sign } from "../ui/pieces.js";
import { Doing } from "./doing.js";
import { BeerPrice, BonusSign, Face, Points } from "./signs.js";
import { tip } from "./tip.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Figures} Figures */

/** What a card says about itself. @param {string} card */
export const aboutCard = (card) => ({ title: cardName(card), text: cardText(card) });

/** One open guest. @param {{guest: import("../types.js").GuestOn, figures: Figures, live: boolean, deck: number}} props */
function Guest({ guest, figures, live, deck }) {
  const { card, place, left, signed } = guest;
  if (card === null) return html`<li class="tv-guest empty"><span>${t("table.guest.none")}</span></li>`;
  const found = figures.cards[card];
  const inside = html`
    <span class="tv-card">
      <${Face} card=${card} class="tv-art" />
      <span class="tv-guest-name">${cardName(card)}</span>
      <span class="tv-guest-foot"><${Die} face=${found.asks} /><${Sign} name="arrow" /><${Coin} n=${found.pays} /></span>
    </span>
    <${BeerPrice} n=${found.price} />
    ${found.points > 0 ? html`<${Points} n=${found.points} />` : null}
    ${found.bonus !== null ? html`<span class="tv-guest-bonus"><${BonusSign} bonus=${found.bonus} /></span>` : null}
    ${signed ? html`<span class="seal tv-signed"><${Icon} name="signature" /></span>` : null}
    ${left > 1 ? html`<span class="tv-left">×${left}</span>` : null}`;
  const about = () => {
    const words = aboutCard(card);
    const notes = [];
    if (signed) notes.push(t("table.guest.signed"));
    if (place === "pile") notes.push(t("table.guest.pile", { n: left }));
    else notes.push(t("table.guest.deck", { n: deck }));
    return { ...words, note: notes.join(" ") };
  };
  const name = t("table.guest.label", { guest: cardName(card), price: found.price, words: cardText(card) });
  return html`<li class=${`tv-guest${place === "pile" && left > 1 ? " pile" : ""}`} data-thing=${`guest-${place}`}>
    ${live
      ? html`<${Doing} action=${`recruit ${place}`} class="tv-guest-button" label=${t("table.recruit", { guest: name })} about=${about}>${inside}<//>`
      : html`<span class="tv-guest-button" tabindex="0" role="img" aria-label=${name} ...${tip(about)}>${inside}</span>`}
  </li>`;
}

/** The guests one can recruit, in a row. @param {{board: Board, figures: Figures, live?: boolean}} props */
export function GuestRow({ board, figures, live = true }) {
  return html`<section class="tv-guests" aria-label=${t("table.guests")}>
    <h2 class="unseen">${t("table.guests")}</h2>
    <ul>
      ${board.guests.filter((guest) => guest.place !== "pile" || guest.card !== null).map((guest) => html`<${Guest} key=${guest.place} guest=${guest} figures=${figures} live=${live} deck=${board.guest_deck} />`)}
    </ul>
  </section>`;
}

const GIVES = /** @type {{[card: string]: unknown}} */ ({
  bard: html`1<${Icon} name="reputation" />`,
  barback: html`1<${Icon} name="beer" />`,
  dishwasher: html`<${Icon} name="plus1" />`,
  server: html`<${Icon} name="die" />`,
  table: html`+1<${Icon} name="table" />`,
  brewer: html`+1<${Icon} name="beer" />`,
});
/** What a tavern card gives, drawn. @param {string} card */
export const cardGives = (card) => GIVES[card] ?? null;

/** Tavern cards and nobles. @param {{board: Board, figures: Figures, seat?: number | null, live?: boolean}} props */
export function Market({ board, figures, seat = null, live = true }) {
  const bought = seat === null ? [] : (board.seats[seat - 1]?.bought ?? []);
  return html`<section class="tv-market" aria-labelledby="market-title">
    <div class="tv-market-head"><h2 id="market-title">${t("table.market")}</h2><span>${t("table.market.rule")}</span></div>
    <ul class="tv-cards">
      ${Object.entries(board.cards).map(([card, left]) => {
        const price = figures.cards[card].price;
        const done = bought.includes(card);
        const inside = html`<span class="tv-card">
            <${Face} card=${card} class="tv-art" />
            <span class="tv-card-foot"><span class="tv-card-name">${cardName(card)}</span><span class="tv-card-gives">${cardGives(card)}</span></span>
          </span>
          <${Coin} n=${price} />
          <span class="tv-stock">${left}</span>
          ${done ? html`<span class="tv-stamp"><${Sign} name="check" />${t("table.bought")}</span>` : null}`;
        const about = () => ({ ...aboutCard(card), note: t("table.stock", { n: left }) });
        const name = t("table.buy", { card: cardName(card), n: price });
        return html`<li key=${card} class=${`tv-buy${done ? " bought" : ""}`} data-thing=${`card-${card}`}>
          ${live
            ? html`<${Doing} action=${`buy ${card}`} class="tv-buy-button" label=${name} about=${about} done=${done}>${inside}<//>`
            : html`<span class="tv-buy-button" tabindex="0" role="img" aria-label=${name} ...${tip(about)}>${inside}</span>`}
        </li>`;
      })}
    </ul>
    <${Nobles} board=${board} figures=${figures} live=${live} />
  </section>`;
}

/** Nobles: one, two or three at a time. @param {{board: Board, figures: Figures, live?: boolean}} props */
export function Nobles({ board, figures, live = true }) {
  return html`<div class="tv-nobles" data-thing="nobles">
    <svg class="tv-noble-art" viewBox="0 0 100 100" aria-hidden="true"><use href="#p-noble" /></svg>
    <div class="tv-nobles-head"><h3>${t("table.nobles")}</h3><span>${t("table.left", { n: board.nobles })}</span></div>
    <div class="tv-noble-prices">
      ${figures.noble_prices.map((price, i) => {
        const inside = html`<b>${price}<${Icon} name="beer" /></b><span>${Array.from({ length: i + 1 }, () => html`<${Icon} name="crown" />`)}</span>`;
        const about = () => ({ title: t("table.recruit-nobles", { n: i + 1, price }), text: t("table.nobles.about", { n: figures.cards.noble?.points ?? 0 }) });
        return live
          ? html`<${Doing} key=${i} action=${`nobles ${i + 1}`} class="tv-noble-price" label=${t("table.recruit-nobles", { n: i + 1, price })} about=${about}>${inside}<//>`
          : html`<span key=${i} class="tv-noble-price" role="img" aria-label=${t("table.recruit-nobles", { n: i + 1, price })}>${inside}</span>`;
      })}
    </div>
  </div>`;
}
