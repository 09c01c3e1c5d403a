"""Editions for people: every figure with its value and source, and the text from which owners write their own."""

from typing import Final, NamedTuple

from tiefenthal.engine.components.boards import BOOK_COLUMNS, ENTERTAINER_SIDES, MOST_PLAYERS, ROUNDS, START_CARDS
from tiefenthal.engine.components.cards import REGULARS
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES, MONEY, NOBLE, TAVERN_KINDS, TAVERN_NAMES
from tiefenthal.engine.components.loader import REFERENCE, read_edition, reference_text
from tiefenthal.engine.components.reader import HOUSE
from tiefenthal.engine.components.words import bonus_words

NEW_NAME: Final = "my-box"
NEW_TITLE: Final = "My own box"

_HEADER: Final = """\
# An edition of The Taverns of Tiefenthal, to be filled in by the owner of a box.
#
# Some figures are printed only on the components. Where we do not have them the file holds a figure of our own, and
# its line ends in "# HOUSE" (with the keys that are meant, where the line has others too). Put in what your box shows:
#   1. Change the figure, and take the word HOUSE away.
#   2. Mark it as yours: source = "box" for a whole table or for one card,  { cost = 3, ..., source = "box" } ,
#      or sources = { 4 = "box", 5 = "box" } for some of the keys of a table.
#   3. Give the edition a name and a title, here below.
# `tiefenthal edition show FILE` reads the file and lists whatever is wrong with it, line by line.
#
"""


class Row(NamedTuple):
    """A figure with its value and where it comes from."""

    key: str
    value: str
    source: str


class Group(NamedTuple):
    """The figures of one part of the box."""

    title: str
    rows: list[Row]


def is_house(edition: Edition, key: str) -> bool:
    """Whether a figure is our own, or any figure of a part ("guests", "areas.safe"). KeyError for an unknown key."""
    if key in edition.source:
        return edition.source[key] == HOUSE
    below = [source for figure, source in edition.source.items() if figure.startswith(key + ".")]
    if not below:
        raise KeyError(key)
    return HOUSE in below


def describe_edition(edition: Edition) -> list[Group]:
    """Every figure of an edition, part by part, in the order of its file."""
    return [
        Group("Supply", _supply(edition)),
        Group("Tavern cards", _tavern_cards(edition)),
        Group("Areas", _areas(edition)),
        Group("Regulars", _regulars(edition)),
        Group("Noble", _noble(edition)),
        Group("Guests", _guests(edition)),
        Group("Monastery track", _monastery(edition)),
        Group("Round track", _round_track(edition)),
        Group("Entertainers", _entertainers(edition)),
        Group("Reputation ring", _ring(edition)),
        Group("Start cards", _start_cards(edition)),
        Group("Guest book", _guest_book(edition)),
    ]


def new_edition_text(text: str | None = None) -> str:
    """The text of a new edition file: the figures of the built-in edition, or of another one that comes with the
    package, each house figure marked on its line."""
    text = reference_text() if text is None else text
    page = read_edition(text, REFERENCE)[1]
    house: dict[int, list[str]] = {}
    others: dict[int, bool] = {}
    for path, source in page.marks:
        line = page.line_of(path)
        if source == HOUSE:
            key = str(path[-1])
            if key not in house.setdefault(line, []):
                house[line].append(key)
        else:
            others[line] = True
    result: list[str] = []
    for number, line_text in enumerate(text.splitlines(), 1):
        mark = ""
        if number in house:
            several = number in others or len(house[number]) > 1
            mark = " # HOUSE: " + ", ".join(house[number]) if several else " # HOUSE"
        result.append(_renamed(line_text) + mark)
    # the reference file explains the marks at its head; that stays, but not its first line, which names the file
    return _HEADER + "\n".join(result[2:]) + "\n"


def _renamed(line: str) -> str:
    if line.startswith("name = "):
        return f'name = "{NEW_NAME}"'
    if line.startswith("title = "):
        return f'title = "{NEW_TITLE}"'
    return line


def _row(edition: Edition, key: str, value: object) -> Row:
    return Row(key, str(value), edition.source[key])


def _supply(edition: Edition) -> list[Row]:
    return [
        _row(edition, "supply.players", f"2 to {MOST_PLAYERS}"),
        _row(edition, "supply.rounds", edition.rounds),
        _row(edition, "supply.tavern_cards_each", edition.tavern_count),
        _row(edition, "supply.bards", edition.bard_count),
        _row(edition, "supply.nobles", edition.nobles),
        _row(edition, "supply.schnapps", edition.schnapps),
        _row(edition, "supply.schnapps_kept", edition.schnapps_kept),
        _row(edition, "supply.signatures", edition.signatures),
        _row(edition, "supply.counter_guests_per_player", edition.counter_guests),
        _row(edition, "supply.colour_dice_per_player", edition.colour_dice),
        _row(edition, "supply.white_dice_per_player", edition.white_dice),
        _row(edition, "supply.regulars_per_player", REGULARS),
        _row(edition, "supply.entertainers_per_player", len(ENTERTAINER_NAMES)),
        _row(edition, "supply.start_cards", START_CARDS),
        _row(edition, "supply.start_cards_revealed", edition.start_cards_revealed),
    ]


def _tavern_cards(edition: Edition) -> list[Row]:
    rows: list[Row] = []
    for kind in TAVERN_KINDS:
        name = TAVERN_NAMES[kind]
        rows.append(_row(edition, f"cards.{name}.price", _thalers(edition.price[kind])))
        rows.append(_row(edition, f"cards.{name}.points", _points(edition.points[kind])))
    return rows


def _areas(edition: Edition) -> list[Row]:
    rows: list[Row] = []
    for area, name in enumerate(AREA_NAMES):
        rows.append(_row(edition, f"areas.{name}.price", _thalers(edition.area_price[area])))
        if edition.area_discount[area]:
            card = TAVERN_NAMES[edition.area_card[area]]
            value = f"{_thalers(edition.area_discount[area])} per {card} card"
            rows.append(_row(edition, f"areas.{name}.discount", value))
        basic, upgraded = edition.area_yield[area]
        rows.append(_row(edition, f"areas.{name}.yields", f"{basic}, upgraded {upgraded}"))
    return rows


def _regulars(edition: Edition) -> list[Row]:
    rows: list[Row] = []
    for kind in range(NOBLE + 1, edition.first_guest):
        key = f"regulars.{edition.card_names[kind]}"
        number = edition.regulars.count(kind)
        times = f" (x{number})" if number > 1 else ""
        rows.append(_row(edition, f"{key}.die", f"{edition.die[kind]}{times}"))
        rows.append(_row(edition, f"{key}.pays", _thalers(edition.pays[kind])))
        rows.append(_row(edition, f"{key}.points", _points(edition.points[kind])))
    return rows


def _noble(edition: Edition) -> list[Row]:
    prices = ", ".join(str(price) for price in edition.noble_price[1:])
    return [
        _row(edition, "noble.die", edition.die[NOBLE]),
        _row(edition, "noble.pays", _thalers(edition.pays[NOBLE])),
        _row(edition, "noble.points", _points(edition.points[NOBLE])),
        _row(edition, "noble.beer_price", f"{prices} beer for 1, 2, 3"),
    ]


def _guests(edition: Edition) -> list[Row]:
    rows: list[Row] = []
    for kind in range(edition.first_guest, edition.card_count):
        key = f"guests.{edition.card_names[kind]}"
        rows.append(_row(edition, f"{key}.cost", f"{edition.beer[kind]} beer"))
        rows.append(_row(edition, f"{key}.die", edition.die[kind]))
        rows.append(_row(edition, f"{key}.pays", _thalers(edition.pays[kind])))
        rows.append(_row(edition, f"{key}.points", _points(edition.points[kind])))
        rows.append(_row(edition, f"{key}.bonus", bonus_words(edition.bonus[kind])))
        rows.append(_row(edition, f"{key}.copies", edition.guest_copies[kind]))
        rows.append(_row(edition, f"{key}.module", edition.guest_module[kind]))
    return rows


def _monastery(edition: Edition) -> list[Row]:
    spaces = range(1, len(edition.monastery))
    return [_row(edition, f"monastery.{space}", bonus_words(edition.monastery[space])) for space in spaces]


def _round_track(edition: Edition) -> list[Row]:
    rows: list[Row] = []
    for number in range(1, ROUNDS + 1):
        printed = edition.schnapps_track[number]
        if printed:
            rows.append(_row(edition, f"round_track.schnapps_printed.{number}", f"{printed} schnapps"))
    for number in range(1, ROUNDS + 1):
        tile = edition.schnapps_track_module_2[number] - edition.schnapps_track[number]
        if tile:
            rows.append(_row(edition, f"round_track.schnapps_tiles.{number}", f"{tile} schnapps"))
    for number in range(1, ROUNDS + 1):
        rows.append(_row(edition, f"round_track.summer.{number}", _choice(edition.summer[number])))
    for number in range(1, ROUNDS + 1):
        rows.append(_row(edition, f"round_track.winter.{number}", _choice(edition.winter[number])))
    return rows


def _entertainers(edition: Edition) -> list[Row]:
    rows: list[Row] = []
    for entertainer, name in enumerate(ENTERTAINER_NAMES):
        for side, action in enumerate(ENTERTAINER_SIDES[entertainer]):
            key = f"entertainers.{name}.{action}"
            rows.append(_row(edition, f"{key}.schnapps", f"{edition.entertainer_cost[entertainer][side]} schnapps"))
            if entertainer == MONEY:
                rows.append(_row(edition, f"{key}.gain", f"{edition.entertainer_gain[entertainer][side]} {action}"))
    return rows


def _ring(edition: Edition) -> list[Row]:
    places = range(1, len(edition.ring_signed))
    return [_row(edition, f"reputation.{place}", bonus_words(edition.ring_signed[place])) for place in places]


def _start_cards(edition: Edition) -> list[Row]:
    rows: list[Row] = []
    for number in range(1, len(edition.start_cards)):
        items = [bonus_words(code) for code in edition.start_cards[number]]
        rows.append(_row(edition, f"start_cards.{number}", ", ".join(items)))
    return rows


def _guest_book(edition: Edition) -> list[Row]:
    rows = [_row(edition, "guest_book.columns", ", ".join(BOOK_COLUMNS))]
    for row, codes in enumerate(edition.book, 1):
        for column, code in enumerate(codes, 1):
            rows.append(_row(edition, f"guest_book.{row}.{column}", bonus_words(code)))
    return rows


def _choice(options: list[int]) -> str:
    return " | ".join(bonus_words(code) for code in options)


def _thalers(number: int) -> str:
    return f"{number} thaler" if number == 1 else f"{number} thalers"


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"
