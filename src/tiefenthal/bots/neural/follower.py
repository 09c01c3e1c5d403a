"""A judge who remembers: what it thinks otherwise than the outlook is learnt from the turns it is shown.

Late in a game the planner's outlook, which guides every search, and the network often disagree, and the turn the
network would like best is then not among the thousand the search finds. For the turns of one evening nearly all of
their disagreement is a sum over traits of the tavern (`turn.leaning`): a ridge regression finds it from a few hundred.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tiefenthal.bots.turn import Judge
from tiefenthal.bots.turn.leaning import ALWAYS, TRAITS, Leaning, traits
from tiefenthal.bots.turn.outlook import Outlook
from tiefenthal.bots.turn.tavern import survey
from tiefenthal.rules.state import State

MOST: Final = 48  # of the turns of one search that are learnt from
RIDGE: Final = 1.0


class Follower:
    """Another judge's worths, and the leaning that follows from them."""

    def __init__(self, judge: Judge) -> None:
        self.plain: Judge = judge
        self.attentive: bool = False
        """Whether it learns from what it is shown now."""
        self._outlook: Outlook | None = None
        self._products: NDArray[np.float64] = np.zeros((TRAITS, TRAITS))
        self._sums: NDArray[np.float64] = np.zeros(TRAITS)
        self._leaning: Leaning | None = None
        self._new: bool = False

    def forget(self) -> None:
        """Another evening, other worths."""
        self._products[:] = 0.0
        self._sums[:] = 0.0
        self._leaning = None
        self._new = False

    def judge(self, states: list[State], seat: int) -> list[float]:
        """The worths, as the other judge gives them."""
        worths = self.plain.judge(states, seat)
        if states and self.attentive:
            step = -(-len(states) // MOST)
            self._learn(states[::step], worths[::step], seat)
        return worths

    def _learn(self, states: list[State], worths: list[float], seat: int) -> None:
        setup = states[0].setup
        outlook = self._outlook
        if outlook is None or outlook.setup is not setup:
            outlook = self._outlook = Outlook(setup)
        taverns = [survey(s, seat) for s in states]
        rows = np.array([traits(t) for t in taverns])
        more = np.array([worth - outlook.model(t) for worth, t in zip(worths, taverns, strict=True)])
        self._products += rows.T @ rows
        self._sums += rows.T @ more
        self._new = True

    @property
    def leaning(self) -> Leaning | None:
        """What is known so far; None before anything is."""
        if self._new:
            self._new = False
            ridge = np.full(TRAITS, RIDGE)
            ridge[ALWAYS] = 1e-3 * RIDGE
            points: list[float] = np.linalg.solve(self._products + np.diag(ridge), self._sums).tolist()
            points[ALWAYS] = 0.0  # the same for all
            self._leaning = Leaning(points)
        return self._leaning
