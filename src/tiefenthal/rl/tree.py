"""The game as a tree in which luck is a player of its own: what OpenSpiel walks.

A node is a decision of a seat, a moment of luck, or the end. Luck comes as a number at the moment it is needed, never
before: so a search that tries actions from here on cannot see the dice of the real game. All luck up to the next
moment follows from the numbers so far, and so the whole node from its history.
"""

from typing import Any, Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.play import apply
from tiefenthal.engine.rules.refusal import IllegalActionError, refuse
from tiefenthal.engine.rules.round import begin
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.rl.core.luck import LuckNeeded, NoLuck
from tiefenthal.rl.core.stepped_game import NOBODY, Changes, seat_to_act

SETTING_UP: Final = -1  # what waits for luck is the set-up of the table
NOTHING: Final = -2
_NO_LUCK: Final = NoLuck()


class Node:
    """A node of the tree. It changes with `apply`; `copy` gives another one."""

    def __init__(self, setup: Setup, limit: int) -> None:
        self.setup: Setup = setup
        self.state: State | None = None
        """The table; None before it is set up."""
        self.history: list[int] = []
        """Decisions and numbers of luck, in their order."""
        self.waiting: int = SETTING_UP
        """The decision that needs luck to be carried out, SETTING_UP, or NOTHING."""
        self._luck: str = "tree"  # the numbers so far, a seed for all luck to the next moment
        self._changes: Changes = Changes(setup.players, limit)

    @property
    def needs_luck(self) -> bool:
        """Whether this is a moment of luck."""
        return self.waiting != NOTHING

    @property
    def seat(self) -> int:
        """Whose decision it is; NOBODY in a moment of luck and at the end."""
        return NOBODY if self.state is None or self.needs_luck else seat_to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state is not None and self.state.over

    def legal(self) -> list[int]:
        """The numbers of the legal actions, in ascending order."""
        if self.state is None or self.seat == NOBODY:
            return []
        return sorted([action.id for action in self._changes.offered(self.state, self.seat)])

    def decide(self, number: int) -> None:
        """An action of the seat to act. Where it needs luck it is carried out when luck comes."""
        if self.state is None or number not in self.legal():
            refusal = refuse("S-1", "env-illegal", number=number, legal=", ".join(map(str, self.legal())))
            raise IllegalActionError(refusal, refusal_words(refusal))
        trial = self.state.clone()
        self.history.append(number)
        try:
            apply(trial, self.seat, ACTIONS[number], _NO_LUCK)
        except LuckNeeded:
            self.waiting = number
            return
        self._changes.made(self.seat, ACTIONS[number])
        self.state = trial

    def luck(self, number: int) -> None:
        """Luck has come: whatever waited for it is carried out."""
        if not self.needs_luck:
            raise ValueError("no luck is needed here; it is a seat that decides")
        self.history.append(number)
        self._luck = f"{self._luck}/{number}"
        source: Luck = SeededChance(self._luck)
        waiting = self.waiting
        self.waiting = NOTHING
        if self.state is None:
            self.state = begin(self.setup, source)
            return
        seat = seat_to_act(self.state)
        apply(self.state, seat, ACTIONS[waiting], source)
        self._changes.made(seat, ACTIONS[waiting])

    def apply(self, number: int) -> None:
        """A decision or luck, whichever it is."""
        if self.needs_luck:
            self.luck(number)
        else:
            self.decide(number)

    def copy(self) -> "Node":
        """An independent node with the same history."""
        new = Node(self.setup, self._changes.limit)
        new.state = self.state.clone() if self.state is not None else None
        new.history = self.history[:]
        new.waiting = self.waiting
        new._luck = self._luck
        new._changes = self._changes.copy()
        return new

    def __deepcopy__(self, memory: dict[int, Any]) -> "Node":
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Setup, int, list[int]]]:
        return node_from_history, (self.setup, self._changes.limit, self.history)


def node_from_history(setup: Setup, limit: int, history: list[int]) -> Node:
    """The node with this history, played again from the root."""
    node = Node(setup, limit)
    for number in history:
        node.apply(number)
    return node
