"""Choices outside a seat's turn that lead to a table one can judge at once: start cards, the round track, the juggler,
and questions on the way. Each answer is tried; what it leads to is judged with all the others in one batch."""

from typing import Final, NamedTuple

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.state import NO_CHOICE, State
from tiefenthal.players.bots.search import Judge
from tiefenthal.players.bots.search.solo_turn import act, open_table

MOST_QUESTIONS: Final = 4


def after_choice(s: State, seat: int, action: Action, luck: Luck) -> State:
    """The table after an answer, as if nobody else had to decide anything."""
    state = open_table(s, seat)
    for other, p in enumerate(state.players):
        if other != seat:
            p.choice = NO_CHOICE
    if not state.tasks:
        state.waiting = 1 << seat
    act(state, seat, action, luck)
    return state


def asks(s: State, seat: int) -> bool:
    """Whether a question to the seat is open."""
    return bool(s.tasks) and s.tasks[-1][1] == seat


def _ends(s: State, seat: int, luck: Luck, questions: int, out: list[State]) -> None:
    """Every table to which the answers to open questions can lead."""
    if asks(s, seat) and questions > 0:
        for action in legal_actions(s, seat):
            _ends(after_choice(s, seat, action, luck), seat, luck, questions - 1, out)
    else:
        out.append(s)


class RatedChoice(NamedTuple):
    """An answer, the best table it can lead to, and what that is worth."""

    action: Action
    after: State
    worth: float


def best_choice(s: State, seat: int, legal: list[Action], judge: Judge, luck: Luck) -> Action:
    """The answer that leads to the best table."""
    best = None
    for choice in rated_choices(s, seat, legal, judge, luck):
        if best is None or choice.worth > best.worth:
            best = choice
    return best.action if best is not None else legal[0]


def rated_choices(s: State, seat: int, legal: list[Action], judge: Judge, luck: Luck) -> list[RatedChoice]:
    """Every answer with the best table it can lead to."""
    states: list[State] = []
    first: list[int] = []
    for action in legal:
        first.append(len(states))
        _ends(after_choice(s, seat, action, luck), seat, luck, MOST_QUESTIONS, states)
    worths = judge.judge(states, seat)
    first.append(len(states))
    found: list[RatedChoice] = []
    for number, action in enumerate(legal):
        best = max(range(first[number], first[number + 1]), key=worths.__getitem__)
        found.append(RatedChoice(action, states[best], worths[best]))
    return found
