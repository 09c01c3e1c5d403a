// Which figures a table plays with, and which of them are not the usual ones.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { t } from "../core/i18n.js";
import { areaName, bonusName, capital, cardName, entertainerName } from "../core/words.js";
import { problemWords } from "../start/states.js";
import { Dialog } from "../ui/dialog.js";
import { dress } from "./sheet.js";

/** @typedef {import("../types.js").EditionDifferences} EditionDifferences */
/** @typedef {import("../types.js").FigureDifference} FigureDifference */
/** @typedef {import("../types.js").CardDifference} CardDifference */

/** @param {{table: string, onClose: () => void}} props */
export function DifferencesWindow({ table, onClose }) {
  const [found, learn] = useState(/** @type {EditionDifferences | null} */ (null));
  const [wrong, tell] = useState("");
  useEffect(() => {
    Promise.all([get(`/api/tables/${table}/edition/differences`), dress()]).then(
      ([answer]) => learn(answer),
      (error) => tell(problemWords(error)),
    );
  }, [table]);
  return html`<${Dialog} title=${t("box.played")} onClose=${onClose} wide class="box-window">
    ${wrong ? html`<p>${wrong}</p>` : found === null ? html`<p>${t("pages.loading")}</p>` : html`<${Differences} found=${found} />`}
  <//>`;
}

/** @param {{found: EditionDifferences}} props */
function Differences({ found }) {
  const n = found.figures.length + found.cards.length;
  const parts = [...new Set(found.figures.map((one) => one.part))];
  return html`
    <p><b>${found.title}</b> ${t("box.digest", { digest: found.digest.slice(0, 12) })}</p>
    <p>${n === 0 ? t("box.differs.none") : t("box.differs", { n })} ${t("box.house", { n: found.house })}</p>
    ${parts.map((part) => html`<${Figures} key=${part} part=${part} figures=${found.figures.filter((one) => one.part === part)} />`)}
    ${found.cards.length > 0 ? html`<${Cards} cards=${found.cards} />` : null}
  `;
}

/** @param {{part: string, figures: FigureDifference[]}} props */
const Figures = ({ part, figures }) => html`<section class="box-differs" data-part=${part}>
  <h3>${t(`box.part.${part}`)}</h3>
  <table>
    <thead>
      <tr><td></td><th scope="col">${t("box.here")}</th><th scope="col">${t("box.usual")}</th></tr>
    </thead>
    <tbody>
      ${figures.map(
        (one) => html`<tr key=${JSON.stringify([one.name, one.number, one.column, one.what])}>
          <th scope="row">${figureName(one)}</th>
          <td>${figureWords(one.here)}</td>
          <td>${figureWords(one.usual)}</td>
        </tr>`,
      )}
    </tbody>
  </table>
</section>`;

/** @param {FigureDifference} one */
function figureName({ part, name, number, column, what }) {
  if (part === "supply") return capital(t(`box.supply.${name}`));
  if (part === "cards") return t("box.figure", { row: cardName(name), figure: t(`box.what.${what}`) });
  if (part === "areas") return t("box.figure", { row: areaName(name), figure: t(`box.what.${what}`) });
  if (part === "entertainers")
    return t("box.figure", {
      row: t("box.side", { name: entertainerName(name), n: number }),
      figure: t(`box.what.${what}`),
    });
  if (part === "noble") return capital(what === "beer" ? t("box.nobles", { n: number }) : t(`box.what.${what}`));
  if (part === "book") return capital(t("box.cell", { row: number, column }));
  const row = part === "summer" || part === "winter" ? "evening" : part === "start" ? "start" : "space";
  const space = capital(t(`box.row.${row}`, { n: number }));
  return what === "space" ? space : t("box.figure", { row: space, figure: t(`box.what.${what}`) });
}

/** @param {number | Bonus[]} figure */
const figureWords = (figure) =>
  typeof figure === "number" ? figure : figure.length === 0 ? bonusName(null) : figure.map(bonusName).join(" · ");

/** @param {{cards: CardDifference[]}} props */
const Cards = ({ cards }) => html`<section class="box-differs" data-part="guests">
  <h3>${t("box.part.guests")}</h3>
  <table>
    <thead>
      <tr>
        ${["cost", "die", "pays", "points", "bonus"].map((what) => html`<th scope="col" key=${what}>${t(`box.what.${what}`)}</th>`)}
        <th scope="col">${t("box.here")}</th>
        <th scope="col">${t("box.usual")}</th>
      </tr>
    </thead>
    <tbody>
      ${cards.map(
        (one) => html`<tr key=${JSON.stringify(one)}>
          <td>${one.cost || t("box.regular")}</td>
          <td>${one.die}</td>
          <td>${one.pays}</td>
          <td>${one.points}</td>
          <td>${bonusName(one.bonus)}</td>
          <td>${one.here}</td>
          <td>${one.usual}</td>
        </tr>`,
      )}
    </tbody>
  </table>
</section>`;
