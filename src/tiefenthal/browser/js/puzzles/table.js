// A puzzle at the normal table, with nobody else moving. The state is a list of actions, which the server answers with
// the update that a table would send; undo sends a shorter list.
import { batch, html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { ServerError, get, post } from "../core/api.js";
import { figures, leave, playAlone, seat, story, table, update } from "../core/game.js";
import { language, t } from "../core/i18n.js";
import { announce, go, link } from "../core/page.js";
import { TableScreen } from "../table/screen.js";
import { Loading, Note, problemWords } from "../start/states.js";
import { Sign } from "../ui/pieces.js";
import { Grade } from "./grade.js";
import { following, keep } from "./state.js";
import { VerdictWindow } from "./verdict.js";

/** @typedef {import("../types.js").PuzzleInfo} PuzzleInfo */
/** @typedef {import("../types.js").PuzzleVerdict} PuzzleVerdict */

/** The table as its screens want it described: me, and others who wait.
 * @param {import("../types.js").PuzzleTable} found @returns {import("../types.js").TableInfo} */
const described = (found) => ({
  id: `puzzle-${found.info.id}`,
  state: "playing",
  players: found.info.players,
  modules: found.info.modules,
  edition: { name: found.edition, digest: found.digest },
  listed: false,
  pace: "instant",
  away_after: 0,
  created: 0,
  ply: 0,
  move: 0,
  round: found.info.round,
  commitment: null,
  seats: Array.from({ length: found.info.players }, (_, i) => ({
    seat: i + 1,
    kind: /** @type {const} */ ("person"),
    name: "",
    bot: null,
    here: true,
    away_since: null,
    character: null,
  })),
  watchers: 0,
  undo: null,
  you: { seats: [found.seat], host: false },
});

/** A turn being played. */
class Attempt {
  /** @param {string} id @param {() => void} onOver */
  constructor(id, onOver) {
    this.at = `/api/puzzles/${id}`;
    this.onOver = onOver;
    /** @type {string[]} */
    this.played = [];
    this.ply = 0;
    /** The pending answer. @type {Promise<any>} */
    this.last = Promise.resolve();
  }
  /** The state after these actions. @param {string[]} actions */
  async show(actions) {
    const shorter = actions.length < this.played.length;
    this.ply += 1;
    const ply = this.ply;
    const found = await post(`${this.at}/moment`, { actions, ply });
    this.played = actions;
    const back = { ply, what: "undone", seat: seat.value, count: 1, words: "" };
    batch(() => {
      story.value = actions.length === 0 ? [] : [...story.value, ...(shorter ? [back] : found.update.events)];
      update.value = { ...found.update, events: shorter ? [] : found.update.events };
    });
    if (found.over) this.onOver();
  }
  /** A command of the table, after those before it: each continues what the last one led to.
   * @param {{[field: string]: unknown}} command @returns {Promise<any>} */
  answer(command) {
    this.last = this.last.then(() => this.play(command));
    return this.last;
  }
  /** @param {{[field: string]: unknown}} command @returns {Promise<any>} */
  async play(command) {
    try {
      if (command.type === "undo") await this.show(this.played.slice(0, -1));
      else if (typeof command.action === "string") await this.show([...this.played, command.action]);
      else return { type: "refused", code: "gone", rule: null };
      return { type: "done", ply: this.ply };
    } catch (error) {
      announce(problemWords(error), { now: true });
      return { type: "refused", code: error instanceof ServerError ? "gone" : "lost", rule: null };
    }
  }
}

/** @param {{one: PuzzleInfo}} props */
export function PuzzleTable({ one }) {
  const [ready, come] = useState(false);
  const [wrong, tell] = useState("");
  const [verdict, judge] = useState(/** @type {PuzzleVerdict | null} */ (null));
  const [hidden, hideIt] = useState(false);
  const [older, date] = useState(false);
  const attempt = useRef(/** @type {Attempt | null} */ (null));

  /** What it is worth; with nothing played, only the answer. @param {boolean} played */
  const ask = async (played) => {
    tell("");
    const actions = played ? (attempt.current?.played ?? []) : null;
    try {
      /** @type {PuzzleVerdict} */
      const found = await post(`/api/puzzles/${one.id}/verdict`, { actions, language: language.value });
      keep(one.id, found.result);
      hideIt(false);
      judge(found);
    } catch (error) {
      tell(problemWords(error));
    }
  };
  const begin = async () => {
    tell("");
    judge(null);
    try {
      const found = await get(`/api/puzzles/${one.id}`);
      const mine = new Attempt(one.id, () => void ask(true));
      attempt.current = mine;
      playAlone((command) => mine.answer(command));
      batch(() => {
        table.value = described(found);
        seat.value = found.seat;
        figures.value = found.figures;
        date(found.older);
      });
      await mine.show([]);
      come(true);
    } catch (error) {
      tell(problemWords(error));
    }
  };
  useEffect(() => {
    document.documentElement.classList.add("at-puzzle");
    void begin().then(() => announce(t(`puzzles.ask.${one.kind}`)));
    return () => {
      document.documentElement.classList.remove("at-puzzle");
      leave();
    };
  }, []);
  const next = following(one.id);
  const theme = t(`puzzles.theme.${one.theme}`);
  return html`<div class="puzzle-frame">
    <header class="puzzle-bar" aria-label=${t("puzzles.one", { id: one.id })}>
      <a class="tool" href="/puzzles" aria-label=${t("puzzles.all")} title=${t("puzzles.all")} onClick=${link("/puzzles")}>
        <${Sign} name="left" />
      </a>
      <b>
        ${theme}
        ${older ? html`<small class="puzzle-older" title=${t("puzzles.older.words")}>${t("puzzles.older")}</small>` : null}
      </b>
      <${Grade} grade=${one.grade} />
      <p>${wrong === "" ? t(`puzzles.ask.${one.kind}`) : html`<span role="alert">${wrong}</span>`}</p>
      ${
        verdict !== null && hidden
          ? html`<button type="button" class="btn small gold" data-puzzle="verdict" onClick=${() => hideIt(false)}>
            ${t("puzzles.judge")}
          </button>`
          : null
      }
      <button type="button" class="btn small" data-puzzle="again" onClick=${() => void begin()}>
        <${Sign} name="again" />
        <span>${t("puzzles.again")}</span>
      </button>
      <button type="button" class="btn small" data-puzzle="show" onClick=${() => void ask(false)}>
        <${Sign} name="eye" />
        <span>${t("puzzles.show")}</span>
      </button>
    </header>
    ${ready ? html`<${TableScreen} />` : wrong === "" ? html`<${Loading} />` : html`<${Note} words=${wrong} />`}
    ${
      verdict !== null && !hidden
        ? html`<${VerdictWindow} one=${one} verdict=${verdict} older=${older} onAgain=${() => void begin()}
          onNext=${next === null ? null : () => go(`/puzzles/${next.id}`)} onClose=${() => hideIt(true)} />`
        : null
    }
  </div>`;
}
