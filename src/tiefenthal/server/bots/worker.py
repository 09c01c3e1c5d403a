"""A process in which bots think: `python -m tiefenthal.server.bots.worker`, started only by `pool.py`.

It reads choices from its standard input and answers on what was its standard output (`wire.py`). Bots have no access to
either: what they print is discarded. One thread only reads, so the process ends as soon as the server does, even when a
bot thinks forever; on Linux the kernel ensures it too, for bots that let no other thread run.

Nothing here may import the rest of the server: a process that only thinks should start quickly and stay small.
"""

import contextlib
import ctypes
import os
import queue
import signal
import sys
import threading
from typing import BinaryIO, Final, NoReturn

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import built_in_edition, parse_edition
from tiefenthal.engine.rules.actions import Action
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.failure import failure_words
from tiefenthal.players.bots.registry import BUILT_IN, BrokenBotError, UnknownBotError, make_bot
from tiefenthal.server.bots import wire as bot_wire

NICENESS: Final = 5  # the server, which people wait for, comes first
PR_SET_PDEATHSIG: Final = 1
MOST_FILES: Final = 65_536


def main() -> NoReturn:
    """Answer until the server closes the pipe."""
    _end_with_the_server()
    requests, answers = _private_line()
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, lines), daemon=True).start()
    _write(answers, bot_wire.READY + b"\n")
    _be_quiet()
    editions: dict[str, Edition] = {}
    while True:
        _obey(lines.get().decode("ascii"), editions, answers)


def _end_with_the_server() -> None:
    """Ignore signals to the whole group, which the server handles; end when the server dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(NICENESS)


def _private_line() -> tuple[BinaryIO, int]:
    """Moves the pipes to the server to new file descriptors; standard input and output become empty.

    Whatever else was inherited is closed first: uvloop hands on every file and socket that is marked as inheritable,
    and uvicorn marks the one it listens on.
    """
    if sys.platform != "win32":
        os.closerange(3, MOST_FILES)
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return requests, answers


def _be_quiet() -> None:
    """From here on only bots could write to standard error, and they could flood it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _read(requests: BinaryIO, lines: "queue.SimpleQueue[bytes]") -> None:
    for line in requests:
        lines.put(line)
    os._exit(0)  # the server is gone, whatever a bot may be doing


def _write(answers: int, line: bytes) -> None:
    try:
        os.write(answers, line)
    except OSError:
        os._exit(1)


def _obey(line: str, editions: dict[str, Edition], answers: int) -> None:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "edition":
        digest, _, text = rest.partition(" ")
        editions[digest] = built_in_edition(digest) or parse_edition(bot_wire.read_text(text))
    elif word == "forget":
        editions.pop(rest, None)
    else:
        request = bot_wire.read_choose(rest, editions)
        _write(answers, _answer(request, answers))


def _answer(request: bot_wire.Request, answers: int) -> bytes:
    """The reply to a request, whatever the bot does."""
    known = tuple(request.legal)  # the bot gets the list itself, and may change it
    try:
        bot = _make(request.bot, request.seed)
        if request.tell:
            _write(answers, bot_wire.made_reply(request.number))
        answer: object = bot.choose(request.view, request.legal)
    except (UnknownBotError, BrokenBotError) as error:
        return bot_wire.failed_reply(request.number, str(error))
    except BaseException as error:  # a bot may raise SystemExit or KeyboardInterrupt as well
        return bot_wire.failed_reply(request.number, f"{bot_wire.CRASHED}: {failure_words(error)}")
    for action in known:
        if action is answer:
            return bot_wire.action_reply(request.number, action)
    if isinstance(answer, Action):
        return bot_wire.failed_reply(request.number, f"gave an illegal action: {answer.text}")
    return bot_wire.failed_reply(request.number, f"gave no action but an object of type {type(answer).__name__}")


def _make(name: str, seed: str) -> Bot:
    maker = BUILT_IN.get(name)  # `make_bot` would look through every installed package each time
    return maker(seed) if maker is not None else make_bot(name, seed)


if __name__ == "__main__":
    main()
