"""Luck that reports when it is needed instead of giving any."""

from tiefenthal.engine.rules.luck import Luck


class LuckNeeded(Exception):
    """The game cannot go on without luck."""


class NoLuck(Luck):
    """Raises LuckNeeded whenever the rules ask for luck."""

    def shuffle(self, stream: str, seat: int, cards: list[int]) -> None:
        raise LuckNeeded

    def roll(self, stream: str, seat: int, count: int) -> list[int]:
        raise LuckNeeded

    def pick(self, stream: str, count: int) -> int:
        raise LuckNeeded
