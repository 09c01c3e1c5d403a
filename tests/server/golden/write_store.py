"""Write a golden store: a database as this version of the program leaves it, with games of many kinds in it.

Stores outlive programs. Each version of the rules has one of these in the tests for ever, with what stood in it written
beside it; later versions must open it, find every game as it stood, play on and verify every record. A file that is
there is never written again: it would prove nothing then.
"""

import asyncio
import hashlib
import json
import lzma
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from scripts.picture_games import table_id
from tests.server.golden.standing import Standing, standing_of
from tiefenthal.engine.components.loader import load_edition, parse_edition, reference_text
from tiefenthal.engine.rules.version import RULES_VERSION
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.registry import make_bot
from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.config import CleanUp
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol import frames
from tiefenthal.server.store.database import DATABASE_NAME
from tiefenthal.server.store.sqlite import open_sqlite
from tiefenthal.server.tables import bounds, log
from tiefenthal.server.tables.commands import Circumstances, bot_move, decide
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry, key_digest
from tiefenthal.server.tables.table import Table

FOLDER: Final = Path(__file__).resolve().parent
NOW: Final = 1_794_000_000.0
HOST: Final = 1
FRIEND: Final = 2
BOTS: Final = ("random", "greedy", "apprentice")


def house_edition(name: str) -> str:
    """Somebody's own box: cheaper tables, a dearer cashbox."""
    text = reference_text().replace('name = "reference"', f'name = "{name}"')
    return text.replace("tables       = { price = 15", "tables       = { price = 13").replace(
        "cashbox      = { price = 10", "cashbox      = { price = 11"
    )


class Writer:
    """A table that is played and written as the server does it."""

    def __init__(
        self, registry: TableRegistry, name: str, players: str, modules: int, edition_text: str | None = None
    ) -> None:
        """`players`: a letter for each seat: h(ost), f(riend), o(pen), r(andom), g(reedy), a(pprentice)."""
        self.live = LiveTable(Table(table_id(name)), registry)
        self.name = name
        self._places = [_place(kind, seat) for seat, kind in enumerate(players)]
        self._modules = modules
        self._edition_text = edition_text
        self._bots = [_chooser(kind, f"{name} {seat}") for seat, kind in enumerate(players)]

    async def write(self, *entries: log.Entry) -> None:
        """Put entries on disk and carry them out."""
        async with self.live.lock:
            await self.live.write(entries)

    async def open(self, *, listed: bool = False) -> None:
        """The table, and the game when nobody is missing."""
        await self.write(opened(self._places, self._modules, self._edition_text, listed=listed))
        if self.live.table.full:
            await self.write(log.Began(f"golden {self.name}"))

    async def play(self, until: Callable[[Table], bool]) -> None:
        """Everyone decides, until then or until the game is over."""
        table = self.live.table
        assert table.game is not None
        while not table.game.over and not until(table):
            seat = table.game.to_act[-1]
            action = self._bots[seat].choose(table.game.view(seat), bounds.offered(table.game, seat))
            if table.places[seat].player is not None:
                await self.write(*bot_move(table, seat, table.ply, action.text))
            else:
                await self.command(seat, frames.Play(table.ply, action.text))

    async def command(self, seat: int, command: frames.Command) -> None:
        """What a person sends."""
        about = Circumstances({0, 1, 2, 3}, BOTS, {})
        await self.write(*decide(self.live.table, seat, command, lambda: about))

    async def finish(self) -> None:
        """Keep the record."""
        async with self.live.lock:
            await self.live.finish()


def opened(places: list[log.Place], modules: int, edition_text: str | None, *, listed: bool) -> log.Opened:
    """The first entry."""
    edition = load_edition() if edition_text is None else parse_edition(edition_text)
    return log.Opened(
        host=HOST,
        modules=modules,
        edition=edition.name,
        edition_text=edition_text,
        listed=listed,
        pace="instant",
        away_after=120,
        bot_seed="golden bots",
        places=places,
        edition_digest=edition.digest,
        rules=RULES_VERSION,
    )


def _place(kind: str, seat: int) -> log.Place:
    if kind == "o":
        return log.Place("open")
    if kind in "hf":
        return log.Place("person", "Anna" if kind == "h" else "Ben", session=HOST if kind == "h" else FRIEND)
    bot = {"r": "random", "g": "greedy", "a": "apprentice"}[kind]
    return log.Place("bot", f"{bot.capitalize()} {seat + 1}", bot=bot)


def _chooser(kind: str, seed: str) -> Bot:
    return make_bot({"r": "random", "a": "apprentice"}.get(kind, "greedy"), seed)


def in_round(number: int, phase: str = "serving", decisions: int = 3) -> Callable[[Table], bool]:
    """The phase of a round has begun, and so many decisions were made in it."""
    made: list[int] = []

    def reached(table: Table) -> bool:
        game = table.game
        assert game is not None
        if game.round >= number and game.phase == phase:
            made.append(1)
        return len(made) > decisions

    return reached


def to_the_end(_: Table) -> bool:
    """Never before."""
    return False


async def lay_out(registry: TableRegistry) -> list[Standing]:
    """Write all tables; how each of them stands."""
    found: list[Standing] = []

    def keep(one: Writer) -> None:
        found.append(standing_of(one.live.table))

    two = Writer(registry, "two", "hf", 1)
    await two.open()
    await two.play(in_round(3, decisions=2))
    await two.command(0, frames.Say("good evening"))
    for _ in range(40):  # a free undo: as soon as somebody can
        free = [seat for seat in range(2) if two.live.table.undo_way(seat) == "free"]
        if free:
            await two.command(free[0], frames.Undo(two.live.table.ply))
            break
        await two.play(_once())
    keep(two)

    three = Writer(registry, "three", "hfg", 2)
    await three.open()
    await three.play(in_round(4, "draft"))
    asking = next(seat for seat in (0, 1) if three.live.table.undo_way(seat) == "ask")
    await three.command(asking, frames.AskUndo(three.live.table.ply))
    await three.command(1 - asking, frames.AnswerUndo(three.live.table.ply, yes=True))
    await three.play(in_round(5))
    keep(three)

    four = Writer(registry, "four", "hrga", 5)
    await four.open()
    await four.play(in_round(2))
    await four.command(0, frames.HandOver("greedy"))
    await four.play(in_round(6, decisions=9))
    await four.command(0, frames.TakeBack())
    keep(four)

    house = Writer(registry, "house", "hfr", 3, house_edition("our-box"))
    await house.open()
    await house.play(in_round(5))
    keep(house)

    same = Writer(registry, "same-figures", "hg", 2, "# a copy\n" + reference_text())
    await same.open()
    await same.play(in_round(6, "planning"))
    keep(same)

    asked = Writer(registry, "asked", "hf", 4)
    await asked.open()
    await asked.play(in_round(3, "planning", 5))
    asking = next(seat for seat in (0, 1) if asked.live.table.undo_way(seat) == "ask")
    await asked.command(asking, frames.AskUndo(asked.live.table.ply))
    keep(asked)

    waiting = Writer(registry, "waiting", "hog", 5)
    await waiting.open(listed=True)
    await waiting.write(log.KeyMade("join", key_digest("golden key")))
    keep(waiting)

    for name, players, modules, edition in (
        ("over-two", "hg", 1, None),
        ("over-three", "hfr", 3, None),
        ("over-four", "hfga", 5, None),
        ("over-house", "hg", 4, house_edition("our-box")),
    ):
        over = Writer(registry, name, players, modules, edition)
        await over.open()
        if name == "over-three":
            await over.play(in_round(2, "draft"))
            asking = next(seat for seat in (0, 1) if over.live.table.undo_way(seat) == "ask")
            await over.command(asking, frames.AskUndo(over.live.table.ply))
            await over.command(1 - asking, frames.AnswerUndo(over.live.table.ply, yes=True))
        await over.play(to_the_end)
        await over.finish()
        keep(over)

    # The server ended between the last decision and the record.
    cut = Writer(registry, "cut-short", "hg", 2)
    await cut.open()
    await cut.play(to_the_end)
    keep(cut)
    return found


def _once() -> Callable[[Table], bool]:
    asked: list[int] = []

    def reached(_: Table) -> bool:
        asked.append(1)
        return len(asked) > 1

    return reached


async def write(folder: Path) -> list[Standing]:
    """A whole store in a folder."""
    store = open_sqlite(folder)
    ticks = random.Random(1)
    clock = [NOW]

    def now() -> float:
        clock[0] += round(ticks.random() * 20, 2)
        return clock[0]

    registry = TableRegistry(store, BotPool(), Metrics(process=False), CleanUp(), now)
    try:
        for number, name in ((HOST, "Anna"), (FRIEND, "Ben")):
            made = await store.add_session(hashlib.sha256(f"golden {name}".encode()).digest(), name, NOW)
            assert made.id == number
        return await lay_out(registry)
    finally:
        await registry.close()
        await store.close()


def main(arguments: Sequence[str]) -> int:
    """`python -m tests.server.golden.write_store NAME`: tests/server/golden/NAME.sqlite3.xz and NAME.json."""
    (name,) = arguments
    packed = FOLDER / f"{name}.sqlite3.xz"
    if packed.exists():
        print(f"{packed} is there; a golden store is never written again", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(write(Path(folder)))
        packed.write_bytes(lzma.compress((Path(folder) / DATABASE_NAME).read_bytes(), preset=9))
    lines = ",\n".join(json.dumps(one) for one in found)
    packed.with_name(f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{packed.name}: {len(found)} tables, {packed.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
