"""A player who judges turns and the choices of the evening by one judge: the neural bot, and what trains it."""

from typing import Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import AGAIN, STAY, TAKE, Action
from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.view import View
from tiefenthal.players.bots.neural.choices import best_choice
from tiefenthal.players.bots.neural.evening import Care, Hands, best_take, stay_or_go
from tiefenthal.players.bots.neural.rollouts import Rollouts
from tiefenthal.players.bots.search import STEADY, Effort, Judge, TurnPlayer

OWN_TURN: Final = (PLANNING, SERVING)


class JudgingPlayer:
    """Answers every decision of the game."""

    def __init__(
        self,
        judge: Judge,
        effort: Effort = STEADY,
        seed: int | str = 0,
        of_turns: Judge | None = None,
        care: Care | None = None,
    ) -> None:
        """`of_turns` is another judge for turns alone, one that takes its time. With `care` draft and arrival are
        judged by what the evening will come to; without it they are left to the turn player, which is quicker."""
        self.judge: Judge = judge
        self.care: Care | None = care
        self._rollouts: Rollouts = Rollouts(judge)
        self._hands: Hands = Hands()
        self._seed: str = str(seed)
        self.turns: TurnPlayer = TurnPlayer(of_turns if of_turns is not None else judge, effort, seed)
        self._luck: SeededChance = SeededChance(f"choices {seed}")

    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        action = self._answer(view, legal)
        if action is not None and action in legal:
            return action
        return self.turns.choose(view, legal)

    def _answer(self, view: View, legal: list[Action]) -> Action | None:
        """An answer to anything but the seat's turn; None leaves it to the turn player."""
        s = view.state
        if phase_of(s) in OWN_TURN:
            return None
        kind = legal[0].kind
        if kind not in (TAKE, STAY, AGAIN):
            return best_choice(s, view.seat, legal, self.judge, self._luck)
        if self.care is None:
            return None
        if kind == TAKE:
            return best_take(s, view.seat, self._rollouts, self.care, self._hands)
        return stay_or_go(s, view.seat, self._rollouts, self.care, self._seed)
