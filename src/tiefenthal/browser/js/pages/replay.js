// A finished game, shown again: step by step, phase by phase or evening by evening, by hand or by itself. The address
// always says where one is, so it can be passed on. The board is drawn by the components of the table, read-only.
import { batch, html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { figures, leave, update } from "../core/game.js";
import { language, phaseMark, phaseName, t } from "../core/i18n.js";
import { announce, go, link, place, useKeys } from "../core/page.js";
import { wide } from "../core/settings.js";
import { chronicle } from "../core/news.js";
import { names, seatBoth, yours } from "../core/words.js";
import { OthersTab, TracksTab } from "../phone/around.js";
import { MarketTab } from "../phone/market.js";
import { Strip } from "../table/around.js";
import { GuestRow, Market } from "../table/market.js";
import { Track } from "../table/track.js";
import { Tavern } from "../table/tavern.js";
import { Overlays } from "../table/windows.js";
import { Dialog } from "../ui/dialog.js";
import { Icon, Mark, Sign, cast } from "../ui/pieces.js";
import { EndScreen } from "./end.js";
import { Log } from "./log.js";
import { Steps, loadGame, whyNotShown } from "./recorded.js";

/** @typedef {import("../types.js").ReplayStep} ReplayStep */
/** @typedef {import("./recorded.js").Game} Game */

/** Milliseconds for a decision, by speed. */
const SPEEDS = { slow: 2400, normal: 1200, quick: 500, fast: 150 };
/** @typedef {keyof typeof SPEEDS} Speed */

/** `/replay/ID?ply=17`, or with `?end=1` how the game ended. @param {{id?: string}} props */
export function ReplayScreen({ id = place.value.id }) {
  return place.value.query.has("end") ? html`<${EndScreen} key=${id} id=${id} />` : html`<${Opened} id=${id} />`;
}

/** @param {{id: string}} props */
function Opened({ id }) {
  const [game, setGame] = useState(/** @type {Game | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let wanted = true;
    leave();
    setGame(null);
    setProblem("");
    (async () => {
      try {
        const [found, figure] = await Promise.all([
          loadGame(id),
          get(`/api/records/${encodeURIComponent(id)}/figures`),
        ]);
        if (!wanted) return;
        batch(() => {
          figures.value = figure;
          names.value = found.info.names;
          yours.value = found.info.yours ?? [];
          cast.value = found.info.characters ?? [];
        });
        setGame(found);
      } catch (error) {
        if (wanted) setProblem(whyNotShown(error, t("pages.replay.failed")));
      }
    })();
    return () => {
      wanted = false;
      names.value = [];
      yours.value = [];
      cast.value = [];
      leave();
    };
  }, [id]);
  if (problem !== "")
    return html`<main class="end-empty">
      <h1>${t("pages.replay.title")}</h1>
      <p role="alert">${problem}</p>
      <a class="btn gold" href="/" onClick=${link("/")}><${Sign} name="home" /> ${t("pages.home")}</a>
    </main>`;
  if (game === null) return html`<main class="end-empty" aria-busy="true"><p>${t("pages.loading")}</p></main>`;
  return html`<${Replay} key=${id} id=${id} game=${game} />`;
}

/** The ply the address asks for. @param {number} last */
function wantedPly(last) {
  const asked = Number(place.value.query.get("ply") ?? 0);
  return Number.isInteger(asked) ? Math.max(0, Math.min(asked, last)) : 0;
}

/** @param {{id: string, game: Game}} props */
function Replay({ id, game }) {
  const last = game.info.plies;
  const [ply, setPly] = useState(() => wantedPly(last));
  const [step, setStep] = useState(/** @type {ReplayStep | null} */ (null));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(/** @type {Speed} */ ("normal"));
  const [pinned, setPinned] = useState(0);
  const [known, setKnown] = useState(/** @type {Map<number, ReplayStep>} */ (new Map()));
  const [copied, setCopied] = useState(false);
  const [log, setLog] = useState(false);
  const [lost, setLost] = useState(false);
  const steps = useMemo(() => new Steps(id), [id]);
  const asked = useRef(ply);
  const roomy = wide.value;

  /** @param {number} to */
  const show = (to) => {
    const next = Math.max(0, Math.min(Math.round(to), last));
    asked.current = next;
    setPly(next);
    setCopied(false);
  };
  const byHand = (/** @type {number} */ to) => {
    setPlaying(false);
    show(to);
  };
  // Relative to the requested ply: the screen may lag behind fast key presses.
  const by = (/** @type {number} */ plies) => byHand(asked.current + plies);

  useEffect(() => {
    history.replaceState(null, "", `/replay/${id}?ply=${ply}`);
    let wanted = true;
    steps.get(ply).then(
      (found) => {
        if (!wanted || asked.current !== ply) return;
        batch(() => {
          update.value = {
            ply,
            move: ply,
            events: found.events,
            complete: true,
            decisions: found.decisions,
            legal: [],
            unavailable: [],
            choice: null,
            chosen: null,
            undo: "no",
            board: found.board,
          };
        });
        setLost(false);
        setStep(found);
        if (ply > 0) setKnown((before) => (before.has(ply) ? before : new Map(before).set(ply, found)));
        // The next plies are prefetched.
        for (let ahead = 1; ahead <= 3 && ply + ahead <= last; ahead += 1) steps.get(ply + ahead).catch(() => {});
      },
      () => {
        if (!wanted) return;
        setLost(true);
        setPlaying(false);
      },
    );
    return () => {
      wanted = false;
    };
  }, [ply]);
  // Autoplay: the next ply when this one has been shown long enough.
  useEffect(() => {
    if (!playing || step === null || step.ply !== ply) return;
    if (ply >= last) return void setPlaying(false);
    const timer = setTimeout(() => show(ply + 1), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [playing, step, ply, speed]);

  // What the record tells of a decision, and for those that were shown all that came of it. What a watcher did not know
  // then, a choice of the evening, the record knows.
  const decided = useMemo(
    () => new Map(game.events.filter((one) => one.what === "decided").map((one) => [one.ply, one])),
    [game],
  );
  const whole = (/** @type {ReplayStep} */ found) =>
    found.events
      .filter((one) => !["round", "closed", "rewound"].includes(one.what))
      .map((one) => (one.what === "decided" && !one.action ? (decided.get(one.ply) ?? one) : one));
  const events = useMemo(
    () =>
      game.events.flatMap((one) => {
        const found = one.what === "decided" ? known.get(one.ply) : undefined;
        return found === undefined ? [one] : whole(found);
      }),
    [game, known],
  );
  const now = useMemo(
    () =>
      step === null || step.ply === 0
        ? []
        : chronicle(whole(step), { all: true }).flatMap((evening) => evening.parts.flatMap((part) => part.lines)),
    [step, language.value],
  );
  const words = ply === 0 ? t("pages.replay.beginning") : now.length > 0 ? now[0].words : "";
  useEffect(() => {
    if (!playing && words !== "") announce(words);
  }, [words, playing]);

  const starts = game.stops.filter((one, i) => i === 0 || one.round !== game.stops[i - 1].round);
  const here = game.stops.filter((one) => one.ply <= Math.max(0, ply - 1)).at(-1) ?? game.stops[0];
  const evening = {
    before: () => byHand(starts.filter((one) => one.ply < asked.current).at(-1)?.ply ?? 0),
    after: () => byHand(starts.find((one) => one.ply > asked.current)?.ply ?? last),
  };
  const toggle = () => {
    if (!playing && ply >= last) show(0);
    setPlaying(!playing);
  };
  useKeys({
    ArrowLeft: () => by(-1),
    ArrowRight: () => by(1),
    PageUp: evening.before,
    PageDown: evening.after,
    Home: () => byHand(0),
    End: () => byHand(last),
    " ": toggle,
    l: () => setLog(true),
  });

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/replay/${id}?ply=${ply}`);
      setCopied(true);
      announce(t("pages.copied"));
    } catch {
      setCopied(false);
    }
  };
  const acting = step?.events.find((one) => one.what === "decided")?.seat ?? step?.decisions[0]?.seat ?? 1;
  const shown = pinned || acting;
  const button = (
    /** @type {string} */ sign,
    /** @type {string} */ key,
    /** @type {() => void} */ press,
    off = false,
  ) =>
    html`<button type="button" class="replay-button" disabled=${off} onClick=${press} aria-label=${t(key)} title=${t(key)}>
      <${Sign} name=${sign} />
    </button>`;

  return html`<main class=${roomy ? "replay tv-stage" : "replay replay-narrow"}>
    <header class="replay-bar">
      <a class="tool" href="/" onClick=${link("/")}>
        <${Sign} name="home" />
        <span class="unseen">${t("pages.home")}</span>
      </a>
      <h1>${t("pages.replay.title")}</h1>
      <p class="replay-where">
        <${Icon} name="moon" /> ${here.round === 0 ? t("pages.log.setup") : t("pages.evening-of", { n: here.round, all: figures.value?.rounds ?? 8 })} ${here.letter !== "" && html`<b>${phaseMark(here.letter)}</b> ${phaseName(here.letter)}`}
      </p>
      <p class="replay-say">
        ${
          lost
            ? html`<span role="alert">${t("pages.replay.lost")}</span>`
            : html`
              ${step !== null && ply > 0 && html`<${Mark} seat=${acting} />`} <span>${words}</span> ${(now[0]?.notes ?? []).slice(0, 3).map((one, i) => html`<span key=${i} class="log-note"><${Icon} name=${one.icon} /> ${one.words}</span>`)}
            `
        }
      </p>
      <span class="end-tools">
        <button type="button" class="tool" onClick=${() => setLog(true)}>
          <${Sign} name="log" />
          <span class="unseen">${t("pages.log")}</span>
        </button>
        <button type="button" class="tool" data-open="review" onClick=${() => go(`/review/${id}`)}>
          <${Sign} name="target" />
          <span class="unseen">${t("hint.review")}</span>
        </button>
        <button type="button" class="tool" onClick=${() => go(`/replay/${id}?end=1`)}>
          <${Sign} name="trophy" />
          <span class="unseen">${t("pages.replay.result")}</span>
        </button>
      </span>
    </header>
    ${step === null ? html`<div class="end-empty" aria-busy="true"><p>${t("pages.loading")}</p></div>` : roomy ? html`<${WideBoard} step=${step} shown=${shown} />` : html`<${NarrowBoard} events=${events} ply=${ply} onPly=${byHand} />`}
    <footer class="replay-controls">
      <div class="replay-buttons" role="group" aria-label=${t("pages.replay.controls")}>
        ${button("previous", "pages.replay.evening-before", evening.before, ply === 0)}
        ${button("left", "pages.replay.back", () => by(-1), ply === 0)}
        <button type="button" class="btn gold replay-play" onClick=${toggle}>
          <${Sign} name=${playing ? "pause" : "play"} /> <span>${playing ? t("pages.replay.pause") : t("pages.replay.play")}</span>
        </button>
        ${button("right", "pages.replay.on", () => by(1), ply >= last)}
        ${button("next", "pages.replay.evening-after", evening.after, ply >= last)}
      </div>
      <div class="replay-line">
        <input type="range" min="0" max=${last} step="1" value=${ply} aria-label=${t("pages.replay.position")}
          aria-valuetext=${t("pages.replay.of", { n: ply, all: last })}
          onInput=${(/** @type {any} */ event) => byHand(Number(event.target.value))} />
        <ol class="replay-evenings">
          ${starts
            .filter((one) => one.round > 0)
            .map(
              (one) => html`<li key=${one.round} style=${{ left: `${(100 * one.ply) / last}%` }}>
            <button type="button" class=${here.round === one.round ? "now" : ""}
              aria-label=${t("pages.evening", { n: one.round })}
              aria-current=${here.round === one.round ? "step" : undefined} onClick=${() => byHand(one.ply)}>
              ${one.round}
            </button>
          </li>`,
            )}
        </ol>
      </div>
      <p class="replay-count">${t("pages.replay.of", { n: ply, all: last })}</p>
      <label class="replay-speed">
        <span class="unseen">${t("pages.replay.speed")}</span>
        <select value=${speed} onChange=${(/** @type {any} */ event) => setSpeed(event.target.value)}>
          ${Object.keys(SPEEDS).map((one) => html`<option key=${one} value=${one}>${t(`pages.replay.speed.${one}`)}</option>`)}
        </select>
      </label>
      ${
        roomy &&
        html`<div class="segments replay-seats" role="group" aria-label=${t("pages.replay.inn")}>
          <button type="button" aria-pressed=${pinned === 0} onClick=${() => setPinned(0)}>
            ${t("pages.replay.follow")}
          </button>
          ${game.info.names.map(
            (_, i) => html`<button type="button" key=${i} aria-pressed=${pinned === i + 1} aria-label=${seatBoth(i + 1)}
            title=${seatBoth(i + 1)} onClick=${() => setPinned(i + 1)}><${Mark} seat=${i + 1} /></button>`,
          )}
        </div>`
      }
      <button type="button" class="btn small replay-copy" onClick=${copy}>
        <${Sign} name=${copied ? "check" : "link"} /> ${copied ? t("pages.copied") : t("pages.replay.copy")}
      </button>
    </footer>
    ${
      log &&
      html`<${Dialog} title=${t("pages.log")} wide onClose=${() => setLog(false)}>
        <${Log} events=${events} now=${ply}
          onPly=${(/** @type {number} */ to) => {
            setLog(false);
            byHand(to);
          }} />
      </${Dialog}>`
    }
    <${Overlays} />
  </main>`;
}

/** The table on a wide screen, as the table itself draws it. @param {{step: ReplayStep, shown: number}} props */
export function WideBoard({ step, shown }) {
  const figure = figures.value;
  if (figure === null) return null;
  const board = step.board;
  const others = board.seats.map((_, i) => i + 1).filter((seat) => seat !== shown);
  return html`<div class="tv-main-area">
    <${Track} board=${board} figures=${figure} me=${null} />
    <${GuestRow} board=${board} figures=${figure} live=${false} />
    <aside class=${`tv-strips n${others.length}`}>
      ${others.map((seat) => html`<${Strip} key=${seat} board=${board} figures=${figure} seat=${seat} tight=${others.length > 2} />`)}
    </aside>
    <${Tavern} board=${board} figures=${figure} seat=${shown} live=${false} sign=${seatBoth(shown)} />
    <${Market} board=${board} figures=${figure} seat=${shown} live=${false} />
  </div>`;
}

/**
 * On a narrow screen: one of four tabs at a time, as on the phone.
 * @param {{events: GameEvent[], ply: number, onPly: (ply: number) => void}} props
 */
export function NarrowBoard({ events, ply, onPly }) {
  const [tab, setTab] = useState(/** @type {"inns" | "market" | "tracks" | "log"} */ ("inns"));
  return html`<div class="replay-board">
    <div class="segments replay-tabs" role="group" aria-label=${t("pages.replay.tabs")}>
      ${
        /** @type {const} */ (["inns", "market", "tracks", "log"]).map(
          (one) => html`<button type="button" key=${one} aria-pressed=${tab === one} onClick=${() => setTab(one)}>
        ${one === "log" ? t("pages.log") : t(`pages.replay.tab.${one}`)}
      </button>`,
        )
      }
    </div>
    <div class="phone replay-pane">
      <div class="phone-body" key=${tab}>
        ${tab === "inns" ? html`<${OthersTab} />` : tab === "market" ? html`<${MarketTab} />` : tab === "tracks" ? html`<${TracksTab} />` : html`<${Log} events=${events} now=${ply} onPly=${onPly} />`}
      </div>
    </div>
  </div>`;
}
