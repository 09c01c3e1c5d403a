// The end of a game: who won and why, where the points come from, the story of the evenings, a card to share; behind
// "details" the dice, verified.
import { html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { get } from "../core/api.js";
import { board, ending, figures, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce, go, place, useKeys } from "../core/page.js";
import { wide } from "../core/settings.js";
import { alsoCalled, capital, listed, mySeat, names, seatLabel, seatName, yours } from "../core/words.js";
import { Dialog } from "../ui/dialog.js";
import { Drawing, Icon, Key, Mark, Sign, cast, seatFace } from "../ui/pieces.js";
import { DailyEnd } from "../daily/end-card.js";
import { Asked, askingWords, invitations, playAgain, useAttempt, useInvitations } from "../start/again.js";
import { tables } from "../start/lists.js";
import { Log } from "./log.js";
import { digest, promised } from "./commitment.js";
import { firstEvening, loadGame, pointsByEvening, saveText, whyNotShown } from "./recorded.js";
import { ResultDialog, learnCard } from "./result-card.js";
import { HelpDialog } from "./rules.js";
import { ranked, sources, verdict } from "./standings.js";
import { Story } from "./story.js";
import { TriedEnd, reviewOf } from "./tried.js";

/**
 * The screen at the end of a game. At the table it shows what the table says; `id` opens any finished game.
 * @param {{id?: string}} props
 */
export function EndScreen({ id: given }) {
  // The address may already be another one while this is still shown.
  const [id] = useState(given ?? table.peek()?.id ?? place.peek().id);
  const [game, setGame] = useState(/** @type {import("./replay.js").Game | null} */ (null));
  const [evenings, setEvenings] = useState(/** @type {number[][]} */ ([]));
  const [seats, setSeats] = useState(/** @type {SeatOn[]} */ (ending.value !== null ? (board.value?.seats ?? []) : []));
  const [window_, setWindow] = useState(/** @type {"" | "log" | "help" | "card"} */ (""));
  const { busy, wrong, attempt } = useAttempt();
  const [problem, setProblem] = useState("");
  const [came] = useState(performance.now());
  const roomy = wide.value;
  const modules = figures.value?.modules ?? table.value?.modules ?? 5;
  const summer = modules === 1;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));

  useEffect(() => {
    let wanted = true;
    (async () => {
      try {
        const found = await loadGame(id);
        if (!wanted) return;
        if (table.value === null) {
          names.value = found.info.names;
          yours.value = found.info.yours ?? [];
          cast.value = found.info.characters ?? [];
        }
        setGame(found);
        if (figures.value === null)
          get(`/api/records/${id}/figures`).then(
            (answer) => (figures.value ??= answer),
            () => {},
          );
        const [points, last] = await Promise.all([
          pointsByEvening(id, found),
          get(`/api/records/${id}/plies/${found.info.plies}`),
        ]);
        if (!wanted) return;
        setEvenings(points);
        setSeats(last.board.seats);
      } catch (error) {
        if (wanted && ending.value === null) setProblem(whyNotShown(error, t("pages.end.failed")));
      }
    })();
    return () => {
      wanted = false;
    };
  }, [id]);

  const ended = ending.value ?? game?.info.ending ?? null;
  const told = ended === null ? null : verdict(ended, seats, mySeat());
  useEffect(() => {
    if (told === null) return;
    announce([told.title, told.how, told.why].filter(Boolean).join(" "));
    heading.current?.focus({ preventScroll: true });
  }, [ended === null]);

  // So that the card is available later without a connection.
  useEffect(() => {
    if (ended !== null && game !== null) learnCard({ ended, seats, date: game.info.finished, modules }).catch(() => {});
  }, [ended === null, game === null]);

  const daily = table.value?.daily ?? game?.info.daily ?? null;
  const tried = game?.info.tried ?? null;
  const first = game === null ? 1 : firstEvening(game);
  const next = useNext(id);
  const again = () => {
    if (tried !== null) return go(reviewOf(tried));
    return daily === null ? attempt(() => playAgain(id)) : attempt(async () => go(`/daily/${daily.day}`));
  };
  const may = table.value !== null && (next.words !== "" || daily !== null || tried !== null);
  // An Enter that was meant for the table must not begin a new game.
  useKeys(!may ? {} : { Enter: (event) => event.repeat || performance.now() < came + 1500 || again() });

  if (problem !== "" && ended === null)
    return html`<main class="end-empty">
      <h1>${t("pages.end.title")}</h1>
      <p>${problem}</p>
      <button type="button" class="btn" onClick=${() => go("/")}>${t("pages.home")}</button>
    </main>`;
  if (ended === null || told === null)
    return html`<main class="end-empty" aria-busy="true"><p>${t("pages.loading")}</p></main>`;

  const asking = next.asked === null ? null : html`<${Asked} one=${next.asked} />`;
  const details = html`<${Details} id=${id} ended=${ended} game=${game} />`;
  return html`<main class=${`end${roomy ? " end-wide" : " end-narrow"}`}>
    <img class="end-dawn" src=${`/static/art/scene-dawn.svg${summer ? "#summer" : ""}`} alt="" />
    <header class="end-bar">
      <span class="end-eve">
        <${Icon} name="moon" /> ${figures.value ? t("pages.evening-of", { n: figures.value.rounds, all: figures.value.rounds }) : ""}
      </span>
      <p class="end-say"><b>${t("pages.end.title")}</b></p>
      <span class="end-tools">
        <button type="button" class="tool" onClick=${() => setWindow("log")}>
          <${Sign} name="log" />
          <span class="unseen">${t("pages.log")}</span>
        </button>
        <button type="button" class="tool" onClick=${() => setWindow("help")}>
          <${Sign} name="help" />
          <span class="unseen">${t("pages.help")}</span>
        </button>
        <button type="button" class="tool" onClick=${() => go("/")}>
          <${Sign} name="home" />
          <span class="unseen">${t("pages.home")}</span>
        </button>
      </span>
    </header>
    <section class="end-title">
      <h1 tabindex="-1" ref=${heading}>${told.title}</h1>
      <p>${told.how} ${told.why}</p>
      ${daily === null ? null : html`<${DailyEnd} at=${daily} alone=${table.value === null} />`}
      ${tried === null ? null : html`<${TriedEnd} tried=${tried} scores=${ended.scores} />`}
      ${roomy ? null : asking}
    </section>
    ${roomy ? html`<${Podium} ended=${ended} />` : html`<${Mugs} ended=${ended} />`}
    <div class="end-panels">
      ${roomy ? asking : null}
      <${Sources} ended=${ended} seats=${seats} wide=${roomy} />
      <${Story} evenings=${evenings} first=${first} wide=${roomy} />
      ${roomy ? null : details}
    </div>
    <footer class="end-foot">
      <${Hinted} counts=${game?.info.hints ?? []} />
      <${Best} evenings=${evenings} first=${first} ended=${ended} />
      ${roomy ? details : null}
      ${wrong !== "" && html`<p class="end-problem" role="alert">${wrong}</p>`}
      <button type="button" class="btn end-review" data-open="review" onClick=${() => go(`/review/${id}`)}>
        <${Sign} name="target" /> ${t("hint.review")}
      </button>
      <button type="button" class="btn" onClick=${() => go(`/replay/${id}`)}>
        <${Sign} name="replay" /> ${t("pages.end.replay")}
      </button>
      <button type="button" class="btn end-share" aria-haspopup="dialog" onClick=${() => setWindow("card")}>
        <${Sign} name="share" /> ${t("result.share")}
      </button>
      ${
        may
          ? html`<button type="button" class="btn gold end-again" aria-busy=${busy} onClick=${again}>
            <span>${
              tried !== null
                ? html`${t("pages.end.tried.back")}<small>${t("pages.end.tried.back-how")}</small>`
                : daily === null
                  ? html`${next.words}<small>${next.how}</small>`
                  : html`${t("daily.end.to")}<small>${t("daily.title")}</small>`
            }</span> <${Key} name=${t("pages.key.enter")} />
          </button>`
          : html`<button type="button" class="btn gold end-again" onClick=${() => go("/")}>${t("pages.home")}</button>`
      }
    </footer>
    ${
      window_ === "log" &&
      html`<${Dialog} title=${t("pages.log")} wide onClose=${() => setWindow("")}>
      <${Log} events=${game?.events ?? []} />
    </${Dialog}>`
    }
    ${
      window_ === "card" &&
      html`<${ResultDialog} ended=${ended} seats=${seats} date=${game?.info.finished ?? null} modules=${modules}
      onClose=${() => setWindow("")} />`
    }
    ${window_ === "help" && html`<${HelpDialog} onClose=${() => setWindow("")} />`}
  </main>`;
}

/** The game that follows: what pressing the main button does, and who has asked me to. Nothing for somebody who only
 * watched while nobody has asked. @param {string} id
 * @returns {{words: string, how: string, asked: import("../types.js").TableSummary | null}} */
function useNext(id) {
  const mine = table.value?.you.seats ?? [];
  const next = table.value?.next ?? null;
  const together = table.value?.seats.some((one) => one.kind === "person" && !mine.includes(one.seat)) ?? false;
  useInvitations(next, mine.length > 0 && together);
  const asked = invitations.value.find((one) => one.follows === id) ?? null;
  const words = asked === null ? "" : askingWords(asked);
  useEffect(() => {
    if (words !== "") document.title = `● ${t("core.title.of", { page: words })}`;
  }, [words]);
  if (mine.length === 0)
    return next === null
      ? { words: "", how: "", asked: null }
      : { words: t("again.watch"), how: t("again.watch.how"), asked: null };
  const seated = (tables.value?.mine ?? []).some((one) => one.id === next && one.seats.length > 0);
  if (seated) return { words: t("again.to"), how: t("again.saved"), asked: null };
  return { words: t("pages.end.again"), how: t(asked ? "again.saved" : "pages.end.again-how"), asked };
}

/** The winners in the middle, on brick. @param {{ended: Ending}} props */
function Podium({ ended }) {
  const order = ranked(ended);
  // Second to the left of the first, third to the right.
  const places = order.length === 2 ? [1, 0] : order.length === 3 ? [1, 0, 2] : [1, 0, 2, 3];
  return html`<ol class=${`pods pods-${order.length}`} aria-label=${t("pages.end.ranking")}>
    ${places.map((at) => {
      const one = order[at];
      const rank = one.won ? 1 : at + 1;
      return html`<li key=${one.seat} class=${`pod rank-${rank}`} style=${{ order: places.indexOf(at) }}>
        <div class="pod-top">
          ${one.won ? html`<${Drawing} name="i-crown" class="pod-crown" />` : html`<b>${rank}</b>`}
        </div>
        <div class="pod-alcove"><${Drawing} name=${seatFace(one.seat)} class="pod-face" /></div>
        <div class="pod-block">
          <p class="pod-name"><${Mark} seat=${one.seat} /> <${Who} seat=${one.seat} /></p>
          <p class="pod-points">${one.points}<small>${t("pages.end.points", { n: one.points })}</small></p>
        </div>
      </li>`;
    })}
  </ol>`;
}

/** Who it is: "You", and below it the name that others and the record know. @param {{seat: number}} props */
function Who({ seat }) {
  const also = alsoCalled(seat);
  return html`<span class="end-name">${seatLabel(seat)}${also === "" ? null : html` <small>${also}</small>`}</span>`;
}

/** The points poured into mugs, for a narrow screen. @param {{ended: Ending}} props */
function Mugs({ ended }) {
  const order = ranked(ended);
  const places = order.length === 2 ? [0, 1] : order.length === 3 ? [1, 0, 2] : [1, 0, 2, 3];
  const most = Math.max(1, order[0].points);
  return html`<ol class="mugs" aria-label=${t("pages.end.ranking")}>
    ${places.map((at) => {
      const one = order[at];
      return html`<li key=${one.seat} class=${one.won ? "won" : ""}>
        <div class="mug-space"><div class="mug-grow" style=${{ "--fill": String(0.5 + (0.5 * one.points) / most) }}>
          <${Drawing} name="i-beer" class="mug-drawing" /><b>${one.points}</b>
        </div></div>
        <p><${Mark} seat=${one.seat} /> <${Who} seat=${one.seat} /></p>
      </li>`;
    })}
  </ol>`;
}

/** Points by source. @param {{ended: Ending, seats: SeatOn[], wide: boolean}} props */
function Sources({ ended, seats, wide }) {
  const most = Math.max(1, ...ended.scores);
  const used = sources(seats, figures.value?.modules ?? 5);
  const order = ranked(ended);
  if (!wide) {
    return html`<section class="end-card">
      <h2 class="unseen">${t("pages.end.sources")}</h2>
      <table class="end-table">
        <thead>
          <tr>
            <td></td>
            ${order.map((one) => html`<th scope="col" key=${one.seat}><${Mark} seat=${one.seat} label=${seatLabel(one.seat)} /></th>`)}
          </tr>
        </thead>
        <tbody>
          ${used.map(
            ([name, icon]) => html`<tr key=${name}>
              <th scope="row"><${Icon} name=${icon} /> ${capital(t(`pages.source.${name}`))}</th>
              ${order.map((one) => html`<td key=${one.seat} class=${one.won ? "won" : ""}>${seats[one.seat - 1]?.sources[name] ?? "…"}</td>`)}
            </tr>`,
          )}
          <tr class="sum">
            <th scope="row"><${Icon} name="points" /> ${t("pages.source.all")}</th>
            ${order.map((one) => html`<td key=${one.seat} class=${one.won ? "won" : ""}>${one.points}</td>`)}
          </tr>
          <tr class="tie">
            <th scope="row"><${Icon} name="thaler" /> ${t("pages.source.kept")}</th>
            ${order.map((one) => html`<td key=${one.seat} class=${one.won ? "won" : ""}>${one.stored}</td>`)}
          </tr>
        </tbody>
      </table>
    </section>`;
  }
  return html`<section class="end-card end-sources">
    <h2>${t("pages.end.sources")}</h2>
    <ul class="end-legend" aria-hidden="true">
      ${used.map(([name, icon]) => html`<li key=${name}><i class=${`src-${name}`}><${Icon} name=${icon} /></i> ${t(`pages.source.${name}`)}</li>`)}
    </ul>
    <ul class=${`end-bars bars-${order.length}`}>
      ${order.map(
        (one) => html`<li key=${one.seat} class="end-row">
          <span class="end-who">
            <i><${Drawing} name=${seatFace(one.seat)} class="end-face" /></i> <${Mark} seat=${one.seat} /> <b><${Who} seat=${one.seat} /></b>
          </span>
          <span class="end-bar-box">
            <span class="end-stack" style=${{ width: `${(100 * Math.max(0, one.points)) / most}%` }}>
              ${used.map(([name, icon]) => {
                const n = seats[one.seat - 1]?.sources[name] ?? 0;
                if (n <= 0) return null;
                return html`<span key=${name} class=${`end-piece src-${name}`} style=${{ flexGrow: n }}
                  title=${`${t(`pages.source.${name}`)}: ${n}`}>
                  <span class="unseen">${t(`pages.source.${name}`)}: ${n}. </span>
                  ${n / most > 0.05 && html`<span aria-hidden="true">${n / most > 0.1 && html`<${Icon} name=${icon} />`}${n}</span>`}
                </span>`;
              })}
            </span>
            <span class="end-small" style=${{ width: `max(6rem, ${(100 * Math.max(0, one.points)) / most}%)` }}
              aria-hidden="true">
              ${used.map(([name, icon]) => {
                const n = seats[one.seat - 1]?.sources[name] ?? 0;
                return n > 0 && n / most <= 0.05 ? html`<span key=${name}><${Icon} name=${icon} />${n}</span>` : null;
              })}
            </span>
          </span>
          <span class="end-total">${one.points}<small>${t("pages.end.kept", { n: one.stored })}</small></span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** Who asked for hints, and how often. @param {{counts: number[]}} props */
function Hinted({ counts }) {
  const who = counts
    .map((n, i) => (n > 0 ? t("hint.used.of", { name: seatLabel(i + 1), n }) : ""))
    .filter((words) => words !== "");
  return who.length === 0
    ? null
    : html`<p class="end-best end-hints"><${Icon} name="candle" /> <span>${t("hint.used.by", { who: listed(who) })}</span></p>`;
}

/** The best evening of mine, or of the winner; of several. @param {{evenings: number[][], first: number, ended: Ending}} props */
function Best({ evenings, first, ended }) {
  if (evenings.length < 3) return null;
  const seat = mySeat() ?? ended.winners[0];
  const gains = evenings.slice(1).map((points, i) => points[seat - 1] - evenings[i][seat - 1]);
  const best = Math.max(...gains);
  const text = { n: best, who: seatName(seat) };
  return html`<p class="end-best">
    <${Icon} name="crown" /> <span>
      <b>${t("pages.evening", { n: gains.indexOf(best) + first })}</b>
      <small>${mySeat() !== null ? t("pages.end.your-best", text) : t("pages.end.best", text)}</small>
    </span>
  </p>`;
}

/** The dice of a daily evening that others still play. @param {{commitment: string}} props */
const Sealed = ({ commitment }) => html`<details class="end-dice">
  <summary>
    <span class="end-seal"><${Sign} name="lock" /></span>
    <span><b>${t("daily.sealed.short")}</b><small>${t("core.details")}</small></span>
  </summary>
  <div class="end-details">
    <p>${t("daily.sealed")}</p>
    <dl>
      <dt>SHA-256</dt>
      <dd><code>${commitment}</code></dd>
    </dl>
  </div>
</details>`;

/**
 * The dice, checked by this page and by the server, with all that only some want to see.
 * @param {{id: string, ended: Ending, game: import("./replay.js").Game | null}} props
 */
function Details({ id, ended, game }) {
  const [own, setOwn] = useState("");
  const [server, setServer] = useState(/** @type {import("../types.js").Verdict | null} */ (null));
  const [copied, setCopied] = useState(false);
  const before = useMemo(() => promised(id), [id]);
  useEffect(() => {
    if (ended.seed === "") return; // others still play with it
    digest(ended.seed).then(setOwn);
    get(`/api/records/${id}/verify`).then(setServer, () => {});
  }, [id, ended.seed]);
  if (ended.seed === "") return html`<${Sealed} commitment=${ended.commitment} />`;
  const fits = own !== "" && own === (before ?? ended.commitment);
  const good = fits && (server === null || (server.valid && server.follows_seed !== false));
  const bad = own !== "" && !good;
  const state =
    own === ""
      ? "pages.dice.checking"
      : !fits
        ? "pages.dice.broken"
        : server === null
          ? "pages.dice.seed"
          : !good
            ? "pages.dice.record-wrong"
            : before === null
              ? "pages.dice.good"
              : "pages.dice.good-seen";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`seed ${ended.seed}\nSHA-256 ${own}\n`);
      setCopied(true);
      announce(t("pages.copied"));
    } catch {
      setCopied(false);
    }
  };
  return html`<details class=${`end-dice${bad ? " bad" : ""}`}>
    <summary>
      <span class="end-seal"><${Sign} name=${own === "" ? "hourglass" : good ? "check" : "warning"} /></span>
      <span aria-live="polite">
        <b>${bad ? t("pages.dice.not-verified") : t("pages.dice.verified")}</b>
        <small>${t("core.details")}</small>
      </span>
    </summary>
    <div class="end-details">
      <p>${t(state)}</p>
      <dl>
        <dt>${t("pages.dice.the-seed")}</dt>
        <dd><code>${ended.seed}</code></dd>
        <dt>SHA-256</dt>
        <dd><code>${own}</code></dd>
      </dl>
      <div class="end-details-do">
        <button type="button" class="btn small" onClick=${copy}>
          <${Sign} name=${copied ? "check" : "copy"} /> ${copied ? t("pages.copied") : t("pages.copy")}
        </button>
        <button type="button" class="btn small" disabled=${game === null}
          onClick=${() => game && saveText(`tiefenthal-${id.slice(0, 8)}.txt`, game.text)}>
          <${Sign} name="download" /> ${t("pages.end.download")}
        </button>
      </div>
    </div>
  </details>`;
}
