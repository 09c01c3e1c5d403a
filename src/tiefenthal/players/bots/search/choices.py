"""Choices outside a seat's turn that lead to a state one can judge at once: start cards, the round track, the juggler,
and questions that come up on the way. Each answer is tried, and the heuristic compares what it leads to.
"""

from typing import Final

from tiefenthal.engine.components.kinds import bonus_amount
from tiefenthal.engine.rules.actions import CHOOSE_SIDE_1, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import CLOSING_TIME, phase_of
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.state import NO_CHOICE, State
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.solo_turn import act
from tiefenthal.players.bots.search.summary import survey

MOST_QUESTIONS: Final = 4


def best_choice(s: State, seat: int, legal: list[Action], heuristic: HeuristicValue, luck: Luck) -> Action:
    """The answer with the best heuristic."""
    if legal[0].a == CHOOSE_SIDE_1 and legal[0].text.startswith("choose"):
        entertainer = bonus_amount(s.setup.round_track[s.round][0])
        return legal[heuristic.sides[entertainer]]
    best = legal[0]
    most = -1e9
    for action in legal:
        value = _worth(_after(s, seat, action, luck), seat, heuristic, luck, MOST_QUESTIONS)
        if value > most + 1e-9:
            most = value
            best = action
    return best


def _after(s: State, seat: int, action: Action, luck: Luck) -> State:
    """The table after an answer, as if nobody else had to decide anything."""
    state = s.clone()
    for other, p in enumerate(state.players):
        if other != seat:
            p.choice = NO_CHOICE
    if not state.tasks:
        state.waiting = 1 << seat
    act(state, seat, action, luck)
    return state


def _worth(s: State, seat: int, heuristic: HeuristicValue, luck: Luck, questions: int) -> float:
    """What a state is worth once its open questions are answered as well as can be."""
    if s.tasks and s.tasks[-1][1] == seat and questions > 0:
        most = -1e9
        for action in legal_actions(s, seat):
            value = _worth(_after(s, seat, action, luck), seat, heuristic, luck, questions - 1)
            if value > most:
                most = value
        return most
    t = survey(s, seat)
    if phase_of(s) not in CLOSING_TIME:
        t.left = s.setup.edition.rounds - max(0, s.round - 1)  # this evening is still to come
        t.dice = s.players[seat].coloured
    return heuristic.value(t)
