"""A figure stands in one place: what is changed in an edition is changed for the engine, the bots, the server and the
kernel. (That a rule stands in one place is shown by tests/to_c/test_one_copy.py.)"""

from typing import Any

import pytest

from tests.figures import FIGURES
from tests.table import Table, edition_with
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.players.bots.greedy.placements import thalers_of, ways_tonight
from tiefenthal.players.bots.greedy.spending import Thalers
from tiefenthal.players.bots.greedy.worth import Worth
from tiefenthal.players.bots.search.draft_value import DraftValue
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.ordering import MoveOrdering
from tiefenthal.server.tables.board import figures_of
from tiefenthal.server.tables.tavern import seat_of

SERVER = "buy server"
OFFER = "upgrade dishwasher 1"
EDITIONS = [
    (lambda: FIGURES, 4, 6, 1),
    (lambda: edition_with(("server     = { price = 4", "server     = { price = 7")), 7, 6, 1),
    (lambda: edition_with(("{ price = 9, discount = 3,", "{ price = 11, discount = 2,")), 4, 9, 1),
    (lambda: edition_with(("{ price = 10, yields = [1, 3]", "{ price = 10, yields = [5, 6]")), 4, 6, 5),
]  # each with the price of a server, that of the dishwasher area with a card returned, and what the cashbox gives


@pytest.fixture(params=EDITIONS, ids=["as it is", "another price", "another discount", "another yield"])
def figures(request: pytest.FixtureRequest) -> tuple[Edition, int, int, int]:
    make, *known = request.param
    return (make(), *known)


def serving(edition: Edition, thalers: int) -> Table:
    """A seat with some thalers, a dishwasher to return, and a die on the cashbox."""
    table = Table(edition=edition).tavern(0, "dishwasher", "r2.2").tavern(1).stores(0, thalers=thalers)
    return table.plan(0, "6 cashbox").serving(0)


def test_the_engine_follows_an_edition(figures: tuple[Edition, int, int, int]) -> None:
    edition, price, offer, cash = figures
    for action, costs in ((SERVER, price), (OFFER, offer)):
        assert not serving(edition, costs - 1).can(0, action)
        assert serving(edition, costs).do(0, action).player(0).thalers == 0
    assert serving(edition, 0).do(0, "use cashbox").player(0).thalers == cash


def test_the_bots_follow_an_edition(figures: tuple[Edition, int, int, int]) -> None:
    edition, price, offer, cash = figures
    s = serving(edition, 0).state
    p = s.players[0]
    greedy = [one for group in Thalers(Worth(s, 0), 20).offers() for one in group]
    heuristic = HeuristicValue(s.setup)
    search = [one for group in MoveOrdering(s, 0, heuristic).knapsack(s, p).groups for one in group]
    for offers in (greedy, search):
        prices = {action.text: cost for cost, _, action in offers}
        assert (prices[SERVER], prices[OFFER]) == (price, offer)
    assert thalers_of(ways_tonight(s, p).cashbox) == cash
    worth = DraftValue(s, 0, heuristic)
    assert worth.cash == pytest.approx(worth.thaler * cash)


def test_the_server_follows_an_edition(figures: tuple[Edition, int, int, int]) -> None:
    edition, price, offer, cash = figures
    table = serving(edition, 0)
    assert figures_of(table.state.setup).cards["server"].price == price
    seen = seat_of(table.state, 0)
    assert next(area for area in seen.areas if area.area == "dishwasher").offers[1].price == offer
    assert next(space for space in seen.spaces if space.space == "cashbox").gives == {"thalers": cash}
    step = table.state.setup.flow.steps[table.state.step]
    refusals = [step.why_not(table.state, 0, parse_action(action)) for action in (SERVER, OFFER)]
    assert [dict(refusal.values)["price"] for refusal in refusals if refusal is not None] == [price, offer]


def test_the_kernel_follows_an_edition(figures: tuple[Edition, int, int, int]) -> None:
    pytest.importorskip("numpy")
    from tests.rl.kernel_comparison import POLICIES, Comparison, Seen
    from tiefenthal.rl.kernel.library import library, why_not

    kernel: Any = library()
    if kernel is None:
        pytest.skip(str(why_not()))
    comparison = Comparison(kernel, make_setup(2, 1, figures[0]), 20, "uint8", Seen())
    comparison.play(POLICIES["greedy"], 2, "one place")
