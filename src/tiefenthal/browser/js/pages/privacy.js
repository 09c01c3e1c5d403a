// Privacy: what this server stores, for how long, and who sees it; export and deletion. The periods come from the
// server.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { get, post } from "../core/api.js";
import { t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { set } from "../core/settings.js";
import { Sign } from "../ui/pieces.js";
import { known } from "../start/plan.js";
import { LanguageChoice, Sure } from "../start/settings.js";
import { ErrorPage, Loading, Note, problemWords } from "../start/states.js";

/** Delete everything in this browser; the server's answer has deleted the cookie. */
function clearDevice() {
  set({ name: "" });
  known.value = null;
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** The question, and what comes of it. @param {{onClose: () => void, onDone: () => void}} props */
function Forget({ onClose, onDone }) {
  const [busy, work] = useState(false);
  const [wrong, tell] = useState("");
  const forget = async () => {
    work(true);
    try {
      await post("/api/session/forget", undefined);
      clearDevice();
      onDone();
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  return html`<${Sure} title=${t("people.forget.title")} text=${t("people.forget.sure")} yes=${t("people.forget.do")}
    no=${t("people.forget.keep")} sign="leave" busy=${busy} wrong=${wrong} onYes=${forget} onNo=${onClose}>
    <p>${t("people.forget.device")}</p>
  <//>`;
}

export function PrivacyPage() {
  const [days, learn] = useState(/** @type {import("../types.js").Privacy | null} */ (null));
  const [wrong, tell] = useState("");
  const [asking, ask] = useState(false);
  const [done, finish] = useState(false);
  const load = () => {
    tell("");
    get("/api/privacy").then(learn, (error) => tell(problemWords(error)));
  };
  useEffect(load, []);
  if (done) return html`<${ErrorPage} title=${t("people.forgotten")} text=${t("people.forgotten.text")} />`;
  if (days === null)
    return wrong ? html`<${ErrorPage} title=${t("core.problem")} text=${wrong} again=${load} />` : html`<${Loading} />`;
  return html`<div class="page-frame rules-page privacy-page">
    <header class="page-head">
      <a class="tool" href="/" onClick=${link("/")}><${Sign} name="home" /> <span>${t("core.home")}</span></a>
      <h1>${t("people.privacy")}</h1>
      <span class="grow"></span>
      <${LanguageChoice} />
    </header>
    <main class="rules-paper">
      <p class="rules-intro">${t("people.lead")}</p>
      <section>
        <h2>${t("people.what")}</h2>
        <ul class="privacy-list">
          <li>${t("people.what.name", { cookie: days.cookie, sessions: days.sessions })}</li>
          <li>${t("box.privacy")}</li>
          <li>${t("daily.privacy")}</li>
          <li>${t("people.what.tables", { waiting: days.waiting, playing: days.playing, over: days.over })}</li>
          <li>${t("people.what.records")}</li>
          <li>${t("people.what.removed", { removed: days.removed })}</li>
          <li>${t("people.what.log")}</li>
          <li>${t("people.what.here")}</li>
        </ul>
      </section>
      <section>
        <h2>${t("people.where")}</h2>
        <p>${t("people.where.text")}</p>
        <p>${t("people.who.text")}</p>
      </section>
      <section>
        <h2>${t("people.yours")}</h2>
        ${
          !days.known
            ? html`<${Note} words=${t("people.unknown")} />`
            : html`<dl class="privacy-do">
              <dt>
                <a class="btn" href="/api/session/export" download><${Sign} name="download" />${t("people.export")}</a>
              </dt>
              <dd>${t("people.export.text")}</dd>
              <dt>
                <button type="button" class="btn" data-people="forget" onClick=${() => ask(true)}>
                  <${Sign} name="leave" />
                  ${t("people.forget")}
                </button>
              </dt>
              <dd>${t("people.forget.text")}</dd>
            </dl>`
        }
      </section>
    </main>
    ${
      asking
        ? html`<${Forget} onClose=${() => ask(false)} onDone=${() => {
            ask(false);
            finish(true);
          }} />`
        : null
    }
  </div>`;
}
