"""Which sentence says an action: its form. It is chosen here and nowhere else. Clients get it with the action and fill
in the fields of the action, by the same names as `wording.actions`: `act.<form>` on a button, `log.<form>` when it has
been done."""

from typing import Final

from tiefenthal.engine.record.action_data import ActionData
from tiefenthal.engine.rules.state import State

_WITH_A_CARD: Final = ("place", "use")
PLAINLY: Final = {"start": "start.plain", "choose.entertainer": "choose.side"}
"""Forms that say what a decision brings, each with the one that leaves that to the events after it."""


def offered_form(s: State, seat: int, data: ActionData) -> str:
    """Of an action as it is offered."""
    if data.what == "guest" and data.card is not None and seat != s.start_player:
        return "choose.guest"  # others may take it before
    return _form(data)


def done_form(data: ActionData) -> str:
    """Of a decision. Which guest was chosen is known when all have chosen."""
    return "choose.plain" if data.what == "guest" else _form(data)


def _form(data: ActionData) -> str:
    kind = data.kind
    if kind == "choose":
        return _choice(data)
    if kind in _WITH_A_CARD and data.card is not None:
        return f"{kind}.guest"
    if kind == "recruit" and data.card is None:
        return "recruit.plain"
    if kind == "upgrade" and data.count:
        return "upgrade.return"
    if kind == "entertain" and data.gives is not None:
        return f"entertain.{data.gives[0]}"
    return kind


def _choice(data: ActionData) -> str:
    """A choice of the round track."""
    if data.what == "die":
        return "choose.die"
    if data.what == "entertainer":
        return "choose.side" if data.entertainer is None else "choose.entertainer"
    return "choose.plain" if data.card is None else "choose.card"
