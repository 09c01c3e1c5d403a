"""When the clock is trusted, and that nothing is removed before."""

import asyncio
from pathlib import Path

import pytest

from tests.server.store.parts import head
from tests.server.stores import open_test_store
from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.config import DAY, CleanUp
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.store.base import Row
from tiefenthal.server.tables import log
from tiefenthal.server.tables.clock_check import ClockCheck
from tiefenthal.server.tables.registry import TableRegistry

HOUR = 3600.0


class Clocks:
    """The clock of the machine, and the monotonic clock."""

    def __init__(self) -> None:
        self.wall = 1_000_000_000.0
        self.ran = 50.0

    def clock_check(self, folder: Path | None = None) -> ClockCheck:
        return ClockCheck(folder, lambda: self.wall, lambda: self.ran)

    def pass_by(self, clock_check: ClockCheck, seconds: float) -> None:
        """Time passes evenly while the server compares the clocks now and then."""
        for _ in range(int(seconds / HOUR)):
            self.wall += HOUR
            self.ran += HOUR
            clock_check.compare()


def test_a_new_server_removes_nothing_for_three_days() -> None:
    clocks = Clocks()
    clock_check = clocks.clock_check()
    assert [clock_check.may_remove] == [False]
    clocks.pass_by(clock_check, 3 * DAY - HOUR)
    assert [clock_check.may_remove] == [False]
    clocks.pass_by(clock_check, HOUR)
    assert [clock_check.may_remove] == [True]
    clock_check.note_removal()
    assert [clock_check.may_remove] == [False], "once a day"
    clocks.pass_by(clock_check, DAY)
    assert [clock_check.may_remove] == [True]


@pytest.mark.parametrize("jump", [200 * DAY, HOUR, -HOUR, -200 * DAY])
def test_after_a_jump_it_waits_again(jump: float) -> None:
    clocks = Clocks()
    clock_check = clocks.clock_check()
    clock_check.compare()
    clocks.pass_by(clock_check, 4 * DAY)
    assert [clock_check.may_remove] == [True]
    clocks.wall += jump
    assert [clock_check.may_remove] == [False]
    clocks.pass_by(clock_check, 2 * DAY)
    assert [clock_check.may_remove] == [False]
    clocks.pass_by(clock_check, DAY)
    assert [clock_check.may_remove] == [True]


@pytest.mark.parametrize(("off", "believed"), [(HOUR, True), (6 * DAY, True), (200 * DAY, False), (-DAY, False)])
def test_the_check_survives_a_restart(tmp_path: Path, off: float, believed: bool) -> None:
    clocks = Clocks()
    clock_check = clocks.clock_check(tmp_path)
    clock_check.compare()
    clocks.pass_by(clock_check, 4 * DAY)
    clocks.wall += off
    clocks.ran = 3.0
    assert clocks.clock_check(tmp_path).may_remove is believed


def test_a_file_that_cannot_be_read_is_like_none(tmp_path: Path) -> None:
    (tmp_path / "tiefenthal.clock").write_text("rubbish", encoding="ascii")
    clocks = Clocks()
    assert not clocks.clock_check(tmp_path).may_remove
    assert not clocks.clock_check(tmp_path).may_remove


def test_a_clock_far_ahead_removes_nothing_and_later_only_a_part_which_is_kept(tmp_path: Path) -> None:
    async def go() -> None:
        clocks = Clocks()
        store = open_test_store(tmp_path)
        places = [log.Place("bot", "G", bot="greedy")] * 2
        opened = log.Opened(1, 1, "reference", None, False, "brisk", 60, "aa", places)
        for number in range(20):
            rows = [Row(0, clocks.wall, log.to_bytes(opened))]
            await store.append(f"t{number}", 0, rows, head(f"t{number}", touched=clocks.wall))

        async def left() -> int:
            return len([number for number in range(20) if await store.head(f"t{number}") is not None])

        clock_check = clocks.clock_check(tmp_path)
        registry = TableRegistry(
            store,
            BotPool(1),
            Metrics(process=False),
            CleanUp(),
            lambda: clocks.wall,
            folder=tmp_path,
            clock_check=clock_check,
        )
        clock_check.compare()
        clocks.pass_by(clock_check, 4 * DAY)
        clocks.wall += 200 * DAY
        await registry.clean_up()
        assert await left() == 20
        clocks.pass_by(clock_check, 3 * DAY)
        for _ in range(3):
            await registry.clean_up()
        assert await left() == 18
        assert len(list((tmp_path / "deleted").iterdir())) == 1
        clocks.pass_by(clock_check, DAY)
        await registry.clean_up()
        assert await left() == 16
        await store.close()

    asyncio.run(go())
