// Sound is offered once, at the first game: a small card that covers nothing of use, until it is answered or the first
// evening is over. It waits while a tip is shown. The answer is stored.
import { html, signal, useEffect, useRef } from "../../vendor/preact.js";
import { board, seat, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { set, settings, wide } from "../core/settings.js";
import { chime } from "../core/sound.js";
import { Sign } from "./pieces.js";
import { usable, usePlaced, waysOn } from "./placing.js";

/** Whether a tip is shown. */
export const isTipping = signal(false);

/** What it covers nowhere, whether it can be used now or not. */
const FREE = [
  "[data-group=guests], [data-group=market], [data-group=tray], [data-group=stores], [data-group=tables]",
  "[data-thing=nobles], .ph-tables, .ph-hold, .ph-coaster, .ph-choices, .ph-flips, .hint-card, .phone-tabs, .tv-bottom",
].join(", ");

/** @param {boolean} sound */
export function chooseSound(sound) {
  set({ sound, soundOffered: true });
  if (sound) chime("turn");
}

export function SoundOffer() {
  const { sound, soundOffered } = settings.value;
  const open = !soundOffered && !sound && seat.value !== null && table.value?.lesson === undefined;
  const late = open && (board.value?.round ?? 0) > 1;
  useEffect(() => {
    if (late) set({ soundOffered: true });
  }, [late]);
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  usePlaced(panel, () => ({ never: [...waysOn(), ...document.querySelectorAll(FREE)], rather: usable() }));
  // In the hand there is only room while guests arrive.
  const room = wide.value || board.value?.phase === "arrival";
  if (!open || late || board.value === null || !room || isTipping.value) return null;
  return html`<section class="sound-offer" ref=${panel} aria-label=${t("motion.sound.offer")}>
    <${Sign} name="sound" />
    <p>${t("motion.sound.offer")}</p>
    <button type="button" class="btn small gold" data-sound="on" onClick=${() => chooseSound(true)}>
      ${t("motion.sound.on")}
    </button>
    <button type="button" class="btn small" data-sound="off" onClick=${() => chooseSound(false)}>
      ${t("motion.sound.off")}
    </button>
  </section>`;
}
