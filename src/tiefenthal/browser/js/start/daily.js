// The link from the start screen to the daily evening, with today's state.
import { html, signal, useEffect } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { Icon } from "../ui/pieces.js";

const mine = signal(/** @type {import("../types.js").DailyAttempt | null | undefined} */ (undefined));

export function DailyLink() {
  useEffect(() => {
    get("/api/daily").then(
      (/** @type {import("../types.js").Daily} */ found) => (mine.value = found.today.mine),
      () => {}, // then the page itself says what is wrong
    );
  }, []);
  const { value } = mine;
  const words =
    value === undefined
      ? ""
      : value === null
        ? t("daily.start.open")
        : value.score === null
          ? t("daily.start.playing")
          : t("daily.start.over", { n: value.score });
  return html`<a class="start-learn start-daily" href="/daily" data-daily=${value?.state ?? "open"} onClick=${link("/daily")}>
    <${Icon} name="moon" />
    <span>${t("daily.title")}<small>${words}</small></span>
  </a>`;
}
