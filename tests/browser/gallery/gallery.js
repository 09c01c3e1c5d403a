// Every symbol, scene and piece on one sheet, drawn with the files that the client ships.
import { html, render } from "../../../src/tiefenthal/server/static/vendor/preact.js";

const base = "../../../src/tiefenthal/server/static/";
const [sprite, portraits] = await Promise.all([
  fetch(`${base}art/sprite.svg`).then((answer) => answer.text()),
  fetch(`${base}art/portraits.json`).then((answer) => answer.json()),
]);
const drawing = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
drawing.setAttribute("class", "sprite");
document.body.prepend(document.importNode(drawing, true));
const ids = [...document.querySelectorAll("symbol")].map((symbol) => symbol.id);

const use = (id, name = "") => html`<svg class=${name} viewBox=${document.getElementById(id)?.getAttribute("viewBox")} aria-hidden="true"><use href=${`#${id}`} /></svg>`;
const die = (value, kind = "w", name = "die") => use(`d-${kind}${value}`, name);
const shown = (what, label) => html`<div class="shown">${what}<span>${label}</span></div>`;
const back = (id) => ({ "--back": portraits.back[id] });
const face = (id, name = "") => html`<span class=${`face ${name}`} style=${back(id)}>${use(id)}</span>`;
const section = (title, note, look, content) => html`<section class=${`panel section ${look}`}><h2>${title}<small>${note}</small></h2>${content}</section>`;
const coin = (number) => html`<span class="coin"><b>${number}</b></span>`;

// What the marks and numbers of a card's name say: g5.3.4.3-thalers is 5 beer, a 3, 4 thalers and a bonus of 3 thalers.
const icons = { thalers: "i-thaler", monastery: "i-monastery", reputation: "i-reputation", dishwasher: "i-plus1", "service-denied": "i-denied",
  barback: "i-barback", server: "i-server", table: "i-table", noble: "i-crown", brewer: "i-brewer", schnapps: "i-schnapps" };
const points = { 3: 1, 4: 1, 5: 2, 6: 3, 7: 4, 8: 5 };
function guest(card, entry, state = "", pile = 0) {
  const [cost, asks, pays, bonus] = card.slice(1).split(".");
  const [, amount, what] = /^(?:(\d)-)?(.+)$/.exec(bonus ?? "") ?? [];
  const regular = card.startsWith("r");
  const [asked, paid] = regular ? [cost, asks] : [asks, pays];
  return html`<div class=${`card guest ${state} ${regular ? "regular" : ""} ${pile ? "pile" : ""}`}>
    <div class="card-art" style=${back(entry.portrait)}>${use(entry.portrait)}</div>
    <div class="card-name">${portraits.names[entry.name]}</div>
    <div class="guest-pay">${die(asked)}${use("u-arrow", "arrow")}${coin(paid)}</div>
    ${!regular && html`<span class="mug">${use("i-beer")}<b>${cost}</b></span><span class="shield">${use("i-shield")}<b>${points[cost]}</b></span>`}
    ${bonus && html`<span class="bonus">${amount}${use(icons[what])}</span>`}
    ${state.includes("signing") && html`<span class="seal">${use("i-signature")}</span>`}
    ${pile > 0 && html`<span class="left">×${pile}</span>`}
  </div>`;
}
const noble = (id) => html`<div class="card guest noble"><div class="card-art" style=${back(id)}>${use(id)}</div><div class="card-name">Noble</div>
  <div class="guest-pay">${die(2)}${use("u-arrow", "arrow")}${coin(2)}</div><span class="shield">${use("i-shield")}<b>10</b></span></div>`;
const guests = Object.entries(portraits.cards).filter(([card]) => /^[gr]\d/.test(card)).flatMap(([card, entries]) => entries.map((entry) => [card, entry]));

const tavern = [["bard", 1, "Bard", ["1", "i-reputation"], "a step of reputation", "usable"], ["barback", 2, "Barback", ["1", "i-beer"], "a beer, no die needed", "quiet-light"],
  ["dishwasher", 3, "Dishwasher", ["", "i-plus1"], "one die counts one more", "pointed"], ["server", 4, "Server", ["", "i-die"], "a die of your colour", ""],
  ["table", 5, "Table", ["+1", "i-table"], "one more free table", ""], ["brewer", 6, "Brewer", ["+1", "i-beer"], "more beer per brewer die", "dim"]];
const area = (state, name, art, foot, corner) => html`<div class=${`area ${state}`}><div class="area-inner"><div class="area-art">${art}</div><div class="area-foot"><h3 class="area-name">${name}</h3>${foot}</div></div>${corner}</div>`;
const ribbon = (state, price, less) => html`<span class=${`ribbon ${state}`}><span><b>${price}</b>${less && html`<small>${use("i-deck")}${less}</small>`}</span></span>`;
const monk = (state, corner, gives, slot) => area(state, "Monk", use("p-monk", "person"), html`<span class=${`slot light ${slot}`}>${use("d-g5")}</span><span class="area-gives"><b>${gives}</b>${use("i-monastery")}</span>`, corner);
const table = (state, card, foot) => html`<div class=${`table ${state}`}><div class="alcove" style=${card && back(card[1].portrait)}>${card && use(card[1].portrait)}</div><div class="table-top"><b>${card ? portraits.names[card[1].name] ?? "Noble" : "\u00a0"}</b></div><div class="plank">${foot}</div></div>`;
const find = (card) => [card, portraits.cards[card][0]];
const palette = [["Ink", "--ink", "--parchment"], ["Parchment", "--parchment", "--ink"], ["Walnut", "--walnut-7", "--parchment"], ["Oak", "--oak", "--foam"], ["Candle gold", "--gold", "--ink"], ["Amber", "--amber", "--ink"],
  ["Brick", "--brick", "--foam"], ["Night blue", "--night-7", "--parchment"], ["Winter sky", "--night-5", "--foam"], ["Snow", "--snow", "--ink"], ["Royal", "--royal", "--foam"], ["Wallpaper", "--wallpaper-dark", "--foam"],
  ["Player brick", "--p1", "--foam"], ["Player azure", "--p2", "--foam"], ["Player moss", "--p3", "--ink"], ["Player plum", "--p4", "--foam"]];
const shapes = [["White", "w"], ["Brick", "circle"], ["Azure", "diamond"], ["Moss", "triangle"], ["Plum", "square"]];

render(html`
<header><h1>Pieces of the inn</h1><p>Flat shapes, one light from the upper left, one ink outline.<br />Every meaning has a shape of its own; colour only helps.</p></header>
${section("Icons", "44, 22 and, without colour, 16 px", "parchment wide-12", html`<div class="grid cols-12">${ids.filter((id) => id.startsWith("i-") && id !== "i-shield").map((id) => shown(html`<span class="sizes">${use(id)}${use(id)}${use(id)}</span>`, id.slice(2)))}</div>`)}
${section("Interface", "one stroke, the colour of the text", "walnut wide-12", html`<div class="grid cols-16 interface">${ids.filter((id) => id.startsWith("u-")).map((id) => shown(use(id), id.slice(2)))}</div>`)}
${section("Dice", "the pips carry the player’s shape", "felt wide-5", html`<div class="dice">${shapes.map(([name, kind], at) => html`<span>${name}</span>${[1, 2, 3, 4, 5, 6].map((value) => die(value, kind))}${at ? html`<span class=${`player-${at}`}>${use(`m-${kind}`, "mark")}</span>` : html`<i />`}`)}</div>`)}
${section("Dice and spaces", "states", "felt wide-4", html`<div class="grid cols-4 dice-states">
  ${shown(html`<span class="hand-die">${die(5)}</span>`, "free")}${shown(html`<span class="hand-die chosen">${die(5)}</span>`, "chosen")}${shown(html`<span class="hand-die">${die(5)}<b class="numeral">5</b></span>`, "with numeral")}
  ${shown(html`<span class="hand-die placed">${die(4)}${face("p-watchman", "round where")}</span>`, "placed")}${shown(html`<span class="hand-die used">${die(3, "circle")}<span class="tick">${use("u-check")}</span></span>`, "used")}${shown(html`<span class="hand-die">${die(5)}${use("i-plus1", "plus")}</span>`, "counts as 6")}
  ${shown(html`<span class="slot">${use("d-g3")}</span>`, "asks for a 3")}${shown(html`<span class="slot usable">${use("d-g5")}</span>`, "lit for the 5")}${shown(html`<span class="slot usable dashed">${use("d-g6")}</span>`, "dishwasher")}${shown(html`<span class="slot">?</span>`, "any die")}${shown(html`<span class="slot light">?</span>`, "in an area")}${shown(html`<span class="slot light usable">${use("d-g5")}</span>`, "lit there")}</div>`)}
${section("Answers", "what would it give, why not", "walnut wide-3", html`<div class="answers"><div class="bubble tip-up"><h3>${die(5, "w", "")} + ${use("i-plus1")} on the brewer</h3><div class="bubble-gains"><span>+2${use("i-beer")}</span><span>+2${use("i-reputation")}</span><span>+1${use("i-schnapps")}</span></div></div>
  <div class="bubble why tip-up"><b>3 beer short:</b> costs 8, you have 5<span class="rule">F-11</span></div></div>
  <div class="marks">${shapes.slice(1).map(([name, kind], at) => html`<div class=${`shown player-${at + 1}`}>${use(`m-${kind}`)}${name}</div>`)}</div>
  <div class="numbers"><span class="coin">4</span><span class="mug">${use("i-beer")}<b>5</b></span><span class="shield">${use("i-shield")}<b>10</b></span><span class="seal">${use("i-signature")}</span><span class="star">${use("u-check")}</span><span class="gain">+2${use("i-beer")}</span><span class="key">U</span></div>`)}
${section("Guests, regulars and nobles", "a face for every card of the edition", "walnut wide-12", html`<div class="guests">${guests.map(([card, entry], at) => guest(card, entry, ["usable signing", "", "pointed", "dim", "quiet-light"][at - 12] ?? "", card.startsWith("g3") ? 5 : 0))}${noble("p-noble")}${noble("p-noble2")}</div>`)}
${section("People of the house", "inns that play by themselves, staff, entertainers, people at the counter", "walnut wide-12 faces", html`<div class="grid cols-9">${[["p-bot1", "Apprentice"], ["p-bot2", "Journeyman"], ["p-bot3", "Innkeeper"], ["p-bot4", "Master"], ["p-host", "Bartender"], ["p-monk", "Monk"], ["p-counter", "Counter guest"], ["p-counter2", "Counter guest"], ["p-counter3", "Counter guest"], ["p-coiner", "Conjurer"], ["p-fire", "Fire-eater"], ["p-juggler", "Juggler"], ["p-bard", "Bard"], ["p-barback", "Barback"], ["p-dishwasher", "Dishwasher"], ["p-server", "Server"], ["p-brewer", "Brewer"], ["p-table", "Table"]].map(([id, name]) => shown(face(id), name))}</div>`)}
${section("Tavern cards", "lit, buyable, pointed at, plain, dimmed", "walnut wide-7", html`<div class="tavern-cards">${tavern.map(([id, price, name, [amount, gain], text, state]) => html`<div class=${`card tavern-card large ${state}`}><div class="card-art" style=${back(`p-${id}`)}>${use(`p-${id}`)}</div><div class="card-line"><b>${name}</b><span>${amount}${use(gain)}</span></div><p>${text}</p><span class="coin"><b>${price}</b></span></div>`)}</div>`)}
${section("Piles, entertainers, nobles", "", "bricks wide-5", html`<div class="row">${[["p-coiner", "1", "i-schnapps", "2", "i-thaler"], ["p-fire", "2", "i-schnapps", "", "i-denied"]].map(([id, a, b, d, e]) => html`<div class="entertainer usable"><div class="card-art" style=${back(id)}>${use(id)}</div><div class="entertainer-price"><b>${a}</b>${use(b)}</div><div class="entertainer-price"><b>${d}</b>${use(e)}</div></div>`)}
  <div class="entertainer to-come"><div class="card-art" style=${back("p-juggler")}>${use("p-juggler")}</div><p>comes on evening 5</p></div>
  <div class="drawn usable"><div class="card-art" style=${back("p-bard")}>${use("p-bard")}</div><div class="drawn-gain"><b>1</b>${use("i-reputation")}</div></div>
  <div class="deck discard" style=${back("p-carter")}>${use("p-carter")}<b>3</b></div><div class="deck"><b>5</b></div><div class="deck start-card">${use("s-start")}</div></div>
  <div class="nobles">${use("p-noble2")}<h3>Nobles<small>54 left</small></h3><div class="nobles-prices">${[[9, 1], [14, 2], [18, 3]].map(([price, many], at) => html`<button class=${`noble-price ${at ? "" : "usable"}`}><b>${price}${use("i-beer")}</b><span class="crowns">${Array.from({ length: many }, () => use("i-crown"))}</span></button>`)}</div></div>`)}
${section("An area and its states", "light, price, upgrade", "bricks wide-7", html`<div class="areas">${shown(monk("dim", ribbon("dim", 8), 1, ""), "not usable now")}${shown(monk("usable", ribbon("dim", 8), 1, "usable"), "the die may go here")}${shown(monk("pointed", ribbon("usable", 8), 1, "usable"), "pointed at; can be paid")}${shown(area("", "Servers", use("s-server"), html`<span class="area-note">no extra die</span>`, ribbon("", 12, 8)), "8 with a card returned")}${shown(monk("upgraded", html`<span class="star">${use("u-check")}</span>`, 2, ""), "upgraded")}</div>
  <div class="scenery">${ids.filter((id) => id.startsWith("s-")).map((id) => html`<span><i>${use(id)}</i>${id.slice(2)}</span>`)}</div>`)}
${section("Buttons", "one main button at a time", "walnut wide-5", html`<div class="grid cols-3">${shown(html`<button class="button main">End turn</button>`, "ready")}${shown(html`<button class="button main pointed">End turn</button>`, "pointed at")}${shown(html`<button class="button main pressed">End turn</button>`, "pressed")}${shown(html`<button class="button main ringed">End turn</button>`, "focus")}${shown(html`<button class="button" disabled>Plan is ready</button>`, "not yet, with a reason")}${shown(html`<button class="button waiting">${use("u-hourglass")}Magda serves…</button>`, "waiting")}${shown(html`<button class="button">${use("u-replay")}Replay</button>`, "second")}${shown(html`<button class="button danger">Send home</button>`, "costs something")}${shown(html`<button class="button wood">${use("u-link")}Invite</button>`, "wood")}${shown(html`<button class="tool">${use("u-undo")}Undo <span class="key">U</span></button>`, "quiet")}${shown(html`<button class="tool ringed">${use("u-log")}Log</button>`, "focus ring")}${shown(html`<button class="tool" disabled>${use("u-undo")}Undo</button>`, "nothing to undo")}</div>`)}
${section("Tables", "lit, served, a noble, closed", "plaster wide-8", html`<div class="tables">${table("usable", find("g5.5.5"), html`${coin(5)}<span class="slot usable">${use("d-g5")}</span>`)}${table("", find("g4.4.4"), html`${coin(4)}<span class="slot full">${die(4)}</span>`)}${table("paid", find("r3.2"), html`<span class="paid-note">${use("u-check")}paid</span>${coin(2)}`)}${table("", find("noble"), html`${coin(2)}<span class="slot">${use("d-g2")}</span>`)}${table("closed", null, "")}</div>`)}
${section("Others", "", "parchment wide-4", html`<div class="opponents">${[["Magda", 2, "diamond", "serves next", ["p-carter", "p-herbalist", "p-farmer"], [1, 3, 6]], ["Bruno", 3, "triangle", "has served", ["p-goodwife", "p-noble", "p-smith"], []]].map(([name, number, shape, says, at, dice]) => html`<div class=${`panel night snowy opponent player-${number}`}><h3 class="opponent-name">${use(`m-${shape}`, "mark")}${name}</h3><span class="opponent-says">${says}</span><div class="opponent-row">${at.map((id) => face(id, id === "p-noble" ? "noble" : ""))}</div><div class="opponent-row">${dice.map((value) => die(value, "w", "die small"))}<span class="built">${use("s-safe")}</span><span class="built">${use("s-barrel")}</span></div><div class="opponent-stores">${["thaler", "beer", "schnapps", "points"].map((what, nr) => html`<span>${use(`i-${what}`)}${[3, 2, 1, 28][nr]}</span>`)}</div></div>`)}</div>`)}
${section("Line and stores", "", "plank-bar wide-12", html`<div class="row"><span class="phase done">A</span><span class="phase done">B</span><span class="phase now">F Serve the guests!</span><span class="phase">G</span><span class="status-line player-1">${use("m-circle", "mark")}<strong>Your turn.</strong><span>Put the 5 on a lit place, or serve, buy and recruit.</span></span>${["thaler", "beer", "schnapps", "points"].map((what, nr) => html`<span class="store">${use(`i-${what}`)}<span><b>${[8, 5, 2, 31][nr]}</b><small>${nr < 3 ? `keep ${[5, 5, 4][nr]}` : "points"}</small></span></span>`)}<span class="moon">4</span><span class="space plain">3</span><span class="space here player-1">5</span><span class="space next">6</span><span class="space square">${use("i-table")}</span><span class="space royal">${use("i-crown")}</span></div>`)}
${section("Scenes", "pictures without styles of their own", "walnut wide-12 scene", html`<div class="grid cols-3">${["scene-inn-winter", "scene-inn-summer", "scene-dawn"].map((name) => html`<img src=${`${base}art/${name}.svg`} alt=${name} />`)}</div>`)}
${section("Tracks and room", "", "walnut wide-8 scene", html`<div class="grid"><img src=${`${base}art/scene-track-winter.svg`} alt="track in winter" /><img src=${`${base}art/scene-track-summer.svg`} alt="track in summer" /><img src=${`${base}art/scene-room-winter.svg`} alt="the room" /></div><div class="grid cols-5">${["wood", "brick", "plaster", "felt", "snow"].map((name) => shown(html`<div class=${`tile tile-${name}`} style=${{ width: "100%" }}></div>`, name))}</div>`)}
${section("Door", "", "walnut wide-4 scene", html`<img src=${`${base}art/scene-door.svg`} alt="door" />`)}
${section("Palette", "", "parchment wide-8", html`<div class="grid cols-4">${palette.map(([name, ground, text]) => html`<div class="swatch" style=${{ background: `var(${ground})`, color: `var(${text})` }}><b>${name}</b>${ground.slice(2)}</div>`)}</div>`)}
${section("Type", "lining figures everywhere", "parchment wide-4 type", html`<p class="large">8 5 31 · 1 2 3 4 6 7 9 0</p><p class="heading">Gäste, œuvre, ¿señor?, Ґанок їжака</p><p class="text">Put the 5 on a lit place — “serve”, „dienen“, « servir »</p><p class="strong">Гості приходять: є, і, ї, ґ − × … ·</p><p class="heavy">Łódź, Čapek, İstanbul, Őz</p><p class="book">Eight evenings to make a name. Вісім вечорів.</p><p class="saying">Snow lies on the roofs of Tiefenthal. Сніг на дахах.</p>`)}
`, document.getElementById("gallery"));
document.documentElement.dataset.ready = "yes";
