"""Back to a point in time: a real PostgreSQL with the archive of deploy/postgresql, a base backup, moves, a noted
moment, more moves; then everything is lost except backup and archive. Every table must come back as it was at that
moment, and games must continue.
"""

import asyncio
import os
import random
import re
import shutil
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from harness.postgres import Cluster, missing, programs
from harness.server import PATIENCE, Failure, Server, digest
from scripts.deployment_files import DEPLOY, Missing, Say
from tiefenthal.client import Client, CommandRefused, RawUpdate, here

TABLES = 5
SHIPPED = "/var/lib/postgresql/archive"


def settings(name: str, archive: Path) -> dict[str, str]:
    """What a file of deploy/postgresql sets, with this archive."""
    text = (DEPLOY / "postgresql" / name).read_text("utf-8")
    found = dict(re.findall(r"^(\w+) = '?(.*?)'?$", text, re.MULTILINE))
    if not any(SHIPPED in value for value in found.values()):
        raise Failure(f"deploy/postgresql/{name} does not name {SHIPPED}")
    return {key: value.replace(SHIPPED, str(archive)) for key, value in found.items()}


def write(cluster: Cluster, found: dict[str, str]) -> None:
    """Add settings to the cluster, as a file in conf.d would."""
    with (cluster.data / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.writelines(f"{name} = '{value}'\n" for name, value in found.items())


def cluster_in(folder: Path) -> Cluster:
    """One that is as safe as in earnest: what the tests switch off for speed is as PostgreSQL has it."""
    cluster = Cluster(folder)
    cluster.settings = {"listen_addresses": "", "shared_buffers": "32MB", "log_min_messages": "warning"}
    return cluster


@dataclass
class Seen:
    """A table as somebody was shown it: the ply, and everything on it."""

    ply: int
    view: bytes


class Play:
    """Some tables of one person who plays all seats."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.rng = random.Random(5)
        self.tables: list[str] = []

    async def open(self) -> None:
        """A few tables."""
        await self.client.introduce("Ada")
        for number in range(TABLES):
            info = await self.client.new_table([here("A"), here("B")], modules=number + 1)
            self.tables.append(info.id)

    async def moves(self, count: int) -> int:
        """Make this many decisions at every table; how many were acknowledged."""
        done = 0
        for table in self.tables:
            seats = [await self.client.connect(table, number, updates=RawUpdate) for number in (1, 2)]
            for _ in range(count):
                ready = [seat for seat in seats if seat.update is not None and seat.update.legal]
                if not ready:
                    break
                seat = self.rng.choice(ready)
                assert seat.update is not None
                try:
                    ply = await seat.play(self.rng.choice(seat.update.legal).action)
                except CommandRefused:
                    continue
                done += 1
                for other in seats:
                    await other.reached(ply)
            for seat in seats:
                await seat.close()
        return done

    async def seen(self) -> dict[str, Seen]:
        """Every table as it is shown now."""
        found: dict[str, Seen] = {}
        for table in self.tables:
            async with await self.client.connect(table, 1, updates=RawUpdate) as seat:
                assert seat.update is not None
                found[table] = Seen(seat.ply, digest(seat.update.view))
        return found


async def check_restore(say: Say) -> None:
    """Real programs in a temporary folder. Raises Missing where PostgreSQL is not here."""
    without = missing()
    if without is not None:
        raise Missing(without)
    place = programs()
    for name in ("pg_basebackup", "pg_verifybackup"):
        if place is None or not (place / name).exists():
            raise Missing(f"{name} is not beside PostgreSQL's other programs in {place}")
    with tempfile.TemporaryDirectory(prefix="tiefenthal-restore-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        first, second = cluster_in(folder / "first"), cluster_in(folder / "second")
        archive, base = folder / "archive", folder / "base"
        for place in (first.folder, second.folder, archive, base):
            place.mkdir()
        server = Server(folder / "data", ["--address-rate", "100000"])
        try:
            async with asyncio.timeout(PATIENCE * 3):
                await _there_and_back(first, second, archive, base, server, say)
        finally:
            server.clean_up()
            for cluster in (first, second):
                if (cluster.data / "postmaster.pid").exists():
                    cluster.stop()


async def _there_and_back(first: Cluster, second: Cluster, archive: Path, base: Path, server: Server, say: Say) -> None:
    first.make()
    with (first.data / "pg_hba.conf").open("a", encoding="ascii") as file:
        file.write("local replication all trust\n")  # Debian's own has such a line
    for place in (archive, base):
        if os.geteuid() == 0:
            shutil.chown(place, first.folder.stat().st_uid)
    write(first, settings("archive.conf", archive))
    first.start()
    first.sql("CREATE DATABASE tiefenthal", "SELECT 1")
    server.environment = {"TIEFENTHAL_DATABASE": _address(first)}
    await server.start()
    async with Client(server.url) as client:
        play = Play(client)
        await play.open()
        moves = await play.moves(6)
        # The base backup is made while people play.
        backup = asyncio.create_task(asyncio.to_thread(_base_backup, first, base))
        moves += await play.moves(6)
        await backup
        moves += await play.moves(8)
        noted = await play.seen()
        await asyncio.sleep(0.05)
        moment = datetime.now(UTC)
        await asyncio.sleep(0.05)
        later = await play.moves(10)
        ended = await play.seen()
        if any(ended[table].ply <= noted[table].ply for table in noted):
            raise Failure("after the moment nothing was played at some table, so nothing is tried")
        # The disk is lost: what is in the archive is all there is. Waiting for it stands for archive_timeout.
        await _archived(first, archive)
        await server.stop()
        first.stop("immediate")
        shutil.rmtree(first.data)
        began = time.monotonic()
        _restore(first, second, archive, base, moment)
        server.environment = {"TIEFENTHAL_DATABASE": _address(second)}
        await server.start()
        took = time.monotonic() - began
        restored = await play.seen()
        wrong = [table for table in noted if restored[table] != noted[table]]
        if wrong:
            raise Failure(f"{len(wrong)} of {len(noted)} tables are not as they were at {moment}: {restored} {noted}")
        say(
            f"restore: {moves} moves at {TABLES} tables, then a moment, then {later} more; restored to the moment from "
            f"base backup and archive in {took:.1f} s: every table is as it was then"
        )
        more = await play.moves(10)
        after = await play.seen()
        if not more or any(after[table].ply <= noted[table].ply for table in noted):
            raise Failure("the restored games do not go on")
        say(f"restore: the games went on there with {more} moves")
        await server.stop()
        server.check_log()


def _address(cluster: Cluster) -> str:
    return f"postgresql://postgres@/tiefenthal?host={cluster.folder}&port={cluster.port}"


def _base_backup(cluster: Cluster, base: Path) -> None:
    """As docs/deployment.md has it."""
    line = ["-h", cluster.folder, "-p", cluster.port, "-U", "postgres"]
    cluster._run("pg_basebackup", *line, "-D", base / "data", "-X", "stream", "-c", "fast")
    cluster._run("pg_verifybackup", "-e", base / "data")


async def _archived(cluster: Cluster, archive: Path) -> None:
    ((segment,),) = cluster.sql("SELECT pg_walfile_name(pg_current_wal_lsn())")
    cluster.sql("SELECT pg_switch_wal()")
    while not (archive / segment).exists():
        await asyncio.sleep(0.05)


def _restore(first: Cluster, second: Cluster, archive: Path, base: Path, moment: datetime) -> None:
    """Make the backup a data folder, and set the recovery target."""
    shutil.move(base / "data", second.data)
    if os.geteuid() == 0:
        shutil.chown(second.folder, first.folder.stat().st_uid)
    second.folder.chmod(0o755)
    shutil.copy(first.folder / "port", second.folder / "port")
    found = settings("recovery.conf", archive)
    found["recovery_target_time"] = moment.isoformat(sep=" ")
    write(second, found)
    (second.data / "recovery.signal").touch()
    if os.geteuid() == 0:
        shutil.chown(second.data / "recovery.signal", first.folder.stat().st_uid)
    second.start()
    while second.sql("SELECT pg_is_in_recovery()") != [(False,)]:
        time.sleep(0.05)
