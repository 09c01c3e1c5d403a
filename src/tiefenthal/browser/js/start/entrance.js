// Entering a table: with the key of a link (and a name), because one has a seat there, or to watch. Then the waiting
// room, until nobody is missing, and the table itself. The entrance opens the connection, and the table uses it.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { ServerError, get, post, put, remove } from "../core/api.js";
import { bots, characters, levelName, levels, middling, nameOf } from "../core/bots.js";
import { comeBack, connect, connection, leave, table } from "../core/game.js";
import { called, t } from "../core/i18n.js";
import { announce, go, link, place } from "../core/page.js";
import { set, settings } from "../core/settings.js";
import { listen } from "../core/sound.js";
import { listed } from "../core/words.js";
import { Drawing, Icon, Mark, Sign, faceAt } from "../ui/pieces.js";
import { EditionButton, ownEdition } from "../ui/edition.js";
import { colourName } from "./panel.js";
import { LONGEST_NAME, asMe, known, linkTo, modulesWords } from "./plan.js";
import { QrCode } from "./qr.js";
import { CopyRow, PersonalLink, SettingsDialog, Sure } from "./settings.js";
import { ErrorPage, Loading, Note, problemWords } from "./states.js";

/** The table itself, once its modules are there. @type {any} */
let Screen = null;

/** Who comes with a link to join: who invites to what, and under which name they sit down.
 * @param {{invitation: import("../types.js").Invitation, onName: () => Promise<void>}} props */
function Gate({ invitation, onName }) {
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  const { by, table: info } = invitation;
  const title = by === "" ? t("invite.by.nobody") : t("invite.by", { name: by });
  const free = info.seats.filter((one) => one.kind === "open").length;
  useEffect(() => {
    document.title = t("core.title.of", { page: title });
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
  return html`<main class=${`state door${info.modules === 1 ? " summer" : ""}`}>
    <form class="paper state-card gate-card" onSubmit=${enter}>
      <h1>${title}</h1>
      <p class="gate-what"><${Icon} name=${info.modules === 1 ? "sun" : "moon"} />${aboutTable(info)}</p>
      <ul class="gate-seats" aria-label=${t("invite.at")}>
        ${info.seats.map(
          (one) => html`<li key=${one.seat} class=${one.kind}>
            <${SeatFace} one=${one} />
            <span>
              <b>
                <${Mark} seat=${one.seat} label=${colourName(one.seat)} /> ${one.kind === "open" ? t("start.seat.open") : called(one.name)}
              </b>
              ${one.kind === "bot" ? html`<small>${t("invite.level", { level: levelName(one.bot ?? "") })}</small>` : one.kind === "person" && one.name === by ? html`<small>${t("invite.host")}</small>` : null}
            </span>
          </li>`,
        )}
      </ul>
      <p>${free > 0 ? t("invite.free", { n: free }) : t("invite.full")} ${free > 0 ? t("invite.who") : ""}</p>
      ${info.hints_agreed ? html`<p data-hints="agreed">${t("hint.agreed")}</p>` : null}
      <div class="field gate-name">
        <label for="gate-name">${t("core.name")}</label>
        <input id="gate-name" name="name" class="text" type="text" autocomplete="nickname" required
          maxlength=${LONGEST_NAME} value=${settings.value.name}
          onInput=${(/** @type {any} */ event) => set({ name: event.target.value })} autofocus />
      </div>
      ${wrong ? html`<${Note} words=${wrong} />` : null}
      <button type="submit" class="btn gold" aria-busy=${busy ? "true" : "false"} disabled=${busy}>
        <${Sign} name="seat" />
        ${t("start.gate.enter")}
      </button>
    </form>
  </main>`;
}

/** How many play, and with what. @param {TableInfo} info */
const aboutTable = (info) =>
  [t("invite.table", { players: info.players, modules: modulesWords(info.modules) }), ownEdition(info)]
    .filter(Boolean)
    .join(" · ");

/** Who sits somewhere, or the sign of a free seat. @param {{one: TableInfo["seats"][number]}} props */
const SeatFace = ({ one }) =>
  html`<span class="start-face">
    ${one.kind === "open" ? html`<${Sign} name="seat" />` : html`<${Drawing} name=${faceAt(one.seat, one.character)} />`}
  </span>`;

/**
 * Why somebody cannot be at a table any more, with the way back; null when they can.
 * @param {string | undefined} code
 */
function farewell(code) {
  if (code === "sent-away")
    return html`<${ErrorPage} title=${t("people.was-sent")} text=${t("people.was-sent.text")} drawing="p-host" />`;
  if (code === "closed")
    return html`<${ErrorPage} title=${t("people.was-closed")} text=${t("people.was-closed.text")} />`;
  if (code === "owner-closed")
    return html`<${ErrorPage} title=${t("people.was-closed")} text=${t("people.owner-closed.text")} />`;
  if (code === "void") return html`<${ErrorPage} title=${t("people.was-void")} text=${t("people.was-void.text")} />`;
  return null;
}

/** @param {{id: string}} props */
export function TableEntrance({ id }) {
  const offered = place.value.key;
  const used = useRef(/** @type {string | null} */ (null));
  const [step, go_] = useState(/** @type {"looking" | "name" | "in" | "failed"} */ ("looking"));
  const [error, fail] = useState(/** @type {unknown} */ (null));
  const [invitation, read] = useState(/** @type {import("../types.js").Invitation | null} */ (null));
  const [, again] = useState(0);
  const [lacking, lack] = useState(/** @type {unknown} */ (null));

  /** Enter; without a key, check whether the table may be seen. */
  const enter = async () => {
    const key = used.current ?? "";
    /** @type {number | null} */
    let seat = null;
    if (key !== "") {
      const entered = /** @type {import("../types.js").Entered} */ (
        await asMe(() => post(`/api/tables/${id}/enter`, { key }))
      );
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
    // An invalid key is dropped too; after any other error it can be tried again.
    if (problem instanceof ServerError && [403, 404, 409, 410].includes(problem.status))
      go(`/table/${id}`, { replace: true });
    fail(problem);
    go_("failed");
  };
  /** Somebody who is invited and has no seat yet reads the invitation first; everyone else enters at once. */
  const look = () => {
    go_("looking");
    const coming = async () => {
      if (used.current) {
        const found = /** @type {import("../types.js").Invitation} */ (
          await post(`/api/tables/${id}/invitation`, { key: used.current })
        );
        const nameless = known.value === null && settings.value.name.trim() === "";
        if (
          found.table.you.seats.length === 0 &&
          (nameless || (found.to === "join" && found.table.state === "waiting"))
        ) {
          read(found);
          go_("name");
          return;
        }
      }
      await enter();
    };
    coming().catch(refuse);
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

  const over = farewell(step === "failed" && error instanceof ServerError ? error.code : connection.value);
  if (over !== null) return over;
  if (step === "failed") {
    const gone = error instanceof ServerError && error.status === 404;
    const taken = error instanceof ServerError && error.code === "taken";
    if (gone)
      return html`<${ErrorPage} title=${t("start.gone")} text=${!used.current ? t("start.gone.words") : t("start.gone.key")} />`;
    const unreadable = error instanceof ServerError && error.code === "unreadable";
    if (unreadable)
      return html`<${ErrorPage} title=${t("start.unreadable.title")} text=${problemWords(error)} again=${look} />`;
    if (taken) return html`<${ErrorPage} title=${t("start.full")} text=${t("start.full.words")} drawing="p-host" />`;
    return html`<${ErrorPage} title=${t("core.problem")} text=${problemWords(error)}
      error=${error instanceof ServerError ? undefined : error} again=${look} />`;
  }
  if (step === "name" && invitation !== null)
    return html`<${Gate}
      invitation=${invitation}
      onName=${async () => {
        try {
          await enter();
        } catch (problem) {
          if (problem instanceof ServerError && ([403, 404, 410].includes(problem.status) || problem.code === "taken"))
            refuse(problem);
          else throw problem;
        }
      }}
    />`;
  if (table.value === null && connection.value === "elsewhere")
    return html`<${ErrorPage} title=${t("table.elsewhere")} text=${t("table.elsewhere.text")} again=${comeBack} />`;
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

/** The link for friends: in words, as a QR code, and where it works. @param {{info: TableInfo}} props */
function InviteLink({ info }) {
  const { id } = info;
  const [path, found] = useState("");
  const [wrong, tell] = useState("");
  const [elsewhere, learn] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    linkTo(id, "join").then(found, (error) => tell(problemWords(error)));
    // At this computer itself the server knows by which address the others reach it, if they can.
    if (onlyHere())
      get("/api/addresses").then(
        (/** @type {import("../types.js").Addresses} */ answer) => learn(answer.addresses[0] ?? ""),
        () => learn(""),
      );
  }, [id]);
  const host = info.seats.find((one) => info.you.seats.includes(one.seat))?.name ?? "";
  const address = path === "" || (onlyHere() && elsewhere === null) ? "" : (elsewhere || location.origin) + path;
  const words = t("invite.share", { name: host, players: info.players, modules: modulesWords(info.modules) });
  return html`<section class="invite">
    <div class="invite-words">
      <h2>${t("invite.friends")}</h2>
      <p>${t("invite.friends.words")}</p>
      ${wrong ? html`<${Note} words=${wrong} />` : html`<${CopyRow} address=${address} label=${t("start.invite.link")} words=${words} />`}
      ${onlyHere() && elsewhere !== null ? html`<p class="aside"><${Sign} name="info" /> ${elsewhere === "" ? t("start.invite.local") : t("invite.network")}</p>` : null}
    </div>
    ${address === "" || elsewhere === "" ? null : html`<${QrCode} text=${address} />`}
  </section>`;
}

/** A seat, and for the host what may become of it.
 * @param {{one: TableInfo["seats"][number], info: TableInfo, onPlan: (seat: number, plan: import("../types.js").SeatPlan) => void, onAway: (seat: number) => void, busy: boolean}} props */
function Chair({ one, info, onPlan, onAway, busy }) {
  const [asking, ask] = useState(false);
  const mine = info.you.seats.includes(one.seat);
  const [level, choose] = useState("");
  const picked = level || middling();
  const state = mine
    ? t("start.seat.you")
    : one.expected
      ? t("again.seat")
      : one.kind === "open"
        ? t("start.seat.waiting")
        : one.kind === "bot"
          ? levelName(one.bot ?? "")
          : one.here
            ? t("start.seat.here")
            : t("start.seat.away");
  const taken = new Set(info.seats.map((seat) => seat.character));
  const fresh = characters.value.find((who) => !taken.has(who.id));
  return html`<li class=${`chair chair-${one.kind}`}>
    <${SeatFace} one=${one} />
    <span class="chair-words">
      <b>
        <${Mark} seat=${one.seat} label=${colourName(one.seat)} /> ${one.name === "" ? t("start.seat.open") : called(one.name)}
      </b>
      <small>${state}</small>
    </span>
    ${
      info.you.plans && one.kind === "open" && bots.value.length > 0
        ? html`<span class="chair-plan">
          <select class="text" aria-label=${t("start.seat.level", { seat: one.seat })} value=${picked}
            onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
            ${levels().map((bot) => html`<option value=${bot.name} selected=${bot.name === picked}>${levelName(bot.name)}</option>`)}
          </select>
          <button type="button" class="btn small" disabled=${busy}
            onClick=${() => onPlan(one.seat, { kind: "bot", bot: picked, name: nameOf(fresh) || null, character: fresh?.id })}>
            <${Sign} name="bot" />
            ${t("start.seat.bot")}
          </button>
        </span>`
        : null
    }
    ${
      info.you.plans && (one.kind === "bot" || one.expected)
        ? html`<button type="button" class=${one.expected ? "linkish" : "btn small"} disabled=${busy} onClick=${() => onPlan(one.seat, { kind: "link" })}>
          ${t("start.seat.free")}
        </button>`
        : null
    }
    ${
      info.you.host && one.kind === "person" && !mine
        ? html`<button type="button" class="btn small" data-people="away" aria-label=${t("people.away.of", { name: one.name })}
          disabled=${busy} onClick=${() => ask(true)}><${Sign} name="leave" />${t("people.away")}</button>`
        : null
    }
    ${
      asking
        ? html`<${Sure} title=${t("people.away.title", { name: one.name })} text=${t("people.away.text", { name: one.name })}
          yes=${t("people.away")} no=${t("people.stay", { name: one.name })} sign="leave" onNo=${() => ask(false)}
          onYes=${() => {
            ask(false);
            onAway(one.seat);
          }} />`
        : null
    }
  </li>`;
}

/**
 * Who is there, who is still missing, the link that brings them. The game begins by itself when every seat is taken.
 */
function WaitingRoom() {
  const info = /** @type {TableInfo} */ (table.value);
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  const [setting, show] = useState(false);
  const missing = info.seats.filter((one) => one.kind === "open").length;
  const expected = info.seats.filter((one) => one.expected && !(info.you.expected ?? []).includes(one.seat));
  const free = info.seats.some((one) => one.kind === "open" && !one.expected);
  const kept = info.you.expected ?? [];
  const mine = info.you.seats[0] ?? null;
  const before = useRef(missing);
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
  const onPlan = (seat, plan) =>
    attempt(async () => (table.value = await put(`/api/tables/${info.id}/seats/${seat}`, plan)));
  /** @param {number} seat */
  const onAway = (seat) =>
    attempt(async () => (table.value = await post(`/api/tables/${info.id}/send-away`, { seat })));
  const [closing, ask] = useState(false);
  const close = () => {
    ask(false);
    void attempt(() => remove(`/api/tables/${info.id}`)); // the connection then says that it is closed
  };
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
    <img class="start-scene"
      src=${info.modules === 1 ? "/static/art/scene-inn.svg#summer" : "/static/art/scene-inn.svg"} alt="" />
    <header class="start-top">
      <a class="tool" href="/" onClick=${link("/")}><${Sign} name="home" /><span>${t("core.home")}</span></a>
      <span class="grow"></span>
      <button type="button" class="tool" aria-label=${t("core.settings")} title=${t("core.settings")}
        onClick=${() => show(true)}><${Sign} name="settings" /></button>
    </header>
    <main class="paper waiting-card">
      <div class="waiting-head">
        <h1>${t("start.room")}</h1>
        <p role="status">${t("start.missing", { n: missing })}</p>
      </div>
      ${connection.value === "lost" ? html`<${Note} words=${t("start.lost")} />` : null}
      ${connection.value === "refused" ? html`<${Note} words=${t("start.refused")} />` : null}
      ${
        connection.value === "elsewhere"
          ? html`
        <${Note} words=${t("table.elsewhere")} />
        <button type="button" class="btn" onClick=${comeBack}>${t("table.elsewhere.here")}</button>
      `
          : null
      }
      ${wrong ? html`<${Note} words=${wrong} />` : null}
      ${free && (info.you.seats.length > 0 || info.you.host) ? html`<${InviteLink} info=${info} />` : null}
      ${expected.length > 0 ? html`<p class="again-room">${t("again.room", { n: expected.length, who: listed(expected.map((one) => called(one.name))) })}</p>` : null}
      <section>
        <h2>${t("start.seats")}</h2>
        <ol class="chairs">
          ${info.seats.map((one) => html`<${Chair} key=${one.seat} one=${one} info=${info} onPlan=${onPlan} onAway=${onAway} busy=${busy} />`)}
        </ol>
        <p class="aside">
          ${t("start.room.about", { modules: modulesWords(info.modules), edition: info.edition.name })}
        </p>
        ${info.hints_agreed ? html`<p class="aside" data-hints="agreed">${t("hint.agreed")}</p>` : null}
        <${EditionButton} info=${info} class="linkish" />
      </section>
      ${
        mine === null
          ? kept.length > 0 || (info.listed && free)
            ? html`<button type="button" class="btn gold" data-again=${kept.length > 0 ? "yes" : undefined} disabled=${busy}
              onClick=${sit}>
              <${Sign} name="seat" />
              ${t(kept.length > 0 ? "again.take" : "start.join")}
            </button>`
            : html`<p class="aside">${t("start.room.watching")}</p>`
          : html`<details class="back-link">
            <summary class="linkish">${t("start.room.device")}</summary>
            <${PersonalLink} id=${info.id} seat=${mine} />
          </details>`
      }
      <div class="row row-end">
        ${
          info.you.host
            ? html`<button type="button" class="linkish" data-people="close" disabled=${busy} onClick=${() => ask(true)}>
              ${t("people.close")}
            </button>`
            : null
        }
        ${mine !== null ? html`<button type="button" class="linkish" disabled=${busy} onClick=${getUp}>${t("start.room.leave")}</button>` : null}
      </div>
      ${
        closing
          ? html`<${Sure} title=${t("people.close.title")} text=${t("people.close.text")} yes=${t("people.close")}
            no=${t("people.close.keep")} sign="close" onYes=${close} onNo=${() => ask(false)} />`
          : null
      }
    </main>
    ${setting ? html`<${SettingsDialog} onClose=${() => show(false)} table=${info.id} seat=${mine} />` : null}
  </div>`;
}
