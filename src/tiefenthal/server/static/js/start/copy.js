// A link to copy, and to share where the device can.
import { html, useRef, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/live.js";
import { Sign } from "../ui/pieces.js";

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

/** `secret`: not for others, so not offered for sharing.
 * @param {{address: string, label: string, secret?: boolean}} props */
export function CopyRow({ address, label, secret = false }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [done, tell] = useState(false);
  const take = async () => {
    if (field.current === null || !(await copy(field.current))) return;
    tell(true);
    announce(t("core.copied"));
    setTimeout(() => tell(false), 2500);
  };
  const share = () => navigator.share({ title: t("core.title"), url: address }).catch(() => {});
  return html`<div class="copy-row">
    <input class="text" type="text" readonly value=${address} aria-label=${label} ref=${field} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <button type="button" class="btn" onClick=${take}><${Sign} name=${done ? "check" : "copy"} />${done ? t("core.copied") : t("core.copy")}</button>
    ${!secret && "share" in navigator
      ? html`<button type="button" class="btn" onClick=${share} aria-label=${t("core.share")}><${Sign} name="share" /></button>`
      : null}
  </div>`;
}
