"""A turn that was chosen, followed action by action as long as everything is as it was expected to be."""

from tiefenthal.engine.rules.actions import READY_NOW, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.search.solo_turn import Key, act, copy, key_of, open_table, serve_now


def moment_of(s: State, seat: int) -> Key:
    """What must be as expected for a line to be followed: the seat's turn, and the market as far as it matters."""
    piles = 0
    for count in s.piles:
        piles = piles * 2 + (count > 0)
    return (
        *key_of(s, seat), tuple(s.row), s.pile[-1] if s.pile else 0, s.signed, piles, min(s.nobles, 4),
        min(s.schnapps, 6), s.signatures > 0,
    )  # fmt: skip


class FollowedTurn:
    """The actions of a turn that are still to come, each with the moment it was thought for."""

    __slots__ = ("_steps",)

    def __init__(self) -> None:
        self._steps: list[tuple[Key, Action]] = []

    def next_action(self, s: State, seat: int, legal: list[Action]) -> Action | None:
        """What was thought for this moment; None, and nothing more to follow, when something new has shown."""
        moment = moment_of(s, seat)
        steps = self._steps
        for i in range(len(steps)):
            if steps[i][0] == moment and steps[i][1] in legal:
                self._steps = steps[i + 1 :]
                return steps[i][1]
        self._steps = []
        return None

    def begin(self, s: State, seat: int, actions: list[Action], luck: Luck) -> Action:
        """Follow these actions from here: the first of them."""
        state = copy(open_table(s, seat), seat)
        steps: list[tuple[Key, Action]] = []
        for action in actions:
            steps.append((moment_of(state, seat), action))
            if action is READY_NOW:
                serve_now(state, seat, luck)
            else:
                act(state, seat, action, luck)
        self._steps = steps[1:]
        return actions[0]
