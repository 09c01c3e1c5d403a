"""What the game is about: told once to whoever is new, to be had again, with the figures of the edition."""

from harness.browser.table import begin, new_table, press
from harness.browser.visitor import Visit
from tests.figures import FIGURES
from tiefenthal.engine.components import built_in_edition, load_edition
from tiefenthal.engine.components.kinds import GIVES_NOBLE, NOBLE, bonus_what

CARD = "document.querySelector('.learn-dialog .about-card')"


def test_a_newcomer_is_told_once_what_one_plays_for(visit: Visit) -> None:
    me = visit(painted=False, newcomer=True)
    me.remember()
    me.go("/")
    assert not me.page.locator("[role=dialog]").count(), "nothing is in the way of the start"
    begin(me)
    me.until(CARD, "the card")
    said = me.page.inner_text(".learn-dialog")
    edition = load_edition()
    assert f"{edition.rounds} evenings" in said
    most = max(edition.points[edition.first_guest :])
    assert f"{edition.points[NOBLE]} on every noble, up to {most} on a guest" in said
    one, two, three = edition.noble_price[1:]
    assert f"for {one} beer, two for {two}, three for {three}" in said
    me.until("document.activeElement.matches('.learn-dialog [data-done]')", "the main button has the focus")
    me.page.keyboard.press("Enter")
    me.until(f"!{CARD}")
    me.page.reload()
    me.until("document.querySelector('.tv-stage')")
    me.rest()
    assert not me.page.locator("[role=dialog]").count(), "it is shown once"

    # It can be had again, and leads on to how an evening goes and what makes an inn great.
    press(me, "[data-open=menu]")
    press(me, "[data-open=learn]")
    me.until(CARD)
    press(me, "[data-next]")
    me.until("document.querySelectorAll('.learn-steps li').length === 6", "the evening")
    press(me, "[data-next]")
    me.until("document.querySelectorAll('.learn-areas li').length === 9", "the inn")
    prices = me.page.locator(".learn-areas .coin").all_text_contents()
    assert sorted(map(int, prices)) == sorted(edition.area_price)
    press(me, "[data-done]")
    me.until("!document.querySelector('[role=dialog]')")


def test_where_points_come_from_hangs_on_the_edition(visit: Visit) -> None:
    """The path to the monastery is named where it brings nobles, and only there."""
    without = built_in_edition("76abffb74a5078c1")
    assert without is not None
    for edition, said_of_it in (
        (FIGURES, "2 spaces on the track bring a noble"),
        (load_edition(), "1 space on the track brings a noble"),
        (without, ""),
    ):
        me = visit(painted=False)
        me.remember()
        seats = ({"kind": "here"}, {"kind": "bot", "bot": "random"})
        me.go(f"/table/{new_table(me, *seats, edition_text=edition.text)}")
        press(me, "[data-open=menu]")
        press(me, "[data-open=learn]")
        me.until(CARD)
        said = me.page.inner_text(".learn-dialog")
        nobles = sum(bonus_what(bonus) == GIVES_NOBLE for bonus in edition.monastery)
        assert ("Visit the monastery" in said) == (nobles > 0)
        assert (f"{nobles} space" in said) == (nobles > 0)
        assert said_of_it in said


def test_an_invitation_comes_first(visit: Visit) -> None:
    """Who comes by a link is let in and waits for the others, before anything is explained."""
    me = visit(painted=False)
    table = new_table(me, {"kind": "here"}, {"kind": "link"}, {"kind": "link"})
    links = me.context.request.post(
        f"/api/tables/{table}/links", data={"to": "join"}, headers={"origin": me.address}
    ).json()
    friend = visit("phone", painted=False, newcomer=True)
    friend.go(links["path"])
    friend.until("document.querySelector('#gate-name')", "the gate")
    assert not friend.page.locator("[role=dialog]").count()
    friend.page.fill("#gate-name", "Ben")
    press(friend, "button[type=submit]")
    friend.until("document.querySelector('.waiting-card')", "the waiting room")
    assert not friend.page.locator("[role=dialog]").count()


def test_how_to_play_stands_before_the_rules(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/rules")
    me.until("document.querySelectorAll('.learn-areas li').length === 9", "the pages with pictures")
    me.until("document.querySelector('.rules-list')", "the numbered rules")
    first = me.page.evaluate("document.querySelector('.rules-paper .learn').nextElementSibling.className")
    assert first == "rules-intro"
    me.page.fill(".rules-search input", "noble")
    me.until("!document.querySelector('.learn')", "searching finds rules")
