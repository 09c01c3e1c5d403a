"""Which network plays: those of the package, or one from a file for every table."""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.bots.neural.network import Network, WeightsError, load_network, network_from

VARIABLE: Final = "TIEFENTHAL_NEURAL_WEIGHTS"
PLAYERS: Final = (4,)
"""Numbers of players with a network of their own: it went on learning from such games alone."""


class Networks(NamedTuple):
    """A network, and others for some numbers of players."""

    usual: Network
    special: dict[int, Network]

    def of(self, players: int) -> Network:
        """The network for a table."""
        return self.special.get(players, self.usual)


def file_name(players: int = 0) -> str:
    """What the weights in the package are called: the usual ones, or those for a number of players."""
    return f"weights-{players}.npz" if players else "weights.npz"


def find_networks(path: Path | None = None) -> Networks:
    """The network in a file, or in the one the environment names; without either, those of the package."""
    named = os.environ.get(VARIABLE)
    if path is None and named:
        path = Path(named)
    if path is not None:
        return Networks(_in_file(path), {})
    return Networks(_own(file_name()), {players: _own(file_name(players)) for players in PLAYERS})


@cache  # reading takes longer than a turn
def _in_file(path: Path) -> Network:
    return load_network(path)


@cache
def _own(name: str) -> Network:
    try:
        data = files("tiefenthal.bots.neural").joinpath(name).read_bytes()
    except OSError:
        raise WeightsError(
            f"weights of the neural bot ({name}) are missing from the package; install it again, or name a file in "
            f"{VARIABLE}"
        ) from None
    return network_from(data, f"the neural bot's {name}")
