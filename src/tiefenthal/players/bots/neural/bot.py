"""The neural bot, and two that do with less: search bots that ask their judge at the other steps too."""

from pathlib import Path
from typing import ClassVar, Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.neural.evening import Care, Hands, best_take, stay_or_go
from tiefenthal.players.bots.neural.judge import Aim, NetworkJudge
from tiefenthal.players.bots.neural.lookahead import Look, Lookahead
from tiefenthal.players.bots.neural.rollouts import EFFORT as ROLLOUT_EFFORT
from tiefenthal.players.bots.neural.rollouts import Rollouts
from tiefenthal.players.bots.neural.weights import find_networks
from tiefenthal.players.bots.search import STEADY, Effort, Judge, SearchBot
from tiefenthal.players.bots.search.choices import best_choice
from tiefenthal.players.bots.search.solo_turn import open_table

EFFORT: Final = Effort(plans=24, nodes=3000, ends=1000, sets=12, samples=16, margin=1000.0, seconds=0.3)
LOOK: Final = Look()
CARE: Final = Care()
SWIFT_EFFORT: Final = Effort(plans=8, nodes=300, ends=150, sets=8, samples=8, margin=1000.0)
HASTY_EFFORT: Final = ROLLOUT_EFFORT._replace(samples=4)
SWIFT_CARE: Final = Care(hands=4, arrivals=2, seconds=0.0)


class JudgingBot(SearchBot):
    """Judges turns and the choices of the evening by one judge; with `care` draft and arrival too."""

    def __init__(
        self,
        judge: Judge,
        effort: Effort = STEADY,
        seed: int | str = 0,
        of_turns: Judge | None = None,
        care: Care | None = None,
    ) -> None:
        """`of_turns` is another judge for turns alone, one that takes its time. With `care` draft and arrival are
        judged by what the evening will come to; without it they are left to the search bot, which is quicker."""
        super().__init__(of_turns if of_turns is not None else judge, effort, seed)
        self.of_choices: Judge = judge
        self.care: Care | None = care
        self._rollouts: Rollouts = Rollouts(judge)
        self._hands: Hands = Hands()
        self._luck_of_choices: SeededChance = SeededChance(f"choices {seed}")

    def take_die(self, view: View, legal: list[Action]) -> Action:
        """The draft is thought through to its end, as long as there is time."""
        found = None
        if self.care is not None:
            found = best_take(view.state, view.seat, self._rollouts, self.care, self._hands)
        return found if found is not None else super().take_die(view, legal)

    def stay_or_go(self, view: View, legal: list[Action]) -> Action:
        """Both evenings are sampled, as long as there is time."""
        found = None
        if self.care is not None:
            found = stay_or_go(view.state, view.seat, self._rollouts, self.care, self._seed)
        return found if found is not None else super().stay_or_go(view, legal)

    def answer(self, view: View, legal: list[Action]) -> Action:
        """What leads to the table its judge likes best."""
        table = open_table(view.state, view.seat)
        return best_choice(table, view.seat, legal, self.of_choices, self._luck_of_choices)


class NeuralBot(JudgingBot):
    """Plays by what a network expects."""

    name: ClassVar[str] = "neural"

    def __init__(
        self,
        seed: int | str = 0,
        weights: Path | None = None,
        effort: Effort = EFFORT,
        look: Look | None = LOOK,
        care: Care | None = CARE,
        aim: Aim | None = None,
    ) -> None:
        """Without `look` turns are judged by the network alone, without `care` draft and arrival by rule of thumb."""
        judge = NetworkJudge(find_networks(weights), aim)
        ahead = Lookahead(judge, look, seed) if look is not None else None
        super().__init__(judge, effort, seed, ahead, care)


class SwiftBot(NeuralBot):
    """The neural bot with a small search and no look ahead. It ignores the clock, so the same seed plays the same
    game on every machine."""

    name: ClassVar[str] = "swift"

    def __init__(self, seed: int | str = 0, weights: Path | None = None) -> None:
        super().__init__(seed, weights, SWIFT_EFFORT, None, SWIFT_CARE)


class HastyBot(NeuralBot):
    """The network with hardly a search, and a rule of thumb for draft and arrival: what trains it, and what judges
    editions by the ten thousand games. It ignores the clock, too."""

    name: ClassVar[str] = "hasty"

    def __init__(self, seed: int | str = 0, weights: Path | None = None) -> None:
        super().__init__(seed, weights, HASTY_EFFORT, None, None)
