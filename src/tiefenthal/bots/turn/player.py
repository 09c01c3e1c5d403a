"""A player of whole turns: finds the best one for its judge, follows it, and thinks again when something new shows."""

from tiefenthal.bots.greedy import GreedyBot
from tiefenthal.bots.turn.choices import best_choice
from tiefenthal.bots.turn.effort import STEADY, Effort
from tiefenthal.bots.turn.hopes import best_take, stay_or_go
from tiefenthal.bots.turn.judge import Judge
from tiefenthal.bots.turn.outlook import Outlook, Weights
from tiefenthal.bots.turn.private import PLANNING, SERVING, Key, act, copy, key_of, open_table, phase_of, serve_now
from tiefenthal.bots.turn.search import best_turns
from tiefenthal.chance import SeededChance
from tiefenthal.rules.actions import AGAIN, READY_NOW, STAY, TAKE, Action
from tiefenthal.rules.luck import Luck
from tiefenthal.rules.state import State
from tiefenthal.view import View


def moment_of(s: State, seat: int) -> Key:
    """What must be as expected for a line to be followed: the own turn, and the market as far as it matters."""
    piles = 0
    for count in s.piles:
        piles = piles * 2 + (count > 0)
    return (
        *key_of(s, seat), tuple(s.row), s.pile[-1] if s.pile else 0, s.signed, piles, min(s.nobles, 4),
        min(s.schnapps, 6), s.signatures > 0,
    )  # fmt: skip


class TurnPlayer:
    """Answers every decision of the game; where the search has no answer, the greedy bot does."""

    def __init__(
        self, judge: Judge, effort: Effort = STEADY, seed: int | str = 0, weights: Weights | None = None
    ) -> None:
        self.judge: Judge = judge
        self.effort: Effort = effort
        self._plain: GreedyBot = GreedyBot(seed)
        self._weights: Weights | None = weights
        self._outlook: Outlook | None = None
        self._seed: str = str(seed)
        self._luck: Luck = SeededChance(self._seed)
        self._line: list[tuple[Key, Action]] = []

    def outlook(self, s: State) -> Outlook:
        """The guide's judgement for this set-up."""
        found = self._outlook
        if found is None or found.setup is not s.setup:
            found = Outlook(s.setup, self._weights)
            self._outlook = found
        return found

    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        action = self._answer(view, legal)
        if action is not None and action in legal:
            return action
        return self._plain.choose(view, legal)

    def _answer(self, view: View, legal: list[Action]) -> Action | None:
        s = view.state
        seat = view.seat
        phase = phase_of(s)
        if (phase == PLANNING and READY_NOW in legal) or (phase == SERVING and s.turn == seat):
            return self._turn(s, seat, legal)
        kind = legal[0].kind
        outlook = self.outlook(s)
        if kind == TAKE:
            return best_take(view, legal, outlook)
        luck = SeededChance(f"{self._seed} {s.round} {phase}")
        if kind in (STAY, AGAIN):
            if not self.effort.samples:
                return None
            return stay_or_go(view, outlook, self.effort, luck)
        return best_choice(s, seat, legal, outlook, luck)

    def _turn(self, s: State, seat: int, legal: list[Action]) -> Action | None:
        moment = moment_of(s, seat)
        line = self._line
        for i in range(len(line)):
            if line[i][0] == moment and line[i][1] in legal:
                action = line[i][1]
                self._line = line[i + 1 :]
                return action
        self._line = []
        turns = best_turns(s, seat, self.judge, self.effort, self._luck, self.outlook(s))
        if not turns:
            return None
        self._line = self._follow(s, seat, turns[0].actions)
        action = self._line[0][1]
        self._line = self._line[1:]
        return action

    def _follow(self, s: State, seat: int, actions: list[Action]) -> list[tuple[Key, Action]]:
        """A line with what the table looks like before each of its actions."""
        state = copy(open_table(s, seat), seat)
        line: list[tuple[Key, Action]] = []
        for action in actions:
            line.append((moment_of(state, seat), action))
            if action is READY_NOW:
                serve_now(state, seat, self._luck)
            else:
                act(state, seat, action, self._luck)
        return line
