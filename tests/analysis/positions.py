"""Positions from quick games in every set-up, for the tests of the analysis."""

from collections.abc import Iterator

from tests.figures import FIGURES
from tests.setups import ALL_SETUPS
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.view import View
from tiefenthal.players.analysis.thinker import kind_of
from tiefenthal.players.bots import make_bot


def quick_game(players: int, modules: int, seed: str, evenings: int = 8) -> Game:
    """A game of the greedy bot, as many evenings as wanted."""
    game = new_game(players, modules, seed, FIGURES)
    bot = make_bot("greedy", seed)
    while not game.over and game.round <= evenings:
        seat = game.to_act[0]
        game.play(seat, bot.choose(game.view(seat), game.legal_actions(seat)))
    return game


def decisions(players: int, modules: int, seed: str) -> Iterator[tuple[str, Game, View]]:
    """Every first decision of its kind in each evening: the kind, the game there, and the view of who decides."""
    game = new_game(players, modules, seed, FIGURES)
    bot = make_bot("greedy", seed)
    seen: set[tuple[int, int, str]] = set()
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        view = game.view(seat)
        if len(legal) > 1:
            kind = kind_of(view, legal)
            if (seat, game.round, kind + game.phase) not in seen:
                seen.add((seat, game.round, kind + game.phase))
                yield kind, game, view
        game.play(seat, bot.choose(view, legal))


def some_of_each() -> list[tuple[str, Game, View]]:
    """From every set-up one decision of each kind, of another evening each time."""
    found: list[tuple[str, Game, View]] = []
    for number, (players, modules) in enumerate(ALL_SETUPS):
        missing = {"turn": 1 + number % 8, "draft": 1 + (number + 3) % 8, "arrival": 2, "choice": 2}
        for kind, game, view in decisions(players, modules, f"some {number}"):
            if kind in missing and game.round >= missing[kind]:
                del missing[kind]
                found.append((kind, game.clone(), view))
    return found
