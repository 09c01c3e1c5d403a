// The log: what happened, in evenings, phases and lines (core/news.js puts it in order); and what people say to each
// other beside it. A line marks what it is about: things on the table have `data-thing`, a line lists them in
// `data-points-at`, the most specific first ("seat-2-monk seat-2"), and those on the screen are marked while the
// pointer is over the line.
import { html, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { chat, connection, seat as mine, send, story, table } from "../core/game.js";
import { language, locale, phaseName, t } from "../core/i18n.js";
import { chronicle, isTold, recap } from "../core/news.js";
import { announce } from "../core/page.js";
import { logTab, markRead, unread } from "../core/talk.js";
import { names, seatBoth } from "../core/words.js";
import { Drawing, Icon, MARKS, Mark, Portrait, Sign } from "../ui/pieces.js";
// Stores the commitment to the dice as soon as a game is seen.
import "./commitment.js";

/** @typedef {import("../core/news.js").Line} Line */

// --- shown

/** Mark what a line is about; without an argument, unmark everything. @param {string} [points] */
function mark(points = "") {
  for (const one of document.querySelectorAll(".pointed-at")) one.classList.remove("pointed-at");
  for (const thing of points.split(" ").filter(Boolean)) {
    const found = document.querySelectorAll(`[data-thing~="${CSS.escape(thing)}"]`);
    for (const one of found) one.classList.add("pointed-at");
    if (found.length > 0) return;
  }
}

/**
 * The ply of my last decision before what has happened since; 0 if there is none.
 * @param {GameEvent[]} events
 * @param {number | null} seat
 */
function lastOwn(events, seat) {
  if (seat === null) return 0;
  for (let i = events.length - 1; i >= 0; i -= 1)
    if (events[i].what === "decided" && events[i].seat === seat) return events[i].ply;
  return 0;
}

/** How many sit at the table: a replay has no table, only names. */
const seats = () => table.value?.players ?? names.value.length;

/**
 * The log. `events`: those of a replay; else what this page has seen. `onPly`: what a press on a line does (in a
 * replay: go there). `now`: the ply that is shown.
 * @param {{events?: GameEvent[], onPly?: (ply: number) => void, now?: number, filters?: boolean}} props
 */
export function Log({ events, onPly, now, filters = true }) {
  const told = events ?? story.value;
  const [only, setOnly] = useState(0);
  const [recent, setRecent] = useState(false);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const own = events === undefined ? lastOwn(told, mine.value) : 0;
  const shown = useMemo(
    () => chronicle(recent ? told.filter((one) => one.ply > own) : told),
    [told, recent, own, names.value, table.value?.seats, language.value],
  );
  const pick =
    only === 0
      ? shown
      : shown.map((one) => ({
          ...one,
          parts: one.parts.map((part) => ({
            ...part,
            lines: part.lines.filter((line) => line.seat === only || line.seat === 0),
          })),
        }));
  // Not every ply has a line of its own: the last one up to it is the current one.
  const current =
    now === undefined
      ? undefined
      : pick
          .flatMap((one) => one.parts.flatMap((part) => part.lines.map((line) => line.ply)))
          .filter((ply) => ply <= now)
          .at(-1);
  const evenings = pick
    .map((one) => ({ ...one, parts: one.parts.filter((part) => part.lines.length > 0) }))
    .filter((one) => one.parts.length > 0);

  // It follows what happens, unless somebody has scrolled up to read.
  const follow = useRef(true);
  const top = useRef(0);
  useEffect(() => {
    // A window is put into the page after what is in it: only then there is something to scroll.
    const frame = requestAnimationFrame(() => {
      const box = list.current;
      if (box === null) return;
      const current = /** @type {HTMLElement | null} */ (
        now === undefined ? null : box.querySelector("[aria-current]")
      );
      if (current !== null) box.scrollTop = current.offsetTop - box.clientHeight / 2;
      else if (follow.current && now === undefined) box.scrollTop = box.scrollHeight;
    });
    return () => cancelAnimationFrame(frame);
  }, [told, only, recent, now]);
  useEffect(() => () => mark(), []);

  /** @param {string} points */
  const pointing = (points) => ({
    "data-points-at": points,
    onPointerEnter: () => mark(points),
    onPointerLeave: () => mark(),
    onFocus: () => mark(points),
    onBlur: () => mark(),
  });
  const scrolled = (/** @type {any} */ event) => {
    const box = event.currentTarget;
    // Lines that have come since the page scrolled by itself are not somebody who reads.
    if (box.scrollTop < top.current - 4) follow.current = false;
    if (box.scrollTop + box.clientHeight > box.scrollHeight - 40) follow.current = true;
    top.current = box.scrollTop;
  };

  return html`<section class="log" aria-label=${t("pages.log")}>
    ${
      filters &&
      html`<div class="log-filters" role="group" aria-label=${t("pages.log.filter")}>
        <button type="button" class="log-filter" aria-pressed=${only === 0} onClick=${() => setOnly(0)}>
          ${t("pages.log.all")}
        </button>
        ${Array.from({ length: seats() }, (_, i) => i + 1).map(
          (seat) => html`<button type="button" key=${seat} class="log-filter" aria-pressed=${only === seat}
          onClick=${() => setOnly(only === seat ? 0 : seat)}>
          <${Mark} seat=${seat} /> <span>${seatBoth(seat)}</span>
        </button>`,
        )}
        ${
          own > 0 &&
          html`<button type="button" class="log-filter log-since" aria-pressed=${recent} onClick=${() => setRecent(!recent)}>
            <${Sign} name="check" /> <span>${t("pages.log.since")}</span>
          </button>`
        }
      </div>`
    }
    <div class="log-lines" ref=${list} tabindex="0" onScroll=${scrolled} role="group" aria-label=${t("pages.log.lines")}>
      ${evenings.length === 0 && html`<p class="log-empty">${recent ? t("pages.log.nothing-since") : t("pages.log.empty")}</p>`}
      ${evenings.map(
        (evening) => html`<div key=${evening.round} class="log-evening">
          <h3 class="log-round">
            <${Icon} name="moon" /> ${evening.round === 0 ? t("pages.log.setup") : t("pages.evening", { n: evening.round })}
          </h3>
          ${evening.parts.map(
            (part) => html`<div key=${part.key} class="log-part">
              ${
                part.letter !== "" &&
                html`<h4 class=${`log-phase${part.seat === mine.value && part.seat !== 0 ? " mine" : ""}`}>
                  <b>${part.letter}</b> ${
                    part.seat > 0
                      ? html`
                        <${Mark} seat=${part.seat} /> ${t("pages.log.serves", { phase: phaseName(part.letter), who: seatBoth(part.seat) })}
                      `
                      : phaseName(part.letter)
                  }
                </h4>`
              }
              <ul>
                ${part.lines.map((line) => html`<${LogLine} key=${line.key} line=${line} now=${current} onPly=${onPly} pointing=${pointing} />`)}
              </ul>
            </div>`,
          )}
        </div>`,
      )}
    </div>
  </section>`;
}

/** A line of the log; at a table, what the others did since my last decision is marked, and what is being told is lit.
 * @param {{line: Line, now?: number, onPly?: (ply: number) => void, pointing: (points: string) => object}} props */
function LogLine({ line, now, onPly, pointing }) {
  const keys = line.keys.join(" ");
  const since = onPly === undefined && line.keys.some((key) => recap.value.some((item) => item.key === key));
  const body = html`
    <span class="log-mark">
      ${line.seat > 0 ? html`<${Mark} seat=${line.seat} />` : html`<${Icon} name=${line.icon} />`}
    </span>
    <span class="log-words">
      ${
        line.card !== ""
          ? html`<${Portrait} card=${line.card} class="log-face" />`
          : line.faces.length > 0
            ? html`<span class="log-dice" aria-hidden="true">
              ${line.faces.map((face, i) => html`<${Drawing} key=${i} name=${`d-${line.own ? MARKS[line.seat - 1] : "w"}${face}`} class="log-die" />`)}
            </span>`
            : line.seat > 0 && html`<${Icon} name=${line.icon} />`
      }
      ${" "}
      <span>${line.words}</span>
      ${line.notes.map((one, i) => html` <span key=${i} class="log-note"><${Icon} name=${one.icon} /> ${one.words}</span>`)}
    </span>
  `;
  const current = now === line.ply;
  if (onPly !== undefined) {
    return html`<li class="log-line" data-news=${keys}>
      <button type="button" class="log-press" aria-current=${current ? "step" : undefined} ...${pointing(line.points)}
        onClick=${() => onPly(line.ply)}>${body}</button>
    </li>`;
  }
  return html`<li class=${`log-line${since ? " since" : ""}${isTold(line.keys) ? " told" : ""}`} data-news=${keys} tabindex="0"
    ...${pointing(line.points)}>${body}</li>`;
}

/** What was said at the table, and saying something. Watchers read. */
export function Chat() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const id = useId();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = chat.value;
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
    markRead();
  }, [lines.length]);

  const say = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = text.trim();
    if (said === "") return;
    const answer = await send({ type: "chat", text: said });
    if (answer.type === "done") {
      setText("");
      setProblem("");
    } else {
      const why =
        answer.code === "too-fast"
          ? t("pages.chat.too-fast")
          : answer.code === "empty"
            ? t("pages.chat.empty-text")
            : t("pages.chat.failed");
      setProblem(why);
      announce(why, { now: true });
    }
  };
  const time = new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" });

  return html`<section class="chat" aria-label=${t("pages.chat")}>
    <ol class="chat-lines" ref=${list} tabindex="0" aria-label=${t("pages.chat.lines")}>
      ${lines.length === 0 && html`<li class="log-empty">${t("pages.chat.empty")}</li>`}
      ${lines.map(
        (line) => html`<li key=${line.number} class=${`chat-line${line.seat === mine.value ? " own" : ""}`}>
          <span class="chat-who">
            <${Mark} seat=${line.seat} /> <b>${line.name}</b> <time>${time.format(line.at * 1000)}</time>
          </span>
          <span class="chat-text" dir="auto">${line.text}</span>
        </li>`,
      )}
    </ol>
    ${
      mine.value !== null &&
      html`<form class="chat-say" onSubmit=${say}>
        <label class="unseen" for=${id}>${t("pages.chat.say")}</label>
        <input id=${id} type="text" maxlength="500" autocomplete="off" placeholder=${t("pages.chat.say")} value=${text}
          disabled=${connection.value !== "open"} onInput=${(/** @type {any} */ event) => setText(event.target.value)}
          aria-describedby=${problem ? `${id}-problem` : undefined} />
        <button type="submit" class="btn small" disabled=${connection.value !== "open"}>${t("pages.chat.send")}</button>
        ${problem && html`<p id=${`${id}-problem`} class="chat-problem">${problem}</p>`}
      </form>`
    }
  </section>`;
}

/** Log and chat as two tabs of one panel; arrows go from one to the other. */
export function LogAndChat() {
  const shown = logTab.value;
  const show = (/** @type {"log" | "chat"} */ name) => (logTab.value = name);
  const fresh = unread.value;
  const turn = (/** @type {KeyboardEvent} */ event) => {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === "Home" ? "log" : event.key === "End" ? "chat" : shown === "log" ? "chat" : "log";
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const tab = (/** @type {"log" | "chat"} */ name, /** @type {unknown} */ more) =>
    html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="panel-log" aria-selected=${shown === name}
      tabindex=${shown === name ? 0 : -1} onClick=${() => show(name)} onKeyDown=${turn}>
      <${Sign} name=${name} /> ${t(name === "log" ? "pages.log" : "pages.chat")} ${more}
    </button>`;
  return html`<div class="log-and-chat">
    <div class="log-tabs" role="tablist" aria-label=${t("pages.log-and-chat")}>
      ${tab("log", null)}
      ${tab("chat", fresh > 0 && html`<span class="log-fresh">${t("pages.chat.fresh", { n: fresh })}</span>`)}
    </div>
    <div id="panel-log" role="tabpanel" aria-labelledby=${`tab-${shown}`} class="log-panel">
      ${shown === "log" ? html`<${Log} />` : html`<${Chat} />`}
    </div>
  </div>`;
}
