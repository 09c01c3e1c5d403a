"""Observations: what is shown is right, complete, and never more than the seat may know."""

import hashlib
import random
from collections import Counter

import numpy as np
import pytest

from tests.rl.helpers import SOME_SETUPS, random_play, setup_of
from tests.setups import ALL_SETUPS
from tests.table import Table as Played
from tiefenthal import SeededChance, determinize
from tiefenthal.engine.components.kinds import NO_CARD
from tiefenthal.engine.rules.placing import free_dishwashers
from tiefenthal.engine.rules.play import acting
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY, USED
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import view_of
from tiefenthal.rl.core.fields import (
    FIELDS_VERSION,
    PHASES,
    QUESTIONS,
    common_fields,
    common_size,
    tavern_fields,
    tavern_size,
)
from tiefenthal.rl.core.stepped_game import SteppedGame
from tiefenthal.rl.core.writer import Writer
from tiefenthal.rl.episodes import Episodes
from tiefenthal.rl.observation import Layout, Structured


def structured(layout: Layout, row: bytes) -> Structured:
    return layout.structured(np.frombuffer(row, np.uint8))


# --- the layout


@pytest.mark.parametrize("fields", ["common", "tavern"])
def test_the_fields_cover_their_block_without_gaps(fields: str) -> None:
    edition = setup_of(2, 1).edition
    listed = common_fields(edition) if fields == "common" else tavern_fields(edition)
    at = 0
    for field in listed:
        assert field.at == at, field.name
        at += field.size
    assert at == (common_size(edition) if fields == "common" else tavern_size(edition))


def test_the_places_are_those_of_the_version() -> None:
    """Trained networks depend on them: whatever moves or changes its meaning needs a new version."""
    edition = setup_of(2, 1).edition
    lines = [f"{field.name} {field.at} {field.shape} {field.most}" for field in common_fields(edition)]
    lines += [f"{field.name} {field.at} {field.shape} {field.most}" for field in tavern_fields(edition)]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    assert {1: "21ba29d1e04e6412"}[FIELDS_VERSION] == digest


def test_names_are_used_once() -> None:
    edition = setup_of(2, 1).edition
    names = Counter(field.name for field in common_fields(edition) + tavern_fields(edition))
    assert max(names.values()) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_forms_hold_the_same_numbers(players: int) -> None:
    table = SteppedGame(setup_of(players, 5))
    layout = Layout(players, table.setup.edition)
    for decisions, _ in enumerate(random_play(table, 1)):
        if decisions == 200:
            break
    row = np.frombuffer(table.row(0), np.uint8)
    assert row.shape == (layout.size,)
    parts = layout.structured(row)
    assert {name: part.shape for name, part in parts.items()} == layout.shapes()
    assert (layout.flat(parts) == row).all()
    floats = layout.floats(row)
    assert floats.dtype == np.float32
    assert np.allclose(floats / layout.scale, row)


@pytest.mark.parametrize("form", ["float32", "uint8"])
@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_the_row_of_every_seat_is_kept(players: int, modules: int, form: str) -> None:
    """Not only that of the seat to act; what only one seat knows stands in its row alone."""
    episodes = Episodes(players, modules, observation=form)
    rng = random.Random(1)
    kept = 0
    episodes.begin("rows")
    while not episodes.over:
        for seat in range(players):
            row = np.frombuffer(episodes.table.row(seat), np.uint8)
            expected = episodes.layout.floats(row) if form == "float32" else row
            assert np.array_equal(episodes.observation(seat), expected)
            kept += int(episodes.layout.structured(row)["own_choice"]) > 0
        episodes.step(rng.choice(episodes.table.legal).id)
    assert kept > 0


# --- what is written step by step is what would be written from nothing


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_writing_only_what_changed_is_enough(players: int, modules: int) -> None:
    """After every step of a game, and over the border to the next."""
    table = SteppedGame(setup_of(players, modules), 8)
    scratch = Writer(table.setup)
    decisions = 0
    for seed in range(2):
        for _ in random_play(table, seed):
            decisions += 1
            seat = decisions % players
            assert table.row(seat) == scratch.observe(table.state, seat), (seed, decisions)
            if decisions % 40 == 0:
                assert table.row(seat) == Writer(table.setup).observe(table.state, seat), (seed, decisions)
            if seed == 1 and decisions % 100 == 0:
                return


def test_writing_may_be_left_out_for_any_number_of_steps() -> None:
    """Whoever looks now and then sees the same."""
    table = SteppedGame(setup_of(3, 5), 20)
    rng = random.Random(1)
    for seed in range(3):
        for _ in random_play(table, seed):
            if rng.random() < 0.1:
                assert table.row(1) == Writer(table.setup).observe(table.state, 1), (seed, len(table.log))


# --- nothing hidden is shown


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_hidden_piles_and_choices_do_not_show(players: int, modules: int) -> None:
    """Everything hidden from a seat is dealt again: its observation stays the same, letter by letter."""
    table = SteppedGame(setup_of(players, modules), 5)
    writer = Writer(table.setup)
    dealt = 0
    for decisions, _ in enumerate(random_play(table, 7)):
        if decisions % 5:
            continue
        for seat in range(players):
            other = determinize(view_of(table.state, seat), SeededChance(f"{decisions} {seat}"))
            dealt += other.guest_deck != table.state.guest_deck
            assert writer.observe(other, seat) == table.row(seat), (decisions, seat)
    assert dealt > 20


def choosing() -> Played:
    """Round 2 with module 1: a 3-beer guest or a barback, seat 0 has chosen."""
    played = Played(players=2, modules=1)
    played.evening(2)
    played.do(0, "choose barback")
    return played


def test_a_choice_is_seen_by_its_seat_only() -> None:
    """A-10: until all have chosen the others see only that a choice was made."""
    s = choosing().state
    layout = Layout(2, s.setup.edition)
    own = structured(layout, Writer(s.setup).observe(s, 0))
    other = structured(layout, Writer(s.setup).observe(s, 1))
    assert own["own_choice"] == 2  # barback
    assert other["own_choice"] == 0
    assert own["chosen"].tolist() == [1, 0]
    assert other["chosen"].tolist() == [0, 1]


# --- what is shown is right: a second account, from the state


def expected(s: State, seat: int) -> dict[str, object]:
    """What the structured form must hold, worked out the slow way."""
    ed = s.setup.edition
    count = len(s.players)
    order = [(seat + i) % count for i in range(count)]
    players = [s.players[other] for other in order]
    step = s.setup.flow.steps[s.step]
    kinds = range(1, ed.card_count)
    guests = range(ed.first_guest, ed.card_count)
    effects = s.setup.flow.effects
    question = effects[s.tasks[-1][0]].name if s.tasks else ""
    opened = [s.pile[-1] if s.pile else NO_CARD, *s.row, NO_CARD, NO_CARD][:6]

    def faces(place: int) -> list[list[int]]:
        return [
            [sum(f == face and at == place for f, at in zip(p.faces, p.places)) for face in range(1, 7)]
            for p in players
        ]

    def one_die(place: int) -> list[list[int]]:
        return [[sum(f for f, at in zip(p.faces, p.places) if at == place), p.vacant >> place & 1] for p in players]

    return {
        "round": s.round,
        "modules": s.setup.modules,
        "over": int(s.over),
        "phase": [int(not s.over and step.name == name) for name in PHASES],
        "question": [int(question == name) for name in QUESTIONS],
        "pending": [sum(task[0] == effect for task in s.tasks) for effect in range(len(effects))],
        "steps": [sum(task[2] for task in s.tasks if task[0] == effect) for effect in (1, 6)],
        "supply_cards": s.piles[1:],
        "supply_nobles": s.nobles,
        "supply_schnapps": s.schnapps,
        "supply_signatures": s.signatures,
        "supply_counter_guests": s.counter_guests,
        "pile_left": len(s.pile),
        "guest_deck_left": len(s.guest_deck),
        "start_cards": [int(card in s.start_cards) for card in range(1, 8)],
        "guest_deck": [s.guest_deck.count(kind) for kind in guests],
        "guest_pile": [s.pile[:-1].count(kind) for kind in guests],
        "waits": [acting(s) >> other & 1 if not s.over else 0 for other in order],
        "starts": [int(s.start_player == other) for other in order],
        "score": [min(255, score(s, other)) for other in order],
        "thalers": [p.thalers for p in players],
        "beer": [p.beer for p in players],
        "schnapps": [p.schnapps for p in players],
        "monastery": [p.monastery for p in players],
        "reputation": [p.reputation for p in players],
        "counter_guests": [p.counter_guests for p in players],
        "bards": [p.bards for p in players],
        "recruited": [p.recruited for p in players],
        "juggled": [p.juggled for p in players],
        "thaler_count": [p.thaler_count for p in players],
        "beer_count": [p.beer_count for p in players],
        "counted": [p.counted for p in players],
        "bought": [[p.bought >> kind & 1 for kind in range(1, 7)] for p in players],
        "upgraded": [[p.upgraded >> area & 1 for area in range(9)] for p in players],
        "entertainers": [[[int(side == 1), int(side == 2)] for side in p.entertainers] for p in players],
        "book": [p.book for p in players],
        "drawn": [p.drawn[1:] for p in players],
        "dishwashers": [p.dishwashers for p in players],
        "free_dishwashers": [free_dishwashers(p) for p in players],
        "coloured": [p.coloured for p in players],
        "used": [p.places.count(USED) for p in players],
        "coaster": [[p.coaster.count(face) for face in range(1, 7)] for p in players],
        "tray": faces(TRAY),
        "brewer": faces(BREWER_SPACE),
        "monk": faces(MONK),
        "cashbox": one_die(CASHBOX),
        "barrel": one_die(BARREL),
        "tables": [p.tables for p in players],
        "noble_stack": [p.nobles for p in players],
        "deck_size": [len(p.deck) for p in players],
        "known_size": [p.known for p in players],
        "discard_size": [len(p.discard) for p in players],
        "top": [([*reversed(p.deck[len(p.deck) - p.known :])] + [0] * 12)[:12] for p in players],
        "deck": [[p.deck.count(kind) for kind in kinds] for p in players],
        "known": [[p.deck[len(p.deck) - p.known :].count(kind) for kind in kinds] for p in players],
        "discard": [[p.discard.count(kind) for kind in kinds] for p in players],
        "seated": [
            [
                [p.seated[table], ed.die[p.seated[table]], ed.pays[p.seated[table]], *one]
                if table < len(p.seated)
                else [0] * 5
                for table, one in enumerate(zip(*[iter(_dice_at(s, p_seat))] * 2))
            ]
            for p_seat, p in zip(order, players)
        ],
        "guests": [_guest(s, place, card) for place, card in enumerate(opened)],
    }


def _dice_at(s: State, seat: int) -> list[int]:
    """For each of the 20 tables the die on it and whether it takes one, one after the other."""
    p = s.players[seat]
    found: list[int] = []
    for table in range(20):
        place = FIRST_TABLE + table
        found += [sum(f for f, at in zip(p.faces, p.places) if at == place), p.vacant >> place & 1]
    return found


def _guest(s: State, place: int, card: int) -> list[int]:
    ed = s.setup.edition
    signed = s.signed >> place & 1
    if card == NO_CARD:
        return [0] * 17 + [signed]
    what, amount = ed.bonus[card] >> 8, ed.bonus[card] & 255
    gains = [0] * 12
    if what == 1:
        gains[amount - 1] = 1
    elif what:
        gains[4 + what] = amount  # thalers are 2, ..., reputation 7: 6 to 11 of the gains
    return [card, ed.beer[card], ed.die[card], ed.pays[card], ed.points[card], *gains, signed]


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_the_numbers_are_those_of_the_table(players: int, modules: int) -> None:
    table = SteppedGame(setup_of(players, modules), 20)
    layout = Layout(players, table.setup.edition)
    for decisions, _ in enumerate(random_play(table, 3)):
        if decisions % 7 and not table.state.tasks and not table.state.over:
            continue
        seat = decisions % players
        parts = structured(layout, table.row(seat))
        for name, value in expected(table.state, seat).items():
            assert parts[name].tolist() == value, (name, decisions, seat)


def test_no_number_is_always_zero() -> None:
    """Over some games with all modules every field says something."""
    setup = setup_of(2, 5)
    layout = Layout(2, setup.edition)
    table = SteppedGame(setup, 20)
    seen = np.zeros(layout.size, np.uint8)
    for seed in range(12):
        for _ in random_play(table, f"field {seed}"):
            seen |= np.frombuffer(table.row(1), np.uint8)
    silent = {name for name, part in layout.structured(seen).items() if not part.any()}
    assert silent == set()


def test_a_high_score_is_shown_as_255() -> None:
    """A byte holds no more."""
    played = Played(players=2, modules=1)
    s = played.state
    s.players[0].deck += [7] * 30
    s.players[0].thalers = 400
    parts = structured(Layout(2, s.setup.edition), Writer(s.setup).observe(s, 0))
    assert score(s, 0) >= 300
    assert (parts["score"][0], parts["thalers"][0]) == (255, 255)
