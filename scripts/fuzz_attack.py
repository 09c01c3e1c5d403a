"""The attackers of `make fuzz`: broken frames, broken WebSockets, broken requests, clients that do not read and those
that never finish a request. They run in a separate process, so that their work does not slow down the measurement.
"""

import asyncio
import base64
import contextlib
import os
import random
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection as Pipe
from typing import Any, NamedTuple

from scripts.fuzz_rubbish import BAD_COOKIES, broken_frame, broken_request, broken_stream, is_text, masked
from tiefenthal.server.protocol import COOKIE

ADDRESSES = [f"127.0.0.{n}" for n in range(2, 202)]
WORKERS = 24
MOST_SLOW = 20
LONGEST_WAIT = 10.0
PROXY_SAYS = {501, 502, 504, 505}  # unknown coding, the server has hung up, no answer, unknown HTTP
HANDSHAKE_KEY = base64.b64encode(bytes(range(16))).decode()


class Target(NamedTuple):
    """A table, and somebody's cookie: a seat holder's, a watcher's, or that of somebody who has no business there."""

    table: str
    cookie: str
    seat: int | None
    may_connect: bool


class Plan(NamedTuple):
    """What is to be attacked."""

    port: int
    rate: float
    seed: int
    targets: list[Target]
    slow: list[Target]
    """Who connects to a busy table and never reads."""
    proxied: bool = False
    """Whether a proxy is in between: it has answers of its own to what cannot be passed on (`PROXY_SAYS`)."""


class Attack:
    """Some attackers at work, together at a given rate."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.tables = [(target.table, target.cookie) for target in plan.targets]
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.problems: list[str] = []
        self.going = asyncio.Event()
        self._due = 0.0
        self._held: list[asyncio.StreamWriter] = []
        self._slow: list[asyncio.StreamWriter] = []

    async def turn(self) -> None:
        """Wait for one's turn, so that all together keep the rate."""
        await self.going.wait()
        now = time.monotonic()
        self._due = max(self._due + 1 / self.plan.rate, now - 0.1)
        if self._due > now:
            await asyncio.sleep(self._due - now)

    async def open(self, small: bool = False) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from one of many addresses; a small one has almost no receive buffer."""
        line = socket.socket()
        line.setblocking(False)
        if small:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind((self.rng.choice(ADDRESSES), 0))
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.plan.port))
        return await asyncio.open_connection(sock=line, limit=4 * 1024 * 1024)

    async def handshake(
        self, target: Target, wrong: dict[str, str] | None = None, small: bool = False
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A WebSocket; None when it was refused."""
        reader, writer = await self.open(small)
        own = f"127.0.0.1:{self.plan.port}"
        seat = f"?seat={target.seat}" if target.seat is not None else ""
        headers = {
            "Host": own, "Origin": f"http://{own}", "Cookie": f"{COOKIE}={target.cookie}", "Upgrade": "websocket",
            "Connection": "Upgrade", "Sec-WebSocket-Key": HANDSHAKE_KEY, "Sec-WebSocket-Version": "13",
        } | (wrong or {})  # fmt: skip
        lines = [
            f"GET /api/tables/{target.table}/socket{seat} HTTP/1.1",
            *(f"{k}: {v}" for k, v in headers.items() if v),
        ]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        status = await self.status(reader)
        if status == 101:
            return reader, writer
        writer.close()
        return None

    async def status(self, reader: asyncio.StreamReader) -> int:
        """The status of an answer; 0 when the connection was closed instead. Never 5xx."""
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            self.answers["cut off"] += 1
            return 0
        status = int(head.split(b" ", 2)[1])
        self.answers[f"status {status}"] += 1
        if status >= 500 and not (self.plan.proxied and status in PROXY_SAYS):
            self.problems.append(f"status {status}: {head[:200]!r}")
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:") and status != 101:
                with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                    await reader.readexactly(min(int(line[15:]), 2_000_000))
        return status

    async def frames(self) -> None:
        """Broken commands on a socket that stands, until the server has had enough."""
        target = self.rng.choice([target for target in self.plan.targets if target.may_connect])
        line = await self.handshake(target)
        if line is None:
            self.problems.append(f"an honest handshake was refused: {target.seat}")
            return
        reader, writer = line
        drain = asyncio.create_task(_read_away(reader))
        try:
            for _ in range(self.rng.randrange(10, 40)):
                await self.turn()
                data = broken_frame(self.rng)
                writer.write(masked(1 if is_text(data) else 2, data[:16_000]))
                await writer.drain()
                self.sent["frames"] += 1
                if drain.done():
                    break
        finally:
            drain.cancel()
            writer.close()

    async def streams(self) -> None:
        """A WebSocket that breaks the protocol itself."""
        line = await self.handshake(self.rng.choice([target for target in self.plan.targets if target.may_connect]))
        if line is None:
            return
        reader, writer = line
        await self.turn()
        writer.write(broken_stream(self.rng))
        self.sent["broken WebSockets"] += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                await _read_away(reader)
        writer.transport.abort()

    async def handshakes(self) -> None:
        """Handshakes with something wrong about them, and into other people's seats."""
        for _ in range(10):
            await self.turn()
            target = self.rng.choice(self.plan.targets)
            wrong = self.rng.choice(
                [
                    {"Origin": "http://evil.example"}, {"Origin": ""}, {"Origin": "null"}, {"Host": "evil.example"},
                    {"Cookie": self.rng.choice(BAD_COOKIES)}, {"Sec-WebSocket-Version": "12"},
                    {"Sec-WebSocket-Key": "x"}, {"Upgrade": "h2c"},
                    {"Cookie": f"{COOKIE}={self.rng.randbytes(32).hex()}"},
                ]
            )  # fmt: skip
            if not target.may_connect and self.rng.random() < 0.5:
                wrong = {}
            line = await self.handshake(target, wrong)
            self.sent["handshakes"] += 1
            if line is not None:
                self.problems.append(f"a handshake was accepted with {wrong or 'a foreign cookie'}")
                line[1].close()

    async def requests(self) -> None:
        """Broken requests, one after the other on a line as long as it stands."""
        reader, writer = await self.open()
        for _ in range(20):
            await self.turn()
            request = broken_request(self.rng, self.plan.port, self.tables)
            with contextlib.suppress(ConnectionError):
                writer.write(request)
                await writer.drain()
            self.sent["requests"] += 1
            head = request.split(b"\r\n", 1)[0]
            try:
                if request.startswith(b"HEAD") or not await self.status(reader) or b"HTTP/1.1" not in head:
                    break
            except TimeoutError:  # it waits for a body that was promised
                self.answers["still waiting"] += 1
                break
        writer.transport.abort()

    async def half_open(self) -> None:
        """Somebody who never finishes the sentence."""
        await self.turn()
        _, writer = await self.open()
        request = broken_request(self.rng, self.plan.port, self.tables)
        writer.write(request[: self.rng.randrange(0, min(len(request), 120))])
        self.sent["half-open"] += 1
        self._held.append(writer)
        if len(self._held) > 100:
            self._held.pop(0).transport.abort()

    async def slow_reader(self) -> None:
        """Somebody who connects to a busy table and never reads. They stay through all windows."""
        if len(self._slow) >= MOST_SLOW:
            self._slow.pop(0).transport.abort()
        line = await self.handshake(self.rng.choice(self.plan.slow), small=True)
        if line is None:
            return
        writer = line[1]
        transport: Any = writer.transport
        transport.pause_reading()
        self.sent["slow readers"] += 1
        self._slow.append(writer)
        for _ in range(20):
            await self.turn()
            writer.write(masked(9, b"still here"))

    async def worker(self) -> None:
        """One attack after the other."""
        ways: list[Callable[[], Awaitable[None]]] = [
            self.frames, self.streams, self.handshakes, self.requests, self.half_open, self.slow_reader
        ]  # fmt: skip
        while True:
            await self.going.wait()
            way = self.rng.choices(ways, [30, 14, 6, 40, 4, 1])[0]
            try:
                await way()
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.answers[f"line lost: {type(error).__name__}"] += 1
                await asyncio.sleep(0.02)

    def let_go(self) -> None:
        """Hang up everywhere."""
        for writer in self._held:
            writer.transport.abort()
        self._held.clear()


async def _read_away(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(ConnectionError):
        while await reader.read(65536):
            pass


def attack(plan: Plan, pipe: Pipe) -> None:
    """The process: obeys `True` (go), `False` (pause, and say what was sent), None (end)."""
    # Attackers have machines of their own: here they take only what server and players leave of this one.
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))

    async def main() -> None:
        attack = Attack(plan)
        loop = asyncio.get_running_loop()
        orders: asyncio.Queue[bool | None] = asyncio.Queue()
        loop.add_reader(pipe.fileno(), lambda: orders.put_nowait(pipe.recv()))
        workers = [asyncio.create_task(attack.worker()) for _ in range(WORKERS)]
        try:
            while (order := await orders.get()) is not None:
                if order:
                    attack.going.set()
                else:
                    attack.going.clear()
                    attack.let_go()
                    pipe.send((dict(attack.sent), dict(attack.answers), attack.problems[:20]))
                for task in workers:
                    if task.done():
                        task.result()
        finally:
            loop.remove_reader(pipe.fileno())
            for task in workers:
                task.cancel()
            attack.let_go()
            for writer in attack._slow:
                writer.transport.abort()

    with contextlib.suppress(KeyboardInterrupt, EOFError):
        asyncio.run(main())
