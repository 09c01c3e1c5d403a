// Puzzles: the list at /puzzles, and one of them at /puzzles/ID.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { learnWords, t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { LanguageChoice } from "../start/settings.js";
import { ErrorPage, Loading, problemWords } from "../start/states.js";
import { Drawing, Icon, Sign } from "../ui/pieces.js";
import { dressWith } from "../ui/sheet.js";
import { Grade } from "./grade.js";
import { Picture } from "./picture.js";
import {
  SIGNS,
  SORTS,
  following,
  groupOf,
  learnPuzzles,
  list,
  puzzleOf,
  results,
  shown,
  solved,
  today,
  wish,
} from "./state.js";
import { PuzzleTable } from "./table.js";

/** @typedef {import("../types.js").PuzzleInfo} PuzzleInfo */

/** @typedef {import("./state.js").Listed} Listed */
/** @typedef {import("./state.js").Sort} Sort */

/** How many tiles are added at a time: more come as one scrolls. */
const PAGE = 36;

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
    <${Pick} label=${t("puzzles.sort")} name="sort" value=${now.sort} onPick=${(/** @type {any} */ sort) => set({ sort })}
      options=${SORTS.map((sort) => [sort, t(`puzzles.${sort}`)])} />
    <label class="puzzle-only">
      <input type="checkbox" checked=${now.open} onChange=${() => set({ open: !now.open })} />
      ${t("puzzles.open-only")}
    </label>
  </div>`;
}

/** @param {{one: Listed}} props */
function Tile({ one }) {
  const result = results.value[one.id];
  const theme = t(`puzzles.theme.${one.theme}`);
  const state = result === undefined ? "" : t(`puzzles.state.${result}`);
  return html`<a class=${`puzzle-tile ${result ?? ""}`} href=${`/puzzles/${one.id}`} data-puzzle=${one.id}
    onClick=${link(`/puzzles/${one.id}`)}>
    <${Picture} seen=${one.seen} />
    <span class="puzzle-sign" aria-hidden="true"><${Icon} name=${SIGNS[one.theme] ?? "mug"} /></span>
    <b>${theme}</b>
    <small>${t("puzzles.evening", { round: one.round })} · ${t("puzzles.players", { n: one.players })}</small>
    <span class="unseen">${t(`puzzles.grade.${one.grade}`)} ${state}</span>
    <span class="puzzle-foot" aria-hidden="true">
      <${Grade} grade=${one.grade} />
      ${state === "" ? null : html`<i class="puzzle-state">${result === "best" ? html`<${Sign} name="check" />` : null}${state}</i>`}
    </span>
  </a>`;
}

/** The puzzle of the day. @param {{one: Listed}} props */
const Today = ({ one }) => html`<section class="paper puzzle-today" aria-labelledby="puzzle-today">
  <div>
    <h2 id="puzzle-today">${t("puzzles.today")}</h2>
    <p>${results.value[one.id] === "best" ? t("puzzles.today.done") : t("puzzles.today.words")}</p>
  </div>
  <${Tile} one=${one} />
</section>`;

/** The name of a group. @param {Sort} sort @param {string | number} group */
const groupName = (sort, group) =>
  sort === "module" ? t("puzzles.module.n", { n: Number(group) }) : t(`puzzles.${sort}.${group}`);

/** The tiles, as many as were scrolled to. */
function Tiles() {
  const [most, grow] = useState(PAGE);
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  const found = shown.value;
  const { sort } = wish.value;
  useEffect(() => grow(PAGE), [wish.value]);
  useEffect(() => {
    if (end.current === null) return;
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && grow(most + PAGE), {
      rootMargin: "600px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [most, found.length]);
  const drawn = found.slice(0, most);
  const groups = [...new Set(drawn.map((one) => groupOf(one, sort)))];
  return html`
    ${groups.map((group) => {
      const n = found.filter((one) => groupOf(one, sort) === group).length;
      return html`<section key=${`${sort}-${group}`} data-sort=${sort}>
        <h2>${groupName(sort, group)} <small>${t("puzzles.count", { n })}</small></h2>
        <ul class="puzzle-list">
          ${drawn.filter((one) => groupOf(one, sort) === group).map((one) => html`<li key=${one.id}><${Tile} one=${one} /></li>`)}
        </ul>
      </section>`;
    })}
    ${
      found.length > most
        ? html`<button type="button" class="btn puzzle-more" data-puzzles="more" ref=${end} onClick=${() => grow(most + PAGE)}>
          ${t("puzzles.more")}
        </button>`
        : null
    }
  `;
}

function Overview() {
  const all = list.value ?? [];
  const next = following();
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
      <div class="puzzle-top">
        ${today.value === null ? null : html`<${Today} one=${today.value} />`}
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
      </div>
      ${all.length === 0 ? null : html`<${Wishes} />`}
      ${shown.value.length === 0 && all.length > 0 ? html`<p class="puzzle-none" role="status">${t("puzzles.none")}</p>` : null}
      <${Tiles} />
    </main>
    <footer class="puzzle-end">
      <${LanguageChoice} />
      <p>${t("puzzles.kept")}</p>
    </footer>
  </div>`;
}
