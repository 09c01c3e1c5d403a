"""Token buckets: exact with an injected clock, and bounded in memory."""

import math
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiefenthal.server.limits import NO_LIMIT, Limits, Rate, address_key, client_address, request_cost, too_fast


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills() -> None:
    clock = Clock()
    limits = Limits(chat=Rate(2, 4), clock=clock)
    assert [limits.allow("chat", 7) for _ in range(4)] == [0, 0, 0, 0]
    assert limits.allow("chat", 7) == 0.5
    assert limits.allow("chat", 7, 3) == 1.5
    clock.now = 0.5
    assert limits.allow("chat", 7) == 0
    assert limits.allow("chat", 7) == 0.5
    clock.now = 1000
    assert [limits.allow("chat", 7) for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_keys_and_kinds_are_apart() -> None:
    limits = Limits(chat=Rate(1, 1), table=Rate(1, 1), clock=Clock())
    assert limits.allow("chat", 1) == 0
    assert limits.allow("chat", 2) == 0
    assert limits.allow("table", 1) == 0
    assert limits.allow("chat", 1) > 0


def test_what_costs_more_than_a_bucket_holds_waits_for_a_full_one() -> None:
    clock = Clock()
    limits = Limits(check=Rate(1, 5), clock=clock)
    assert limits.allow("check", "a", 50) == 0
    assert limits.allow("check", "a", 50) == 5
    clock.now = 5
    assert limits.allow("check", "a", 50) == 0


def test_what_is_reserved_is_waited_for_in_turn() -> None:
    clock = Clock()
    limits = Limits(address=Rate(2, 2), clock=clock)
    assert [limits.reserve("address", "a", 1, 1) for _ in range(6)] == [0, 0, 0.5, 1, math.inf, math.inf]
    assert limits.allow("address", "a") == 1.5
    clock.now = 1.5  # all that waited have had their turn, and there is one more
    assert limits.reserve("address", "a", 1, 1) == 0
    assert limits.reserve("address", "b", 0.25, 1) == 0


def test_what_a_request_counts_for() -> None:
    assert request_cost("/healthz") == request_cost("/metrics") == 0
    assert 0 < request_cost("/static/js/main.js") < 1
    assert request_cost("/") == request_cost("/api/tables") == request_cost("/table/x") == 1


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    clock = Clock()
    clock.now = 100
    limits = Limits(chat=Rate(1, 1), clock=clock)
    assert limits.allow("chat", 1) == 0
    clock.now = 50
    assert limits.allow("chat", 1) == 1


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 3)), max_size=60))
def test_nobody_gets_more_than_the_rate(steps: list[tuple[float, float]]) -> None:
    clock = Clock()
    limits = Limits(frame=Rate(2, 6), clock=clock)
    taken = 0.0
    for pause, cost in steps:
        clock.now += pause
        wait = limits.allow("frame", "x", cost)
        if wait == 0:
            taken += cost
        else:
            clock.now += wait + 1e-9  # what was promised is kept
            assert limits.allow("frame", "x", cost) == 0
            taken += cost
        assert taken <= 6 + 2 * clock.now + 1e-6


def test_memory_is_bounded_and_the_last_used_stay() -> None:
    limits = Limits(address=Rate(1, 1), clock=Clock(), largest=100)
    limits.allow("address", "me")
    for number in range(1000):
        limits.allow("address", f"flood {number}")
        assert limits.allow("address", "me") > 0  # still empty: a flood of others does not reset it
    assert limits.remembered("address") == 100


def test_a_flood_of_addresses_costs_little() -> None:
    limits = Limits(clock=Clock())
    tracemalloc.start()
    for number in range(30_000):
        limits.allow("address", str(number))
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert limits.remembered("address") == limits.largest
    assert used < 10_000_000


def test_forgetting() -> None:
    limits = Limits(frame=Rate(1, 1), clock=Clock())
    limits.allow("frame", 1)
    limits.forget("frame", 1)
    limits.forget("frame", 2)
    assert limits.allow("frame", 1) == 0


def test_no_limit() -> None:
    limits = Limits(address=NO_LIMIT, clock=Clock())
    assert all(limits.allow("address", "a", 1000) == 0 for _ in range(100))
    assert limits.remembered("address") == 0


def test_wrong_rates_are_refused() -> None:
    for rate in (Rate(0, 5), Rate(1, 0), Rate(-1, 5), Rate(math.nan, 5)):
        with pytest.raises(ValueError, match="the limit chat"):
            Limits(chat=rate)
    with pytest.raises(KeyError):
        Limits().allow("unknown", 1)


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_whose_an_address_is(host: str, key: str) -> None:
    assert address_key(host) == key
    assert client_address({"client": (host, 1)}) == key


def test_a_request_without_an_address_is_local() -> None:
    assert client_address({"client": None}) == "local"


def test_the_refusal_says_when_to_come_back() -> None:
    refusal = too_fast(0.2)
    assert (refusal.status, refusal.code, refusal.headers) == (429, "too-fast", (("retry-after", "1"),))
    assert "1 second." in refusal.words
    assert "13 seconds." in too_fast(12.1).words
