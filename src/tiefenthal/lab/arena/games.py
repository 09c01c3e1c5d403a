"""One game between bots: who sits where, how it is driven, and what is kept of it."""

import hashlib
import traceback
from collections.abc import Sequence
from typing import NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.rules.scoring import points_by_source
from tiefenthal.lab.arena.times import Times
from tiefenthal.players.bots import Bot
from tiefenthal.players.driver import drive, seated_bots


class SeatResult(NamedTuple):
    """How one seat fared."""

    bot: str
    score: int
    stored: int
    points: tuple[int, ...]
    """The score by source, in the order of SOURCES."""
    share: float
    """Its part of the victory: 1, 0, or an equal part of a shared one."""
    order: int
    """Its place in the turn order of the first round; 0 began the game."""


class GameResult(NamedTuple):
    """What is kept of a finished game."""

    number: int
    seed: str
    seats: tuple[SeatResult, ...]
    decisions: int


class Failure(NamedTuple):
    """A game that could not be finished."""

    number: int
    seed: str
    bots: tuple[str, ...]
    error: str
    """What went wrong, in one line."""
    details: str
    """The whole story, for those who fix it."""
    record: str
    """The game up to there; empty when even that was lost."""


def game_seed(master: str, number: int) -> str:
    """The seed of a game of a series. It depends on nothing but the series' seed and the game's number."""
    return hashlib.sha256(f"tiefenthal simulate\n{master}\n{number}".encode()).hexdigest()[:32]


def seating(bots: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in a game of a series: names repeat until every seat has one, and move on one seat each game."""
    return tuple([bots[(seat - number) % players % len(bots)] for seat in range(players)])


def play_game(
    bots: Sequence[str | Bot],
    players: int = 2,
    modules: int = 1,
    seed: int | str | None = None,
    edition: Edition | str | None = None,
) -> Game:
    """A whole game between bots, given by name or as they are; fewer bots than players repeat in their order."""
    check_bots(bots, players)
    game = new_game(players, modules, seed, edition)
    return drive(game, seated_bots([bots[seat % len(bots)] for seat in range(players)], game.seed))


def check_bots(bots: Sequence[str | Bot], players: int) -> None:
    """Refuse no bots, and more bots than seats."""
    if not bots:
        raise ValueError("name at least one bot")
    if len(bots) > players:
        raise ValueError(f"{len(bots)} bots cannot sit at {players} seats; name at most {players}")


def play_numbered(
    number: int, bots: Sequence[str], players: int, modules: int, master: str, edition: Edition | None
) -> GameResult | Failure:
    """One game of a series."""
    return play_seated(number, game_seed(master, number), seating(bots, players, number), modules, edition)


def play_seated(
    number: int,
    seed: str,
    names: tuple[str, ...],
    modules: int,
    edition: Edition | None,
    times: Sequence[Times] | None = None,
) -> GameResult | Failure:
    """One game between the bots of these names. Whatever one of them does wrong, even wanting to end the program, ends
    that game only; its record is kept."""
    game: Game | None = None
    try:
        game = new_game(len(names), modules, seed, edition)
        first = game.state.start_player
        drive(game, seated_bots(names, seed), times)
        return _result(game, number, names, first)
    except (Exception, SystemExit) as error:
        return Failure(number, seed, names, reason_in_a_line(error), traceback.format_exc(), record_of(game))


def reason_in_a_line(error: BaseException) -> str:
    """What went wrong, without its story."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def record_of(game: Game | None) -> str:
    """The record of a game that failed, as far as there is one."""
    try:
        return "" if game is None else game.record
    except Exception:  # whatever broke the game may have broken its record too
        return ""


def _result(game: Game, number: int, names: tuple[str, ...], first: int) -> GameResult:
    outcome = game.outcome
    assert outcome is not None
    players = len(names)
    seats = tuple(
        [
            SeatResult(
                names[seat],
                outcome.scores[seat],
                outcome.stored[seat],
                points_by_source(game.state, seat),
                1 / len(outcome.winners) if seat in outcome.winners else 0.0,
                (seat - first) % players,
            )
            for seat in range(players)
        ]
    )
    return GameResult(number, game.seed, seats, game.ply)
