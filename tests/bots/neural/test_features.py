"""Rows of features: what they show, that they show nothing hidden, and that they are cheap where a search needs it."""

import hashlib
import random

import pytest

from tests.bots.neural.tables import ended_turns, some_turns
from tests.figures import FIGURES
from tests.setups import ALL_SETUPS
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.kinds import BARBACK, BREWER, NO_CARD, NOBLE, SERVER, TABLE
from tiefenthal.engine.rules.actions import END_SERVING
from tiefenthal.engine.rules.arrival import clear_tavern
from tiefenthal.engine.rules.round import begin, make_setup
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import determinize, view_of
from tiefenthal.lab.calibrate.space import Space
from tiefenthal.players.bots.neural import features
from tiefenthal.players.bots.neural.figures import SPACES_AHEAD, figures_of
from tiefenthal.players.bots.search.solo_turn import act, copy, open_table


def new_table(players: int = 2, modules: int = 5) -> State:
    return begin(make_setup(players, modules, FIGURES), SeededChance("features"))


def after(s: State, seat: int) -> State:
    """The state after the seat has ended its serving."""
    private = copy(open_table(s, seat), seat)
    act(private, seat, END_SERVING, SeededChance("none"))
    return private


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_a_row_shows_nothing_hidden(players: int, modules: int) -> None:
    for s, seat in ended_turns(players, modules):
        row = features.row_of(s, seat)
        assert features.row_of(view_of(s, seat).state, seat) == row
        for number in range(3):
            other = determinize(view_of(s, seat), SeededChance(f"another {number}"))
            assert features.row_of(other, seat) == row


def test_a_row_changes_with_what_is_known_on_the_deck() -> None:
    s = new_table()
    p = s.players[0]
    s.round, s.step = 3, len(s.setup.flow.steps) - 1
    p.deck, p.known, p.discard = [SERVER, TABLE, BREWER], 0, []
    hidden = features.row_of(s, 0)
    p.known = 2
    assert features.row_of(s, 0) != hidden
    p.deck = [TABLE, SERVER, BREWER]
    p.known = 1
    one = features.row_of(s, 0)
    p.deck = [SERVER, TABLE, BREWER]
    assert features.row_of(s, 0) == one  # the two below lie there unknown


def test_who_is_sure_to_come_fills_the_tables() -> None:
    s = new_table()
    ed = s.setup.edition
    guest = ed.first_guest
    p = s.players[0]
    s.round, s.step = 3, len(s.setup.flow.steps) - 1
    p.upgraded, p.discard = 0, []
    # from the top: noble, noble, table, guest, guest, guest | server, never reached
    p.deck = [SERVER, guest, guest, guest, TABLE, NOBLE, NOBLE]
    p.known = 7
    own = features.own_part(s, 0)
    coming = own[features.AT_COMING : features.AT_COMING + features.COMPOSITION]
    assert coming[features.NOBLES] == 2
    assert coming[TABLE - 1] == 1
    assert coming[SERVER - 1] == 0
    assert coming[features.SITTERS] == 4  # three guests and the stack
    assert coming[features.PAY] == 3 * ed.pays[guest] + ed.pays[NOBLE]
    assert own[features.AT_COMING_MORE] == 0  # no table is free
    assert own[features.AT_COMING_MORE + 1] == 1  # the server waits
    assert own[features.AT_ALL + SERVER - 1] == 1


def test_closing_time_makes_no_difference_to_the_own_part() -> None:
    for s, seat in some_turns():
        ended = after(s, seat)
        row = features.own_part(ended, seat)
        assert features.own_part(s, seat) == row or s.players[seat].bards  # a bard who has not sung yet
        clear_tavern(ended.players[seat])
        assert features.own_part(ended, seat) == row


def test_evenings_left_count_the_one_that_is_not_over() -> None:
    s = new_table(2, 1)
    assert (s.round, features.evenings_left(s, 0)) == (1, 8)
    letters = [step.letter for step in s.setup.flow.steps]
    s.step = letters.index("F")
    s.turn, s.waiting = 0, 1
    s.players[0].faces = s.players[1].faces = [1, 2, 3, 4]
    assert features.evenings_left(s, 0) == 7  # judged as if its serving were over
    assert features.evenings_left(s, 1) == 8
    s.players[0].faces = []
    s.turn = 1
    assert features.evenings_left(s, 0) == 7
    before = new_table(2, 4)
    assert (before.round, features.evenings_left(before, 0)) == (0, 8)


def test_the_points_of_a_row_are_the_score() -> None:
    from tiefenthal.engine.rules.scoring import score

    for s, seat in some_turns():
        assert features.points_now(features.own_part(s, seat)) == score(s, seat)


def test_opponents_stand_in_turn_order_and_move_with_the_seat() -> None:
    s, _ = ended_turns(4, 5)[-1]
    for seat in range(4):
        table = features.table_part(s, seat)
        for distance in range(1, 4):
            at = features.AT_OPPONENTS + (distance - 1) * features.OPPONENT
            points = features.own_part(s, (seat + distance) % 4)[features.AT_SCALARS]
            assert (table[at], table[at + 1]) == (1, points)
    two = features.table_part(ended_turns(2, 5)[-1][0], 0)
    absent = features.AT_OPPONENTS + features.OPPONENT
    assert not any(two[absent : features.AT_LAST_ORDER])


def test_a_row_shows_in_which_order_the_last_evening_will_be_served() -> None:
    """Followed to the last evening of real games: what every row before it said of the order came true."""
    for players, modules in ((2, 1), (3, 4), (4, 5)):
        turns = ended_turns(players, modules)
        last = next(s for s, _ in turns if s.round == s.setup.edition.rounds)
        assert {s.round for s, _ in turns} >= {1, 2, last.round}
        for s, seat in turns:
            table = features.table_part(s, seat)
            place = (seat - last.start_player) % players
            shown = [0, 0, 0, 0]
            shown[place] = 1
            left = features.evenings_left(s, seat)
            assert list(table[features.AT_LAST_ORDER : features.AT_LAST_ORDER_LONG]) == shown
            assert list(table[features.AT_LAST_ORDER_LONG : features.AT_FIGURES]) == [left * one for one in shown]
    before = new_table(4, 5)
    before.start_player = 3
    assert before.round == 0  # the mug is passed on seven times: seat 3 will begin, seat 2 begins the last evening
    assert features.table_part(before, 2)[features.AT_LAST_ORDER] == 1


def test_rows_of_a_search_share_the_tables_part() -> None:
    for s, seat in some_turns():
        states = [after(s, seat) for _ in range(3)]
        states[1].players[seat].beer += 1
        own, table = features.rows_of(states, seat)
        assert len(own) == 3
        assert table == [features.table_part(states[0], seat)]
        other = (seat + 1) % len(s.players)
        states[2] = states[2].clone()
        states[2].players[other].deck.append(NOBLE)
        own, table = features.rows_of(states, seat)
        assert table == [features.table_part(state, seat) for state in states]
        assert table[2] != table[0]


def test_same_opponents_misses_nothing_a_row_shows() -> None:
    """Change every field of an opponent: wherever the table's part changes, the quick comparison says so."""
    rng = random.Random(5)
    s, seat = ended_turns(3, 5)[7]
    base = after(s, seat).clone()
    row = features.table_part(base, seat)
    changed = 0
    for name in (
        "thalers", "beer", "schnapps", "counter_guests", "monastery", "reputation", "upgraded", "nobles", "deck",
        "discard", "seated", "drawn", "faces", "entertainers", "book",
    ):  # fmt: skip
        for _ in range(3):
            other = base.clone()
            p = other.players[(seat + 1 + rng.randrange(2)) % 3]
            value = getattr(p, name)
            if isinstance(value, int):
                setattr(p, name, value + 1)
            elif name in ("drawn", "entertainers", "book"):
                setattr(p, name, [value[0], value[1] + 1, *value[2:]])
            else:
                setattr(p, name, [*value, 2])
            if features.table_part(other, seat) != row:
                changed += 1
                assert not features.same_opponents(other, base, seat), name
    assert changed >= 30


def test_rows_are_the_same_on_every_build() -> None:
    """Pure and compiled give the same rows; a change of meaning needs a new VERSION (and new weights)."""
    digest, before = hashlib.sha256(), hashlib.sha256()
    own, table = features.PARTS_BEFORE[2]
    for s, seat in some_turns():
        digest.update(features.row_of(s, seat))
        before.update(features.own_part(s, seat)[:own] + features.table_part(s, seat)[:table])
    assert (features.VERSION, features.SIZE, digest.hexdigest()[:16]) == (3, 472, "48a2bfb100ccf736")
    assert (own + table, before.hexdigest()[:16]) == (367, "ceaf501a065e5060")  # networks of before read the same


def test_a_row_shows_the_figures_of_its_edition() -> None:
    """Each lever of a calibration can be told from the rows; what lies ahead of a seat shrinks as it comes."""
    space = Space(load_edition())
    usual = figures_of(space.edition).columns
    for n, lever in enumerate(space.levers):
        value = lever.low or lever.high
        edition = space.edition_with(space.nearest([value if n == place else 0 for place in range(len(space.levers))]))
        assert edition is not None
        assert figures_of(edition).columns != usual, lever.name
    s = new_table()
    ed, p = s.setup.edition, s.players[0]
    own = features.own_part(s, 0)
    assert own[features.AT_AHEAD : features.AT_AHEAD + 4] == bytes([0, ed.price[BARBACK], 0, 2])
    assert own[features.AT_AHEAD + SPACES_AHEAD + 1] == 2  # nobles
    assert list(own[features.AT_PRICES : features.OWN_SIZE]) == ed.area_price
    p.monastery, p.upgraded, p.book = 21, 0b1, [0, 3, 2, 0]
    own = features.own_part(s, 0)
    assert own[features.AT_AHEAD : features.AT_BOOK_AHEAD] == bytes([10, *[0] * (SPACES_AHEAD - 1), 10, 1])
    assert own[features.AT_PRICES] == 0
    assert own[features.AT_BOOK_AHEAD : features.AT_PRICES] == bytes([0, 7, 0, 0, 6, 6, 2, 16])


def test_a_market_place_nobody_has_filled_is_unknown() -> None:
    s, seat = ended_turns(2, 5)[3]
    row = features.own_part(s, seat)
    emptied = s.clone()
    emptied.row[0] = NO_CARD
    other = features.own_part(emptied, seat)
    assert other[features.AT_MARKET + 24] == row[features.AT_MARKET + 24] + 1
    cost = s.setup.edition.beer[s.row[0]]
    assert other[features.AT_MARKET + cost - 3] == row[features.AT_MARKET + cost - 3] - 1
