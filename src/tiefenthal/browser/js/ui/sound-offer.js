// Sound is offered once, at the first game: a small card in a corner that covers no control, until it is answered or
// the first evening is over. The answer is stored.
import { html, useEffect } from "../../vendor/preact.js";
import { board, seat, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { set, settings, wide } from "../core/settings.js";
import { chime } from "../core/sound.js";
import { Sign } from "./pieces.js";

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
  // In the hand there is only room while guests arrive.
  if (!open || late || board.value === null || (!wide.value && board.value.phase !== "arrival")) return null;
  return html`<section class="sound-offer" aria-label=${t("motion.sound.offer")}>
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
