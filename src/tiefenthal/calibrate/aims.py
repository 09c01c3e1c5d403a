"""What is asked of an edition: the targets of `tiefenthal balance`, and two about somebody who plays like a person.

The figure of each finding is what is searched by; how far all of them are off together is the loss.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from tiefenthal.arena.balance import Balance
from tiefenthal.arena.lineups import Setting
from tiefenthal.arena.stories import GameGroup, GameStory
from tiefenthal.arena.targets import TARGETS, Finding

PERSON: Final = "journeyman"
"""The bot that should play like a person who knows the game."""
PERSON_POINTS: Final = {Setting(2, 1): (95.0, 145.0), Setting(2, 5): (110.0, 190.0)}
MOST_TIMES: Final = 1.6
"""What the strongest bot may make of that at most."""
POINTS_NAME: Final = "points of somebody who knows the game"
TIMES_NAME: Final = "the strongest bot's points, of theirs"
FORMS: Final = {target.name: target.form for target in TARGETS} | {POINTS_NAME: "points", TIMES_NAME: "fine"}
WANTED: Final = {target.name: target.wanted for target in TARGETS} | {
    POINTS_NAME: "95 to 145 with module 1, 110 to 190 with all",
    TIMES_NAME: f"at most {MOST_TIMES}",
}
UNITS: Final = {"share": 0.1, "points": 5.0, "fine": 0.2}
"""How far off counts as 1, by the form of a figure."""
UNIT_OF: Final = {POINTS_NAME: 20.0, "points that come from guests": 0.04}
WITHIN: Final = 0.2
"""So many units inside its bounds a figure should be: it is known only roughly."""
WORST: Final = 0.6
"""What the worst finding of a target counts for; the rest goes by all of them."""

Key = tuple[str, str]
"""A target and where it was asked."""


class Bounds(NamedTuple):
    """What a figure should be."""

    low: float
    high: float


Figures = dict[Key, float]


def person_groups(settings: Iterable[Setting]) -> list[GameGroup]:
    """The games that somebody like a person plays."""
    return [GameGroup(setting, False) for setting in settings if setting in PERSON_POINTS]


def findings(strong: Balance, person: Balance) -> dict[Key, Finding]:
    """Everything that the games of a candidate tell."""
    found = {(target.name, one.where): one for target in TARGETS for one in target.findings(strong)}
    for setting, (low, high) in PERSON_POINTS.items():
        theirs, best = _mean(person.of(setting)), _mean(strong.of(setting))
        where = f"{setting.players} players, {setting.modules} modules"
        if not math.isnan(theirs):
            found[POINTS_NAME, where] = Finding(theirs, low, high, where)
            if not math.isnan(best):
                found[TIMES_NAME, where] = Finding(best / max(theirs, 1.0), -math.inf, MOST_TIMES, where)
    return found


def _mean(games: Sequence[GameStory]) -> float:
    scores = [seat.score for game in games for seat in game.seats]
    return sum(scores) / len(scores) if scores else math.nan


def off(key: Key, figure: float, bounds: Bounds) -> float:
    """How many units a figure is off, 0 where it is well within its bounds."""
    unit = UNIT_OF.get(key[0], UNITS[FORMS[key[0]]])
    return max(0.0, (figure - bounds.high) / unit + WITHIN, (bounds.low - figure) / unit + WITHIN)


def loss_of(figures: Mapping[Key, float], bounds: Mapping[Key, Bounds]) -> float:
    """How far an edition is from all targets together; each counts by its worst finding and by the mean square of
    all."""
    by_target: dict[str, list[float]] = {}
    for key, figure in figures.items():
        by_target.setdefault(key[0], []).append(off(key, figure, bounds[key]))
    return sum([target_loss(offs) for offs in by_target.values()])


def target_loss(offs: Sequence[float]) -> float:
    """The loss of one target: quadratic at first, then linear, so that no single one outweighs all others."""
    mean = math.sqrt(sum([one * one for one in offs]) / len(offs))
    both = WORST * max(offs) + (1 - WORST) * mean
    return both * both / (1 + both)
