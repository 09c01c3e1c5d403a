"""`tiefenthal serve` as its owner meets it: why it cannot start, a full disk, and how it is stopped."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from harness.patience import PATIENCE
from harness.server import Server
from tests.cli.helpers import PROGRAM, Ran, assert_refused, environment, in_process, program
from tests.server.live.helpers import SWIFT, People, choose, running, story, told
from tests.server.store.test_disk import fill_up, mounted
from tiefenthal.client import Client, CommandRefused, ServerError, bot, by_link, here
from tiefenthal.server import packages
from tiefenthal.server.protocol import frames

DATABASE = "tiefenthal.sqlite3"
NOBODY = 65534


class Started(NamedTuple):
    """A server that was started by hand, so to speak."""

    process: "subprocess.Popen[str]"
    url: str
    said: list[str]
    """What it wrote on the standard output when it was ready."""


@contextlib.contextmanager
def started(folder: Path, *options: str) -> Iterator[Started]:
    """`tiefenthal serve --port 0`; the address is read from what it says."""
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0", "--data", str(folder), *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        said = [process.stdout.readline(), process.stdout.readline()]
        found = re.search(r"http://127\.0\.0\.1:\d+", said[0])
        assert found is not None, (said, process.stderr.read() if process.stderr and process.poll() is not None else "")
        yield Started(process, found[0], said)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def serve(folder: Path, *options: object, **extra: str) -> Ran:
    """A server that is to refuse to start."""
    return program(folder, "serve", "--port", "0", *options, **extra)


def as_nobody(*arguments: str) -> Ran:
    """The command, carried out by somebody who may do nothing on this machine. Perhaps they may not read the program
    either, so it is loaded before."""
    become = (
        "import contextlib, encodings.idna, io, os, sys, tiefenthal.server.serve, tiefenthal.server.store.backup\n"
        "from tiefenthal.app.cli.app import run\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    run([sys.argv[1], '--help'])\n"
        f"os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})\n"
        "sys.exit(run(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", become, *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def one_message(ran: Ran, *words: str, code: int | None = 1) -> None:
    """One line, no traceback, nothing on the standard output."""
    assert_refused(ran, *words, code=code)
    assert ran.err.strip().count("\n") == 0, ran.err
    assert ran.out == ""


# --- packages


@pytest.mark.parametrize("found", ["0.38.0", "0.52.1", "0.55.0", "1.0"])
@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_version_of_uvicorn_that_the_server_does_not_know(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, found: str
) -> None:
    """Some accept a socket and never send a frame."""
    monkeypatch.setattr(packages, "version", lambda _: found)
    (tmp_path / "file").touch()
    ran = in_process(capsys, command, "--data", tmp_path / "file")
    one_message(ran, f"uvicorn {found} is installed", "0.53", "0.55", "install one of those")


def test_the_installed_version_is_known() -> None:
    packages.check_packages()


# --- options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "-1"], "0 to 65535"),
        (["--port", "65536"], "0 to 65535"),
        (["--port", "many"], "--port"),
        (["--bot-processes", "0"], "1 to 64"),
        (["--bot-processes", "65"], "1 to 64"),
        (["--bot-seconds", "0"], "0.1 to 600"),
        (["--bot-seconds", "nan"], "0.1 to 600"),
        (["--bot-seconds", "inf"], "0.1 to 600"),
        (["--address-rate", "0"], "1 or more"),
        (["--address-rate", "nan"], "1 or more"),
        (["--log", "xml"], "--log text or --log json"),
        (["--log-level", "loud"], "--log-level"),
        (["--public-url", "inn.example"], "--public-url"),
        (["--public-url", "ftp://inn.example"], "--public-url"),
        (["--public-url", "https://inn.example/path"], "--public-url"),
        (["--no-such-option"], "--no-such-option"),
        (["surplus"], "surplus"),
    ],
)
def test_options_that_make_no_sense(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str], words: str
) -> None:
    (tmp_path / "file").touch()  # should the option be accepted after all, the server does not start
    ran = in_process(capsys, "serve", "--data", tmp_path / "file", *options)
    assert_refused(ran, words, code=2)
    assert ran.out == ""


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    for command, options in (("serve", ["--host", "--port", "--data", "--public-url"]), ("backup", ["--replace"])):
        ran = in_process(capsys, command, "--help")
        assert ran.code == 0
        for option in options:
            assert option in ran.out


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    for module in ("uvicorn", "msgspec", "prometheus_client"):
        blocked = f"import sys; sys.modules[{module!r}] = None; from tiefenthal.app.cli.app import run; "
        ran = subprocess.run(
            [sys.executable, "-c", blocked + "sys.exit(run(['serve', '--port', '0', '--data', 'data']))"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env=environment(),
            timeout=PATIENCE,
            check=False,
        )
        one_message(Ran(ran.returncode, ran.stdout, ran.stderr), f"'{module}'", "pip install tiefenthal")


# --- the address


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = program(tmp_path, "serve", "--port", port, "--data", tmp_path / "data")
    one_message(ran, f"port {port} is taken", "--port")
    assert not (tmp_path / "data").exists()  # nothing has begun


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "..", "127.0.0.1:80"])
def test_a_host_that_is_none(tmp_path: Path, host: str) -> None:
    one_message(
        serve(tmp_path, "--host", host, "--data", tmp_path / "data"), "is not an address of this machine", "--host"
    )


# --- the data folder


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    for place in ("file", "file/data"):
        one_message(serve(tmp_path, "--data", tmp_path / place), str(tmp_path / "file"), "Choose another one")
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_a_read_only_data_folder(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "2m") as disk:
        (disk / "data").mkdir()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        one_message(serve(tmp_path, "--data", disk / "data"), "cannot be written to", "Read-only file system")
        one_message(serve(tmp_path, "--data", disk / "new"), "cannot be made", "Read-only file system")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become somebody else")
def test_a_data_folder_of_somebody_else() -> None:
    with tempfile.TemporaryDirectory() as top:
        Path(top).chmod(0o755)
        (Path(top) / "data").mkdir(mode=0o755)
        one_message(as_nobody("serve", "--port", "0", "--data", f"{top}/data"), "cannot be written to", "Permission")
        one_message(as_nobody("serve", "--port", "0", "--data", f"{top}/new"), "cannot be made", "Permission denied")
        assert [path.name for path in Path(top).rglob("*")] == ["data"]


def _foreign(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def _newer(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE tables (id TEXT)")
        connection.execute(f"PRAGMA application_id = {0x54696566}")
        connection.execute("PRAGMA user_version = 9999")


def _broken(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00" + os.urandom(8000))


def _no_database(path: Path) -> None:
    path.write_bytes(b"My shopping list: beer, more beer.\n" * 100)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (_foreign, "a database of another program"),
        (_newer, "a newer version of Tiefenthal"),
        (_broken, "damaged or is not a database"),
        (_no_database, "damaged or is not a database"),
    ],
)
def test_a_database_that_cannot_be_used_is_left_as_it_is(
    tmp_path: Path, write: Callable[[Path], None], words: str
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    write(data / DATABASE)
    before = (data / DATABASE).read_bytes()
    one_message(serve(tmp_path, "--data", data), words, "It has not been changed.", str(data / DATABASE))
    assert (data / DATABASE).read_bytes() == before
    assert {path.name for path in data.iterdir()} <= {DATABASE, "tiefenthal.lock"}


def test_a_database_damaged_in_the_middle_is_left_as_it_is(tmp_path: Path) -> None:
    with running(tmp_path / "data", *SWIFT) as server:
        story(server, _some_games)
    file = tmp_path / "data" / DATABASE
    content = bytearray(file.read_bytes())
    assert len(content) > 12 * 4096
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xa5" * 200
    file.write_bytes(content)
    one_message(serve(tmp_path, "--data", tmp_path / "data"), "damaged", "Put a backup in its place")
    assert file.read_bytes() == content


async def _some_games(people: People) -> None:
    ada = await people.person("Ada")
    for _ in range(20):
        await ada.new_table([here(), here("Bea")])


def test_a_second_server_on_the_same_folder(tmp_path: Path) -> None:
    with started(tmp_path / "data") as first:
        one_message(serve(tmp_path, "--data", tmp_path / "data"), "Another Tiefenthal server uses", "Stop it, or")
        assert first.process.poll() is None


def test_where_it_is_and_what_it_keeps_is_said(tmp_path: Path) -> None:
    with started(tmp_path / "data", "--log", "json") as server:
        assert server.said == [
            f"Tiefenthal is open at {server.url}\n",
            f"Data is kept in {tmp_path / 'data'}. Ctrl-C stops the server.\n",
        ]

        async def ask() -> None:
            async with Client(server.url) as client:
                await client.introduce("Ada")
                with pytest.raises(ServerError):
                    await client.table("A" * 22)

        asyncio.run(ask())
        server.process.send_signal(signal.SIGTERM)
        out, err = server.process.communicate(timeout=PATIENCE)
    assert out == ""
    lines = [json.loads(line) for line in err.splitlines()]
    assert {line.get("status") for line in lines} >= {201, 404}
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


# --- a full disk


def test_a_disk_that_is_full_at_the_start(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "1m") as disk:
        fill_up(disk)
        one_message(serve(tmp_path, "--data", disk / "data"), "is full", "free some space")
        assert not (disk / "data" / DATABASE).exists()


def test_a_disk_that_fills_during_play_loses_and_changes_nothing(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "4m") as disk:
        (tmp_path / "logs").mkdir()
        server = Server(disk / "data", SWIFT)
        server._log = tmp_path / "logs" / "server.log"  # not on the full disk
        try:
            asyncio.run(server.start())
            story(server, lambda people: _fill_and_free(people, disk))
            asyncio.run(server.stop())
        finally:
            server.clean_up()
        log = server._log.read_text("utf-8")
        assert "Traceback" not in log
        errors = [line for line in log.splitlines() if " error " in line[:40]]
        assert all(re.search("DiskFull|not written|disk fails", line) for line in errors), errors


async def _fill_and_free(people: People, disk: Path) -> None:
    ada = await people.person("Ada")
    table = (await ada.new_table([here(), here("Bea")])).id
    waiting = (await ada.new_table([here(), here("Bea"), by_link()])).id
    seats = [await ada.connect(table, seat) for seat in (1, 2)]
    await seats[0].play("stay")
    await seats[1].until(lambda: seats[1].ply == 1)
    ballast = fill_up(disk)
    code = words = ""
    for _ in range(200):  # what room there still is in its own files may be used up first
        seat = next(one for one in seats if any(question.seat == one.seat for question in told(one).decisions))
        action = choose([offer.action for offer in told(seat).legal])
        before = (seat.ply, told(seat).view)
        try:
            done = await seat.play(action)
        except CommandRefused as refused:
            code, words = refused.code, refused.words
            break
        for other in seats:
            await other.until(lambda: other.ply >= done)  # noqa: B023
    assert code == "disk"
    assert "nothing has changed" in words
    # Nothing has changed, everyone is still there, and the server says what is wrong with it.
    again = await ada.connect(table, seat.seat)
    assert (again.ply, told(again).view) == before
    assert all(one.open and one.ply == before[0] for one in seats)
    health = await people.asked("GET", "/healthz")
    assert health.status == 503
    assert json.loads(health.body)["disk"] is False
    # What needs the disk is refused in words over HTTP too; what does not goes on.
    for request in (
        lambda: people.person("Newcomer"),
        lambda: ada.introduce("Countess"),
        lambda: ada.new_table([here(), here("Bea")]),
        lambda: ada.link(waiting, "join"),
        lambda: ada.leave(table, 1),
    ):
        with pytest.raises(ServerError) as refused_request:
            await request()
        assert (refused_request.value.status, refused_request.value.code) == (503, "disk")
    assert (await ada.session()).name == "Ada"
    assert (await ada.table(table)).ply == before[0]
    with pytest.raises(CommandRefused) as refused_chat:
        await seat.say("is anybody there?")
    assert refused_chat.value.code == "disk"
    ballast.unlink()
    assert await seat.play(action) == before[0] + 1  # the same move
    assert (await people.asked("GET", "/healthz")).status == 200
    await ada.link(waiting, "join")
    acknowledged = (seat.ply, told(seat).view)
    people.server.kill()
    await people.server.start()
    back = await ada.connect(table, seat.seat)
    assert (back.ply, told(back).view) == acknowledged
    assert back.chat == []


# --- the end


class Ending(NamedTuple):
    """What somebody at a table, and the machine, saw of the end of a server."""

    closed: tuple[int, str]
    workers: list[psutil.Process]
    """The bots' processes, as they were before."""


def end_of(server: Started, sign: signal.Signals) -> Ending:
    """End a server while a person and a bot play."""

    async def go() -> Ending:
        found = Server(Path("unused"))
        found.url = server.url
        async with asyncio.timeout(PATIENCE), People(found) as people:
            ada = await people.person("Ada")
            table = await ada.new_table([here(), bot("random")], pace="instant")
            raw = await people.raw(ada, table.id)
            await raw.game(lambda update: [question["seat"] for question in update["decisions"]] == [1])
            workers = psutil.Process(server.process.pid).children(recursive=True)
            server.process.send_signal(sign)
            return Ending(await raw.closed(), workers)

    return asyncio.run(go())


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_order_and_says_goodbye(tmp_path: Path, sign: signal.Signals) -> None:
    with started(tmp_path / "data") as server:
        ending = end_of(server, sign)
        out, err = server.process.communicate(timeout=PATIENCE)
        assert server.process.returncode == 0
        assert "Traceback" not in err
        assert "error" not in err
        assert out == ""
        assert ending.workers
        _, left = psutil.wait_procs(ending.workers, timeout=PATIENCE)
        assert left == []
        assert not (tmp_path / "data" / f"{DATABASE}-wal").exists()  # one plain file is left
        assert ending.closed == (frames.GOING_AWAY, "the server stops; come back in a moment")


def test_killed_it_leaves_no_process_behind_and_the_folder_free(tmp_path: Path) -> None:
    with started(tmp_path / "data") as server:
        ending = end_of(server, signal.SIGKILL)
        assert ending.closed[0] == 1006
        assert ending.workers
        _, left = psutil.wait_procs(ending.workers, timeout=PATIENCE)
        assert left == []
    with started(tmp_path / "data") as again:
        assert again.process.poll() is None
