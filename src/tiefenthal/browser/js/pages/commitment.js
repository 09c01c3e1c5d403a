// The commitment to the dice: before the first evening the server shows the SHA-256 of its seed, after the last one the
// seed. This page stores the first and computes it again from the second, so nobody has to be trusted
// (docs/fair-dice.md).
import { effect } from "../../vendor/preact.js";
import { table } from "../core/game.js";

const KEY = "tiefenthal.promises";
const MOST = 60;

/** @returns {{[id: string]: string}} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The commitment when this browser first saw the game; null if it never saw it before the end. @param {string} id */
export const promised = (id) => kept()[id] ?? null;

// The first one counts: a later, changed one does not replace it.
effect(() => {
  const now = table.value;
  if (now === null || now.commitment === null || now.state !== "playing") return;
  const known = kept();
  if (known[now.id] !== undefined) return;
  const next = Object.fromEntries([...Object.entries(known), [now.id, now.commitment]].slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage there is only what the server says now.
  }
});

/** The first 32 bits of the fractional part of a root, as SHA-256 wants it. @param {number} value */
const fraction = (value) => ((value - Math.floor(value)) * 2 ** 32) | 0;

const PRIMES = (() => {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < 64; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
})();
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * SHA-256 (FIPS 180-4), for pages on plain http, where browsers do not offer their own.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));
  const hash = [...START];
  const w = new Int32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] + value) | 0;
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The SHA-256 of a text, as hexadecimal digits. @param {string} text */
export async function digest(text) {
  const bytes = new TextEncoder().encode(text);
  if (globalThis.crypto?.subtle === undefined) return sha256(bytes);
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
