// Who plays a seat: a bot that stands in for me, with the way back; a bot for somebody who has been away too long;
// and the question before one's own seat is handed over. A seat that a bot plays for a person is still that person's.
import { computed, html, signal, useEffect, useState } from "../../vendor/preact.js";
import { levelName, levels, standIn } from "../core/bots.js";
import { seat, send, standingIn, table } from "../core/game.js";
import { t } from "../core/i18n.js";
import { announce } from "../core/page.js";
import { wide } from "../core/settings.js";
import { seatName } from "../core/words.js";
import { Sheet } from "../ui/dialog.js";
import { Mark, Sign } from "../ui/pieces.js";
import { hide } from "./state.js";

/** @typedef {import("../types.js").SeatInfo} SeatInfo */

/** Play my own seat again. */
export const takeBack = () => void send({ type: "take-back" });

/**
 * How well a bot is to play.
 * @param {{label: string, value: string, onPick: (bot: string) => void, seen?: boolean}} props
 */
function Level({ label, value, onPick, seen = false }) {
  return html`<label class="field seats-level">
    <span class=${seen ? "" : "unseen"}>${label}</span>
    <select class="text" value=${value} onChange=${(/** @type {any} */ event) => onPick(event.currentTarget.value)}>
      ${levels(value).map((bot) => html`<option key=${bot.name} value=${bot.name} selected=${bot.name === value}>${levelName(bot.name)}</option>`)}
    </select>
  </label>`;
}

/** Before a bot plays for me: what that means, and how well it is to play. */
export function HandWindow() {
  const [level, choose] = useState(standIn());
  const handed = standingIn.value !== null;
  useEffect(() => {
    if (handed) hide();
  }, [handed]);
  const hand = () => {
    hide();
    void send({ type: "hand-over", bot: level });
  };
  return html`<${Sheet} title=${t("seats.hand.title")} onClose=${hide} class="tv-window"
    foot=${html`
      <button type="button" class="btn" data-first="" onClick=${hide}>${t("seats.stay")}</button>
      <button type="button" class="btn gold" data-seat="handed" onClick=${hand}>
        <${Sign} name="bot" />
        ${t("seats.hand")}
      </button>
    `}>
    <p class="tv-hint">${t("seats.hand.text")}</p>
    <${Level} label=${t("seats.level")} value=${level} onPick=${choose} seen />
  <//>`;
}

/** While a bot plays for me, also after a reload and on every device of mine: in the status line where there is room for it,
 * else as a banner. */
export function StandIn() {
  const bot = standingIn.value;
  const info = seat.value === null ? undefined : table.value?.seats[seat.value - 1];
  if (bot === null || info === undefined || table.value?.state !== "playing") return null;
  const by = info.handed_by ?? null;
  return html`<div class="tv-banner seats-mine" role="group" aria-label=${t("seats.status")}>
    <${Sign} name="bot" />
    <p>
      ${by === null ? t("seats.standin", { level: levelName(bot) }) : t("seats.standin.by", { name: seatName(by), level: levelName(bot) })}
    </p>
    <button type="button" class="btn small gold" data-seat="take-back" onClick=${takeBack}>
      <${Sign} name="person" />
      ${t("seats.take-back")}
    </button>
  </div>`;
}

/** By seat: when it may be handed to a bot, counted from when the server said it; the page may be drawn again later. */
const deadlines = computed(() => {
  const now = performance.now();
  return new Map((table.value?.seats ?? []).map((one) => [one.seat, now + (one.replaceable_in ?? 0) * 1000]));
});
/** @param {SeatInfo} one */
const remaining = (one) => Math.max(0, (deadlines.value.get(one.seat) ?? 0) - performance.now());

/** Dismissed offers: the seat, and since when that person is away. */
const patient = signal(/** @type {Map<number, number | null>} */ (new Map()));
/** The server counts the seconds; a moment more, so that it never has to say "not yet". */
const A_MOMENT = 200;

/**
 * The seats that may be handed to a bot now: those the server says, and those whose time comes while we look.
 * @returns {SeatInfo[]}
 */
function useReplaceable() {
  const info = table.value;
  const [ripe, ripen] = useState(/** @type {number[]} */ ([]));
  useEffect(() => {
    ripen([]);
    const timers = (info?.seats ?? []).flatMap((one) =>
      one.replaceable_in ? [setTimeout(() => ripen((seats) => [...seats, one.seat]), remaining(one) + A_MOMENT)] : [],
    );
    return () => timers.forEach(clearTimeout);
  }, [info]);
  if (info === null || info.you.seats.length === 0 || info.state !== "playing") return [];
  return info.seats.filter(
    (one) => !info.you.seats.includes(one.seat) && (one.replaceable_in === 0 || ripe.includes(one.seat)),
  );
}

/** A page that is loaded again is away for a moment, too. */
const GRACE = 1500;

/** The persons whose seats wait for them: not here, and no bot plays yet. @returns {SeatInfo[]} */
function useAbsent() {
  const info = table.value;
  const gone = (info?.state === "playing" ? info.seats : []).filter(
    (one) => one.kind === "person" && one.bot === null && !one.here && !info?.you.seats.includes(one.seat),
  );
  const key = gone.map((one) => one.seat).join();
  const [told, tell] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => tell(key), GRACE);
    return () => clearTimeout(timer);
  }, [key]);
  const since = told.split(",");
  return gone.filter((one) => since.includes(String(one.seat)));
}

/** Somebody is not here: said at once, with what can be done and when. @param {{one: SeatInfo}} props */
function Absent({ one }) {
  const name = seatName(one.seat);
  const [left, count] = useState(Math.ceil(remaining(one) / 1000));
  const mine = (table.value?.you.seats ?? []).length > 0;
  useEffect(() => {
    const tick = () => count(Math.ceil(remaining(one) / 1000));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [one.replaceable_in]);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const words = mine && one.replaceable_in !== null ? t("seats.gone", { name, time }) : t("seats.gone.only", { name });
  useEffect(() => {
    announce(words);
    return () => {
      const now = table.value?.seats[one.seat - 1];
      if (now?.here && now.bot === null) announce(t("seats.back", { name }));
    };
  }, []);
  return html`<div class="tv-banner seats-gone" role="group" aria-label=${t("seats.gone.only", { name })}>
    <${Mark} seat=${one.seat} />
    <p>${words}</p>
    <button type="button" class="tool" aria-label=${t("table.dismiss")} onClick=${() => dismiss(one)}>
      <${Sign} name="close" />
    </button>
  </div>`;
}

/** Notices that were closed: the seat, and since when that person is away. */
const closed = signal(/** @type {Map<number, number | null>} */ (new Map()));
const dismiss = (/** @type {SeatInfo} */ one) => (closed.value = new Map(closed.value).set(one.seat, one.away_since));

/** A bot offered for somebody who has been away too long. @param {{one: SeatInfo}} props */
function Away({ one }) {
  const [level, choose] = useState(standIn());
  const name = seatName(one.seat);
  useEffect(() => announce(t("seats.away", { name })), []);
  const wait = () => (patient.value = new Map(patient.value).set(one.seat, one.away_since));
  return html`<div class="tv-banner seats-away" role="group" aria-label=${t("seats.away", { name })}>
    <${Mark} seat=${one.seat} />
    <p>${t("seats.away", { name })}</p>
    <span class="seats-choice">
      <${Level} label=${t("seats.level.for", { name })} value=${level} onPick=${choose} />
      <button type="button" class="btn small gold" data-seat="replace"
        onClick=${() => void send({ type: "hand-over", bot: level, seat: one.seat })}>
        <${Sign} name="bot" />
        ${t("seats.replace")}
      </button>
      <button type="button" class="btn small" data-seat="wait" onClick=${wait}>${t("seats.wait")}</button>
    </span>
  </div>`;
}

/** What a screen reader is told when a bot takes somebody else's seat over, or they play again. */
function useTold() {
  const info = table.value;
  const now = (info?.seats ?? []).filter((one) => one.kind === "person" && one.bot !== null).map((one) => one.seat);
  const [before, remember] = useState(now);
  useEffect(() => {
    if (String(now) === String(before)) return;
    remember(now);
    const came = now
      .filter((one) => !before.includes(one))
      .map((one) => (one === seat.value ? t("seats.status") : t("seats.for", { name: seatName(one) })));
    const went = before
      .filter((one) => !now.includes(one) && one !== seat.value)
      .map((one) => t("seats.again", { name: seatName(one) }));
    announce([...came, ...went].join(" "));
  }, [info]);
}

/** The banners about seats, above the table. */
export function SeatBanners() {
  useTold();
  deadlines.value; // counted from now on, not from when it is first needed
  const ripe = useReplaceable();
  const away = ripe.filter((one) => !patient.value.has(one.seat) || patient.value.get(one.seat) !== one.away_since);
  const absent = useAbsent().filter(
    (one) => !ripe.some((other) => other.seat === one.seat) && closed.value.get(one.seat) !== one.away_since,
  );
  return html`
    ${wide.value ? null : html`<${StandIn} />`}
    ${absent.map((one) => html`<${Absent} key=${one.seat} one=${one} />`)}
    ${away.map((one) => html`<${Away} key=${one.seat} one=${one} />`)}
  `;
}
