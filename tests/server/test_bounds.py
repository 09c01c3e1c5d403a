"""Every game ends: going back and forth is limited, and actions that advance the game are always possible."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.tables import Bench, about, fingerprint
from tiefenthal.engine.marks import EVERY
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.changes import CHANGES
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.play import apply
from tiefenthal.engine.rules.state import State
from tiefenthal.server.protocol import frames
from tiefenthal.server.tables import bounds, log
from tiefenthal.server.tables.bounds import UNDOS, offered
from tiefenthal.server.tables.slices import Slices


def planning() -> Bench:
    bench = Bench()
    bench.until("planning")
    return bench


def first(bench: Bench, word: str) -> str | None:
    return next((action.text for action in offered(bench.game, 0) if action.text.startswith(word)), None)


def toggle(bench: Bench) -> None:
    """Place a die and take it back until that is no longer offered."""
    for _ in range(CHANGES):
        bench.play(0, first(bench, "place"))
        bench.play(0, first(bench, "back"))
    bench.play(0, first(bench, "place"))


def test_a_plan_is_changed_only_so_often_an_evening() -> None:
    bench = planning()
    toggle(bench)
    assert first(bench, "back") is None
    assert first(bench, "move") is None
    back = next(action.text for action in bench.game.legal_actions(0) if action.text.startswith("back"))
    refusal = bench.refusal(0, frames.Play(bench.table.ply, back))
    assert (refusal.code, refusal.refusal) == ("too-many-changes", bounds.too_many_changes())
    other = bench.game.legal_actions(1)[0].text
    bench.play(1, other)  # each seat has its own number of changes
    bench.play(0, "ready")
    assert offered(bench.game, 0) == []
    assert bench.refusal(0, frames.Play(bench.table.ply, "unready")).code == "too-many-changes"
    while bench.game.round == 1:  # the evening can be finished; in the next one counting starts over
        seat = bench.game.to_act[0]
        bench.play(seat, offered(bench.game, seat)[0].text)
    assert bench.game.changes()[0] == 0
    assert fingerprint(bench.loaded()) == bench.fingerprint()


def test_what_is_taken_back_is_no_change() -> None:
    bench = planning()
    toggle(bench)
    bench.command(0, frames.Undo(bench.table.ply))
    bench.command(0, frames.Undo(bench.table.ply))
    bench.play(0, first(bench, "back"))


def test_decisions_are_taken_back_only_so_often_an_evening() -> None:
    bench = planning()
    for _ in range(UNDOS - 1):
        bench.play(0, first(bench, "place"))
        bench.command(0, frames.Undo(bench.table.ply))
    bench.play(0, first(bench, "place"))
    assert bench.table.undo_way(0) == "free"
    bench.command(0, frames.Undo(bench.table.ply))
    bench.play(0, first(bench, "place"))
    for command in (frames.Undo(bench.table.ply), frames.AskUndo(bench.table.ply)):
        assert bench.refusal(0, command).code == "too-many-undos"
    assert bench.table.undo_way(0) == "no"
    assert bench.table.undo_way(1) != "no"
    assert fingerprint(bench.loaded()) == bench.fingerprint()
    while bench.game.round == 1:
        bench.play(bench.game.to_act[0])
    assert bench.table.undos == [0, 0]


def test_asking_counts_too_and_going_back_gives_no_new_ones() -> None:
    bench = Bench()
    while bench.game.round == 1:
        bench.play(bench.game.to_act[0])
    for count in range(1, 4):
        bench.command(0, frames.AskUndo(bench.table.ply))
        assert bench.table.undos == [count, 0]
        bench.command(0, frames.AnswerUndo(bench.table.ply, False))
    bench.command(0, frames.AskUndo(bench.table.ply))
    bench.command(1, frames.AnswerUndo(bench.table.ply, True))
    assert bench.game.round == 1
    while bench.game.round == 1:
        bench.play(bench.game.to_act[0])
    assert bench.table.undos == [4, 0]


def test_at_the_end_of_the_log_only_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = planning()
    monkeypatch.setattr(bounds, "MOST_ENTRIES", bench.table.length)
    for command in (frames.Say("and on"), frames.SetPace("brisk"), frames.HandOver("greedy")):
        assert bench.refusal(0, command).code == "long-history"
    bench.play(0)
    away = about(here=[0], away={1: 1000.0})
    bench.command(0, frames.HandOver("greedy", 2), away)  # nobody waits for somebody who is gone
    bench.command(1, frames.TakeBack())


def test_reading_a_log_costs_what_it_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each undo of a long game once replayed all of it."""
    bench = planning()
    place = first(bench, "place")
    back = None
    for _ in range(2 * EVERY):
        bench.add(log.Played(0, str(place)))
        back = back or first(bench, "back")
        bench.add(log.Played(0, str(back)))
    for _ in range(50):
        bench.add(log.Played(0, str(place)), log.Undone(0))
    applied = 0

    def counted(s: State, seat: int, action: Action, luck: Luck) -> None:
        nonlocal applied
        applied += 1
        apply(s, seat, action, luck)

    monkeypatch.setattr("tiefenthal.engine.game.apply", counted)
    table = bench.loaded()
    assert fingerprint(table) == bench.fingerprint()
    assert applied < len(bench.rows) + 51 * (EVERY + 1) + 3 * bench.game.ply  # the record is written too


def test_long_work_is_done_in_slices_and_in_turn() -> None:
    now = 0.0
    seen: list[str] = []

    def steps(name: str) -> Iterator[None]:
        nonlocal now
        for _ in range(6):
            now += 1.0
            seen.append(name)
            yield

    async def others() -> None:
        while len(seen) - seen.count("-") < 12:
            seen.append("-")
            await asyncio.sleep(0)

    async def run() -> None:
        slices = Slices(2.0, lambda: now)
        await asyncio.gather(slices.run(steps("a")), slices.run(steps("b")), others())

    asyncio.run(run())
    said = "".join(seen)
    assert said.replace("-", "") == "aabbaabbaabb"
    assert "aabb" not in said, "somebody else gets a turn after every slice"
