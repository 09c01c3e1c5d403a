// The list of lessons: what each is about, how long it takes, what is done and what was begun.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { prepare } from "../start/guide.js";
import { goToLesson, progress } from "../start/lessons.js";
import { Loading, Note, problemWords } from "../start/states.js";
import { Drawing, Icon, Sign } from "../ui/pieces.js";
import { learnLessons, lessons } from "./list.js";

/** The icon of each lesson. @type {By<string>} */
const SIGNS = {
  first: "mug",
  "module-1": "monastery",
  wins: "crown",
  "module-2": "schnapps",
  "module-3": "reputation",
  "module-4": "deck",
  "module-5": "signature",
};

/** @param {{one: import("../types.js").LessonInfo, next: boolean, busy: boolean, onBegin: (again: boolean) => void}} props */
function Entry({ one, next, busy, onBegin }) {
  const done = progress.value.done.includes(one.name);
  const begun = progress.value.tables[one.name] !== undefined;
  const verb = begun ? t("lesson.resume") : done ? t("lesson.again") : t("lesson.begin");
  const title = t(`lesson.${one.name}`);
  return html`<li class=${`lesson-entry${done ? " done" : ""}${next ? " next" : ""}`}>
    <span class="lesson-sign" aria-hidden="true"><${Icon} name=${SIGNS[one.name] ?? "mug"} />
      ${done ? html`<i class="gold-seal"><${Sign} name="check" /></i>` : null}</span>
    <span class="lesson-about">
      <h2>${title}</h2>
      <p>${t(`lesson.${one.name}.about`)}</p>
      <small>
        ${one.name.startsWith("module-") ? html`<b>${t("lesson.module", { number: one.modules })}</b> · ` : null}${t("lesson.minutes", { n: one.minutes })}${done ? html` · <b class="lesson-done">${t("lesson.done")}</b>` : null}
      </small>
    </span>
    <button type="button" class=${`btn${next ? " gold" : ""}`} data-lesson-begin=${one.name} aria-busy=${busy ? "true" : undefined}
      onClick=${() => onBegin(done && !begun)}>${verb}<span class="unseen">: ${title}</span></button>
  </li>`;
}

export function LessonsPage() {
  const [ready, come] = useState(false);
  const [busy, work] = useState("");
  const [wrong, tell] = useState("");
  useEffect(() => {
    Promise.all([prepare(), learnLessons()]).then(
      () => come(true),
      (error) => tell(problemWords(error)),
    );
  }, []);
  const all = lessons.value ?? [];
  const { done } = progress.value;
  const next = all.find((one) => !done.includes(one.name));
  const begin = (/** @type {string} */ name) => (/** @type {boolean} */ again) => {
    if (busy !== "") return;
    work(name);
    tell("");
    goToLesson(name, again).catch((error) => {
      tell(problemWords(error));
      work("");
    });
  };
  if (!ready && wrong === "") return html`<${Loading} />`;
  return html`<main class="lessons">
    <header class="lessons-head">
      <a class="tool" href="/" aria-label=${t("lesson.start")} title=${t("lesson.start")} onClick=${link("/")}><${Sign} name="back" /></a>
      <span class="lessons-face" aria-hidden="true"><${Drawing} name="p-host" class="portrait" /></span>
      <div>
        <h1>${t("lesson.title")}</h1>
        <p>${t("lesson.lead")}</p>
      </div>
    </header>
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    <ol class="paper lessons-list">
      ${all.map((one) => html`<${Entry} key=${one.name} one=${one} next=${one === next} busy=${busy === one.name} onBegin=${begin(one.name)} />`)}
    </ol>
    <p class="lessons-count">${t("lesson.done.of", { done: done.filter((name) => all.some((one) => one.name === name)).length, all: all.length })}</p>
  </main>`;
}
