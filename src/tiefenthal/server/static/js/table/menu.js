// The menu: settings, the pace of the bots, a bot for my seat, back to the start.
import { html, useState } from "../../vendor/preact.js";
import { seat, send, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { go } from "../core/router.js";
import { SettingsDialog } from "../start/settings.js";
import { Dialog } from "../ui/dialog.js";
import { Sign } from "../ui/pieces.js";

const PACES = /** @type {const} */ (["instant", "brisk", "natural", "relaxed"]);

/** @param {{onClose: () => void}} props */
export function MenuWindow({ onClose }) {
  const [settings, open] = useState(false);
  const mine = seat.value;
  const info = mine === null ? undefined : table.value?.seats[mine - 1];
  const bots = table.value?.seats.some((one) => one.kind === "bot") ?? false;
  if (settings) return html`<${SettingsDialog} onClose=${onClose} table=${table.value?.id} seat=${mine} />`;
  return html`<${Dialog} title=${t("table.menu")} onClose=${onClose} class="tv-window">
    <div class="tv-menu">
      ${bots
        ? html`<label class="field"><span>${t("table.menu.pace")}</span>
            <select class="text" onChange=${(/** @type {any} */ event) => void send({ type: "pace", pace: event.currentTarget.value })}>
              ${PACES.map((pace) => html`<option key=${pace} value=${pace} selected=${pace === table.value?.pace}>${t(`table.pace.${pace}`)}</option>`)}
            </select></label>`
        : null}
      <button type="button" class="btn wide" data-first="" onClick=${() => open(true)}><${Sign} name="settings" />${t("table.menu.settings")}</button>
      <a class="btn wide" href="/rules" target="_blank" rel="noopener"><${Sign} name="rules" />${t("table.menu.rules")}</a>
      ${mine === null
        ? null
        : info?.kind === "bot"
          ? html`<button type="button" class="btn wide" onClick=${() => { onClose(); void send({ type: "take-back" }); }}><${Sign} name="person" />${t("table.menu.take-back")}</button>`
          : html`<button type="button" class="btn wide" onClick=${() => { onClose(); void send({ type: "hand-over", bot: "greedy" }); }}><${Sign} name="bot" />${t("table.menu.bot")}</button>`}
      <button type="button" class="btn wide" onClick=${() => { onClose(); go("/"); }}><${Sign} name="home" />${t("table.menu.leave")}</button>
    </div>
  <//>`;
}
