"""Somebody solves puzzles at the table: a die after a wrong one, a whole evening, and what is kept of it."""

import itertools

import pytest

from harness.browser.table import press
from harness.browser.visitor import Size, Visit, Visitor
from tiefenthal.players.puzzles import Puzzle, archived, puzzle_of, puzzles
from tiefenthal.players.puzzles.today import today

EASY = ("place", "ready", "use", "end", "buy")
"""What is played by pressing the thing itself."""


def is_easy(one: Puzzle) -> bool:
    """Whether a turn is played in this way, and begins with two dice."""
    verbs = [text.split()[0] for text in one.answer]
    return verbs[:2] == ["place", "place"] and set(verbs) <= set(EASY)


def open_puzzle(me: Visitor, one: Puzzle) -> None:
    me.until(f"document.querySelector('[data-puzzle=\"{one.id}\"]')", "the list")
    press(me, f"[data-puzzle='{one.id}']")
    me.until("document.querySelector('.tv-bottom')", "the table")


def play(me: Visitor, text: str) -> None:
    """Do one action by pressing what stands for it."""
    verb, *rest = text.split()
    seen = me.page.evaluate("async () => (await import('/static/js/core/game.js')).update.value.ply")
    if verb == "place":
        press(me, f"[data-from=tray][data-die='{rest[0]}']:not([aria-disabled])")
    standing = f".tv-die-on[data-action='{text}']"  # of several dice at one space, each is pressed itself
    there = verb == "use" and me.page.locator(standing).count() > 0
    press(me, standing if there else f"[data-action='{text}']:not([aria-disabled])")
    if verb == "end" and me.page.locator("[role=dialog] [data-action=end]").count():
        press(me, "[role=dialog] [data-action=end]")  # something could still be done
    me.page.wait_for_function(
        "async (seen) => (await import('/static/js/core/game.js')).update.value.ply > seen"
        " || document.querySelector('[data-result]') !== null",
        arg=seen,
    )


def take(me: Visitor, text: str) -> None:
    """Pick a die, which decides nothing yet, and confirm it."""
    press(me, f".ph-die[data-action='{text}']")
    confirm = f"[data-action='{text}']:not(.ph-die)"
    me.until(f'document.querySelector("{confirm}")', "it can be confirmed")
    assert me.page.locator("[data-result]").count() == 0, "the first press only picks"
    press(me, confirm)


def result(me: Visitor) -> str:
    me.until("document.querySelector('[data-result]')", "the verdict")
    return str(me.page.get_attribute("[data-result]", "data-result"))


def test_a_die_and_an_evening(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/")
    press(me, "a[href='/puzzles']")
    die = next(one for one in puzzles() if one.kind == "draft")
    open_puzzle(me, die)
    take(me, die.second[0])
    assert result(me) in ("nearly", "not")
    assert die.answer[0][-1] not in me.page.inner_text(".puzzle-verdict .dialog-body").split()  # not told yet
    press(me, "[data-puzzle=retry]")
    me.until("!document.querySelector('[data-result]') && document.querySelector('[data-action^=\"take \"]')")
    take(me, die.answer[0])
    assert result(me) == "best"
    assert me.page.locator(".puzzle-reason").count() >= 1
    press(me, "[data-puzzle=next]")
    me.until(f"!location.pathname.endsWith('{die.id}') && !document.querySelector('[data-result]')", "another one")
    press(me, ".puzzle-bar a[href='/puzzles']")
    me.until("document.querySelector('[data-solved=\"1\"]')", "one is solved")

    evening = next(one for one in puzzles() if is_easy(one))
    open_puzzle(me, evening)
    # Two at once, before the first is answered: both are played, one after the other.
    me.page.evaluate(
        """async (both) => {
            const { send } = await import("/static/js/core/game.js");
            await Promise.all(both.map((action) => send({ type: "act", action })));
        }""",
        evening.answer[:2],
    )
    me.until("document.querySelectorAll('.tv-tray li.placed').length === 2", "placed")
    me.page.keyboard.press("u")
    me.until("document.querySelectorAll('.tv-tray li.placed').length === 1", "one taken back")
    me.page.keyboard.press("u")
    me.until("document.querySelector('.tv-tray') && !document.querySelector('.tv-tray li.placed')", "taken back")
    for text in evening.answer:
        play(me, text)
    assert result(me) == "best"
    me.page.reload()
    me.until("document.querySelector('.tv-bottom')", "the same puzzle")
    press(me, ".puzzle-bar a[href='/puzzles']")
    me.until("document.querySelector('[data-solved=\"2\"]')", "both are kept in this browser")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_one_with_older_numbers_opens_by_its_address_and_says_so(size: Size, visit: Visit) -> None:
    older = next(one for one in [*archived(), *puzzles()] if one.older and one.kind == "draft")
    me = visit(size, painted=False)
    me.remember()
    me.go(f"/puzzles/{older.id}")
    me.until("document.querySelector('.puzzle-older')", "the mark")
    mark = me.page.locator(".puzzle-older")
    assert mark.inner_text() == "Older numbers"
    box = mark.bounding_box()
    bar = me.page.locator(".puzzle-bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert bar["y"] <= box["y"]
    assert box["y"] + box["height"] <= bar["y"] + bar["height"]
    press(me, "[data-puzzle=show]")
    assert result(me) == "shown"
    assert "older numbers" in me.page.inner_text(".puzzle-verdict")
    press(me, "[data-puzzle=next]")
    me.until(f"!location.pathname.endsWith('{older.id}') && document.querySelector('.tv-bottom, .phone')", "another")
    me.until("!document.querySelector('[data-result]')")
    now = me.page.evaluate("location.pathname").rsplit("/", 1)[-1]
    assert now in {one.id for one in puzzles()}


def test_an_address_that_leads_nowhere(visit: Visit) -> None:
    me = visit(painted=False)
    me.expected.append("404")
    me.go("/puzzles/00000000")
    me.until("document.body.textContent.includes('Nobody lives here')", "that there is nothing")
    assert me.page.locator(".puzzle-frame").count() == 0


CUT = """() => {
    const cut = [];
    for (const panel of document.querySelectorAll(".ph-neighbour")) {
        const end = panel.getBoundingClientRect();
        for (const part of panel.querySelectorAll("*")) {
            const at = part.getBoundingClientRect();
            if (part.closest("svg") !== null || part.closest(".unseen") !== null || at.width === 0) continue;
            if (at.bottom > end.bottom + 1 || at.right > end.right + 1) cut.push(part.className);
        }
    }
    for (const name of document.querySelectorAll(".ph-tag > span:not([class])"))
        if (name.scrollWidth > name.clientWidth) cut.push(name.textContent);
    return cut;
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_the_draft_the_others_taverns_and_names_are_whole(players: int, visit: Visit) -> None:
    drafts = [one for one in [*puzzles(), *archived()] if one.kind == "draft" and one.players == players]
    fullest = max(drafts, key=lambda one: max(seat["tables"] for seat in one.position["seats"]))
    me = visit(locale="fr-FR")  # "Aubergiste" is the longest word for those without a name
    me.go(f"/puzzles/{fullest.id}")
    me.until("document.querySelector('.ph-tag > span:not([class])')", "the coasters")
    assert me.page.evaluate(CUT) == []


def test_tiles_show_the_moment_and_are_sorted(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/puzzles")
    me.until("document.querySelectorAll('.puzzle-list .puzzle-tile').length > 0", "the list")
    drawn = "document.querySelectorAll('.puzzle-list .puzzle-tile').length"
    assert me.page.evaluate(drawn) < 100  # the others come as one scrolls
    one = next(one for one in puzzles() if one.id == me.page.get_attribute(".puzzle-list .puzzle-tile", "data-puzzle"))
    own = one.position["seats"][one.seat]
    picture = f".puzzle-list [data-puzzle='{one.id}'] .puzzle-picture"
    faces = me.page.evaluate(
        f'[...document.querySelectorAll("{picture} .puzzle-tray [data-face]")].map((one) => one.dataset.face)'
    )
    assert faces == [*own["white_dice"], *own["coloured_dice"]]
    on_coaster = me.page.locator(f"{picture} .puzzle-coaster .die").count()
    assert on_coaster == (len(own["coaster"]) if one.kind == "draft" else 0)
    assert me.page.locator(f"{picture} .puzzle-guest").count() == min(len(own["seated"]), 3 if on_coaster else 5)

    me.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    me.until(f"{drawn} > 40", "more of them")
    seen = {one.id: one for one in puzzles()}
    for sort in ("grade", "theme"):
        me.page.select_option("select[name=sort]", sort)
        me.until(f"document.querySelector('[data-sort={sort}]')", "sorted")
        tiles = "[...document.querySelectorAll('.puzzle-list .puzzle-tile')].map((one) => one.dataset.puzzle)"
        shown, headings = me.page.evaluate(f"[{tiles}, document.querySelectorAll('[data-sort]').length]")
        groups = [group for group, _ in itertools.groupby(shown, key=lambda name: getattr(seen[name], sort))]
        assert len(groups) == len(set(groups)) == headings


def test_the_puzzle_of_the_day_stands_at_the_top_and_is_remembered(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    before = puzzle_of(today(), puzzles())
    me.go("/puzzles")
    me.until("document.querySelector('.puzzle-today .puzzle-tile')", "today's puzzle")
    name = me.page.get_attribute(".puzzle-today .puzzle-tile", "data-puzzle")
    assert before is not None
    assert name in {before.id, getattr(puzzle_of(today(), puzzles()), "id", None)}  # midnight may have come
    assert "Solved" not in me.page.inner_text(".puzzle-today")
    me.page.evaluate("(name) => localStorage.setItem('tiefenthal.puzzles', JSON.stringify({ [name]: 'best' }))", name)
    me.page.reload()
    me.until("document.querySelector('.puzzle-today .puzzle-tile.best')", "it is solved")
    assert "Solved!" in me.page.inner_text(".puzzle-today")
