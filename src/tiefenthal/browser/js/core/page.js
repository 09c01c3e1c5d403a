// The page as a whole: the screen that its address names, which layer handles a key, and what a screen reader is told.
import { signal, useLayoutEffect, useRef } from "../../vendor/preact.js";

// --- the address: / · /table/ID#key · /replay/ID?ply=17 · /rules#F-7 · /privacy · /box · /daily/2026-11-17 · /lessons · /review/ID · /puzzles/ID

/**
 * @typedef {{screen: "start" | "table" | "replay" | "rules" | "privacy" | "box" | "daily" | "lessons" | "review" | "puzzles" | "missing", id: string, key: string, query: URLSearchParams}} Place
 */

/** @returns {Place} */
function read() {
  const { pathname, hash, search } = location;
  const [, first = "", id = ""] = pathname.split("/");
  const known = /** @type {const} */ ([
    "table",
    "replay",
    "rules",
    "privacy",
    "box",
    "daily",
    "lessons",
    "review",
    "puzzles",
  ]);
  const screen = first === "" ? "start" : (known.find((name) => name === first) ?? "missing");
  return { screen, id, key: hash.slice(1), query: new URLSearchParams(search) };
}

export const place = signal(read());

/** Go to another screen. @param {string} path @param {{replace?: boolean}} [how] */
export function go(path, how = {}) {
  if (how.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  place.value = read();
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => (place.value = read()));

/** For `onClick` of links inside the client. @param {string} path */
export const link = (path) => (/** @type {MouseEvent} */ event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(path);
};

// --- keys: the topmost layer that knows a key gets it, and a window lets nothing through to the page. What appears on
// the page while a window is open stays below it. Typing in a field is not intercepted.

/** What a key does. If it returns `true`, the layer below handles the key too, and is told so.
 * @typedef {{[key: string]: (event: KeyboardEvent, overheard: boolean) => unknown}} Keys */
/** @typedef {0 | 1 | 2} Level */
export const PAGE = /** @type {Level} */ (0);
export const WINDOW = /** @type {Level} */ (1);
export const TIP = /** @type {Level} */ (2);
/** The lowest first. @type {{keys: Keys, level: Level}[]} */
const layers = [];

/**
 * Whether the mouse button is down, and what has the focus because of it: a press gives the focus before the button is
 * released; a later focus was set by the program.
 */
let pointing = false;
let pointed = /** @type {EventTarget | null} */ (null);
addEventListener("mousedown", () => (pointing = true), true);
addEventListener("mouseup", () => (pointing = false), true);
addEventListener("keydown", () => (pointing = false), true);
addEventListener("focusin", (event) => (pointed = pointing ? event.target : null), true);

/** Whether the mouse put the focus where it is. */
export const isPointed = () => pointed !== null && pointed === document.activeElement;
/** Return the focus to where the mouse had put it: Enter still presses the main button. @param {HTMLElement} one */
export function pointAgain(one) {
  one.focus(/** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: false }));
  pointed = one;
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select, [contenteditable]") && event.key !== "Escape") return;
  // Enter presses the main button even if something else was pressed with the mouse. But if keys have moved the focus
  // to a button, Enter and space press that button, and on something that cannot be pressed Enter does nothing.
  if (target !== pointed || event.key !== "Enter") {
    if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary, [role=button]")) return;
    if (event.key === "Enter" && target !== document.body && target.tabIndex >= 0) return;
  }
  let overheard = false;
  for (let i = layers.length - 1; i >= 0; i -= 1) {
    const found = layers[i].keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (found !== undefined) {
      event.preventDefault();
      if (found(event, overheard) !== true) return;
      overheard = true;
    }
    if (layers[i].level === WINDOW) return;
  }
});

/** Listen to keys while a component is shown, from its first moment on. A layer keeps its place while its component renders
 * again; only what its keys do is renewed. @param {Keys} keys @param {Level} [level] */
export function useKeys(keys, level = PAGE) {
  const layer = useRef({ keys, level }).current;
  layer.keys = keys;
  useLayoutEffect(() => {
    layers.splice(layers.findLastIndex((one) => one.level <= level) + 1, 0, layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, []);
}

// --- what a screen reader is told when it happens: one polite region, in index.html. Every message is a paragraph of
// its own, so that none takes the place of another that has not been read yet; what was said a while ago is cleared
// away.

/** @type {string[]} */
const unsaid = [];
let saying = 0;
const KEPT_FOR = 10_000;

/**
 * `now`: the answer to what was just pressed, said before what else waits.
 * @param {string} words
 * @param {{now?: boolean}} [how]
 */
export function announce(words, how = {}) {
  if (!words) return;
  if (how.now) unsaid.unshift(words);
  else unsaid.push(words);
  if (saying === 0) saying = window.setTimeout(say, 30);
}

function say() {
  saying = 0;
  const region = document.getElementById("live");
  if (region === null) return;
  const now = performance.now();
  for (const old of /** @type {HTMLElement[]} */ ([...region.children]))
    if (now - Number(old.dataset.at) > KEPT_FOR) old.remove();
  for (const words of unsaid.splice(0)) {
    const message = document.createElement("p");
    message.dataset.at = String(now);
    message.textContent = words;
    region.append(message);
  }
}
