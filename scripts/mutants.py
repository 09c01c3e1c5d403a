"""`make mutants`: change one thing in the rules, run the tests that execute it, and see whether one fails.

Every mutant that survives is either a gap in the tests or a change that makes no difference; those are listed with the
reason in tests/rules/survivors.toml. 1,000 mutants are drawn by a seed; results are kept in build/mutants, so that an
interrupted run continues. The tests are collected once; each mutant is a fork of that process with one function
changed.
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
from tiefenthal.cli.progress import bar
from tiefenthal.engine.switch import compiled

ROOT: Final = Path(__file__).resolve().parent.parent
RULES: Final = ROOT / "src" / "tiefenthal" / "rules"
TESTS: Final = ("tests/rules", "tests/modules", "tests/records")
QUIET: Final = (
    "-o",
    "addopts=--import-mode=importlib -p no:schemathesis -p no:cacheprovider -p no:xdist -p no:terminal",
)
SURVIVORS: Final = ROOT / "tests" / "rules" / "survivors.toml"
WANTED: Final = 95.0
KILLED, SURVIVED, LOOPED, UNREACHED = "killed", "survived", "looped", "unreached"
PATIENCE: Final = 10.0
"""Seconds of processor a mutant's tests may take beyond ten times what they take without it."""


def every_change(files: Sequence[Path], seed: str, count: int) -> list[str]:
    """The names of the mutants that are tried."""
    names = [change.name for path in files for change in changes(_name(path), path.read_text(encoding="utf-8"))]
    random.Random(seed).shuffle(names)
    return names[:count]


def _name(path: Path) -> str:
    return path.relative_to(RULES).as_posix()


class Mutants:
    """A pytest plugin that runs mutants instead of tests."""

    def __init__(self, wanted: list[str], files: Sequence[Path], results: Path, jobs: int) -> None:
        self.wanted = set(wanted)
        self.files = files
        self.results = results
        self.jobs = jobs
        self.found: dict[str, str] = {}
        if results.exists():
            lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
            self.found = {line["mutant"]: line["found"] for line in lines if line["mutant"] in self.wanted}
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
        for path in self.files:
            module = importlib.import_module("tiefenthal.rules." + _name(path)[:-3].replace("/", "."))
            for change in changes(_name(path), path.read_text(encoding="utf-8")):
                if change.name in todo:
                    yield change.name, self._start(session, module, change)

    def _look(self, session: pytest.Session) -> None:
        rules = str(RULES)
        reached: set[CodeType] = set()

        def note(frame: FrameType, event: str, argument: Any) -> None:
            if frame.f_code.co_filename.startswith(rules):
                reached.add(frame.f_code)

        with bar("tests") as progress:
            for number, item in enumerate(session.items):
                reached.clear()
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
        tests = sorted(tests, key=self._seconds.__getitem__)
        child = os.fork()
        if child == 0:
            allowed = PATIENCE + 10 * sum(self._seconds[test] for test in tests)
            resource.setrlimit(resource.RLIMIT_CPU, (int(allowed) + 1, int(allowed) + 2))
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            self._failed = False
            function.__code__ = code
            for test in tests:
                session.items[test].config.hook.pytest_runtest_protocol(item=session.items[test], nextitem=None)
                if self._failed:
                    os._exit(1)
            os._exit(0)
        return child


def _ended(running: dict[int, str]) -> tuple[str, str]:
    """The next mutant that is done, and what came of it."""
    child, status = os.wait()
    name = running.pop(child)
    if os.WIFSIGNALED(status):
        return name, LOOPED
    return name, KILLED if os.WEXITSTATUS(status) else SURVIVED


def explained() -> dict[str, str]:
    """Why each known survivor makes no difference."""
    return {one["mutant"]: one["why"] for one in tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))["survivor"]}


def report(found: dict[str, str]) -> int:
    """Say what came of it; 0 if the score is reached."""
    known = explained()
    survived = sorted(name for name, what in found.items() if what == SURVIVED)
    unreached = sorted(name for name, what in found.items() if what == UNREACHED)
    unexplained = [name for name in survived if name not in known]
    counted = len(found) - len(unreached) - (len(survived) - len(unexplained))
    score = 100 * (counted - len(unexplained)) / counted if counted else 0.0
    for name in unreached:
        print(f"executed by none of these tests: {name}")
    for name in survived:
        print(f"survived: {name}" + (f" ({known[name]})" if name in known else ""))
    print(
        f"{len(found):,} mutants: {counted - len(unexplained):,} killed, {len(unexplained):,} survive, "
        f"{len(survived) - len(unexplained):,} make no difference, {len(unreached):,} not executed; "
        f"score {score:.1f} %, wanted {WANTED:.0f} %"
    )
    return 0 if score >= WANTED else 1


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many are drawn")
    parser.add_argument("--seed", default="mutants", help="the same seed draws the same ones")
    parser.add_argument("--file", action="append", help="only this file of the rules, such as market.py")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many are tried at a time")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants" / "results.jsonl")
    options = parser.parse_args()
    if compiled():
        print(
            "mutants: compiled functions cannot be changed; unset TIEFENTHAL_COMPILED and PYTHONPATH", file=sys.stderr
        )
        return 2
    files = [path for path in sorted(RULES.rglob("*.py")) if not options.file or _name(path) in options.file]
    if not files:
        print(f"mutants: the rules have no file {', '.join(options.file)}", file=sys.stderr)
        return 2
    options.out.parent.mkdir(parents=True, exist_ok=True)
    plugin = Mutants(every_change(files, options.seed, options.count), files, options.out, max(1, options.jobs))
    try:
        status = pytest.main([*QUIET, "-m", "not slow", *TESTS], [plugin])
    except KeyboardInterrupt:
        status = pytest.ExitCode.INTERRUPTED
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.INTERRUPTED, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return int(status)
    return report(plugin.found)


if __name__ == "__main__":
    sys.exit(main())
