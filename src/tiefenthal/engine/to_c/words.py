"""The number by which a kernel and the rules know that they belong together."""

import zlib

from tiefenthal.engine.components import kinds
from tiefenthal.engine.rules import actions, flow, setup, spaces, state
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.round import flow_of


def words() -> dict[str, int]:
    """The words of the box and of the rules that stand for numbers."""
    modules = (kinds, spaces, actions, flow, state, setup)
    found = [pair for module in modules for pair in vars(module).items()]
    return {name: value for name, value in found if name.isupper() and type(value) is int}


def fingerprint() -> int:
    """Another one whenever words, actions or the sequence of play are numbered in another way."""
    parts = [f"{name} {number}" for name, number in sorted(words().items())]
    parts += [f"{action.kind} {action.a} {action.b}" for action in ACTIONS]
    for modules in range(1, 6):
        found = flow_of(modules)
        for part in (*found.steps, *found.effects, *found.planning, *found.serving):
            parts.append(type(part).__name__)
    return zlib.crc32("\n".join(parts).encode()) & 0x7FFFFFFF
