// The explanation of a space of a tavern, its highlight, and what pressing it does.
import { html } from "../../vendor/preact.js";
import { act, hand } from "../core/game.js";
import { t } from "../core/i18n.js";
import { helps, light, soughtFor, usable, useOf } from "../core/interaction.js";
import { asksFor, diceAt, helped } from "../core/turn.js";
import { gainWords, spaceName, whyWords } from "../core/words.js";
import { explain, tip } from "../ui/explain.js";
import { Die, Icon } from "../ui/pieces.js";
import { dragged, grab, notNow, pick, playedAt, press, whyNotAt } from "./state.js";

/** A die that stands on a space. @param {{one: SeatOn, die: DieOn, seat: number, space: string}} props */
export function Standing({ one, die, seat, space }) {
  return html`<span class="tv-standing">
    <${Die} face=${die.face} seat=${die.own ? seat : null} />
    ${helped(one, space, die.face) ? html`<span class="tv-plus"><${Icon} name="plus1" /></span>` : null}
  </span>`;
}

/** What a space asks for, drawn in its slot. @param {{one: SeatOn, space: string}} props */
export function Asked({ one, space }) {
  const faces = asksFor(one, space);
  if (faces.length === 0) return html`<b>?</b>`;
  if (faces.length === 1) return html`<${Die} face=${faces[0]} ghost=${true} />`;
  return html`<b class="small">${faces.join("·")}</b>`;
}

/**
 * What a press on a space of mine would give, for its bubble.
 * @param {SeatOn} one
 * @param {string} space
 * @param {string} title
 * @param {string} text
 * @param {Counts} gain
 * @param {boolean} house
 */
export const spaceWords = (one, space, title, text, gain, house) => () => {
  const held = hand.value;
  const why = whyNotAt(space);
  const shines = light(space);
  if (why !== null) return { title, why: whyWords(why), rule: why.rule };
  if (held !== null && shines === "lit")
    return {
      title: t("table.tip.place", { face: held.face, space: title }),
      gain,
      note: helps(space) ? t("table.tip.help") : undefined,
    };
  if (playedAt(space)?.kind === "use")
    return {
      title: t("table.tip.use", { space: title }),
      gain,
      text: diceAt(one, space).some((die) => helped(one, space, die.face)) ? t("table.tip.helped") : undefined,
    };
  if (soughtFor() === space) return { title, text: t("table.which-die", { space: title }), gain };
  const more = diceAt(one, space).length > 0 && shines === "soft" ? t("about.another") : undefined;
  return { title, text, gain, house, note: more };
};

/** The words of a space's button. @param {SeatOn} one @param {string} space @param {string} name */
export function spoken(one, space, name) {
  const dice = diceAt(one, space)
    .map((die) => die.face)
    .join(", ");
  const played = playedAt(space);
  const words = dice === "" ? name : t("table.space.with", { space: name, dice });
  if (played !== null) {
    const face = hand.value?.face ?? played.face ?? 0;
    if (played.kind === "use") return t("table.space.use", { words });
    if (played.kind === "swap") return t("table.space.swap", { words, face });
    return t(helps(space) ? "table.space.help" : "table.space.place", { words, face });
  }
  const why = whyNotAt(space);
  return why === null ? words : notNow(words, whyWords(why));
}

/** @param {string} space @param {() => import("../ui/explain.js").Words} words */
export const pressing = (space, words) => (/** @type {MouseEvent} */ event) => {
  if (whyNotAt(space) !== null) explain(/** @type {Element} */ (event.currentTarget), words);
  press(space);
};

/** Light on a space: classes. @param {string} space @param {boolean} live */
export function lightOf(space, live) {
  if (!live) return "";
  const now = light(space);
  const over = dragged.value?.over === space ? " over" : "";
  const shines = now === "lit" ? "strong" : now === "soft" || now === "sought" ? "quiet" : "none";
  const held = now === "held" || now === "sought" ? ` ${now}` : "";
  return ` light-${shines}${helps(space) ? " help" : ""}${hand.value !== null && now === "" ? " unfit" : ""}${over}${held}`;
}

/**
 * A die standing on an area: in the serving a press uses it, in the planning a press takes it up.
 * @param {{one: SeatOn, die: DieOn, seat: number, space: string, live: boolean, gives: Counts}} props
 */
export function StandingButton({ one, die, seat, space, live, gives }) {
  if (!live) return html`<${Standing} one=${one} die=${die} seat=${seat} space=${space} />`;
  const use = hand.value === null ? useOf(space, die.face) : null;
  const swap = hand.value === null ? null : playedAt(space);
  const open = usable(die);
  const pressed = () =>
    hand.value !== null && hand.value.at !== space ? press(space) : use !== null ? void act(use.action) : pick(die);
  const name =
    use !== null
      ? t("table.die.use", { face: die.face, space: spaceName(space), gain: gainWords(gives) })
      : t("table.die.pick", { face: die.face, space: spaceName(space) });
  return html`<button type="button" class=${`tv-die-on${use !== null ? " lit" : ""}`} data-die=${die.face} data-from=${space}
    data-action=${(use ?? swap)?.action} aria-label=${name} aria-disabled=${open ? undefined : "true"}
    onClick=${pressed} onPointerDown=${open ? grab(die) : undefined}
    ...${tip(() => ({ title: name, gain: use !== null ? gives : undefined }))}>
    <${Standing} one=${one} die=${die} seat=${seat} space=${space} />
  </button>`;
}
