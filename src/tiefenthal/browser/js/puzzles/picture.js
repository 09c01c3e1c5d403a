// A small picture of a puzzle: the guests at the tables, and the dice in the tray or on the coaster.
import { html } from "../../vendor/preact.js";
import { Die, Face } from "../ui/pieces.js";

/** @typedef {{seat: number, tables: string[], white: string, own: string, coaster: string}} Seen */

/** As many guests as fit; the others are counted. */
const SHOWN = 5;
const SHOWN_BESIDE_A_COASTER = 3;

/** @param {{seen: Seen}} props */
export function Picture({ seen }) {
  const room = seen.coaster === "" ? SHOWN : SHOWN_BESIDE_A_COASTER;
  const shown = seen.tables.length > room ? seen.tables.slice(0, room - 1) : seen.tables;
  const others = seen.tables.length - shown.length;
  return html`<span class=${`puzzle-picture${seen.coaster === "" ? "" : " draft"}`} aria-hidden="true">
    <span class="puzzle-guests">
      ${shown.map((card, i) => html`<${Face} key=${i} class="puzzle-guest" card=${card} />`)}
      ${others > 0 ? html`<span class="puzzle-guest puzzle-others">+${others}</span>` : null}
    </span>
    ${
      seen.coaster === ""
        ? null
        : html`<span class="puzzle-coaster">
          ${[...seen.coaster].map((face, i) => html`<${Die} key=${i} face=${Number(face)} label="" />`)}
        </span>`
    }
    <span class="puzzle-tray">
      ${[...seen.white].map((face, i) => html`<${Die} key=${`w${i}`} face=${Number(face)} label="" />`)}
      ${[...seen.own].map((face, i) => html`<${Die} key=${`o${i}`} face=${Number(face)} seat=${seen.seat} label="" />`)}
    </span>
  </span>`;
}
