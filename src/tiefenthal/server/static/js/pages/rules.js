// The rules in words, numbered, by chapter, to be searched; then help, the symbols, the house figures, and about us.
// Every rule has an address: /rules#F-7.
import { html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { language, t } from "../core/i18n.js";
import { announce } from "../core/live.js";
import { link } from "../core/router.js";
import { Icon, Sign } from "../ui/pieces.js";
import { RuleText } from "../ui/explain.js";
import { KeysHelp, Symbols } from "./help.js";

/** @typedef {import("../types.js").RuleInfo} RuleInfo */
/** @typedef {{letter: string, title: string, rules: RuleInfo[]}} Chapter */

const MORE = ["keys", "symbols", "house", "about"];

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

/** Without accents and case, so that "fasse" finds "Fässer". @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

export function RulesPage() {
  const [rules, setRules] = useState(/** @type {RuleInfo[] | null} */ (null));
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState("");
  const [target, setTarget] = useState(decodeURIComponent(location.hash.slice(1)));
  const again = useRef(0);
  const load = () => {
    const turn = (again.current += 1);
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
    if (target === "" || (rules === null && !MORE.includes(target))) return;
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
      .map((one) => ({ ...one, rules: one.rules.filter((rule) => words.every((word) => plain(`${rule.id} ${rule.id.replace("-", "")} ${rule.chapter} ${rule.text}`).includes(word))) }))
      .filter((one) => one.rules.length > 0);
  }, [rules, wanted]);
  const count = found.reduce((sum, one) => sum + one.rules.length, 0);
  useEffect(() => {
    if (words.length > 0 && rules !== null) announce(t("pages.rules.found", { n: count }));
  }, [wanted, count]);

  return html`<main class="rules-page">
    <header class="rules-head">
      <a class="tool" href="/" onClick=${link("/")}><${Sign} name="home" /> <span>${t("pages.home")}</span></a>
      <h1>${t("pages.rules.title")}</h1>
      <form role="search" class="rules-search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
        <label><span class="unseen">${t("pages.rules.search")}</span><${Sign} name="search" />
          <input type="search" value=${wanted} placeholder=${t("pages.rules.search")} onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} /></label>
      </form>
    </header>
    <div class="rules-body">
      <nav class="rules-nav" aria-label=${t("pages.rules.chapters")}>
        <ol>
          ${chapters(rules ?? []).map((one) => html`<li key=${one.letter}><a href=${`#${one.letter}`} onClick=${() => setWanted("")}><b>${one.letter}</b> <span>${one.title}</span></a></li>`)}
          ${MORE.map((one) => html`<li key=${one}><a href=${`#${one}`}><span>${t(`pages.rules.${one}`)}</span></a></li>`)}
        </ol>
      </nav>
      <div class="rules-paper">
        ${words.length === 0 && html`<p class="rules-intro">${t("pages.rules.intro")} <mark class="ruling"><b>${t("explain.ruling")}</b></mark> ${t("pages.rules.rulings")}</p>`}
        ${failed && html`<p role="alert">${t("pages.rules.failed")} <button type="button" class="btn small" onClick=${load}>${t("pages.again")}</button></p>`}
        ${rules === null && !failed && html`<p aria-busy="true">${t("pages.loading")}</p>`}
        ${words.length > 0 && rules !== null && html`<p class="rules-count">${t("pages.rules.found", { n: count })}</p>`}
        ${found.map(
          (one) => html`<section key=${one.letter} aria-labelledby=${one.letter}>
            <h2 id=${one.letter} tabindex="-1"><span class="chapter-letter">${one.letter}</span> ${one.title}</h2>
            <ol class="rules-list">
              ${one.rules.map(
                (rule) => html`<li key=${rule.id} id=${rule.id} tabindex="-1" class=${rule.id === target ? "target" : ""}>
                  <a class="rule-number" href=${`#${rule.id}`} aria-label=${t("explain.rule", { id: rule.id })}>${rule.id}</a> <${RuleText} text=${rule.text} />
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
  const load = () => text === "" && get("/api/editions/reference").then((found) => setText(found.text), () => setText(t("pages.rules.failed")));
  return html`<section class="help-part" id="house" tabindex="-1">
    <h2>${t("pages.rules.house")}</h2>
    <p>${t("pages.house.what")}</p>
    <p>${t("pages.house.own")}</p>
    <details onToggle=${load}><summary>${t("pages.house.file")}</summary><pre tabindex="0" class="edition-file">${text || t("pages.loading")}</pre></details>
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
