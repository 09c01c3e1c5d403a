// An overview for decisions: the evenings, the path to the monastery and the reputation with everyone's markers, the
// guests that can be recruited, the market and the nobles. For the phases whose view hides the table; read-only.
import { html } from "../../vendor/preact.js";
import { board as now, figures as printed, seat } from "../core/game.js";
import { eveningAbout, ringAbout, stepAbout } from "../core/about.js";
import { t } from "../core/i18n.js";
import { cardAbout, cardName, cardText, listed, seatLabel } from "../core/words.js";
import { tip } from "../ui/explain.js";
import { Coin, Drawing, Face, Icon, Mark, Mug, Shield } from "../ui/pieces.js";
import { Work, counted, iconOf, sentences } from "../ui/signs.js";

/** @typedef {import("../core/about.js").About} About */

/** A bonus as a sign, with its number where it has one. @param {{bonus: Bonus}} props */
const Given = ({ bonus }) =>
  html`
    ${counted(bonus) && bonus.what !== "schnapps" ? html`<b>${bonus.count}</b>` : null}
    <${Icon} name=${iconOf(bonus)} />
  `;

/**
 * One space of a track; it explains itself.
 * @param {{kind?: string, about: () => About, at?: number[], hooks?: By<string | undefined>, children?: unknown}} props
 */
function Space({ kind = "", about, at = [], hooks = {}, children }) {
  const words = about();
  return html`<div class=${kind} role="img" tabindex="-1" aria-label=${sentences(`${words.title}.`, words.text, words.note)}
    ...${hooks} ...${tip(about)}>${children}${at.map((one) => html`<${Mark} key=${one} seat=${one} />`)}</div>`;
}

/** The evenings; the moon stands at this one. @param {{board: Board, figures: Figures}} props */
const Evenings = ({ board, figures }) => html`<div class="gl-moon" role="group" aria-label=${t("table.track")}>
  ${figures.evenings.map((gives, i) => {
    const now = i + 1 === board.round;
    const kind = `${now ? "now" : i + 1 < board.round ? "past" : ""} ${gives.length > 1 ? "two" : ""}`;
    return html`<${Space} key=${i} kind=${kind} about=${() => eveningAbout(board, figures, i)}
      hooks=${{ "data-tonight": now ? "" : undefined }}>
      <i>${i + 1}</i>
      ${gives.map((bonus, k) => html`<${Given} key=${k} bonus=${bonus} />`)}
    <//>`;
  })}
</div>`;

/** Who stands on a space. @param {Board} board @param {(one: SeatOn) => number} where @param {number} space */
const standing = (board, where, space) => board.seats.flatMap((one, i) => (where(one) === space ? [i + 1] : []));

/** The way to the monastery. @param {{board: Board, figures: Figures}} props */
const Path = ({ board, figures }) => html`<div class="gl-path" role="group" aria-label=${t("table.track")}>
  ${figures.monastery.map((bonus, i) => {
    const at = standing(board, (one) => one.monastery, i);
    const mine = at.includes(seat.value ?? 0);
    const kind = `${bonus === null ? "" : bonus.what === "noble" ? "gives noble" : "gives"} ${mine ? "mine" : ""}`;
    return html`<${Space} key=${i} kind=${kind} about=${() => stepAbout(board, figures, i)} at=${at}
      hooks=${{ "data-here": mine ? "" : undefined }}>
      <span>${bonus === null ? i : html`<${Given} bonus=${bonus} />`}</span>
    <//>`;
  })}
</div>`;

/** The reputation; who has none yet stands before the ring. @param {{board: Board, figures: Figures}} props */
export const Ring = ({ board, figures }) => html`<div class="gl-ring" role="group" aria-label=${t("motion.reputation")}>
  ${figures.ring.map((bonus, i) => {
    const at = standing(board, (one) => one.reputation, i);
    const kind = `${bonus?.what ?? "zero"} ${at.includes(seat.value ?? 0) ? "mine" : ""}`;
    const about = () =>
      i === 0 ? { title: t("table.ring.off"), text: listed(at.map(seatLabel)) } : ringAbout(board, figures, i);
    return html`<${Space} key=${i} kind=${kind} about=${about} at=${at}>
      <span>
        ${bonus?.what === "points" ? bonus.count : html`<${Icon} name=${bonus === null ? "reputation" : iconOf(bonus)} />`}
      </span>
    <//>`;
  })}
</div>`;

/** An open guest in short. @param {{guest: GuestOn, figures: Figures, deck: number, lit: boolean}} props */
function Guest({ guest, figures, deck, lit }) {
  const { card, place, left, signed } = guest;
  if (card === null) return html`<div class="empty"></div>`;
  const found = figures.cards[card];
  const about = () => ({
    ...cardAbout(card),
    note: `${signed ? `${t("table.guest.signed")} ` : ""}${place === "pile" ? t("table.guest.pile", { n: left }) : t("table.guest.deck", { n: deck })}`,
  });
  return html`<div class=${lit ? "reach" : ""} data-thing=${`guest-${place}`} data-kind="recruit" tabindex="0"
    role="img"
    aria-label=${t("table.guest.label", { guest: cardName(card), words: cardText(card) })}
    ...${tip(about)}>
    <${Face} card=${card} class="gl-face" />
    <${Mug} n=${found.price} />
    ${found.points > 0 ? html`<${Shield} n=${found.points} />` : null}
    ${found.bonus === null ? null : html`<span class="gl-bonus"><${Given} bonus=${found.bonus} /></span>`}
    ${left > 1 ? html`<span class="gl-left">×${left}</span>` : null}
    <span class="gl-foot">
      <${Drawing} name=${`d-w${found.asks}`} />
      <${Drawing} name="u-arrow" class="ic" />
      <${Coin} n=${found.pays} />
    </span>
  </div>`;
}

/** A tavern card in short. @param {{card: string, left: number, figures: Figures, lit: boolean}} props */
function TavernCard({ card, left, figures, lit }) {
  const { price } = figures.cards[card];
  const about = () => ({ ...cardAbout(card), note: t("table.stock", { n: left }) });
  return html`<div class=${left === 0 ? "none" : lit ? "reach" : ""} data-thing=${`card-${card}`} data-kind="buy"
    tabindex="0" role="img"
    aria-label=${`${t("table.buy", { card: cardName(card), n: price })} ${t("table.stock", { n: left })}`}
    ...${tip(about)}>
    <${Face} card=${card} class="gl-face" />
    <${Coin} n=${price} />
    <span class="gl-left">${left}</span>
    <span class="gl-foot"><${Work} card=${card} /></span>
  </div>`;
}

/** The nobles: what one, two or three of them cost. @param {{board: Board, figures: Figures, reach: Ware[]}} props */
function Nobles({ board, figures, reach }) {
  const words = listed(figures.noble_prices.map((price, i) => t("table.recruit-nobles", { n: i + 1, price })));
  const about = () => ({
    title: t("table.nobles"),
    text: t("table.nobles.about", { n: figures.cards.noble?.points ?? 0 }),
    note: t("table.left", { n: board.nobles }),
  });
  return html`<div class="gl-nobles" data-thing="nobles" tabindex="0" role="img" aria-label=${`${t("table.nobles")}: ${words}`}
    ...${tip(about)}>
    <${Drawing} name="p-noble" class="gl-noble" />
    <ul>
      ${figures.noble_prices.map(
        (
          price,
          i,
        ) => html`<li key=${i} class=${reach.some((one) => one.kind === "nobles" && one.count === i + 1) ? "reach" : ""}>
        <span>${Array.from({ length: i + 1 }, (_, k) => html`<${Icon} key=${k} name="crown" />`)}</span>
        <b>${price}</b>
        <${Icon} name="beer" />
      </li>`,
      )}
    </ul>
  </div>`;
}

/** All of it. `tracks`: which of them are not seen elsewhere on the screen; `reach`: what to light.
 * @param {{tracks?: {evenings?: boolean, path?: boolean, ring?: boolean}, reach?: Ware[]}} props */
export function Glance({ tracks = { evenings: true, path: true, ring: true }, reach = [] }) {
  const board = now.value;
  const figures = printed.value;
  if (board === null || figures === null) return null;
  const ring = tracks.ring && figures.ring.length > 0;
  const any = tracks.evenings || tracks.path || ring;
  return html`<section class=${`gl ${figures.winter ? "winter" : ""} ${any ? "" : "bare"}`} aria-label=${t("motion.glance")}>
    ${
      any
        ? html`<div class="gl-tracks" data-group="tracks">
          ${tracks.evenings ? html`<${Evenings} board=${board} figures=${figures} />` : null}
          ${tracks.path ? html`<${Path} board=${board} figures=${figures} />` : null}
          ${ring ? html`<${Ring} board=${board} figures=${figures} />` : null}
        </div>`
        : null
    }
    <div class="gl-guests" role="group" data-group="guests" aria-label=${t("table.guests")}>
      ${board.guests
        .filter((guest) => guest.place !== "pile" || guest.card !== null)
        .map(
          (guest) => html`<${Guest} key=${guest.place} guest=${guest} figures=${figures} deck=${board.guest_deck}
        lit=${reach.some((one) => one.kind === "recruit" && one.place === guest.place)} />`,
        )}
    </div>
    <div class="gl-market" role="group" data-group="market" aria-label=${t("table.market")}>
      ${Object.entries(board.cards).map(([card, left]) => html`<${TavernCard} key=${card} card=${card} left=${left} figures=${figures} lit=${reach.some((one) => one.kind === "buy" && one.card === card)} />`)}
    </div>
    <${Nobles} board=${board} figures=${figures} reach=${reach} />
  </section>`;
}
