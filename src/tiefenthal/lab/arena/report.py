"""What a series of games came to: scores, victories, sources of points, speed; as text, as CSV, as a plot."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.engine.rules.scoring import SOURCES
from tiefenthal.lab.arena.games import Failure, GameResult, SeatResult
from tiefenthal.lab.arena.stats import Share, Spread, spread_of, wilson

CSV_COLUMNS: Final = (
    "game", "seed", "players", "modules", "seat", "turn_order", "bot", "score", "share_of_victory", "stored",
    *["points_" + source.replace(" ", "_") for source in SOURCES], "decisions",
)  # fmt: skip


class Standing(NamedTuple):
    """How a bot, a seat or a place in the turn order fared."""

    name: str
    scores: Spread
    victories: Share
    fair: float
    """The share of victories if all played equally well."""
    points: tuple[float, ...]
    """Mean points by source, in the order of SOURCES."""


class Report:
    """The games of a series, as far as they were played, and what can be said of them."""

    def __init__(
        self,
        games: Sequence[GameResult],
        failures: Sequence[Failure],
        wanted: int,
        players: int,
        modules: int,
        bots: Sequence[str],
        seed: str,
        edition: str,
        seconds: float,
        interrupted: bool = False,
    ) -> None:
        self.games: list[GameResult] = sorted(games)
        """The finished games, in the order of their numbers."""
        self.failures: list[Failure] = sorted(failures)
        self.wanted: int = wanted
        """How many games were asked for."""
        self.players: int = players
        self.modules: int = modules
        self.bots: list[str] = list(bots)
        self.seed: str = seed
        """The seed of the series; with it the series can be repeated."""
        self.edition: str = edition
        self.seconds: float = seconds
        self.interrupted: bool = interrupted
        """Whether the series was stopped before its end."""

    # --- standings

    @property
    def by_bot(self) -> list[Standing]:
        """By bot, in the order in which they were named."""
        names = list(dict.fromkeys(self.bots))
        return [
            self._standing(name, [[seat for seat in game.seats if seat.bot == name] for game in self.games])
            for name in names
        ]

    @property
    def by_seat(self) -> list[Standing]:
        """By seat, counted from 1."""
        return [
            self._standing(f"seat {seat + 1}", [[game.seats[seat]] for game in self.games])
            for seat in range(self.players)
        ]

    @property
    def by_turn_order(self) -> list[Standing]:
        """By place in the turn order of the first round: what it helps to begin (the start player is drawn by lot)."""
        return [
            self._standing(f"place {order + 1}", [[s for s in game.seats if s.order == order] for game in self.games])
            for order in range(self.players)
        ]

    def _standing(self, name: str, seats: list[list[SeatResult]]) -> Standing:
        """From the seats that count in each game; together they win the game, share it, or lose it."""
        flat = [seat for game in seats for seat in game]
        wins = round(sum([seat.share for seat in flat]), 9)
        points = tuple([spread_of([seat.points[i] for seat in flat]).mean for i in range(len(SOURCES))])
        fair = len(flat) / (len(self.games) * self.players) if self.games else 0.0
        return Standing(name, spread_of([seat.score for seat in flat]), wilson(wins, len(self.games)), fair, points)

    @property
    def decisions_per_game(self) -> Spread:
        """How long the games were."""
        return spread_of([game.decisions for game in self.games])

    @property
    def games_per_second(self) -> float:
        """How fast they were played, all processes together."""
        return (len(self.games) + len(self.failures)) / self.seconds if self.seconds > 0 else 0.0

    # --- out

    def __str__(self) -> str:
        lines = [
            f"{len(self.games)} of {self.wanted} games, {self.players} players, modules 1 to {self.modules}, "
            f"edition {self.edition}, seed {self.seed}" + (" (stopped early)" if self.interrupted else "")
        ]
        for title, standings in (
            ("bot", self.by_bot), ("seat", self.by_seat), ("turn order in round 1", self.by_turn_order),
        ):  # fmt: skip
            lines += ["", f"{title:<24}{'mean':>8}{'sd':>8}{'min':>6}{'max':>6}   victories (95 %)"]
            for one in standings:
                score, share = one.scores, one.victories
                lines.append(
                    f"{one.name:<24}{score.mean:>8.1f}{score.deviation:>8.1f}{score.least:>6.0f}{score.most:>6.0f}   "
                    f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"
                )
        lines += ["", f"{'points from':<24}" + "".join([f"{source:>13}" for source in SOURCES])]
        for one in self.by_bot:
            lines.append(f"{one.name:<24}" + "".join([f"{points:>13.1f}" for points in one.points]))
        lines += [
            "",
            f"{self.decisions_per_game.mean:.0f} decisions per game, {self.games_per_second:.1f} games per second",
        ]
        for failure in self.failures:
            lines.append(f"game {failure.number} failed (seed {failure.seed}): {failure.error}")
        return "\n".join(lines)

    def rows(self) -> list[tuple[object, ...]]:
        """One row for each game and seat, as CSV_COLUMNS names them."""
        return [
            (
                game.number, game.seed, self.players, self.modules, seat + 1, one.order + 1, one.bot, one.score,
                round(one.share, 6), one.stored, *one.points, game.decisions,
            )
            for game in self.games
            for seat, one in enumerate(game.seats)
        ]  # fmt: skip

    def to_csv(self, path: str | Path) -> None:
        """Write one row for each game and seat."""
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(CSV_COLUMNS)
            writer.writerows(self.rows())

    def to_plot(self, path: str | Path) -> None:
        """Draw scores and sources of points by bot; the ending of the path says how (png, svg, pdf)."""
        from tiefenthal.lab.arena.plot import draw

        draw(self, Path(path))
