// The figures one plays with: the reference edition, or a file of one's own, which the server checks.
import { html, useRef, useState } from "../../vendor/preact.js";
import { post } from "../core/api.js";
import { t } from "../core/i18n.js";
import { Sign } from "../ui/pieces.js";
import { extras, keep } from "./plan.js";
import { Note, problemWords } from "./states.js";

const LARGEST = 256 * 1024;

export function EditionField() {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [busy, work] = useState(false);
  const [problems, tell] = useState(/** @type {string[]} */ ([]));
  const [name, call] = useState("");
  const own = extras.value.editionText !== null;

  /** @param {any} event */
  const read = async (event) => {
    const chosen = /** @type {File | undefined} */ (event.target.files?.[0]);
    event.target.value = "";
    if (chosen === undefined) return;
    call(chosen.name);
    if (chosen.size > LARGEST) return tell([t("start.edition.large")]);
    work(true);
    try {
      const text = await chosen.text();
      /** @type {import("../types.js").EditionVerdict} */
      const verdict = await post("/api/editions/check", { text });
      tell(verdict.problems);
      if (verdict.valid) keep({ editionText: text, editionName: verdict.name });
    } catch (error) {
      tell([problemWords(error)]);
    }
    work(false);
  };

  return html`<fieldset class="field">
    <legend>${t("start.edition")}</legend>
    <div class="seg">
      <label>
        <input type="radio" name="edition" checked=${!own} onChange=${() => keep({ editionText: null, editionName: null })} />
        <span>${t("start.edition.reference")}</span>
      </label>
      ${own
        ? html`<label><input type="radio" name="edition" checked /><span>${extras.value.editionName}</span></label>`
        : null}
    </div>
    <small>${t("start.edition.words")}</small>
    <input type="file" class="unseen" tabindex="-1" aria-hidden="true" accept=".toml,text/plain" ref=${file} onChange=${read} />
    <div>
      <button type="button" class="btn small" aria-busy=${busy ? "true" : "false"} onClick=${() => file.current?.click()}>
        <${Sign} name="upload" />${t("start.edition.open")}
      </button>
    </div>
    ${problems.length > 0
      ? html`<div role="alert" class="problems">
          <${Note} words=${t("start.edition.problems", { n: problems.length, file: name })} />
          <ul>
            ${problems.slice(0, 12).map((one) => html`<li>${one}</li>`)}
          </ul>
        </div>`
      : null}
  </fieldset>`;
}
