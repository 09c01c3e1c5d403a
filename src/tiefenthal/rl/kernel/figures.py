"""Everything the kernel must know about a set-up, as a sequence of numbers: what the rules need, and the layout of
observations. The kernel says by name which figures it needs, in which order. A list always has its length before it;
the kernel checks every length and figure against its capacity. No figure of the game is in the C code, so another
edition plays there as it does in Python.
"""

from array import array
from operator import attrgetter
from typing import Any

from tiefenthal.engine.rules.flow import EFFECT_COUNT
from tiefenthal.engine.rules.state import Setup
from tiefenthal.engine.to_c.words import fingerprint
from tiefenthal.rl.core import fields
from tiefenthal.rl.core.common import QUESTION_OF, guest_features


class KernelRefusal(ValueError):
    """The kernel cannot play this; the message says why."""


def _add(out: "array[int]", figure: Any) -> None:
    """A number, or a list of figures with its length before it."""
    if isinstance(figure, list):
        out.append(len(figure))
        for one in figure:
            _add(out, one)
    else:
        out.append(int(figure))


def figures_of(setup: Setup, limit: int, wanted: str) -> "array[int]":
    """A set-up, and how often a plan may be changed (`rl.core.stepped_game`), as the kernel reads them."""
    f, ed, steps = fields, setup.edition, setup.flow.steps
    nobody = [0] * (f.GUEST_WIDTH - 1)
    features = [guest_features(ed, card) if card >= ed.first_guest else nobody for card in range(ed.card_count)]
    out = array("i", [fingerprint(), limit])
    for name in wanted.split():
        try:
            _add(out, attrgetter(name)(setup))
        except AttributeError:
            raise KernelRefusal(f"the kernel asks for {name}, which this set-up does not have") from None
    _add(out, [f.PHASES.index(step.name) if step.name in f.PHASES else -1 for step in steps])
    _add(out, [QUESTION_OF.get(effect, -1) for effect in range(EFFECT_COUNT)])
    _add(out, f.common_size(ed))
    _add(out, f.tavern_size(ed))
    _add(out, [number for line in features for number in line])
    _add(out, [d for field in (*f.common_fields(ed), *f.tavern_fields(ed)) for d in field.divisors])
    return out
