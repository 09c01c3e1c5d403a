// The banners over the table: a lost connection, a refusal, a request for an undo, an absent player.
import { html, useEffect } from "../../vendor/preact.js";
import { comeBack, connection, refusal, seat, send, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/page.js";
import { listed, refusalWords, seatName } from "../core/words.js";
import { RuleLink } from "../ui/explain.js";
import { Mark, Sign } from "../ui/pieces.js";
import { SeatBanners } from "./seats.js";

/** The connection, when it is not there. */
function Connection() {
  const now = connection.value;
  useEffect(() => {
    if (now === "lost" || now === "elsewhere") announce(t(`table.${now}`), { now: true });
  }, [now]);
  if (now === "open" || now === "none" || (now === "connecting" && update.value === null)) return null;
  if (now === "elsewhere")
    return html`<div class="tv-banner phone-banner lost">
      <${Sign} name="offline" />
      <p><b>${t("table.elsewhere")}</b> ${t("table.elsewhere.text")}</p>
      <button type="button" class="btn small gold" onClick=${comeBack}>${t("table.elsewhere.here")}</button>
    </div>`;
  return html`<div class="tv-banner phone-banner bad lost">
    <${Sign} name="reconnect" />
    <p>
      <b>${t(now === "refused" ? "table.refused" : "table.lost")}</b> ${t(now === "refused" ? "table.refused.text" : "table.lost.text")}
    </p>
  </div>`;
}

/** What the server refused, in a sentence with its rule. */
function Refusal() {
  const now = refusal.value;
  const words = now === null || ["lost", "gone", "lesson"].includes(now.code) ? "" : refusalWords(now);
  useEffect(() => {
    if (words !== "") announce(words, { now: true });
  }, [now]);
  if (now === null || words === "") return null;
  return html`<div class="tv-banner bad">
    <${Sign} name="warning" />
    <p>${words}</p>
    ${now.rule ? html`<${RuleLink} id=${now.rule} />` : null}
    <button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${() => (refusal.value = null)}>
      <${Sign} name="close" />
    </button>
  </div>`;
}

/** Somebody asks for an undo that needs consent. */
function UndoRequest() {
  const now = table.value?.undo ?? null;
  const mine = table.value?.you.seats ?? [];
  const own = now !== null && now.seat === seat.value;
  const waiting = now === null ? [] : now.waiting;
  const wanted = seat.value !== null && waiting.includes(seat.value);
  useEffect(() => {
    if (now !== null && wanted) announce(t("table.undo.request", { name: seatName(now.seat) }), { now: true });
  }, [now?.ply, now?.seat]);
  if (now === null) return null;
  const answer = (/** @type {boolean} */ yes) => () => void send({ type: "answer-undo", ply: now.ply, yes });
  return html`<div class="tv-banner" role="group" aria-label=${t("table.undo")}>
    <${Mark} seat=${now.seat} />
    <p>
      ${own ? t("table.undo.waiting", { names: listed(waiting.map(seatName)) }) : t("table.undo.request", { name: seatName(now.seat) })}
    </p>
    ${
      wanted && !own
        ? html`
      <button type="button" class="btn small gold" data-answer="yes" onClick=${answer(true)}>${t("table.yes")}</button>
      <button type="button" class="btn small" data-answer="no" onClick=${answer(false)}>${t("table.no")}</button>
    `
        : null
    }
    ${
      own && mine.length > 0
        ? html`<button type="button" class="btn small" data-answer="no" onClick=${answer(false)}>
      ${t("table.undo.withdraw")}
    </button>`
        : null
    }
  </div>`;
}

/**
 * The banners, one below the other. `refusals`: whether what the server refused is said here.
 * @param {{refusals?: boolean}} props
 */
export const Banners = ({ refusals = true }) =>
  html`<div class="tv-banners">
    <${Connection} />
    ${refusals ? html`<${Refusal} />` : null}
    <${UndoRequest} />
    <${SeatBanners} />
  </div>`;
