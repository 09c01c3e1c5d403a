// Hints: a candle that can be lit three times. First where to look, then the move, then what it is expected to bring
// and why. A hint stays while one follows it, step by step, and disappears when one does something else.
import { computed, html, signal, useEffect, useRef } from "../../vendor/preact.js";
import { ServerError, post } from "../core/api.js";
import { act, asked, legal, seat, story, table, update } from "../core/game.js";
import { has, language, t } from "../core/i18n.js";
import { announce } from "../core/page.js";
import { tip } from "../ui/explain.js";
import { Icon, Key, Sign } from "../ui/pieces.js";
import { usable, usePlaced, waysOn } from "../ui/placing.js";
import { allOf, controlsOf, toPress } from "./targets.js";

/** @typedef {import("../types.js").Hint} Hint */

/** The hint that is shown: for which seat, since which ply, and which of its actions are still to be done. */
const shown = signal(/** @type {{hint: Hint, seat: number, seen: number, left: string[]} | null} */ (null));
const thinking = signal(false);
const problem = signal("");
/** Whether a hint, or what became of it, is on the screen. */
export const isHinting = computed(() => shown.value !== null || thinking.value || problem.value !== "");

/** What each word for where to look means on the table. @type {By<string[]>} */
const LOOKS = {
  draft: ["mine", "tables"],
  arrival: ["tables"],
  choice: ["choices"],
  dice: ["tray", "tables"],
  use: ["tray", "tables"],
  done: ["stores"],
  areas: ["areas"],
  nobles: ["nobles", "stores"],
  guests: ["guests"],
  staff: ["market"],
  rid: ["tables"],
  monastery: ["tracks"],
  reputation: ["ring"],
  schnapps: ["stores"],
  stores: ["stores"],
};

/** What a hint speaks of, and what is to be pressed to follow it. */
function spokenOf() {
  const now = shown.value;
  if (now === null) return [];
  const can = now.left.filter((action) => legal.value.has(action));
  const all = now.hint.kind === "turn" ? can : [...legal.value.keys()]; // a choice is about all its answers
  const next = can.length > 0 ? toPress(can.slice(0, 1)) : null;
  return [...(LOOKS[now.hint.look] ?? []).flatMap(allOf), ...(next === null ? [] : [next]), ...controlsOf(all)];
}

/** All letters are in use, and the digits 1 to 6 are dice. */
export const KEY = "0";

/** Whether hints can be had here at all. */
export const offered = () => seat.value !== null && table.value?.hints === true && table.value.state === "playing";

/** What the next press shows: 1 where to look, 2 the move, 3 the reasons; 0 when there is nothing more. */
const next = () => (shown.value === null ? 1 : shown.value.hint.level < 3 ? shown.value.hint.level + 1 : 0);

/** Ask for a hint, or for more of it. */
export async function askHint() {
  const mine = seat.value;
  const info = table.value;
  const level = next();
  if (!offered() || mine === null || info === null || thinking.value || level === 0) return;
  if (!asked.value) return announce(t("hint.not-now"), { now: true });
  thinking.value = true;
  problem.value = "";
  const ply = update.value?.ply ?? 0;
  try {
    const hint = /** @type {Hint} */ (
      await post(`/api/tables/${info.id}/hint`, { seat: mine, ply, level, language: language.value })
    );
    if (seat.value !== mine || !asked.value) return;
    const seen = shown.value?.seen ?? ply;
    shown.value = { hint, seat: mine, seen, left: remaining(hint.actions, seen, mine) ?? hint.actions };
    announce(
      level === 1 ? hint.nudge : level === 2 ? hint.steps.join(". ") : [hint.outlook, ...hint.reasons].join(" "),
      {
        now: true,
      },
    );
  } catch (error) {
    const code = error instanceof ServerError ? error.code : "";
    problem.value = has(`hint.no.${code}`) ? t(`hint.no.${code}`) : t("hint.no");
    announce(problem.value, { now: true });
  } finally {
    thinking.value = false;
  }
}

export function putAway() {
  shown.value = null;
  problem.value = "";
}

/** What is left of the actions after what the seat has done since; null when it did something else.
 * @param {string[]} actions @param {number} since @param {number} who */
function remaining(actions, since, who) {
  const left = [...actions];
  for (const event of story.value) {
    if (event.ply <= since || event.seat !== who) continue;
    if (event.what === "undone") return null;
    if (event.what !== "decided" || !event.action) continue;
    const at = left.indexOf(event.action);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** Follow what is played; a new question ends the hint. */
function useFollowed() {
  const ply = update.value?.ply ?? 0;
  useEffect(() => {
    const now = shown.value;
    if (now === null) {
      if (!asked.value) problem.value = "";
      return;
    }
    const did = story.value.some((one) => one.what === "decided" && one.seat === now.seat && one.ply > now.seen);
    const left = now.hint.level === 1 ? (did ? null : []) : remaining(now.hint.actions, now.seen, now.seat);
    if (left === null || (now.hint.level > 1 && left.length === 0) || seat.value !== now.seat) putAway();
    else shown.value = { ...now, left };
  }, [ply, seat.value]);
}

const WORDS = ["hint.more.none", "hint.more.look", "hint.more.move", "hint.more.why"];

/** The candle. @param {{class: string, words?: boolean}} props */
export function HintButton({ class: kind, words = false }) {
  if (!offered()) return null;
  const title = t(WORDS[next()]);
  return html`<button type="button" class=${`${kind} hint-button`} data-hint=${shown.value?.hint.level ?? 0} aria-label=${title}
    aria-keyshortcuts=${KEY} aria-busy=${thinking.value ? "true" : undefined}
    aria-disabled=${asked.value && next() > 0 ? undefined : "true"} onClick=${() => void askHint()}
    ...${tip(() => ({ title: t("hint.title"), text: title }))}>
    <${Icon} name="candle" />
    ${words ? html`<span>${t("hint.title")}</span><${Key} name=${KEY} />` : null}
  </button>`;
}

/** From so many steps on they stand in two columns where there is room. */
const MANY = 6;

/** The hint itself, over the table. */
export function HintCard() {
  useFollowed();
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  usePlaced(panel, () => ({ never: [...spokenOf(), ...waysOn()], rather: usable() }));
  const now = shown.value;
  const level = now?.hint.level ?? 0;
  useEffect(() => {
    // What has been asked for last is in sight, however long the list above it is.
    const news = body.current?.querySelector(level > 2 ? ".hint-outlook" : ".hint-nudge");
    if (news instanceof HTMLElement) body.current?.scrollTo({ top: news.offsetTop - (body.current?.offsetTop ?? 0) });
  }, [level]);
  if (problem.value !== "" && now === null)
    return html`<div ref=${panel} class="tv-banner hint-card bad">
      <${Icon} name="candle" /><p>${problem.value}</p>
      <button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${putAway}><${Sign} name="close" /></button>
    </div>`;
  if (now === null)
    return thinking.value
      ? html`<div ref=${panel} class="tv-banner hint-card"><${Icon} name="candle" /><p>${t("hint.thinking")}</p></div>`
      : null;
  const { hint, left } = now;
  const more = next();
  const open = [...left];
  // Of equal steps the last ones are those that are left.
  const done = hint.actions
    .map((_, i) => hint.actions[hint.actions.length - 1 - i])
    .map((action) => {
      const at = open.indexOf(action);
      if (at >= 0) open.splice(at, 1);
      return at < 0;
    })
    .reverse();
  return html`<section ref=${panel} class="tv-banner hint-card" aria-label=${t("hint.title")} data-level=${hint.level}>
    <${Icon} name="candle" />
    <div ref=${body} class="hint-body">
      <p class="hint-nudge">${hint.nudge}</p>
      ${
        hint.level > 1
          ? html`<ol class=${`hint-steps ${hint.steps.length > MANY ? "many" : ""}`}>
        ${hint.steps.map((words, i) => {
          const can = !done[i] && asked.value && legal.value.has(hint.actions[i]);
          return html`<li key=${i} class=${done[i] ? "done" : ""}>
            ${can ? html`<button type="button" class="linkish" data-hint-step=${hint.actions[i]} onClick=${() => void act(hint.actions[i])}>${words}</button>` : words}
          </li>`;
        })}
      </ol>`
          : null
      }
      ${hint.level > 2 ? html`<p class="hint-outlook">${hint.outlook}</p>` : null}
      ${hint.reasons.map((words, i) => html`<p key=${i} class="hint-reason">${words}</p>`)}
    </div>
    <button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${putAway}><${Sign} name="close" /></button>
    ${
      more > 0
        ? html`<button type="button" class="btn small hint-on" data-hint-more=${more} aria-busy=${thinking.value} onClick=${() => void askHint()}>
        ${t(WORDS[more])} <${Key} name=${KEY} />
      </button>`
        : null
    }
  </section>`;
}
