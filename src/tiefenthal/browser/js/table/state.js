// The wide table: which window is open, the answer to a press, dragging a die, a control that plays one action. What a
// press means is in core/interaction.js.
import { html, signal } from "../../vendor/preact.js";
import { act, hand, seat } from "../core/game.js";
import { t } from "../core/i18n.js";
import { held, may, meaning, pressSpace, putBack, soughtFor, take, takeFace } from "../core/interaction.js";
import { announce } from "../core/page.js";
import { actionWords, spaceName, tableNumber, whyWords } from "../core/words.js";
import { explain, hush, tip } from "../ui/explain.js";
import { Die } from "../ui/pieces.js";
import { named } from "../ui/signs.js";

/**
 * @typedef {{kind: "book" | "inn" | "upgrade" | "piles" | "points" | "entertainer" | "log" | "recap" | "last-call" | "hand" | "menu" | "keys", seat?: number, area?: string, name?: string}} Overlay
 */

/** The window that is open over the table. */
export const overlay = signal(/** @type {Overlay | null} */ (null));
/** @param {Overlay} wanted */
export const show = (wanted) => (overlay.value = wanted);
export const hide = () => (overlay.value = null);

/** The letters of the spaces; tables are lettered from the left. @type {By<string>} */
const LETTERS = { cashbox: "c", monk: "m", barrel: "b", brewer: "w" };
const TABLE_LETTERS = "asdfhjknpqz";
/** The letter of a space, or "". @param {string} space */
export function letterOf(space) {
  const table = tableNumber(space);
  return table === null ? (LETTERS[space] ?? "") : (TABLE_LETTERS[table - 1] ?? "");
}

// --- spaces

/** What a press on a space plays, by its name. @param {string} space */
export function playedAt(space) {
  const now = meaning(space);
  return now.does === "play" ? now.offer : null;
}

/** Why the die in my hand cannot go to a space. @param {string} space */
export function whyNotAt(space) {
  const now = meaning(space);
  return hand.value !== null && now.does === "refuse" ? now.why : null;
}

/** Take a die into the hand, or put it down again. @param {DieOn} die */
export function pick(die) {
  take(die);
  if (hand.value !== null) announce(t("table.held", { face: die.face }));
}

/** Press a space, and say what cannot be seen. @param {string} space */
export function press(space) {
  const holding = hand.value;
  const before = soughtFor();
  const now = pressSpace(space);
  if (now.does === "take" && hand.value !== null) announce(t("table.held", { face: now.die.face }));
  if (now.does === "choose" && before !== space)
    announce(t("table.which-die", { space: spaceName(space) }), { now: true });
  if (now.does === "refuse" && holding !== null)
    announce(now.why ? whyWords(now.why) : t("table.unfit", { face: holding.face, space: spaceName(space) }), {
      now: true,
    });
}

/** A key 1 to 6. @param {number} face */
export function pickFace(face) {
  if (!takeFace(face)) announce(t("table.no-such-die", { face }), { now: true });
  else if (hand.value !== null) announce(t("table.held", { face }));
}

// --- dragging: past a few pixels a die is in the hand, spaces light up, and where it is let go counts

/** A die on its way under the pointer. */
export const dragged = signal(
  /** @type {{face: number, own: boolean, x: number, y: number, over: string | null} | null} */ (null),
);
const FAR = 6;
/** The click that ends a drag is no press. */
let swallow = false;
addEventListener(
  "click",
  (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  },
  true,
);

/** For `onPointerDown` of a die. @param {DieOn} die */
export const grab = (die) => (/** @type {PointerEvent} */ down) => {
  if (down.button !== 0 || die.at === "used") return;
  let moving = false;
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!moving && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
    if (!moving) {
      moving = true;
      hush();
      if (!held(die)) {
        hand.value = null;
        pick(die);
      }
      if (hand.value === null) {
        end();
        return;
      }
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-space], [data-tray]");
    dragged.value = {
      face: die.face,
      own: die.own,
      x: event.clientX,
      y: event.clientY,
      over: under?.getAttribute("data-space") ?? null,
    };
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
  return html`<div class="tv-dragged" style=${{ left: `${now.x}px`, top: `${now.y}px` }} aria-hidden="true">
    <${Die} face=${now.face} seat=${now.own ? seat.value : null} />
  </div>`;
}

// --- a control that plays one action: highlighted when possible, dimmed with the reason when not

/** What a control that cannot be used says. @param {string} words @param {string} why */
export const notNow = (words, why) => t("table.unavailable", { words: words.replace(/\.$/, ""), why });

/** What is found under "more" by key. */
const EXTRA = ["bard", "counter-guest", "entertain"];

/**
 * A button for one action. `about` adds to its tip; `label` is its name where the action's own words do not do;
 * `first` gives it the focus when its window opens.
 * @param {{what: import("../core/interaction.js").Wish, class?: string, label?: string, about?: () => import("../ui/explain.js").Words, children?: unknown, done?: boolean, first?: boolean}} props
 */
export function Doing({ what, class: kind = "", label, about, children, done = false, first = false }) {
  const { offer, why } = may(what);
  const can = offer !== null;
  const name = label ?? actionWords(offer ?? why ?? what);
  const no = why !== null ? whyWords(why) : t("table.later");
  const words = () => ({ ...(about?.() ?? { title: name }), ...(can ? {} : { why: no, rule: why?.rule }) });
  const pressed = (/** @type {MouseEvent} */ event) => {
    if (offer !== null) return void act(offer.action);
    explain(/** @type {Element} */ (event.currentTarget), words);
    announce(no, { now: true });
  };
  return html`<button type="button" class=${`${kind} ${can ? "lit" : why !== null ? "dim" : "idle"}${done ? " done" : ""}`}
    data-action=${(offer ?? why)?.action} data-kind=${what.kind}
    data-extra=${EXTRA.includes(what.kind) ? "" : undefined} data-first=${first ? "" : undefined}
    aria-disabled=${can ? undefined : "true"} onClick=${pressed} ...${tip(words)}>
    ${named(why !== null ? notNow(name, no) : name, children)}
  </button>`;
}
