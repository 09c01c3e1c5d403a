"""What scripts/tradeoffs.py looks for: goals, and the values of the levers that promise most for each of them."""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from tiefenthal.arena.targets import POINTS_NAME, TIMES_NAME
from tiefenthal.calibrate.aims import FORMS, UNIT_OF, UNITS, Bounds, Key
from tiefenthal.calibrate.model import Array, Fits
from tiefenthal.calibrate.space import Space, Values

LEAD: Final = "lead over greedy"
LEAD_SQUARED: Final = "square of the lead over greedy"
CARD_POINTS: Final = "points of a start card above its table"
NOBLES_LEFT: Final = "nobles left"
MODULE_1: Final = "2 players, module 1"
ALL_MODULES: Final = "2 players, modules 1 to 5"

BOUNDS: Final = {NOBLES_LEFT: Bounds(6.0, float("inf")), CARD_POINTS: Bounds(-2.0, 2.0)}
"""Of figures that are no target."""
OWN_UNITS: Final = {NOBLES_LEFT: 5.0, CARD_POINTS: 2.0}
HELD: Final = (
    "points of a place above its table",
    "games of four in which the nobles run out",
    NOBLES_LEFT,
    "points that come from guests",
    "guests of a price recruited in a game",
    POINTS_NAME,
    TIMES_NAME,
)
"""What the reference edition meets, and an edition for a goal should go on meeting."""
MARGINS: Final = {"share": 0.01, "points": 1.0, "fine": 0.02}
"""How far within its bounds a held figure should be, by its form."""
BREACH: Final = 20.0
"""What a held figure outside its bounds costs, by its unit."""
KEPT: Final = 0.02
"""What moving a lever through half its range costs: where it makes no difference, figures stay as they are."""
RATIO_UNIT: Final = 0.2
"""Of the lead over greedy, in spreads."""
LEAST_SPREAD: Final = 8.0
PAIRS: Final = 3000
"""Moves of two levers at once that are tried where no single one helps."""


class Goal(NamedTuple):
    """Something to get as good as can be."""

    name: str
    figure: str
    """The target, or another figure."""
    where: str = ""
    """Only there."""
    bounds: Bounds | None = None
    """What is looked for, where that is not the target's bounds."""
    target: str = ""
    """The target that proves it, where that is another one."""
    person: float | None = None
    """With everything held, but at least so many points for somebody who knows the game, with module 1."""


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
FRONT: Final = tuple(
    [Goal(f"lead over greedy, the Journeyman at {least:.0f}", LEAD, MODULE_1, person=least) for least in (80.0, 88.0)]
)
"""The most of the lead for which a weaker person is put up with."""


def unit_of(figure: str) -> float:
    """How far off counts as 1."""
    return OWN_UNITS.get(figure) or UNIT_OF.get(figure) or UNITS[FORMS[figure]]


def margin_of(figure: str) -> float:
    """How far within its bounds a figure should be."""
    return MARGINS[FORMS.get(figure, "points")]


class Search:
    """Looks for the values that promise most, by fitted figures."""

    def __init__(self, space: Space, home: Values) -> None:
        self._space: Space = space
        self._home: Values = home
        self._lows: Array = np.array([lever.low for lever in space.levers], dtype=float)
        self._highs: Array = np.array([lever.high for lever in space.levers], dtype=float)
        self._valid: dict[Values, bool] = {}

    def best(self, fits: Fits, goal: Goal, held: bool, starts: Sequence[Values], thorough: bool) -> Values:
        """The best of what several starts lead to."""
        judge = _Judge(fits, goal, held)
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


class _Judge:
    """How far some values are from a goal, by the fitted figures."""

    def __init__(self, fits: Fits, goal: Goal, held: bool) -> None:
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
        limits = [self._limits(key, fits.bounds[key]) for key in kept]
        margins = np.array([margin_of(key[0]) for key in kept])
        self._units: Array = np.array([unit_of(key[0]) for key in kept])
        self._least: Array = np.array([one.low for one in limits]) + margins
        self._most: Array = np.array([one.high for one in limits]) - margins

    def _limits(self, key: Key, bounds: Bounds) -> Bounds:
        goal = self._goal
        if goal.person is None:
            return bounds
        if key == (POINTS_NAME, MODULE_1):
            return Bounds(goal.person, bounds.high)
        if key[0] == TIMES_NAME:
            return Bounds(-float("inf"), float("inf"))
        return bounds

    def badness(self, rows: Array) -> Array:
        """In units; the less the better."""
        figures = self._fits.figures_at((rows - self._fits.centre) / self._fits.reach)
        if self._goal.figure == LEAD:
            lead = figures[:, self._place[LEAD, self._goal.where]]
            squared = figures[:, self._place[LEAD_SQUARED, self._goal.where]]
            spread = np.sqrt(np.maximum(squared - lead * lead, LEAST_SPREAD**2))
            found = -lead / spread / RATIO_UNIT
        else:
            some = figures[:, self._columns]
            offs = np.maximum(some - self._high, self._low - some) / unit_of(self._goal.figure)
            found = 0.8 * offs.max(axis=1) + 0.2 * np.maximum(offs, 0.0).mean(axis=1)
        if self._kept:
            held = figures[:, self._kept]
            over = np.maximum(np.maximum(held - self._most, self._least - held) / self._units, 0.0)
            found = found + BREACH * over.sum(axis=1)
        return np.asarray(found)
