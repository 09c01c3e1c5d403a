// The market: tavern cards for thalers, guests and nobles for beer. The first tap points at a card, the main button
// buys it.
import { html, useEffect } from "../../vendor/preact.js";
import { act, board, figures, legal, me, seat } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offerFor, refusedFor, same } from "../core/interaction.js";
import { announce } from "../core/page.js";
import { bonusName, cardAbout, cardName, cardText, whyWords } from "../core/words.js";
import { Explain, RuleLink, Told, tip } from "../ui/explain.js";
import { Coin, Face, Icon, Mug, Portrait, Shield, Sign } from "../ui/pieces.js";
import { Work, counted, iconOf, sentences } from "../ui/signs.js";
import { Pips, Seen, pointed, reason } from "./state.js";

/** @typedef {import("../core/interaction.js").Wish} Wish */

/** Point at something; point at it twice and it is bought. @param {Wish} what */
function press(what) {
  reason.value = null;
  const offer = offerFor(what);
  const again = same(pointed.value, what);
  if (again && offer !== null) void act(offer.action);
  else pointed.value = again ? null : what;
}

/**
 * How much is missing; shown only where it cannot be had.
 * @param {Wish} wish
 * @param {number} price
 * @param {"thalers" | "beer"} what
 */
function short(wish, price, what) {
  const inn = me.value;
  return inn === null || refusedFor(wish) === null ? 0 : Math.max(0, price - inn[what]);
}

/** A pill that says what is missing. @param {{n: number, what: "thaler" | "beer"}} props */
const Short = ({ n, what }) => (n > 0 ? html`<span class="phone-short">−${n}<${Icon} name=${what} /></span>` : null);

/** The state of an offer: its class, why it cannot be had, and the hooks of its button. @param {Wish} what */
function stateOf(what) {
  const offer = offerFor(what);
  const no = refusedFor(what);
  const here = same(pointed.value, what);
  return {
    why: no === null ? "" : whyWords(no),
    kind: `${offer !== null ? "on" : seat.value !== null && (no !== null || legal.value.size > 0) ? "off" : ""}${here ? " sel" : ""}`,
    hooks: {
      "aria-pressed": here ? "true" : "false",
      "data-kind": what.kind,
      "data-points": (offer ?? no)?.action,
      "data-action": here ? offer?.action : undefined,
      onClick: () => press(what),
    },
  };
}

/** @param {{card: string, left: number}} props */
function TavernCard({ card, left }) {
  const what = { kind: "buy", card };
  const price = figures.value?.cards[card]?.price ?? 0;
  const bought = me.value?.bought.includes(card) ?? false;
  const { why, kind, hooks } = stateOf(what);
  const words = sentences(
    t("phone.card.label", { card: cardName(card), n: price }),
    cardText(card),
    t("phone.card.left", { n: left }),
    bought && t("phone.bought.label"),
    why,
  );
  return html`<${Explain} ...${cardAbout(card)} why=${why || undefined} rule="F-7">
    <button type="button" class=${`phone-card-offer ${kind}${bought ? " bought" : ""}`} data-thing=${`card-${card}`}
      ...${hooks}>
      <span class="unseen">${words}</span>
      <${Seen}>
        <span class="paper-card phone-card-in">
          <${Face} class="phone-card-art wall" card=${card}><i class="stock">${left}</i><//>
          <span class="phone-card-gives"><${Work} card=${card} /></span>
          <b>${cardName(card)}</b>
        </span>
        <${Coin} n=${price} />
        ${bought ? html`<span class="stamp"><${Sign} name="check" />${t("phone.bought")}</span>` : html`<${Short} n=${short(what, price, "thalers")} what="thaler" />`}
      <//>
    </button>
  <//>`;
}

/** @param {{one: GuestOn}} props */
function Guest({ one }) {
  const what = { kind: "recruit", place: one.place };
  if (one.card === null) return html`<div class="phone-guest gap"><span>${t("phone.guest.none")}</span></div>`;
  const card = figures.value?.cards[one.card];
  const { why, kind, hooks } = stateOf(what);
  const bonus = card?.bonus ?? null;
  const words = sentences(
    t("phone.sentence", { words: cardName(one.card) }),
    cardText(one.card),
    one.place === "pile" && t("phone.guest.pile", { n: one.left }),
    one.signed && t("phone.guest.signed"),
    why,
  );
  return html`<${Explain} ...${cardAbout(one.card)} why=${why || undefined} rule="F-11">
    <button type="button" data-thing=${`card-${one.card}`}
      class=${`phone-guest ${kind}${one.place === "pile" && one.left > 1 ? " pile" : ""}`}
      ...${hooks}>
      <span class="unseen">${words}</span>
      <${Seen}>
        <span class="paper-card phone-guest-in">
          <${Face} class="phone-guest-art wall" card=${one.card} />
          <b>${cardName(one.card)}</b>
          <span class="phone-guest-foot">
            <${Pips} face=${card?.asks ?? 1} />
            <${Sign} name="arrow" />
            <${Coin} n=${card?.pays ?? 0} />
          </span>
        </span>
        <${Mug} n=${card?.price ?? 0} />
        <${Shield} n=${card?.points ?? 0} />
        ${bonus === null ? null : html`<span class="bonus">${counted(bonus) ? bonus.count : null}<${Icon} name=${iconOf(bonus)} /></span>`}
        ${one.signed ? html`<span class="seal"><${Icon} name="signature" /></span>` : null}
        ${one.place === "pile" ? html`<span class="stock">×${one.left}</span>` : null}
        <${Short} n=${short(what, card?.price ?? 0, "beer")} what="beer" />
      <//>
    </button>
  <//>`;
}

function Nobles() {
  const prices = figures.value?.noble_prices ?? [];
  const left = board.value?.nobles ?? 0;
  const worth = t("table.nobles.about", { n: figures.value?.cards.noble?.points ?? 0 });
  const about = () => ({
    title: t("about.nobles", { n: left }),
    text: worth,
    note: t("about.nobles.from"),
    rule: "F-13",
  });
  return html`<section class="nobles" data-thing="nobles" aria-label=${t("phone.nobles")}>
    <${Portrait} card="noble" />
    <span class="phone-nobles-head">
      <b>${t("phone.nobles")}</b>
      <${Told} class="phone-nobles-left" about=${about}>${t("phone.left", { n: left })}<//>
    </span>
    <div class="phone-noble-prices" data-group="nobles">
      ${prices.map((price, i) => {
        const { why, kind, hooks } = stateOf({ kind: "nobles", count: i + 1 });
        return html`<button key=${i} type="button" class=${`noble-price ${kind}`}
          ...${hooks} ...${tip(() => ({ title: t("table.recruit-nobles", { n: i + 1, price }), text: worth, why: why || undefined }))}>
          <span class="unseen">${sentences(t("phone.nobles.label", { n: i + 1, price }), why)}</span>
          <${Seen}>
            <b>${price}<${Icon} name="beer" /></b>
            <span>${Array.from({ length: i + 1 }, () => html`<${Icon} name="crown" />`)}</span>
          <//>
        </button>`;
      })}
    </div>
  </section>`;
}

/**
 * What is pointed at, in the line above the main button: everything it sets off, or why it cannot be had.
 * @param {{what: Wish}} props
 */
export function Pointed({ what }) {
  const no = refusedFor(what);
  const why = no === null ? "" : whyWords(no);
  useEffect(() => announce(why, { now: true }), [what, why]);
  if (no !== null)
    return html`<div class="phone-strip why"><${Sign} name="info" /><span class="phone-says">${why}</span>
      <${RuleLink} id=${no.rule} /></div>`;
  const guest = what.place ? (board.value?.guests.find((one) => one.place === what.place) ?? null) : null;
  const card = what.kind === "nobles" ? "noble" : (what.card ?? guest?.card ?? null);
  if (card === null) return null;
  const found = figures.value?.cards[card];
  return html`<div class="phone-strip paper">
    <span class="phone-says"><b>${cardName(card)}</b> ${what.kind === "buy" ? cardText(card) : t("phone.offer.deck")}</span>
    <span class="phone-chips">
      ${found && found.points > 0 ? html`<b class="gain">+${found.points * (what.count ?? 1)}<${Icon} name="points" /></b>` : null}
      ${
        found?.bonus && guest !== null
          ? html`<b class="gain">
        ${counted(found.bonus) ? `+${found.bonus.count}` : null}
        <${Icon} name=${iconOf(found.bonus)} label=${bonusName(found.bonus)} />
      </b>`
          : null
      }
      ${guest?.signed ? html`<b class="gain"><${Icon} name="signature" label=${t("phone.guest.signed")} /></b>` : null}
    </span>
  </div>`;
}

/** The market's tab. */
export function MarketTab() {
  const now = board.value;
  if (now === null) return null;
  return html`<div class="phone-market">
    <h2>${t("phone.market.cards")}<i>${t("phone.market.cards.rule")}</i></h2>
    <ul class="phone-cards" data-group="market">
      ${Object.entries(now.cards).map(([card, left]) => html`<li key=${card}><${TavernCard} card=${card} left=${left} /></li>`)}
    </ul>
    <h2>${t("phone.market.guests")}<i>${t("phone.market.guests.rule")}</i></h2>
    <ul class="phone-guests" data-group="guests">
      ${now.guests.map((one) => html`<li key=${one.place}><${Guest} one=${one} /></li>`)}
    </ul>
    <${Nobles} />
    <p class="phone-deck-left">${t("phone.market.deck", { n: now.guest_deck })}</p>
  </div>`;
}
