"""Forgetting what the rules and the tests keep ready, so that a test runs all it needs, not only what is new."""

import functools
import sys
from itertools import chain
from typing import Final

from tiefenthal.engine.rules import actions
from tiefenthal.engine.rules.round import _FLOWS, _SETUPS

MODULES: Final = ("tests", "tiefenthal.engine.rules", "tiefenthal.engine.record")


def forget() -> None:
    """As in a process in which nothing has been played yet."""
    _SETUPS.clear()
    _FLOWS.clear()
    for moves in chain(*actions.PLANNING_MOVES, *actions.SERVING_MOVES, actions.PLACINGS):
        moves._listed.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(MODULES):
            for kept in vars(module).values():
                if isinstance(kept, functools._lru_cache_wrapper):
                    kept.cache_clear()
