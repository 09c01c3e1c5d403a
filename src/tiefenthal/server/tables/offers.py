"""What a player sees on the table but cannot have now, with the rule and the reason.

The rules list what could be wanted (`candidates`); what is possible is in the legal actions, so each candidate is in
exactly one of the two lists. What an action is about (`record.action_data`) is put here into the fields it is sent in,
with the form of its sentence (`wording.forms`).
"""

from dataclasses import fields as dataclass_fields
from typing import Any, Final

from tiefenthal.engine.game import Game
from tiefenthal.engine.record.action_data import ActionData, action_data
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.play import candidates, legal_actions, why_not
from tiefenthal.engine.rules.refusal import Refusal
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.engine.wording.forms import done_form, offered_form
from tiefenthal.server.protocol.parts import ActionData as SentData

_NAMES: Final = tuple(field.name for field in dataclass_fields(ActionData))


def unavailable(table: View | Game, seat: int) -> list[tuple[Action, Refusal]]:
    """What the seat sees as offered but cannot do now, and why. Nothing for a seat the game is not waiting for."""
    return unavailable_in(table.state, seat, legal_actions(table.state, seat))


def unavailable_in(s: State, seat: int, legal: list[Action]) -> list[tuple[Action, Refusal]]:
    """The same, for one who knows the legal actions already."""
    possible = set(legal)
    judged = [(action, why_not(s, seat, action)) for action in candidates(s, seat) if action not in possible]
    return [(action, refusal) for action, refusal in judged if refusal is not None]


def fields_of(data: ActionData) -> dict[str, Any]:
    """The fields of `protocol.parts.ActionData` that an action has."""
    fields = {name: value for name in _NAMES if (value := getattr(data, name)) is not None}
    for name in ("cost", "gives"):
        if name in fields:
            fields[name] = dict([fields[name]])
    return fields


def offer_fields(s: State, seat: int, action: Action) -> dict[str, Any]:
    """The same with the form of its sentence, for an action that is offered or chosen."""
    data = action_data(s, seat, action)
    return fields_of(data) | _form(data, offered_form(s, seat, data))


def does(s: State, seat: int, action: Action) -> SentData:
    """What a decision is about, for the event that tells it. Ask before it is done."""
    data = action_data(s, seat, action)
    return SentData(**fields_of(data), **_form(data, done_form(data)))


def _form(data: ActionData, form: str) -> dict[str, Any]:
    """The form, where it is not that of every action of the kind."""
    return {} if form == data.kind else {"form": form}
