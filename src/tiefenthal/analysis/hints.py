"""A hint in three steps: where to look, then the move, then the whole line with its reasons."""

from typing import Final

from tiefenthal.analysis.data import Analysis, Hint
from tiefenthal.analysis.reasons import THIS
from tiefenthal.analysis.thinker import TURN

LOOK: Final = {
    "upgrade": "areas", "nobles": "nobles", "guest": "guests", "staff": "staff", "rid": "rid", "entertainer": "choice",
    "monastery": "monastery", "reputation": "reputation", "signatures": "guests", "schnapps": "schnapps",
    "thalers": "stores", "beer": "stores",
}  # fmt: skip
"""Where to look, by the first reason for the best turn."""
NUDGES: Final = ("draft", "arrival", "choice", "dice", *dict.fromkeys(LOOK.values()))
"""Every nudge there is: `hint.<nudge>` in the catalogue."""


def hint_of(found: Analysis) -> Hint:
    """The hint that an analysis gives. A nudge names a place and no move; if two turns differ in nothing gained, it is
    about the dice.
    """
    best = found.options[0]
    if found.kind == TURN:
        own = [LOOK[reason.code] for reason in best.reasons if reason.side == THIS and reason.code in LOOK]
        nudge = own[0] if own else "dice"
    else:
        nudge = found.kind
    return Hint(nudge=nudge, move=best.actions[0], line=best.actions, outlook=best.outlook, reasons=best.reasons)
