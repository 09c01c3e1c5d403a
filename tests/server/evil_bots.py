"""Bots that misbehave in every way we could think of. The tests of the pool install them as a plug-in (`install`)."""

import contextlib
import ctypes
import itertools
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from tiefenthal.engine.rules.actions import ACTIONS, Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot

SLOW = 2.2
"""Seconds one of them takes to load."""
BOTS = {
    "hang": "Hang",
    "grip": "Grip",
    "leave": "Leave",
    "fall": "Fall",
    "raise": "Raise",
    "quit": "Quit",
    "mute-error": "MuteError",
    "cheat": "Cheat",
    "garbage": "Garbage",
    "strange": "Strange",
    "empty-list": "EmptyList",
    "talk": "Talk",
    "flood": "Flood",
    "forge": "Forge",
    "scatter": "Scatter",
    "cut": "Cut",
    "parent": "Parent",
    "diary": "Diary",
    "slow-to-make": "SlowToMake",
    "late-thread": "LateThread",
}


def install(folder: Path) -> None:
    """Register the bots as an installed package does, for everyone with the folder on the path."""
    about = folder / "evil_bots-1.0.dist-info"
    about.mkdir()
    metadata = "Metadata-Version: 2.1\nName: evil-bots\nVersion: 1.0\nSummary: Bots up to no good\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [f"{name} = evil_bots:{kind}" for name, kind in BOTS.items()]
    lines += ["missing = evil_bots:NoSuchBot", "endless-import = endless_import:Bot", "slow-import = slow_import:Diary"]
    points = "\n".join(["[tiefenthal.bots]", *lines, ""])
    (about / "entry_points.txt").write_text(points, encoding="utf-8")
    (folder / "evil_bots.py").write_bytes(Path(__file__).read_bytes())
    (folder / "endless_import.py").write_text(
        "import time, evil_bots\nevil_bots.note('load')\ntime.sleep(600)\n", encoding="utf-8"
    )
    slow = f"import time\ntime.sleep({SLOW})\nfrom evil_bots import Diary\n"
    (folder / "slow_import.py").write_text(slow, encoding="utf-8")


def note(text: str) -> None:
    """Write a line to the file that the tests read."""
    with Path(os.environ["EVIL_NOTES"]).open("a", encoding="utf-8") as notes:
        notes.write(f"{text}\n")


class Hang(Bot):
    """Thinks forever."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        note("hang")
        time.sleep(600)
        return legal[0]


class Grip(Bot):
    """Thinks forever and lets no other thread run."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        note("grip")
        return legal[sum(itertools.repeat(0))]


class Leave(Bot):
    def choose(self, view: View, legal: list[Action]) -> Action:
        os._exit(3)


class Fall(Bot):
    """Reads from invalid memory."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        ctypes.string_at(0)
        return legal[0]


class Raise(Bot):
    def choose(self, view: View, legal: list[Action]) -> Action:
        raise ValueError("no idea\nat all \u2603 " + "x" * 10_000)


class Quit(Bot):
    def choose(self, view: View, legal: list[Action]) -> Action:
        sys.exit("enough")


class WordlessError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class MuteError(Bot):
    def choose(self, view: View, legal: list[Action]) -> Action:
        raise WordlessError


class Cheat(Bot):
    """Plays an illegal action, and makes it look legal."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        wrong = next(action for action in ACTIONS if action not in legal)
        legal.insert(0, wrong)
        return wrong


class Garbage(Bot):
    def choose(self, view: View, legal: list[Action]) -> Action:
        return lambda: legal  # type: ignore[return-value]


class Lookalike:
    """Equal to everything."""

    id = 0
    text = "ready"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Strange(Bot):
    def choose(self, view: View, legal: list[Action]) -> Action:
        return Lookalike()  # type: ignore[return-value]


class EmptyList(Bot):
    """Corrupts its input, then answers nothing."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        legal.clear()
        view.state.players.clear()
        return None  # type: ignore[return-value]


class Talk(Bot):
    """Plays well but prints a lot."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        for number in range(1000):
            print(number, "plays 0", "blah" * 1000)
            print("blah" * 1000, file=sys.stderr)
        os.write(1, b"1 plays 0\n" * 1000)
        assert sys.stdin.read() == ""
        return legal[-1]


class Flood(Bot):
    """Finds the pipe to the server and writes nonsense."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        frame = sys._getframe()
        while "answers" not in frame.f_locals:
            assert frame.f_back is not None
            frame = frame.f_back
        while True:
            os.write(frame.f_locals["answers"], b"0 plays 0 " * 100)


class Forge(Bot):
    """Finds the pipe to the server and answers a question that was not asked."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        os.write(sys._getframe(1).f_locals["answers"], b"999 plays %d\n" % legal[0].id)
        return legal[0]


class Scatter(Bot):
    """Writes nonsense wherever it can write."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        while True:
            for number in range(3, 20):
                with contextlib.suppress(OSError):
                    os.write(number, b"0 plays 0 " * 100)


class Cut(Bot):
    """Closes every pipe and keeps running."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        os.closerange(0, 64)
        time.sleep(600)
        return legal[0]


class Parent(Bot):
    """Starts another process and leaves it running."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        note(str(child.pid))
        time.sleep(600)
        return legal[0]


class Diary(Bot):
    """Records each call; its seed says for which choice."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.about = str(seed)

    def choose(self, view: View, legal: list[Action]) -> Action:
        note(self.about)
        return legal[0]


class SlowToMake(Bot):
    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        note("load")
        time.sleep(600)


class LateThread(Bot):
    """Answers, and ends the process once somebody else is thinking in it."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        threading.Thread(target=self._later, daemon=True).start()
        return legal[0]

    def _later(self) -> None:
        while "hang" not in Path(os.environ["EVIL_NOTES"]).read_text(encoding="utf-8"):
            time.sleep(0.01)
        os._exit(5)
