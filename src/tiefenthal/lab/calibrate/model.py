"""What figures the levers lead to, learnt from all candidates so far; and the values that promise least loss.

The games of one candidate say little: a win share of twenty games is off by ten points. But neighbours have much in
common. Each figure is fitted, over all candidates, as a smooth function of the levers, those near the centre counting
most. The loss of the fitted figures is smooth, free of the luck of single games, and costs no game; CMA-ES looks for
its least value within reach of the centre.
"""

import importlib
import math
import random
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tiefenthal.lab.arena.stats import Z_95, Estimate
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.aims import COUNTS, WITHIN, WORST, Bounds, Key, unit_of
from tiefenthal.lab.calibrate.space import Space, Values

Array = NDArray[np.float64]

RIDGE: Final = 2.0
"""How much each slope is distrusted, in candidates."""
BEND_RIDGE: Final = 8.0
"""The same for the squares."""
NEAR: Final = 0.35
"""Mean square distance from the centre, by lever, at which a candidate counts half."""
HOLD: Final = 0.01
"""Loss for each lever at the end of its range: where it makes no difference, figures stay as they are."""
EVALUATIONS: Final = 1200


class Model:
    """Figures as functions of the levers, and the loss that they come to."""

    def __init__(self, space: Space) -> None:
        self._space: Space = space
        self.centre: Array = np.array([lever.centre for lever in space.levers])
        self.reach: Array = np.array([lever.reach for lever in space.levers])
        self._home: Array = self.placed(space.base)
        self._points: list[Array] = []
        self._figures: list[dict[Key, float]] = []
        self._games: list[float] = []
        self.bounds: dict[Key, Bounds] = {}
        self.keys: list[Key] = []
        """What was fitted."""
        self._slopes: Array = np.zeros((0, 0))

    def placed(self, values: Sequence[float]) -> Array:
        """Levers from -1 to 1."""
        return (np.array(values, dtype=float) - self.centre) / self.reach

    def values_at(self, point: Array) -> list[float]:
        """The other way round."""
        found: list[float] = (point * self.reach + self.centre).tolist()
        return found

    def add(self, values: Values, figures: Mapping[Key, tuple[float, float, float]], games: float = 1.0) -> None:
        """A candidate's figures with their bounds; `games` is how much they count."""
        self._points.append(self.placed(values))
        self._figures.append({key: found[0] for key, found in figures.items()})
        self._games.append(games)
        for key, (_, low, high) in figures.items():
            self.bounds.setdefault(key, Bounds(low, high))

    @property
    def count(self) -> int:
        """How many candidates there are so far."""
        return len(self._points)

    # --- fitting

    def fit(self, centre: Array) -> None:
        """Fit all figures for the neighbourhood of a point."""
        points = np.array(self._points)
        inputs = _terms(points)
        distance = ((points - centre) ** 2).mean(axis=1)
        weights = np.array(self._games) / (1.0 + distance / NEAR)
        levers = points.shape[1]
        penalty = np.diag([1e-6] + [RIDGE] * levers + [BEND_RIDGE] * levers)
        self.keys = list(self.bounds)
        table = np.array([[found.get(key, math.nan) for key in self.keys] for found in self._figures])
        known = ~np.isnan(table)
        self._slopes = np.zeros((inputs.shape[1], len(self.keys)))
        whole = known.all(axis=0)
        self._slopes[:, whole] = _ridge(inputs, table[:, whole], weights, penalty)
        for column in np.flatnonzero(~whole):
            there = known[:, column]
            self._slopes[:, column] = _ridge(inputs[there], table[there][:, [column]], weights[there], penalty)[:, 0]
        self._prepare()

    def figures_at(self, points: Array) -> Array:
        """What the figures will be at some points: a row for each, in the order of `keys`."""
        return np.asarray(_terms(points) @ self._slopes, dtype=np.float64)

    def figures(self, point: Array) -> dict[Key, float]:
        """The same at one point, by name."""
        found: list[float] = self.figures_at(point[None, :])[0].tolist()
        return dict(zip(self.keys, found, strict=True))

    # --- the loss

    def _prepare(self) -> None:
        bounds = [self.bounds[key] for key in self.keys]
        self._low = np.array([one.low for one in bounds])
        self._high = np.array([one.high for one in bounds])
        self._unit = np.array([unit_of(key[0]) for key in self.keys])
        names = list(dict.fromkeys([key[0] for key in self.keys]))
        self._of_target = [
            (COUNTS.get(name, 1.0), np.array([n for n, key in enumerate(self.keys) if key[0] == name]))
            for name in names
        ]

    def loss(self, point: Array) -> float:
        """The loss of the fitted figures (`aims.loss_of`, in one go), and a little for what is moved."""
        figures = self.figures_at(point[None, :])[0]
        offs = np.maximum(figures - self._high, self._low - figures) / self._unit + WITHIN
        np.maximum(offs, 0.0, out=offs)
        total = 0.0
        for counts, places in self._of_target:
            part = offs[places]
            both = WORST * part.max() + (1 - WORST) * math.sqrt(float((part * part).mean()))
            total += counts * both * both / (1 + both)
        return float(total + HOLD * ((point - self._home) ** 2).sum())

    # --- what each lever does

    def effects(self, target: str) -> list[Estimate]:
        """By lever: how the mean figure of a target changes from the low end of its range to the high one, all else
        being as it is on average over the candidates; nothing while there are too few of them."""
        means: list[float] = []
        points: list[Array] = []
        for point, figures in zip(self._points, self._figures, strict=True):
            found = [figure for key, figure in figures.items() if key[0] == target]
            if found:
                means.append(sum(found) / len(found))
                points.append(point)
        levers = len(self._space.levers)
        freedom = len(points) - 1 - levers
        if freedom < levers:
            return []
        inputs = np.concatenate([np.ones((len(points), 1)), np.array(points)], axis=1)
        outputs = np.array(means)
        inverse = np.linalg.pinv(inputs.T @ inputs)
        slopes = inverse @ inputs.T @ outputs
        rest = outputs - inputs @ slopes
        errors = np.sqrt(np.diag(inverse) * float(rest @ rest) / freedom)
        ends = [(2.0 * float(slope), 2.0 * Z_95 * float(error)) for slope, error in zip(slopes, errors, strict=True)]
        return [Estimate(effect, effect - half, effect + half) for effect, half in ends[1:]]

    # --- looking for the best

    def best(self, centre: Array, reach: float, seed: str) -> Array:
        """The point of least loss, no lever further than `reach` from the centre."""
        low, high = np.maximum(centre - reach, -1.0), np.minimum(centre + reach, 1.0)
        options: dict[str, Any] = {
            "bounds": [low.tolist(), high.tolist()],
            "maxfevals": EVALUATIONS,
            "seed": random.Random(seed).randrange(1, 2**31),
            "verbose": -9,
        }
        middle = np.clip(centre, low + 1e-6, high - 1e-6)
        search = _cma().CMAEvolutionStrategy(middle.tolist(), reach / 3, options)
        while not search.stop():
            asked = search.ask()
            search.tell(asked, [self.loss(np.asarray(one)) for one in asked])
        found = np.asarray(search.result.xbest)
        return found if self.loss(found) < self.loss(centre) else centre

    def whole(self, point: Array) -> Values:
        """Whole values near a point: rounded, then moved one by one as long as that promises less."""
        values = self._space.nearest(self.values_at(point))
        loss = self.loss(self.placed(values))
        better = True
        while better:
            better = False
            for n, lever in enumerate(self._space.levers):
                for step in (-1, 1):
                    other = (*values[:n], values[n] + step, *values[n + 1 :])
                    if not lever.low <= other[n] <= lever.high:
                        continue
                    promised = self.loss(self.placed(other))
                    if promised < loss - 1e-9 and self._space.edition_with(other) is not None:
                        values, loss, better = other, promised, True
        return values


def _terms(points: Array) -> Array:
    return np.concatenate([np.ones((len(points), 1)), points, points * points], axis=1)


def _ridge(inputs: Array, outputs: Array, weights: Array, penalty: Array) -> Array:
    weighted = inputs * weights[:, None]
    return np.asarray(np.linalg.solve(inputs.T @ weighted + penalty, weighted.T @ outputs), dtype=np.float64)


def _cma() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it could not plot
            return importlib.import_module("cma")
    except ImportError:
        raise CalibrationError(
            "calibrating needs the package cma; install it with: pip install 'tiefenthal[train]'"
        ) from None
