"""Every bot of this package: what it answers is legal and follows from its view alone, and it says how it plays."""

from collections.abc import Callable
from typing import ClassVar

import pytest

from tests.bots.mcts.clock import CountedClock
from tiefenthal import Game, SeededChance, determinize, new_game
from tiefenthal.engine.view import view_of
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.levels import LEVELS, Innkeeper
from tiefenthal.players.bots.mcts import MctsBot, Settings
from tiefenthal.players.bots.planner import PlannerBot
from tiefenthal.players.bots.registry import BUILT_IN, level_of, words_about
from tiefenthal.players.bots.search import QUICK, Effort, SearchBot


class PatientInnkeeper(Innkeeper):
    """Has all the time it needs: what a test finds must not hang on the clock."""

    effort: ClassVar[Effort] = QUICK


def _mcts(seed: int | str) -> Bot:
    tiny = Effort(plans=2, nodes=60, ends=6, sets=2, samples=0)
    return MctsBot(seed, Settings(seconds=0.03, trials=4, turns=3, root=tiny, inner=tiny, clock=CountedClock()))


PATIENT: dict[str, Callable[[int | str], Bot]] = {
    "planner": lambda seed: PlannerBot(seed, effort=QUICK),
    "innkeeper": PatientInnkeeper,
    "mcts": _mcts,
}
SEARCHING = ("planner", "hasty", "mcts", "swift", "neural")
ELSEWHERE = ("neural", "master")
"""The neural bot has this test among its own; the master only passes on what another bot answers."""
TESTED = [name for name in BUILT_IN if name not in ELSEWHERE]


def patient(name: str, seed: int | str = 1) -> Bot:
    return PATIENT[name](seed) if name in PATIENT else make_bot(name, seed)


def moments(players: int, modules: int, every: int) -> list[tuple[Game, int]]:
    """Moments of a game with the seat that is asked, about one of so many decisions."""
    game = new_game(players, modules, f"every bot {players} {modules}")
    bots = [make_bot("journeyman" if seat % 2 else "random", seat) for seat in range(players)]
    found: list[tuple[Game, int]] = []
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        if len(legal) > 1 and game.ply % every == 0:
            found.append((game.clone(), seat))
        game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))
    return found


MOMENTS = [*moments(2, 1, 23), *moments(3, 5, 29)]


@pytest.mark.parametrize("name", TESTED)
def test_the_choice_is_legal_and_follows_from_the_view_alone(name: str) -> None:
    """Other orders of the hidden piles, and another seed of the game: the same choice."""
    for game, seat in MOMENTS:
        view = game.view(seat)
        legal = game.legal_actions(seat)
        choice = patient(name).choose(game.view(seat), legal[:])
        assert choice in legal
        other = Game.from_state(determinize(view, SeededChance("another")), SeededChance("other luck"), "other seed")
        assert patient(name).choose(view_of(other.state, seat), legal[:]) is choice


@pytest.mark.parametrize("name", TESTED)
def test_choosing_leaves_the_list_of_the_caller_and_the_view_usable(name: str) -> None:
    for game, seat in MOMENTS[::6]:
        view = game.view(seat)
        before = view.legal_actions()
        legal = game.legal_actions(seat)
        patient(name).choose(view, legal)
        assert view.legal_actions() == before
        assert legal == before


@pytest.mark.parametrize("name", SEARCHING)
def test_all_that_search_decide_on_one_path(name: str) -> None:
    assert type(make_bot(name)).choose is SearchBot.choose


def test_each_says_how_it_plays_in_a_sentence() -> None:
    for name in BUILT_IN:
        assert words_about(name).endswith(".")
        assert len(words_about(name)) < 100


def test_the_levels_for_people_are_numbered_from_the_weakest() -> None:
    assert [level_of(name) for name in ("apprentice", "journeyman", "innkeeper", "master")] == [1, 2, 3, 4]
    assert {name for name in BUILT_IN if level_of(name)} == {maker(1).name for maker in LEVELS}
    assert level_of("greedy") == level_of("nobody") == 0
    order = list(BUILT_IN)
    assert order.index("random") < order.index("apprentice") < order.index("journeyman") < order.index("greedy")
    assert order.index("greedy") < order.index("innkeeper") < order.index("planner") < order.index("hasty")
    assert order.index("hasty") < order.index("mcts") < order.index("swift") < order.index("neural")
    assert order[-1] == "master"
