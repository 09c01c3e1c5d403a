"""A calibration: generations of candidates around a centre that moves towards what promises the least loss, and at the
end many games of the edition found and of the one it came from, with the same deals.

The folder holds everything: each finished candidate is a line of a file that only grows, and the rest follows from it.
So a calibration may be stopped at any time and gone on with, and leaves its best edition so far.
"""

import hashlib
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

import tiefenthal
from tiefenthal.engine.components.edition import Edition
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.results import ResultsFile
from tiefenthal.lab.arena.stories import LostGame
from tiefenthal.lab.arena.targets import Finding
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.aims import Key
from tiefenthal.lab.calibrate.model import Array, Model
from tiefenthal.lab.calibrate.play import PLAYERS, CandidateGames, GameTask, Told
from tiefenthal.lab.calibrate.report import SPOKEN_OF, Numbers, report_text, with_bounds
from tiefenthal.lab.calibrate.space import Space, Values
from tiefenthal.lab.calibrate.told import told_games
from tiefenthal.lab.calibrate.writing import edition_text
from tiefenthal.players.bots.neural.weights import VARIABLE, find_networks
from tiefenthal.players.workers import run

CANDIDATES_FILE: Final = "candidates.jsonl"
EDITION_FILE: Final = "edition.toml"
REPORT_FILE: Final = "report.md"
GENERATION: Final = 32
"""Candidates between two moves of the centre."""
FEWEST: Final = 12
"""Candidates before anything is fitted."""
WIDEST: Final = 0.55
NARROWEST: Final = 0.2
"""How far candidates lie from the centre, by lever, in half ranges: at first, and in the end."""
NARROWS_AFTER: Final = 120
"""Candidates until that has fallen by a third."""
REACH: Final = 0.4
"""How far the centre moves at most."""
PROVING: Final = 0.2
"""Part of the budget for the games of the edition found and of the one it came from."""
PROOF_DEALS: Final = 1_000_000
"""Deals from here on prove; none of them was searched with."""
SEARCH, PROOF_BEFORE, PROOF_AFTER = "search", "before", "after"


class Options(NamedTuple):
    """How a calibration goes."""

    players: tuple[int, ...] = (2, 3, 4)
    modules: tuple[int, ...] = (1, 2, 3, 4, 5)
    bot: str = "hasty"
    weights: Path | None = None
    seed: str = "calibrate"
    deals: int = 2
    """Games of a candidate in each set-up, of the network and of each bot that plays like people."""
    candidates: int = 0
    """Candidates in all; 0 for no end."""
    proof: int = 40
    """As many in each set-up prove what was found."""
    setups: tuple[Setting, ...] = ()
    """What is played instead of all numbers of players with all modules."""
    start: Edition | None = None
    """An edition to begin looking at, made from the same one."""
    told: Path | None = None
    """Games of a training run, which count too."""


class Candidate(NamedTuple):
    """A finished candidate."""

    number: int
    part: str
    """Whether it was searched with or proves something."""
    values: Values
    games: int
    figures: dict[Key, tuple[float, float, float]]
    """Each with its bounds."""


class Standing(NamedTuple):
    """Where a calibration stands, for its watcher."""

    part: str
    candidates: int
    games: int
    lost: int
    loss: float
    """What the model expects of the best values so far."""
    done: float
    games_per_second: float

    def words(self) -> str:
        """A line of the report on progress."""
        what = {SEARCH: "searching"}.get(self.part, "proving")
        loss = f", loss {self.loss:.2f} expected" if self.loss < float("inf") else ""
        return f"{what}: {self.candidates} candidates, {self.games} games ({self.games_per_second:.1f}/s){loss}"


Watcher = Callable[[Standing], None]


class Outcome(NamedTuple):
    """What a calibration came to."""

    values: Values
    text: str
    """The edition found, as TOML."""
    report: str
    standing: Standing
    interrupted: bool
    failure: str = ""
    """What went wrong in the last game that could not be finished."""


def calibrate(
    out: Path,
    edition: Edition,
    options: Options,
    minutes: float = 0.0,
    workers: int = 1,
    ray: str | None = None,
    watch: Watcher | None = None,
) -> Outcome:
    """Search in a folder, or go on with the search there, until the candidates or the minutes are used up. Ctrl-C ends
    it like the end of the time, with what is known by then."""
    if not minutes and not options.candidates:
        raise CalibrationError("a calibration needs an end: give minutes or candidates")
    if options.bot not in PLAYERS:
        raise CalibrationError(f"editions are judged by {' or '.join(PLAYERS)}, not by {options.bot!r}")
    return _Calibration(out, edition, options, minutes * 60.0, watch).go(workers, ray)


class _Calibration:
    def __init__(self, out: Path, edition: Edition, options: Options, seconds: float, watch: Watcher | None) -> None:
        self.out: Path = out
        self.options: Options = options
        self.space: Space = Space(edition)
        self.model: Model = Model(self.space)
        every = [Setting(players, modules) for modules in options.modules for players in options.players]
        settings = options.setups or every
        weights = options.weights
        named = os.environ.get(VARIABLE)
        if weights is None and named:
            weights = Path(named)
        find_networks(weights)  # complains now rather than in every game
        self.work: CandidateGames = CandidateGames(edition, settings, options.bot, weights, options.seed)
        self.best: Values = self.space.values_of(options.start) if options.start is not None else self.space.base
        if self.space.edition_with(self.best) is None:
            raise CalibrationError("the edition to begin with is not made from the one that is calibrated")
        self.centre: Array = self.model.placed(self.best)
        self.loss: float = float("inf")
        self.proof: dict[str, Candidate] = {}
        self.next: int = 0
        self.searched: int = 0
        self.games: int = 0
        self.lost: int = 0
        self.failure: str = ""
        self._played_now: int = 0
        self._open: dict[int, tuple[str, int, list[Told]]] = {}
        self._began: float = time.monotonic()
        self._seconds: float = seconds
        self._before: int = 0
        self._part: str = SEARCH
        self._watch: Watcher | None = watch
        self._file: ResultsFile[Candidate] | None = None
        self._weights: Path | None = weights

    # --- the whole

    def go(self, workers: int, ray: str | None) -> Outcome:
        interrupted = False
        with ExitStack() as files:
            self._file = files.enter_context(ResultsFile(self.out / CANDIDATES_FILE, self._belongs(), read_candidate))
            for candidate in self._file.found:
                self._take(candidate)
            if self.options.told is not None:
                for values, figures in told_games(self.options.told, self.space):
                    self.model.add(values, figures, 1 / self.options.deals)
            self._before = self.searched
            self._move()
            try:
                if ray is None:
                    run(self.work, self._tasks(), workers, self._keep, self._tell)
                else:
                    from tiefenthal.lab.arena.cluster import run_on_ray

                    run_on_ray(self.work, self._tasks(), ray, workers, self._keep, self._tell)
            except KeyboardInterrupt:
                interrupted = True
            if self._part == SEARCH:
                self._move()
            return self._write(interrupted)

    def _belongs(self) -> dict[str, object]:
        o = self.options
        network = hashlib.sha256(self._weights.read_bytes()).hexdigest()[:16] if self._weights else "the package's"
        return {
            "edition": f"{self.space.edition.name} {self.space.edition.digest[:16]}",
            "levers": [lever.name for lever in self.space.levers],
            "players": list(o.players),
            "modules": list(o.modules),
            "bot": o.bot,
            "weights": network,
            "deals": o.deals,
            "seed": o.seed,
            **({"setups": [str(setting) for setting in o.setups]} if o.setups else {}),
            **({"start": o.start.digest[:16]} if o.start is not None else {}),
            "version": tiefenthal.__version__,
        }

    # --- what is played

    def _tasks(self) -> Iterator[GameTask]:
        """Asked whenever somebody is free: it goes by what is known then."""
        while not self._search_is_over():
            generation, place = divmod(self.searched + self._searching(), GENERATION)
            values = self._candidate(generation, place)
            yield from self._begin(SEARCH, values, generation * self.options.deals, self.options.deals)
        if self._part == SEARCH:
            self._move()
        self._part = PROOF_AFTER  # from here on what was found stays as it is
        for part, values in ((PROOF_AFTER, self.best), (PROOF_BEFORE, self.space.base)):
            known = self.proof.get(part)
            if known is None or known.values != values:
                yield from self._proof(part, values)

    def _proof(self, part: str, values: Values) -> Iterator[GameTask]:
        """In pieces, so that all hands are busy to the end."""
        number, self.next = self.next, self.next + 1
        deals = self.options.deals
        pieces = max(1, self.options.proof // deals)
        self._open[number] = (part, pieces * len(self.work.groups), [])
        for piece in range(pieces):
            yield from self.work.tasks(number, values, PROOF_DEALS + piece * deals, deals)

    def _begin(self, part: str, values: Values, first: int, count: int) -> Iterator[GameTask]:
        number, self.next = self.next, self.next + 1
        self._open[number] = (part, len(self.work.groups), [])
        yield from self.work.tasks(number, values, first, count)

    def _searching(self) -> int:
        return len([1 for part, _, _ in self._open.values() if part == SEARCH])

    def _search_is_over(self) -> bool:
        if self._seconds and self.elapsed >= self._seconds * (1 - PROVING):
            return True
        wanted = self.options.candidates
        return bool(wanted) and self.searched + self._searching() >= wanted

    def _candidate(self, generation: int, place: int) -> Values:
        """The first of a generation is the centre itself, the first of all the edition as it is."""
        if place == 0:
            return self.best
        rng = random.Random(f"{self.options.seed} {generation} {place}")
        spread = self._spread()
        point = [max(-1.0, min(1.0, middle + rng.gauss(0.0, spread))) for middle in self.centre.tolist()]
        return self.space.nearest(self.model.values_at(np.array(point)))

    def _spread(self) -> float:
        return max(NARROWEST, WIDEST / (1 + self.searched / (2 * NARROWS_AFTER)))

    # --- what comes of it

    def _keep(self, told: Told) -> None:
        part, wanted, found = self._open[told.task.candidate]
        found.append(told)
        self.games += len(told.stories)
        self._played_now += len(told.stories)
        for story in told.stories:
            if isinstance(story, LostGame):
                self.lost += 1
                self.failure = story.failure.error
        if len(found) < wanted:
            return
        del self._open[told.task.candidate]
        figures = self.work.read(told.task.values, found, self.space)
        games = sum([len(one.stories) for one in found])
        candidate = Candidate(told.task.candidate, part, told.task.values, games, _numbers(figures))
        assert self._file is not None
        self._file.append(candidate_line(candidate))
        self._take(candidate, games_counted=True)
        if self._part == SEARCH and self.searched % GENERATION == 0:
            self._move()
            self._write(False)

    def _take(self, candidate: Candidate, games_counted: bool = False) -> None:
        self.next = max(self.next, candidate.number + 1)
        if not games_counted:
            self.games += candidate.games
        if candidate.part == SEARCH:
            self.searched += 1
            self.model.add(candidate.values, candidate.figures)
        else:
            self.proof[candidate.part] = candidate

    def _move(self) -> None:
        """The centre goes where the model promises least."""
        if self.model.count < FEWEST:
            return
        self.model.fit(self.centre)
        self.centre = self.model.best(self.centre, REACH, f"{self.options.seed} {self.model.count}")
        self.best = self.model.whole(self.centre)
        self.loss = self.model.loss(self.model.placed(self.best))

    def _write(self, interrupted: bool) -> Outcome:
        text = edition_text(self.space, self.best)
        expected: Numbers = {}
        if self.model.count >= FEWEST:
            expected = with_bounds(self.model.figures(self.model.placed(self.best)), self.model.bounds)
        before, after = self.proof.get(PROOF_BEFORE), self.proof.get(PROOF_AFTER)
        if after is not None and after.values != self.best:
            after = None
        report = report_text(
            self.space, self.best, self.standing().words(),
            (before.games if before else 0, after.games if after else 0),
            before.figures if before else {}, after.figures if after else {}, expected,
            {target: self.model.effects(target) for target in SPOKEN_OF},
        )  # fmt: skip
        _put(self.out / EDITION_FILE, text)
        _put(self.out / REPORT_FILE, report)
        return Outcome(self.best, text, report, self.standing(), interrupted, self.failure)

    # --- for those who watch

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._began

    def standing(self) -> Standing:
        parts = [0.0]
        if self._seconds:
            parts.append(self.elapsed / self._seconds)
        if self.options.candidates:
            parts.append((1 - PROVING) * self.searched / self.options.candidates)
        return Standing(
            self._part, self.searched, self.games, self.lost, self.loss, min(1.0, max(parts)),
            self._played_now / max(0.001, self.elapsed),
        )  # fmt: skip

    def _tell(self) -> None:
        if self._watch is not None:
            self._watch(self.standing())


# --- as text


def _numbers(found: dict[Key, Finding]) -> dict[Key, tuple[float, float, float]]:
    return {key: (one.figure, one.low, one.high) for key, one in found.items()}


def candidate_line(candidate: Candidate) -> str:
    """A candidate as it stands in a file."""
    figures = [[*key, *[_shown(number) for number in numbers]] for key, numbers in candidate.figures.items()]
    content = candidate._asdict() | {"figures": figures}
    return json.dumps(content, separators=(",", ":"))


def _shown(number: float) -> float | None:
    return round(number, 6) if abs(number) < float("inf") else None


def read_candidate(found: dict[str, Any]) -> Candidate:
    """As it was written. Raises ValueError, TypeError or KeyError for anything else."""
    figures = {
        (str(target), str(where)): (
            float(figure),
            -float("inf") if low is None else float(low),
            float("inf") if high is None else float(high),
        )
        for target, where, figure, low, high in found["figures"]
    }
    values = tuple([int(value) for value in found["values"]])
    return Candidate(int(found["number"]), str(found["part"]), values, int(found["games"]), figures)


def _put(path: Path, text: str) -> None:
    """Whole or not at all."""
    half = path.with_name(path.name + ".part")
    half.write_text(text, encoding="utf-8")
    half.replace(path)
