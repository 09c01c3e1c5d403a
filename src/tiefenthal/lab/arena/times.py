"""How long bots think: counts by length, so that millions of decisions are a few numbers that can be added up."""

import math
from collections.abc import Mapping
from typing import Any, Final

STEPS: Final = 8  # lengths are told apart by steps of a doubling: within 9 %
_SHORTEST: Final = 1e-6  # seconds; everything below counts as this


class Times:
    """The lengths of many decisions. Quantiles are exact to a step and never too small; mean and longest are exact."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        """How many decisions fell into each step: step k ends at 2 ** ((k + 1) / 8) microseconds."""
        self.longest: float = 0.0
        """The longest time for a decision, in seconds."""
        self.total: float = 0.0
        """The time for all decisions, in seconds."""

    def add(self, seconds: float) -> None:
        step = int(math.log2(max(seconds, _SHORTEST) / _SHORTEST) * STEPS)
        self.counts[step] = self.counts.get(step, 0) + 1
        self.longest = max(self.longest, seconds)
        self.total += seconds

    def include(self, other: "Times") -> None:
        """All of another's too."""
        for step, count in other.counts.items():
            self.counts[step] = self.counts.get(step, 0) + count
        self.longest = max(self.longest, other.longest)
        self.total += other.total

    @property
    def decisions(self) -> int:
        """How many decisions were timed."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean length, in seconds; 0 when there are none."""
        return self.total / self.decisions if self.counts else 0.0

    def quantile(self, part: float) -> float:
        """The length, in seconds, that this part of the decisions did not exceed; 0 when there are none."""
        left = math.ceil(part * self.decisions)
        for step in sorted(self.counts):
            left -= self.counts[step]
            if left <= 0:
                return min(self.longest, _SHORTEST * 2 ** ((step + 1) / STEPS))
        return self.longest

    def to_json(self) -> dict[str, Any]:
        """As it stands in a file."""
        counts = {str(step): self.counts[step] for step in sorted(self.counts)}
        return {"longest": round(self.longest, 6), "total": round(self.total, 6), "counts": counts}

    @staticmethod
    def from_json(found: Mapping[str, Any]) -> "Times":
        """As it was written. Raises ValueError or KeyError for anything else."""
        times = Times()
        times.longest = float(found["longest"])
        times.total = float(found["total"])
        times.counts = {int(step): int(count) for step, count in found["counts"].items()}
        return times
