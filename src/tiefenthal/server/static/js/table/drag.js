// Dragging a die with the pointer: past a few pixels it is in the hand, spaces light up, and where it is let go counts.
import { html } from "../../vendor/preact.js";
import { hand, me, seat } from "../core/game.js";
import { Die } from "../ui/pieces.js";
import { dragged, pick, press, putBack, spotOf } from "./state.js";
import { quiet } from "./tip.js";

const FAR = 6;
/** The click that ends a drag is no press. */
let swallow = false;
addEventListener("click", (event) => {
  if (!swallow) return;
  swallow = false;
  event.stopPropagation();
  event.preventDefault();
}, true);

/** For `onPointerDown` of a die. @param {import("../types.js").DieOn} die */
export const grab = (die) => (/** @type {PointerEvent} */ down) => {
  if (down.button !== 0 || die.at === "used") return;
  let moving = false;
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!moving && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
    if (!moving) {
      moving = true;
      quiet();
      const mine = me.value;
      const from = mine === null ? "" : spotOf(mine, die);
      if (hand.value === null || hand.value.face !== die.face || hand.value.from !== from) {
        hand.value = null;
        pick(die);
      }
      if (hand.value === null) {
        end();
        return;
      }
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-space], [data-tray]");
    dragged.value = { face: die.face, own: die.own, x: event.clientX, y: event.clientY, over: under?.getAttribute("data-space") ?? null };
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    if (moving && event.type === "pointerup") {
      swallow = true;
      setTimeout(() => (swallow = false), 50);
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-space], [data-tray]");
      const space = under?.getAttribute("data-space") ?? null;
      end();
      if (space !== null && hand.value !== null) press(space);
      else if (under?.hasAttribute("data-tray")) putBack();
      return;
    }
    end();
  };
  function end() {
    dragged.value = null;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
  }
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
};

/** The die under the pointer. */
export function DraggedDie() {
  const now = dragged.value;
  if (now === null) return null;
  return html`<div class="tv-dragged" style=${{ left: `${now.x}px`, top: `${now.y}px` }} aria-hidden="true"><${Die} face=${now.face} seat=${now.own ? seat.value : null} /></div>`;
}
