"""A deal played in all its seatings, and how it stands in a file: one line of JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.lab.arena.games import Failure, GameResult, SeatResult, play_seated
from tiefenthal.lab.arena.lineups import LineUp, deal_seed
from tiefenthal.lab.arena.times import Times
from tiefenthal.players.workers import Work

Key = tuple[int, int]
"""Which deal: the line-up by its place in the plan, and the number of the deal."""


class DealResult(NamedTuple):
    """The games of a deal."""

    line_up: int
    number: int
    games: tuple[GameResult | Failure, ...]
    times: Mapping[str, Times]
    """How long each bot thought."""

    @property
    def key(self) -> Key:
        """Which deal this is."""
        return self.line_up, self.number

    @property
    def finished(self) -> list[GameResult]:
        """The games that were played to their end."""
        return [game for game in self.games if isinstance(game, GameResult)]

    @property
    def failures(self) -> list[Failure]:
        """The games that were not. A deal that has any counts for nobody: its seatings no longer balance."""
        return [game for game in self.games if isinstance(game, Failure)]


class Deals(Work[Key, DealResult]):
    """What every deal of a tournament has in common."""

    def __init__(self, plan: Sequence[LineUp], master: str, edition: Edition) -> None:
        self.plan: tuple[LineUp, ...] = tuple(plan)
        self.master: str = master
        self.edition: Edition = edition

    def do(self, task: Key) -> DealResult:
        """Play all seatings of a deal with the same luck."""
        line_up = self.plan[task[0]]
        seed = deal_seed(self.master, line_up.setting, task[1])
        times = {bot: Times() for bot in line_up.bots}
        games = tuple(
            [
                play_seated(
                    place, seed, seating, line_up.setting.modules, self.edition, [times[bot] for bot in seating]
                )
                for place, seating in enumerate(line_up.seatings(task[1]))
            ]
        )
        return DealResult(*task, games, times)

    def lost(self, task: Key, why: str) -> DealResult:
        """A deal that took its process with it: nobody knows at which seating."""
        line_up = self.plan[task[0]]
        seed = deal_seed(self.master, line_up.setting, task[1])
        games = tuple(
            [Failure(place, seed, seating, why, why, "") for place, seating in enumerate(line_up.seatings(task[1]))]
        )
        return DealResult(*task, games, {})


# --- as text


def deal_line(deal: DealResult) -> str:
    """The games of a deal; nothing in it depends on when, where and how fast they were played."""
    return _line({"line_up": deal.line_up, "deal": deal.number, "games": [_game(game) for game in deal.games]})


def times_line(deal: DealResult) -> str:
    """How long the bots thought in it."""
    times = {bot: times.to_json() for bot, times in deal.times.items() if times.decisions}
    return _line({"line_up": deal.line_up, "deal": deal.number, "times": times})


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


def _game(game: GameResult | Failure) -> dict[str, Any]:
    if isinstance(game, Failure):
        return {"failed": game.error}
    return {
        "scores": [seat.score for seat in game.seats],
        "stored": [seat.stored for seat in game.seats],
        "winners": [number + 1 for number, seat in enumerate(game.seats) if seat.share],
        "points": [seat.points for seat in game.seats],
        "began": next(number + 1 for number, seat in enumerate(game.seats) if seat.order == 0),
        "decisions": game.decisions,
    }


def deal_from_line(found: dict[str, Any], deals: Deals) -> DealResult:
    """The deal a line holds. Raises ValueError, TypeError, KeyError or IndexError when it is none of this plan."""
    key = int(found["line_up"]), int(found["deal"])
    if key[0] < 0 or key[1] < 0:
        raise ValueError("a number below 0")
    line_up = deals.plan[key[0]]
    seed = deal_seed(deals.master, line_up.setting, key[1])
    seatings = line_up.seatings(key[1])
    games = tuple(
        [
            _read_game(game, place, seed, seating)
            for place, (game, seating) in enumerate(zip(found["games"], seatings, strict=True))
        ]
    )
    return DealResult(*key, games, {})


def _read_game(found: dict[str, Any], place: int, seed: str, seating: Sequence[str]) -> GameResult | Failure:
    if "failed" in found:
        return Failure(place, seed, tuple(seating), str(found["failed"]), "", "")
    players = len(seating)
    winners = [int(number) - 1 for number in found["winners"]]
    began = int(found["began"]) - 1
    if not winners or not set(winners) <= set(range(players)) or not 0 <= began < players:
        raise ValueError("a seat that is not at the table")
    seats = [
        SeatResult(
            bot,
            int(score),
            int(stored),
            tuple([int(number) for number in points]),
            1 / len(winners) if seat in winners else 0.0,
            (seat - began) % players,
        )
        for seat, (bot, score, stored, points) in enumerate(
            zip(seating, found["scores"], found["stored"], found["points"], strict=True)
        )
    ]
    return GameResult(place, seed, tuple(seats), int(found["decisions"]))
