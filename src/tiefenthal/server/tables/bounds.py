"""Limits on the length of a game. Moves that advance the game are always possible, so every game can be finished; undo,
changes of plans, chat and changes at the table are limited. So the length of a log is limited too, and it is read fast.
"""

from typing import Final

from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.changes import CHANGES, is_change
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.refusal import Refusal, refuse

UNDOS: Final = 2 * CHANGES
"""How often a seat may undo a decision, or ask to, each evening."""
MOST_ENTRIES: Final = 10_000
"""Entries of a log after which only moves are accepted. A long game has about a thousand."""


def too_many_changes() -> Refusal:
    """The refusal of another change of a plan."""
    return refuse("E-5", "too-many-changes")


def may_change(game: Game, seat: int) -> bool:
    """Whether the seat may still change its plan this evening."""
    return game.changes()[seat] < CHANGES


def who_may_change(game: Game) -> list[bool]:
    """The same for every seat."""
    return [changes < CHANGES for changes in game.changes()]


def is_one_too_many(game: Game, seat: int, action: Action) -> bool:
    """Whether an action would change a plan once too often."""
    return is_change(action) and not may_change(game, seat)


def offered(game: Game, seat: int) -> list[Action]:
    """What the seat can do at a table: what the rules allow, less changes when there were too many."""
    return game.legal_actions(seat) if may_change(game, seat) else legal_actions(game.state, seat, changes=False)


def may_take_back(undos: int) -> bool:
    """Whether a seat with this many undos this evening may undo once more."""
    return undos < UNDOS


def has_room(length: int) -> bool:
    """Whether anything but the game may still be written into a log of this length."""
    return length < MOST_ENTRIES
