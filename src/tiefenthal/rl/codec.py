"""Actions as integers, for networks: the numbers of the engine's own table (`rules/actions.py`), under a version.

The table only ever grows at its end. So a network trained with version 1 can be used forever: its first `ACTION_COUNT`
numbers keep their meaning. `ACTIONS_DIGEST` names the whole table; a test holds it to its version.
"""

import hashlib
from typing import Final

from tiefenthal.engine.rules.actions import ACTIONS, Action, NotAnActionError, action_by_id, parse_action

ACTIONS_VERSION: Final = 1
"""Grows when actions are added."""
ACTION_COUNT: Final = len(ACTIONS)
ACTIONS_DIGEST: Final = hashlib.sha256("\n".join(action.text for action in ACTIONS).encode()).hexdigest()
"""SHA-256 of all texts in their order, one on a line."""

__all__ = [
    "ACTIONS_DIGEST",
    "ACTIONS_VERSION",
    "ACTION_COUNT",
    "Action",
    "NotAnActionError",
    "action_number",
    "action_text",
]


def action_number(text: str) -> int:
    """The number of an action given by its text; NotAnActionError if there is no such action."""
    return parse_action(text).id


def action_text(number: int) -> str:
    """The canonical text of an action given by its number; NotAnActionError if there is no such action."""
    return action_by_id(int(number)).text
