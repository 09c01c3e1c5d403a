// The end of a game: who won and why, where the points come from, the story of the evenings as a chart and a table, the dice
// verified.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { ServerError, get, post } from "../core/api.js";
import { board, ending, figures, seat as mine, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce, go, place, useKeys } from "../core/page.js";
import { wide } from "../core/settings.js";
import { capital, names, seatLabel, seatName } from "../core/words.js";
import { Dialog } from "../ui/dialog.js";
import { Drawing, Icon, Key, MARKS, Mark, Sign, cast, seatFace } from "../ui/pieces.js";
import { Log } from "./log.js";
import { digest, promised } from "./promise.js";
import { loadGame, pointsByEvening, saveText } from "./replay.js";
import { HelpDialog } from "./rules.js";

/** Sources of points, as the bars show them. @type {[string, string][]} */
const SOURCES = [["nobles", "crown"], ["guests", "guest"], ["reputation", "reputation"], ["schnapps", "schnapps"], ["others", "deck"]];

/** Seats from the winner on. @param {Ending} ended */
function ranked(ended) {
  return ended.scores
    .map((points, i) => ({ seat: i + 1, points, stored: ended.stored[i], won: ended.winners.includes(i + 1) }))
    .sort((a, b) => b.points - a.points || b.stored - a.stored || a.seat - b.seat);
}

/** Who won, by how much, and what made the difference. @param {Ending} ended @param {SeatOn[]} seats */
function verdict(ended, seats) {
  const [first, second] = ranked(ended);
  const shared = ended.winners.length > 1;
  const mineWon = mine.value !== null && ended.winners.includes(mine.value);
  const title = shared ? t(mineWon ? "pages.end.shared-you" : "pages.end.shared") : mineWon ? t("pages.end.you-win") : t("pages.end.wins", { who: seatName(first.seat) });
  const margin = first.points - second.points;
  const how = shared
    ? t("pages.end.level", { points: t("n.points", { n: first.points }), kept: first.stored })
    : margin > 0
      ? t("pages.end.margin", { n: margin, who: seatLabel(second.seat) })
      : t("pages.end.tie-broken", { who: seatName(first.seat), points: t("n.points", { n: first.points }), more: first.stored, less: second.stored });
  let why = "";
  if (!shared && seats.length > 0) {
    const [what, gap] = SOURCES.map(([name]) => /** @type {[string, number]} */ ([name, seats[first.seat - 1].sources[name] - seats[second.seat - 1].sources[name]])).sort((a, b) => b[1] - a[1])[0];
    const to = { points: t("n.points", { n: seats[first.seat - 1].sources[what] }), other: seats[second.seat - 1].sources[what] };
    if (gap > 0) why = capital(t(`pages.end.difference.${what}`, to));
  }
  return { title, how, why };
}

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
  const [window_, setWindow] = useState(/** @type {"" | "log" | "help"} */ (""));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [came] = useState(performance.now());
  const roomy = wide.value;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));

  useEffect(() => {
    let wanted = true;
    (async () => {
      try {
        const found = await loadGame(id);
        if (!wanted) return;
        if (table.value === null) {
          names.value = found.info.names;
          cast.value = found.info.characters ?? [];
        }
        setGame(found);
        if (figures.value === null) get(`/api/records/${id}/figures`).then((answer) => (figures.value ??= answer), () => {});
        const [points, last] = await Promise.all([pointsByEvening(id, found), get(`/api/records/${id}/plies/${found.info.plies}`)]);
        if (!wanted) return;
        setEvenings(points);
        setSeats(last.board.seats);
      } catch (error) {
        if (wanted && ending.value === null) setProblem(error instanceof ServerError && error.status === 404 ? t("pages.end.unknown") : t("pages.end.failed"));
      }
    })();
    return () => void (wanted = false);
  }, [id]);

  const ended = ending.value ?? game?.info.ending ?? null;
  const told = ended === null ? null : verdict(ended, seats);
  useEffect(() => {
    if (told === null) return;
    announce([told.title, told.how, told.why].filter(Boolean).join(" "));
    heading.current?.focus({ preventScroll: true });
  }, [ended === null]);

  const again = async () => {
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      go(`/table/${await playAgain()}`);
    } catch (error) {
      setProblem(error instanceof ServerError && error.message ? error.message : t("pages.end.failed"));
      setBusy(false);
    }
  };
  // An Enter that was meant for the table begins no new game.
  useKeys(table.value === null ? {} : { Enter: (event) => event.repeat || performance.now() < came + 1500 || again() });

  if (problem !== "" && ended === null)
    return html`<main class="end-empty"><h1>${t("pages.end.title")}</h1><p>${problem}</p><button type="button" class="btn" onClick=${() => go("/")}>${t("pages.home")}</button></main>`;
  if (ended === null || told === null) return html`<main class="end-empty" aria-busy="true"><p>${t("pages.loading")}</p></main>`;

  return html`<main class=${`end${roomy ? " end-wide" : " end-narrow"}`}>
    <img class="end-dawn" src="/static/art/scene-dawn.svg" alt="" />
    <header class="end-bar">
      <span class="end-eve"><${Icon} name="moon" /> ${figures.value ? t("pages.evening-of", { n: figures.value.rounds, all: figures.value.rounds }) : ""}</span>
      <p class="end-say"><b>${t("pages.end.title")}</b></p>
      <span class="end-tools">
        <button type="button" class="tool" onClick=${() => setWindow("log")}><${Sign} name="log" /><span class="unseen">${t("pages.log")}</span></button>
        <button type="button" class="tool" onClick=${() => setWindow("help")}><${Sign} name="help" /><span class="unseen">${t("pages.help")}</span></button>
        <button type="button" class="tool" onClick=${() => go("/")}><${Sign} name="home" /><span class="unseen">${t("pages.home")}</span></button>
      </span>
    </header>
    <section class="end-title">
      <h1 tabindex="-1" ref=${heading}>${told.title}</h1>
      <p>${told.how} ${told.why}</p>
    </section>
    ${roomy ? html`<${Podium} ended=${ended} />` : html`<${Mugs} ended=${ended} />`}
    <div class="end-panels">
      <${Sources} ended=${ended} seats=${seats} wide=${roomy} />
      <${Story} evenings=${evenings} wide=${roomy} />
      <${Verified} id=${id} ended=${ended} wide=${roomy} />
    </div>
    <footer class="end-foot">
      <${Best} evenings=${evenings} ended=${ended} />
      ${problem !== "" && html`<p class="end-problem" role="alert">${problem}</p>`}
      <button type="button" class="btn" onClick=${() => go(`/replay/${id}`)}><${Sign} name="replay" /> ${t("pages.end.replay")}</button>
      <button type="button" class="btn" disabled=${game === null} onClick=${() => game && saveText(`tiefenthal-${id.slice(0, 8)}.txt`, game.text)}><${Sign} name="download" /> ${t("pages.end.download")}</button>
      ${table.value !== null
        ? html`<button type="button" class="btn gold end-again" aria-busy=${busy} onClick=${again}><span>${t("pages.end.again")}<small>${t("pages.end.again-how")}</small></span> <${Key} name=${t("pages.key.enter")} /></button>`
        : html`<button type="button" class="btn gold end-again" onClick=${() => go("/")}>${t("pages.home")}</button>`}
    </footer>
    ${window_ === "log" && html`<${Dialog} title=${t("pages.log")} wide onClose=${() => setWindow("")}><${Log} events=${game?.events ?? []} /></${Dialog}>`}
    ${window_ === "help" && html`<${HelpDialog} onClose=${() => setWindow("")} />`}
  </main>`;
}

/** Open the same table again: my seats here, the bots again, everyone else by link. */
async function playAgain() {
  const now = table.value;
  if (now === null) return "";
  const own = now.edition.name === "reference" ? null : await get(`/api/tables/${now.id}/edition`);
  const seats = now.seats.map((one) =>
    one.kind === "bot" ? { kind: "bot", bot: one.bot, name: one.name, character: one.character } : now.you.seats.includes(one.seat) ? { kind: "here", name: one.name } : { kind: "link" },
  );
  const text = typeof own === "string" ? own : own?.text;
  const opened = await post("/api/tables", {
    seats,
    modules: now.modules,
    pace: now.pace,
    ...(text === undefined || text === null ? {} : { edition_text: text }),
  });
  return opened.id;
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
        <div class="pod-top">${one.won ? html`<${Drawing} name="i-crown" class="pod-crown" />` : html`<b>${rank}</b>`}</div>
        <div class="pod-alcove"><${Drawing} name=${seatFace(one.seat)} class="pod-face" /></div>
        <div class="pod-block">
          <p class="pod-name"><${Mark} seat=${one.seat} /> <span>${seatLabel(one.seat)}</span></p>
          <p class="pod-points">${one.points}<small>${t("pages.end.points", { n: one.points })}</small></p>
        </div>
      </li>`;
    })}
  </ol>`;
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
        <p><${Mark} seat=${one.seat} /> <span>${seatLabel(one.seat)}</span></p>
      </li>`;
    })}
  </ol>`;
}

/** Points by source. @param {{ended: Ending, seats: SeatOn[], wide: boolean}} props */
function Sources({ ended, seats, wide }) {
  const most = Math.max(1, ...ended.scores);
  const used = SOURCES.filter(([name]) => name !== "others" ? name !== "schnapps" && name !== "reputation" ? true : (figures.value?.modules ?? 5) >= (name === "schnapps" ? 2 : 3) : seats.some((one) => one.sources.others > 0));
  const order = ranked(ended);
  if (!wide) {
    return html`<section class="end-card"><h2 class="unseen">${t("pages.end.sources")}</h2>
      <table class="end-table">
        <thead><tr><td></td>${order.map((one) => html`<th scope="col" key=${one.seat}><${Mark} seat=${one.seat} label=${seatLabel(one.seat)} /></th>`)}</tr></thead>
        <tbody>
          ${used.map(([name, icon]) => html`<tr key=${name}><th scope="row"><${Icon} name=${icon} /> ${capital(t(`pages.source.${name}`))}</th>${order.map((one) => html`<td key=${one.seat} class=${one.won ? "won" : ""}>${seats[one.seat - 1]?.sources[name] ?? "…"}</td>`)}</tr>`)}
          <tr class="sum"><th scope="row"><${Icon} name="points" /> ${t("pages.source.all")}</th>${order.map((one) => html`<td key=${one.seat} class=${one.won ? "won" : ""}>${one.points}</td>`)}</tr>
          <tr class="tie"><th scope="row"><${Icon} name="thaler" /> ${t("pages.source.kept")}</th>${order.map((one) => html`<td key=${one.seat} class=${one.won ? "won" : ""}>${one.stored}</td>`)}</tr>
        </tbody>
      </table></section>`;
  }
  return html`<section class="end-card end-sources">
    <h2>${t("pages.end.sources")}</h2>
    <ul class="end-legend" aria-hidden="true">${used.map(([name, icon]) => html`<li key=${name}><i class=${`src-${name}`}><${Icon} name=${icon} /></i> ${t(`pages.source.${name}`)}</li>`)}</ul>
    <ul class=${`end-bars bars-${order.length}`}>
      ${order.map(
        (one) => html`<li key=${one.seat} class="end-row">
          <span class="end-who"><i><${Drawing} name=${seatFace(one.seat)} class="end-face" /></i> <${Mark} seat=${one.seat} /> <b>${seatLabel(one.seat)}</b></span>
          <span class="end-bar-box">
            <span class="end-stack" style=${{ width: `${(100 * Math.max(0, one.points)) / most}%` }}>
              ${used.map(([name, icon]) => {
                const n = seats[one.seat - 1]?.sources[name] ?? 0;
                if (n <= 0) return null;
                return html`<span key=${name} class=${`end-piece src-${name}`} style=${{ flexGrow: n }} title=${`${t(`pages.source.${name}`)}: ${n}`}>
                  <span class="unseen">${t(`pages.source.${name}`)}: ${n}. </span>
                  ${n / most > 0.05 && html`<span aria-hidden="true">${n / most > 0.1 && html`<${Icon} name=${icon} />`}${n}</span>`}
                </span>`;
              })}
            </span>
            <span class="end-small" style=${{ width: `max(6rem, ${(100 * Math.max(0, one.points)) / most}%)` }} aria-hidden="true">
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

/** The best evening of mine, or of the winner. @param {{evenings: number[][], ended: Ending}} props */
function Best({ evenings, ended }) {
  if (evenings.length < 2) return null;
  const seat = mine.value ?? ended.winners[0];
  const gains = evenings.slice(1).map((points, i) => points[seat - 1] - evenings[i][seat - 1]);
  const best = Math.max(...gains);
  const text = { n: best, who: seatName(seat) };
  return html`<p class="end-best"><${Icon} name="crown" /> <span><b>${t("pages.evening", { n: gains.indexOf(best) + 1 })}</b><small>${mine.value !== null ? t("pages.end.your-best", text) : t("pages.end.best", text)}</small></span></p>`;
}

/** The dice, checked by this page and by the server. @param {{id: string, ended: Ending, wide: boolean}} props */
function Verified({ id, ended, wide }) {
  const [own, setOwn] = useState("");
  const [server, setServer] = useState(/** @type {import("../types.js").Verdict | null} */ (null));
  const [copied, setCopied] = useState(false);
  const before = useMemo(() => promised(id), [id]);
  useEffect(() => {
    digest(ended.seed).then(setOwn);
    get(`/api/records/${id}/verify`).then(setServer, () => {});
  }, [id, ended.seed]);
  const fits = own !== "" && own === (before ?? ended.commitment);
  const good = fits && (server === null || (server.valid && server.follows_seed !== false));
  const state = own === "" ? "pages.dice.checking" : !fits ? "pages.dice.broken" : server === null ? "pages.dice.seed" : !good ? "pages.dice.record-wrong" : before === null ? "pages.dice.good" : "pages.dice.good-seen";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`seed ${ended.seed}\nSHA-256 ${own}\n`);
      setCopied(true);
      announce(t("pages.copied"));
    } catch {
      setCopied(false);
    }
  };
  const digits = html`<dl><dt>${t("pages.dice.the-seed")}</dt><dd><code>${ended.seed}</code></dd><dt>SHA-256</dt><dd><code>${own}</code></dd></dl>`;
  return html`<section class=${`end-dice${own !== "" && !good ? " bad" : ""}`} aria-live="polite">
    <span class="end-seal"><${Sign} name=${own === "" ? "hourglass" : good ? "check" : "warning"} /></span>
    <div>
      <h2>${own !== "" && !good ? t("pages.dice.not-verified") : t("pages.dice.verified")}</h2>
      <p>${t(state)}</p>
      ${wide ? digits : html`<details><summary>${t("pages.dice.details")}</summary>${digits}</details>`}
    </div>
    <button type="button" class="btn wood small" onClick=${copy}><${Sign} name=${copied ? "check" : "copy"} /> ${copied ? t("pages.copied") : t("pages.copy")}</button>
  </section>`;
}

// --- the story: points after each evening, or how far ahead of the average each was

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** What is worth pointing at: the last change of the lead, and the evening that changed most. @param {number[][]} evenings */
function moments(evenings) {
  /** @type {{evening: number, seat: number, title: string, text: string, icon: string}[]} */
  const found = [];
  const leader = (/** @type {number[]} */ points) => (points.filter((one) => one === Math.max(...points)).length === 1 ? points.indexOf(Math.max(...points)) + 1 : 0);
  let best = { evening: 0, seat: 0, gain: 0 };
  let change = { evening: 0, seat: 0 };
  let ahead = 0;
  for (let i = 1; i < evenings.length; i += 1) {
    const gains = evenings[i].map((one, seat) => one - evenings[i - 1][seat]);
    gains.forEach((gain, seat) => {
      const over = gain - mean(gains);
      if (over > best.gain) best = { evening: i, seat: seat + 1, gain: over };
    });
    const now = leader(evenings[i]);
    if (now !== 0 && now !== ahead) {
      if (ahead !== 0) change = { evening: i, seat: now };
      ahead = now;
    }
  }
  if (best.evening > 0) {
    const gain = evenings[best.evening][best.seat - 1] - evenings[best.evening - 1][best.seat - 1];
    found.push({ evening: best.evening, seat: best.seat, icon: "crown", title: best.seat === mine.value ? t("pages.story.best-you") : t("pages.story.best", { who: seatName(best.seat) }), text: t("pages.story.best-how", { n: gain }) });
  }
  if (change.evening > 0 && (change.evening !== best.evening || change.seat !== best.seat))
    found.push({ evening: change.evening, seat: change.seat, icon: "upgrade", title: change.seat === mine.value ? t("pages.story.passes-you") : t("pages.story.passes", { who: seatName(change.seat) }), text: t("pages.story.passes-how", { n: change.evening }) });
  return found;
}

/** @param {{evenings: number[][], wide: boolean}} props */
function Story({ evenings, wide }) {
  const [kind, setKind] = useState(/** @type {"points" | "lead"} */ ("lead"));
  const count = evenings.length - 1;
  if (count < 1) return html`<section class="end-card end-story" aria-busy="true"><h2>${t("pages.story.title")}</h2><p>${t("pages.loading")}</p></section>`;
  const seats = evenings[0].map((_, i) => i + 1);
  return html`<section class="end-card end-story">
    <div class="end-story-head">
      <h2>${t("pages.story.title")}</h2>
      <div class="segments" role="group" aria-label=${t("pages.story.kind")}>
        ${/** @type {const} */ (["points", "lead"]).map((one) => html`<button type="button" key=${one} aria-pressed=${kind === one} onClick=${() => setKind(one)}>${t(`pages.story.${one}`)}</button>`)}
      </div>
    </div>
    <${Chart} evenings=${evenings} kind=${kind} wide=${wide} />
    <div class="story-scroll" tabindex=${wide ? undefined : "0"} role=${wide ? undefined : "group"} aria-label=${wide ? undefined : t("pages.story.table")}>
      <table class="story-table">
        <caption class="unseen">${t("pages.story.table")}</caption>
        <thead><tr><th scope="col">${t("pages.story.after")}</th>${evenings.slice(1).map((_, i) => html`<th scope="col" key=${i}><b>${i + 1}</b></th>`)}</tr></thead>
        <tbody>
          ${seats.map(
            (seat) => html`<tr key=${seat}><th scope="row"><${Mark} seat=${seat} /> <span>${seatLabel(seat)}</span></th>
              ${evenings.slice(1).map((points, i) => html`<td key=${i} class=${points[seat - 1] === Math.max(...points) ? "most" : ""}>${points[seat - 1]}</td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** A box that speaks of a point, put where it hides the least of the lines.
 * @param {{x: number, y: number}} at @param {{x: number, y: number}[]} drawn @param {{width: number, height: number, left: number, right: number}} field */
function beside(at, drawn, field) {
  const [wide, high] = [240, 46]; // as large as it may become
  let best = { x: at.x, y: 0, cost: Infinity, hidden: 0 };
  for (const dx of [0, -80, 80, -160, 160, -240, 240])
    for (const y of [high / 2, field.height - high / 2 - 2, at.y - 48, at.y + 48]) {
      const x = Math.max(field.left + wide / 2, Math.min(at.x + dx, field.width - field.right - wide / 2));
      if (y < high / 2 - 4 || y > field.height - high / 2) continue;
      const hidden = drawn.filter((one) => Math.abs(one.x - x) < wide / 2 + 6 && Math.abs(one.y - y) < high / 2 + 6).length;
      const cost = hidden * 25 + Math.hypot(x - at.x, y - at.y);
      if (cost < best.cost) best = { x, y, cost, hidden };
    }
  return best;
}

/** The lines. The table below says the same, so they are not read out. @param {{evenings: number[][], kind: "points" | "lead", wide: boolean}} props */
function Chart({ evenings, kind, wide }) {
  const count = evenings.length - 1;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [[width, height], setSize] = useState(wide ? [830, 150] : [330, 170]);
  // Drawn at the size it has, in tenths of a rem, so that the columns stand over those of the table.
  useLayoutEffect(() => {
    if (box.current === null || !wide) return void setSize([330, 170]);
    const watch = new ResizeObserver(([entry]) => {
      const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 10;
      setSize([Math.max(300, entry.contentRect.width / unit), Math.max(60, entry.contentRect.height / unit)]);
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [wide]);
  const left = wide ? width * 0.1398 : 44;
  const right = wide ? width * 0.1253 : 14;
  const column = (width - left - right) / count;
  const x = (/** @type {number} */ i) => (i === 0 ? left : left + column * (i - 0.5));
  const values = evenings.map((points) => points.map((one) => (kind === "points" ? one : one - mean(points))));
  const all = values.flat();
  const low = kind === "points" ? 0 : Math.min(-5, ...all);
  const high = Math.max(5, ...all);
  const top = 14;
  const y = (/** @type {number} */ value) => top + ((high - value) / (high - low)) * (height - top - 14);
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((one) => (high - low) / one <= height / 26) ?? 200;
  const ticks = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) ticks.push(at);
  const label = (/** @type {number} */ at) =>
    kind === "points" ? t("pages.story.number", { n: at }) : at === 0 ? (wide ? t("pages.story.average") : "0") : wide ? t(at > 0 ? "pages.story.ahead" : "pages.story.behind", { n: Math.abs(at) }) : `${at > 0 ? "+" : "−"}${Math.abs(at)}`;
  const seats = evenings[0].map((_, i) => i + 1);
  // Names at the end of the lines, moved apart where they would touch.
  const ends = seats.map((seat) => ({ seat, y: y(values[count][seat - 1]) })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < ends.length; i += 1) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 17);
  ends.forEach((one, i) => (one.y = Math.min(one.y, height - 8 - 17 * (ends.length - 1 - i))));
  // Points along the lines, for finding room beside them.
  const drawn = seats.flatMap((seat) => values.slice(1).flatMap((points, i) => [0, 0.25, 0.5, 0.75, 1].map((part) => ({ x: x(i) + (x(i + 1) - x(i)) * part, y: y(values[i][seat - 1] + (points[seat - 1] - values[i][seat - 1]) * part) }))));
  /** @type {{x: number, y: number}[]} */
  const taken = [];
  const told = !wide ? [] : moments(evenings).flatMap((one) => {
    const at = { x: x(one.evening), y: y(values[one.evening][one.seat - 1]) };
    const put = beside(at, [...drawn, ...taken], { width, height, left, right });
    if (put.hidden > 3) return []; // no room: the lines matter more
    for (let k = -4; k <= 4; k += 1) taken.push({ x: put.x + k * 24, y: put.y }, { x: put.x + k * 24, y: put.y }, { x: put.x + k * 24, y: put.y });
    return [{ ...one, at, put }];
  });
  return html`<div class="chart" aria-hidden="true" ref=${box}>
    <svg viewBox=${`0 0 ${width} ${height}`} class="chart-lines">
      ${evenings.slice(1).map((_, i) => html`<path key=${`v${i}`} class="chart-grid" d=${`M${x(i + 1)} ${top - 6}V${height - 6}`} />`)}
      ${ticks.map((at) => html`<g key=${at}><path class=${at === 0 ? "chart-zero" : "chart-grid"} d=${`M${left - 4} ${y(at)}H${width - right}`} /><text class="chart-tick" x=${left - 10} y=${y(at) + 4.5}>${label(at)}</text></g>`)}
      ${told.map((one) => html`<path key=${one.icon} class="chart-leader" d=${`M${one.at.x} ${one.at.y}L${one.put.x} ${one.put.y}`} />`)}
      ${seats.map((seat) => {
        const d = values.map((points, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(points[seat - 1]).toFixed(1)}`).join("");
        return html`<g key=${seat}><path class="chart-edge" d=${d} /><path class=${`chart-line line-${seat}`} d=${d} /></g>`;
      })}
      ${seats.map((seat) => values.slice(1).map((points, i) => html`<use key=${`${seat}-${i}`} href=${`#m-${MARKS[seat - 1]}`} class=${`mark-${seat}`} x=${x(i + 1) - 6.5} y=${y(points[seat - 1]) - 6.5} width="13" height="13" />`))}
      ${wide && ends.map(({ seat, y: at }) => html`<text key=${seat} class="chart-name" x=${width - right + 10} y=${at + 5}>${shorten(seatLabel(seat))}</text>`)}
    </svg>
    ${told.map((one) => html`<p key=${one.icon} class="chart-moment" style=${{ left: `${(100 * one.put.x) / width}%`, top: `${(100 * one.put.y) / height}%` }}>
      <${Icon} name=${one.icon} /> <span><b>${one.title}</b><small>${one.text}</small></span></p>`)}
  </div>`;
}

/** @param {string} name */
const shorten = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);
