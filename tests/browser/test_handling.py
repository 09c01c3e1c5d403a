"""What a press means where many dice may stand, and that everything explains itself."""

import functools
from itertools import pairwise
from typing import Any

import pytest

from harness.browser.table import press
from harness.browser.visitor import Size, Visit, Visitor
from tests.browser.posed import commands, played, pose, sit_down
from tiefenthal.engine.game import Game

HELD = "async () => (await import('/static/js/core/game.js')).hand.value?.at ?? null"


def places(game: Game, space: str) -> list[str]:
    """The dice of the first seat that could go there."""
    return [
        one.text for one in game.legal_actions(0) if one.text.startswith("place ") and one.text.endswith(f" {space}")
    ]


@functools.cache
def third_die() -> Game:
    """A game in planning in which a die stands on the brewer and a 1 and a 6 could join it."""
    for seed in range(400):
        game = played(2, 1, str(seed), lambda one: one.phase == "planning" and 0 in one.to_act)
        if game is not None and places(game, "brewer") == ["place 1 brewer", "place 6 brewer"]:
            for first in places(game, "brewer"):
                trial = game.clone()
                trial.play(0, first)
                if len(places(trial, "brewer")) == 2:
                    return trial
    raise AssertionError("no such dice")


def test_the_open_guest_is_promised_to_the_first_alone(visit: Visit) -> None:
    """A-10: all choose at once, and whoever comes first in turn order takes the guest on top of the pile."""
    me = visit(painted=False)
    sit_down(me, 2, 1)
    game = played(2, 1, "guests", lambda one: one.phase == "evening" and len(one.to_act) == 2)
    assert game is not None
    first = game.state.start_player
    for seat in (first, 1 - first):
        me.page.evaluate("(n) => import('/static/js/core/game.js').then((game) => { game.seat.value = n; })", seat + 1)
        pose(me, game, seat)
        me.page.keyboard.press("1")
        me.until("document.querySelector('.tv-main:not(.choose)')")
        panel, button = me.page.inner_text(".ph-words"), me.page.inner_text(".tv-main b")
        assert ("in turn order" in panel, button == "Take: A guest") == (seat != first,) * 2


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_press_on_the_brewer_places_another_die(visit: Visit, size: Size) -> None:
    """With dice there and none in hand: on the card it is another die from the tray, on a die that one is taken up."""
    me = visit(size, painted=False)
    sit_down(me, 2, 1)
    game = third_die().clone()
    pose(me, game)
    if size == "phone":
        press(me, ".phone-halves button:last-child")
        me.until("document.querySelector('[data-space=brewer]').getBoundingClientRect().left < innerWidth / 2 + 10")
    brewer = me.page.locator("[data-space=brewer]")

    def on_the_card() -> None:
        box = brewer.bounding_box()
        assert box is not None
        if me.touch:
            brewer.tap(position={"x": box["width"] / 2, "y": 14})
        else:
            brewer.click(position={"x": box["width"] / 2, "y": 14})
        me.rest()

    # Two faces fit: the next press says which.
    on_the_card()
    assert me.page.evaluate(HELD) is None
    assert commands(me) == []
    press(me, ".tv-tray li.fits [data-die='6']" if size == "desk" else ".phone-chip[data-action='place 6 brewer']")
    assert commands(me) == ["place 6 brewer"]

    # One fits: it goes there at once, also as the third.
    game.play(0, "place 6 brewer")
    rest = places(game, "brewer")
    if len(rest) == 1:
        pose(me, game)
        on_the_card()
        assert commands(me) == rest

    # A die that stands there is taken up by pressing it.
    pose(me, game)
    press(me, "[data-from=brewer][data-die]" if size == "desk" else "[data-space=brewer] [data-lies]")
    me.rest()
    assert me.page.evaluate(HELD) == "brewer"
    assert commands(me) == []


# What a press on each space means with each die in hand: the action it plays, or the reason why not.
MEANT = """async () => {
    const { hand, me } = await import("/static/js/core/game.js");
    const { meaning } = await import("/static/js/core/interaction.js");
    const found = [];
    for (const { face, at, own } of me.value.dice.filter((die) => die.at !== "used")) {
        hand.value = { face, at, own };
        for (const { space } of [...me.value.tables, ...me.value.spaces]) {
            const now = meaning(space);
            const said = { play: now.offer?.action, refuse: now.why?.reason.code ?? null }[now.does];
            found.push([face, at, space, said === undefined ? now.does : said]);
        }
    }
    hand.value = null;
    return found;
}"""


def test_a_press_means_what_the_rules_say(visit: Visit) -> None:
    """With a die of the tray in hand and with one that stands on the brewer."""
    me = visit(painted=False)
    sit_down(me, 2, 1)
    game = third_die()
    pose(me, game)
    legal = {one.text for one in game.legal_actions(0)}
    kinds = set()
    for face, at, space, said in me.page.evaluate(MEANT):
        if at == space:
            assert said == "drop"
        elif at == "tray":
            refusal = game.why_not(0, f"place {face} {space}")
            assert said == (f"place {face} {space}" if refusal is None else refusal.code)
        elif f"move {at}:{face} {space}" in legal:
            assert said == f"move {at}:{face} {space}"
        else:
            assert said is None or said in legal
        kinds.add(str(said).partition(" ")[0])
    assert {"place", "drop", "no-way"} <= kinds


# --- everything explains itself

# Every sign and number in sight, and what they say: each belongs to something that takes the focus and then has a tip.
# A seat's mark is the name of a player, and what a heading or a sentence says needs no tip.
WALK = """async (root) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const inSight = (one) => one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true });
    const signs = [...document.querySelectorAll(root)].flatMap((part) => [...part.querySelectorAll(
        "svg.ic:not(.mark), .coin, .mug, .shield, .die, .tv-spot, .times, .stock"
    )]).filter((one) => inSight(one) && !one.matches(".phone-visit > *"));
    const dumb = [];
    const things = new Map();
    for (const sign of signs) {
        const thing = sign.closest("button, [tabindex]");
        if (thing === null) dumb.push(`nothing explains ${sign.outerHTML.slice(0, 90)}`);
        else if (!things.has(thing)) things.set(thing, sign);
    }
    document.activeElement?.blur();
    while (document.querySelector(".tip")) await frame();
    for (const [thing, sign] of things) {
        const { left, top, width, height } = sign.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const on = hit?.closest("button, [tabindex]") ?? null;
        if (hit !== null && !hit.closest("footer, .phone-dock, .phone-tabs") && !things.has(on))
            dumb.push(`a mouse on ${thing.outerHTML.slice(0, 110)} points at ${hit.outerHTML.slice(0, 90)}`);
    }
    const found = [];
    for (const thing of things.keys()) {
        if (!thing.isConnected) continue;
        document.activeElement?.blur();
        await frame();
        thing.focus({ focusVisible: true });
        let tip = null;
        for (let left = 12; left > 0 && tip === null; left -= 1) {
            await frame();
            tip = document.querySelector(".tip");
        }
        const name = thing.outerHTML.slice(0, 110);
        if (tip === null) { dumb.push(`${name} says nothing`); continue; }
        const [at, box] = [thing.getBoundingClientRect(), tip.getBoundingClientRect()];
        const over = Math.max(0, Math.min(at.right, box.right) - Math.max(at.left, box.left))
            * Math.max(0, Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top));
        if (over > 4) dumb.push(`the tip covers ${Math.round(over)} px of ${name}`);
        const [title, ...rest] = [...tip.querySelectorAll("p")].map((one) => one.textContent.trim());
        found.push({ title, text: rest.join(" "), data: { ...thing.dataset } });
    }
    document.activeElement?.blur();
    return { dumb, found };
}"""
FIGURES = "async () => (await import('/static/js/core/game.js')).figures.value"


@functools.cache
def late_evening() -> Game:
    """Four players with all modules, in the serving of the first seat, late enough for everything to lie there."""
    for seed in range(60):
        game = played(
            4, 5, f"late {seed}", lambda one: one.round >= 6 and one.phase == "serving" and one.to_act == (0,)
        )
        if game is not None and game.state.players[0].upgraded and game.state.players[0].counter_guests:
            return game
    raise AssertionError("no such evening")


def walk(me: Visitor, root: str) -> list[dict[str, Any]]:
    """Go to everything below these that is drawn; what each says."""
    me.page.keyboard.press("Tab")  # the keyboard is in use
    heard = me.page.evaluate(WALK, root)
    assert heard["dumb"] == []
    for one in heard["found"]:
        assert one["title"], one
        assert one["text"] or one["data"].get("open") in {"log", "keys", "menu"}, one
    found: list[dict[str, Any]] = heard["found"]
    return found


def check_track(found: list[dict[str, Any]], hook: str, figures: list[Any]) -> None:
    """Each space of a track is explained, and neighbours that give something else say something else."""
    spaces = {int(one["data"][hook]): one for one in found if hook in one["data"]}
    assert sorted(spaces) == [number for number, _ in figures], hook
    for (one, gives), (other, brings) in pairwise(figures):
        assert spaces[one]["title"] != spaces[other]["title"]
        assert (spaces[one]["text"] != spaces[other]["text"]) or gives == brings, (spaces[one], spaces[other])


def check_tracks(me: Visitor, found: list[dict[str, Any]]) -> None:
    """The moon, the monastery path and the ring of reputation are explained, space by space."""
    figures = me.page.evaluate(FIGURES)
    check_track(found, "evening", list(enumerate(figures["evenings"], 1)))
    check_track(found, "step", list(enumerate(figures["monastery"])))
    check_track(found, "ring", list(enumerate(figures["ring"]))[1:])


def test_everything_on_the_table_explains_itself(visit: Visit) -> None:
    me = visit()  # painted: a mouse points at what is drawn
    sit_down(me, 4, 5)
    pose(me, late_evening())
    found = walk(me, ".tv-status, .tv-main-area, .tv-bottom")
    check_tracks(me, found)
    assert len(found) > 110
    # By mouse too, and beside the space, not over it.
    me.page.locator("[data-step='12']").hover()
    me.until("document.querySelector('.tip')")
    assert "12" in me.page.inner_text(".tip .tip-title")
    me.page.mouse.move(2, 2)
    me.page.keyboard.press("g")
    me.until("document.querySelector('.tv-book-window')")
    me.rest()
    cells = walk(me, ".tv-book-pages tbody")
    assert len(cells) == len({one["title"] for one in cells})


def test_everything_in_the_hand_explains_itself(visit: Visit) -> None:
    me = visit("phone", painted=False)
    sit_down(me, 4, 5)
    pose(me, late_evening())
    found = walk(me, ".phone-stores, .phone-half:first-child, .phone-dock")
    press(me, ".phone-halves button:last-child")
    found += walk(me, ".phone-half:last-child")
    for tab in ("market", "others", "tracks"):
        press(me, f"[data-tab={tab}]")
        me.rest()
        found += walk(me, "#table-main")
    by_number = {one["data"]["ring"]: one for one in found if "ring" in one["data"]}
    check_tracks(me, [one for one in found if "ring" not in one["data"]] + list(by_number.values()))
    # A finger that rests on a space is told the same.
    me.page.locator("[data-step='12']").dispatch_event("touchstart")
    me.until("document.querySelector('.tip')")
    assert "12" in me.page.inner_text(".tip .tip-title")
