"""Who overlooks what, and when: the character of a player, and how attentive an evening finds it.

A character is an order of all slips, the most likely first; it follows from the seed, and stays. Each evening the
player is more or less distracted, and makes the first few slips of that order, all evening long. So a player has
weaknesses one can come to know, good evenings and bad ones, and makes the same slip again in the same situation.

At a table each decision is made by a bot of its own, whose seed ends in "/" and a number of the decision. The character
follows from what stands before.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from tiefenthal.players.bots.levels.slips import Slip


class Attention(NamedTuple):
    """How many slips a player makes in an evening: from its best to its worst."""

    best: int
    worst: int


def character_seed(seed: int | str) -> str:
    """The part of a seed that is the same for all decisions of a player in a game."""
    return str(seed).partition("/")[0]


def _number(*words: object) -> int:
    return int.from_bytes(hashlib.sha256("\n".join([str(word) for word in words]).encode()).digest()[:4], "big")


class Character:
    """What one player tends to overlook."""

    def __init__(self, seed: int | str, slips: Sequence[Slip], attention: Attention) -> None:
        self._seed: str = character_seed(seed)
        self._attention: Attention = attention
        self.slips: list[Slip] = sorted(slips, key=lambda slip: _number("slip", self._seed, slip.name))
        """All it may make, its weakest point first."""

    def slips_of(self, evening: int) -> list[Slip]:
        """What it overlooks this evening."""
        best, worst = self._attention
        return self.slips[: best + _number("evening", self._seed, evening) % (worst - best + 1)]
