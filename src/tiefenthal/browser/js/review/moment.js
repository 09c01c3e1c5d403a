// "Show me": the table at a costly decision, then step by step what was played or what was better. The board is drawn
// by the components of the table, read-only.
import { batch, html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { figures, update } from "../core/game.js";
import { language, t } from "../core/i18n.js";
import { announce, go, useKeys } from "../core/page.js";
import { wide } from "../core/settings.js";
import { seatName } from "../core/words.js";
import { NarrowBoard, WideBoard } from "../pages/replay.js";
import { visited } from "../phone/state.js";
import { ErrorPage, Loading, problemWords } from "../start/states.js";
import { Overlays } from "../table/windows.js";
import { Mark, Sign } from "../ui/pieces.js";

/** @typedef {import("../types.js").ReviewMoment} ReviewMoment */

/**
 * @param {{id: string, game: string | null, one: import("./state.js").CostlyDecision, onClose: () => void}} props
 */
export function MomentScreen({ id, game, one, onClose }) {
  const [found, setFound] = useState(/** @type {ReviewMoment | null} */ (null));
  const [wrong, tell] = useState("");
  const { ply } = one.decision;
  const load = () => {
    tell("");
    get(`/api/reviews/${id}/moments/${ply}?language=${language.value}`).then(
      (moment) => {
        figures.value = moment.figures;
        setFound(moment);
      },
      (error) => tell(problemWords(error)),
    );
  };
  useEffect(load, [id, ply, language.value]);
  useEffect(
    () => () => {
      batch(() => {
        update.value = null;
        figures.value = null;
      });
    },
    [],
  );
  useKeys({ Escape: onClose });
  if (wrong !== "")
    return html`<${ErrorPage} title=${t("rv.show")} text=${wrong} again=${load}>
      <button type="button" class="btn" onClick=${onClose}>${t("rv.back")}</button>
    <//>`;
  if (found === null) return html`<${Loading} />`;
  return html`<${Moment} moment=${found} game=${game} one=${one} onClose=${onClose} />`;
}

/** @param {{moment: ReviewMoment, game: string | null, one: import("./state.js").CostlyDecision, onClose: () => void}} props */
function Moment({ moment, game, one, onClose }) {
  const [way, setWay] = useState(/** @type {"better" | "played"} */ ("better"));
  const [at, setAt] = useState(0);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const steps = moment[way];
  const step = Math.min(at, steps.length);
  const board = step === 0 ? moment.before : steps[step - 1].board;
  const { seat, ply } = moment;
  // On a phone, show the inn that it is about.
  useEffect(() => {
    visited.value = seat;
    heading.current?.focus({ preventScroll: true });
    return () => {
      visited.value = null;
    };
  }, []);
  useEffect(() => {
    update.value = /** @type {any} */ ({
      type: "update",
      ply,
      move: ply,
      view: {},
      events: [],
      complete: true,
      decisions: [],
      legal: [],
      unavailable: [],
      choice: null,
      chosen: null,
      undo: "no",
      board,
    });
  }, [board]);
  const words = step === 0 ? t("rv.moment.before", { who: seatName(seat) }) : steps[step - 1].words;
  useEffect(() => announce(words), [words]);
  const by = (/** @type {number} */ n) => setAt(Math.max(0, Math.min(steps.length, step + n)));
  const turn = (/** @type {"better" | "played"} */ to) => {
    setWay(to);
    setAt(0);
  };
  useKeys({
    ArrowLeft: () => by(-1),
    ArrowRight: () => by(1),
    Home: () => setAt(0),
    End: () => setAt(steps.length),
  });
  const roomy = wide.value;
  const { decision } = one;
  const phase = t(`rv.of.${decision.phase.replace(" ", "-")}`);
  return html`<main class=${`rv-moment ${roomy ? "replay tv-stage" : "replay replay-narrow"}`}>
    <header class="replay-bar">
      <button type="button" class="tool" data-review="back" onClick=${onClose}>
        <${Sign} name="left" /> <span class=${roomy ? "" : "unseen"}>${t("rv.back")}</span>
      </button>
      <h1 tabindex="-1" ref=${heading}>
        <${Mark} seat=${seat} /> ${decision.round === 0 ? phase : t("rv.when", { n: decision.round, phase })}
      </h1>
      <p class="replay-say"><span>${words}</span></p>
      <span class="end-tools">
        ${
          game === null
            ? null
            : html`<button type="button" class="tool" onClick=${() => go(`/replay/${game}?ply=${ply}`)}>
          <${Sign} name="replay" />
          <span class="unseen">${t("rv.replay")}</span>
        </button>`
        }
      </span>
    </header>
    ${roomy ? html`<${WideBoard} step=${{ board }} shown=${seat} />` : html`<${NarrowBoard} events=${[]} ply=${ply} onPly=${() => {}} />`}
    <footer class="replay-controls rv-controls">
      <div class="segments" role="group" aria-label=${t("rv.moment.which")}>
        ${
          /** @type {const} */ (["better", "played"]).map(
            (
              each,
            ) => html`<button type="button" key=${each} data-way=${each} aria-pressed=${way === each} onClick=${() => turn(each)}>
          ${t(`rv.${each}`)}
        </button>`,
          )
        }
      </div>
      <div class="replay-buttons" role="group" aria-label=${t("rv.moment.steps")}>
        <button type="button" class="replay-button" disabled=${step === 0} aria-label=${t("rv.moment.back")} onClick=${() => by(-1)}>
          <${Sign} name="left" />
        </button>
        <button type="button" class="btn gold" data-review="next" disabled=${step === steps.length} onClick=${() => by(1)}>
          <${Sign} name="right" /> <span>${t("rv.moment.next")}</span>
        </button>
      </div>
      <ol class="rv-steps" aria-label=${t(`rv.${way}`)}>
        ${steps.map(
          (each, i) => html`<li key=${`${way}-${i}`}>
            <button type="button" class=${i < step ? "done" : ""} aria-current=${i + 1 === step ? "step" : undefined}
              onClick=${() => setAt(i + 1)}>${each.words}</button>
          </li>`,
        )}
      </ol>
    </footer>
    <${Overlays} />
  </main>`;
}
