"""Luck, told apart from skill: what cards and dice gave a seat in an evening against what was to be expected.

Three expectations of the seat's final score are compared, all by the best turn of a quick search and the same judge:
before the guests came (evenings sampled from its deck), with the guests who came (only dice sampled), and with the dice
as they were rolled, drafted as well as can be. What separates them is nobody's doing. Taking dice is valued a little
differently when all coasters lie open, which is measured and taken off (`Errors.luck`).
"""

from typing import Final

from tiefenthal.analysis.calibration import errors
from tiefenthal.analysis.data import EveningLuck
from tiefenthal.analysis.moments import Evening
from tiefenthal.analysis.thinker import Thinker
from tiefenthal.bots.neural.rollouts import next_evening, servers_come, shuffle_unknown
from tiefenthal.chance import SeededChance
from tiefenthal.rules.arrival import cards_in_tavern, clear_tavern, guests_arrive
from tiefenthal.rules.evening import roll_coloured
from tiefenthal.rules.luck import Luck
from tiefenthal.rules.state import State

SAMPLES: Final = 24
"""Evenings sampled for each of the two expectations."""


def luck_of(thinker: Thinker, evening: Evening, last_end: State | None, level: bool = True) -> EveningLuck | None:
    """What chance gave; None in an evening without a draft. `last_end` is the table at the end of the evening before;
    without `level` what is known to be off is left in."""
    if evening.draft is None or evening.round == 0:
        return None
    seat = evening.seat
    guests: list[State] = []
    dice: list[State] = []
    for number in range(SAMPLES):
        for ends, table in ((guests, _other_guests), (dice, _other_dice)):
            luck = SeededChance(f"{thinker.seed} luck {evening.round} {seat} {number}")
            s = table(evening, last_end, luck)
            thinker.rollouts.draft(s, seat, luck)
            ends.append(thinker.rollouts.best_turn(s, seat, luck).after)
    before = _mean_score(thinker, evening.draft, guests, seat)
    with_guests = _mean_score(thinker, evening.draft, dice, seat)
    with_dice = thinker.takes(evening.draft, seat)[0].raw.score
    cards_off, dice_off = errors().luck(len(evening.draft.players)) if level else (0.0, 0.0)
    return EveningLuck(
        seat=seat,
        round=evening.round,
        cards=round(with_guests - before - cards_off, 1),
        dice=round(with_dice - with_guests - dice_off, 1),
    )


def _mean_score(thinker: Thinker, before: State, ends: list[State], seat: int) -> float:
    """With the others as they were when the draft began, in all of them."""
    return sum(raw.score for raw in thinker.raws_of_evenings(before, ends, seat)) / len(ends)


def _other_guests(evening: Evening, last_end: State | None, luck: Luck) -> State:
    """The evening as it could have begun."""
    seat = evening.seat
    if evening.chosen is None and last_end is not None:
        return next_evening(last_end, seat, luck)
    if evening.chosen is not None:
        s = evening.chosen.clone()
        s.tasks = []
    else:  # the first evening: all the seat has lies in its deck
        assert evening.draft is not None
        s = evening.draft.clone()
        p = s.players[seat]
        p.deck = p.deck + p.discard + cards_in_tavern(p)
        p.known = 0
        clear_tavern(p)
        p.discard = []
        p.faces, p.places, p.coloured = [], [], 0
    shuffle_unknown(s, seat, luck)
    guests_arrive(s, seat, luck)
    servers_come(s, seat, luck)
    return s


def _other_dice(evening: Evening, _last_end: State | None, luck: Luck) -> State:
    """The guests who came, and other dice of the seat's own colour."""
    assert evening.draft is not None
    s = evening.draft.clone()
    p = s.players[evening.seat]
    count = p.coloured
    p.faces, p.places, p.coloured = [], [], 0
    roll_coloured(s, evening.seat, count, luck)
    return s
