// The areas of a tavern on the table, each with the ribbon by which it is upgraded.
import { html } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { may, upgrading } from "../core/interaction.js";
import { diceAt } from "../core/turn.js";
import { areaName, areaText, cardName, isHouse } from "../core/words.js";
import { tip, Told } from "../ui/explain.js";
import { Icon, Key, Sign } from "../ui/pieces.js";
import { Gain, named, Scene, sentences } from "../ui/signs.js";
import { JUMPS } from "./keys.js";
import { Asked, lightOf, pressing, spaceWords, spoken, StandingButton } from "./spaces.js";
import { letterOf, playedAt, show } from "./state.js";

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
export function Area({ one, area, seat, live }) {
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
