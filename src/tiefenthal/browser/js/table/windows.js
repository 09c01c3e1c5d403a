// What opens over the table, on a wide screen as a window, in the hand as a sheet: the guest book, another inn, an
// upgrade with its special offer, piles, points, entertainers, log and chat, the menu.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { cellAbout, rowAbout } from "../core/about.js";
import { asked, board, figures, me, seat as mine, send, table, update } from "../core/game.js";
import { t } from "../core/i18n.js";
import { may, offerFor, upgrading } from "../core/interaction.js";
import { go } from "../core/page.js";
import { bookRows, cardsIn, total, worksFrom } from "../core/turn.js";
import {
  areaName,
  areaText,
  bonusName,
  capital,
  cardName,
  cardNames,
  cardsObject,
  cardText,
  entertainerName,
  entertainerText,
  seatName,
  spaceName,
} from "../core/words.js";
import { Chat, Log } from "../pages/log.js";
import { HelpDialog } from "../pages/rules.js";
import { openLesson } from "../start/lesson.js";
import { SettingsDialog } from "../start/settings.js";
import { Sheet } from "../ui/dialog.js";
import { EditionButton } from "../ui/edition.js";
import { tip } from "../ui/explain.js";
import { Die, Drawing, Face, Icon, Mark, Mug, Sign } from "../ui/pieces.js";
import { Scene, iconOf } from "../ui/signs.js";
import { TavernText, doingNow } from "./around.js";
import { RecapWindow } from "./follow.js";
import { LastCall } from "./last-call.js";
import { HandWindow, takeBack } from "./seats.js";
import { Doing, hide, overlay, show } from "./state.js";
import { Tavern } from "./tavern.js";

/** What an upgrade costs; where it can be had now, what the press does stands before it.
 * @param {{n: number, icon: string, open: boolean}} props */
const Price = ({ n, icon, open }) => html`<span class=${`tv-offer-price${open ? " open" : ""}`}>
  ${open ? html`<span>${t("table.offer.do")}</span>` : null}
  ${n}<${Icon} name=${icon} />
</span>`;

/** An upgrade with its special offer spelled out. @param {{area: string}} props */
function Upgrade({ area }) {
  const one = me.value;
  const found = one?.areas.find((other) => other.area === area);
  const ply = update.value?.ply;
  // When the upgrade is done, or my turn is over, there is nothing to choose here.
  useEffect(() => {
    if (found === undefined || found.upgraded) hide();
  }, [ply]);
  if (one === null || found === undefined || found.upgraded) return null;
  const schnapps = offerFor({ kind: "entertain-upgrade", area });
  const open = found.offers.find((offer) => may(upgrading(area, offer.cards)).offer !== null);
  return html`<${Sheet} title=${t("table.upgrade.title", { area: areaName(area) })} onClose=${hide} wide=${true} class="tv-window">
    <div class="tv-upgrade">
      <figure class="tv-area">
        <span class="tv-area-in">
          <span class="tv-area-art"><${Scene} area=${area} /></span>
          <figcaption><b>${t("table.upgrade.now")}</b>${areaText(area, false)}</figcaption>
        </span>
      </figure>
      <${Drawing} name="u-arrow" class="tv-arrow" />
      <figure class="tv-area up">
        <span class="tv-area-in">
          <span class="tv-area-art"><${Scene} area=${area} /></span>
          <figcaption>
            <b>${t(`table.upgrade.then.${worksFrom(area)}`)}</b>
            ${areaText(area, true)}
          </figcaption>
        </span>
      </figure>
      <p class="tv-noble-comes">
        <${Face} card="noble" />
        <span><b>${t("table.upgrade.noble")}</b><br />${t("table.upgrade.noble.text")}</span>
      </p>
    </div>
    <h3 class="tv-offer-head">${found.card === null ? t("table.upgrade.price") : t("table.upgrade.offer")}</h3>
    ${found.card !== null ? html`<p class="tv-offer-text">${t("table.upgrade.offer.text", { card: cardName(found.card) })}</p>` : null}
    <ul class="tv-offers">
      ${found.offers.map((offer) => {
        const what = upgrading(area, offer.cards);
        const short = Math.max(0, offer.price - one.thalers);
        const state = !offer.have
          ? t("table.offer.drew", { cards: cardNames(found.card ?? "", one.staff[found.card ?? ""] ?? 0) })
          : may(what).offer !== null
            ? t("table.offer.left", { n: one.thalers - offer.price })
            : short > 0
              ? t("table.offer.short", { n: short })
              : t("table.offer.not-now");
        const label =
          offer.cards === 0
            ? t("table.offer.plain", { n: offer.price })
            : t("table.offer.return", { n: offer.price, cards: cardsObject(found.card ?? "", offer.cards) });
        return html`<li key=${offer.cards}>
          <${Doing} what=${what} first=${offer === open} class=${`tv-offer${offer.have ? "" : " lacking"}`}
            label=${t("table.offer.words", { offer: label, state })}>
            <span class="tv-offer-cards">
              ${offer.cards === 0 ? html`<span class="none">${t("table.offer.none")}</span>` : Array.from({ length: offer.cards }, (_, k) => html`<${Face} key=${k} card=${found.card ?? ""} />`)}
            </span>
            <${Price} n=${offer.price} icon="thaler" open=${may(what).offer !== null} />
            <span class="tv-offer-state">${state}</span>
          <//>
        </li>`;
      })}
      ${
        schnapps !== null
          ? html`<li>
        <${Doing} what=${{ kind: "entertain-upgrade", area }} class="tv-offer">
          <span class="tv-offer-cards"><span class="none">${entertainerName("fire")}</span></span>
          <${Price} n=${schnapps.cost?.schnapps ?? 0} icon="schnapps" open=${asked.value} />
          <span class="tv-offer-state">${t("table.offer.schnapps")}</span>
        <//>
      </li>`
          : null
      }
    </ul>
    ${!asked.value || board.value?.phase !== "serving" ? html`<p class="tv-hint">${t("table.upgrade.later")}</p>` : null}
  <//>`;
}

/** Cards with how many of each. @param {{cards: Counts}} props */
function Cards({ cards }) {
  const all = Object.entries(cards).filter(([, n]) => n > 0);
  if (all.length === 0) return html`<p class="tv-hint">${t("table.piles.none")}</p>`;
  return html`<ul class="tv-pile-list">
    ${all.map(([card, n]) => html`<li key=${card}><${Face} card=${card} /><span><b>${cardNames(card, n)}</b>${cardText(card)}</span></li>`)}
  </ul>`;
}

/** Deck and discard pile, as far as everyone may know them. @param {{seat: number}} props */
function PilesWindow({ seat }) {
  const one = board.value?.seats[seat - 1];
  if (one === undefined) return null;
  return html`<${Sheet} title=${t("table.piles.title", { name: seatName(seat) })} onClose=${hide} wide=${true} class="tv-window">
    <div class="tv-piles-window">
      ${
        one.deck.top.length > 0
          ? html`<section>
            <h3>${t("table.piles.next")}</h3>
            <p class="tv-hint">${t("table.piles.next.text")}</p>
            <ol class="tv-pile-list">
              ${one.deck.top.map((card, i) => html`<li key=${i}><${Face} card=${card} /><span><b>${cardName(card)}</b>${cardText(card)}</span></li>`)}
            </ol>
          </section>`
          : null
      }
      <section>
        <h3>${t("table.piles.deck")}</h3>
        <p class="tv-hint">${t("table.piles.deck.text")}</p>
        <${Cards} cards=${one.deck.rest} />
      </section>
      <section>
        <h3>${t("table.piles.discard")}</h3>
        <p class="tv-hint">${t("table.piles.discard.text")}</p>
        <${Cards} cards=${one.discard} />
      </section>
    </div>
  <//>`;
}

/** Points, by where they come from. @param {{seat: number}} props */
function PointsWindow({ seat }) {
  const one = board.value?.seats[seat - 1];
  if (one === undefined) return null;
  /** @type {By<string>} */
  const icons = { nobles: "crown", guests: "guest", others: "deck" };
  return html`<${Sheet} title=${seat === mine.value ? t("table.points.mine") : t("table.points.of", { name: seatName(seat) })}
    onClose=${hide} class="tv-window">
    <table class="tv-sources">
      <tbody>
        ${Object.entries(one.sources).map(
          ([source, n]) => html`<tr key=${source}>
          <th scope="row"><${Icon} name=${icons[source] ?? source} />${capital(t(`pages.source.${source}`))}</th>
          <td>${n}</td>
        </tr>`,
        )}
        <tr class="sum">
          <th scope="row"><${Icon} name="points" />${t("pages.source.all")}</th>
          <td>${one.points}</td>
        </tr>
      </tbody>
    </table>
  <//>`;
}

/** The guest book. @param {{seat: number}} props */
function Book({ seat }) {
  const now = board.value;
  const figure = figures.value;
  const one = now?.seats[seat - 1];
  if (now === null || figure === null || one === undefined) return null;
  const rows = bookRows(figure);
  const signed = one.book.reduce((sum, n) => sum + n, 0);
  const open = (/** @type {number} */ c) =>
    now.guests.filter(
      (guest) =>
        guest.card !== null && figure.book_columns[c].split(/[^0-9]/).includes(String(figure.cards[guest.card].price)),
    );
  return html`<${Sheet} title=${seat === mine.value ? t("table.book.mine") : t("table.book.of", { name: seatName(seat) })}
    onClose=${hide} wide=${true} class="tv-window tv-book-window">
    <p class="tv-book-count">
      ${t("table.book.signed", { n: signed, all: rows.length * figure.book_columns.length })} ${t("table.book.about")}
    </p>
    <div class="tv-book-scroll">
      <table class="tv-book-pages">
        <thead>
          <tr>
            ${figure.book_columns.map(
              (column) => html`<th key=${column} scope="col">
              <${Icon} name="beer" />
              <span>${column.replace("/", "·")}</span>
              <span class="unseen">${t("table.book.column", { column })}</span>
            </th>`,
            )}
            <th scope="col"><span class="unseen">${t("table.book.row")}</span></th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row, r) => {
            const filled = one.book.filter((n) => n > r).length;
            return html`<tr key=${r}>
              ${row.map((bonus, c) => {
                const done = one.book[c] > r;
                const next = one.book[c] === r;
                return html`<td key=${c} class=${done ? "signed" : next ? "next" : ""}>
                <span class="tv-cell" tabindex="0" ...${tip(() => cellAbout(one, figure, rows, r, c))}>
                  ${done ? html`<span class="seal"><${Icon} name="signature" /></span>` : bonus !== null ? html`<${Icon} name=${iconOf(bonus)} />` : html`<${Icon} name="signature" />`}
                  <span>
                    ${done ? t("table.book.done") : bonus === null ? t("table.book.blank") : bonusName(bonus)}
                  </span>
                  ${next && filled === figure.book_columns.length - 1 ? html`<small>${t("table.book.and-row")}</small>` : null}
                </span>
              </td>`;
              })}
              <td class="noble">
                <span class="tv-cell" tabindex="0" ...${tip(() => rowAbout(one, figure.book_columns.length, r))}>
                  <${Icon} name="crown" />
                  <span class="dots" aria-hidden="true">
                    ${figure.book_columns.map((_, c) => html`<i key=${c} class=${one.book[c] > r ? "on" : ""}></i>`)}
                  </span>
                  <span>
                    ${filled === figure.book_columns.length ? t("table.book.row-full") : t("table.book.row-left", { n: figure.book_columns.length - filled })}
                  </span>
                </span>
              </td>
            </tr>`;
          })}
        </tbody>
        <tfoot>
          <tr>
            ${figure.book_columns.map(
              (column, c) => html`<td key=${column}>
              <span class="tv-book-who">
                ${open(c).map(
                  (
                    guest,
                  ) => html`<span key=${guest.place} class=${may({ kind: "recruit", place: guest.place }).offer !== null ? "on" : "off"}
                  title=${cardName(guest.card ?? "")}>
                  <${Face} card=${guest.card ?? ""} />
                  <${Mug} n=${figure.cards[guest.card ?? ""].price} />
                </span>`,
                )}
              </span>
            </td>`,
            )}
            <td><span class="tv-book-label">${t("table.book.who")}</span></td>
          </tr>
        </tfoot>
      </table>
    </div>
  <//>`;
}

/** Another inn, whole. @param {{seat: number}} props */
function Inn({ seat }) {
  const now = board.value;
  const figure = figures.value;
  if (now === null || figure === null) return null;
  const one = now.seats[seat - 1];
  /** @type {Counts} */
  const all = {};
  const add = (/** @type {string | null} */ card, n = 1) => {
    if (card !== null) all[card] = (all[card] ?? 0) + n;
  };
  for (const pile of [cardsIn(one.deck), one.discard, one.staff])
    for (const [card, n] of Object.entries(pile)) add(card, n);
  for (const place of one.tables)
    if (place.nobles > 0) add("noble", place.nobles);
    else add(place.card);
  return html`<${Sheet} title=${t("table.inn.of", { name: seatName(seat) })} onClose=${hide} wide=${true}
    class="tv-window tv-inn-window">
    <div class="tv-inn-head">
      <${Mark} seat=${seat} />
      <span>${doingNow(now, seat)}</span>
      <span class="tv-strip-stores">
        <span><${Icon} name="thaler" label=${t("n.thalers", { n: one.thalers })} />${one.thalers}</span>
        <span><${Icon} name="beer" label=${t("n.beer", { n: one.beer })} />${one.beer}</span>
        <span><${Icon} name="schnapps" label=${t("n.schnapps", { n: one.schnapps })} />${one.schnapps}</span>
        <span><${Icon} name="points" label=${t("n.points", { n: one.points })} />${one.points}</span>
      </span>
    </div>
    <${TavernText} board=${now} figures=${figure} seat=${seat} />
    <div class="tv-inn-stage"><${Tavern} board=${now} figures=${figure} seat=${seat} live=${false} /></div>
    <section class="tv-inn-cards">
      <h3>${t("table.inn.cards", { n: total(all) })}</h3>
      <ul>
        ${Object.entries(all).map(
          ([card, n]) => html`<li key=${card} title=${cardName(card)}>
          <${Face} card=${card} />
          <b>${n}</b>
          <span class="unseen">${cardName(card)}</span>
        </li>`,
        )}
      </ul>
      ${
        one.deck.top.length > 0
          ? html`<div class="tv-inn-next">
        <p><b>${t("table.piles.next")}</b><span>${t("table.inn.next.text")}</span></p>
        <ul>
          ${one.deck.top.map(
            (card, i) => html`<li key=${i} title=${cardName(card)}>
            <${Face} card=${card} />
            <span class="unseen">${cardName(card)}</span>
          </li>`,
          )}
        </ul>
      </div>`
          : null
      }
    </section>
  <//>`;
}

/** The fire-eater's and the juggler's choices. @param {{name: string}} props */
function Entertainer({ name }) {
  const one = me.value;
  const found = one?.entertainers.find((other) => other.entertainer === name);
  if (one === null || found === undefined) return null;
  let choices = html``;
  if (name === "fire" && found.side === 1)
    choices = html`
      ${one.areas
        .filter((area) => !area.upgraded)
        .map(
          (area) => html`<li key=${area.area}>
        <${Doing} what=${{ kind: "entertain-upgrade", area: area.area }} class="tv-choice" label=${areaName(area.area)}
          about=${() => ({ title: areaName(area.area), text: areaText(area.area, true) })}>
          <span class="tv-choice-art"><${Scene} area=${area.area} /></span>
          <span>${areaName(area.area)}</span>
        <//>
      </li>`,
        )}
    `;
  else if (name === "fire")
    choices = html`
      ${one.tables
        .filter((place) => place.card !== null)
        .map(
          (place) => html`<li key=${place.space}>
        <${Doing} what=${{ kind: "entertain-remove", space: place.space }} class="tv-choice"
          label=${t("table.remove", { guest: cardName(place.card ?? ""), space: spaceName(place.space) })}>
          <${Face} card=${place.card ?? ""} />
          <span>${cardName(place.card ?? "")}</span>
        <//>
      </li>`,
        )}
    `;
  else {
    const faces = [...new Set(one.dice.filter((die) => die.at === "tray").map((die) => die.face))].sort();
    choices = html`
      ${faces.map(
        (from) => html`<li key=${from} class="tv-turn">
          <span class="tv-turn-from"><${Die} face=${from} /></span>
          <${Drawing} name="u-arrow" />
          ${[1, 2, 3, 4, 5, 6].filter((to) => to !== from).map((to) => html`<${Doing} key=${to} what=${{ kind: "turn", face: from, to }} class="tv-turn-to"><${Die} face=${to} /><//>`)}
        </li>`,
      )}
    `;
  }
  return html`<${Sheet} title=${entertainerName(name)} onClose=${hide} class="tv-window">
    <p class="tv-hint">${entertainerText(name, found.side)} ${t("table.entertainer.have", { n: one.schnapps })}</p>
    <ul class="tv-choices">${choices}</ul>
  <//>`;
}

/** Log and chat side by side. */
function LogWindow() {
  return html`<${Sheet} title=${t("table.log")} onClose=${hide} wide=${true} class="tv-window tv-log-window">
    <div class="tv-log"><${Log} /><${Chat} /></div>
  <//>`;
}

const PACES = /** @type {const} */ (["instant", "brisk", "natural", "relaxed"]);

/** Everything around the game: settings, the pace of the bots, a bot for my seat, back to the start. */
function MenuWindow() {
  const [settings, open] = useState(false);
  const own = mine.value;
  const info = own === null ? undefined : table.value?.seats[own - 1];
  const bots = table.value?.seats.some((one) => one.bot !== null) ?? false;
  if (settings) return html`<${SettingsDialog} onClose=${hide} table=${table.value?.id} seat=${own} />`;
  return html`<${Sheet} title=${t("table.menu")} onClose=${hide} class="tv-window">
    <div class="tv-menu">
      ${
        bots
          ? html`<label class="field">
            <span>${t("start.pace")}</span>
            <select class="text"
              onChange=${(/** @type {any} */ event) => void send({ type: "pace", pace: event.currentTarget.value })}>
              ${PACES.map(
                (pace) => html`<option key=${pace} value=${pace} selected=${pace === table.value?.pace}>
                ${t(`start.pace.${pace}`)}
              </option>`,
              )}
            </select>
          </label>`
          : null
      }
      <button type="button" class="btn wide" data-first="" onClick=${() => open(true)}>
        <${Sign} name="settings" />
        ${t("core.settings")}
      </button>
      <button type="button" class="btn wide" data-open="learn"
        onClick=${() => {
          hide();
          openLesson();
        }}><${Sign} name="info" />${t("learn.title")}</button>
      <a class="btn wide" href="/rules" target="_blank" rel="noopener">
        <${Sign} name="rules" />
        ${t("table.menu.rules")}
      </a>
      <${EditionButton} info=${table.value} class="btn wide" />
      ${
        own === null || table.value?.daily?.counts || table.value?.lesson !== undefined
          ? null // nobody else plays a lesson, or one's attempt at the daily evening
          : info?.bot
            ? html`<button type="button" class="btn wide" data-seat="take-back" onClick=${() => {
                hide();
                takeBack();
              }}><${Sign} name="person" />${t("table.menu.take-back")}</button>`
            : html`<button type="button" class="btn wide" data-seat="hand" onClick=${() => show({ kind: "hand" })}>
              <${Sign} name="bot" />
              ${t("table.menu.bot")}
            </button>`
      }
      <button type="button" class="btn wide"
        onClick=${() => {
          hide();
          go("/");
        }}><${Sign} name="home" />${t("table.menu.leave")}</button>
    </div>
  <//>`;
}

/**
 * The window that is open, if any. `Upgrading`: how an upgrade is offered on a small screen.
 * @param {{Upgrading?: (props: {area: string}) => unknown}} props
 */
export function Overlays({ Upgrading = Upgrade }) {
  const now = overlay.value;
  const seat = now?.seat ?? 1;
  switch (now?.kind) {
    case "upgrade":
      return html`<${Upgrading} area=${now.area ?? ""} key=${now.area} />`;
    case "piles":
      return html`<${PilesWindow} seat=${seat} />`;
    case "points":
      return html`<${PointsWindow} seat=${seat} />`;
    case "book":
      return html`<${Book} seat=${seat} />`;
    case "inn":
      return html`<${Inn} seat=${seat} key=${seat} />`;
    case "entertainer":
      return html`<${Entertainer} name=${now.name ?? ""} />`;
    case "last-call":
      return html`<${LastCall} />`;
    case "log":
      return html`<${LogWindow} />`;
    case "recap":
      return html`<${RecapWindow} />`;
    case "keys":
      return html`<${HelpDialog} onClose=${hide} />`;
    case "hand":
      return html`<${HandWindow} />`;
    case "menu":
      return html`<${MenuWindow} />`;
    default:
      return null;
  }
}
