// The rules in words, numbered, by chapter, to be searched; then help (what light means, the keys, every symbol), the
// house figures, and about us. Every rule has an address: /rules#F-7.
import { html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { language, t, term } from "../core/i18n.js";
import { announce, link } from "../core/page.js";
import { capital } from "../core/words.js";
import { Dialog } from "../ui/dialog.js";
import { RuleText } from "../ui/explain.js";
import { Coin, Die, Icon, Mug, Sign } from "../ui/pieces.js";
import { HowToPlay } from "./how-to-play.js";

/** @typedef {import("../types.js").RuleInfo} RuleInfo */
/** @typedef {{letter: string, title: string, rules: RuleInfo[]}} Chapter */

const MORE = ["keys", "symbols", "house", "about"];
/** The sections before the numbered rules. */
const LEARN = "learn";

/** @param {RuleInfo[]} rules @returns {Chapter[]} */
function chapters(rules) {
  /** @type {Chapter[]} */
  const found = [];
  for (const rule of rules) {
    const letter = rule.id.split("-")[0];
    if (found.at(-1)?.letter !== letter) found.push({ letter, title: rule.chapter, rules: [] });
    /** @type {Chapter} */ (found.at(-1)).rules.push(rule);
  }
  return found;
}

/** Without accents and case, so that "fasse" finds "Fässer", and with any apostrophe. @param {string} text */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .replace(/['ʼ]/g, "’")
    .toLowerCase();

export function RulesPage() {
  const [rules, setRules] = useState(/** @type {RuleInfo[] | null} */ (null));
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState("");
  const [target, setTarget] = useState(decodeURIComponent(location.hash.slice(1)));
  const again = useRef(0);
  const load = () => {
    again.current += 1;
    const turn = again.current;
    setFailed(false);
    get(`/api/rules?language=${language.value}`).then(
      (found) => turn === again.current && setRules(found.rules),
      () => turn === again.current && setFailed(true),
    );
  };
  useEffect(load, [language.value]);
  useEffect(() => {
    const moved = () => setTarget(decodeURIComponent(location.hash.slice(1)));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  // To the rule the address names, once it is there.
  useEffect(() => {
    if (target === "" || (rules === null && target !== LEARN && !MORE.includes(target))) return;
    setWanted("");
    requestAnimationFrame(() => {
      const found = document.getElementById(target);
      found?.scrollIntoView({ block: "start" });
      found?.focus({ preventScroll: true });
    });
  }, [target, rules === null]);

  const words = plain(wanted).split(/\s+/).filter(Boolean);
  const found = useMemo(() => {
    const all = chapters(rules ?? []);
    if (words.length === 0) return all;
    return all
      .map((one) => ({
        ...one,
        rules: one.rules.filter((rule) =>
          words.every((word) =>
            plain(`${rule.id} ${rule.id.replace("-", "")} ${rule.chapter} ${rule.text}`).includes(word),
          ),
        ),
      }))
      .filter((one) => one.rules.length > 0);
  }, [rules, wanted]);
  const count = found.reduce((sum, one) => sum + one.rules.length, 0);
  useEffect(() => {
    if (words.length > 0 && rules !== null) announce(t("pages.rules.found", { n: count }));
  }, [wanted, count]);

  return html`<main class="page-frame rules-page">
    <header class="page-head">
      <a class="tool" href="/" onClick=${link("/")}><${Sign} name="home" /> <span>${t("pages.home")}</span></a>
      <h1>${t("pages.rules.title")}</h1>
      <form role="search" class="rules-search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
        <label>
          <span class="unseen">${t("pages.rules.search")}</span>
          <${Sign} name="search" />
          <input type="search" value=${wanted} placeholder=${t("pages.rules.search")}
            onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} />
        </label>
      </form>
    </header>
    <div class="rules-body">
      <nav class="rules-nav" aria-label=${t("pages.rules.chapters")}>
        <ol>
          <li>
            <a href=${`#${LEARN}`} onClick=${() => setWanted("")}>
              <b><${Sign} name="play" /></b> <span>${t("learn.title")}</span>
            </a>
          </li>
          ${chapters(rules ?? []).map(
            (one) => html`<li key=${one.letter}>
            <a href=${`#${one.letter}`} onClick=${() => setWanted("")}>
              <b>${one.letter}</b> <span>${one.title}</span>
            </a>
          </li>`,
          )}
          ${MORE.map((one) => html`<li key=${one}><a href=${`#${one}`}><span>${t(`pages.rules.${one}`)}</span></a></li>`)}
        </ol>
      </nav>
      <div class="rules-paper">
        ${words.length === 0 && html`<${HowToPlay} />`}
        ${
          words.length === 0 &&
          html`<p class="rules-intro">
            ${t("pages.rules.intro")} <mark class="ruling"><b>${t("explain.ruling")}</b></mark> ${t("pages.rules.rulings")}
          </p>`
        }
        ${
          failed &&
          html`<p role="alert">
            ${t("pages.rules.failed")} <button type="button" class="btn small" onClick=${load}>${t("pages.again")}</button>
          </p>`
        }
        ${rules === null && !failed && html`<p aria-busy="true">${t("pages.loading")}</p>`}
        ${words.length > 0 && rules !== null && html`<p class="rules-count">${t("pages.rules.found", { n: count })}</p>`}
        ${found.map(
          (one) => html`<section key=${one.letter} aria-labelledby=${one.letter}>
            <h2 id=${one.letter} tabindex="-1"><span class="chapter-letter">${one.letter}</span> ${one.title}</h2>
            <ol class="rules-list">
              ${one.rules.map(
                (
                  rule,
                ) => html`<li key=${rule.id} id=${rule.id} tabindex="-1" class=${rule.id === target ? "target" : ""}>
                  <a class="rule-number" href=${`#${rule.id}`} aria-label=${t("explain.rule", { id: rule.id })}>
                    ${rule.id}
                  </a> <${RuleText} text=${rule.text} />
                </li>`,
              )}
            </ol>
          </section>`,
        )}
        ${words.length === 0 && html`<${KeysHelp} /><${Symbols} /><${House} /><${About} />`}
      </div>
    </div>
  </main>`;
}

/** Figures that are ours. */
function House() {
  const [text, setText] = useState("");
  const load = () =>
    text === "" &&
    get("/api/editions/reference").then(
      (found) => setText(found.text),
      () => setText(t("pages.rules.failed")),
    );
  return html`<section class="help-part" id="house" tabindex="-1">
    <h2>${t("pages.rules.house")}</h2>
    <p>${t("pages.house.what")}</p>
    <p>${t("pages.house.own")}</p>
    <details onToggle=${load}>
      <summary>${t("pages.house.file")}</summary>
      <pre tabindex="0" class="edition-file">${text || t("pages.loading")}</pre>
    </details>
  </section>`;
}

/** Who made the game, and who made this. */
function About() {
  return html`<section class="help-part" id="about" tabindex="-1">
    <h2>${t("pages.rules.about")}</h2>
    <p><${Icon} name="candle" /> ${t("pages.about.unofficial")}</p>
    <p>${t("pages.about.game")}</p>
    <p>${t("pages.about.ours")}</p>
    <p>${t("pages.about.licences")}</p>
  </section>`;
}

// --- help

/** Keys, and what they do. Words of keys are entries: keyboards differ. @type {[string, string][]} */
const KEYS = [
  ["1–6", "pages.keys.die"],
  ["A S D F …", "pages.keys.table"],
  ["C M B W", "pages.keys.area"],
  ["pages.key.enter", "pages.keys.main"],
  ["X", "pages.keys.all"],
  ["T", "keys.buy"],
  ["R", "keys.recruit"],
  ["E", "keys.upgrade"],
  ["Y", "keys.more"],
  ["O", "keys.others"],
  ["I", "keys.tracks"],
  ["Tab", "keys.tab"],
  ["← → ↑ ↓", "keys.arrows"],
  ["U", "pages.keys.undo"],
  ["pages.key.escape", "pages.keys.escape"],
  ["L", "pages.keys.log"],
  ["0", "hint.key"],
  ["G", "pages.keys.book"],
  ["F1", "pages.keys.rule"],
  ["?", "pages.keys.help"],
];
/** @type {[string, string][]} */
const REPLAY_KEYS = [
  ["← →", "pages.keys.step"],
  ["pages.key.pages", "pages.keys.evening"],
  ["pages.key.ends", "pages.keys.ends"],
  ["pages.key.space", "pages.keys.play"],
];

/** Icons with the term they stand for, or a sentence. @type {[string, string][]} */
const ICONS = [
  ["thaler", "thaler"],
  ["beer", "beer"],
  ["schnapps", "schnapps"],
  ["points", "victory_point"],
  ["crown", "noble"],
  ["monastery", "pages.symbol.monastery"],
  ["reputation", "reputation"],
  ["signature", "signature"],
  ["book", "guest_book"],
  ["denied", "service_denied"],
  ["upgrade", "upgrade"],
  ["deck", "deck"],
  ["counter", "counter_guest"],
  ["entertainer", "entertainer"],
  ["start", "start_player"],
  ["server", "server"],
  ["table", "table"],
  ["brewer", "brewer_card"],
  ["barback", "barback"],
  ["bard", "bard"],
  ["dishwasher", "dishwasher"],
  ["plus1", "pages.symbol.plus1"],
  ["any", "pages.symbol.any"],
  ["one", "pages.symbol.one"],
  ["many", "pages.symbol.many"],
  ["regular", "regular"],
  ["guest", "guest"],
  ["coaster", "coaster"],
  ["moon", "moon"],
  ["verified", "pages.symbol.verified"],
];

/** @param {string} name */
const keyName = (name) => (name.startsWith("pages.") ? t(name) : name);

/** @param {{keys: [string, string][]}} props */
const Keys = ({ keys }) =>
  html`<dl class="keys">
    ${keys.map(([key, words]) => html`<div key=${key}><dt><kbd class="key">${keyName(key)}</kbd></dt><dd>${t(words)}</dd></div>`)}
  </dl>`;

/** What can be done at the table, and how. @param {{level?: 2 | 3}} props */
function KeysHelp({ level = 2 }) {
  const H = `h${level}`;
  return html`<section class="help-part" id="keys">
    <${H}>${t("pages.help.handling")}</${H}>
    <ul class="help-lights">
      <li>
        <span class="light-sample strong" aria-hidden="true"><${Die} face=${5} /></span> <span>${t("pages.help.lit")}</span>
      </li>
      <li>
        <span class="light-sample help" aria-hidden="true"><${Die} face=${4} /></span> <span>${t("pages.help.dashed")}</span>
      </li>
      <li>
        <span class="light-sample dim" aria-hidden="true"><${Die} face=${2} /></span> <span>${t("pages.help.dim")}</span>
      </li>
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
function Symbols({ level = 2 }) {
  const H = `h${level}`;
  return html`<section class="help-part" id="symbols">
    <${H}>${t("pages.help.symbols")}</${H}>
    <ul class="symbols">
      <li><span class="symbol"><${Coin} n="4" /></span> <span>${capital(t("pages.symbol.coin"))}</span></li>
      <li><span class="symbol"><${Mug} n="5" /></span> <span>${capital(t("pages.symbol.mug"))}</span></li>
      ${ICONS.map(
        ([icon, words]) => html`<li key=${icon}>
          <span class="symbol"><${Icon} name=${icon} /></span> <span>${capital(words.startsWith("pages.") ? t(words) : term(words))}</span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {{onClose: () => void}} props */
export function HelpDialog({ onClose }) {
  return html`<${Dialog} title=${t("pages.help")} wide onClose=${onClose}>
    <div class="help-window">
      <${KeysHelp} level=${3} />
      <${Symbols} level=${3} />
      <p>
        <a href="/rules#learn" target="_blank" rel="noopener">${t("learn.title")}</a> · <a href="/rules" target="_blank" rel="noopener">${t("explain.all-rules")}</a>
      </p>
    </div>
  </${Dialog}>`;
}
