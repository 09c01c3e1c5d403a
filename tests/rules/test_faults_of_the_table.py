"""What is wrong with a table: where the game stands, its cards, and who has to decide.

Each position is sound until one thing is spoiled; what is then wrong is said exactly: where, what, and the values. An
empty list: this is still sound.
"""

import pytest

from tests.rules import spoiled
from tests.rules.spoiled import faults

# --- where the game stands, and lists

STANDING = [
    ("planning", "s.players.pop()", ["seats: seat-count, count=2, players=3", "waiting: seats-range, most=2"]),
    ("planning", "s.step = -1", ["phase: no-phase"]),
    ("planning", "s.step = 99", ["phase: no-phase"]),
    ("planning", "s.step = len(s.setup.flow.steps)", ["phase: no-phase"]),
    ("start_cards", "s.round = 1", ["round: round-zero, phase='start cards'"]),
    ("planning", "s.round = 0", ["round: round-range, most=8"]),
    ("planning", "s.round = 9", ["round: round-range, most=8"]),
    ("planning", "s.over = True", ["over: over, round=8, phase='planning'"]),
    ("over", "s.over = False", ["over: over, round=8, phase='closing'"]),
    ("over", "s.round = 7", ["over: over, round=8, phase='closing'"]),
    ("planning", "s.start_player = -1", ["start_player: seat-range, most=3"]),
    ("planning", "s.start_player = 3", ["start_player: seat-range, most=3"]),
    ("serving", "s.turn = -1", ["turn: seat-range, most=3"]),
    ("serving", "s.turn = 3", ["turn: seat-range, most=3"]),
    ("planning", "s.turn = 2", ["turn: turn-start"]),
    ("planning", "s.waiting = -1", ["waiting: seats-range, most=3"]),
    ("planning", "s.waiting = 8", ["waiting: seats-range, most=3"]),
    ("planning", "s.piles.pop()", ["supply: staff-numbers"]),
    ("planning", "s.piles[0] = 1", ["supply: staff-numbers"]),
    ("planning", "s.piles[3] = -1", ["supply: staff-numbers"]),
    ("planning", "s.nobles = -1", ["supply: below-zero"]),
    ("planning", "s.schnapps = -1", ["supply: below-zero"]),
    ("planning", "s.signatures = -1", ["supply: below-zero"]),
    ("planning", "s.counter_guests = -1", ["supply: below-zero"]),
    ("planning", "s.signed = 64", ["guests.signed: signed-places"]),
    ("planning", "s.signed = -1", ["guests.signed: signed-places"]),
    ("start_cards", "s.start_cards = [0, 1, 2]", ["start_cards: start-numbers, most=7"]),
    ("start_cards", "s.start_cards = [6, 7, 8]", ["start_cards: start-numbers, most=7"]),
    ("start_cards", "s.start_cards = [1, 1, 2]", ["start_cards: start-once"]),
    ("start_cards", "s.start_cards = [3, 2, 1]", ["start_cards: start-once"]),
    ("start_cards", "s.start_cards = [1, 2]", ["start_cards: start-count, count=3"]),
    ("start_cards", "s.start_cards = []", ["start_cards: start-missing"]),
    ("planning_alone", "s.start_cards = [1, 2, 3]", ["start_cards: start-count, count=3"]),
    ("planning", "s.pile[0] = NOBLE", ["guests.pile: kind, kind=7"]),
    ("planning", "s.guest_deck[0] = 58", ["guests.deck: kind, kind=58"]),
    ("planning", "s.row[0] = NOBLE", ["guests.row: kind, kind=7"]),
    ("planning", "s.removed.append(NOBLE)", ["removed: kind, kind=7"]),
    ("planning", "s.removed.append(58)", ["removed: kind, kind=58"]),
    ("planning", "p.deck[0] = 0", ["seats[3].deck: kind, kind=0"]),
    ("planning", "p.deck[0] = 58", ["seats[3].deck: kind, kind=58"]),
    ("planning", "p.discard.append(0)", ["seats[3].discard: kind, kind=0"]),
    ("planning", "p.seated[0] = BREWER", ["seats[3].seated: kind, kind=6"]),
    ("planning", "p.seated[0] = 58", ["seats[3].seated: kind, kind=58"]),
    ("planning", "p.drawn.pop()", ["seats[3].drawn: staff-numbers"]),
    ("planning", "p.drawn[0] = 1", ["seats[3].drawn: staff-numbers"]),
    ("planning", "p.drawn[3] = -1", ["seats[3].drawn: staff-numbers"]),
    ("planning", "p.book = [0, 0, 0]", ["seats[3]: incomplete"]),
    ("planning", "p.entertainers = [0, 0]", ["seats[3]: incomplete"]),
    ("planning", "p.fits = [0] * 6", ["seats[3]: incomplete"]),
    ("planning", "p.upgraded = -1", ["seats[3].upgraded: area-count, count=9"]),
    ("planning", "p.upgraded = 512", ["seats[3].upgraded: area-count, count=9"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), STANDING)
def test_where_the_game_stands(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- the draft

DRAFT = [
    ("draft", "s.turn = 0", ["seats[3].white_dice: draft-due, count=0, due=1", "waiting: wait-turn, seat=1"]),
    ("draft", "p.coaster = p.coaster[1:]", ["seats[3].coaster: coaster-count, count=3, due=4"]),
    ("draft", "s.players[0].coaster = [1, 1, 1, 1, 1]", ["seats[1].coaster: coaster-count, count=5, due=4"]),
    (
        "draft",
        "s.players[1].faces.append(1); s.players[1].places.append(TRAY)",
        ["seats[2].white_dice: draft-due, count=2, due=1"],
    ),
    ("draft", "p.faces += [1] * 4; p.places += [TRAY] * 4", ["seats[3].white_dice: draft-done, count=4"]),
    ("draft", "p.faces += [1] * 5; p.places += [TRAY] * 5", ["seats[3].white_dice: draft-done, count=5"]),
    ("draft", "s.players[1].coaster.append(1)", ["seats[2].coaster: coaster-count, count=4, due=3"]),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), DRAFT)
def test_the_draft(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- cards and tokens

CARDS = [
    (
        "planning",
        "s.pile[0], s.guest_deck[0] = s.guest_deck[0], s.pile[0]",
        ["guests.pile: not-cheap, card='g4.4.3.1-monastery', price=3", "guests.deck: not-there, card='g3.3.3'"],
    ),
    ("planning", "s.row[0], p.deck[0] = p.deck[0], s.row[0]", ["guests.row: kind, kind=4"]),
    ("planning", "s.row.append(NO_CARD)", ["guests.row: row-with-pile, places=4, count=5", "guests.row: row-gap"]),
    ("planning", "s.row.append(s.guest_deck.pop())", ["guests.row: row-with-pile, places=4, count=5"]),
    (
        "planning",
        "s.guest_deck.append(s.row.pop())",
        ["guests.row: row-with-pile, places=4, count=3", "guests.signed: signed-row, place=4"],
    ),
    ("no_pile", "s.guest_deck.append(s.row.pop())", ["guests.row: row-without-pile, places=5, count=4"]),
    ("no_pile", "s.row.append(s.guest_deck.pop())", ["guests.row: row-without-pile, places=5, count=6"]),
    ("no_pile", "s.signed |= 1; s.signatures -= 1", ["guests.signed: signed-pile"]),
    ("no_pile", "s.guest_deck.append(s.row[4]); s.row[4] = NO_CARD", ["guests.row: row-gap"]),
    (
        "no_pile",
        "s.removed += s.row[4:] + s.guest_deck; s.guest_deck = []; s.row[4] = 0; s.signed = 32; s.signatures += 3",
        ["guests.signed: signed-row, place=5"],
    ),
    ("planning", "s.signed |= 32; s.signatures -= 1", ["guests.signed: signed-row, place=5"]),
    (
        "planning_alone",
        "s.signed = 1",
        ["guests.signed: signed-module", "supply.signatures: signature-total, count=1, total=0"],
    ),
    ("planning_alone", "s.signatures = 1", ["supply.signatures: signature-total, count=1, total=0"]),
    ("planning_alone", "s.schnapps = 1", ["supply.schnapps: schnapps-total, count=1, total=0"]),
    ("planning", "p.deck.append(s.players[0].deck.pop(0))", []),
    ("planning", "s.piles[BARD] -= 1", ["cards: card-total, count=15, card='bard', total=16"]),
    ("planning", "s.piles[BREWER] += 1", ["cards: card-total, count=17, card='brewer', total=16"]),
    ("planning", "s.nobles -= 1", ["cards: card-total, count=60, card='noble', total=61"]),
    ("planning", "p.nobles += 1", ["cards: card-total, count=62, card='noble', total=61"]),
    ("planning", "s.players[0].deck.pop(0)", ["cards: card-total, count=15, card='brewer', total=16"]),
    ("planning", "s.guest_deck.append(57)", ["cards: card-total, count=2, card='g8.3.6.4-reputation', total=1"]),
    ("planning_alone", "s.guest_deck.append(57)", ["cards: card-total, count=1, card='g8.3.6.4-reputation', total=0"]),
    ("planning_alone", "s.piles[BARD] = 1", ["cards: card-total, count=1, card='bard', total=0"]),
    ("planning", "s.schnapps += 1", ["supply.schnapps: schnapps-total, count=21, total=20"]),
    ("planning", "s.signatures += 1", ["supply.signatures: signature-total, count=41, total=40"]),
    ("planning", "p.book = [0, 0, 0, 1]", ["supply.signatures: signature-total, count=41, total=40"]),
    ("planning", "s.counter_guests += 1", ["supply.counter_guests: counter-total, count=10, held=0, total=9"]),
    ("planning", "p.counter_guests = 1", ["supply.counter_guests: counter-total, count=9, held=1, total=9"]),
    ("planning", "s.counter_guests -= 1", []),
    (
        "planning",
        "s.pile[:2], s.guest_deck[:2] = s.guest_deck[:2], s.pile[:2]",
        ["guests.pile: not-cheap, card='g4.4.3.1-monastery', price=3", "guests.deck: not-there, card='g3.3.3'"],
    ),
    (
        "planning",
        "s.players[0].deck.remove(9); p.deck.append(9)",
        ["seats[3].deck: own-regulars, count=3, card='r3.2', total=2"],
    ),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), CARDS)
def test_nothing_is_made_or_lost(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- what lies on the stack

PENDING = [
    (
        "planning",
        "s.tasks = [(SERVICE_DENIED, 0, 0)]",
        ["pending: pending-phase, phase='planning'", "waiting: wait-choices"],
    ),
    ("serving", "s.tasks = [(-1, 2, 0)]", ["pending[1]: pending-unknown"]),
    ("serving", "s.tasks = [(EFFECT_COUNT, 2, 0)]", ["pending[1]: pending-unknown"]),
    ("serving", "s.tasks = [(SERVICE_DENIED, 3, 0)]", ["pending[1]: pending-unknown"]),
    ("serving", "s.tasks = [(SERVICE_DENIED, -1, 0)]", ["pending[1]: pending-unknown"]),
    ("serving", "s.tasks = [(SERVICE_DENIED, 2, 0)]", []),
    ("serving", "s.tasks = [(SERVICE_DENIED, 1, 0)]", ["pending[1]: pending-turn"]),
    ("serving", "s.tasks = [(SERVICE_DENIED, 2, 1)]", ["pending[1]: pending-plain"]),
    ("serving", "s.tasks = [(SERVICE_DENIED, 2, 0), (MONASTERY_STEPS, 2, 1)]", ["pending[2]: pending-question"]),
    ("serving", "s.tasks = [(MONASTERY_STEPS, 2, 1), (SERVICE_DENIED, 2, 0)]", []),
    ("serving", "s.tasks = [(MONASTERY_STEPS, 2, 0)]", ["pending[1]: pending-number, most=99"]),
    ("serving", "s.tasks = [(MONASTERY_STEPS, 2, 99)]", []),
    ("serving", "s.tasks = [(MONASTERY_STEPS, 2, 100)]", ["pending[1]: pending-number, most=99"]),
    ("serving", "s.tasks = [(REPUTATION_STEPS, 2, 0)]", ["pending[1]: pending-number, most=99"]),
    ("serving", "s.tasks = [(DISMISS_REGULARS, 2, 1)]", ["pending[1]: pending-start"]),
    ("serving", "s.tasks = [(START_ITEM, 2, 257)]", ["pending[1]: pending-start"]),
    ("serving", "s.tasks = [(DECK_SHUFFLE, 2, 0)]", ["pending[1]: pending-start"]),
    ("serving", "s.tasks = [(CREDIT_BARBACKS, 2, 0)]", []),
    ("serving", "s.tasks = [(CREDIT_BARBACKS, 2, 1)]", ["pending[1]: pending-plain"]),
    ("serving", "s.tasks = [(FINISH_SERVING, 2, 0)]", []),
    ("serving", "s.tasks = [(MONASTERY_STEPS, 2, 1), (CREDIT_BARBACKS, 2, 0)]", ["pending[1]: pending-serving"]),
    ("serving", "s.tasks = [(MONASTERY_STEPS, 2, 1), (FINISH_SERVING, 2, 0)]", ["pending[1]: pending-serving"]),
    ("serving", "s.tasks = [(TAKE_CHOICE, 2, 0)]", ["pending[1]: pending-evening", "pending[1]: pending-no-choice"]),
    ("serving_alone", "s.tasks = [(REPUTATION_STEPS, 2, 1)]", ["pending[1]: no-reputation"]),
    ("serving_alone", "s.tasks = [(TOAST, 2, 0)]", ["pending[1]: no-reputation"]),
    (
        "serving_alone",
        "s.tasks = [(SIGNATURE, 2, 0)]",
        ["supply.signatures: signature-total, count=1, total=0", "pending[1]: no-book"],
    ),
    ("serving_alone", "s.tasks = [(CHOOSE_COLUMN, 2, 0)]", ["pending[1]: no-book"]),
    ("serving_alone", "s.tasks = [(ROW_NOBLE, 2, 0)]", ["pending[1]: no-book"]),
    ("serving_alone", "s.tasks = [(BONUS, 2, 7 << 8 | 1)]", ["pending[1]: no-reputation"]),
    ("serving", "s.tasks = [(BONUS, 2, 7 << 8 | 1)]", []),
    ("serving", "s.tasks = [(BONUS, 2, 1)]", []),
    ("serving", "s.tasks = [(BONUS, 2, 0)]", ["pending[1]: pending-nothing"]),
    ("serving", "s.tasks = [(SIGNATURE, 2, 0)]; s.signatures -= 1", []),
    ("serving", "s.tasks = [(SIGNATURE, 2, 3)]; s.signatures -= 1", []),
    ("serving", "s.tasks = [(SIGNATURE, 2, 4)]; s.signatures -= 1", ["pending[1]: pending-column, most=4"]),
    ("serving", "s.tasks = [(SIGNATURE, 2, -1)]; s.signatures -= 1", ["pending[1]: pending-column, most=4"]),
    ("serving", "s.tasks = [(ROW_NOBLE, 2, 0)]", ["pending[1]: pending-row"]),
    ("serving", "s.tasks = [(ROW_NOBLE, 2, 0)]; p.book = [1] * 4; s.signatures -= 4", []),
    ("serving", "s.tasks = [(ROW_NOBLE, 2, 2)]; p.book = [3] * 4; s.signatures -= 12", []),
    ("serving", "s.tasks = [(ROW_NOBLE, 2, 3)]; p.book = [3] * 4; s.signatures -= 12", ["pending[1]: pending-row"]),
    ("serving", "s.tasks = [(ROW_NOBLE, 2, -1)]; p.book = [3] * 4; s.signatures -= 12", ["pending[1]: pending-row"]),
    ("serving", "s.tasks = [(TOAST, 2, 0)]", ["pending[1]: pending-space"]),
    ("toast", "s.tasks.append((TOAST, 2, 0))", ["pending[2]: pending-question"]),
    ("toast", "p.reputation = 6; p.steps = [5]", ["pending[1]: pending-space"]),
    (
        "toast",
        "p.steps = []; p.counted = 0; p.thaler_count = 0",
        ["seats[3].count.thalers: count-thalers, count=3, said=0", "pending[1]: pending-step"],
    ),
    ("toast", "p.steps[-1] |= 1 << 5", ["pending[1]: pending-step"]),
    ("toast", "s.tasks[-1] = (TOAST, 2, 1)", ["pending[1]: pending-plain"]),
    ("toast", "s.tasks[-1] = (CHOOSE_COLUMN, 2, 0)", ["pending[1]: no-book"]),
    ("free_signature", "s.tasks[-1] = (TOAST, 2, 0)", ["pending[1]: pending-space"]),
    ("free_signature", "p.steps[-1] |= 3 << 5", ["pending[1]: pending-step"]),
    ("free_signature", "s.waiting = 0", ["waiting: wait-turn, seat=3"]),
    ("dismissing", "s.tasks = s.tasks[1:]", ["pending: pending-shuffle"]),
    ("dismissing", "s.tasks = [*s.tasks[:1], *s.tasks]", ["pending[2]: pending-deck"]),
    ("dismissing", "s.tasks = [s.tasks[0], (START_ITEM, 2, 257), s.tasks[1]]", []),
    ("dismissing", "s.tasks = [s.tasks[0], (START_ITEM, 2, 0), s.tasks[1]]", ["pending[2]: pending-nothing"]),
    ("dismissing", "s.tasks = [s.tasks[0], (DISMISS_REGULARS, 0, 1)]", ["pending[1]: pending-turn"]),
    ("dismissing", "s.tasks = [s.tasks[0], (DISMISS_REGULARS, 2, 0)]", ["pending[1]: pending-number, most=99"]),
    ("dismissing", "s.tasks = [(DECK_SHUFFLE, 2, 1), s.tasks[1]]", ["pending[2]: pending-plain"]),
    ("dismissing", "s.tasks = [s.tasks[0], (CREDIT_BARBACKS, 2, 0)]", ["pending[1]: pending-serving"]),
    (
        "choosing",
        "s.waiting = 0; s.players[0].choice = p.choice; s.tasks = [(TAKE_CHOICE, 0, 0), (TAKE_CHOICE, 2, 0)]",
        [],
    ),
    ("crown", "s.tasks = [(BONUS, 2, 7 << 8 | 1)]", []),
    ("crown", "s.tasks = [(REPUTATION_STEPS, 2, 1)]", []),
    (
        "crown",
        "s.tasks = [(SIGNATURE, 2, 0)]",
        ["supply.signatures: signature-total, count=1, total=0", "pending[1]: no-book"],
    ),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), PENDING)
def test_what_is_pending(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong


# --- who is waited for

WAITING = [
    ("start_cards", "s.waiting = 1", ["waiting: wait-turn, seat=3"]),
    ("start_cards", "s.waiting = 7", ["waiting: wait-turn, seat=3"]),
    ("serving", "s.waiting = 1", ["waiting: wait-turn, seat=3"]),
    ("serving", "s.waiting = 0", ["waiting: wait-turn, seat=3"]),
    ("draft", "s.waiting = 6", ["waiting: wait-turn, seat=3"]),
    ("choosing", "s.waiting = 7; p.choice = -1", []),
    ("choosing_sides", "s.waiting = 2", ["waiting: wait-chosen, seat=1"]),
    ("arrival", "s.waiting = 7", ["waiting: wait-arrival, seat=1", "waiting: wait-arrival, seat=2"]),
    ("arrival", "s.waiting = 1", ["waiting: wait-arrival, seat=1"]),
    ("arrival", "s.waiting = 0", []),
    ("juggling", "s.waiting = 2", ["waiting: wait-juggler, seat=2"]),
    ("juggling", "p.entertainers = [0, 0, 2]", ["waiting: wait-juggler, seat=3"]),
    ("juggling", "p.entertainers = [0, 0, 0]", ["waiting: wait-juggler, seat=3"]),
    ("juggling", "p.schnapps = 0; s.schnapps += 1", ["waiting: wait-juggler, seat=3"]),
    ("juggling", "s.removed.append(p.seated[0]); p.seated[0] = NO_CARD", ["waiting: wait-juggler, seat=3"]),
    ("juggling", "p.drawn[BREWER] = 1; s.piles[BREWER] -= 1; s.removed.append(p.seated[0]); p.seated[0] = NO_CARD", []),
    ("over", "s.waiting = 1", ["waiting: wait-phase, seat=1, phase='closing'"]),
    ("planning", "s.waiting = 0", []),
]


@pytest.mark.parametrize(("lay_out", "spoil", "wrong"), WAITING)
def test_who_is_waited_for(lay_out: str, spoil: str, wrong: list[str]) -> None:
    assert faults(getattr(spoiled, lay_out)(), spoil) == wrong
