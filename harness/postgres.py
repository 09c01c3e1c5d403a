"""A real PostgreSQL for the tests: one server a test run, started by whoever needs it first, a database for each test.

It lies in a folder of its own, listens on a socket there and on this machine alone, and does not wait for the disk. It
ends with the last process that uses it, however that ends: everybody who does holds a lock on a file, and a small
process (`python -m harness.postgres FOLDER`) waits until nobody holds it any more.
"""

import contextlib
import functools
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

from harness.patience import PATIENCE
from tiefenthal.server.store.postgres.address import Address

if sys.platform != "win32":
    import fcntl

ROOT: Final = Path(__file__).parents[1]
PASSWORD: Final = "a b/c@d%41é"
"""Of the user `inn`, who must give it when coming by TCP: signs that addresses have to write in another way."""
TEMPLATE: Final = "tiefenthal_empty"
_SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "max_wal_senders": "0",
    "wal_level": "minimal",
    "autovacuum": "off",
    "listen_addresses": "127.0.0.1",
    "log_min_messages": "fatal",
}


def programs() -> Path | None:
    """Where PostgreSQL's programs are."""
    found = shutil.which("initdb")
    # Some of them may be linked into a folder of PATH, but not all.
    places = [Path(found).resolve().parent, Path(found).parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def missing() -> str | None:
    """Why there is none here, in one line for those who read the summary of the tests."""
    if sys.platform == "win32":
        return "the tests of the PostgreSQL store need a Unix system"
    if programs() is None:
        return "PostgreSQL is not installed (sudo apt-get install postgresql): its store is not tested"
    if find_spec("asyncpg") is None:
        return "asyncpg is not installed (make setup): the PostgreSQL store is not tested"
    return None


# Set-up installs both where it may; a machine without them can still run all the other tests, and the summary says why.
needed = pytest.mark.skipif(missing() is not None, reason=missing() or "")


class Cluster:
    """A PostgreSQL of our own in a folder."""

    def __init__(self, folder: Path, settings: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.settings = _SETTINGS | (settings or {})
        self.data = folder / "data"

    @property
    def port(self) -> int:
        return int((self.folder / "port").read_text(encoding="ascii"))

    def make(self) -> None:
        """Make it, in an empty folder. PostgreSQL refuses to run as root, so then it has a user of its own."""
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, _user())
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            (self.folder / "port").write_text(str(free.getsockname()[1]), encoding="ascii")
        self._run("initdb", "-D", self.data, "-U", "postgres", "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync")
        (self.data / "pg_hba.conf").write_text(
            "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n", encoding="ascii"
        )

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = " ".join(f"-c {name}={value}" for name, value in self.settings.items())
        options += f" -p {self.port} -k {self.folder}"
        self._run("pg_ctl", "start", "-w", "-s", "-D", self.data, "-l", self.folder / "log", "-o", options)

    def stop(self, how: str = "immediate") -> None:
        """Stop it: `immediate` is as after a crash, `fast` in order."""
        self._run("pg_ctl", "stop", "-w", "-s", "-D", self.data, "-m", how)

    def kill(self) -> None:
        """End all its processes at once, as when the machine goes down."""
        pid = int((self.data / "postmaster.pid").read_text(encoding="ascii").split()[0])
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGQUIT)
        while _alive(pid):
            time.sleep(0.01)

    def address(self, database: str = "postgres", user: str = "postgres") -> Address:
        """By the socket, without a password."""
        return Address(f"postgresql://{user}@/{database}?host={self.folder}&port={self.port}")

    def tcp(self, database: str, user: str = "inn", password: str | None = None) -> str:
        """By TCP, where a password is asked for."""
        from urllib.parse import quote

        word = quote(PASSWORD if password is None else password, safe="")
        return f"postgresql://{user}:{word}@127.0.0.1:{self.port}/{database}"

    def sql(self, *statements: str, database: str = "postgres") -> list[Any]:
        """Carry out statements, each by itself; what the last one gives."""
        from tiefenthal.server.store.postgres.database import blocking

        async def go() -> list[Any]:
            import asyncpg

            connection = await asyncpg.connect(self.address(database).for_driver(), timeout=PATIENCE)
            try:
                for statement in statements[:-1]:
                    await connection.execute(statement)
                return [tuple(row) for row in await connection.fetch(statements[-1])]
            finally:
                await connection.close()

        return blocking(go)

    def _run(self, program: str, *words: object) -> None:
        place = programs()
        assert place is not None
        user: dict[str, Any] = {"user": _user(), "group": _group(), "extra_groups": []} if os.geteuid() == 0 else {}
        done = subprocess.run(
            [place / program, *map(str, words)],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            **user,
        )
        if done.returncode:
            log = self.folder / "log"
            raise RuntimeError(f"{program}: {done.stderr}{log.read_text(encoding='utf-8') if log.exists() else ''}")


def _user() -> int:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_uid
    raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody")


def _group() -> int:
    return pwd.getpwuid(_user()).pw_gid


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --- the one that all tests of a run share


@functools.cache
def shared() -> Cluster:
    """The cluster of this test run; made by whoever comes first."""
    folder = _place()
    folder.mkdir(mode=0o755, exist_ok=True)
    with (folder / "making").open("w") as making:
        fcntl.flock(making, fcntl.LOCK_EX)
        # Never closed: the system lets go of it when this process ends. No other process inherits it.
        using = os.open(folder / "using", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(using, fcntl.LOCK_SH)
        cluster = Cluster(folder / "cluster")
        if not (folder / "ready").exists():
            shutil.rmtree(cluster.folder, ignore_errors=True)
            cluster.folder.mkdir()
            cluster.make()
            cluster.start()
            # Nobody's child: tests look at those they have.
            subprocess.run(
                [
                    "/bin/sh",
                    "-c",
                    '"$0" -m harness.postgres "$1" >/dev/null 2>&1 </dev/null &',
                    sys.executable,
                    str(folder),
                ],
                cwd=ROOT,
                start_new_session=True,
                check=True,
            )
            word = PASSWORD.replace("'", "''")
            cluster.sql(f"CREATE ROLE inn LOGIN PASSWORD '{word}'", f"CREATE DATABASE {TEMPLATE}", "SELECT 1")
            _fill_template(cluster)
            (folder / "ready").touch()
    return cluster


def _fill_template(cluster: Cluster) -> None:
    from tiefenthal.server.store.postgres.database import prepare, released_migrations

    prepare(cluster.address(TEMPLATE), released_migrations())


def _place() -> Path:
    """The same for all processes of a run, and short: the paths of sockets must be."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"alone-{os.getpid()}"
    return Path(tempfile.gettempdir()) / f"tiefenthal-pg-{run[:20]}"


_numbers = itertools.count(1)


def fresh(template: str | None = TEMPLATE) -> str:
    """The name of a new database, with an empty store in it; without a template, with nothing."""
    name = f"t{os.getpid()}_{next(_numbers)}"
    shared().sql(f"CREATE DATABASE {name} TEMPLATE {template or 'template0'} STRATEGY FILE_COPY", "SELECT 1")
    return name


_used: list[str] = []
_ALL: Final = (
    "SELECT string_agg('tiefenthal.' || tablename, ', ') FROM pg_tables"
    " WHERE schemaname = 'tiefenthal' AND tablename <> 'form'"
)


@contextlib.contextmanager
def borrowed() -> Iterator[Address]:
    """A database with an empty store in it. Emptying one that was used takes a quarter of what making one does."""
    name = _used.pop() if _used else fresh()
    try:
        yield shared().address(name)
    finally:
        ((tables,),) = shared().sql(_ALL, database=name)
        shared().sql(f"TRUNCATE {tables} RESTART IDENTITY", "SELECT 1", database=name)
        _used.append(name)


@contextlib.contextmanager
def own_cluster(**settings: str) -> Iterator[Cluster]:
    """A cluster for one test that stops, kills or fills it."""
    with tempfile.TemporaryDirectory(prefix="tiefenthal-pg-") as name:
        cluster = Cluster(Path(name) / "cluster", settings)
        Path(name).chmod(0o755)
        cluster.folder.mkdir()
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            with contextlib.suppress(RuntimeError):  # it is down already
                cluster.stop()


def _keep(folder: Path) -> None:
    """Wait until nobody uses the cluster, and clear it away."""
    with (folder / "using").open("rb") as using:
        fcntl.flock(using, fcntl.LOCK_EX)
        (folder / "ready").unlink(missing_ok=True)
        with contextlib.suppress(RuntimeError):
            Cluster(folder / "cluster").stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _keep(Path(sys.argv[1]))
