// Windows over the screen. Everything below is inert while one is open; Escape, the cross or a press beside it closes.
// They stand beside #app in the page, not in it, so that the live regions are still read while they are open.
import { createPortal, html, signal, useEffect, useId, useLayoutEffect, useMemo, useRef } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { WINDOW, isPointed, pointAgain, useKeys } from "../core/page.js";
import { duration } from "../core/settings.js";
import { Sign } from "./pieces.js";

/**
 * @typedef {{title: string, onClose: () => void, wide?: boolean, foot?: unknown, class?: string, children?: unknown}} DialogProps
 */

/** The open windows, the topmost last. @type {HTMLElement[]} */
const open = [];

/** Whether any is open. */
export const isCovered = signal(false);

let returning = false;

/** Whether the focus is being returned after a window was closed; no tip opens because of that. */
export const isReturning = () => returning;

/** Only the topmost window can be used; without one, the page. */
function settle() {
  const app = document.getElementById("app");
  if (app !== null) app.inert = open.length > 0;
  for (const [i, host] of open.entries()) host.inert = i < open.length - 1;
  document.documentElement.classList.toggle("has-dialog", open.length > 0);
  isCovered.value = open.length > 0;
}

const FOCUSABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex='-1'])";

/** @param {HTMLElement} box */
function stops(box) {
  const found = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(FOCUSABLE)]);
  return found.filter((one) => one.getClientRects().length > 0);
}

/**
 * A window. `wide` for much to show; `foot` for the buttons, which stay in sight while the rest scrolls.
 * What has `data-first` gets the focus at first, else the window itself, so that its title is read.
 * @param {DialogProps & {kind?: "dialog" | "sheet"}} props
 */
function Window({ title, onClose, wide = false, foot, class: extra = "", children, kind = "dialog" }) {
  const id = useId();
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const host = useMemo(() => document.createElement("div"), []);
  const closing = useRef(onClose);
  closing.current = onClose;

  useLayoutEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const byMouse = isPointed();
    document.body.append(host);
    open.push(host);
    settle();
    return () => {
      open.splice(open.indexOf(host), 1);
      settle();
      host.remove();
      returning = true;
      if (before?.isConnected && byMouse) pointAgain(before);
      else if (before?.isConnected) before.focus({ preventScroll: true });
      returning = false;
    };
  }, []);
  useEffect(() => {
    const first = /** @type {HTMLElement | null} */ (box.current?.querySelector("[data-first]") ?? box.current);
    first?.focus({ preventScroll: true });
    const time = duration();
    if (time > 0)
      box.current?.animate(
        kind === "sheet" && innerWidth < 700
          ? [{ translate: "0 30%", opacity: 0.4 }, {}]
          : [{ translate: "0 1.2rem", opacity: 0 }, {}],
        { duration: time, easing: "cubic-bezier(.2,.8,.3,1)" },
      );
  }, []);
  useKeys({ Escape: () => closing.current() }, WINDOW);

  /** Tab stays inside. @param {KeyboardEvent} event */
  const keep = (event) => {
    if (event.key !== "Tab" || box.current === null) return;
    const all = stops(box.current);
    const at = document.activeElement;
    if (all.length === 0) event.preventDefault();
    else if (event.shiftKey && (at === all[0] || at === box.current)) {
      event.preventDefault();
      all[all.length - 1].focus();
    } else if (!event.shiftKey && at === all[all.length - 1]) {
      event.preventDefault();
      all[0].focus();
    }
  };
  /** A sheet is pulled down to close it. @param {PointerEvent} down */
  const pull = (down) => {
    const one = box.current;
    if (kind !== "sheet" || one === null || innerWidth >= 700) return;
    const grip = /** @type {HTMLElement} */ (down.currentTarget);
    if (/** @type {HTMLElement} */ (down.target).closest("button")) return;
    grip.setPointerCapture(down.pointerId);
    const move = (/** @type {PointerEvent} */ event) =>
      (one.style.translate = `0 ${Math.max(0, event.clientY - down.clientY)}px`);
    const up = (/** @type {PointerEvent} */ event) => {
      grip.removeEventListener("pointermove", move);
      one.style.translate = "";
      if (event.type === "pointerup" && event.clientY - down.clientY > 70) closing.current();
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", up, { once: true });
    grip.addEventListener("pointercancel", up, { once: true });
  };

  return createPortal(
    html`<div class=${`veil veil-${kind}`}
      onPointerDown=${(/** @type {PointerEvent} */ event) => event.target === event.currentTarget && onClose()}>
      <div class=${`dialog ${kind}${wide ? " wide" : ""} ${extra}`} role="dialog" aria-modal="true"
        aria-labelledby=${id} tabindex="-1" ref=${box} onKeyDown=${keep}>
        <header class="dialog-head" onPointerDown=${pull}>
          <h2 id=${id}>${title}</h2>
          <button type="button" class="tool" aria-label=${t("core.close")} onClick=${onClose}>
            <${Sign} name="close" />
          </button>
        </header>
        <div class="dialog-body">${children}</div>
        ${foot ? html`<footer class="dialog-foot">${foot}</footer>` : null}
      </div>
    </div>`,
    host,
  );
}

/** A window in the middle of the screen. @param {DialogProps} props */
export const Dialog = (props) => html`<${Window} ...${props} kind="dialog" />`;

/**
 * On a phone a sheet from below that can be pulled down; on wide screens a window like any other.
 * @param {DialogProps} props
 */
export const Sheet = (props) => html`<${Window} ...${props} kind="sheet" />`;
