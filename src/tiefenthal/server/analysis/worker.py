"""A process that analyses: `python -P -m tiefenthal.server.analysis.worker NICENESS`, started by `http/thinking.py`.

It reads questions from its standard input, a line each, and answers on its standard output. It has a lower priority
than the games, limited memory, and ends with the server.
"""

import contextlib
import ctypes
import os
import signal
import sys
from typing import Final, NoReturn

import msgspec

from tiefenthal.server.analysis import wire

MEMORY: Final = 1 << 30
"""Bytes of address space; a review of a long game needs a third of it, most of that for numpy and its threads."""
PR_SET_PDEATHSIG: Final = 1


def main() -> NoReturn:
    """Answer until the server closes the pipe."""
    _bound(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # print output is not an answer
    from tiefenthal.server.analysis.answers import Answers

    here = Answers()
    decoder: msgspec.json.Decoder[wire.Question] = msgspec.json.Decoder(wire.Question)
    for line in sys.stdin.buffer:
        try:
            answer: msgspec.Struct = here.answer(decoder.decode(line))
        except (MemoryError, RecursionError):
            os._exit(3)
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()
    os._exit(0)


def _bound(niceness: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if sys.platform != "win32":
        import resource

        os.closerange(3, 65_536)  # what the server listens on is none of ours
        os.nice(niceness)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
