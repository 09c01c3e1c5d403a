// What the game is about: a card that says what one plays for, shown once to newcomers, and two pages with pictures on
// how an evening goes and what makes an inn great. Every number comes from the edition.
import { html, signal, useEffect, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { figures as atTable } from "../core/game.js";
import { phaseMark, phaseName, t } from "../core/i18n.js";
import { wide } from "../core/settings.js";
import { areaName, capital } from "../core/words.js";
import { MODULES } from "../start/plan.js";
import { Dialog } from "../ui/dialog.js";
import { Coin, Die, Drawing, Icon, Mug, Shield, Sign, lookOf } from "../ui/pieces.js";
import { Scene, Work } from "../ui/signs.js";

// --- the figures: those of the table one sits at, else those of the reference edition

/** @typedef {import("../types.js").Figures} Figures */
const reference = signal(/** @type {Figures | null} */ (null));

/** @returns {Figures | null} */
function useFigures() {
  useEffect(() => {
    if (atTable.value === null && reference.value === null)
      get("/api/editions/reference/figures").then(
        (found) => (reference.value = found),
        () => {},
      );
  }, []);
  return atTable.value ?? reference.value;
}

// --- small pictures

/** A face in a frame. @param {{name: string, class?: string}} props */
const Face = ({ name, class: kind = "" }) =>
  html`<span class=${`learn-face ${kind}`}><${Drawing} name=${name} /></span>`;

/** Arrows for dice that are passed on. */
const Then = () => html`<span class="learn-then" aria-hidden="true"><${Sign} name="right" /></span>`;

/** The coaster with four white dice. */
const Coaster = () =>
  html`<span class="learn-coaster">${[3, 5, 1, 6].map((face) => html`<${Die} key=${face} face=${face} label="" />`)}</span>`;

/** A guest who asks for a number and pays. @param {{card: string, figures: Figures}} props */
function Guest({ card, figures }) {
  const one = figures.cards[card];
  return html`<span class="learn-guest"><${Face} name=${lookOf(card).portrait} class="arch" />
    <span class="learn-asks"><${Die} face=${one.asks} label="" /><${Coin} n=${one.pays} /></span></span>`;
}

/** A guest of the deck, cheap enough to be met early. @param {Figures} figures @param {number} price */
const guestFor = (figures, price) =>
  Object.entries(figures.cards).find(([, one]) => one.kind === "guest" && one.price === price)?.[0] ??
  Object.keys(figures.cards).find((card) => figures.cards[card].kind === "guest") ??
  "noble";
/** @param {Figures} figures */
const regular = (figures) =>
  Object.keys(figures.cards).find((card) => figures.cards[card].kind === "regular") ?? "noble";

// --- the card: what one plays for

/** @param {{level?: 2 | 3}} props */
export function AboutCard({ level = 2 }) {
  const figures = useFigures();
  const H = `h${level}`;
  if (figures === null) return html`<p aria-busy="true">${t("pages.loading")}</p>`;
  const points = figures.cards.noble?.points ?? 10;
  const [one, two, three] = figures.noble_prices;
  const cheapest = Math.min(...Object.values(figures.areas).map((area) => area.price));
  const walks = figures.monastery.filter((bonus) => bonus?.what === "noble").length;
  const guests = Object.values(figures.cards).filter((card) => card.kind === "guest");
  const prices = guests.map((guest) => guest.price);
  return html`<div class="about-card">
    <div class="about-noble" aria-hidden="true">
      <span class="about-arch"><${Drawing} name="p-noble" /></span>
      <${Shield} n=${points} />
    </div>
    <div class="about-words">
      <${H}>${t("learn.goal")}</${H}>
      <p class="about-lead">${t("learn.goal.lead", { rounds: figures.rounds })}</p>
      <p>${t("learn.goal.nobles", { n: points, most: Math.max(...guests.map((guest) => guest.points)) })}</p>
    </div>
    <ul class="about-ways" aria-label=${t("learn.ways")}>
      <li>
        <span class="about-pic" aria-hidden="true"><${Scene} area="barrel" /><${Icon} name="upgrade" /></span>
        <span><b>${t("learn.way.upgrade")}</b> ${t("learn.way.upgrade.words", { n: cheapest })}</span>
      </li>
      <li>
        <span class="about-pic" aria-hidden="true"><${Mug} n=${one} /></span>
        <span><b>${t("learn.way.beer")}</b> ${t("learn.way.beer.words", { one, two, three })}</span>
      </li>
      <li>
        <span class="about-pic" aria-hidden="true"><${Drawing} name=${lookOf(guestFor(figures, 4)).portrait} /><${Icon} name="points" /></span>
        <span><b>${t("learn.way.guests")}</b> ${t("learn.way.guests.words", { least: Math.min(...prices), most: Math.max(...prices) })}</span>
      </li>
      ${
        walks > 0
          ? html`<li>
        <span class="about-pic" aria-hidden="true"><${Drawing} name="p-monk" /><${Icon} name="monastery" /></span>
        <span><b>${t("learn.way.monastery")}</b> ${t("learn.way.monastery.words", { n: walks })}</span>
      </li>`
          : null
      }
      ${
        figures.modules >= 3
          ? html`<li>
        <span class="about-pic" aria-hidden="true"><${Icon} name="reputation" /><${Icon} name="book" /></span>
        <span><b>${t("learn.way.more")}</b> ${t("learn.way.more.words")}</span>
      </li>`
          : null
      }
    </ul>
    <p class="about-rest">${t("learn.goal.rest")}</p>
  </div>`;
}

// --- page 1: an evening

/** @type {{letter: string, picture: (figures: Figures) => unknown}[]} */
const EVENING = [
  {
    letter: "A",
    picture: () =>
      html`<span class="learn-sky"><${Icon} name="moon" />${[1, 2, 3].map((n) => html`<b key=${n}>${n}</b>`)}</span>`,
  },
  {
    letter: "B",
    picture: (figures) =>
      html`
        <${Face} name=${lookOf(regular(figures)).portrait} class="arch" />
        <${Face} name=${lookOf(guestFor(figures, 4)).portrait} class="arch" />
        <${Face} name="p-noble" class="arch royal" />
      `,
  },
  {
    letter: "C",
    picture: () => html`<${Face} name="p-server" class="arch" /><${Then} /><${Die} face=${4} seat=${1} label="" />`,
  },
  { letter: "D", picture: () => html`<${Coaster} />` },
  {
    letter: "E",
    picture: (figures) =>
      html`
        <${Guest} card=${guestFor(figures, 4)} figures=${figures} />
        <span class="learn-area">
          <${Scene} area="brewer" />
          <span><${Die} face=${1} label="" /><${Die} face=${6} label="" /></span>
        </span>
      `,
  },
  {
    letter: "F",
    picture: (figures) =>
      html`
        <span class="learn-pair">
          <${Coin} n=${figures.cards.server.price} />
          <${Then} />
          <${Face} name="p-server" class="card" />
        </span>
        <span class="learn-pair">
          <${Mug} n=${figures.noble_prices[0]} />
          <${Then} />
          <${Face} name="p-noble" class="card royal" />
        </span>
      `,
  },
];

/** @param {{level?: 2 | 3}} props */
export function EveningPage({ level = 2 }) {
  const figures = useFigures();
  const [H, Small] = [`h${level}`, `h${level + 1}`];
  if (figures === null) return html`<p aria-busy="true">${t("pages.loading")}</p>`;
  const kept = {
    tables: figures.areas.tables.basic,
    safe: figures.areas.safe.basic,
    store: figures.areas.beer_storage.basic,
    rounds: figures.rounds,
  };
  return html`<div class="learn-page">
    <${H}>${t("learn.evening")}</${H}>
    <ol class="learn-steps">
      ${EVENING.map(
        ({ letter, picture }) => html`<li key=${letter}>
          <span class="learn-picture" aria-hidden="true">${picture(figures)}</span>
          <span class="learn-words">
            <${Small}><i>${phaseMark(letter)}</i> ${phaseName(letter)}</${Small}>
            <span>${t(`learn.phase.${letter.toLowerCase()}`, kept)}</span>
          </span>
        </li>`,
      )}
    </ol>
    <p class="learn-note">
      <${Icon} name="candle" /> <span><b>${phaseName("G")}</b> ${t("learn.phase.g", kept)}</span>
    </p>
  </div>`;
}

// --- page 2: what makes an inn great

const AREAS = ["cashbox", "barrel", "brewer", "monk", "tables", "server", "dishwasher", "safe", "beer_storage"];
const GIVES = /** @type {{[area: string]: string}} */ ({
  cashbox: "thaler",
  barrel: "beer",
  brewer: "beer",
  monk: "monastery",
  tables: "table",
  server: "die",
  dishwasher: "plus1",
  safe: "thaler",
  beer_storage: "beer",
});
const STAFF = ["server", "dishwasher", "table", "barback", "brewer"];

/** @param {{level?: 2 | 3}} props */
export function InnPage({ level = 2 }) {
  const figures = useFigures();
  const [H, Small] = [`h${level}`, `h${level + 1}`];
  if (figures === null) return html`<p aria-busy="true">${t("pages.loading")}</p>`;
  const dear = guestFor(figures, 7);
  const guest = figures.cards[dear];
  return html`<div class="learn-page learn-inn">
    <${H}>${t("learn.inn")}</${H}>
    <section class="learn-block">
      <span class="learn-picture" aria-hidden="true">
        <${Guest} card=${regular(figures)} figures=${figures} />
        <${Then} />
        <${Guest} card=${dear} figures=${figures} />
        <${Shield} n=${guest.points} />
      </span>
      <span class="learn-words">
        <${Small}>${t("learn.deck")}</${Small}>
        <span>${t("learn.deck.words", { pays: guest.pays, n: guest.points })}</span>
      </span>
    </section>
    <section class="learn-block">
      <span class="learn-picture" aria-hidden="true">
        ${STAFF.map(
          (card) => html`<span key=${card} class="learn-staff">
          <${Face} name=${`p-${card}`} class="card" />
          <small><${Work} card=${card} /></small>
        </span>`,
        )}
      </span>
      <span class="learn-words"><${Small}>${t("learn.staff")}</${Small}><span>${t("learn.staff.words")}</span></span>
    </section>
    <section class="learn-block tall whole">
      <span class="learn-words">
        <${Small}>${t("learn.upgrades")}</${Small}>
        <span>${t("learn.upgrades.words")}</span>
      </span>
      <ul class="learn-areas">
        ${AREAS.map(
          (area) => html`<li key=${area}>
            <${Scene} area=${area} />
            <b>${capital(areaName(area))}</b>
            <span class="learn-gain">
              ${figures.areas[area].basic}
              <${Then} />
              ${figures.areas[area].upgraded}
              <${Icon} name=${GIVES[area]} />
            </span>
            <span class="learn-price"><${Coin} n=${figures.areas[area].price} /></span>
          </li>`,
        )}
      </ul>
    </section>
    <section class="learn-block">
      <span class="learn-picture" aria-hidden="true">
        <${Face} name="p-counter" class="card" />
        <${Then} />
        <${Icon} name="deck" />
        <em>${t("phases.or")}</em>
        <${Icon} name="monastery" />
      </span>
      <span class="learn-words"><${Small}>${t("learn.home")}</${Small}><span>${t("learn.home.words")}</span></span>
    </section>
    <section class="learn-block tall">
      <span class="learn-words"><${Small}>${t("learn.modules")}</${Small}></span>
      <ul class="learn-modules">
        ${MODULES.slice(1).map(({ icon, name, words }, i) => html`<li key=${name}><i>${i + 2}</i><${Icon} name=${icon} /><span><b>${t(name)}</b> ${t(words)}</span></li>`)}
      </ul>
    </section>
    <p class="learn-note"><${Icon} name="crown" /> <span>${t("learn.tip")}</span></p>
  </div>`;
}

// --- where they are shown

/** All of it, one below the other, before the numbered rules. */
export const HowToPlay = () =>
  html`<section class="learn" id="learn" tabindex="-1" aria-label=${t("learn.title")}>
    <${AboutCard} />
    <${EveningPage} />
    <${InnPage} />
  </section>`;

const PAGES = [AboutCard, EveningPage, InnPage];

/**
 * The same as a window, page by page, from the card on.
 * @param {{onClose: () => void, first?: boolean}} props `first`: shown to a newcomer, who is about to play
 */
export function HowToPlayDialog({ onClose, first = false }) {
  const [at, turn] = useState(0);
  const Page = PAGES[at];
  const done = html`<button type="button" class="btn gold" data-done="" ...${at === 0 ? { "data-first": "" } : {}} onClick=${onClose}>
    ${first ? t("learn.play") : t("core.close")}
  </button>`;
  const foot = html`
    <span class="learn-dots" aria-label=${t("learn.page", { n: at + 1, all: PAGES.length })} role="img">
      ${PAGES.map((_, i) => html`<i key=${i} class=${i === at ? "now" : ""}></i>`)}
    </span>
    ${
      at > 0
        ? html`<button type="button" class="btn" aria-label=${t("learn.back")} onClick=${() => turn(at - 1)}>
      <${Sign} name="left" /> ${wide.value ? t("learn.back") : null}
    </button>`
        : null
    }
    ${
      at < PAGES.length - 1
        ? html`<button type="button" class="btn" data-next="" onClick=${() => turn(at + 1)}>
      ${!wide.value ? t("learn.next") : at === 0 ? t("learn.evening") : t("learn.inn")} <${Sign} name="right" />
    </button>`
        : null
    }
    ${done}
  `;
  return html`<${Dialog} title=${t("learn.title")} wide class="learn-dialog" foot=${foot} onClose=${onClose}>
    <div class="learn" key=${at} role="group" aria-label=${t("learn.title")} tabindex="0"><${Page} level=${3} /></div>
  <//>`;
}
