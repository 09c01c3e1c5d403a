// The words of the box wizard: what components, spaces and figures are called, and what can stand on them.
import { locale, t } from "../core/i18n.js";
import { areaName, bonusName, capital, cardName, entertainerName, listed } from "../core/words.js";
import { form } from "./state.js";

/** @typedef {import("../types.js").BoxChoice} BoxChoice */
/** @typedef {import("../types.js").BoxField} BoxField */
/** @typedef {import("../types.js").BoxRow} BoxRow */
/** @typedef {import("../types.js").BoxStep} BoxStep */

const AMOUNT = "{n}";
const BETWEEN = " | ";
export const MOST_DIGIT = 9;

/** @param {BoxStep} step */
export const stepName = (step) =>
  capital(step.cost > 0 ? t("box.step.guests", { n: step.cost }) : t(`box.step.${step.id}`));

/** Where to look. @param {BoxStep} step */
export const stepText = (step) => t(`box.look.${step.drawing}`);

/** @param {BoxRow} row */
export function rowName(row) {
  if (row.what === "card") return cardName(row.name);
  if (row.what === "area") return areaName(row.name);
  return capital(t(`box.row.${row.what}`, { n: row.number }));
}

/** @param {BoxField} field @param {number} i its place in the row @param {string[]} columns of the guest book */
export const fieldName = (field, i, columns) =>
  field.what === "cell"
    ? t("box.what.cell", { column: (columns[i] ?? "").replace("/", "–") })
    : t(`box.what.${field.what}`);

/** What is wrong with a figure, in a sentence. @param {{code: string, values: Values}} wrong */
export function wrongWords({ code, values }) {
  const { entertainer, space, ...others } = values;
  const ring = form.value?.choices.ring ?? [];
  return t(`box.wrong.${code}`, {
    ...others,
    ...(entertainer === undefined ? {} : { entertainer: entertainerName(`${entertainer}`) }),
    ...(space === undefined ? {} : { space: answerWords(ring, `${space}`) }),
  });
}

/** A choice by itself, without an amount. @param {BoxChoice} choice */
export const choiceName = (choice) =>
  choice.most > 0 ? capital(t(`box.unit.${choice.bonus?.what}`)) : bonusName(choice.bonus);

/** The answer for a choice. @param {BoxChoice} choice @param {number} n */
export const answerFor = (choice, n) => choice.words.replace(AMOUNT, String(n));

/** The sides of an answer: which choices, with which amounts. @param {BoxChoice[]} choices @param {string} answer */
export function sidesOf(choices, answer) {
  for (const choice of choices) {
    if (choice.most === 0 && choice.words === answer) return [{ choice, n: 1 }];
    for (let n = 1; n <= choice.most; n += 1) if (answerFor(choice, n) === answer) return [{ choice, n }];
  }
  const pairs = choices.filter((one) => one.pair);
  for (const choice of pairs)
    for (const other of pairs)
      if (eitherOf(choice.words, other.words) === answer)
        return [
          { choice, n: 1 },
          { choice: other, n: 1 },
        ];
  return [];
}

/** Two sides as one answer. @param {string} first @param {string} second */
export const eitherOf = (first, second) => `${first}${BETWEEN}${second}`;

/** An answer as it is shown. @param {BoxChoice[]} choices @param {string} answer */
export const answerWords = (choices, answer) =>
  listed(
    sidesOf(choices, answer).map(({ choice, n }) => bonusName(choice.bonus && { ...choice.bonus, count: n })),
    "disjunction",
  );

/** A key for each choice: 0 for nothing, else a letter that no other has, of its own name if one is left there, or of any.
 * @param {BoxChoice[]} choices */
export function keysOf(choices) {
  const taken = new Set();
  const lettersOf = (/** @type {BoxChoice} */ choice) =>
    choice.bonus === null ? ["0"] : (choiceName(choice).toLocaleLowerCase(locale()).match(/\p{L}/gu) ?? []);
  const any = choices.flatMap(lettersOf).filter((one) => one !== "0");
  return choices.map((choice) => {
    const key = [...lettersOf(choice), ...any].find((one) => !taken.has(one)) ?? "";
    taken.add(key);
    return key;
  });
}
