// What the server sends, handed on no more often than the page is painted: the first message at once, and those that
// come before the next frame together, in their order, as one change. Where bots play quickly, or much was missed, the
// table is drawn once for many moves. But who wants things to move is shown every one of them.
import { batch } from "../../vendor/preact.js";
import { duration } from "./settings.js";

/** A page in the background is painted by nobody: it goes on after this time, in ms. */
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

  /** Hand on what waits, up to what begins a change of its own. */
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

  /** Hand on all that waits: nothing more will come. */
  handOnAll() {
    while (this.waiting.length > 0) this.handOn();
  }
}
