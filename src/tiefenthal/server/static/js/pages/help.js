// Help: what light means, the keys, and every symbol of the game in words.
import { html } from "../../vendor/preact.js";
import { t, term } from "../core/i18n.js";
import { capital, tell } from "../core/words.js";
import { Dialog } from "../ui/dialog.js";
import { Coin, Die, Drawing, Icon } from "../ui/pieces.js";

/** Keys, and what they do. Words of keys are entries: keyboards differ. @type {[string, string][]} */
const KEYS = [
  ["1–6", "pages.keys.die"], ["A S D F …", "pages.keys.table"], ["C M B W", "pages.keys.area"], ["pages.key.enter", "pages.keys.main"], ["X", "pages.keys.all"], ["U", "pages.keys.undo"],
  ["pages.key.escape", "pages.keys.escape"], ["L", "pages.keys.log"], ["G", "pages.keys.book"], ["F1", "pages.keys.rule"], ["?", "pages.keys.help"],
];
/** @type {[string, string][]} */
const REPLAY_KEYS = [["← →", "pages.keys.step"], ["pages.key.pages", "pages.keys.evening"], ["pages.key.ends", "pages.keys.ends"], ["pages.key.space", "pages.keys.play"]];

/** Icons with the term they stand for, or a sentence. @type {[string, string][]} */
const ICONS = [
  ["thaler", "thaler"], ["beer", "beer"], ["schnapps", "schnapps"], ["points", "victory_point"], ["crown", "noble"], ["monastery", "pages.symbol.monastery"], ["reputation", "reputation"],
  ["signature", "signature"], ["book", "guest_book"], ["denied", "service_denied"], ["upgrade", "upgrade"], ["deck", "deck"], ["counter", "counter_guest"], ["entertainer", "entertainer"], ["start", "start_player"],
  ["server", "server"], ["table", "table"], ["brewer", "brewer_card"], ["barback", "barback"], ["bard", "bard"], ["dishwasher", "dishwasher"], ["plus1", "pages.symbol.plus1"], ["any", "pages.symbol.any"],
  ["one", "pages.symbol.one"], ["many", "pages.symbol.many"], ["regular", "regular"], ["guest", "guest"], ["coaster", "coaster"], ["moon", "moon"], ["verified", "pages.symbol.verified"],
];

/** @param {string} name */
const keyName = (name) => (name.startsWith("pages.") ? t(name) : name);

/** @param {{keys: [string, string][]}} props */
const Keys = ({ keys }) => html`<dl class="keys">${keys.map(([key, words]) => html`<div key=${key}><dt><kbd class="key">${keyName(key)}</kbd></dt><dd>${t(words)}</dd></div>`)}</dl>`;

/** What can be done at the table, and how. @param {{level?: 2 | 3}} props */
export function KeysHelp({ level = 2 }) {
  const H = `h${level}`;
  return html`<section class="help-part" id="keys">
    <${H}>${t("pages.help.handling")}</${H}>
    <ul class="help-lights">
      <li><span class="light-sample strong" aria-hidden="true"><${Die} face=${5} /></span> <span>${t("pages.help.lit")}</span></li>
      <li><span class="light-sample help" aria-hidden="true"><${Die} face=${4} /></span> <span>${tell("pages.help.dashed")}</span></li>
      <li><span class="light-sample dim" aria-hidden="true"><${Die} face=${2} /></span> <span>${t("pages.help.dim")}</span></li>
    </ul>
    <p>${t("pages.help.dice")}</p>
    <p>${t("pages.help.explain")}</p>
    <${H}>${t("pages.help.keys")}</${H}>
    <${Keys} keys=${KEYS} />
    <${H}>${t("pages.help.replay-keys")}</${H}>
    <${Keys} keys=${REPLAY_KEYS} />
  </section>`;
}

/** Every symbol. @param {{level?: 2 | 3}} props */
export function Symbols({ level = 2 }) {
  const H = `h${level}`;
  return html`<section class="help-part" id="symbols">
    <${H}>${t("pages.help.symbols")}</${H}>
    <ul class="symbols">
      <li><span class="symbol"><${Coin} n="4" /></span> <span>${capital(tell("pages.symbol.coin"))}</span></li>
      <li><span class="symbol"><span class="mug"><${Drawing} name="i-beer" /><b>5</b></span></span> <span>${capital(tell("pages.symbol.mug"))}</span></li>
      ${ICONS.map(([icon, words]) => html`<li key=${icon}><span class="symbol"><${Icon} name=${icon} /></span> <span>${capital(words.startsWith("pages.") ? tell(words) : term(words))}</span></li>`)}
    </ul>
  </section>`;
}

/** @param {{onClose: () => void}} props */
export function HelpDialog({ onClose }) {
  return html`<${Dialog} title=${t("pages.help")} wide onClose=${onClose}>
    <div class="help-window">
      <${KeysHelp} level=${3} /><${Symbols} level=${3} />
      <p><a href="/rules" target="_blank" rel="noopener">${t("explain.all-rules")}</a></p>
    </div>
  </${Dialog}>`;
}
