"""The settings of a server, with the defaults of `tiefenthal serve`."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from tiefenthal.server.limits import Limits, Rate
from tiefenthal.server.store.base import Shares
from tiefenthal.server.store.postgres.address import Address

DEFAULT_PORT: Final = 8642
DAY: Final = 86_400.0

A_DAYS_SHARE: Final = Shares(waiting=0.5, playing=0.1, over=0.1, sessions=0.1)


@dataclass(frozen=True)
class CleanUp:
    """How long tables and sessions are kept after something last happened to them (docs/server.md)."""

    waiting: float = 7 * DAY
    """A table that never began."""
    playing: float = 180 * DAY
    """An abandoned game."""
    bots: float = 3 * DAY
    """An abandoned game of bots alone, which somebody watched."""
    over: float = 30 * DAY
    """The table of a finished game, with its chat. The record of the game is kept forever."""
    sessions: float = 400 * DAY
    """A session that was not seen for this long and sits at no table."""
    deleted: float = 30 * DAY
    """The file with removed data."""
    shares: Shares = A_DAYS_SHARE
    """How much may be removed in one day: if something is wrong, most data is still there when somebody notices."""
    every: float = 3600.0
    asleep: float = 120.0
    """A table without connections is unloaded after this, and loaded again when it is needed."""


class Ceilings(NamedTuple):
    """How many there may be at once."""

    of_session: int
    of_address: int
    """An address may be a whole school."""
    in_all: int


MOST_WAITING: Final = Ceilings(of_session=10, of_address=40, in_all=2_000)
MOST_PLAYING: Final = Ceilings(of_session=40, of_address=120, in_all=5_000)
MOST_LISTED: Final = Ceilings(of_session=5, of_address=15, in_all=200)


@dataclass(frozen=True)
class TableLimits:
    """How many tables may wait for players, be in the public list and be played (`tables/quotas.py`)."""

    waiting: Ceilings = MOST_WAITING
    listed: Ceilings = MOST_LISTED
    playing: Ceilings = MOST_PLAYING
    waiting_counts: float = 6 * 3600.0
    """How long a waiting table counts after its last activity: somebody who gave up is not refused tomorrow."""
    playing_counts: float = 3 * 3600.0
    """How long a game counts after its last activity: abandoned ones keep nobody out."""
    stays_listed: float = DAY
    """How long a table stays in the public list, and counts there, after something last happened at it."""


@dataclass(frozen=True)
class Config:
    """The settings of a server."""

    folder: Path
    database: Address | None = None
    """Where everything is kept if not in the folder."""
    public_urls: tuple[str, ...] = ()
    """Where people reach the server from outside, such as https://inn.example; more than one is possible."""
    bot_processes: int = 1
    bot_seconds: float = 5.0
    limits: Limits = field(default_factory=Limits)
    tables: TableLimits = field(default_factory=TableLimits)
    clean_up: CleanUp = field(default_factory=CleanUp)
    daily_master: str = "master"
    """The bot that plays each daily evening for comparison."""
    figures: Path | None = None
    """The folder in which the processes at one address share their metrics."""
    number: int = 0
    """The number of this process among them."""
    squeezes: bool = True
    """Whether files are compressed as well as possible. That takes seconds: worth it for a public server, but not for a
    game on one's own machine."""
    owner_key: str | None = field(default=None, repr=False)
    """Lets the owner in at /owner; None: there is no such page."""
    open_metrics: bool = False
    """Whether /metrics is for everyone, not only for this machine."""


def limits_for(address_rate: float) -> Limits:
    """The limits when one address may send this much a second; all others scale with it."""
    usual = Limits()
    scale = _scale(address_rate)
    rates: dict[str, Any] = {name: rate for name, rate in vars(usual).items() if isinstance(rate, Rate)}
    for name, rate in rates.items():
        rates[name] = Rate(rate.per_second * scale, max(1.0, rate.burst * scale))
    return replace(usual, connections=max(1.0, usual.connections * scale), **rates)


def tables_for(address_rate: float) -> TableLimits:
    """The same for tables."""
    usual = TableLimits()
    scale = _scale(address_rate)
    return replace(
        usual,
        waiting=_scaled(usual.waiting, scale),
        listed=_scaled(usual.listed, scale),
        playing=_scaled(usual.playing, scale),
    )


def _scale(address_rate: float) -> float:
    return address_rate / Limits().address.per_second


def _scaled(most: Ceilings, scale: float) -> Ceilings:
    return Ceilings(*(max(1, int(each * scale)) for each in most))
