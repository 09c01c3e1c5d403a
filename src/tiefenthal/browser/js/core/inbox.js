// What the server sends, handed on no more often than the page is painted: the first message at once, and those that
// come before the next frame together, in their order, as one change. Where bots play quickly, or much was missed, the
// table is drawn once for many moves.
import { batch } from "../../vendor/preact.js";

/** A page in the background is painted by nobody: it goes on after this time, in ms. */
const UNSEEN = 250;

/** @template Message */
export class Inbox {
  /** @param {(message: Message) => void} hear */
  constructor(hear) {
    this.hear = hear;
    /** @type {Message[]} */
    this.waiting = [];
    this.painting = false;
  }

  /** @param {Message} message */
  take(message) {
    this.waiting.push(message);
    if (!this.painting) this.handOn();
  }

  /** Hand on all that waits. */
  handOn() {
    const messages = this.waiting;
    this.waiting = [];
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
}
