"""The neural bot, and the swift one."""

from pathlib import Path
from typing import ClassVar, Final

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.neural.evening import Care
from tiefenthal.players.bots.neural.judge import Aim, NetworkJudge
from tiefenthal.players.bots.neural.lookahead import Look, Lookahead
from tiefenthal.players.bots.neural.player import JudgingPlayer
from tiefenthal.players.bots.neural.rollouts import EFFORT as ROLLOUT_EFFORT
from tiefenthal.players.bots.neural.weights import find_networks
from tiefenthal.players.bots.search import Effort

EFFORT: Final = Effort(plans=24, nodes=3000, ends=1000, sets=12, samples=16, margin=1000.0, seconds=0.3)
LOOK: Final = Look()
CARE: Final = Care()
SWIFT_EFFORT: Final = Effort(plans=8, nodes=300, ends=150, sets=8, samples=8, margin=1000.0)
HASTY_EFFORT: Final = ROLLOUT_EFFORT._replace(samples=4)
SWIFT_CARE: Final = Care(hands=4, arrivals=2, seconds=0.0)


class NeuralBot(Bot):
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
        super().__init__(seed)
        judge = NetworkJudge(find_networks(weights), aim)
        ahead = Lookahead(judge, look, seed) if look is not None else None
        self.player: JudgingPlayer = JudgingPlayer(judge, effort, seed, ahead, care)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The player's choice."""
        return self.player.choose(view, legal)


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
