// "I own the game": the figures that only a box can tell, entered component by component, and the edition they make.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { get, remove } from "../core/api.js";
import { t } from "../core/i18n.js";
import { announce, link } from "../core/page.js";
import { Sign } from "../ui/pieces.js";
import { known, modulesWords } from "../start/plan.js";
import { LanguageChoice, Sure } from "../start/settings.js";
import { ErrorPage, Loading, Note, problemWords } from "../start/states.js";
import { Component } from "./drawings.js";
import { BoxInput, BoxWrong, Palette, current } from "./fields.js";
import { Finish } from "./finish.js";
import { FriendsFile, Unlike, friend, layAgain, theirs } from "./friend.js";
import {
  asked,
  clear,
  entered,
  fieldsOf,
  form,
  isComplete,
  isWrong,
  keep,
  kept,
  learnForm,
  left,
  minutes,
  playWith,
  whole,
} from "./state.js";
import { dress } from "./sheet.js";
import { fieldName, rowName, stepName, stepText } from "./words.js";

/** @typedef {import("../types.js").BoxStep} BoxStep */
/** @typedef {import("../types.js").BoxRow} BoxRow */

/** Load what is stored on the server, for people who use another browser; whether there was anything. */
async function fetchKept() {
  kept.value = false;
  if (known.value === null) return false;
  const { edition } = /** @type {import("../types.js").MyBox} */ (await get("/api/box/edition"));
  kept.value = edition !== null;
  if (edition === null || Object.keys(entered.value.answers).length > 0) return false;
  keep({ answers: edition.answers, title: edition.title });
  return true;
}

export function BoxPage() {
  const [wrong, tell] = useState("");
  const [fetched, learn] = useState(false);
  const load = async () => {
    tell("");
    try {
      const [, found] = await Promise.all([dress(), fetchKept()]);
      await learnForm();
      learn(found);
    } catch (error) {
      tell(problemWords(error));
    }
  };
  useEffect(() => {
    void load();
    return () => {
      current.value = null;
      whole.value = null;
    };
  }, []);
  if (wrong) return html`<${ErrorPage} title=${t("core.problem")} text=${wrong} again=${load} />`;
  if (form.value === null) return html`<${Loading} />`;
  return html`<${Wizard} fetched=${fetched} />`;
}

/** @param {{fetched: boolean}} props */
function Wizard({ fetched }) {
  const steps = form.value?.steps ?? [];
  const { at } = entered.value;
  const step = steps[at];
  const [asking, ask] = useState(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  /** @param {number} to */
  const go = (to) => {
    current.value = null;
    keep({ at: to });
  };
  // A new step begins at its first open figure.
  useEffect(() => {
    layAgain().catch(() => {}); // shown when the file is opened again
    if (!first.current || at < steps.length) {
      const open = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-field][data-asked=yes]")]);
      const missing =
        step === undefined
          ? undefined
          : fieldsOf(step).find((one) => one.asked && entered.value.answers[one.id] === undefined);
      (open.find((one) => one.dataset.field === missing?.id) ?? open[0] ?? heading.current)?.focus({
        preventScroll: true,
      });
    }
    first.current = false;
    scrollTo(0, 0);
  }, [at]);
  const done = asked.value - left.value;
  return html`<div class="page-frame box-page">
    <header class="page-head">
      <a class="tool" href="/" aria-label=${t("core.home")} onClick=${link("/")}>
        <${Sign} name="home" />
        <span>${t("core.home")}</span>
      </a>
      <h1>${t("box.title")}</h1>
      <p class="page-progress box-left" role="status" data-left=${left.value}>
        <progress max=${asked.value} value=${done} aria-hidden="true"></progress>
        ${left.value === 0 ? t("box.left.none") : t("box.left.minutes", { left: t("box.left", { n: left.value }), n: minutes.value })}
      </p>
    </header>
    <nav class="box-steps" aria-label=${t("box.steps")}>
      <${Modules} />
      <ol>
        ${steps.map((one, i) => html`<li key=${one.id}><${StepButton} step=${one} now=${i === at} onClick=${() => go(i)} /></li>`)}
        <li>
          <button type="button" aria-current=${at === steps.length ? "step" : undefined} onClick=${() => go(steps.length)}>
            ${t("box.step.finish")}
          </button>
        </li>
      </ol>
    </nav>
    ${
      step === undefined
        ? html`<${Finish} heading=${heading} onGo=${go} />`
        : html`<${StepPage} key=${step.id} step=${step} heading=${heading} fetched=${fetched} onBack=${at === 0 ? null : () => go(at - 1)}
          onNext=${() => go(at + 1)} />`
    }
    <footer class="box-foot">
      <${LanguageChoice} />
      <p>${t("box.kept-here")}</p>
      <button type="button" class="linkish" data-box="clear" onClick=${() => ask(true)}>${t("box.clear")}</button>
      ${kept.value ? html`<${Drop} />` : null}
    </footer>
    ${
      asking
        ? html`<${Sure} title=${t("box.clear")} text=${t("box.clear.sure")} yes=${t("box.clear.do")} no=${t("box.clear.keep")} sign="again"
          onYes=${() => {
            clear();
            ask(false);
          }} onNo=${() => ask(false)} />`
        : null
    }
  </div>`;
}

/** With how many modules one plays: only what they need is asked for. */
const Modules = () => html`<div class="box-modules">
  <span aria-hidden="true">${t("start.modules")}</span>
  <div class="segments" role="group" aria-label=${t("start.modules")}>
    ${[1, 2, 3, 4, 5].map(
      (n) => html`<button type="button" key=${n} data-modules=${n} title=${modulesWords(n)}
        aria-pressed=${entered.value.modules === n ? "true" : "false"} onClick=${() => playWith(n)}>
        ${n === 1 ? "1" : `1–${n}`}
      </button>`,
    )}
  </div>
</div>`;

/** Delete what is stored on the server, and nothing else. */
function Drop() {
  const [asking, ask] = useState(false);
  const [wrong, tell] = useState("");
  const drop = async () => {
    ask(false);
    tell("");
    try {
      await remove("/api/box/edition");
      kept.value = false;
      announce(t("box.dropped"), { now: true });
    } catch (error) {
      tell(problemWords(error));
    }
  };
  return html`<button type="button" class="linkish" data-box="drop" onClick=${() => ask(true)}>${t("box.drop")}</button>
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    ${
      asking
        ? html`<${Sure} title=${t("box.drop")} text=${t("box.drop.sure")} yes=${t("box.drop.do")} no=${t("box.clear.keep")} sign="again"
          onYes=${drop} onNo=${() => ask(false)} />`
        : null
    }`;
}

/** @param {{step: BoxStep, now: boolean, onClick: () => void}} props */
function StepButton({ step, now, onClick }) {
  const wrong = isWrong(step);
  const done = isComplete(step);
  const differs = fieldsOf(step).some((field) => theirs(field) !== undefined);
  return html`<button type="button" data-step=${step.id} aria-current=${now ? "step" : undefined}
    class=${wrong ? "bad" : done ? "done" : ""} onClick=${onClick}>
    ${wrong ? html`<${Sign} name="warning" label=${t("box.step.wrong")} />` : done ? html`<${Sign} name="check" label=${t("box.step.done")} />` : null}
    ${differs ? html`<${Sign} name="people" label=${t("box.step.differs")} />` : null}
    ${stepName(step)}
  </button>`;
}

/**
 * @param {{step: BoxStep, heading: {current: HTMLElement | null}, fetched: boolean, onBack: (() => void) | null, onNext: () => void}} props
 */
function StepPage({ step, heading, fetched, onBack, onNext }) {
  const columns = form.value?.columns ?? [];
  const lit = litIn(step);
  return html`<main class="box-main">
    <aside class="box-look">
      <${Component} step=${step} lit=${lit} columns=${columns} />
      <p>${stepText(step)}</p>
      <p class="box-printing">${t("box.printing")}</p>
    </aside>
    <section class="paper box-paper" aria-labelledby="box-step">
      <h2 id="box-step" tabindex="-1" ref=${heading}>${stepName(step)}</h2>
      ${fetched ? html`<p class="box-fetched" role="status"><${Sign} name="check" /> ${t("box.fetched")}</p>` : null}
      ${onBack === null ? html`<p>${t("box.lead")}</p>` : null}
      ${onBack === null || friend.value !== null ? html`<${FriendsFile} />` : null}
      <p class="box-keys"><${Sign} name="keyboard" /> ${t("box.keys")}</p>
      <div class=${`box-rows ${step.drawing}`}>
        ${step.rows.map((row) => html`<${Row} key=${`${row.what}${row.name}${row.number}`} row=${row} columns=${columns} onEnd=${onNext} />`)}
      </div>
      <${Palette} />
      <div class="row box-do">
        ${onBack === null ? null : html`<button type="button" class="btn" data-box="back" onClick=${onBack}><${Sign} name="left" />${t("box.back")}</button>`}
        <button type="button" class="btn gold" data-box="next" onClick=${onNext}>${t("box.on")}<${Sign} name="right" /></button>
      </div>
    </section>
  </main>`;
}

/** @param {{row: BoxRow, columns: string[], onEnd: () => void}} props */
function Row({ row, columns, onEnd }) {
  const name = rowName(row);
  return html`<div class=${`box-row ${row.what}`} role="group" aria-label=${name}>
    <b class="box-row-name" aria-hidden="true">${name}</b>
    ${row.fields.map((field, i) => {
      const figure = fieldName(field, i, columns);
      return html`<${BoxInput} key=${field.id} field=${field} name=${figure} label=${t("box.figure", { row: name, figure })} onEnd=${onEnd} />`;
    })}
    ${row.fields.map((field, i) => {
      const figure = fieldName(field, i, columns);
      return [
        html`<${BoxWrong} key=${`wrong-${field.id}`} field=${field} name=${figure} />`,
        html`<${Unlike} key=${`unlike-${field.id}`} field=${field} name=${figure} />`,
      ];
    })}
  </div>`;
}

/** Where the current figure is printed. @param {BoxStep} step */
function litIn(step) {
  for (const row of step.rows) {
    const column = row.fields.findIndex((one) => one.id === current.value?.id);
    if (column >= 0) return { what: row.fields[column].what, number: row.number, column };
  }
  return null;
}
