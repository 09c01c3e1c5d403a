"""The value network as a judge of turns."""

from typing import Final, NamedTuple

import numpy as np

from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.neural import features
from tiefenthal.players.bots.neural.network import MARGIN, SCORE, WIN, Bytes, Floats, Network, rows_array
from tiefenthal.players.bots.neural.weights import Networks

# Where the table's part of a row shows the points of the opponents, in two columns each.
_POINTS: Final = [
    features.AT_OPPONENTS + number * features.OPPONENT + features.OPPONENT_POINTS
    for number in range(features.MOST_OPPONENTS)
]
_OVER: Final = [
    features.AT_OPPONENTS + number * features.OPPONENT + features.OPPONENT_OVER
    for number in range(features.MOST_OPPONENTS)
]

TIE: Final = 0.01  # points that a thaler or a beer in store is worth at the end


def points_columns() -> tuple[list[int], list[int]]:
    """Where a whole row shows the points of the seat and of each opponent (0 where there is no such opponent): the
    points of one are the sum of its entries in the two lists."""
    first = [features.AT_SCALARS] + [features.OWN_SIZE + column for column in _POINTS]
    second = [features.AT_OVER] + [features.OWN_SIZE + column for column in _OVER]
    return first, second


class Aim(NamedTuple):
    """What is played for, as weights of the network's answers. The sum is in points."""

    score: float = 0.6
    """The seat's final score."""
    margin: float = 0.4
    """The margin to the best opponent."""
    win: float = 0.0
    """Points for a certain victory."""


def final_values(network: Network, own: Bytes, table: Bytes) -> Floats:
    """For each row: the final score, the final margin, the probability of winning. After the seat's last evening its
    points are what they are, and its stores decide a tie: the network, right to a point or so, is not asked."""
    values = network.parts(own, table)
    points = own[:, features.AT_SCALARS].astype(np.float32) + own[:, features.AT_OVER]
    best = (table[:, _POINTS].astype(np.float32) + table[:, _OVER]).max(axis=1)
    known = own[:, features.AT_LEFT] == 1
    values[known, SCORE] = TIE * (own[known, features.AT_THALERS].astype(np.float32) + own[known, features.AT_BEER])
    values[known, MARGIN] = values[known, SCORE]
    values[:, SCORE] += points
    values[:, MARGIN] += points - best
    return values


class NetworkJudge:
    """Judges states by what a network expects of them: the same one at every table, or each table's own."""

    def __init__(self, networks: Network | Networks, aim: Aim | None = None) -> None:
        self.networks: Networks = networks if isinstance(networks, Networks) else Networks(networks)
        self.aim: Aim = aim or Aim()

    def judge(self, states: list[State], seat: int) -> list[float]:
        """What each state is worth to the seat, in points."""
        if not states:
            return []
        own, table = features.rows_of(states, seat)
        network = self.networks.of(len(states[0].players), states[0].setup.edition)
        values = final_values(network, rows_array(own), rows_array(table))
        aim = self.aim
        worth = aim.score * values[:, SCORE] + aim.margin * values[:, MARGIN] + aim.win * values[:, WIN]
        answer: list[float] = worth.tolist()
        return answer
