// The teacher: explains the current moment, shows where to press, and answers actions that do not belong to the lesson.
// What the lesson expects comes from the server with every update; paging happens here.
import { createPortal, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { act, refusal, update } from "../core/game.js";
import { has, t } from "../core/i18n.js";
import { TIP, announce, go, useKeys } from "../core/page.js";
import { wide } from "../core/settings.js";
import { refusalWords } from "../core/words.js";
import { finish, goToLesson } from "../start/lessons.js";
import { openTable, seatsWithBots } from "../start/plan.js";
import { controlsOf } from "../table/targets.js";
import { Drawing, Key, Sign } from "../ui/pieces.js";
import { usable, usePlaced, waysOn } from "../ui/placing.js";
import { lessons, learnLessons } from "./list.js";
import { Spot, labelOf, lit, useSpot } from "./spot.js";

/** @typedef {import("../types.js").LessonStep} LessonStep */

/** The answer to the last refusal; "" if there was none. @param {LessonStep} now */
function objection(now) {
  const no = refusal.value;
  if (no === null || no.code !== "lesson") return "";
  if (now.done) return t("lesson.over");
  if (no.action === undefined) return refusalWords(no);
  return t(now.wrong[no.action] ?? now.otherwise, now.values);
}

/** The way on, when all is done. @param {{name: string}} props */
function Onward({ name }) {
  const [busy, work] = useState(false);
  const all = lessons.value ?? [];
  const next = all[all.findIndex((one) => one.name === name) + 1];
  const lead = (/** @type {() => Promise<unknown>} */ where) => () => {
    if (busy) return;
    work(true);
    where().catch(() => work(false));
  };
  const play = async () => go(`/table/${(await openTable(seatsWithBots())).id}`);
  const onward = async () => next !== undefined && goToLesson(next.name);
  return html`<div class="teacher-onward">
    <button type="button" class="btn gold" data-lesson-play="" aria-busy=${busy ? "true" : undefined} onClick=${lead(play)}>
      <${Sign} name="play" />${t("lesson.play")}
    </button>
    ${next === undefined ? null : html`<button type="button" class="btn" data-lesson-onward="" onClick=${lead(onward)}>${t("lesson.onward", { title: t(`lesson.${next.name}`) })}</button>`}
    <button type="button" class="btn" data-lesson-list="" onClick=${() => go("/lessons")}>${t("lesson.all")}</button>
  </div>`;
}

/** How far one is, page by page, drawn. @param {{now: LessonStep, page: number}} props */
const Steps = ({ now, page }) => html`<span class="teacher-steps" role="img"
    aria-label=${t("lesson.step", { step: now.pages_before + page + 1, all: now.pages_in_all })}>
    <i style=${{ inlineSize: `${(100 * (now.pages_before + page + 1)) / now.pages_in_all}%` }}></i>
  </span>`;

/** At the table of a lesson. */
export function Teacher() {
  const now = update.value?.lesson ?? null;
  const host = useMemo(() => document.createElement("div"), []);
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  const [turned, turn] = useState({ step: 0, page: 0 });
  const [folded, fold] = useState(false);
  const step = now?.step ?? 0;
  const last = (now?.pages.length ?? 1) - 1;
  const page = turned.step === step ? Math.min(turned.page, last) : 0;
  const reading = page < last;
  const look = now?.pages[page]?.look ?? "";
  const awaits = now === null || reading ? [] : now.awaits;

  useLayoutEffect(() => {
    host.className = "teacher-layer";
    document.body.append(host);
    return () => host.remove();
  }, []);
  useEffect(() => void learnLessons(), []);
  const settle = usePlaced(panel, () => ({
    never: [...lit(), ...controlsOf(awaits), ...waysOn()],
    rather: usable(),
  }));
  const spot = useSpot(awaits, look, settle);

  const known = now === null || now.pages.every((one) => has(one.says));
  const done = now?.done === true && !reading;
  const name = now?.name ?? "";
  useEffect(() => {
    // It was begun with another version of the lesson, whose texts no longer exist.
    if (!known) void goToLesson(name, true);
  }, [known]);
  useEffect(() => {
    if (done) finish(name);
  }, [done]);

  const words = now === null ? "" : t(now.pages[page].says, now.values);
  const no = now === null ? "" : objection(now);
  const title = t(`lesson.${name}`);
  useEffect(() => {
    if (words === "") return;
    refusal.value = null;
    announce(words);
    const at = document.activeElement;
    const free = at === null || at === document.body || panel.current?.contains(at);
    if (free)
      /** @type {HTMLElement | null} */ (panel.current?.querySelector("[data-lesson-next], [data-lesson-play]"))?.focus(
        { preventScroll: true },
      );
  }, [words]);
  useEffect(() => {
    if (no !== "") {
      announce(no, { now: true });
      fold(false);
    }
  }, [no, refusal.value]);
  const what = awaits.length > 0 ? labelOf(spot) : "";
  useEffect(() => {
    if (what !== "") announce(t("lesson.where", { what }));
  }, [what, step]);

  const there = () => /** @type {HTMLElement | null} */ (spot)?.focus();
  useKeys({ ".": there }, TIP);
  if (now === null || !known) return null;
  const move = (/** @type {number} */ by) => () => turn({ step, page: page + by });
  const leave = () => go("/lessons");
  const waiting = !now.done && !reading && now.awaits.length === 0;
  return createPortal(
    html`
      <${Spot} acting=${awaits.length > 0} />
      <section ref=${panel} class=${`teacher${folded ? " folded" : ""}${no !== "" ? " objects" : ""}${done ? " done" : ""}`}
        aria-label=${t("lesson.panel", { title })} data-lesson=${name} data-lesson-step=${step}>
        <header class="teacher-head">
          <span class="teacher-face" data-sticks-out="" aria-hidden="true"><${Drawing} name="p-host" class="portrait" /></span>
          <h2>${done ? t("lesson.finished") : title}</h2>
          <span class="teacher-count" aria-hidden="true">${now.pages_before + page + 1}/${now.pages_in_all}</span>
          <button type="button" class="teacher-tool" aria-label=${folded ? t("lesson.unfold") : t("lesson.fold")}
            aria-expanded=${folded ? "false" : "true"} onClick=${() => fold(!folded)}>
            <${Sign} name=${folded ? "plus" : "minus"} />
          </button>
          <button type="button" class="teacher-tool" data-lesson-leave="" aria-label=${t("lesson.leave")}
            title=${t("lesson.leave")} onClick=${leave}><${Sign} name="close" /></button>
        </header>
        <${Steps} now=${now} page=${page} />
        ${
          folded
            ? null
            : html`
            <div class="teacher-words">
              ${no !== "" ? html`<p class="teacher-no"><${Sign} name="info" /><span>${no}</span></p>` : null}
              <p class="teacher-says" key=${words}>${words}</p>
            </div>
            ${
              done
                ? html`<${Onward} name=${name} />`
                : html`<footer class="teacher-foot">
                  ${page > 0 ? html`<button type="button" class="teacher-quiet" data-lesson-back="" onClick=${move(-1)}>${t("lesson.back")}</button>` : null}
                  <span class="grow"></span>
                  ${waiting ? html`<span class="teacher-wait"><${Sign} name="hourglass" />${t("lesson.wait")}</span>` : null}
                  ${
                    awaits.length > 0
                      ? html`
                      ${wide.value ? html`<span class="teacher-key"><${Key} name="." />${t("lesson.key")}</span>` : null}
                      <button type="button" class="teacher-quiet" data-lesson-show="" title=${t("lesson.show.words")}
                        onClick=${() => void act(awaits[0])}>${t("lesson.show")}</button>`
                      : null
                  }
                  ${reading ? html`<button type="button" class="btn small gold" data-lesson-next="" onClick=${move(1)}>${t("lesson.next")}<${Sign} name="right" /></button>` : null}
                </footer>`
            }
          `
        }
      </section>`,
    host,
  );
}
