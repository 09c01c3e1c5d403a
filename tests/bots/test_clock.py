"""By which clock bots keep their time: that on the wall at a table, that of the processor in the arena."""

import pytest

from tests.bots.mcts.clock import CountedClock
from tiefenthal.engine.game import new_game
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.lab.arena.times import Times
from tiefenthal.players.bots import Bot
from tiefenthal.players.bots.clock import by_cpu_time, now
from tiefenthal.players.bots.mcts import Settings
from tiefenthal.players.bots.search import Effort
from tiefenthal.players.driver import drive


class Watcher(Bot):
    """Looks at the clock before every answer."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[float] = []

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The last of them."""
        self.seen.append(now())
        return legal[-1]


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks that show their names, so to speak."""
    monkeypatch.setattr("tiefenthal.players.bots.clock._clocks", [lambda: 1.0])
    monkeypatch.setattr("tiefenthal.players.bots.clock.time.process_time", lambda: 2.0)


@pytest.mark.usefixtures("clocks")
def test_one_clock_for_all() -> None:
    limits = Effort(), Settings()
    assert [now(), *[limit.clock() for limit in limits]] == [1.0] * 3
    with by_cpu_time():
        assert [now(), *[limit.clock() for limit in limits]] == [2.0] * 3
        with by_cpu_time():
            assert now() == 2.0
        assert now() == 2.0
    assert now() == 1.0


@pytest.mark.usefixtures("clocks")
def test_the_clock_is_put_back_after_trouble() -> None:
    with pytest.raises(RuntimeError), by_cpu_time():
        raise RuntimeError
    assert now() == 1.0


def test_in_the_arena_the_processor_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock moves on by a second whenever it is looked at: before the bot thinks, while it does, and after."""
    clock = CountedClock(1.0)
    monkeypatch.setattr("tiefenthal.players.bots.clock.time.process_time", clock)
    bot = Watcher()
    times = Times()
    drive(new_game(2, 1, "watched"), [bot, bot], [times, times])
    assert bot.seen == [3.0 * number + 2.0 for number in range(times.decisions)]
    assert times.mean == times.longest == 2.0
    now()
    assert clock.looks == 3 * times.decisions  # which is not the one that counts any more
