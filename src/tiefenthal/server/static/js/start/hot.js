// Several people at one screen: who they are, and off they go.
import { html, useState } from "../../vendor/preact.js";
import { t } from "../core/i18n.js";
import { go } from "../core/router.js";
import { settings } from "../core/settings.js";
import { Dialog } from "../ui/dialog.js";
import { Mark, Sign } from "../ui/pieces.js";
import { colourName } from "./panel.js";
import { LONGEST_NAME, bots, botLevel, botName, extras, keep, levelName, modulesWords, openTable } from "./plan.js";
import { Note, problemWords } from "./states.js";

/** @param {{onClose: () => void}} props */
export function HotSeatDialog({ onClose }) {
  const kept = extras.value.people;
  const [names, change] = useState([kept[0] || settings.value.name, kept[1] ?? "", ...kept.slice(2, 4)]);
  const [withBots, seatBots] = useState(0);
  const [wrong, tell] = useState("");
  const [busy, work] = useState(false);
  const most = 4 - names.length;
  const chairs = Math.min(withBots, most);
  /** @param {number} at @param {string} name */
  const name = (at, name) => change(names.map((was, i) => (i === at ? name : was)));
  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    work(true);
    tell("");
    keep({ people: names.map((one) => one.trim()) });
    try {
      const people = names.map((one, i) => ({ kind: /** @type {const} */ ("here"), name: one.trim() || t("start.hot.nobody", { n: i + 1 }) }));
      const others = Array.from({ length: chairs }, (_, i) => ({ kind: /** @type {const} */ ("bot"), bot: botLevel(i), name: botName(i) }));
      const table = await openTable([...people, ...others]);
      go(`/table/${table.id}`);
    } catch (error) {
      tell(problemWords(error));
      work(false);
    }
  };
  return html`<${Dialog} title=${t("start.hot")} onClose=${onClose}>
    <form class="settings" onSubmit=${start}>
      <p>${t("start.hot.how")}</p>
      <ol class="people">
        ${names.map(
          (one, i) => html`<li>
            <${Mark} seat=${i + 1} label=${colourName(i + 1)} />
            <input
              class="text"
              type="text"
              autocomplete="off"
              maxlength=${LONGEST_NAME}
              aria-label=${t("start.hot.name", { n: i + 1 })}
              placeholder=${t("start.hot.nobody", { n: i + 1 })}
              value=${one}
              data-first=${i === 0 ? "yes" : undefined}
              onInput=${(/** @type {any} */ event) => name(i, event.target.value)}
            />
            ${names.length > 2
              ? html`<button type="button" class="tool" aria-label=${t("start.hot.remove", { n: i + 1 })} onClick=${() => change(names.filter((_, at) => at !== i))}>
                  <${Sign} name="minus" />
                </button>`
              : null}
          </li>`,
        )}
      </ol>
      ${names.length < 4
        ? html`<button type="button" class="btn small" onClick=${() => change([...names, ""])}><${Sign} name="plus" />${t("start.hot.add")}</button>`
        : null}
      ${most > 0 && bots.value.length > 0
        ? html`<fieldset class="field">
            <legend>${t("start.hot.bots")}</legend>
            <div class="seg">
              ${Array.from({ length: most + 1 }, (_, n) => n).map(
                (n) => html`<label>
                  <input type="radio" name="hot-bots" value=${n} checked=${n === chairs} onChange=${() => seatBots(n)} />
                  <span>${n === 0 ? t("start.hot.bots.none") : n}</span>
                </label>`,
              )}
            </div>
            ${chairs > 0
              ? html`<small>${Array.from({ length: chairs }, (_, i) => t("start.hot.bot", { name: botName(i), level: levelName(botLevel(i)) })).join(" · ")}</small>`
              : null}
          </fieldset>`
        : null}
      ${wrong ? html`<${Note} words=${wrong} />` : null}
      <button type="submit" class="btn gold wide" aria-busy=${busy ? "true" : "false"} disabled=${busy}>${t("start.hot.start")}</button>
      <p class="aside">${modulesWords(settings.value.plan.modules)}</p>
    </form>
  <//>`;
}
