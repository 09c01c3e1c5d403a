// The bartender on the table, with the counter and the ring of reputation around; and the entertainers.
import { html } from "../../vendor/preact.js";
import { ringAbout } from "../core/about.js";
import { asked, legal } from "../core/game.js";
import { t } from "../core/i18n.js";
import { may } from "../core/interaction.js";
import { bonusWords, entertainerName, entertainerText } from "../core/words.js";
import { tip, Told } from "../ui/explain.js";
import { Drawing, Icon, MARKS } from "../ui/pieces.js";
import { ENTERTAINERS, iconOf, named, sentences } from "../ui/signs.js";
import { Doing, show } from "./state.js";

/** The entertainers, those still to come as shadows. @param {{one: SeatOn, figures: Figures, live: boolean}} props */
export function Entertainers({ one, figures, live }) {
  const names = Object.keys(figures.entertainers);
  if (names.length === 0) return null;
  return html`<li class="tv-entertainers">
    <ul>
      ${names.map((name) => {
        const found = one.entertainers.find((other) => other.entertainer === name);
        const look = ENTERTAINERS[name] ?? ENTERTAINERS.juggler;
        const round =
          figures.evenings.findIndex((options) =>
            options.some((bonus) => bonus.what === "entertainer" && bonus.name === name),
          ) + 1;
        if (found === undefined)
          return html`<li key=${name} class="tv-entertainer locked">
            <${Told} class="tv-entertainer-in"
              about=${() => ({ title: t("table.entertainer.later", { name: entertainerName(name), round }), text: t("about.entertainer", { one: entertainerText(name, 1), two: entertainerText(name, 2) }), rule: "M2-3" })}>
              <span class="tv-entertainer-art"><${Drawing} name=${look.art} /></span>
              <span class="tv-entertainer-text">${t("table.entertainer.comes", { round })}</span>
            <//>
          </li>`;
        const inside = html`
        <span class="tv-entertainer-art"><${Drawing} name=${look.art} /></span>
        <span class="tv-entertainer-text">
          <span>${found.cost}<${Icon} name="schnapps" /></span>
          <span>${found.gain > 1 ? found.gain : ""}<${Icon} name=${look.gives[found.side - 1]} /></span>
        </span>
      `;
        const about = () => ({ title: entertainerName(name), text: entertainerText(name, found.side) });
        const label = t("table.entertainer.words", {
          name: entertainerName(name),
          text: entertainerText(name, found.side),
        });
        return html`<li key=${name} class="tv-entertainer">
        ${
          live && name === "money"
            ? html`<${Doing} what=${{ kind: "entertain" }} class="tv-entertainer-in" label=${label} about=${about}>${inside}<//>`
            : live && asked.value && (name === "fire" || found.side === 2)
              ? html`<button type="button" class=${`tv-entertainer-in ${offered(name) ? "lit" : "dim"}`}
                data-open=${`entertainer-${name}`} data-extra="" aria-haspopup="dialog"
                onClick=${() => show({ kind: "entertainer", name })} ...${tip(about)}>${named(label, inside)}</button>`
              : html`<span class="tv-entertainer-in" tabindex="0" role="img" aria-label=${label} ...${tip(about)}>
                ${inside}
              </span>`
        }
      </li>`;
      })}
    </ul>
  </li>`;
}

/** Whether an entertainer with choices has one open. @param {string} name */
const offered = (name) => asked.value && [...legal.value.values()].some((one) => one.entertainer === name);

/** Where the spaces of the ring lie, as part of the counter's width and height. @param {number} n */
function ringPlaces(n) {
  const up = 3;
  const top = n - 2 * up;
  const out = [];
  for (let i = 0; i < n; i += 1) {
    if (i < up) out.push({ x: 20, y: 106 - 30 * i });
    else if (i < up + top) out.push({ x: 46 + (192 * (i - up)) / Math.max(1, top - 1), y: 18 });
    else out.push({ x: 264, y: 46 + 30 * (i - up - top) });
  }
  return out;
}

/**
 * The bartender behind his counter, the reputation around him, counter guests on their stools.
 * @param {{board: Board, one: SeatOn, figures: Figures, seat: number, live: boolean}} props
 */
export function Bartender({ board, one, figures, seat, live }) {
  const ring = figures.ring.slice(1);
  const places = ringPlaces(ring.length);
  const n = one.counter_guests;
  const label = n === 0 ? t("table.counter.none") : t("table.counter", { n });
  const standing = figures.ring[one.reputation] ?? null;
  const words =
    ring.length === 0
      ? ""
      : one.reputation === 0
        ? t("table.ring.off")
        : t("table.ring.at", {
            space: one.reputation,
            all: ring.length,
            what: standing === null ? "" : bonusWords(standing),
          });
  const lit = live && may({ kind: "counter-guest" }).offer !== null;
  return html`<li class="tv-bar" data-thing=${`seat-${seat}-bar`}>
    <span class="tv-bar-in">
      <svg class="tv-host" viewBox="0 0 100 100" aria-hidden="true"><use href="#p-host" /></svg>
      <span class="tv-counter"></span>
      ${
        ring.length > 0
          ? html`<svg class="tv-ring" viewBox="0 0 284 137" role="group" aria-label=${words}>
            <path d="M20 106 V44 Q20 18 46 18 H238 Q264 18 264 44 V106" fill="none" stroke="var(--wood-38)" stroke-width="13"
              stroke-linecap="round" opacity=".55" />
            <path d="M20 106 V44 Q20 18 46 18 H238 Q264 18 264 44 V106" fill="none" stroke="var(--parchment-86)" stroke-width="7"
              stroke-linecap="round" stroke-dasharray="1 9" />
            ${ring.map((bonus, i) => {
              const { x, y } = places[i];
              const what = bonus?.what ?? "points";
              const fill =
                what === "signature"
                  ? "var(--brick-65)"
                  : what === "schnapps" || what === "toast"
                    ? "var(--glass-79)"
                    : what === "crown"
                      ? "var(--royal-39)"
                      : "var(--parchment-92)";
              const about = () => ringAbout(board, figures, i + 1);
              const said = about();
              return html`<g key=${i} class="tv-spot" role="img" tabindex="-1" data-ring=${i + 1}
                aria-label=${sentences(`${said.title}.`, said.text, said.note)} ...${tip(about)}>
                <circle class="o" cx=${x} cy=${y} r="12.6" fill=${fill} />
                ${
                  what === "points"
                    ? html`<text class="n" x=${x} y=${y + 6} font-size="18">${bonus?.count}</text>`
                    : html`<use href=${`#i-${bonus === null ? "points" : iconOf(bonus)}`} x=${x - 9} y=${y - 9} width="18"
                      height="18" />`
                }
                ${what === "toast" ? html`<use href="#i-denied" x=${x} y=${y - 1} width="13" height="13" />` : null}
                <circle class="tv-spot-ring" cx=${x} cy=${y} r="15" />
              </g>`;
            })}
            ${board.seats.map((other, i) => {
              if (other.reputation === 0 || i + 1 === seat) return null;
              const { x, y } = places[other.reputation - 1];
              const k = board.seats
                .slice(0, i)
                .filter((before, j) => before.reputation === other.reputation && j + 1 !== seat).length;
              return html`<g class=${`mark-${i + 1}`} key=${`m${i}`}>
                <use href=${`#m-${MARKS[i]}`} x=${x + 5 + k * 5} y=${y + 4} width="11" height="11" />
              </g>`;
            })}
            ${
              one.reputation > 0
                ? html`<g class=${`mark-${seat}`} key="mine">
                  <circle class="tv-ring-mine" cx=${places[one.reputation - 1].x} cy=${places[one.reputation - 1].y}
                    r="14.5" fill="none" stroke-width="4.4" />
                  <circle cx=${places[one.reputation - 1].x} cy=${places[one.reputation - 1].y} r="17.2" fill="none"
                    stroke="var(--ink)" stroke-width="1.2" />
                </g>`
                : null
            }
          </svg>`
          : null
      }
      ${Array.from(
        { length: Math.min(n, 3) },
        (
          _,
          i,
        ) => html`<svg key=${i} class=${`stool s${i}${lit ? " lit" : ""}`} viewBox="0 0 100 100" aria-hidden="true">
        <use href=${`#p-counter${i === 1 ? "2" : i === 2 ? "3" : ""}`} />
      </svg>`,
      )}
      ${
        n > 0 && live
          ? html`<${Doing} what=${{ kind: "counter-guest" }} class="tv-counter-use" label=${t("table.counter.use", { n })}
            about=${() => ({ title: label, text: t("table.counter.about") })}>
            <span>1</span>
            <${Icon} name="monastery" />
            <small>${t("table.each")}</small>
            ${n > 3 ? html`<span class="times">×${n}</span>` : null}
          <//>`
          : html`<${Told} class="tv-counter-use plain" about=${() => ({ title: label, text: t("table.counter.about") })}>
            ${n > 0 ? label : t("table.counter.empty")}
          <//>`
      }
    </span>
  </li>`;
}
