// Which screen is shown, by the address: / · /table/ID#key · /replay/ID?ply=17 · /rules#F-7
import { signal } from "../../vendor/preact.js";

/** @typedef {{screen: "start" | "table" | "replay" | "rules" | "missing", id: string, key: string, query: URLSearchParams}} Place */

/** @returns {Place} */
function read() {
  const { pathname, hash, search } = location;
  const [, first = "", id = ""] = pathname.split("/");
  const known = /** @type {const} */ (["table", "replay", "rules"]);
  const screen = first === "" ? "start" : known.find((name) => name === first) ?? "missing";
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
