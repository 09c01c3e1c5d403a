// A tavern as it lies on the table: guests at their tables, staff, areas, entertainers, the bartender with his ring.
// With `live` it is mine and can be played with; without, it only shows.
import { html } from "../../vendor/preact.js";
import { hand } from "../core/game.js";
import { t } from "../core/i18n.js";
import { may } from "../core/interaction.js";
import { bookRows, diceAt, size } from "../core/turn.js";
import { alsoCalled, bonusName, cardName, cardNames, cardText, isHouse, seatName, spaceName } from "../core/words.js";
import { tip } from "../ui/explain.js";
import { Coin, Face, Icon, Key, Mark, Sign } from "../ui/pieces.js";
import { iconOf, named, Work } from "../ui/signs.js";
import { Area, Ribbon } from "./areas.js";
import { Bartender, Entertainers } from "./bartender.js";
import { Asked, lightOf, pressing, spaceWords, spoken, Standing } from "./spaces.js";
import { Doing, grab, letterOf, playedAt, show } from "./state.js";

/**
 * One table with who sits at it.
 * @param {{table: TableOn, one: SeatOn, seat: number, live: boolean, extra: boolean}} props
 */
function Table({ table, one, seat, live, extra }) {
  const { space, state, card, nobles, pays } = table;
  const dice = diceAt(one, space);
  const name =
    card === null
      ? t(state === "gone" ? "table.place.gone" : "table.place.free", { space: spaceName(space) })
      : t("table.place", { space: spaceName(space), guest: cardName(card) });
  const text = card === null ? t(`about.table.${state === "gone" ? "gone" : "free"}`) : cardText(card);
  const inside = html`
    <span class="alcove">
      ${card !== null ? html`<${Face} card=${card} class="card-art wall" />` : html`<span class="tv-nobody">${state === "gone" ? html`<${Icon} name="denied" />` : null}</span>`}
    </span>
    <span class="name-board">
      <span>${card !== null ? cardName(card) : t(state === "gone" ? "table.gone" : "table.free")}</span>
    </span>
    <span class="plank">
      ${
        card === null
          ? null
          : state === "paid"
            ? html`
              <span class="paid-sign"><${Sign} name="check" /><span>${t("table.paid")}</span></span>
              <${Coin} n=${pays ?? 0} />
            `
            : html`
              <${Coin} n=${pays ?? 0} />
              <span class=${`slot${dice.length > 0 ? " full" : ""}`}>
                ${dice.length > 0 ? html`<${Standing} one=${one} die=${dice[0]} seat=${seat} space=${space} />` : html`<${Asked} one=${one} space=${space} />`}
              </span>
            `
      }
    </span>
    ${nobles > 1 ? html`<span class="times">×${nobles}</span>` : null}
    ${extra ? html`<span class="table-card"><${Icon} name="table" /></span>` : null}
    <svg class="tv-lantern" viewBox="0 0 24 40" aria-hidden="true"><use href="#s-lantern" /></svg>
    ${live && letterOf(space) && state !== "paid" && card !== null ? html`<${Key} name=${letterOf(space).toUpperCase()} />` : null}
  `;
  const words = spaceWords(
    one,
    space,
    card !== null ? cardName(card) : name,
    text,
    state === "open" && pays !== null ? { thalers: pays } : {},
    card !== null && isHouse(`guests.${card}.`, `regulars.${card}.`),
  );
  const spokenName = t("table.place.words", { name, words: text });
  return html`<li class=${`tv-table ${state}${lightOf(space, live)}`} data-thing=${`seat-${seat}-${space}`}>
    ${
      live
        ? html`<button
          type="button"
          class="tv-table-in"
          data-space=${space}
          data-action=${playedAt(space)?.action}
          aria-disabled=${playedAt(space) === null && dice.length === 0 ? "true" : undefined}
          onClick=${pressing(space, words)}
          onPointerDown=${dice.length > 0 ? grab(dice[0]) : undefined}
          ...${tip(words)}
        >
          ${named(spoken(one, space, spokenName), inside)}
        </button>`
        : html`<span class="tv-table-in" role="img" tabindex="0"
          aria-label=${t("table.place.state", { name: spokenName, state: t(`table.state.${state}`), dice: dice.map((die) => die.face).join(", ") || "–" })}
          ...${tip(() => ({ title: name, text }))}>${inside}</span>`
    }
  </li>`;
}

/** Cards of one kind at work tonight. @param {{one: SeatOn, card: string, live: boolean}} props */
function Staff({ one, card, live }) {
  const n = one.staff[card] ?? 0;
  if (n === 0) return html`<li class="tv-staff none" aria-hidden="true"><span class="tv-staff-empty"></span></li>`;
  const song = may({ kind: "bard" });
  const sing = card === "bard" && live && (song.offer !== null || song.why !== null);
  const free = card === "dishwasher" ? one.dishwashers_free : null;
  const inside = html`<span class=${`paper-card tv-staff-card${n > 1 ? " many" : ""}`}>
      <${Face} card=${card} class="card-art" /><span class="tv-staff-gives"><${Work} card=${card} /></span>
    </span>
    ${n > 1 ? html`<span class="times">×${n}</span>` : null}
    <span class="tv-staff-name">${cardName(card)}</span>`;
  const about = () => ({
    title: cardNames(card, n),
    text: cardText(card),
    note: free === null ? undefined : t("table.dishwashers", { n: free, all: one.dishwashers }),
  });
  return html`<li class=${`tv-staff${free === 0 ? " spent" : ""}`} data-thing=${`staff-${card}`}>
    ${
      sing
        ? html`<${Doing} what=${{ kind: "bard" }} class="tv-staff-in" label=${t("table.bard", { n })} about=${about}>${inside}<//>`
        : html`<span class="tv-staff-in" role="img" tabindex="0"
          aria-label=${t("table.staff", { cards: cardNames(card, n), text: cardText(card) })} ...${tip(about)}>
          ${inside}
        </span>`
    }
  </li>`;
}

/** Deck and discard pile; a press shows what is in them. @param {{one: SeatOn, seat: number}} props */
function Piles({ one, seat }) {
  const deck = size(one.deck);
  const discard = size(one.discard);
  return html`<button type="button" class="tv-piles" data-open="piles" aria-haspopup="dialog"
    onClick=${() => show({ kind: "piles", seat })}
    ...${tip(() => ({ title: t("table.piles", { deck, discard }), text: t("table.piles.about") }))}>
    ${named(
      t("table.piles", { deck, discard }),
      html`
        <span class="tv-pile">
          <span class="tv-pile-card face" data-thing=${`seat-${seat}-discard`}>
            ${one.last_discarded !== null ? html`<${Face} card=${one.last_discarded} class="card-art" />` : null}
            <b>${discard}</b>
          </span>
          <span>${t("table.discard")}</span>
        </span>
        <span class="tv-pile">
          <span class="tv-pile-card back" data-thing=${`seat-${seat}-deck`}>
            ${one.deck.top.length > 0 ? html`<${Face} card=${one.deck.top[0]} class="card-art next" />` : null}
            <b>${deck}</b>
          </span>
          <span>${t("table.deck")}</span>
        </span>
      `,
    )}
  </button>`;
}

/** What the next signature in each column would bring. @param {SeatOn} one @param {Figures} figures */
function nextInBook(one, figures) {
  const rows = bookRows(figures);
  const open = figures.book_columns.flatMap((column, c) =>
    rows[one.book[c]] === undefined
      ? []
      : [
          t("about.book.next", {
            column: column.replace("/", "–"),
            bonus: rows[one.book[c]][c] === null ? t("table.book.blank") : bonusName(rows[one.book[c]][c]),
          }),
        ],
  );
  return open.join(" · ");
}

/** The guest book in small; a press opens it. @param {{one: SeatOn, seat: number, figures: Figures}} props */
function SmallBook({ one, seat, figures }) {
  if (one.book.length === 0) return null;
  const signed = one.book.reduce((sum, n) => sum + n, 0);
  return html`<button type="button" class="tv-book" data-open="book" aria-haspopup="dialog"
    onClick=${() => show({ kind: "book", seat })}
    ...${tip(() => ({ title: t("table.book.open", { n: signed }), text: t("table.book.about"), note: nextInBook(one, figures), rule: "M5-2", house: isHouse("guest_book.") }))}>
    ${named(
      t("table.book.open", { n: signed }),
      html`
        <span class="tv-book-head"><span>${t("table.book")}</span><b>${signed}</b></span>
        <span class="tv-book-grid">
          ${figures.book_columns.map((column) => html`<u key=${column}>${column.replace("/", "·")}</u>`)}
          ${bookRows(figures).map((row, r) =>
            row.map(
              (bonus, c) => html`<i key=${`${r}-${c}`} class=${one.book[c] > r ? "signed" : ""}>
                ${one.book[c] > r ? html`<${Icon} name="signature" />` : bonus !== null ? html`<${Icon} name=${iconOf(bonus)} />` : null}
              </i>`,
            ),
          )}
        </span>
      `,
    )}
  </button>`;
}

/** A whole tavern. @param {{board: Board, figures: Figures, seat: number, live?: boolean, sign?: string}} props */
export function Tavern({ board, figures, seat, live = false, sign }) {
  const one = board.seats[seat - 1];
  const fixed = one.areas.find((area) => area.area === "tables")?.now ?? one.tables.length;
  const tables = one.areas.find((area) => area.area === "tables");
  const own = alsoCalled(seat);
  const crowd = one.tables.length + (tables !== undefined && !tables.upgraded ? 0.55 : 0);
  return html`<section
    class=${`tv-tavern${figures.winter ? " winter" : ""}${hand.value !== null && live ? " holding" : ""}${crowd > 5 ? " crowded" : ""}`}
    aria-label=${sign ?? t("table.inn.of", { name: seatName(seat) })}>
    <div class="tv-room">
      <div class="tv-room-left">
        <h2 class="tv-sign"><${Mark} seat=${seat} /><span>${own === "" ? (sign ?? seatName(seat)) : own}${own === "" ? null : html` <small>${t("table.inn.mine")}</small>`}</span></h2>
        <${Piles} one=${one} seat=${seat} />
        <svg class="tv-cat" viewBox="0 0 100 44" aria-hidden="true"><use href="#s-cat" /></svg>
      </div>
      <ul class="tv-tables" style=${{ "--n": crowd }} aria-label=${t("table.tables")} data-group="tables">
        ${one.tables.map((table, i) => html`<${Table} key=${table.space} table=${table} one=${one} seat=${seat} live=${live} extra=${i >= fixed} />`)}
        ${
          tables !== undefined && !tables.upgraded
            ? html`<li class="tv-table locked" data-area="tables" data-thing=${`seat-${seat}-tables`}>
          <span class="tv-table-in">
            <span class="alcove"></span>
            <span class="name-board"></span>
            <span class="plank"></span>
          </span>
          <${Ribbon} area=${tables} live=${live} />
        </li>`
            : null
        }
      </ul>
      <${SmallBook} one=${one} seat=${seat} figures=${figures} />
    </div>
    <div class="tv-rows" data-group="areas">
      <ul class="tv-row" aria-label=${t("table.areas")}>
        <${Staff} one=${one} card="server" live=${live} />
        <${Area} one=${one} area="server" seat=${seat} live=${live} />
        <${Area} one=${one} area="cashbox" seat=${seat} live=${live} />
        <${Area} one=${one} area="monk" seat=${seat} live=${live} />
        <${Entertainers} one=${one} figures=${figures} live=${live} />
        <${Area} one=${one} area="beer_storage" seat=${seat} live=${live} />
        <${Staff} one=${one} card="barback" live=${live} />
        ${figures.modules >= 3 ? html`<${Staff} one=${one} card="bard" live=${live} />` : null}
      </ul>
      <ul class="tv-row last" aria-label=${t("table.areas.more")}>
        <${Staff} one=${one} card="dishwasher" live=${live} />
        <${Area} one=${one} area="dishwasher" seat=${seat} live=${live} />
        <${Area} one=${one} area="safe" seat=${seat} live=${live} />
        <${Bartender} board=${board} one=${one} figures=${figures} seat=${seat} live=${live} />
        <${Area} one=${one} area="barrel" seat=${seat} live=${live} />
        <${Area} one=${one} area="brewer" seat=${seat} live=${live} />
        <${Staff} one=${one} card="brewer" live=${live} />
      </ul>
    </div>
  </section>`;
}
