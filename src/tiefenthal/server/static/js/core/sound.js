// Small sounds, made here, off at first: wood, a coin, a glass, a bell when it is my turn.
import { effect } from "../../vendor/preact.js";
import { asked, ending, seat, story } from "./game.js";
import { settings } from "./settings.js";

/** @typedef {"die" | "coin" | "glass" | "card" | "turn" | "end"} Sound */

/** Tones of each sound: pitch, when, how long, how loud, and the shape of the wave.
 * @type {{[name in Sound]: [pitch: number, at: number, lasts: number, loud: number, shape: OscillatorType][]}} */
const SOUNDS = {
  die: [[190, 0, 0.05, 0.5, "triangle"], [140, 0.05, 0.06, 0.35, "triangle"]],
  coin: [[1870, 0, 0.12, 0.12, "sine"], [2490, 0.05, 0.18, 0.1, "sine"]],
  glass: [[1240, 0, 0.2, 0.12, "sine"], [1660, 0.01, 0.24, 0.06, "sine"]],
  card: [[320, 0, 0.04, 0.25, "triangle"]],
  turn: [[660, 0, 0.3, 0.16, "sine"], [990, 0.09, 0.45, 0.12, "sine"]],
  end: [[523, 0, 0.3, 0.15, "sine"], [659, 0.14, 0.3, 0.15, "sine"], [784, 0.28, 0.6, 0.15, "sine"]],
};

/** @type {AudioContext | null} */
let output = null;

/** Sound something, if sounds are wanted. @param {Sound} name */
export function chime(name) {
  if (!settings.value.sound) return;
  try {
    output ??= new AudioContext();
    if (output.state === "suspended") output.resume();
    const now = output.currentTime;
    for (const [pitch, at, lasts, loud, shape] of SOUNDS[name]) {
      const tone = new OscillatorNode(output, { type: shape, frequency: pitch });
      const swell = new GainNode(output, { gain: 0 });
      swell.gain.linearRampToValueAtTime(loud, now + at + 0.005);
      swell.gain.exponentialRampToValueAtTime(0.0001, now + at + lasts);
      tone.connect(swell).connect(output.destination);
      tone.start(now + at);
      tone.stop(now + at + lasts);
    }
  } catch {
    // A device without sound plays on in silence.
  }
}

/** What of the game is heard. @type {{[what: string]: Sound}} */
const HEARD = { rolled: "die", took: "die", thalers: "coin", beer: "glass", schnapps: "glass", gained: "card", upgraded: "card", "counter-guest": "card" };

/** Sound what happens at a table, until the returned function is called. */
export function listen() {
  let heard = story.peek().length;
  let mine = asked.peek();
  const stopEvents = effect(() => {
    const fresh = story.value.slice(heard);
    heard = story.value.length;
    // One sound at a time, and none for a long story told at once.
    const sounding = fresh.length > 12 ? undefined : fresh.map((event) => HEARD[event.what]).find((sound) => sound !== undefined);
    if (sounding !== undefined) chime(sounding);
  });
  const stopTurns = effect(() => {
    if (asked.value && !mine && seat.value !== null) chime("turn");
    mine = asked.value;
  });
  const stopEnd = effect(() => {
    if (ending.value !== null) chime("end");
  });
  return () => {
    stopEvents();
    stopTurns();
    stopEnd();
  };
}
