"""The player behind the mcts bot: it tries out what a decision leads to before it decides."""

from typing import Final, NamedTuple

from tiefenthal.engine.chance import CommonChance
from tiefenthal.engine.rules.actions import BACK, CHOOSE, CHOOSE_SIDE_1, READY_NOW, START, TAKE, Action
from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.bots.clock import Clock, now
from tiefenthal.players.bots.mcts import draft
from tiefenthal.players.bots.mcts.halving import Budget, best_of
from tiefenthal.players.bots.mcts.playout import Playout
from tiefenthal.players.bots.search.effort import Effort
from tiefenthal.players.bots.search.followed_turn import FollowedTurn
from tiefenthal.players.bots.search.heuristic import HeuristicJudge
from tiefenthal.players.bots.search.judge import Judge, Turn
from tiefenthal.players.bots.search.player import TurnPlayer
from tiefenthal.players.bots.search.search import best_turns
from tiefenthal.players.bots.search.weights import HeuristicWeights

PLAIN: Final = 0.5  # how much better the plain player's answer is thought to be than any other
DOUBT: Final = 3.0  # and by how many points that may be wrong


class Settings(NamedTuple):
    """How the player thinks."""

    seconds: float = 0.15
    """Budget of one decision."""
    trials: int = 400
    """Simulations of one decision at most."""
    turns: int = 8
    """Whole turns that are tried out."""
    doubt: float = 2.5
    """By how many points the judge may be wrong about the difference between two turns."""
    plannings: int = 1
    """Own evenings a simulation looks ahead."""
    blend: float = 0.6
    """With several: how much of what each is worth to the judge is left to the next."""
    root: Effort = Effort(plans=12, nodes=240, ends=100, sets=12)
    """For the turns to choose from."""
    inner: Effort = Effort(plans=3, nodes=30, ends=12, sets=4, samples=0)
    """For the turns within simulations."""
    clock: Clock = now


class MctsPlayer:
    """Answers every decision of the game; where simulations give no answer, the turn player does."""

    def __init__(
        self,
        seed: int | str = 0,
        settings: Settings = Settings(),  # noqa: B008 - a tuple
        judge: Judge | None = None,
        weights: HeuristicWeights | None = None,
    ) -> None:
        self.settings: Settings = settings
        self.judge: Judge = judge if judge is not None else HeuristicJudge(weights)
        self.worlds: int = 0
        """In how many worlds the last decision was tried."""
        self._plain: TurnPlayer = TurnPlayer(self.judge, settings.inner, seed, weights)
        self._seed: str = str(seed)
        self._line: FollowedTurn = FollowedTurn()

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
            known = self._line.next_action(s, seat, legal)
            if known is not None:
                return known
            return self._turn(view, legal)
        budget = Budget(self.settings.seconds, self.settings.clock)
        luck = self._luck(s, 0)
        heuristic = self._plain.heuristic(s)
        kind = legal[0].kind
        if kind == TAKE:
            plain = self._plain.choose(view, legal)
            return draft.best_take(s, seat, plain, heuristic, self.judge, self.settings.inner, luck, budget)
        if kind == START or (kind == CHOOSE and legal[0].a == CHOOSE_SIDE_1):
            return None
        return self._try_out(view, legal, budget)

    def _luck(self, s: State, number: int) -> CommonChance:
        """The luck of a world."""
        return CommonChance(f"{self._seed} {s.round} {s.step}", number)

    # --- a decision outside the seat's turn

    def _try_out(self, view: View, legal: list[Action], budget: Budget) -> Action:
        """The answer that does best in simulations; the plain player's has a small start."""
        s = view.state
        plain = self._plain.choose(view, legal)
        playout = Playout(view, self._plain.heuristic(s), self.judge, self.settings.inner, self.settings.blend, budget)

        def trial(candidate: int, number: int) -> float | None:
            return playout.value([legal[candidate]], self.settings.plannings, self._luck(s, number))

        priors = [PLAIN if action is plain else 0.0 for action in legal]
        best, self.worlds = best_of(priors, trial, self.settings.trials, DOUBT, budget)
        return legal[best]

    # --- the seat's turn

    def _turn(self, view: View, legal: list[Action]) -> Action | None:
        s = view.state
        seat = view.seat
        settings = self.settings
        budget = Budget(settings.seconds, settings.clock)
        heuristic = self._plain.heuristic(s)
        luck = self._luck(s, 0)
        effort = settings.root._replace(seconds=settings.seconds * 0.4, clock=settings.clock)
        turns = best_turns(s, seat, self.judge, effort, luck, heuristic)
        if not turns:
            return None
        straight = [turn for turn in turns if not _goes_back(turn)]
        if straight:  # who thinks again at each die, as at a table, must not wander between plans
            turns = straight
        chosen = 0
        if s.round < s.setup.edition.rounds:
            chosen = self._best_turn(view, turns[: settings.turns], budget)
        return self._line.begin(s, seat, turns[chosen].actions, self._luck(s, 0))

    def _best_turn(self, view: View, turns: list[Turn], budget: Budget) -> int:
        """The turn that does best in simulations."""
        s = view.state
        playout = Playout(view, self._plain.heuristic(s), self.judge, self.settings.inner, self.settings.blend, budget)

        def trial(candidate: int, number: int) -> float | None:
            return playout.value(turns[candidate].actions, self.settings.plannings, self._luck(s, number))

        priors = [turn.worth for turn in turns]
        best, self.worlds = best_of(priors, trial, self.settings.trials, self.settings.doubt, budget)
        return best


def _goes_back(turn: Turn) -> bool:
    """Whether it takes back a die that was placed."""
    for action in turn.actions:
        if action is READY_NOW:
            return False
        if action.kind == BACK:
            return True
    return False
