"""What `--cluster` puts in the place of one server: PostgreSQL, three servers on it, thinkers for their bots, and a
real proxy in front, each of which can be killed alone."""

import argparse
import asyncio
import contextlib
import functools
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import Final

import psutil

from harness import postgres
from harness.server import PATIENCE, Failure, Server, free_port, fresh_server
from tiefenthal.server.store.postgres.address import Address

SERVERS: Final = 3
THINKERS: Final = 2
LIKELY: Final = (5, 2, 3)
"""How likely a mishap meets a server, a thinker and the database."""
PROXIES: Final = ("nginx", "haproxy")
SAFE: Final = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on", "log_min_messages": "warning"}
"""The tests' own PostgreSQL does not wait for the disk. This one does, as one that people rely on."""

_NGINX: Final = """
daemon off;
worker_processes 1;
{user}
pid {folder}/nginx.pid;
error_log {folder}/proxy.log crit;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $line {{ default upgrade; "" close; }}
    # Whoever refuses the connection is passed over at once, and asked again the next time.
    upstream inn {{ {servers} }}
    server {{
        listen 127.0.0.1:{port} backlog=2048;
        location / {{
            proxy_pass http://inn;
            proxy_http_version 1.1;
            proxy_connect_timeout 1s;
            proxy_read_timeout 1h;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $line;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""
_HAPROXY: Final = """
global
    maxconn 4096
defaults
    mode http
    timeout connect 1s
    timeout client 1h
    timeout server 1h
    timeout tunnel 1h
    retries 3
    retry-on conn-failure
    option redispatch 1
    option forwardfor
frontend inn
    bind 127.0.0.1:{port}
    http-request set-header X-Forwarded-Proto http
    default_backend servers
backend servers
    balance roundrobin
    default-server check inter 200ms fall 1 rise 1
{servers}
"""


class Thinker(Server):
    """`tiefenthal think` in a separate process."""

    _before = 0

    def launch(self) -> None:
        """Start the process and wait for nothing."""
        self._before = self._begun()
        super().launch()

    def _begun(self) -> int:
        return self.log_end(100_000).count("Thinking for")

    def words(self) -> list[str]:
        """What the command is told."""
        return ["think", *self.options]

    async def answers(self) -> None:
        """Wait until it thinks: it says so."""
        while self._begun() == self._before:
            self.check_alive()
            if time.monotonic() - self.started > PATIENCE:
                raise Failure(f"a thinker did not begin within {PATIENCE:.0f} s:\n{self.log_end()}")
            await asyncio.sleep(0.02)


class Database(postgres.Cluster):
    """A PostgreSQL of our own that can be killed."""

    def kill_hard(self) -> None:
        """SIGKILL to the postmaster and all it has started, as when the machine goes down."""
        first = psutil.Process(int((self.data / "postmaster.pid").read_text(encoding="ascii").split()[0]))
        all_of_them = [first, *first.children(recursive=True)]
        for process in all_of_them:
            with contextlib.suppress(psutil.Error):
                process.send_signal(signal.SIGKILL)
        psutil.wait_procs(all_of_them, timeout=PATIENCE)


class Proxy:
    """nginx or HAProxy, in the foreground."""

    def __init__(self, folder: Path, kind: str, ports: Sequence[int]) -> None:
        self.port = free_port()
        self._log = folder / "proxy.out"
        found = _program(kind)
        settings = folder / "proxy.conf"
        if kind == "nginx":
            servers = " ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in ports)
            user = "user root;" if os.geteuid() == 0 else ""
            settings.write_text(_NGINX.format(folder=folder, servers=servers, port=self.port, user=user), "utf-8")
            self._command = [found, "-c", str(settings), "-p", str(folder), "-e", str(folder / "proxy.log")]
        else:
            servers = "\n".join(f"    server s{port} 127.0.0.1:{port}" for port in ports)
            settings.write_text(_HAPROXY.format(servers=servers, port=self.port), "utf-8")
            self._command = [found, "-db", "-f", str(settings)]
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it and wait until it listens."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        began = time.monotonic()
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            if time.monotonic() - began > PATIENCE:
                raise Failure("the proxy does not listen")
            self.check_alive()
            await asyncio.sleep(0.02)

    def check_alive(self) -> None:
        """It has not ended by itself."""
        if self._process is None or self._process.poll() is not None:
            raise Failure(f"the proxy has ended:\n{self._log.read_text('utf-8', 'replace')[-2000:]}")

    def clean_up(self) -> None:
        """End it, and what it has started."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


class Cluster(Server):
    """Everything together, used as one server: its address is the proxy's."""

    def __init__(self, folder: Path, options: Sequence[str] = (), proxy: str = PROXIES[0]) -> None:
        super().__init__(folder, options)
        self.passing: Set[int] = frozenset({429, 502, 503, 504})
        self.later: Set[str] = frozenset({"too-fast", "stopping", "disk"})
        self.alone = False
        self.refused_starts = 0
        """How often a part was started while the database was down, and ended saying so."""
        self.database = Database(folder / "pg", SAFE)
        self.servers = [Server(folder / f"server-{number}", options) for number in range(1, SERVERS + 1)]
        self.thinkers = [Thinker(folder / f"thinker-{number}") for number in range(1, THINKERS + 1)]
        self.proxy = Proxy(folder, proxy, [server.port for server in self.servers])
        self.port = self.proxy.port
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def parts(self) -> list[Server]:
        """All processes of ours."""
        return [*self.servers, *self.thinkers]

    @property
    def address(self) -> Address:
        """The database."""
        return self.database.address()

    @property
    def pids(self) -> tuple[int, ...]:
        """Which processes serve."""
        return tuple(server.process.pid for server in self.servers)

    async def start(self) -> None:
        """Start everything and wait until it is whole."""
        if not self.database.folder.exists():
            self.database.folder.mkdir()
            await asyncio.to_thread(self.database.make)
            await asyncio.to_thread(self.database.start)
            for part in self.parts:
                part.environment["TIEFENTHAL_DATABASE"] = self.address.for_driver()
            await self.proxy.start()
        self.starts += 1
        self.started = time.monotonic()
        await asyncio.gather(*(part.start() for part in self.parts))

    async def whole(self) -> None:
        """Wait until every part answers."""
        self.proxy.check_alive()
        await asyncio.gather(*(part.answers() for part in self.parts))

    async def bring_back_database(self) -> None:
        """Start PostgreSQL again; it recovers what was written before it went down."""
        await asyncio.to_thread(self.database.start)

    # --- what happens to it

    def one_of(self, rng: random.Random) -> Server | None:
        """Somebody whom a mishap could meet; None is the database."""
        kind = rng.choices(["server", "thinker", "database"], LIKELY)[0]
        return None if kind == "database" else rng.choice(self.servers if kind == "server" else self.thinkers)

    async def strike(self, victim: Server | None, rng: random.Random, orderly: bool = False) -> str:
        """Kill one, or stop it cleanly; returns which one."""
        if victim is None:
            if rng.random() < 0.5:
                await asyncio.to_thread(self.database.kill_hard)
                return "database killed (SIGKILL to all of it)"
            await asyncio.to_thread(self.database.stop, "immediate")
            return "database killed (immediate shutdown)"
        kind = kind_of(victim)
        if orderly:
            self.told_to_stop = time.monotonic()
            await victim.stop()
            return f"{kind} stopped"
        victim.kill()
        return f"{kind} killed"

    async def restore(self, victim: Server | None) -> None:
        """Start it again; what comes before its database is started once more, as systemd would."""
        self.starts += 1
        if victim is None:
            await self.bring_back_database()
            return
        victim.launch()
        began = time.monotonic()
        while True:
            try:
                await victim.answers()
            except Failure:
                if victim.process.poll() is None or time.monotonic() - began > PATIENCE:
                    raise
                self.refused_starts += 1
                victim.launch()
            else:
                return

    async def mishap(self, rng: random.Random) -> str:
        """Kill or stop something for a moment, and start it again; returns what it was."""
        victim = self.one_of(rng)
        what = await self.strike(victim, rng, orderly=rng.random() < 0.3)
        await asyncio.sleep(rng.uniform(0.0, 1.0))
        await self.restore(victim)
        await self.whole()
        return what

    def check_alive(self) -> None:
        """Nothing has ended by itself."""
        self.proxy.check_alive()
        for part in self.parts:
            part.check_alive()

    def kill(self) -> None:
        """SIGKILL to everything but the proxy."""
        for part in self.parts:
            part.kill()

    async def stop(self) -> None:
        """SIGTERM to all servers and thinkers, and wait for the orderly end."""
        self.told_to_stop = time.monotonic()
        await asyncio.gather(*(part.stop() for part in self.parts))

    def clean_up(self) -> None:
        """End everything, whatever state it is in."""
        self.proxy.clean_up()
        for part in self.parts:
            part.clean_up()
        with contextlib.suppress(Exception):  # it was never started, or is down
            self.database.stop()

    def log_end(self, lines: int = 30) -> str:
        """The last lines each of them wrote."""
        return "\n".join(f"{part.folder.name}:\n{part.log_end(lines)}" for part in self.parts)

    def check_log(self) -> None:
        """No error of the program itself was logged anywhere."""
        for part in self.parts:
            try:
                part.check_log()
            except Failure as failure:
                raise Failure(f"{part.folder.name}: {failure}") from None

    def memory(self) -> dict[str, float]:
        """Of all servers together."""
        each = [server.memory() for server in self.servers]
        return {what: sum(one[what] for one in each) for what in each[0]}

    def processor_seconds(self) -> float:
        """Of all servers together."""
        return sum(server.processor_seconds() for server in self.servers)


def kind_of(part: Server) -> str:
    """`server` or `thinker`."""
    return part.folder.name.partition("-")[0]


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """The options of tools that can have a cluster in the place of a server."""
    parser.add_argument("--cluster", action="store_true", help="three servers on PostgreSQL behind a proxy, thinkers")
    parser.add_argument("--proxy", choices=PROXIES, default=PROXIES[0], help="which one, with --cluster")


def chosen(options: argparse.Namespace) -> Callable[[Sequence[str]], contextlib.AbstractContextManager[Server]]:
    """What makes what they ask for."""
    return functools.partial(fresh_cluster, proxy=options.proxy) if options.cluster else fresh_server


def missing(proxy: str) -> str | None:
    """Why there can be no cluster here, in one sentence."""
    if shutil.which(proxy) is None and not Path("/usr/sbin", proxy).exists():
        return f"--cluster needs the proxy {proxy}, which is not installed: sudo apt-get install {proxy}"
    if postgres.missing() is not None:
        return "--cluster needs PostgreSQL and its driver: sudo apt-get install postgresql, then make setup"
    return None


def _program(proxy: str) -> str:
    return shutil.which(proxy) or str(Path("/usr/sbin", proxy))


@contextlib.contextmanager
def fresh_cluster(options: Sequence[str] = (), proxy: str = PROXIES[0]) -> Iterator[Cluster]:
    """A cluster with an empty database; not started yet. Nothing is left behind."""
    lacking = missing(proxy)
    if lacking is not None:
        raise Failure(lacking)
    with tempfile.TemporaryDirectory(prefix="tiefenthal-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)  # PostgreSQL has a user of its own where this is root
        cluster = Cluster(Path(name), options, proxy)
        try:
            yield cluster
        finally:
            cluster.clean_up()
