"""Following the others: what they do is told at the table and by the live region, once each, and can be skipped."""

from collections import Counter
from itertools import takewhile
from typing import Any

import pytest

from tests.browser import told
from tests.browser.player import Player, play
from tests.browser.table import begin, check_end, moment, new_table, press
from tests.browser.visitor import Size, Visit, Visitor

SIZES: list[tuple[Size, dict[str, Any]]] = [
    ("desk", {"viewport": {"width": 1920, "height": 1080}}),
    ("phone", {}),
]
LIVE = "[...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')].map((one) => one.id)"
UNDOING = """async () => {
    const { story } = await import("/static/js/core/game.js");
    const { tonight } = await import("/static/js/core/turn.js");
    const faces = () => tonight().filter((one) => one.what === "took" && one.seat === 2).map((one) => one.face);
    const took = (ply, seat, face) => [
        { ply, what: "decided", seat, action: `take ${face}` }, { ply, what: "took", seat, face },
    ];
    const undone = (ply, seat, count) => ({ ply, what: "undone", seat, count });
    const begin = [{ ply: 0, what: "round", number: 1 }, ...took(1, 1, 6), ...took(2, 2, 1)];
    const found = [];
    for (const more of [
        [...took(3, 1, 2), ...took(4, 2, 3), undone(5, 1, 2)], // everyone agreed: both decisions go
        [...took(3, 1, 2), ...took(4, 2, 3), undone(5, 1, 2), ...took(6, 1, 4), ...took(7, 2, 5)],
        [...took(3, 2, 3), { ply: 4, what: "decided", seat: 1, action: "ready" }, undone(5, 2, 1)], // my own alone
    ]) {
        story.value = [...begin, ...more];
        found.push(faces());
    }
    story.value = [];
    return found;
}"""
HEARD = """async () => (await import("/static/js/core/sound.js")).heard.filter((one) => one === "chat").length"""
LEADING = ("decided", "serving")
PLACING = ("place", "move", "back", "unready", "swap")


def arrive(visit: Visit, size: Size, options: dict[str, Any], **settings: Any) -> Visitor:
    """Somebody at a table of four with all modules."""
    me = visit(size, painted=False, **options)
    me.remember({"players": 4, "modules": 5}, **{"speed": "quick", **settings})
    told.record(me)
    me.go("/")
    begin(me)
    return me


def check_skipping(me: Visitor) -> None:
    """What is being told ends with a key, or with a press where there are no keys; and the recap still has it."""
    me.until("document.querySelector('.nw-caption')", "a caption")
    keys = me.page.evaluate("document.querySelector('.nw-caption').dataset.news.split(' ')")
    if me.touch:
        me.page.locator(".nw-skip").tap()
    else:
        me.page.keyboard.press("v")
    me.until("!document.querySelector('.nw-caption')", "the caption is gone")
    assert set(keys) <= set(me.page.evaluate("window.shown.recap"))


def came_of(event: dict[str, Any], after: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What came of a decision or of beginning to serve: of the same moment and seat, up to what is told by itself."""
    same = [e for e in after if e["ply"] == event["ply"] and e.get("seat") == event["seat"]]
    return list(takewhile(lambda e: e["what"] not in (*LEADING, "chose", "drew", "rolled"), same))


def check_said(me: Visitor) -> None:
    """Every decision, and who begins to serve, was said once with what came of it, and nothing was said that has not
    happened. (Where others put their dice while they plan is told by nobody.)"""
    happened = told.events(me)
    left = Counter(told.said(me))
    missing = []
    for at, event in enumerate(happened):
        verb = "serve" if event["what"] == "serving" else (event.get("action") or "").partition(" ")[0]
        letter = next((e["what"] for e in reversed(happened[:at]) if e["what"] in ("round", "took", "serving")), "")
        if event["what"] not in LEADING or (verb in PLACING and letter != "serving" and not event["mine"]):
            continue
        following = came_of(event, happened[at + 1 :])
        begins = (event["sentence"], " served ") if verb == "use" else (event["sentence"],)
        found = [one for one in left if left[one] > 0 and (one.startswith(begins[0]) or begins[-1] in one)]
        for what in ("thalers", "beer"):
            sum_ = sum(e.get(what) or 0 for e in following if e["what"] == what)
            if sum_ and verb != "start":
                found = [one for one in found if f"+{sum_} " in one]
        if not found and event["mine"] and verb in ("choose", "decline"):
            found = [one for one in left if left[one] > 0 and one.startswith("You’ve chosen")]
        if not found:
            missing.append(f"{event['sentence']} {[e['note'] for e in following]}")
            continue
        left[found[0]] -= 1
    assert missing == []
    chosen = ("choose", "decline")  # hidden at first, and told again when all choices are shown
    sentences = {
        event["sentence"]
        for event in happened
        if event["what"] == "decided" and (event.get("action") or "choose").partition(" ")[0] not in chosen
    }
    twice = [one for one in left.elements() if one.startswith(tuple(sentences))]
    assert twice == []


@pytest.mark.parametrize(("size", "options"), SIZES)
def test_an_evening_is_told(visit: Visit, size: Size, options: dict[str, Any]) -> None:
    me = arrive(visit, size, options)
    assert me.page.evaluate(LIVE) == ["live"], "one live region, and no other"
    player = Player(me, "following")
    play(player, until=lambda: moment(me)["round"] > 1)
    check_skipping(me)
    assert me.page.evaluate(LIVE) == ["live"]
    assert told.untold(me) == []
    check_said(me)
    if not me.touch:
        lines = me.page.locator(".nw-dock .log-line").all_text_contents()
        assert len(lines) > 20, "the log stands beside the table"
        mine = [line for line in lines if "You" in line]
        assert mine
        assert not [line for line in lines if "Ada" in line or "0 thalers" in line]
        me.page.keyboard.press("l")
        me.until("!document.querySelector('.nw-dock')", "it can be put away")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "options"), SIZES)
def test_a_whole_game_is_told(visit: Visit, size: Size, options: dict[str, Any]) -> None:
    me = arrive(visit, size, options)
    table = me.table
    player = Player(me, "following")
    skipped = 0
    reached = 1

    def evening_over() -> bool:
        at = moment(me)
        return bool(at["over"] or at["round"] > reached)

    while True:
        play(player, until=evening_over)
        if moment(me)["over"]:
            break
        reached += 1
        check_skipping(me)
        skipped += 1
        assert told.untold(me) == [], f"evening {reached - 1}"
    assert skipped >= 7
    check_end(me, table)
    assert told.untold(me) == []


def test_what_was_taken_back_is_told_no_more(visit: Visit) -> None:
    """The draft shows the die that was taken last, not one that was given back since."""
    me = visit(painted=False)
    me.go("/")
    assert me.page.evaluate(UNDOING) == [[1], [1, 5], [1]]


def test_what_is_said_is_noticed(visit: Visit) -> None:
    """A badge, a bubble at the seat, a sound that can be switched off, and one announcement."""
    ada, ben = visit(painted=False), visit("phone", painted=False)
    ada.context.add_init_script(
        'localStorage.tiefenthal = JSON.stringify({ name: "Ada", speed: "off", sound: true, soundOffered: true })'
    )
    told.record(ada)
    table = new_table(ada, {"kind": "here"}, {"kind": "link"})
    made = ada.context.request.post(
        f"/api/tables/{table}/links", data={"to": "join"}, headers={"origin": ada.address}
    ).json()
    ben.go(made["path"])
    ben.page.fill("#gate-name", "Ben")
    press(ben, "button[type=submit]")
    ada.go(f"/table/{table}")
    for one in (ada, ben):
        one.until("document.querySelector('.tv-stage, .phone-grid')")
    ada.until("document.querySelector('[data-main]')")

    def say(who: Visitor, text: str) -> None:
        who.page.evaluate(
            "async (text) => (await import('/static/js/core/game.js')).send({ type: 'chat', text })", text
        )

    def tones() -> int:
        return int(ada.page.evaluate(HEARD))

    ada.page.mouse.click(2, 300)  # a browser lets nothing sound before the first press
    say(ben, "good evening")
    ada.until("document.querySelector('.nw-bubble')?.textContent.includes('good evening')", "a bubble")
    ada.until("document.querySelector('[data-open=log] .nw-badge')?.textContent === '1'", "a badge")
    assert tones() == 1, "a sound"
    assert [one for one in told.said(ada) if "good evening" in one] == ["Ben says: good evening"]
    press(ada, ".nw-x")
    ada.until("!document.querySelector('.nw-bubble')", "the bubble can be closed")

    ada.page.evaluate("async () => (await import('/static/js/core/settings.js')).set({ chatSound: false })")
    say(ben, "are you there?")
    ada.until("document.querySelector('[data-open=log] .nw-badge')?.textContent === '2'", "two lines")
    assert tones() == 1, "no sound"
    press(ada, "[data-open=log]")
    ada.until("document.querySelector('.chat') && !document.querySelector('.nw-badge')", "what was read is not counted")

    say(ada, "I am")
    ben.until("document.querySelector('[data-tab=log] .nw-badge')?.textContent.startsWith('1')", "also in the hand")
    ben.until("document.querySelector('.nw-bubble')")
    press(ben, ".nw-answer")
    ben.until("document.querySelector('.chat') && !document.querySelector('.nw-badge')", "the chat opens")


MANY = """async () => {
    const { Inbox } = await import("/static/js/core/inbox.js");
    const { effect, signal } = await import("/static/vendor/preact.js");
    const heard = [], last = signal(0), drawn = [];
    effect(() => { drawn.push(last.value); });
    const hear = (message) => { heard.push(message); last.value = message; };
    const inbox = new Inbox(hear, (message) => message === 4);
    for (const message of [1, 2, 3, 4, 5]) inbox.take(message);
    const atOnce = [...heard];
    for (let left = 2; left > 0; left -= 1)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    for (const message of [6, 7, 4]) inbox.take(message);
    inbox.handOnAll();
    return { atOnce, heard, drawn };
}"""


@pytest.mark.parametrize(
    ("motion", "at_once", "drawn"),
    [
        ("reduce", [1], [0, 1, 3, 5, 7, 4]),
        ("no-preference", [1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6, 7, 4]),
    ],
)
def test_what_comes_before_the_next_frame_is_drawn_together(
    visit: Visit, motion: str, at_once: list[int], drawn: list[int]
) -> None:
    """Where nothing moves; and what is to be apart begins a change of its own."""
    me = visit(painted=False, reduced_motion=motion)
    me.go("/rules")
    assert me.page.evaluate(MANY) == {"atOnce": at_once, "heard": [1, 2, 3, 4, 5, 6, 7, 4], "drawn": drawn}
