"""The neural bot: a value network on the state after a turn, the turn planner as its move generator, and a look one
evening ahead; and two quicker versions of it. They need numpy and nothing else; how the weights were made stands
beside them and in lab/training.md.

This module imports no numpy, so the bots can be listed without it, and choosing one says what to install.
"""

import importlib.util
from typing import Final

from tiefenthal.i18n.errors import Worded
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.threads import one_thread

INSTALL: Final = "pip install tiefenthal"


class NeuralBotError(Worded, ValueError):
    """The neural bot cannot play here; the message says what is missing."""


def make_neural(seed: int | str = 0) -> Bot:
    """A player who judges what a turn leaves by a network that has played itself.

    The weights are those of the package, or those TIEFENTHAL_NEURAL_WEIGHTS names."""
    return _made("neural", seed)


def make_swift(seed: int | str = 0) -> Bot:
    """The neural player in a hurry: strong games by the thousand, the same on every machine."""
    return _made("swift", seed)


def make_hasty(seed: int | str = 0) -> Bot:
    """The network with hardly a search: how it is trained, and the quickest games that it plays."""
    return _made("hasty", seed)


def _made(name: str, seed: int | str) -> Bot:
    if importlib.util.find_spec("numpy") is None:
        raise NeuralBotError("bot-needs", bot=repr(name), package="numpy", command=INSTALL)
    with one_thread():  # if this is what loads numpy; in a process that has loaded it, its owner has decided
        from tiefenthal.players.bots.neural.bot import HastyBot, NeuralBot, SwiftBot

    kinds = {kind.name: kind for kind in (NeuralBot, SwiftBot, HastyBot)}
    return kinds[name](seed)
