"""How a game of a batch ended."""

from collections.abc import Callable


class Ended:
    """One game that ended with the last step."""

    def __init__(
        self, index: int, seed: str, scores: list[int], win_shares: list[float], log: Callable[[], list[int]]
    ) -> None:
        self.index: int = index
        """Which of the games."""
        self.seed: str = seed
        self.scores: list[int] = scores
        self.win_shares: list[float] = win_shares
        self._log: Callable[[], list[int]] = log  # made a list only where somebody asks

    @property
    def log(self) -> list[int]:
        """Every decision: seat << 16 | number of the action."""
        return self._log()
