"""The neural bot."""

import os
from importlib.resources import files
from pathlib import Path
from typing import ClassVar, Final

from tiefenthal.bots.base import Bot
from tiefenthal.bots.neural.evening import Care
from tiefenthal.bots.neural.judge import Aim, NetworkJudge
from tiefenthal.bots.neural.lookahead import Look, Lookahead
from tiefenthal.bots.neural.network import Network, WeightsError, load_network, network_from
from tiefenthal.bots.neural.player import JudgingPlayer
from tiefenthal.bots.turn import Effort
from tiefenthal.rules.actions import Action
from tiefenthal.view import View

WEIGHTS: Final = "weights.npz"
VARIABLE: Final = "TIEFENTHAL_NEURAL_WEIGHTS"
EFFORT: Final = Effort(plans=24, nodes=3000, ends=1000, sets=12, samples=16, hope=1000.0, seconds=0.3)
LOOK: Final = Look()
CARE: Final = Care()

_read: dict[str, Network] = {}  # by file: reading takes longer than a turn


def network_at(path: Path | None = None) -> Network:
    """The network in a file; without one, that of the package."""
    name = str(path) if path is not None else ""
    if name not in _read:
        _read[name] = load_network(path) if path is not None else _own_network()
    return _read[name]


def _own_network() -> Network:
    try:
        data = files("tiefenthal.bots.neural").joinpath(WEIGHTS).read_bytes()
    except OSError:
        raise WeightsError(
            f"the weights of the neural bot are missing from the package; install it anew, or name a file in {VARIABLE}"
        ) from None
    return network_from(data, "the weights of the neural bot")


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
        if weights is None and os.environ.get(VARIABLE):
            weights = Path(os.environ[VARIABLE])
        judge = NetworkJudge(network_at(weights), aim)
        ahead = Lookahead(judge, look, seed) if look is not None else None
        self.player: JudgingPlayer = JudgingPlayer(judge, effort, seed, ahead, care)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The player's choice."""
        return self.player.choose(view, legal)
