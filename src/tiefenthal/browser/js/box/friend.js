// Somebody else's edition file beside what is entered here: it fills in what is missing, and what differs is shown to be
// checked. The server reads the file and lays its cards beside those they look most like.
import { computed, html, signal, useRef, useState } from "../../vendor/preact.js";
import { post } from "../core/api.js";
import { t } from "../core/i18n.js";
import { capital } from "../core/words.js";
import { Note, problemWords } from "../start/states.js";
import { Sign } from "../ui/pieces.js";
import { enter, enterAll, entered, fieldsOf, form, isEntered } from "./state.js";
import { answerWords } from "./words.js";

/** @typedef {import("../types.js").BoxField} BoxField */
/** @typedef {import("../types.js").BoxFriend} BoxFriend */
/** `right`: which of their answers were looked at and are not ours.
 * @typedef {BoxFriend & {text: string, right: By<number | string>}} Friend */

const KEY = "tiefenthal-box-friend";

/** @returns {Friend | null} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}
export const friend = signal(read());

/** @param {Friend | null} found */
function keep(found) {
  friend.value = found;
  try {
    if (found === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(found));
  } catch {
    // Without storage the file is opened again another time.
  }
}

/** Lay the file beside what is entered now. @param {string} text */
async function lay(text) {
  const found = /** @type {BoxFriend} */ (await post("/api/box/friend", { text, answers: entered.value.answers }));
  keep({ ...found, text, right: friend.value?.text === text ? friend.value.right : {} });
  return found;
}

/** Lay the file that was opened beside what has been entered since. */
export async function layAgain() {
  if (friend.value !== null) await lay(friend.value.text);
}

/** The fields of the chosen modules that only they have. */
const missing = computed(() =>
  (form.value?.steps ?? [])
    .flatMap(fieldsOf)
    .filter((field) => friend.value?.answers[field.id] !== undefined && !isEntered(field)),
);

/** Their answer, where another one was entered here and not said to be right. @param {BoxField} field */
export function theirs(field) {
  const answer = friend.value?.answers[field.id];
  if (answer === undefined || !isEntered(field) || entered.value.answers[field.id] === answer) return undefined;
  return friend.value?.right[field.id] === answer ? undefined : answer;
}

/** The fields that differ. */
export const unlike = computed(() =>
  (form.value?.steps ?? []).flatMap(fieldsOf).filter((field) => theirs(field) !== undefined),
);

/** What their file says of a figure. @param {BoxField} field @param {number | string} answer */
const shown = (field, answer) =>
  field.choices === null ? String(answer) : answerWords(form.value?.choices[field.choices] ?? [], String(answer));

/** Below a row: a figure of theirs that is another one, and what to do about it. @param {{field: BoxField, name: string}} props */
export function Unlike({ field, name }) {
  const answer = theirs(field);
  if (answer === undefined || friend.value === null) return null;
  const { value } = friend;
  return html`<p class="box-unlike" data-unlike=${field.id}>
    <span>${t("box.friend.has", { figure: capital(name), answer: shown(field, answer) })}</span>
    <button type="button" class="btn small" data-friend="take" onClick=${() => enter(field, answer)}>${t("box.friend.take")}</button>
    <button type="button" class="btn small" data-friend="mine"
      onClick=${() => keep({ ...value, right: { ...value.right, [field.id]: answer } })}>${t("box.friend.mine")}</button>
  </p>`;
}

/** Open a file, or say what the one that was opened brings. */
export function FriendsFile() {
  const [wrong, tell] = useState("");
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {any} event */
  const open = async (event) => {
    const [chosen] = event.target.files;
    event.target.value = "";
    if (chosen === undefined) return;
    tell("");
    try {
      if (Object.keys((await lay(await chosen.text())).answers).length === 0) {
        keep(null);
        tell(t("box.friend.none"));
      }
    } catch (error) {
      tell(problemWords(error));
    }
  };
  const { value } = friend;
  return html`<div class="box-friend">
    ${
      value === null
        ? html`<p>${t("box.friend.words")}</p>
          <input type="file" class="unseen" tabindex="-1" aria-hidden="true" accept=".toml,text/plain" ref=${file} onChange=${open} />
          <button type="button" class="btn small" data-friend="open" onClick=${() => file.current?.click()}>
            <${Sign} name="upload" />
            ${t("box.friend.open")}
          </button>`
        : html`<p role="status">
            <b>${t("box.friend.found", { title: value.title, n: Object.keys(value.answers).length })}</b>
            ${" "}${unlike.value.length > 0 ? t("box.friend.unlike", { n: unlike.value.length }) : t("box.friend.alike")}
          </p>
          ${
            missing.value.length === 0
              ? null
              : html`<button type="button" class="btn small gold" data-friend="fill"
                onClick=${() => enterAll(Object.fromEntries(missing.value.map((field) => [field.id, value.answers[field.id]])))}>
                <${Sign} name="check" />
                ${t("box.friend.fill", { n: missing.value.length })}
              </button>`
          }
          <button type="button" class="btn small" data-friend="close" onClick=${() => keep(null)}>${t("box.friend.close")}</button>`
    }
    ${wrong === "" ? null : html`<${Note} words=${wrong} />`}
  </div>`;
}
