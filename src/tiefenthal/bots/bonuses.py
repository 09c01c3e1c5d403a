"""What a packed bonus is worth: which of a bot's estimates each kind of bonus asks for."""

from typing import Protocol

from tiefenthal.components.kinds import (
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
    """What somebody holds the things to be worth that a bonus can give (R-4)."""

    def worth_of_card(self, kind: int) -> float:
        """A tavern card on top of the deck."""
        ...

    def worth_of_thalers(self, count: int) -> float:
        """So many thalers."""
        ...

    def worth_of_steps(self, count: int) -> float:
        """So many steps on the monastery track."""
        ...

    def worth_of_denial(self) -> float:
        """Service denied."""
        ...

    def worth_of_noble(self) -> float:
        """A noble."""
        ...

    def worth_of_schnapps(self, count: int) -> float:
        """So many schnapps."""
        ...

    def worth_of_reputation(self, count: int) -> float:
        """So many steps on the reputation ring."""
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
