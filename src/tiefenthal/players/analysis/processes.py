"""A review on several processes."""

import contextlib
from typing import NamedTuple

from tiefenthal.i18n.errors import Worded
from tiefenthal.players.analysis.data import Review
from tiefenthal.players.analysis.review import BUDGET, Part, Progress, Reviewer
from tiefenthal.players.workers import Work, run

Unit = tuple[int, int]


class ReviewError(Worded, RuntimeError):
    """A review could not be made; the message says why."""


class Lost(NamedTuple):
    """An unfinished part."""

    round: int
    seat: int
    why: str


class ReviewWork(Work[Unit, Part | Lost]):
    """Makes the parts of one review. Each process reads the record itself."""

    def __init__(self, record: str, budget: int, seed: str) -> None:
        self._record: str = record
        self._budget: int = budget
        self._seed: str = seed
        self._reviewer: Reviewer | None = None

    def do(self, task: Unit) -> Part | Lost:
        """The result of one part of the review."""
        if self._reviewer is None:
            self._reviewer = Reviewer(self._record, self._budget, self._seed)
        return self._reviewer.part(task)

    def lost(self, task: Unit, why: str) -> Lost:
        """An unfinished part."""
        return Lost(*task, why)


def review_in_processes(
    record: str, budget: int = BUDGET, seed: int | str = 0, jobs: int = 1, progress: Progress | None = None
) -> Review:
    """As `review`, spread over processes; the result is the same. If interrupted, it covers the finished parts."""
    reviewer = Reviewer(record, budget, seed)
    units = reviewer.units()
    parts: list[Part] = []
    lost: list[Lost] = []

    def keep(part: Part | Lost) -> None:
        if isinstance(part, Lost):
            lost.append(part)
        else:
            parts.append(part)

    def tell() -> None:
        if progress is not None:
            progress(len(parts), len(units))

    with contextlib.suppress(KeyboardInterrupt):
        run(ReviewWork(record, budget, str(seed)), iter(units), min(jobs, len(units)), keep, tell)
    if lost:
        first = lost[0]
        raise ReviewError("not-reviewed", round=first.round, who=f"p{first.seat + 1}", reason=first.why)
    return reviewer.gather(parts)
