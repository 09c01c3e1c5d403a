"""One game between bots: who sits where, how it is driven, and what is kept of it."""

import hashlib
import traceback
from collections.abc import Sequence
from typing import Final, NamedTuple

from tiefenthal.bots import Bot, make_bot
from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import NOBLE
from tiefenthal.game import Game, new_game
from tiefenthal.rules.arrival import cards_in_tavern
from tiefenthal.rules.modules.reputation import reputation_points
from tiefenthal.rules.modules.schnapps import schnapps_points
from tiefenthal.rules.state import State

SOURCES: Final = ("nobles", "guests", "other cards", "schnapps", "reputation")
"""Where points come from."""


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
    """The whole story, for whoever mends it."""
    record: str
    """The game up to there; empty when even that was lost."""


def game_seed(master: str, number: int) -> str:
    """The seed of a game of a series. It depends on nothing but the series' seed and the game's number."""
    return hashlib.sha256(f"tiefenthal simulate\n{master}\n{number}".encode()).hexdigest()[:32]


def seating(bots: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in a game of a series: names repeat until every seat has one, and move on one seat each game."""
    return tuple([bots[(seat - number) % players % len(bots)] for seat in range(players)])


def seated_bots(names: Sequence[str | Bot], seed: str) -> list[Bot]:
    """A bot for each seat; those given by name get a seed that follows from the game's."""
    return [
        make_bot(name, f"{seed} bot {seat + 1}") if isinstance(name, str) else name for seat, name in enumerate(names)
    ]


def drive(game: Game, bots: Sequence[Bot]) -> Game:
    """Play a game to its end. Where there is only one legal action the driver submits it, recorded like any other."""
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))
    return game


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


def points_by_source(s: State, seat: int) -> tuple[int, ...]:
    """The score of a seat, taken apart in the order of SOURCES."""
    p = s.players[seat]
    ed = s.setup.edition
    nobles = guests = others = 0
    for card in [*p.deck, *p.discard, *cards_in_tavern(p)]:
        points = ed.points[card]
        if card == NOBLE:
            nobles += points
        elif card >= ed.first_guest:
            guests += points
        else:
            others += points
    schnapps = schnapps_points(s, seat) if s.setup.modules >= 2 else 0
    reputation = reputation_points(s, seat) if s.setup.modules >= 3 else 0
    return nobles, guests, others, schnapps, reputation


def play_numbered(
    number: int, bots: Sequence[str], players: int, modules: int, master: str, edition: Edition | None
) -> GameResult | Failure:
    """One game of a series. Whatever a bot does wrong ends that game only; its record is kept."""
    seed = game_seed(master, number)
    names = seating(bots, players, number)
    game: Game | None = None
    try:
        game = new_game(players, modules, seed, edition)
        first = game.state.start_player
        drive(game, seated_bots(names, seed))
        return _result(game, number, names, first)
    except Exception as error:
        record = "" if game is None else game.record
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        return Failure(number, seed, names, reason, traceback.format_exc(), record)


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
