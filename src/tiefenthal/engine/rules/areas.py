"""The nine areas of a tavern: what each gives, as it is or upgraded, and which of them dice are put on."""

from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    BARREL_AREA,
    BREWER_AREA,
    CASHBOX_AREA,
    DISHWASHER_AREA,
    MONK_AREA,
    SERVER_AREA,
    TABLES_AREA,
)

AREA_OF_SPACE: Final = [CASHBOX_AREA, BARREL_AREA, BREWER_AREA, MONK_AREA]
"""By action space, of those that are not tables."""
BEFORE_SERVING: Final = (TABLES_AREA, SERVER_AREA, DISHWASHER_AREA)
"""Areas that count before guests are served: upgraded during the serving, they work from the next evening on (F-8)."""


def yield_of(edition: Edition, upgraded: int, area: int) -> int:
    """What an area gives in a tavern in which these areas are upgraded."""
    return edition.area_yield[area][upgraded >> area & 1]


def more_upgraded(edition: Edition, area: int) -> int:
    """How much more an area gives once it is upgraded."""
    return yield_of(edition, 1 << area, area) - yield_of(edition, 0, area)
