"""The strongest bot's judge, asked for everything it expects and not only for what a state is worth."""

from typing import NamedTuple

from tiefenthal.bots.neural import features
from tiefenthal.bots.neural.judge import NetworkJudge, final_values
from tiefenthal.bots.neural.network import MARGIN, SCORE, WIN, rows_array
from tiefenthal.rules.state import State


class Raw(NamedTuple):
    """What the judge expects of a state, before its errors are known."""

    score: float
    margin: float
    win: float

    def plus(self, other: "Raw", weight: float) -> "Raw":
        """For sums."""
        return Raw(
            self.score + weight * other.score, self.margin + weight * other.margin, self.win + weight * other.win
        )


NOTHING = Raw(0.0, 0.0, 0.0)


def mean(raws: list[Raw], weights: list[float] | None = None) -> Raw:
    """The mean, weighted if there are weights."""
    total = NOTHING
    given = weights if weights is not None else [1.0] * len(raws)
    whole = sum(given)
    for raw, weight in zip(raws, given, strict=True):
        total = total.plus(raw, weight / whole)
    return total


class OutlookJudge(NetworkJudge):
    """Judges like the bot, and gives the three figures behind the worth."""

    def raws(self, states: list[State], seat: int) -> list[Raw]:
        """For each state: final score, margin to the best opponent, chance to win."""
        if not states:
            return []
        own, table = features.rows_of(states, seat)
        values = final_values(self.networks.of(len(states[0].players)), rows_array(own), rows_array(table))
        return [Raw(float(row[SCORE]), float(row[MARGIN]), float(row[WIN])) for row in values]

    def worth(self, raw: Raw) -> float:
        """What the figures are worth together."""
        return self.aim.score * raw.score + self.aim.margin * raw.margin + self.aim.win * raw.win
