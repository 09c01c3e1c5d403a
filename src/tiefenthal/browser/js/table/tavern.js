// A tavern as it lies on the table: guests at their tables, staff, areas, entertainers, the bartender with his ring.
// With `live` it is mine and can be played with; without, it only shows.
import { html } from "../../vendor/preact.js";
import { ringAbout } from "../core/about.js";
import { act, asked, hand, legal } from "../core/game.js";
import { t } from "../core/i18n.js";
import { helps, light, may, soughtFor, upgrading, usable, useOf } from "../core/interaction.js";
import { asksFor, bookRows, diceAt, helped, size } from "../core/turn.js";
import {
  areaName,
  areaText,
  bonusName,
  bonusWords,
  cardName,
  cardNames,
  cardText,
  entertainerName,
  entertainerText,
  gainWords,
  isHouse,
  seatName,
  spaceName,
  whyWords,
} from "../core/words.js";
import { Told, explain, tip } from "../ui/explain.js";
import { Coin, Die, Drawing, Face, Icon, Key, Mark, MARKS, Sign } from "../ui/pieces.js";
import { ENTERTAINERS, Gain, Scene, Work, iconOf, named, sentences } from "../ui/signs.js";
import { JUMPS } from "./keys.js";
import { Doing, dragged, grab, letterOf, notNow, pick, playedAt, press, show, whyNotAt } from "./state.js";

/** A die that stands on a space. @param {{one: SeatOn, die: DieOn, seat: number, space: string}} props */
function Standing({ one, die, seat, space }) {
  return html`<span class="tv-standing">
    <${Die} face=${die.face} seat=${die.own ? seat : null} />
    ${helped(one, space, die.face) ? html`<span class="tv-plus"><${Icon} name="plus1" /></span>` : null}
  </span>`;
}

/** What a space asks for, drawn in its slot. @param {{one: SeatOn, space: string}} props */
function Asked({ one, space }) {
  const faces = asksFor(one, space);
  if (faces.length === 0) return html`<b>?</b>`;
  if (faces.length === 1) return html`<${Die} face=${faces[0]} ghost=${true} />`;
  return html`<b class="small">${faces.join("·")}</b>`;
}

/**
 * What a press on a space of mine would give, for its bubble.
 * @param {SeatOn} one
 * @param {string} space
 * @param {string} title
 * @param {string} text
 * @param {Counts} gain
 * @param {boolean} house
 */
const spaceWords = (one, space, title, text, gain, house) => () => {
  const held = hand.value;
  const why = whyNotAt(space);
  const shines = light(space);
  if (why !== null) return { title, why: whyWords(why), rule: why.rule };
  if (held !== null && shines === "lit")
    return {
      title: t("table.tip.place", { face: held.face, space: title }),
      gain,
      note: helps(space) ? t("table.tip.help") : undefined,
    };
  if (playedAt(space)?.kind === "use")
    return {
      title: t("table.tip.use", { space: title }),
      gain,
      text: diceAt(one, space).some((die) => helped(one, space, die.face)) ? t("table.tip.helped") : undefined,
    };
  if (soughtFor() === space) return { title, text: t("table.which-die", { space: title }), gain };
  const more = diceAt(one, space).length > 0 && shines === "soft" ? t("about.another") : undefined;
  return { title, text, gain, house, note: more };
};

/** The words of a space's button. @param {SeatOn} one @param {string} space @param {string} name */
function spoken(one, space, name) {
  const dice = diceAt(one, space)
    .map((die) => die.face)
    .join(", ");
  const played = playedAt(space);
  const words = dice === "" ? name : t("table.space.with", { space: name, dice });
  if (played !== null) {
    const face = hand.value?.face ?? played.face ?? 0;
    if (played.kind === "use") return t("table.space.use", { words });
    if (played.kind === "swap") return t("table.space.swap", { words, face });
    return t(helps(space) ? "table.space.help" : "table.space.place", { words, face });
  }
  const why = whyNotAt(space);
  return why === null ? words : notNow(words, whyWords(why));
}

/** @param {string} space @param {() => import("../ui/explain.js").Words} words */
const pressing = (space, words) => (/** @type {MouseEvent} */ event) => {
  if (whyNotAt(space) !== null) explain(/** @type {Element} */ (event.currentTarget), words);
  press(space);
};

/** Light on a space: classes. @param {string} space @param {boolean} live */
function lightOf(space, live) {
  if (!live) return "";
  const now = light(space);
  const over = dragged.value?.over === space ? " over" : "";
  const shines = now === "lit" ? "strong" : now === "soft" || now === "sought" ? "quiet" : "none";
  const held = now === "held" || now === "sought" ? ` ${now}` : "";
  return ` light-${shines}${helps(space) ? " help" : ""}${hand.value !== null && now === "" ? " unfit" : ""}${over}${held}`;
}

/**
 * One table with who sits at it.
 * @param {{table: TableOn, one: SeatOn, seat: number, live: boolean, extra: boolean}} props
 */
function Table({ table, one, seat, live, extra }) {
  const { space, state, card, nobles, pays } = table;
  const dice = diceAt(one, space);
  const name =
    card === null
      ? t(state === "gone" ? "table.place.gone" : "table.place.free", { space: spaceName(space) })
      : t("table.place", { space: spaceName(space), guest: cardName(card) });
  const text = card === null ? t(`about.table.${state === "gone" ? "gone" : "free"}`) : cardText(card);
  const inside = html`
    <span class="alcove">
      ${card !== null ? html`<${Face} card=${card} class="card-art wall" />` : html`<span class="tv-nobody">${state === "gone" ? html`<${Icon} name="denied" />` : null}</span>`}
    </span>
    <span class="name-board">
      <span>${card !== null ? cardName(card) : t(state === "gone" ? "table.gone" : "table.free")}</span>
    </span>
    <span class="plank">
      ${
        card === null
          ? null
          : state === "paid"
            ? html`
              <span class="paid-sign"><${Sign} name="check" /><span>${t("table.paid")}</span></span>
              <${Coin} n=${pays ?? 0} />
            `
            : html`
              <${Coin} n=${pays ?? 0} />
              <span class=${`slot${dice.length > 0 ? " full" : ""}`}>
                ${dice.length > 0 ? html`<${Standing} one=${one} die=${dice[0]} seat=${seat} space=${space} />` : html`<${Asked} one=${one} space=${space} />`}
              </span>
            `
      }
    </span>
    ${nobles > 1 ? html`<span class="times">×${nobles}</span>` : null}
    ${extra ? html`<span class="table-card"><${Icon} name="table" /></span>` : null}
    <svg class="tv-lantern" viewBox="0 0 24 40" aria-hidden="true"><use href="#s-lantern" /></svg>
    ${live && letterOf(space) && state !== "paid" && card !== null ? html`<${Key} name=${letterOf(space).toUpperCase()} />` : null}
  `;
  const words = spaceWords(
    one,
    space,
    card !== null ? cardName(card) : name,
    text,
    state === "open" && pays !== null ? { thalers: pays } : {},
    card !== null && isHouse(`guests.${card}.`, `regulars.${card}.`),
  );
  const spokenName = t("table.place.words", { name, words: text });
  return html`<li class=${`tv-table ${state}${lightOf(space, live)}`} data-thing=${`seat-${seat}-${space}`}>
    ${
      live
        ? html`<button
          type="button"
          class="tv-table-in"
          data-space=${space}
          data-action=${playedAt(space)?.action}
          aria-disabled=${playedAt(space) === null && dice.length === 0 ? "true" : undefined}
          onClick=${pressing(space, words)}
          onPointerDown=${dice.length > 0 ? grab(dice[0]) : undefined}
          ...${tip(words)}
        >
          ${named(spoken(one, space, spokenName), inside)}
        </button>`
        : html`<span class="tv-table-in" role="img" tabindex="0"
          aria-label=${t("table.place.state", { name: spokenName, state: t(`table.state.${state}`), dice: dice.map((die) => die.face).join(", ") || "–" })}
          ...${tip(() => ({ title: name, text }))}>${inside}</span>`
    }
  </li>`;
}

/**
 * The price of an upgrade on its ribbon, with the price for one card returned below.
 * @param {{area: AreaOn, live: boolean}} props
 */
export function Ribbon({ area, live }) {
  if (area.upgraded || area.price === null)
    return html`<${Told} class="gold-seal" label=${t("table.upgraded")}
      about=${() => ({ title: t("about.upgraded", { area: areaName(area.area) }), text: areaText(area.area, true) })}>
      <${Sign} name="check" />
    <//>`;
  const one = area.offers.find((offer) => offer.cards === 1);
  const can = live && area.offers.some((offer) => may(upgrading(area.area, offer.cards)).offer !== null);
  const inside = html`
    <span class="rib">
      ${area.price}
      ${one ? html`<small class=${one.have ? "have" : ""}><${Icon} name="deck" />${one.price}</small>` : null}
    </span>
    ${live && can ? html`<${Key} name=${JUMPS.upgrade.toUpperCase()} />` : null}
  `;
  const name = t("table.upgrade.open", { area: areaName(area.area), n: area.price });
  const words = () => ({
    title: name,
    text: t("table.upgrade.now-then", { now: areaText(area.area, false), upgraded: areaText(area.area, true) }),
    note: sentences(
      one && area.card !== null && t("about.upgrade.less", { n: one.price, card: cardName(area.card) }),
      t("about.upgrade.noble"),
    ),
    house: isHouse(`areas.${area.area}.price`),
  });
  return html`<button type="button" class=${`ribbon ${can ? "on" : "off"}`} data-open=${`upgrade-${area.area}`}
    aria-haspopup="dialog" onClick=${() => show({ kind: "upgrade", area: area.area })} ...${tip(words)}>
    ${named(name, inside)}
  </button>`;
}

/** An area, with its space where it has one. @param {{one: SeatOn, area: string, seat: number, live: boolean}} props */
function Area({ one, area, seat, live }) {
  const found = one.areas.find((other) => other.area === area);
  if (found === undefined) return null;
  const space = one.spaces.find((other) => other.space === area);
  const dice = space === undefined ? [] : diceAt(one, area);
  const name = areaName(area);
  const text = areaText(area, found.upgraded);
  const lit = space === undefined ? "" : lightOf(area, live);
  const body = html`
    <span class="tv-area-art"><${Scene} area=${area} /></span>
    <span class="tv-area-foot">
      <span class="tv-area-name">${name}</span>
      <span class="tv-area-row">
        ${
          space !== undefined
            ? html`
              <span class="tv-slots">
                ${
                  space.many || dice.length === 0
                    ? space.used && !space.many
                      ? html`<span class="slot done"><${Sign} name="check" /></span>`
                      : html`<span class="slot">
                      <${Asked} one=${one} space=${area} />
                      ${space.many ? html`<span class="tv-many"><${Icon} name="many" /></span>` : null}
                    </span>`
                    : null
                }
              </span>
              <span class="tv-yield"><${Gain} gain=${space.gives} /></span>
            `
            : html`
              <span class="tv-keep">
                ${t(`table.area.${area}.${found.upgraded ? "up" : "basic"}`, { n: found.now })}
              </span>
              ${
                area === "safe" || area === "beer_storage"
                  ? html`<span class="tv-yield">
                <span class="gain">${found.now}<${Icon} name=${area === "safe" ? "thaler" : "beer"} /></span>
              </span>`
                  : null
              }
            `
        }
      </span>
    </span>
    ${live && space !== undefined && letterOf(area) ? html`<${Key} name=${letterOf(area).toUpperCase()} />` : null}
  `;
  const words =
    space === undefined ? () => ({ title: name, text }) : spaceWords(one, area, name, text, space.gives, false);
  const label = found.upgraded
    ? t("table.area.upgraded", { area: name, text })
    : t("table.area.words", { area: name, text });
  return html`<li class=${`tv-area${found.upgraded ? " up" : ""}${space === undefined ? " plain" : ""}${lit}`}
    data-thing=${`seat-${seat}-${area}`} data-area=${area}>
    ${
      live && space !== undefined
        ? html`<button
          type="button"
          class="tv-area-in"
          data-space=${area}
          data-action=${playedAt(area)?.action}
          aria-disabled=${playedAt(area) === null && dice.length === 0 ? "true" : undefined}
          onClick=${pressing(area, words)}
          ...${tip(words)}
        >
          ${named(spoken(one, area, label), body)}
        </button>`
        : html`<span class="tv-area-in" role="img" tabindex="0"
          aria-label=${dice.length > 0 ? t("table.space.with", { space: label, dice: dice.map((die) => die.face).join(", ") }) : label}
          ...${tip(words)}>${body}</span>`
    }
    ${
      dice.length > 0
        ? html`<span class=${`tv-dice-on n${Math.min(dice.length, 7)}`}>
          ${dice.map(
            (die, i) => html`<${StandingButton} key=${i} one=${one} die=${die} seat=${seat} space=${area} live=${live}
            gives=${space?.gives ?? {}} />`,
          )}
        </span>`
        : null
    }
    <${Ribbon} area=${found} live=${live} />
  </li>`;
}

/**
 * A die standing on an area: in the serving a press uses it, in the planning a press takes it up.
 * @param {{one: SeatOn, die: DieOn, seat: number, space: string, live: boolean, gives: Counts}} props
 */
function StandingButton({ one, die, seat, space, live, gives }) {
  if (!live) return html`<${Standing} one=${one} die=${die} seat=${seat} space=${space} />`;
  const use = hand.value === null ? useOf(space, die.face) : null;
  const swap = hand.value === null ? null : playedAt(space);
  const open = usable(die);
  const pressed = () =>
    hand.value !== null && hand.value.at !== space ? press(space) : use !== null ? void act(use.action) : pick(die);
  const name =
    use !== null
      ? t("table.die.use", { face: die.face, space: spaceName(space), gain: gainWords(gives) })
      : t("table.die.pick", { face: die.face, space: spaceName(space) });
  return html`<button type="button" class=${`tv-die-on${use !== null ? " lit" : ""}`} data-die=${die.face} data-from=${space}
    data-action=${(use ?? swap)?.action} aria-label=${name} aria-disabled=${open ? undefined : "true"}
    onClick=${pressed} onPointerDown=${open ? grab(die) : undefined}
    ...${tip(() => ({ title: name, gain: use !== null ? gives : undefined }))}>
    <${Standing} one=${one} die=${die} seat=${seat} space=${space} />
  </button>`;
}

/** Cards of one kind at work tonight. @param {{one: SeatOn, card: string, live: boolean}} props */
function Staff({ one, card, live }) {
  const n = one.staff[card] ?? 0;
  if (n === 0) return html`<li class="tv-staff none" aria-hidden="true"><span class="tv-staff-empty"></span></li>`;
  const song = may({ kind: "bard" });
  const sing = card === "bard" && live && (song.offer !== null || song.why !== null);
  const free = card === "dishwasher" ? one.dishwashers_free : null;
  const inside = html`<span class=${`paper-card tv-staff-card${n > 1 ? " many" : ""}`}>
      <${Face} card=${card} class="card-art" /><span class="tv-staff-gives"><${Work} card=${card} /></span>
    </span>
    ${n > 1 ? html`<span class="times">×${n}</span>` : null}
    <span class="tv-staff-name">${cardName(card)}</span>`;
  const about = () => ({
    title: cardNames(card, n),
    text: cardText(card),
    note: free === null ? undefined : t("table.dishwashers", { n: free, all: one.dishwashers }),
  });
  return html`<li class=${`tv-staff${free === 0 ? " spent" : ""}`} data-thing=${`staff-${card}`}>
    ${
      sing
        ? html`<${Doing} what=${{ kind: "bard" }} class="tv-staff-in" label=${t("table.bard", { n })} about=${about}>${inside}<//>`
        : html`<span class="tv-staff-in" role="img" tabindex="0"
          aria-label=${t("table.staff", { cards: cardNames(card, n), text: cardText(card) })} ...${tip(about)}>
          ${inside}
        </span>`
    }
  </li>`;
}

/** The entertainers, those still to come as shadows. @param {{one: SeatOn, figures: Figures, live: boolean}} props */
function Entertainers({ one, figures, live }) {
  const names = Object.keys(figures.entertainers);
  if (names.length === 0) return null;
  return html`<li class="tv-entertainers">
    <ul>
      ${names.map((name) => {
        const found = one.entertainers.find((other) => other.entertainer === name);
        const look = ENTERTAINERS[name] ?? ENTERTAINERS.juggler;
        const round =
          figures.evenings.findIndex((options) =>
            options.some((bonus) => bonus.what === "entertainer" && bonus.name === name),
          ) + 1;
        if (found === undefined)
          return html`<li key=${name} class="tv-entertainer locked">
            <${Told} class="tv-entertainer-in"
              about=${() => ({ title: t("table.entertainer.later", { name: entertainerName(name), round }), text: t("about.entertainer", { one: entertainerText(name, 1), two: entertainerText(name, 2) }), rule: "M2-3" })}>
              <span class="tv-entertainer-art"><${Drawing} name=${look.art} /></span>
              <span class="tv-entertainer-text">${t("table.entertainer.comes", { round })}</span>
            <//>
          </li>`;
        const inside = html`
        <span class="tv-entertainer-art"><${Drawing} name=${look.art} /></span>
        <span class="tv-entertainer-text">
          <span>${found.cost}<${Icon} name="schnapps" /></span>
          <span>${found.gain > 1 ? found.gain : ""}<${Icon} name=${look.gives[found.side - 1]} /></span>
        </span>
      `;
        const about = () => ({ title: entertainerName(name), text: entertainerText(name, found.side) });
        const label = t("table.entertainer.words", {
          name: entertainerName(name),
          text: entertainerText(name, found.side),
        });
        return html`<li key=${name} class="tv-entertainer">
        ${
          live && name === "money"
            ? html`<${Doing} what=${{ kind: "entertain" }} class="tv-entertainer-in" label=${label} about=${about}>${inside}<//>`
            : live && asked.value && (name === "fire" || found.side === 2)
              ? html`<button type="button" class=${`tv-entertainer-in ${offered(name) ? "lit" : "dim"}`}
                data-open=${`entertainer-${name}`} data-extra="" aria-haspopup="dialog"
                onClick=${() => show({ kind: "entertainer", name })} ...${tip(about)}>${named(label, inside)}</button>`
              : html`<span class="tv-entertainer-in" tabindex="0" role="img" aria-label=${label} ...${tip(about)}>
                ${inside}
              </span>`
        }
      </li>`;
      })}
    </ul>
  </li>`;
}

/** Whether an entertainer with choices has one open. @param {string} name */
const offered = (name) => asked.value && [...legal.value.values()].some((one) => one.entertainer === name);

/** Where the spaces of the ring lie, as part of the counter's width and height. @param {number} n */
function ringPlaces(n) {
  const up = 3;
  const top = n - 2 * up;
  const out = [];
  for (let i = 0; i < n; i += 1) {
    if (i < up) out.push({ x: 20, y: 106 - 30 * i });
    else if (i < up + top) out.push({ x: 46 + (192 * (i - up)) / Math.max(1, top - 1), y: 18 });
    else out.push({ x: 264, y: 46 + 30 * (i - up - top) });
  }
  return out;
}

/**
 * The bartender behind his counter, the reputation around him, counter guests on their stools.
 * @param {{board: Board, one: SeatOn, figures: Figures, seat: number, live: boolean}} props
 */
function Bartender({ board, one, figures, seat, live }) {
  const ring = figures.ring.slice(1);
  const places = ringPlaces(ring.length);
  const n = one.counter_guests;
  const label = n === 0 ? t("table.counter.none") : t("table.counter", { n });
  const standing = figures.ring[one.reputation] ?? null;
  const words =
    ring.length === 0
      ? ""
      : one.reputation === 0
        ? t("table.ring.off")
        : t("table.ring.at", {
            space: one.reputation,
            all: ring.length,
            what: standing === null ? "" : bonusWords(standing),
          });
  const lit = live && may({ kind: "counter-guest" }).offer !== null;
  return html`<li class="tv-bar" data-thing=${`seat-${seat}-bar`}>
    <span class="tv-bar-in">
      <svg class="tv-host" viewBox="0 0 100 100" aria-hidden="true"><use href="#p-host" /></svg>
      <span class="tv-counter"></span>
      ${
        ring.length > 0
          ? html`<svg class="tv-ring" viewBox="0 0 284 137" role="group" aria-label=${words}>
            <path d="M20 106 V44 Q20 18 46 18 H238 Q264 18 264 44 V106" fill="none" stroke="var(--wood-38)" stroke-width="13"
              stroke-linecap="round" opacity=".55" />
            <path d="M20 106 V44 Q20 18 46 18 H238 Q264 18 264 44 V106" fill="none" stroke="var(--parchment-86)" stroke-width="7"
              stroke-linecap="round" stroke-dasharray="1 9" />
            ${ring.map((bonus, i) => {
              const { x, y } = places[i];
              const what = bonus?.what ?? "points";
              const fill =
                what === "signature"
                  ? "var(--brick-65)"
                  : what === "schnapps" || what === "toast"
                    ? "var(--glass-79)"
                    : what === "crown"
                      ? "var(--royal-39)"
                      : "var(--parchment-92)";
              const about = () => ringAbout(board, figures, i + 1);
              const said = about();
              return html`<g key=${i} class="tv-spot" role="img" tabindex="-1" data-ring=${i + 1}
                aria-label=${sentences(`${said.title}.`, said.text, said.note)} ...${tip(about)}>
                <circle class="o" cx=${x} cy=${y} r="12.6" fill=${fill} />
                ${
                  what === "points"
                    ? html`<text class="n" x=${x} y=${y + 6} font-size="18">${bonus?.count}</text>`
                    : html`<use href=${`#i-${bonus === null ? "points" : iconOf(bonus)}`} x=${x - 9} y=${y - 9} width="18"
                      height="18" />`
                }
                ${what === "toast" ? html`<use href="#i-denied" x=${x} y=${y - 1} width="13" height="13" />` : null}
                <circle class="tv-spot-ring" cx=${x} cy=${y} r="15" />
              </g>`;
            })}
            ${board.seats.map((other, i) => {
              if (other.reputation === 0 || i + 1 === seat) return null;
              const { x, y } = places[other.reputation - 1];
              const k = board.seats
                .slice(0, i)
                .filter((before, j) => before.reputation === other.reputation && j + 1 !== seat).length;
              return html`<g class=${`mark-${i + 1}`} key=${`m${i}`}>
                <use href=${`#m-${MARKS[i]}`} x=${x + 5 + k * 5} y=${y + 4} width="11" height="11" />
              </g>`;
            })}
            ${
              one.reputation > 0
                ? html`<g class=${`mark-${seat}`} key="mine">
                  <circle class="tv-ring-mine" cx=${places[one.reputation - 1].x} cy=${places[one.reputation - 1].y}
                    r="14.5" fill="none" stroke-width="4.4" />
                  <circle cx=${places[one.reputation - 1].x} cy=${places[one.reputation - 1].y} r="17.2" fill="none"
                    stroke="var(--ink)" stroke-width="1.2" />
                </g>`
                : null
            }
          </svg>`
          : null
      }
      ${Array.from(
        { length: Math.min(n, 3) },
        (
          _,
          i,
        ) => html`<svg key=${i} class=${`stool s${i}${lit ? " lit" : ""}`} viewBox="0 0 100 100" aria-hidden="true">
        <use href=${`#p-counter${i === 1 ? "2" : i === 2 ? "3" : ""}`} />
      </svg>`,
      )}
      ${
        n > 0 && live
          ? html`<${Doing} what=${{ kind: "counter-guest" }} class="tv-counter-use" label=${t("table.counter.use", { n })}
            about=${() => ({ title: label, text: t("table.counter.about") })}>
            <span>1</span>
            <${Icon} name="monastery" />
            <small>${t("table.each")}</small>
            ${n > 3 ? html`<span class="times">×${n}</span>` : null}
          <//>`
          : html`<${Told} class="tv-counter-use plain" about=${() => ({ title: label, text: t("table.counter.about") })}>
            ${n > 0 ? label : t("table.counter.empty")}
          <//>`
      }
    </span>
  </li>`;
}

/** Deck and discard pile; a press shows what is in them. @param {{one: SeatOn, seat: number}} props */
function Piles({ one, seat }) {
  const deck = size(one.deck);
  const discard = size(one.discard);
  return html`<button type="button" class="tv-piles" data-open="piles" aria-haspopup="dialog"
    onClick=${() => show({ kind: "piles", seat })}
    ...${tip(() => ({ title: t("table.piles", { deck, discard }), text: t("table.piles.about") }))}>
    ${named(
      t("table.piles", { deck, discard }),
      html`
        <span class="tv-pile">
          <span class="tv-pile-card face" data-thing=${`seat-${seat}-discard`}>
            ${one.last_discarded !== null ? html`<${Face} card=${one.last_discarded} class="card-art" />` : null}
            <b>${discard}</b>
          </span>
          <span>${t("table.discard")}</span>
        </span>
        <span class="tv-pile">
          <span class="tv-pile-card back" data-thing=${`seat-${seat}-deck`}>
            ${one.deck.top.length > 0 ? html`<${Face} card=${one.deck.top[0]} class="card-art next" />` : null}
            <b>${deck}</b>
          </span>
          <span>${t("table.deck")}</span>
        </span>
      `,
    )}
  </button>`;
}

/** What the next signature in each column would bring. @param {SeatOn} one @param {Figures} figures */
function nextInBook(one, figures) {
  const rows = bookRows(figures);
  const open = figures.book_columns.flatMap((column, c) =>
    rows[one.book[c]] === undefined
      ? []
      : [
          t("about.book.next", {
            column: column.replace("/", "–"),
            bonus: rows[one.book[c]][c] === null ? t("table.book.blank") : bonusName(rows[one.book[c]][c]),
          }),
        ],
  );
  return open.join(" · ");
}

/** The guest book in small; a press opens it. @param {{one: SeatOn, seat: number, figures: Figures}} props */
function SmallBook({ one, seat, figures }) {
  if (one.book.length === 0) return null;
  const signed = one.book.reduce((sum, n) => sum + n, 0);
  return html`<button type="button" class="tv-book" data-open="book" aria-haspopup="dialog"
    onClick=${() => show({ kind: "book", seat })}
    ...${tip(() => ({ title: t("table.book.open", { n: signed }), text: t("table.book.about"), note: nextInBook(one, figures), rule: "M5-2", house: isHouse("guest_book.") }))}>
    ${named(
      t("table.book.open", { n: signed }),
      html`
        <span class="tv-book-head"><span>${t("table.book")}</span><b>${signed}</b></span>
        <span class="tv-book-grid">
          ${figures.book_columns.map((column) => html`<u key=${column}>${column.replace("/", "·")}</u>`)}
          ${bookRows(figures).map((row, r) =>
            row.map(
              (bonus, c) => html`<i key=${`${r}-${c}`} class=${one.book[c] > r ? "signed" : ""}>
                ${one.book[c] > r ? html`<${Icon} name="signature" />` : bonus !== null ? html`<${Icon} name=${iconOf(bonus)} />` : null}
              </i>`,
            ),
          )}
        </span>
      `,
    )}
  </button>`;
}

/** A whole tavern. @param {{board: Board, figures: Figures, seat: number, live?: boolean, sign?: string}} props */
export function Tavern({ board, figures, seat, live = false, sign }) {
  const one = board.seats[seat - 1];
  const fixed = one.areas.find((area) => area.area === "tables")?.now ?? one.tables.length;
  const tables = one.areas.find((area) => area.area === "tables");
  const crowd = one.tables.length + (tables !== undefined && !tables.upgraded ? 0.55 : 0);
  return html`<section
    class=${`tv-tavern${figures.winter ? " winter" : ""}${hand.value !== null && live ? " holding" : ""}${crowd > 5 ? " crowded" : ""}`}
    aria-label=${sign ?? t("table.inn.of", { name: seatName(seat) })}>
    <div class="tv-room">
      <div class="tv-room-left">
        <h2 class="tv-sign"><${Mark} seat=${seat} /><span>${sign ?? seatName(seat)}</span></h2>
        <${Piles} one=${one} seat=${seat} />
        <svg class="tv-cat" viewBox="0 0 100 44" aria-hidden="true"><use href="#s-cat" /></svg>
      </div>
      <ul class="tv-tables" style=${{ "--n": crowd }} aria-label=${t("table.tables")} data-group="tables">
        ${one.tables.map((table, i) => html`<${Table} key=${table.space} table=${table} one=${one} seat=${seat} live=${live} extra=${i >= fixed} />`)}
        ${
          tables !== undefined && !tables.upgraded
            ? html`<li class="tv-table locked" data-area="tables" data-thing=${`seat-${seat}-tables`}>
          <span class="tv-table-in">
            <span class="alcove"></span>
            <span class="name-board"></span>
            <span class="plank"></span>
          </span>
          <${Ribbon} area=${tables} live=${live} />
        </li>`
            : null
        }
      </ul>
      <${SmallBook} one=${one} seat=${seat} figures=${figures} />
    </div>
    <div class="tv-rows" data-group="areas">
      <ul class="tv-row" aria-label=${t("table.areas")}>
        <${Staff} one=${one} card="server" live=${live} />
        <${Area} one=${one} area="server" seat=${seat} live=${live} />
        <${Area} one=${one} area="cashbox" seat=${seat} live=${live} />
        <${Area} one=${one} area="monk" seat=${seat} live=${live} />
        <${Entertainers} one=${one} figures=${figures} live=${live} />
        <${Area} one=${one} area="beer_storage" seat=${seat} live=${live} />
        <${Staff} one=${one} card="barback" live=${live} />
        ${figures.modules >= 3 ? html`<${Staff} one=${one} card="bard" live=${live} />` : null}
      </ul>
      <ul class="tv-row last" aria-label=${t("table.areas.more")}>
        <${Staff} one=${one} card="dishwasher" live=${live} />
        <${Area} one=${one} area="dishwasher" seat=${seat} live=${live} />
        <${Area} one=${one} area="safe" seat=${seat} live=${live} />
        <${Bartender} board=${board} one=${one} figures=${figures} seat=${seat} live=${live} />
        <${Area} one=${one} area="barrel" seat=${seat} live=${live} />
        <${Area} one=${one} area="brewer" seat=${seat} live=${live} />
        <${Staff} one=${one} card="brewer" live=${live} />
      </ul>
    </div>
  </section>`;
}
