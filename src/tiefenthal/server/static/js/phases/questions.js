// Questions that come up at once: a guest to remove, a toast, a signature; and at closing time the juggler.
import { html } from "../../vendor/preact.js";
import { barred, board, figures, legal, me, seat, update } from "../core/game.js";
import { bonusWords, cardName, cardNames, tell as t } from "../core/words.js";
import { Drawing, Icon, Key, Sign } from "../ui/pieces.js";
import { useRow } from "./beginning.js";
import { Alcove, Face, SeatFace, Who, Work, asks, awaited, bonusIcon, others, seatOf, tableWords } from "./parts.js";
import { Option, picked } from "./pick.js";

/** @typedef {import("../types.js").SeatOn} SeatOn */

/** The tables as answers: `remove t1`, `keep t1`. @param {{on: SeatOn, verb: string, from: number}} props */
function Tables({ on, verb, from }) {
  const basic = on.areas.find((one) => one.area === "tables")?.now ?? 3;
  return html`<ul class="ph-tables" style=${{ "--n": on.tables.length }}>
    ${on.tables.map((place, i) => {
      const die = on.dice.find((one) => one.at === place.space);
      const alcove = html`<${Alcove} place=${place} extra=${i >= basic} face=${die?.face ?? null} own=${die?.own ? seat.value : null} ticked=${place.state === "paid"} class=${place.state === "paid" ? "ticked" : ""} />`;
      const action = `${verb} ${place.space}`;
      const offered = legal.value.has(action) || barred.value.has(action);
      return html`<li key=${place.space}>
        ${offered
          ? html`<${Option} action=${action} class="ph-pickguest" label=${tableWords(place)}>${alcove}${legal.value.has(action) ? html`<${Key} name=${String(from + i + 1)} />` : null}<//>`
          : html`<span class="ph-pickguest dim">${alcove}</span>`}
      </li>`;
    })}
  </ul>`;
}

/** Service denied: one may leave the game. @param {{compact?: boolean}} props */
export function Remove({ compact = false }) {
  const on = me.value;
  useRow((on?.tables ?? []).map((place) => `remove ${place.space}`));
  if (on === null) return null;
  return html`<section class=${`ph ph-question ${compact ? "compact" : ""}`} aria-label=${t("phases.remove.title")}>
    <div class="ph-board">
      <header><span class="ph-emblem"><${Icon} name="denied" /></span><h2>${t("phases.remove.title")}</h2><p>${t("phases.remove.text")}</p></header>
      <${Tables} on=${on} verb="remove" from=${0} />
      <footer><${Option} action="decline" class="ph-decline">${t("phases.remove.decline")}<//></footer>
    </div>
  </section>`;
}

/** The toast: a schnapps, or a guest leaves. @param {{compact?: boolean}} props */
export function Toast({ compact = false }) {
  const on = me.value;
  useRow(["schnapps", ...(on?.tables ?? []).map((place) => `remove ${place.space}`)]);
  if (on === null) return null;
  return html`<section class=${`ph ph-question ph-toast ${compact ? "compact" : ""}`} aria-label=${t("phases.toast.title")}>
    <div class="ph-board">
      <header><span class="ph-emblem"><${Icon} name="reputation" /></span><h2>${t("phases.toast.title")}</h2><p>${t("phases.toast.text")}</p></header>
      <div class="ph-either">
        <${Option} action="schnapps" class="ph-choice bottle">
          <span class="ph-art"><${Icon} name="schnapps" /></span>
          <span class="ph-title"><b>${t("phases.toast.schnapps")}</b><span>+1<${Icon} name="schnapps" /></span></span>
          <span class="ph-text">${t("phases.toast.schnapps.text", { n: on.schnapps })}</span><${Key} name="1" />
        <//>
        <p class="ph-or"><span>${t("phases.or")}</span></p>
        <div><h3>${t("phases.toast.remove")}</h3><${Tables} on=${on} verb="remove" from=${1} /></div>
      </div>
    </div>
  </section>`;
}

/** A signature of one's own choice. @param {{compact?: boolean}} props */
export function Signature({ compact = false }) {
  const on = me.value;
  const columns = figures.value?.book_columns ?? [];
  // A row with lines that give nothing may be sent without them; they are the first ones.
  const rows = (figures.value?.book ?? []).map((row) => [...Array.from({ length: columns.length - row.length }, () => null), ...row]);
  useRow(columns.map((_, i) => `sign ${i + 1}`));
  if (on === null) return null;
  return html`<section class=${`ph ph-question ph-book ${compact ? "compact" : ""}`} aria-label=${t("phases.sign.title")}>
    <div class="ph-board">
      <header><span class="ph-emblem"><${Icon} name="signature" /></span><h2>${t("phases.sign.title")}</h2><p>${t("phases.sign.text")}</p></header>
      <div class="ph-columns">
        ${columns.map((column, i) => {
          const signed = on.book[i] ?? 0;
          const next = rows[signed]?.[i] ?? null;
          return html`<${Option} key=${column} action=${`sign ${i + 1}`} class="ph-column" label=${t("phases.sign.label", { column, n: signed, bonus: bonusWords(next) })}>
            <span class="ph-head"><${Icon} name="beer" />${column}<${Key} name=${String(i + 1)} /></span>
            ${rows.map((row, k) => {
              const bonus = row[i] ?? null;
              return html`<span key=${k} class=${`ph-cell ${k < signed ? "signed" : k === signed ? "next" : ""} ${bonus?.what === "noble" ? "noble" : ""}`}>
                ${k < signed ? html`<${Icon} name="seal" />` : bonus === null ? html`<${Icon} name="signature" />` : html`${bonus.count > 1 ? html`<b>${bonus.count}</b>` : null}<${Icon} name=${bonusIcon(bonus)} />`}
              </span>`;
            })}
            <span class="ph-text">${bonusWords(next)}</span>
          <//>`;
        })}
        <div class="ph-rows" aria-hidden="true"><span class="ph-head"></span>${rows.map((_, k) => html`<span key=${k} class=${on.book.every((n) => n > k) ? "full" : ""}><${Icon} name="crown" /></span>`)}</div>
      </div>
      <footer><p>${t("phases.sign.row")}</p></footer>
    </div>
  </section>`;
}

/** Closing time: the juggler keeps a card. @param {{compact?: boolean}} props */
export function Juggling({ compact = false }) {
  const number = seat.value ?? update.value?.decisions[0]?.seat ?? 1;
  const on = seatOf(number);
  const staff = Object.keys(on?.staff ?? {});
  useRow([...(on?.tables ?? []).map((place) => `keep ${place.space}`), ...staff.map((card) => `keep ${card}`)]);
  if (on === null) return null;
  const mine = asks(seat.value ?? 0);
  const cost = on.entertainers.find((one) => one.entertainer === "juggler")?.cost ?? figures.value?.entertainers.juggler?.costs[0] ?? 1;
  return html`<section class=${`ph ph-question ph-juggling ${compact ? "compact" : ""}`} aria-label=${t("phases.juggle.title")}>
    <div class="ph-board">
      <header><span class="ph-emblem art"><${Drawing} name="p-juggler" /></span><h2>${t("phases.juggle.title")}</h2><p>${mine ? t("phases.juggle.text", { n: cost, have: on.schnapps }) : t("phases.juggle.wait", { who: awaited() })}</p></header>
      <${Tables} on=${on} verb="keep" from=${0} />
      ${staff.length === 0
        ? null
        : html`<ul class="ph-keepers">
            ${staff.map((card, i) => html`<li key=${card}><${Option} action=${`keep ${card}`} class="ph-keeper"><${Face} card=${card} /><${Work} card=${card} /><b>${on.staff[card] > 1 ? cardNames(card, on.staff[card]) : cardName(card)}</b><${Key} name=${String(on.tables.length + i + 1)} /><//></li>`)}
          </ul>`}
      ${mine ? html`<footer><${Option} action="decline" class="ph-decline">${t("phases.juggle.decline")}<//></footer>` : null}
    </div>
    <ul class="ph-choosers row" aria-label=${t("phases.others")}>
      ${others(number).map((one) => html`<li key=${one} class="ph-chooser" data-seat=${one}><${SeatFace} number=${one} /><div><h3><${Who} number=${one} /></h3><p>${asks(one) ? t("phases.choosing") : html`<${Sign} name="check" /> ${t("phases.juggle.closed")}`}</p></div></li>`)}
    </ul>
  </section>`;
}

/** What the main button says to a question. */
export function questionButton() {
  if (legal.value.size === 0) return { text: t("phases.wait.choices"), note: awaited(), action: null, face: null, waiting: true };
  const action = picked.value;
  const plain = { action, face: null, waiting: false };
  if (action === null) return { text: t("phases.choose"), note: t("phases.choose.note"), ...plain };
  const [kind, what = ""] = action.split(" ");
  const place = me.value?.tables.find((one) => one.space === what);
  const card = place?.card ?? what;
  if (kind === "remove") return { text: t("phases.remove", { card: cardName(card) }), note: t("phases.remove.note"), ...plain };
  if (kind === "keep") return { text: t("phases.keep", { card: cardName(card) }), note: t("phases.keep.note"), ...plain };
  if (kind === "schnapps") return { text: t("phases.toast.schnapps"), note: t("phases.toast.note"), ...plain };
  if (kind === "sign") return { text: t("phases.sign", { column: figures.value?.book_columns[Number(what) - 1] ?? what }), note: t("phases.sign.note"), ...plain };
  return { text: t(board.value?.phase === "juggling" ? "phases.juggle.decline" : "phases.remove.decline"), note: "", ...plain };
}

