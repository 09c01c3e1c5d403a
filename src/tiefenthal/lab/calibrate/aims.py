"""What is asked of an edition: the targets of `tiefenthal balance`, but for what it costs to do without a way to win,
which takes games of its own.

The figure of each finding is what is searched by; how far all of them are off together is the loss.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tiefenthal.lab.arena.balance import Balance
from tiefenthal.lab.arena.targets import (
    FIRST,
    PLACES_AHEAD,
    PLACES_WON,
    POINTS_NAME,
    RUN_OUT,
    RUN_OUT_ELSEWHERE,
    TARGETS,
    Finding,
)

FORMS: Final = {target.name: target.form for target in TARGETS}
WANTED: Final = {target.name: target.wanted for target in TARGETS}
UNITS: Final = {"share": 0.1, "points": 5.0, "fine": 0.2}
"""How far off counts as 1, by the form of a figure."""
UNIT_OF: Final = {POINTS_NAME: 20.0}
COUNTS: Final = {
    f"people: {PLACES_WON}": 2.0,
    f"people: {PLACES_AHEAD}": 1.5,
    f"people: {RUN_OUT}": 2.0,
    RUN_OUT_ELSEWHERE: 2.0,
    POINTS_NAME: 2.0,
    f"people: {FIRST}": 0.8,
    f"strongest bot: {FIRST}": 0.8,
}
"""What a target counts for, 1 where nothing is said: the targets contradict each other in part, and players mind a
place that cannot win more than an upgrade that everybody makes first."""
WITHIN: Final = 0.2
"""How many units inside its bounds a figure should lie, because it is known only roughly."""
WORST: Final = 0.6
"""What the worst finding of a target counts for; the rest goes by all of them."""

Key = tuple[str, str]
"""A target and where it was asked."""


class Bounds(NamedTuple):
    """What a figure should be."""

    low: float
    high: float


Figures = dict[Key, float]


def findings(balance: Balance) -> dict[Key, Finding]:
    """Everything that the games of a candidate tell."""
    return {(target.name, one.where): one for target in TARGETS for one in target.findings(balance)}


def unit_of(target: str) -> float:
    """How far off counts as 1."""
    return UNIT_OF.get(target) or UNITS[FORMS[target]]


def off(key: Key, figure: float, bounds: Bounds) -> float:
    """How many units a figure is off, 0 where it is well within its bounds."""
    unit = unit_of(key[0])
    return max(0.0, (figure - bounds.high) / unit + WITHIN, (bounds.low - figure) / unit + WITHIN)


def loss_of(figures: Mapping[Key, float], bounds: Mapping[Key, Bounds]) -> float:
    """How far an edition is from all targets together; each counts by its worst finding and by the mean square of
    all."""
    by_target: dict[str, list[float]] = {}
    for key, figure in figures.items():
        by_target.setdefault(key[0], []).append(off(key, figure, bounds[key]))
    return sum([COUNTS.get(target, 1.0) * target_loss(offs) for target, offs in by_target.items()])


def target_loss(offs: Sequence[float]) -> float:
    """The loss of one target: quadratic at first, then linear, so that no single one outweighs all others."""
    mean = math.sqrt(sum([one * one for one in offs]) / len(offs))
    both = WORST * max(offs) + (1 - WORST) * mean
    return both * both / (1 + both)
