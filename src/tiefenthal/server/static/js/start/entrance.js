// Coming to a table: with the key of a link (and a name), or because one sits there, or to look on. Then the waiting
// room, until nobody is missing, and the table itself. The entrance opens the connection; the table finds it open.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { ServerError, get, post } from "../core/api.js";
import { connect, connection, leave, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { go, place } from "../core/router.js";
import { set, settings } from "../core/settings.js";
import { listen } from "../core/sound.js";
import { Sign } from "../ui/pieces.js";
import { LONGEST_NAME, asMe, known } from "./plan.js";
import { ErrorPage, Loading, Note, problemWords } from "./states.js";
import { WaitingRoom } from "./waiting.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */

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
