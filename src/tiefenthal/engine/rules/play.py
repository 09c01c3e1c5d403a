"""The engine's four questions to a state: who acts, what is legal, why not, and what an action does.

Nothing here knows a rule; it walks the sequence of play and the stack of tasks.
"""

from tiefenthal.engine.rules.actions import Action, Listed, Offers
from tiefenthal.engine.rules.flow import Effect
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.state import State


def acting(s: State) -> int:
    """The set of seats the game waits for, as bits."""
    if s.tasks:
        return 1 << s.tasks[-1][1]
    return s.waiting


def legal_actions(s: State, seat: int, changes: bool = True) -> list[Action]:
    """Everything the seat can do now, in a stable order. A seat that is ready may still have something to take back.
    Without `changes`, less what only changes a plan already made (`changes.py`)."""
    out = Listed()
    offer(s, seat, out, changes)
    return out.actions


def offer(s: State, seat: int, out: Offers, changes: bool) -> None:
    """The same, put wherever the caller wants it. Once the game is over, its last step offers nothing."""
    if seat < 0 or seat >= s.setup.players:
        return
    if s.tasks:
        effect, asked, arg = s.tasks[-1]
        if asked == seat:
            s.setup.flow.effects[effect].offer(s, seat, arg, out)
    else:
        s.setup.flow.steps[s.step].offer(s, seat, out, changes)


def candidates(s: State, seat: int) -> list[Action]:
    """What a seat that decides sees before it, possible or not, in a stable order: cards, areas, guests, dice and
    tables one can point at. What is possible is among the legal actions, for the rest `why_not` has a reason."""
    if s.over or not acting(s) >> seat & 1:
        return []
    if s.tasks:
        return s.setup.flow.effects[s.tasks[-1][0]].candidates(s, seat)
    return s.setup.flow.steps[s.step].candidates(s, seat)


def why_not(s: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat cannot do this now, with the rule; None if it can."""
    if s.over:
        return refuse("G-2", "over")
    if not 0 <= seat < len(s.players):
        return refuse("S-1", "no-seat", seat=seat, n=len(s.players))
    if s.tasks:
        effect, asked, arg = s.tasks[-1]
        if asked != seat:
            return refuse("R-7", "other-bonus")
        return s.setup.flow.effects[effect].why_not(s, seat, arg, action)
    return s.setup.flow.steps[s.step].why_not(s, seat, action)


def apply(s: State, seat: int, action: Action, luck: Luck) -> None:
    """Carry out a legal action and everything that follows without a decision. The only thing that changes a state."""
    if s.tasks:
        effect, asked, arg = s.tasks.pop()
        s.setup.flow.effects[effect].answer(s, asked, arg, action)
    else:
        s.setup.flow.steps[s.step].do(s, seat, action, luck)
    if s.tasks or s.waiting == 0:
        advance(s, luck)


def settle(s: State, luck: Luck) -> None:
    """Resolve the stack, up to a question."""
    effects = s.setup.flow.effects
    while s.tasks:
        task = s.tasks[-1]
        effect: Effect = effects[task[0]]
        if effect.question:
            if effect.asks(s, task[1], task[2]):
                return
            s.tasks.pop()
        else:
            s.tasks.pop()
            effect.resolve(s, task[1], task[2], luck)


def advance(s: State, luck: Luck) -> None:
    """Resolve the stack and walk the sequence of play until somebody has to decide, or the game is over."""
    flow = s.setup.flow
    while True:
        if s.tasks:
            settle(s, luck)
            if s.tasks:
                return
        if s.waiting or s.over:
            return
        s.step += 1
        if s.step == len(flow.steps):
            s.step = flow.first_evening
        flow.steps[s.step].begin(s, luck)


def question_of(s: State) -> str:
    """What the seats that act are asked: the name of the question; empty when the game is over."""
    if s.over:
        return ""
    if s.tasks:
        return s.setup.flow.effects[s.tasks[-1][0]].asked(s)
    return s.setup.flow.steps[s.step].question


def rule_of(s: State) -> str:
    """The rule that says what can be done now."""
    if s.over:
        return "G-2"
    if s.tasks:
        return s.setup.flow.effects[s.tasks[-1][0]].rule
    return s.setup.flow.steps[s.step].rule
