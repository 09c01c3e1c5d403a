"""What the rules ask of chance. They know nothing of generators and seeds: `engine/chance.py` implements this."""

from typing import Final

# Streams of luck. Each has its own order of outcomes, so the order in which seats act never changes their luck.
START_PLAYER: Final = "start"
GUEST_PILE: Final = "pile"
GUEST_DECK: Final = "guests"
START_CARDS: Final = "cards"
DECK: Final = "deck"
COLOURED: Final = "colour"
WHITE: Final = "white"


class Luck:
    """The only way luck enters a game."""

    def shuffle(self, stream: str, seat: int, cards: list[int]) -> None:
        """Bring a pile into random order, in place. The outcome depends on which cards there are, not on their order
        before."""
        raise NotImplementedError

    def roll(self, stream: str, seat: int, count: int) -> list[int]:
        """Faces of that many dice."""
        raise NotImplementedError

    def pick(self, stream: str, count: int) -> int:
        """A number from 0 to count - 1."""
        raise NotImplementedError

    def take_back(self, stream: str, seat: int) -> bool:
        """The latest outcome of a stream is undone; the next one will be drawn like it. False where that cannot be."""
        return False

    def copy(self) -> "Luck":
        """Luck that goes on like this one, for a cloned game; itself where there is nothing to copy."""
        return self
