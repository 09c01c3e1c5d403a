"""The draft, where everything lies open, is thought through to its end."""

import itertools

from tests.bots.mcts.clock import CountedClock
from tests.table import Table
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.players.bots.mcts.draft import DraftTree, best_take
from tiefenthal.players.bots.mcts.halving import Budget
from tiefenthal.players.bots.search import QUICK
from tiefenthal.players.bots.search.draft_value import DraftValue
from tiefenthal.players.bots.search.heuristic import HeuristicJudge, HeuristicValue

LUCK = SeededChance("draft")


def laid_out(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Table:
    t = Table(evening=8)
    for seat in (0, 1):
        t.tavern(seat, "r3.2", "r2.2", "r4.2")
    return t.white(0, *mine).white(1, *theirs).draft()


def taken(t: Table, plain: str, seconds: float = 1e9) -> str:
    s = t.state
    first = next(action for action in legal_actions(s, 0) if action.text == plain)
    budget = Budget(seconds, CountedClock())
    return best_take(s, 0, first, HeuristicValue(s.setup), HeuristicJudge(), QUICK, LUCK, budget).text


def draft_of(t: Table, envious: bool = False) -> DraftTree:
    heuristic = HeuristicValue(t.state.setup)
    return DraftTree(t.state, 0, [DraftValue(t.state, seat, heuristic) for seat in range(2)], envious, LUCK)


def test_every_hand_that_can_be_had_is_known() -> None:
    """With equal coasters of one face each nothing can be chosen; with two faces, how many of each."""
    assert list(draft_of(laid_out((3, 3, 3, 3), (3, 3, 3, 3))).hands) == [(3, 3, 3, 3)]
    t = laid_out((1, 2, 3, 4), (6, 6, 6, 6))
    draft = draft_of(t)
    dice = [1, 2, 3, 4]
    for hand, firsts in draft.hands.items():
        assert hand[2:] == (6, 6)  # two takes from each coaster
        assert set(hand[:2]) in [set(pair) for pair in itertools.combinations(dice, 2)]
        assert {face for face in range(1, 7) if firsts >> face & 1} <= set(hand)
        assert sorted(draft.tables[hand].players[0].faces) == list(hand)
    assert {face for firsts in draft.hands.values() for face in range(1, 7) if firsts >> face & 1} == {1, 2, 3, 4}
    assert t.state.players[0].faces == []


def test_a_die_that_will_come_back_can_wait() -> None:
    """The 5 brings the monk to the noble. There is one of it, and nobody leaves it lying; of the 3 there are plenty."""
    t = laid_out((5, 3, 3, 3), (3, 3, 3, 3))
    t.state.players[0].monastery = 13
    assert taken(t, "take 3") == "take 5"


def test_the_plain_answer_stands_where_nothing_is_better() -> None:
    t = laid_out((3, 3, 2, 2), (3, 3, 2, 2))
    assert taken(t, "take 2", seconds=0.0) == "take 2"
    assert taken(t, "take 3", seconds=0.0) == "take 3"
    t = laid_out((1, 6, 1, 6), (1, 6, 1, 6))  # a brewer asks for either
    assert taken(t, "take 6") == "take 6"
    assert taken(t, "take 1") == "take 1"


def test_the_others_mind_their_business_or_ours() -> None:
    """Their guests ask for a 2, ours for a 4: only somebody envious takes our 4."""
    t = Table(evening=8)
    t.tavern(0, "r4.2", "r4.1", "r3.1").tavern(1, "r2.2", "r2.1", "r3.1")
    t.white(0, 4, 4, 1, 1).white(1, 2, 2, 4, 4).draft()
    kind = max(hand.count(4) for hand in draft_of(t).hands)
    envious = max(hand.count(4) for hand in draft_of(t, envious=True).hands)
    assert kind > envious
