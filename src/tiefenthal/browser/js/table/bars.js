// The two fixed bars. At the top one line: the evening, the phase, who acts, what and why; the tab's title says the
// same. At the bottom: what I have, my dice, what my plan gives, and the main button.
import { html, useEffect } from "../../vendor/preact.js";
import { eveningAbout } from "../core/about.js";
import { levelName } from "../core/bots.js";
import {
  act,
  asked,
  board,
  figures,
  hand,
  legal,
  me,
  pending,
  seat,
  standingIn,
  table,
  undo,
  undoWay,
  update,
} from "../core/game.js";
import { phaseMark, phaseName, t } from "../core/i18n.js";
import {
  goesThere,
  held,
  offerFor,
  putBack,
  serving,
  soughtFor,
  usable,
  useAll,
  uses,
  withHeld,
} from "../core/interaction.js";
import { useKeys } from "../core/page.js";
import { roomy, settings } from "../core/settings.js";
import { unread } from "../core/talk.js";
import { choosesAhead, helped, inOrder, question } from "../core/turn.js";
import { awaited, awaitedWords, gainWords, questionWords, seatName, spaceName } from "../core/words.js";
import { phaseButton } from "../phases/index.js";
import { EditionButton } from "../ui/edition.js";
import { tip } from "../ui/explain.js";
import { Die, Face, Icon, Key, Mark, Sign } from "../ui/pieces.js";
import { Gain, Scene, named, sentences } from "../ui/signs.js";
import { openLog } from "./follow.js";
import { HintButton } from "./hints.js";
import { endButton, readyButton } from "./last-call.js";
import { StandIn } from "./seats.js";
import { grab, pick, show } from "./state.js";

const LETTERS = ["A", "B", "C", "D", "E", "F", "G"];

/**
 * Who acts, what, and why: a short lead and a sentence.
 * @returns {{lead: string, text: string, seat: number | null}}
 */
export function status() {
  const now = question.value;
  const all = update.value?.decisions ?? [];
  if (board.value === null) return { lead: "", text: t("table.loading"), seat: null };
  if (now === null) return { lead: "", text: t("table.status.nobody"), seat: null };
  if (standingIn.value !== null) return { lead: "", text: t("seats.status"), seat: seat.value };
  if (asked.value) {
    const held = hand.value;
    const goal = soughtFor();
    // At a screen that several people share it says which of them is meant.
    const lead =
      (table.value?.you.seats.length ?? 0) > 1
        ? t("sharing.lead", { name: seatName(now.seat) })
        : t("table.status.you");
    if (choosesAhead.value) return { lead: "", text: questionWords(now), seat: seat.value };
    if (held !== null) return { lead, text: t("table.status.held", { face: held.face }), seat: seat.value };
    if (goal !== null) return { lead, text: t("table.which-die", { space: spaceName(goal) }), seat: seat.value };
    return { lead, text: questionWords(now), seat: seat.value };
  }
  return all.length === 1
    ? { lead: "", text: awaitedWords(now), seat: now.seat }
    : { lead: "", text: awaited(), seat: null };
}

/** What happens in a phase. @param {string} letter */
const phaseAbout = (letter) => ({
  title: t("table.phase", { letter: phaseMark(letter), name: phaseName(letter) }),
  text: t(`about.phase.${letter.toLowerCase()}`),
});

/** The phases of the evening as beads; the one that is on has its name. */
function Phases() {
  const now = board.value?.letter ?? "";
  const at = LETTERS.indexOf(now);
  return html`<ol class="tv-phases" aria-label=${t("table.phases")}>
    ${LETTERS.map((letter, i) =>
      letter === now
        ? html`<li key=${letter} class="now" aria-current="step" tabindex="0" ...${tip(() => phaseAbout(letter))}>
          <b>${phaseMark(letter)}</b>
          <span>${phaseName(letter)}</span>
        </li>`
        : html`<li key=${letter} class=${i < at ? "done" : ""} tabindex="0"
          aria-label=${t("table.phase", { letter: phaseMark(letter), name: phaseName(letter) })} ...${tip(() => phaseAbout(letter))}>
          <b aria-hidden="true">${phaseMark(letter)}</b>
        </li>`,
    )}
  </ol>`;
}

/** Taking back: free, with everyone's consent, or nothing there. */
function Undo() {
  const way = undoWay.value;
  const text = t(`table.undo.${way}`);
  return html`<button type="button" class=${`tv-tool undo ${way}`} data-undo=${way}
    aria-disabled=${way === "no" ? "true" : undefined} aria-keyshortcuts="U" onClick=${() => void undo()}
    ...${tip(() => ({ title: t("table.undo"), text }))}>
    ${named(
      text,
      html`
      <${Sign} name="undo" />
      <span>${way === "ask" ? t("table.undo.asking") : t("table.undo")}</span>
      <${Key} name="U" />
    `,
    )}
  </button>`;
}

/** Log and chat, with the number of unread chat lines. */
function LogTool() {
  const n = unread.value;
  const title = roomy.value ? t(settings.value.dock ? "news.dock.hide" : "news.dock.show") : t("table.log");
  const words = n > 0 ? t("news.chat.unread", { n }) : undefined;
  return html`<button type="button" class="tv-tool" data-open="log" aria-label=${sentences(title, words && `(${words})`)}
    aria-keyshortcuts="L" onClick=${openLog} ...${tip(() => ({ title, text: words }))}>
    <${Sign} name="log" />
    ${n > 0 ? html`<i class="nw-badge" aria-hidden="true">${n}</i>` : null}
  </button>`;
}

/** @param {{extra?: unknown}} props */
export function StatusBar({ extra = null }) {
  const now = status();
  const round = board.value?.round ?? 0;
  const rounds = figures.value?.rounds ?? 8;
  const mine = asked.value;
  useEffect(() => {
    const text = now.lead ? t("table.title.you", { text: now.text }) : t("table.title", { text: now.text });
    document.title = mine ? `● ${text}` : text;
  });
  const evening = () =>
    round === 0 || board.value === null || figures.value === null
      ? { title: t("table.before") }
      : eveningAbout(board.value, figures.value, round - 1);
  return html`<header class="tv-status" data-group="status">
    <div class="tv-evening" tabindex="0" ...${tip(evening)}>
      <${Icon} name="moon" />
      ${
        round === 0
          ? html`<span>${t("table.before")}</span>`
          : html`
        <span>${t("table.evening.short", { round })}</span>
        <i>${t("table.of", { rounds })}</i>
      `
      }
    </div>
    <${Phases} />
    <div class="tv-say">
      ${
        standingIn.value !== null && table.value?.state === "playing"
          ? html`<${StandIn} />`
          : html`<p class=${mine ? "mine" : "others"}>
        ${now.seat !== null ? html`<${Mark} seat=${now.seat} />` : null}
        ${now.lead ? html`<b>${now.lead}</b> ` : null}
        <span>${now.text}</span>
      </p>`
      }
    </div>
    <div class="tv-tools">
      ${extra}
      <${EditionButton} info=${table.value} class="tv-tool" quiet />
      <${HintButton} class="tv-tool" />
      ${table.value?.you.seats.length ? html`<${Undo} />` : null}
      <${LogTool} />
      <button type="button" class="tv-tool" data-open="keys" aria-label=${t("table.help")} aria-keyshortcuts="?"
        onClick=${() => show({ kind: "keys" })} ...${tip(() => ({ title: t("table.help") }))}>
        <${Sign} name="help" />
      </button>
      <button type="button" class="tv-tool" data-open="menu" aria-label=${t("table.menu")}
        onClick=${() => show({ kind: "menu" })} ...${tip(() => ({ title: t("table.menu") }))}>
        <${Sign} name="menu" />
      </button>
    </div>
  </header>`;
}

// --- the bottom

/** Thalers, beer, schnapps and points, with what can be kept. @param {{one: SeatOn, modules: number}} props */
export function Stores({ one, modules }) {
  const lose = one.loses ?? {};
  const stores = [
    { what: "thalers", icon: "thaler", n: one.thalers, note: t("table.keep", { n: one.keeps_thalers }) },
    { what: "beer", icon: "beer", n: one.beer, note: t("table.keep", { n: one.keeps_beer }) },
    modules >= 2
      ? { what: "schnapps", icon: "schnapps", n: one.schnapps, note: t("table.keep", { n: one.keeps_schnapps }) }
      : { what: "counter", icon: "counter", n: one.counter_guests, note: t("table.at-bar") },
    { what: "points", icon: "points", n: one.points, note: t("table.points") },
  ];
  return html`<ul class="tv-stores" aria-label=${t("table.stores")} data-group="stores">
    ${stores.map(({ what, icon, n, note }) => {
      const lost = lose[what] ?? 0;
      const title = what === "counter" ? t("table.counter", { n }) : t(`n.${what}`, { n });
      const words = () => ({
        title,
        text:
          what === "points"
            ? sources(one) || t("about.points.none")
            : t(`table.store.${what}.about`, { n: what === "counter" ? 0 : keeps(one, what) }),
        why: lost > 0 ? t("table.store.loses", { n: lost }) : undefined,
      });
      return html`<li key=${what} class=${lost > 0 ? "losing" : ""} data-thing=${`store-${what}`} data-store=${what} data-count=${n}>
        <span tabindex="0" role="img" aria-label=${t("table.store.words", { store: title, note })} ...${tip(words)}>
          <${Icon} name=${icon} />
          <b>${n}</b>
          <i>${note}</i>
        </span>
      </li>`;
    })}
  </ul>`;
}

/** @param {SeatOn} one @param {string} what */
const keeps = (one, what) =>
  ({ thalers: one.keeps_thalers, beer: one.keeps_beer, schnapps: one.keeps_schnapps })[what] ?? 0;
/** Where the points are from. @param {SeatOn} one */
const sources = (one) =>
  Object.entries(one.sources)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => t(`table.source.${what}`, { n }))
    .join(" · ");

/** Where a placed die stands, as a small medal. @param {{one: SeatOn, at: string}} props */
function Where({ one, at }) {
  if (at === "used") return html`<span class="tv-where used"><${Sign} name="check" /></span>`;
  const card = one.tables.find((table) => table.space === at)?.card;
  return html`<span class="tv-where">${card ? html`<${Face} card=${card} />` : html`<${Scene} area=${at} />`}</span>`;
}

/**
 * What a die in the tray is good for.
 * @param {DieOn} die
 * @param {boolean} open whether it can be taken now
 * @param {string | null} goal where a press would put it
 */
export function dieAbout(die, open, goal) {
  if (goal !== null) return t("about.die.goal", { space: spaceName(goal) });
  if (die.at === "used") return t("about.die.used");
  if (!open) return t(die.at === "tray" ? "about.die.waits" : "about.die.stands");
  return `${t(die.at === "tray" ? "about.die.free" : "about.die.on")}${die.own ? ` ${t("about.die.own")}` : ""}`;
}

/** My dice. @param {{one: SeatOn, seat: number, live?: boolean, empty?: number}} props */
export function Tray({ one, seat: whose, live = true, empty = 0 }) {
  const dice = inOrder(one);
  let raised = false;
  const goal = soughtFor();
  const back = withHeld("back");
  return html`<div class=${`tv-tray${goal === null ? "" : " seeking"}`} data-tray="" data-group="tray" role="group"
    aria-label=${t("table.tray")}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === event.currentTarget && putBack()}>
    <ul class=${dice.length + empty > 6 ? "tight" : ""}>
      ${dice.map(({ die, i }) => {
        const chosen = live && !raised && held(die);
        if (chosen) raised = true;
        const open = live && usable(die);
        const fits = goesThere(die) !== null;
        const inside = html`
          <${Die} face=${die.face} seat=${die.own ? whose : null} />
          ${die.at !== "tray" ? html`<${Where} one=${one} at=${die.at} />` : null}
          ${die.at !== "tray" && die.at !== "used" && helped(one, die.at, die.face) ? html`<span class="tv-plus"><${Icon} name="plus1" /></span>` : null}
        `;
        const name =
          die.at === "tray"
            ? t("table.die.free", { face: die.face })
            : die.at === "used"
              ? t("table.die.used", { face: die.face })
              : t("table.die.on", { face: die.face, space: spaceName(die.at) });
        return html`<li key=${i}
          class=${`${die.at === "tray" ? "free" : die.at === "used" ? "used" : "placed"}${chosen ? " chosen" : ""}${fits ? " fits" : ""}${open ? " open" : ""}${die.own ? " own" : ""}`}>
          <button type="button" data-die=${die.face} data-from=${die.at} aria-pressed=${chosen ? "true" : "false"}
            aria-disabled=${open ? undefined : "true"} aria-label=${name} onClick=${() => open && pick(die)}
            onPointerDown=${open ? grab(die) : undefined}
            ...${tip(() => ({ title: name, text: dieAbout(die, open, fits ? goal : null) }))}>${inside}</button>
        </li>`;
      })}
      ${Array.from({ length: empty }, (_, k) => html`<li key=${`e${k}`} class="empty" aria-hidden="true"><span></span></li>`)}
    </ul>
    ${
      one.dishwashers > 0
        ? html`<span class="tv-help" tabindex="0" role="img"
          aria-label=${t("table.dishwashers", { n: one.dishwashers_free, all: one.dishwashers })}
          ...${tip(() => ({ title: t("table.dishwashers", { n: one.dishwashers_free, all: one.dishwashers }), text: t("table.dishwashers.about") }))}>
          <span class="tv-help-icons">
            ${Array.from({ length: Math.min(one.dishwashers, 4) }, (_, k) => html`<span key=${k} class=${k < one.dishwashers_free ? "" : "spent"}><${Icon} name="plus1" /></span>`)}
          </span>
          <span>${t("table.dishwashers.free", { n: one.dishwashers_free })}</span>
        </span>`
        : null
    }
    ${
      back !== null
        ? html`<button type="button" class="tv-back" data-action=${back.action} onClick=${putBack}>
          ${t("table.back")}
        </button>`
        : null
    }
  </div>`;
}

/** What the plan gives, or, while serving, what the dice that stand still bring and a button that uses them all. */
function Plan() {
  const one = me.value;
  if (one === null || board.value === null) return null;
  const phase = board.value.phase;
  if (phase !== "planning" && phase !== "serving") return null;
  const standing = one.dice.some((die) => die.at !== "tray" && die.at !== "used");
  const nothing = !Object.values(one.plan).some((n) => n > 0);
  if (phase === "serving" && !standing) return null;
  const words =
    phase === "planning"
      ? t("table.plan.words", { gain: gainWords(one.plan) })
      : t("table.plan.rest", { gain: gainWords(one.plan) });
  const gains = html`<span class="tv-plan-gain">
    ${nothing ? html`<i>${t("table.plan.none")}</i>` : html`<${Gain} gain=${one.plan} plus />`}
  </span>`;
  const about = () => ({ title: words, text: phase === "planning" ? t("table.plan.about") : t("table.use-all.about") });
  return html`<div class="tv-plan" data-thing="plan">
    ${
      phase === "serving" && uses.value.length > 0 && asked.value
        ? html`<button type="button" class="tv-plan-box use" data-use-all=${uses.value.length}
          aria-disabled=${serving.value ? "true" : undefined} aria-keyshortcuts="X" onClick=${() => void useAll()}
          ...${tip(about)}>
          ${named(
            t("table.use-all.words", { words }),
            html`
            <span class="tv-plan-head">${t("table.use-all")}<${Key} name="X" /></span>
            ${gains}
          `,
          )}
        </button>`
        : html`<div class="tv-plan-box" tabindex="0" role="img" aria-label=${words} ...${tip(about)}>
          <span class="tv-plan-head">${phase === "planning" ? t("table.plan") : t("table.plan.left")}</span>
          ${gains}
        </div>`
    }
  </div>`;
}

/**
 * @typedef {{title: string, note?: string, offer?: Offer | null, face?: number | null, onPress?: () => void, waiting?: boolean, mine?: boolean}} Main
 */

/** What the one main button says and does now. @returns {Main} */
export function mainNow() {
  const now = board.value;
  const one = me.value;
  const mine = question.value;
  if (now === null) return { title: t("table.wait"), waiting: true };
  if (standingIn.value !== null) return { title: t("seats.main"), note: levelName(standingIn.value), waiting: true };
  const other = phaseButton(now, mine);
  if (other !== null)
    return {
      title: other.text || t("table.choose"),
      note: other.note,
      offer: other.offer,
      face: other.face,
      waiting: other.waiting || other.offer === null,
      mine: !other.waiting,
    };
  const unready = offerFor({ kind: "unready" });
  if (one === null || !asked.value) {
    if (unready !== null) return { title: t("table.unready"), note: waitingFor(), offer: unready };
    return {
      title: mine === null ? t("table.wait") : t("table.wait.for", { name: seatName(mine.seat) }),
      note: mine === null ? "" : awaitedWords(mine),
      waiting: true,
    };
  }
  const ready = offerFor({ kind: "ready" });
  if (ready !== null) return readyButton(one, ready);
  if (unready !== null) return { title: t("table.unready"), note: waitingFor(), offer: unready };
  const end = offerFor({ kind: "end" });
  if (end !== null) return endButton(one, end);
  const all = [...legal.value.values()];
  return all.length === 1
    ? { title: t("table.go-on"), offer: all[0] }
    : { title: t("table.choose"), waiting: true, mine: true };
}

/** Whom the game waits for besides me. */
function waitingFor() {
  const all = (update.value?.decisions ?? []).filter((one) => one.seat !== seat.value);
  return all.length === 0 ? "" : t("table.waiting", { n: all.length, name: seatName(all[0].seat) });
}

/** The main button; Enter presses it. @param {{main: Main}} props */
export function MainButton({ main }) {
  const busy = pending.value > 0;
  const go = () => {
    if (main.waiting || busy) return;
    if (main.onPress !== undefined) main.onPress();
    else if (main.offer) void act(main.offer.action);
  };
  useKeys({ Enter: go });
  return html`<button type="button" class=${`tv-main${main.waiting ? (main.mine ? " choose" : " waiting") : ""}`} data-main=""
    data-action=${main.waiting ? undefined : main.offer?.action}
    aria-haspopup=${main.onPress ? "dialog" : undefined} aria-disabled=${main.waiting ? "true" : undefined}
    aria-keyshortcuts="Enter" onClick=${go}>
    ${main.face ? html`<${Die} face=${main.face} />` : null}
    <span class="tv-main-text"><b>${main.title}</b>${main.note ? html`<span>${main.note}</span>` : null}</span>
    ${main.waiting ? (main.mine ? null : html`<${Sign} name="hourglass" />`) : html`<${Key} name=${t("table.enter")} />`}
  </button>`;
}

/** The whole bar. @param {{middle?: unknown}} props */
export function BottomBar({ middle = null }) {
  const one = me.value ?? board.value?.seats[0] ?? null;
  const whose = seat.value ?? 1;
  if (one === null || figures.value === null) return html`<footer class="tv-bottom"></footer>`;
  return html`<footer class="tv-bottom">
    <${Stores} one=${one} modules=${figures.value.modules} />
    ${
      middle ??
      html`
      <${Tray} one=${one} seat=${whose} live=${seat.value !== null}
        empty=${board.value?.letter === "D" ? Math.max(0, 4 - one.dice.filter((die) => !die.own).length) : 0} />
      <${Plan} />
    `
    }
    <${MainButton} main=${mainNow()} />
  </footer>`;
}
