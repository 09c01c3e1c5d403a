"""Fair shares: who is next, tested on the queue alone."""

import random
from collections import defaultdict

import pytest

from tiefenthal.server.bots.fair_queue import FairQueue, Path, Turn


class Bench:
    """A queue and one worker that serves it."""

    def __init__(self) -> None:
        self.queue: FairQueue[float] = FairQueue()
        self.used: dict[Path, float] = defaultdict(float)

    def put(self, *path: str | int, seconds: float = 1.0, weight: float = 1.0) -> None:
        self.queue.put(path, seconds, weight=weight)

    def serve(self, *, again: bool = False) -> Path:
        """Serve one request, which may be repeated at once."""
        turn = self.queue.take()
        if again:
            self.queue.put(turn.path, turn.item)
        self.used[turn.path] += turn.item
        self.queue.done(turn, turn.item)
        return turn.path


def test_one_table_is_served_in_order() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(5):
        queue.put(("session", "table"), number)
    assert len(queue) == 5
    assert [queue.take().item for _ in range(5)] == [0, 1, 2, 3, 4]
    assert len(queue) == 0
    with pytest.raises(IndexError):
        queue.take()


def test_thirty_tables_of_one_session_hold_up_nobody_else() -> None:
    """A newcomer is next every time, although others wait; with first come, first served it would be last."""
    bench = Bench()
    for table in range(30):
        bench.put("many", table)
    for _ in range(10):
        assert bench.serve(again=True)[0] == "many"
        bench.put("one", "table")
        assert bench.serve() == ("one", "table")


def test_a_session_that_has_played_long_owes_nothing_to_one_that_has_just_come() -> None:
    bench = Bench()
    for _ in range(100):
        bench.put("one", "table")
        bench.serve()
    for table in range(30):
        bench.put("many", table)
    bench.put("one", "table")
    assert ("one", "table") in (bench.serve(), bench.serve())


def test_shares_are_of_time_not_of_turns() -> None:
    bench = Bench()
    bench.put("slow", "table", seconds=5.0)
    bench.put("quick", "table", seconds=0.1)
    for _ in range(1_000):
        bench.serve(again=True)
    assert bench.used[("slow", "table")] == pytest.approx(bench.used[("quick", "table")], abs=6.0)


def test_the_tables_of_a_session_take_turns() -> None:
    bench = Bench()
    for table in "abc":
        for _ in range(3):
            bench.put("session", table)
    assert "".join(str(bench.serve()[1]) for _ in range(9)) == "abcabcabc"


def test_a_heavier_share_gets_more_and_the_lighter_one_still_gets_on() -> None:
    bench = Bench()
    bench.put("people", "table", weight=8.0)
    bench.put("bots", "table")
    for _ in range(900):
        bench.serve(again=True)
    assert bench.used[("people", "table")] == pytest.approx(800, abs=2)
    assert bench.used[("bots", "table")] == pytest.approx(100, abs=2)


def test_several_hands_do_not_all_serve_the_same_session() -> None:
    queue: FairQueue[int] = FairQueue()
    for table in range(30):
        queue.put(("many", table), 0)
    queue.put(("one", 0), 0)
    assert ("one", 0) in {queue.take().path for _ in range(2)}


def test_what_is_urgent_goes_first_and_counts() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(("a", "table"), "a")
    queue.put(("b", "table"), "b")
    queue.put(("b", "table"), "urgent", urgent=True)
    turn = queue.take()
    assert turn.item == "urgent"
    queue.done(turn, 3.0)
    for _ in range(2):
        queue.put(("a", "table"), "a")
    served: list[str] = []
    while len(queue):
        turn = queue.take()
        served.append(turn.item)
        queue.done(turn, 1.0)
    assert served == ["a", "a", "a", "b"]


def test_nobody_is_remembered_for_ever() -> None:
    """Nothing is kept of those who have left, whether others always wait or nobody does."""
    idle, busy = Bench(), Bench()
    busy.put("always", "table")
    for guest in range(1_000):
        idle.put(guest, "table")
        idle.serve()
        busy.put(guest, "table")
        for _ in range(2):
            if busy.serve() == ("always", "table"):
                busy.put("always", "table")
    assert idle.queue.remembered == 0
    assert busy.queue.remembered < 5


def test_everybody_is_served_once_whatever_comes_between() -> None:
    rng = random.Random(1)
    queue: FairQueue[int] = FairQueue()
    for _ in range(100):
        coming = [(rng.randrange(3), rng.randrange(3)) for _ in range(20)]
        waiting: dict[int, Path] = {}
        under_way: list[Turn[int]] = []
        while coming or waiting or under_way:
            what = rng.choice(["put"] * bool(coming) + ["take"] * bool(waiting) + ["done"] * bool(under_way))
            if what == "put":
                path = waiting[len(coming)] = coming[-1]
                queue.put(path, len(coming), urgent=rng.random() < 0.2)
                coming.pop()
            elif what == "take":
                turn = queue.take()
                assert waiting.pop(turn.item) == turn.path
                under_way.append(turn)
            else:
                queue.done(under_way.pop(rng.randrange(len(under_way))), rng.uniform(0.0, 5.0))
            assert len(queue) == len(waiting)
        assert queue.remembered == 0
