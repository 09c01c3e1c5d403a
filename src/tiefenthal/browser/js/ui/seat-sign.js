// The small sign at a seat: a bot plays there, for itself or for somebody; or its person is away.
import { html } from "../../vendor/preact.js";
import { levelName } from "../core/bots.js";
import { table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { tip } from "./explain.js";
import { Sign } from "./pieces.js";

/** Whether somebody else's screen is gone; who plays at this screen is here. @param {number} seat */
export function away(seat) {
  const info = table.value?.seats[seat - 1];
  return (
    table.value?.state === "playing" && info?.kind === "person" && !info.here && !table.value.you.seats.includes(seat)
  );
}

/** How a seat's bot plays, and whether it only stands in for somebody. @param {import("../types.js").SeatInfo} info */
function botWords(info) {
  const level = t("invite.level", { level: levelName(info.bot ?? "") });
  return info.kind === "person" ? `${t("seats.for", { name: info.name })} (${levelName(info.bot ?? "")})` : level;
}

/** @param {{seat: number}} props */
export function SeatSign({ seat }) {
  const info = table.value?.seats[seat - 1];
  const words = info?.bot ? botWords(info) : away(seat) ? t("table.strip.away") : "";
  if (words === "") return null;
  return html`<span class=${`seat-sign${info?.bot && info.kind === "person" ? " stands-in" : ""}`}
    data-sign=${info?.bot ? "bot" : "away"} tabindex="-1"
    ...${tip(() => ({ title: words, text: t(info?.bot ? "about.bot" : "about.away") }))}>
    <${Sign} name=${info?.bot ? "bot" : "offline"} label=${words} />
  </span>`;
}
