// One half of a tavern in the hand: the tables with their guests, and the staff that came tonight. Mine can be played,
// others' looked at.
import { html } from "../../vendor/preact.js";
import { act } from "../core/game.js";
import { t } from "../core/i18n.js";
import { helps, offerFor, refusedFor } from "../core/interaction.js";
import { diceAt } from "../core/turn.js";
import { cardAbout, cardName, cardNames, cardText, spaceName } from "../core/words.js";
import { Explain, tip } from "../ui/explain.js";
import { Coin, Drawing, Face, Sign } from "../ui/pieces.js";
import { sentences, Work } from "../ui/signs.js";
import { Ribbon } from "./areas.js";
import { explain, Pips, press, pressed, Seen, shineOf } from "./state.js";

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
