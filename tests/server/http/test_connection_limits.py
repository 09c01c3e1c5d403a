"""Which connections are accepted, which are closed, and what the owner is told."""

import resource

import pytest

from tests.server.http.test_metrics import values
from tiefenthal.server.config import limits_for
from tiefenthal.server.http.connection_limits import ConnectionLimits, TooFewFilesError, most_connections
from tiefenthal.server.metrics import Metrics


class FakeConnection:
    """A connection that remembers how it ended."""

    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


def admitted(connection_limits: ConnectionLimits, address: str, count: int = 1) -> list[FakeConnection]:
    found = [FakeConnection() for _ in range(count)]
    for connection in found:
        assert connection_limits.admit(connection, address)
    return found


def test_one_address_has_a_limit_and_its_longest_idle_connection_is_closed() -> None:
    connection_limits = ConnectionLimits(100, 3)
    first, second, third = admitted(connection_limits, "192.0.2.1", 3)
    connection_limits.mark_busy(first)
    (fourth,) = admitted(connection_limits, "192.0.2.1")
    assert [connection.aborted for connection in (first, second, third, fourth)] == [False, True, False, False]
    assert len(connection_limits) == 3
    admitted(connection_limits, "192.0.2.2", 3)


def test_a_connection_that_was_busy_is_idle_for_the_shortest_time() -> None:
    connection_limits = ConnectionLimits(100, 2)
    first, second = admitted(connection_limits, "192.0.2.1", 2)
    connection_limits.mark_busy(first)
    connection_limits.mark_idle(first)
    admitted(connection_limits, "192.0.2.1")
    assert (first.aborted, second.aborted) == (False, True)


def test_an_address_with_only_busy_connections_gets_no_more() -> None:
    connection_limits = ConnectionLimits(100, 2)
    for connection in admitted(connection_limits, "2001:db8::1", 2):
        connection_limits.mark_busy(connection)
    assert not connection_limits.admit(FakeConnection(), "2001:db8::2")
    assert connection_limits.admit(FakeConnection(), "2001:db8:0:1::2")


def test_a_full_server_closes_idle_connections_for_new_ones() -> None:
    connection_limits = ConnectionLimits(4, 2)
    connections = [connection for number in range(4) for connection in admitted(connection_limits, f"192.0.2.{number}")]
    admitted(connection_limits, "198.51.100.1")
    assert [connection.aborted for connection in connections] == [True, False, False, False]
    for connection in connections[1:]:
        connection_limits.mark_busy(connection)
    admitted(connection_limits, "198.51.100.2")  # in place of the one before
    assert len(connection_limits) == 4


def test_a_server_with_only_busy_connections_is_full() -> None:
    connection_limits = ConnectionLimits(2, 2)
    for number in range(2):
        connection_limits.mark_busy(admitted(connection_limits, f"192.0.2.{number}")[0])
    late = FakeConnection()
    assert not connection_limits.admit(late, "192.0.2.9")
    connection_limits.remove(late)  # as when it ends, although it was never accepted
    assert len(connection_limits) == 2


def test_the_last_part_is_reserved_for_players() -> None:
    connection_limits = ConnectionLimits(16, 16)
    tight = []
    connections = []
    for number in range(14):
        tight.append(connection_limits.nearly_full)
        connections += admitted(connection_limits, f"192.0.2.{number}")
    tight.append(connection_limits.nearly_full)
    connection_limits.remove(connections[-1])
    assert [*tight, connection_limits.nearly_full] == [False] * 14 + [True, False]


def test_a_proxys_connections_count_for_its_clients() -> None:
    connection_limits = ConnectionLimits(100, 2)
    ours, theirs = admitted(connection_limits, "127.0.0.1", 2)
    assert connection_limits.reassign(ours, "192.0.2.1")
    assert connection_limits.reassign(ours, "192.0.2.1")
    admitted(connection_limits, "127.0.0.1")
    assert not theirs.aborted
    busy = admitted(connection_limits, "192.0.2.1")[0]
    for connection in (ours, busy):
        connection_limits.mark_busy(connection)
    assert not connection_limits.reassign(theirs, "192.0.2.1")


def test_ended_connections_are_counted_each_time_and_logged_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, object]] = []
    monkeypatch.setattr("tiefenthal.server.logs.event", lambda what, **fields: said.append((what, fields["count"])))
    now = 0.0
    metrics = Metrics()
    connection_limits = ConnectionLimits(100, 1, metrics, clock=lambda: now)
    for _ in range(5):
        admitted(connection_limits, "192.0.2.1")
    found = values(metrics)
    assert found["tiefenthal_connections"] == 1
    assert found["tiefenthal_connections_most"] == 100
    assert found["tiefenthal_connections_ended_total made-room"] == 4
    assert said == [("connections ended", 1)]
    now = 11.0
    admitted(connection_limits, "192.0.2.1")
    assert said == [("connections ended", 1), ("connections ended", 4)]


def test_the_share_of_an_address_grows_with_its_rate() -> None:
    assert limits_for(40).connections == 200
    assert limits_for(80).connections == 400
    assert limits_for(1).connections == 5


@pytest.mark.parametrize(
    ("limits", "most", "raised"),
    [
        ((1_024, 524_288), 10_000, (10_064, 524_288)),
        ((1_024, 4_096), 4_032, (4_096, 4_096)),
        ((400, 400), 336, None),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), 10_000, None),
        ((1_024, resource.RLIM_INFINITY), 10_000, (10_064, resource.RLIM_INFINITY)),
    ],
)
def test_the_limit_of_open_files_is_raised_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], most: int, raised: tuple[int, int] | None
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: asked.append(wanted))
    assert most_connections() == most
    assert [wanted for wanted in asked if wanted != limits] == ([raised] if raised else [])


def test_too_few_files_are_reported_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (64, 64))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    with pytest.raises(TooFewFilesError, match=r"only 64 files.*ulimit -n"):
        most_connections()
