"""How often somebody may ask for something: token buckets by address, session and table.

A bucket holds `burst` tokens and gains `per_second`; what somebody does takes one, or more. The limits are generous for
people, even for several behind one address, and strict for floods. Memory is bounded: the least recently used buckets
are forgotten first; a forgotten bucket counts as full. Each process counts for itself; what an address may do at all
of them together is for the proxy to decide (`deploy/nginx`).
"""

import functools
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Final

from starlette.types import Scope

from tiefenthal.server.problem import Refusal

LARGEST: Final = 20_000


@dataclass(frozen=True)
class Rate:
    """How fast a bucket fills, and how much it holds."""

    per_second: float
    burst: float


NO_LIMIT: Final = Rate(math.inf, math.inf)


@dataclass
class Limits:
    """Buckets of several kinds. The key says whose: a session's id, an address, a table's id."""

    connect: Rate = Rate(40, 400)
    """Connections opened from one address: a browser opens six, a classroom has thirty."""
    address: Rate = Rate(40, 400)
    """Requests from one address: a classroom behind one address loads its pages."""
    start: Rate = Rate(125, 30)
    """Requests from one address that are begun: those of a page at once, then 8 ms apart. Whatever an address may
    still ask for, it does not ask for all of it in the same moment."""
    session: Rate = Rate(20, 200)
    """Requests of one session."""
    introduce: Rate = Rate(0.2, 60)
    """New sessions from one address."""
    open: Rate = Rate(0.05, 30)
    """Tables opened by one session."""
    open_from: Rate = Rate(0.5, 60)
    """Tables opened from one address by any sessions: a classroom sits down."""
    daily: Rate = Rate(0.02, 60)
    """Daily evenings begun from one address: a classroom, but not somebody who tries again under new names."""
    enter: Rate = Rate(1, 60)
    """Entrances tried from one address; a key cannot be guessed anyway."""
    socket: Rate = Rate(4, 200)
    """WebSockets opened from one address: everybody comes back at once after a restart."""
    frame: Rate = Rate(20, 60)
    """Frames on one socket: nobody clicks faster."""
    table: Rate = Rate(40, 160)
    """Commands at one table, of all who sit there."""
    chat: Rate = Rate(0.5, 8)
    """Chat lines of one session at all tables."""
    check: Rate = Rate(0.2, 6)
    """Records and editions checked for one address: each takes up to seconds of a processor."""
    review: Rate = Rate(0.02, 8)
    """Reviews begun for one address: each takes half a minute of a processor, or more."""
    hint: Rate = Rate(0.3, 12)
    """Positions one session asks for a hint in: each takes up to a second of a processor, or more."""
    people: Rate = Rate(0.02, 6)
    """Exports and deletions of personal data from one address: each reads many tables."""
    owner: Rate = Rate(0.05, 5)
    """Wrong keys for the owner's page from one address."""
    connections: float = 200.0
    """Connections open at once from one address; idle ones make room for new ones (`connection_limits.py`)."""
    clock: Callable[[], float] = time.monotonic
    largest: int = LARGEST
    """Buckets of one kind that are remembered."""
    _buckets: dict[str, OrderedDict[object, list[float]]] = field(init=False, repr=False)
    """By kind and key: the tokens, and when that was."""
    _rates: dict[str, Rate] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rates = {
            one.name: getattr(self, one.name) for one in fields(self) if one.init and one.type in (Rate, "Rate")
        }
        for kind, rate in self._rates.items():
            if not (rate.per_second > 0 and rate.burst >= 1):
                raise ValueError(f"the limit {kind} must have a rate above 0 and a burst of at least 1")
        self._buckets = {kind: OrderedDict() for kind in self._rates}

    def allow(self, kind: str, key: object, cost: float = 1.0) -> float:
        """Take the cost from a bucket. 0 when it was there; else nothing is taken, and these are the seconds to wait.

        What costs more than a bucket holds takes all of a full one.
        """
        limit = self._rates[kind]
        rate = limit.per_second
        burst = limit.burst
        if rate == math.inf:
            return 0.0
        buckets = self._buckets[kind]
        now = self.clock()
        cost = min(cost, burst)
        bucket = buckets.get(key)
        if bucket is None:
            buckets[key] = [burst - cost, now]
            if len(buckets) > self.largest:
                buckets.popitem(last=False)
            return 0.0
        buckets.move_to_end(key)
        tokens = min(burst, bucket[0] + max(0.0, now - bucket[1]) * rate)
        bucket[1] = now
        if tokens >= cost:
            bucket[0] = tokens - cost
            return 0.0
        bucket[0] = tokens
        return (cost - tokens) / rate

    def reserve(self, kind: str, key: object, cost: float, longest: float) -> float:
        """Take the cost from a bucket, also if it is not there yet. The seconds until it will be, during which the
        request has to wait; infinite, with nothing taken, if they were more than `longest`."""
        limit = self._rates[kind]
        wait = self.allow(kind, key, cost)
        if not wait:
            return 0.0
        if wait > longest:
            return math.inf
        self._buckets[kind][key][0] -= min(cost, limit.burst)
        return wait

    def forget(self, kind: str, key: object) -> None:
        """The bucket is no longer needed: a socket or a table has gone."""
        self._buckets[kind].pop(key, None)

    def remembered(self, kind: str) -> int:
        """How many buckets there are."""
        return len(self._buckets[kind])


CHARGED: Final = "tiefenthal.charged"
"""In the state of a request: how many requests it has been counted for before the application was called."""
FREE_PATHS: Final = ("/healthz", "/metrics")
"""Machines ask these all the time."""
FILE_COST: Final = 0.25
"""A page consists of a dozen files, each of which is ready to be sent."""


def request_cost(path: str) -> float:
    """How many requests one for this path counts for, whatever it asks for."""
    if path in FREE_PATHS:
        return 0.0
    return FILE_COST if path.startswith("/static/") else 1.0


def too_fast(wait: float) -> Refusal:
    """The refusal for a wait `allow` gave."""
    seconds = max(1, math.ceil(wait))
    plural = "" if seconds == 1 else "s"
    words = f"That was too much at once; try again in {seconds} second{plural}."
    return Refusal(429, "too-fast", words, [("retry-after", str(seconds))])


@functools.lru_cache(maxsize=4096)
def address_key(host: str) -> str:
    """Whose address it is, for the limits. For IPv6 its first 64 bits: such a block belongs to one customer."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(address) >> 64 << 64)) + "/64"


def client_address(scope: Scope) -> str:
    """The key of the address a request comes from."""
    client = scope.get("client")
    return address_key(client[0]) if client else "local"
