// My standing: rank, all scores as a chart, the Master's score, and the text to share.
import { html, useRef, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { announce, link } from "../core/page.js";
import { Icon, Sign } from "../ui/pieces.js";
import { besideMaster, shareText } from "./words.js";

/** @typedef {import("../types.js").DailyDay} DailyDay */

const MOST_BARS = 16;

/** The scores in parts of equal width; 5, 10, 20 … points, so that there are few enough. @param {DailyDay} day */
function parts(day) {
  const scores = day.standing?.scores ?? [];
  const shown = [
    ...scores.map((one) => one.score),
    ...[day.mine?.score, day.master?.score].filter((one) => one != null),
  ];
  if (shown.length === 0) return { width: 5, bars: [] };
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  let width = 5;
  while (Math.floor(high / width) - Math.floor(low / width) >= MOST_BARS) width *= 2;
  const first = Math.floor(low / width);
  const bars = Array.from({ length: Math.floor(high / width) - first + 1 }, (_, i) => ({
    from: (first + i) * width,
    count: 0,
  }));
  for (const { score, count } of scores) bars[Math.floor(score / width) - first].count += count;
  return { width, bars };
}

/** @param {{day: DailyDay}} props */
export function Chart({ day }) {
  const { width, bars } = parts(day);
  const scores = day.standing?.scores ?? [];
  if (scores.length === 0) return html`<p class="daily-quiet">${t("daily.chart.none")}</p>`;
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const within = (/** @type {number | null | undefined} */ score, /** @type {number} */ from) =>
    score != null && score >= from && score < from + width;
  return html`<figure class="daily-chart">
    <figcaption>${t("daily.chart")}</figcaption>
    <ol>
      ${bars.map(({ from, count }) => {
        const mine = within(day.mine?.score, from);
        const master = within(day.master?.score, from);
        return html`<li key=${from} class=${mine ? "mine" : ""}>
          <span class="unseen">${t("daily.chart.bar", { from, to: from + width - 1, n: count })}</span>
          <span class="daily-marks">
            ${master ? html`<b class="daily-flag master">${t("start.level.master")}</b>` : null}
            ${mine ? html`<b class="daily-flag">${t("daily.you")}</b>` : null}
          </span>
          <i aria-hidden="true" class=${count > 0 ? "some" : ""} style=${{ height: `${(100 * count) / most}%` }}>${count > 0 ? count : ""}</i>
          <small aria-hidden="true">${from}</small>
        </li>`;
      })}
    </ol>
  </figure>`;
}

/** My result of a day. @param {{day: DailyDay, heading?: string}} props */
export function Result({ day, heading = t("daily.result") }) {
  const { mine, standing, master } = day;
  if (mine === null || mine.score === null) return null;
  const others = standing === null ? 0 : standing.players - (mine.ranked ? 1 : 0);
  const below = (standing?.scores ?? []).reduce(
    (sum, one) => sum + (one.score < Number(mine.score) ? one.count : 0),
    0,
  );
  return html`<section class="daily-result" aria-labelledby="daily-result">
    <h2 id="daily-result">${heading}</h2>
    <p class="daily-score"><${Icon} name="points" /> <b>${mine.score}</b> ${t("daily.points", { n: mine.score })}</p>
    <div class="daily-told">
      ${
        !mine.ranked
          ? html`<p>${t("daily.unranked")}</p>`
          : standing === null || standing.rank === null || others === 0
            ? html`<p>${t("daily.rank.alone")}</p>`
            : html`<div class="daily-rank">
              <b>${t("daily.rank", { rank: standing.rank, players: standing.players })}</b>
              ${below > 0 ? html`<small>${t("daily.ahead", { n: below })}</small>` : null}
            </div>`
      }
      <div class="daily-master">
        ${
          master === null
            ? html`<span>${t("daily.master.playing")}</span>`
            : html`<b>${besideMaster(mine.score, master.score)}</b><small>${t("daily.master.made", { n: master.score })}</small>`
        }
      </div>
    </div>
  </section>`;
}

/** The text to share. @param {{day: DailyDay}} props */
export function Share({ day }) {
  const [said, say] = useState("");
  const area = useRef(/** @type {HTMLElement | null} */ (null));
  const text = shareText(day);
  const tell = (/** @type {string} */ words) => {
    say(words);
    announce(words, { now: true });
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      tell(t("daily.copied"));
    } catch {
      if (area.current !== null) getSelection()?.selectAllChildren(area.current);
      tell(t("daily.copy.failed"));
    }
  };
  const table = day.mine?.table;
  return html`<section class="daily-share" aria-labelledby="daily-share">
    <h3 id="daily-share">${t("daily.share")}</h3>
    <pre ref=${area} class="text" tabindex="0">${text}</pre>
    <div class="row">
      <button type="button" class="btn gold" data-daily="copy" onClick=${copy}>
        <${Sign} name=${said === t("daily.copied") ? "check" : "copy"} /> ${said === t("daily.copied") ? said : t("daily.copy")}
      </button>
      ${
        table === undefined
          ? null
          : html`<a class="btn" href=${`/replay/${table}`} onClick=${link(`/replay/${table}`)}><${Sign} name="replay" /> ${t("daily.replay")}</a>`
      }
    </div>
    ${said === t("daily.copy.failed") ? html`<p class="daily-quiet">${said}</p>` : null}
  </section>`;
}
