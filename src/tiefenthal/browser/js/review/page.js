// The review of a game: /review/ID for a finished game of this server, /review for a record file. It is shown while it
// grows, with its progress.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { leave } from "../core/game.js";
import { language, t } from "../core/i18n.js";
import { announce, go, link, place } from "../core/page.js";
import { LanguageChoice } from "../start/settings.js";
import { ErrorPage, Loading, problemWords } from "../start/states.js";
import { Drawing, Sign } from "../ui/pieces.js";
import { Chances } from "./chart.js";
import { Costliest } from "./costliest.js";
import { MomentScreen } from "./moment.js";
import { prepare } from "./sheet.js";
import { Decisions, Phases, Skill } from "./skill.js";
import { again, begin, forgetFile, keptFile, now, problem, readFile, stop } from "./state.js";

/** @typedef {import("./state.js").CostlyDecision} CostlyDecision */

export function ReviewPage() {
  const { id } = place.value;
  const [ready, setReady] = useState(false);
  const [wrong, tell] = useState("");
  const load = () => {
    tell("");
    prepare().then(
      () => setReady(true),
      (error) => tell(problemWords(error)),
    );
  };
  useEffect(load, []);
  useEffect(() => {
    if (!ready) return;
    leave();
    const kept = keptFile();
    if (id !== "") void begin({ game: id });
    else if (kept !== null) void begin({ record: kept });
    return stop;
  }, [ready, id]);
  useEffect(() => void again(), [language.value]);
  if (wrong) return html`<${ErrorPage} title=${t("hint.review")} text=${wrong} again=${load} />`;
  return ready ? html`<${Page} id=${id} />` : html`<${Loading} />`;
}

/** @param {{id: string}} props */
function Page({ id }) {
  const [moment, setMoment] = useState(/** @type {CostlyDecision | null} */ (null));
  const [seat, setSeat] = useState(0);
  const from = useRef(0);
  const state = now.value;
  const review = state?.review ?? null;
  const done = state?.state === "done";
  useEffect(() => {
    if (done) announce(t("rv.done"));
  }, [done]);
  // Return to the card where one left.
  useEffect(() => {
    if (moment !== null) return;
    const card = /** @type {HTMLElement | null} */ (
      document.querySelector(`[data-ply="${from.current}"] [data-review=show]`)
    );
    card?.focus();
    card?.scrollIntoView({ block: "center" });
  }, [moment]);
  if (moment !== null && state !== null)
    return html`<${MomentScreen} id=${state.id} game=${state.game} one=${moment} onClose=${() => setMoment(null)} />`;
  const drop = {
    onDragOver: (/** @type {DragEvent} */ event) => event.preventDefault(),
    onDrop: (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) take(file);
    },
  };
  const take = (/** @type {File} */ file) => {
    setSeat(0);
    if (id !== "") go("/review", { replace: true });
    void readFile(file);
  };
  const thinking = state !== null && state.state === "thinking";
  const worst = review === null ? 1 : review.seats.reduce((a, b) => (b.cost > a.cost ? b : a)).seat;
  const show = (/** @type {CostlyDecision} */ one) => {
    from.current = one.decision.ply;
    setMoment(one);
  };
  return html`<div class="page-frame rv-page" ...${drop}>
    <header class="page-head">
      <a class="tool" href="/" aria-label=${t("core.home")} onClick=${link("/")}><${Sign} name="home" /></a>
      <h1>${t("hint.review")}</h1>
      ${
        state !== null
          ? html`<p class="page-progress rv-progress" role="status">
        ${
          thinking
            ? html`<progress max=${Math.max(1, state.wanted)} value=${state.done} aria-hidden="true"></progress>
              <span>${state.wanted === 0 ? t("rv.reading") : t("rv.thinking", { n: state.done, all: state.wanted })}</span>`
            : state.state === "done"
              ? html`<span>${state.done < state.wanted ? t("rv.partly", { n: state.done, all: state.wanted }) : t("rv.complete")}</span>`
              : null
        }
      </p>`
          : null
      }
      <span class="rv-tools">
        ${
          state?.game
            ? html`<a class="tool" href=${`/replay/${state.game}`} onClick=${link(`/replay/${state.game}`)}>
          <${Sign} name="replay" /> <span>${t("rv.replay")}</span>
        </a>`
            : null
        }
        ${
          state !== null || problem.value !== ""
            ? html`<button type="button" class="tool" onClick=${() => {
                forgetFile();
                stop();
                setSeat(0);
                go("/review");
              }}>
          <${Sign} name="upload" /> <span>${t("rv.another")}</span>
        </button>`
            : null
        }
        <${LanguageChoice} />
      </span>
    </header>
    ${
      review === null || problem.value !== ""
        ? html`<${Entry} busy=${problem.value === "" && (id !== "" || state !== null || keptFile() !== null)} onFile=${take} />`
        : html`<main class="rv-main">
        <${Chances} review=${review} />
        <${Skill} review=${review} thinking=${thinking} />
        <${Costliest} review=${review} id=${state?.id ?? ""} seat=${seat || worst} onSeat=${setSeat} onShow=${show} thinking=${thinking} />
        <${Decisions} review=${review} />
        <${Phases} review=${review} />
        <p class="rv-foot">${t("rv.judge", { n: review.budget })}</p>
      </main>`
    }
  </div>`;
}

/** The file input, or the wait for the first result. @param {{busy: boolean, onFile: (file: File) => void}} props */
function Entry({ busy, onFile }) {
  const [over, setOver] = useState(false);
  if (busy)
    return html`<main class="rv-entry" aria-busy="true">
      <div class="waiting"><span class="lantern"></span><p>${t("rv.reading")}</p></div>
    </main>`;
  return html`<main class="rv-entry">
    ${problem.value !== "" ? html`<p class="rv-problem" role="alert"><${Sign} name="warning" /> <span>${problem.value}</span></p>` : null}
    <label class=${`rv-drop${over ? " over" : ""}`} onDragEnter=${() => setOver(true)} onDragLeave=${() => setOver(false)}
      onDrop=${() => setOver(false)}>
      <${Drawing} name="i-letter" class="rv-letter" />
      <b>${t("rv.drop")}</b>
      <span>${t("rv.drop.about")}</span>
      <span class="btn gold"><${Sign} name="upload" /> ${t("rv.choose")}</span>
      <input class="unseen" type="file" accept=".txt,text/plain" onChange=${(/** @type {any} */ event) => {
        const file = event.target.files[0];
        if (file) onFile(file);
        event.target.value = "";
      }} />
    </label>
  </main>`;
}
