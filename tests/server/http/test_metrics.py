"""Metrics for Prometheus, readable by its own parser."""

from prometheus_client.parser import text_string_to_metric_families

from tests.server.http.helpers import ask
from tiefenthal.server.http.endpoint import application, routes
from tiefenthal.server.http.operations import health_endpoint, is_local, metrics_endpoint
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol.http import Health


def values(metrics: Metrics) -> dict[str, float]:
    return {
        sample.name
        + "".join(f" {value}" for name, value in sorted(sample.labels.items()) if name != "le"): sample.value
        for family in text_string_to_metric_families(metrics.text())
        for sample in family.samples
        if sample.labels.get("le") in (None, "0.1", "8.0")
    }


def test_everything_is_counted() -> None:
    metrics = Metrics()
    metrics.request("GET", "/api/x", 200, 0.02)
    metrics.request("socket", "/api/s", 101, None)
    metrics.move(0.01, 0.5)
    metrics.bot_choice("greedy", 0.2, trouble=False)
    metrics.bot_choice("greedy", 5.0, trouble=True)
    metrics.bot_choice("mcts", 0.1, trouble=True, crashed=True)
    metrics.bot_wait(0.01, person_waits=True)
    metrics.commit(7)
    metrics.commit(3, done=False)
    metrics.sockets.inc()
    metrics.tables.set(4)
    metrics.dropped.inc()
    metrics.refusals.labels("stale").inc()
    found = values(metrics)
    assert found["tiefenthal_requests_total GET /api/x 200"] == 1
    assert found["tiefenthal_requests_total socket /api/s 101"] == 1
    assert found["tiefenthal_request_seconds_count /api/x"] == 1
    assert "tiefenthal_request_seconds_count /api/s" not in found
    assert found["tiefenthal_moves_total"] == 1
    assert found["tiefenthal_bot_wait_seconds_bucket people"] == 1
    assert found["tiefenthal_move_ack_seconds_bucket"] == 1
    assert found["tiefenthal_move_broadcast_seconds_bucket"] == 0
    assert found["tiefenthal_move_broadcast_seconds_sum"] == 0.5
    assert found["tiefenthal_bot_choices_total greedy"] == 2
    assert found["tiefenthal_bot_troubles_total greedy"] == 1
    assert found["tiefenthal_bot_troubles_total mcts"] == found["tiefenthal_bot_crashes_total mcts"] == 1
    assert "tiefenthal_bot_crashes_total greedy" not in found  # it was only slow
    assert found["tiefenthal_bot_seconds_sum greedy"] == 5.2
    assert found["tiefenthal_store_commits_total"] == 1
    assert found["tiefenthal_store_batch_sum"] == 7
    assert found["tiefenthal_store_failures_total"] == 1
    assert found["tiefenthal_sockets"] == 1
    assert found["tiefenthal_tables"] == 4
    assert found["tiefenthal_dropped_readers_total"] == 1
    assert found["tiefenthal_refusals_total stale"] == 1
    assert found["process_resident_memory_bytes"] > 1_000_000


def test_two_applications_do_not_share_figures() -> None:
    one, other = Metrics(), Metrics()
    one.moves.inc()
    assert values(other)["tiefenthal_moves_total"] == 0


def test_metrics_are_for_this_machine() -> None:
    metrics = Metrics(process=False)
    app = application(routes([metrics_endpoint(metrics.written)]))
    answer = ask(app, "GET", "/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "tiefenthal_moves_total 0.0" in answer.text
    for headers in ({"host": "192.0.2.7"}, {"host": "games.example.org"}, {"x-forwarded-for": "127.0.0.1"}):
        assert ask(app, "GET", "/metrics", headers=headers).status_code == 404
    open_app = application(routes([metrics_endpoint(metrics.written, for_all=True)]))
    assert ask(open_app, "GET", "/metrics", headers={"host": "192.0.2.7"}).status_code == 200


def test_who_is_on_this_machine() -> None:
    def local(client: str | None, host: str = "localhost:8000", *more: tuple[bytes, bytes]) -> bool:
        headers = [(b"host", host.encode()), *more]
        return is_local({"client": (client, 1) if client else None, "headers": headers})

    assert local("127.0.0.1")
    assert local("::1", "[::1]:8000")
    assert local("::ffff:127.0.0.1", "127.0.0.1")
    assert not local("192.0.2.7")
    assert not local(None)
    assert not local("127.0.0.1", "example.org")
    assert not local("127.0.0.1", "localhost", (b"forwarded", b"for=192.0.2.7"))


def test_health_is_in_the_status() -> None:
    state = ["ok"]

    def health() -> Health:
        return Health("ok" if state[0] == "ok" else "failing", "1.0", state[0] == "ok", 2, 3)

    app = application(routes([health_endpoint(health)]))
    answer = ask(app, "GET", "/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    state[0] = "failing"
    answer = ask(app, "GET", "/healthz")
    assert (answer.status_code, answer.json()["disk"]) == (503, False)
