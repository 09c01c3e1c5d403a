"""What a good game looks like when everyone plays well: targets for an edition, and how far it meets them.

Each target is a question to the games of a bot against itself; two of them to games of somebody who plays like a
person, and one to games in which a seat does without one of the ways to win. Where it is asked of every set-up, the
worst answer counts, with where that was.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from tiefenthal.arena.balance import PERSON_POINTS, Balance
from tiefenthal.arena.balance_sheets import NEVER, order_sheet, start_card_sheet, upgrade_round
from tiefenthal.arena.lineups import Setting
from tiefenthal.arena.sheets import Cell
from tiefenthal.arena.stats import Estimate, mean_of_clusters, share_of_clusters
from tiefenthal.arena.stories import BOUGHT, GameStory, SeatStory
from tiefenthal.arena.ways_to_win import WAYS, seat_without
from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import AREA_NAMES, NOBLE, TAVERN_NAMES
from tiefenthal.rules.market import BASIC_CARDS

MOST_OFF_SHARE: Final = 0.05
MOST_OFF_POINTS: Final = 5.0
MOST_EXHAUSTED: Final = 0.10
START_CARD_SHARES: Final = (0.8, 1.2)
START_CARD_TAKEN: Final = (0.05, 0.95)
MOST_LAST_EVENINGS: Final = 0.5
LAST_EVENINGS: Final = 2
FEWEST_GAMES_BOUGHT: Final = 0.5
FEWEST_RECRUITED: Final = 0.1
MOST_FIRST_UPGRADE: Final = 0.45
FEWEST_UPGRADED: Final = 0.25
LEAST_FROM_GUESTS: Final = 0.12
MOST_TIMES: Final = 1.6
"""What the strongest bot may make of a person's points at most."""
MOST_LOST: Final = 0.15
CROWD: Final = 4
"""Players at the table where the nobles run out first."""


class Finding(NamedTuple):
    """The worst answer to a target."""

    figure: float
    low: float
    """The bounds it must lie within; infinite where there is none."""
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
        """Whether it does."""
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


def _finding(estimate: Estimate, low: float, high: float, where: str) -> Finding:
    return Finding(estimate.value, low, high, where, (estimate.low, estimate.high))


def _setting(setting: Setting) -> str:
    return (
        f"{setting.players} players, modules 1 to {setting.modules}"
        if setting.modules > 1
        else (f"{setting.players} players, module 1")
    )


def _seats(games: Sequence[GameStory]) -> list[SeatStory]:
    return [seat for game in games for seat in game.seats]


def _by_setting(balance: Balance) -> Iterable[tuple[Setting, list[GameStory]]]:
    for setting in balance.settings:
        games = balance.of(setting)
        if games:
            yield setting, games


# --- the turn order


def _places(balance: Balance, column: str, centre: Callable[[dict[str, Cell]], float], most: float) -> list[Finding]:
    sheet = order_sheet(balance)
    found: list[Finding] = []
    for cells in sheet.rows:
        row = dict(zip([one.name for one in sheet.columns], cells, strict=True))
        middle = centre(row)
        setting = Setting(_whole(row["players"]), _whole(row["modules"]))
        place = f"place {row['place']}, {_setting(setting)}"
        found.append(_finding(_estimate(row[column]), middle - most, middle + most, place))
    return found


def _place_shares(balance: Balance) -> list[Finding]:
    return _places(balance, "won", lambda row: _value(row["fair"]), MOST_OFF_SHARE)


def _place_points(balance: Balance) -> list[Finding]:
    return _places(balance, "lead", lambda row: 0.0, MOST_OFF_POINTS)


def _estimate(cell: Cell) -> Estimate:
    assert isinstance(cell, Estimate)
    return cell


def _value(cell: Cell) -> float:
    assert isinstance(cell, (int, float))
    return float(cell)


def _whole(cell: Cell) -> int:
    assert isinstance(cell, int)
    return cell


# --- nobles, start cards


def _exhausted(balance: Balance) -> Iterable[Finding]:
    for setting, games in _by_setting(balance):
        told = [game for game in games if game.nobles_left >= 0]
        if setting.players == CROWD and told:
            part = share_of_clusters([(float(game.nobles_left == 0), 1.0) for game in told])
            yield _finding(part, -math.inf, MOST_EXHAUSTED, _setting(setting))


def _start_cards(balance: Balance) -> Iterable[tuple[int, dict[str, Cell]]]:
    """Of all set-ups together: a card is the same everywhere."""
    sheet = start_card_sheet(balance)
    together = any(row[0] == "all" for row in sheet.rows)
    for cells in sheet.rows:
        row = dict(zip([one.name for one in sheet.columns], cells, strict=True))
        if not together or row["players"] == "all":
            yield _whole(row["card"]), row


def _start_card_shares(balance: Balance) -> Iterable[Finding]:
    low, high = START_CARD_SHARES
    for card, row in _start_cards(balance):
        if row["won"] is not None:
            won, fair = _estimate(row["won"]), _value(row["fair"])
            of_fair = Estimate(won.value / fair, won.low / fair, won.high / fair)
            yield _finding(of_fair, low, high, f"start card {card}")


def _start_card_taken(balance: Balance) -> Iterable[Finding]:
    """By how many of the seats it is offered to."""
    low, high = START_CARD_TAKEN
    for card, row in _start_cards(balance):
        if row["liked"] is not None:
            games = [game for game in balance.of(None) if card in game.offered]
            taken = [(len([seat for seat in game.seats if seat.start_card == card]), len(game.seats)) for game in games]
            yield _finding(share_of_clusters(taken), low, high, f"start card {card}")


# --- points


def points_by_evening(edition: Edition, seat: SeatStory) -> list[int]:
    """The points on cards a seat gained in each round, 0 being the set-up."""
    if seat.gained:
        return list(seat.gained)
    found = [count * edition.points[NOBLE] for count in seat.nobles] or [0] * (edition.rounds + 1)
    for guest in seat.guests:
        found[guest.round] += edition.points[edition.kind_of[guest.guest]]
    return found


def _last_evenings(balance: Balance) -> Iterable[Finding]:
    for setting, games in _by_setting(balance):
        clusters: list[tuple[float, float]] = []
        for game in games:
            seats = [points_by_evening(balance.edition, seat) for seat in game.seats if seat.nobles]
            clusters.append((sum([sum(points[-LAST_EVENINGS:]) for points in seats]), sum([sum(one) for one in seats])))
        if any(every for _, every in clusters):
            yield _finding(mean_of_clusters(clusters), -math.inf, MOST_LAST_EVENINGS, _setting(setting))


def _from_guests(balance: Balance) -> Iterable[Finding]:
    for setting, games in _by_setting(balance):
        clusters = [
            (sum([seat.points[1] for seat in game.seats]), sum([seat.score for seat in game.seats])) for game in games
        ]
        if any(every for _, every in clusters):
            yield _finding(mean_of_clusters(clusters), LEAST_FROM_GUESTS, math.inf, _setting(setting))


def points_of(games: Sequence[GameStory]) -> Estimate:
    """What a seat makes."""
    return mean_of_clusters([(sum([seat.score for seat in game.seats]), len(game.seats)) for game in games])


def _person(balance: Balance) -> Iterable[Finding]:
    for setting, (low, high) in PERSON_POINTS.items():
        games = balance.of_person(setting)
        if games:
            yield _finding(points_of(games), low, high, _setting(setting))


def times_of_person(balance: Balance, setting: Setting) -> Estimate | None:
    """The bot's points as parts of such a person's."""
    best, theirs = points_of(balance.of(setting)), points_of(balance.of_person(setting))
    if theirs.value <= 0 or not balance.of(setting):
        return None
    times = best.value / theirs.value
    half = times * math.hypot((best.high - best.value) / max(best.value, 1e-9), (theirs.high / theirs.value - 1))
    return Estimate(times, times - half, times + half)


def _times(balance: Balance) -> Iterable[Finding]:
    for setting in PERSON_POINTS:
        times = times_of_person(balance, setting)
        if times is not None:
            yield _finding(times, -math.inf, MOST_TIMES, _setting(setting))


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


def _ways(balance: Balance) -> Iterable[Finding]:
    for setting in balance.settings:
        for way in WAYS:
            lost = lost_without(balance, setting, way)
            if lost is not None:
                yield _finding(lost, -math.inf, MOST_LOST, f"{way}, {_setting(setting)}")


# --- variety


def _cards_bought(balance: Balance) -> Iterable[Finding]:
    for setting, games in _by_setting(balance):
        for kind in BASIC_CARDS:
            name = TAVERN_NAMES[kind]
            bought = [any(seat.cards.get(name) for seat in game.seats) for game in games]
            part = share_of_clusters([(float(one), 1.0) for one in bought])
            yield _finding(part, FEWEST_GAMES_BOUGHT, math.inf, f"{name}, {_setting(setting)}")


def _guest_classes(balance: Balance) -> Iterable[Finding]:
    """Of each class of guests, by their price: how many a game are recruited, of all set-ups together."""
    ed = balance.edition
    games = balance.of(None)
    prices = sorted({ed.beer[card] for card in range(ed.first_guest, ed.card_count)})
    for price in prices if games else []:
        taken = [
            len([1 for seat in game.seats for guest in seat.guests if ed.beer[ed.kind_of[guest.guest]] == price])
            for game in games
        ]
        found = mean_of_clusters([(count, 1) for count in taken])
        yield _finding(found, FEWEST_RECRUITED, math.inf, f"guests for {price} beer")


def _first_upgrade(seat: SeatStory) -> str | None:
    return next((upgrade.area for upgrade in seat.upgrades if upgrade.how == BOUGHT), None)


def _first_upgrades(balance: Balance) -> Iterable[Finding]:
    for setting, games in _by_setting(balance):
        firsts = [[area for area in map(_first_upgrade, game.seats) if area is not None] for game in games]
        for area in AREA_NAMES if any(firsts) else ():
            part = share_of_clusters([(areas.count(area), len(areas)) for areas in firsts])
            yield _finding(part, -math.inf, MOST_FIRST_UPGRADE, f"{_area(area)}, {_setting(setting)}")


def _upgraded(balance: Balance) -> Iterable[Finding]:
    for setting, games in _by_setting(balance):
        for area in AREA_NAMES:
            own = [
                (len([seat for seat in game.seats if 0 < upgrade_round(seat, area) < NEVER]), len(game.seats))
                for game in games
            ]
            yield _finding(share_of_clusters(own), FEWEST_UPGRADED, math.inf, f"{_area(area)}, {_setting(setting)}")


def _area(name: str) -> str:
    return name.replace("_", " ")


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _between(bounds: tuple[float, float], show: Callable[[float], str] = str) -> str:
    return f"{show(bounds[0]).removesuffix(' %')} to {show(bounds[1])}"


POINTS_NAME: Final = "points of somebody who knows the game"
TIMES_NAME: Final = "the strongest bot's points, of theirs"
TARGETS: Final = (
    Target(
        "win share of a place in the turn order",
        f"within {100 * MOST_OFF_SHARE:.0f} points of the fair share",
        "share",
        _place_shares,
    ),
    Target(
        "points of a place above its table", f"−{MOST_OFF_POINTS:g} to {MOST_OFF_POINTS:g}", "points", _place_points
    ),
    Target("games of four in which the nobles run out", f"at most {_percent(MOST_EXHAUSTED)}", "share", _exhausted),
    Target(
        "win share of a start card by lot, of the fair one", _between(START_CARD_SHARES), "fine", _start_card_shares
    ),
    Target(
        "a start card is taken when offered", f"in {_between(START_CARD_TAKEN, _percent)}", "share", _start_card_taken
    ),
    Target(
        "points gained in the last two evenings", f"at most {_percent(MOST_LAST_EVENINGS)}", "share", _last_evenings
    ),
    Target("points that come from guests", f"at least {_percent(LEAST_FROM_GUESTS)}", "share", _from_guests),
    Target(
        "games in which a tavern card is bought", f"at least {_percent(FEWEST_GAMES_BOUGHT)}", "share", _cards_bought
    ),
    Target("guests of a price recruited in a game", f"at least {FEWEST_RECRUITED}", "fine", _guest_classes),
    Target("an area is the first upgrade", f"at most {_percent(MOST_FIRST_UPGRADE)}", "share", _first_upgrades),
    Target(
        "seats that upgrade an area by their own means", f"at least {_percent(FEWEST_UPGRADED)}", "share", _upgraded
    ),
    Target(POINTS_NAME, "95 to 145 with module 1, 110 to 190 with all", "points", _person),
    Target(TIMES_NAME, f"at most {MOST_TIMES}", "fine", _times),
    Target("points lost without monastery, beer or money", f"at most {_percent(MOST_LOST)}", "share", _ways),
)
"""Everything that is asked of strong play."""
