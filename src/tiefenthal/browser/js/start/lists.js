// What the server has for me: my tables, tables open to everyone, games I finished; and the windows of the start
// screen.
import { html, signal, useEffect, useRef, useState } from "../../vendor/preact.js";
import { ServerError, get, post } from "../core/api.js";
import { bots, levelName } from "../core/bots.js";
import { called, locale, t } from "../core/i18n.js";
import { go } from "../core/page.js";
import { set, settings } from "../core/settings.js";
import { Dialog } from "../ui/dialog.js";
import { Icon, Mark, Sign } from "../ui/pieces.js";
import { colourName } from "./panel.js";
import {
  LONGEST_NAME,
  asMe,
  botLevel,
  botName,
  botSeat,
  extras,
  keep,
  known,
  modulesWords,
  openTable,
  seatsWithLinks,
} from "./plan.js";
import { Switch } from "./settings.js";
import { Note, problemWords } from "./states.js";

/** @typedef {import("../types.js").TableSummary} TableSummary */

/** @type {import("../../vendor/preact.js").Signal<{mine: TableSummary[], open: TableSummary[]} | null>} */
export const tables = signal(null);
export const records = signal(/** @type {import("../types.js").RecordInfo[] | null} */ (null));
/** Why they could not be fetched. */
export const trouble = signal("");

/** Fetch them again. Somebody the server does not know yet has none. */
export async function learnTables() {
  try {
    tables.value = await get("/api/tables");
    trouble.value = "";
  } catch (error) {
    trouble.value = problemWords(error);
  }
}

export async function learnRecords() {
  try {
    records.value = known.value === null ? [] : (await get("/api/records")).records;
  } catch (error) {
    if (error instanceof ServerError && error.status === 401) records.value = [];
    else trouble.value = problemWords(error);
  }
}

/** My games under way: where my seat is kept and those that wait for me first, those the server cannot read last. */
export const underWay = () =>
  (tables.value?.mine ?? [])
    .filter((one) => one.state !== "over" && one.lesson === undefined) // lessons have a list of their own
    .sort(
      (a, b) =>
        Number(a.readable === false) - Number(b.readable === false) ||
        Number((b.kept ?? []).length > 0) - Number((a.kept ?? []).length > 0) ||
        Number(b.my_turn) - Number(a.my_turn) ||
        Number(b.state === "playing") - Number(a.state === "playing") ||
        b.touched - a.touched,
    );

/** Where a game stands. @param {TableSummary} one */
export function standing(one) {
  if (one.readable === false) return t("start.unreadable");
  if (one.state === "waiting") return t((one.kept ?? []).length > 0 ? "again.kept" : "start.waiting");
  if (one.round === 0) return one.my_turn ? t("start.turn.mine.first") : t("start.turn.others.first");
  return one.my_turn ? t("start.turn.mine", { round: one.round }) : t("start.turn.others", { round: one.round });
}

/** @param {number} seconds */
const when = (seconds) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));

/**
 * Who sits at a table, with their marks; bots with how well they play.
 * @param {{names: string[], bots?: (string | null)[]}} props
 */
const Names = ({ names, bots = [] }) => html`<span class="names">
  ${names.map(
    (name, i) => html`<span>
      <${Mark} seat=${i + 1} /> ${bots[i] ? t("start.hot.bot", { name: called(name), level: levelName(bots[i] ?? "") }) : called(name) || t("start.seat.open")}
    </span>`,
  )}
</span>`;

/**
 * A list, or what to say when there is nothing on it.
 * @param {{empty: string, rows: unknown[], loading: boolean}} props
 */
function Rows({ empty, rows, loading }) {
  if (loading) return html`<p class="nothing" aria-busy="true">${trouble.value || t("core.loading")}</p>`;
  if (rows.length === 0) return html`<p class="nothing"><${Icon} name="candle" />${empty}</p>`;
  return html`<ul class="rows">${rows}</ul>`;
}

/** All my games under way. @param {{onClose: () => void}} props */
export function ResumeDialog({ onClose }) {
  return html`<${Dialog} title=${t("start.resume")} onClose=${onClose}>
    <${Rows} loading=${tables.value === null} empty=${t("start.resume.none")}
      rows=${underWay().map(
        (one) => html`<li>
          <button type="button" class=${`row-item${one.my_turn ? " lit" : ""}`} onClick=${() => go(`/table/${one.id}`)}>
            <span class="start-moon">${one.round || "–"}</span>
            <span class="row-words">
              <b>${standing(one)}</b>
              <${Names} names=${one.names} bots=${one.bots} />
              <small>${modulesWords(one.modules)} · ${when(one.touched)}</small>
            </span>
            <${Sign} name="right" />
          </button>
        </li>`,
      )} />
  <//>`;
}

/** Enter a table open to everyone; what went wrong is told. @param {(words: string) => void} tell */
const coming = (tell) => async (/** @type {TableSummary} */ one, /** @type {boolean} */ watch) => {
  try {
    if (one.seats.length === 0) await asMe(() => post(`/api/tables/${one.id}/enter`, { watch }));
    go(`/table/${one.id}`);
  } catch (error) {
    tell(problemWords(error));
    learnTables();
  }
};

/** The tables open to everyone that wait for players. */
export const openTables = () =>
  (tables.value?.open ?? []).filter((one) => one.state === "waiting" && one.names.includes(""));
/** Those that are being played at. */
export const openGames = () => (tables.value?.open ?? []).filter((one) => one.state === "playing");

/** Games open to everyone, for watching. @param {{onClose: () => void}} props */
export function WatchDialog({ onClose }) {
  const [wrong, tell] = useState("");
  useEffect(() => void learnTables(), []);
  const enter = coming(tell);
  return html`<${Dialog} title=${t("start.watch")} onClose=${onClose}>
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    <${Rows} loading=${tables.value === null} empty=${t("invite.watch.none")}
      rows=${openGames().map(
        (one) => html`<li class="row-item">
          <span class="start-moon">${one.round || "–"}</span>
          <span class="row-words">
            <b>${t("start.watch.round", { round: one.round })}</b>
            <${Names} names=${one.names} bots=${one.bots} />
            <small>${modulesWords(one.modules)}</small>
          </span>
          <span class="row-buttons">
            <button type="button" class="btn small" onClick=${() => enter(one, true)}>
              <${Sign} name="eye" />
              ${t("start.watch")}
            </button>
          </span>
        </li>`,
      )} />
  <//>`;
}

/** Playing with others: friends by a link, for which the host gives a name; or people at tables open to everyone.
 * @param {{onClose: () => void}} props */
export function PeopleDialog({ onClose }) {
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  useEffect(() => void learnTables(), []);
  const { players, modules } = settings.value.plan;
  /** @param {Event} event */
  const lay = async (event) => {
    event.preventDefault();
    if (settings.value.name.trim() === "") return tell(t("invite.name.needed"));
    work(true);
    tell("");
    try {
      const table = await openTable(seatsWithLinks());
      go(`/table/${table.id}`);
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  const enter = coming(tell);
  return html`<${Dialog} title=${t("invite.title")} onClose=${onClose} class="people-dialog">
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    <form class="settings" onSubmit=${lay} novalidate>
      <h3>${t("invite.friends")}</h3>
      <p>${t("invite.friends.words")}</p>
      <div class="field">
        <label for="host-name">${t("core.name")}</label>
        <input id="host-name" class="text" type="text" autocomplete="nickname" maxlength=${LONGEST_NAME}
          value=${settings.value.name} data-first=${settings.value.name.trim() === "" ? "yes" : undefined}
          onInput=${(/** @type {any} */ event) => set({ name: event.target.value })} />
        <small>${t("invite.name.words")}</small>
      </div>
      <${Switch} label=${t("start.listed")} hint=${t("start.listed.words")} on=${extras.value.listed}
        onChange=${(/** @type {boolean} */ listed) => keep({ listed })} />
      <${Switch} label=${t("hint.agree")} hint=${t("hint.agree.words")} on=${extras.value.hints}
        onChange=${(/** @type {boolean} */ hints) => keep({ hints })} />
      <button type="submit" class="btn gold wide" aria-busy=${busy ? "true" : "false"} disabled=${busy}>
        <${Sign} name="link" />
        <span>${t("invite.lay")} <small>${t("invite.table", { players, modules: modulesWords(modules) })}</small></span>
      </button>
    </form>
    <section class="open-tables">
      <h3>${t("invite.open")}</h3>
      <${Rows} loading=${tables.value === null} empty=${t("invite.open.none")}
        rows=${openTables().map(
          (one) => html`<li class="row-item">
            <span class="start-moon"><${Sign} name="seat" /></span>
            <span class="row-words">
              <b>${t("invite.free", { n: one.names.filter((name) => name === "").length })}</b>
              <${Names} names=${one.names} bots=${one.bots} />
              <small>${t("invite.table", { players: one.players, modules: modulesWords(one.modules) })}</small>
            </span>
            <span class="row-buttons">
              ${
                one.seats.length === 0
                  ? html`<button type="button" class="btn small" onClick=${() => enter(one, true)}>
                <${Sign} name="eye" />
                ${t("start.watch")}
              </button>`
                  : null
              }
              <button type="button" class="btn small gold" onClick=${() => enter(one, false)}>
                <${Sign} name="seat" />
                ${t("start.join")}
              </button>
            </span>
          </li>`,
        )} />
    </section>
  <//>`;
}

/** What checking a record found, in sentences. @param {{verdict: import("../types.js").Verdict, file: string}} props */
function Checked({ verdict, file }) {
  const lines = verdict.valid
    ? [
        t(verdict.over ? "start.record.whole" : "start.record.part", { n: verdict.decisions, rounds: verdict.rounds }),
        verdict.follows_seed === null
          ? t("start.record.noseed")
          : verdict.follows_seed
            ? t("start.record.seed")
            : t("start.record.notseed"),
      ]
    : [t("start.record.wrong"), verdict.problem ?? ""];
  return html`<section class=${`verdict${verdict.valid && verdict.follows_seed !== false ? " good" : " bad"}`} role="status">
    <${Icon} name=${verdict.valid ? "verified" : "denied"} />
    <div><h3>${file}</h3>${lines.map((one) => html`<p>${one}</p>`)}</div>
  </section>`;
}

/** Games I finished; and any record checked. @param {{onClose: () => void}} props */
export function ReplayDialog({ onClose }) {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  const [found, show] = useState(/** @type {{verdict: import("../types.js").Verdict, file: string} | null} */ (null));
  useEffect(() => void learnRecords(), []);
  /** @param {any} event */
  const read = async (event) => {
    const chosen = /** @type {File | undefined} */ (event.target.files?.[0]);
    event.target.value = "";
    if (chosen === undefined) return;
    work(true);
    tell("");
    show(null);
    try {
      show({ verdict: await post("/api/verify", { record: await chosen.text() }), file: chosen.name });
    } catch (error) {
      tell(problemWords(error));
    }
    work(false);
  };
  const winners = (/** @type {import("../types.js").RecordInfo} */ one) =>
    one.ending.winners.map((seat) => called(one.names[seat - 1]));
  return html`<${Dialog} title=${t("start.replay")} onClose=${onClose}
    foot=${html`
      <input type="file" class="unseen" tabindex="-1" aria-hidden="true" accept=".txt,text/plain" ref=${file}
        onChange=${read} />
      <button type="button" class="btn" aria-busy=${busy ? "true" : "false"} onClick=${() => file.current?.click()}>
        <${Sign} name="upload" />
        ${t("start.record.open")}
      </button>
      <button type="button" class="btn" data-open="review" onClick=${() => go("/review")}>
        <${Sign} name="target" />
        ${t("hint.review.file")}
      </button>
    `}>
    ${wrong ? html`<${Note} words=${wrong} />` : null}
    ${found ? html`<${Checked} ...${found} />` : null}
    <${Rows} loading=${records.value === null} empty=${t("start.replay.none")}
      rows=${(records.value ?? []).map(
        (one) => html`<li>
          <button type="button" class="row-item" onClick=${() => go(`/replay/${one.id}`)}>
            <span class="start-moon trophy"><${Sign} name="trophy" /></span>
            <span class="row-words">
              <b>
                ${
                  winners(one).length === 1
                    ? t("start.record.won", {
                        name: winners(one)[0],
                        points: one.ending.scores[one.ending.winners[0] - 1],
                      })
                    : t("start.record.shared", { points: Math.max(...one.ending.scores) })
                }
              </b>
              <${Names}
                names=${one.names.map((name, i) => t("start.record.score", { name: called(name), points: one.ending.scores[i] }))} />
              <small>${modulesWords(one.modules)} · ${when(one.finished)}</small>
            </span>
            <${Sign} name="right" />
          </button>
        </li>`,
      )} />
  <//>`;
}

/** Several people at one screen: enter their names and begin. @param {{onClose: () => void}} props */
export function HotSeatDialog({ onClose }) {
  const kept = extras.value.people;
  const [names, change] = useState([kept[0] || settings.value.name, kept[1] ?? "", ...kept.slice(2, 4)]);
  const [withBots, seatBots] = useState(0);
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  const most = 4 - names.length;
  const chairs = Math.min(withBots, most);
  /** @param {number} at @param {string} name */
  const name = (at, name) => change(names.map((was, i) => (i === at ? name : was)));
  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    work(true);
    tell("");
    keep({ people: names.map((one) => one.trim()) });
    try {
      const people = names.map((one, i) => ({
        kind: /** @type {const} */ ("here"),
        name: one.trim() || t("start.hot.nobody", { n: i + 1 }),
      }));
      const others = Array.from({ length: chairs }, (_, i) => botSeat(i));
      const table = await openTable([...people, ...others]);
      go(`/table/${table.id}`);
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  return html`<${Dialog} title=${t("start.hot")} onClose=${onClose}>
    <form class="settings" onSubmit=${start}>
      <p>${t("start.hot.how")}</p>
      <ol class="people">
        ${names.map(
          (one, i) => html`<li>
            <${Mark} seat=${i + 1} label=${colourName(i + 1)} />
            <input class="text" type="text" autocomplete="off" maxlength=${LONGEST_NAME}
              aria-label=${t("start.hot.name", { n: i + 1 })} placeholder=${t("start.hot.nobody", { n: i + 1 })}
              value=${one} data-first=${i === 0 ? "yes" : undefined}
              onInput=${(/** @type {any} */ event) => name(i, event.target.value)} />
            ${
              names.length > 2
                ? html`<button type="button" class="tool" aria-label=${t("start.hot.remove", { n: i + 1 })}
                  onClick=${() => change(names.filter((_, at) => at !== i))}>
                  <${Sign} name="minus" />
                </button>`
                : null
            }
          </li>`,
        )}
      </ol>
      ${
        names.length < 4
          ? html`<button type="button" class="btn small" onClick=${() => change([...names, ""])}>
            <${Sign} name="plus" />
            ${t("start.hot.add")}
          </button>`
          : null
      }
      ${
        most > 0 && bots.value.length > 0
          ? html`<fieldset class="field">
            <legend>${t("start.hot.bots")}</legend>
            <div class="seg">
              ${Array.from({ length: most + 1 }, (_, n) => n).map(
                (n) => html`<label>
                  <input type="radio" name="hot-bots" value=${n} checked=${n === chairs} onChange=${() => seatBots(n)} />
                  <span>${n === 0 ? t("start.hot.bots.none") : n}</span>
                </label>`,
              )}
            </div>
            ${
              chairs > 0
                ? html`<small>
                  ${Array.from({ length: chairs }, (_, i) => t("start.hot.bot", { name: botName(i), level: levelName(botLevel(i)) })).join(" · ")}
                </small>`
                : null
            }
          </fieldset>`
          : null
      }
      ${wrong ? html`<${Note} words=${wrong} />` : null}
      <button type="submit" class="btn gold wide" aria-busy=${busy ? "true" : "false"} disabled=${busy}>
        ${t("start.hot.start")}
      </button>
      <p class="aside">${modulesWords(settings.value.plan.modules)}</p>
    </form>
  <//>`;
}
