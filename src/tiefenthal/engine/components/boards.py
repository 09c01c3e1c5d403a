"""The boards and tiles of an edition: areas, monastery, round track, entertainers, ring, start cards, guest book."""

from typing import Final

from tiefenthal.engine.components.cards import MOST_PRICE, REGULARS, not_before_module_3, note_unknown
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    BARD,
    BREWER,
    BREWER_AREA,
    DISHWASHER,
    DISHWASHER_AREA,
    ENTERTAINER_NAMES,
    FIRE,
    GIVES_AREA,
    GIVES_BEER,
    GIVES_CARD,
    GIVES_COUNTER_GUEST,
    GIVES_DIE,
    GIVES_ENTERTAINER,
    GIVES_GUEST,
    GIVES_MONASTERY,
    GIVES_SCHNAPPS,
    JUGGLER,
    MONEY,
    NO_CARD,
    NOTHING,
    RING_CROWN,
    RING_POINTS,
    RING_SIGNATURE,
    RING_TOAST,
    SERVER,
    SERVER_AREA,
    STORAGE_AREA,
    TABLE,
    TABLES_AREA,
    TAVERN_KINDS,
    TAVERN_NAMES,
    bonus,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.components.problems import phrase
from tiefenthal.engine.components.reader import Section, quoted
from tiefenthal.engine.components.words import (
    BONUS_EXAMPLES,
    RING_EXAMPLES,
    START_EXAMPLES,
    TOAST_WORDS,
    TRACK_EXAMPLES,
    UNKNOWN,
    bonus_words,
    read_bonus,
    read_ring_space,
    read_start_item,
    read_track_option,
)

MOST_PLAYERS: Final = 4
ROUNDS: Final = 8
MONASTERY_SPACES: Final = 22
RING_SPACES: Final = 12  # with the signature
RING_NUMBERS: Final = 8
START_CARDS: Final = 7
BOOK_ROWS: Final = 3
BOOK_COLUMNS: Final = ("3/4", "5", "6", "7/8")
BOOK_COLUMN_OF_COST: Final = (-1, -1, -1, 0, 0, 1, 2, 3, 3)
SCHNAPPS_TILES: Final = 3
MOST_TABLES: Final = 20  # tables of a tavern and table cards together
MOST_COUNT: Final = 99

SPECIAL_OFFERS: Final = {
    TABLES_AREA: TABLE,
    SERVER_AREA: SERVER,
    DISHWASHER_AREA: DISHWASHER,
    BREWER_AREA: BREWER,
}
# the two sides of each entertainer
ENTERTAINER_SIDES: Final = {
    MONEY: ("thalers", "beer"),
    FIRE: ("upgrade", "service_denied"),
    JUGGLER: ("keep_card", "turn_die"),
}


def read_supply(section: Section, edition: Edition) -> None:
    # No figure may exceed what the components of the game allow; the engine sizes its tables by them.
    section.fixed("players", [2, MOST_PLAYERS], f"[2, {MOST_PLAYERS}]")
    edition.rounds = section.integer("rounds", ROUNDS, ROUNDS)
    edition.tavern_count = section.integer("tavern_cards_each", MOST_PLAYERS, MOST_TABLES)
    edition.bard_count = section.integer("bards", MOST_PLAYERS, MOST_TABLES)
    edition.nobles = section.integer("nobles", 0, MOST_COUNT)
    edition.schnapps = section.integer("schnapps", 0, MOST_COUNT)
    edition.schnapps_kept = section.integer("schnapps_kept", 0, MOST_COUNT)
    edition.signatures = section.integer("signatures", 0, MOST_COUNT)
    edition.counter_guests = section.integer("counter_guests_per_player", 0, ROUNDS)
    edition.colour_dice = section.integer("colour_dice_per_player", 1, 3)
    edition.white_dice = section.integer("white_dice_per_player", 1, 4)
    section.integer("regulars_per_player", REGULARS, REGULARS)
    section.integer("entertainers_per_player", len(ENTERTAINER_NAMES), len(ENTERTAINER_NAMES))
    section.integer("start_cards", START_CARDS, START_CARDS)
    edition.start_cards_revealed = section.integer("start_cards_revealed", 1, START_CARDS)
    for key in section.known[2:]:
        section.mark(key, f"supply.{key}")
    section.finish()


def read_areas(section: Section, edition: Edition) -> None:
    edition.area_price = [0] * AREA_COUNT
    edition.area_discount = [0] * AREA_COUNT
    edition.area_card = [NO_CARD] * AREA_COUNT
    edition.area_yield = [[0, 0] for _ in range(AREA_COUNT)]
    for area, name in enumerate(AREA_NAMES):
        entry = section.section(name)
        edition.area_price[area] = entry.integer("price", 1, MOST_PRICE)
        entry.mark("price", f"areas.{name}.price")
        if area in SPECIAL_OFFERS:
            edition.area_card[area] = SPECIAL_OFFERS[area]
            edition.area_discount[area] = entry.integer("discount", 1, MOST_PRICE)
            entry.mark("discount", f"areas.{name}.discount")
        elif entry.has("discount"):
            entry.known.append("discount")
            entry.problem("discount", "no-discount")
        pair = entry.integers("yields", 2, 0, MOST_TABLES)
        if pair[1] < pair[0]:
            entry.problem("yields", "upgrade-worse", upgraded=pair[1], basic=pair[0])
        edition.area_yield[area] = pair
        entry.mark("yields", f"areas.{name}.yields")
        if area == TABLES_AREA:
            if pair[0] < 1 and entry.data.get("yields") == pair:
                entry.problem("yields", "one-table")
            if pair[1] + edition.tavern_count > MOST_TABLES:
                entry.problem("yields", "many-tables", tables=pair[1], cards=edition.tavern_count, most=MOST_TABLES)
        entry.finish()
    section.finish()


def read_monastery(section: Section, edition: Edition) -> None:
    edition.monastery = [NOTHING]
    for space in range(1, MONASTERY_SPACES + 1):
        code = _bonus(section, str(space), BONUS_EXAMPLES)
        if bonus_what(code) == GIVES_MONASTERY:
            section.problem(str(space), "monastery-steps")
        else:
            early = not_before_module_3(code)
            if early is not None:
                section.problem(str(space), "early-monastery", what=early)
        edition.monastery.append(code)
        section.mark(str(space), f"monastery.{space}")
    section.finish()


def _bonus(section: Section, key: str, examples: tuple[str, ...]) -> int:
    words = section.text(key, phrase("bonus-or-nothing"))
    if not isinstance(section.data.get(key), str):
        return NOTHING
    code = read_bonus(words)
    if code == UNKNOWN:
        note_unknown(section, (key,), words, examples)
        return NOTHING
    return code


def read_round_track(section: Section, edition: Edition) -> None:
    printed = _read_schnapps(section, "schnapps_printed")
    tiles = _read_schnapps(section, "schnapps_tiles")
    laid = [number for number in tiles if number > 0]
    if isinstance(section.data.get("schnapps_tiles"), dict) and len(laid) != SCHNAPPS_TILES:
        section.problem("schnapps_tiles", "schnapps-tiles", count=SCHNAPPS_TILES, found=len(laid))
    edition.schnapps_track = printed
    edition.schnapps_track_module_2 = [printed[i] + tiles[i] for i in range(ROUNDS + 1)]
    edition.summer = _read_track(section.section("summer"), "summer", edition)
    edition.winter = _read_track(section.section("winter"), "winter", edition)
    section.finish()


def _read_schnapps(section: Section, key: str) -> list[int]:
    entry = section.section(key)
    amounts = [0] * (ROUNDS + 1)
    # the moon enters round 1 from nowhere, so it passes nothing on the way
    for round_number in range(2, ROUNDS + 1):
        name = str(round_number)
        amounts[round_number] = entry.optional_integer(name, 1, 9, 0)
        if entry.has(name):
            entry.mark(name, f"round_track.{key}.{name}")
    if entry.has("1"):
        entry.known.append("1")
        entry.problem("1", "moon")
    entry.finish()
    return amounts


def _read_track(section: Section, side: str, edition: Edition) -> list[list[int]]:
    track: list[list[int]] = [[]]
    counter_guests = 0
    arrivals: list[int] = []
    before = len(section.page.problems)
    for round_number in range(1, ROUNDS + 1):
        key = str(round_number)
        options = _read_space(section, key, side)
        track.append(options)
        for code in options:
            if bonus_what(code) == GIVES_COUNTER_GUEST:
                counter_guests += 1
            if bonus_what(code) == GIVES_ENTERTAINER:
                arrivals.append(bonus_amount(code))
        section.mark(key, f"round_track.{side}.{key}")
    if counter_guests > edition.counter_guests:
        section.problem("", "counter-guests", n=counter_guests, most=edition.counter_guests)
    if side == "winter" and len(section.page.problems) == before:
        for entertainer, name in enumerate(ENTERTAINER_NAMES):
            number = arrivals.count(entertainer)
            if number != 1:
                section.problem("", "entertainer-once", entertainer=name, n=number)
    section.finish()
    return track


def _read_space(section: Section, key: str, side: str) -> list[int]:
    """The options of a space of the round track."""
    words = section.text(key, phrase("track"))
    if not isinstance(section.data.get(key), str):
        return []
    options: list[int] = []
    parts = [part.strip() for part in words.split("|")]
    for part in parts:
        code = read_track_option(part)
        what = bonus_what(code)
        if code == UNKNOWN:
            note_unknown(section, (key,), part, TRACK_EXAMPLES)
        elif len(parts) > 1 and what not in (GIVES_GUEST, GIVES_DIE, GIVES_CARD):
            section.problem(key, "stands-alone", part=part)
        elif side == "summer" and what == GIVES_ENTERTAINER:
            section.problem(key, "summer-entertainer")
        elif side == "summer" and what == GIVES_CARD and bonus_amount(code) == BARD:
            section.problem(key, "summer-bard")
        elif code in options:
            section.problem(key, "choice-twice", part=part)
        else:
            options.append(code)
    if len(parts) > 2:
        section.problem(key, "choice-of-two", n=len(parts))
    return options


def read_entertainers(section: Section, edition: Edition) -> None:
    edition.entertainer_cost = []
    edition.entertainer_gain = []
    for entertainer, name in enumerate(ENTERTAINER_NAMES):
        entry = section.section(name)
        costs: list[int] = []
        gains: list[int] = []
        for side in ENTERTAINER_SIDES[entertainer]:
            action = entry.section(side)
            # at least 1, for an action without a price could be repeated for ever
            costs.append(action.integer("schnapps", 1, 9))
            action.mark("schnapps", f"entertainers.{name}.{side}.schnapps")
            if entertainer == MONEY:
                gains.append(action.integer("gain", 1, 9))
                action.mark("gain", f"entertainers.{name}.{side}.gain")
            else:
                gains.append(1)
            action.finish()
        edition.entertainer_cost.append(costs)
        edition.entertainer_gain.append(gains)
        entry.finish()
    section.finish()


def read_ring(section: Section, edition: Edition) -> None:
    spaces: list[int] = []
    before = len(section.page.problems)
    for place in range(1, RING_SPACES + 1):
        key = str(place)
        words = section.text(key, phrase("ring"))
        code = NOTHING
        if isinstance(section.data.get(key), str):
            code = read_ring_space(words)
            if code == UNKNOWN:
                _note_ring(section, key, words)
                code = NOTHING
        spaces.append(code)
        section.mark(key, f"reputation.{place}")
    if section.there and len(section.page.problems) == before:
        _check_ring(section, spaces)
    edition.ring_signed = [NOTHING, *spaces]
    edition.ring = [NOTHING, *[code for code in spaces if bonus_what(code) != RING_SIGNATURE]]
    section.finish()


def _note_ring(section: Section, key: str, words: str) -> None:
    if read_bonus(words) > 0:
        section.problem(key, "ring-bonus", found=quoted(words))
    else:
        note_unknown(section, (key,), words, RING_EXAMPLES)


def _check_ring(section: Section, spaces: list[int]) -> None:
    numbers = [bonus_amount(code) for code in spaces if bonus_what(code) == RING_POINTS]
    if numbers != list(range(1, RING_NUMBERS + 1)):
        found = ", ".join(str(number) for number in numbers)
        section.problem("", "ring-numbers", most=RING_NUMBERS, found=found)
    elif bonus_what(spaces[0]) != RING_POINTS:
        section.problem("1", "ring-first")
    for what, name in (
        (GIVES_SCHNAPPS, "schnapps"),
        (RING_TOAST, TOAST_WORDS),
        (RING_SIGNATURE, "signature"),
        (RING_CROWN, "crown"),
    ):
        number = [bonus_what(code) for code in spaces].count(what)
        if number != 1:
            section.problem("", "ring-once", space=name, n=number)
    if bonus_what(spaces[-1]) != RING_CROWN:
        section.problem(str(RING_SPACES), "ring-last")


def read_start_cards(section: Section, edition: Edition) -> None:
    edition.start_cards = [[]]
    for number in range(1, START_CARDS + 1):
        key = str(number)
        words = section.texts(key, phrase("start"))
        items: list[int] = []
        if words is not None:
            for i, part in enumerate(words):
                code = read_start_item(part)
                if code == UNKNOWN:
                    note_unknown(section, (key, i), part, START_EXAMPLES)
                else:
                    items.append(code)
            if not words:
                section.problem(key, "start-empty")
            _check_start_card(section, key, items, edition)
        edition.start_cards.append(items)
        section.mark(key, f"start_cards.{number}")
    section.finish()


def _check_start_card(section: Section, key: str, items: list[int], edition: Edition) -> None:
    upgraded: list[int] = []
    for code in items:
        amount = bonus_amount(code)
        what = bonus_what(code)
        if what == GIVES_AREA:
            if amount in upgraded:
                section.problem(key, "start-twice", part=bonus_words(code))
            upgraded.append(amount)
        elif what == GIVES_BEER:
            room = edition.area_yield[STORAGE_AREA][1 if STORAGE_AREA in upgraded else 0]
            if amount > room:
                section.problem(key, "storage", room=room, amount=amount)
    for kind in TAVERN_KINDS:
        number = items.count(bonus(GIVES_CARD, kind))
        supply = edition.bard_count if kind == BARD else edition.tavern_count
        if number * MOST_PLAYERS > supply:
            need = number * MOST_PLAYERS
            name = TAVERN_NAMES[kind]
            section.problem(key, "start-supply", players=MOST_PLAYERS, need=need, card=name, found=supply)


def read_guest_book(section: Section, edition: Edition) -> None:
    section.fixed("columns", list(BOOK_COLUMNS), '["3/4", "5", "6", "7/8"]')
    section.mark("columns", "guest_book.columns")
    edition.book_column = list(BOOK_COLUMN_OF_COST)
    edition.book = []
    for row in range(1, BOOK_ROWS + 1):
        key = str(row)
        words = section.texts(key, phrase("bonuses", count=len(BOOK_COLUMNS)))
        codes = [NOTHING] * len(BOOK_COLUMNS)
        if words is not None and len(words) != len(BOOK_COLUMNS):
            section.problem(key, "book-columns", count=len(BOOK_COLUMNS), found=len(words))
        for i, part in enumerate(words or []):
            code = read_bonus(part)
            if code == UNKNOWN:
                note_unknown(section, (key, i), part, BONUS_EXAMPLES)
            elif i < len(codes):
                codes[i] = code
        edition.book.append(codes)
        for column in range(1, len(BOOK_COLUMNS) + 1):
            section.mark(key, f"guest_book.{row}.{column}")
    section.finish()
