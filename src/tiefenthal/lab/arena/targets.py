"""What a good game looks like: targets for an edition, and how far it meets them.

Most are asked twice: of people, that is of games with the Journeyman in every seat and of games with the planner, and
of the strongest bot against itself. One is about games in which a seat does without one of the ways to win. Where a
target is asked of every set-up, the worst answer counts, with where that was.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from tiefenthal.engine.components.kinds import AREA_NAMES, TAVERN_NAMES
from tiefenthal.engine.rules.market import BASIC_CARDS
from tiefenthal.lab.arena.balance import ALL_MODULES, ALL_PLAYERS, PEOPLE, PERSON, PERSON_POINTS, Balance
from tiefenthal.lab.arena.balance_sheets import order_sheet
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.sheets import Cell
from tiefenthal.lab.arena.stats import Estimate, mean_of_clusters, share_of_clusters
from tiefenthal.lab.arena.stories import BOUGHT, GameStory, SeatStory
from tiefenthal.lab.arena.ways_to_win import WAYS, seat_without

MOST_OFF: Final = (5.0, 8.0)
"""By how many points, and by how many hundredths of the victories, a place may be off: for people, for the bot."""
MOST_EXHAUSTED: Final = (0.15, 0.40)
"""In what part of the games with most players and modules the nobles may run out: for people, for the bot."""
MOST_EXHAUSTED_ELSEWHERE: Final = 0.05
FEWEST_GAMES_BOUGHT: Final = 0.25
FEWEST_RECRUITED: Final = 0.1
MOST_FIRST_UPGRADE: Final = 2 / 3
MOST_TIMES: Final = 1.6
"""What the strongest bot may make of a person's points at most."""
LEAST_LOST: Final = 0.02
"""What it must cost to do without a way to win."""
FULL: Final = Setting(max(ALL_PLAYERS), max(ALL_MODULES))
"""Where the nobles run out first."""


class Finding(NamedTuple):
    """The worst answer to a target."""

    figure: float
    low: float
    """The bounds it must lie within; infinite on an open side."""
    high: float
    where: str
    interval: tuple[float, float] = (-math.inf, math.inf)
    """In which the figure lies with 95 % certainty."""

    @property
    def estimate(self) -> Estimate:
        """The figure with its interval."""
        return Estimate(self.figure, *self.interval)

    @property
    def unsure(self) -> bool:
        """Whether more games might say otherwise: one end of the interval lies on the other side of a bound."""
        low, high = self.interval
        return (low < self.low or high > self.high) if self.met else (high >= self.low and low <= self.high)

    @property
    def met(self) -> bool:
        """Whether the figure lies within its bounds."""
        return self.low <= self.figure <= self.high

    @property
    def miss(self) -> float:
        """How far it is from that, in parts of the bound it misses; below 0 when it is met."""
        over = self.figure - self.high if math.isfinite(self.high) else -math.inf
        under = self.low - self.figure if math.isfinite(self.low) else -math.inf
        return max(over, under) / max(abs(self.high if over >= under else self.low), 1e-9)


def worst_of(findings: Iterable[Finding]) -> Finding | None:
    """The one furthest off; None of none."""
    return max(findings, key=lambda one: one.miss, default=None)


class Target(NamedTuple):
    """Something asked of the figures of an edition."""

    name: str
    wanted: str
    form: str
    """How its figure is shown (`sheets.FORMS`)."""
    findings: Callable[[Balance], Iterable[Finding]]


class Ask(Protocol):
    """A question to the games of one bot, with the bound its answers should keep to."""

    def __call__(self, balance: Balance, bound: float) -> Iterator[Finding]: ...


def _finding(estimate: Estimate, low: float, high: float, where: object) -> Finding:
    return Finding(estimate.value, low, high, str(where), (estimate.low, estimate.high))


def _by_setting(balance: Balance) -> Iterator[tuple[Setting, list[GameStory]]]:
    for setting in balance.settings:
        games = balance.of(setting)
        if games:
            yield setting, games


# --- the turn order


def _places(
    balance: Balance, column: str, centre: Callable[[dict[str, Cell]], float], most: float
) -> Iterator[Finding]:
    sheet = order_sheet(balance)
    for cells in sheet.rows:
        row = dict(zip([one.name for one in sheet.columns], cells, strict=True))
        middle = centre(row)
        setting = Setting(_whole(row["players"]), _whole(row["modules"]))
        yield _finding(_estimate(row[column]), middle - most, middle + most, f"place {row['place']}, {setting}")


def _place_shares(balance: Balance, bound: float) -> Iterator[Finding]:
    return _places(balance, "won", lambda row: _value(row["fair"]), bound / 100)


def _place_points(balance: Balance, bound: float) -> Iterator[Finding]:
    return _places(balance, "lead", lambda row: 0.0, bound)


def _estimate(cell: Cell) -> Estimate:
    assert isinstance(cell, Estimate)
    return cell


def _value(cell: Cell) -> float:
    assert isinstance(cell, (int, float))
    return float(cell)


def _whole(cell: Cell) -> int:
    assert isinstance(cell, int)
    return cell


# --- nobles and points


def exhausted(games: Sequence[GameStory]) -> Estimate:
    """In what part of the games the nobles ran out."""
    return share_of_clusters([(float(game.nobles_left == 0), 1.0) for game in games])


def _exhausted(balance: Balance, bound: float, full: bool = True) -> Iterator[Finding]:
    for setting, games in _by_setting(balance):
        if (setting == FULL) == full:
            yield _finding(exhausted(games), -math.inf, bound, setting)


def points_of(games: Sequence[GameStory]) -> Estimate:
    """What a seat makes."""
    return mean_of_clusters([(sum([seat.score for seat in game.seats]), len(game.seats)) for game in games])


def _person(balance: Balance) -> Iterator[Finding]:
    for setting, (low, high) in PERSON_POINTS.items():
        games = balance.by(PERSON).of(setting)
        if games:
            yield _finding(points_of(games), low, high, setting)


def times_of_person(games: Sequence[GameStory], theirs: Sequence[GameStory]) -> Estimate | None:
    """The points of games as parts of those of a person's games."""
    best, person = points_of(games), points_of(theirs)
    if person.value <= 0 or best.value <= 0:
        return None
    times = best.value / person.value
    half = times * math.hypot(best.high / best.value - 1, person.high / person.value - 1)
    return Estimate(times, times - half, times + half)


def _times(balance: Balance) -> Iterator[Finding]:
    for setting in PERSON_POINTS:
        times = times_of_person(balance.of(setting), balance.by(PERSON).of(setting))
        if times is not None:
            yield _finding(times, -math.inf, MOST_TIMES, setting)


def lost_without(balance: Balance, setting: Setting, way: str) -> Estimate | None:
    """The part of its points a seat loses that does without a way to win, with the same deals."""
    usual = {game.number: game for game in balance.of(setting)}
    both: list[tuple[float, float]] = []
    for game in balance.without(setting, way):
        if game.number in usual:
            seat = seat_without(game.number, setting.players)
            both.append((float(game.seats[seat].score), float(usual[game.number].seats[seat].score)))
    if sum([points for _, points in both]) <= 0:
        return None
    left = mean_of_clusters(both)
    return Estimate(1 - left.value, 1 - left.high, 1 - left.low)


def _ways(balance: Balance) -> Iterator[Finding]:
    for setting in balance.settings:
        for way in WAYS:
            lost = lost_without(balance, setting, way)
            if lost is not None:
                yield _finding(lost, LEAST_LOST, math.inf, f"{way}, {setting}")


# --- variety


def _cards_bought(balance: Balance, bound: float) -> Iterator[Finding]:
    for setting, games in _by_setting(balance):
        for kind in BASIC_CARDS:
            name = TAVERN_NAMES[kind]
            bought = [any(seat.cards.get(name) for seat in game.seats) for game in games]
            part = share_of_clusters([(float(one), 1.0) for one in bought])
            yield _finding(part, bound, math.inf, f"{name}, {setting}")


def _guest_classes(balance: Balance, bound: float) -> Iterator[Finding]:
    """Of each class of guests, by their price: how many a game are recruited, of all set-ups together."""
    ed = balance.edition
    games = balance.of(None)
    prices = sorted({ed.beer[card] for card in range(ed.first_guest, ed.card_count)})
    for price in prices if games else []:
        taken = [
            len([1 for seat in game.seats for guest in seat.guests if ed.beer[ed.kind_of[guest.guest]] == price])
            for game in games
        ]
        yield _finding(mean_of_clusters([(count, 1) for count in taken]), bound, math.inf, f"guests for {price} beer")


def _first_upgrade(seat: SeatStory) -> str | None:
    return next((upgrade.area for upgrade in seat.upgrades if upgrade.how == BOUGHT), None)


def _first_upgrades(balance: Balance, bound: float) -> Iterator[Finding]:
    for setting, games in _by_setting(balance):
        firsts = [[area for area in map(_first_upgrade, game.seats) if area is not None] for game in games]
        for area in AREA_NAMES if any(firsts) else ():
            part = share_of_clusters([(areas.count(area), len(areas)) for areas in firsts])
            yield _finding(part, -math.inf, bound, f"{area.replace('_', ' ')}, {setting}")


# --- all of them


def _of_people(ask: Ask, bound: float) -> Callable[[Balance], Iterator[Finding]]:
    def findings(balance: Balance) -> Iterator[Finding]:
        for bot in PEOPLE:
            for one in ask(balance.by(bot), bound):
                yield one._replace(where=f"{one.where}, {bot}")

    return findings


def _of_both(name: str, wanted: str, form: str, bounds: tuple[float, float], ask: Ask) -> tuple[Target, Target]:
    """A target for people, and the same with another bound for the strongest bot."""
    people, strongest = [wanted.format(bound).replace("%", " %") for bound in bounds]
    return (
        Target(f"people: {name}", people, form, _of_people(ask, bounds[0])),
        Target(f"strongest bot: {name}", strongest, form, partial(ask, bound=bounds[1])),
    )


def _points_wanted() -> str:
    return "; ".join([f"{low:g} to {high:g} with {setting}" for setting, (low, high) in PERSON_POINTS.items()])


PLACES_WON: Final = "win share of a place in the turn order"
PLACES_AHEAD: Final = "points of a place above its table"
RUN_OUT: Final = "games of four with all modules in which the nobles run out"
RUN_OUT_ELSEWHERE: Final = "people: other games in which the nobles run out"
BOUGHT_IN: Final = "games in which a tavern card is bought"
RECRUITED: Final = "guests of a price recruited in a game"
FIRST: Final = "an area is the first upgrade"
POINTS_NAME: Final = "points of the Journeyman"
TIMES_NAME: Final = "the strongest bot's points, of the Journeyman's"
LOST: Final = "points lost without monastery, beer or money"
TARGETS: Final = (
    *_of_both(PLACES_WON, "within {:g} points of the fair share", "share", MOST_OFF, _place_shares),
    *_of_both(PLACES_AHEAD, "at most {:g} more or less", "points", MOST_OFF, _place_points),
    *_of_both(RUN_OUT, "at most {:.0%}", "share", MOST_EXHAUSTED, _exhausted),
    Target(
        RUN_OUT_ELSEWHERE,
        f"at most {100 * MOST_EXHAUSTED_ELSEWHERE:g} %",
        "share",
        _of_people(partial(_exhausted, full=False), MOST_EXHAUSTED_ELSEWHERE),
    ),
    *_of_both(BOUGHT_IN, "at least {:.0%}", "share", (FEWEST_GAMES_BOUGHT,) * 2, _cards_bought),
    *_of_both(RECRUITED, "at least {:g}", "fine", (FEWEST_RECRUITED,) * 2, _guest_classes),
    *_of_both(FIRST, "at most {:.0%}", "share", (MOST_FIRST_UPGRADE,) * 2, _first_upgrades),
    Target(POINTS_NAME, _points_wanted(), "points", _person),
    Target(TIMES_NAME, f"at most {MOST_TIMES}", "fine", _times),
    Target(LOST, f"at least {100 * LEAST_LOST:g} %", "share", _ways),
)
"""Everything that is asked of an edition."""
