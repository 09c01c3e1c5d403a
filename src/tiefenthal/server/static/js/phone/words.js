// Small words and figures the phone's parts share.
import { html } from "../../vendor/preact.js";
import { gainWords, seatLabel, tell as t } from "../core/words.js";
import { Die, Icon, Mark } from "../ui/pieces.js";

/** Which icon stands for what is gained. @type {{[what: string]: string}} */
export const ICONS = {
  thalers: "thaler", beer: "beer", steps: "monastery", monastery: "monastery", reputation: "reputation", schnapps: "schnapps", noble: "crown", crown: "crown",
  "service-denied": "denied", "counter-guest": "counter", guest: "guest", die: "die", "free-upgrade": "upgrade", area: "upgrade", entertainer: "entertainer",
  toast: "schnapps", signature: "signature", points: "points", dismissal: "remove",
};

/** The icon of a bonus. @param {import("../types.js").Bonus} bonus */
export const bonusIcon = (bonus) => (bonus.what === "card" ? (bonus.name ?? "deck") : (ICONS[bonus.what] ?? "bonus"));

/** A gain as number and icon, in a row. @param {{gain: {[what: string]: number}, plus?: boolean}} props */
export function Gain({ gain, plus = false }) {
  const all = Object.entries(gain).filter(([, count]) => count !== 0);
  return all.map(([what, count]) => html`<b class="tel-gain" key=${what}>${plus ? t("phone.plus", { n: count }) : count}<${Icon} name=${ICONS[what] ?? "bonus"} /><span class="unseen">${gainWords({ [what]: count })}</span></b>`);
}

/** A seat's name with its mark. @param {{of: number}} props */
export const Name = ({ of }) => html`<span class="tel-name"><${Mark} seat=${of} /><span>${seatLabel(of)}</span></span>`;

/** What is only seen, inside a thing whose label says it all. @param {{children?: unknown}} props */
export const Seen = ({ children }) => html`<span class="tel-seen" aria-hidden="true">${children}</span>`;

/** A die where its words stand elsewhere. @param {{face: number, seat?: number | null, ghost?: boolean}} props */
export const Pips = ({ face, seat = null, ghost = false }) => html`<${Seen}><${Die} face=${face} seat=${seat} ghost=${ghost} /><//>`;

/** Points on a plain shield: the number is the picture. @param {{n: number}} props */
export const Points = ({ n }) => html`<span class="shield"><svg viewBox="0 0 24 26" aria-hidden="true"><path class="o" d="M12 1.6 L22 4.6 V13 Q22 20.6 12 24.6 Q2 20.6 2 13 V4.6Z" fill="#B5452F" /><path d="M12 3.6 L20 6 V13 Q20 19.4 12 22.6Z" fill="#2A1810" opacity=".16" /></svg><b>${n}</b></span>`;

/** Sentences joined for a label that is read. @param {(string | false | null | undefined)[]} parts */
export const sentences = (...parts) => parts.filter((one) => one).join(" ");
