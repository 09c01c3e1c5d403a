"""Games that are too long: going back and forth without end, and logs from before that had an end."""

import asyncio
import contextlib
import json
import secrets
import sqlite3
import time
from typing import Any, Final

from harness.server import Failure
from scripts.attacks.base import Attack, Inn
from tiefenthal import Game, new_game
from tiefenthal.client import Client, CommandRefused, Connection, here
from tiefenthal.engine.rules.actions import BACK, PLACE
from tiefenthal.server.protocol.frames import Play, Undo, Update

TOGGLES: Final = 2_000
"""Pairs of `place` and `back` in the log from before."""
PAIRS: Final = 1_000
"""Pairs of `place` and an undo after them."""
LOGS: Final = 60
LOGS_AT_ONCE: Final = 4
"""Opened one after the other, before it is asked whether that is enough."""
MOST_TRIED: Final = 150
LONGEST: Final = 10.0
"""Seconds within which the long log must have been read, on a busy machine too."""


class LongGame(Attack):
    """Dice are placed and picked up again, and decisions undone, endlessly."""

    name = "a game without end"

    async def run(self, inn: Inn) -> str:
        """Both come to an end, and the turn can be finished all the same."""
        async with Client(inn.server.url) as client:
            await client.introduce("Fickle")
            table = (await client.new_table([here(), here("Other")], modules=1)).id
            async with await client.connect(table, 1) as one, await client.connect(table, 2) as other:
                await _until(one, other, "planning")
                toggled = await _toggle(one)
                taken_back = await _take_back(one)
                await _until(one, other, "serving")
        return f"refused after {toggled} changes of plan and {taken_back} undos; the evening went on"


async def _until(one: Connection[Update], other: Connection[Update], phase: str) -> None:
    """First legal actions until a phase."""
    while True:
        await asyncio.sleep(0)
        for seat in (one, other):
            update = seat.update
            if update is not None and update.decisions and update.decisions[0].phase == phase:
                return
            if update is not None and seat.is_asked and update.legal:
                with contextlib.suppress(CommandRefused):  # the other was quicker
                    done = await seat.play(update.legal[0].action)
                    for each in (one, other):
                        await each.reached(done)


async def _toggle(seat: Connection[Update]) -> int:
    """Put a die down and take it up again; how often until that was refused."""
    for tried in range(MOST_TRIED):
        update = seat.update
        assert update is not None
        places = [offer.action for offer in update.legal if offer.action.startswith("place ")]
        await _command(seat, Play(seat.ply, places[0]))
        update = seat.update
        assert update is not None
        backs = [offer.action for offer in update.legal if offer.action.startswith("back ")]
        if not backs:
            return tried
        await _command(seat, Play(seat.ply, backs[0]))
    raise Failure(f"a die was put down and taken up again {MOST_TRIED} times")


async def _take_back(seat: Connection[Update]) -> int:
    """Take back and decide again; how often until that was refused."""
    for tried in range(MOST_TRIED):
        try:
            await _command(seat, Undo(seat.ply))
        except CommandRefused:
            return tried
        update = seat.update
        assert update is not None
        await _command(seat, Play(seat.ply, update.legal[0].action))
    raise Failure(f"a decision was taken back {MOST_TRIED} times")


async def _command(seat: Connection[Update], command: Play | Undo) -> None:
    await seat.reached(await seat.command(command))


class LongLog(Attack):
    """A store from before has logs of thousands of changes and undos; somebody opens the tables."""

    name = "a log without end"

    def __init__(self) -> None:
        self._client: Client | None = None
        self._tables: list[str] = []
        self._entries = 0

    async def prepare(self, inn: Inn) -> None:
        """Write them."""
        self._client = Client(inn.server.url)
        await self._client.introduce("Patient")
        table = (await self._client.new_table([here(), here("Other")], modules=1)).id
        self._tables = [secrets.token_urlsafe(16) for _ in range(LOGS)]
        self._entries = await asyncio.to_thread(_write_long_logs, inn, table, self._tables)

    async def run(self, inn: Inn) -> str:
        """They are read in short slices, so nobody else notices."""
        assert self._client is not None
        slowest = longest = 0.0
        for _ in range(LOGS_AT_ONCE):
            long = self._tables.pop()
            began = time.monotonic()
            coming = asyncio.create_task(self._client.table(long))
            while not coming.done():
                slowest = max(slowest, await inn.newcomer())
                await asyncio.sleep(0.05)
            longest = max(longest, time.monotonic() - began)
            if (await coming).move == 0 or longest > LONGEST:
                raise Failure(f"a log of {self._entries} entries was read in {longest:.1f} s")
            async with await self._client.connect(long, 1) as seat:
                assert seat.update is not None
                await seat.play(seat.update.legal[0].action)  # the game goes on
        self.again = bool(self._tables)
        figures = f"read in {longest:.2f} s; a newcomer is answered in {slowest * 1000:.0f} ms"
        return f"{self._entries} entries {figures}"


def _write_long_logs(inn: Inn, table: str, wanted: list[str]) -> int:
    """Tables like another one, with a long log; how long."""
    file = inn.server.folder / "tiefenthal.sqlite3"
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as database:
        rows = database.execute("SELECT number, at, body FROM log WHERE table_id = ? ORDER BY number", (table,))
        kept = [(number, at, bytes(body)) for number, at, body in rows]
        seed = next(entry["seed"] for entry in (json.loads(body) for *_, body in kept) if entry["what"] == "began")
        bodies = [body for *_, body in kept] + [json.dumps(entry).encode() for entry in _fickle(seed)]
        cursor = database.execute("SELECT * FROM tables WHERE id = ?", (table,))
        names = [column[0] for column in cursor.description]
        head = dict(zip(names, cursor.fetchone(), strict=True))
        marks = ", ".join("?" * len(names))
        for long in wanted:
            values = {**head, "id": long, "length": len(bodies)}
            with database:
                database.execute(
                    f"INSERT INTO tables ({', '.join(names)}) VALUES ({marks})", [values[name] for name in names]
                )
                database.executemany(
                    "INSERT INTO log (table_id, number, at, body) VALUES (?, ?, ?, ?)",
                    [(long, number, kept[-1][1], body) for number, body in enumerate(bodies)],
                )
                database.execute(
                    "INSERT INTO seats (session, table_id) SELECT session, ? FROM seats WHERE table_id = ?",
                    (long, table),
                )
    return len(bodies)


def _fickle(seed: str) -> list[dict[str, Any]]:
    """Decisions up to planning, then back and forth."""
    game = new_game(players=2, modules=1, seed=seed)
    entries: list[dict[str, Any]] = []

    def play(seat: int, action: str) -> None:
        entries.append({"what": "played", "seat": seat, "action": action})
        game.play(seat, action)

    while game.phase != "planning":
        seat = game.to_act[0]
        play(seat, game.legal_actions(seat)[0].text)
    for _ in range(TOGGLES):
        play(0, _first(game, PLACE))
        play(0, _first(game, BACK))
    place = _first(game, PLACE)
    for _ in range(PAIRS):
        entries += [{"what": "played", "seat": 0, "action": place}, {"what": "undone", "seat": 0}]
    play(0, place)
    return entries


def _first(game: Game, kind: int) -> str:
    return next(action.text for action in game.legal_actions(0) if action.kind == kind)
