"""Choices outside a seat's turn that lead to a table one can judge at once: start cards, the round track, the juggler,
and questions on the way. Each answer is tried; what it leads to is judged with all the others in one batch.
"""

from typing import Final, NamedTuple

from tiefenthal.engine.components.kinds import bonus_amount
from tiefenthal.engine.rules.actions import CHOOSE, CHOOSE_SIDE_1, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import CLOSING_TIME, phase_of
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.state import NO_CHOICE, State
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.judge import Judge
from tiefenthal.players.bots.search.solo_turn import act, open_table
from tiefenthal.players.bots.search.summary import survey

MOST_QUESTIONS: Final = 4
EQUAL: Final = 1e-9  # points by which an answer is no better than another


class RatedChoice(NamedTuple):
    """An answer, the best table it can lead to, and what that is worth."""

    action: Action
    after: State
    worth: float


class ChoiceJudge:
    """Judges what an answer leads to by the heuristic."""

    def __init__(self, heuristic: HeuristicValue) -> None:
        self.heuristic: HeuristicValue = heuristic

    def judge(self, states: list[State], seat: int) -> list[float]:
        """In points at the end of the game."""
        return [self._worth(s, seat) for s in states]

    def _worth(self, s: State, seat: int) -> float:
        t = survey(s, seat)
        if phase_of(s) not in CLOSING_TIME:
            t.left = s.setup.edition.rounds - max(0, s.round - 1)  # this evening is still to come
            t.dice = s.players[seat].coloured
        return self.heuristic.value(t)


def quick_choice(s: State, seat: int, legal: list[Action], heuristic: HeuristicValue, luck: Luck) -> Action:
    """The answer with the best heuristic."""
    if legal[0].kind == CHOOSE and legal[0].a == CHOOSE_SIDE_1:
        entertainer = bonus_amount(s.setup.round_track[s.round][0])
        return legal[heuristic.sides[entertainer]]
    return best_choice(s, seat, legal, ChoiceJudge(heuristic), luck)


def best_choice(s: State, seat: int, legal: list[Action], judge: Judge, luck: Luck) -> Action:
    """The answer that leads to the best table."""
    rated = rated_choices(s, seat, legal, judge, luck)
    best = rated[0]
    for choice in rated:
        if choice.worth > best.worth + EQUAL:
            best = choice
    return best.action


def rated_choices(s: State, seat: int, legal: list[Action], judge: Judge, luck: Luck) -> list[RatedChoice]:
    """Every answer with the best table it can lead to."""
    states: list[State] = []
    first: list[int] = []
    for action in legal:
        first.append(len(states))
        _add_ends(_answered(s.clone(), seat, action, luck), seat, luck, MOST_QUESTIONS, states)
    worths = judge.judge(states, seat)
    first.append(len(states))
    found: list[RatedChoice] = []
    for number, action in enumerate(legal):
        best = max(range(first[number], first[number + 1]), key=worths.__getitem__)
        found.append(RatedChoice(action, states[best], worths[best]))
    return found


def after_choice(s: State, seat: int, action: Action, luck: Luck) -> State:
    """The table after an answer, as the seat may know it and as if nobody else had to decide anything."""
    return _answered(open_table(s, seat), seat, action, luck)


def asks(s: State, seat: int) -> bool:
    """Whether a question to the seat is open."""
    return bool(s.tasks) and s.tasks[-1][1] == seat


def _answered(state: State, seat: int, action: Action, luck: Luck) -> State:
    """This state after an answer."""
    for other, p in enumerate(state.players):
        if other != seat:
            p.choice = NO_CHOICE
    if not state.tasks:
        state.waiting = 1 << seat
    act(state, seat, action, luck)
    return state


def _add_ends(s: State, seat: int, luck: Luck, questions: int, out: list[State]) -> None:
    """Every table to which the answers to open questions can lead."""
    if asks(s, seat) and questions > 0:
        for action in legal_actions(s, seat):
            _add_ends(_answered(s.clone(), seat, action, luck), seat, luck, questions - 1, out)
    else:
        out.append(s)
