"""Following the others: what they do is told at the table and by the live region, once each, and can be skipped."""

from collections import Counter
from itertools import takewhile
from typing import Any

import pytest

from harness.browser.player import Player, play
from harness.browser.table import begin, check_end, moment, new_table, press
from harness.browser.visitor import Size, Visit, Visitor
from tests.browser import told

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


# In every picture of the page: how far the line that is lit lies behind what the board shows, how often what is lit
# stands on the screen, and for how many pictures in a row states wait while it is for me to decide.
WATCH_THE_LIST = """async () => {
    const { news, byOthers } = await import("/static/js/core/news.js");
    const { asked, seat } = await import("/static/js/core/game.js");
    const { held } = await import("/static/js/core/inbox.js");
    const found = window.found = { behind: 0, times: 0, lit: 0, waited: 0, held: 0 };
    const seen = (one) => one.checkVisibility({ visibilityProperty: true });
    let waiting = 0;
    const look = () => {
        const items = news.value.filter((item) => byOthers(item, seat.value));
        const lit = [...document.querySelectorAll(".told[data-news]")].filter(seen);
        const keys = new Set(lit.flatMap((one) => one.dataset.news.split(" ")));
        const last = items.findLastIndex((item) => keys.has(item.key));
        if (last >= 0) {
            found.lit += 1;
            found.behind = Math.max(found.behind, items.length - 1 - last);
            const at = [...document.querySelectorAll("[data-news]")].filter((one) =>
                seen(one) && one.dataset.news.split(" ").includes(items[last].key));
            found.times = Math.max(found.times, at.length);
        }
        waiting = asked.value && held.value > 0 ? waiting + 1 : 0;
        found.waited = Math.max(found.waited, waiting);
        found.held = Math.max(found.held, held.value);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize(
    ("size", "options"),
    [*SIZES, ("desk", {})],
    ids=["with the log", "phone", "desk"],
)
def test_the_list_is_where_the_board_is(visit: Visit, size: Size, options: dict[str, Any]) -> None:
    """With bots that play quickly: what is told is what the board has just been drawn with, it stands on
    the screen once, and nothing is held back from whoever has to decide."""
    me = visit(size, painted=False, **{**options, "reduced_motion": "no-preference"})
    at_once = size != "phone"  # there sheets come in moving, and somebody pressing as fast finds them out of sight
    me.remember({"players": 4, "modules": 5, "pace": "instant" if at_once else "brisk"}, speed="normal")
    me.go("/")
    begin(me)
    me.page.evaluate(WATCH_THE_LIST)
    play(Player(me, "list"), until=lambda: moment(me)["round"] > 1)
    found = me.page.evaluate("window.found")
    assert found["lit"] > 0
    assert found["held"] > 0 or not at_once, "the board waits until it can have been read"
    assert found["behind"] == 0
    assert found["times"] == 1
    assert found["waited"] <= 2, "only until what came before it is painted"


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
    reached = 1

    def evening_over() -> bool:
        at = moment(me)
        return bool(at["over"] or at["round"] > reached)

    while True:
        play(player, until=evening_over)
        if moment(me)["over"]:
            break
        reached += 1
        assert told.untold(me) == [], f"evening {reached - 1}"
    assert reached >= 8
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


# Messages are numbers: from 10 on they tell something that takes long to read, 4 is apart, 20 asks me, 30 is no state.
MAIL = """async () => {
    const { Inbox, held } = await import("/static/js/core/inbox.js");
    const { effect, signal } = await import("/static/vendor/preact.js");
    const last = signal(0);
    window.heard = [];
    window.drawn = [];
    window.held = held;
    effect(() => {
        window.drawn.push(last.value);
        if (last.value >= 10) window.inbox?.rest(window.long ?? 1e6);
    });
    const hear = (message) => { window.heard.push(message); last.value = message; };
    const manner = (message) => ({
        apart: message === 4, urgent: message === 20, aside: message === 30, picture: message === 15,
    });
    window.inbox = new Inbox(hear, manner);
    window.pictures = async () => {
        for (let left = 2; left > 0; left -= 1)
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    };
}"""
MANY = """async () => {
    for (const message of [1, 2, 3, 4, 5]) inbox.take(message);
    const atOnce = [...heard];
    await pictures();
    for (const message of [6, 7, 4]) inbox.take(message);
    inbox.handOnAll();
    return { atOnce, heard, drawn };
}"""
HELD = """async () => {
    const found = [];
    const note = () => { found.push([[...heard], [...drawn], held.value]); };
    for (const message of [1, 10, 11, 30, 2]) inbox.take(message);
    note();
    inbox.catchUp();
    note();
    inbox.take(12);
    for (const message of [13, 15, 14, 20]) inbox.take(message);
    note();
    while (inbox.painting) await pictures();
    note();
    return found;
}"""
READ = """async () => {
    window.long = 300;
    for (const message of [10, 11, 12, 13]) inbox.take(message);
    const atOnce = [...heard];
    while (held.value > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return { atOnce, drawn };
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
    me.page.evaluate(MAIL)
    assert me.page.evaluate(MANY) == {"atOnce": at_once, "heard": [1, 2, 3, 4, 5, 6, 7, 4], "drawn": drawn}


def test_the_next_state_waits_until_this_one_is_read(visit: Visit) -> None:
    """It is drawn at once, with all that has come, when somebody presses something or when I am asked; what begins with
    dice or guests has a picture of its own even then. Answers and lines of the chat wait for nothing."""
    me = visit(painted=False, reduced_motion="no-preference")
    me.go("/rules")
    me.page.evaluate(MAIL)
    held, pressed, asked, end = me.page.evaluate(HELD)
    assert held == [[1, 10, 30], [0, 1, 10, 30], 2]
    assert pressed == [[1, 10, 30, 11, 2], [0, 1, 10, 30, 2], 0]
    assert asked == [[*pressed[0], 12, 13, 15], [*pressed[1], 12, 15], 2]
    assert end == [[*asked[0], 14, 20], [*asked[1], 20], 0]


@pytest.mark.parametrize(("motion", "at_once"), [("reduce", [10]), ("no-preference", [10])])
def test_what_is_read_goes_on_by_itself(visit: Visit, motion: str, at_once: list[int]) -> None:
    me = visit(painted=False, reduced_motion=motion)
    me.go("/rules")
    me.page.evaluate(MAIL)
    found = me.page.evaluate(READ)
    assert found["atOnce"] == at_once
    assert found["drawn"] == ([0, 10, 13] if motion == "reduce" else [0, 10, 11, 12, 13])
