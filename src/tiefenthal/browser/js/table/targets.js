// Where to press for an action, and where the things are that lessons, tips and hints mention. It relies on the data
// attributes of the controls and on the fields of what the server offers; it knows no rules.
import { hand, legal } from "../core/game.js";

/** What may be mentioned: where it is on the wide table, on a phone, and in the views of phases. The first that is there.
 * @type {By<string>} */
const THINGS = {
  tables: ".tv-tables, .ph-room .ph-tables, .ph-tables, .phone-tables",
  nobles: "[data-thing=nobles], [data-tab=market]",
  tray: "[data-group=tray]",
  stores: "[data-group=stores]",
  coaster: ".ph-ring",
  mine: ".ph-hold, .ph-coaster.large",
  choices: ".ph-choices, .ph-flips, .ph-options",
  guests: "[data-group=guests], .gl-guests, [data-tab=market]",
  market: "[data-group=market], .gl-market, [data-tab=market]",
  tracks: "[data-group=tracks], [data-tab=tracks]",
  areas: ".tv-rows [data-area], .phone-house > *, .ph-spaces > li, .phone-halves button[aria-pressed=false]",
  staff: "[data-thing=staff-dishwasher], [data-group=staff]",
  ring: "[data-thing$='-bar'], [data-group=ring], .phone-halves button[aria-pressed=false]",
  book: "[data-open=book], [data-group=book], [data-tab=tracks]",
  "entertainer-juggler":
    "[data-open=entertainer-juggler], .phone-entertainers, .phone-halves button[aria-pressed=false]",
};

/** @param {Element} one */
const isShown = (one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
};

/** Whether something is in the half of a tavern that is turned away. @param {Element} one */
function isTurnedAway(one) {
  const box = one.getBoundingClientRect();
  return one.closest(".phone-half") !== null && (box.right <= 4 || box.left >= innerWidth - 4);
}

/** The first that is shown, or the button that turns to it. @param {ParentNode} root @param {string} selector */
function first(root, selector) {
  const all = [...root.querySelectorAll(selector)].filter(isShown);
  return all.find((one) => !isTurnedAway(one)) ?? (all.length > 0 ? turn(root) : null);
}

/** @param {ParentNode} root */
const turn = (root) => root.querySelector(".phone-halves button[aria-pressed=false]");

/** All that is shown of a thing, and where it is to be found if it is not. @param {string} thing */
export function allOf(thing) {
  const app = document.getElementById("app");
  for (const selector of (THINGS[thing] ?? "").split(", ")) {
    const found =
      selector === "" || app === null
        ? []
        : [...app.querySelectorAll(selector)].filter((one) => isShown(one) && !isTurnedAway(one));
    if (found.length > 0) return found;
  }
  return [];
}

/** What a page speaks of. @param {string} thing @returns {Element | null} */
export const lookedAt = (thing) => allOf(thing)[0] ?? null;

/** The spaces that take what is in the hand. */
export const litSpaces = () =>
  [...document.querySelectorAll("#app [data-space]:not([aria-disabled=true]):not(:disabled)")].filter(isShown);

/** Every control that plays one of these actions at once. @param {string[]} actions */
export function controlsOf(actions) {
  const names = new Set(actions);
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-action]")]).filter(
    (one) => names.has(one.dataset.action ?? "") && isShown(one),
  );
}

/** Where things of a kind are on a phone. @type {By<string>} */
const TABS = { buy: "market", recruit: "market", nobles: "market" };

/** The control to press next for one of these actions; null while there is none. @param {string[]} awaits */
export function toPress(awaits) {
  const offers = /** @type {Offer[]} */ (
    awaits.map((name) => legal.value.get(name)).filter((one) => one !== undefined)
  );
  const app = document.getElementById("app");
  if (offers.length === 0 || app === null) return null;
  const window = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? null;
  const root = window ?? app;
  const found = many(root, offers) ?? dieFor(root, offers) ?? playing(root, offers) ?? leading(root, offers);
  if (found !== null) return found;
  if (window !== null) return first(window, ".dialog-head .tool");
  return tabFor(app, offers) ?? first(app, "[data-main], #main-button");
}

/** Several dice are used at once. @param {ParentNode} root @param {Offer[]} offers */
function many(root, offers) {
  const uses = offers.length > 1 && offers.every((one) => one.kind === "use");
  return uses ? first(root, "[data-use-all], .phone-strip [data-many]") : null;
}

/** A die is taken up before it is put somewhere. @param {ParentNode} root @param {Offer[]} offers */
function dieFor(root, offers) {
  const dice = offers.filter((one) => one.kind === "place" || one.kind === "turn");
  if (dice.length === 0) return null;
  const held = dice.find((one) => hand.value?.at === "tray" && hand.value.face === one.face);
  if (held !== undefined) return held.kind === "place" ? first(root, `[data-space="${held.space}"]`) : null;
  const { face } = dice[0];
  return first(root, `[data-die="${face}"][data-from=tray], [data-die="${face}"][data-at=tray]`);
}

/** What plays one of them at once. @param {ParentNode} root @param {Offer[]} offers */
function playing(root, offers) {
  const names = new Set(offers.map((one) => one.action));
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-action]")]).filter(
    (one) => names.has(one.dataset.action ?? "") && isShown(one) && one.getAttribute("aria-disabled") !== "true",
  );
  // Something is picked when the main button offers it.
  const main = all.find((one) => one.matches("[data-main], #main-button"));
  const others = all.filter((one) => one !== main);
  const there = others.find((one) => !isTurnedAway(one)) ?? (others.length > 0 ? turn(root) : null);
  return main ?? there;
}

/** What leads to it: a window, a card that is pointed at, a choice within a window.
 * @param {ParentNode} root @param {Offer[]} offers */
function leading(root, offers) {
  for (const one of offers) {
    const pointed = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-points]")]).find(
      (card) => card.dataset.points === one.action && isShown(card),
    );
    if (pointed !== undefined) return pointed;
    const ways = [
      one.kind === "upgrade" && one.count !== undefined && `[data-cards="${one.count}"]`,
      one.kind === "upgrade" && `[data-open="upgrade-${one.area}"], [data-opens="upgrade-${one.area}"]`,
      one.entertainer !== undefined && `[data-open="entertainer-${one.entertainer}"]`,
    ];
    for (const way of ways) {
      const found = way ? first(root, way) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

/** On a phone: the tab that contains it. @param {ParentNode} root @param {Offer[]} offers */
function tabFor(root, offers) {
  return first(root, `[data-tab=${TABS[offers[0].kind] ?? "tavern"}]:not([aria-current])`);
}
