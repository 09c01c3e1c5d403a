"""Asking the turn planner about a table laid out by hand."""

from tests.table import Table
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import END_SERVING
from tiefenthal.engine.rules.play import acting, apply, legal_actions
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.view import view_of
from tiefenthal.players.bots.greedy import GreedyBot
from tiefenthal.players.bots.search import STEADY, Effort, Turn, best_turns
from tiefenthal.players.bots.search.heuristic import HeuristicJudge

ALL_AREAS = ("tables", "server", "cashbox", "monk", "dishwasher", "safe", "barrel", "brewer", "beer_storage")


def all_but(*areas: str) -> tuple[str, ...]:
    """Every area except these."""
    return tuple(area for area in ALL_AREAS if area not in areas)


def best(t: Table, seat: int = 0, effort: Effort = STEADY) -> Turn:
    """The best turn found; it must be playable to its end by the rules alone."""
    turns = best_turns(t.state, seat, HeuristicJudge(), effort, SeededChance("test"))
    assert turns
    return turns[0]


def words(turn: Turn) -> list[str]:
    """The actions of a turn as texts."""
    return [action.text for action in turn.actions]


def gain(t: Table, turn: Turn, seat: int = 0) -> int:
    """Points a turn adds to the score."""
    return score(turn.after, seat) - score(t.state, seat)


def greedy_gain(t: Table, seat: int = 0) -> int:
    """Points the greedy bot makes of the same turn; the table is not changed."""
    s = t.state.clone()
    bot = GreedyBot(1)
    before = score(s, seat)
    luck = SeededChance("greedy")
    while not s.over and acting(s):
        who = next(other for other in range(len(s.players)) if acting(s) >> other & 1)
        legal = legal_actions(s, who)
        if who != seat:
            return score(s, seat) - before
        action = legal[0] if len(legal) == 1 else bot.choose(view_of(s, who), legal)
        apply(s, who, action, luck)
        if action is END_SERVING:
            break
    return score(s, seat) - before


def in_order(done: list[str], *wanted: str) -> bool:
    """Whether these actions come in this order, others in between or not."""
    at = iter(done)
    return all(any(text == want for text in at) for want in wanted)
