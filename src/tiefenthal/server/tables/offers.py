"""What a player sees on the table as offered and cannot have now, with the rule and the reason.

The rules name what lies there (`candidates`); what is possible is in the legal actions, so each candidate is in
exactly one of the two lists.
"""

from tiefenthal.game import Game
from tiefenthal.rules.actions import Action
from tiefenthal.rules.play import candidates, legal_actions, why_not
from tiefenthal.rules.refusal import Refusal
from tiefenthal.rules.state import State
from tiefenthal.view import View


def barred(table: View | Game, seat: int) -> list[tuple[Action, Refusal]]:
    """What the seat sees as offered but cannot do now, and why. Nothing for a seat the game is not waiting for."""
    return barred_in(table.state, seat, legal_actions(table.state, seat))


def barred_in(s: State, seat: int, legal: list[Action]) -> list[tuple[Action, Refusal]]:
    """The same, for one who knows the legal actions already."""
    possible = set(legal)
    found: list[tuple[Action, Refusal]] = []
    for action in candidates(s, seat):
        if action not in possible:
            refusal = why_not(s, seat, action)
            if refusal is not None:
                found.append((action, refusal))
    return found
