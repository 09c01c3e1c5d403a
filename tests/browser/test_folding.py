"""The browser's fold: changes become what would have been told whole, as in tests/server/test_changes."""

import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from scripts.check_client import STATIC
from tests.server.test_changes import GameTable
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.game import UndoError
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.server.tables import messages
from tiefenthal.server.tables.broadcast import Broadcast
from tiefenthal.server.tables.encoded import Moment
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.socket import Socket
from tiefenthal.server.tables.state_frames import StateFrames


class Sent:
    """Keeps what a socket is sent."""

    def __init__(self, seat: int | None) -> None:
        self.socket = Socket(1, seat, lambda: None, 2)
        self.socket.direct = self
        self.last = b""

    def write_text(self, *texts: bytes) -> bool:
        """Stands in for the connection."""
        (self.last,) = texts
        return True


def lines(players: int, modules: int, seat: int | None) -> list[bytes]:
    """Every frame of a game, undo included, and what the whole would be after it."""
    rng = random.Random(players * 10 + modules)
    game, change = messages.begin(make_setup(players, modules, load_edition(None)), f"folding {players} {modules}")
    table = GameTable(game)
    broadcast = Broadcast(table)  # type: ignore[arg-type]  # as much of a table as it needs
    sent = Sent(seat)
    changes: list[Change] = [change]
    found: list[bytes] = []
    while True:
        broadcast.send([sent.socket], changes)
        events = msgspec.Raw(msgspec.json.encode(changes[0].for_seat(seat)))
        way: Any = "no" if seat is None else table.undo_way(seat)
        whole = StateFrames(game, ahead=table.choices_ahead()).shown(seat, Moment(table.ply), events, True, way)
        found.append(b'{"frame":' + sent.last + b',"whole":' + whole + b"}")
        if game.over:
            return found
        table.ply += 1
        if table.choose_ahead(rng):
            changes = [Change(table.ply, [])]
            broadcast.state_changed()
            continue
        table.ahead.clear()
        who = rng.choice(game.to_act)
        try:
            if rng.randrange(6):
                raise UndoError
            game.undo(who)
            changes = [messages.undone(who, table.ply, 1)]
        except UndoError:
            changes = [messages.play(game, who, rng.choice(game.legal_actions(who)), table.ply)]
        broadcast.state_changed()


@pytest.mark.parametrize(("players", "modules", "seat"), [(2, 1, 0), (3, 3, None), (4, 5, 3)])
def test_the_browser_folds_changes_to_the_whole(players: int, modules: int, seat: int | None, tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None, "node is missing; `sh scripts/setup` fetches it"
    told = tmp_path / "told.jsonl"
    told.write_bytes(b"\n".join(lines(players, modules, seat)))
    module = shutil.copy(STATIC / "js" / "core" / "folding.js", tmp_path / "folding.mjs")
    script = Path(__file__).with_name("folded.mjs")
    done = subprocess.run([node, script, module, told], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 150
