"""The goals of scripts/tradeoffs.py, and the search for the most promising lever values."""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from tiefenthal.arena.targets import POINTS_NAME, TIMES_NAME
from tiefenthal.calibrate.aims import FORMS, Bounds, Key, unit_of
from tiefenthal.calibrate.model import Array, Fits
from tiefenthal.calibrate.space import Space, Values

LEAD: Final = "lead over greedy"
LEAD_SQUARED: Final = "square of the lead over greedy"
CARD_POINTS: Final = "points of a start card above its table"
NOBLES_LEFT: Final = "nobles left"
MODULE_1: Final = "2 players, module 1"
ALL_MODULES: Final = "2 players, modules 1 to 5"

BOUNDS: Final = {NOBLES_LEFT: Bounds(6.0, float("inf")), CARD_POINTS: Bounds(-2.0, 2.0)}
"""For figures that are not targets."""
OWN_UNITS: Final = {NOBLES_LEFT: 5.0, CARD_POINTS: 2.0, LEAD: 5.0}
HELD: Final = (
    "points of a place above its table",
    "games of four in which the nobles run out",
    NOBLES_LEFT,
    "points that come from guests",
    "guests of a price recruited in a game",
    POINTS_NAME,
    TIMES_NAME,
    LEAD,
)
"""What an edition keeps "with the rest held": the targets that the reference edition meets, and the lead over greedy. A
network without that lead does not know the edition, and its games say nothing about strong play."""
KEPT_LEAD: Final = 0.75
"""Share of the reference edition's lead that must remain."""
MARGINS: Final = {"share": 0.01, "points": 1.0, "fine": 0.02}
"""Safety margin of held figures, by form."""
BREACH: Final = 20.0
"""Penalty per unit for a held figure outside its bounds."""
KEPT: Final = 0.02
"""Penalty for moving a lever by half its range, so that irrelevant levers stay where they are."""
RATIO_UNIT: Final = 0.2
"""Unit of the lead over greedy divided by its spread."""
LEAST_SPREAD: Final = 8.0
PAIRS: Final = 2000
"""Random changes of two levers to try when no single change helps."""


class Goal(NamedTuple):
    """A figure to optimise."""

    name: str
    figure: str
    """A target or another figure."""
    where: str = ""
    """Start of the places that count."""
    bounds: Bounds | None = None
    """Bounds for the search, if not the target's."""
    target: str = ""
    """The target to report, if different."""


GOALS: Final = (
    Goal("lead over greedy, module 1", LEAD, MODULE_1),
    Goal("lead over greedy, all modules", LEAD, ALL_MODULES),
    Goal(
        "place 1 at two players with module 1", "points of a place above its table", f"place 1, {MODULE_1}",
        Bounds(0.0, 0.0), "win share of a place in the turn order",
    ),
    Goal("start cards by lot", CARD_POINTS, target="win share of a start card by lot, of the fair one"),
    Goal("start cards taken", "a start card is taken when offered"),
    Goal("the last two evenings", "points gained in the last two evenings"),
    Goal("tavern cards bought", "games in which a tavern card is bought"),
    Goal("the first upgrade", "an area is the first upgrade"),
    Goal("areas upgraded", "seats that upgrade an area by their own means"),
    Goal("doing without a way", "points lost without monastery, beer or money"),
)  # fmt: skip


def margin_of(figure: str) -> float:
    """The safety margin of a held figure."""
    return MARGINS[FORMS.get(figure, "points")]


class Search:
    """Finds the most promising lever values from fitted figures."""

    def __init__(self, space: Space, home: Values) -> None:
        self._space: Space = space
        self._home: Values = home
        self._lows: Array = np.array([lever.low for lever in space.levers], dtype=float)
        self._highs: Array = np.array([lever.high for lever in space.levers], dtype=float)
        self._valid: dict[Values, bool] = {}

    def best(self, fits: Fits, goal: Goal, held: bool, starts: Sequence[Values], thorough: bool) -> Values:
        """The best result from several starting points."""
        judge = _Judge(fits, goal, held, self._home)
        found = [self._climb(judge, start, thorough) for start in dict.fromkeys(starts)]
        return min(found)[1]

    def _climb(self, judge: "_Judge", start: Values, thorough: bool) -> tuple[float, Values]:
        rng = random.Random("pairs")
        values = np.array(start, dtype=float)
        at = float(self._badness(judge, values[None, :])[0])
        while True:
            single = self._moves(values)
            better = self._first_better(judge, single, at)
            if better is None and thorough:
                levers = np.flatnonzero(self._lows < self._highs)
                rows = np.repeat(values[None, :], PAIRS, axis=0)
                for row in rows:
                    for lever in rng.sample(levers.tolist(), 2):
                        row[lever] = rng.randint(int(self._lows[lever]), int(self._highs[lever]))
                better = self._first_better(judge, rows, at)
            if better is None:
                return at, tuple([round(value) for value in values.tolist()])
            at, values = better

    def _moves(self, values: Array) -> Array:
        rows: list[Array] = []
        for lever, (low, high) in enumerate(zip(self._lows, self._highs, strict=True)):
            for value in np.arange(low, high + 1):
                if value != values[lever]:
                    row = values.copy()
                    row[lever] = value
                    rows.append(row)
        return np.array(rows)

    def _first_better(self, judge: "_Judge", rows: Array, at: float) -> tuple[float, Array] | None:
        badness = self._badness(judge, rows)
        for place in np.argsort(badness):
            if badness[place] >= at - 1e-9:
                return None
            if self._is_edition(tuple([round(value) for value in rows[place].tolist()])):
                return float(badness[place]), rows[place]
        return None

    def _badness(self, judge: "_Judge", rows: Array) -> Array:
        moved = ((rows - np.array(self._home)) / ((self._highs - self._lows) / 2)) ** 2
        return np.asarray(judge.badness(rows) + KEPT * moved.sum(axis=1))

    def _is_edition(self, values: Values) -> bool:
        if values not in self._valid:
            self._valid[values] = self._space.edition_with(values) is not None
        return self._valid[values]


def _unit_of(figure: str) -> float:
    """The distance that counts as 1, also for figures that are not targets."""
    return OWN_UNITS.get(figure) or unit_of(figure)


def _limits(fits: Fits, key: Key, home: Values) -> Bounds:
    """The bounds of a held figure."""
    if key[0] == LEAD:
        return Bounds(KEPT_LEAD * fits.figures(fits.placed(home))[key], float("inf"))
    return fits.bounds[key]


class _Judge:
    """How far an edition is from a goal, by the fitted figures."""

    def __init__(self, fits: Fits, goal: Goal, held: bool, home: Values) -> None:
        self._fits: Fits = fits
        self._place: dict[Key, int] = {key: place for place, key in enumerate(fits.keys)}
        self._goal: Goal = goal
        keys = [key for key in fits.keys if key[0] == goal.figure and key[1].startswith(goal.where)]
        self._columns: list[int] = [self._place[key] for key in keys]
        bounds = [goal.bounds or fits.bounds[key] for key in keys]
        self._low: Array = np.array([one.low for one in bounds])
        self._high: Array = np.array([one.high for one in bounds])
        kept = [key for key in fits.keys if key[0] in HELD] if held else []
        self._kept: list[int] = [self._place[key] for key in kept]
        limits = [_limits(fits, key, home) for key in kept]
        margins = np.array([margin_of(key[0]) for key in kept])
        self._units: Array = np.array([_unit_of(key[0]) for key in kept])
        self._least: Array = np.array([one.low for one in limits]) + margins
        self._most: Array = np.array([one.high for one in limits]) - margins

    def badness(self, rows: Array) -> Array:
        """Distance in units; lower is better."""
        figures = self._fits.figures_at((rows - self._fits.centre) / self._fits.reach)
        if self._goal.figure == LEAD:
            lead = figures[:, self._place[LEAD, self._goal.where]]
            squared = figures[:, self._place[LEAD_SQUARED, self._goal.where]]
            spread = np.sqrt(np.maximum(squared - lead * lead, LEAST_SPREAD**2))
            found = -lead / spread / RATIO_UNIT
        else:
            if not self._columns:
                return np.zeros(len(rows))
            some = figures[:, self._columns]
            offs = np.maximum(some - self._high, self._low - some) / _unit_of(self._goal.figure)
            found = 0.8 * offs.max(axis=1) + 0.2 * np.maximum(offs, 0.0).mean(axis=1)
        if self._kept:
            held = figures[:, self._kept]
            over = np.maximum(np.maximum(held - self._most, self._least - held) / self._units, 0.0)
            found = found + BREACH * over.sum(axis=1)
        return np.asarray(found)
