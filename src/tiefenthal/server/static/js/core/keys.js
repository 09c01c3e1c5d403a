// Keys: the topmost layer that knows a key gets it. Typing in a field is left alone.
import { useEffect, useRef } from "../../vendor/preact.js";

/** @typedef {{[key: string]: (event: KeyboardEvent) => void}} Keys */
/** @type {{keys: Keys, modal: boolean}[]} */
const layers = [];

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select, [contenteditable]") && event.key !== "Escape") return;
  // Enter and space on a focused button are the button's own.
  if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary, [role=button]")) return;
  for (let i = layers.length - 1; i >= 0; i -= 1) {
    const found = layers[i].keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (found !== undefined) {
      event.preventDefault();
      found(event);
      return;
    }
    if (layers[i].modal) return;
  }
});

/** Listen to keys while a component is shown. A modal layer lets nothing through to those below it. A layer keeps its place
 * while its component renders again; only what its keys do is renewed.
 * @param {Keys} keys @param {{modal?: boolean}} [how] */
export function useKeys(keys, how = {}) {
  const layer = useRef({ keys, modal: how.modal ?? false }).current;
  layer.keys = keys;
  layer.modal = how.modal ?? false;
  useEffect(() => {
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, []);
}
