// Questions that come up at once. Before the first evening (M4) which start card, and who leaves; later a guest to
// remove, a toast, a signature; and at closing time the juggler.
import { html } from "../../vendor/preact.js";
import { board, figures, legal, me, seat, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { offerFor, offersFor, refusedFor } from "../core/interaction.js";
import { stands } from "../core/standing.js";
import { bookRows, cardsIn, others, seatOf, shownSeat, waitsFor } from "../core/turn.js";
import { awaited, bonusName, bonusWords, cardName, cardNames, questionWords, seatName } from "../core/words.js";
import { Coin, Die, Drawing, Face, Icon, Key, Sign } from "../ui/pieces.js";
import { Scene, Work, iconOf } from "../ui/signs.js";
import { Alcove, Option, SeatFace, Who, picked, says, tableWords, useRow, waits } from "./parts.js";

// --- before the first evening

/** The start card a seat has taken, as far as this page has seen it. @param {number} number */
function cardOf(number) {
  return stands.value.find((event) => event.what === "start-card" && event.seat === number)?.number ?? null;
}

/** One thing on a start card, drawn. @param {{bonus: Bonus}} props */
function Item({ bonus }) {
  const drawn =
    bonus.what === "card"
      ? html`<${Face} class="ph-face" card=${bonus.name ?? ""} />`
      : bonus.what === "area"
        ? html`<span class="ph-face built"><${Scene} area=${bonus.name ?? ""} /></span>`
        : html`<span class="ph-face plain"><${Icon} name=${iconOf(bonus)} /></span>`;
  return html`<li>${drawn}<span>${bonusName(bonus)}</span></li>`;
}

/** A start card. @param {{number: number, k: number}} props */
function StartCard({ number, k }) {
  const items = figures.value?.start_cards[String(number)] ?? [];
  const takers = (board.value?.seats ?? []).map((_, i) => i + 1).filter((one) => cardOf(one) === number);
  return html`<${Option} what=${{ kind: "start", number }} class="ph-startcard">
    <span class="ph-plaque"><span>${t("phases.start.number", { n: number })}</span><${Key} name=${String(k)} /></span>
    <ul>${items.map((bonus, i) => html`<${Item} key=${i} bonus=${bonus} />`)}</ul>
    <span class="ph-title"><b>${t(`phases.start.name.${number}`)}</b></span>
    ${takers.length === 0 ? null : html`<span class="ph-takers">${takers.map((one) => html`<${Who} key=${one} number=${one} />`)}</span>`}
  <//>`;
}

/** Who begins with what. @param {{number: number}} props */
function Beginner({ number }) {
  const taken = cardOf(number);
  const open = waitsFor(number);
  const words = open
    ? t("phases.choosing")
    : taken !== null
      ? t("phases.start.took", { n: taken })
      : board.value?.phase !== "start cards"
        ? t("phases.start.ready")
        : t("phases.start.later");
  return html`<li class="ph-chooser" data-seat=${number}>
    <${SeatFace} number=${number} />
    <div><h3><${Who} number=${number} /></h3><p>${words}</p></div>
    <span class=${`ph-hidden ${open ? "wait" : taken === null ? "none" : "face"}`} aria-hidden="true">
      ${open ? "…" : (taken ?? "")}
    </span>
  </li>`;
}

/** Which start card? @param {{compact?: boolean}} props */
export function StartCards({ compact = false }) {
  const cards = (board.value?.start_cards ?? []).slice(0, 3);
  useRow(cards.map((number) => ({ kind: "start", number })));
  const number = shownSeat();
  const mine = waitsFor(seat.value ?? 0);
  return html`<section class=${`ph ph-start ${compact ? "compact" : ""} ${figures.value?.winter ? "winter" : "summer"}`}
    aria-label=${t("phases.start.label")}>
    <div class="ph-board">
      <header>
        <h2>${t("phases.start.title")}</h2>
        <p>${mine ? t("phases.start.text") : t("phases.start.wait", { who: awaited() })}</p>
      </header>
      <div class="ph-startcards">
        ${cards.map((one, i) => html`<${StartCard} key=${one} number=${one} k=${i + 1} />`)}
      </div>
    </div>
    <ul class="ph-choosers" aria-label=${t("phases.others")}>
      ${[number, ...others(number)].map((one) => html`<${Beginner} key=${one} number=${one} />`)}
    </ul>
  </section>`;
}

/** Which regular leaves? @param {{compact?: boolean}} props */
export function Dismiss({ compact = false }) {
  const offers = offersFor({ kind: "dismiss" });
  useRow(offers);
  const on = seatOf(seat.value ?? 1);
  const cards = offers.map((offer) => offer.card ?? "");
  const decision = update.value?.decisions.find((one) => one.seat === seat.value);
  return html`<section class=${`ph ph-dismiss ${compact ? "compact" : ""}`} aria-label=${t("phases.dismiss.title")}>
    <div class="ph-board">
      <header>
        <h2>${t("phases.dismiss.title")}</h2>
        <p>${decision === undefined ? "" : questionWords(decision)} ${t("phases.dismiss.text")}</p>
      </header>
      <div class="ph-people">
        ${cards.map((card, i) => {
          const found = figures.value?.cards[card];
          const count = on === null ? 0 : (cardsIn(on.deck)[card] ?? 0) + (on.discard[card] ?? 0);
          return html`<${Option} key=${card} what=${{ kind: "dismiss", card }} class="ph-person">
            <${Face} class="card-art ph-art" card=${card}>${count > 1 ? html`<span class="times">×${count}</span>` : null}<//>
            <span class="ph-title"><b>${cardName(card)}</b></span>
            <span class="ph-deal">
              <${Die} face=${found?.asks ?? 1} />
              <${Drawing} name="u-arrow" class="ic" />
              <${Coin} n=${found?.pays ?? 0} />
            </span>
            <${Key} name=${String(i + 1)} />
          <//>`;
        })}
      </div>
    </div>
  </section>`;
}

/** What the main button says before the first evening. */
export function beginningButton() {
  if (legal.value.size === 0)
    return waits(t("phases.start.other", { who: seatName(update.value?.decisions[0]?.seat ?? 1) }));
  const offer = picked.value;
  if (offer === null) return says(t("phases.choose"), t("phases.choose.note"));
  if (offer.kind === "dismiss")
    return says(t("phases.dismiss", { card: cardName(offer.card ?? "") }), t("phases.dismiss.note"), offer);
  return says(t("phases.start.take", { n: offer.number ?? 0 }), t(`phases.start.name.${offer.number}`), offer);
}

// --- later

/** The tables as answers: whom to remove or to keep. @param {{on: SeatOn, kind: string, from: number}} props */
function Tables({ on, kind, from }) {
  const basic = on.areas.find((one) => one.area === "tables")?.now ?? 3;
  return html`<ul class="ph-tables" style=${{ "--n": on.tables.length }}>
    ${on.tables.map((place, i) => {
      const die = on.dice.find((one) => one.at === place.space);
      const alcove = html`<${Alcove} place=${place} extra=${i >= basic} face=${die?.face ?? null} own=${die?.own ? seat.value : null}
        ticked=${place.state === "paid"} class=${place.state === "paid" ? "ticked" : ""} />`;
      const what = { kind, space: place.space };
      const can = offerFor(what) !== null;
      return html`<li key=${place.space}>
        ${
          can || refusedFor(what) !== null
            ? html`<${Option} what=${what} class="ph-pickguest" label=${tableWords(place)}>
              ${alcove}
              ${can ? html`<${Key} name=${String(from + i + 1)} />` : null}
            <//>`
            : html`<span class="ph-pickguest dim">${alcove}</span>`
        }
      </li>`;
    })}
  </ul>`;
}

/** Service denied: one may leave the game. @param {{compact?: boolean}} props */
export function Remove({ compact = false }) {
  const on = me.value;
  useRow((on?.tables ?? []).map(({ space }) => ({ kind: "remove", space })));
  if (on === null) return null;
  return html`<section class=${`ph ph-question ${compact ? "compact" : ""}`} aria-label=${t("phases.remove.title")}>
    <div class="ph-board">
      <header>
        <span class="ph-emblem"><${Icon} name="denied" /></span>
        <h2>${t("phases.remove.title")}</h2>
        <p>${t("phases.remove.text")}</p>
      </header>
      <${Tables} on=${on} kind="remove" from=${0} />
      <footer><${Option} what=${{ kind: "decline" }} class="ph-decline">${t("phases.remove.decline")}<//></footer>
    </div>
  </section>`;
}

/** The toast: a schnapps, or a guest leaves. @param {{compact?: boolean}} props */
export function Toast({ compact = false }) {
  const on = me.value;
  // With no schnapps left only the guest is offered, and declining.
  const dry = offerFor({ kind: "decline" }) !== null;
  const removals = (on?.tables ?? []).map(({ space }) => ({ kind: "remove", space }));
  useRow(dry ? removals : [{ kind: "schnapps" }, ...removals]);
  if (on === null) return null;
  return html`<section class=${`ph ph-question ph-toast ${compact ? "compact" : ""}`} aria-label=${t("phases.toast.title")}>
    <div class="ph-board">
      <header>
        <span class="ph-emblem"><${Icon} name="reputation" /></span>
        <h2>${t("phases.toast.title")}</h2>
        <p>${t(dry ? "songs.dry" : "phases.toast.text")}</p>
      </header>
      ${
        dry
          ? html`
            <${Tables} on=${on} kind="remove" from=${0} />
            <footer><${Option} what=${{ kind: "decline" }} class="ph-decline">${t("phases.remove.decline")}<//></footer>
          `
          : html`<div class="ph-either">
        <${Option} what=${{ kind: "schnapps" }} class="ph-choice bottle">
          <span class="card-art ph-art"><${Icon} name="schnapps" /></span>
          <span class="ph-title"><b>${t("phases.toast.schnapps")}</b><span>+1<${Icon} name="schnapps" /></span></span>
          <span class="ph-text">${t("phases.toast.schnapps.text", { n: on.schnapps })}</span><${Key} name="1" />
        <//>
        <p class="ph-or"><span>${t("phases.or")}</span></p>
        <div><h3>${t("phases.toast.remove")}</h3><${Tables} on=${on} kind="remove" from=${1} /></div>
      </div>`
      }
    </div>
  </section>`;
}

/** A signature of one's own choice. @param {{compact?: boolean}} props */
export function Signature({ compact = false }) {
  const on = me.value;
  const columns = figures.value?.book_columns ?? [];
  const rows = figures.value === null ? [] : bookRows(figures.value);
  useRow(columns.map((_, i) => ({ kind: "sign", column: i + 1 })));
  if (on === null) return null;
  return html`<section class=${`ph ph-question ph-book ${compact ? "compact" : ""}`} aria-label=${t("phases.sign.title")}>
    <div class="ph-board">
      <header>
        <span class="ph-emblem"><${Icon} name="signature" /></span>
        <h2>${t("phases.sign.title")}</h2>
        <p>${t("phases.sign.text")}</p>
      </header>
      <div class="ph-columns">
        ${columns.map((column, i) => {
          const signed = on.book[i] ?? 0;
          const next = rows[signed]?.[i] ?? null;
          return html`<${Option} key=${column} what=${{ kind: "sign", column: i + 1 }} class="ph-column"
            label=${t("phases.sign.label", { column, n: signed, bonus: bonusWords(next) })}>
            <span class="ph-head"><${Icon} name="beer" />${column}<${Key} name=${String(i + 1)} /></span>
            ${rows.map((row, k) => {
              const bonus = row[i] ?? null;
              return html`<span key=${k}
                class=${`ph-cell ${k < signed ? "signed" : k === signed ? "next" : ""} ${bonus?.what === "noble" ? "noble" : ""}`}>
                ${
                  k < signed
                    ? html`<${Icon} name="seal" />`
                    : bonus === null
                      ? html`<${Icon} name="signature" />`
                      : html`
                  ${bonus.count > 1 ? html`<b>${bonus.count}</b>` : null}
                  <${Icon} name=${iconOf(bonus)} />
                `
                }
              </span>`;
            })}
            <span class="ph-text">${bonusName(next)}</span>
          <//>`;
        })}
        <div class="ph-rows" aria-hidden="true">
          <span class="ph-head"></span>
          ${rows.map((_, k) => html`<span key=${k} class=${on.book.every((n) => n > k) ? "full" : ""}><${Icon} name="crown" /></span>`)}
        </div>
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
  useRow([
    ...(on?.tables ?? []).map(({ space }) => ({ kind: "keep", space })),
    ...staff.map((card) => ({ kind: "keep", card })),
  ]);
  if (on === null) return null;
  const mine = waitsFor(seat.value ?? 0);
  const cost =
    on.entertainers.find((one) => one.entertainer === "juggler")?.cost ??
    figures.value?.entertainers.juggler?.costs[0] ??
    1;
  return html`<section class=${`ph ph-question ph-juggling ${compact ? "compact" : ""}`} aria-label=${t("phases.juggle.title")}>
    <div class="ph-board">
      <header>
        <span class="ph-emblem art"><${Drawing} name="p-juggler" /></span>
        <h2>${t("phases.juggle.title")}</h2>
        <p>
          ${mine ? t("phases.juggle.text", { n: cost, have: on.schnapps }) : t("phases.juggle.wait", { who: awaited() })}
        </p>
      </header>
      <${Tables} on=${on} kind="keep" from=${0} />
      ${
        staff.length === 0
          ? null
          : html`<ul class="ph-keepers">
            ${staff.map(
              (card, i) => html`<li key=${card}>
              <${Option} what=${{ kind: "keep", card }} class="ph-keeper">
                <${Face} class="ph-face" card=${card} />
                <span class="ph-work" aria-hidden="true"><${Work} card=${card} /></span>
                <b>${on.staff[card] > 1 ? cardNames(card, on.staff[card]) : cardName(card)}</b>
                <${Key} name=${String(on.tables.length + i + 1)} />
              <//>
            </li>`,
            )}
          </ul>`
      }
      ${mine ? html`<footer><${Option} what=${{ kind: "decline" }} class="ph-decline">${t("phases.juggle.decline")}<//></footer>` : null}
    </div>
    <ul class="ph-choosers row" aria-label=${t("phases.others")}>
      ${others(number).map(
        (one) => html`<li key=${one} class="ph-chooser" data-seat=${one}>
        <${SeatFace} number=${one} />
        <div>
          <h3><${Who} number=${one} /></h3>
          <p>${waitsFor(one) ? t("phases.choosing") : html`<${Sign} name="check" /> ${t("phases.juggle.closed")}`}</p>
        </div>
      </li>`,
      )}
    </ul>
  </section>`;
}

/** What the main button says to a question. */
export function questionButton() {
  if (legal.value.size === 0) return waits(t("phases.wait.choices"));
  const offer = picked.value;
  if (offer === null) return says(t("phases.choose"), t("phases.choose.note"));
  const card = cardName(offer.card ?? "");
  if (offer.kind === "remove") return says(t("phases.remove", { card }), t("phases.remove.note"), offer);
  if (offer.kind === "keep") return says(t("phases.keep", { card }), t("phases.keep.note"), offer);
  if (offer.kind === "schnapps") return says(t("phases.toast.schnapps"), t("phases.toast.note"), offer);
  if (offer.kind === "sign") {
    const column = figures.value?.book_columns[(offer.column ?? 1) - 1] ?? "";
    return says(t("phases.sign", { column }), t("phases.sign.note"), offer);
  }
  return says(t(board.value?.phase === "juggling" ? "phases.juggle.decline" : "phases.remove.decline"), "", offer);
}
