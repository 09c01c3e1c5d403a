// The other inns: who is when, how each one stands tonight, and on demand the whole inn as if one sat there.
import { html } from "../../vendor/preact.js";
import { board, seat, table, update } from "../core/game.js";
import { areaName, awaitedWords, cardName, cardNames, gainWords, seatLabel, seatName, tell as t } from "../core/words.js";
import { Die, Drawing, Icon, Mark, Portrait, Sign } from "../ui/pieces.js";
import { AreasHalf, Scene } from "./areas.js";
import { TablesHalf, wall } from "./guests.js";
import { diceAt, sheet, visited } from "./state.js";
import { Book } from "./tracks.js";

/** The seats in turn order from the start player. */
function order() {
  const now = board.value;
  if (now === null) return [];
  return now.seats.map((_, i) => ((now.start_player - 1 + i) % now.seats.length) + 1);
}

/** What a seat is doing. @param {number} of */
function doing(of) {
  const open = (update.value?.decisions ?? []).find((one) => one.seat === of);
  const info = table.value?.seats[of - 1];
  if (open !== undefined) return awaitedWords(open);
  if (info !== undefined && info.kind === "person" && !info.here) return t("phone.away");
  return info?.kind === "bot" ? t("phone.bot") : t("phone.still");
}

/** An inn's stores in a row. @param {{inn: import("../types.js").SeatOn}} props */
function Stores({ inn }) {
  /** @type {[string, number, string][]} */
  const all = [
    ["thaler", inn.thalers, gainWords({ thalers: inn.thalers })],
    ["beer", inn.beer, gainWords({ beer: inn.beer })],
    ...(inn.keeps_schnapps > 0 ? [/** @type {[string, number, string]} */ (["schnapps", inn.schnapps, gainWords({ schnapps: inn.schnapps })])] : []),
    ["monastery", inn.monastery, t("phone.at.monastery", { n: inn.monastery })],
    ["counter", inn.counter_guests, t("phone.counter.label", { n: inn.counter_guests })],
    ["points", inn.points, t("phone.points.label", { n: inn.points })],
  ];
  return html`<ul class="tel-ores">${all.map(([icon, n, words]) => html`<li key=${icon}><${Icon} name=${icon} /><b aria-hidden="true">${n}</b><span class="unseen">${words}</span></li>`)}</ul>`;
}

/** One inn as a panel. @param {{of: number}} props */
function Inn({ of }) {
  const inn = board.value?.seats[of - 1];
  if (inn === undefined) return null;
  const gain = Object.fromEntries(Object.entries(inn.plan).filter(([, n]) => n > 0));
  const loose = inn.dice.filter((die) => die.at === "tray");
  const built = inn.areas.filter((one) => one.upgraded);
  const bot = table.value?.seats[of - 1]?.kind === "bot";
  return html`<section class=${`tel-op seat-${of}${inn.waiting ? " now" : ""}`} aria-label=${seatName(of)}>
    <header><${Mark} seat=${of} /><h2>${seatName(of)}</h2>${bot ? html`<${Sign} name="bot" label=${t("phone.bot")} />` : null}<span>${doing(of)}</span></header>
    <ul class="tel-ses" aria-label=${t("phone.tables")}>
      ${inn.tables.map((one) => {
        const die = diceAt(inn, one.space)[0];
        const words = one.card === null ? t(one.state === "gone" ? "phone.table.gone" : "phone.table.free") : one.nobles > 1 ? cardNames(one.card, one.nobles) : cardName(one.card);
        return html`<li key=${one.space} class=${one.state}><i class=${wall(one.card)}>${one.card === null ? null : html`<${Portrait} card=${one.card} />`}</i><span class="unseen">${words}</span>
          ${die ? html`<${Die} face=${die.face} seat=${die.own ? of : null} />` : null}${one.nobles > 1 ? html`<b class="tel-times">${t("phone.times", { n: one.nobles })}</b>` : null}</li>`;
      })}
    </ul>
    <div class="tel-orows">
      ${Object.keys(inn.staff).length > 0
        ? html`<div><h3>${t("phone.staff")}</h3><ul class="tel-sf">${Object.entries(inn.staff).map(([card, n]) => html`<li key=${card} class=${wall(card)}><${Portrait} card=${card} /><span class="unseen">${cardNames(card, n)}</span>${n > 1 ? html`<b>${n}</b>` : null}</li>`)}</ul></div>`
        : null}
      ${loose.length > 0 ? html`<div><h3>${t("phone.dice")}</h3><span class="tel-loose">${loose.map((die, i) => html`<${Die} key=${i} face=${die.face} seat=${die.own ? of : null} />`)}</span></div>` : null}
      ${built.length > 0 ? html`<div><h3>${t("phone.built")}</h3><ul class="tel-built">${built.map((one) => html`<li key=${one.area}><${Scene} area=${one.area} /><span class="unseen">${areaName(one.area)}</span></li>`)}</ul></div>` : null}
    </div>
    ${Object.keys(gain).length > 0 ? html`<p class="tel-will">${t("phone.will", { gain: gainWords(gain) })}</p>` : null}
    <${Stores} inn=${inn} />
    <button type="button" class="tel-visit" onClick=${() => (visited.value = of)}>${t("phone.visit", { name: seatName(of) })}<${Sign} name="right" /></button>
  </section>`;
}

/** A whole inn of somebody else. @param {{of: number}} props */
function Visit({ of }) {
  const inn = board.value?.seats[of - 1];
  if (inn === undefined) return null;
  return html`<div class="tel-visiting">
    <header class="tel-vhead"><button type="button" class="tel-vback" aria-label=${t("phone.visit.back")} onClick=${() => (visited.value = null)}><${Sign} name="left" /></button>
      <${Mark} seat=${of} /><h2>${seatName(of)}</h2>
      <button type="button" class="tel-vpile" onClick=${() => (sheet.value = { kind: "piles", seat: of })}><${Icon} name="deck" />${t("phone.piles.short")}</button>
      <button type="button" class="tel-vpile" onClick=${() => (sheet.value = { kind: "points", seat: of })}><${Icon} name="points" />${inn.points}</button></header>
    <${TablesHalf} inn=${inn} of=${of} mine=${false} />
    <${AreasHalf} inn=${inn} of=${of} mine=${false} />
    <${Book} inn=${inn} />
  </div>`;
}

/** The tab of the others. */
export function OthersTab() {
  const now = board.value;
  if (now === null) return null;
  if (visited.value !== null) return html`<${Visit} of=${visited.value} />`;
  const all = order();
  return html`<div class="tel-others">
    <ol class="tel-order" aria-label=${t("phone.order")}>${all.map((of) => html`<li key=${of} class=${now.seats[of - 1]?.waiting ? "now" : ""}><${Mark} seat=${of} /><span>${seatLabel(of)}</span>${of === now.start_player ? html`<${Drawing} name="i-mug" class="ic" label=${t("phone.start")} />` : null}</li>`)}</ol>
    ${all.filter((of) => of !== seat.value).map((of) => html`<${Inn} key=${of} of=${of} />`)}
  </div>`;
}
