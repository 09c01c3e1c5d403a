// The commitment to a day's luck, and whether it holds: verified by this page (docs/fair-dice.md).
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { digest } from "../pages/commitment.js";
import { Sign } from "../ui/pieces.js";
import { daily, promisedFor } from "./state.js";
import { dateWords } from "./words.js";

/** @param {{day: import("../types.js").DailyDay}} props */
export function Commitment({ day }) {
  const [own, work] = useState("");
  useEffect(() => {
    work("");
    if (day.seed !== null) digest(day.seed).then(work);
  }, [day.day, day.seed]);
  const before = promisedFor(day.day);
  const next = daily.value?.next;
  const good = own === (before ?? day.commitment) && own === day.commitment;
  const verdict =
    own === ""
      ? t("daily.promise.checking")
      : !good
        ? t("daily.promise.bad")
        : before === null
          ? t("daily.promise.good")
          : t("daily.promise.seen");
  return html`<details class=${`daily-promise${day.seed !== null && own !== "" && !good ? " bad" : ""}`} open=${day.seed !== null}>
    <summary><${Sign} name="lock" /> ${t("daily.promise")}</summary>
    <div>
      ${
        day.seed === null
          ? html`<p>${t("daily.promise.text")}</p>`
          : html`<p role="status"><${Sign} name=${own === "" ? "hourglass" : good ? "check" : "warning"} /> ${verdict}</p>
            <dl class="daily-seed"><dt>${t("daily.promise.seed")}</dt><dd><code>${day.seed}</code></dd></dl>`
      }
      <dl>
        <dt>SHA-256</dt>
        <dd><code>${day.commitment}</code></dd>
        ${
          day.seed === null && next !== undefined && next.day > day.day
            ? html`<dt>${t("daily.promise.next", { date: dateWords(next.day) })}</dt><dd><code>${next.commitment}</code></dd>`
            : null
        }
      </dl>
      ${
        day.seed === null
          ? null
          : html`<p>${t("daily.promise.how")}</p><pre tabindex="0"><code>tiefenthal verify game.txt --commitment ${day.commitment}</code></pre>`
      }
    </div>
  </details>`;
}
