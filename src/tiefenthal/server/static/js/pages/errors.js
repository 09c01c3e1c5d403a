// Pages for addresses that lead nowhere.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { link } from "../core/router.js";
import { Drawing, Sign } from "../ui/pieces.js";

/** There is no such page. */
export function MissingPage() {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  return html`<main class="lost-page">
    <${Drawing} name="p-watchman" class="lost-face" />
    <h1 tabindex="-1" ref=${heading}>${t("pages.missing.title")}</h1>
    <p>${t("pages.missing.text")}</p>
    <a class="btn gold" href="/" onClick=${link("/")}><${Sign} name="home" /> ${t("pages.home")}</a>
  </main>`;
}
