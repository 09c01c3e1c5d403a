// Where a die would fit and what it would give, read off the figures of a tavern. Only to show it: the server decides.

/** @typedef {import("../types.js").SeatOn} SeatOn */
/** @typedef {{space: string, card: string | null, gives: {[what: string]: number}, raise: number, any: boolean}} Fit */

/** What a space asks for, as faces; none for any. @param {string | number | null} asked @returns {number[]} */
export function facesOf(asked) {
  return (String(asked ?? "").match(/[1-6]/g) ?? []).map(Number);
}

/** How much a die would have to be raised to show what is asked; null when nothing helps.
 * @param {number} face @param {number[]} wanted @param {number} helpers @returns {number | null} */
function raised(face, wanted, helpers) {
  if (wanted.length === 0) return 0;
  const ways = wanted.map((one) => one - face).filter((more) => more >= 0 && more <= helpers);
  return ways.length === 0 ? null : Math.min(...ways);
}

/** How many dice of tonight can count one more. @param {SeatOn} on */
export function helpers(on) {
  const area = on.areas.find((one) => one.area === "dishwasher");
  return (on.staff.dishwasher ?? 0) + (area?.now ?? 0);
}

/** Where a die of this face fits, the best first: guests, then what it fits exactly, then with help, then any die.
 * @param {SeatOn} on @param {number} face @returns {Fit[]} */
export function fits(on, face) {
  const help = helpers(on);
  /** @type {Fit[]} */
  const found = [];
  for (const place of on.tables) {
    const raise = place.asks === null ? null : raised(face, [place.asks], help);
    if (raise !== null) found.push({ space: place.space, card: place.card, gives: { thalers: place.pays ?? 0 }, raise, any: false });
  }
  for (const space of on.spaces) {
    const wanted = facesOf(space.asks);
    const raise = raised(face, wanted, help);
    if (raise !== null) found.push({ space: space.space, card: null, gives: space.gives, raise, any: wanted.length === 0 });
  }
  const rank = (/** @type {Fit} */ fit) => (fit.any ? 20 : 0) + fit.raise * 5 + (fit.card === null ? 1 : 0);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** The tables whose die is in hand already: each die counts for one. @param {SeatOn} on @returns {Set<string>} */
export function ticked(on) {
  const left = on.dice.map((die) => die.face);
  /** @type {Set<string>} */
  const found = new Set();
  for (const place of on.tables) {
    const at = place.asks === null ? -1 : left.indexOf(place.asks);
    if (at >= 0) {
      left.splice(at, 1);
      found.add(place.space);
    }
  }
  return found;
}

