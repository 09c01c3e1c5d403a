"""A puzzle being played: the seat's own turn, cut out of the game. It begins with the position and ends with the
serving; the others wait. Only its actions are kept, so it can be rebuilt from them anywhere."""

from typing import Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import READY_NOW, Action, NotAnActionError, parse_action
from tiefenthal.engine.rules.play import legal_actions, rule_of, why_not
from tiefenthal.engine.rules.refusal import IllegalActionError, refuse
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.players.bots.search.solo_turn import act, copy, ended, open_table, serve_now
from tiefenthal.players.puzzles.data import DRAFT, Puzzle

MOST_ACTIONS: Final = 300
"""In one attempt: several times what the longest turn takes."""


class UnfinishedError(ValueError):
    """The turn is not finished."""


class Attempt:
    """A seat's turn, as far as it has come."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.seat: int = puzzle.seat
        self.kind: str = puzzle.kind
        self.start: State = puzzle.state()
        self.state: State = self.start if self.kind == DRAFT else copy(open_table(self.start, self.seat), self.seat)
        self.actions: list[Action] = []
        self._luck: SeededChance = SeededChance("none is needed")

    @property
    def over(self) -> bool:
        """Whether the turn has been played out."""
        return bool(self.actions) if self.kind == DRAFT else ended(self.state)

    @property
    def view(self) -> View:
        """What a bot is shown."""
        return View(self.seat, self.state.clone())

    def legal_actions(self) -> list[Action]:
        """What can be done next."""
        return [] if self.over else legal_actions(self.state, self.seat)

    def play(self, given: Action | str) -> None:
        """Carry out an action. A refused one raises IllegalActionError and changes nothing."""
        try:
            action = parse_action(given) if isinstance(given, str) else given
            refusal = why_not(self.state, self.seat, action)
        except NotAnActionError:
            refusal = refuse(rule_of(self.state), "no-action", text=str(given)[:60])
        if refusal is not None or self.over:
            refusal = refusal or refuse(rule_of(self.state), "no-action", text=str(given)[:60])
            raise IllegalActionError(refusal, refusal_words(refusal))
        if self.kind != DRAFT:
            if action is READY_NOW:
                serve_now(self.state, self.seat, self._luck)
            else:
                act(self.state, self.seat, action, self._luck)
        self.actions.append(action)
