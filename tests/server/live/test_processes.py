"""Several processes at one address with one database: one game for all its players, whichever process they reach."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families

from harness import postgres
from harness.patience import PATIENCE
from harness.server import Server
from tests.server.live.helpers import SWIFT, People, Raw, choose, story
from tests.server.stores import files_only
from tiefenthal.client import Client, ServerError, UnreachableError, bot, by_link, here

PROCESSES = 3


@contextlib.contextmanager
def several(folder: Path) -> Iterator[Server]:
    with postgres.borrowed() as address:
        server = Server(folder, ("--processes", str(PROCESSES), *SWIFT))
        server.environment = {"TIEFENTHAL_DATABASE": address.for_driver()}
        try:
            asyncio.run(server.start())
            yield server
            asyncio.run(server.stop())
        finally:
            children = serving(server) if server.process.poll() is None else []
            server.clean_up()
            psutil.wait_procs(children, PATIENCE)  # they stop with their parent


def serving(server: Server) -> list[psutil.Process]:
    """The server processes."""
    found = []
    for child in psutil.Process(server.process.pid).children():
        with contextlib.suppress(psutil.Error):  # it has just died
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def at(server: Server, raw: Raw) -> int | None:
    """The process a socket has reached."""
    port = raw.socket.local_address[1]
    for child in serving(server):
        with contextlib.suppress(psutil.Error):
            if any(line.raddr[1:] == (port,) for line in child.net_connections("tcp")):
                return child.pid
    return None


async def sockets_apart(people: People, who: Client, table: str, seat: int) -> list[Raw]:
    """Two sockets of one seat at two processes."""
    while True:
        pair = [await come(people, who, table, seat) for _ in range(2)]
        if at(people.server, pair[0]) != at(people.server, pair[1]):
            return pair
        for raw in pair:
            await raw.close()


async def come(people: People, who: Client, table: str, seat: int) -> Raw:
    """A socket, as soon as one can be opened."""
    while True:
        try:
            raw = await people.raw(who, table, seat=seat)
            await raw.kind("update")
            return raw
        except Exception:  # any error of a connection that breaks
            await asyncio.sleep(0.02)


async def play(raws: list[Raw], moves: int) -> None:
    """This many decisions of people, sent through any socket of the seat; all sockets see each of them."""
    for number in range(moves):
        front = max(raws, key=lambda raw: int(raw.update["ply"]))
        mine = [decision["seat"] for decision in front.update["decisions"] if decision["seat"] < 3]
        while not mine:  # the bot's turn
            await front.at(front.update["ply"] + 1)
            mine = [decision["seat"] for decision in front.update["decisions"] if decision["seat"] < 3]
        of_seat = [raw for raw in raws if raw.frames[0]["seat"] == mine[0]]
        raw = of_seat[number % len(of_seat)]
        await raw.at(front.update["ply"])
        answer = await raw.ask(ply=raw.update["ply"], action=choose([offer["action"] for offer in raw.update["legal"]]))
        assert answer["type"] == "done" or answer["code"] == "stale", answer  # the bot was quicker
        for each in raws:
            await each.at(answer["ply"])


@postgres.needed
def test_one_game_at_several_processes_of_which_one_dies(tmp_path: Path) -> None:
    async def told(people: People) -> None:
        server = people.server
        ada, ben = await people.person("Ada"), await people.person("Ben")
        table = (await ada.new_table([here(), by_link(), bot("random")], pace="instant")).id
        await ben.enter(table, (await ada.link(table, "join")).key)
        for _ in range(2 * PROCESSES):  # every process knows what was done at another a moment ago
            assert [seat.name for seat in (await ben.table(table)).seats][:2] == ["Ada", "Ben"]
        adas = await sockets_apart(people, ada, table, 1)
        bens = await sockets_apart(people, ben, table, 2)
        raws = [*adas, *bens]
        await play(raws, 12)
        await adas[0].send({"type": "chat", "text": "Prost!"})
        for raw in raws:
            await raw.kind("chat")
        last = max(int(raw.update["ply"]) for raw in raws)
        for raw in raws:
            await raw.at(last)
        same = [raw.view for raw in raws if raw.update["ply"] == last]
        assert all(view == same[0] for view in same)
        assert all(seat["here"] for seat in raws[-1].table["seats"])

        while await known(people) != {str(number) for number in range(PROCESSES)}:
            await asyncio.sleep(0.05)  # the last ones may still be on their way

        # One process dies. Its clients soon reach another, and nothing that was acknowledged is lost.
        victim = at(server, bens[0])
        assert victim is not None
        lost = [raw for raw in raws if at(server, raw) == victim]
        os.kill(victim, signal.SIGKILL)
        back: list[Raw] = []
        for raw in raws:
            seat = int(raw.frames[0]["seat"])
            back.append(await come(people, ada if seat == 1 else ben, table, seat) if raw in lost else raw)
        assert all(raw.update["ply"] >= last for raw in back)
        await play(back, 8)
        while len(serving(server)) < PROCESSES or await unanswered(people):
            await asyncio.sleep(0.05)

    with several(tmp_path / "data") as server:
        story(server, told)
        children = serving(server)
    assert psutil.wait_procs(children, 0)[1] == [], "all of them have stopped"
    log = server.log_end(10_000)
    assert log.count("server process died") == 1
    assert "Traceback" not in log


async def known(people: People) -> set[str]:
    """The processes whose metrics are shown, whichever process is asked."""
    figures = (await people.asked("GET", "/metrics")).body.decode()
    return {
        sample.labels["process"]
        for family in text_string_to_metric_families(figures)
        for sample in family.samples
        if sample.name == "tiefenthal_processes"
    }


async def unanswered(people: People) -> bool:
    try:
        return (await people.stranger().health()).status != "ok"
    except (ServerError, UnreachableError):
        return True


@files_only
def test_a_folder_belongs_to_one_process(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", ("--processes", "2"))
    words: Any = asyncio.run(server.refuses_to_start())
    assert "several processes need --database" in words
    assert not (tmp_path / "data").exists()


@postgres.needed
def test_what_keeps_one_process_from_starting_is_said_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", ("--processes", "3"))
    server.environment = {"TIEFENTHAL_DATABASE": "postgresql://nobody:secret@127.0.0.1:1/nothing"}
    words = asyncio.run(server.refuses_to_start())
    assert words.count("127.0.0.1:1") == 1, words
    assert "secret" not in words
    assert "Traceback" not in words


pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes share a socket on Unix")
