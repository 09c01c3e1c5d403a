// The end of a game that began from a moment of another one: what that game brought from there, and what this try did.
import { html } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";

/** "+17", "−2", "0". @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** @param {{tried: import("../types.js").Tried, scores: number[]}} props */
export function TriedEnd({ tried, scores }) {
  const at = tried.seat - 1;
  const from = tried.points[at];
  const real = tried.scores.length > 0 ? tried.scores[at] : null;
  const more = real === null ? scores[at] - from : scores[at] - real;
  const key = real === null ? "gained" : more > 0 ? "more" : more < 0 ? "fewer" : "same";
  const row = (/** @type {string} */ name, /** @type {number} */ points) => html`<tr>
    <th scope="row">${t(`pages.end.tried.${name}`)}</th>
    <td>${from} → ${points}</td>
    <td><b>${signed(points - from)}</b></td>
  </tr>`;
  return html`<section class="end-tried">
    <p><small>${t("pages.end.tried.from", { n: Math.max(1, tried.round) })}</small> <b>${t(`pages.end.tried.${key}`, { n: Math.abs(more) })}</b></p>
    <table>
      <caption class="unseen">${t("pages.end.tried.from", { n: Math.max(1, tried.round) })}</caption>
      <tbody>${real === null ? null : row("real", real)} ${row("this", scores[at])}</tbody>
    </table>
  </section>`;
}

/** Where its review is, with the moment to try again. @param {import("../types.js").Tried} tried */
export const reviewOf = (tried) => (tried.game === null ? "/review" : `/review/${tried.game}`);
