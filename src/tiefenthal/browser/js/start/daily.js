// The link from the start screen to the daily game, with today's state.
import { html, signal, useEffect } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { Icon } from "../ui/pieces.js";

/** @typedef {import("../types.js").DailyDay} DailyDay */

const today = signal(/** @type {DailyDay | null} */ (null));

/** About how many minutes a person needs for the game of a day: longer with more modules. @param {DailyDay} day */
export const minutesFor = (day) => 20 + 5 * Math.floor(day.plan.modules / 2);

export function DailyLink() {
  useEffect(() => {
    get("/api/daily").then(
      (/** @type {import("../types.js").Daily} */ found) => (today.value = found.today),
      () => {}, // then the page itself says what is wrong
    );
  }, []);
  const day = today.value;
  const value = day?.mine ?? null;
  const words =
    day === null
      ? ""
      : value === null
        ? t("daily.start.open", { minutes: minutesFor(day) })
        : value.score === null
          ? t("daily.start.playing")
          : t("daily.start.over", { n: value.score });
  return html`<a class="start-learn start-daily" href="/daily" data-daily=${value?.state ?? "open"} onClick=${link("/daily")}>
    <${Icon} name="moon" />
    <span>${t("daily.title")}<small>${words}</small></span>
  </a>`;
}
