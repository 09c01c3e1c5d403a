"""Checks one record or one edition in a separate process: a question as JSON on stdin, the answer on stdout.

Run by `checking.py` as `python -m tiefenthal.server.http.checker SECONDS`. It needs nothing but the engine.
"""

import json
import os
import sys
from typing import Any, Final

from tiefenthal.engine.components import EditionError, parse_edition
from tiefenthal.engine.fairness import CommitmentError
from tiefenthal.engine.record.notation import RecordError
from tiefenthal.engine.replay import verify
from tiefenthal.i18n import Catalogue, catalogue

MEMORY: Final = 256 << 20
"""Bytes of address space; a game or an edition needs less than 64 MB."""
TOO_MUCH: Final = 3
"""The exit code when it needs more memory than it may have."""
MOST_PROBLEMS: Final = 50
LONGEST_PROBLEM: Final = 400


def check_record(text: str, commitment: str | None, words: Catalogue) -> dict[str, Any]:
    """The fields of a `protocol.http.Verdict`."""
    try:
        found = verify(text, commitment)
    except (RecordError, CommitmentError) as error:
        told = error.words(words)
        return {
            "valid": False,
            "over": False,
            "decisions": 0,
            "rounds": 0,
            "follows_seed": None,
            "fits_commitment": None,
            "problem": told[:LONGEST_PROBLEM],
        }
    return {
        "valid": True,
        "over": found.over,
        "decisions": found.decisions,
        "rounds": found.rounds,
        "follows_seed": found.follows_seed,
        "fits_commitment": found.fits_commitment,
        "problem": None,
    }


def check_edition(text: str, words: Catalogue) -> dict[str, Any]:
    """The fields of a `protocol.http.EditionVerdict`."""
    try:
        edition = parse_edition(text)
    except EditionError as error:
        problems = []
        for problem in error.problems[:MOST_PROBLEMS]:
            key = f"{problem.key}: " if problem.key else ""
            told = f"{key}{problem.said(words)}"
            if problem.line:
                told = words.say("record.line", line=problem.line, reason=told)
            problems.append(told[:LONGEST_PROBLEM])
        if len(error.problems) > MOST_PROBLEMS:
            problems.append(words.say("position.more", n=len(error.problems) - MOST_PROBLEMS))
        return {"valid": False, "name": None, "digest": None, "problems": problems}
    return {"valid": True, "name": edition.name, "digest": edition.digest, "problems": []}


def _bound(seconds: int) -> None:
    """Lower the priority, and end by itself even if nobody is left to end it."""
    if sys.platform != "win32":
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer the one question."""
    _bound(int(sys.argv[1]))
    asked = json.load(sys.stdin.buffer)
    words = catalogue(asked["language"])
    try:
        if asked["what"] == "edition":
            answer = check_edition(asked["text"], words)
        else:
            answer = check_record(asked["text"], asked["commitment"], words)
    except (MemoryError, RecursionError):
        sys.exit(TOO_MUCH)
    sys.stdout.buffer.write(json.dumps(answer).encode("ascii"))


if __name__ == "__main__":
    main()
