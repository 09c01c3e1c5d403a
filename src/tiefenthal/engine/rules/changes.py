"""Changing one's mind: what the rules allow without end, and how often it is allowed where games must come to an end.

No rule of the game. Environments for learning and tables of a server stop offering changes when a seat has made many
in an evening; whatever leads on is still offered, so a turn can always be finished.
"""

from typing import Final

from tiefenthal.engine.rules.actions import ACTIONS, BACK, MOVE, SWAP, UNREADY, Action

CHANGES: Final = 20
"""How often a seat may change its plan each evening, unless told otherwise."""


def is_change(action: Action) -> bool:
    """Whether an action only changes a plan that was already made: a placed die moves, swaps or is taken back, or one
    is not ready after all."""
    return action.kind in (MOVE, BACK, SWAP, UNREADY)


CHANGES_PLAN: Final = [is_change(action) for action in ACTIONS]
"""The same by the number of the action."""
