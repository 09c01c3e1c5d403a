// What a screen reader is told when it happens: one polite region, one assertive one, both in index.html.

/** @param {string} words @param {{now?: boolean}} [how] */
export function announce(words, how = {}) {
  const region = document.getElementById(how.now ? "live-now" : "live");
  if (region === null || !words) return;
  // A changed text is read; the same text again is not, so it is taken out first.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = words));
}
