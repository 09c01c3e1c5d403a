"""What is wrong with a seat: its cards, stores and dice, and what follows from them.

Each position is sound until one thing is spoiled; what is then wrong is said exactly: where, what, and the values. An
empty list: this is still sound.
"""

import pytest

from tests.rules import spoiled
from tests.rules.spoiled import faults

# --- cards, stores and markers

STORES = [
    ("planning", "p.known = -1", ["seats[3].known: known, count=-1, total=9"]),
    ("planning", "p.known = len(p.deck) + 1", ["seats[3].known: known, count=10, total=9"]),
    ("planning", "p.known = len(p.deck)", []),
    ("planning", "p.seated.append(NOBLE); s.nobles -= 1", ["seats[3].seated: nobles-table"]),
    ("planning", "p.nobles = 0; s.nobles += 2", ["seats[3].nobles: nobles-stack, count=0, tables=1"]),
    (
        "planning",
        "p.seated.remove(NOBLE)",
        ["cards: card-total, count=59, card='noble', total=61", "seats[3].nobles: nobles-stack, count=2, tables=0"],
    ),
    (
        "planning",
        "p.nobles = -1; p.seated.remove(NOBLE)",
        ["cards: card-total, count=59, card='noble', total=61", "seats[3].nobles: nobles-stack, count=-1, tables=0"],
    ),
    ("planning", "p.tables = 21", ["seats[3].tables: range, most=20"]),
    ("planning", "p.tables = 20", []),
    ("planning", "p.tables = 1", ["seats[3].tables: tables-few, count=2, total=1"]),
    ("planning", "p.tables = 2", []),
    (
        "choosing",
        "p.nobles = 1",
        ["seats[3].nobles: nobles-stack, count=1, tables=0", "seats[3].seated, drawn: nobody-in, phase='evening'"],
    ),
    ("choosing", "p.seated = [p.deck.pop(0)]", ["seats[3].seated, drawn: nobody-in, phase='evening'"]),
    ("choosing", "p.drawn[BREWER] = 1; s.piles[BREWER] -= 1", ["seats[3].seated, drawn: nobody-in, phase='evening'"]),
    (
        "planning",
        "s.removed.append(p.seated[0]); p.seated[0] = NO_CARD",
        ["seats[3].seated: removed-soon", "seats[3]: on-removed, face=3"],
    ),
    ("planning", "p.thalers = -1", ["seats[3].thalers: safe, most=2"]),
    ("planning", "p.thalers = 3", ["seats[3].thalers: safe, most=2"]),
    ("planning", "p.thalers = 2", []),
    ("planning", "p.beer = -1", ["seats[3].beer: storage, most=2"]),
    ("planning", "p.beer = 3", ["seats[3].beer: storage, most=2"]),
    ("planning", "p.beer = 2", []),
    ("planning", "p.upgraded |= 1 << SAFE_AREA; p.thalers = 6", ["seats[3].thalers: safe, most=5"]),
    ("planning", "p.upgraded |= 1 << SAFE_AREA; p.thalers = 5", []),
    ("serving", "p.thalers = 9999; p.beer = 9999", []),
    ("serving", "p.thalers = 10000", ["seats[3].thalers: range, most=9999"]),
    ("serving", "p.beer = 10000", ["seats[3].beer: range, most=9999"]),
    ("serving", "p.thalers = -1", ["seats[3].thalers: range, most=9999"]),
    ("planning", "p.schnapps = -1; s.schnapps = 21", ["seats[3].schnapps: schnapps-module"]),
    (
        "planning_alone",
        "p.schnapps = 1",
        ["supply.schnapps: schnapps-total, count=1, total=0", "seats[3].schnapps: schnapps-module"],
    ),
    ("planning", "p.monastery = -1", ["seats[3].monastery: monastery, most=22"]),
    ("planning", "p.monastery = 23", ["seats[3].monastery: monastery, most=22"]),
    ("planning", "p.monastery = 22", []),
    ("planning", "p.counter_guests = -1", ["seats[3].counter_guests: zero-or-more"]),
    ("planning", "p.reputation = -1", ["seats[3].reputation: ring, most=12"]),
    ("planning", "p.reputation = 13", ["seats[3].reputation: ring, most=12"]),
    ("planning", "p.reputation = 12", []),
    ("planning_alone", "p.reputation = 1", ["seats[3].reputation: ring, most=11"]),
    ("planning", "p.book = [4, 0, 0, 0]; s.signatures -= 4", ["seats[3].book: book, columns=4, most=3"]),
    ("planning", "p.book = [3, 0, 0, 0]; s.signatures -= 3", []),
    ("planning", "p.book = [-1, 0, 0, 0]; s.signatures += 1", ["seats[3].book: book, columns=4, most=3"]),
    (
        "planning_alone",
        "p.book = [0, 0, 0, 1]",
        ["supply.signatures: signature-total, count=1, total=0", "seats[3].book: book, columns=4, most=3"],
    ),
    ("planning", "p.entertainers = [3, 0, 0]", ["seats[3].entertainers: side"]),
    ("planning", "p.entertainers = [0, -1, 0]", ["seats[3].entertainers: side"]),
    ("planning", "p.entertainers = [2, 1, 2]", []),
    ("planning_alone", "p.entertainers = [0, 0, 1]", ["seats[3].entertainers: entertainers-module"]),
    ("serving", "p.bought = 1", ["seats[3].bought: bought"]),
    ("serving", "p.bought = 128", ["seats[3].bought: bought"]),
    ("serving", "p.bought = 126", []),
    ("serving_alone", "p.bought = 2", ["seats[3].bought: bought"]),
    ("serving_alone", "p.bought = 124", []),
    ("serving", "p.recruited = 2", ["seats[3].recruited, juggled: yes-or-no"]),
    ("serving", "p.recruited = -1", ["seats[3].recruited, juggled: yes-or-no"]),
    ("serving", "p.recruited = 1", []),
    ("juggling", "p.juggled = 2", ["seats[3].recruited, juggled: yes-or-no"]),
    ("serving", "p.bards = -1", ["seats[3].bards: bards, count=-1, total=1"]),
    ("serving", "p.bards = 2", ["seats[3].bards: bards, count=2, total=1"]),
    ("serving", "p.bards = 0", []),
    ("planning", "p.bards = 1; p.drawn[BARD] = 1; s.piles[BARD] -= 1", ["seats[3].bards: bards, count=1, total=1"]),
    ("serving", "s.players[0].seated = [NO_CARD]; s.players[0].tables = 1", ["seats[1].seated: removed-soon"]),
    ("crown", "p.bought = 2", []),
    ("serving_alone", "p.bought = 1", ["seats[3].bought: bought"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), STORES)
def test_cards_stores_and_markers(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- dice

DICE = [
    ("planning", "p.faces.append(1)", ["seats[3].white_dice: die-place"]),
    ("planning", "p.places.append(TRAY)", ["seats[3].white_dice: die-place"]),
    ("planning", "p.coloured = -1", ["seats[3].white_dice: die-place"]),
    ("planning", "p.coloured = 5", ["seats[3].white_dice: die-place"]),
    ("planning", "p.faces[3] = 0", ["seats[3].white_dice: die-face"]),
    ("planning", "p.faces[3] = 7", ["seats[3].white_dice: die-face"]),
    ("draft", "p.coaster[0] = 7", ["seats[3].white_dice: die-face"]),
    ("draft", "p.coloured = 1; p.faces = [6]; p.places = [TRAY]", []),
    ("draft", "p.coloured = 3; p.faces = [6] * 3; p.places = [TRAY] * 3", []),
    (
        "draft",
        "p.coloured = 4; p.faces = [6] * 4; p.places = [TRAY] * 4",
        ["seats[3].coloured_dice: colour-limit, most=3"],
    ),
    ("planning", "p.faces.pop(); p.places.pop()", ["seats[3].white_dice: white-count, count=3, total=4"]),
    ("planning", "p.coloured = 1", ["seats[3].white_dice: white-count, count=3, total=4"]),
    ("planning", "p.coaster = [1]", ["seats[3].coaster: coaster-time"]),
    ("choosing", "p.faces = [3]; p.places = [TRAY]", ["seats[3].white_dice: white-time"]),
    ("choosing", "p.faces = [3]; p.places = [TRAY]; p.coloured = 1", []),
    ("start_cards", "p.faces = [3]; p.places = [TRAY]; p.coloured = 1", ["seats[3].coloured_dice: colour-time"]),
    ("juggling", "p.faces = [3]; p.places = [TRAY]; p.coloured = 1", ["seats[3].coloured_dice: colour-time"]),
    (
        "serving",
        "s.players[1].faces = [3]; s.players[1].places = [TRAY]; s.players[1].coloured = 1",
        ["seats[2].coloured_dice: colour-time"],
    ),
    ("serving", "s.players[1].faces = [3]; s.players[1].places = [TRAY]", ["seats[2].white_dice: white-time"]),
    ("planning", "p.places[3] = USED", ["seats[3]: used-time, face=5"]),
    ("choosing", "p.faces = [3]; p.places = [CASHBOX]; p.coloured = 1", ["seats[3]: placed-time, face=3"]),
    ("choosing", "p.faces = [3]; p.places = [USED]; p.coloured = 1", ["seats[3]: used-time, face=3"]),
    ("planning", "p.places[3] = FIRST_TABLE + 2", ["seats[3]: empty-table, face=5"]),
    ("planning", "p.places[3] = 24", ["seats[3]: empty-table, face=5"]),
    ("planning", "p.places[3] = -3", ["seats[3]: empty-table, face=5"]),
    ("planning", "p.places[3] = CASHBOX", ["seats[3]: two-dice, space='cashbox'"]),
    ("planning", "p.places[3] = FIRST_TABLE", ["seats[3]: two-dice, space='t1'"]),
    ("removed", "p.places[3] = FIRST_TABLE", ["seats[3]: two-dice, space='t1'"]),
    ("planning", "p.places = [TRAY, USED, TRAY, TRAY]", ["seats[3]: used-time, face=1"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), DICE)
def test_dice(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- spaces and dishwashers

SPACES = [
    ("removed", "p.places[3] = FIRST_TABLE + 2", ["seats[3]: on-removed, face=1"]),
    ("removed", "p.required = p.required[:-1] + [9]", ["seats[3].seated: spaces-ask"]),
    ("removed", "p.required = p.required[:-1]", ["seats[3].seated: spaces-ask"]),
    ("removed", "p.vacant |= 1 << FIRST_TABLE + 2", ["seats[3].used: spaces-open"]),
    ("planning_alone", "p.required = p.required[:-1] + [4]", ["seats[3].seated: spaces-ask"]),
    ("choosing", "p.required = [0]", ["seats[3].dishwashers, used: spaces-time"]),
    ("choosing", "p.fits = [1] * 7", ["seats[3].dishwashers, used: spaces-time"]),
    ("choosing", "p.vacant = 1", ["seats[3].dishwashers, used: spaces-time"]),
    ("choosing", "p.unmoved = 1", ["seats[3].dishwashers, used: spaces-time"]),
    ("choosing", "p.dishwashers = 1", ["seats[3].dishwashers, used: spaces-time"]),
    ("choosing", "p.spent = 1", ["seats[3].dishwashers, used: spaces-time"]),
    ("choosing", "p.helping = 1", ["seats[3].dishwashers, used: spaces-time"]),
    ("choosing", "p.returned_helpers = 1", ["seats[3].dishwashers, used: spaces-time"]),
    ("planning", "p.fits = p.fits[:7]", ["seats[3].used: spaces-open"]),
    ("planning", "p.vacant |= 1", ["seats[3].used: spaces-open"]),
    ("planning", "p.vacant &= ~(1 << MONK)", ["seats[3].used: spaces-open"]),
    ("planning", "p.vacant &= ~(1 << BARREL)", ["seats[3].used: used-many, count=1, dice=0"]),
    (
        "serving",
        "p.vacant &= ~(1 << BARREL)",
        [
            "seats[3].used: used-many, count=2, dice=1",
            "seats[3].count.thalers: count-thalers, count=3, said=3",
            "seats[3].count.beer: count-beer, count=3, said=2",
        ],
    ),
    ("planning", "p.faces[0] = 4", ["seats[3]: no-stand, face=4, space='t1'"]),
    ("planning", "p.faces[2] = 6", ["seats[3]: no-stand, face=6, space='monk'"]),
    ("helped", "p.helping = 1", ["seats[3].dishwashers: helping, count=2, said=1"]),
    (
        "helped",
        "p.dishwashers = 3; p.fits = fits_of(p.required, 3)",
        ["seats[3].dishwashers.working: working, count=3, cards=1, area=1"],
    ),
    (
        "helped",
        "p.dishwashers = 1; p.fits = fits_of(p.required, 1)",
        [
            "seats[3].dishwashers.working: working, count=1, cards=1, area=1",
            "seats[3].dishwashers: too-few, spent=0, helping=2, working=1",
        ],
    ),
    ("helped", "p.upgraded = 0", ["seats[3].dishwashers.working: working, count=2, cards=1, area=0"]),
    ("serving", "p.upgraded |= 1 << DISHWASHER_AREA", []),
    ("serving", "p.spent = -1", ["seats[3].dishwashers: spent-returned"]),
    ("serving", "p.returned_helpers = -1", ["seats[3].dishwashers: spent-returned"]),
    ("serving", "p.returned_helpers = 1", ["seats[3].dishwashers: spent-returned"]),
    ("planning", "p.spent = 1", ["seats[3].dishwashers: spent-soon"]),
    ("helped", "p.spent = 1", ["seats[3].dishwashers: spent-soon"]),
    ("helped", "p.returned_helpers = 1", ["seats[3].dishwashers: spent-soon"]),
    ("serving", "p.spent = 1", []),
    ("serving", "p.spent = 2", ["seats[3].dishwashers: too-few, spent=2, helping=0, working=1"]),
    ("returned", "p.upgraded = 0", ["seats[3].dishwashers.returned: returned-area, count=1"]),
    ("returned", "p.unmoved = 0", ["seats[3].dishwashers.unmoved: unmoved, count=1"]),
    ("returned", "p.unmoved |= 4", ["seats[3].dishwashers.unmoved: unmoved, count=1"]),
    ("returned", "p.unmoved |= 8", ["seats[3].dishwashers.unmoved: unmoved, count=1"]),
    ("returned", "p.returned_helpers = 0", ["seats[3].dishwashers.unmoved: unmoved, count=0"]),
    ("returned", "p.returned_helpers = 2", []),
    ("returned", "p.spent = 1", ["seats[3].dishwashers: too-few, spent=1, helping=2, working=1"]),
    ("returned", "p.spent = 6", ["seats[3].dishwashers: too-few, spent=6, helping=2, working=1"]),
    ("nothing_used", "p.spent = 1", ["seats[3].dishwashers.spent: spent-many, count=1"]),
    ("many_dishwashers", "p.spent = 5", []),
    ("many_dishwashers", "p.spent = 6", ["seats[3].dishwashers.spent: spent-many, count=6"]),
    ("removed", "p.required = [*p.required[:-1], 7]", ["seats[3].seated: spaces-ask"]),
    ("removed", "p.required = [*p.required[:-1], -1]", ["seats[3].seated: spaces-ask"]),
    ("removed", "p.required = [*p.required[:-1], 0]; p.fits = fits_of(p.required, 1)", []),
    ("serving", "p.required = [3, *p.required[1:]]; p.counted = 9", ["seats[3].seated: spaces-ask"]),
    ("serving", "p.faces[2] = 6; p.counted = 9", ["seats[3]: no-stand, face=6, space='monk'"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), SPACES)
def test_spaces_and_dishwashers(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- the count of the plan

COUNT = [
    ("planning", "p.thaler_count = 1", ["seats[3].count: count-time"]),
    ("planning", "p.beer_count = 1", ["seats[3].count: count-time"]),
    ("planning", "p.counted = 1", ["seats[3].count: count-time"]),
    ("planning", "p.cash_count = 1", ["seats[3].count: count-time"]),
    ("planning", "p.barrel_count = 1", ["seats[3].count: count-time"]),
    ("planning", "p.brewer_count = 1", ["seats[3].count: count-time"]),
    (
        "serving",
        "p.cash_count = 2",
        ["seats[3].count.cashbox: count-area", "seats[3].count.thalers: count-thalers, count=4, said=3"],
    ),
    ("serving", "p.barrel_count = 2", ["seats[3].count.barrel: count-area"]),
    (
        "serving",
        "p.brewer_count = 2",
        ["seats[3].count.brewer: count-brewer", "seats[3].count.beer: count-beer, count=3, said=2"],
    ),
    (
        "serving",
        "p.cash_count = 3",
        ["seats[3].count.cashbox: count-area", "seats[3].count.thalers: count-thalers, count=5, said=3"],
    ),
    ("upgraded", "p.cash_count = 1", []),
    ("upgraded", "p.cash_count = 2", ["seats[3].count.cashbox: count-area"]),
    ("upgraded", "p.barrel_count = 1; p.beer_count -= 1", []),
    ("upgraded", "p.brewer_count = 3", []),
    ("upgraded", "p.brewer_count = 2; p.beer_count -= 2", []),
    ("upgraded", "p.brewer_count = 1; p.beer_count -= 4", ["seats[3].count.brewer: count-brewer"]),
    ("upgraded", "p.brewer_count = 18; p.beer_count += 30", []),
    ("upgraded", "p.brewer_count = 19; p.beer_count += 32", ["seats[3].count.brewer: count-brewer"]),
    (
        "brewing",
        "p.brewer_count = 1",
        ["seats[3].count.brewer: count-brewer", "seats[3].count.beer: count-beer, count=2, said=7"],
    ),
    ("brewing", "p.brewer_count = 2", ["seats[3].count.beer: count-beer, count=3, said=7"]),
    ("serving", "p.counted = 1", ["seats[3].count.steps: count-lower"]),
    (
        "serving",
        "p.counted = 3",
        ["seats[3].count.steps: count-lower", "seats[3].steps: steps-made, count=3, made=2, pending=0"],
    ),
    ("serving", "p.thaler_count = 2", ["seats[3].count.thalers: count-thalers, count=3, said=2"]),
    ("serving", "p.thaler_count = 4", ["seats[3].count.thalers: count-thalers, count=3, said=4"]),
    ("serving", "p.beer_count = 1; p.counted = 1", ["seats[3].count.beer: count-beer, count=2, said=1"]),
    (
        "serving",
        "p.beer_count = 3; p.counted = 3",
        ["seats[3].count.beer: count-beer, count=2, said=3", "seats[3].steps: steps-made, count=3, made=2, pending=0"],
    ),
    (
        "removed_after_serving",
        "p.thaler_count = 1; p.counted = 0",
        ["seats[3].count.thalers: count-thalers, count=2, said=1"],
    ),
    ("removed_after_serving", "p.thaler_count = 2", []),
    ("removed_after_serving", "p.thaler_count = 3", []),
    ("removed_after_serving", "p.thaler_count = 8", []),
    ("removed_after_serving", "p.thaler_count = 9", []),
    ("brewing", "p.beer_count = 3", ["seats[3].count.beer: count-beer, count=4, said=3"]),
    ("brewing", "p.beer_count = 4", []),
    ("brewing", "p.beer_count = 5", ["seats[3].count.beer: count-beer, count=4, said=5"]),
    ("brewing", "p.beer_count = 6", ["seats[3].count.beer: count-beer, count=4, said=6"]),
    ("brewing", "p.beer_count = 7", []),
    ("arrival", "p.thaler_count = 1", ["seats[3].count: count-time"]),
    ("removed_after_serving", "p.thaler_count = 10", ["seats[3].count.thalers: count-thalers, count=2, said=10"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), COUNT)
def test_the_count_of_the_plan(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- steps that can be taken back

STEPS = [
    ("planning_alone", "p.steps = [0]", ["seats[3].steps: no-reputation"]),
    ("serving", "p.steps = [1]", ["seats[3].steps: steps-made, count=2, made=1, pending=0"]),
    ("serving", "p.steps = []; s.tasks.append((REPUTATION_STEPS, 2, 2))", []),
    (
        "serving",
        "p.steps = []; s.tasks.append((REPUTATION_STEPS, 2, 1))",
        ["seats[3].steps: steps-made, count=2, made=0, pending=1"],
    ),
    ("serving", "p.steps = [1, 1]", ["seats[3].steps[1]: steps-join, space=1, after=1"]),
    ("serving", "p.steps = [0, 0]", ["seats[3].steps[2]: steps-join, space=0, after=2"]),
    ("serving", "p.steps = [31, 1]", ["seats[3].steps[1]: steps-join, space=31, after=1"]),
    ("serving", "p.steps = [0, 4 << 5 | 1]", ["seats[3].steps[2]: step-gave"]),
    ("serving", "p.steps = [0, 3 << 5 | 1]", []),
    ("serving", "p.steps = [0, 1 << 8 | 1]", ["seats[3].steps[2]: step-gave"]),
    ("serving", "p.steps = [0, 2 << 5 | 1]", ["seats[3].steps[2]: step-noble, card=1"]),
    ("crown", "p.steps[-1] += 1 << 8", ["seats[3].steps[1]: step-noble, card=11"]),
    ("crown", "p.steps[-1] -= 1 << 8", ["seats[3].steps[1]: step-noble, card=9"]),
    ("crown", "p.known = 0", ["seats[3].steps[1]: step-noble, card=10"]),
    ("crown", "p.steps[-1] &= 31", []),
    ("crown", "p.known += 1", []),
    ("planning", "p.reputation = 2; p.steps = [0, 1]", []),
    ("planning", "p.reputation = 3; p.steps = [0, 1]", ["seats[3].steps[2]: steps-join, space=1, after=3"]),
    ("planning", "p.reputation = 2; p.steps = [0, 4 << 5 | 1]", ["seats[3].steps[2]: step-gave"]),
    ("planning", "p.reputation = 3; p.steps = [0, 1, 2]", []),
    ("planning", "p.reputation = 1; p.steps = [13]", ["seats[3].steps[1]: steps-join, space=13, after=1"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), STEPS)
def test_steps_that_can_be_taken_back(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- this round's purchases, and the choice of the evening

CHOICE = [
    ("planning", "p.bought = 4", ["seats[3].bought, recruited, juggled: too-soon"]),
    ("planning", "p.recruited = 1", ["seats[3].bought, recruited, juggled: too-soon"]),
    ("planning", "p.juggled = 1", ["seats[3].bought, recruited, juggled: too-soon"]),
    ("serving", "s.players[0].recruited = 1", ["seats[1].bought, recruited, juggled: too-soon"]),
    ("serving", "p.juggled = 1", ["seats[3].juggled: juggled"]),
    ("serving", "s.players[1].juggled = 1", ["seats[2].juggled: juggled"]),
    ("juggling", "p.juggled = 1", ["waiting: wait-juggler, seat=3"]),
    ("juggling", "s.players[0].juggled = 1", []),
    ("planning", "p.choice = CHOICES[0].id", ["seats[3].choice: choice-time, phase='evening'"]),
    ("choosing", "p.choice = len(ACTIONS)", ["seats[3].choice: choice-time, phase='evening'"]),
    ("choosing", "p.choice = -2", ["seats[3].choice: choice-time, phase='evening'"]),
    ("choosing", "p.choice = FLIP_AREA[0].id", ["seats[3].choice: choice, action='flip tables', round=2"]),
    ("choosing", "p.choice = CHOICES[CHOOSE_DIE - 1].id", ["seats[3].choice: choice, action='choose die', round=2"]),
    ("choosing", "p.choice = CHOICES[CHOOSE_GUEST - 1].id", []),
    ("choosing", "s.waiting |= 4", ["seats[3].choice: chosen"]),
    ("choosing", "p.choice = -1", ["waiting: wait-chosen, seat=3"]),
    (
        "choosing",
        "s.piles[BARBACK] = 0",
        [
            "cards: card-total, count=0, card='barback', total=16",
            "seats[3].choice: choice, action='choose barback', round=2",
        ],
    ),
    ("choosing", "s.waiting = 0", ["seats[3].choice: pending-choice"]),
    ("choosing", "s.waiting = 0; s.tasks = [(TAKE_CHOICE, 2, 0)]", []),
    (
        "choosing",
        "s.waiting = 0; s.tasks = [(TAKE_CHOICE, 2, 0), (TAKE_CHOICE, 2, 0)]",
        ["pending[1]: pending-no-choice"],
    ),
    (
        "choosing",
        "s.waiting = 0; s.tasks = [(TAKE_CHOICE, 0, 0), (TAKE_CHOICE, 2, 0)]",
        ["pending[2]: pending-no-choice"],
    ),
    ("choosing", "s.waiting = 0; s.tasks = [(TAKE_CHOICE, 2, 0), (MONASTERY_STEPS, 1, 1)]", []),
    ("choosing", "s.tasks = [(TAKE_CHOICE, 2, 0)]", ["waiting: wait-choices"]),
    ("choosing", "s.waiting = 0; s.tasks = [(TAKE_CHOICE, 2, 0)]; p.choice = CHOICES[CHOOSE_GUEST - 1].id", []),
    (
        "choosing",
        "s.waiting = 0; s.tasks = [(TAKE_CHOICE, 2, 0)]; p.choice = CHOICES[CHOOSE_DIE - 1].id",
        ["seats[3].choice: choice, action='choose die', round=2"],
    ),
    ("choosing_sides", "p.choice = CHOICES[CHOOSE_SIDE_2 - 1].id", []),
    (
        "choosing_sides",
        "p.choice = CHOICES[CHOOSE_DIE - 1].id",
        ["seats[3].choice: choice, action='choose die', round=2"],
    ),
    ("choosing_sides", "p.choice = FLIP_AREA[0].id", ["seats[3].choice: choice, action='flip tables', round=2"]),
    ("flipping", "p.choice = DECLINE_IT.id", []),
    ("flipping", "p.choice = CHOICES[0].id", ["seats[3].choice: choice, action='choose bard', round=8"]),
    ("flipping", "p.upgraded = 1 << SAFE_AREA", ["seats[3].choice: choice, action='flip safe', round=8"]),
    ("flipping", "p.upgraded = 1 << MONK_AREA", []),
    (
        "counter_guests",
        "p.choice = CHOICES[0].id",
        ["seats[3].choice: choice, action='choose bard', round=1", "seats[3].choice: pending-choice"],
    ),
    ("counter_guests", "s.waiting = 1", ["waiting: wait-nothing, seat=1, round=1"]),
    ("free_upgrade", "s.waiting |= 1", ["waiting: wait-nothing, seat=1, round=8"]),
    ("free_upgrade", "s.waiting = 2", ["waiting: wait-chosen, seat=3"]),
    ("choosing", "s.waiting = 1; s.players[1].choice = p.choice", []),
    ("choosing", "p.choice = 0", ["seats[3].choice: choice, action='start 1', round=2"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), CHOICE)
def test_what_was_done_and_chosen(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong
