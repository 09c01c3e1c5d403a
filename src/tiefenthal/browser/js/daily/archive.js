// Past days: each can be viewed, and played for fun.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { t } from "../core/i18n.js";
import { go, link } from "../core/page.js";
import { Sign } from "../ui/pieces.js";
import { modulesWords } from "../start/plan.js";
import { Note, problemWords } from "../start/states.js";
import { playForFun } from "./state.js";
import { dayWords } from "./words.js";

/** @typedef {import("../types.js").DailyPast} DailyPast */

/** The result of a day. @param {{one: DailyPast}} props */
const Told = ({ one }) => html`<span class="daily-past">
  <span>${modulesWords(one.modules)}</span>
  <span>
    ${one.players === 0 ? t("daily.past.none") : t("daily.past.players", { n: one.players, best: one.best ?? 0 })}
  </span>
  ${one.score === null ? null : html`<b>${t("daily.past.you", { score: one.score })}</b>`}
  ${one.master === null ? null : html`<span>${t("daily.past.master", { score: one.master })}</span>`}
</span>`;

/** @param {{shown: string}} props */
export function Archive({ shown }) {
  const [days, learn] = useState(/** @type {DailyPast[] | null} */ (null));
  const [more, setMore] = useState(false);
  const [busy, work] = useState("");
  const [wrong, tell] = useState("");
  /** @param {DailyPast[]} before */
  const load = async (before) => {
    tell("");
    try {
      const last = before.at(-1)?.day;
      const found = /** @type {import("../types.js").DailyDays} */ (
        await get(`/api/daily/days${last === undefined ? "" : `?before=${last}`}`)
      );
      learn([...before, ...found.days]);
      setMore(found.more);
    } catch (error) {
      tell(problemWords(error));
    }
  };
  useEffect(() => void load([]), []);
  /** @param {string} day */
  const play = async (day) => {
    if (busy) return;
    work(day);
    try {
      go(await playForFun(day));
    } catch (error) {
      tell(problemWords(error));
      work("");
    }
  };
  return html`<section class="paper daily-archive" aria-labelledby="daily-archive">
    <h2 id="daily-archive">${t("daily.archive")}</h2>
    <p class="daily-quiet">${days?.length === 0 ? t("daily.archive.none") : t("daily.archive.lead")}</p>
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    <ul class="daily-days" aria-busy=${days === null ? "true" : undefined}>
      ${(days ?? []).map(
        (one) => html`<li key=${one.day}>
          <a href=${`/daily/${one.day}`} aria-current=${one.day === shown ? "page" : undefined} onClick=${link(`/daily/${one.day}`)}>
            <b>${dayWords(one.day, "short")}</b> <${Told} one=${one} />
          </a>
          <button type="button" class="btn small" aria-label=${t("daily.fun.of", { date: dayWords(one.day) })} title=${t("daily.fun")}
            aria-busy=${busy === one.day ? "true" : undefined} onClick=${() => play(one.day)}><${Sign} name="play" /></button>
        </li>`,
      )}
    </ul>
    ${more ? html`<button type="button" class="btn" onClick=${() => load(days ?? [])}>${t("daily.archive.more")}</button>` : null}
  </section>`;
}
