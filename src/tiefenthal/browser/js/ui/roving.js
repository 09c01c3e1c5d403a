// Keyboard navigation at the table. What belongs together is a group (`data-group`) with one stop for Tab; inside, the
// arrows go from thing to thing. While the keyboard is in use, <html> has the class `by-keys`, and keys are shown on
// things.

const ITEMS = "button:not([disabled]), a[href], [tabindex]";
/** What can be done now: it plays something, or opens what does. */
const DOABLE = "[data-action]:not([aria-disabled='true']), .lit:not([aria-disabled='true']), .on";
/**
 * The element that was focused by the program after an action; a key press that was meant for the previous one is
 * ignored.
 */
const STARTLED = 250;

/** The thing of each group where Tab stops. @type {WeakMap<Element, HTMLElement>} */
const stops = new WeakMap();
let moved = { to: /** @type {Element | null} */ (null), at: 0 };
let wanted = false;

/** @param {Element} one */
const seen = (one) =>
  one.getClientRects().length > 0 && one.closest("[inert]") === null && getComputedStyle(one).visibility === "visible";

/** @param {Element} one */
export const doable = (one) => one.matches(DOABLE);

/** The things of a group, in order. @param {Element} group @returns {HTMLElement[]} */
const itemsOf = (group) => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(ITEMS)]).filter(seen);

/** Where Tab stops in a group: where one was, unless only something else can be done now; else at what can be done.
 * @param {Element} group @param {HTMLElement[]} items */
function stopOf(group, items) {
  const last = stops.get(group);
  if (last !== undefined && items.includes(last) && (last === document.activeElement || doable(last))) return last;
  return items.find(doable) ?? (last !== undefined && items.includes(last) ? last : items[0]);
}

/** Every group has exactly one stop. */
function settle() {
  wanted = false;
  for (const group of document.querySelectorAll("#app [data-group]")) {
    const items = itemsOf(group);
    const stop = stopOf(group, items);
    for (const one of items) {
      const index = one === stop ? 0 : -1;
      if (one.tabIndex !== index || !one.hasAttribute("tabindex")) one.tabIndex = index;
    }
  }
}

const watch = new MutationObserver(() => {
  if (wanted) return;
  wanted = true;
  requestAnimationFrame(settle);
});

const root = document.documentElement;

/** Whether the keyboard is in use. */
export const byKeys = () => root.classList.contains("by-keys");

/** @param {boolean} yes */
function use(yes) {
  if (byKeys() === yes) return;
  root.classList.toggle("by-keys", yes);
  const app = document.getElementById("app");
  if (yes && app !== null)
    watch.observe(app, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["aria-disabled", "data-action"],
    });
  else watch.disconnect();
}

/**
 * Give something the focus, and make it the stop of its group.
 * @param {HTMLElement} one
 * @param {{startling?: boolean}} [how]
 */
export function goTo(one, how = {}) {
  const group = one.closest("[data-group]");
  if (group !== null) {
    stops.set(group, one);
    settle();
  }
  one.focus();
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (how.startling) moved = { to: one, at: performance.now() };
}

/** Let go of the focus; whether there was one. */
export function letGo() {
  const at = /** @type {HTMLElement | null} */ (document.activeElement);
  if (at === null || at === document.body) return false;
  at.blur();
  return true;
}

/**
 * All that is meant by a selector and in sight; of these what can be done now, if anything can.
 * @param {string} selector
 */
export function reachable(selector) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]).filter(
    (one) => one.closest("#app") !== null && seen(one),
  );
  const open = all.filter(doable);
  return open.length > 0 ? open : all;
}

/** Go to the first of these, or from one of them to the next. @param {string} selector @param {number} [way] */
export function goAmong(selector, way = 1) {
  const all = reachable(selector);
  if (all.length === 0) return false;
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  goTo(all[at < 0 ? (way > 0 ? 0 : all.length - 1) : (at + way + all.length) % all.length]);
  return true;
}

/** The nearest thing above or below. @param {HTMLElement[]} items @param {HTMLElement} from @param {number} way */
function beyond(items, from, way) {
  const a = from.getBoundingClientRect();
  let best = /** @type {HTMLElement | null} */ (null);
  let least = Infinity;
  for (const one of items) {
    const b = one.getBoundingClientRect();
    const gap = way > 0 ? b.top - a.bottom : a.top - b.bottom;
    const down = way * (b.top + b.height / 2 - a.top - a.height / 2);
    if (one === from || down < Math.min(a.height, b.height) / 3) continue;
    const across = Math.abs(b.left + b.width / 2 - a.left - a.width / 2);
    const cost = Math.max(0, gap) * 2 + down + across * 1.4;
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

/** Where an arrow leads inside a group. @param {string} key @param {HTMLElement[]} items @param {HTMLElement} at */
function towards(key, items, at) {
  const i = items.indexOf(at);
  switch (key) {
    case "ArrowRight":
      return items[(i + 1) % items.length];
    case "ArrowLeft":
      return items[(i - 1 + items.length) % items.length];
    case "ArrowDown":
      return beyond(items, at, 1);
    case "ArrowUp":
      return beyond(items, at, -1);
    case "Home":
      return items[0];
    case "End":
      return items[items.length - 1];
    default:
      return null;
  }
}

// Before all other handlers, so that the stops are right when the browser moves the focus.
addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, [contenteditable]") && event.key !== "Tab") return;
    use(true);
    if (event.key === "Tab") settle();
    if (event.key === "Enter" || event.key === " ") {
      // A held key, or one that was meant for a control that has just disappeared, does nothing.
      const startled = moved.to === target && performance.now() - moved.at < STARTLED;
      if (startled || (event.repeat && target.closest("button") !== null)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      return;
    }
    const group = target.closest("#app [data-group]");
    if (group === null || target === group) return;
    const next = towards(event.key, itemsOf(group), target);
    if (next === null || next === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    goTo(next);
  },
  true,
);
addEventListener("pointerdown", () => use(false), true);
addEventListener("focusin", (event) => {
  const one = /** @type {HTMLElement} */ (event.target);
  const group = one.closest("[data-group]");
  if (group !== null && group !== one) stops.set(group, one);
});
