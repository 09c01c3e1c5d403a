"""What somebody was told while they played: on the screen by the one list, and by the live region."""

from typing import Any

from harness.browser.visitor import Visitor

# Runs in every page before its own scripts. `shown`: the items of news that could be seen in the list. `said`: every
# message of the live region, once for each time it was put there.
RECORD = """
window.shown = new Set();
window.said = [];
const lines = ".tv-recap li, .nw-roll li, .nw-dock .log-line";
const note = (one) => {
    const found = one.matches(lines) ? [one] : one.querySelectorAll(lines);
    for (const line of found) if (line.getClientRects().length > 0)
        for (const key of line.dataset.news.split(" ")) window.shown.add(key);
};
new MutationObserver((changes) => {
    for (const change of changes) {
        for (const one of change.addedNodes) {
            if (one.nodeType === 1) note(one);
            if (one.nodeType === 1 && change.target.id === "live") window.said.push(one.textContent);
        }
        if (change.type === "attributes") note(change.target);
    }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-news"] });
"""

# The lines of the log that tell what others did, each with the items of news it is made of.
LOGGED = """async () => {
    const { seat, story } = await import("/static/js/core/game.js");
    const { chronicle } = await import("/static/js/core/news.js");
    return chronicle(story.value).flatMap((evening) => evening.parts.flatMap((part) => part.lines))
        .filter((line) => line.seat > 0 && line.seat !== seat.value)
        .map((line) => ({ words: line.words, keys: line.keys }));
}"""

# Everything that stands, as the server told it, with the words the client has for single events.
EVENTS = """async () => {
    const { seat, story } = await import("/static/js/core/game.js");
    const { eventSentence, eventNote } = await import("/static/js/core/words.js");
    return story.value.map((event) => ({ ...event, mine: event.seat === seat.value, note: eventNote(event),
        sentence: eventSentence(event) }));
}"""


def record(me: Visitor) -> None:
    """From now on write down what this person is told."""
    me.context.add_init_script(RECORD)


def untold(me: Visitor) -> list[str]:
    """What the log holds of the others and was never in the list."""
    shown = me.page.evaluate("[...window.shown]")
    lines: list[dict[str, Any]] = me.page.evaluate(LOGGED)
    assert lines, "the log tells of others"
    return [line["words"] for line in lines if not set(line["keys"]) <= set(shown)]


def said(me: Visitor) -> list[str]:
    """What the live region has said so far."""
    me.rest()
    me.page.wait_for_timeout(80)  # longer than messages are gathered before they are said
    found: list[str] = me.page.evaluate("window.said")
    return found


def events(me: Visitor) -> list[dict[str, Any]]:
    """What has happened, with its words."""
    found: list[dict[str, Any]] = me.page.evaluate(EVENTS)
    return found
