"""What a puzzle is about, from the reasons for its answer."""

from typing import Final

from tiefenthal.engine.rules.state import State
from tiefenthal.players.analysis.data import Reason
from tiefenthal.players.analysis.reasons import OTHER, THIS, WASTED
from tiefenthal.players.puzzles.data import DRAFT

_OF_REASON: Final = {
    "upgrade": "upgrade",
    "nobles": "nobles",
    "guest": "guests",
    "staff": "staff",
    "rid": "regulars",
    "entertainer": "entertainers",
    "monastery": "monastery",
    "reputation": "reputation",
    "signatures": "guest-book",
    "schnapps": "schnapps",
    "thalers": "savings",
    "beer": "savings",
    "counter-guests": "savings",
    "points": "points",
}
THEMES: Final = ("draft", "last-evening", "first-upgrade", *dict.fromkeys(_OF_REASON.values()))
"""Every theme, in the order in which they are listed."""


def theme_of(s: State, seat: int, kind: str, reasons: list[Reason]) -> str | None:
    """The theme; None if no reason supports the answer."""
    mine = [reason.code for reason in reasons if reason.side == THIS and reason.code not in WASTED]
    spares = any(reason.side == OTHER and reason.code in WASTED for reason in reasons)
    if not mine and not spares:
        return None
    if kind == DRAFT:
        return "draft"
    if s.round == s.setup.edition.rounds:
        return "last-evening"
    if not mine:
        return "savings"
    if mine[0] == "upgrade" and not s.players[seat].upgraded:
        return "first-upgrade"
    return _OF_REASON[mine[0]]
