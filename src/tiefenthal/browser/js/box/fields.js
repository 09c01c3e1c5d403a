// The fields of the box wizard. Numbers are typed; what a space gives is chosen by a key or from the list. Enter and the
// arrows go from one open figure to the next, Tab through all of them.
import { html, signal } from "../../vendor/preact.js";
import { language, t } from "../core/i18n.js";
import { capital } from "../core/words.js";
import { Key, Sign } from "../ui/pieces.js";
import { enter, figureOf, form, isEntered, wrongWith } from "./state.js";
import { MOST_DIGIT, answerFor, answerWords, choiceName, eitherOf, keysOf, sidesOf, wrongWords } from "./words.js";

/** @typedef {import("../types.js").BoxChoice} BoxChoice */
/** @typedef {import("../types.js").BoxField} BoxField */

/** The current figure. */
export const current = signal(/** @type {BoxField | null} */ (null));
/** A choice that lacks its amount, or an amount that lacks its choice. */
const half = signal(/** @type {{id: string, choice?: BoxChoice, n?: number} | null} */ (null));

/** Go to another open figure of the step; whether there is one. @param {number} way */
export function goOn(way) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-field]")]);
  const at = all.findIndex((one) => one.dataset.field === current.value?.id);
  const ahead = way > 0 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).reverse();
  const next = ahead.find((one) => one.dataset.asked === "yes");
  next?.focus();
  return next !== undefined;
}

/**
 * The keys that move between fields; true if it was one of them.
 * @param {KeyboardEvent} event
 * @param {() => void} onEnd
 */
function moves(event, onEnd) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (event.key === "Enter" || event.key === "ArrowDown") {
    if (!goOn(1) && event.key === "Enter") onEnd();
  } else if (event.key === "ArrowUp") goOn(-1);
  else return false;
  event.preventDefault();
  return true;
}

/** The element that says what is wrong with a field. @param {BoxField} field */
const wrongId = (field) => `wrong-${field.id}`;

/** What is wrong with one of several fields in a row, below all of them: the fields keep their places.
 * @param {{field: BoxField, name: string}} props */
export function BoxWrong({ field, name }) {
  const wrong = wrongWith(field);
  return wrong === null
    ? null
    : html`<p class="wrong box-wrong" id=${wrongId(field)} role="alert">
      ${t("box.label", { figure: capital(name), answer: wrongWords(wrong) })}
    </p>`;
}

/**
 * A field with its name above.
 * @param {{field: BoxField, name: string, label: string, onEnd: () => void}} props
 */
export function BoxInput({ field, name, label, onEnd }) {
  const wrong = wrongWith(field);
  const known = !field.asked && !isEntered(field);
  const common = {
    "data-field": field.id,
    "data-asked": field.asked ? "yes" : "no",
    "aria-label": known ? t("box.known.label", { figure: label }) : label,
    "aria-invalid": wrong === null ? "false" : "true",
    "aria-describedby": wrong === null ? undefined : wrongId(field),
  };
  const kind = `box-input${known ? " known" : ""}${current.value?.id === field.id ? " at" : ""}`;
  return html`<div class=${`box-field ${field.choices === null ? "number" : "words"}`}>
    <span class="box-name" aria-hidden="true">${name}</span>
    ${
      field.choices === null
        ? html`<${NumberInput} field=${field} common=${common} kind=${kind} onEnd=${onEnd} />`
        : html`<${WordsInput} field=${field} common=${common} kind=${kind} onEnd=${onEnd} />`
    }
  </div>`;
}

/** @param {BoxField} field */
const come = (field) => {
  if (current.value?.id !== field.id) half.value = null;
  current.value = field;
};

/** @param {{field: BoxField, common: By<unknown>, kind: string, onEnd: () => void}} props */
function NumberInput({ field, common, kind, onEnd }) {
  const figure = figureOf(field);
  /** @param {any} event */
  const type = (event) => {
    const digits = event.target.value.replace(/\D/g, "").slice(0, 3);
    event.target.value = digits;
    enter(field, digits === "" ? undefined : Number(digits));
  };
  return html`<input class=${`${kind} text`} type="text" inputmode="numeric" enterkeyhint="next" autocomplete="off"
    ...${common} value=${figure ?? ""} onInput=${type}
    onFocus=${(/** @type {any} */ event) => {
      come(field);
      event.target.select();
    }}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => void moves(event, onEnd)} />`;
}

/** @param {{field: BoxField, common: By<unknown>, kind: string, onEnd: () => void}} props */
function WordsInput({ field, common, kind, onEnd }) {
  const choices = choicesOf(field);
  const figure = figureOf(field);
  const pending = half.value?.id === field.id ? half.value : null;
  const shown =
    pending?.choice !== undefined
      ? t("box.how-many", { what: choiceName(pending.choice) })
      : pending?.n !== undefined
        ? t("box.of-what", { n: pending.n })
        : figure === undefined
          ? ""
          : answerWords(choices, String(figure));
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (moves(event, onEnd)) return;
    const key = event.key.toLocaleLowerCase();
    if (key === "backspace" || key === "delete") {
      half.value = null;
      enter(field, undefined);
    } else {
      const i = keysOf(choices).indexOf(key);
      if (i >= 0) choose(field, choices[i]);
      else if (/^[1-9]$/.test(key)) count(field, Number(key));
      else return;
    }
    event.preventDefault();
  };
  return html`<button type="button" class=${`${kind} text`} ...${common}
    aria-label=${shown === "" ? common["aria-label"] : t("box.label", { figure: String(common["aria-label"]), answer: shown })}
    onFocus=${() => come(field)} onClick=${() => come(field)} onKeyDown=${press}>${shown || html`<i>${"…"}</i>`}</button>`;
}

/** @param {BoxField} field */
const choicesOf = (field) => form.value?.choices[field.choices ?? ""] ?? [];

/** Choose what a space gives. @param {BoxField} field @param {BoxChoice} choice */
function choose(field, choice) {
  const before = figureOf(field);
  const sides = before === undefined ? [] : sidesOf(choicesOf(field), String(before));
  const n = half.value?.id === field.id ? half.value.n : undefined;
  if (choice.most > 0 && n === undefined) {
    half.value = { id: field.id, choice };
    return;
  }
  half.value = null;
  const [first] = sides;
  const joins = choice.pair && isEntered(field) && sides.length === 1 && first.choice.pair && first.choice !== choice;
  const answer = answerFor(choice, Math.min(n ?? 1, choice.most || 1));
  enter(field, joins ? eitherOf(answerFor(first.choice, first.n), answer) : answer);
}

/** Enter an amount. If only one thing can be counted, it is that one. @param {BoxField} field @param {number} n */
function count(field, n) {
  const countable = choicesOf(field).filter((one) => one.most > 0);
  const chosen = half.value?.id === field.id ? half.value.choice : undefined;
  const choice = chosen ?? (countable.length === 1 ? countable[0] : undefined);
  if (choice === undefined) {
    if (countable.length > 0) half.value = { id: field.id, n };
  } else if (n <= choice.most) {
    half.value = null;
    enter(field, answerFor(choice, n));
  }
}

/** The choices for the current figure, with their keys; on touch screens, the amounts too. */
export function Palette() {
  const field = current.value;
  if (field === null || field.choices === null) return null;
  const choices = choicesOf(field);
  language.value; // keys are letters of the language
  const keys = keysOf(choices);
  const pending = half.value?.id === field.id ? half.value : null;
  const figure = figureOf(field);
  const sides = figure === undefined ? [] : sidesOf(choices, String(figure));
  const counted = pending?.choice ?? sides.find((one) => one.choice.most > 0)?.choice;
  // The field keeps the focus, and with it the keys.
  const stay = (/** @type {PointerEvent} */ event) => event.preventDefault();
  return html`<div class="box-palette" role="group" aria-label=${t("box.choices")} onPointerDown=${stay}>
    ${choices.map(
      (
        choice,
        i,
      ) => html`<button type="button" key=${choice.words} tabindex="-1" data-choice=${choice.words} data-key=${keys[i]}
        aria-pressed=${pending?.choice === choice || sides.some((one) => one.choice === choice) ? "true" : "false"}
        onClick=${() => choose(field, choice)}>
        <${Key} name=${keys[i]} />
        <span>${choiceName(choice)}</span>
      </button>`,
    )}
    ${
      counted === undefined
        ? null
        : html`<span class="box-amounts" role="group" aria-label=${t("box.how-many", { what: choiceName(counted) })}>
          ${Array.from({ length: Math.min(counted.most, MOST_DIGIT) }, (_, i) => i + 1).map(
            (n) => html`<button type="button" key=${n} tabindex="-1" data-amount=${n}
              aria-pressed=${sides.some((one) => one.choice === counted && one.n === n) && pending === null ? "true" : "false"}
              onClick=${() => {
                half.value = { id: field.id, choice: counted };
                count(field, n);
              }}>${n}</button>`,
          )}
        </span>`
    }
    <button type="button" class="box-next" tabindex="-1" onClick=${() => goOn(1)}>
      <${Sign} name="next" />
      ${t("box.next")}
    </button>
  </div>`;
}
