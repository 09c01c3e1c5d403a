"""A clock that is moved on by looking at it."""


class CountedClock:
    """Every look takes so long, and nothing else does."""

    def __init__(self, each: float = 0.001) -> None:
        self.each = each
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * self.each
