"""Endpoints for the owner of a server: its health, its metrics, and the addresses at which others reach it."""

import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence

from starlette.types import Scope

from tiefenthal.server.http.endpoint import Answer, Call, Endpoint
from tiefenthal.server.http.security import parse_host
from tiefenthal.server.metrics import CONTENT_TYPE
from tiefenthal.server.problem import not_found
from tiefenthal.server.protocol.http import Addresses, Health


def health_endpoint(health: Callable[[], Health]) -> Endpoint:
    """GET /healthz: 200 when the server can do its work, 503 when not. Never limited, since machines ask it."""

    async def answer(call: Call) -> Answer:
        found = health()
        return Answer(found, status=200 if found.status == "ok" else 503)

    return Endpoint(
        "GET",
        "/healthz",
        "health",
        "Whether the server can do its work: 503 when not.",
        answer,
        Health,
        also=(503,),
        cost=0,
        for_blocked=True,
        tag="operations",
    )


def metrics_endpoint(text: Callable[[], Awaitable[str]], *, for_all: bool = False) -> Endpoint:
    """GET /metrics for Prometheus; only for this machine, unless it is for all."""

    async def answer(call: Call) -> str:
        if not (for_all or is_local(call.request.scope)):
            raise not_found("page")
        return await text()

    return Endpoint(
        "GET",
        "/metrics",
        "metrics",
        "Figures for Prometheus, for requests from the same machine.",
        answer,
        str,
        errors=((404, "not-found", "There is no such page, or you may not see it."),),
        media=CONTENT_TYPE,
        cost=0,
        for_blocked=True,
        tag="operations",
    )


def addresses_endpoint(public: Sequence[str], listening: Callable[[], tuple[str, int] | None]) -> Endpoint:
    """GET /api/addresses. Only somebody at this machine is told its address in the network: those who come from
    elsewhere has come by an address that works."""

    async def answer(call: Call) -> Addresses:
        if public:
            return Addresses(list(public))
        return Addresses(network_addresses(listening()) if is_local(call.request.scope) else [])

    return Endpoint(
        "GET",
        "/api/addresses",
        "addresses",
        "Where others reach this server, as far as it knows.",
        answer,
        Addresses,
        tag="operations",
    )


def network_addresses(listening: tuple[str, int] | None) -> list[str]:
    """The origins others in the network reach a server by that listens there; none for one that only its own machine
    can reach."""
    if listening is None:
        return []
    host, port = listening
    address = ipaddress.ip_address(host.partition("%")[0])
    if address.is_unspecified:
        found = _own_address()
    else:
        found = None if _is_loopback(str(address)) else str(address)
    if found is None:
        return []
    shown = f"[{found}]" if ":" in found else found
    return [f"http://{shown}" if port == 80 else f"http://{shown}:{port}"]


def _own_address() -> str | None:
    """This machine's address in its network: the one it would speak from to reach another. Nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))  # an address reserved for documentation (RFC 5737)
        found = str(asking.getsockname()[0])
        if not _is_loopback(found) and found != "0.0.0.0":
            return found
    return None


def is_local(scope: Scope) -> bool:
    """Whether a request was made on this machine, to this machine, by nobody in between: a proxy beside the server
    speaks from the same address, but for others."""
    client = scope.get("client")
    if not client or not _is_loopback(client[0]):
        return False
    for name, value in scope["headers"]:
        if name in (b"forwarded", b"x-forwarded-for", b"x-real-ip", b"via"):
            return False
        if name == b"host":
            host = parse_host(value.decode("latin-1"))
            if host is None or not (host.name == "localhost" or _is_loopback(host.name.strip("[]"))):
                return False
    return True


def _is_loopback(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if address.version == 6 and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_loopback
