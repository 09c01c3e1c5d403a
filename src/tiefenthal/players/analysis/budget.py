"""How much work an analysis may do, counted and not timed: the same budget gives the same answer on every machine."""

from typing import Final

from tiefenthal.i18n.errors import Worded
from tiefenthal.players.bots.neural.bot import CARE, EFFORT, LOOK
from tiefenthal.players.bots.neural.evening import Care
from tiefenthal.players.bots.neural.lookahead import Look
from tiefenthal.players.bots.search import Effort

FULL: Final = 100
"""What the strongest bot may use without a clock, in states searched and evenings sampled."""
LEAST: Final = 1
MOST: Final = 1000


class BudgetError(Worded, ValueError):
    """This is not a budget; the message says what is one."""


def checked_budget(budget: int) -> int:
    """Refuse an invalid budget."""
    if not LEAST <= budget <= MOST:
        raise BudgetError("budget", low=LEAST, high=MOST, found=budget)
    return budget


def _share(of: int, budget: int, least: int) -> int:
    return max(least, of * budget // FULL)


def effort_of(budget: int) -> Effort:
    """For the search over whole turns."""
    return EFFORT._replace(
        plans=min(EFFORT.plans * 2, _share(EFFORT.plans, budget, 8)),
        nodes=_share(EFFORT.nodes, budget, 120),
        ends=_share(EFFORT.ends, budget, 64),
        seconds=0.0,
    )


def look_of(budget: int) -> Look | None:
    """For sampling the next evening; None if the budget is too small for it."""
    rollouts = _share(LOOK.rollouts, budget, 0)
    return LOOK._replace(rollouts=rollouts, seconds=0.0) if rollouts >= LOOK.turns * 2 else None


def care_of(budget: int) -> Care:
    """For draft and arrival."""
    return CARE._replace(hands=_share(CARE.hands, budget, 6), arrivals=_share(CARE.arrivals, budget, 6), seconds=0.0)
