// The record of a finished game: who played, every decision, where each phase begins, how it stood at any ply.
import { ServerError, get } from "../core/api.js";
import { t } from "../core/i18n.js";

/** @typedef {import("../types.js").ReplayStep} ReplayStep */
/** @typedef {{info: import("../types.js").RecordInfo, text: string} & import("../types.js").Course} Game */

/** Why a finished game is not shown. @param {unknown} error @param {string} failed */
export function whyNotShown(error, failed) {
  if (!(error instanceof ServerError)) return failed;
  if (error.code === "unreadable") return t("pages.replay.unreadable");
  return error.status === 404 ? t("pages.replay.unknown") : failed;
}

/** @param {string} id @returns {Promise<Game>} */
export async function loadGame(id) {
  const at = `/api/records/${encodeURIComponent(id)}`;
  const [info, course] = await Promise.all([get(at), get(`${at}/course`)]);
  // The record of a daily evening is revealed when its day is over.
  const text = info.ending.seed === "" ? "" : await get(`${at}/text`);
  return { info, text, ...course };
}

/** The state at a ply; cached, so that each is fetched once. */
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

/** The first evening that a game has: another one than 1 where it began from a moment of another game. @param {Game} game */
export const firstEvening = (game) => Math.max(1, game.stops[0]?.round ?? 1);

/**
 * The points of every seat after each evening, the beginning first.
 * @param {string} id
 * @param {Game} game
 * @returns {Promise<number[][]>}
 */
export async function pointsByEvening(id, game) {
  const steps = new Steps(id);
  const found = await Promise.all([0, ...game.ends].map((ply) => steps.get(ply)));
  return found.map((one) => one.board.seats.map((seat) => seat.points));
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
