// The way from the start to the puzzles.
import { html } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { Sign } from "../ui/pieces.js";

export const PuzzlesLink = () =>
  html`<a class="start-learn" href="/puzzles" onClick=${link("/puzzles")}>
    <${Sign} name="target" />
    ${t("core.title.puzzles")}
  </a>`;
