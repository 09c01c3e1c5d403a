"""The open draft: which hands can be had, and what a die is worth when all that follows is thought through.

Values are checked against the game itself: a draft played on with its rules, in every way it can go.
"""

import itertools
import random

import pytest

from tests.table import Table
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import TAKE_DIE
from tiefenthal.engine.rules.phases import PLANNING, phase_of
from tiefenthal.engine.rules.play import apply
from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.search.draft import Hand, OpenDraft, Taker
from tiefenthal.players.bots.search.heuristic import HeuristicValue

LUCK = SeededChance("none is needed")
GUESTS = (("r4.2", "r4.1", "r3.1"), ("r2.2", "r2.1", "r3.1"), ("r3.2", "r2.2"))


def laid_out(*coasters: tuple[int, ...]) -> State:
    t = Table(len(coasters), evening=8)
    for seat, faces in enumerate(coasters):
        t.tavern(seat, *GUESTS[seat]).white(seat, *faces)
    return t.draft().state


def worth(hand: Hand) -> float:
    """Something that no two hands have in common, and that no die adds to on its own."""
    return float(sum([(place + 2) * face * face % 13 for place, face in enumerate(hand)])) + len(set(hand)) / 7


def played_out(s: State, seat: int, takers: list[Taker], sense: float) -> float:
    """What the draft comes to for a seat, by the rules of the game."""
    if phase_of(s) == PLANNING:
        return worth(tuple(sorted(s.players[seat].faces)))
    dice = s.players[s.turn].coaster

    def after(face: int) -> float:
        table = s.clone()
        apply(table, s.turn, TAKE_DIE[face - 1], LUCK)
        return played_out(table, seat, takers, sense)

    if s.turn == seat:
        return max([after(face) for face in set(dice)])
    left = sorted(dice)
    takers[s.turn].take(left)
    chosen = next(face for face in dice if left.count(face) < dice.count(face))
    value = sense * after(chosen) if sense > 0.0 else 0.0
    if sense < 1.0:
        value += (1.0 - sense) * sum([after(face) for face in dice]) / len(dice)
    return value


def expected(s: State, seat: int, sense: float) -> dict[int, float]:
    takers = [Taker(s, other, HeuristicValue(s.setup)) for other in range(len(s.players))]
    found: dict[int, float] = {}
    for face in set(s.players[seat].coaster):
        table = s.clone()
        apply(table, seat, TAKE_DIE[face - 1], LUCK)
        found[face] = played_out(table, seat, takers, sense)
    return found


def after_takes(s: State, count: int) -> State:
    for _ in range(count):
        apply(s, s.turn, TAKE_DIE[s.players[s.turn].coaster[-1] - 1], LUCK)
    return s


@pytest.mark.parametrize(("sense", "takes"), [(0.0, 0), (0.5, 0), (1.0, 0), (0.0, 2), (0.5, 2), (1.0, 1), (1.0, 3)])
def test_two_players_in_every_way_it_can_go(sense: float, takes: int) -> None:
    """Whoever takes second sees what the other has just taken; that is reckoned with only where it is certain."""
    s = after_takes(laid_out((1, 2, 4, 6), (2, 3, 4, 5)), takes)
    seat = s.turn
    found = OpenDraft(s, seat, HeuristicValue(s.setup), sense).takes(worth)
    assert found == pytest.approx(expected(s, seat, sense))
    assert len(found) > 1


@pytest.mark.parametrize(("sense", "takes"), [(1.0, 3), (1.0, 4), (1.0, 5), (0.0, 6), (0.0, 7), (0.0, 8)])
def test_three_players(sense: float, takes: int) -> None:
    """Whoever has already taken this time round takes once less from a coaster before it comes here."""
    rng = random.Random(takes)
    for _ in range(12):
        s = after_takes(laid_out(*[tuple(rng.choices(range(1, 7), k=4)) for _ in range(3)]), takes)
        seat = s.turn
        found = OpenDraft(s, seat, HeuristicValue(s.setup), sense).takes(worth)
        assert found == pytest.approx(expected(s, seat, sense))


def test_every_hand_that_can_be_had_is_known() -> None:
    s = laid_out((3, 3, 3, 3), (3, 3, 3, 3))
    assert OpenDraft(s, 0, HeuristicValue(s.setup)).hands() == [(3, 3, 3, 3)]
    s = laid_out((1, 2, 3, 4), (6, 6, 6, 6))
    hands = OpenDraft(s, 0, HeuristicValue(s.setup)).hands()
    pairs = itertools.combinations((1, 2, 3, 4), 2)
    assert sorted(hands) == sorted([(*pair, 6, 6) for pair in pairs])
    assert s.players[0].faces == []


def test_a_die_that_others_want_does_not_wait() -> None:
    """Both want fours; those on one's own coaster will be gone when it comes back."""

    def fours(hand: Hand) -> float:
        return float(hand.count(4))

    s = laid_out((1, 1, 1, 4), (1, 1, 1, 1))
    takes = OpenDraft(s, 0, HeuristicValue(s.setup), 0.0).takes(fours)
    assert takes[4] == 1.0
    assert takes[1] == pytest.approx(2 / 3)


def test_what_is_left_to_the_other() -> None:
    """With two players the other gets whatever one does not take oneself."""
    s = laid_out((4, 4, 1, 1), (2, 2, 5, 5))
    apply(s, 0, TAKE_DIE[3], LUCK)
    apply(s, 1, TAKE_DIE[1], LUCK)
    draft = OpenDraft(s, 0, HeuristicValue(s.setup))
    taker = Taker(s, 1, HeuristicValue(s.setup))
    for hand in draft.hands():
        theirs = [1, 1, 2, 2, 4, 4, 5, 5]
        for face in hand:
            theirs.remove(face)
        assert draft.left(hand) == taker.worth(tuple(theirs))
    assert len({draft.left(hand) for hand in draft.hands()}) > 1
    s = laid_out((1, 2, 4, 6), (2, 3, 4, 5), (1, 3, 5, 6))
    draft = OpenDraft(s, 0, HeuristicValue(s.setup))
    assert {draft.left(hand) for hand in draft.hands()} == {0.0}
