// Small synthesised sounds, off by default: dice on wood, coins, beer, a hammer, a fanfare, a bell when it is my turn.
// Nothing is loaded; a sound consists of a few strokes, each a tone or a burst of noise.
import { effect } from "../../vendor/preact.js";
import { asked, ending, seat, story } from "./game.js";
import { settings } from "./settings.js";
import { since } from "./turn.js";

/**
 * @typedef {"roll" | "die" | "coin" | "coins" | "beer" | "glass" | "card" | "upgrade" | "noble" | "chat" | "turn" | "end"} Sound
 */
/** One stroke. `pitch` of the tone, or the centre of the noise; `to` if it glides.
 * @typedef {{at: number, lasts: number, loud: number, pitch: number, to?: number, shape?: OscillatorType | "noise"}} Stroke */

/**
 * @param {number} pitch
 * @param {number} at
 * @param {number} lasts
 * @param {number} loud
 * @param {OscillatorType} [shape]
 * @returns {Stroke}
 */
const tone = (pitch, at, lasts, loud, shape = "sine") => ({ pitch, at, lasts, loud, shape });
/**
 * @param {number} pitch
 * @param {number} at
 * @param {number} lasts
 * @param {number} loud
 * @param {number} [to]
 * @returns {Stroke}
 */
const noise = (pitch, at, lasts, loud, to = pitch) => ({ pitch, to, at, lasts, loud, shape: "noise" });
/** A die that hits the table. @param {number} at @param {number} loud @param {number} [pitch] */
const clack = (at, loud, pitch = 1) => [
  noise(2300 * pitch, at, 0.03, loud),
  tone(210 * pitch, at, 0.05, loud * 0.5, "triangle"),
];
/** A coin on coins. @param {number} at @param {number} [pitch] */
const clink = (at, pitch = 1) => [
  tone(2637 * pitch, at, 0.16, 0.1),
  tone(3951 * pitch, at + 0.005, 0.22, 0.07),
  tone(6271 * pitch, at, 0.07, 0.05),
];
/** A hammer on wood. @param {number} at @param {number} loud */
const knock = (at, loud) => [noise(520, at, 0.06, loud), tone(150, at, 0.11, loud, "triangle")];

/** @type {{[name in Sound]: Stroke[]}} */
const SOUNDS = {
  roll: [
    [0.02, 0.5, 0.9],
    [0.08, 0.6, 1.1],
    [0.14, 0.5, 0.95],
    [0.2, 0.55, 1.2],
    [0.27, 0.4, 1],
    [0.36, 0.35, 1.15],
    [0.46, 0.22, 0.9],
  ].flatMap(([at, loud, pitch]) => clack(at, loud, pitch)),
  die: clack(0, 0.6),
  coin: clink(0),
  coins: [...clink(0), ...clink(0.08, 1.09), ...clink(0.17, 0.96)],
  beer: [noise(620, 0, 0.3, 0.22, 1500), tone(1244, 0.28, 0.24, 0.08), tone(1865, 0.285, 0.2, 0.04)],
  glass: [tone(1661, 0, 0.2, 0.1), tone(2489, 0.01, 0.26, 0.06)],
  card: [noise(3200, 0, 0.09, 0.2, 1400)],
  upgrade: [
    ...knock(0, 0.55),
    ...knock(0.13, 0.65),
    tone(392, 0.27, 0.3, 0.1, "triangle"),
    tone(494, 0.27, 0.34, 0.09, "triangle"),
    tone(587, 0.27, 0.5, 0.09, "triangle"),
  ],
  noble: [
    tone(392, 0, 0.16, 0.13, "triangle"),
    tone(523, 0.13, 0.16, 0.13, "triangle"),
    tone(659, 0.26, 0.18, 0.13, "triangle"),
    tone(784, 0.39, 0.6, 0.14, "triangle"),
    tone(523, 0.39, 0.55, 0.09, "triangle"),
  ],
  chat: [
    { ...tone(520, 0, 0.09, 0.12), to: 640 },
    { ...tone(780, 0.09, 0.14, 0.12), to: 860 },
  ],
  turn: [tone(660, 0, 0.3, 0.16), tone(990, 0.09, 0.45, 0.12)],
  end: [tone(523, 0, 0.3, 0.15), tone(659, 0.14, 0.3, 0.15), tone(784, 0.28, 0.6, 0.15)],
};

/** @type {{context: AudioContext, volume: GainNode, hiss: AudioBuffer} | null} */
let output = null;

/** The audio context. Null while the browser does not allow sound: it requires a press on the page first. */
function open() {
  if (output === null) {
    if (navigator.userActivation?.hasBeenActive === false) return null;
    const context = new AudioContext();
    const volume = new GainNode(context);
    volume.connect(context.destination);
    const hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const wave = hiss.getChannelData(0);
    for (let i = 0; i < wave.length; i += 1) wave[i] = Math.random() * 2 - 1;
    output = { context, volume, hiss };
  }
  // A suspended context would play everything at once when it resumes.
  if (output.context.state !== "running") void output.context.resume();
  return output;
}

/** @param {Stroke} stroke @param {NonNullable<typeof output>} out @param {number} now */
function strike({ at, lasts, loud, pitch, to, shape }, { context, volume, hiss }, now) {
  const from = now + at;
  const swell = new GainNode(context, { gain: 0 });
  swell.gain.setValueAtTime(0, from);
  swell.gain.linearRampToValueAtTime(loud, from + 0.005);
  swell.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  swell.connect(volume);
  if (shape === "noise") {
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.4 });
    if (to !== undefined) band.frequency.linearRampToValueAtTime(to, from + lasts);
    const source = new AudioBufferSourceNode(context, { buffer: hiss, loop: true });
    source.connect(band).connect(swell);
    source.start(from);
    source.stop(from + lasts);
    return;
  }
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  if (to !== undefined) source.frequency.linearRampToValueAtTime(to, from + lasts);
  source.connect(swell);
  source.start(from);
  source.stop(from + lasts);
}

/** Play a sound, if sounds are on. @param {Sound} name */
export function chime(name) {
  if (!settings.value.sound || settings.value.volume === 0) return;
  try {
    const out = open();
    if (out === null) return;
    out.volume.gain.value = settings.value.volume ** 1.6; // loudness is perceived exponentially
    for (const stroke of SOUNDS[name]) strike(stroke, out, out.context.currentTime);
    heard.push(name);
    heard.splice(0, heard.length - 20);
  } catch {
    // Without a sound device the game stays silent.
  }
}

/** The last sounds, for tests. @type {Sound[]} */
export const heard = [];

/** Which events have sounds, the most important first; rolling dice sound with their animation (ui/dice-roll.js).
 * @type {[what: (event: GameEvent) => boolean, sound: Sound][]} */
const HEARD = [
  [(event) => event.what === "gained" && event.card === "noble", "noble"],
  [(event) => event.what === "upgraded", "upgrade"],
  [(event) => event.what === "thalers" && (event.thalers ?? 0) > 2, "coins"],
  [(event) => event.what === "thalers", "coin"],
  [(event) => event.what === "beer", "beer"],
  [(event) => event.what === "schnapps", "glass"],
  [(event) => event.what === "gained" || event.what === "counter-guest" || event.what === "drew", "card"],
  [(event) => event.what === "took", "die"],
];
/** More events than this at once were missed, and stay silent. */
const MISSED = 60;

/** Play the sounds of what happens at a table, until the returned function is called. */
export function listen() {
  let latest = story.peek().at(-1);
  let mine = asked.peek();
  const stopEvents = effect(() => {
    const fresh = since(latest);
    latest = story.value.at(-1);
    // One sound at a time, and none for what happened before the page was opened.
    const sounding = fresh.length > MISSED ? undefined : HEARD.find(([what]) => fresh.some(what));
    if (sounding !== undefined) chime(sounding[1]);
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
