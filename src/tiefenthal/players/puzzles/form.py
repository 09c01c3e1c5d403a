"""When two puzzles are alike: what is left of a position without everything that does not matter.

Seats have no numbers there, dice and cards no order, and the others' taverns are left out, though the evaluation looks
at them: two puzzles that differ in nothing else would be the same puzzle to anybody who solves them.
"""

import hashlib
import json
from typing import Any, Final

_UNORDERED: Final = ("deck", "discard", "top", "dice", "coloured", "white", "seated", "coaster")


def _plain(value: Any, key: str = "") -> Any:
    """Without meaningless order."""
    if isinstance(value, dict):
        return {name: _plain(one, name) for name, one in value.items()}
    if isinstance(value, list):
        items = [_plain(one) for one in value]
        return sorted(items, key=json.dumps) if key in _UNORDERED else items
    return value


def form_of(position: dict[str, Any]) -> str:
    """The canonical form of a view's document, as text: alike positions have the same."""
    count, seat = int(position["players"]), int(position["view_of"]) - 1
    own = dict(position["seats"][seat])
    if own.get("coaster"):  # in the draft it matters what will come round
        own["to come"] = [sorted(position["seats"][(seat + n) % count]["coaster"]) for n in range(1, count)]
    form = {
        "edition": position["edition"]["digest"],
        "players": count,
        "modules": position["modules"],
        "round": position["round"],
        "phase": position["phase"],
        "place": (seat - int(position["start_player"]) + 1) % count,
        "row": sorted(str(guest) for guest in position["guests"]["row"]),
        "pile": position["guests"]["pile"].get("top"),
        "own": own,
    }
    return json.dumps(_plain(form), sort_keys=True, separators=(",", ":"))


def name_of(position: dict[str, Any]) -> str:
    """A short name: puzzles that are alike have the same."""
    return hashlib.sha256(form_of(position).encode()).hexdigest()[:8]
