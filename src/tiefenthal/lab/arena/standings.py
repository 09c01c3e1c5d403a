"""What a tournament came to: ratings, who beats whom, scores, and how long the bots thought."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from tiefenthal.engine.rules.scoring import SOURCES
from tiefenthal.lab.arena.deals import DealResult, deal_line
from tiefenthal.lab.arena.games import Failure, GameResult, SeatResult
from tiefenthal.lab.arena.lineups import LineUp, Setting
from tiefenthal.lab.arena.ratings import Mixture, Tally, elo
from tiefenthal.lab.arena.stats import Estimate, mean_of_clusters, share_of_clusters, spread_of
from tiefenthal.lab.arena.stopping import anytime_interval
from tiefenthal.lab.arena.times import Times


class Rating(NamedTuple):
    """How strong a bot is beside the others."""

    bot: str
    rating: Estimate
    games: int
    """Games it took part in."""
    share: float
    """Its part of the victories in them."""
    fair: float
    """What that would be if all were equally strong."""


class Meeting(NamedTuple):
    """How a bot fared against another in one line-up."""

    line_up: LineUp
    bot: str
    other: str
    deals: int
    games: int
    share: Estimate
    """The bot's part of the victories, all its seats together."""
    fair: float
    """What that would be among equals: its part of the seats."""
    ahead: Estimate
    """How often a seat of the bot ends before one of the other (level: half). Among equals one half, at any table."""
    same_place: Estimate
    """How often the bot makes more of a seat than the other does of the same seat, with the same luck."""
    score: float
    other_score: float
    verdict: int
    """With early stopping: 1 the bot is better, -1 the other is, 0 open."""


class Place(NamedTuple):
    """How two bots fare from one place in the turn order. With few nobles at the end, places are not equally good."""

    line_up: LineUp
    bot: str
    other: str
    order: int
    """The place in the first round; 0 begins the game."""
    score: float
    """What the bot scores from there."""
    other_score: float
    """What the other does."""
    ahead: Estimate
    """How often the bot, from there, ends before the other."""


class Scores(NamedTuple):
    """What a bot scores."""

    setting: Setting
    bot: str
    mean: Estimate
    deviation: float
    points: tuple[float, ...]
    """Mean points by source, in the order of SOURCES."""
    spread: list[int]
    """Every score, in ascending order."""


def ahead(game: GameResult, bot: str, other: str) -> float:
    """How often, in a game, a seat of one bot ends before a seat of the other: by score, then by what is stored (G-4);
    level is half."""
    mine = [seat for seat in game.seats if seat.bot == bot]
    return _before(mine, [seat for seat in game.seats if seat.bot == other])


def in_the_same_place(deal: DealResult, bot: str, other: str) -> float:
    """How often, in a deal, a bot makes more of a seat than the other makes of that seat in another seating; level is
    half. Both had the same luck there, so neither that nor the place in the turn order counts, as in duplicate
    bridge."""
    games = deal.finished
    results: list[float] = []
    for seat in range(len(games[0].seats)):
        there = [game.seats[seat] for game in games]
        mine = [one for one in there if one.bot == bot]
        theirs = [one for one in there if one.bot == other]
        if mine and theirs:
            results.append(_before(mine, theirs))
    return math.fsum(results) / len(results)


def _before(mine: Sequence[SeatResult], theirs: Sequence[SeatResult]) -> float:
    """How often one of these seats ends before one of those."""
    results: list[float] = []
    for one in mine:
        for two in theirs:
            first, second = (one.score, one.stored), (two.score, two.stored)
            results.append(1.0 if first > second else 0.5 if first == second else 0.0)
    return math.fsum(results) / len(results)


def won(game: GameResult, bot: str) -> float:
    """The part of the victory that the seats of a bot have."""
    return math.fsum([seat.share for seat in game.seats if seat.bot == bot])


def mean_over(deal: DealResult, figure: Callable[[GameResult], float]) -> float:
    """The mean of a figure over the seatings of a deal."""
    return math.fsum([figure(game) for game in deal.finished]) / len(deal.finished)


class Standings:
    """The deals of a tournament, as far as they were played, and what can be said of them."""

    def __init__(
        self,
        bots: Sequence[str],
        plan: Sequence[LineUp],
        deals: Sequence[DealResult],
        wanted: int,
        seed: str,
        edition: str,
        verdicts: Mapping[int, Mapping[tuple[str, str], int]] | None = None,
        times: Mapping[tuple[int, str], Times] | None = None,
        seconds: float = 0.0,
        interrupted: bool = False,
    ) -> None:
        self.bots: tuple[str, ...] = tuple(bots)
        self.plan: tuple[LineUp, ...] = tuple(plan)
        self.deals: list[DealResult] = sorted(deals, key=lambda deal: deal.key)
        """Every deal that was played."""
        self.counted: list[DealResult] = [deal for deal in self.deals if not deal.failures]
        """Those that count: all of their seatings were played to the end."""
        self.wanted: int = wanted
        """How many games were asked for; fewer once some are decided early."""
        self.seed: str = seed
        self.edition: str = edition
        self.verdicts: Mapping[int, Mapping[tuple[str, str], int]] | None = verdicts
        """With early stopping, what was decided in each line-up; None without."""
        self.times_in: dict[tuple[int, str], Times] = dict(times or {})
        """How long each bot thought in each line-up."""
        self.seconds: float = seconds
        """How long this run took; what was there before it does not count."""
        self.interrupted: bool = interrupted

    @property
    def settings(self) -> list[Setting]:
        """The set-ups played."""
        return list(dict.fromkeys([line_up.setting for line_up in self.plan]))

    @cached_property
    def times(self) -> dict[str, Times]:
        """How long each bot thought."""
        found: dict[str, Times] = {}
        for (_, bot), times in sorted(self.times_in.items()):
            found.setdefault(bot, Times()).include(times)
        return found

    @property
    def games(self) -> int:
        """How many games were finished."""
        return sum([len(deal.finished) for deal in self.deals])

    @property
    def failures(self) -> list[tuple[DealResult, Failure]]:
        """The games that could not be finished."""
        return [(deal, failure) for deal in self.deals for failure in deal.failures]

    def deals_as_lines(self) -> list[str]:
        """Every deal as it stands in the file of results, in the order of the plan."""
        return [deal_line(deal) for deal in self.deals]

    def _of(self, setting: Setting | None) -> list[DealResult]:
        return [deal for deal in self.counted if setting in (None, self.plan[deal.line_up].setting)]

    # --- ratings

    @cached_property
    def ratings(self) -> dict[Setting | None, list[Rating]]:
        """The bots by rating, the strongest first, for each set-up; under None for all set-ups together."""
        settings: list[Setting | None] = [*self.settings]
        if len(settings) > 1:
            settings.append(None)
        return {setting: self._ratings(setting) for setting in settings}

    def _ratings(self, setting: Setting | None) -> list[Rating]:
        groups = [self._tallies(one) for one in self.settings if setting in (None, one) and any(self._tallies(one))]
        if not groups:
            return []
        _, rated = elo(len(self.bots), groups, self.seed)
        found: list[Rating] = []
        for bot, rating in zip(self.bots, rated, strict=True):
            games = [game for deal in self._of(setting) for game in deal.finished if _takes_part(game, bot)]
            count = len(games)
            if count:
                share = math.fsum([won(game, bot) for game in games]) / count
                fair = math.fsum([_seats(game, bot) / len(game.seats) for game in games]) / count
                found.append(Rating(bot, rating, count, share, fair))
        return sorted(found, key=lambda one: -one.rating.value)

    def _tallies(self, setting: Setting) -> list[dict[Mixture, Tally]]:
        """What was won at which tables, deal by deal; all line-ups share the luck of a deal."""
        by_number: dict[int, dict[Mixture, Tally]] = {}
        for deal in self._of(setting):
            tallies = by_number.setdefault(deal.number, {})
            for game in deal.finished:
                mixture = tuple([_seats(game, bot) for bot in self.bots])
                before = tallies.get(mixture, Tally(0, (0.0,) * len(self.bots)))
                wins = tuple([had + won(game, bot) for had, bot in zip(before.wins, self.bots, strict=True)])
                tallies[mixture] = Tally(before.games + 1, wins)
        return [by_number[number] for number in sorted(by_number)]

    # --- who beats whom

    @cached_property
    def meetings(self) -> list[Meeting]:
        """Every two bots of every line-up."""
        found: list[Meeting] = []
        for place, line_up in enumerate(self.plan):
            deals = [deal for deal in self.counted if deal.line_up == place]
            if deals:
                verdicts = (self.verdicts or {}).get(place, {})
                for bot, other in combinations(line_up.bots, 2):
                    found.append(self._meeting(line_up, deals, bot, other, verdicts.get((bot, other), 0)))
        return found

    def _meeting(self, line_up: LineUp, deals: list[DealResult], bot: str, other: str, verdict: int) -> Meeting:
        games = [game for deal in deals for game in deal.finished]
        fair = math.fsum([_seats(game, bot) / len(game.seats) for game in games]) / len(games)
        return Meeting(
            line_up,
            bot,
            other,
            len(deals),
            len(games),
            self._estimate(deals, lambda game: won(game, bot)),
            fair,
            self._estimate(deals, lambda game: ahead(game, bot, other)),
            self._share([in_the_same_place(deal, bot, other) for deal in deals], deals),
            spread_of([seat.score for game in games for seat in game.seats if seat.bot == bot]).mean,
            spread_of([seat.score for game in games for seat in game.seats if seat.bot == other]).mean,
            verdict,
        )

    def _estimate(self, deals: list[DealResult], figure: Callable[[GameResult], float]) -> Estimate:
        return self._share([mean_over(deal, figure) for deal in deals], deals)

    def _share(self, figures: list[float], deals: list[DealResult]) -> Estimate:
        """The mean of a figure from 0 to 1, one for each deal, with an interval that allows for how the number of deals
        came about."""
        if self.verdicts is not None:
            return anytime_interval(figures)
        sizes = [len(deal.finished) for deal in deals]
        return share_of_clusters([(figure * size, size) for figure, size in zip(figures, sizes, strict=True)])

    @cached_property
    def places(self) -> list[Place]:
        """By line-up of two bots and place in the turn order."""
        found: list[Place] = []
        for number, line_up in enumerate(self.plan):
            deals = [deal for deal in self.counted if deal.line_up == number]
            if deals and line_up.is_pair:
                for order in range(line_up.setting.players):
                    found.append(_place(line_up, deals, order))
        return found

    def ahead_of(self, setting: Setting, bot: str, other: str) -> float | None:
        """How often a bot ends before another at any of the tables of a set-up where both sit; None if at none."""
        deals = [deal for deal in self._of(setting) if {bot, other} <= set(self.plan[deal.line_up].bots)]
        games = [game for deal in deals for game in deal.finished]
        return spread_of([ahead(game, bot, other) for game in games]).mean if games else None

    # --- scores

    @cached_property
    def scores(self) -> list[Scores]:
        """By set-up and bot."""
        return [
            self._scores(setting, bot)
            for setting in self.settings
            for bot in self.bots
            if any(_takes_part(game, bot) for deal in self._of(setting) for game in deal.finished)
        ]

    def _scores(self, setting: Setting, bot: str) -> Scores:
        deals: dict[int, list[SeatResult]] = {}
        for deal in self._of(setting):
            seats = deals.setdefault(deal.number, [])
            seats += [seat for game in deal.finished for seat in game.seats if seat.bot == bot]
        flat = [seat for seats in deals.values() for seat in seats]
        mean = mean_of_clusters([(sum([seat.score for seat in seats]), len(seats)) for seats in deals.values()])
        points = tuple([spread_of([seat.points[i] for seat in flat]).mean for i in range(len(SOURCES))])
        scores = sorted([seat.score for seat in flat])
        return Scores(setting, bot, mean, spread_of(scores).deviation, points, scores)


def _place(line_up: LineUp, deals: list[DealResult], order: int) -> Place:
    bot, other = line_up.bots
    mine: list[int] = []
    theirs: list[int] = []
    clusters: list[tuple[float, float]] = []
    for deal in deals:
        results: list[float] = []
        for game in deal.finished:
            there = next(seat for seat in game.seats if seat.order == order)
            if there.bot == bot:
                mine.append(there.score)
                results.append(_before([there], [seat for seat in game.seats if seat.bot == other]))
            else:
                theirs.append(there.score)
        clusters.append((math.fsum(results), len(results)))
    ahead_there = share_of_clusters(clusters)
    return Place(line_up, bot, other, order, spread_of(mine).mean, spread_of(theirs).mean, ahead_there)


def _seats(game: GameResult, bot: str) -> int:
    return len([seat for seat in game.seats if seat.bot == bot])


def _takes_part(game: GameResult, bot: str) -> bool:
    return any(seat.bot == bot for seat in game.seats)
