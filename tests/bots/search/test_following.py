"""How often a bot searches."""

from typing import Any

import pytest

from tests.table import Table
from tiefenthal.engine.rules.actions import END_SERVING
from tiefenthal.engine.rules.play import apply, legal_actions
from tiefenthal.engine.view import view_of
from tiefenthal.players.bots.search import QUICK, SearchBot, Turn, best_turns
from tiefenthal.players.bots.search.heuristic import HeuristicJudge


class TestFollowing:
    """A line is followed as long as the table looks as expected."""

    def count(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        from tiefenthal.players.bots.search import bot as module

        searched: list[int] = []

        def counted(*args: Any) -> list[Turn]:
            searched.append(1)
            return best_turns(*args)

        monkeypatch.setattr(module, "best_turns", counted)
        return searched

    def serve(self, t: Table, player: SearchBot, seat: int) -> list[str]:
        done: list[str] = []
        while not done or done[-1] != "end":
            legal = legal_actions(t.state, seat)
            action = player.choose(view_of(t.state, seat), legal)
            done.append(action.text)
            if action is not END_SERVING:
                apply(t.state, seat, action, t.luck)
        return done

    def test_one_search_is_enough(self, monkeypatch: pytest.MonkeyPatch) -> None:
        searched = self.count(monkeypatch)
        t = Table(evening=3).tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 t1", "2 t2", "6 cashbox").stores(0, thalers=2)
        self.serve(t.serving(0), SearchBot(HeuristicJudge(), QUICK, 1), 0)
        assert len(searched) == 1

    def test_a_guest_who_is_gone_makes_it_think_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Seat 1 serves first and takes a guest of the row: the plan of seat 0 is looked at again."""
        searched = self.count(monkeypatch)
        t = Table(start=1, evening=3).row("g5.3.5", "g6.4.6", "g7.2.7", "g4.4.4")
        t.tavern(0, "r3.2", "r2.2", "r4.2").dice(0, 1, 6, 6, 3).stores(1, beer=5)
        t.tavern(1, "r3.2", "r2.2", "r4.2").planning()
        player = SearchBot(HeuristicJudge(), QUICK, 1)
        while t.state.waiting & 1:
            t.do(0, player.choose(view_of(t.state, 0), legal_actions(t.state, 0)).text)
        assert len(searched) == 1
        t.do(1, "ready", "recruit row1", "end")
        self.serve(t, player, 0)
        assert len(searched) >= 2
