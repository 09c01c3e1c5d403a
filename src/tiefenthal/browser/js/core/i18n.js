// Words in the chosen language. t("key", {n: 3}) fills {n} in; an entry may have plural forms by Intl.PluralRules,
// chosen by `n`. Terms of the box ({thaler}, {server} …) are filled in everywhere, so that both English wordings share
// the sentences, with a capital as {Thaler}; a language that must inflect a term writes it out instead. {table.end} is
// another sentence, such as the name of a button. A missing key shows itself, and fails a
// test. A table shows hundreds of sentences at every move, so expensive steps are cached.
import { computed, signal } from "../../vendor/preact.js";
import { get } from "./api.js";
import { set, settings } from "./settings.js";

/** What the server calls somebody it was asked to forget (docs/protocol.md). */
const GUEST = "a guest";

export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "en-schmidt", name: "English (Schmidt)" },
  { code: "de", name: "Deutsch" },
  { code: "fr", name: "Français" },
  { code: "es", name: "Español" },
  { code: "uk", name: "Українська" },
];
/** @typedef {string | {[form: string]: string}} Entry */

export const language = signal("en");

/** How dates and lists are written: in English with a month nobody misreads, and as Python lists things. */
export const locale = () => (language.value.startsWith("en") ? "en-GB" : language.value.slice(0, 2));
/** @type {import("../../vendor/preact.js").Signal<{[key: string]: Entry}>} */
const entries = signal({});
/** The terms of the game (cards, areas, markers) and the names of the phases. */
export const terms = signal(
  /** @type {{words: {[code: string]: string}, phases: {[letter: string]: string}}} */ ({ words: {}, phases: {} }),
);
const plurals = computed(() => new Intl.PluralRules(language.value.slice(0, 2)));
const numbers = computed(() => new Intl.NumberFormat(language.value.slice(0, 2)));
const PLACE = /\{([\w.-]+)\}(s\b)?/;
/** By text: the parts from `split`: words, then a name, then its plural s, and so on. @type {Map<string, string[]>} */
const pieces = new Map();

/** Up to 999 a number is written the same way in all our languages. @param {number} number */
const written = (number) =>
  Number.isInteger(number) && number >= 0 && number < 1000 ? String(number) : numbers.value.format(number);

/** What replaces a placeholder. @param {string} name @param {string} many @param {Values} values */
function filledIn(name, many, values) {
  const value = values[name];
  if (value !== undefined) return (typeof value === "number" ? written(value) : value) + many;
  if (name.includes(".")) return t(name) + many; // another sentence, such as the name of a button
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  let word = terms.value.words[lower];
  if (word === undefined) return `{${name}}${many}`;
  if (name !== lower) word = word.charAt(0).toUpperCase() + word.slice(1);
  return word + (many && word.endsWith("s") ? "es" : many); // servers, but waitresses
}

/** @param {string} key @param {Values} [values] @returns {string} */
export function t(key, values = {}) {
  let text = entries.value[key];
  if (text === undefined) return key;
  if (typeof text !== "string") text = text[plurals.value.select(Number(values.n ?? 0))] ?? text.other;
  let found = pieces.get(text);
  if (found === undefined) {
    found = text.split(PLACE);
    pieces.set(text, found);
  }
  let made = found[0];
  for (let at = 1; at < found.length; at += 3) made += filledIn(found[at], found[at + 1] ?? "", values) + found[at + 2];
  return made;
}

/** A person's name as shown: a forgotten person is a guest, in every language. @param {string} name */
export const called = (name) => (name === GUEST ? t("people.guest") : name);

/** Whether an entry exists; for texts that only some things have. @param {string} key */
export const has = (key) => entries.value[key] !== undefined;

/** A word of the game by its English code, such as "counter guest". @param {string} code */
export const term = (code) => terms.value.words[code] ?? code;

/** How the rulebook of this language marks a phase: by its letter or a number. @param {string} letter */
export const phaseMark = (letter) => t(`phase.mark.${letter.toLowerCase()}`);

/** @param {string} letter */
export const phaseName = (letter) => terms.value.phases[letter] ?? letter;

/** The language of this person: what they chose, else what their browser asks for, else English. */
function preferred() {
  const known = LANGUAGES.map((one) => one.code);
  if (known.includes(settings.value.language)) return settings.value.language;
  for (const wanted of navigator.languages ?? []) {
    const plain = wanted.slice(0, 2).toLowerCase();
    if (known.includes(plain)) return plain;
  }
  return "en";
}

/** Parts of the texts that are fetched on demand, and from then on with every language. @type {string[]} */
const apart = [];

/** Fetch a part of the texts that is loaded on demand; resolves when it is there. @param {string} part */
export async function learnWords(part) {
  if (apart.includes(part)) return;
  const more = await get(`/static/i18n/${document.documentElement.lang}.${part}.json`);
  apart.push(part);
  entries.value = { ...entries.value, ...more };
}

/** Change the language, everywhere and at once. @param {string} [code] */
export async function loadLanguage(code) {
  const wanted = code ?? preferred();
  const base = wanted === "en-schmidt" ? "en" : wanted;
  const [{ words, phases }, ...texts] = await Promise.all([
    get(`/api/languages/${wanted}`),
    get(`/static/i18n/${base}.json`),
    ...apart.map((part) => get(`/static/i18n/${base}.${part}.json`)),
  ]);
  entries.value = Object.assign({}, ...texts);
  terms.value = { words, phases };
  language.value = wanted;
  document.documentElement.lang = base;
  if (code !== undefined) set({ language: code });
}
