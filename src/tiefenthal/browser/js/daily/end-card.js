// At the end of a daily evening: its standing, and a link back to its page.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { announce, link } from "../core/page.js";
import { Icon, Sign } from "../ui/pieces.js";
import { dressWith } from "../ui/sheet.js";
import { learnDay } from "./state.js";
import { besideMaster, dateWords } from "./words.js";

const LOOK_EVERY = 10_000;

/** `alone`: nothing else leads to the day's page. @param {{at: import("../types.js").DailyAt, alone: boolean}} props */
export function DailyEnd({ at, alone }) {
  const [day, show] = useState(/** @type {import("../types.js").DailyDay | null} */ (null));
  useEffect(() => {
    let wanted = true;
    let told = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    // The Master may still be playing; then ask again.
    const look = async () => {
      const found = await learnDay(at.day).catch(() => null);
      if (!wanted) return;
      if (found !== null) show(found);
      if (found?.standing?.rank != null && !told) {
        told = true;
        announce(t("daily.rank", { rank: found.standing.rank, players: found.standing.players }));
      }
      if (at.counts && (found === null || found.master === null)) timer = setTimeout(look, LOOK_EVERY);
    };
    void dressWith("/static/css/daily.css").then(look);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [at.day]);
  const mine = day?.mine;
  const path = `/daily/${at.day}`;
  return html`<aside class="end-daily" aria-label=${t("daily.title")}>
    <${Icon} name="moon" />
    <p>
      <b>${t("daily.title")}</b> <small>${dateWords(at.day)}</small>
    </p>
    ${
      !at.counts
        ? html`<p><small>${t("daily.end.fun")}</small></p>`
        : html`<p>
          ${
            !mine?.ranked || day?.standing == null || day.standing.rank === null
              ? null
              : day.standing.players === 1
                ? html`<b>${t("daily.rank.alone")}</b>`
                : html`<b>${t("daily.rank", { rank: day.standing.rank, players: day.standing.players })}</b>`
          }
          ${mine && !mine.ranked ? html`<b>${t("daily.unranked")}</b>` : null}
          <small>
            ${day?.master == null || mine?.score == null ? t("daily.master.playing") : besideMaster(mine.score, day.master.score)}
          </small>
        </p>`
    }
    ${alone ? html`<a class="btn small" href=${path} onClick=${link(path)}>${t("daily.end.to")} <${Sign} name="right" /></a>` : null}
  </aside>`;
}
