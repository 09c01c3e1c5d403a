// The end of the box wizard: what is missing, what is wrong, a name; then the edition is stored, used and downloaded.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { put } from "../core/api.js";
import { t } from "../core/i18n.js";
import { announce, link } from "../core/page.js";
import { asMe, keep as keepChoice } from "../start/plan.js";
import { Note, problemWords } from "../start/states.js";
import { Sign } from "../ui/pieces.js";
import { FriendsFile, theirs, unlike } from "./friend.js";
import {
  entered,
  fieldsOf,
  form,
  isComplete,
  isWrong,
  judgeNow,
  keep,
  kept,
  left,
  leftForOthers,
  missingIn,
  playWith,
  wrongWith,
} from "./state.js";
import { fieldName, rowName, stepName, wrongWords } from "./words.js";

/** @typedef {import("../types.js").BoxEdition} BoxEdition */

/** @param {{heading: {current: HTMLElement | null}, onGo: (step: number) => void}} props */
export function Finish({ heading, onGo }) {
  const [busy, work] = useState(false);
  const [wrong, tell] = useState("");
  const [done, finish] = useState(/** @type {BoxEdition | null} */ (null));
  const steps = form.value?.steps ?? [];
  const { title, answers } = entered.value;
  useEffect(() => {
    judgeNow(true).catch((error) => tell(problemWords(error)));
  }, []);
  const bad = steps.some(isWrong);

  /** @param {any} event */
  const submit = async (event) => {
    event.preventDefault();
    work(true);
    tell("");
    try {
      if ((await judgeNow(true)).problems.length === 0) {
        const name = title.trim() || t("box.name.usual");
        const made = /** @type {BoxEdition} */ (
          await asMe(() => put("/api/box/edition", { title: name, answers: entered.value.answers }))
        );
        keepChoice({ editionText: made.text, editionName: made.name });
        keep({ title: made.title });
        kept.value = true;
        finish(made);
        announce(t("box.done"), { now: true });
      }
    } catch (error) {
      tell(problemWords(error));
    }
    work(false);
  };

  return html`<main class="box-main alone">
    <section class="paper box-paper" aria-labelledby="box-step">
      <h2 id="box-step" tabindex="-1" ref=${heading}>${t("box.step.finish")}</h2>
      <p>${left.value > 0 ? t("box.finish.left", { n: left.value }) : leftForOthers.value > 0 ? t("box.finish.modules") : t("box.finish.whole")}</p>
      ${
        leftForOthers.value === 0
          ? null
          : html`<p class="box-more">
            ${t("box.finish.others", { n: leftForOthers.value })}
            <button type="button" class="btn small" data-box="more" onClick=${() => playWith(5)}>${t("box.more")}</button>
          </p>`
      }
      ${left.value > 0 || bad || unlike.value.length > 0 ? html`<${Open} onGo=${onGo} />` : null}
      <${FriendsFile} />
      <form class="box-name-form" onSubmit=${submit}>
        <div class="field">
          <label for="box-name">${t("box.name")}</label>
          <input id="box-name" class="text" type="text" autocomplete="off" maxlength=${form.value?.longest_title} value=${title}
            placeholder=${t("box.name.usual")} onInput=${(/** @type {any} */ event) => keep({ title: event.target.value })} />
        </div>
        ${wrong ? html`<${Note} words=${wrong} />` : null}
        <button type="submit" class="btn gold" data-box="keep" aria-busy=${busy ? "true" : "false"}
          disabled=${busy || bad || Object.keys(answers).length === 0}>
          <${Sign} name="check" />
          ${t("box.keep")}
        </button>
      </form>
      ${
        done === null || !kept.value
          ? null
          : html`<div class="box-done" role="status">
            <p><b>${t("box.done")}</b> ${t("box.done.words", { name: done.title })}</p>
            <div class="row">
              <a class="btn gold" href="/" data-box="play" onClick=${link("/")}><${Sign} name="play" />${t("box.play")}</a>
              <a class="btn" href="/api/box/edition/text" download=${`${done.name}.toml`} data-box="download">
                <${Sign} name="download" />
                ${t("box.download")}
              </a>
            </div>
            <p class="fine-print">${t("box.digest", { digest: done.digest.slice(0, 12) })}</p>
          </div>`
      }
    </section>
  </main>`;
}

/** What is missing or wrong, with a link to it. @param {{onGo: (step: number) => void}} props */
function Open({ onGo }) {
  const steps = form.value?.steps ?? [];
  const columns = form.value?.columns ?? [];
  return html`<ul class="box-open">
    ${steps.map((step, i) => {
      const differs = fieldsOf(step).filter((field) => theirs(field) !== undefined).length;
      if (isComplete(step) && !isWrong(step) && differs === 0) return null;
      const wrong = step.rows.flatMap((row) =>
        row.fields.flatMap((field, column) => {
          const why = wrongWith(field);
          return why === null
            ? []
            : [
                {
                  why,
                  name: t("box.figure", { row: rowName(row), figure: fieldName(field, column, columns) }),
                  id: field.id,
                },
              ];
        }),
      );
      const missing = missingIn(step);
      return html`<li key=${step.id}>
        <button type="button" class="linkish" onClick=${() => onGo(i)}>${stepName(step)}</button>
        ${missing > 0 ? html` <span>${t("box.missing", { n: missing, all: fieldsOf(step).filter((one) => one.asked).length })}</span>` : null}
        ${differs > 0 ? html` <span>${t("box.friend.unlike", { n: differs })}</span>` : null}
        ${wrong.map(({ why, name, id }) => html`<p key=${id} class="wrong">${t("box.label", { figure: name, answer: wrongWords(why) })}</p>`)}
      </li>`;
    })}
  </ul>`;
}
