// The market: guests in their row, tavern cards, nobles at their three prices.
import { html } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { cardAbout, cardName, cardText } from "../core/words.js";
import { Told, tip } from "../ui/explain.js";
import { Coin, Die, Drawing, Face, Icon, Key, Mug, Shield, Sign } from "../ui/pieces.js";
import { Work, counted, iconOf } from "../ui/signs.js";
import { JUMPS } from "./keys.js";
import { Doing } from "./state.js";

/** Something on offer: at my own table a button that plays, elsewhere only a picture.
 * @param {{what: import("../core/interaction.js").Wish, class: string, label: string, live: boolean, about: () => import("../ui/explain.js").Words, done?: boolean, children?: unknown}} props */
const Offered = ({ live, children, ...rest }) =>
  live
    ? html`<${Doing} ...${rest}>${children}<//>`
    : html`<span class=${rest.class} tabindex="0" role="img" aria-label=${rest.label} ...${tip(rest.about)}>${children}</span>`;

/** One open guest. @param {{guest: GuestOn, figures: Figures, live: boolean, deck: number}} props */
function Guest({ guest, figures, live, deck }) {
  const { card, place, left, signed } = guest;
  if (card === null) return html`<li class="tv-guest empty"><span>${t("table.guest.none")}</span></li>`;
  const found = figures.cards[card];
  const inside = html`
    <span class="paper-card tv-card">
      <${Face} card=${card} class="card-art" />
      <span class="tv-guest-name">${cardName(card)}</span>
      <span class="tv-guest-foot">
        <${Die} face=${found.asks} />
        <${Sign} name="arrow" />
        <${Coin} n=${found.pays} />
      </span>
    </span>
    <${Mug} n=${found.price} />
    ${found.points > 0 ? html`<${Shield} n=${found.points} />` : null}
    ${
      found.bonus !== null
        ? html`<span class="tv-guest-bonus bonus">
      ${counted(found.bonus) ? html`<b>${found.bonus.count}</b>` : null}
      <${Icon} name=${iconOf(found.bonus)} />
    </span>`
        : null
    }
    ${signed ? html`<span class="seal tv-signed"><${Icon} name="signature" /></span>` : null}
    ${left > 1 ? html`<span class="stock">×${left}</span>` : null}
  `;
  const about = () => ({
    ...cardAbout(card),
    note: `${signed ? `${t("table.guest.signed")} ` : ""}${place === "pile" ? t("table.guest.pile", { n: left }) : t("table.guest.deck", { n: deck })}`,
  });
  const name = t("table.guest.label", { guest: cardName(card), words: cardText(card) });
  return html`<li class=${`tv-guest${place === "pile" && left > 1 ? " pile" : ""}`} data-thing=${`guest-${place}`}>
    <${Offered} what=${{ kind: "recruit", place }} class="tv-guest-button"
      label=${live ? t("table.recruit", { guest: name }) : name} about=${about} live=${live}>${inside}<//>
  </li>`;
}

/** The guests one can recruit, in a row. @param {{board: Board, figures: Figures, live?: boolean}} props */
export function GuestRow({ board, figures, live = true }) {
  return html`<section class="tv-guests" aria-label=${t("table.guests")}>
    <h2 class="unseen">${t("table.guests")}</h2>
    ${live ? html`<${Key} name=${JUMPS.recruit.toUpperCase()} />` : null}
    <ul data-group="guests">
      ${board.guests.filter((guest) => guest.place !== "pile" || guest.card !== null).map((guest) => html`<${Guest} key=${guest.place} guest=${guest} figures=${figures} live=${live} deck=${board.guest_deck} />`)}
    </ul>
  </section>`;
}

/** Tavern cards and nobles. @param {{board: Board, figures: Figures, seat?: number | null, live?: boolean}} props */
export function Market({ board, figures, seat = null, live = true }) {
  const bought = seat === null ? [] : (board.seats[seat - 1]?.bought ?? []);
  return html`<section class="tv-market" aria-labelledby="market-title">
    <div class="tv-market-head">
      <h2 id="market-title">${t("table.market")}</h2>
      ${live ? html`<${Key} name=${JUMPS.buy.toUpperCase()} />` : null}
      <span>${t("table.market.rule")}</span>
    </div>
    <ul class="tv-cards" data-group="market">
      ${Object.entries(board.cards).map(([card, left]) => {
        const price = figures.cards[card].price;
        const done = bought.includes(card);
        const inside = html`
          <span class="paper-card tv-card">
            <${Face} card=${card} class="card-art" />
            <span class="tv-card-foot">
              <span class="tv-card-name">${cardName(card)}</span>
              <span class="tv-card-gives"><${Work} card=${card} /></span>
            </span>
          </span>
          <${Coin} n=${price} />
          <span class="stock">${left}</span>
          ${done ? html`<span class="stamp"><${Sign} name="check" />${t("table.bought")}</span>` : null}
        `;
        const about = () => ({ ...cardAbout(card), note: t("table.stock", { n: left }) });
        const name = t("table.buy", { card: cardName(card), n: price });
        return html`<li key=${card} class=${`tv-buy${done ? " bought" : ""}`} data-thing=${`card-${card}`}>
          <${Offered} what=${{ kind: "buy", card }} class="tv-buy-button" label=${name} about=${about} done=${done}
            live=${live}>${inside}<//>
        </li>`;
      })}
    </ul>
    <${Nobles} board=${board} figures=${figures} live=${live} />
  </section>`;
}

/** Nobles: one, two or three at a time. @param {{board: Board, figures: Figures, live: boolean}} props */
function Nobles({ board, figures, live }) {
  const each = figures.cards.noble?.points ?? 0;
  const about = () => ({
    title: t("about.nobles", { n: board.nobles }),
    text: t("table.nobles.about", { n: each }),
    note: t("about.nobles.from"),
    rule: "F-13",
  });
  return html`<div class="nobles" data-thing="nobles" data-group="nobles">
    <${Drawing} name="p-noble" class="tv-noble-art" />
    <div class="tv-nobles-head">
      <h3>${t("table.nobles")}</h3>
      <${Told} about=${about}>${t("table.left", { n: board.nobles })}<//>
      ${live ? html`<${Key} name=${JUMPS.recruit.toUpperCase()} />` : null}
    </div>
    <div class="tv-noble-prices">
      ${figures.noble_prices.map((price, i) => {
        const inside = html`
          <b>${price}<${Icon} name="beer" /></b>
          <span>${Array.from({ length: i + 1 }, () => html`<${Icon} name="crown" />`)}</span>
        `;
        const label = t("table.recruit-nobles", { n: i + 1, price });
        return html`<${Offered} key=${i} what=${{ kind: "nobles", count: i + 1 }} class="noble-price" label=${label}
          about=${() => ({ title: label, text: t("table.nobles.about", { n: each }) })} live=${live}>${inside}<//>`;
      })}
    </div>
  </div>`;
}
