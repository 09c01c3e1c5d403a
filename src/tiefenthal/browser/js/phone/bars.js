// The fixed bars on a phone. At the top: whose turn it is and the question, in one line, and what I have. At the
// bottom: one line that says what a tap would do or why not, the dice, undo and the main button.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { eveningAbout } from "../core/about.js";
import {
  act,
  asked,
  board,
  connection,
  figures,
  hand,
  me,
  pending,
  refusal,
  seat,
  story,
  table,
  undo,
  undoWay,
} from "../core/game.js";
import { phaseName, t } from "../core/i18n.js";
import {
  held,
  offerFor,
  offersFor,
  placeable,
  placesFor,
  refusedFor,
  soughtFor,
  standing,
  usable,
  useAll,
  uses,
  withHeld,
} from "../core/interaction.js";
import { announce } from "../core/page.js";
import { choosesAhead, inOrder, question, size } from "../core/turn.js";
import {
  actionWords,
  cardName,
  eventSentence,
  gainWords,
  refusalWords,
  seatName,
  spaceName,
  spaceObject,
  whyWords,
} from "../core/words.js";
import { phaseView } from "../phases/index.js";
import { dieAbout, mainNow, status } from "../table/bars.js";
import { HintButton } from "../table/hints.js";
import { show as open_ } from "../table/state.js";
import { ownEdition } from "../ui/edition.js";
import { Explain, RuleLink, Told, tip } from "../ui/explain.js";
import { Face, Icon, Mark, Portrait, Sign } from "../ui/pieces.js";
import { Gain, sentences } from "../ui/signs.js";
import { Pointed } from "./market.js";
import { Pips, Seen, clear, pointed, reason, show, tab, take } from "./state.js";

// --- the top

/** Who acts, and what is asked. @returns {{who: string, what: string}} */
export function headline() {
  const open = question.value;
  // At a screen that several people share it says which of them is meant.
  const turn = choosesAhead.value
    ? ""
    : seat.value !== null && (table.value?.you.seats.length ?? 0) > 1
      ? t("sharing.lead", { name: seatName(seat.value) })
      : t("phone.turn");
  if (asked.value && open !== null) {
    // What can be bought is asked only while one serves; before that the market is just looked at.
    if (tab.value === "market" && open.id === "serving") return { who: turn, what: t("phone.say.market") };
    if (tab.value === "others") return { who: turn, what: t("phone.say.others") };
    if (tab.value === "tracks") return { who: turn, what: t("phone.say.tracks") };
    if (tab.value === "log") return { who: turn, what: t("phone.say.log") };
    if (hand.value !== null)
      return {
        who: turn,
        what: t(hand.value.at === "tray" ? "phone.say.put" : "phone.say.standing", { face: hand.value.face }),
      };
    switch (open.id) {
      case "planning":
        return { who: turn, what: t("phone.say.planning") };
      case "serving":
        return { who: turn, what: t("phone.say.serving") };
      case "draft":
        return { who: turn, what: t(choosesAhead.value ? "phases.ahead.now" : "phone.say.draft") };
      case "arrival":
        return { who: turn, what: t("phone.say.arrival") };
      default: // the question itself stands in the page below
        return { who: turn, what: t("phone.say.choose") };
    }
  }
  const now = status();
  return { who: "", what: now.text };
}

/** The status line. */
export function Header() {
  const now = board.value;
  const { who, what } = headline();
  const turn = question.value?.seat ?? now?.turn ?? 1;
  return html`<header class=${`phone-status${asked.value ? " mine" : ""}`}>
    ${
      now === null || figures.value === null || now.round === 0
        ? html`<span class="phone-moon" aria-hidden="true"></span>`
        : html`<${Told} class="phone-moon"
          about=${() => eveningAbout(now, /** @type {Figures} */ (figures.value), now.round - 1)}>${now.round}<//>`
    }
    <div class="phone-line">
      <p class="phone-when">
        ${now === null ? "" : now.round === 0 ? t("table.before") : t("phone.when", { n: now.round, all: figures.value?.rounds ?? 8, phase: phaseName(now.letter) })}${ownEdition(table.value) && ` · ${ownEdition(table.value)}`}
      </p>
      <h1>
        ${now === null ? null : html`<${Mark} seat=${asked.value ? (seat.value ?? 1) : turn} />`}
        ${who === "" ? null : html`<b>${who}</b>`} <span>${what}</span>
      </h1>
    </div>
    ${["lost", "refused", "elsewhere"].includes(connection.value) ? html`<span class="phone-offline" role="img" aria-label=${t("phone.offline")}><${Sign} name="offline" /></span>` : null}
    <button type="button" class="phone-menu" aria-label=${t("table.menu")} aria-haspopup="dialog"
      onClick=${() => open_({ kind: "menu" })}><${Sign} name="menu" /></button>
  </header>`;
}

/** Where points come from. @param {SeatOn} inn */
const pointsFrom = (inn) =>
  Object.entries(inn.sources)
    .filter(([, n]) => n > 0)
    .map(([source, n]) => t(`table.source.${source}`, { n }))
    .join(" · ") || t("about.points.none");

/** What I have: each says what of it is kept; the deck and the points open. */
export function Stores() {
  const inn = me.value;
  const mine = seat.value;
  if (inn === null || mine === null) return null;
  const kept = (/** @type {string} */ what, /** @type {number} */ n, /** @type {number} */ keeps) => ({
    title: t(`n.${what}`, { n }),
    text: t("phone.keeps", { gain: gainWords({ [what]: keeps }) }),
  });
  const loses = inn.loses;
  const cell = (
    /** @type {string} */ icon,
    /** @type {string} */ what,
    /** @type {number} */ n,
    /** @type {number} */ keeps,
  ) => {
    const words = kept(what, n, keeps);
    return html`<li key=${icon}>
      <${Explain} title=${words.title} text=${words.text}>
        <span class=${`phone-store${loses[what] ? " spills" : ""}`} role="img" tabindex="0" data-thing=${`store-${what}`}
          aria-label=${`${words.title}. ${words.text}`}><${Seen}><${Icon} name=${icon} /><b>${n}</b><//></span>
      <//>
    </li>`;
  };
  const deck = size(inn.deck);
  const discard = size(inn.discard);
  return html`<section class="phone-stores" aria-label=${t("phone.stores")}>
    <ul data-group="stores">
      ${cell("thaler", "thalers", inn.thalers, inn.keeps_thalers)}
      ${cell("beer", "beer", inn.beer, inn.keeps_beer)}
      ${inn.keeps_schnapps > 0 ? cell("schnapps", "schnapps", inn.schnapps, inn.keeps_schnapps) : null}
      <li>
        <button type="button" class="phone-store" aria-haspopup="dialog"
          ...${tip(() => ({ title: t("n.points", { n: inn.points }), text: pointsFrom(inn) }))}
          onClick=${() => open_({ kind: "points", seat: mine })}>
          <span class="unseen">${t("phone.points.label", { n: inn.points })}</span>
          <${Seen}><${Icon} name="points" /><b>${inn.points}</b><//>
        </button>
      </li>
      <li>
        <button type="button" class="phone-store small" data-thing=${`seat-${mine}-deck`} aria-haspopup="dialog"
          ...${tip(() => ({ title: t("table.piles", { deck, discard }), text: t("table.piles.about") }))}
          onClick=${() => open_({ kind: "piles", seat: mine })}>
          <span class="unseen">${t("phone.piles.label", { n: deck, discard })}</span>
          <${Seen}><${Icon} name="deck" /><b>${deck}</b><i>+${discard}</i><//>
        </button>
      </li>
    </ul>
  </section>`;
}

// --- at the bottom

/**
 * @typedef {{text: string, note: string, offer?: Offer | null, press: (() => void) | null, quiet?: boolean, opens?: boolean}} Main
 */

/** What the main button says and does now. @returns {Main} */
export function mainButton() {
  const now = board.value;
  if (now === null) return { text: "", note: "", press: null };
  if (tab.value === "others" || tab.value === "tracks" || tab.value === "log") {
    const back = seat.value === null ? t("phone.back.watcher") : t("phone.back");
    const note =
      hand.value !== null ? t("phone.back.hand", { face: hand.value.face }) : asked.value ? t("phone.back.asked") : "";
    return { text: back, note, press: () => show("tavern") };
  }
  const goods = tab.value === "market" && pointed.value !== null ? offerFor(pointed.value) : null;
  if (goods !== null) return offerButton(goods);
  const main = mainNow();
  if (main.waiting)
    return {
      text: main.title,
      note: main.note ?? (seat.value === null ? t("phone.watching") : t("phone.wait.note")),
      press: null,
    };
  const offer = main.offer ?? null;
  return {
    text: main.title,
    note: main.note ?? "",
    offer: main.onPress === undefined ? offer : null,
    press: main.onPress ?? (() => offer !== null && void act(offer.action)),
    quiet: offer?.kind === "unready",
    opens: main.onPress !== undefined,
  };
}

/** Buying what is pointed at. @param {Offer} offer @returns {Main} */
function offerButton(offer) {
  const { kind, card, count, cost } = offer;
  const press = () => void act(offer.action);
  const name = card ? cardName(card) : "";
  if (kind === "buy")
    return { text: t("phone.buy", { n: cost?.thalers ?? 0 }), note: t("phone.buy.note", { card: name }), offer, press };
  if (kind === "nobles")
    return {
      text: t("phone.nobles.buy", { n: cost?.beer ?? 0 }),
      note: t("phone.nobles.note", { n: count ?? 0 }),
      offer,
      press,
    };
  return { text: t("phone.recruit", { n: cost?.beer ?? 0 }), note: t("phone.buy.note", { card: name }), offer, press };
}

/** Undo and the main button; the button is always here. */
export function Go() {
  const main = mainButton();
  const way = undoWay.value;
  const words = t(`table.undo.${way}`);
  return html`<div class="phone-go">
    <button type="button" class=${`phone-undo ${way}`} aria-label=${words}
      ...${tip(() => ({ title: t("table.undo"), text: words }))} aria-disabled=${way === "no" ? "true" : undefined}
      onClick=${() => {
        clear();
        void undo();
      }}>
      <${Sign} name="undo" />
      ${way === "ask" ? html`<span class="phone-ask" aria-hidden="true">?</span>` : null}
    </button>
    <${HintButton} class="phone-undo" />
    ${
      main.press === null
        ? html`<div class="phone-main wait"><b>${main.text}</b>${main.note ? html`<span>${main.note}</span>` : null}</div>`
        : html`<button type="button" class=${`phone-main${main.quiet ? " quiet" : ""}`} id="main-button"
          data-action=${main.offer?.action} data-kind=${main.offer?.kind} aria-haspopup=${main.opens ? "dialog" : undefined}
          aria-busy=${pending.value > 0 ? "true" : undefined} onClick=${main.press}>
          <b>${main.text}</b>
          ${main.note ? html`<span>${main.note}</span>` : null}
        </button>`
    }
  </div>`;
}

/** Where a die lies: a small picture at its corner. @param {{at: string}} props */
function Where({ at }) {
  const card = me.value?.tables.find((one) => one.space === at)?.card ?? null;
  if (card !== null) return html`<span class="phone-where"><${Portrait} card=${card} /></span>`;
  const icon = { cashbox: "thaler", barrel: "beer", brewer: "brewer", monk: "monastery" }[at];
  return html`<span class="phone-where icon"><${Icon} name=${icon ?? "die"} /></span>`;
}

/** My dice. */
export function Tray() {
  const inn = me.value;
  if (inn === null || inn.dice.length === 0) return null;
  let shown = false;
  return html`<div class="phone-tray" data-group="tray">
    <ul aria-label=${t("phone.tray")}>
      ${inOrder(inn).map(({ die, i }) => {
        const open = usable(die);
        // Of several dice alike only one is shown as held.
        const mine = !shown && held(die);
        shown = shown || mine;
        const words = sentences(
          t(die.own ? "phone.die.own" : "phone.die.white", { face: die.face }),
          die.at === "tray"
            ? t("phone.die.free")
            : die.at === "used"
              ? t("phone.die.used")
              : t("phone.die.on", { space: spaceObject(die.at) }),
        );
        const inside = html`
          <${Pips} face=${die.face} seat=${die.own ? seat.value : null} />
          ${die.at === "tray" ? null : die.at === "used" ? html`<span class="phone-where done"><${Sign} name="check" /></span>` : html`<${Where} at=${die.at} />`}
        `;
        const kind = `phone-tray-die ${die.at === "tray" ? "free" : die.at === "used" ? "used" : "placed"}${mine ? " held" : ""}${open ? "" : " still"}`;
        return html`<li key=${i}>
          ${
            die.at === "used"
              ? html`<${Told} class=${kind} label=${words} about=${() => ({ title: words, text: t("about.die.used") })}>
                ${inside}
              <//>`
              : html`<button type="button" class=${kind} aria-label=${words} aria-pressed=${mine ? "true" : "false"}
                aria-disabled=${open ? undefined : "true"} data-die=${die.face} data-at=${die.at}
                ...${tip(() => ({ title: words, text: dieAbout(die, open, null) }))} onClick=${() => open && take(die)}>
                ${inside}
              </button>`
          }
        </li>`;
      })}
    </ul>
    ${
      inn.dishwashers > 0
        ? html`<${Explain} title=${t("phone.dishwashers")}
          text=${t("phone.dishwashers.free", { n: inn.dishwashers_free, all: inn.dishwashers })}>
          <span class=${`phone-dishwashers${inn.dishwashers_free === 0 ? " none" : ""}`} role="img" tabindex="0"
            aria-label=${t("phone.dishwashers.free", { n: inn.dishwashers_free, all: inn.dishwashers })}>
            <${Icon} name="plus1" />
            <b aria-hidden="true">${inn.dishwashers_free}/${inn.dishwashers}</b>
          </span>
        <//>`
        : null
    }
  </div>`;
}

/**
 * A small button in the line; `face` shows a die instead of words.
 * @param {{offer: Offer, face?: number | null, seat?: number | null, children?: unknown}} props
 */
const Chip = ({ offer, face, seat: of = null, children }) =>
  html`<button type="button" class="phone-chip" data-action=${offer.action} onClick=${() => void act(offer.action)}>
    ${
      face === undefined
        ? children
        : html`
      <span class="unseen">${actionWords(offer)}</span>
      <${Pips} face=${face} seat=${of} />
    `
    }
  </button>`;

/** What the die in my hand could do besides going to a lit place. */
function InHand() {
  const holding = hand.value;
  const inn = me.value;
  if (holding === null || inn === null) return null;
  const die = html`<${Pips} face=${holding.face} seat=${holding.own ? seat.value : null} />`;
  if (holding.at === "tray") {
    const turns = offersFor({ kind: "turn", face: holding.face });
    return html`<div class="phone-strip paper">
      ${die}
      <span class="phone-says">${t(turns.length > 0 ? "phone.hand.turn" : "phone.hand", { face: holding.face })}</span>
      ${
        turns.length > 0
          ? html`<span class="phone-chips">
        ${turns.map(
          (offer) => html`<${Chip} key=${offer.action} offer=${offer} face=${offer.to}
          seat=${holding.own ? seat.value : null} />`,
        )}
      </span>`
          : null
      }
    </div>`;
  }
  const { at, face } = holding;
  const one = inn.tables.find((found) => found.space === at);
  const gives =
    one !== undefined ? { thalers: one.pays ?? 0 } : (inn.spaces.find((found) => found.space === at)?.gives ?? {});
  const use = withHeld("use");
  const back = withHeld("back");
  const whyNot = refusedFor({ kind: "use", at, face });
  return html`<div class="phone-strip paper">
    ${die}
    <span class="phone-says">${one !== undefined && one.card !== null ? cardName(one.card) : spaceName(at)}</span>
    <span class="phone-chips">
      <${Told} class="phone-gain" about=${() => ({ title: spaceName(at), text: gainWords(gives) })}>
        <${Gain} gain=${gives} plus />
      <//>
      ${use !== null ? html`<${Chip} offer=${use}>${t("phone.use")}<//>` : null}
      ${back !== null ? html`<${Chip} offer=${back}>${t("phone.takeback")}<//>` : null}
    </span>
    ${use === null && whyNot !== null ? html`<small>${whyWords(whyNot)}</small>` : null}
  </div>`;
}

/** Why something cannot be done, with its rule. */
function Why() {
  const no = reason.value;
  const said = refusal.value;
  const words = no !== null ? whyWords(no) : said !== null ? refusalWords(said) : "";
  useEffect(() => announce(words, { now: true }), [words]);
  if (no === null && said === null) return null;
  const rule = no?.rule ?? said?.rule ?? null;
  return html`<div class="phone-strip why">
    <${Sign} name="info" /><span class="phone-says">${words}</span>
    ${rule === null ? null : html`<${RuleLink} id=${rule} />`}
    <button type="button" class="phone-dismiss" aria-label=${t("table.dismiss")} onClick=${() => {
      reason.value = null;
      refusal.value = null;
    }}><${Sign} name="close" /></button>
  </div>`;
}

/** The line above the dice: the reason, what is in hand, which die, or what the plan gives. */
export function Strip() {
  const inn = me.value;
  const now = board.value;
  if (reason.value !== null || (refusal.value !== null && refusal.value.code !== "lesson")) return html`<${Why} />`;
  if (tab.value === "market" && pointed.value !== null) return html`<${Pointed} what=${pointed.value} />`;
  if (inn === null || now === null) return null;
  if (tab.value !== "tavern") return null;
  if (phaseView(now, question.value) !== null) return null;
  if (hand.value !== null) return html`<${InHand} />`;
  const space = soughtFor();
  if (space !== null) {
    return html`<div class="phone-strip paper">
      <span class="phone-says">${t("phone.which", { space: spaceObject(space) })}</span>
      <span class="phone-chips">
        ${placesFor(space).map((offer) => html`<${Chip} key=${offer.action} offer=${offer} face=${offer.face} />`)}
      </span>
    </div>`;
  }
  const gain = Object.fromEntries(Object.entries(inn.plan).filter(([, n]) => n > 0));
  const some = Object.keys(gain).length > 0;
  if (!some && uses.value.length === 0)
    return html`<div class="phone-strip paper quiet">
      <span class="phone-says">
        ${t(!asked.value ? "phone.look" : placeable.value > 0 || now.letter === "E" ? "phone.plan.begin" : "phone.serve.begin")}
      </span>
    </div>`;
  return html`<div class="phone-strip paper" data-thing="plan">
    <span class="phone-says">${t("phone.plan")}</span>
    <span class="phone-chips">
      <${Told} class="phone-gain"
        about=${() => ({ title: t(now.letter === "E" ? "table.plan.words" : "table.plan.rest", { gain: gainWords(gain) }), text: t("table.plan.about") })}>
        <${Gain} gain=${gain} plus />
      <//>
      ${
        standing.value > 1
          ? html`<button type="button" class="phone-chip" data-action=${uses.value[0].action} data-many="all"
            onClick=${() => void useAll()}>
            ${t("phone.useall", { n: standing.value })}
          </button>`
          : null
      }
      ${standing.value === 1 ? html`<${Chip} offer=${uses.value[0]}>${t("phone.use")}<//>` : null}
    </span>
  </div>`;
}

const SEEN = new Set(["gained", "upgraded", "signed", "schnapps", "counter-guest", "pile-empty", "no-schnapps-left"]);
const SHOWN_FOR = 3500;

/**
 * What my last decision brought besides what was pressed: the noble of an upgrade, a card, a signature. It goes by
 * itself.
 */
function Happened() {
  const all = story.value;
  const last = all.length === 0 ? -1 : all[all.length - 1].ply;
  const [gone, go] = useState(last);
  useEffect(() => {
    if (last === gone) return;
    const timer = setTimeout(() => go(last), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [last]);
  if (last === gone) return null;
  const mine = all.filter((event) => event.ply === last && event.seat === seat.value && SEEN.has(event.what));
  if (mine.length === 0) return null;
  const card = mine.find((event) => event.card === "noble")?.card ?? mine.find((event) => event.card)?.card ?? null;
  return html`<div class=${`phone-happened${card === "noble" ? " noble" : ""}`}>
    <p>
      ${card === null ? null : html`<${Face} class="phone-face wall" card=${card} />`}
      <span>
        ${mine
          .slice(0, 3)
          .map((event) => eventSentence(event))
          .join(" ")}
      </span>
    </p>
  </div>`;
}

/** The whole dock. */
export function Dock() {
  const now = board.value;
  const inTavern = tab.value === "tavern";
  const phase = now !== null && phaseView(now, question.value) !== null;
  return html`<section class="phone-dock" aria-label=${t("phone.dock")}>
    <${Happened} />
    <${Strip} />
    ${inTavern && !phase ? html`<${Tray} />` : null}
    <${Go} />
  </section>`;
}
