"""How far can each missed balance target be met, and what does that cost? (`make tradeoffs`; docs/calibration.md)

    PYTHONPATH=build/compiled python -m scripts.tradeoffs --out build/tradeoffs --minutes 60 --jobs 8

1. Scan: editions of the search space (src/tiefenthal/calibrate/space.toml) play a few games each. They are drawn from
   the whole space, from between the reference edition and a random point, and from the line between the reference
   edition and the previous one; later ones lie near the most promising edition for a goal.
2. Fit: each figure becomes a smooth function of the levers. For each goal this gives the most promising edition, by
   itself and with everything held that the reference edition meets.
3. Proof: these editions and the reference edition play fresh deals, the same ones for all.

The folder contains scan.jsonl, proof.jsonl, report.md and the editions. The same command continues where it stopped;
once the proof has started, the scan is closed. Ctrl-C stops early and writes the report.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import tiefenthal
from scripts.tradeoff_games import (
    CORE,
    CORE_DEALS,
    LIGHT,
    LIGHT_DEALS,
    MORE,
    NEURAL_DEALS,
    SCAN_DEALS,
    SCAN_GAMES,
    Counts,
    Games,
    Task,
    Told,
    figures_of,
)
from scripts.tradeoff_goals import GOALS, Goal, Search
from scripts.tradeoff_report import ALONE, REFERENCE, WITH_REST, Named, Report
from tiefenthal.arena.deals import deal_from_line, deal_line
from tiefenthal.arena.results import ResultsError, ResultsFile, settings_of
from tiefenthal.arena.stories import LostGame, story_from_json, story_json
from tiefenthal.arena.workers import WorkersError, run
from tiefenthal.calibrate import CalibrationError
from tiefenthal.calibrate.model import Fits
from tiefenthal.calibrate.search import Candidate, candidate_line, read_candidate
from tiefenthal.calibrate.space import Space, Values
from tiefenthal.calibrate.writing import edition_text
from tiefenthal.components.loader import load_edition, unpinned_edition
from tiefenthal.components.problems import EditionError

ROOT: Final = Path(__file__).resolve().parent.parent
SCAN_FILE: Final = "scan.jsonl"
PROOF_FILE: Final = "proof.jsonl"
REPORT_FILE: Final = "report.md"
EDITIONS: Final = "editions"

LOT: Final = ("everywhere", "everywhere", "everywhere", "between", "between", "between", "way", "way")
"""Where random candidates come from, in turn."""
NEAR: Final = "near"
RANDOM: Final = 0.45
"""The first part of the scan, in which all candidates are random."""
FEWEST: Final = 80
"""Candidates before anything is fitted."""
AGAIN: Final = 64
"""Candidates after which the best edition for a goal is searched again."""
SPREAD: Final = 0.25
"""Distance of candidates near a goal, by lever, in half ranges."""
JITTER: Final = 0.25
"""Share of random levers in an edition on the line to the previous one."""
WAY: Final = (0.25, 0.5, 0.75)
"""Points of that line in the proof."""
SCANNING: Final = 0.4
"""Share of the time for the scan."""
LINE_EVERY: Final = 10.0


class Tradeoffs:
    """A scan with its proof, in a folder."""

    def __init__(self, given: argparse.Namespace) -> None:
        before = unpinned_edition()
        assert before is not None
        edition = load_edition(given.edition)
        self.given: argparse.Namespace = given
        self.out: Path = given.out
        self.space: Space = Space(before)
        self.home: Values = self.space.values_of(edition)
        found = self.space.edition_with(self.home)
        if found is None or found.digest != edition.digest:
            raise CalibrationError(f"the edition {edition.name} is not in the search space around the previous edition")
        self.search: Search = Search(self.space, self.home)
        self.fits: Fits = Fits(self.space)
        self.candidates: list[Candidate] = []
        self.told: dict[str, list[Told]] = {}
        self.named: list[Named] = []
        self.failed: int = 0
        self._began: float = time.monotonic()
        self._seconds: float = given.minutes * 60.0
        self._best: dict[tuple[str, bool], tuple[int, Values]] = {}
        self._started: int = 0
        self._said: float = self._began
        self._pace: tuple[float, int] = (self._began, 0)

    def go(self) -> bool:
        """Scan, fit and prove as far as time allows; whether everything is done."""
        interrupted = False
        try:
            proof = self.out / PROOF_FILE
            if not proof.exists() or not proof.stat().st_size:
                self._scan()
            self._prove()
        except KeyboardInterrupt:
            interrupted = True
        self._write()
        return not interrupted and self._done() >= self._wanted()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    # --- the scan

    def _scan(self) -> None:
        with ResultsFile(self.out / SCAN_FILE, self._belongs("scan"), read_candidate) as file:
            for candidate in file.found:
                self._take(candidate)
            self._started = max([candidate.number for candidate in self.candidates], default=-1) + 1
            self._pace = (time.monotonic(), len(self.candidates))

            def keep(told: Told) -> None:
                self._count_failures(told)
                if told.stories and told.deals:
                    figures = figures_of(told, self.space.kept_edition(told.task.values))
                    games = len(told.stories) + 2 * len(told.deals)
                    candidate = Candidate(told.task.number, told.task.name, told.task.values, games, figures)
                    file.append(candidate_line(candidate))
                    self._take(candidate)

            def tell() -> None:
                self._tell("scan", len(self.candidates), self.given.candidates, self._seconds * SCANNING)

            work = Games(self.space.edition, f"{self.given.seed} scan")
            run(work, self._scan_tasks(), self.given.jobs, keep, tell)

    def _take(self, candidate: Candidate) -> None:
        self.candidates.append(candidate)
        self.fits.add(candidate.values, candidate.figures)

    def _scanned(self) -> float:
        """The part of the scan that is done, by time or by number, whichever is further."""
        by_time = self.elapsed / (self._seconds * SCANNING) if self._seconds else 0.0
        return max(self._started / int(self.given.candidates), by_time)

    def _scan_tasks(self) -> Iterator[Task]:
        while self._scanned() < 1:
            number, self._started = self._started, self._started + 1
            where, values = self._drawn(number)
            yield Task(where, number, values, SCAN_GAMES, SCAN_DEALS)

    def _drawn(self, number: int) -> tuple[str, Values]:
        """The next edition of the scan: random at first, later mostly near the best one for a goal."""
        rng = random.Random(f"{self.given.seed} {number}")
        if number == 0:
            return REFERENCE, self.home
        known = len(self.candidates) >= min(FEWEST, self.given.candidates // 2)
        if known and self._scanned() > RANDOM and number % len(LOT):
            goals = [(goal, held) for goal in GOALS for held in (False, True)]
            return NEAR, self._near(rng, self._promising(*goals[number % len(goals)]))
        where = LOT[number % len(LOT)]
        if where == "way":
            return where, self._on_the_way(rng)
        return where, self.space.draw(rng, self.home if where == "between" else None)[1]

    def _on_the_way(self, rng: random.Random) -> Values:
        """An edition on the line to the previous one, with some levers anywhere."""
        while True:
            way = rng.random()
            values = tuple(
                [
                    rng.randint(lever.low, lever.high) if rng.random() < JITTER else round((1 - way) * value)
                    for lever, value in zip(self.space.levers, self.home, strict=True)
                ]
            )
            if self.space.edition_with(values) is not None:
                return values

    def _near(self, rng: random.Random, middle: Values) -> Values:
        """An edition near another one."""
        ends = [
            rng.gauss(value, SPREAD * lever.reach) if rng.random() < 0.7 else float(value)
            for lever, value in zip(self.space.levers, middle, strict=True)
        ]
        way = 1.0
        while way > 0.05:
            values = tuple(
                [
                    max(lever.low, min(lever.high, round(value + way * (end - value))))
                    for lever, end, value in zip(self.space.levers, ends, middle, strict=True)
                ]
            )
            if self.space.edition_with(values) is not None:
                return values
            way *= 0.8
        return middle

    def _promising(self, goal: Goal, held: bool, thorough: bool = False) -> Values:
        """The most promising edition for a goal by what is known so far."""
        known = self._best.get((goal.name, held))
        if known is not None and not thorough and len(self.candidates) < known[0] + AGAIN:
            return known[1]
        best = known[1] if known is not None else self.home
        for _ in range(2 if thorough else 1):
            self.fits.fit(self.fits.placed(best))
            best = self.search.best(self.fits, goal, held, [best, self.home], thorough)
        self._best[goal.name, held] = (len(self.candidates), best)
        return best

    # --- the proof

    def _name_editions(self) -> list[Named]:
        """The editions of the proof: the reference edition, the most promising ones, and some on the line to the
        previous edition."""
        together = dict(CORE)
        for more in MORE.values():
            together |= dict(more)
        named = [Named(REFERENCE, self.home, tuple(together.items()), CORE_DEALS, True)]
        for goal in GOALS:
            games = tuple((dict(CORE) | dict(MORE.get(goal.name, ()))).items())
            for held in (False, True):
                name = f"{goal.name}: {WITH_REST if held else ALONE}"
                named.append(Named(name, self._promising(goal, held, True), games, CORE_DEALS, goal == GOALS[0]))
        for way in WAY:
            values = tuple([round((1 - way) * value) for value in self.home])
            if self.space.edition_with(values) is not None:
                named.append(
                    Named(f"{100 * way:.0f} % towards the previous edition", values, LIGHT, LIGHT_DEALS, False)
                )
        return named

    def _prove(self) -> None:
        if self.candidates:
            print(f"fitting {len(self.candidates)} candidates", file=sys.stderr, flush=True)
            self.named = self._name_editions()
        else:
            known = settings_of(self.out / PROOF_FILE).get("editions")
            self.named = [_named(one) for one in known] if isinstance(known, list) else []
        belongs = self._belongs("proof") | {"editions": [list(one) for one in self.named]}
        with ResultsFile(self.out / PROOF_FILE, belongs, self._read) as file:
            for told in file.found:
                self._prove_with(told)
            self._pace = (time.monotonic(), self._done())

            def keep(told: Told) -> None:
                self._count_failures(told)
                if told.stories or told.deals:
                    file.append(_line(told))
                    self._prove_with(told)

            def tell() -> None:
                self._tell("proof", self._done(), self._wanted(), self._seconds)

            work = Games(self.space.edition, f"{self.given.seed} proof")
            run(work, self._proof_tasks(), self.given.jobs, keep, tell)

    def _proof_tasks(self) -> Iterator[Task]:
        """Round by round, so that all editions have played the same deals when time is up."""
        done = {(told.task.name, told.task.number, bool(told.stories)) for some in self.told.values() for told in some}
        for number in range(self.given.rounds):
            for one in self.named:
                if self._seconds and self.elapsed >= self._seconds:
                    return
                if one.neural and NEURAL_DEALS and (one.name, number, False) not in done:
                    yield Task(one.name, number, one.values, (), NEURAL_DEALS)
                if (one.name, number, True) not in done:
                    yield Task(one.name, number, one.values, one.games, one.deals)

    def _prove_with(self, told: Told) -> None:
        self.told.setdefault(told.task.name, []).append(told)

    def _done(self) -> int:
        """Parts of the rounds asked for."""
        rounds = int(self.given.rounds)
        return len([told for some in self.told.values() for told in some if told.task.number < rounds])

    def _wanted(self) -> int:
        parts = [2 if one.neural and NEURAL_DEALS else 1 for one in self.named]
        return int(self.given.rounds) * sum(parts)

    def _read(self, found: dict[str, Any]) -> Told:
        one = {one.name: one for one in self.named}[found["edition"]]
        play, match = Games(self.space.edition, "").plays(self.space.kept_edition(one.values))
        stories = tuple([story_from_json(story, play) for story in found["stories"]])
        deals = tuple([deal_from_line(deal, match) for deal in found["deals"]])
        return Told(Task(one.name, int(found["round"]), one.values, (), ()), stories, deals)

    # --- progress, files

    def _count_failures(self, told: Told) -> None:
        lost = len([story for story in told.stories if isinstance(story, LostGame)])
        lost += len([deal for deal in told.deals if deal.failures])
        self.failed += lost if told.stories or told.deals else 1

    def _tell(self, part: str, done: int, wanted: int, until: float) -> None:
        """A line with an estimate, now and then."""
        if time.monotonic() - self._said < LINE_EVERY:
            return
        self._said = time.monotonic()
        since, before = self._pace
        pace = (done - before) / max(0.001, self._said - since)
        left = (wanted - done) / max(pace, 1e-9)
        if self._seconds:
            left = min(left, max(0.0, until - self.elapsed))
        minutes, seconds = divmod(round(left), 60)
        what = {"scan": "candidates"}.get(part, "parts")
        line = f"{part}: {done} of {wanted} {what}, {pace:.2f}/s, {minutes}:{seconds:02d} left"
        print(line, file=sys.stderr, flush=True)

    def _belongs(self, part: str) -> dict[str, object]:
        return {
            "tradeoffs": part,
            "from": self.space.edition.digest[:16],
            "edition": self.space.kept_edition(self.home).digest[:16],
            "levers": [lever.name for lever in self.space.levers],
            "seed": self.given.seed,
            "version": tiefenthal.__version__,
        }

    def _write(self) -> None:
        if not self.named:
            return
        folder = self.out / EDITIONS
        folder.mkdir(parents=True, exist_ok=True)
        for one in self.named[1:]:
            words = "".join([letter if letter.isalnum() else " " for letter in one.name.lower()]).split()
            (folder / f"{'-'.join(words)}.toml").write_text(edition_text(self.space, one.values), encoding="utf-8")
        report = Report(self.space, self.home, self.named, self.told).text()
        (self.out / REPORT_FILE).write_text(report, encoding="utf-8")
        print(report)


def _named(found: Sequence[Any]) -> Named:
    name, values, games, deals, neural = found
    return Named(str(name), tuple([int(value) for value in values]), _counts(games), _counts(deals), bool(neural))


def _counts(found: Sequence[Sequence[int]]) -> Counts:
    return tuple([(int(one), int(count)) for one, count in found])


def _line(told: Told) -> str:
    content = {
        "edition": told.task.name,
        "round": told.task.number,
        "stories": [story_json(story) for story in told.stories],
        "deals": [json.loads(deal_line(deal)) for deal in told.deals],
    }
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "tradeoffs", help="the folder")
    parser.add_argument("--edition", help="an edition file instead of the built-in edition")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this time; 0: when everything is played")
    parser.add_argument("--candidates", type=int, default=1000, help="editions of the scan, at most")
    parser.add_argument("--rounds", type=int, default=50, help="rounds of the proof, at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seed", default="tradeoffs")
    given = parser.parse_args(arguments)
    if given.candidates < 2 or given.rounds < 1 or given.jobs < 1 or given.minutes < 0:
        print("tradeoffs: give at least 2 candidates, 1 round and 1 process, and no negative time", file=sys.stderr)
        return 2
    try:
        tradeoffs = Tradeoffs(given)
        done = tradeoffs.go()
    except (CalibrationError, EditionError, ResultsError, WorkersError, OSError) as error:
        print(f"tradeoffs: {error}", file=sys.stderr)
        return 1
    if tradeoffs.failed:
        print(f"{tradeoffs.failed} games or deals could not be finished and do not count", file=sys.stderr)
    if not done:
        print("not everything is played yet; the same command continues from here", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
