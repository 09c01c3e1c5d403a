"""The planner as a bot: found by its name, and clearly better than the greedy one."""

import pytest

from tiefenthal.lab.arena import play_game
from tiefenthal.players.bots import make_bot
from tiefenthal.players.bots.planner import EFFORT, PlannerBot
from tiefenthal.players.bots.search import QUICK

UNHURRIED = QUICK._replace(seconds=0.0)


def test_it_is_found_by_its_name() -> None:
    bot = make_bot("planner", 3)
    assert isinstance(bot, PlannerBot)
    assert bot.effort == EFFORT


def test_its_time_is_far_beyond_what_it_needs() -> None:
    """Time decides nothing in an ordinary game: a decision takes some milliseconds."""
    assert EFFORT.seconds >= 0.5


GAMES = 40


@pytest.mark.parametrize(("modules", "margin"), [(1, 6), (3, 10)])
def test_it_scores_more_than_the_greedy_bot(modules: int, margin: int) -> None:
    mine = theirs = 0
    for number in range(GAMES):
        seat = number % 2
        bots = [make_bot("greedy", number), make_bot("greedy", number)]
        bots[seat] = PlannerBot(number, None, UNHURRIED)
        game = play_game(bots, 2, modules, f"planner {number // 2}")
        mine += game.scores[seat]
        theirs += game.scores[1 - seat]
    assert mine > theirs + GAMES * margin
