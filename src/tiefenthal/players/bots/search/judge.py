"""Who judges a turn, and what a turn is."""

from typing import NamedTuple, Protocol

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.state import State


class Judge(Protocol):
    """Says what states after a seat's turn are worth to it."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        """What each state is worth to the seat at the end of its turn, in points or any measure that grows with them.
        The states differ in this seat alone; they belong to the search and are not to be changed."""
        ...


class Turn(NamedTuple):
    """One whole solo turn: the plan of the dice, then every action of the serving up to its end."""

    actions: list[Action]
    after: State
    """The table when the serving has ended and nobody else has done anything."""
    worth: float
