import { html } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { Icon } from "../ui/pieces.js";

/** How hard it is, as mugs. @param {{grade: number}} props */
export const Grade = ({ grade }) =>
  html`<span class="puzzle-grade" role="img" aria-label=${t(`puzzles.grade.${grade}`)} title=${t(`puzzles.grade.${grade}`)}>
    ${[1, 2, 3, 4, 5].map((n) => html`<span key=${n} class=${n <= grade ? "full" : ""}><${Icon} name="beer" /></span>`)}
  </span>`;
