"""The mcts bot: a search bot that tries out what a decision leads to before it decides."""

from typing import ClassVar, Final, NamedTuple

from tiefenthal.engine.chance import CommonChance
from tiefenthal.engine.rules.actions import BACK, CHOOSE, CHOOSE_SIDE_1, READY_NOW, START, Action
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.bots.clock import Clock, now
from tiefenthal.players.bots.mcts.draft import best_take
from tiefenthal.players.bots.mcts.halving import Budget, best_of
from tiefenthal.players.bots.mcts.playout import Playout
from tiefenthal.players.bots.search import Effort, Judge, SearchBot, Turn, best_turns
from tiefenthal.players.bots.search.heuristic import HeuristicJudge

PLAIN: Final = 0.5  # how much better the quick answer is thought to be than any other
DOUBT: Final = 3.0  # and by how many points that may be wrong


class Settings(NamedTuple):
    """How the bot thinks."""

    seconds: float = 0.25
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
    """For the turns within simulations, and for quick answers."""
    clock: Clock = now


SETTINGS: Final = Settings()


class MctsBot(SearchBot):
    """A player who tries out in thought what a decision leads to."""

    name: ClassVar[str] = "mcts"

    def __init__(self, seed: int | str = 0, settings: Settings = SETTINGS, judge: Judge | None = None) -> None:
        super().__init__(judge if judge is not None else HeuristicJudge(), settings.inner, seed)
        self.settings: Settings = settings
        self.worlds: int = 0
        """In how many worlds the last decision was tried."""

    @classmethod
    def with_seconds(cls, seed: int | str, seconds: float) -> "MctsBot":
        """The same with another time for a decision."""
        return cls(seed, SETTINGS._replace(seconds=seconds))

    def find_turn(self, view: View) -> Turn:
        """The best turns are tried out; in the last evening the judge knows."""
        s = view.state
        settings = self.settings
        budget = self._budget()
        effort = settings.root._replace(seconds=settings.seconds * 0.4, clock=settings.clock)
        turns = best_turns(s, view.seat, self.judge, effort, self._world(s, 0), self.heuristic(s))
        # Who thinks again at each die, as at a table, must not wander between plans.
        turns = [turn for turn in turns if not _goes_back(turn)] or turns
        if s.round == s.setup.edition.rounds:
            return turns[0]
        turns = turns[: settings.turns]
        lines = [turn.actions for turn in turns]
        return turns[self._try_out(view, lines, [turn.worth for turn in turns], settings.doubt, budget)]

    def take_die(self, view: View, legal: list[Action]) -> Action:
        """Thought through to the end of the draft."""
        s = view.state
        budget = self._budget()
        quick = super().take_die(view, legal)
        return best_take(s, view.seat, quick, self.heuristic(s), self.judge, self.effort, self._world(s, 0), budget)

    def stay_or_go(self, view: View, legal: list[Action]) -> Action:
        """Both are tried out."""
        budget = self._budget()
        return self._try_actions(view, legal, super().stay_or_go(view, legal), budget)

    def answer(self, view: View, legal: list[Action]) -> Action:
        """All are tried out; but start cards and sides of an entertainer are for the whole game, and no simulation
        looks so far."""
        if legal[0].kind == START or (legal[0].kind == CHOOSE and legal[0].a == CHOOSE_SIDE_1):
            return super().answer(view, legal)
        budget = self._budget()
        return self._try_actions(view, legal, super().answer(view, legal), budget)

    def _budget(self) -> Budget:
        """The time of a decision, from now on."""
        return Budget(self.settings.seconds, self.settings.clock)

    def _try_actions(self, view: View, legal: list[Action], quick: Action, budget: Budget) -> Action:
        """The action that does best in simulations; the quick answer has a small start."""
        priors = [PLAIN if action is quick else 0.0 for action in legal]
        return legal[self._try_out(view, [[action] for action in legal], priors, DOUBT, budget)]

    def _try_out(self, view: View, lines: list[list[Action]], priors: list[float], doubt: float, budget: Budget) -> int:
        """Which of these lines does best in simulations."""
        s = view.state
        settings = self.settings
        playout = Playout(view, self.heuristic(s), self.judge, settings.inner, settings.blend, budget)

        def trial(candidate: int, number: int) -> float | None:
            return playout.value(lines[candidate], settings.plannings, self._world(s, number))

        best, self.worlds = best_of(priors, trial, settings.trials, doubt, budget)
        return best

    def _world(self, s: State, number: int) -> CommonChance:
        """The luck of a world, the same for all that is tried out in it."""
        return CommonChance(f"{self._seed} {s.round} {s.step}", number)


def _goes_back(turn: Turn) -> bool:
    """Whether it takes back a die that was placed."""
    for action in turn.actions:
        if action is READY_NOW:
            return False
        if action.kind == BACK:
            return True
    return False
