// What is seen happening: a card flies to the top of a deck, the noble comes with the upgrade, income to its store.
// Under 300 ms, over everything, never in the way of a press, and not at all where motion is not wanted.
import { html, signal, useEffect } from "../../vendor/preact.js";
import { seat, story } from "../core/game.js";
import { duration } from "../core/settings.js";
import { Icon } from "../ui/pieces.js";
import { Face } from "./signs.js";

/** @typedef {{id: number, from: DOMRect, to: DOMRect, card?: string, icon?: string, late: number}} Flight */
const flights = signal(/** @type {Flight[]} */ ([]));
let count = 0;
let told = 0;

/** @param {string} name */
const rect = (name) => document.querySelector(`[data-thing="${name}"]`)?.getBoundingClientRect() ?? null;

/** The flights an event brings, for the seat it happens to. @param {import("../types.js").Event} event @param {import("../types.js").Event[]} near */
function flightsOf(event, near) {
  const own = event.seat === seat.value;
  const target = own ? rect(`seat-${event.seat}-deck`) : rect(`seat-${event.seat}`);
  if (event.what === "gained" && event.card) {
    const upgrade = near.find((other) => other.what === "upgraded");
    const from = event.card === "noble" ? ((upgrade && own ? rect(`seat-${event.seat}-${upgrade.area}`) : null) ?? rect("nobles")) : (rect(`card-${event.card}`) ?? rect("guest-pile"));
    return from && target ? [{ from, to: target, card: event.card }] : [];
  }
  if (own && (event.what === "thalers" || event.what === "beer" || event.what === "schnapps")) {
    const use = near.find((other) => other.what === "decided" && other.action?.startsWith("use "));
    const space = use?.action?.split(" ")[1].split(":")[0];
    const from = space ? rect(`seat-${event.seat}-${space}`) : rect("plan");
    const to = rect(`store-${event.what}`);
    return from && to ? [{ from, to, icon: event.what === "thalers" ? "thaler" : event.what }] : [];
  }
  return [];
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
      [{ translate: "-50% -50%", scale: 1.25, opacity: 1 }, { translate: `calc(-50% + ${dx / 2}px) calc(-50% + ${dy / 2 - 30}px)`, scale: 1.1, opacity: 1, offset: 0.55 }, { translate: `calc(-50% + ${dx}px) calc(-50% + ${dy}px)`, scale: 0.6, opacity: 0.85 }],
      { duration: duration(280), delay: late, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" },
    );
    run.finished.catch(() => null).then(() => (flights.value = flights.value.filter((other) => other.id !== id)));
  };
  return html`<span class=${`tv-flight${card === "noble" ? " noble" : ""}`} ref=${move}>${card ? html`<${Face} card=${card} />` : html`<${Icon} name=${icon ?? "thaler"} />`}</span>`;
}

export function Flights() {
  const events = story.value;
  useEffect(() => {
    const last = events.length === 0 ? 0 : events[events.length - 1].ply;
    const fresh = told === 0 || last < told ? [] : events.filter((event) => event.ply > told);
    told = last || told;
    if (fresh.length === 0 || fresh.length > 40 || duration(280) === 0) return;
    /** @type {Flight[]} */
    const found = [];
    for (const event of fresh)
      for (const flight of flightsOf(event, fresh.filter((other) => other.ply === event.ply))) {
        count += 1;
        found.push({ ...flight, id: count, late: Math.min(found.length * 60, 180) });
      }
    if (found.length > 0) flights.value = [...flights.value, ...found].slice(-12);
  }, [events]);
  return html`<div class="tv-flights" aria-hidden="true">${flights.value.map((flight) => html`<${Flying} key=${flight.id} flight=${flight} />`)}</div>`;
}
