"""Which network plays: the package's for the figures at the table, or one from a file for every table.

Every edition that was ever built in has its network. A foreign one, such as an owner's box, gets the network of the
edition with the most similar figures: one that learned other figures plays worse (docs/bots.md, "Foreign editions").
"""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import built_in_edition, load_edition
from tiefenthal.players.bots.neural.figures import Figures
from tiefenthal.players.bots.neural.network import Network, WeightsError, load_network, network_from

VARIABLE: Final = "TIEFENTHAL_NEURAL_WEIGHTS"
PLAYERS: Final[tuple[int, ...]] = ()
"""Numbers of players with a network of their own for the built-in edition, one that went on with such games alone."""
FIRST: Final = "c414a1888cd847befacd1375f1a6143d2f92858bd306b0eda7fe15e780d82b3e"
"""The edition that was built in first. Besides the newest network, its own plays unknown figures best;
the network of the edition between them is much weaker there."""
EARLIER: Final[dict[str, tuple[int, ...]]] = {
    FIRST: (4,),
    "76abffb74a5078c12ad639e685efeaacc8ac5108ba92d7e6a851fe879e7aaffb": (),
    "363fb2c0f023a61ea82bc9e8fc7761947f8818a4c447343f8fd054eec7ef06f1": (),
}
"""Editions that were built in before, by digest, with the same of their networks: games, puzzles and reviews of those
figures are judged by who learned them."""


class Networks:
    """The one network for every table, or each table's own."""

    def __init__(self, only: Network | None = None) -> None:
        self._only: Network | None = only
        self._found: dict[tuple[str, int], Network] = {}

    def of(self, players: int, edition: Edition) -> Network:
        """The network for a table."""
        if self._only is not None:
            return self._only
        key = (edition.digest, players)
        if key not in self._found:
            self._found[key] = _own(file_at(players, whose_network(edition)))
        return self._found[key]


def whose_network(edition: Edition) -> str:
    """The digest of the edition whose networks judge this one: itself if it has any, otherwise the more similar of the
    built-in edition and the first one."""
    now = load_edition()
    if edition.digest == now.digest or edition.digest in EARLIER:
        return edition.digest
    first = built_in_edition(FIRST)
    assert first is not None
    return FIRST if _distance(edition, first) < _distance(edition, now) else now.digest


def _distance(one: Edition, other: Edition) -> float:
    """How different figures are, each in proportion to its size, so that a price and a face count alike (the Canberra
    distance)."""
    pairs = zip(Figures(one).columns, Figures(other).columns, strict=True)
    return sum([abs(this - that) / (this + that) for this, that in pairs if this != that])


def file_name(players: int = 0, digest: str = "") -> str:
    """What the weights in the package are called: the usual ones or those for a number of players, those of now or
    those for an edition of before."""
    name = f"weights-{digest[:8]}" if digest else "weights"
    return f"{name}-{players}.npz" if players else f"{name}.npz"


def file_at(players: int, digest: str) -> str:
    """The file of the package for a table with the figures of a built-in edition."""
    if digest in EARLIER:
        return file_name(players if players in EARLIER[digest] else 0, digest)
    return file_name(players if players in PLAYERS and digest == load_edition().digest else 0)


def find_networks(path: Path | None = None) -> Networks:
    """The network in a file, or in the one the environment names; without either, those of the package."""
    named = os.environ.get(VARIABLE)
    if path is None and named:
        path = Path(named)
    if path is not None:
        return Networks(_in_file(path))
    for players in (0, *PLAYERS):
        _own(file_name(players))  # complains now rather than in the middle of a game
    return Networks()


@cache  # reading takes longer than a turn
def _in_file(path: Path) -> Network:
    return load_network(path)


@cache
def _own(name: str) -> Network:
    try:
        data = files("tiefenthal.players.bots.neural").joinpath(name).read_bytes()
    except OSError:
        raise WeightsError(
            f"weights of the neural bot ({name}) are missing from the package; install it again, or name a file in "
            f"{VARIABLE}"
        ) from None
    return network_from(data, f"the neural bot's {name}")
