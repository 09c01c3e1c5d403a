"""Who sits with whom: the tables of a tournament, and the seatings in which every deal is played.

A deal is luck (a seed) and all the seatings it is played in: the table turned by one seat until everybody has sat
everywhere. The dice, decks and guests of a seat are the same each time, so what one bot gains by luck the others gain
too when they sit there. The same luck is used for every line-up of a set-up.
"""

import hashlib
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final, NamedTuple

from tiefenthal.engine.wording.english import modules_words

Seating = tuple[str, ...]
PAIRS: Final = "pairs"
ALONE: Final = "alone"
FIRST: Final = "first"
TOGETHER: Final = "together"
TABLES: Final = (PAIRS, ALONE, FIRST, TOGETHER)
"""Ways to fill a table; for two players they are the same, every two bots against each other.

pairs: every two bots, in every mixture (for four players one against three, two against two, three against one).
alone: every two bots, one against many of the other.
first: the same, but only the one named first is alone.
together: as many different bots as there are seats; with fewer bots than seats they repeat, as evenly as can be."""


class Setting(NamedTuple):
    """A way to play: how many players, modules 1 to which."""

    players: int
    modules: int

    def __str__(self) -> str:
        return f"{self.players} players, {modules_words(self.modules)}"


class LineUp(NamedTuple):
    """Bots that meet at a table, and how they are seated."""

    setting: Setting
    bots: tuple[str, ...]
    """Each once, in the order in which they were named."""
    cycle: tuple[tuple[Seating, ...], ...]
    """The seatings of a deal. Where the bots can sit round the table in several orders, deals take them in turn."""

    def seatings(self, deal: int) -> tuple[Seating, ...]:
        """The seatings of the deal of this number."""
        return self.cycle[deal % len(self.cycle)]

    @property
    def mixture(self) -> tuple[int, ...] | None:
        """How many seats each bot holds; None where that changes from deal to deal."""
        found = {tuple([seating.count(bot) for bot in self.bots]) for seatings in self.cycle for seating in seatings}
        return found.pop() if len(found) == 1 else None

    @property
    def is_pair(self) -> bool:
        """Whether two bots meet in a fixed mixture: then there is one question, whether the first wins its share."""
        return len(self.bots) == 2 and self.mixture is not None

    def __str__(self) -> str:
        mixture = self.mixture
        if self.is_pair and mixture is not None:
            return " v ".join([f"{seats} {bot}" if seats > 1 else bot for bot, seats in zip(self.bots, mixture)])
        return ", ".join(self.bots)

    def deals_for(self, games: int) -> int:
        """How many whole deals it takes to play at least this many games."""
        deals = played = 0
        while played < games:
            played += len(self.seatings(deals))
            deals += 1
        return deals

    def games_in(self, deals: int) -> int:
        """How many games these deals make."""
        whole, rest = divmod(deals, len(self.cycle))
        sizes = [len(seatings) for seatings in self.cycle]
        return whole * sum(sizes) + sum(sizes[:rest])


def deal_seed(master: str, setting: Setting, number: int) -> str:
    """The seed of a deal. It depends on the tournament's seed, the set-up and the number only, not on who plays."""
    text = f"tiefenthal arena\n{master}\n{setting.players} {setting.modules}\n{number}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def line_ups(
    bots: Sequence[str],
    setting: Setting,
    tables: str = PAIRS,
    pairs: Sequence[tuple[str, str]] | None = None,
) -> list[LineUp]:
    """Every line-up of a tournament at tables of one kind; with `pairs`, only these meet."""
    if tables not in TABLES:
        raise ValueError(f"tables are filled as {', '.join(TABLES)}, not {tables!r}")
    if tables == TOGETHER:
        return _together(bots, setting)
    players = setting.players
    chosen = list(combinations(bots, 2)) if pairs is None else list(pairs)
    mixtures = {PAIRS: list(range(1, players)), ALONE: sorted({1, players - 1}), FIRST: [1]}[tables]
    return [
        LineUp(setting, pair, _cycle([(pair[0],) * seats + (pair[1],) * (players - seats)]))
        for pair in chosen
        for seats in mixtures
    ]


def _together(bots: Sequence[str], setting: Setting) -> list[LineUp]:
    players = setting.players
    if len(bots) >= players:
        return [LineUp(setting, chosen, _cycle([chosen])) for chosen in combinations(bots, players)]
    each, rest = divmod(players, len(bots))
    fillings = [tuple(bots) * each + more for more in combinations(bots, rest)]
    return [LineUp(setting, tuple(bots), _cycle(fillings))]


def _cycle(fillings: Sequence[Seating]) -> tuple[tuple[Seating, ...], ...]:
    """The orders in which the bots of each filling can sit round a table, each with its turns.

    An order that looks the same before it is turned all the way round (a b a b) has fewer turns than others; then all
    orders of the filling are played in one deal, so that deals are of one size.
    """
    cycle: list[tuple[Seating, ...]] = []
    for filling in fillings:
        seen: set[Seating] = set()
        orders: list[tuple[Seating, ...]] = []
        for order in permutations(filling):
            if order not in seen:
                turns = tuple(dict.fromkeys([order[i:] + order[:i] for i in range(len(order))]))
                seen.update(turns)
                orders.append(turns)
        if len({len(turns) for turns in orders}) > 1:
            orders = [tuple([seating for turns in orders for seating in turns])]
        cycle += orders
    return tuple(cycle)
