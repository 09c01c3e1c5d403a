"""Making the compiled build during a game: nobody waits for it, and errors only go to a file.

It is a process of its own with the lowest priority. It outlives the game that started it, for otherwise those who play
short games would never see the end of it; and it can be ended at any time: the next start begins it again.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from tiefenthal.engine.build import builds, maker, switch
from tiefenthal.engine.build.sources import HERE, build_name

LOG: Final = "build.log"
FAILED: Final = "failed.json"
AGAIN_AFTER: Final = 24 * 60 * 60.0
"""Seconds until a failed build is tried again: by then there may be a network, or another compiler."""
LOWEST: Final = 19
LONGEST_LOG: Final = 100_000


class Failure(NamedTuple):
    """Why the last attempt at these sources failed (a `maker.Reason`; older versions wrote a sentence), what that is
    about, and when."""

    why: str
    when: float
    about: str = ""


def start() -> Path | None:
    """Start a build, if that is useful and possible; the file it writes to, or None if none was started."""
    if switch.refused() or switch.compiled() or maker.missing():
        return None
    try:
        place = builds.place()
        if builds.find() is not None or maker.being_built(place):
            return None
        failure = last_failure(place)
        if failure is not None and time.time() - failure.when < AGAIN_AFTER:
            return None
        place.mkdir(parents=True, exist_ok=True)
        log = place / LOG
        with log.open("w" if _long(log) else "a", encoding="utf-8") as file:  # two at once do not write over each other
            _spawn(file)
    except (OSError, RuntimeError):  # a place that cannot be written to, or no home folder: then there is none
        return None
    return log


def _long(log: Path) -> bool:
    return log.exists() and log.stat().st_size >= LONGEST_LOG


def _spawn(log: TextIO) -> None:
    command = [sys.executable, "-P", "-m", __name__]
    environment = {**os.environ, switch.VARIABLE: switch.NO, "PYTHONPATH": _path()}
    if sys.platform == "win32":
        flags = subprocess.IDLE_PRIORITY_CLASS | subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, creationflags=flags
        )
        return
    # Its parent ends at once, so it belongs to the system, and the game need not wait for it to bury it.
    nice = f"import os, subprocess, sys; os.nice({LOWEST}); subprocess.Popen(sys.argv[1:], start_new_session=True)"
    subprocess.run(
        [sys.executable, "-c", nice, *command],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        env=environment,
        check=True,
    )


def _path() -> str:
    """So that the process finds this package, however this one did."""
    before = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(HERE.parent), *([before] if before else [])])


def last_failure(place: Path) -> Failure | None:
    """What is remembered about these sources."""
    try:
        told = json.loads((place / FAILED).read_text(encoding="utf-8"))
        if told["name"] != build_name():
            return None
        return Failure(str(told["why"]), float(told["when"]), str(told.get("about", "")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def forget_failure() -> None:
    """The build has succeeded after all."""
    with contextlib.suppress(OSError):
        (builds.place() / FAILED).unlink()


def main() -> int:
    """The process: one attempt, remembered if it fails."""
    place = builds.place()
    name = build_name()
    print(time.strftime("--- %Y-%m-%d %H:%M:%S"), flush=True)
    try:
        maker.make(place)
    except (maker.BeingBuilt, maker.SourcesChanged) as error:
        print(error)
    except maker.CannotBuild as error:
        print(error)
        with contextlib.suppress(OSError):
            told = {"name": name, "why": error.reason, "about": error.about, "when": time.time()}
            (place / FAILED).write_text(json.dumps(told), encoding="utf-8")
        return 1
    else:
        forget_failure()
    return 0


if __name__ == "__main__":
    sys.exit(main())
