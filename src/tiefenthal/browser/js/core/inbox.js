// Passes on what the server sends, in order. What others did is told one thing after the other: the state after it is
// shown, and the next ones wait while it is read (`rest`), so that the board is never ahead of what is told. Nothing
// waits when it is for me to decide (`urgent`), when somebody presses anything (`catchUp`), with motion off, or while the
// page is in the background: then all that has come becomes one change. Where nothing moves, there is one change for
// each picture that the browser paints, however fast the bots play.
import { batch, signal } from "../../vendor/preact.js";
import { duration } from "./settings.js";

/** A page in the background is not painted: messages are passed on after this time, in ms. */
const UNSEEN = 250;

/** How many states have come that are not shown yet. */
export const held = signal(0);

/**
 * What a message is to those who follow the game. `aside`: not a state, it waits for none. `urgent`: I am asked something.
 * `apart`: it begins a change of its own. `picture`: it is painted before anything else comes.
 * @typedef {{aside?: boolean, urgent?: boolean, apart?: boolean, picture?: boolean}} Manner
 */

/** @template Message */
export class Inbox {
  /** @param {(message: Message) => void} hear @param {(message: Message) => Manner} [manner] */
  constructor(hear, manner = () => ({})) {
    this.hear = hear;
    this.manner = manner;
    /** @type {{message: Message, how: Manner}[]} */
    this.waiting = [];
    /** Whether a picture must be painted before more is passed on. */
    this.painting = false;
    /** Whether all that waits is passed on as fast as it can be painted. */
    this.hurrying = false;
    /** When reading began, and how long it takes if nothing else waits; 0 when nothing is read. */
    this.since = 0;
    this.takes = 0;
    this.timer = 0;
  }

  /** @param {Message} message */
  take(message) {
    const how = this.manner(message);
    if (how.aside && !this.painting && this.waiting.length > 0) {
      batch(() => this.hear(message));
      return;
    }
    this.waiting.push({ message, how });
    if (how.urgent) this.catchUp();
    else this.handOn();
  }

  /** What has just been shown is to be read for so long; the less, the more is waiting. @param {number} time */
  rest(time) {
    if (this.hurrying || duration() === 0 || document.hidden) return;
    this.since = performance.now();
    this.takes = time;
  }

  /** Pass on all that waits, without resting. */
  catchUp() {
    this.takes = 0;
    this.hurrying = this.waiting.length > 0;
    this.handOn();
  }

  /** Pass on what may be passed on now. */
  handOn() {
    clearTimeout(this.timer);
    while (this.waiting.length > 0 && !this.painting) {
      const left = this.takes === 0 ? 0 : this.since + this.takes / this.waiting.length - performance.now();
      if (left > 0 && !document.hidden) {
        this.timer = window.setTimeout(() => this.handOn(), left);
        break;
      }
      this.takes = 0;
      this.change();
    }
    if (this.waiting.length === 0) this.hurrying = false;
    held.value = this.waiting.length;
  }

  /** One change: as many messages as are shown at once. */
  change() {
    const moves = duration() > 0 && !document.hidden;
    let most = this.waiting.findIndex(({ how }, at) => at > 0 && how.apart);
    if (most < 0) most = this.waiting.length;
    if (moves) {
      const picture = this.waiting.findIndex(({ how }) => how.picture);
      most = this.hurrying ? Math.min(most, picture < 0 ? most : picture + 1) : 1;
    }
    const messages = this.waiting.splice(0, most);
    if (!moves || messages.some(({ how }) => how.picture) || this.waiting[0]?.how.apart) this.paint(moves);
    batch(() => {
      for (const { message } of messages) this.hear(message);
    });
  }

  /** Wait until the next picture is painted. @param {boolean} [whole] also until all that begins with it has begun */
  paint(whole = false) {
    this.painting = true;
    let left = true;
    const painted = () => {
      if (!left) return;
      left = false;
      this.painting = false;
      this.handOn();
    };
    requestAnimationFrame(() => (whole ? setTimeout(painted, 0) : painted()));
    setTimeout(painted, UNSEEN);
  }

  /** Pass on all waiting messages at once: no more will come. */
  handOnAll() {
    this.painting = false;
    this.hurrying = true;
    while (this.waiting.length > 0) {
      this.painting = false;
      this.takes = 0;
      this.change();
    }
    this.hurrying = false;
    held.value = 0;
  }
}
