// The banners over the table: a lost connection, a refusal, a request for an undo and what became of it, an absent player.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { comeBack, connection, refusal, seat, send, story, table, update } from "../core/game.js";
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

/** What is said of a request that was not granted. @param {import("../types.js").UndoOff} off */
function undoOffWords({ seat: asking, by, how }) {
  const names = { name: seatName(asking), by: seatName(by) };
  const own = asking === seat.value;
  if (how === "withdrawn") return own ? "" : t("table.undo.withdrawn", names);
  if (how === "lapsed") return t(own ? "table.undo.lapsed.own" : "table.undo.lapsed", names);
  return t(by === seat.value ? "table.undo.refused.you" : own ? "table.undo.refused.own" : "table.undo.refused", names);
}

/** A request for an undo came to nothing. It is said to everybody, and stays until it was read, somebody asks again or I
 * decide something; the server forgets it as soon as anybody plays on. */
function UndoOff() {
  const off = table.value?.undo_off ?? null;
  const open = table.value?.undo ?? null;
  const [said, say] = useState(/** @type {{words: string, ply: number} | null} */ (null));
  useEffect(() => {
    if (off === null) return;
    const words = undoOffWords(off);
    say(words === "" ? null : { words, ply: off.ply });
    announce(words, { now: true });
  }, [off?.ply, off?.seat, off?.how]);
  useEffect(() => {
    if (open !== null) say(null);
  }, [open === null]);
  const mine = story.value.findLast((event) => event.what === "decided" && event.seat === seat.value);
  if (said === null || (mine?.ply ?? 0) > said.ply) return null;
  return html`<div class="tv-banner" data-undo-off="">
    <${Sign} name="undo" />
    <p>${said.words}</p>
    <button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${() => say(null)}>
      <${Sign} name="close" />
    </button>
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
    <${UndoOff} />
    <${SeatBanners} />
  </div>`;
