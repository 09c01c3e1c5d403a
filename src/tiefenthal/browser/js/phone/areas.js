// The other half of a tavern in the hand: its areas, the bartender with the counter and the ring, the entertainers.
// Mine can be played, others' looked at.
import { html } from "../../vendor/preact.js";
import { act, figures } from "../core/game.js";
import { t } from "../core/i18n.js";
import { helps, offerFor, refusedFor, upgrading } from "../core/interaction.js";
import { diceAt } from "../core/turn.js";
import { areaName, areaText, cardName, entertainerName, entertainerText, gainWords, whyWords } from "../core/words.js";
import { show as open_ } from "../table/state.js";
import { Explain, tip, Told } from "../ui/explain.js";
import { Drawing, Icon, Sign } from "../ui/pieces.js";
import { ENTERTAINERS, Gain, Scene, sentences } from "../ui/signs.js";
import { Ring } from "./ring.js";
import { explain, Pips, pressAt, pressed, Seen, shineOf } from "./state.js";

/** What an area that takes no die does. @param {string} area @param {number} n */
export const stands = (area, n) => t(n === 0 ? `phone.area.${area}.none` : `phone.area.${area}`, { n });

/** The picture above an area's name. @param {{area: string}} props */
export const Picture = ({ area }) => html`<span class="phone-scene"><${Scene} area=${area} /></span>`;

/**
 * The price of an upgrade on its ribbon, with one card returned below; a seal of what is done.
 * @param {{area: AreaOn, mine: boolean}} props
 */
export function Ribbon({ area, mine }) {
  const name = areaName(area.area);
  if (area.upgraded)
    return html`<${Told} class="gold-seal" label=${t("phone.upgraded", { area: name })}
      about=${() => ({ title: t("about.upgraded", { area: name }), text: areaText(area.area, true) })}>
      <${Sign} name="check" />
    <//>`;
  const less = area.offers.find((one) => one.cards === 1);
  const open = mine && area.offers.some((one) => offerFor(upgrading(area.area, one.cards)) !== null);
  const inside = html`<${Seen}>
    <span class="rib">${area.price}${less ? html`<small><${Icon} name="deck" />${less.price}</small>` : null}</span>
  <//>`;
  const words = sentences(
    t("phone.upgrade.label", { area: name, n: area.price ?? 0 }),
    less && t("phone.upgrade.less.label", { n: less.price }),
    open && t("phone.upgrade.open"),
  );
  const about = () => ({
    title: t("table.upgrade.open", { area: name, n: area.price ?? 0 }),
    text: t("table.upgrade.now-then", { now: areaText(area.area, false), upgraded: areaText(area.area, true) }),
    note: sentences(
      less && area.card !== null && t("about.upgrade.less", { n: less.price, card: cardName(area.card) }),
      t("about.upgrade.noble"),
    ),
  });
  if (!mine) return html`<${Told} class="ribbon off" label=${words} about=${about}>${inside}<//>`;
  return html`<button type="button" class=${`ribbon ${open ? "on" : "off"}`} aria-haspopup="dialog" ...${tip(about)}
    data-opens=${`upgrade-${area.area}`} onClick=${() => open_({ kind: "upgrade", area: area.area })}>
    <span class="unseen">${words}</span>
    ${inside}
  </button>`;
}

/**
 * Where dice lie on an area, and the place for the next one.
 * @param {{space: SpaceOn, inn: SeatOn, of: number}} props
 */
function Slots({ space, inn, of }) {
  const dice = diceAt(inn, space.space);
  const room = space.many || (dice.length === 0 && !space.used);
  return html`<span class="phone-slots">
    ${dice.slice(0, 3).map(
      (die) => html`<span class="slot small full" data-lies=${die.face}>
      <${Pips} face=${die.face} seat=${die.own ? of : null} />
    </span>`,
    )}
    ${dice.length > 3 ? html`<b class="phone-more">+${dice.length - 3}</b>` : null}
    ${
      room && dice.length < 3
        ? html`<span class="slot small">
          ${space.asks.length === 0 ? html`<b>?</b>` : space.asks.length > 1 ? html`<b class="phone-two-faces">${space.asks.join("·")}</b>` : html`<${Pips} face=${space.asks[0]} ghost />`}
        </span>`
        : null
    }
    ${!room && dice.length === 0 ? html`<span class="paid-sign"><${Sign} name="check" /></span>` : null}
  </span>`;
}

/** One area. @param {{area: AreaOn, inn: SeatOn, of: number, mine: boolean}} props */
function AreaCard({ area, inn, of, mine }) {
  const space = inn.spaces.find((one) => one.space === area.area);
  const name = areaName(area.area);
  const dice = space === undefined ? [] : diceAt(inn, space.space);
  const shines = mine && space !== undefined ? shineOf(space.space) : "";
  const { played, why } = pressed(inn, area.area, mine && space !== undefined);
  const used = space?.used && !space.many && dice.length === 0;
  const kind = `phone-area${area.upgraded ? " up" : ""}${space === undefined && area.now === 0 ? " dim" : ""}${used ? " paid" : ""} ${shines}${mine && space !== undefined && helps(space.space, true) ? " helped" : ""}`;
  const words =
    space === undefined
      ? sentences(
          t("phone.sentence", { words: name }),
          areaText(area.area, area.upgraded),
          area.upgraded && t("phone.upgraded", { area: name }),
        )
      : sentences(
          t(space.asks.length === 0 ? "phone.space.any.label" : "phone.space.label", {
            space: name,
            die: space.asks.join(", "),
          }),
          t("phone.space.gives", { gain: gainWords(space.gives) }),
          area.upgraded && t("phone.upgraded", { area: name }),
          dice.length > 0 && t("phone.space.dice", { dice: dice.map((die) => die.face).join(", "), n: dice.length }),
          used && t("phone.space.used"),
          shines === "lit" && t("phone.space.lit"),
          shines === "soft" && t("phone.space.soft"),
          shines === "held" && t("phone.space.held"),
        );
  const inside = html`<${Seen}>
    <${Picture} area=${area.area} />
    <span class="phone-foot">
      <b class="phone-area-name">${name}</b>
      ${
        space === undefined
          ? html`<span class="phone-keeps">${stands(area.area, area.now)}</span>`
          : html`<span class="phone-deal">
            <${Slots} space=${space} inn=${inn} of=${of} />
            <span class="phone-yield"><${Gain} gain=${space.gives} /></span>
          </span>`
      }
    </span>
  <//>`;
  return html`<div class=${kind}>
    ${
      !mine
        ? html`<${Explain} title=${name} text=${areaText(area.area, area.upgraded)}>
          <div class="phone-area-in" role="img" aria-label=${words}>${inside}</div>
        <//>`
        : space === undefined
          ? area.upgraded
            ? html`<${Explain} title=${name} text=${words}>
              <div class="phone-area-in" role="img" aria-label=${words} tabindex="0">${inside}</div>
            <//>`
            : html`<button type="button" class="phone-area-in" data-thing=${`seat-${of}-${area.area}`} aria-haspopup="dialog"
              ...${tip(() => ({ title: name, text: areaText(area.area, area.upgraded) }))}
              onClick=${() => open_({ kind: "upgrade", area: area.area })}>
              <span class="unseen">${words}</span>
              ${inside}
            </button>`
          : html`<${Explain} title=${name} text=${areaText(area.area, area.upgraded)}
            why=${why} rule="F-2">
            <button type="button" class="phone-area-in" data-space=${space.space}
              data-thing=${`seat-${of}-${space.space}`} data-action=${played?.action}
              onClick=${(/** @type {Event} */ event) => pressAt(space.space, event)}>
              <span class="unseen">${words}</span>
              ${inside}
            </button>
          <//>`
    }
    <${Ribbon} area=${area} mine=${mine} />
  </div>`;
}

/**
 * The bartender behind the counter, the ring of reputation around him, counter guests before him.
 * @param {{inn: SeatOn, of: number, mine: boolean}} props
 */
function Bartender({ inn, of, mine }) {
  const steps = mine ? offerFor({ kind: "counter-guest" }) : null;
  const why = mine ? refusedFor({ kind: "counter-guest" }) : null;
  const ring = figures.value?.ring ?? [];
  const words = sentences(
    t("phone.counter.label", { n: inn.counter_guests }),
    steps !== null && t("phone.counter.step"),
  );
  const stools = html`<${Seen}>
    ${Array.from({ length: Math.min(3, inn.counter_guests) }, (_, i) => html`<${Drawing} name=${["p-counter", "p-counter2", "p-counter3"][i]} class="stool" />`)}
    <span class="phone-counter-guests"><b>${inn.counter_guests}</b><${Icon} name="counter" /></span>
  <//>`;
  return html`<div class=${`phone-bar${ring.length > 0 ? " phone-ringed" : ""}`}>
    <${Drawing} name="p-host" class="phone-host" />
    <span class="phone-counter"></span>
    ${ring.length > 0 ? html`<${Ring} markers=${[{ seat: of, at: inn.reputation }]} ahead=${mine ? (inn.plan.reputation ?? 0) : 0} />` : null}
    ${
      inn.counter_guests === 0
        ? html`<${Told} class="phone-stools none"
          about=${() => ({ title: t("table.counter.none"), text: t("table.counter.about") })}>
          ${t("phone.counter.none")}
        <//>`
        : steps !== null || why !== null
          ? html`<button type="button" class=${`phone-stools ${steps !== null ? "lit" : "dim"}`} data-extra=""
            data-action=${steps?.action}
            ...${tip(() => ({ title: t("table.counter", { n: inn.counter_guests }), text: t("table.counter.about") }))}
            onClick=${() => (steps !== null ? act(steps.action) : explain(why))}>
            <span class="unseen">${words}</span>
            ${stools}
          </button>`
          : html`<${Explain} title=${t("phone.counter")} text=${words}>
            <span class="phone-stools" role="img" aria-label=${words} tabindex="0">${stools}</span>
          <//>`
    }
  </div>`;
}

/** What is done here by each side of an entertainer; what the juggler does is found elsewhere. @type {By<string[]>} */
const PLAYS = { money: ["entertain", "entertain"], fire: ["entertain-upgrade", "entertain-remove"] };

/** An entertainer: what it costs, what it does. @param {{one: SeatOn["entertainers"][number], mine: boolean}} props */
function Entertainer({ one, mine }) {
  const look = ENTERTAINERS[one.entertainer] ?? ENTERTAINERS.juggler;
  const kind = PLAYS[one.entertainer]?.[one.side - 1];
  const direct = one.entertainer === "money";
  const offer = mine && kind !== undefined ? offerFor({ kind }) : null;
  const why = mine && kind !== undefined ? refusedFor({ kind }) : null;
  const title = entertainerName(one.entertainer);
  const words = sentences(
    t("phone.sentence", { words: title }),
    entertainerText(one.entertainer, one.side),
    why !== null && whyWords(why),
  );
  const inside = html`<${Seen}>
    <span class="phone-face wall" style=${{ "--back": "var(--royal-34)" }}><${Drawing} name=${look.art} class="portrait" /></span>
    <span class="phone-trade">
      <span>${one.cost}<${Icon} name="schnapps" /></span>
      <span>${direct ? one.gain : null}<${Icon} name=${look.gives[one.side - 1]} /></span>
    </span>
  <//>`;
  if (offer === null && why === null)
    return html`<${Explain} title=${title} text=${words}>
      <span class="phone-entertainer" role="img" aria-label=${words} tabindex="0">${inside}</span>
    <//>`;
  return html`<button type="button" class=${`phone-entertainer ${offer !== null ? "lit" : "dim"}`} data-extra=""
    ...${tip(() => ({ title, text: entertainerText(one.entertainer, one.side), why: why === null ? undefined : whyWords(why) }))}
    data-action=${direct ? offer?.action : undefined} data-open=${`entertainer-${one.entertainer}`}
    onClick=${() => (offer === null ? explain(why) : direct ? act(offer.action) : open_({ kind: "entertainer", name: one.entertainer }))}>
    <span class="unseen">${words}</span>
    ${inside}
  </button>`;
}

/** All but the tables. @param {{inn: SeatOn, of: number, mine: boolean}} props */
export function AreasHalf({ inn, of, mine }) {
  const area = (/** @type {string} */ name) => inn.areas.find((one) => one.area === name);
  const card = (/** @type {string} */ name) => {
    const found = area(name);
    return found === undefined
      ? null
      : html`<${AreaCard} key=${name} area=${found} inn=${inn} of=${of} mine=${mine} />`;
  };
  return html`<div class="phone-house" data-group="areas">
    ${["server", "cashbox", "monk", "dishwasher", "safe", "beer_storage"].map(card)}
    <${Bartender} inn=${inn} of=${of} mine=${mine} />
    ${["barrel", "brewer"].map(card)}
    ${
      inn.entertainers.length > 0
        ? html`<div class="phone-entertainers">
          ${inn.entertainers.map((one) => html`<${Entertainer} key=${one.entertainer} one=${one} mine=${mine} />`)}
        </div>`
        : html`<div class="phone-entertainers none" aria-hidden="true"><${Drawing} name="s-cat" /></div>`
    }
  </div>`;
}
