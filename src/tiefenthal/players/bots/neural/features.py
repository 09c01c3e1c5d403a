"""A state as one seat sees it, as a row of numbers from 0 to 255: what the value network is given.

A row describes the moment after the seat's own serving: cards still in the tavern count as discarded and stores as
filled, so it makes no difference whether closing time has come yet. It holds nothing but what a view holds: the order
of hidden piles never enters, only what they consist of.

A row has two parts. `own_part` is what a turn of the seat can change: its tavern, the market, the supply. `table_part`
is the rest: the set-up, the turn order and the opponents, in turn order after the seat. A search over one turn needs
the second part once. Rows are bytes, because that is the fastest way from plain Python to an array, and a small one;
the network brings them to scale.

The figures of the edition stand in a row as well (`figures.py`), so that one network can judge games with any of them.

The module is plain lists and integers, so that it can be compiled with the engine. If you change what a row means,
change `VERSION`: weights belong to one version.
"""

from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    BREWER,
    FIRST_REGULAR,
    GIVES_CARD,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    STORAGE_AREA,
    TABLE,
    TABLES_AREA,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.market import guest_at, guest_price
from tiefenthal.engine.rules.modules.guest_book import column_of
from tiefenthal.engine.rules.modules.schnapps import not_kept
from tiefenthal.engine.rules.phases import CLOSING_TIME, SERVING, phase_of
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.players.bots.neural.figures import (
    BOOK_COLUMNS,
    BOOK_ROWS,
    DEAREST,
    FIGURES,
    SPACES_AHEAD,
    TRACK,
    figures_of,
)

VERSION: Final = 3
"""Of what the rows mean. Version 1 ended before `AT_LAST_ORDER`; version 2 had no figures of the edition: its seat's
part ended before `AT_AHEAD`, its table's part before `AT_FIGURES` (`PARTS_BEFORE`)."""
MOST: Final = 255  # a row is bytes

# --- a composition: what some cards consist of
NOBLES: Final = 6  # after the six tavern kinds
BY_DIE: Final = 6  # + die 1 to 6: how many regulars and guests are served by it
PAY_BY_DIE: Final = 12  # + die 1 to 6: what they pay together
SITTERS: Final = 19  # who needs a table: regulars, guests, and a stack of nobles
PAY: Final = 20  # what they all pay, the stack of nobles once
COMPOSITION: Final = 21

# --- the seat's part
EVENINGS: Final = 9  # evenings still to come, one of 0 to 8
RING: Final = 14  # the spaces of the reputation ring, and off it
SCHNAPPS: Final = 5

AT_LEFT: Final = 0
AT_SCALARS: Final = AT_LEFT + EVENINGS
AT_THALERS: Final = AT_SCALARS + 1
AT_BEER: Final = AT_SCALARS + 2
AT_OVER: Final = AT_SCALARS + 10  # points above what a byte holds
AT_SCHNAPPS: Final = AT_OVER + 1
AT_TRACK: Final = AT_SCHNAPPS + SCHNAPPS
AT_RING: Final = AT_TRACK + TRACK
AT_BOOK: Final = AT_RING + RING
AT_BOOK_ROWS: Final = AT_BOOK + BOOK_ROWS * BOOK_COLUMNS
AT_ENTERTAINERS: Final = AT_BOOK_ROWS + BOOK_ROWS
AT_UPGRADED: Final = AT_ENTERTAINERS + 6
AT_UPGRADED_LONG: Final = AT_UPGRADED + AREA_COUNT
AT_ALL: Final = AT_UPGRADED_LONG + AREA_COUNT
AT_REST: Final = AT_ALL + COMPOSITION
AT_DISCARD: Final = AT_REST + COMPOSITION
AT_COMING: Final = AT_DISCARD + COMPOSITION
AT_COMING_MORE: Final = AT_COMING + COMPOSITION
AT_KINDS_LONG: Final = AT_COMING_MORE + 5
AT_RATES: Final = AT_KINDS_LONG + 8
AT_MARKET: Final = AT_RATES + 8
AT_SUPPLY: Final = AT_MARKET + 25
AT_AHEAD: Final = AT_SUPPLY + 10  # the next spaces of the monastery, all that is left there, the nobles among it
AT_BOOK_AHEAD: Final = AT_AHEAD + SPACES_AHEAD + 2  # by column: the next bonus, and all that is left
AT_PRICES: Final = AT_BOOK_AHEAD + 2 * BOOK_COLUMNS  # of the areas not upgraded yet
OWN_SIZE: Final = AT_PRICES + AREA_COUNT

# --- the table's part
AT_ORDER: Final = 8
AT_OPPONENTS: Final = AT_ORDER + 5
OPPONENT: Final = 35
OPPONENT_POINTS: Final = 1
OPPONENT_OVER: Final = 34
MOST_OPPONENTS: Final = 3
AT_LAST_ORDER: Final = AT_OPPONENTS + MOST_OPPONENTS * OPPONENT
AT_LAST_ORDER_LONG: Final = AT_LAST_ORDER + 4
AT_FIGURES: Final = AT_LAST_ORDER_LONG + 4
TABLE_SIZE: Final = AT_FIGURES + FIGURES

SIZE: Final = OWN_SIZE + TABLE_SIZE
"""The length of a row."""
PARTS_BEFORE: Final = {1: (AT_AHEAD, AT_LAST_ORDER), 2: (AT_AHEAD, AT_FIGURES)}
"""How long the two parts of a row were in earlier versions whose columns still mean the same."""

_NOTHING: Final[list[int]] = [0] * OWN_SIZE
_NO_TABLE: Final[list[int]] = [0] * TABLE_SIZE


def is_served(s: State, seat: int, own: bool) -> bool:
    """Whether the evening is over for a seat. The seat that is judged counts as done once its serving has begun."""
    phase = phase_of(s)
    if phase == SERVING:
        return not s.players[seat].faces or (own and s.turn == seat)
    return phase in CLOSING_TIME


def evenings_left(s: State, seat: int) -> int:
    """How often the seat will still serve guests."""
    left = s.setup.edition.rounds - s.round
    if not is_served(s, seat, True):
        left += 1 if s.round > 0 else 0
    return left


def _count(ed: Edition, cards: list[int], first: int, last: int, out: list[int], at: int) -> None:
    """Add what the cards from `first` to before `last` consist of."""
    die = ed.die
    pays = ed.pays
    for i in range(first, last):
        card = cards[i]
        if card >= FIRST_REGULAR:
            face = die[card]
            pay = pays[card]
            out[at + BY_DIE + face] += 1
            out[at + PAY_BY_DIE + face] += pay
            out[at + SITTERS] += 1
            out[at + PAY] += pay
        elif card > 0:
            out[at + card - 1] += 1


def _count_tavern(ed: Edition, p: Player, out: list[int], at: int) -> None:
    """Add what lies in the tavern this evening."""
    drawn = p.drawn
    for kind in range(1, BREWER + 1):
        out[at + kind - 1] += drawn[kind]
    out[at + NOBLES] += p.nobles
    for card in p.seated:
        if card >= FIRST_REGULAR:
            face = ed.die[card]
            pay = ed.pays[card]
            out[at + BY_DIE + face] += 1
            out[at + PAY_BY_DIE + face] += pay
            out[at + SITTERS] += 1
            out[at + PAY] += pay


def _seat_nobles(ed: Edition, out: list[int], at: int) -> None:
    """Nobles sit together: however many there are, they need one table and pay once."""
    if out[at + NOBLES] > 0:
        out[at + SITTERS] += 1
        out[at + PAY] += ed.pays[NOBLE]


def _clip(number: int) -> int:
    return 0 if number < 0 else (number if number < MOST else MOST)


def own_part(s: State, seat: int) -> bytes:
    """What a turn of the seat can change."""
    ed = s.setup.edition
    p = s.players[seat]
    up = p.upgraded
    out = _NOTHING[:]
    left = evenings_left(s, seat)
    served = is_served(s, seat, True)
    out[AT_LEFT + (left if left < EVENINGS else EVENINGS - 1)] = 1

    at = AT_SCALARS
    thalers = yield_of(ed, up, SAFE_AREA)
    beer = yield_of(ed, up, STORAGE_AREA)
    points = score(s, seat)
    out[at] = _clip(points)
    out[AT_OVER] = _clip(points - MOST)
    out[AT_THALERS] = p.thalers if p.thalers < thalers else thalers
    out[AT_BEER] = p.beer if p.beer < beer else beer
    out[at + 3] = p.counter_guests
    out[at + 4] = 0 if served else 1
    out[at + 5] = 0 if served else p.coloured
    tables = yield_of(ed, up, TABLES_AREA)
    out[at + 6] = tables
    out[at + 7] = left
    schnapps = p.schnapps - not_kept(s, p) if served else p.schnapps
    out[at + 8] = schnapps
    for n in range(1, SCHNAPPS + 1):
        if schnapps >= n:
            out[AT_SCHNAPPS + n - 1] = 1
    out[AT_TRACK + (p.monastery if p.monastery < TRACK else TRACK - 1)] = 1
    out[AT_RING + (p.reputation if p.reputation < RING else RING - 1)] = 1
    for column in range(BOOK_COLUMNS):
        height = p.book[column]
        for row in range(BOOK_ROWS):
            if height > row:
                out[AT_BOOK + column * BOOK_ROWS + row] = 1
                out[AT_BOOK_ROWS + row] += 1
    for entertainer in range(3):
        side = p.entertainers[entertainer]
        if side:
            out[AT_ENTERTAINERS + 2 * entertainer + side - 1] = 1
    for area in range(AREA_COUNT):
        if up >> area & 1:
            out[AT_UPGRADED + area] = 1
            out[AT_UPGRADED_LONG + area] = left
            out[at + 9] += 1

    _own_cards(ed, p, left, tables, out)
    _market(s, ed, out)
    _ahead(ed, p, out)
    return bytes(out)


def _own_cards(ed: Edition, p: Player, left: int, tables: int, out: list[int]) -> None:
    """The seat's cards: those hidden in the deck, those discarded, and who is sure to come next."""
    deck = p.deck
    unknown = len(deck) - p.known
    _count(ed, deck, 0, unknown, out, AT_REST)
    _count(ed, p.discard, 0, len(p.discard), out, AT_DISCARD)
    _count_tavern(ed, p, out, AT_DISCARD)
    # The known cards come first, from the top, until the tables are full; those below wait for another evening.
    room = tables
    at = len(deck) - 1
    stack = False
    while at >= unknown and room > 0:
        card = deck[at]
        if card == TABLE:
            room += 1
        elif card == NOBLE:
            if not stack:
                room -= 1
                stack = True
        elif card >= FIRST_REGULAR:
            room -= 1
        at -= 1
    _count(ed, deck, at + 1, len(deck), out, AT_COMING)
    waiting = at + 1 - unknown
    for i in range(COMPOSITION):
        out[AT_ALL + i] = out[AT_REST + i] + out[AT_DISCARD + i] + out[AT_COMING + i]
    if waiting > 0:
        _count(ed, deck, unknown, at + 1, out, AT_ALL)
    for block in (AT_ALL, AT_REST, AT_DISCARD, AT_COMING):
        _seat_nobles(ed, out, block)
        if out[block + PAY] > MOST:
            out[block + PAY] = MOST
    more = AT_COMING_MORE
    out[more] = room  # tables for those not known yet
    out[more + 1] = waiting
    out[more + 2] = 1 if room > 0 and out[AT_REST + SITTERS] < room else 0  # the deck will be shuffled again
    out[more + 3] = 1 if unknown == 0 else 0
    out[more + 4] = _clip(unknown)

    sitters = out[AT_ALL + SITTERS]
    if sitters == 0:
        sitters = 1
    for kind in range(NOBLES + 1):
        count = out[AT_ALL + kind]
        out[AT_KINDS_LONG + kind] = _clip(count * left)
        out[AT_RATES + kind] = _clip(count * tables * 16 // sitters)
    out[AT_KINDS_LONG + 7] = _clip(out[AT_ALL + PAY] * left // 4)
    out[AT_RATES + 7] = _clip(out[AT_ALL + PAY] * 16 // sitters)


def _market(s: State, ed: Edition, out: list[int]) -> None:
    """Who can be recruited, and what is left in the supply."""
    at = AT_MARKET
    for place in range(len(s.row) + 1):
        guest = guest_at(s, place)
        if guest == NO_CARD:
            out[at + 24] += 1
            continue
        cost = guest_price(s, guest)
        if 3 <= cost <= 8:
            out[at + cost - 3] += 1
            column = column_of(s, guest)
            if s.signed >> place & 1 and 0 <= column < BOOK_COLUMNS:
                out[at + 6 + column] += 1
        code = ed.bonus[guest]
        what = bonus_what(code)
        amount = bonus_amount(code)
        if what == GIVES_CARD:
            out[at + 10 + amount - 1] += 1
        elif what == GIVES_THALERS:
            out[at + 16] += amount
        elif what == GIVES_MONASTERY:
            out[at + 17] += amount
        elif what == GIVES_SERVICE_DENIED:
            out[at + 18] += 1
        elif what == GIVES_NOBLE:
            out[at + 19] += 1
        elif what == GIVES_SCHNAPPS:
            out[at + 20] += 1
        elif what == GIVES_REPUTATION:
            out[at + 21] += amount
        out[at + 22] += ed.pays[guest]
        out[at + 23] += ed.points[guest]
    at = AT_SUPPLY
    for kind in range(1, BREWER + 1):
        out[at + kind - 1] = _clip(s.piles[kind])
    out[at + 6] = _clip(s.nobles)
    out[at + 7] = _clip(s.schnapps)
    out[at + 8] = _clip(s.signatures)
    out[at + 9] = _clip(len(s.pile))


def _ahead(ed: Edition, p: Player, out: list[int]) -> None:
    """What the edition still holds for the seat: on the way through the monastery and in the guest book, and the prices
    of the areas that are not upgraded yet."""
    figures = figures_of(ed)
    worth = figures.monastery
    place = p.monastery if p.monastery < TRACK else TRACK - 1
    for n in range(SPACES_AHEAD):
        if place + 1 + n < TRACK:
            out[AT_AHEAD + n] = worth[place + 1 + n]
    out[AT_AHEAD + SPACES_AHEAD] = figures.monastery_left[place]
    out[AT_AHEAD + SPACES_AHEAD + 1] = figures.nobles_left[place]
    for column in range(BOOK_COLUMNS):
        height = p.book[column]
        if height < BOOK_ROWS:
            at = AT_BOOK_AHEAD + 2 * column
            out[at] = figures.book[column * BOOK_ROWS + height]
            for row in range(height, BOOK_ROWS):
                out[at + 1] += figures.book[column * BOOK_ROWS + row]
    for area in range(AREA_COUNT):
        if not p.upgraded >> area & 1:
            out[AT_PRICES + area] = min(ed.area_price[area], DEAREST)


def table_part(s: State, seat: int) -> bytes:
    """The set-up, the turn order, and the opponents, the one to the left first."""
    out = _NO_TABLE[:]
    count = len(s.players)
    out[count - 2] = 1
    out[3 + s.setup.modules - 1] = 1
    first = s.start_player
    if is_served(s, seat, True) and s.round > 0:
        first += 1  # the mug will have passed on
    out[AT_ORDER + (seat - first) % count] = 1
    # When nobles run short, it is the turn order of the last evening that decides who gets none.
    evenings = s.setup.edition.rounds - (s.round if s.round > 0 else 1)
    last = (seat - s.start_player - evenings) % count
    out[AT_LAST_ORDER + last] = 1
    out[AT_LAST_ORDER_LONG + last] = evenings_left(s, seat)
    columns = figures_of(s.setup.edition).columns
    for n in range(FIGURES):
        out[AT_FIGURES + n] = columns[n]
    at = AT_OPPONENTS
    for distance in range(1, count):
        other = (seat + distance) % count
        _opponent(s, other, out, at)
        if not is_served(s, other, False):
            out[AT_ORDER + 4] += 1
        at += OPPONENT
    return bytes(out)


def _opponent(s: State, seat: int, out: list[int], at: int) -> None:
    ed = s.setup.edition
    p = s.players[seat]
    cards = [0] * COMPOSITION
    _count(ed, p.deck, 0, len(p.deck), cards, 0)
    _count(ed, p.discard, 0, len(p.discard), cards, 0)
    _count_tavern(ed, p, cards, 0)
    served = is_served(s, seat, False)
    out[at] = 1
    points = score(s, seat)
    out[at + OPPONENT_POINTS] = _clip(points)
    out[at + OPPONENT_OVER] = _clip(points - MOST)
    out[at + 2] = 1 if served else 0
    out[at + 3] = _clip(p.thalers)
    out[at + 4] = _clip(p.beer)
    out[at + 5] = _clip(p.schnapps)
    out[at + 6] = p.counter_guests
    out[at + 7] = p.monastery
    out[at + 8] = p.reputation
    for kind in range(NOBLES + 1):
        out[at + 9 + kind] = cards[kind]
    out[at + 16] = cards[SITTERS]
    out[at + 17] = _clip(cards[PAY])
    for area in range(AREA_COUNT):
        out[at + 18 + area] = p.upgraded >> area & 1
    for entertainer in range(3):
        out[at + 27 + entertainer] = p.entertainers[entertainer]
    for column in range(BOOK_COLUMNS):
        out[at + 30] += p.book[column]
    if not served:  # what this evening may still bring
        out[at + 31] = len(p.faces)
        for card in p.seated:
            out[at + 32] += ed.pays[card]
        for kind in range(1, BREWER + 1):
            out[at + 33] += p.drawn[kind]


def same_opponents(s: State, other: State, seat: int) -> bool:
    """Whether two states of one game have the same `table_part` for the seat, as far as a search can tell them apart;
    much faster than writing both."""
    if s.step != other.step or s.turn != other.turn or s.round != other.round or s.start_player != other.start_player:
        return False
    for n in range(len(s.players)):
        if n == seat:
            continue
        a = s.players[n]
        b = other.players[n]
        if a is b:  # a search shares what it does not touch
            continue
        if (
            a.thalers != b.thalers
            or a.beer != b.beer
            or a.schnapps != b.schnapps
            or a.upgraded != b.upgraded
            or a.monastery != b.monastery
            or a.reputation != b.reputation
            or a.counter_guests != b.counter_guests
            or a.nobles != b.nobles
        ):
            return False
        if a.book != b.book or a.faces != b.faces or a.entertainers != b.entertainers:
            return False
        if a.deck != b.deck or a.discard != b.discard or a.seated != b.seated or a.drawn != b.drawn:
            return False
    return True


def row_of(s: State, seat: int) -> bytes:
    return own_part(s, seat) + table_part(s, seat)


def rows_of(states: list[State], seat: int) -> tuple[list[bytes], list[bytes]]:
    """The seat's parts, and the tables' parts: one for all where they do not differ, else one for each."""
    own = [own_part(s, seat) for s in states]
    first = states[0]
    table = table_part(first, seat)
    for s in states:
        if not same_opponents(s, first, seat):
            return own, [table_part(each, seat) for each in states]
    return own, [table]


def points_now(row: bytes) -> int:
    """The points of a row's seat, as if the game ended there."""
    return row[AT_SCALARS] + row[AT_OVER]
