"""What a packed bonus is worth: which of a bot's estimates each kind of bonus asks for."""

from typing import Protocol

from tiefenthal.engine.components.kinds import (
    GIVES_CARD,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    bonus_amount,
    bonus_what,
)


class BonusEstimates(Protocol):
    """Estimates of what the things that a bonus can give are worth (R-4)."""

    def worth_of_card(self, kind: int) -> float:
        """What a tavern card on top of the deck is worth."""
        ...

    def worth_of_thalers(self, count: int) -> float:
        """What this many thalers are worth."""
        ...

    def worth_of_steps(self, count: int) -> float:
        """What this many steps on the monastery track are worth."""
        ...

    def worth_of_denial(self) -> float:
        """What "service denied" is worth."""
        ...

    def worth_of_noble(self) -> float:
        """What a noble is worth."""
        ...

    def worth_of_schnapps(self, count: int) -> float:
        """What this many schnapps are worth."""
        ...

    def worth_of_reputation(self, count: int) -> float:
        """What this many steps on the reputation ring are worth."""
        ...


def bonus_worth(code: int, estimates: BonusEstimates) -> float:
    """A packed bonus by these estimates; nothing for what only round track and start cards give."""
    what = bonus_what(code)
    if what == GIVES_CARD:
        return estimates.worth_of_card(bonus_amount(code))
    if what == GIVES_THALERS:
        return estimates.worth_of_thalers(bonus_amount(code))
    if what == GIVES_MONASTERY:
        return estimates.worth_of_steps(bonus_amount(code))
    if what == GIVES_SERVICE_DENIED:
        return estimates.worth_of_denial()
    if what == GIVES_NOBLE:
        return estimates.worth_of_noble()
    if what == GIVES_SCHNAPPS:
        return estimates.worth_of_schnapps(bonus_amount(code))
    if what == GIVES_REPUTATION:
        return estimates.worth_of_reputation(bonus_amount(code))
    return 0.0
