// Whether the screen shows everything at once (1180 × 620 and more), or is one for the hand.
import { signal } from "../../vendor/preact.js";

const query = matchMedia("(min-width: 1180px) and (min-height: 620px)");
const wide = signal(query.matches);
query.addEventListener("change", () => (wide.value = query.matches));

/** A component that asks this is drawn anew when it changes. */
export const useWide = () => wide.value;
