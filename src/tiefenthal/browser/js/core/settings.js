// A person's settings on this device: language, motion, sound, sizes, the last table. Stored in localStorage.
import { effect, signal } from "../../vendor/preact.js";

const KEY = "tiefenthal";

/** @typedef {{
 *   language: string, name: string, speed: "off" | "quick" | "normal" | "slow", sound: boolean, volume: number, soundOffered: boolean, chatSound: boolean, numerals: boolean, dock: boolean, tips: boolean,
 *   textSize: "normal" | "large", contrast: boolean,
 *   plan: {players: number, bots: string[], modules: number, edition: string | null, pace: string},
 * }} Settings */

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  name: "",
  speed: "normal",
  sound: false,
  volume: 0.6,
  soundOffered: false,
  chatSound: true,
  numerals: false,
  dock: true,
  tips: true,
  textSize: "normal",
  contrast: false,
  plan: { players: 2, bots: ["journeyman", "journeyman", "journeyman"], modules: 1, edition: null, pace: "natural" },
};

/** @returns {Settings} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...DEFAULTS, ...kept, plan: { ...DEFAULTS.plan, ...(kept.plan ?? {}) } };
  } catch {
    return DEFAULTS;
  }
}

export const settings = signal(read());

effect(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Without storage the game still works.
  }
});

/** @param {Partial<Settings>} changes */
export function set(changes) {
  settings.value = { ...settings.value, ...changes };
}

/** A media query as a signal. @param {string} query */
function followed(query) {
  const media = matchMedia(query);
  const found = signal(media.matches);
  media.addEventListener("change", () => (found.value = media.matches));
  return found;
}

export const reducedMotion = followed("(prefers-reduced-motion: reduce)");
/** Whether the screen is wide enough for everything at once, or is a phone's. */
export const wide = followed("(min-width: 1180px) and (min-height: 620px)");

/** Whether there is room for the log beside the table. */
export const roomy = followed("(min-width: 1680px) and (min-height: 800px)");

/** The duration of an animation, in milliseconds: 0 with motion off; never above 300. */
export const duration = (normal = 220) => Math.min(300, normal * pace());

/** The same for the few big moments (dice that are rolled, a noble who comes): never above 700. */
export const longer = (normal = 520) => Math.min(700, normal * pace());

function pace() {
  return reducedMotion.value ? 0 : { off: 0, quick: 0.5, normal: 1, slow: 1.35 }[settings.value.speed];
}

/** How long a short message is shown, in milliseconds, even with motion off. */
export function reading() {
  return { off: 1600, quick: 900, normal: 1600, slow: 2600 }[settings.value.speed];
}
