// Puzzles: the list at /puzzles, and one of them at /puzzles/ID.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { learnWords, t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { LanguageChoice } from "../start/settings.js";
import { ErrorPage, Loading, problemWords } from "../start/states.js";
import { Drawing, Icon, Sign } from "../ui/pieces.js";
import { dressWith } from "../ui/sheet.js";
import { Grade } from "./grade.js";
import { following, learnPuzzles, list, puzzleOf, results, shown, solved, wish } from "./state.js";
import { PuzzleTable } from "./table.js";

/** @typedef {import("../types.js").PuzzleInfo} PuzzleInfo */

/** The icon of each theme. @type {By<string>} */
export const SIGNS = {
  draft: "die",
  "last-evening": "moon",
  "first-upgrade": "upgrade",
  upgrade: "upgrade",
  nobles: "crown",
  guests: "guest",
  staff: "server",
  regulars: "regular",
  entertainers: "entertainer",
  monastery: "monastery",
  reputation: "reputation",
  "guest-book": "book",
  schnapps: "schnapps",
  savings: "thaler",
  points: "points",
};

/** @param {{id?: string}} props */
export function PuzzlesPage({ id = "" }) {
  const [wrong, tell] = useState("");
  const [found, find] = useState(/** @type {{id: string, one: PuzzleInfo | null} | null} */ (null));
  const load = () => {
    tell("");
    Promise.all([dressWith("/static/css/puzzles.css"), learnWords("puzzles"), learnPuzzles()])
      .then(async () => ({ id, one: id === "" ? null : await puzzleOf(id) }))
      .then(find, (error) => tell(problemWords(error)));
  };
  useEffect(load, [id]);
  if (wrong !== "") return html`<${ErrorPage} title=${t("core.problem")} text=${wrong} again=${load} />`;
  if (found?.id !== id) return html`<${Loading} />`;
  if (found.one !== null) return html`<${PuzzleTable} key=${id} one=${found.one} />`;
  if (id !== "") return html`<${ErrorPage} title=${t("core.missing.title")} text=${t("core.missing.text")} />`;
  return html`<${Overview} />`;
}

/**
 * A choice among some.
 * @param {{label: string, value: string | number, options: [string | number, string][], onPick: (value: string) => void, name: string}} props
 */
const Pick = ({ label, value, options, onPick, name }) =>
  html`<label class="field puzzle-pick">
    <span>${label}</span>
    <select class="text" name=${name} onChange=${(/** @type {any} */ event) => onPick(event.currentTarget.value)}>
      ${options.map(([of, words]) => html`<option key=${of} value=${of} selected=${of === value}>${words}</option>`)}
    </select>
  </label>`;

/** What is to be listed. */
function Wishes() {
  const now = wish.value;
  const all = list.value ?? [];
  const set = (/** @type {Partial<typeof now>} */ change) => (wish.value = { ...now, ...change });
  const themes = Object.keys(SIGNS).filter((theme) => all.some((one) => one.theme === theme));
  const modules = [0, 1, 2, 3, 4, 5].filter((n) => n === 0 || all.some((one) => one.modules === n));
  return html`<div class="puzzle-wishes" role="group" aria-label=${t("puzzles.filter")}>
    <div class="segments" role="group" aria-label=${t("puzzles.module")}>
      ${modules.map(
        (n) => html`<button type="button" key=${n} aria-pressed=${now.modules === n ? "true" : "false"}
          aria-label=${n === 0 ? t("puzzles.any") : t("puzzles.module.n", { n })} onClick=${() => set({ modules: n })}>
          ${n === 0 ? t("puzzles.any") : n}
        </button>`,
      )}
    </div>
    <${Pick} label=${t("puzzles.theme")} name="theme" value=${now.theme} onPick=${(/** @type {string} */ theme) => set({ theme })}
      options=${[["", t("puzzles.any")], ...themes.map((theme) => [theme, t(`puzzles.theme.${theme}`)])]} />
    <${Pick} label=${t("puzzles.grade")} name="grade" value=${now.grade} onPick=${(/** @type {string} */ grade) => set({ grade: Number(grade) })}
      options=${[[0, t("puzzles.any")], ...[1, 2, 3, 4, 5].map((grade) => [grade, t(`puzzles.grade.${grade}`)])]} />
    <label class="puzzle-only">
      <input type="checkbox" checked=${now.open} onChange=${() => set({ open: !now.open })} />
      ${t("puzzles.open-only")}
    </label>
  </div>`;
}

/** @param {{one: PuzzleInfo}} props */
function Tile({ one }) {
  const result = results.value[one.id];
  const theme = t(`puzzles.theme.${one.theme}`);
  const words = t("puzzles.tile", { theme, round: one.round, grade: t(`puzzles.grade.${one.grade}`) });
  const state = result === undefined ? "" : t(`puzzles.state.${result}`);
  return html`<li>
    <a class=${`puzzle-tile ${result ?? ""}`} href=${`/puzzles/${one.id}`} data-puzzle=${one.id}
      aria-label=${state === "" ? words : `${words}. ${state}`} onClick=${link(`/puzzles/${one.id}`)}>
      <span class="puzzle-sign" aria-hidden="true"><${Icon} name=${SIGNS[one.theme] ?? "mug"} /></span>
      <b>${theme}</b>
      <small>${t("puzzles.evening", { round: one.round })} · ${t("puzzles.players", { n: one.players })}</small>
      <span class="puzzle-foot" aria-hidden="true">
        <${Grade} grade=${one.grade} />
        ${state === "" ? null : html`<i class="puzzle-state">${result === "best" ? html`<${Sign} name="check" />` : null}${state}</i>`}
      </span>
    </a>
  </li>`;
}

function Overview() {
  const all = list.value ?? [];
  const found = shown.value;
  const next = following();
  const modules = [1, 2, 3, 4, 5].filter((n) => found.some((one) => one.modules === n));
  return html`<div class="page-frame puzzle-page">
    <header class="page-head">
      <a class="tool" href="/" aria-label=${t("core.home")} onClick=${link("/")}>
        <${Sign} name="home" />
        <span>${t("core.home")}</span>
      </a>
      <h1>${t("puzzles.title")}</h1>
      <p class="page-progress" role="status" data-solved=${solved.value}>
        <progress max=${Math.max(1, all.length)} value=${solved.value} aria-hidden="true"></progress>
        ${t("puzzles.solved-of", { n: solved.value, all: all.length })}
      </p>
    </header>
    <main class="puzzle-main">
      <section class="paper puzzle-welcome">
        <${Drawing} name="p-host" class="puzzle-host" />
        <p>${all.length === 0 ? t("puzzles.nothing") : t("puzzles.lead")}</p>
        ${
          next === null
            ? null
            : html`<a class="btn gold" href=${`/puzzles/${next.id}`} data-puzzle-next=${next.id} onClick=${link(`/puzzles/${next.id}`)}>
              <${Sign} name="play" />
              ${t("puzzles.next-open")}
            </a>`
        }
      </section>
      ${all.length === 0 ? null : html`<${Wishes} />`}
      ${found.length === 0 && all.length > 0 ? html`<p class="puzzle-none" role="status">${t("puzzles.none")}</p>` : null}
      ${modules.map(
        (n) => html`<section key=${n}>
          <h2>${t("puzzles.module.n", { n })} <small>${t("puzzles.count", { n: found.filter((one) => one.modules === n).length })}</small></h2>
          <ul class="puzzle-list">
            ${found.filter((one) => one.modules === n).map((one) => html`<${Tile} key=${one.id} one=${one} />`)}
          </ul>
        </section>`,
      )}
    </main>
    <footer class="puzzle-end">
      <${LanguageChoice} />
      <p>${t("puzzles.kept")}</p>
    </footer>
  </div>`;
}
