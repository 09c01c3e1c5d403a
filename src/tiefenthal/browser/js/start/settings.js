// The settings of this device, in a window that opens from anywhere; and the language switch of the start screen.
import { html, signal, useRef, useState } from "../../vendor/preact.js";
import { LANGUAGES, language, loadLanguage, t } from "../core/i18n.js";
import { announce, link } from "../core/page.js";
import { reducedMotion, set, settings } from "../core/settings.js";
import { chime } from "../core/sound.js";
import { Dialog, Sheet } from "../ui/dialog.js";
import { Drawing, Sign } from "../ui/pieces.js";
import { chooseSound } from "../ui/sound-offer.js";
import { LONGEST_NAME, beSomebody, known, linkTo, mySeat, unnamed } from "./plan.js";
import { QrCode } from "./qr.js";
import { Note, problemWords } from "./states.js";

/** Why the language could not be changed. */
export const failed = signal("");

/** Change the language at once; what cannot be fetched leaves the old one. @param {string} code */
export async function changeLanguage(code) {
  try {
    await loadLanguage(code);
    failed.value = "";
    announce(t("core.language.now"));
  } catch (error) {
    failed.value = problemWords(error);
  }
}

/** The languages side by side. The second English wording is chosen in the settings. */
export function LanguageBar() {
  const now = language.value;
  return html`<div class="language-bar" role="group" aria-label=${t("core.language")}>
    <${Sign} name="globe" />
    ${LANGUAGES.filter((one) => one.code !== "en-schmidt").map(
      (one) => html`<button
        type="button"
        lang=${one.code}
        aria-pressed=${now === one.code || (one.code === "en" && now === "en-schmidt") ? "true" : "false"}
        onClick=${() => changeLanguage(one.code)}
      >
        ${one.name}
      </button>`,
    )}
  </div>`;
}

/** The same in little room. */
export function LanguageChoice() {
  return html`<label class="language-choice tool">
    <${Sign} name="globe" />
    <span class="unseen">${t("core.language")}</span>
    <select value=${language.value} onChange=${(/** @type {any} */ event) => changeLanguage(event.target.value)}>
      ${LANGUAGES.map(
        (one) => html`<option value=${one.code} lang=${one.code.slice(0, 2)} selected=${one.code === language.value}>
        ${one.name}
      </option>`,
      )}
    </select>
  </label>`;
}

/** One of a few. @template {string} T
 * @param {{legend: string, name: string, value: T, of: [T, string][], onPick: (value: T) => void, hint?: string}} props */
export function Choice({ legend, name, value, of, onPick, hint }) {
  return html`<fieldset class="field">
    <legend>${legend}</legend>
    <div class="seg">
      ${of.map(
        ([code, words]) => html`<label>
          <input type="radio" name=${name} value=${code} checked=${value === code} onChange=${() => onPick(code)} />
          <span>${words}</span>
        </label>`,
      )}
    </div>
    ${hint ? html`<small>${hint}</small>` : null}
  </fieldset>`;
}

/** On or off. @param {{label: string, hint?: string, on: boolean, onChange: (on: boolean) => void}} props */
export const Switch = ({ label, hint, on, onChange }) => html`<label class="switch">
  <span><b>${label}</b>${hint ? html`<small>${hint}</small>` : null}</span>
  <input type="checkbox" role="switch" checked=${on}
    onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
</label>`;

/** My name, told to the server when the field is left. */
export function NameField() {
  const [wrong, tell] = useState("");
  /** @param {any} event */
  const done = async (event) => {
    const name = event.target.value.trim();
    tell("");
    set({ name });
    if (name === "" || known.value === null) return; // told with the first table
    try {
      await beSomebody(name);
    } catch (error) {
      tell(problemWords(error));
    }
  };
  return html`<div class="field">
    <label for="my-name">${t("core.name")}</label>
    <input
      id="my-name"
      class="text"
      type="text"
      autocomplete="nickname"
      maxlength=${LONGEST_NAME}
      placeholder=${unnamed(mySeat())}
      value=${settings.value.name}
      aria-invalid=${wrong ? "true" : "false"}
      onInput=${(/** @type {any} */ event) => set({ name: event.target.value })}
      onChange=${done}
    />
    ${settings.value.name.trim() === "" ? html`<small>${t("core.name.none", { name: unnamed(mySeat()) })}</small>` : null}
    ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
  </div>`;
}

/** Copy a text; also on pages without https, where the clipboard is not offered. @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** `secret`: not for others, so not offered for sharing. `words` go with it where it is shared.
 * @param {{address: string, label: string, secret?: boolean, words?: string}} props */
export function CopyRow({ address, label, secret = false, words }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [done, tell] = useState(false);
  const take = async () => {
    if (field.current === null || !(await copy(field.current))) return;
    tell(true);
    announce(t("core.copied"));
    setTimeout(() => tell(false), 2500);
  };
  const share = () => navigator.share({ title: t("core.title"), text: words, url: address }).catch(() => {});
  return html`<div class="copy-row">
    <input class="text" type="text" readonly value=${address} aria-label=${label} ref=${field}
      onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <button type="button" class="btn" onClick=${take}>
      <${Sign} name=${done ? "check" : "copy"} />
      ${done ? t("core.copied") : t("core.copy")}
    </button>
    ${
      !secret && "share" in navigator
        ? html`<button type="button" class="btn" onClick=${share} aria-label=${t("core.share")}>
          <${Sign} name="share" />
        </button>`
        : null
    }
  </div>`;
}

/** A question before what cannot be undone.
 * @param {{title: string, text: string, yes: string, no: string, sign: string, busy?: boolean, wrong?: string, onYes: () => void, onNo: () => void, children?: unknown}} props */
export const Sure = ({
  title,
  text,
  yes,
  no,
  sign,
  busy = false,
  wrong = "",
  onYes,
  onNo,
  children,
}) => html`<${Sheet} title=${title} onClose=${onNo} class="sure"
  foot=${html`
    <button type="button" class="btn" data-first="" disabled=${busy} onClick=${onNo}>${no}</button>
    <button type="button" class="btn stern" data-people="sure" aria-busy=${busy ? "true" : "false"} disabled=${busy}
      onClick=${onYes}><${Sign} name=${sign} />${yes}</button>
  `}>
  <p>${text}</p>
  ${children}
  ${wrong ? html`<${Note} words=${wrong} />` : null}
<//>`;

/** A link to come back to my seat on another device. Made when asked for, because it replaces the one before.
 * @param {{id: string, seat: number}} props */
export function PersonalLink({ id, seat }) {
  const [address, found] = useState("");
  const [wrong, tell] = useState("");
  const [asking, ask] = useState(false);
  const [renewed, setRenewed] = useState(false);
  /** @param {boolean} again */
  const make = async (again) => {
    ask(false);
    tell("");
    try {
      found(location.origin + (await linkTo(id, "seat", seat, again)));
      setRenewed(again);
      if (again) announce(t("people.void.done"), { now: true });
    } catch (error) {
      tell(problemWords(error));
    }
  };
  return html`<section class="personal">
    <h3>${t("core.personal")}</h3>
    <p>${t("core.personal.words")}</p>
    ${
      address === ""
        ? html`<button type="button" class="btn small" onClick=${() => make(false)}>
          <${Sign} name="link" />
          ${t("core.personal.make")}
        </button>`
        : html`
          ${renewed ? html`<p role="status"><${Sign} name="check" /> ${t("people.void.done")}</p>` : null}
          <${CopyRow} address=${address} label=${t("core.personal")} secret />
          <${QrCode} text=${address} />
        `
    }
    <p class="leaked">
      ${t("people.leaked")} <button type="button" class="linkish" data-people="void" onClick=${() => ask(true)}>${t("people.void")}</button>
    </p>
    ${
      asking
        ? html`<${Sure} title=${t("people.void.title")} text=${t("people.void.text")} yes=${t("people.void.do")}
          no=${t("people.void.keep")} sign="link" onYes=${() => make(true)} onNo=${() => ask(false)} />`
        : null
    }
    ${wrong ? html`<${Note} words=${wrong} />` : null}
  </section>`;
}

/** Sounds, and how loud they are. */
function Sounds() {
  const { sound, volume } = settings.value;
  const percent = Math.round(volume * 100);
  return html`
    <${Switch} label=${t("core.sound")} hint=${t("core.sound.words")} on=${sound} onChange=${chooseSound} />
    ${
      sound
        ? html`
          <label class="volume">
            <span>${t("motion.volume")}</span>
            <input type="range" min="0" max="100" step="5" value=${percent}
              aria-valuetext=${t("motion.volume.now", { n: percent })}
              onInput=${(/** @type {any} */ event) => set({ volume: Number(event.target.value) / 100 })}
              onChange=${() => chime("coins")} />
            <output aria-hidden="true">${t("motion.volume.now", { n: percent })}</output>
          </label>
          <${Switch} label=${t("news.chat.sound")} hint=${t("news.chat.sound.words")} on=${settings.value.chatSound}
            onChange=${(/** @type {boolean} */ chatSound) => set({ chatSound })} />
        `
        : null
    }
  `;
}

/** The settings. `table` and `seat` when one sits somewhere, for the personal link.
 * @param {{onClose: () => void, table?: string, seat?: number | null}} props */
export function SettingsDialog({ onClose, table, seat }) {
  const now = settings.value;
  return html`<${Dialog} title=${t("core.settings")} onClose=${onClose} class="settings-dialog">
    <div class="settings">
      <${NameField} />
      <div class="field">
        <label for="language">${t("core.language")}</label>
        <select id="language" class="text" onChange=${(/** @type {any} */ event) => changeLanguage(event.target.value)}>
          ${LANGUAGES.map(
            (
              one,
            ) => html`<option value=${one.code} lang=${one.code.slice(0, 2)} selected=${one.code === language.value}>
            ${one.name}
          </option>`,
          )}
        </select>
        ${failed.value ? html`<p class="wrong" role="alert">${failed.value}</p>` : null}
      </div>
      <${Choice} legend=${t("core.speed")} name="speed" value=${now.speed}
        of=${[["off", t("core.speed.off")], ["quick", t("core.speed.quick")], ["normal", t("core.speed.normal")], ["slow", t("core.speed.slow")]]}
        onPick=${(/** @type {any} */ speed) => set({ speed })}
        hint=${reducedMotion.value ? t("core.speed.reduced") : undefined} />
      <${Choice} legend=${t("core.text")} name="text-size" value=${now.textSize}
        of=${[["normal", t("core.text.normal")], ["large", t("core.text.large")]]}
        onPick=${(/** @type {any} */ textSize) => set({ textSize })} />
      <${Switch} label=${t("core.contrast")} hint=${t("core.contrast.words")} on=${now.contrast}
        onChange=${(/** @type {boolean} */ contrast) => set({ contrast })} />
      <${Switch} label=${t("core.numerals")} hint=${t("core.numerals.words")} on=${now.numerals}
        onChange=${(/** @type {boolean} */ numerals) => set({ numerals })} />
      <${Switch} label=${t("core.tips")} hint=${t("core.tips.words")} on=${now.tips}
        onChange=${(/** @type {boolean} */ tips) => set({ tips })} />
      <${Sounds} />
      ${table !== undefined && seat !== undefined && seat !== null ? html`<${PersonalLink} id=${table} seat=${seat} />` : null}
      <p class="field">
        <b>${t("people.privacy")}</b>
        <a href="/privacy" onClick=${link("/privacy")}>${t("people.privacy.more")}</a>
      </p>
    </div>
  <//>`;
}

/** Sound on or off, as a button. */
export function SoundTool() {
  const on = settings.value.sound;
  return html`<button
    type="button"
    class="tool"
    aria-pressed=${on ? "true" : "false"}
    aria-label=${t("core.sound")}
    title=${t("core.sound")}
    onClick=${() => chooseSound(!on)}
  >
    <${Drawing} name=${on ? "u-sound" : "u-mute"} class="ic" />
  </button>`;
}
