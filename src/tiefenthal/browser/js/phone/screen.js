// The table on a phone, and in every window too small for the wide table: status and supplies at the top, one of five
// tabs, and at the bottom the dice and the main button, always in the same place.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { act, asked, board, figures, hand, legal, me, seat, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offerFor, refusedFor, soughtFor, takeFace, upgrading } from "../core/interaction.js";
import { announce } from "../core/page.js";
import { duration } from "../core/settings.js";
import { unread } from "../core/talk.js";
import { question, worksFrom } from "../core/turn.js";
import { areaObject, areaText, cardNames, cardObject, cardsObject, seatName, whyWords } from "../core/words.js";
import { LogAndChat } from "../pages/log.js";
import { phaseView } from "../phases/index.js";
import { Banners } from "../table/banners.js";
import { Flights } from "../table/flights.js";
import { Bubble, Ribbon } from "../table/follow.js";
import { SoundOffer } from "../ui/sound-offer.js";
import { HintCard } from "../table/hints.js";
import { useTableKeys } from "../table/keys.js";
import { TurnSign } from "../table/sharing.js";
import { hide, overlay } from "../table/state.js";
import { Overlays } from "../table/windows.js";
import { Sheet } from "../ui/dialog.js";
import { Face, Icon, Portrait, Shield, Sign } from "../ui/pieces.js";
import { sentences } from "../ui/signs.js";
import { OthersTab, TracksTab } from "./around.js";
import { Dock, Header, Stores, headline, mainButton } from "./bars.js";
import { MarketTab } from "./market.js";
import { AreasHalf, Picture, stands } from "./areas.js";
import {
  TABS,
  buyable,
  clear,
  half,
  pointed,
  press,
  reason,
  shining,
  show,
  tab,
  toTheLight,
  visited,
} from "./state.js";
import { TablesHalf } from "./tables.js";

/** Tables and areas side by side, one swipe apart; where there is room, both at once. */
function TavernTab() {
  const now = board.value;
  const swipe = useRef(/** @type {HTMLElement | null} */ (null));
  const turning = useRef(0);
  const wanted = half.value;
  useEffect(() => {
    const strip = swipe.current;
    if (strip === null) return;
    const to = wanted === "tables" ? 0 : strip.scrollWidth - strip.clientWidth;
    if (Math.abs(strip.scrollLeft - to) < 4) return;
    turning.current = Date.now();
    strip.scrollTo({ left: to, behavior: duration() > 0 ? "smooth" : "auto" });
  }, [wanted]);
  if (now === null) return null;
  const View = phaseView(now, question.value);
  if (View !== null)
    return html`<div class="phone-phase" key=${`${now.round} ${now.phase} ${View.name}`}><${View} compact /></div>`;
  const of = seat.value ?? now.turn;
  const inn = now.seats[of - 1];
  if (inn === undefined) return null;
  const mine = of === seat.value;
  const lit = shining.value;
  const button = (
    /** @type {"tables" | "areas"} */ name,
  ) => html`<button type="button" class=${half.value === name ? "now" : ""} aria-pressed=${half.value === name ? "true" : "false"}
    onClick=${() => (half.value = name)}>
    ${name === "tables" ? t("phone.tables") : t("phone.areas")}
    ${lit[name] > 0 ? html`<i>${t("phone.lit", { n: lit[name] })}</i>` : null}
  </button>`;
  /** A swipe shows the other half. @param {Event} event */
  const swiped = (event) => {
    const strip = /** @type {HTMLElement} */ (event.currentTarget);
    if (Date.now() - turning.current < 450 || strip.scrollWidth <= strip.clientWidth + 4) return;
    half.value = strip.scrollLeft > (strip.scrollWidth - strip.clientWidth) / 2 ? "areas" : "tables";
  };
  return html`<div class="phone-tavern">
    ${mine ? null : html`<p class="phone-looking">${t("phone.looking", { name: seatName(of) })}</p>`}
    <div class="phone-halves" role="group" aria-label=${t("phone.halves")}>${button("tables")}${button("areas")}</div>
    <div class="phone-swipe" ref=${swipe} onScroll=${swiped}>
      <section class="phone-half" aria-label=${t("phone.tables")} onFocusIn=${() => (half.value = "tables")}>
        <${TablesHalf} inn=${inn} of=${of} mine=${mine} />
      </section>
      <section class="phone-half" aria-label=${t("phone.areas")} onFocusIn=${() => (half.value = "areas")}>
        <${AreasHalf} inn=${inn} of=${of} mine=${mine} />
      </section>
    </div>
  </div>`;
}

/** @type {By<() => unknown>} */
const VIEWS = {
  tavern: TavernTab,
  market: MarketTab,
  others: OthersTab,
  tracks: TracksTab,
  log: () => html`<div class="phone-log"><${LogAndChat} /></div>`,
};
/** @type {By<unknown>} */
const SIGNS = {
  tavern: html`<${Icon} name="upgrade" />`,
  market: html`<${Icon} name="thaler" />`,
  others: html`<${Icon} name="counter" />`,
  tracks: html`<${Icon} name="monastery" />`,
  log: html`<${Sign} name="log" />`,
};

/** The tabs at the very bottom. */
function Tabs() {
  const names = {
    tavern: t("phone.tab.tavern"),
    market: t("phone.tab.market"),
    others: t("phone.tab.others"),
    tracks: t("phone.tab.tracks"),
    log: t("phone.tab.log"),
  };
  return html`<nav class="phone-tabs" aria-label=${t("phone.tabs")}>
    ${TABS.map(
      (one) => html`<button key=${one} type="button" class=${tab.value === one ? "now" : ""}
        aria-current=${tab.value === one ? "page" : undefined} data-tab=${one} onClick=${() => show(one)}>
        ${SIGNS[one]}
        <span>${names[one]}</span>
        ${one === "market" && buyable.value ? html`<i><span class="unseen">${t("phone.tab.dot")}</span></i>` : null}
        ${one === "tavern" && tab.value !== "tavern" && asked.value ? html`<i><span class="unseen">${t("phone.tab.asked")}</span></i>` : null}
        ${one === "log" && unread.value > 0 ? html`<i class="nw-badge">${unread.value}<span class="unseen">${t("news.chat.unread", { n: unread.value })}</span></i>` : null}
      </button>`,
    )}
  </nav>`;
}

/** Keys, for those who play in a small window. */
function useTable() {
  const face = (/** @type {number} */ n) => {
    if (me.value === null) return;
    if (tab.value !== "tavern") show("tavern");
    reason.value = null;
    takeFace(n);
    toTheLight();
  };
  const drop = () => {
    if (visited.value !== null) {
      visited.value = null;
      return true;
    }
    const some = hand.value !== null || soughtFor() !== null || reason.value !== null || pointed.value !== null;
    clear();
    return some;
  };
  const reach = (/** @type {import("../table/keys.js").Kind} */ kind) => {
    const to = /** @type {const} */ ({
      buy: "market",
      recruit: "market",
      upgrade: "tavern",
      more: "tavern",
      others: "others",
      tracks: "tracks",
    })[kind];
    if (tab.value !== to) show(to);
  };
  const into = (/** @type {string} */ space) => {
    if (tab.value !== "tavern") show("tavern");
    press(space);
  };
  useTableKeys({ press: into, face, drop, reach, log: () => show("log"), enter: () => mainButton().press?.() });
}

/** The whole table. */
export function PhoneTable() {
  useTable();
  // When I am asked something new, the inn comes into sight; what I was looking at stays when others act.
  const asks = asked.value ? `${question.value?.phase} ${question.value?.rule}` : "";
  useEffect(() => {
    if (asks === "") return;
    if (
      overlay.peek() === null &&
      (tab.peek() !== "market" || phaseView(/** @type {any} */ (board.peek()), question.peek()) !== null)
    )
      show("tavern");
  }, [asks]);
  // The tab's title says whose turn it is.
  const { who, what } = headline();
  useEffect(() => {
    document.title = t("phone.title", { status: sentences(who, what) });
  }, [who, what]);
  // What the taken die can do is said to those who do not see the light.
  useEffect(() => {
    if (hand.value !== null)
      announce(t("phone.lit.said", { face: hand.value.face, n: shining.peek().tables + shining.peek().areas }));
  }, [hand.value]);
  const View = VIEWS[tab.value];
  if (board.value === null || figures.value === null || update.value === null)
    return html`<main class="phone loading"><p class="waiting"><span class="lantern"></span>${t("phone.loading")}</p></main>`;
  return html`<div class=${`phone tab-${tab.value}${legal.value.size > 0 ? " asked" : ""}`}>
    <div class="phone-grid">
      <${Header} />
      <${Stores} />
      <${Banners} refusals=${false} />
      ${tab.value === "log" ? null : html`<${Ribbon} />`}
      <main class="phone-body" id="table-main" key=${tab.value} tabindex=${tab.value === "tracks" ? "0" : undefined}>
        <${View} />
      </main>
      <${Dock} />
      <${Tabs} />
    </div>
    <${Overlays} Upgrading=${UpgradeSheet} />
    <${SoundOffer} />
    <${HintCard} />
    <${Flights} />
    <${TurnSign} />
    <${Bubble} answer=${() => show("log")} />
  </div>`;
}

/**
 * Upgrading: before and after, every price, what is given back, and the noble who comes along.
 * @param {{area: string}} props
 */
function UpgradeSheet({ area }) {
  const inn = me.value;
  const one = inn?.areas.find((found) => found.area === area);
  const open = one?.offers.filter((offer) => offerFor(upgrading(area, offer.cards)) !== null) ?? [];
  const [chosen, choose] = useState(open[0]?.cards ?? 0);
  useEffect(() => {
    if (one === undefined || one.upgraded) hide();
  });
  if (inn === null || one === undefined || one.upgraded) return null;
  const card = one.card;
  const staff = card === null ? 0 : (inn.staff[card] ?? 0);
  const offer = one.offers.find((found) => found.cards === chosen) ?? one.offers[0];
  const what = upgrading(area, offer?.cards ?? 0);
  const can = offerFor(what);
  const why = refusedFor(what) ?? refusedFor({ kind: "upgrade", area });
  const from = worksFrom(area);
  const takes =
    card !== null
      ? t("phone.upgrade.each", { card: cardObject(card), n: figures.value?.areas[area]?.discount ?? 0 })
      : "";
  const foot =
    can !== null
      ? html`<button type="button" class="phone-main" data-action=${can.action} data-kind=${can.kind} data-first
      onClick=${() => void act(can.action)}>
      <b>${t("phone.upgrade.for", { n: offer?.price ?? 0 })}</b>
      <span>
        ${offer !== undefined && offer.cards > 0 && card !== null ? t("phone.upgrade.return", { cards: cardsObject(card, offer.cards), left: inn.thalers - offer.price }) : t("phone.upgrade.left", { left: inn.thalers - (offer?.price ?? 0) })}
      </span>
    </button>`
      : html`<p class="phone-cannot">
      <${Sign} name="lock" />
      <span>${why !== null ? whyWords(why) : t("phone.upgrade.later")}</span>
    </p>`;
  return html`<${Sheet} title=${t("phone.upgrade.title", { area: areaObject(area) })} onClose=${hide} foot=${foot} class="phone-sheet">
    <div class="phone-before-after">
      <div class="phone-area b1">
        <div class="phone-area-in">
          <${Picture} area=${area} />
          <span class="phone-foot">
            <b>${t("phone.upgrade.before")}</b>
            <span class="phone-keeps">${stands(area, one.now)}</span>
          </span>
        </div>
      </div>
      <${Sign} name="arrow" />
      <div class="phone-area up">
        <div class="phone-area-in">
          <${Picture} area=${area} />
          <span class="phone-foot">
            <b>${t(`phone.upgrade.${from}`, { n: (board.value?.round ?? 0) + 1 })}</b>
            <span class="phone-keeps">${stands(area, one.then)}</span>
          </span>
        </div>
        <span class="gold-seal"><${Sign} name="check" /></span>
      </div>
    </div>
    <p class="phone-about">${areaText(area, true)}</p>
    ${
      one.offers.length > 1
        ? html`
          <h3 class="phone-offer-head">${t("phone.upgrade.offer")}<span>${takes}</span></h3>
          <div class="phone-offers" role="radiogroup" aria-label=${t("phone.upgrade.offer")}>
            ${one.offers.map((found) => {
              const fits = offerFor(upgrading(area, found.cards)) !== null;
              const lacks = found.price - inn.thalers;
              const note = !found.have
                ? t("phone.upgrade.drew", { n: staff })
                : lacks > 0
                  ? t("phone.short", { n: lacks })
                  : t("phone.upgrade.have", { n: inn.thalers });
              return html`<button key=${found.cards} type="button" role="radio"
                aria-checked=${chosen === found.cards ? "true" : "false"}
                class=${`phone-offer${chosen === found.cards ? " sel" : ""}${found.have ? "" : " lk"}${found.have && lacks > 0 ? " lacks" : ""}${fits ? " on" : ""}`}
                data-cards=${found.cards} onClick=${() => choose(found.cards)}>
                <span class="unseen">
                  ${sentences(card !== null && found.cards > 0 ? t("phone.upgrade.with", { cards: cardsObject(card, found.cards), n: found.price }) : t("phone.upgrade.without", { n: found.price }), t("phone.sentence", { words: note }))}
                </span>
                <span class="phone-fan" aria-hidden="true">
                  ${found.cards === 0 || card === null ? t("phone.none") : Array.from({ length: Math.min(3, found.cards) }, (_, k) => html`<${Face} key=${k} class=${`wall k${k}`} card=${card} />`)}
                </span>
                <strong aria-hidden="true">${found.price}<${Icon} name="thaler" /></strong>
                <span aria-hidden="true">${note}</span>
              </button>`;
            })}
          </div>
          ${
            offer !== undefined && offer.cards > 0 && card !== null
              ? html`<p class="phone-warns">
            <${Portrait} card=${card} />
            <span>${t("phone.upgrade.leaves", { cards: cardNames(card, offer.cards) })}</span>
          </p>`
              : null
          }
        `
        : html`<p class="phone-price">
          <b>${one.price}<${Icon} name="thaler" /></b>
          <span>${t("phone.upgrade.you", { n: inn.thalers })}</span>
        </p>`
    }
    <div class="phone-comes">
      <${Portrait} card="noble" />
      <span><b>${t("phone.upgrade.noble")}</b><span>${t("phone.upgrade.top")}</span></span>
      <${Shield} n=${figures.value?.cards.noble?.points ?? 0} />
    </div>
  <//>`;
}
