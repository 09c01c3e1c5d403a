// Before a plan is ready or a turn ends: what could still be done with dice and bards, and what would be lost. The main
// button says it, and where there is anything, a window asks first.
import { html, useEffect } from "../../vendor/preact.js";
import { act, me } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offerFor, placeable, singAll, songs, standing } from "../core/interaction.js";
import { gainWords } from "../core/words.js";
import { Sheet } from "../ui/dialog.js";
import { Icon } from "../ui/pieces.js";
import { Gain } from "../ui/signs.js";
import { hide, show } from "./state.js";

const ask = () => show({ kind: "last-call" });

/** @param {SeatOn} one */
const spills = (one) => Object.values(one.loses).some((n) => n > 0);

/** The main button while one plans. @param {SeatOn} one @param {Offer} offer @returns {import("./bars.js").Main} */
export function readyButton(one, offer) {
  const n = placeable.value;
  const rest = one.dice.filter((die) => die.at === "tray").length;
  const note =
    n > 0 ? t("table.ready.free", { n }) : rest > 0 ? t("table.ready.rest", { n: rest }) : t("table.ready.all");
  return { title: t("table.ready"), note, offer, onPress: n > 0 ? ask : undefined };
}

/** The main button while one serves. @param {SeatOn} one @param {Offer} offer @returns {import("./bars.js").Main} */
export function endButton(one, offer) {
  const dice = standing.value + placeable.value;
  const loses = spills(one);
  // Dice that stand ready come first, then the bards, then dice that could be placed.
  const sings = songs.value > 0 && standing.value === 0;
  const rest = loses ? t("table.end.loses", { gain: gainWords(one.loses) }) : t("table.end.nothing");
  const note = sings ? t("songs.left", { n: songs.value }) : dice > 0 ? t("table.end.dice", { n: dice }) : rest;
  return { title: t("table.end"), note, offer, onPress: loses || dice > 0 || songs.value > 0 ? ask : undefined };
}

/** Something that would be lost. @param {{words: string, gain?: Counts, children?: unknown}} props */
const Loss = ({ words, gain, children }) => html`<div class="tv-loss">
  <p>${words}</p>
  ${gain === undefined ? null : html`<div class="tv-loss-signs" aria-hidden="true"><${Gain} gain=${gain} /></div>`}
  ${children}
</div>`;

/** The question. It goes when there is nothing to be asked any more. */
export function LastCall() {
  const one = me.value;
  const ready = offerFor({ kind: "ready" });
  const offer = ready ?? offerFor({ kind: "end" });
  const what = ready === null ? "table.end" : "table.ready";
  useEffect(() => {
    if (offer === null) hide();
  });
  if (one === null || offer === null) return null;
  const keeps = gainWords({ thalers: one.keeps_thalers, beer: one.keeps_beer });
  return html`<${Sheet} title=${t(`${what}.title`)} onClose=${hide} class="tv-window"
    foot=${html`
      <button type="button" class="btn" data-first="" onClick=${hide}>${t(`${what}.back`)}</button>
      <button type="button" class="btn gold" data-action=${offer.action} onClick=${() => {
        hide();
        void act(offer.action);
      }}>${t(`${what}.all-the-same`)}</button>`}>
    ${
      spills(one)
        ? html`<${Loss} words=${t("table.end.lost", { gain: gainWords(one.loses) })} gain=${one.loses}>
      <p class="tv-hint">${t("table.end.keeps", { gain: keeps })}</p>
    <//>`
        : null
    }
    ${
      standing.value > 0
        ? html`<${Loss} words=${t("table.end.unused", { n: standing.value, gain: gainWords(one.plan) })} gain=${one.plan} />`
        : null
    }
    ${placeable.value > 0 ? html`<${Loss} words=${t("table.unplaced", { n: placeable.value })} />` : null}
    ${
      songs.value > 0
        ? html`<${Loss} words=${t("songs.unused", { n: songs.value })}>
      <button type="button" class="btn" data-action=${offerFor({ kind: "bard" })?.action} data-many="all" onClick=${() => {
        hide();
        void singAll();
      }}><${Icon} name="reputation" />${t("songs.sing", { n: songs.value })}</button>
    <//>`
        : null
    }
  <//>`;
}
