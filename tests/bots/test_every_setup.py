"""Bots in whole games: legal in all fifteen set-ups, blind to what is hidden, and the greedy one clearly the better."""

import itertools

import pytest

from tests.figures import FIGURES
from tests.setups import fields_of
from tiefenthal import Action, Game, SeededChance, View, determinize, new_game
from tiefenthal.engine.rules.actions import MOVE, SWAP, UNREADY
from tiefenthal.engine.view import view_of
from tiefenthal.lab.arena import play_game
from tiefenthal.players.bots import Bot, make_bot

SETUPS = list(itertools.product((2, 3, 4), (1, 2, 3, 4, 5)))


class Watched(Bot):
    """Passes on what a bot chooses and notes whatever is wrong with it."""

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self.bot = bot
        self.faults: list[str] = []
        self.asked = 0

    def choose(self, view: View, legal: list[Action]) -> Action:
        self.asked += 1
        assert view.legal_actions() == legal
        action = self.bot.choose(view, legal[:])
        if action not in legal:
            self.faults.append(f"{action} is not legal")
        if self.bot.name == "greedy" and action.kind in (MOVE, SWAP, UNREADY):
            self.faults.append(f"{action} goes back on something")
        return action


@pytest.mark.parametrize(("players", "modules"), SETUPS)
def test_bots_are_always_legal_and_greedy_wins(players: int, modules: int) -> None:
    for number in range(2):
        names = ["greedy" if (seat + number) % 2 == 0 else "random" for seat in range(players)]
        bots = [Watched(make_bot(name, number)) for name in names]
        game = play_game(bots, players, modules, f"legal {players} {modules} {number}")
        assert game.over
        assert game.outcome is not None
        assert [bot.faults for bot in bots] == [[]] * players
        assert all(bot.asked < 500 for bot in bots)
        assert all(names[winner] == "greedy" for winner in game.outcome.winners)
        worst = min(score for score, name in zip(game.scores, names, strict=True) if name == "greedy")
        best = max(score for score, name in zip(game.scores, names, strict=True) if name == "random")
        assert worst > best + 20


def test_greedy_beats_random_over_a_series_and_scores_like_people() -> None:
    mine: list[int] = []
    theirs: list[int] = []
    for number in range(10):
        game = play_game(["greedy", "random"], 2, 1, f"series {number}", edition=FIGURES)
        mine.append(game.scores[0])
        theirs.append(game.scores[1])
    assert all(one > other for one, other in zip(mine, theirs, strict=True))
    assert 80 <= sum(mine) / len(mine) <= 140


def _positions(players: int, modules: int) -> list[tuple[Game, int]]:
    """Moments of a game, about one in six decisions, with the seat that is asked."""
    game = new_game(players, modules, f"moments {players} {modules}")
    bots = [make_bot("greedy" if seat % 2 else "random", seat) for seat in range(players)]
    moments: list[tuple[Game, int]] = []
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        if len(legal) > 1 and game.ply % 6 == 0:
            moments.append((game.clone(), seat))
        game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))
    return moments


@pytest.mark.parametrize("modules", [1, 3, 5])
def test_the_choice_depends_on_the_view_alone(modules: int) -> None:
    """Other orders of the hidden piles, another seed of the game: the same choice."""
    kept = make_bot("greedy", 1)
    for game, seat in _positions(2, modules):
        view = game.view(seat)
        legal = game.legal_actions(seat)
        for name in ("greedy", "random"):
            choice = make_bot(name, 1).choose(view, legal)
            for luck in ("one", "two"):
                other = determinize(view, SeededChance(luck))
                assert make_bot(name, 1).choose(view_of(other, seat), legal) is choice
        assert kept.choose(game.view(seat), legal) is make_bot("greedy", 1).choose(view, legal)


def test_choosing_leaves_the_view_alone() -> None:
    for game, seat in _positions(2, 5)[::5]:
        view = game.view(seat)
        make_bot("greedy", 1).choose(view, game.legal_actions(seat))
        assert view.legal_actions() == game.view(seat).legal_actions()
        assert vars_of(view) == vars_of(game.view(seat))


def vars_of(view: View) -> list[object]:
    """Everything in the seats of a view, in a form that can be compared."""
    return [[getattr(p, name) for name in fields_of(type(p))] for p in view.state.players]


def test_the_same_seeds_give_the_same_game() -> None:
    for names in (["greedy", "random"], ["random", "random"]):
        one = play_game(names, 2, 5, 11)
        two = play_game(names, 2, 5, 11)
        assert one.record == two.record
