"""A machine that plays any set-up in any way, and checks after every step what must always hold."""

import json

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tiefenthal import Game, IllegalActionError, SeededChance, UndoError, determinize, new_game, parse_action
from tiefenthal.engine.record.position import canonical_json, state_from_position, view_document
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.invariants import problems
from tiefenthal.engine.view import view_of

NUMBERS = st.integers(min_value=0, max_value=10**6)


class GameMachine(RuleBasedStateMachine):
    """One game of any size, played, refused, undone, cloned and looked at."""

    game: Game

    @initialize(
        players=st.integers(2, 4),
        modules=st.integers(1, 5),
        seed=st.integers(0, 10**6),
        skip=st.integers(0, 12) | st.integers(0, 500),
    )
    def begin(self, players: int, modules: int, seed: int, skip: int) -> None:
        """Somewhere in a random game."""
        self.game = new_game(players=players, modules=modules, seed=seed)
        numbers = SeededChance(f"moves {seed}")
        for _ in range(skip):
            if self.game.over:
                break
            seat = self.game.to_act[numbers.pick("seat", len(self.game.to_act))]
            legal = self.game.legal_actions(seat)
            self.game.play(seat, legal[numbers.pick("move", len(legal))])

    def _some_seat(self, number: int) -> int:
        return self.game.to_act[number % len(self.game.to_act)]

    @precondition(lambda self: not self.game.over)
    @rule(who=NUMBERS, what=NUMBERS)
    def play(self, who: int, what: int) -> None:
        """A legal action is accepted, as such or as its text, and undo takes exactly it back."""
        seat = self._some_seat(who)
        legal = self.game.legal_actions(seat)
        action = legal[what % len(legal)]
        assert parse_action(str(action)) is action
        before, ply, reveals = self.game.digest, self.game.ply, self.game.state.reveals
        self.game.play(seat, str(action) if what % 2 else action)
        assert self.game.ply == ply + 1
        undone = self.game.clone()
        if self.game.state.reveals == reveals:
            undone.undo()
            assert undone.digest == before
            undone.play(seat, action)
            assert undone.digest == self.game.digest
        else:
            with pytest.raises(UndoError):
                undone.undo()  # never across new information
        assert undone.digest == self.game.digest

    @rule(who=st.integers(-1, 4), what=NUMBERS)
    def refuse(self, who: int, what: int) -> None:
        """Whatever is not legal is refused with a rule, and nothing changes."""
        action = ACTIONS[what % len(ACTIONS)]
        if action in self.game.legal_actions(who):
            return
        before = canonical_json(self.game.position())
        refusal = self.game.why_not(who, action)
        assert refusal is not None
        assert refusal.rule.partition("-")[2].isdigit()
        with pytest.raises(IllegalActionError) as caught:
            self.game.play(who, action)
        assert caught.value.refusal.rule == refusal.rule
        assert canonical_json(self.game.position()) == before

    @rule()
    def legal_is_accepted(self) -> None:
        """The list of legal actions and the reasons against actions are two accounts of the same rules."""
        for seat in range(self.game.players):
            legal = set(self.game.legal_actions(seat))
            for action in ACTIONS:
                assert (self.game.why_not(seat, action) is None) == (action in legal), (seat, action)

    @precondition(lambda self: not self.game.over)
    @rule(what=NUMBERS)
    def clone(self, what: int) -> None:
        """A clone plays on alone, with the same luck."""
        before = self.game.digest
        one, two = self.game.clone(), self.game.clone()
        for step in range(8):
            if one.over:
                break
            seat = one.to_act[what % len(one.to_act)]
            legal = one.legal_actions(seat)
            action = legal[(what + step) % len(legal)]
            one.play(seat, action)
            two.play(seat, action)
        assert self.game.digest == before
        assert one.digest == two.digest

    @rule(seat=st.integers(-1, 3), luck=NUMBERS)
    def hidden_things_do_not_show(self, seat: int, luck: int) -> None:
        """Fill in what is hidden again: the seat's view is the same to the byte, and the result is a sound state."""
        viewer = min(seat, self.game.players - 1)
        view = self.game.view(viewer if viewer >= 0 else None)
        other = determinize(view, SeededChance(f"other {luck}"))
        assert problems(other) == []
        again = view_of(other, viewer)
        assert canonical_json(view_document(again)) == canonical_json(view_document(view))
        if viewer >= 0:
            assert again.legal_actions() == view.legal_actions() == self.game.legal_actions(viewer)

    @rule()
    def positions_and_records_round_trip(self) -> None:
        """A position goes through JSON text unchanged; a record replays to the same game."""
        document = self.game.position()
        text = json.dumps(document)
        assert canonical_json(Game.from_position(text, seed=1).position()) == canonical_json(document)
        assert state_from_position(document).round == self.game.round
        record = self.game.record
        again = Game.from_record(record)
        assert again.digest == self.game.digest
        assert again.record == record

    @invariant()
    def nothing_is_created_or_lost(self) -> None:
        """Cards by kind, dice, schnapps, nobles, signatures; and whoever is waited for can act."""
        if not hasattr(self, "game"):
            return
        assert problems(self.game.state) == []
        assert self.game.over == (not self.game.to_act)
        for seat in self.game.to_act:
            assert self.game.legal_actions(seat)


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(
    max_examples=60, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
