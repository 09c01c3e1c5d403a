"""A record split for a review: by seat and evening, the decisions that were made, and the tables they were made at.
Tables are views: as the seat that decided could know them.
"""

from typing import NamedTuple

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.notation import Record
from tiefenthal.engine.replay import Replay
from tiefenthal.engine.rules.actions import END_SERVING, READY_NOW, Action
from tiefenthal.engine.rules.phases import DRAFT, EVENING, PLANNING, SERVING
from tiefenthal.engine.rules.state import State
from tiefenthal.players.analysis.thinker import TURN, kind_of
from tiefenthal.players.bots.search.choices import after_choice
from tiefenthal.players.bots.search.solo_turn import act, copy, open_table


class Moment(NamedTuple):
    """A decision: the table before it, and what was done."""

    ply: int
    """How many decisions of the record come before it."""
    phase: str
    kind: str
    state: State
    actions: list[Action]
    """One; or all of a plan, or of a serving."""
    after: State | None = None
    """Where a plan or a serving led."""


class Evening:
    """What a seat did in an evening; evening 0 is the set-up."""

    def __init__(self, seat: int, number: int) -> None:
        self.seat: int = seat
        self.round: int = number
        self.decisions: list[Moment] = []
        """In the order they were begun."""
        self.chosen: State | None = None
        """The table after its last choice before the guests came."""
        self.draft: State | None = None
        """The table when the draft began: all guests are there, and all dice are rolled."""


class Moments:
    """A whole record. Raises RecordError where it breaks the rules."""

    def __init__(self, record: Record) -> None:
        self.record: Record = record
        self.evenings: dict[tuple[int, int], Evening] = {}
        """By evening and seat."""
        self.ends: dict[int, State] = {}
        """The table when all have served, by evening."""
        self._plans: dict[tuple[int, int], Moment] = {}
        self._servings: dict[tuple[int, int], Moment] = {}
        self._last: dict[int, tuple[State, int, Action]] = {}
        self.game: Game = self._walk()
        self._finish()

    def units(self) -> list[tuple[int, int]]:
        """Evenings and seats in which something was decided, in the order of play."""
        return sorted(key for key, evening in self.evenings.items() if evening.decisions)

    def evening(self, number: int, seat: int) -> Evening:
        """What a seat did in an evening."""
        return self.evenings.setdefault((number, seat), Evening(seat, number))

    def _walk(self) -> Game:
        replay = Replay(self.record)
        decisions = self.record.decisions
        for ply, (seat, action) in enumerate(decisions):
            self._look(replay.game, seat, ply, action)
            while True:
                entry = replay.step()
                if entry is None or entry.action is not None:
                    break
        return replay.to_the_end()

    def _look(self, game: Game, seat: int, ply: int, action: Action) -> None:
        """Note a decision before it is carried out."""
        phase = game.phase
        key = (game.round, seat)
        evening = self.evening(*key)
        if phase == DRAFT:
            for other in range(game.players):
                mine = self.evening(game.round, other)
                if mine.draft is None:
                    mine.draft = game.view(other).state
        if phase == PLANNING:
            if key not in self._plans:
                self._plans[key] = Moment(ply, phase, TURN, game.view(seat).state, [])
            self._plans[key].actions.append(action)
            if action is READY_NOW:
                self._plans[key] = self._plans[key]._replace(after=game.view(seat).state)
        elif phase == SERVING:
            if key not in self._servings:
                self._servings[key] = Moment(ply, phase, TURN, game.view(seat).state, [])
            self._servings[key].actions.append(action)
            self._last[game.round] = (game.view(seat).state, seat, action)
        else:
            legal = game.legal_actions(seat)
            view = game.view(seat)
            if phase == EVENING:
                evening.chosen = after_choice(view.state, seat, action, SeededChance(f"chosen {key}"))
            if len(legal) > 1:
                evening.decisions.append(Moment(ply, phase, kind_of(view, legal), view.state, [action]))

    def _finish(self) -> None:
        """What is known only when all of a plan or serving is known."""
        for key, plan in self._plans.items():
            if plan.after is not None and plan.state.players[key[1]].faces:
                self.evening(*key).decisions.append(plan)
        for key, serving in self._servings.items():
            if END_SERVING in serving.actions:
                after = played(serving.state, key[1], serving.actions)
                self.evening(*key).decisions.append(serving._replace(after=after))
        for number, (state, seat, action) in self._last.items():
            if action is END_SERVING:
                self.ends[number] = played(state, seat, [action])
        for evening in self.evenings.values():
            evening.decisions.sort(key=lambda one: one.ply)


def played(before: State, seat: int, actions: list[Action]) -> State:
    """The table after a seat's serving, or a part of it, nobody else having done anything. As in the search, a place
    of the row whose guest was recruited stays empty: who came there was not known when the turn was chosen."""
    luck = SeededChance("none is needed")
    s = copy(open_table(before, seat), seat)
    for action in actions:
        act(s, seat, action, luck)
    s.guest_deck = sorted(before.guest_deck)
    return s
