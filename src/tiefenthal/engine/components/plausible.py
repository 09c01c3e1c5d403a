"""What one believes of a printed box: bounds for the figures that no rulebook states.

Each bound follows from a sentence or an example of a rulebook, or is what any printed game would do; docs/editions.md
gives the reason for each. The built-in edition keeps them all, and a calibration looks nowhere else. An owner's
edition is not held to them: there the box says what is true. So only who makes figures reads the reasons, and they
are English.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    BARBACK,
    BARREL_AREA,
    CASHBOX_AREA,
    DISHWASHER,
    GIVES_CARD,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    MONK_AREA,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    SERVER,
    SERVER_AREA,
    STORAGE_AREA,
    TABLE,
    bonus,
    bonus_amount,
    bonus_what,
)

RICHER_FROM: Final = 4  # beer; from here on guests pay more than any regular
EASY_DICE: Final = (2, 3, 4)  # the monk wants 5s, the brewer 1s and 6s
EXAMPLE_DIE: Final = 3  # the planning example puts a 3 on a guest of the first evening
CARDS_FOR_FREE: Final = 3  # returned cards that make an upgrade free: 9 by 3, 18 by 6
BOUNDS: Final = ((CASHBOX_AREA, 8, 11), (STORAGE_AREA, 3, 6))  # with them the start cards are worth about the same
EXAMPLE_PAY: Final = (5, 6)  # what the two guests of the serving example pay
EXAMPLE_SERVED: Final = 5  # the die that serves one of them
EXAMPLE_GUEST: Final = 7  # the beer that the recruited guest of that example costs
EXAMPLE_BONUS: Final = 3  # and the thalers it brings
WHITE_DIE: Final = 3  # the module whose guests have a white die
THALERS: Final = (2, 3, 4)
STEPS: Final = (1, 2)
IN_THE_BOOK: Final = frozenset(
    [
        *[bonus(GIVES_CARD, card) for card in (BARBACK, DISHWASHER, SERVER, TABLE)],
        bonus(GIVES_REPUTATION, 1),
        bonus(GIVES_REPUTATION, 3),
        bonus(GIVES_NOBLE, 1),
        bonus(GIVES_SCHNAPPS, 1),
    ]
)


class Doubt(NamedTuple):
    """A figure that nobody who knows the box would believe."""

    key: str
    reason: str


def implausible(edition: Edition) -> list[Doubt]:
    """Everything in an edition that is not as a box would have it."""
    found: list[Doubt] = []
    found.extend(_regulars(edition))
    found.extend(_pay(edition))
    found.extend(_points(edition))
    found.extend(_examples(edition))
    found.extend(_areas(edition))
    found.extend(_path(edition))
    found.extend(_bonuses(edition))
    found.extend(_book(edition))
    return found


def _guests(ed: Edition) -> list[int]:
    return list(range(ed.first_guest, ed.card_count))


# --- cards


def _regulars(ed: Edition) -> Iterator[Doubt]:
    dice = [ed.die[kind] for kind in ed.regulars]
    if not set(dice) <= set(EASY_DICE) or EXAMPLE_DIE not in dice:
        yield Doubt("regulars.cards", f"regulars want dice of {EASY_DICE}, one of them a {EXAMPLE_DIE}")


def _pay(ed: Edition) -> Iterator[Doubt]:
    """Guests are wealthy: they make a tavern rich, the dearer the richer."""
    regular = max([ed.pays[kind] for kind in ed.regulars])
    guests = _guests(ed)
    for kind in guests:
        least = regular + (1 if ed.beer[kind] >= RICHER_FROM else 0)
        if ed.pays[kind] < least:
            yield Doubt("guests.cards", f"{ed.card_names[kind]} must pay at least {least}: guests are wealthy")
    for kind in guests:
        for other in guests:
            if ed.beer[kind] < ed.beer[other] and bool(ed.bonus[kind]) == bool(ed.bonus[other]):
                if ed.pays[kind] > ed.pays[other]:
                    yield Doubt(
                        "guests.cards", f"{ed.card_names[kind]} pays more than the dearer {ed.card_names[other]}"
                    )
            if ed.beer[kind] == ed.beer[other] and ed.bonus[kind] and not ed.bonus[other]:
                if ed.pays[kind] >= ed.pays[other]:
                    yield Doubt("guests.cards", f"the bonus of {ed.card_names[kind]} costs no pay")


def _points(ed: Edition) -> Iterator[Doubt]:
    highest = 0
    for cost in sorted({ed.beer[kind] for kind in _guests(ed)}):
        points = [ed.points[kind] for kind in _guests(ed) if ed.beer[kind] == cost]
        if min(points) <= highest or max(points) >= ed.points[NOBLE]:
            yield Doubt(f"guests.points_by_cost.{cost}", "points rise with the price and stay below a noble's")
        highest = max(points)


def _examples(ed: Edition) -> Iterator[Doubt]:
    """The serving example: two guests pay 5 and 6, a 5 serves one of them; a 7-beer guest brings 3 thalers."""
    dice = [[ed.die[kind] for kind in _guests(ed) if ed.pays[kind] == pay] for pay in EXAMPLE_PAY]
    if not dice[0] or not dice[1] or EXAMPLE_SERVED not in dice[0] + dice[1]:
        yield Doubt("guests.cards", "one guest pays 5 and one 6, and a 5 serves one of them")
    brought = [ed.bonus[kind] for kind in _guests(ed) if ed.beer[kind] == EXAMPLE_GUEST]
    if bonus(GIVES_THALERS, EXAMPLE_BONUS) not in brought:
        yield Doubt("guests.cards", "a 7-beer guest brings 3 thalers")


# --- areas


def _areas(ed: Edition) -> Iterator[Doubt]:
    price = ed.area_price
    for area in range(len(price)):
        card, discount = ed.area_card[area], ed.area_discount[area]
        if card != NO_CARD and (discount != ed.price[card] or price[area] != CARDS_FOR_FREE * discount):
            yield Doubt(
                f"areas.{AREA_NAMES[area]}", f"{CARDS_FOR_FREE} returned cards make it free, each worth its price"
            )
    for area, low, high in BOUNDS:
        if not low <= price[area] <= high:
            yield Doubt(f"areas.{AREA_NAMES[area]}.price", f"start cards are worth about the same from {low} to {high}")
    every_evening = [price[CASHBOX_AREA], price[BARREL_AREA], price[MONK_AREA]]
    if price[STORAGE_AREA] > price[SAFE_AREA] or price[SAFE_AREA] >= min(every_evening):
        yield Doubt("areas", "what only keeps things is cheaper than what brings them, beer the cheapest")
    if max(every_evening) > price[SERVER_AREA]:
        yield Doubt("areas", f"none of these is worth more than the die of the server, for {price[SERVER_AREA]}")


# --- bonuses


def _path(ed: Edition) -> Iterator[Doubt]:
    """The farther one walks, the more a space gives; and there is something new every time."""
    most: dict[int, int] = {}
    before = 0
    for space in range(1, len(ed.monastery)):
        code = ed.monastery[space]
        if not code:
            continue
        what = bonus_what(code)
        worth = ed.price[bonus_amount(code)] if what == GIVES_CARD else bonus_amount(code)
        if worth < most.get(what, 0):
            yield Doubt(f"monastery.{space}", "there was more of it nearer by")
        if code == before:
            yield Doubt(f"monastery.{space}", "the bonus before it is the same")
        most[what] = max(worth, most.get(what, 0))
        before = code


def _bonuses(ed: Edition) -> Iterator[Doubt]:
    """Bonuses that the rulebooks list, in the amounts they list, a noble among them (R-4, M3-8)."""
    path = [code for code in ed.monastery if code]
    for kind in _guests(ed):
        code = ed.bonus[kind]
        white = ed.guest_module[kind] == WHITE_DIE
        if white != (bool(code) and bonus_what(code) in (GIVES_SCHNAPPS, GIVES_REPUTATION)):
            yield Doubt("guests.cards", f"{ed.card_names[kind]}: schnapps and reputation come with white dice")
        elif not white and code and not _listed(code):
            yield Doubt("guests.cards", f"{ed.card_names[kind]} brings what no rulebook lists")
    if [code for code in path if not _listed(code)]:
        yield Doubt("monastery", "it gives what no rulebook lists")
    if bonus(GIVES_NOBLE, 1) not in path + [ed.bonus[kind] for kind in _guests(ed)]:
        yield Doubt("monastery", "neither it nor a guest gives a noble")


def _listed(code: int) -> bool:
    what, amount = bonus_what(code), bonus_amount(code)
    if what == GIVES_THALERS:
        return amount in THALERS
    if what == GIVES_MONASTERY:
        return amount in STEPS
    return what in (GIVES_CARD, GIVES_NOBLE, GIVES_SERVICE_DENIED)


def _book(ed: Edition) -> Iterator[Doubt]:
    if {code for row in ed.book for code in row if code} != IN_THE_BOOK:
        yield Doubt("guest_book", "its bonuses are not those of the rulebooks")
    for row in range(len(ed.book)):
        for column in range(len(ed.book[row])):
            code = ed.book[row][column]
            right = column + 1 < len(ed.book[row]) and ed.book[row][column + 1] == code
            below = row + 1 < len(ed.book) and ed.book[row + 1][column] == code
            if code and (right or below):
                yield Doubt(f"guest_book.{row + 1}", "neighbours give the same")
