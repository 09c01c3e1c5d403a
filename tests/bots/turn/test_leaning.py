"""A leaning is a sum over the traits of a tavern, and the search goes where it leans."""

import random

import pytest

from tests.bots.neural.tables import some_turns
from tests.table import Table
from tiefenthal.bots.turn import QUICK, best_turns
from tiefenthal.bots.turn.leaning import AREAS, AT_RING, AT_TRACK, BOOK, KINDS, TOP, TRAITS, Leaning, traits
from tiefenthal.bots.turn.outlook import Outlook, OutlookJudge
from tiefenthal.bots.turn.tavern import Tavern, survey
from tiefenthal.chance import SeededChance
from tiefenthal.components.kinds import BARBACK, BREWER, SERVER, SERVER_AREA, TABLE


def test_it_is_the_sum_over_all_traits() -> None:
    rng = random.Random(3)
    leaning = Leaning([rng.uniform(-5.0, 5.0) for _ in range(TRAITS)])
    seen = [0.0] * TRAITS
    for s, seat in some_turns():
        found = traits(survey(s, seat))
        seen = [a or b for a, b in zip(seen, found, strict=True)]
        assert leaning.of(survey(s, seat)) == pytest.approx(
            sum([points * trait for points, trait in zip(leaning.points, found, strict=True)])
        )
    for first in (KINDS, TOP, AREAS, AT_TRACK, AT_RING, BOOK):
        assert sum([1 for trait in seen[first : first + 4] if trait]) >= 1, first


def test_it_is_added_to_the_outlook_while_evenings_follow() -> None:
    leaning = Leaning([2.0] + [0.0] * (TRAITS - 1))
    later = []
    for s, seat in some_turns():
        outlook, leaning_one = Outlook(s.setup), Outlook(s.setup)
        leaning_one.leaning = leaning
        t = survey(s, seat)
        assert leaning_one.model(t) == outlook.value(t)
        more = 2.0 if t.left else 0.0
        assert leaning_one.value(t) == pytest.approx(outlook.value(t) + more)
        later.append(t.left > 0)
    assert set(later) == {True, False}


@pytest.mark.parametrize("wanted", [SERVER, TABLE, BARBACK, BREWER])
def test_the_search_shows_first_what_it_leans_towards(wanted: int) -> None:
    """With an effort for a single end, that is what the guide likes best."""
    t = Table(evening=4).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=16).serving(0)
    before = survey(t.state, 0)

    def first(trait: int) -> Tavern:
        points = [0.0] * TRAITS
        points[trait] = 40.0
        outlook = Outlook(t.state.setup)
        outlook.leaning = Leaning(points)
        turns = best_turns(t.state, 0, OutlookJudge(), QUICK._replace(ends=1), SeededChance("none"), outlook)
        return survey(turns[0].after, 0)

    assert first(KINDS + wanted).kinds[wanted] == before.kinds[wanted] + 1
    assert first(AREAS + SERVER_AREA).upgraded == 1 << SERVER_AREA
