"""What is played on a day, and with which luck.

Everything but the luck follows from the date, by a rule anyone can compute. The luck follows from the day's seed, which
follows from the server's secret: by HMAC-SHA256, so that revealed seeds say nothing about the secret or about any other
day.
"""

import hmac
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec

from tiefenthal.engine.components import Edition, built_in_edition, load_edition
from tiefenthal.engine.rules.version import KNOWN_VERSIONS, RULES_VERSION
from tiefenthal.server.bots.characters import CHARACTERS

DAY: Final = 86_400.0
GRACE: Final = 3_600.0
"""Players who began before midnight have this long after it to finish. Then the day is closed and its seed revealed."""
PLAYERS: Final = 2
BOT: Final = "innkeeper"
MODULES: Final = (1, 2, 3, 4, 5, 5, 3)
"""From Monday to Sunday."""


class DaySetup(msgspec.Struct, frozen=True):
    """What everyone plays on a day, as it is kept. It pins figures and rules: an upgrade at noon changes nothing."""

    modules: int
    bot: str
    character: str
    edition: str
    edition_digest: str
    rules: int
    players: int = PLAYERS


def setup_of(day: str) -> DaySetup:
    """The set-up of a day that begins now."""
    found, edition = date.fromisoformat(day), load_edition()
    return DaySetup(
        modules=MODULES[found.weekday()],
        bot=BOT,
        character=CHARACTERS[found.toordinal() % len(CHARACTERS)].id,
        edition=edition.name,
        edition_digest=edition.digest,
        rules=RULES_VERSION,
    )


def edition_for(setup: DaySetup) -> Edition | None:
    """The figures of a day; None when this version of the program lacks them, or the rules."""
    return built_in_edition(setup.edition_digest) if setup.rules in KNOWN_VERSIONS else None


def seed_of(secret: bytes, day: str) -> str:
    """The seed of a day: 64 hexadecimal digits."""
    return _derived(secret, "seed", day)


def bot_seed_of(secret: bytes, day: str) -> str:
    """What the bots' own luck follows from on a day; it tells nothing about the seed."""
    return _derived(secret, "bots", day)


def _derived(secret: bytes, what: str, day: str) -> str:
    return hmac.new(secret, f"tiefenthal daily {what} {day}".encode("ascii"), "sha256").hexdigest()


def day_at(now: float) -> str:
    """The day a time belongs to, UTC."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def begins(day: str) -> float:
    """When a day begins, in seconds since 1970."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()


def ends(day: str) -> float:
    """When a day ends: nobody begins it any more."""
    return begins(day) + DAY


def closes(day: str) -> float:
    """When a day is closed: nobody finishes it any more, and its seed is revealed."""
    return ends(day) + GRACE


def day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def is_day(text: str) -> bool:
    """Whether there is such a day: 2026-02-30 has the form of one."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
