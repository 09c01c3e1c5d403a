"""A review on several processes."""

import contextlib

from tiefenthal.analysis.data import Review
from tiefenthal.analysis.review import BUDGET, Part, Progress, Reviewer
from tiefenthal.arena.workers import Work, run

Unit = tuple[int, int]


class ReviewError(RuntimeError):
    """A review could not be made; the message says why."""


class ReviewWork(Work[Unit, Part | str]):
    """Makes the parts of one review. Each process reads the record for itself."""

    def __init__(self, record: str, budget: int, seed: str) -> None:
        self._record: str = record
        self._budget: int = budget
        self._seed: str = seed
        self._reviewer: Reviewer | None = None

    def do(self, task: Unit) -> Part | str:
        """One part."""
        if self._reviewer is None:
            self._reviewer = Reviewer(self._record, self._budget, self._seed)
        return self._reviewer.part(task)

    def lost(self, task: Unit, why: str) -> str:
        """A part nobody finished."""
        return f"evening {task[0]} of p{task[1] + 1} could not be reviewed: {why}"


def review_in_processes(
    record: str, budget: int = BUDGET, seed: int | str = 0, jobs: int = 1, progress: Progress | None = None
) -> Review:
    """As `review`, spread over processes; the result is the same. Interrupted, it speaks of what was finished."""
    reviewer = Reviewer(record, budget, seed)
    units = reviewer.units()
    parts: list[Part] = []
    lost: list[str] = []

    def keep(part: Part | str) -> None:
        if isinstance(part, str):
            lost.append(part)
        else:
            parts.append(part)

    def tell() -> None:
        if progress is not None:
            progress(len(parts), len(units))

    with contextlib.suppress(KeyboardInterrupt):
        run(ReviewWork(record, budget, str(seed)), iter(units), min(jobs, len(units)), keep, tell)
    if lost:
        raise ReviewError(lost[0])
    return reviewer.gather(parts)
