"""What the owner of a server asks it: whether it works, and its figures."""

import ipaddress
from collections.abc import Callable

from starlette.types import Scope

from tiefenthal.protocol.http import Health
from tiefenthal.server.web.endpoint import Answer, Call, Endpoint
from tiefenthal.server.web.metrics import CONTENT_TYPE
from tiefenthal.server.web.problem import not_found
from tiefenthal.server.web.security import parse_host


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
        tag="operations",
    )


def metrics_endpoint(text: Callable[[], str], *, for_all: bool = False) -> Endpoint:
    """GET /metrics for Prometheus; only for this machine, unless it is for all."""

    async def answer(call: Call) -> str:
        if not (for_all or is_local(call.request.scope)):
            raise not_found("page")
        return text()

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
        tag="operations",
    )


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
