// Where the client begins: words, art and session are fetched at once, then the address decides which screen is shown.
import { effect, html, render, signal, useEffect, useErrorBoundary, useState } from "../vendor/preact.js";
import { ServerError } from "./core/api.js";
import { learnBots } from "./core/bots.js";
import { language, loadLanguage, t } from "./core/i18n.js";
import { place } from "./core/page.js";
import { reducedMotion, set, settings } from "./core/settings.js";
import { loadArt } from "./ui/pieces.js";
import { Blocked, ErrorPage, Loading, Unreachable } from "./start/states.js";
import { Guide } from "./start/guide.js";
import { Lesson } from "./start/lesson.js";
import { StartScreen } from "./start/screen.js";
import { TableEntrance } from "./start/entrance.js";
import { Invitation } from "./start/again.js";
import { remember } from "./start/plan.js";

/** @typedef {{[name: string]: any}} Module */
/** Screens are fetched on demand, so that the start is fast; the table soon after the start. */
const LATER = {
  replay: () => import("./pages/replay.js").then((/** @type {Module} */ found) => found.ReplayScreen),
  privacy: () => import("./pages/privacy.js").then((/** @type {Module} */ found) => found.PrivacyPage),
  box: () => import("./box/page.js").then((/** @type {Module} */ found) => found.BoxPage),
  lessons: () => import("./lessons/page.js").then((/** @type {Module} */ found) => found.LessonsPage),
  daily: () => import("./daily/page.js").then((/** @type {Module} */ found) => found.DailyPage),
  review: () => import("./review/page.js").then((/** @type {Module} */ found) => found.ReviewPage),
  puzzles: () => import("./puzzles/page.js").then((/** @type {Module} */ found) => found.PuzzlesPage),
  rules: () => import("./pages/rules.js").then((/** @type {Module} */ found) => found.RulesPage),
};
/** @type {Map<string, any>} */
const loaded = new Map();

/** A screen that is fetched first. @param {{of: keyof typeof LATER}} props */
function Later({ of }) {
  const [failed, fail] = useState(/** @type {unknown} */ (null));
  const [, again] = useState(0);
  const Found = loaded.get(of);
  useEffect(() => {
    if (loaded.has(of)) return;
    LATER[of]().then(
      (screen) => {
        loaded.set(of, screen);
        again((n) => n + 1);
      },
      (error) => fail(error),
    );
  }, [of]);
  if (failed !== null) throw failed;
  return Found === undefined ? html`<${Loading} />` : html`<${Found} id=${place.value.id} key=${place.value.id} />`;
}

/** What happened while starting: null when all is there. */
const trouble = signal(/** @type {unknown} */ (null));
const ready = signal(false);

function App() {
  const [broken, mend] = useErrorBoundary((error) => console.error(error));
  const { screen, id } = place.value;
  useEffect(() => {
    if (broken !== undefined) mend();
  }, [screen, id]);
  if (trouble.value instanceof ServerError && trouble.value.code === "blocked")
    return html`<${Blocked} words=${trouble.value.message} />`;
  if (trouble.value !== null) return html`<${Unreachable} error=${trouble.value} again=${boot} />`;
  if (!ready.value) return html`<${Loading} />`;
  if (broken !== undefined && broken !== null)
    return html`<${ErrorPage} title=${t("core.broken.title")} text=${t("core.broken.text")} error=${broken} again=${mend} />`;
  switch (screen) {
    case "start":
      return html`<${StartScreen} /><${Lesson} />`;
    case "table":
      return html`<${TableEntrance} id=${id} key=${id} /><${Lesson} /><${Guide} />`;
    case "missing":
      return html`<${ErrorPage} title=${t("core.missing.title")} text=${t("core.missing.text")} />`;
    default:
      return html`<${Invitation} /><${Later} of=${screen} />`;
  }
}

/** The words in this person's language; in English where that one is not (yet) there. */
async function words() {
  try {
    await loadLanguage();
  } catch (error) {
    if (!(error instanceof ServerError) || error.status !== 404) throw error;
    const wanted = settings.value.language;
    await loadLanguage("en");
    set({ language: wanted });
  }
}

async function boot() {
  trouble.value = null;
  try {
    await Promise.all([words(), loadArt(), learnBots(), remember()]);
    ready.value = true;
  } catch (error) {
    trouble.value = error;
  }
}

// What is set shows on <html>, so that every stylesheet can follow it.
effect(() => {
  const { textSize, contrast, speed, numerals } = settings.value;
  const root = document.documentElement;
  root.dataset.text = textSize;
  root.dataset.contrast = contrast ? "more" : "normal";
  root.dataset.motion = reducedMotion.value || speed === "off" ? "off" : speed;
  root.dataset.numerals = numerals ? "yes" : "no";
  root.style.setProperty(
    "--pace",
    String(reducedMotion.value ? 0 : { off: 0, quick: 0.5, normal: 1, slow: 1.15 }[speed]),
  );
});

// The title of the tab; at a table the table itself sets it, with whose turn it is.
effect(() => {
  const { screen } = place.value;
  if (!ready.value || screen === "table") return;
  language.value;
  const part = {
    start: "",
    replay: t("core.title.replay"),
    rules: t("core.title.rules"),
    privacy: t("people.privacy"),
    box: t("box.title"),
    lessons: t("start.lessons"),
    daily: t("daily.title"),
    review: t("hint.review"),
    puzzles: t("core.title.puzzles"),
    missing: t("core.missing.title"),
  }[screen];
  document.title = part === "" ? t("core.title") : t("core.title.of", { page: part });
});

const app = document.getElementById("app");
if (app !== null) {
  render(html`<${App} />`, app);
  boot();
}
