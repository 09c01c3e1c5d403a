// The start: one screen. Everything one can begin with on the left, the table one would play at on the right.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { called, t } from "../core/i18n.js";
import { go, link, place, useKeys } from "../core/page.js";
import { settings, wide } from "../core/settings.js";
import { Sheet } from "../ui/dialog.js";
import { Drawing, Key, Sign } from "../ui/pieces.js";
import {
  HotSeatDialog,
  PeopleDialog,
  ReplayDialog,
  ResumeDialog,
  WatchDialog,
  learnRecords,
  learnTables,
  openGames,
  openTables,
  records,
  standing,
  trouble,
  underWay,
} from "./lists.js";
import { askingWords, decline, playAgain, savedWords, useAttempt, useInvitations } from "./again.js";
import { PlanLine, TablePlan } from "./panel.js";
import { openTable, seatsWithBots, wished } from "./plan.js";
import { LanguageBar, LanguageChoice, SettingsDialog, SoundTool, failed } from "./settings.js";
import { DailyLink } from "./daily.js";
import { openLesson } from "./lesson.js";
import { FIRST, LessonsLink, goToLesson, isNewcomer } from "./lessons.js";
import { Note, problemWords } from "./states.js";

/** @typedef {"" | "resume" | "people" | "hot" | "watch" | "replay" | "settings" | "plan"} Open */

/**
 * A large button of the menu.
 * @param {{icon: string, title: string, words: unknown, class?: string, onClick: () => void, busy?: boolean, children?: unknown}} props
 */
const Big = ({ icon, title, words, class: kind = "", onClick, busy = false, children }) => html`<button
  type="button"
  class=${`big ${kind}`}
  aria-busy=${busy ? "true" : "false"}
  onClick=${onClick}
>
  <span class="big-icon"><${Sign} name=${icon} /></span>
  <span class="big-words"><b>${title}</b><small>${words}</small></span>
  ${children}
</button>`;

/** To the list of my games. @param {{onClick: () => void}} props */
const AllGames = ({ onClick }) =>
  html`<button type="button" class="more-games" onClick=${onClick}>
    ${t("start.resume.more", { n: underWay().length })}
  </button>`;

/** Somebody asks me to play again: the main thing then.
 * @param {{one: import("../types.js").TableSummary, busy: boolean, onYes: () => void, onNo: () => void, children?: unknown}} props */
const AskedAgain = ({ one, busy, onYes, onNo, children }) =>
  html`<div class="resume again-start">
    <${Big} icon="seat" title=${askingWords(one)} words=${savedWords(one)} class="gold" busy=${busy} onClick=${onYes}>${children}<//>
    <button type="button" class="more-games" data-again="no" onClick=${onNo}>${t("again.no")}</button>
  </div>`;

/** The game to go on with. @param {{onMore?: () => void}} props */
function Resume({ onMore }) {
  const games = underWay();
  if (games.length === 0) return null;
  const [first] = games;
  return html`<div class="resume">
    <button type="button" class="big cream" onClick=${() => go(`/table/${first.id}`)}>
      <span class="big-icon"><b class="start-moon">${first.round || "–"}</b></span>
      <span class="big-words">
        <b>${t("start.resume")}</b>
        <small>${standing(first)}</small>
        <small class="resume-names">${t("start.with", { names: names(first) })}</small>
      </span>
      <${Sign} name="right" />
    </button>
    ${onMore && games.length > 1 ? html`<${AllGames} onClick=${onMore} />` : null}
  </div>`;
}

/** The others at a table. @param {import("../types.js").TableSummary} one */
function names(one) {
  const others = one.names
    .filter((_, i) => !one.seats.includes(i + 1))
    .map((name) => called(name) || t("start.seat.open"));
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(
    others.length > 0 ? others : one.names,
  );
}

export function StartScreen() {
  const [open, show] = useState(/** @type {Open} */ (""));
  const [busy, work] = useState(false);
  const [wrong, tell] = useState("");
  const { busy: answering, wrong: unanswered, attempt } = useAttempt();
  const close = () => show("");
  useEffect(() => {
    learnTables();
    learnRecords();
    // While somebody reads, the table's own modules are fetched.
    const soon = setTimeout(() => import("../table/screen.js").catch(() => {}), 600);
    const { query } = place.value;
    if (query.toString() !== "") {
      go("/", { replace: true }); // so that a reload does not open one table more
      if (wished(query)) void begin();
    }
    const look = () => document.visibilityState === "visible" && learnTables();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(soon);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  /** Open a table with bots and go there. */
  const begin = async () => {
    if (busy) return;
    work(true);
    tell("");
    try {
      const table = await openTable(seatsWithBots());
      go(`/table/${table.id}`);
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  /** A newcomer is offered the first lesson first. */
  const asked = useInvitations();
  const comeAgain = () => attempt(() => playAgain(asked?.follows ?? ""));
  const newcomer = isNewcomer() && underWay().length === 0;
  const learn = async () => {
    if (busy) return;
    work(true);
    tell("");
    try {
      await goToLesson(FIRST);
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  useKeys(
    open === "" ? { Enter: () => (asked ? comeAgain() : newcomer ? learn() : begin()), "?": () => go("/rules") } : {},
  );

  const waiting = openTables().length;
  const enter = wide.value ? html`<${Key} name=${t("start.enter")} />` : null;
  const first = newcomer
    ? html`<${Big} icon="hand" title=${t("start.lesson")} words=${t("start.lesson.words")} class="gold first-lesson"
        busy=${busy} onClick=${learn}>${enter}<//>`
    : null;
  const play = html`<${Big} icon="play" title=${t("start.play")} words=${html`<${PlanLine} />`} class=${newcomer || asked ? "play cream" : "play gold"}
    busy=${busy} onClick=${begin}>${newcomer || asked ? null : enter}<//>`;
  const all = () => show("resume");
  const resume = asked
    ? html`<${AskedAgain} one=${asked} busy=${answering} onYes=${comeAgain}
        onNo=${() => attempt(() => decline(asked.id, asked.kept ?? []))}>${enter}<//>`
    : html`<${Resume} onMore=${wide.value ? all : undefined} />`;
  const invite = html`<${Big} icon="link" title=${t("invite.title")}
    words=${waiting > 0 ? t("invite.waiting", { n: waiting }) : t("invite.title.words")} class="wooden"
    onClick=${() => show("people")} />`;
  const hot = html`<${Big} icon="hot" title=${t("start.hot")} words=${t("start.hot.words")} class="wooden" onClick=${() => show("hot")} />`;
  const more = html`<div class="pair">
    <${Big} icon="eye" title=${t("start.watch")} words=${t("invite.watch.count", { n: openGames().length })}
      class="wooden small" onClick=${() => show("watch")} />
    <${Big} icon="replay" title=${t("start.replay")} words=${t("start.replay.count", { n: records.value?.length ?? 0 })}
      class="wooden small" onClick=${() => show("replay")} />
  </div>`;
  const problem = wrong || unanswered || failed.value || trouble.value;
  const note = problem ? html`<${Note} words=${problem} />` : null;
  const summer = settings.value.plan.modules === 1;
  const lesson = html`<div class="start-learns">
    <button type="button" class="start-learn" aria-haspopup="dialog" onClick=${openLesson}>
      <${Sign} name="info" />
      ${t("learn.new")}
    </button>
    <${LessonsLink} />
  </div>`;
  const today = html`<div class="start-learns">
    <${DailyLink} />
    <a class="start-learn" href="/puzzles" onClick=${link("/puzzles")}>
      <${Sign} name="target" />
      ${t("core.title.puzzles")}
    </a>
  </div>`;

  return html`<div class=${`start${wide.value ? " start-wide" : " start-narrow"}${summer ? " summer" : ""}`}>
    <img class="start-scene" src=${summer ? "/static/art/scene-inn.svg#summer" : "/static/art/scene-inn.svg"} alt="" />
    <header class="start-top">
      ${wide.value ? html`<${LanguageBar} />` : html`<${LanguageChoice} />`}
      <span class="grow"></span>
      <${SoundTool} />
      <button type="button" class="tool" aria-label=${t("core.settings")} title=${t("core.settings")}
        onClick=${() => show("settings")}><${Sign} name="settings" /></button>
      <a class="tool" href="/rules" aria-label=${t("start.rules")} title=${t("start.rules")} onClick=${link("/rules")}>
        <${Sign} name="help" />
      </a>
    </header>
    <main class="start-main">
      <div class="logo">
        <h1>${t("core.title")}</h1>
        <p>${summer ? t("start.motto.summer") : t("start.motto")}</p>
      </div>
      ${
        wide.value
          ? html`
            <nav class="menu" aria-label=${t("start.menu")}>${note}${resume}${first}${play}${invite}${hot}${more}${lesson}${today}</nav>
            <section class="plan-board" aria-label=${t("start.table")}>
              <div class="paper plan-paper"><${TablePlan} /></div>
            </section>
          `
          : html`
            <div class="start-gap"></div>
            <nav class="menu" aria-label=${t("start.menu")}>
              ${note}
              ${resume}
              <div class="pair">${invite}${hot}</div>
              ${more}
              <div class="pair">
                <button type="button" class="change" onClick=${() => show("plan")}>
                  <${Drawing} name="u-edit" class="ic" />
                  ${t("start.change")}
                </button>
                ${
                  underWay().length > 1
                    ? html`<button type="button" class="change" onClick=${all}>
                  ${t("start.resume.more", { n: underWay().length })}
                </button>`
                    : null
                }
              </div>
              ${newcomer ? null : lesson}
              ${today}
              ${play}
              ${first}
            </nav>
          `
      }
    </main>
    <footer class="start-foot">
      <p>
        ${t("start.unofficial")} <a href="/box" onClick=${link("/box")}>${t("box.own")}</a> · <a href="/rules#about" onClick=${link("/rules#about")}>${t("start.about")}</a> · <a href="/privacy" onClick=${link("/privacy")}>${t("people.privacy")}</a>
      </p>
    </footer>
    ${open === "resume" ? html`<${ResumeDialog} onClose=${close} />` : null}
    ${open === "hot" ? html`<${HotSeatDialog} onClose=${close} />` : null}
    ${open === "people" ? html`<${PeopleDialog} onClose=${close} />` : null}
    ${open === "watch" ? html`<${WatchDialog} onClose=${close} />` : null}
    ${open === "replay" ? html`<${ReplayDialog} onClose=${close} />` : null}
    ${open === "settings" ? html`<${SettingsDialog} onClose=${close} />` : null}
    ${
      open === "plan"
        ? html`<${Sheet}
          title=${t("start.table")}
          onClose=${close}
          class="plan-sheet"
          foot=${html`<button type="button" class="btn gold wide" onClick=${close}>${t("start.change.done")}</button>`}
          ><${TablePlan}
        /><//>`
        : null
    }
  </div>`;
}
