// A card with the result of a game, to be shared as a picture: its shapes are an SVG made of the client's own drawings,
// painted on a canvas, and the words are written over it in the client's own letters. Everything it needs is there when
// the end is shown, so it can be had without a connection.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { locale, t } from "../core/i18n.js";
import { announce } from "../core/page.js";
import { seatName } from "../core/words.js";
import { Dialog } from "../ui/dialog.js";
import { MARKS, Sign, seatFace } from "../ui/pieces.js";
import { modulesWords } from "../start/plan.js";
import { ranked, sources, verdict } from "./standings.js";

const [WIDTH, HEIGHT] = [1200, 800];
const COLOURS = ["var(--p1)", "var(--p2)", "var(--p3)", "var(--p4)"];
const SERIF = "Alegreya, Georgia, serif";
const SANS = "'Alegreya Sans', Calibri, sans-serif";
/** The colours of the parts of a bar: background and text. @type {{[source: string]: [string, string]}} */
const LOOKS = {
  nobles: ["var(--royal-39)", "var(--parchment-96)"],
  guests: ["var(--gold-82)", "var(--wood-22)"],
  reputation: ["var(--brick-55)", "var(--parchment-96)"],
  schnapps: ["var(--glass-79)", "var(--glass-33)"],
  others: ["var(--straw-76)", "var(--wood-22)"],
};

// --- what it is made of

/** The background picture. Loaded when the end is shown, like the fonts. */
let dawn = "";

const FONTS = [`800 40px ${SERIF}`, `italic 500 40px ${SERIF}`, `500 40px ${SANS}`, `700 40px ${SANS}`];

/** Fetch what the card is made of: the dawn, and the letters for its words. @param {Result} result */
export async function learnCard(result) {
  const words = letter(result)
    .map((one) => one.words)
    .join(" ");
  const letters = FONTS.map((font) => document.fonts.load(font, words));
  if (dawn === "") {
    const answer = await fetch("/static/art/scene-dawn.svg");
    if (answer.ok) dawn = await answer.text();
  }
  await Promise.all(letters);
}

/** The drawings with these names, from the page's sprite. @param {string[]} names */
function symbols(names) {
  const found = [...new Set(names)].map((name) => document.getElementById(name));
  return found.map((one) => (one === null ? "" : new XMLSerializer().serializeToString(one))).join("");
}

/**
 * The colours in a text as they are, for style sheets reach neither a canvas nor a picture. What is not a colour, such as
 * the weight of lines, is set in the picture itself.
 * @param {string} text
 */
function painted(text) {
  const tokens = getComputedStyle(document.documentElement);
  return text.replace(/var\((--[\w-]+)\)/g, (used, name) => {
    const value = tokens.getPropertyValue(name).trim();
    return CSS.supports("color", value) ? value : used;
  });
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/**
 * How wide words are.
 * @param {string} words
 * @param {string} font weight and style
 * @param {string} family
 * @param {number} size
 */
function widthOf(words, font, family, size) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (ruler === null) return words.length * size * 0.5;
  ruler.font = `${font} ${size}px ${family}`;
  return ruler.measureText(words).width;
}

/**
 * The size at which words fit into the room.
 * @param {string} words
 * @param {string} font
 * @param {string} family
 * @param {number} size
 * @param {number} room
 */
const fitting = (words, font, family, size, room) =>
  Math.min(size, (size * room) / Math.max(1, widthOf(words, font, family, size)));

// --- where things stand

/** @typedef {{ended: Ending, seats: SeatOn[], date: number | null, modules: number}} Result */
/**
 * @typedef {{words: string, x: number, y: number, size: number, font?: string, family?: string, fill?: string, align?: CanvasTextAlign, golden?: boolean, edge?: string}} Text
 */
/** @typedef {{source: string, icon: string, n: number, x: number, wide: number}} Piece */

const BAR = { x: 420, wide: 560, high: 38 };

/** What stands where, from top to bottom. @param {Result} result */
function layout({ ended, seats, modules }) {
  const order = ranked(ended);
  const used = sources(seats, modules);
  const most = Math.max(1, ...ended.scores);
  const high = [0, 0, 104, 88, 72][order.length] ?? 72;
  const top = 742 - high * order.length - 78;
  const rows = order.map((one, i) => {
    let x = BAR.x;
    const scale = (BAR.wide * Math.max(0, one.points)) / most / Math.max(1, one.points);
    /** @type {Piece[]} */
    const pieces = [];
    for (const [source, icon] of used) {
      const n = Math.max(0, seats[one.seat - 1]?.sources[source] ?? 0);
      if (n === 0) continue;
      pieces.push({ source, icon, n, x, wide: n * scale });
      x += n * scale;
    }
    return { ...one, place: one.won ? 1 : i + 1, middle: top + 62 + high * (i + 0.5), pieces };
  });
  let x = 74;
  const legend = used.map(([source, icon]) => {
    const words = t(`pages.source.${source}`);
    const at = x;
    x += 62 + widthOf(words, "700", SANS, 21);
    return { source, icon, words, x: at };
  });
  return { rows, legend, high, paper: { top, high: high * order.length + 78 } };
}

/** When it was, and with which modules. @param {Result} result */
function about({ date, modules }) {
  const day = date === null ? "" : new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(date * 1000);
  return [day, modulesWords(modules)].filter(Boolean).join(" · ");
}

/** Every word on the card. @param {Result} result @returns {Text[]} */
function letter(result) {
  const { rows, legend, paper } = layout(result);
  const { title, how, why } = verdict(result.ended, result.seats, null);
  const size = fitting(title, "800", SERIF, 88, 690);
  const below = [how, why, about(result)].filter(Boolean);
  return [
    { words: t("core.title"), x: 62, y: 104, size: 60, golden: true },
    { words: title, x: 62, y: 136 + size, size, golden: true },
    ...below.map((words, i) => ({
      words,
      x: 64,
      y: 182 + size + i * 35,
      size: fitting(words, "italic 500", SERIF, 27, 750),
      font: "italic 500",
      fill: "var(--parchment-98)",
    })),
    ...legend.map((one) => ({
      words: one.words,
      x: one.x + 35,
      y: paper.top + 41,
      size: 21,
      font: "700",
      family: SANS,
    })),
    {
      words: t("pages.end.points", { n: 2 }),
      x: 1126,
      y: paper.top + 41,
      size: 21,
      font: "700",
      family: SANS,
      fill: "var(--ink-3)",
      align: "right",
    },
    ...rows.flatMap((row) => rowWords(row)),
    {
      words: t("start.unofficial"),
      x: WIDTH / 2,
      y: 773,
      size: 20,
      font: "500",
      family: SANS,
      align: "center",
      edge: "var(--parchment-92)",
    },
  ];
}

/** @typedef {ReturnType<typeof layout>["rows"][number]} Row */

/** @param {Row} row @returns {Text[]} */
function rowWords(row) {
  const name = seatName(row.seat);
  /** @type {Text[]} */
  const found = [
    { words: name, x: 238, y: row.middle + 9, size: fitting(name, "800", SERIF, 30, 170) },
    { words: String(row.points), x: 1126, y: row.middle + 17, size: 50, align: "right" },
  ];
  if (!row.won) found.push({ words: String(row.place), x: 95, y: row.middle + 9, size: 26, align: "center" });
  for (const { n, x, wide, source } of row.pieces) {
    if (wide > 26)
      found.push({
        words: String(n),
        x: x + wide / 2 + (wide > 62 ? 16 : 0),
        y: row.middle + 8,
        size: 23,
        fill: LOOKS[source][1],
        align: "center",
      });
  }
  return found;
}

// --- the drawing

/** @param {string} name @param {number} x @param {number} y @param {number} size @param {string} [more] */
const drawing = (name, x, y, size, more = "") =>
  `<use href="#${name}" x="${x}" y="${y}" width="${size}" height="${size}" ${more}/>`;

/** A face in a round frame. @param {string} face @param {number} x @param {number} y @param {number} size */
function framed(face, x, y, size) {
  const id = `f${Math.round(x)}-${Math.round(y)}`;
  const circle = `cx="${x + size / 2}" cy="${y + size / 2}" r="${size / 2}"`;
  return `<clipPath id="${id}"><circle ${circle}/></clipPath><circle ${circle} fill="var(--straw-78)"/>
    <g clip-path="url(#${id})">${drawing(face, x - size * 0.06, y, size * 1.12, 'style="--lw:1.4px"')}</g><circle ${circle} fill="none" stroke="var(--ink)" stroke-width="3"/>`;
}

/**
 * The winner in an arch of gold, with the crown.
 * @param {string} face
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 */
function arch(face, x, y, wide) {
  const high = wide * 1.16;
  const d = `M${x} ${y + high}V${y + wide * 0.52}Q${x} ${y} ${x + wide / 2} ${y}Q${x + wide} ${y} ${x + wide} ${y + wide * 0.52}V${y + high}Z`;
  return `<path d="${d}" fill="var(--gold-86)" opacity=".55" filter="url(#glow)"/><clipPath id="arch"><path d="${d}"/></clipPath>
    <path d="${d}" fill="url(#wall)" stroke="var(--wood-20)" stroke-width="17"/>
    <g clip-path="url(#arch)">${drawing(face, x - wide * 0.02, y + high - wide * 1.04, wide * 1.04, 'style="--lw:2.2px"')}</g>
    <path d="${d}" fill="none" stroke="var(--gold-82)" stroke-width="10"/>${drawing("i-crown", x + wide * 0.28, y - wide * 0.33, wide * 0.44, 'style="--lw:2.4px"')}`;
}

/** Place, face, mark, and the bar. @param {Row} row @param {number} high */
function rowShapes(row, high) {
  const face = Math.min(64, high - 10);
  const y = row.middle - BAR.high / 2;
  const ends = row.pieces.at(-1);
  const medal = ["var(--snow-87)", "var(--snow-87)", "var(--straw-73)", "var(--straw-82)"][row.place - 1];
  const bar = row.pieces
    .map(
      ({ x, wide, source }) =>
        `<rect x="${x}" y="${y}" width="${wide}" height="${BAR.high}" fill="${LOOKS[source][0]}" stroke="var(--ink)" stroke-width="2.2"/>`,
    )
    .join("");
  const icons = row.pieces
    .map(({ x, wide, icon }) => (wide > 62 ? drawing(`i-${icon}`, x + wide / 2 - 32, y + 6, 26) : ""))
    .join("");
  const whole = ends === undefined ? 0 : ends.x + ends.wide - BAR.x;
  const clip = `b${row.seat}`;
  return `${row.won ? drawing("i-crown", 74, row.middle - 21, 42) : `<circle cx="95" cy="${row.middle}" r="19" fill="${medal}" stroke="var(--ink)" stroke-width="2.4"/>`}
    ${framed(seatFace(row.seat), 130, row.middle - face / 2, face)}
    ${drawing(`m-${MARKS[row.seat - 1]}`, 204, row.middle - 12, 24, `style="--c:${COLOURS[row.seat - 1]};--lw:1.8px"`)}
    <clipPath id="${clip}"><rect x="${BAR.x}" y="${y}" width="${whole}" height="${BAR.high}" rx="9"/></clipPath><g clip-path="url(#${clip})">${bar}</g>
    <rect x="${BAR.x}" y="${y}" width="${whole}" height="${BAR.high}" rx="9" fill="none" stroke="var(--ink)" stroke-width="3"/>${icons}`;
}

const STYLE = `svg{--lw:1.8px}.o,.l{stroke:var(--ink);stroke-width:var(--lw);stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}.l{fill:none}.l.g{stroke:var(--gold-75)}`;
const PAINTS = `<filter id="glow" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="26"/></filter>
  <linearGradient id="paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--parchment-96)"/><stop offset="1" stop-color="var(--parchment-88)"/></linearGradient>
  <radialGradient id="wall" cx=".32" cy=".26" r=".9"><stop offset="0" stop-color="var(--parchment-93)"/><stop offset=".7" stop-color="var(--straw-72)"/><stop offset="1" stop-color="var(--wood-52)"/></radialGradient>
  <linearGradient id="shade" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="var(--night-18)" stop-opacity=".75"/><stop offset="1" stop-color="var(--night-18)" stop-opacity="0"/></linearGradient>
  <linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--wood-43)"/><stop offset="1" stop-color="var(--wood-27)"/></linearGradient>`;

/** The dawn as a part of the card, in the season of the game. @param {number} modules */
function sky(modules) {
  if (dawn === "") return "";
  const box = `viewBox="0 ${modules === 1 ? 4000 : 0} 1366 768" preserveAspectRatio="xMidYMin slice"`;
  const root = `<svg x="-60" y="-10" width="1423" height="800" ${box} stroke="var(--ink)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">`;
  return root + dawn.slice(dawn.indexOf("<defs>"));
}

/** The card without its words, as SVG. @param {Result} result */
function shapes(result) {
  const { rows, legend, high, paper } = layout(result);
  const needed = [
    ...rows.map((row) => seatFace(row.seat)),
    ...MARKS.map((one) => `m-${one}`),
    ...legend.map((one) => `i-${one.icon}`),
    "i-crown",
  ];
  const signs = legend.map(
    ({ x, source, icon }) =>
      `<rect x="${x}" y="${paper.top + 20}" width="26" height="26" rx="6" fill="${LOOKS[source][0]}" stroke="var(--ink)" stroke-width="2"/>${drawing(`i-${icon}`, x + 3, paper.top + 23, 20)}`,
  );
  const lines = rows
    .slice(1)
    .map((row) => `<path d="M74 ${row.middle - high / 2}H1126" stroke="var(--straw-76)" stroke-width="2"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><style>${STYLE}</style><defs>${symbols(needed)}${PAINTS}</defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="var(--night-32)"/>${sky(result.modules)}<rect width="860" height="${HEIGHT}" fill="url(#shade)"/>
    ${arch(seatFace(rows[0].seat), 874, paper.top - 284, 240)}
    <rect x="40" y="${paper.top}" width="1120" height="${paper.high}" rx="22" fill="url(#paper)" stroke="var(--wood-20)" stroke-width="5"/>
    ${signs.join("")}${lines.join("")}${rows.map((row) => rowShapes(row, high)).join("")}
    <rect x="7" y="7" width="${WIDTH - 14}" height="${HEIGHT - 14}" rx="20" fill="none" stroke="url(#wood)" stroke-width="14"/>
    <rect x="14" y="14" width="${WIDTH - 28}" height="${HEIGHT - 28}" rx="14" fill="none" stroke="var(--wood-20)" stroke-width="3"/></svg>`;
}

/** @param {CanvasRenderingContext2D} on @param {Text} text */
function write(
  on,
  { words, x, y, size, font = "800", family = SERIF, fill = "var(--ink)", align = "left", golden = false, edge = "" },
) {
  on.font = `${font} ${size}px ${family}`;
  on.textAlign = align;
  if (edge !== "") {
    Object.assign(on, { strokeStyle: painted(edge), lineWidth: 5, lineJoin: "round" });
    on.strokeText(words, x, y);
  }
  /** Letters in wood and gold, like the title. @type {[string, number][]} */
  const layers = golden
    ? [
        ["var(--wood-22)", 0.07],
        ["var(--wood-46)", 0.05],
        ["var(--gold-71)", 0.026],
        ["var(--parchment-97)", 0],
      ]
    : [[fill, 0]];
  for (const [colour, down] of layers) {
    on.fillStyle = painted(colour);
    on.fillText(words, x, y + down * size);
  }
}

/** Paint the card. @param {HTMLCanvasElement} canvas @param {Result} result */
export async function paint(canvas, result) {
  await learnCard(result).catch(() => {}); // without a connection: what is there
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(painted(shapes(result)))}`;
  await image.decode();
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const on = canvas.getContext("2d");
  if (on === null) throw new Error("no canvas");
  on.drawImage(image, 0, 0, WIDTH, HEIGHT);
  for (const text of letter(result)) write(on, text);
}

// --- the window

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const png = (canvas) =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
  );

const FILE = "tiefenthal.png";

/** The card, and what can be done with it. @param {Result & {onClose: () => void}} props */
export function ResultDialog({ onClose, ...result }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [picture, show] = useState(/** @type {Blob | null} */ (null));
  const [said, say] = useState("");
  useEffect(() => {
    const on = canvas.current;
    if (on === null) return;
    paint(on, result)
      .then(() => png(on))
      .then(show, () => say(t("result.failed")));
  }, []);
  /** @param {string} words */
  const tell = (words) => {
    say(words);
    announce(words);
  };
  const file = picture === null ? null : new File([picture], FILE, { type: "image/png" });
  const canShare = file !== null && typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
  const canCopy = typeof ClipboardItem === "function" && typeof navigator.clipboard?.write === "function";
  const share = () =>
    file &&
    navigator
      .share({ files: [file], title: t("core.title"), text: told.title })
      .catch((/** @type {Error} */ error) => error.name === "AbortError" || tell(t("result.failed")));
  const copy = () =>
    picture &&
    navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]).then(
      () => tell(t("result.copied")),
      () => tell(t("result.failed")),
    );
  const save = () => {
    if (picture === null) return;
    const address = URL.createObjectURL(picture);
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = FILE;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    tell(t("result.saved"));
  };
  const told = verdict(result.ended, result.seats, null);
  const order = ranked(result.ended);
  const words = `${told.title}. ${order.map((one) => `${seatName(one.seat)}: ${t("n.points", { n: one.points })}`).join(", ")}.`;
  const foot = html`<div class="result-do">
    ${canShare ? html`<button type="button" class="btn gold" onClick=${share}><${Sign} name="share" /> ${t("result.send")}</button>` : null}
    ${
      canCopy
        ? html`<button type="button" class="btn" disabled=${picture === null} onClick=${copy}>
      <${Sign} name="copy" /> ${t("result.copy")}
    </button>`
        : null
    }
    <button type="button" class=${`btn${canShare ? "" : " gold"}`} disabled=${picture === null} onClick=${save}>
      <${Sign} name="download" /> ${t("result.save")}
    </button>
  </div>`;
  return html`<${Dialog} title=${t("result.title")} wide class="result-dialog" foot=${foot} onClose=${onClose}>
    <div class="result">
      <canvas class="result-card" width=${WIDTH} height=${HEIGHT} role="img" aria-label=${words}
        aria-busy=${picture === null ? "true" : "false"} ref=${canvas}></canvas>
      <p class="result-said" aria-hidden="true">${said}</p>
    </div>
  </${Dialog}>`;
}
