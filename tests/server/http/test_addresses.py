"""The addresses at which others reach a server, as far as it knows."""

import pytest

from tests.server.http.helpers import ask
from tiefenthal.server.http import operations
from tiefenthal.server.http.endpoint import application, routes
from tiefenthal.server.http.operations import addresses_endpoint, network_addresses


@pytest.mark.parametrize(
    ("listening", "found"),
    [
        (None, []),
        (("127.0.0.1", 8642), []),
        (("::1", 8642), []),
        (("192.0.2.7", 8642), ["http://192.0.2.7:8642"]),
        (("192.0.2.7", 80), ["http://192.0.2.7"]),
        (("2001:db8::7", 8642), ["http://[2001:db8::7]:8642"]),
        (("0.0.0.0", 8642), ["http://192.0.2.9:8642"]),
        (("::", 8642), ["http://192.0.2.9:8642"]),
    ],
)
def test_addresses_in_the_network(
    monkeypatch: pytest.MonkeyPatch, listening: tuple[str, int] | None, found: list[str]
) -> None:
    monkeypatch.setattr(operations, "_own_address", lambda: "192.0.2.9")
    assert network_addresses(listening) == found


def test_a_machine_without_a_network_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "_own_address", lambda: None)
    assert network_addresses(("0.0.0.0", 8642)) == []


@pytest.mark.parametrize(
    ("public", "host", "found"),
    [
        ((), "localhost:8642", ["http://192.0.2.7:8642"]),
        ((), "192.0.2.7:8642", []),
        (("https://inn.example",), "localhost:8642", ["https://inn.example"]),
        (("https://inn.example",), "inn.example", ["https://inn.example"]),
    ],
)
def test_only_this_machine_is_told_its_address(public: tuple[str, ...], host: str, found: list[str]) -> None:
    app = application(routes([addresses_endpoint(public, lambda: ("192.0.2.7", 8642))]))
    answer = ask(app, "GET", "/api/addresses", headers={"host": host})
    assert answer.json() == {"addresses": found}
