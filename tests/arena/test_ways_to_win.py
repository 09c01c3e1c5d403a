"""Doing without a way to win: what serves it is left alone, all else goes on as ever."""

import pytest

from tests.figures import FIGURES
from tiefenthal import Game
from tiefenthal.engine.components.kinds import AREA_NAMES, BREWER_AREA, MONK_AREA, NOBLE, TABLE
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.view import View
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.stories import GameGroup, GameStory, SelfPlay
from tiefenthal.lab.arena.ways_to_win import TOO_DEAR, WAYS, Way, Without, edition_without
from tiefenthal.players.bots import Bot
from tiefenthal.players.driver import drive, seated_bots

SETUP = make_setup(2, 5, FIGURES)


class Watched(Bot):
    """Notes what another bot does, and what it takes a noble to cost."""

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot: Bot = bot
        self.done: list[Action] = []
        self.prices: set[int] = set()

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The other's choice, noted."""
        self.prices.add(view.state.setup.edition.noble_price[1])
        action = self._bot.choose(view, legal)
        self.done.append(action)
        return action


def played(name: str, way: Way | None) -> tuple[Game, list[Action]]:
    """A game in which the first seat does without a way."""
    bots = seated_bots([name, name], "ways")
    first = Watched(bots[0] if way is None else Without(bots[0], way, SETUP))
    game = drive(Game.new(SETUP, "ways"), [first, bots[1]])
    return game, first.done


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_nothing_that_serves_the_way_is_done(name: str, way: str) -> None:
    _, done = played(name, WAYS[way])
    assert [action.text for action in done if WAYS[way].serves(action)] == []
    assert len(done) > 50


def test_who_may_do_everything_does_it() -> None:
    """Else the test above would say nothing."""
    _, done = played("greedy", None)
    for way in WAYS.values():
        assert [action for action in done if way.serves(action)]


def test_the_figures_shown_leave_all_else_as_it_is() -> None:
    edition = SETUP.edition
    shown = edition_without(edition, WAYS["monastery"])
    assert shown.area_price[MONK_AREA] == TOO_DEAR
    assert shown.area_yield[MONK_AREA] == [0, 0]
    others = [area for area in range(len(AREA_NAMES)) if area != MONK_AREA]
    assert [shown.area_price[area] for area in others] == [edition.area_price[area] for area in others]
    assert (shown.noble_price, shown.price) == (edition.noble_price, edition.price)
    beer = edition_without(edition, WAYS["beer"])
    assert min(beer.noble_price[1:]) == TOO_DEAR
    assert beer.area_discount[BREWER_AREA] == 0
    assert edition_without(edition, WAYS["money"]).price[TABLE] == TOO_DEAR
    assert edition.area_yield[MONK_AREA] == [1, 2]
    assert edition.points[NOBLE] == shown.points[NOBLE]


def test_the_bot_is_shown_these_figures_and_nobody_else_is() -> None:
    """It would plan what it may not do otherwise."""
    bots = seated_bots(["random", "random"], "ways")
    inner, outer, other = Watched(bots[0]), Watched(bots[0]), Watched(bots[1])
    outer._bot = Without(inner, WAYS["beer"], SETUP)
    drive(Game.new(SETUP, "ways"), [outer, other])
    assert (inner.prices, outer.prices, other.prices) == ({TOO_DEAR}, {9}, {9})


def test_one_seat_does_without_and_the_deal_is_the_same() -> None:
    groups = (GameGroup(Setting(2, 1), False), GameGroup(Setting(2, 1), False, "", "beer"))
    work = SelfPlay("greedy", groups, "1", SETUP.edition)
    assert work.seed((0, 3)) == work.seed((1, 3))
    for number in (0, 1):
        story = work.do((1, number))
        assert isinstance(story, GameStory)
        areas = [[upgrade.area for upgrade in seat.upgrades if upgrade.how == "serving"] for seat in story.seats]
        assert not {"barrel", "brewer", "beer_storage"} & set(areas[number])
        assert {"barrel", "brewer", "beer_storage"} & set(areas[1 - number])
