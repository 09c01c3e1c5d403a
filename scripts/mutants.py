"""`make mutants`: change one thing in the rules, run the tests that execute it, and see whether one fails.

Every mutant that survives is either a gap in the tests or a change that makes no difference; those are listed with the
reason in tests/rules/survivors.toml. 1,000 mutants are drawn by a seed; results are kept in build/mutants, so that an
interrupted run continues. The tests are collected once; each mutant is a fork of that process with one function
changed, in which everything that earlier tests left ready is made again. Code that runs only while a module is imported
is left out of the draw: there it is too late to change it.

After new tests, `--again` tries once more what survived. To look into one place, `--only TEXT` tries every mutant with
that text in its name, and test files named as arguments are all that is run:

    python -m scripts.mutants --only Draft. tests/rules/test_draft.py
"""

import argparse
import importlib
import json
import os
import random
import resource
import signal
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import pytest

from scripts.mutation.changes import Change, changes, code_of, function_in
from scripts.mutation.fresh import forget
from tiefenthal.app.cli.progress import bar
from tiefenthal.engine.build.switch import compiled

ROOT: Final = Path(__file__).resolve().parent.parent
RULES: Final = ROOT / "src" / "tiefenthal" / "engine" / "rules"
TESTS: Final = ("tests/rules", "tests/modules", "tests/records")
QUIET: Final = (
    "-o",
    "addopts=--import-mode=importlib -p no:schemathesis -p no:cacheprovider -p no:xdist -p no:terminal",
)
SURVIVORS: Final = ROOT / "tests" / "rules" / "survivors.toml"
WANTED: Final = 95.0
KILLED, SURVIVED, LOOPED, UNREACHED = "killed", "survived", "looped", "unreached"
BROKEN: Final = 9
PATIENCE: Final = 10.0
"""Seconds of processor a mutant's tests may take beyond ten times what they take without it."""
MEMORY: Final = 2 << 30
"""Bytes it may take: a loop that no longer ends often collects something."""


def drawn(seed: str, count: int, files: Sequence[str] = (), only: str = "") -> list[str]:
    """The names of the mutants that are tried: of all, or of those in some files, or with a text in their name."""
    every = [change for _, change in every_change()]
    random.Random(seed).shuffle(every)
    names = [
        change.name
        for change in every
        if not change.only_tables and (not files or change.file in files) and only in change.name
    ]
    return names[:count]


def every_change() -> Iterator[tuple[str, Change]]:
    """All changes of the rules, with the module of each, one after the other."""
    for path in sorted(RULES.rglob("*.py")):
        file = path.relative_to(RULES).as_posix()
        for change in changes(file, path.read_text(encoding="utf-8")):
            yield "tiefenthal.engine.rules." + file.removesuffix(".py").replace("/", "."), change


class Mutants:
    """A pytest plugin that runs mutants instead of tests."""

    def __init__(self, wanted: list[str], results: Path, jobs: int, *, again: bool, all_tests: bool) -> None:
        self.wanted = set(wanted)
        self.results = results
        self.jobs = jobs
        self.all_tests = all_tests
        self.found: dict[str, str] = {}
        if results.exists():
            lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
            self.found = {line["mutant"]: line["found"] for line in lines if line["mutant"] in self.wanted}
        if again:
            known = explained()
            self.found = {
                name: found for name, found in self.found.items() if found in {KILLED, LOOPED} or name in known
            }
        self._failed = False
        self._reached: dict[CodeType, list[int]] = defaultdict(list)
        """By function: the tests that execute it."""
        self._seconds: list[float] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember whether anything failed."""
        self._failed = self._failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All tests once, to see what each executes; then the mutants."""
        self._look(session)
        if self._failed:
            raise pytest.UsageError("a test fails without any mutant")
        with bar("mutants") as progress, self.results.open("a", encoding="utf-8") as file:
            for name, found in self._tried(session):
                self.found[name] = found
                if self.all_tests or found in {KILLED, LOOPED}:  # who survives some tests may not survive all
                    file.write(json.dumps({"mutant": name, "found": found}, ensure_ascii=False) + "\n")
                    file.flush()
                progress(len(self.found), len(self.wanted))
        return True

    def _tried(self, session: pytest.Session) -> Iterator[tuple[str, str]]:
        """The mutants that were not tried yet, with what came of each; `jobs` are tried at a time."""
        running: dict[int, str] = {}
        try:
            for name, child in self._started(session):
                if child is None:
                    yield name, UNREACHED
                    continue
                running[child] = name
                if len(running) == self.jobs:
                    yield _ended(running)
            while running:
                yield _ended(running)
        finally:
            for child in running:
                os.kill(child, signal.SIGKILL)

    def _started(self, session: pytest.Session) -> Iterator[tuple[str, int | None]]:
        todo = self.wanted - self.found.keys()
        for module, change in every_change():
            if change.name in todo:
                yield change.name, self._start(session, importlib.import_module(module), change)

    def _look(self, session: pytest.Session) -> None:
        rules = str(RULES)
        reached: set[CodeType] = set()

        def note(frame: FrameType, event: str, argument: Any) -> None:
            if frame.f_code.co_filename.startswith(rules):
                reached.add(frame.f_code)

        with bar("tests") as progress:
            for number, item in enumerate(session.items):
                reached.clear()
                forget()
                began = time.process_time()
                sys.settrace(note)
                try:
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                finally:
                    sys.settrace(None)
                self._seconds.append(time.process_time() - began)
                for code in reached:
                    self._reached[code].append(number)
                progress(number + 1, len(session.items))

    def _start(self, session: pytest.Session, module: Any, change: Change) -> int | None:
        """The process that tries a mutant; None if no test executes it."""
        function = function_in(module, change.function)
        tests = self._reached.get(function.__code__, []) if function is not None else []
        if function is None or not tests:
            return None
        code = code_of(change)
        if not code.co_freevars:  # the change may have taken away all that needs them
            code = code.replace(co_freevars=function.__code__.co_freevars)
        tests = sorted(tests, key=self._seconds.__getitem__)
        child = os.fork()
        if child == 0:
            try:
                function.__code__ = code
                os._exit(self._try(session, tests))
            finally:
                os._exit(BROKEN)
        return child

    def _try(self, session: pytest.Session, tests: list[int]) -> int:
        """Whether one of the tests fails."""
        allowed = PATIENCE + 10 * sum(self._seconds[test] for test in tests)
        resource.setrlimit(resource.RLIMIT_CPU, (int(allowed) + 1, int(allowed) + 2))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        self._failed = False
        forget()
        for test in tests:
            session.items[test].config.hook.pytest_runtest_protocol(item=session.items[test], nextitem=None)
            if self._failed:
                return 1
        return 0


def _ended(running: dict[int, str]) -> tuple[str, str]:
    """The next mutant that is done, and what came of it."""
    child, status = os.wait()
    name = running.pop(child)
    if os.WIFSIGNALED(status):
        return name, LOOPED
    if os.WEXITSTATUS(status) == BROKEN:
        raise RuntimeError(f"cannot be tried: {name}")
    return name, KILLED if os.WEXITSTATUS(status) else SURVIVED


def explained() -> dict[str, str]:
    """Why each known survivor makes no difference."""
    return {one["mutant"]: one["why"] for one in tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))["survivor"]}


def report(found: dict[str, str]) -> int:
    """Say what came of it; 0 if the score is reached. What no test executes counts as not noticed."""
    known = explained()
    noticed = [name for name, what in found.items() if what in {KILLED, LOOPED}]
    unreached = sorted(name for name, what in found.items() if what == UNREACHED and name not in known)
    survived = sorted(name for name, what in found.items() if what == SURVIVED and name not in known)
    same = sorted((found.keys() & known.keys()) - set(noticed))
    counted = len(found) - len(same)
    score = 100 * len(noticed) / counted if counted else 0.0
    for name in same:
        print(f"makes no difference: {name} ({known[name]})")
    for name in unreached:
        print(f"executed by none of these tests: {name}")
    for name in survived:
        print(f"survived: {name}")
    print(
        f"{len(found):,} mutants: {len(noticed):,} killed, {len(survived):,} survive, {len(unreached):,} not executed, "
        f"{len(same):,} make no difference; score {score:.1f} %, wanted {WANTED:.0f} %"
    )
    return 0 if score >= WANTED else 1


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many are drawn")
    parser.add_argument("--seed", default="mutants", help="the same seed draws the same ones")
    parser.add_argument("--file", action="append", help="only this file of the rules, such as market.py")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants with this text in their name")
    parser.add_argument("--again", action="store_true", help="try unexplained survivors of an earlier run again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many are tried at a time")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants" / "results.jsonl")
    parser.add_argument("tests", nargs="*", help="run only these tests; then only what they notice is written down")
    options = parser.parse_args()
    if compiled():
        print(
            "mutants: compiled functions cannot be changed; unset TIEFENTHAL_COMPILED and PYTHONPATH", file=sys.stderr
        )
        return 2
    wanted = drawn(options.seed, options.count, options.file or (), options.only)
    if not wanted:
        print("mutants: the rules have none of that name", file=sys.stderr)
        return 2
    options.out.parent.mkdir(parents=True, exist_ok=True)
    plugin = Mutants(wanted, options.out, max(1, options.jobs), again=options.again, all_tests=not options.tests)
    try:
        status = pytest.main([*QUIET, "-m", "not slow", *(options.tests or TESTS)], [plugin])
    except KeyboardInterrupt:
        status = pytest.ExitCode.INTERRUPTED
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.INTERRUPTED, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return int(status)
    return report(plugin.found)


if __name__ == "__main__":
    sys.exit(main())
