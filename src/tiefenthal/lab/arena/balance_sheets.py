"""The tables of the balance report. Seats of one game are not independent; all intervals are from game to game."""

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Final
from weakref import WeakKeyDictionary

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES
from tiefenthal.engine.components.words import bonus_words
from tiefenthal.engine.rules.scoring import SOURCES
from tiefenthal.engine.wording.english import counted, side_words, start_card_words
from tiefenthal.lab.arena.balance import Balance
from tiefenthal.lab.arena.linear import correlation, within_games
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.sheets import Cell, Column, Sheet
from tiefenthal.lab.arena.stats import Estimate, mean_of_clusters, share_of_clusters, spread_of
from tiefenthal.lab.arena.stories import BOUGHT, FREE, GameStory, SeatStory

_PLACE: Final = (Column("players", "players", "count"), Column("modules", "modules", "count"))
_WON: Final = (
    Column("won", "won (95 %)", "share", True),
    Column("fair", "fair share", "share"),
    Column("lead", "points above the table (95 %)", "points", True),
)
NEVER: Final = 9  # a round later than any: the area was never upgraded
EARLY: Final = 4  # the last of the early rounds
FEWEST: Final = 20  # a guest recruited less often is not valued

Chosen = Callable[[SeatStory], bool]
Make = Callable[[Balance], Sheet]


def made_once(make: Make) -> Make:
    """The page, the summary and the terminal show the same tables, and those of many games take their time: a table is
    made once and kept as long as the Balance."""
    made: WeakKeyDictionary[Balance, Sheet] = WeakKeyDictionary()

    @wraps(make)
    def sheet(balance: Balance) -> Sheet:
        if balance not in made:
            made[balance] = make(balance)
        return made[balance]

    return sheet


def _places(balance: Balance, least: int = 1) -> list[Setting | None]:
    """All set-ups together, then each; only those with at least `least` modules."""
    found: list[Setting | None] = [setting for setting in balance.settings if setting.modules >= least]
    return [None, *found] if len(found) > 1 else found


def _place(setting: Setting | None) -> tuple[Cell, Cell]:
    return ("all", "all") if setting is None else (setting.players, setting.modules)


def _games(balance: Balance, setting: Setting | None, least: int, by_lot: bool) -> list[GameStory]:
    return [story for story in balance.of(setting, by_lot) if balance.modules(story) >= least]


def _fares(games: Sequence[GameStory], chosen: Chosen) -> tuple[int, tuple[Cell, Cell, Cell]]:
    """How many seats there are of a kind, and how they fare: won, fair share, points above the mean of their table."""
    won: list[tuple[float, float]] = []
    leads: list[tuple[float, float]] = []
    fair = 0.0
    count = 0
    for game in games:
        seats = [seat for seat in game.seats if chosen(seat)]
        if seats:
            mean = math.fsum([seat.score for seat in game.seats]) / len(game.seats)
            won.append((math.fsum([seat.share for seat in seats]), len(seats)))
            leads.append((math.fsum([seat.score - mean for seat in seats]), len(seats)))
            fair += len(seats) / len(game.seats)
            count += len(seats)
    if not count:
        return 0, (None, None, None)
    return count, (share_of_clusters(won), fair / count, mean_of_clusters(leads))


# --- scores


@made_once
def score_sheet(balance: Balance) -> Sheet:
    """What wins, by set-up."""
    rows: list[tuple[Cell, ...]] = []
    for setting in balance.settings:
        games = balance.of(setting)
        if not games:
            continue
        best = sorted([max([seat.score for seat in game.seats]) for game in games])
        margins = [_margin(game) for game in games]
        shared = len([game for game in games if max([seat.share for seat in game.seats]) < 1])
        everyone = mean_of_clusters([(sum([s.score for s in game.seats]), len(game.seats)) for game in games])
        rows.append(
            (
                *_place(setting), len(games), mean_of_clusters([(score, 1) for score in best]),
                spread_of(best).deviation, best[len(best) // 10], best[len(best) // 2], best[(9 * len(best)) // 10],
                everyone, spread_of(margins).mean, shared / len(games),
            )
        )  # fmt: skip
    return Sheet(
        "winning_scores",
        "Winning scores",
        (
            *_PLACE, Column("games", "games", "count"), Column("winner", "winning score (95 %)", "points", True),
            Column("deviation", "spread", "points"), Column("p10", "10 % below", "count"),
            Column("median", "median", "count"), Column("p90", "10 % above", "count"),
            Column("everyone", "all seats (95 %)", "points", True), Column("margin", "lead on the second", "points"),
            Column("shared", "shared victories", "share"),
        ),
        rows,
        "The score of the winner, how far it spreads (standard deviation), and its distance to the second.",
    )  # fmt: skip


def _margin(game: GameStory) -> int:
    scores = sorted([seat.score for seat in game.seats])
    return scores[-1] - scores[-2]


@made_once
def source_sheet(balance: Balance) -> Sheet:
    """Where points come from: for winners, and for everyone."""
    rows: list[tuple[Cell, ...]] = []
    for setting in balance.settings:
        for who in ("winners", "everyone"):
            seats = [seat for game in balance.of(setting) for seat in game.seats if seat.share > 0 or who == "everyone"]
            if seats:
                points = [spread_of([seat.points[i] for seat in seats]).mean for i in range(len(SOURCES))]
                rows.append((*_place(setting), who, *points, math.fsum(points)))
    columns = [Column(f"points_{source.replace(' ', '_')}", source, "points") for source in SOURCES]
    return Sheet(
        "sources",
        "Points by source",
        (*_PLACE, Column("who", "seats"), *columns, Column("score", "together", "points")),
        rows,
        "Mean points of a seat.",
    )


@made_once
def order_sheet(balance: Balance) -> Sheet:
    """What it helps to begin."""
    rows: list[tuple[Cell, ...]] = []
    for setting in balance.settings:
        games = balance.of(setting)
        for order in range(setting.players):
            count, fares = _fares(games, _began_as(order))
            if count:
                rows.append((*_place(setting), order + 1, count, *fares))
    return Sheet(
        "turn_order",
        "Turn order",
        (*_PLACE, Column("place", "place in round 1", "count"), Column("seats", "seats", "count"), *_WON),
        rows,
        "Place 1 begins the first round; who begins is drawn by lot, so this is what beginning is worth.",
    )


def _began_as(order: int) -> Chosen:
    return lambda seat: seat.order == order


# --- choices


@made_once
def start_card_sheet(balance: Balance) -> Sheet:
    """The start cards of module 4."""
    rows: list[tuple[Cell, ...]] = []
    for setting in _places(balance, 4):
        free = _games(balance, setting, 4, False)
        by_lot = _games(balance, setting, 4, True)
        for card in range(1, len(balance.edition.start_cards)):
            offered = [game for game in free if card in game.offered]
            liked = _part_of(offered, _has_start_card(card))
            count, fares = _fares(by_lot, _has_start_card(card))
            if offered or count:
                words = start_card_words(balance.edition, card)
                rows.append((*_place(setting), card, words, len(offered), liked, count, *fares))
    return Sheet(
        "start_cards",
        "Start cards",
        (
            *_PLACE, Column("card", "card", "count"), Column("shows", "what it shows"),
            Column("offered", "games offered", "count"), Column("liked", "taken when offered", "share"),
            Column("by_lot", "seats by lot", "count"), *_WON,
        ),
        rows,
        "How often the bot takes the card; and, in games where each seat draws one of the revealed cards by lot, how "
        "it fares with it.",
    )  # fmt: skip


@made_once
def entertainer_sheet(balance: Balance) -> Sheet:
    """The sides of the entertainers of module 2."""
    rows: list[tuple[Cell, ...]] = []
    for setting in _places(balance, 2):
        free = _games(balance, setting, 2, False)
        by_lot = _games(balance, setting, 2, True)
        for entertainer, name in enumerate(ENTERTAINER_NAMES):
            for side in (1, 2):
                chosen = _has_side(entertainer, side)
                count, fares = _fares(by_lot, chosen)
                if free or count:
                    words = side_words(balance.edition, entertainer, side)
                    rows.append((*_place(setting), name, side, words, _part_of(free, chosen), count, *fares))
    return Sheet(
        "entertainers",
        "Entertainers",
        (
            *_PLACE, Column("entertainer", "entertainer"), Column("side", "side", "count"),
            Column("does", "what it does"), Column("liked", "chosen", "share"),
            Column("by_lot", "seats by lot", "count"), *_WON,
        ),
        rows,
        "How often the bot chooses the side; and, in games where the sides are drawn by lot, how it fares with it.",
    )  # fmt: skip


def _part_of(games: Sequence[GameStory], chosen: Chosen) -> float | None:
    seats = [seat for game in games for seat in game.seats]
    return len([seat for seat in seats if chosen(seat)]) / len(seats) if seats else None


def _has_start_card(card: int) -> Chosen:
    return lambda seat: seat.start_card == card


def _has_side(entertainer: int, side: int) -> Chosen:
    return lambda seat: seat.sides[entertainer] == side


# --- upgrades


def upgrade_round(seat: SeatStory, area: str) -> int:
    """The round in which a seat upgraded an area by its own means; 0 by its start card, NEVER if not, or only when it
    was free in the last evening."""
    for upgrade in seat.upgrades:
        if upgrade.area == area and upgrade.how != FREE:
            return upgrade.round
    return NEVER


@made_once
def upgrade_sheet(balance: Balance) -> Sheet:
    """Which areas are upgraded when, and how that goes with winning."""
    rows: list[tuple[Cell, ...]] = []
    for setting in _places(balance):
        games = balance.of(setting)
        seats = [seat for game in games for seat in game.seats]
        for area in AREA_NAMES:
            if not seats:
                continue
            rounds = [upgrade_round(seat, area) for seat in seats]
            made = [number for number in rounds if 0 < number < NEVER]
            places = [_place_in_order(seat, area) for seat in seats]
            order = [place for place in places if place]
            early = _fares(games, _upgraded_between(area, 1, EARLY))
            late = _fares(games, _upgraded_between(area, EARLY + 1, NEVER - 1))
            never = _fares(games, _upgraded_between(area, NEVER, NEVER))
            together = correlation(
                [[(NEVER - upgrade_round(seat, area), seat.share) for seat in game.seats] for game in games]
            )
            rows.append(
                (
                    *_place(setting), area.replace("_", " "), len(seats), len(made) / len(seats),
                    spread_of(made).mean if made else None, spread_of(order).mean if order else None,
                    early[0], early[1][0], late[0], late[1][0], never[0], never[1][0], together,
                )
            )  # fmt: skip
    return Sheet(
        "upgrades",
        "Upgrades",
        (
            *_PLACE, Column("area", "area"), Column("seats", "seats", "count"), Column("made", "upgraded", "share"),
            Column("round", "mean round", "points"), Column("place", "as number", "points"),
            Column("early", f"by round {EARLY}", "count"),
            Column("early_won", f"won if by round {EARLY} (95 %)", "share", True), Column("late", "later", "count"),
            Column("late_won", "won if later (95 %)", "share", True), Column("never", "never", "count"),
            Column("never_won", "won without (95 %)", "share", True),
            Column("correlation", "earlier and winning (95 %)", "fine", True),
        ),
        rows,
        "Upgrades by own means; start cards and the free one of the last evening are left out of the rounds. As "
        "number: whether it is mostly the first, second, … upgrade. The last column is the correlation between "
        "upgrading early and winning, within a table.",
    )  # fmt: skip


def _place_in_order(seat: SeatStory, area: str) -> int:
    bought = [upgrade.area for upgrade in seat.upgrades if upgrade.how == BOUGHT]
    return bought.index(area) + 1 if area in bought else 0


def _upgraded_between(area: str, first: int, last: int) -> Chosen:
    return lambda seat: first <= upgrade_round(seat, area) <= last


@made_once
def upgrade_round_sheet(balance: Balance) -> Sheet:
    """In which round each area is upgraded, as parts of all seats."""
    rows: list[tuple[Cell, ...]] = []
    for setting in _places(balance):
        seats = [seat for game in balance.of(setting) for seat in game.seats]
        for area in AREA_NAMES:
            if seats:
                rounds = [upgrade_round(seat, area) for seat in seats]
                parts = [rounds.count(number) / len(seats) for number in range(NEVER + 1)]
                free = len([seat for seat in seats if _was_free(seat, area)]) / len(seats)
                rows.append((*_place(setting), area.replace("_", " "), *parts, free))
    rounds_columns = [Column(f"round_{number}", str(number), "share") for number in range(1, NEVER)]
    return Sheet(
        "upgrade_rounds",
        "Upgrades by round",
        (
            *_PLACE, Column("area", "area"), Column("start", "start card", "share"), *rounds_columns,
            Column("never", "not", "share"), Column("free", "of these free at the end", "share"),
        ),
        rows,
        "Parts of all seats that upgraded the area in each round.",
    )  # fmt: skip


def _was_free(seat: SeatStory, area: str) -> bool:
    return any(upgrade.area == area and upgrade.how == FREE for upgrade in seat.upgrades)


# --- guests


def guest_words(ed: Edition, name: str) -> str:
    """A guest with everything that tells it from others."""
    card = ed.kind_of[name]
    bonus = f", {bonus_words(ed.bonus[card])}" if ed.bonus[card] else ""
    points = counted(ed.points[card], "point")
    return f"{ed.beer[card]} beer, die {ed.die[card]}, pays {ed.pays[card]}, {points}{bonus}"


@made_once
def guest_sheet(balance: Balance) -> Sheet:
    """What each guest is worth."""
    ed = balance.edition
    rows: list[tuple[Cell, ...]] = []
    for setting in _places(balance):
        games = balance.of(setting)
        counts: dict[str, int] = {}
        for game in games:
            for seat in game.seats:
                for guest in seat.guests:
                    counts[guest.guest] = counts.get(guest.guest, 0) + 1
        valued = sorted([name for name, count in counts.items() if count >= FEWEST], key=lambda name: ed.kind_of[name])
        worth = _guest_values(games, valued)
        for card in range(ed.first_guest, ed.card_count):
            name = ed.card_names[card]
            if not counts.get(name):
                continue
            rounds = [
                guest.round for game in games for seat in game.seats for guest in seat.guests if guest.guest == name
            ]
            _, fares = _fares(games, _has_guest(name))
            possible = len([1 for game in games if ed.guest_module[card] <= balance.modules(game)])
            often = counts[name] / (possible * ed.guest_copies[card])
            rows.append(
                (
                    *_place(setting), name, guest_words(ed, name), counts[name], often, spread_of(rounds).mean, *fares,
                    worth.get(name),
                )
            )  # fmt: skip
    return Sheet(
        "guests",
        "Guests",
        (
            *_PLACE, Column("guest", "guest"), Column("shows", "what it shows"), Column("taken", "taken", "count"),
            Column("often", "of its copies", "share"), Column("round", "mean round", "points"), *_WON,
            Column("worth", "worth in points (95 %)", "points", True),
        ),
        rows,
        "Of its copies: the part of all copies in the box that somebody takes. Worth: by how many points a seat with "
        "one more of this guest ends above the others of its table, other guests being equal (least squares within "
        f"tables); for guests taken at least {FEWEST} times.",
    )  # fmt: skip


def _has_guest(name: str) -> Chosen:
    return lambda seat: any(guest.guest == name for guest in seat.guests)


def _guest_values(games: Sequence[GameStory], names: Sequence[str]) -> dict[str, Estimate]:
    """Guests that are too rare to be valued are one feature together, so that they do not count as nothing."""
    numbers = {name: i for i, name in enumerate(names)}
    tables: list[list[tuple[dict[int, float], float]]] = []
    for game in games:
        rows: list[tuple[dict[int, float], float]] = []
        for seat in game.seats:
            row: dict[int, float] = {}
            for guest in seat.guests:
                feature = numbers.get(guest.guest, len(names))
                row[feature] = row.get(feature, 0.0) + 1
            rows.append((row, seat.score))
        tables.append(rows)
    return dict(zip(names, within_games(tables, len(names) + 1), strict=False))


@made_once
def card_sheet(balance: Balance) -> Sheet:
    """How many tavern cards and nobles are gained, by winners and by the others."""
    rows: list[tuple[Cell, ...]] = []
    for setting in _places(balance):
        seats = [seat for game in balance.of(setting) for seat in game.seats]
        winners = [seat for seat in seats if seat.share > 0]
        losers = [seat for seat in seats if seat.share == 0]
        for name in ("bard", "barback", "dishwasher", "server", "table", "brewer", "noble"):
            if any(name in seat.cards for seat in seats):
                gained = [spread_of([seat.cards.get(name, 0) for seat in group]).mean for group in (winners, losers)]
                together = correlation(
                    [[(seat.cards.get(name, 0), seat.share) for seat in game.seats] for game in balance.of(setting)]
                )
                rows.append((*_place(setting), name, *gained, together))
    return Sheet(
        "cards",
        "Cards gained",
        (
            *_PLACE, Column("card", "card"), Column("winners", "winners", "fine"), Column("others", "others", "fine"),
            Column("correlation", "more and winning (95 %)", "fine", True),
        ),
        rows,
        "Mean number of cards bought or gained in a game, and how having more goes with winning within a table.",
    )  # fmt: skip


def sheets_of(balance: Balance) -> list[Sheet]:
    """Every table that has something in it."""
    found = [
        score_sheet(balance), source_sheet(balance), order_sheet(balance), start_card_sheet(balance),
        entertainer_sheet(balance), upgrade_sheet(balance), upgrade_round_sheet(balance), guest_sheet(balance),
        card_sheet(balance),
    ]  # fmt: skip
    return [sheet for sheet in found if sheet.rows]
