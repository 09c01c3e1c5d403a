// Passes on what the server sends no more often than the page is painted: the first message at once, and those that
// arrive before the next animation frame together, in order, as one change. If bots play fast, or much was missed, the
// table is drawn once for many moves. But with animations on, every move is shown.
import { batch } from "../../vendor/preact.js";
import { duration } from "./settings.js";

/** A page in the background is not painted: messages are passed on after this time, in ms. */
const UNSEEN = 250;

/** @template Message */
export class Inbox {
  /** @param {(message: Message) => void} hear @param {(message: Message) => boolean} [isApart] begins a change of its own */
  constructor(hear, isApart = () => false) {
    this.hear = hear;
    this.isApart = isApart;
    /** @type {Message[]} */
    this.waiting = [];
    this.painting = false;
  }

  /** @param {Message} message */
  take(message) {
    this.waiting.push(message);
    if (!this.painting || duration() > 0) this.handOn();
  }

  /** Pass on waiting messages, up to one that begins a separate change. */
  handOn() {
    const apart = this.waiting.findIndex((one, at) => at > 0 && this.isApart(one));
    const messages = this.waiting.splice(0, apart < 0 ? this.waiting.length : apart);
    if (messages.length === 0) return;
    this.painting = true;
    let left = true;
    const painted = () => {
      if (!left) return;
      left = false;
      this.painting = false;
      this.handOn();
    };
    requestAnimationFrame(painted);
    setTimeout(painted, UNSEEN);
    batch(() => {
      for (const message of messages) this.hear(message);
    });
  }

  /** Pass on all waiting messages: no more will come. */
  handOnAll() {
    while (this.waiting.length > 0) this.handOn();
  }
}
