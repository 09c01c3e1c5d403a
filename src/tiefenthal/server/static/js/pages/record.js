// A finished game, read from its record: who played, every decision, where each phase begins, how it stood at any ply.
import { get } from "../core/api.js";

/** @typedef {import("../types.js").Event} Event */
/** @typedef {import("../types.js").ReplayStep} ReplayStep */
/** @typedef {{ply: number, round: number, letter: string}} Stop a place to jump to: the first decision of a phase */
/** @typedef {{info: import("../types.js").RecordInfo, text: string, events: Event[], stops: Stop[], ends: number[]}} Game */

/** Read what a record says of itself: docs/notation.md. @param {string} text */
function read(text) {
  /** @type {Event[]} */
  const events = [];
  /** @type {Stop[]} */
  const stops = [];
  /** @type {number[]} */
  const ends = [];
  let ply = 0;
  let round = 0;
  for (const line of text.split("\n")) {
    const phase = /^; round (\d+), ([A-Z]) /.exec(line);
    const decision = /^p([1-4]) (.+?)(?:\s*;.*)?$/.exec(line);
    if (phase !== null) {
      const now = Number(phase[1]);
      if (now > round) events.push({ ply, what: "round", number: now });
      round = now;
      stops.push({ ply, round, letter: phase[2] === "S" ? "" : phase[2] });
      if (phase[2] === "F") events.push({ ply, what: "phase" });
    } else if (decision !== null) {
      ply += 1;
      events.push({ ply, what: "decided", seat: Number(decision[1]), action: decision[2] });
    } else if (line.startsWith("# ")) {
      ends.push(ply);
      events.push({ ply, what: "closed", number: round });
    }
  }
  return { events: events.filter((one) => one.what !== "phase"), stops, ends };
}

/** @param {string} id @returns {Promise<Game>} */
export async function loadGame(id) {
  const at = `/api/records/${encodeURIComponent(id)}`;
  const [info, text] = await Promise.all([get(at), get(`${at}/text`)]);
  return { info, text, ...read(text) };
}

/** How it stood at a ply; kept, so that going back and forth asks once. */
export class Steps {
  /** @param {string} id */
  constructor(id) {
    this.at = `/api/records/${encodeURIComponent(id)}/plies/`;
    /** @type {Map<number, Promise<ReplayStep>>} */
    this.kept = new Map();
  }
  /** @param {number} ply @returns {Promise<ReplayStep>} */
  get(ply) {
    let found = this.kept.get(ply);
    if (found === undefined) {
      found = get(this.at + ply);
      this.kept.set(ply, found);
      found.catch(() => this.kept.delete(ply));
    }
    return found;
  }
}

/** The points of every seat after each evening, the beginning first. @param {string} id @param {Game} game @returns {Promise<number[][]>} */
export async function pointsByEvening(id, game) {
  const steps = new Steps(id);
  const found = await Promise.all(game.ends.map((ply) => steps.get(ply)));
  return [Array(game.info.players).fill(0), ...found.map((one) => one.board.seats.map((seat) => seat.points))];
}

/** Let the browser save a text as a file. @param {string} name @param {string} text */
export function saveText(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
