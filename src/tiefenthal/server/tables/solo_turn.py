"""A single turn without a game, as in puzzles: the same update that a table would send to the seat that plays."""

from typing import Literal, Protocol

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.actions import Action, NotAnActionError, parse_action
from tiefenthal.engine.rules.play import rule_of
from tiefenthal.engine.rules.refusal import IllegalActionError, refuse
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.server.protocol.parts import Event
from tiefenthal.server.tables.messages import solo_events
from tiefenthal.server.tables.state_frames import StateFrames


class SoloTurn(Protocol):
    """A turn, as far as it has been played (`puzzles.Attempt`)."""

    seat: int
    state: State
    actions: list[Action]

    def play(self, given: Action | str) -> None:
        """Carry out an action; a refused one raises IllegalActionError."""

    def legal_actions(self) -> list[Action]:
        """The legal actions now."""


def solo_update(turn: SoloTurn, last: str | None, ply: int) -> bytes:
    """The frame after one more action, with its events. Raises IllegalActionError."""
    events: list[Event] = []
    if last is not None:
        events = solo_events(turn.state, turn.seat, _action(turn, last), ply, turn.play)
    frames = StateFrames(Game(turn.state, SeededChance("none is needed")))
    undo: Literal["free", "no"] = "free" if turn.actions else "no"
    seat = turn.seat if turn.legal_actions() else None
    return frames.update(seat, ply, events, True, undo, board=True)


def _action(turn: SoloTurn, text: str) -> Action:
    try:
        return parse_action(text)
    except NotAnActionError:
        refusal = refuse(rule_of(turn.state), "no-action", text=text[:60])
        raise IllegalActionError(refusal, refusal_words(refusal)) from None
