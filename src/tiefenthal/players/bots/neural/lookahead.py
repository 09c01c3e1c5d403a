"""One evening further: the best few turns are compared by what the next evening makes of them.

For each of them some next evenings are sampled (`rollouts`), the best turn of each is searched, quickly, and judged.
All turns meet the same luck, so that it tells them apart less than they differ; those that do badly are dropped early,
and the others are sampled more (`mcts.halving`). It is a judge like any other: what it is shown are the ends of a
search, and the one that does best in rollouts comes out on top.
"""

from typing import Final, NamedTuple

from tiefenthal.engine.chance import CommonChance
from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.clock import Clock, now
from tiefenthal.players.bots.mcts.halving import Budget, best_of
from tiefenthal.players.bots.neural.rollouts import Rollouts, next_evening
from tiefenthal.players.bots.search import Judge

ENDLESS: Final = 1e9  # seconds


class Look(NamedTuple):
    """How far to look."""

    turns: int = 4
    """The best turns that are looked into."""
    rollouts: int = 32
    """Next evenings sampled for all of them together."""
    within: float = 4.0
    """Turns that seem worse than the best by more than this are not looked into."""
    doubt: float = 3.5
    """By how many points the plain judgement may be wrong about the difference between two turns."""
    seconds: float = 0.1
    """The time for it; 0 for as long as it takes."""
    clock: Clock = now


class Lookahead:
    """Another judge's worths, the best place given by a look at the next evening."""

    def __init__(self, judge: Judge, look: Look | None = None, seed: int | str = 0) -> None:
        self.plain: Judge = judge
        self.look: Look = look or Look()
        self._seed: str = str(seed)
        self._rollouts: Rollouts = Rollouts(judge)

    def judge(self, states: list[State], seat: int) -> list[float]:
        """The worths; the turn that did best in rollouts has changed places with the one that seemed best."""
        worths = self.plain.judge(states, seat)
        look = self.look
        if len(states) < 2 or states[0].round >= states[0].setup.edition.rounds:
            return worths
        order = sorted(range(len(states)), key=worths.__getitem__, reverse=True)
        first = order[0]
        chosen = [number for number in order[: look.turns] if worths[number] >= worths[first] - look.within]
        best = chosen[self._best([states[number] for number in chosen], [worths[number] for number in chosen], seat)]
        worths[first], worths[best] = worths[best], worths[first]
        return worths

    def _best(self, states: list[State], worths: list[float], seat: int) -> int:
        """The index of the best state by rollouts; without time for any, of the one with the highest worth."""
        look = self.look
        budget = Budget(look.seconds or ENDLESS, look.clock)
        kind = f"{self._seed} {states[0].round} dream"

        def trial(answer: int, number: int) -> float | None:
            if budget.spent(1.0):
                return None
            luck = CommonChance(kind, number)
            s = next_evening(states[answer], seat, luck)
            self._rollouts.draft(s, seat, luck)
            return self._rollouts.worth(s, seat, luck)

        return best_of(worths, trial, look.rollouts, look.doubt, budget)[0]
