// One half of a tavern: the tables with their guests, and the staff that came tonight. Mine can be played, others' looked at.
import { html } from "../../vendor/preact.js";
import { act, barred, legal, me } from "../core/game.js";
import { cardName, cardNames, cardText, spaceName, whyWords, tell as t } from "../core/words.js";
import { Explain } from "../ui/explain.js";
import { Coin, Drawing, Icon, Portrait, Sign } from "../ui/pieces.js";
import { diceAt, helped, light, meaning, press, reason } from "./state.js";
import { Pips, Seen, sentences } from "./words.js";
import { Ribbon } from "./areas.js";

/** @typedef {import("../types.js").SeatOn} SeatOn */
/** @typedef {import("../types.js").TableOn} TableOn */

/** The wall behind a guest: the same for the same card, purple for nobles alone. @param {string | null} card */
export function wall(card) {
  if (card === null) return "tel-wall-none";
  if (card === "noble") return "tel-wall-noble";
  let sum = 0;
  for (const letter of card) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return `tel-wall-${sum % 8}`;
}

/** What a table says of itself. @param {TableOn} one @param {boolean} mine @param {import("../types.js").DieOn[]} dice */
function tableLabel(one, mine, dice) {
  if (one.state === "free") return t("phone.table.free.label", { space: spaceName(one.space) });
  if (one.state === "gone" || one.card === null) return t("phone.table.gone.label", { space: spaceName(one.space) });
  const shines = mine ? light(one.space) : "";
  return sentences(
    one.nobles > 1
      ? t("phone.table.nobles.label", { space: spaceName(one.space), guests: cardNames(one.card, one.nobles), die: one.asks ?? 0, n: one.pays ?? 0 })
      : t("phone.table.label", { space: spaceName(one.space), guest: cardName(one.card), die: one.asks ?? 0, n: one.pays ?? 0 }),
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
  const shines = mine ? light(one.space) : "";
  const does = mine ? meaning(one.space) : {};
  const kind = `tel-tbl ${one.state} ${shines}${mine && helped(String(one.asks), one.space) ? " helped" : ""}`;
  const inside = html`<${Seen}>
    <span class=${`tel-alc ${wall(one.card)}`}>${one.card === null ? html`<${Drawing} name=${one.state === "gone" ? "i-denied" : "i-table"} class="tel-empty" />` : html`<${Portrait} card=${one.card} />`}</span>
    <span class="tel-top">${one.card === null ? t(one.state === "gone" ? "phone.table.gone" : "phone.table.free") : cardName(one.card)}</span>
    <span class="tel-plank">
      ${one.card === null
        ? null
        : one.state === "paid" && dice.length === 0
          ? html`<span class="tel-paid"><${Sign} name="check" />${t("phone.table.paid")}</span><${Coin} n=${one.pays ?? 0} />`
          : html`<${Coin} n=${one.pays ?? 0} /><span class=${`tel-slot${dice.length > 0 ? " full" : ""}`}>
              ${dice.length > 0 ? html`<${Pips} face=${dice[0].face} seat=${dice[0].own ? of : null} />` : html`<${Pips} face=${one.asks ?? 1} ghost />`}
            </span>`}
    </span>
    ${one.nobles > 1 ? html`<span class="tel-times">${t("phone.times", { n: one.nobles })}</span>` : null}<//>`;
  const label = tableLabel(one, mine, dice);
  if (one.card === null) return html`<div class=${kind} role="img" aria-label=${label}>${inside}</div>`;
  return html`<${Explain} title=${cardName(one.card)} text=${cardText(one.card)} why=${does.why === undefined ? undefined : whyWords(does.why)} rule=${one.card === "noble" ? "B-3" : "E-3"}>
    ${mine
      ? html`<button type="button" class=${kind} data-space=${one.space} data-thing=${`seat-${of}-${one.space}`} data-action=${does.act} onClick=${() => press(one.space)}><span class="unseen">${label}</span>${inside}</button>`
      : html`<div class=${kind} role="img" aria-label=${label}>${inside}</div>`}
  <//>`;
}

/** What a kind of staff does tonight: number and icon. @param {{card: string, n: number}} props */
function Task({ card, n }) {
  switch (card) {
    case "dishwasher":
      return html`<${Icon} name="plus1" />`;
    case "brewer":
      return html`${t("phone.plus", { n })}<${Icon} name="beer" />`;
    case "barback":
      return html`${n}<${Icon} name="beer" />`;
    case "bard":
      return html`${n}<${Icon} name="reputation" />`;
    case "server":
      return html`${n}<${Icon} name="die" />`;
    default:
      return html`${t("phone.plus", { n })}<${Icon} name="table" />`;
  }
}

/** The tavern cards drawn this evening; the bards can be sent to play. @param {{inn: SeatOn, mine: boolean}} props */
function Staff({ inn, mine }) {
  const all = Object.entries(inn.staff);
  if (all.length === 0) return html`<p class="tel-nostaff">${t("phone.staff.none")}</p>`;
  return html`<ul class="tel-staff" aria-label=${t("phone.staff")} data-n=${all.length}>
    ${all.map(([card, n]) => {
      const plays = mine && card === "bard" && legal.value.has("bard");
      const why = mine && card === "bard" ? barred.value.get("bard") : undefined;
      const spare = card === "dishwasher" && mine && inn.dishwashers_free > 0;
      const words = sentences(t("phone.sentence", { words: cardNames(card, n) }), cardText(card), card === "dishwasher" && t("phone.dishwashers.free", { n: inn.dishwashers_free, all: inn.dishwashers }), plays && t("phone.bard.play"));
      const inside = html`<${Seen}><span class=${`tel-face ${wall(card)}`}><${Portrait} card=${card} /></span><span class="tel-task"><${Task} card=${card} n=${n} /></span>
        ${n > 1 ? html`<span class="tel-times">${t("phone.times", { n })}</span>` : null}<//>`;
      return html`<li key=${card}>
        <${Explain} title=${cardNames(card, n)} text=${cardText(card)}>
          ${plays || why !== undefined
            ? html`<button type="button" class=${`tel-card ${plays ? "lit" : "dim"}`} data-action=${plays ? "bard" : undefined} onClick=${() => (plays ? act("bard") : (reason.value = why ?? null))}><span class="unseen">${words}</span>${inside}</button>`
            : html`<span class=${`tel-card ${spare ? "soft" : ""}`} role="img" aria-label=${words} tabindex="0">${inside}</span>`}
        <//>
      </li>`;
    })}
  </ul>`;
}

/** Tables and staff. @param {{inn: SeatOn, of: number, mine: boolean}} props */
export function TablesHalf({ inn, of, mine }) {
  const area = inn.areas.find((one) => one.area === "tables");
  return html`<div class="tel-room">
    <ul class="tel-tbls" data-n=${inn.tables.length} aria-label=${t("phone.tables")}>
      ${inn.tables.map((one) => html`<li key=${one.space}><${TableCard} one=${one} inn=${inn} of=${of} mine=${mine} /></li>`)}
    </ul>
    ${area === undefined ? null : html`<${Ribbon} area=${area} inn=${inn} mine=${mine} />`}
    <${Staff} inn=${inn} mine=${mine} />
  </div>`;
}

/** How full the tables are, for a summary in words. @param {SeatOn | null} inn */
export const guestsOf = (inn = me.value) => (inn?.tables ?? []).filter((one) => one.card !== null);
