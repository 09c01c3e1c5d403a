"""What determines a day's game, and which day it is when clocks are wrong."""

import hashlib
import hmac

from tests.server.daily.house import HOUR, NOON, TODAY, Clocks
from tiefenthal.server.daily import plan
from tiefenthal.server.daily.clock import STEADY, DayClock
from tiefenthal.server.store.days import DayRow

SECRET = b"s" * 32
DAY = 24 * HOUR


def test_the_seed_is_an_hmac_of_the_date_and_nothing_else_is_derived_from_it() -> None:
    wanted = hmac.new(SECRET, b"tiefenthal daily seed 2026-11-18", hashlib.sha256).hexdigest()
    assert plan.seed_of(SECRET, TODAY) == wanted
    others = {plan.seed_of(SECRET, "2026-11-19"), plan.seed_of(b"t" * 32, TODAY), plan.bot_seed_of(SECRET, TODAY)}
    assert len(others | {wanted}) == 4


def test_the_set_up_follows_from_the_date() -> None:
    week = [plan.setup_of(f"2026-11-{day}").modules for day in range(16, 23)]
    assert week == [1, 2, 3, 4, 5, 5, 3]
    assert len({plan.setup_of(f"2026-11-{day}").character for day in range(16, 21)}) == 5
    assert {plan.setup_of(f"2026-11-{day}").bot for day in range(16, 23)} == {"innkeeper"}


def test_days_are_utc_and_close_an_hour_after_midnight() -> None:
    assert plan.day_at(NOON) == TODAY
    assert plan.day_at(plan.ends(TODAY) - 0.001) == TODAY
    assert plan.day_at(plan.ends(TODAY)) == "2026-11-19" == plan.day_after(TODAY)
    assert plan.closes(TODAY) - plan.ends(TODAY) == HOUR
    assert plan.day_after("2028-02-28") == "2028-02-29"
    assert [plan.is_day(text) for text in ("2026-11-18", "2026-02-30", "20261118")] == [True, False, False]


def row(clocks: Clocks) -> DayRow:
    return DayRow(TODAY, b"{}", clocks.wall, clocks.ran, clocks.boot)


def test_a_day_is_over_when_it_is() -> None:
    clocks = Clocks()
    clock, today = clocks.day_clock(), row(clocks)
    clocks.pass_(13 * HOUR - 1)
    assert not clock.is_over(today)
    clocks.pass_(1)
    assert clock.is_over(today)


def test_a_clock_that_jumps_ahead_is_not_believed() -> None:
    clocks = Clocks()
    clock, today = clocks.day_clock(), row(clocks)
    assert clock.now() == NOON
    clocks.wall += 5 * DAY
    assert clock.now() == NOON
    assert not clock.is_over(today)
    clocks.pass_(STEADY / 2)
    assert clock.now() == NOON + STEADY / 2
    clocks.wall -= 5 * DAY  # corrected
    assert clock.now() == clocks.wall
    clocks.wall += 5 * DAY
    clock.now()
    clocks.pass_(STEADY)
    assert clock.now() == clocks.wall, "it runs evenly again"
    assert not clock.is_over(today), "the other clock has not got there"
    clocks.pass_(13 * HOUR)
    assert clock.is_over(today)


def test_a_jump_while_the_program_did_not_run_is_noticed_too() -> None:
    clocks = Clocks()
    today = row(clocks)
    clocks.pass_(HOUR)
    clocks.wall += 2 * DAY
    again = clocks.day_clock()
    again.recall(today)
    assert again.now() == NOON + HOUR
    assert not again.is_over(today)


def started_again(clocks: Clocks, boot: str) -> DayClock:
    clocks.boot, clocks.ran = boot, 10.0
    return clocks.day_clock()


def test_after_a_start_of_the_machine_a_day_is_closed_when_the_clock_has_run_evenly() -> None:
    """It may have started with a wrong clock, which is set right after a while."""
    clocks = Clocks()
    today = row(clocks)
    clocks.wall += 26 * HOUR
    clock = started_again(clocks, "second")
    assert clock.now() == clocks.wall
    assert not clock.is_over(today)
    clocks.pass_(STEADY / 2)
    assert not clock.is_over(today)
    clocks.wall -= 26 * HOUR  # set right
    clock.now()
    clocks.pass_(STEADY / 2)
    assert not clock.is_over(today)
    clocks.pass_(STEADY)
    assert clock.now() == clocks.wall
    assert not clock.is_over(today)
    clocks.pass_(12 * HOUR)
    assert clock.is_over(today)


def test_a_machine_that_never_runs_for_long_closes_a_day_at_its_second_start_after_it() -> None:
    clocks = Clocks()
    today = row(clocks)
    clocks.wall += DAY
    clock = started_again(clocks, "second")
    next_day = DayRow(plan.day_at(clock.now()), b"{}", clocks.wall, clocks.ran, clocks.boot)
    assert not clock.is_over(today, [today, next_day])
    clocks.wall += DAY
    clock = started_again(clocks, "third")
    assert clock.is_over(today, [today, next_day])
    assert not clock.is_over(next_day, [today, next_day])


def test_a_clock_that_is_corrected_a_little_is_followed() -> None:
    clocks = Clocks()
    clock = clocks.day_clock()
    clock.now()
    for step in (120.0, -200.0):
        clocks.wall += step
        assert clock.now() == clocks.wall
