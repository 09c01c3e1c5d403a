// Coming to a table: with the key of a link (and a name), or because one sits there, or to look on. Then the waiting
// room, until nobody is missing, and the table itself. The entrance opens the connection; the table finds it open.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { ServerError, get, post, put } from "../core/api.js";
import { connect, connection, leave, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce, go, link, place } from "../core/page.js";
import { set, settings } from "../core/settings.js";
import { listen } from "../core/sound.js";
import { Drawing, Mark, Sign, botFace, seatFace } from "../ui/pieces.js";
import { colourName } from "./panel.js";
import { LONGEST_NAME, asMe, botNames, bots, known, learnBots, levelName, levels, linkTo, middling, modulesWords } from "./plan.js";
import { CopyRow, PersonalLink, SettingsDialog } from "./settings.js";
import { ErrorPage, Loading, Note, problemWords } from "./states.js";

/** The table itself, once its modules are there. @type {any} */
let Screen = null;

/** Who comes with a link, before the first visit: a name is all that is asked. @param {{onName: () => Promise<void>}} props */
function NameGate({ onName }) {
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  useEffect(() => {
    document.title = t("core.title.of", { page: t("start.gate") });
  });
  /** @param {any} event */
  const enter = async (event) => {
    event.preventDefault();
    work(true);
    tell("");
    try {
      await onName();
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  return html`<main class="state door">
    <form class="paper state-card" onSubmit=${enter}>
      <h1>${t("start.gate")}</h1>
      <p>${t("start.gate.words")}</p>
      <div class="field gate-name">
        <label for="gate-name">${t("core.name")}</label>
        <input id="gate-name" name="name" class="text" type="text" autocomplete="nickname" required maxlength=${LONGEST_NAME} value=${settings.value.name} onInput=${(/** @type {any} */ event) => set({ name: event.target.value })} autofocus />
      </div>
      ${wrong ? html`<${Note} words=${wrong} />` : null}
      <button type="submit" class="btn gold" aria-busy=${busy ? "true" : "false"} disabled=${busy}><${Sign} name="seat" />${t("start.gate.enter")}</button>
    </form>
  </main>`;
}

/** @param {{id: string}} props */
export function TableEntrance({ id }) {
  const offered = place.value.key;
  const used = useRef(/** @type {string | null} */ (null));
  const [step, go_] = useState(/** @type {"looking" | "name" | "in" | "failed"} */ ("looking"));
  const [error, fail] = useState(/** @type {unknown} */ (null));
  const [, again] = useState(0);
  const [lacking, lack] = useState(/** @type {unknown} */ (null));

  /** Come in; whoever has no key looks whether they may see it. */
  const enter = async () => {
    const key = used.current ?? "";
    /** @type {number | null} */
    let seat = null;
    if (key !== "") {
      const entered = /** @type {import("../types.js").Entered} */ (await asMe(() => post(`/api/tables/${id}/enter`, { key })));
      seat = entered.seat;
      go(`/table/${id}`, { replace: true }); // the key stays out of the history and off the screen
    } else {
      const found = /** @type {TableInfo} */ (await get(`/api/tables/${id}`));
      seat = found.you.seats[0] ?? null;
    }
    const wanted = Number(place.value.query.get("seat"));
    connect(id, Number.isInteger(wanted) && wanted > 0 ? wanted : seat);
    go_("in");
  };
  /** @param {unknown} problem */
  const refuse = (problem) => {
    // A key that opens nothing any more is not kept either; after any other trouble it can be tried again.
    if (problem instanceof ServerError && (problem.status === 404 || problem.status === 409)) go(`/table/${id}`, { replace: true });
    fail(problem);
    go_("failed");
  };
  const look = () => {
    go_("looking");
    if (used.current !== "" && known.value === null && settings.value.name.trim() === "") go_("name");
    else enter().catch(refuse);
  };

  // A link to the same table may also be opened while one is here already; the key is then new.
  useEffect(() => {
    if (used.current !== null && offered === "") return;
    used.current = offered;
    look();
  }, [offered]);
  useEffect(() => {
    if (Screen === null)
      import("../table/screen.js").then(
        (/** @type {any} */ found) => {
          Screen = found.TableScreen;
          again((n) => n + 1);
        },
        (problem) => lack(problem),
      );
    const quiet = listen();
    return () => {
      quiet();
      leave();
    };
  }, []);

  if (step === "failed") {
    const gone = error instanceof ServerError && error.status === 404;
    const taken = error instanceof ServerError && error.code === "taken";
    if (gone) return html`<${ErrorPage} title=${t("start.gone")} text=${!used.current ? t("start.gone.words") : t("start.gone.key")} />`;
    if (taken) return html`<${ErrorPage} title=${t("start.full")} text=${t("start.full.words")} drawing="p-host" />`;
    return html`<${ErrorPage} title=${t("core.problem")} text=${problemWords(error)} error=${error instanceof ServerError ? undefined : error} again=${look} />`;
  }
  if (step === "name")
    return html`<${NameGate}
      onName=${async () => {
        try {
          await enter();
        } catch (problem) {
          if (problem instanceof ServerError && (problem.status === 404 || problem.code === "taken")) refuse(problem);
          else throw problem;
        }
      }}
    />`;
  if (table.value === null)
    return connection.value === "refused"
      ? html`<${ErrorPage} title=${t("core.problem")} text=${t("start.refused")} again=${look} />`
      : html`<${Loading} />`;
  if (table.value.state === "waiting") return html`<${WaitingRoom} />`;
  if (lacking !== null) throw lacking;
  return Screen === null ? html`<${Loading} />` : html`<${Screen} id=${id} />`;
}

// --- the waiting room

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
 * @param {{one: TableInfo["seats"][number], info: TableInfo, onPlan: (seat: number, plan: import("../types.js").SeatPlan) => void, busy: boolean}} props */
function Chair({ one, info, onPlan, busy }) {
  const mine = info.you.seats.includes(one.seat);
  const [level, choose] = useState("");
  const picked = level || middling();
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
    <span class="start-face">${one.kind === "open" ? html`<${Sign} name="seat" />` : html`<${Drawing} name=${one.kind === "bot" ? botFace(one.bot ?? "") : seatFace(one.seat)} />`}</span>
    <span class="chair-words">
      <b><${Mark} seat=${one.seat} label=${colourName(one.seat)} /> ${one.kind === "open" ? t("start.seat.open") : one.name}</b>
      <small>${state}</small>
    </span>
    ${info.you.host && one.kind === "open" && bots.value.length > 0
      ? html`<span class="chair-plan">
          <select class="text" aria-label=${t("start.seat.level", { seat: one.seat })} value=${picked} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
            ${levels().map((bot) => html`<option value=${bot.name} selected=${bot.name === picked}>${levelName(bot.name)}</option>`)}
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

/** Who is there, who is still missing, the link that brings them. The game begins by itself when every seat is taken. */
function WaitingRoom() {
  const info = /** @type {TableInfo} */ (table.value);
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  const [setting, show] = useState(false);
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
    <img class="start-scene" src=${info.modules === 1 ? "/static/art/scene-inn.svg#summer" : "/static/art/scene-inn.svg"} alt="" />
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
    ${setting ? html`<${SettingsDialog} onClose=${() => show(false)} table=${info.id} seat=${mine} />` : null}
  </div>`;
}
