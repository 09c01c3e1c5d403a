// "Your table": how many play, who they are, how well the bots play, which modules, which figures.
import { html, useId, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { post } from "../core/api.js";
import { levelName, levelWords, levels, nameOf } from "../core/bots.js";
import { t } from "../core/i18n.js";
import { link } from "../core/page.js";
import { settings } from "../core/settings.js";
import { Dialog } from "../ui/dialog.js";
import { Drawing, Icon, Mark, Sign, faceAt } from "../ui/pieces.js";
import {
  LONGEST_NAME,
  MODULES,
  botCharacter,
  botLevel,
  botName,
  extras,
  keep,
  modulesWords,
  myName,
  mySeat,
  plan,
  seating,
} from "./plan.js";
import { Choice, NameField, Switch } from "./settings.js";
import { Note, problemWords } from "./states.js";

/** The colours of the seats in words. @param {number} seat */
export const colourName = (seat) =>
  [t("core.colour.1"), t("core.colour.2"), t("core.colour.3"), t("core.colour.4")][seat - 1];

/** How strong a bot is, in mugs. @param {{rank: number}} props */
const Mugs = ({ rank }) =>
  html`<span class="level-mugs" aria-hidden="true">
    ${Array.from({ length: rank }, () => html`<${Icon} name="beer" />`)}
  </span>`;

/** The seats; one of them is chosen, and what is below speaks of it.
 * @param {{chosen: number | null, onChoose: (bot: number | null) => void, about: string}} props */
function Seats({ chosen, onChoose, about }) {
  return html`<ul class="seats" data-count=${settings.value.plan.players}>
    ${seating().map(
      (bot, i) => html`<li>
        <button type="button" class="seat-tile" aria-pressed=${chosen === bot ? "true" : "false"} aria-controls=${about}
          onClick=${() => onChoose(bot)}>
          <span class="marked">
            <span class="start-face">
              <${Drawing} name=${faceAt(i + 1, bot === null ? null : botCharacter(bot)?.id)} />
            </span>
            <${Mark} seat=${i + 1} label=${colourName(i + 1)} />
          </span>
          <span class="who">
            <b>${bot === null ? t("start.you") : botName(bot)}</b>
            <small>${bot === null ? myName() : levelName(botLevel(bot))}</small>
          </span>
        </button>
      </li>`,
    )}
  </ul>`;
}

/** Me: my name, and the seat, which is the colour. */
function AboutMe() {
  const players = settings.value.plan.players;
  return html`<div class="about-me">
    <${NameField} />
    <fieldset class="field">
      <legend>${t("start.colour")}</legend>
      <div class="seg colours">
        ${Array.from({ length: players }, (_, i) => i + 1).map(
          (seat) => html`<label>
            <input type="radio" name="colour" value=${seat} checked=${seat === mySeat()}
              onChange=${() => keep({ seat })} />
            <span><${Mark} seat=${seat} /> ${colourName(seat)}</span>
          </label>`,
        )}
      </div>
    </fieldset>
  </div>`;
}

/** How well a bot plays. @param {{bot: number}} props */
function AboutBot({ bot }) {
  const level = botLevel(bot);
  const seats = seating();
  const marksOf = (/** @type {string} */ name) =>
    seats.flatMap((one, i) => (one !== null && botLevel(one) === name ? [i + 1] : []));
  const all = [...Array(3).keys()].map((i) => botLevel(i));
  return html`<fieldset class="levels">
    <legend class="section"><span>${t("start.levels", { name: botName(bot) })}</span></legend>
    ${levels(level).map(
      (one, i, all_) => html`<label class="level">
          <input type="radio" name="level" value=${one.name} checked=${level === one.name}
            onChange=${() => plan({ bots: all.map((was, at) => (at === bot ? one.name : was)) })} />
          <${Mugs} rank=${one.level || (all_.length > 2 ? Math.min(4, i + 1) : i * 2 + 1)} />
          <span class="level-words"><b>${levelName(one.name)}</b><small>${levelWords(one)}</small></span>
          <span class="level-marks" aria-hidden="true">
            ${marksOf(one.name).map((seat) => html`<${Mark} seat=${seat} />`)}
          </span>
        </label>`,
    )}
  </fieldset>`;
}

/** The modules; each includes those before it. */
function Modules() {
  const chosen = settings.value.plan.modules;
  return html`<fieldset class="modules">
    <legend class="section"><span>${t("start.modules")}</span><small>${t("start.modules.each")}</small></legend>
    ${MODULES.map(
      (
        { icon, name, words },
        i,
      ) => html`<label class=${`module${i < chosen ? " on" : ""}${i + 1 === chosen ? " last" : ""}`}>
        <input type="radio" name="modules" value=${i + 1} checked=${i + 1 === chosen}
          onChange=${() => plan({ modules: i + 1 })} />
        <span class="module-icon"><i>${i + 1}</i><${Icon} name=${icon} /></span>
        <span class="module-words"><b>${t(name)}</b><small>${t(words)}</small></span>
        <span class="module-tick" aria-hidden="true"><${Sign} name=${i < chosen ? "check" : "plus"} /></span>
      </label>`,
    )}
  </fieldset>`;
}

/** What the bots are called. */
const BotNames = () => html`<fieldset class="field">
  <legend>${t("start.bots.names")}</legend>
  <div class="bot-names">
    ${[0, 1, 2].map(
      (bot) => html`<input class="text" type="text" autocomplete="off" maxlength=${LONGEST_NAME}
        aria-label=${t("start.bot.name", { n: bot + 1 })} placeholder=${nameOf(botCharacter(bot))}
        value=${extras.value.botNames[bot]}
        onInput=${(/** @type {any} */ event) => keep({ botNames: extras.value.botNames.map((was, i) => (i === bot ? event.target.value : was)) })} />`,
    )}
  </div>
</fieldset>`;

const LARGEST = 256 * 1024;

/** The figures one plays with: the reference edition, or a file of one’s own, which the server checks. */
function EditionField() {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [busy, work] = useState(false);
  const [problems, tell] = useState(/** @type {string[]} */ ([]));
  const [name, call] = useState("");
  const own = extras.value.editionText !== null;

  /** @param {any} event */
  const read = async (event) => {
    const chosen = /** @type {File | undefined} */ (event.target.files?.[0]);
    event.target.value = "";
    if (chosen === undefined) return;
    call(chosen.name);
    if (chosen.size > LARGEST) return tell([t("start.edition.large")]);
    work(true);
    try {
      const text = await chosen.text();
      /** @type {import("../types.js").EditionVerdict} */
      const verdict = await post("/api/editions/check", { text });
      tell(verdict.problems);
      if (verdict.valid) keep({ editionText: text, editionName: verdict.name });
    } catch (error) {
      tell([problemWords(error)]);
    }
    work(false);
  };

  return html`<fieldset class="field">
    <legend>${t("start.edition")}</legend>
    <div class="seg">
      <label>
        <input type="radio" name="edition" checked=${!own}
          onChange=${() => keep({ editionText: null, editionName: null })} />
        <span>${t("start.edition.reference")}</span>
      </label>
      ${
        own
          ? html`<label><input type="radio" name="edition" checked /><span>${extras.value.editionName}</span></label>`
          : null
      }
    </div>
    <small>${t("start.edition.words")}</small>
    <input type="file" class="unseen" tabindex="-1" aria-hidden="true" accept=".toml,text/plain" ref=${file}
      onChange=${read} />
    <div>
      <button type="button" class="btn small" aria-busy=${busy ? "true" : "false"}
        onClick=${() => file.current?.click()}>
        <${Sign} name="upload" />
        ${t("start.edition.open")}
      </button>
      <a class="btn small" href="/box" data-open="box" onClick=${link("/box")}><${Sign} name="edit" />${t("box.own")}</a>
    </div>
    ${
      problems.length > 0
        ? html`<div role="alert" class="problems">
          <${Note} words=${t("start.edition.problems", { n: problems.length, file: name })} />
          <ul>
            ${problems.slice(0, 12).map((one) => html`<li>${one}</li>`)}
          </ul>
        </div>`
        : null
    }
  </fieldset>`;
}

/** Pace, edition, names, and whether others may find the table. @param {{onClose: () => void}} props */
function MoreDialog({ onClose }) {
  return html`<${Dialog} title=${t("start.more")} onClose=${onClose}>
    <div class="settings">
      <${Choice} legend=${t("start.pace")} name="pace" value=${settings.value.plan.pace}
        of=${[["instant", t("start.pace.instant")], ["brisk", t("start.pace.brisk")], ["natural", t("start.pace.natural")], ["relaxed", t("start.pace.relaxed")]]}
        onPick=${(/** @type {string} */ pace) => plan({ pace })} hint=${t("start.pace.words")} />
      <${BotNames} />
      <${Switch} label=${t("start.listed")} hint=${t("start.listed.words")} on=${extras.value.listed}
        onChange=${(/** @type {boolean} */ listed) => keep({ listed })} />
      <${Switch} label=${t("hint.agree")} hint=${t("hint.agree.words")} on=${extras.value.hints}
        onChange=${(/** @type {boolean} */ hints) => keep({ hints })} />
      <${EditionField} />
    </div>
  <//>`;
}

const TIGHTER = ["tight", "tightest"];

/** Where the whole does not fit on the board, what is not chosen says less. @param {HTMLElement | null} sheet */
function fit(sheet) {
  const paper = sheet?.closest(".plan-paper");
  if (!paper) return;
  paper.classList.remove(...TIGHTER);
  for (const step of TIGHTER) if (paper.scrollHeight > paper.clientHeight + 1) paper.classList.add(step);
}

/** The plan of the table. */
export function TablePlan() {
  const { players, modules } = settings.value.plan;
  const id = useId();
  const [wanted, choose] = useState(/** @type {number | null} */ (0));
  const [more, open] = useState(false);
  const chosen = wanted !== null && wanted >= players - 1 ? 0 : wanted;
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  // Bots, letters and a remembered table come later than the first picture, and each may make the sheet longer.
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => fit(sheet.current));
    if (sheet.current !== null) watch.observe(sheet.current);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => fit(sheet.current));
  return html`<div class="plan" ref=${sheet}>
    <div class="plan-head">
      <h2>${t("start.table")}</h2>
      <fieldset>
        <legend class="unseen">${t("start.players")}</legend>
        <div class="seg players">
          <span class="seg-name" aria-hidden="true">${t("start.players")}</span>
          ${[2, 3, 4].map(
            (n) => html`<label>
              <input type="radio" name="players" value=${n} checked=${n === players}
                onChange=${() => plan({ players: n })} />
              <span>${n}</span>
            </label>`,
          )}
        </div>
      </fieldset>
    </div>
    <${Seats} chosen=${chosen} onChoose=${choose} about=${id} />
    <div id=${id} class="about">
      ${chosen === null ? html`<${AboutMe} />` : html`<${AboutBot} bot=${chosen} key=${chosen} />`}
    </div>
    <${Modules} />
    <button type="button" class="plan-more" onClick=${() => open(true)}>
      <${Icon} name=${modules === 1 ? "sun" : "moon"} />
      <span>
        ${t("start.more.now", { pace: paceName(), edition: extras.value.editionName ?? t("start.edition.reference") })}
      </span>
      <${Sign} name="settings" />
      <span class="unseen">${t("start.more")}</span>
    </button>
    ${more ? html`<${MoreDialog} onClose=${() => open(false)} />` : null}
  </div>`;
}

/** How quickly bots play, in words. */
function paceName() {
  /** @type {{[pace: string]: string}} */
  const names = {
    instant: t("start.pace.instant"),
    brisk: t("start.pace.brisk"),
    natural: t("start.pace.natural"),
    relaxed: t("start.pace.relaxed"),
  };
  return names[settings.value.plan.pace] ?? "";
}

/** The plan in one line: who plays, and with what. */
export function PlanLine() {
  return html`<span class="plan-line">
    ${seating().map((bot, i) => (bot === null ? null : html`<span class="plan-who"><${Mark} seat=${i + 1} /><b>${botName(bot)}</b></span>`))}
    <span>${modulesWords(settings.value.plan.modules)}</span>
  </span>`;
}
