// Screens for when there is nothing to show yet, or something went wrong.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { ServerError } from "../core/api.js";
import { has, t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { Drawing, Sign } from "../ui/pieces.js";

/** While something is fetched. Shown before any words are there, so it has words only when they are. */
export function Loading() {
  return html`<main class="state" aria-busy="true">
    <div class="waiting"><span class="lantern"></span><p>${has("core.loading") ? t("core.loading") : ""}</p></div>
  </main>`;
}

/** What went wrong, for people. @param {unknown} error */
export function problemWords(error) {
  if (!(error instanceof ServerError)) return t("core.problem.unknown");
  if (error.status === 0) return t("core.problem.unreachable");
  if (has(`limits.${error.code}`)) return t(`limits.${error.code}`);
  if (error.status === 429) return t("core.problem.busy");
  if (error.status >= 500 && error.code !== "disk" && error.code !== "unreadable") return t("core.problem.server");
  /** @type {{[code: string]: string}} */
  const known = {
    name: t("core.problem.name"),
    taken: t("core.problem.taken"),
    "not-found": t("core.problem.not-found"),
    begun: t("core.problem.begun"),
    "sent-away": t("people.was-sent.text"),
    closed: t("people.was-closed.text"),
    "owner-closed": t("people.owner-closed.text"),
    void: t("people.was-void.text"),
    disk: t("core.problem.disk"),
    "long-history": t("why.long-history"),
    unreadable: t("start.unreadable.words"),
    "no-such-bot": t("core.problem.no-such-bot"),
  };
  return known[error.code] ?? (error.message || t("core.problem.unknown"));
}

/** A problem where it arose. @param {{words: string}} props */
export const Note = ({ words }) =>
  html`<p class="note" role="alert"><${Sign} name="warning" /><span>${words}</span></p>`;

/**
 * A page that says what is wrong and what one can do.
 * @param {{title: string, text: string, error?: unknown, again?: () => void, drawing?: string, children?: unknown}} props
 */
export function ErrorPage({ title, text, error, again, drawing = "p-watchman", children }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = t("core.title.of", { page: title });
  }, [title]);
  return html`<main class="state outdoors">
    <div class="paper state-card">
      <span class="state-face"><${Drawing} name=${drawing} /></span>
      <h1 tabindex="-1" ref=${heading}>${title}</h1>
      <p>${text}</p>
      ${children}
      <div class="row">
        ${again ? html`<button type="button" class="btn gold" onClick=${again}><${Sign} name="again" />${t("core.again")}</button>` : null}
        <a class=${`btn${again ? "" : " gold"}`} href="/" onClick=${link("/")}>
          <${Sign} name="home" />
          ${t("core.home")}
        </a>
      </div>
      ${
        error instanceof Error
          ? html`<details>
            <summary class="linkish">${t("core.details")}</summary>
            <pre tabindex="0">${error.message}${"\n"}${error.stack ?? ""}</pre>
          </details>`
          : null
      }
    </div>
  </main>`;
}

// The words of this one page cannot come from the server.
/** @type {{[language: string]: {title: string, text: string, again: string}}} */
const ALONE = {
  en: {
    title: "The inn does not answer",
    text: "The server cannot be reached. Check that it is running and that you are connected, then try again.",
    again: "Try again",
  },
  de: {
    title: "Im Wirtshaus rührt sich nichts",
    text: "Der Server ist nicht zu erreichen. Prüfe, ob er läuft und ob du verbunden bist, und versuche es dann noch einmal.",
    again: "Noch einmal",
  },
  fr: {
    title: "L’auberge ne répond pas",
    text: "Le serveur est injoignable. Vérifiez qu’il est lancé et que vous êtes connecté, puis réessayez.",
    again: "Réessayer",
  },
  es: {
    title: "En la taberna no contesta nadie",
    text: "No se puede llegar al servidor. Comprueba que está en marcha y que tienes conexión, e inténtalo de nuevo.",
    again: "Intentar de nuevo",
  },
  uk: {
    title: "Таверна не відповідає",
    text: "Сервер недоступний. Перевірте, чи він працює і чи є з’єднання, та спробуйте ще раз.",
    again: "Спробувати ще раз",
  },
};

/** The owner of the server keeps me out; the server says for how long, in my language. @param {{words: string}} props */
export const Blocked = ({ words }) => html`<main class="state">
  <div class="paper state-card" role="alert">
    <span class="lantern out" aria-hidden="true"></span>
    <h1>Tiefenthal</h1>
    <p>${words}</p>
  </div>
</main>`;

/** The server could not be reached at all. @param {{error: unknown, again: () => void}} props */
export function Unreachable({ error, again }) {
  const code = (navigator.language ?? "en").slice(0, 2);
  const words = ALONE[code] ?? ALONE.en;
  return html`<main class="state" lang=${ALONE[code] ? code : "en"}>
    <div class="paper state-card" role="alert">
      <span class="lantern out" aria-hidden="true"></span>
      <h1>${words.title}</h1>
      <p>${words.text}</p>
      <button type="button" class="btn gold" onClick=${again}>${words.again}</button>
      ${error instanceof Error && error.message ? html`<p class="fine-print">${error.message}</p>` : null}
    </div>
  </main>`;
}
