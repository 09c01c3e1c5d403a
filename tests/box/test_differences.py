"""How a box differs from the reference edition, figure by figure and card by card."""

from tests.box.boxes import other_box
from tiefenthal.engine.box import make_edition
from tiefenthal.engine.box.differences import Place, card_differences, differences
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.kinds import BREWER, GIVES_CARD, bonus


def test_the_same_figures_do_not_differ() -> None:
    same = make_edition("The same", {})
    assert differences(same, load_edition()) == []
    assert card_differences(same, load_edition()) == []


def test_one_figure() -> None:
    edition = make_edition("Mine", {"areas.safe.price": 9, "monastery.1": "brewer"})
    found = [(one.place, one.here, one.usual) for one in differences(edition, load_edition())]
    usual = load_edition().area_price[5]
    assert found == [
        (Place("areas", "safe", what="price"), 9, usual),
        (Place("monastery", number=1), (bonus(GIVES_CARD, BREWER),), ()),
    ]


def test_one_card() -> None:
    edition, reference = make_edition("Mine", {"regulars.1.die": 6}), load_edition()
    found = card_differences(edition, reference)
    assert sum(one.here - one.usual for one in found) == 0
    assert [one.face.die for one in found if one.here > one.usual] == [6]
    assert {one.face.cost for one in found} == {0}


def test_every_figure_that_was_entered_differently_is_named() -> None:
    edition = make_edition("Mine", other_box())
    parts = {one.place.part for one in differences(edition, load_edition())}
    assert parts == {"cards", "areas", "monastery", "winter", "ring", "book"}
    assert len(card_differences(edition, load_edition())) > 40
