"""The version of the rules. A game is played to its end, shown and verified by the rules it began with.

A change that gives some old game another course is a new version: it is added to `KNOWN_VERSIONS`, and where the two
differ the rules ask `setup.rules`. A version stays known as long as there are games of it. Every log, record and
position says which one it follows; those that say nothing are older than versions and follow the first.
"""

from typing import Final

RULES_VERSION: Final = 1
"""What new games follow."""
KNOWN_VERSIONS: Final = (1,)
FIRST_VERSION: Final = 1
"""What is meant where nothing is said."""


class UnknownRulesError(ValueError):
    """A game of rules that this program does not know."""

    def __init__(self, version: object) -> None:
        known = ", ".join([str(one) for one in KNOWN_VERSIONS])
        super().__init__(
            f"it follows version {version} of the rules, and this version of the program knows {known}; "
            "a newer one can read it"
        )


def known_version(version: int) -> int:
    """The version itself; raises UnknownRulesError."""
    if version not in KNOWN_VERSIONS:
        raise UnknownRulesError(version)
    return version
