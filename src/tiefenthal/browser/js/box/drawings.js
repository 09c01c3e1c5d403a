// Our own drawings of the components, with the place highlighted where the requested figure is printed. They show what
// to look for; the exact place differs between printings.
import { html } from "../../vendor/preact.js";

/** @typedef {{what: string, number: number, column: number}} Lit */

/** The class of a highlighted part. @param {Lit | null} lit @param {string} what */
const light = (lit, what) => `box-part${lit?.what === what ? " lit" : ""}`;

/** An icon of the sprite in a drawing. @param {string} name @param {number} x @param {number} y @param {number} size */
const icon = (name, x, y, size) => html`<use href=${`#i-${name}`} x=${x} y=${y} width=${size} height=${size} />`;

/** A figure: its carrier and a question mark on it. @param {{lit: Lit | null, what: string, x: number, y: number, children?: unknown}} props */
const Part = ({ lit, what, x, y, children }) => html`<g class=${light(lit, what)}>
  <circle class="box-halo" cx=${x} cy=${y} r="31" />
  ${children}
</g>`;

/** @param {number} x @param {number} y */
const coin = (x, y) => html`
  <circle class="box-coin" cx=${x} cy=${y} r="19" />
  <text x=${x} y=${y + 7}>?</text>
`;
/** @param {number} x @param {number} y */
const shield = (x, y) => html`
  <path class="box-shield" d=${`M${x - 17} ${y - 18}h34v18q0 15-17 22q-17-7-17-22z`} />
  <text x=${x} y=${y + 6}>?</text>
`;
/** @param {number} x @param {number} y */
const die = (x, y) => html`
  <rect class="box-die" x=${x - 18} y=${y - 18} width="36" height="36" rx="7" />
  <circle class="box-pip" cx=${x - 8} cy=${y - 8} r="3.4" />
  <circle class="box-pip" cx=${x} cy=${y} r="3.4" />
  <circle class="box-pip" cx=${x + 8} cy=${y + 8} r="3.4" />
`;
/** A head and shoulders. @param {number} x @param {number} y */
const person = (x, y) => html`
  <circle class="box-figure" cx=${x} cy=${y} r="22" />
  <path class="box-figure" d=${`M${x - 44} ${y + 70}q0-42 44-42q44 0 44 42z`} />
`;

/** @param {{lit: Lit | null}} props */
const Card = ({ lit }) => html`
  <rect class="box-card" x="10" y="10" width="180" height="240" rx="14" />
  <rect class="box-ground" x="24" y="48" width="152" height="122" rx="8" />
  ${person(100, 92)}
  <${Part} lit=${lit} what="price" x="42" y="214">${coin(42, 214)}<//>
  <${Part} lit=${lit} what="points" x="158" y="214">${shield(158, 214)}<//>
`;

/** @param {{lit: Lit | null}} props */
const Area = ({ lit }) => html`
  <rect class="box-card" x="6" y="30" width="188" height="200" rx="12" />
  <path class="box-ground" d="M20 60h160v92h-160z" />
  <path class="box-awning" d="M14 44h172l-8 30h-156z" />
  ${icon("upgrade", 76, 88, 48)}
  <${Part} lit=${lit} what="price" x="56" y="192">${coin(56, 192)}<//>
  <${Part} lit=${lit} what="discount" x="144" y="192">
    <rect class="box-die" x="120" y="176" width="22" height="32" rx="4" />
    ${coin(154, 196)}
  <//>
`;

/** A regular, or a guest; those of module 3 show a white die. @param {{lit: Lit | null, guest: boolean, late: boolean}} props */
const Guest = ({ lit, guest, late }) => html`
  <rect class="box-card" x="10" y="10" width="180" height="240" rx="14" />
  <rect class="box-ground" x="24" y="62" width="152" height="104" rx="8" />
  ${person(100, 96)}
  ${late ? html`<rect class="box-white" x="150" y="66" width="22" height="22" rx="5" />` : null}
  <${Part} lit=${lit} what="die" x="44" y="40">${die(44, 40)}<//>
  ${guest ? html`<${Part} lit=${lit} what="cost" x="156" y="40">${icon("beer", 136, 20, 40)}<//>` : null}
  <${Part} lit=${lit} what="pays" x="42" y="214">${coin(42, 214)}<//>
  ${
    guest
      ? html`<${Part} lit=${lit} what="bonus" x="100" y="208">
        <rect class="box-bonus" x="76" y="188" width="48" height="40" rx="8" />
        ${icon("bonus", 84, 192, 32)}
      <//>`
      : null
  }
  <${Part} lit=${lit} what="points" x="158" y="214">${shield(158, 214)}<//>
`;

/** A space with its number. @param {{lit: boolean, x: number, y: number, n: number | string, r?: number}} props */
const Space = ({ lit, x, y, n, r = 12 }) => html`<g class=${`box-part${lit ? " lit" : ""}`}>
  <circle class="box-halo" cx=${x} cy=${y} r=${r + 7} />
  <circle class="box-space" cx=${x} cy=${y} r=${r} />
  <text class="small" x=${x} y=${y + 4}>${n}</text>
</g>`;

/** @param {{lit: Lit | null, spaces: number}} props */
const Monastery = ({ lit, spaces }) => html`
  <rect class="box-night" x="4" y="30" width="192" height="200" rx="12" />
  ${icon("monastery", 150, 36, 38)}
  ${Array.from({ length: spaces }, (_, i) => {
    const row = Math.floor(i / 6);
    const place = row % 2 === 0 ? i % 6 : 5 - (i % 6);
    return html`<${Space} key=${i} lit=${lit?.number === i + 1} x=${24 + place * 30} y=${206 - row * 40} n=${i + 1} />`;
  })}
`;

/** @param {{lit: Lit | null, spaces: number}} props */
const Winter = ({ lit, spaces }) => html`
  <rect class="box-night" x="4" y="30" width="192" height="200" rx="12" />
  ${icon("moon", 152, 36, 34)}
  ${Array.from({ length: spaces }, (_, i) => {
    const y = 96 + Math.floor(i / 4) * 80;
    const x = 32 + (i % 4) * 46;
    return html`<g key=${i}>
      <${Space} lit=${lit?.what === "space" && lit.number === i + 1} x=${x} y=${y} n=${i + 1} r=${15} />
      ${
        i === 0
          ? null
          : html`<g class=${`box-part${lit?.what === "schnapps" && lit.number === i + 1 ? " lit" : ""}`}>
            <circle class="box-halo" cx=${x - 22} cy=${y + 26} r="15" />
            ${icon("schnapps", x - 31, y + 17, 18)}
          </g>`
      }
    </g>`;
  })}
`;

/** @param {{lit: Lit | null, spaces: number}} props */
const Ring = ({ lit, spaces }) => html`
  <rect class="box-card" x="4" y="30" width="192" height="200" rx="12" />
  ${icon("reputation", 76, 106, 48)}
  ${Array.from({ length: spaces }, (_, i) => {
    const turn = ((i - 3) / spaces) * 2 * Math.PI;
    return html`<${Space} key=${i} lit=${lit?.number === i + 1} x=${100 + 74 * Math.cos(turn)}
      y=${130 + 78 * Math.sin(turn)} n=${i + 1} r=${14} />`;
  })}
`;

/** @param {{lit: Lit | null, spaces: number, columns: string[]}} props */
const Book = ({ lit, spaces, columns }) => html`
  <rect class="box-card" x="4" y="40" width="192" height="180" rx="12" />
  ${columns.map(
    (name, c) => html`
      <text class="small" x=${34 + c * 44} y="66">${name.replace("/", "–")}</text>
      ${Array.from({ length: spaces }, (_, r) => r).map(
        (r) => html`<g class=${`box-part${lit?.number === r + 1 && lit.column === c ? " lit" : ""}`}>
          <rect class="box-cell" x=${16 + c * 44} y=${78 + r * 46} width="36" height="36" rx="6" />
        </g>`,
      )}
    `,
  )}
`;

/** By the component. `spaces`: how many the board has. @type {By<(lit: Lit | null, spaces: number, columns: string[]) => unknown>} */
const DRAWINGS = {
  card: (lit) => html`<${Card} lit=${lit} />`,
  area: (lit) => html`<${Area} lit=${lit} />`,
  regular: (lit) => html`<${Guest} lit=${lit} guest=${false} late=${false} />`,
  guest: (lit) => html`<${Guest} lit=${lit} guest=${true} late=${false} />`,
  "late-guest": (lit) => html`<${Guest} lit=${lit} guest=${true} late=${true} />`,
  monastery: (lit, spaces) => html`<${Monastery} lit=${lit} spaces=${spaces} />`,
  winter: (lit, spaces) => html`<${Winter} lit=${lit} spaces=${spaces} />`,
  ring: (lit, spaces) => html`<${Ring} lit=${lit} spaces=${spaces} />`,
  book: (lit, spaces, columns) => html`<${Book} lit=${lit} spaces=${spaces} columns=${columns} />`,
};

/**
 * The component of a step, with the requested place highlighted.
 * @param {{step: import("../types.js").BoxStep, lit: Lit | null, columns: string[]}} props
 */
export function Component({ step, lit, columns }) {
  const spaces = step.rows.filter((row) => row.what !== "way").length;
  return html`<svg class="box-drawing" viewBox="0 0 200 260" aria-hidden="true" focusable="false">
    ${DRAWINGS[step.drawing]?.(lit, spaces, columns)}
  </svg>`;
}
