"""The card tables of an edition: tavern cards, regulars, the noble and the guests, and the names of their kinds."""

from typing import Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    BARD,
    FIRST_REGULAR,
    GIVES_CARD,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    NOBLE,
    NOTHING,
    TAVERN_KINDS,
    TAVERN_NAMES,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.components.locate import KeyPath
from tiefenthal.engine.components.problems import Phrase, phrase
from tiefenthal.engine.components.reader import Section, closest, quoted
from tiefenthal.engine.components.words import BONUS_EXAMPLES, NOTHING_WORD, UNKNOWN, bonus_slug, read_bonus

GUESTS_BY_COST: Final = {3: 8, 4: 7, 5: 8, 6: 7, 7: 4, 8: 4}  # module 1
GUESTS_OF_MODULE_3: Final = 10
REGULARS: Final = 7  # per player
MOST_PAY: Final = 9
MOST_GUEST_PAY: Final = 20
MOST_POINTS: Final = 20
MOST_PRICE: Final = 60

_REGULAR_FIELDS: Final = ("die", "pays", "points")
_GUEST_FIELDS: Final = ("cost", "die", "pays", "points", "bonus", "copies", "module")


class _Guest(NamedTuple):
    """All that tells one guest from another."""

    cost: int
    die: int
    pays: int
    points: int
    bonus: int
    module: int


def first_kinds(edition: Edition) -> None:
    """Lists by kind for the kinds that every edition has; regulars and guests are added as they are read."""
    edition.card_names = [*TAVERN_NAMES, "noble"]
    edition.kind_of = {}
    edition.die = [0] * FIRST_REGULAR
    edition.pays = [0] * FIRST_REGULAR
    edition.points = [0] * FIRST_REGULAR
    edition.beer = [0] * FIRST_REGULAR
    edition.bonus = [NOTHING] * FIRST_REGULAR
    edition.price = [0] * FIRST_REGULAR
    edition.guest_copies = [0] * FIRST_REGULAR
    edition.guest_module = [0] * FIRST_REGULAR
    edition.regulars = []
    edition.card_count = FIRST_REGULAR
    edition.first_guest = FIRST_REGULAR


def last_kinds(edition: Edition) -> None:
    """What is known once all kinds have their number."""
    edition.card_count = len(edition.card_names)
    for kind, name in enumerate(edition.card_names):
        if name:
            edition.kind_of[name] = kind


def read_tavern_cards(section: Section, edition: Edition) -> None:
    for kind in TAVERN_KINDS:
        name = TAVERN_NAMES[kind]
        entry = section.section(name)
        edition.price[kind] = entry.integer("price", 1, MOST_PRICE)
        edition.points[kind] = entry.optional_integer("points", 0, MOST_POINTS, 0)
        entry.mark("price", f"cards.{name}.price")
        entry.mark("points", f"cards.{name}.points")
        entry.finish()
    section.finish()


def read_noble(section: Section, edition: Edition) -> None:
    edition.die[NOBLE] = section.integer("die", 1, 6)
    edition.pays[NOBLE] = section.integer("pays", 0, MOST_GUEST_PAY)
    edition.points[NOBLE] = section.integer("points", 0, 99)
    prices = section.integers("beer_price", 3, 1, MOST_PRICE)
    if prices != sorted(prices):
        section.problem("beer_price", "noble-prices")
    edition.noble_price = [0, *prices]
    for key in ("die", "pays", "points", "beer_price"):
        section.mark(key, f"noble.{key}")
    section.finish()


def read_regulars(section: Section, edition: Edition) -> None:
    entries = section.sections("cards", _REGULAR_FIELDS)
    for entry in entries:
        die = entry.integer("die", 1, 6)
        pays = entry.integer("pays", 0, MOST_PAY)
        points = entry.optional_integer("points", 0, MOST_POINTS, 0)
        name = f"r{die}.{pays}" + (f".{points}p" if points else "")
        if name in edition.card_names:
            kind = edition.card_names.index(name)
        else:
            for other in range(FIRST_REGULAR, len(edition.card_names)):
                if edition.die[other] == die and edition.pays[other] == pays:
                    # players name a regular by its die and its pay (M4-3)
                    entry.problem("points", "regular-points")
            kind = _add_kind(edition, name)
            edition.die[kind] = die
            edition.pays[kind] = pays
            edition.points[kind] = points
        edition.regulars.append(kind)
        for key in _REGULAR_FIELDS:
            entry.mark(key, f"regulars.{name}.{key}")
        entry.finish()
    number = section.entries("cards")
    if number not in (-1, REGULARS):
        section.problem("cards", "regular-count", count=REGULARS, found=number)
    edition.first_guest = len(edition.card_names)
    section.finish()


def read_guests(section: Section, edition: Edition) -> None:
    edition.first_guest = len(edition.card_names)
    by_cost = section.section("points_by_cost")
    points_by_cost: dict[int, int] = {}
    for cost in GUESTS_BY_COST:
        points_by_cost[cost] = by_cost.integer(str(cost), 0, MOST_POINTS)
    entries = section.sections("cards", _GUEST_FIELDS)
    found: list[_Guest] = []
    copies: list[int] = []
    before = len(section.page.problems)
    for entry in entries:
        found.append(_read_guest(entry, points_by_cost))
        copies.append(entry.optional_integer("copies", 1, 40, 1))
    # a guest whose cost, copies or module is in doubt cannot be counted
    sound = len(entries) == section.entries("cards")
    for problem in section.page.problems[before:]:
        if problem.key.endswith((".cost", ".copies", ".module")):
            sound = False
    if sound:
        _check_counts(section, found, copies)
    of_module_1 = [_guest_name(guest, points_by_cost) for guest in found if guest.module == 1]
    for i, guest in enumerate(found):
        name = _guest_name(guest, points_by_cost)
        if guest.module != 1 and name in of_module_1:
            name += f".m{guest.module}"
        if name in edition.card_names:
            kind = edition.card_names.index(name)
        else:
            kind = _add_kind(edition, name)
            edition.beer[kind] = guest.cost
            edition.die[kind] = guest.die
            edition.pays[kind] = guest.pays
            edition.points[kind] = guest.points
            edition.bonus[kind] = guest.bonus
            edition.guest_module[kind] = guest.module
        edition.guest_copies[kind] += copies[i]
        for key in _GUEST_FIELDS:
            if key == "points" and not entries[i].has(key):
                by_cost.mark(str(guest.cost), f"guests.{name}.points")
            else:
                entries[i].mark(key, f"guests.{name}.{key}")
        entries[i].finish()
    by_cost.finish()
    section.finish()


def _add_kind(edition: Edition, name: str) -> int:
    edition.card_names.append(name)
    for table in (
        edition.die,
        edition.pays,
        edition.points,
        edition.beer,
        edition.bonus,
        edition.price,
        edition.guest_copies,
        edition.guest_module,
    ):
        table.append(0)
    return len(edition.card_names) - 1


def _guest_name(guest: _Guest, points_by_cost: dict[int, int]) -> str:
    name = f"g{guest.cost}.{guest.die}.{guest.pays}"
    if guest.bonus != NOTHING:
        name += "." + bonus_slug(guest.bonus)
    if guest.points != points_by_cost[guest.cost]:
        name += f".{guest.points}p"
    return name


def _read_guest(entry: Section, points_by_cost: dict[int, int]) -> _Guest:
    cost = entry.integer("cost", 3, 8)
    die = entry.integer("die", 1, 6)
    pays = entry.integer("pays", 0, MOST_GUEST_PAY)
    points = entry.optional_integer("points", 0, MOST_POINTS, points_by_cost[cost])
    module = entry.optional_integer("module", 1, 3, 1)
    if module == 2:
        entry.problem("module", "guest-module")
        module = 1
    if module == 3 and cost == 3:
        entry.problem("cost", "late-guest-cost")
    return _Guest(cost, die, pays, points, _read_guest_bonus(entry, module), module)


def _read_guest_bonus(entry: Section, module: int) -> int:
    entry.known.append("bonus")
    if not entry.has("bonus"):
        return NOTHING
    words = entry.text("bonus", phrase("bonus"))
    if not isinstance(entry.data["bonus"], str):
        return NOTHING
    code = read_bonus(words)
    if code == UNKNOWN:
        note_unknown(entry, ("bonus",), words, BONUS_EXAMPLES)
        return NOTHING
    if module == 1:
        early = not_before_module_3(code)
        if early is not None:
            entry.problem("bonus", "early-guest", what=early, module="module = 3")
            return NOTHING
    return code


def note_unknown(section: Section, key: KeyPath, words: str, examples: tuple[str, ...]) -> None:
    """Words that mean nothing, with the nearest that do."""
    if words[:1] in tuple("123456789"):
        # "3 taler" means 3 thalers, not the 2 of the example
        examples = tuple(words[0] + example[1:] if example[1:2] == " " else example for example in examples)
    near, known, write = closest(words, list(examples)), "", ""
    if words == "" and examples[0] == NOTHING_WORD:
        near, write = "", f'"{NOTHING_WORD}"'
    elif not near:
        known = ", ".join([f'"{example}"' for example in examples])
    if section.there:
        path = (*section.path, *key)
        section.page.problem(path, "unknown-words", found=quoted(words), near=near, known=known, write=write)


def not_before_module_3(code: int) -> Phrase | None:
    """Why a bonus cannot stand where module 1 is played alone, or nothing."""
    if bonus_what(code) == GIVES_SCHNAPPS:
        return phrase("early-schnapps")
    if bonus_what(code) == GIVES_REPUTATION:
        return phrase("early-reputation")
    if bonus_what(code) == GIVES_CARD and bonus_amount(code) == BARD:
        return phrase("early-bard")
    return None


def _check_counts(section: Section, guests: list[_Guest], copies: list[int]) -> None:
    counts = dict.fromkeys(GUESTS_BY_COST, 0)
    late = 0
    for guest, number in zip(guests, copies, strict=True):
        if guest.module == 1:
            counts[guest.cost] += number
        else:
            late += number
    for cost, number in GUESTS_BY_COST.items():
        if counts[cost] != number:
            section.problem("cards", "guest-count", count=number, cost=cost, found=counts[cost])
    if late != GUESTS_OF_MODULE_3:
        section.problem("cards", "late-guest-count", count=GUESTS_OF_MODULE_3, found=late)
