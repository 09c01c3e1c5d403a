// Which edition a table plays with: its name, and on a press the figures that are not the usual ones.
import { html, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { Sign } from "./pieces.js";

/** The name of the edition of a table; "" for the usual figures. @param {{edition: {name: string}} | null} info */
export const ownEdition = (info) => (info === null || info.edition.name === "reference" ? "" : info.edition.name);

/** The window, once its module is there. @type {any} */
let Window = null;

/**
 * `quiet`: nothing is shown where the figures are the usual ones.
 * @param {{info: {id: string, edition: {name: string}} | null, class: string, quiet?: boolean}} props
 */
export function EditionButton({ info, class: kind, quiet = false }) {
  const [open, show] = useState(false);
  const own = ownEdition(info);
  if (info === null || (quiet && own === "")) return null;
  const look = () =>
    import("../box/differences.js").then(
      (/** @type {{[name: string]: any}} */ found) => {
        Window = found.DifferencesWindow;
        show(true);
      },
      () => {},
    );
  const name = own || t("start.edition.reference");
  return html`
    <button type="button" class=${kind} data-open="edition" aria-haspopup="dialog" aria-label=${t("box.edition", { name })} onClick=${look}>
      <${Sign} name="info" />
      <span>${quiet ? name : t("box.edition", { name })}</span>
    </button>
    ${open && Window !== null ? html`<${Window} table=${info.id} onClose=${() => show(false)} />` : null}
  `;
}
