// The waiting room: who is there, who is still missing, the link that brings them. The game begins by itself when every
// seat is taken.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { post, put } from "../core/api.js";
import { connect, connection, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/live.js";
import { go, link } from "../core/router.js";
import { Drawing, Mark, Sign } from "../ui/pieces.js";
import { CopyRow } from "./copy.js";
import { botFace, colourName } from "./panel.js";
import { asMe, botNames, bots, learnBots, levelName, linkTo, modulesWords } from "./plan.js";
import { PersonalLink, SettingsDialog } from "./settings.js";
import { Note, problemWords } from "./states.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").SeatInfo} SeatInfo */

/** Whether the link would lead others to their own computer. */
const onlyHere = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The link for friends. @param {{id: string}} props */
function InviteLink({ id }) {
  const [address, found] = useState("");
  const [wrong, tell] = useState("");
  useEffect(() => {
    linkTo(id, "join").then(found, (error) => tell(problemWords(error)));
  }, [id]);
  return html`<section class="invite">
    <h2>${t("start.invite")}</h2>
    <p>${t("start.invite.words")}</p>
    ${wrong ? html`<${Note} words=${wrong} />` : html`<${CopyRow} address=${address} label=${t("start.invite.link")} />`}
    ${onlyHere() ? html`<p class="aside"><${Sign} name="info" /> ${t("start.invite.local")}</p>` : null}
  </section>`;
}

/** A seat, and for the host what may become of it.
 * @param {{one: SeatInfo, info: TableInfo, onPlan: (seat: number, plan: import("../types.js").SeatPlan) => void, busy: boolean}} props */
function Chair({ one, info, onPlan, busy }) {
  const mine = info.you.seats.includes(one.seat);
  const [level, choose] = useState("");
  const picked = level || bots.value[Math.floor(bots.value.length / 2)]?.name || "";
  const state = mine
    ? t("start.seat.you")
    : one.kind === "open"
      ? t("start.seat.waiting")
      : one.kind === "bot"
        ? levelName(one.bot ?? "")
        : one.here
          ? t("start.seat.here")
          : t("start.seat.away");
  const taken = new Set(info.seats.map((seat) => seat.name));
  const fresh = botNames().find((name) => !taken.has(name)) ?? botNames()[0];
  return html`<li class=${`chair chair-${one.kind}`}>
    <span class="start-face">${one.kind === "open" ? html`<${Sign} name="seat" />` : html`<${Drawing} name=${one.kind === "bot" ? botFace(one.bot ?? "") : "p-host"} />`}</span>
    <span class="chair-words">
      <b><${Mark} seat=${one.seat} label=${colourName(one.seat)} /> ${one.kind === "open" ? t("start.seat.open") : one.name}</b>
      <small>${state}</small>
    </span>
    ${info.you.host && one.kind === "open" && bots.value.length > 0
      ? html`<span class="chair-plan">
          <select class="text" aria-label=${t("start.seat.level", { seat: one.seat })} value=${picked} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
            ${bots.value.map((bot) => html`<option value=${bot.name} selected=${bot.name === picked}>${levelName(bot.name)}</option>`)}
          </select>
          <button type="button" class="btn small" disabled=${busy} onClick=${() => onPlan(one.seat, { kind: "bot", bot: picked, name: fresh })}>
            <${Sign} name="bot" />${t("start.seat.bot")}
          </button>
        </span>`
      : null}
    ${info.you.host && one.kind === "bot"
      ? html`<button type="button" class="btn small" disabled=${busy} onClick=${() => onPlan(one.seat, { kind: "link" })}>${t("start.seat.free")}</button>`
      : null}
  </li>`;
}

export function WaitingRoom() {
  const info = /** @type {TableInfo} */ (table.value);
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  const [settings, show] = useState(false);
  const missing = info.seats.filter((one) => one.kind === "open").length;
  const mine = info.you.seats[0] ?? null;
  const before = useRef(missing);
  useEffect(() => {
    learnBots().catch(() => {});
  }, []);
  useEffect(() => {
    if (before.current !== missing) announce(t("start.missing", { n: missing }));
    before.current = missing;
  }, [missing]);
  useEffect(() => {
    document.title = t("core.title.of", { page: t("start.missing", { n: missing }) });
  });

  /** @param {() => Promise<unknown>} what */
  const attempt = async (what) => {
    work(true);
    tell("");
    try {
      await what();
    } catch (error) {
      tell(problemWords(error));
    }
    work(false);
  };
  /** @param {number} seat @param {import("../types.js").SeatPlan} plan */
  const onPlan = (seat, plan) => attempt(async () => (table.value = await put(`/api/tables/${info.id}/seats/${seat}`, plan)));
  const sit = () =>
    attempt(async () => {
      const entered = await asMe(() => post(`/api/tables/${info.id}/enter`, {}));
      connect(info.id, entered.seat);
    });
  const getUp = () =>
    attempt(async () => {
      for (const seat of info.you.seats) await post(`/api/tables/${info.id}/leave`, { seat });
      go("/");
    });

  return html`<div class="waiting-room">
    <img class="start-scene" src=${info.modules === 1 ? "/static/art/scene-inn-summer.svg" : "/static/art/scene-inn-winter.svg"} alt="" />
    <header class="start-top">
      <a class="tool" href="/" onClick=${link("/")}><${Sign} name="home" /><span>${t("core.home")}</span></a>
      <span class="grow"></span>
      <button type="button" class="tool" aria-label=${t("core.settings")} title=${t("core.settings")} onClick=${() => show(true)}><${Sign} name="settings" /></button>
    </header>
    <main class="paper waiting-card">
      <div class="waiting-head">
        <h1>${t("start.room")}</h1>
        <p role="status">${t("start.missing", { n: missing })}</p>
      </div>
      ${connection.value === "lost" ? html`<${Note} words=${t("start.lost")} />` : null}
      ${connection.value === "refused" ? html`<${Note} words=${t("start.refused")} />` : null}
      ${wrong ? html`<${Note} words=${wrong} />` : null}
      ${info.you.seats.length > 0 || info.you.host ? html`<${InviteLink} id=${info.id} />` : null}
      <section>
        <h2>${t("start.seats")}</h2>
        <ol class="chairs">
          ${info.seats.map((one) => html`<${Chair} key=${one.seat} one=${one} info=${info} onPlan=${onPlan} busy=${busy} />`)}
        </ol>
        <p class="aside">${t("start.room.about", { modules: modulesWords(info.modules), edition: info.edition.name })}</p>
      </section>
      ${mine === null
        ? info.listed && missing > 0
          ? html`<button type="button" class="btn gold" disabled=${busy} onClick=${sit}><${Sign} name="seat" />${t("start.join")}</button>`
          : html`<p class="aside">${t("start.room.watching")}</p>`
        : html`<details class="back-link">
            <summary class="linkish">${t("start.room.device")}</summary>
            <${PersonalLink} id=${info.id} seat=${mine} />
          </details>`}
      ${mine !== null ? html`<div class="row row-end"><button type="button" class="linkish" disabled=${busy} onClick=${getUp}>${t("start.room.leave")}</button></div>` : null}
    </main>
    ${settings ? html`<${SettingsDialog} onClose=${() => show(false)} table=${info.id} seat=${mine} />` : null}
  </div>`;
}
