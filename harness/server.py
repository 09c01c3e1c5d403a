"""What the server's test tools share: a real server process, what was seen at a table, progress, figures."""

import asyncio
import contextlib
import hashlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence, Set
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import psutil
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tiefenthal.client import Client, Connection, ConnectionLost, RawUpdate, ServerError, UnreachableError
from tiefenthal.server.protocol.frames import Hello, Over

T = TypeVar("T")
PATIENCE = 120.0  # seconds in which anything must have happened, on a busy machine too; longer is a dead end
_ERROR = re.compile(r"^\S+Z (error|critical) +|^Traceback|^Fatal Python error|was never retrieved")
_HARMLESS = re.compile(r"websockets_sansio_impl\.py:417\)$")  # uvicorn's remark on every handshake that was refused


class Failure(Exception):
    """Something the server must not do."""


# --- the server


def free_port() -> int:
    """A port nobody listens on, below those the system gives to outgoing connections, so that it stays free while the
    server restarts."""
    for _ in range(200):
        port = random.randrange(15_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise Failure("no free port was found")


def keep_to(processors: Set[int], process: int = 0) -> None:
    """A process, this one if none is named, and what it starts from now on run on these processors only."""
    if processors and sys.platform == "linux":
        os.sched_setaffinity(process, processors)


database_of: Callable[[Path], str] | None = None
"""Where servers keep everything, by their data folder, if not in it: the tests set it (tests/server/stores.py)."""


class Server:
    """`tiefenthal serve` in a separate process, on a port and in a folder that stay the same through its restarts."""

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        self.folder = folder
        self.options = list(options)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.starts = 0
        self.started = 0.0
        self.told_to_stop = -1e9
        self.files: int | None = None
        """How many files the process may open; None: as many as this one."""
        self.environment: dict[str, str] = {}
        """What is different for the process."""
        self.program = ["-m", "tiefenthal"]
        """What Python runs: the command, or what stands in for it."""
        self.processors: Set[int] = frozenset()
        """The processors it may run on; none named: any."""
        self.passing: Set[int] = frozenset({429, 503})
        """Statuses that only say: try again."""
        self.later: Set[str] = frozenset({"too-fast", "stopping"})
        """Refusals of commands that say so."""
        self.alone = True
        """Whether a command that was lost with its line cannot be carried out any more when one is back."""
        self._process: subprocess.Popen[bytes] | None = None
        self._log = folder.with_name(folder.name + ".log")

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The process as it runs now."""
        if self._process is None:
            raise Failure("the server was not started")
        return self._process

    def launch(self) -> None:
        """Start the process and wait for nothing."""
        command = [sys.executable, *self.program, *self.words()]
        if self.files is not None:
            command = ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh", *command]
        with self._log.open("ab") as log:
            self.started = time.monotonic()
            # Use the imported build, and build nothing in the background, so that the figures are of this build.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={"TIEFENTHAL_COMPILED": "no", **os.environ, **self._database(), **self.environment},
            )
        keep_to(self.processors, self._process.pid)
        self.starts += 1

    def words(self) -> list[str]:
        """What the command is told."""
        return ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder), *self.options]

    @property
    def pids(self) -> tuple[int, ...]:
        """Which processes serve: the same as before, if none was replaced."""
        return (self.process.pid,)

    def _database(self) -> dict[str, str]:
        return {"TIEFENTHAL_DATABASE": database_of(self.folder)} if database_of is not None else {}

    async def start(self) -> None:
        """Start the process and wait until it answers."""
        self.launch()
        await self.answers()

    async def answers(self) -> None:
        """Wait until it does."""
        async with Client(self.url) as client:
            while True:
                with contextlib.suppress(UnreachableError, ServerError):
                    await client.health()
                    return
                self.check_alive()
                if time.monotonic() - self.started > PATIENCE:
                    raise Failure(f"the server did not answer within {PATIENCE:.0f} s:\n{self.log_end()}")
                await asyncio.sleep(0.02)

    async def refuses_to_start(self) -> str:
        """Start the process, which must end by itself; what it said."""
        before = len(self.log_end(100_000))
        self.launch()
        try:
            status = await asyncio.to_thread(self.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure("the server started, though it must not") from None
        if status == 0:
            raise Failure("the server ended as if all were well")
        return self.log_end(100_000)[before:]

    def check_alive(self) -> None:
        """The process has not ended by itself."""
        status = self.process.poll()
        if status is not None:
            raise Failure(f"the server ended by itself with status {status}:\n{self.log_end()}")

    def kill(self) -> None:
        """SIGKILL, as a power cut would do."""
        self.check_alive()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def stop(self) -> None:
        """SIGTERM, and wait for the orderly end."""
        self.check_alive()
        self.told_to_stop = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = await asyncio.to_thread(self.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure(f"the server did not stop within {PATIENCE:.0f} s:\n{self.log_end()}") from None
        if status not in {0, -signal.SIGTERM}:
            raise Failure(f"the server stopped with status {status}:\n{self.log_end()}")

    async def mishap(self, rng: random.Random) -> str:
        """It is killed or stopped, and started again; which of it."""
        if rng.random() < 0.5:
            self.kill()
            what = "server killed"
        else:
            await self.stop()
            what = "server stopped"
        await self.start()
        return what

    def clean_up(self) -> None:
        """End the process, whatever state it is in."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def log_end(self, lines: int = 30) -> str:
        """The last lines the server wrote."""
        with contextlib.suppress(OSError):
            return "\n".join(self._log.read_text("utf-8", "replace").splitlines()[-lines:])
        return ""

    def check_log(self) -> None:
        """No error of the program itself was logged."""
        lines = self._log.read_text("utf-8", "replace").splitlines()
        found = [at for at, line in enumerate(lines) if _ERROR.search(line) and not _HARMLESS.search(line)]
        if found:
            kinds = Counter(_ERROR.sub("", lines[at]) for at in found)
            counted = "\n".join(f"{count} × {kind}" for kind, count in kinds.most_common(10))
            first = "\n".join(lines[found[0] : found[0] + 12])
            raise Failure(f"the server logged {len(found)} errors of its own:\n{counted}\nthe first of them:\n{first}")

    def memory(self) -> dict[str, float]:
        """Resident memory in MB: the server's, of all its processes, and that of its bot workers together."""
        found = {"server": 0.0, "bot workers": 0.0}
        for process, serves in self._processes():
            with contextlib.suppress(psutil.Error):
                found["server" if serves else "bot workers"] += process.memory_info().rss / 1e6
        return found

    def processor_seconds(self) -> float:
        """Processor time the server itself has used, in all its processes."""
        used = [process.cpu_times() for process, serves in self._processes() if serves]
        return float(sum(times.user + times.system for times in used))

    def _processes(self) -> list[tuple[psutil.Process, bool]]:
        """All of them, and whether each serves: the command itself does, and those that `--processes` started, which
        multiprocessing names; bot workers are programs of their own."""
        first = psutil.Process(self.process.pid)
        found = [(first, True)]
        for child in first.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                words = child.cmdline()
                found.append((child, "serve" in words or "--multiprocessing-fork" in words))
        return found


@contextlib.contextmanager
def fresh_server(options: Sequence[str] = ()) -> Iterator[Server]:
    """A server with an empty data folder; not started yet. Nothing is left behind."""
    with tempfile.TemporaryDirectory(prefix="tiefenthal-", ignore_cleanup_errors=True) as name:
        server = Server(Path(name) / "data", options)
        try:
            yield server
        finally:
            server.clean_up()


async def insist(server: Server, attempt: Callable[[], Coroutine[Any, Any, T]], what: str) -> T:
    """Try until the server answers; it may be restarting."""
    began = time.monotonic()
    pause = 0.01
    while True:
        try:
            return await attempt()
        except (UnreachableError, ConnectionLost) as error:
            problem: Exception = error
        except ServerError as error:
            # uvicorn answers a handshake that comes while it stops with a bare 500.
            stopping = error.code == "unknown" and time.monotonic() - server.told_to_stop < 5
            if error.status not in server.passing and not stopping:
                raise Failure(f"{what}: status {error.status}, {error.code}: {error}\n{server.log_end(60)}") from None
            problem = error
        if time.monotonic() - began > PATIENCE:
            raise Failure(f"{what}: not possible within {PATIENCE:.0f} s, last: {problem}")
        await asyncio.sleep(pause)
        pause = min(0.25, pause * 1.3)


# --- what was seen at a table


def digest(*parts: object) -> bytes:
    """A short name of some bytes or plain values."""
    found = hashlib.blake2b(digest_size=12)
    for part in parts:
        found.update(bytes(part) if isinstance(part, bytes | msgspec.Raw) else msgspec.json.encode(part))
        found.update(b"\0")
    return found.digest()


class Shadow:
    """What all connections of a table were told, compared: the same ply is the same game for everyone and forever."""

    def __init__(self, table: str, name: str = "") -> None:
        self.table = table
        self.name = name or table
        self.views: dict[int, bytes] = {}
        self.mine: dict[tuple[int | None, int], bytes] = {}
        self.decided: dict[int, tuple[int, str | None]] = {}
        """By ply: whose decision, and which as far as anybody was told."""
        self.accepted: dict[int, tuple[int, str]] = {}
        """By ply: what the server said is done."""
        self.unsure: Counter[tuple[int, str]] = Counter()
        """Sent, but the connection ended before the answer: each may have been carried out once, or not."""
        self.undone: set[int] = set()
        """Plies at which decisions were undone."""
        self.withdrawn: dict[int, int] = {}
        """By ply: the seat that took back a choice ahead."""
        self.unsure_seats: set[int] = set()
        """Seats that may have taken one back: the connection ended before the answer."""
        self.commitment: str | None = None
        self.over: Over | None = None
        self.problems: list[str] = []
        self.updates = 0
        self.resumed_same = 0
        """How often somebody came back and found the very ply they had left."""

    @property
    def ply(self) -> int:
        """The latest anybody was told."""
        return max(self.views, default=0)

    def watch(self, connection: Connection[RawUpdate]) -> None:
        """Compare everything this connection is told from now on; what it has been told already, too."""
        last = [-1]
        fresh = [True]

        def look(frame: object) -> None:
            if isinstance(frame, RawUpdate):
                if frame.ply < last[0] or (frame.ply == last[0] and not fresh[0]):
                    self.problems.append(f"{self.name}: ply {frame.ply} after {last[0]} at seat {connection.seat}")
                last[0] = frame.ply
                self._update(connection.seat, frame)
                fresh[0] = False
            elif isinstance(frame, Hello):
                fresh[0] = True
                self._commitment(frame.table.commitment)
            elif isinstance(frame, Over):
                if self.over is not None and self.over != frame:
                    self.problems.append(f"{self.name}: the game ended twice, and not alike")
                self.over = frame

        self._commitment(connection.table.commitment)
        if connection.update is not None:
            look(connection.update)
        if connection.over is not None:
            look(connection.over)
        connection.listen(look)

    def _commitment(self, commitment: str | None) -> None:
        if self.commitment is not None and commitment != self.commitment:
            self.problems.append(f"{self.name}: the commitment has changed")
        self.commitment = commitment

    def _update(self, seat: int | None, update: RawUpdate) -> None:
        self.updates += 1
        view = digest(update.view)
        known = self.views.setdefault(update.ply, view)
        if known != view:
            self.problems.append(f"{self.name}: two different views of ply {update.ply} (seat {seat})")
        offers = [offer.action for offer in update.legal]
        mine = digest(
            update.move, update.decisions, offers, update.unavailable, update.choice, update.undo, update.ahead
        )
        before = self.mine.setdefault((seat, update.ply), mine)
        if before != mine:
            self.problems.append(f"{self.name}: seat {seat} was told two different things at ply {update.ply}")
        for event in update.events:
            if event.what == "decided" and event.seat is not None:
                self._decided(event.ply, event.seat, event.action)
            elif event.what == "undone":
                self.undone.add(event.ply)

    def _decided(self, ply: int, seat: int, action: str | None) -> None:
        whose, known = self.decided.get(ply, (seat, None))
        if whose != seat or (known is not None and action is not None and known != action):
            self.problems.append(f"{self.name}: two different decisions at ply {ply}")
        self.decided[ply] = (seat, known if action is None else action)

    def check(self, persons: Sequence[int] = ()) -> None:
        """Nothing contradicts, every acknowledged decision is there, be it at its ply or, chosen ahead, later, and
        persons (seats no bot has played) have decided nothing that was not sent."""
        unsure = self.unsure.copy()
        ahead: dict[int, str] = {}
        for ply in sorted({*self.accepted, *self.decided, *self.undone, *self.withdrawn}):
            if ply in self.undone:
                ahead.clear()  # some may stand; whoever chooses again does not lose anything
            ahead.pop(self.withdrawn.get(ply, 0), None)
            accepted, decided = self.accepted.get(ply), self.decided.get(ply)
            if accepted is not None and decided is None and accepted[1].startswith("take "):
                ahead[accepted[0]] = accepted[1]
            elif accepted is not None:
                if decided != accepted:
                    self.problems.append(f"{self.name}: {accepted} was done at ply {ply}, but {decided} is there")
                if accepted[0] in ahead and accepted[0] not in self.unsure_seats:
                    self.problems.append(f"{self.name}: at ply {ply} the choice ahead of seat {accepted[0]} is lost")
                ahead.pop(accepted[0], None)
            elif decided is not None:
                seat, action = decided
                if action is not None and ahead.pop(seat, None) != action and seat in persons:
                    unsure[seat, action] -= 1
                    if unsure[seat, action] < 0:
                        self.problems.append(f"{self.name}: nobody decided {action!r} of seat {seat} at ply {ply}")
        if self.problems:
            raise Failure("\n".join(self.problems[:20]))


# --- figures and progress


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all do not exceed; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def progress(quiet: bool = False) -> Progress:
    """A bar with an estimate, on the error output."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True, quiet=quiet),
        transient=True,
    )


class Tool:
    """Something that runs for a while and says what it has seen, also when it is interrupted."""

    async def run(self) -> None:
        """Do it; raises Failure."""
        raise NotImplementedError

    def report(self) -> str:
        """What was seen so far."""
        raise NotImplementedError


def carry_out(tool: Tool, minutes: float) -> int:
    """Run a tool within a time limit; the exit status: 0 well, 1 a failure, 130 interrupted."""
    import uvloop

    status = 0
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # what was started is ended then, too
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(_limited(tool, minutes))
        except KeyboardInterrupt:
            print("interrupted; this is what was seen:", file=sys.stderr)
            status = 130
        except TimeoutError:
            print(f"FAILED: not ready within {minutes:g} minutes", file=sys.stderr)
            status = 1
        except (Failure, ServerError, ConnectionError, OSError) as error:
            print(f"FAILED: {error}", file=sys.stderr)
            status = 1
    print(tool.report())
    return status


async def _limited(tool: Tool, minutes: float) -> None:
    async with asyncio.timeout(minutes * 60):
        await tool.run()


def machine() -> str:
    """This machine in a few words."""
    model = "unknown processor"
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    python = ".".join(str(part) for part in sys.version_info[:3])
    return f"{os.cpu_count()} cores ({model}), Python {python}"
