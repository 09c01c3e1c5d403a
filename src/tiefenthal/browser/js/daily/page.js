// /daily: today's evening or a past one, the standing, and the list of past days.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { ServerError } from "../core/api.js";
import { characters, levelName, nameOf, portraitOf } from "../core/bots.js";
import { t } from "../core/i18n.js";
import { go, link } from "../core/page.js";
import { wide } from "../core/settings.js";
import { Drawing, Icon, Sign } from "../ui/pieces.js";
import { dressWith } from "../ui/sheet.js";
import { MODULES, modulesWords } from "../start/plan.js";
import { minutesFor } from "../start/daily.js";
import { LanguageChoice } from "../start/settings.js";
import { ErrorPage, Loading, Note, problemWords } from "../start/states.js";
import { Archive } from "./archive.js";
import { Commitment } from "./commitment.js";
import { Chart, Result, Share } from "./standing.js";
import { behind, daily, learnDaily, learnDay, playForFun, sitDown } from "./state.js";
import { clockWords, dayWords, timeWords } from "./words.js";

/** @typedef {import("../types.js").DailyDay} DailyDay */

const LOOK_EVERY = 20_000;

/** @param {{id?: string}} props */
export function DailyPage({ id = "" }) {
  const [day, show] = useState(/** @type {DailyDay | null} */ (null));
  const [wrong, tell] = useState("");
  const [unknown, miss] = useState(false);
  const load = async () => {
    tell("");
    try {
      const [found] = await Promise.all([learnDaily(), dressWith("/static/css/daily.css")]);
      show(id === "" || id === found.today.day ? found.today : await learnDay(id));
    } catch (error) {
      if (error instanceof ServerError && error.status === 404) miss(true);
      else tell(problemWords(error));
    }
  };
  useEffect(() => {
    void load();
    // Others finish meanwhile, and so does the Master; nobody waits for it while the page is out of sight.
    const timer = setInterval(() => document.visibilityState === "visible" && load(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  if (unknown)
    return html`<${ErrorPage} title=${t("daily.title")} text=${t("daily.unknown")}>
      <p><a class="linkish" href="/daily" onClick=${link("/daily")}>${t("daily.today")}</a></p>
    <//>`;
  if (day === null)
    return wrong ? html`<${ErrorPage} title=${t("core.problem")} text=${wrong} again=${load} />` : html`<${Loading} />`;
  const today = daily.value?.today.day;
  return html`<div class="page-frame daily-page">
    <header class="page-head">
      <a class="tool" href="/" aria-label=${t("core.home")} onClick=${link("/")}>
        <${Sign} name="home" />
        ${wide.value ? html`<span>${t("core.home")}</span>` : null}
      </a>
      <h1>${t("daily.title")}</h1>
      <span class="grow"></span>
      ${wide.value ? html`<${LanguageChoice} />` : null}
    </header>
    <main class="daily-main">
      <div class="daily-left">
        <section class="paper daily-card" aria-labelledby="daily-day" data-state=${day.state}>
          <${Head} day=${day} />
          ${wrong ? html`<${Note} words=${wrong} />` : null}
          <${Doing} day=${day} today=${day.day === today} />
          ${day.mine?.state === "over" ? html`<${Result} day=${day} />` : null}
          ${day.standing === null ? null : html`<${Chart} day=${day} />`}
          ${day.mine?.state === "over" && day.state !== "closed" ? html`<p class="daily-quiet">${t("daily.changes")}</p>` : null}
          ${day.mine?.state === "over" && day.mine.ranked ? html`<${Share} day=${day} />` : null}
          ${day.mine === null && day.state === "open" ? html`<${Holds} />` : null}
          <${Commitment} day=${day} />
        </section>
        ${day.day === today ? null : html`<a class="btn daily-back" href="/daily" onClick=${link("/daily")}><${Icon} name="moon" /> ${t("daily.today")}</a>`}
      </div>
      <${Archive} shown=${day.day} />
      ${wide.value ? null : html`<${LanguageChoice} />`}
    </main>
  </div>`;
}

/** The day and what is played. @param {{day: DailyDay}} props */
function Head({ day }) {
  const { plan } = day;
  const who = characters.value.find((one) => one.id === plan.character);
  return html`<div class="daily-head">
    <span class="daily-face"><${Drawing} name=${portraitOf(plan.character)} /></span>
    <div>
      <h2 id="daily-day">${dayWords(day.day)}</h2>
      <p class="daily-against">${t("daily.against", { name: nameOf(who), level: levelName(plan.bot) })}</p>
      <p class="daily-modules">
        ${MODULES.slice(0, plan.modules).map((one) => html`<span key=${one.name} title=${t(one.name)}><${Icon} name=${one.icon} /></span>`)}
        ${modulesWords(plan.modules)}
      </p>
      <p class="daily-long"><${Sign} name="hourglass" /> ${t("daily.long", { minutes: minutesFor(day) })}</p>
    </div>
  </div>`;
}

/** What one can do now. @param {{day: DailyDay, today: boolean}} props */
function Doing({ day, today }) {
  const [busy, work] = useState(false);
  const [wrong, tell] = useState("");
  /** @param {() => Promise<string>} where */
  const begin = (where) => async () => {
    if (busy) return;
    work(true);
    tell("");
    try {
      go(await where());
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  const busyNow = busy ? "true" : undefined;
  const problem = wrong ? html`<${Note} words=${wrong} />` : null;
  if (day.mine?.state === "playing" && (day.state !== "closed" || today))
    return html`<div class="daily-do">
      ${problem}
      <button type="button" class="btn gold" data-daily="go-on" onClick=${() => go(`/table/${day.mine?.table}`)}>
        <${Sign} name="play" /> ${t("daily.go-on")}
      </button>
      ${day.state === "open" ? html`<${Left} day=${day} />` : html`<p class="daily-quiet">${t("daily.closing")}</p>`}
    </div>`;
  if (day.state === "open")
    return html`<div class="daily-do">
      ${day.mine === null ? html`<p class="daily-lead">${t("daily.lead")}</p>` : null}
      ${problem}
      ${
        day.mine === null
          ? html`<button type="button" class="btn gold" data-daily="play" aria-busy=${busyNow} onClick=${begin(sitDown)}>
            <${Sign} name="play" /> ${t("daily.play")}
          </button>`
          : null
      }
      <${Left} day=${day} />
    </div>`;
  if (day.state === "closing") return html`<p class="daily-quiet">${t("daily.closing")}</p>`;
  return html`<div class="daily-do">
    <p class="daily-quiet">${t("daily.closed")}</p>
    ${problem}
    <button type="button" class=${`btn${day.mine === null ? " gold" : ""}`} data-daily="fun" aria-busy=${busyNow} onClick=${begin(() => playForFun(day.day))}>
      <${Sign} name="play" /> ${t("daily.fun")}
    </button>
  </div>`;
}

/** How long the day lasts, and who is here. @param {{day: DailyDay}} props */
function Left({ day }) {
  const [now, look] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => look(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  const left = day.ends - (now / 1000 + behind.value);
  return html`<p class="daily-time">
    <b><${Sign} name="hourglass" /> ${t("daily.left", { time: timeWords(left) })}</b>
    <small>${t("daily.left.utc", { time: clockWords(day.ends) })}</small>
    <small>${day.begun === 0 ? t("daily.begun.none") : t("daily.begun", { n: day.begun })}</small>
  </p>`;
}

const Holds = () => html`<section class="daily-holds" aria-labelledby="daily-holds">
  <h3 id="daily-holds">${t("daily.rules")}</h3>
  <ul>
    ${["once", "back", "time"].map((name) => html`<li key=${name}><${Sign} name="check" /> <span>${t(`daily.rule.${name}`)}</span></li>`)}
  </ul>
</section>`;
