// D. The white dice: coasters in a ring, each passed to the next player in turn order; beside them what will come to
// me, and the inns.
import { html } from "../../vendor/preact.js";
import { board, figures, seat, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offersFor } from "../core/interaction.js";
import { useKeys } from "../core/page.js";
import { duration } from "../core/settings.js";
import { choosesAhead, chosenAhead, hasTaken, others, seatOf, shownSeat, size } from "../core/turn.js";
import {
  alsoCalled,
  areaText,
  awaited,
  cardName,
  cardNames,
  listed,
  seatLabel,
  seatName,
  spaceName,
} from "../core/words.js";
import { Glance, Ring as Reputation } from "../table/glance.js";
import { WHITE } from "../ui/dice-roll.js";
import { Explain } from "../ui/explain.js";
import { Die, Drawing, Face, Icon, Mark, Sign } from "../ui/pieces.js";
import { Gain, Scene } from "../ui/signs.js";
import { orderOf, useComing } from "./arrival.js";
import { Chosen, Ring } from "./coasters.js";
import { Built, Guest, Guests, Has, Option, pick, picked, says, waits, Who } from "./parts.js";
import { fits, fitWords, helpers, Hint, Most, consideredFace, prospect, ticked } from "./prospects.js";

/** What will come to me, coaster by coaster. @param {{number: number}} props */
function Next({ number }) {
  const seats = board.value?.seats ?? [];
  const on = seats[number - 1];
  if (on === undefined) return null;
  const count = seats.length;
  const base = on.coaster.length + (hasTaken(number) ? 1 : 0);
  const whites = on.dice.filter((die) => !die.own).length;
  const total = whites + base - (hasTaken(number) ? 1 : 0);
  const rows = [];
  for (let j = 1; j < base && j <= 3; j += 1) {
    const from = ((number - 1 - j + count * 4) % count) + 1;
    const dice = [...(seats[from - 1]?.coaster ?? [])].sort((a, b) => b - a);
    rows.push({ pick: total - base + j + 1, from, dice, left: base - j });
  }
  const face = consideredFace();
  const rest = [...on.coaster];
  if (face !== null) rest.splice(rest.indexOf(face), 1);
  const after = (number % count) + 1;
  return html`<section class="ph-next" aria-label=${t("phases.next.title")}>
    <h3>
      ${number === seat.value ? t("phases.next") : t("phases.next.other", { who: seatName(number) })}
      <small>${t("phases.next.pick", { n: Math.min(total, total - base + 1), all: total })}</small>
    </h3>
    <dl>
      ${rows.map(
        (row) => html`<div key=${row.pick}>
          <dt>${t("phases.next.row", { n: row.pick })}</dt>
          <dd class=${row.dice.length === row.left ? "" : "part"}>
            ${row.dice.map((one, i) => html`<${Die} key=${i} face=${one} />`)}
            <span>
              ${row.dice.length === row.left ? t("phases.next.as-it-lies", { who: seatLabel(row.from) }) : t("phases.next.part", { n: row.left })}
            </span>
          </dd>
        </div>`,
      )}
      ${
        face !== null && rest.length > 0
          ? html`<div>
            <dt>${t("phases.next.leave")}</dt>
            <dd>
              ${rest.map((one, i) => html`<${Die} key=${i} face=${one} />`)}
              <span>${t("phases.next.to", { who: seatName(after) })}</span>
            </dd>
          </div>`
          : null
      }
    </dl>
  </section>`;
}

/** Another tavern: what its guests ask for, what dice it has. @param {{number: number, from: number}} props */
function Neighbour({ number, from }) {
  const on = seatOf(number);
  if (on === null) return null;
  const count = board.value?.seats.length ?? 2;
  const gets = number === (from % count) + 1;
  const gives = from === (number % count) + 1;
  const note =
    from !== seat.value
      ? ""
      : gets && gives
        ? "phases.neighbour.both"
        : gets
          ? "phases.neighbour.gets"
          : gives
            ? "phases.neighbour.gives"
            : "";
  return html`<li class=${`ph-neighbour seat-${number}`} data-seat=${number}>
    <h4>
      <${Who} number=${number} />
      ${board.value?.start_player === number ? html`<${Icon} name="mug" label=${t("phases.start-player")} />` : null}
      <small>${note === "" ? "" : t(note)}</small>
    </h4>
    <${Guests} on=${on} dice=${true} />
    <p class="ph-has"><span>${t("phases.neighbour.has")}</span><${Has} on=${on} number=${number} /></p>
    <div class="ph-has"><${Built} on=${on} /></div>
  </li>`;
}

/** @param {SeatOn} on @param {string} area */
const upgraded = (on, area) => on.areas.find((one) => one.area === area)?.upgraded ?? false;

/**
 * My inn in short: every place a die can go, lit by the die I am thinking of.
 * @param {{number: number, compact: boolean}} props
 */
function Inn({ number, compact }) {
  const on = seatOf(number);
  const order = on === null ? null : orderOf(number, on);
  const { still } = useComing(
    `${table.value?.id}:${board.value?.round}:${number}:${order?.homes ?? 0}`,
    order?.count ?? 0,
  );
  if (on === null) return null;
  const face = number === seat.value ? consideredFace() : null;
  const places = new Map((face === null ? [] : fits(on, face)).map((fit) => [fit.space, fit]));
  const light = (/** @type {string} */ space) => {
    if (face === null) return "";
    const fit = places.get(space);
    return fit === undefined ? "off" : fit.raise > 0 ? "fit raised" : fit.any ? "fit any" : "fit";
  };
  const gain = (/** @type {string} */ space) => {
    const fit = places.get(space);
    return fit === undefined
      ? null
      : html`<span class="ph-yield">
        ${fit.raise > 0 ? html`<${Icon} name="plus1" />${fit.raise > 1 ? `×${fit.raise} ` : ""}` : null}
        <${Gain} gain=${fit.gives} plus />
      </span>`;
  };
  const got = ticked(on);
  const basic = on.areas.find((one) => one.area === "tables")?.now ?? 3;
  const help = helpers(on);
  const staff = Object.entries(on.staff).filter(([card]) => card !== "table");
  const most = compact || face === null ? null : html`<${Most} on=${on} face=${face} shown=${5} />`;
  return html`<section class=${`ph-myinn ${still ? "still" : ""} ${figures.value?.winter ? "winter" : ""}`}
    style=${{ "--step": `${duration()}ms`, "--n": on.tables.length }} aria-label=${t("phases.inn")}>
    <h3>
      <span class="ph-plate">
        <${Mark} seat=${number} />
        <span>
          ${number === seat.value ? alsoCalled(number) || t("phases.inn.yours") : seatName(number)}
          ${alsoCalled(number) === "" ? null : html` <small>${t("phases.inn.yours")}</small>`}
        </span>
      </span>
      ${compact ? null : html`<small>${t("phases.piles", { deck: size(on.deck), discard: size(on.discard) })}</small>`}
      ${help > 0 ? html`<small class="ph-help"><${Icon} name="plus1" />${t("phases.helpers", { n: help })}</small>` : null}
    </h3>
    ${most}
    <ul class="ph-tables">
      ${on.tables.map(
        (place, i) =>
          html`<li key=${place.space} class=${light(place.space)}>
            <${Guest} place=${place} extra=${i >= basic} ticked=${got.has(place.space)}
              class=${got.has(place.space) ? "ticked" : ""} step=${order?.tables[i]?.[0] ?? i + 1}>
              ${gain(place.space)}
            <//>
          </li>`,
      )}
    </ul>
    <ul class="ph-spaces">
      ${on.spaces.map(
        (space) => html`<li key=${space.space} class=${`ph-space ${light(space.space)}`}>
          <${Explain} title=${spaceName(space.space)} text=${areaText(space.space, upgraded(on, space.space))}
            rule="F-2">
            <span class="ph-pic" role="img" aria-label=${areaText(space.space, upgraded(on, space.space))}>
              <${Scene} area=${space.space} />
            </span>
          <//>
          ${upgraded(on, space.space) ? html`<span class="gold-seal"><${Sign} name="check" label=${t("phases.upgraded")} /></span>` : null}
          <b>${spaceName(space.space)}</b>
          <span class="ph-ask">
            ${space.asks.length === 0 ? html`<${Icon} name="any" label=${t("phases.any")} />` : space.asks.map((one) => html`<${Drawing} key=${one} name=${`d-w${one}`} label=${t("die", { face: one })} />`)}
            ${space.many ? html`<${Icon} name="many" label=${t("phases.many")} />` : null}
          </span>
          <${Gain} gain=${space.gives} />
          ${gain(space.space)}
        </li>`,
      )}
      ${
        compact
          ? null
          : html`<li class="ph-crew">
            <b>${staff.length === 0 ? t("phases.staff.none") : t("phases.staff.short")}</b>
            <ul>
              ${staff.map(
                ([card, n]) => html`<li key=${card}>
                <${Face} class="ph-face" card=${card} label=${n > 1 ? cardNames(card, n) : cardName(card)} />
                ${n > 1 ? html`<span class="times" aria-hidden="true">×${n}</span>` : null}
              </li>`,
              )}
            </ul>
            ${
              board.value !== null && (figures.value?.ring.length ?? 0) > 0
                ? html`<div class="gl-tracks" data-group="tracks">
              <${Reputation} board=${board.value} figures=${figures.value} />
            </div>`
                : null
            }
          </li>`
      }
    </ul>
  </section>`;
}

/** On a phone: the dice of my coaster at the bottom. @param {{on: SeatOn, number: number}} props */
function Hold({ on, number }) {
  const mine = number === seat.value && offersFor({ kind: "take" }).length > 0;
  const chosen = number === seat.value ? chosenAhead.value : null;
  const dice = [...on.coaster].sort((a, b) => b - a);
  if (dice.length === 0) return null;
  const face = mine ? consideredFace() : null;
  return html`<div class="ph-hold">
    ${
      face === null || face === chosen
        ? html`<${Hint} brief=${chosen === null} />`
        : html`<${Most} on=${on} face=${face} shown=${3} />`
    }
    <ul aria-label=${t("phases.draft.coaster", { who: seatName(number), dice: listed(dice.map(String)) })}>
      ${dice.map(
        (face, i) => html`<li key=${`${i}-${face}`}>
        ${
          face === chosen && dice.indexOf(face) === i
            ? html`<${Chosen} face=${face} />`
            : mine
              ? html`<${Option} what=${{ kind: "take", face }} nth=${i - dice.indexOf(face)} class="ph-die"
          label=${t("phases.draft.take.label", { face, where: fitWords(on, face) })}>
          <${Die} face=${face} rolled=${WHITE} />
        <//>`
              : html`<${Die} face=${face} rolled=${WHITE} />`
        }
      </li>`,
      )}
    </ul>
  </div>`;
}

/** What the die I am thinking of would bring into reach. @param {SeatOn} on */
function inReach(on) {
  const face = consideredFace();
  return face === null ? [] : (prospect(on, face)?.opens ?? []);
}

/** @param {{compact?: boolean}} props */
export function Draft({ compact = false }) {
  const number = shownSeat();
  const on = seatOf(number);
  /** @type {By<() => void>} */
  const keys = {};
  const dice = offersFor({ kind: "take" }).sort((one, other) => (one.face ?? 0) - (other.face ?? 0));
  for (const offer of dice) keys[String(offer.face)] = () => pick(offer);
  const turn = (/** @type {number} */ way) => () => {
    const at = dice.findIndex((offer) => offer.action === picked.value?.action);
    pick(dice[(at + way + dice.length) % dice.length]);
  };
  if (dice.length > 0) Object.assign(keys, { ArrowRight: turn(1), ArrowLeft: turn(-1) });
  useKeys(keys);
  if (on === null) return null;
  return html`<section class=${`ph ph-draft of-${others(number).length + 1} ${compact ? "compact" : ""}`}
    style=${{ "--others": others(number).length }} aria-label=${t("phases.draft.title")}>
    <${Ring} number=${number} compact=${compact} />
    <ul class="ph-neighbours" aria-label=${t("phases.others")}>
      ${others(number).map((one) => html`<${Neighbour} key=${one} number=${one} from=${number} />`)}
    </ul>
    <${Next} number=${number} />
    <${Inn} number=${number} compact=${compact} />
    ${compact ? html`<${Hold} on=${on} number=${number} />` : html`<${Glance} tracks=${{ evenings: true, path: true }} reach=${inReach(on)} />`}
  </section>`;
}

/** The same before my turn: my choice is taken when it comes. */
function aheadButton() {
  const chosen = chosenAhead.value;
  const face = picked.value?.face ?? null;
  if (face === null && chosen === null) return says(t("phases.draft.choose"), t("phases.draft.choose.note"));
  if (face === null || face === chosen) return { ...waits(t("phases.ahead.set", { face: chosen ?? 0 })), face: chosen };
  const note = chosen === null ? t("phases.ahead.note") : t("phases.ahead.instead", { face: chosen });
  return { ...says(t("phases.take", { face }), note, picked.value), face };
}

/** What the main button says in the draft. */
export function draftButton() {
  const count = board.value?.seats.length ?? 2;
  const turn = board.value?.turn ?? 1;
  const ahead = choosesAhead.value || chosenAhead.value !== null;
  if (ahead) return aheadButton();
  if (turn !== seat.value)
    return waits(
      t("phases.draft.other", { who: seatName(turn) }),
      awaited() === "" ? "" : t("phases.draft.other.note"),
    );
  const offer = picked.value;
  const face = offer?.face ?? null;
  if (face === null) return says(t("phases.draft.choose"), t("phases.draft.choose.note"));
  return {
    ...says(t("phases.take", { face }), t("phases.take.note", { who: seatName((turn % count) + 1) }), offer),
    face,
  };
}
