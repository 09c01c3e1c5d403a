// A QR code of a link, for the phone across the table. What draws it is fetched when the first one is wanted.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";

/** Cells of empty border, which readers need. */
const BORDER = 4;

/** The dark cells as one path, a run of cells in a row at a time. @param {import("../../vendor/qr.js").Code} code */
function drawn(code) {
  let path = "";
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      let end = x;
      while (code.get(end, y)) end += 1;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  return path;
}

/** @param {{text: string}} props */
export function QrCode({ text }) {
  const [code, found] = useState(/** @type {{size: number, path: string} | null} */ (null));
  useEffect(() => {
    let wanted = true;
    import("../../vendor/qr.js").then(
      ({ generate }) => {
        const made = generate(text);
        if (wanted) found({ size: made.size, path: drawn(made) });
      },
      () => {}, // then only the link is shown
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  const side = (code?.size ?? 33) + 2 * BORDER;
  return html`<figure class="qr">
    <svg viewBox=${`${-BORDER} ${-BORDER} ${side} ${side}`} role="img" aria-label=${t("invite.qr.label")}
      shape-rendering="crispEdges">
      ${code === null ? null : html`<path d=${code.path} />`}
    </svg>
    <figcaption>${t("invite.qr")}</figcaption>
  </figure>`;
}
