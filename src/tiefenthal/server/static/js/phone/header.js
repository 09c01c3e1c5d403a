// The top: whose turn it is and what is asked, in one line that is never hidden; then what I have.
import { html } from "../../vendor/preact.js";
import { asked, board, connection, figures, hand, me, seat, update } from "../core/game.js";
import { phaseName } from "../core/i18n.js";
import { awaitedWords, gainWords, listed, questionKind, questionWords, seatName, tell as t } from "../core/words.js";
import { Explain } from "../ui/explain.js";
import { Icon, Mark, Sign } from "../ui/pieces.js";
import { question, sheet, tab } from "./state.js";
import { Seen } from "./words.js";

/** Who acts, and what is asked. @returns {{who: string, what: string}} */
export function headline() {
  const open = question.value;
  if (board.value === null || open === null) return { who: "", what: t("phone.wait") };
  if (asked.value) {
    if (tab.value === "market") return { who: t("phone.turn"), what: t("phone.say.market") };
    if (tab.value === "others") return { who: t("phone.turn"), what: t("phone.say.others") };
    if (tab.value === "tracks") return { who: t("phone.turn"), what: t("phone.say.tracks") };
    if (tab.value === "log") return { who: t("phone.turn"), what: t("phone.say.log") };
    if (hand.value !== null) return { who: t("phone.turn"), what: t(hand.value.from === "tray" ? "phone.say.put" : "phone.say.standing", { face: hand.value.face }) };
    switch (questionKind(open)) {
      case "planning":
        return { who: t("phone.turn"), what: t("phone.say.planning") };
      case "serving":
        return { who: t("phone.turn"), what: t("phone.say.serving") };
      case "draft":
        return { who: t("phone.turn"), what: t("phone.say.draft") };
      case "arrival":
        return { who: t("phone.turn"), what: t("phone.say.arrival") };
      default:
        return { who: t("phone.turn"), what: questionWords(open) };
    }
  }
  const all = update.value?.decisions ?? [];
  if (all.length === 1) return { who: "", what: awaitedWords(all[0]) };
  return { who: "", what: t("phone.waits", { names: listed(all.map((one) => seatName(one.seat))) }) };
}

/** The status line. */
export function Header() {
  const now = board.value;
  const { who, what } = headline();
  const turn = question.value?.seat ?? now?.turn ?? 1;
  return html`<header class=${`tel-status${asked.value ? " mine" : ""}`}>
    <span class="tel-moon" aria-hidden="true">${now === null ? "" : Math.max(1, now.round)}</span>
    <div class="tel-line">
      <p class="tel-when">${now === null ? "" : now.round === 0 ? t("phone.when.start") : t("phone.when", { n: now.round, all: figures.value?.rounds ?? 8, phase: phaseName(now.letter) })}</p>
      <h1>${now === null ? null : html`<${Mark} seat=${asked.value ? (seat.value ?? 1) : turn} />`}${who === "" ? null : html`<b>${who}</b>`} <span>${what}</span></h1>
    </div>
    ${connection.value === "lost" || connection.value === "refused" ? html`<span class="tel-offline" role="img" aria-label=${t("phone.offline")}><${Sign} name="offline" /></span>` : null}
    <button type="button" class="tel-menu" aria-label=${t("phone.menu")} aria-haspopup="dialog" onClick=${() => (sheet.value = { kind: "menu" })}><${Sign} name="menu" /></button>
  </header>`;
}

/** What I have: each says what of it is kept; the deck and the points open. */
export function Stores() {
  const inn = me.value;
  const mine = seat.value;
  if (inn === null || mine === null) return null;
  const kept = (/** @type {string} */ what, /** @type {number} */ n, /** @type {number} */ keeps) => ({
    title: gainWords({ [what]: n }),
    text: t("phone.keeps", { gain: gainWords({ [what]: keeps }) }),
  });
  const loses = inn.loses;
  const cell = (/** @type {string} */ icon, /** @type {string} */ what, /** @type {number} */ n, /** @type {number} */ keeps) => {
    const words = kept(what, n, keeps);
    return html`<li key=${icon}><${Explain} title=${words.title} text=${words.text}><span class=${`tel-store${loses[what] ? " spills" : ""}`} role="img" tabindex="0" data-thing=${`store-${what}`} aria-label=${`${words.title}. ${words.text}`}><${Seen}><${Icon} name=${icon} /><b>${n}</b><//></span><//></li>`;
  };
  const deck = inn.deck.top.length + Object.values(inn.deck.rest).reduce((sum, n) => sum + n, 0);
  const discard = Object.values(inn.discard).reduce((sum, n) => sum + n, 0);
  return html`<section class="tel-stores" aria-label=${t("phone.stores")}><ul>
    ${cell("thaler", "thalers", inn.thalers, inn.keeps_thalers)}
    ${cell("beer", "beer", inn.beer, inn.keeps_beer)}
    ${inn.keeps_schnapps > 0 ? cell("schnapps", "schnapps", inn.schnapps, inn.keeps_schnapps) : null}
    <li><button type="button" class="tel-store" aria-haspopup="dialog" onClick=${() => (sheet.value = { kind: "points", seat: mine })}><span class="unseen">${t("phone.points.label", { n: inn.points })}</span><${Seen}><${Icon} name="points" /><b>${inn.points}</b><//></button></li>
    <li><button type="button" class="tel-store small" data-thing=${`seat-${mine}-deck`} aria-haspopup="dialog" onClick=${() => (sheet.value = { kind: "piles", seat: mine })}><span class="unseen">${t("phone.piles.label", { n: deck, discard })}</span><${Seen}><${Icon} name="deck" /><b>${deck}</b><i>${t("phone.piles.and", { n: discard })}</i><//></button></li>
  </ul></section>`;
}
