"""Hints are recorded, and made only from what a seat may know."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.server.tables import PERSON, Bench
from tests.server.test_nothing_leaks import hidden, twin_of
from tiefenthal.engine.record.notation import read_record
from tiefenthal.server.analysis import wire
from tiefenthal.server.analysis.answers import hints_of
from tiefenthal.server.http.hint_api import HintApi
from tiefenthal.server.http.thinking import Thinking
from tiefenthal.server.protocol.review import Hint
from tiefenthal.server.tables import log
from tiefenthal.server.tables.finished import finished_game, read_info
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.table import Table


@pytest.mark.parametrize(
    ("players", "agreed", "allowed"),
    [
        ([PERSON, "greedy"], None, True),
        ([PERSON, "greedy"], False, False),
        ([PERSON, PERSON], None, False),
        ([PERSON, PERSON, "greedy"], True, True),
    ],
)
def test_who_may(players: list[str], agreed: bool | None, allowed: bool) -> None:
    bench = Bench(players)
    bench.table.hints = agreed
    assert bench.table.may_hint is allowed


def test_the_record_says_where_hints_were_given() -> None:
    bench = Bench(["greedy", "greedy", "greedy"])
    while not bench.game.over:
        seat = bench.game.to_act[0]
        if bench.game.ply in (3, 20) or (bench.game.ply == 30 and seat == 1):
            bench.add(log.Hinted(seat, bench.game.ply, 1), log.Hinted(seat, bench.game.ply, 3))
        bench.add(log.Played(seat, bench.game.legal_actions(seat)[-1].text))
    bench.table.id = "A" * 22
    stored = asyncio.run(finished_game(bench.table, 0.0, Slices()))
    counts = read_info(stored).hints
    assert sum(counts) >= 2
    tag = read_record(stored.text).tags["Hints"]
    assert hints_of(tag, 3) == counts
    assert Table.load("again", bench.rows).hinted == bench.table.hinted


@pytest.mark.parametrize("text", ["", "p1", "p9 3", "px 3, p2 1 2", "p2 " + "9 " * 50, "p1 1, p0 3, p-1 2, p١ 3"])
def test_a_tag_that_says_something_else_does_no_harm(text: str) -> None:
    assert len(hints_of(text, 2)) == 2


class Listening(Thinking):
    """Records its questions."""

    def __init__(self) -> None:
        super().__init__(seconds=1.0, niceness=0, waiting=1, of_one_address=1)
        self.asked: list[wire.Advise] = []

    async def ask(self, requester: object, question: wire.Question) -> Any:
        assert isinstance(question, wire.Advise)
        self.asked.append(question)
        return Hint(0, 3, "turn", "dice", "", [], [], "", [])


def test_what_is_hidden_changes_no_byte_of_the_question() -> None:
    listening = Listening()
    api = HintApi(cast("TableRegistry", None), listening)
    call = cast("Any", SimpleNamespace(requester=None))
    bench = Bench([PERSON, PERSON, PERSON], modules=5)
    differed = 0
    while bench.game.round < 3:
        seat = bench.game.to_act[-1]
        twin = twin_of(bench.game, seat, str(bench.game.ply))
        differed += hidden(twin.state) != hidden(bench.game.state)
        asyncio.run(api._think(call, bench.game.view(seat), "en"))
        asyncio.run(api._think(call, twin.view(seat), "en"))
        one, other = listening.asked[-2:]
        assert bytes(one.view) == bytes(other.view)
        bench.play(seat)
    assert differed > 20
