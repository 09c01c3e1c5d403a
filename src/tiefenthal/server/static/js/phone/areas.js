// The other half of a tavern: its nine areas but the tables, the bartender with the counter and the ring, the entertainers.
import { html } from "../../vendor/preact.js";
import { act, barred, figures, legal } from "../core/game.js";
import { areaName, areaText, entertainerName, entertainerText, gainWords, whyWords, tell as t } from "../core/words.js";
import { Explain } from "../ui/explain.js";
import { Drawing, Icon, Sign } from "../ui/pieces.js";
import { diceAt, helped, light, meaning, press, reason, sheet } from "./state.js";
import { Ring } from "./ring.js";
import { Gain, ICONS, Pips, Seen, sentences } from "./words.js";

/** @typedef {import("../types.js").SeatOn} SeatOn */
/** @typedef {import("../types.js").AreaOn} AreaOn */
/** @typedef {import("../types.js").SpaceOn} SpaceOn */

/** The picture of an area. @type {{[area: string]: string}} */
const SCENES = { tables: "s-tables", server: "s-server", cashbox: "s-cashbox", monk: "p-monk", dishwasher: "s-dish", safe: "s-safe", barrel: "s-barrel", brewer: "s-brewer", beer_storage: "s-storage" };

/** What an area that takes no die does. @param {string} area @param {number} n */
export const stands = (area, n) => t(n === 0 ? `phone.area.${area}.none` : `phone.area.${area}`, { n });

/** The picture above an area's name. @param {{area: string}} props */
export const Scene = ({ area }) => html`<span class="tel-scene"><${Drawing} name=${SCENES[area]} class=${area === "monk" ? "tel-monk" : ""} /></span>`;

/** Whether some way of upgrading an area is open now. @param {string} area */
const upgrades = (area) => [...legal.value.keys()].some((action) => action === `upgrade ${area}` || action.startsWith(`upgrade ${area} `));

/** The price of an upgrade on its ribbon, with one card returned below; a seal of what is done. @param {{area: AreaOn, inn: SeatOn, mine: boolean}} props */
export function Ribbon({ area, inn, mine }) {
  const name = areaName(area.area);
  if (area.upgraded) return html`<span class="tel-done" role="img" aria-label=${t("phone.upgraded", { area: name })}><${Sign} name="check" /></span>`;
  const less = area.offers.find((one) => one.cards === 1);
  const open = mine && upgrades(area.area);
  const inside = html`<${Seen}><span class="tel-rib">${area.price}${less ? html`<small><${Icon} name="deck" />${less.price}</small>` : null}</span><//>`;
  const words = sentences(t("phone.upgrade.label", { area: name, n: area.price ?? 0 }), less && t("phone.upgrade.less.label", { n: less.price }), open && t("phone.upgrade.open"));
  if (!mine) return html`<span class="tel-ribbon off" role="img" aria-label=${words} data-inn=${inn.points}>${inside}</span>`;
  return html`<button type="button" class=${`tel-ribbon ${open ? "on" : "off"}`} aria-haspopup="dialog" data-opens=${`upgrade ${area.area}`} onClick=${() => (sheet.value = { kind: "upgrade", area: area.area })}><span class="unseen">${words}</span>${inside}</button>`;
}

/** Where dice lie on an area, and the place for the next one. @param {{space: SpaceOn, inn: SeatOn, of: number}} props */
function Slots({ space, inn, of }) {
  const dice = diceAt(inn, space.space);
  const room = space.many || (dice.length === 0 && !space.used);
  return html`<span class="tel-slots">
    ${dice.slice(0, 3).map((die) => html`<span class="tel-slot small full"><${Pips} face=${die.face} seat=${die.own ? of : null} /></span>`)}
    ${dice.length > 3 ? html`<b class="tel-more">${t("phone.plus", { n: dice.length - 3 })}</b>` : null}
    ${room && dice.length < 3
      ? html`<span class="tel-slot small">${space.asks === "any" ? html`<b>?</b>` : space.asks.includes(" or ") ? html`<b class="tel-two">${space.asks.replace(" or ", "·")}</b>` : html`<${Pips} face=${Number(space.asks)} ghost />`}</span>`
      : null}
    ${!room && dice.length === 0 ? html`<span class="tel-paid"><${Sign} name="check" /></span>` : null}
  </span>`;
}

/** One area. @param {{area: AreaOn, inn: SeatOn, of: number, mine: boolean}} props */
function AreaCard({ area, inn, of, mine }) {
  const space = inn.spaces.find((one) => one.space === area.area);
  const name = areaName(area.area);
  const dice = space === undefined ? [] : diceAt(inn, space.space);
  const shines = mine && space !== undefined ? light(space.space) : "";
  const does = mine && space !== undefined ? meaning(space.space) : {};
  const used = space !== undefined && space.used && !space.many && dice.length === 0;
  const kind = `tel-area${area.upgraded ? " up" : ""}${space === undefined && area.now === 0 ? " dim" : ""}${used ? " paid" : ""} ${shines}${mine && space !== undefined && helped(space.asks, space.space) ? " helped" : ""}`;
  const words =
    space === undefined
      ? sentences(t("phone.sentence", { words: name }), areaText(area.area, area.upgraded), area.upgraded && t("phone.upgraded", { area: name }))
      : sentences(
          t(space.asks === "any" ? "phone.space.any.label" : "phone.space.label", { space: name, die: space.asks.replace(" or ", ", ") }),
          t("phone.space.gives", { gain: gainWords(space.gives) }),
          area.upgraded && t("phone.upgraded", { area: name }),
          dice.length > 0 && t("phone.space.dice", { dice: dice.map((die) => die.face).join(", "), n: dice.length }),
          used && t("phone.space.used"),
          shines === "lit" && t("phone.space.lit"),
          shines === "soft" && t("phone.space.soft"),
          shines === "held" && t("phone.space.held"),
        );
  const inside = html`<${Seen}><${Scene} area=${area.area} />
    <span class="tel-foot"><b class="tel-aname">${name}</b>
      ${space === undefined
        ? html`<span class="tel-keeps">${stands(area.area, area.now)}</span>`
        : html`<span class="tel-deal"><${Slots} space=${space} inn=${inn} of=${of} /><span class="tel-yield"><${Gain} gain=${space.gives} /></span></span>`}
    </span><//>`;
  return html`<div class=${kind}>
    ${!mine
      ? html`<${Explain} title=${name} text=${areaText(area.area, area.upgraded)}><div class="tel-area-in" role="img" aria-label=${words}>${inside}</div><//>`
      : space === undefined
        ? area.upgraded
          ? html`<${Explain} title=${name} text=${words}><div class="tel-area-in" role="img" aria-label=${words} tabindex="0">${inside}</div><//>`
          : html`<button type="button" class="tel-area-in" data-thing=${`seat-${of}-${area.area}`} aria-haspopup="dialog" onClick=${() => (sheet.value = { kind: "upgrade", area: area.area })}><span class="unseen">${words}</span>${inside}</button>`
        : html`<${Explain} title=${name} text=${areaText(area.area, area.upgraded)} why=${does.why === undefined ? undefined : whyWords(does.why)} rule="F-2">
            <button type="button" class="tel-area-in" data-space=${space.space} data-thing=${`seat-${of}-${space.space}`} data-action=${does.act} onClick=${() => press(space.space)}><span class="unseen">${words}</span>${inside}</button>
          <//>`}
    <${Ribbon} area=${area} inn=${inn} mine=${mine} />
  </div>`;
}

/** The bartender behind the counter, the ring of reputation around him, counter guests before him. @param {{inn: SeatOn, of: number, mine: boolean}} props */
function Bartender({ inn, of, mine }) {
  const steps = mine && legal.value.has("counter-guest");
  const why = mine ? barred.value.get("counter-guest") : undefined;
  const ring = figures.value?.ring ?? [];
  const words = sentences(t("phone.counter.label", { n: inn.counter_guests }), steps && t("phone.counter.step"));
  const stools = html`<${Seen}>${Array.from({ length: Math.min(3, inn.counter_guests) }, (_, i) => html`<${Drawing} name=${["p-counter", "p-counter2", "p-counter3"][i]} class="tel-stool" />`)}
    <span class="tel-cg"><b>${inn.counter_guests}</b><${Icon} name="counter" /></span><//>`;
  return html`<div class=${`tel-bar${ring.length > 0 ? " tel-ringed" : ""}`}>
    <${Drawing} name="p-host" class="tel-host" />
    <span class="tel-ctr"></span>
    ${ring.length > 0 ? html`<${Ring} ring=${ring} markers=${[{ seat: of, at: inn.reputation }]} ahead=${mine ? (inn.plan.reputation ?? 0) : 0} />` : null}
    ${inn.counter_guests === 0
      ? html`<span class="tel-stools none">${t("phone.counter.none")}</span>`
      : steps || why !== undefined
        ? html`<button type="button" class=${`tel-stools ${steps ? "lit" : "dim"}`} data-action=${steps ? "counter-guest" : undefined} onClick=${() => (steps ? act("counter-guest") : (reason.value = why ?? null))}><span class="unseen">${words}</span>${stools}</button>`
        : html`<${Explain} title=${t("phone.counter")} text=${words}><span class="tel-stools" role="img" aria-label=${words} tabindex="0">${stools}</span><//>`}
  </div>`;
}

/** @type {{[name: string]: string}} */
const FACES = { money: "p-coiner", fire: "p-fire", juggler: "p-juggler" };
/** What each side gives. @type {{[name: string]: string[]}} */
const SIDES = { money: ["thalers", "beer"], fire: ["free-upgrade", "service-denied"], juggler: ["keep", "turn"] };

/** An entertainer: what it costs, what it does. @param {{one: import("../types.js").EntertainerOn, mine: boolean}} props */
function Entertainer({ one, mine }) {
  const what = SIDES[one.entertainer]?.[one.side - 1] ?? "thalers";
  const simple = what === "thalers" || what === "beer" ? `entertain ${what}` : null;
  const start = what === "free-upgrade" ? "entertain-upgrade " : what === "service-denied" ? "entertain-remove " : null;
  const open = mine && (simple !== null ? legal.value.has(simple) : start !== null && [...legal.value.keys()].some((action) => action.startsWith(start)));
  const why = !mine ? undefined : simple !== null ? barred.value.get(simple) : start !== null ? [...barred.value.values()].find((no) => no.action.startsWith(start)) : undefined;
  const icon = what === "keep" ? "keepcard" : what === "turn" ? "turndie" : ICONS[what];
  const words = sentences(t("phone.sentence", { words: entertainerName(one.entertainer) }), entertainerText(one.entertainer, one.side), why !== undefined && whyWords(why));
  const inside = html`<${Seen}><span class="tel-face tel-wall-stage"><${Drawing} name=${FACES[one.entertainer] ?? "p-juggler"} class="portrait" /></span>
    <span class="tel-trade"><span>${one.cost}<${Icon} name="schnapps" /></span><span>${what === "thalers" || what === "beer" ? one.gain : null}<${Icon} name=${icon} /></span></span><//>`;
  const title = entertainerName(one.entertainer);
  if (!mine || (!open && why === undefined))
    return html`<${Explain} title=${title} text=${words}><span class="tel-ent" role="img" aria-label=${words} tabindex="0">${inside}</span><//>`;
  return html`<button type="button" class=${`tel-ent ${open ? "lit" : "dim"}`} data-action=${open && simple !== null ? simple : undefined}
    onClick=${() => (!open ? (reason.value = why ?? null) : simple !== null ? act(simple) : (sheet.value = { kind: "fire" }))}><span class="unseen">${words}</span>${inside}</button>`;
}

/** All but the tables. @param {{inn: SeatOn, of: number, mine: boolean}} props */
export function AreasHalf({ inn, of, mine }) {
  const area = (/** @type {string} */ name) => inn.areas.find((one) => one.area === name);
  const card = (/** @type {string} */ name) => {
    const found = area(name);
    return found === undefined ? null : html`<${AreaCard} key=${name} area=${found} inn=${inn} of=${of} mine=${mine} />`;
  };
  return html`<div class="tel-house">
    ${["server", "cashbox", "monk", "dishwasher", "safe", "beer_storage"].map(card)}
    <${Bartender} inn=${inn} of=${of} mine=${mine} />
    ${["barrel", "brewer"].map(card)}
    ${inn.entertainers.length > 0
      ? html`<div class="tel-ents">${inn.entertainers.map((one) => html`<${Entertainer} key=${one.entertainer} one=${one} mine=${mine} />`)}</div>`
      : html`<div class="tel-ents none" aria-hidden="true"><${Drawing} name="s-cat" /></div>`}
  </div>`;
}
