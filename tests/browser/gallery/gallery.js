// Every drawing of the sprite and every scene on one sheet, with the files that the client ships.
import { html, render } from "../../../src/tiefenthal/browser/vendor/preact.js";

const base = "../../../src/tiefenthal/browser/";
const [sprite, portraits] = await Promise.all([
  fetch(`${base}art/sprite.svg`).then((answer) => answer.text()),
  fetch(`${base}art/portraits.json`).then((answer) => answer.json()),
]);
const drawing = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
drawing.setAttribute("class", "sprite");
document.body.prepend(document.importNode(drawing, true));
const ids = [...document.querySelectorAll("symbol")].map((symbol) => symbol.id);

const use = (id) =>
  html`<svg viewBox=${document.getElementById(id)?.getAttribute("viewBox")} aria-hidden="true"><use href=${`#${id}`} /></svg>`;
const back = (id) => ({ backgroundColor: portraits.back[id] });
const kinds = [
  ["p-", "People"],
  ["i-", "Icons"],
  ["u-", "Interface"],
  ["d-", "Dice"],
  ["m-", "Marks"],
  ["s-", "Things"],
];
const scenes = ["inn", "inn#summer", "track", "track#summer", "door", "dawn"].map((name) => {
  const [file, part] = name.split("#");
  return `${base}art/scene-${file}.svg${part ? `#${part}` : ""}`;
});

render(
  html`<h1>The drawings of the inn</h1>
    ${kinds.map(
      ([start, title]) => html`<section class=${`kind ${start}`}>
        <h2>${title}</h2>
        <ul>${ids.filter((id) => id.startsWith(start)).map((id) => html`<li style=${back(id)}>${use(id)}<span>${id.slice(2)}</span></li>`)}</ul>
      </section>`,
    )}
    <section class="kind scenes"><h2>Scenes</h2>${scenes.map((source) => html`<img src=${source} alt="" />`)}</section>
    <p lang="uk" class="letters">Ґанок, їжа, є</p>`,
  document.getElementById("gallery"),
);
document.documentElement.dataset.ready = "yes";
