"""Somebody who plays without a mouse: Tab to get to a group, arrows inside it, Enter to press, and the keys of the
table."""

from harness.browser.player import Control, Player, Screen

# Where the focus has to go: how many presses of Tab, forwards or backwards, in the window on top or in the page; to
# what is in a group, as far as the group.
DISTANCE = """(number) => {
    const wanted = window.controls[number];
    if (!wanted || !wanted.isConnected) return null;
    const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.body;
    const all = root.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
    const stops = [...all].filter((one) =>
        !one.disabled && one.tabIndex >= 0 && one.getClientRects().length > 0 && !one.closest("[inert]")
        && getComputedStyle(one).visibility === "visible");
    const group = wanted.closest("[data-group]");
    const to = stops.findIndex((one) => one === wanted || (group !== null && group.contains(one)));
    if (to < 0) return null;
    if (group !== null && group.contains(document.activeElement)) return 0;
    let at = stops.indexOf(document.activeElement);
    if (at < 0 && document.activeElement && document.activeElement !== document.body) {
        // Between two stops: what has the focus is no stop itself.
        at = stops.findLastIndex((one) => document.activeElement.compareDocumentPosition(one) & 2);
    }
    return to - at;
}"""
# How many presses of an arrow lead on inside the group, forwards or backwards.
ALONG = """(number) => {
    const wanted = window.controls[number];
    const group = wanted?.closest("[data-group]");
    if (!group) return 0;
    const all = [...group.querySelectorAll("button:not([disabled]), a[href], [tabindex]")].filter((one) =>
        one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible");
    const at = all.indexOf(document.activeElement);
    return at < 0 ? 0 : all.indexOf(wanted) - at;
}"""
# Whether what has the focus is the wanted one, and whether that can be seen.
FOCUSED = """(number) => {
    const one = document.activeElement;
    if (one !== window.controls[number]) return "elsewhere";
    const ringed = [one, ...one.querySelectorAll("*"), one.parentElement].some((part) => {
        const style = getComputedStyle(part);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1.5) || style.boxShadow !== "none";
    });
    return !one.matches(":focus-visible") ? "not :focus-visible" : ringed ? "" : "no ring";
}"""
KEY = "(number) => window.controls[number].querySelector('kbd, .key')?.textContent.trim() ?? ''"


class KeyboardPlayer(Player):
    """Presses keys only."""

    def press(self, control: Control) -> bool:
        """Take a die by its number and a space by its letter; go to everything else with Tab and press Enter."""
        if "useAll" in control.data:
            self.page.keyboard.press("x")
        elif "die" in control.data and control.spot == "tray" and not control.on:
            self.page.keyboard.press(control.data["die"])
        elif "space" in control.data and len(key := str(self.page.evaluate(KEY, control.number))) == 1:
            self.page.keyboard.press(key.lower())
        elif not self.reach(control):
            return False
        else:
            self.page.keyboard.press("Enter")
        self.presses[control.verb or next(iter(control.data), "main")] += 1
        return True

    def press_again(self, control: Control, screen: Screen) -> bool:
        """Enter does nothing for a moment on what the program has just given the focus to (ui/roving.js)."""
        if self.page.evaluate(FOCUSED, control.number) == "elsewhere":
            return False
        self.page.keyboard.press("Enter")
        return self.changed(screen.seen, 3000)

    def reach(self, control: Control) -> bool:
        """Bring the focus to a control; whether it came there."""
        for _ in range(4):
            distance = self.page.evaluate(DISTANCE, control.number)
            if distance is None:
                self.failed[f"{control} cannot be reached with Tab"] += 1
                return False
            for _ in range(abs(distance)):
                self.page.keyboard.press("Tab" if distance > 0 else "Shift+Tab")
            along = self.page.evaluate(ALONG, control.number)
            for _ in range(abs(along)):
                self.page.keyboard.press("ArrowRight" if along > 0 else "ArrowLeft")
            state = self.page.evaluate(FOCUSED, control.number)
            if state != "elsewhere":
                if state:
                    self.failed[f"the focus on {control} is not seen: {state}"] += 1
                return True
        self.failed[f"Tab does not lead to {control}"] += 1
        return False
