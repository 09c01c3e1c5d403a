// A tavern in the hand. One half are the tables with their guests and the staff that came tonight; the other its areas,
// the bartender with the counter and the ring, the entertainers. Mine can be played, others' looked at. What a tap means is
// in core/interaction.js.
import { computed, effect, html, signal } from "../../vendor/preact.js";
import { ringAbout } from "../core/about.js";
import { act, board, figures, hand, me, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import {
  drop,
  helps,
  light,
  meaning,
  offerFor,
  pressSpace,
  refusedFor,
  take as takeUp,
  upgrading,
  usable,
} from "../core/interaction.js";
import { asksFor, diceAt } from "../core/turn.js";
import {
  areaName,
  areaText,
  bonusWords,
  cardAbout,
  cardName,
  cardNames,
  cardText,
  entertainerName,
  entertainerText,
  gainWords,
  spaceName,
  whyWords,
} from "../core/words.js";
import { show as open_ } from "../table/state.js";
import { Explain, Told, tip } from "../ui/explain.js";
import { Coin, Die, Drawing, Face, Icon, MARKS, Sign } from "../ui/pieces.js";
import { ENTERTAINERS, Gain, Scene, Work, sentences } from "../ui/signs.js";

/** @typedef {"tavern" | "market" | "others" | "tracks" | "log"} Tab */

/** @type {Tab[]} */
export const TABS = ["tavern", "market", "others", "tracks", "log"];
export const tab = signal(/** @type {Tab} */ ("tavern"));
/** Which half of my tavern is in sight. */
export const half = signal(/** @type {"tables" | "areas"} */ ("tables"));
/** The tavern that is open under Others, by seat. */
export const visited = signal(/** @type {number | null} */ (null));
/** Pointed at in the market. */
export const pointed = signal(/** @type {import("../core/interaction.js").Wish | null} */ (null));
/** Why the last thing pressed cannot be done. */
export const reason = signal(/** @type {WhyNot | null} */ (null));

/** Say why something cannot be done. @param {WhyNot | null} why */
const explain = (why) => {
  reason.value = why;
};

// What was pointed at or explained belongs to the moment it was pressed in.
let ply = -1;
effect(() => {
  const now = update.value?.ply ?? -1;
  if (now === ply) return;
  ply = now;
  reason.value = null;
  pointed.value = null;
});

/** Show another tab. @param {Tab} to */
export function show(to) {
  tab.value = to;
  visited.value = null;
  reason.value = null;
  pointed.value = null;
}

/** Put away whatever is chosen or explained. */
export function clear() {
  drop();
  reason.value = null;
  pointed.value = null;
}

/** Take a die in hand, or lay it down again. @param {DieOn} die */
export function take(die) {
  reason.value = null;
  pointed.value = null;
  takeUp(die);
  toTheLight();
}

/** Where all the light falls on the other half, that half comes into sight. */
export function toTheLight() {
  const lit = shining.value;
  const other = half.value === "tables" ? "areas" : "tables";
  if (lit[half.value] === 0 && lit[other] > 0) half.value = other;
}

/**
 * What a space says of itself where the server gave no reason: whether it is used, or what it takes.
 * @param {SeatOn} inn
 * @param {string} space
 * @returns {WhyNot}
 */
function plainly(inn, space) {
  const one = inn.tables.find((found) => found.space === space);
  const area = inn.spaces.find((found) => found.space === space);
  const used = one !== undefined ? one.state === "paid" : area?.used && !area.many;
  const faces = asksFor(inn, space);
  const said = used
    ? t("phone.why.used", { space: spaceName(space) })
    : faces.length === 0
      ? t("phone.space.any.label", { space: spaceName(space) })
      : t("phone.space.label", { space: spaceName(space), die: faces.join(", ") });
  return { rule: used ? "F-4" : one !== undefined ? "E-3" : "E-2", said };
}

/** Press a space, or a die that lies on it. @param {string} space @param {Event} [event] */
export function pressAt(space, event) {
  const inn = me.value;
  const face = /** @type {HTMLElement | undefined} */ (event?.target)
    ?.closest("[data-lies]")
    ?.getAttribute("data-lies");
  const die =
    inn === null || !face ? undefined : diceAt(inn, space).find((one) => one.face === Number(face) && usable(one));
  if (hand.value === null && die !== undefined) take(die);
  else press(space);
}

/** Press a space. @param {string} space */
export function press(space) {
  const inn = me.value;
  const now = meaning(space, true);
  reason.value = null;
  if (now.does === "take") take(now.die);
  else if (now.does === "nothing") drop();
  else pressSpace(space, true);
  if (now.does === "refuse" && inn !== null) reason.value = now.why ?? plainly(inn, space);
}

/** How a space shines, as a class: where a die is looked for as where the held one stands. @param {string} space */
function shineOf(space) {
  const now = light(space, true);
  return now === "sought" ? "held" : now;
}

/** How many spaces of each half shine for the die in hand. */
export const shining = computed(() => {
  const inn = me.value;
  if (inn === null || hand.value === null) return { tables: 0, areas: 0 };
  const count = (/** @type {{space: string}[]} */ all) => all.filter((one) => shineOf(one.space) === "lit").length;
  return { tables: count(inn.tables), areas: count(inn.spaces) };
});

/** What could be bought now: a dot on the market's tab. */
export const buyable = computed(() => ["buy", "recruit", "nobles"].some((kind) => offerFor({ kind }) !== null));

/** What is only seen, inside a thing whose label says it all. @param {{children?: unknown}} props */
export const Seen = ({ children }) => html`<span class="inside" aria-hidden="true">${children}</span>`;

/** A die where its words stand elsewhere. @param {{face: number, seat?: number | null, ghost?: boolean}} props */
export const Pips = (props) => html`<${Seen}><${Die} ...${props} /><//>`;

// --- tables and staff

/** What a table says of itself. @param {TableOn} one @param {boolean} mine @param {DieOn[]} dice */
function tableLabel(one, mine, dice) {
  if (one.state === "free") return t("phone.table.free.label", { space: spaceName(one.space) });
  if (one.state === "gone" || one.card === null) return t("phone.table.gone.label", { space: spaceName(one.space) });
  const shines = mine ? shineOf(one.space) : "";
  return sentences(
    one.nobles > 1
      ? t("phone.table.nobles.label", {
          space: spaceName(one.space),
          guests: cardNames(one.card, one.nobles),
          die: one.asks ?? 0,
          n: one.pays ?? 0,
        })
      : t("phone.table.label", {
          space: spaceName(one.space),
          guest: cardName(one.card),
          die: one.asks ?? 0,
          n: one.pays ?? 0,
        }),
    one.state === "paid" && t("phone.table.paid.label"),
    dice.length > 0 && t("phone.space.dice", { dice: dice.map((die) => die.face).join(", "), n: dice.length }),
    shines === "lit" && t("phone.space.lit"),
    shines === "soft" && t("phone.space.soft"),
    shines === "held" && t("phone.space.held"),
  );
}

/** What a press on a space would play, or why it plays nothing. @param {SeatOn} inn @param {string} space @param {boolean} mine */
function pressed(inn, space, mine) {
  const now = mine ? meaning(space, true) : null;
  return {
    played: now?.does === "play" ? now.offer : null,
    why: now?.does === "refuse" ? whyWords(now.why ?? plainly(inn, space)) : undefined,
  };
}

/** A table and who sits at it. @param {{one: TableOn, inn: SeatOn, of: number, mine: boolean}} props */
function TableCard({ one, inn, of, mine }) {
  const dice = diceAt(inn, one.space);
  const shines = mine ? shineOf(one.space) : "";
  const { played, why } = pressed(inn, one.space, mine);
  const kind = `phone-table ${one.state} ${shines}${mine && helps(one.space, true) ? " helped" : ""}`;
  const inside = html`<${Seen}>
    ${one.card === null ? html`<span class="alcove"><${Drawing} name=${one.state === "gone" ? "i-denied" : "i-table"} class="phone-empty" /></span>` : html`<${Face} class="alcove wall" card=${one.card} />`}
    <span class="name-board">
      ${one.card === null ? t(one.state === "gone" ? "phone.table.gone" : "phone.table.free") : cardName(one.card)}
    </span>
    <span class="plank">
      ${
        one.card === null
          ? null
          : one.state === "paid" && dice.length === 0
            ? html`
              <span class="paid-sign"><${Sign} name="check" />${t("phone.table.paid")}</span>
              <${Coin} n=${one.pays ?? 0} />
            `
            : html`
              <${Coin} n=${one.pays ?? 0} />
              <span class=${`slot${dice.length > 0 ? " full" : ""}`}>
                ${dice.length > 0 ? html`<${Pips} face=${dice[0].face} seat=${dice[0].own ? of : null} />` : html`<${Pips} face=${one.asks ?? 1} ghost />`}
              </span>
            `
      }
    </span>
    ${one.nobles > 1 ? html`<span class="times">×${one.nobles}</span>` : null}
  <//>`;
  const label = tableLabel(one, mine, dice);
  if (one.card === null)
    return html`<div class=${kind} role="img" tabindex="0" aria-label=${label}
      ...${tip(() => ({ title: label, text: t(`about.table.${one.state === "gone" ? "gone" : "free"}`) }))}>
      ${inside}
    </div>`;
  return html`<${Explain} ...${cardAbout(one.card)} why=${why}
    rule=${one.card === "noble" ? "B-3" : "E-3"}>
    ${
      mine
        ? html`<button type="button" class=${kind} data-space=${one.space} data-thing=${`seat-${of}-${one.space}`}
          data-action=${played?.action} onClick=${() => press(one.space)}>
          <span class="unseen">${label}</span>
          ${inside}
        </button>`
        : html`<div class=${kind} role="img" aria-label=${label}>${inside}</div>`
    }
  <//>`;
}

/** The tavern cards drawn this evening; the bards can be sent to play. @param {{inn: SeatOn, mine: boolean}} props */
function Staff({ inn, mine }) {
  const all = Object.entries(inn.staff);
  if (all.length === 0) return html`<p class="phone-no-staff">${t("phone.staff.none")}</p>`;
  return html`<ul class="phone-staff" data-group="staff" aria-label=${t("phone.staff")} data-n=${all.length}>
    ${all.map(([card, n]) => {
      const sings = mine && card === "bard";
      const plays = sings ? offerFor({ kind: "bard" }) : null;
      const why = sings ? refusedFor({ kind: "bard" }) : null;
      const spare = card === "dishwasher" && mine && inn.dishwashers_free > 0;
      const words = sentences(
        t("phone.sentence", { words: cardNames(card, n) }),
        cardText(card),
        card === "dishwasher" && t("phone.dishwashers.free", { n: inn.dishwashers_free, all: inn.dishwashers }),
        plays !== null && t("phone.bard.play"),
      );
      const inside = html`<${Seen}>
        <${Face} class="phone-face wall" card=${card} />
        <span class="phone-task"><${Work} card=${card} n=${n} /></span>
        ${n > 1 ? html`<span class="times">×${n}</span>` : null}
      <//>`;
      return html`<li key=${card}>
        <${Explain} title=${cardNames(card, n)} text=${cardText(card)}>
          ${
            plays !== null || why !== null
              ? html`<button type="button" class=${`paper-card phone-card ${plays !== null ? "lit" : "dim"}`} data-extra=""
                data-action=${plays?.action} onClick=${() => (plays !== null ? act(plays.action) : explain(why))}>
                <span class="unseen">${words}</span>
                ${inside}
              </button>`
              : html`<span class=${`paper-card phone-card ${spare ? "soft" : ""}`} role="img" aria-label=${words} tabindex="0">
                ${inside}
              </span>`
          }
        <//>
      </li>`;
    })}
  </ul>`;
}

/** Tables and staff. @param {{inn: SeatOn, of: number, mine: boolean}} props */
export function TablesHalf({ inn, of, mine }) {
  const area = inn.areas.find((one) => one.area === "tables");
  return html`<div class="phone-room">
    <ul class="phone-tables" data-group="tables" data-n=${inn.tables.length} aria-label=${t("phone.tables")}>
      ${inn.tables.map((one) => html`<li key=${one.space}><${TableCard} one=${one} inn=${inn} of=${of} mine=${mine} /></li>`)}
    </ul>
    ${area === undefined ? null : html`<${Ribbon} area=${area} mine=${mine} />`}
    <${Staff} inn=${inn} mine=${mine} />
  </div>`;
}

// --- areas

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

// --- the ring of reputation: a horseshoe around the bartender, or two rows among the tracks

/** Points along a horseshoe, evenly. @param {number} count @returns {[number, number][]} */
function horseshoe(count) {
  const left = 20,
    right = 320,
    top = 19,
    low = 73;
  const side = low - top,
    across = right - left,
    whole = side * 2 + across;
  return Array.from({ length: count }, (_, i) => {
    const way = (i / (count - 1)) * whole;
    return way < side
      ? [left, low - way]
      : way < side + across
        ? [left + way - side, top]
        : [right, top + way - side - across];
  });
}

/** Points of two rows, back and forth. @param {number} count @returns {[number, number][]} */
function rows(count) {
  const first = Math.ceil(count / 2),
    wide = 296 / Math.max(1, first - 1);
  return Array.from({ length: count }, (_, i) =>
    i < first ? [22 + i * wide, 26] : [22 + (first - 1 - (i - first)) * wide, 70],
  );
}

/** @param {Bonus | null} bonus */
const fill = (bonus) =>
  ({ schnapps: "var(--glass-79)", toast: "var(--glass-79)", crown: "var(--royal-39)", signature: "var(--brick-65)" })[
    bonus?.what ?? ""
  ] ?? "var(--parchment-92)";

/**
 * @param {{markers: {seat: number, at: number}[], ahead?: number, way?: "horseshoe" | "rows"}} props
 * `ahead`: how many steps the plan would bring, shown as a dashed ring.
 */
export function Ring({ markers, ahead = 0, way = "horseshoe" }) {
  const now = board.value;
  const all = figures.value;
  if (now === null || all === null) return null;
  const spaces = all.ring.slice(1);
  const at = (way === "rows" ? rows : horseshoe)(spaces.length);
  const next =
    markers.length === 1 && ahead > 0
      ? (((markers[0].at - 1 + ahead) % spaces.length) + spaces.length) % spaces.length
      : -1;
  const path = `M${at.map(([x, y]) => `${x} ${y}`).join(" L")}`;
  const words = markers
    .map((one) =>
      one.at === 0
        ? t("phone.ring.off")
        : t("phone.ring.at", {
            n: one.at,
            what: spaces[one.at - 1] ? bonusWords(/** @type {Bonus} */ (spaces[one.at - 1])) : "",
          }),
    )
    .join(" ");
  return html`<svg class="phone-ring" viewBox="0 0 340 94" role="group" aria-label=${words} data-group="ring">
    <path d=${path} class="phone-ring-bed" />
    <path d=${path} class="phone-ring-dots" />
    ${spaces.map((bonus, i) => {
      const [x, y] = at[i];
      const kind = bonus?.what ?? "";
      const about = () => ringAbout(now, all, i + 1);
      const said = about();
      return html`<g key=${i} class="tv-spot" role="img" tabindex=${i === 0 ? "0" : "-1"} data-ring=${i + 1}
        aria-label=${sentences(`${said.title}.`, said.text, said.note)} ...${tip(about)}>
        <circle class="o" cx=${x} cy=${y} r="13" fill=${fill(bonus)} />
        ${kind === "points" ? html`<text x=${x} y=${y + 6} class="phone-ring-number">${bonus?.count}</text>` : null}
        ${kind === "schnapps" ? html`<use href="#i-schnapps" x=${x - 9} y=${y - 10} width="18" height="18" class="phone-fine" />` : null}
        ${
          kind === "toast"
            ? html`
          <use href="#i-schnapps" x=${x - 12} y=${y - 10} width="14" height="14" class="phone-fine" />
          <use href="#i-denied" x=${x - 1} y=${y - 2} width="13" height="13" class="phone-fine" />
        `
            : null
        }
        ${kind === "crown" ? html`<use href="#i-crown" x=${x - 9} y=${y - 9} width="18" height="18" class="phone-fine" />` : null}
        ${kind === "signature" ? html`<use href="#i-signature" x=${x - 9} y=${y - 9} width="18" height="18" class="phone-fine" />` : null}
        ${i === next ? html`<circle cx=${x} cy=${y} r="16" class="phone-ring-next" />` : null}
        <circle class="tv-spot-ring" cx=${x} cy=${y} r="16" />
      </g>`;
    })}
    ${markers.map((one, i) => {
      if (one.at === 0) return null;
      const [x, y] = at[one.at - 1];
      const same = markers.slice(0, i).filter((other) => other.at === one.at).length;
      return markers.length === 1
        ? html`<g key=${one.seat}>
          <circle cx=${x} cy=${y} r="16.5" class="phone-ring-on" />
          <circle cx=${x} cy=${y} r="16.5" class=${`phone-ring-mine seat-${one.seat}`} />
        </g>`
        : html`<use key=${one.seat} href=${`#m-${MARKS[one.seat - 1]}`} class=${`mark-${one.seat}`} x=${x - 19 + same * 11}
          y=${y - 24 + (same % 2) * 4} width="17" height="17" />`;
    })}
  </svg>`;
}
