// What is wrong with the words on the screen: keys instead of words, cut off, parted, over each other, out of the window.
() => {
  const faults = [];
  const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.getElementById("app");
  const named = (one) => one.className?.baseVal ?? (one.className || one.tagName);
  const tell = (what, text, one) => faults.push(`${what}: "${text.trim().slice(0, 60)}" in ${named(one)}`);
  const parts =
    "act|area|ask|awaited|bonus|card|core|entertainer|explain|guest|happened|log|n|news|note|pages|phases|phone|seat|space|start|table|why|you";
  const key = new RegExp(`^(${parts})\\.[a-z0-9_-]+(\\.[a-z0-9_-]+)*$`);
  const raw = (text) => key.test(text.trim()) || /\{\w+\}/.test(text);

  for (const one of root.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      const text = one.getAttribute(name) ?? "";
      if (raw(text)) tell(`a key in ${name}`, text, one);
    }
  }

  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const one = node.parentElement;
    if (!node.data.trim()) continue;
    if (raw(node.data)) tell("a key", node.data, one);
    if (one.closest("option, script, noscript, title, svg")) continue; // the numbers in a picture belong to the picture
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // Kept for those who listen: a pixel wide.
    let heard = false;
    for (let at = one; at && at !== root; at = at.parentElement)
      heard ||= getComputedStyle(at).clipPath.startsWith("inset(50%");
    if (heard) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (boxes.length === 0) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));

    // A word may be parted where a soft hyphen says so, and nowhere else: in what every game shows, for what else comes
    // up is left to chance.
    if (new Set(boxes.map((box) => Math.round(box.top))).size > 1 && one.closest(".tv-market, .tv-piles")) {
      for (const word of node.data.matchAll(/[\p{L}\u00ad]+/gu)) {
        if (word[0].includes("\u00ad")) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = new Set(
          [...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top)),
        );
        if (tops.size > 1) tell("parted without a hyphen", word[0], one);
      }
    }

    // What lies outside of something that scrolls is only out of sight for now; whatever else cuts, cuts off.
    let scrolls = false;
    let shown = boxes;
    for (let clip = one; clip && clip !== document.documentElement; clip = clip.parentElement) {
      const style = getComputedStyle(clip);
      if (style.display === "inline" || clip.namespaceURI !== "http://www.w3.org/1999/xhtml") continue;
      const edge = clip.getBoundingClientRect();
      const free = (flow) => flow === "auto" || flow === "scroll";
      const closed = (flow) => flow === "hidden" || flow === "clip";
      if (free(style.overflowX) || free(style.overflowY)) {
        scrolls = true;
        const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const within = ([x, y]) => x > edge.left && x < edge.right && y > edge.top && y < edge.bottom;
        shown = shown.filter((box) => within(middle(box)));
      }
      if (scrolls) continue;
      if (closed(style.overflowX) && (right > edge.right + 2 || left < edge.left - 2))
        tell(`cut off at the side by ${clip.className}`, node.data, one);
      if (closed(style.overflowY) && (bottom > edge.bottom + 4 || top < edge.top - 4))
        tell(`cut off above or below by ${clip.className}`, node.data, one);
      if (style.textOverflow === "ellipsis" && clip.scrollWidth > clip.clientWidth + 1 && clip === one)
        tell("shortened with …", node.data, one);
    }
    if (!scrolls && (left < -1 || right > innerWidth + 1)) tell("out of the window", node.data, one);
    if (shown.length > 0) texts.push({ text: node.data, one, boxes: shown });
  }
  if (document.documentElement.scrollWidth > innerWidth + 1)
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);

  // What lies behind something else is not seen, so nothing is over it.
  const behind = ({ one, boxes: [box] }) => {
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return hit !== null && !hit.contains(one) && !one.contains(hit);
  };
  const size = (box) => box.width * box.height;
  for (let i = 0; i < texts.length; i += 1) {
    for (let j = i + 1; j < texts.length; j += 1) {
      const [a, b] = [texts[i], texts[j]];
      if (a.one.contains(b.one) || b.one.contains(a.one)) continue;
      for (const p of a.boxes) {
        for (const q of b.boxes) {
          const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
          const along = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
          if (across <= 3 || along <= 0.45 * Math.min(p.height, q.height)) continue;
          if (across * along <= 0.1 * Math.min(size(p), size(q)) || behind(a) || behind(b)) continue;
          tell(`over "${b.text.trim().slice(0, 40)}" (${named(b.one)})`, a.text, a.one);
        }
      }
    }
  }
  return [...new Set(faults)];
};
