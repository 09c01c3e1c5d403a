"""The daily evening over HTTP (docs/daily.md): today's game, the standing, past days."""

from typing import Annotated, Literal

import msgspec

from tiefenthal.server.protocol.parts import Day, Pace, Part, TableId

__all__ = [
    "Daily",
    "DailyAttempt",
    "DailyBegin",
    "DailyDay",
    "DailyDays",
    "DailyMaster",
    "DailyNext",
    "DailyPast",
    "DailyPlan",
    "DailyScore",
    "DailyStanding",
    "DailyTable",
]


class DailyPlan(Part, frozen=True):
    """What everyone plays on a day: a whole game for two, against the same bot."""

    players: int
    modules: int
    bot: str
    """How well the bot plays."""
    character: str
    """Who it is."""
    edition: str


class DailyAttempt(Part, frozen=True):
    """My one attempt at a day."""

    state: Literal["playing", "over"]
    table: TableId
    score: int | None
    ranked: bool
    """Whether it counts: it was finished before the day was closed, or still may be."""


class DailyScore(Part, frozen=True):
    """How many reached a score."""

    score: int
    count: int


class DailyStanding(Part, frozen=True):
    """The standing among all results that count, without names."""

    players: int
    rank: int | None
    """Mine: one more than have scored more, so equals share it. None for those who did not play."""
    scores: list[DailyScore]
    """The best first."""


class DailyMaster(Part, frozen=True):
    """The Master's score at the same seat, with the same luck, against the same bot."""

    score: int
    other: int
    """What the bot scored against it."""


class DailyDay(Part, frozen=True):
    """A day's game: when it can be played, and by what rules."""

    day: Day
    begins: float
    """Seconds since 1970; days are UTC."""
    ends: float
    """The latest time to begin."""
    closes: float
    """The latest time to finish; then the seed is revealed."""
    state: Literal["open", "closing", "closed"]
    plan: DailyPlan
    commitment: str
    """SHA-256 of the seed, in hexadecimal digits."""
    seed: str | None
    """None until the day is closed."""
    begun: int
    """How many have sat down."""
    mine: DailyAttempt | None
    standing: DailyStanding | None
    """For those who have finished; for everyone once the day is closed."""
    master: DailyMaster | None
    """Likewise; None too while the Master is still playing."""


class DailyNext(Part, frozen=True):
    """Tomorrow's day, already committed to."""

    day: Day
    plan: DailyPlan
    commitment: str


class Daily(Part, frozen=True):
    """The daily evening now."""

    now: float
    """The server's clock, which decides the day."""
    today: DailyDay
    next: DailyNext


class DailyPast(Part, frozen=True):
    """A past day, in a line."""

    day: Day
    modules: int
    players: int
    """How many results count."""
    best: int | None
    score: int | None
    """My score."""
    master: int | None


class DailyDays(Part, frozen=True):
    """The days this server has held, the last one first."""

    days: list[DailyPast]
    more: bool
    """Whether there are older ones: ask with `before` the last of these."""


class DailyBegin(Part, frozen=True):
    """Sitting down to the game of the day."""

    pace: Annotated[Pace, msgspec.Meta(description="how quickly the bot plays")] = "natural"


class DailyTable(Part, frozen=True):
    """The table and the seat."""

    table: TableId
