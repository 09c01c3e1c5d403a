// Flying cards: on their way to a deck, or back to the market. Under 300 ms, above everything, never blocking a press,
// and not at all with motion off. My own cards fly at once; those of others when their move is shown (follow.js).
import { html, signal, useEffect } from "../../vendor/preact.js";
import { seat } from "../core/game.js";
import { news } from "../core/news.js";
import { duration } from "../core/settings.js";
import { Face, Icon } from "../ui/pieces.js";

/** @typedef {import("../core/news.js").Item} Item */
/** @typedef {{id: number, from: DOMRect, to: DOMRect, card?: string, icon?: string, late: number}} Flight */
const flights = signal(/** @type {Flight[]} */ ([]));
let count = 0;
const AT_ONCE = 12;

/** Where one of these things is on the screen: the first that is. @param {string[]} names */
function rect(...names) {
  for (const name of names) {
    const box = document.querySelector(`[data-thing~="${name}"]`)?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) return box;
  }
  return null;
}

/**
 * The flights an event brings, for the seat it happens to.
 * @param {GameEvent} event
 * @param {Item} item
 * @returns {Omit<Flight, "id" | "late">[]}
 */
function flightsOf(event, item) {
  const { near } = item;
  const own = event.seat === seat.value;
  const home = own ? rect(`seat-${event.seat}-deck`) : rect(`seat-${event.seat}`, "news");
  if (event.what === "gained" && event.card) {
    const upgrade = near.find((other) => other.what === "upgraded" && other.seat === event.seat);
    const recruited = near.find(
      (other) => other.what === "decided" && other.seat === event.seat && other.does?.kind === "recruit",
    );
    const from =
      event.card === "noble"
        ? rect(...(upgrade && own ? [`seat-${event.seat}-${upgrade.area}`] : []), "nobles")
        : rect(...(recruited ? [`guest-${recruited.does?.place}`] : []), `card-${event.card}`, "guest-pile");
    return from && home ? [{ from, to: home, card: event.card }] : [];
  }
  if (event.what === "returned" && event.card) {
    const to = rect(`card-${event.card}`);
    return home && to ? [{ from: home, to, card: event.card }] : [];
  }
  if (!own && event.what === "upgraded") {
    const from = rect("news");
    return from && home && from !== home ? [{ from, to: home, icon: "upgrade" }] : [];
  }
  return [];
}

/** Animate the cards of these items. @param {Item[]} items */
export function fly(items) {
  if (duration(280) === 0) return;
  /** @type {Flight[]} */
  const found = [];
  for (const item of items)
    for (const event of [item.event, ...item.more])
      for (const flight of flightsOf(event, item)) {
        count += 1;
        found.push({ ...flight, id: count, late: Math.min(found.length * 60, 180) });
      }
  if (found.length > 0) flights.value = [...flights.value, ...found].slice(-AT_ONCE);
}

/** One thing on its way. @param {{flight: Flight}} props */
function Flying({ flight }) {
  const { id, from, to, card, icon, late } = flight;
  const move = (/** @type {HTMLElement | null} */ box) => {
    if (box === null || box.dataset.off) return;
    box.dataset.off = "1";
    const x = from.left + from.width / 2;
    const y = from.top + from.height / 2;
    const dx = to.left + to.width / 2 - x;
    const dy = to.top + to.height / 2 - y;
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
    const run = box.animate(
      [
        { translate: "-50% -50%", scale: 1.25, opacity: 1 },
        { translate: `calc(-50% + ${dx / 2}px) calc(-50% + ${dy / 2 - 30}px)`, scale: 1.1, opacity: 1, offset: 0.55 },
        { translate: `calc(-50% + ${dx}px) calc(-50% + ${dy}px)`, scale: 0.6, opacity: 0.85 },
      ],
      { duration: duration(280), delay: late, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" },
    );
    run.finished.catch(() => null).then(() => (flights.value = flights.value.filter((other) => other.id !== id)));
  };
  return html`<span class=${`tv-flight${card === "noble" ? " noble" : ""}`} ref=${move}>
    ${card ? html`<${Face} card=${card} />` : html`<${Icon} name=${icon ?? "thaler"} />`}
  </span>`;
}

let flown = -1;

/** The layer in which they fly; it watches my own moves. */
export function Flights() {
  const items = news.value;
  useEffect(() => {
    const last = items.at(-1)?.ply ?? -1;
    const fresh = flown < 0 || last < flown ? [] : items.filter((item) => item.ply > flown && item.seat === seat.value);
    flown = last;
    if (fresh.length > 0 && fresh.length <= AT_ONCE) fly(fresh);
  }, [items]);
  return html`<div class="tv-flights" aria-hidden="true">
    ${flights.value.map((flight) => html`<${Flying} key=${flight.id} flight=${flight} />`)}
  </div>`;
}
