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
import math
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

import tiefenthal
from scripts.tradeoff_goals import (
    ALL_MODULES,
    BOUNDS,
    CARD_POINTS,
    FRONT,
    GOALS,
    LEAD,
    LEAD_SQUARED,
    MODULE_1,
    NOBLES_LEFT,
    Goal,
    Search,
)
from tiefenthal.arena.balance import PERSON, Balance
from tiefenthal.arena.deals import DealResult, Deals, deal_from_line, deal_line
from tiefenthal.arena.lineups import LineUp, Setting, line_ups
from tiefenthal.arena.results import ResultsError, ResultsFile, settings_of
from tiefenthal.arena.sheets import Column
from tiefenthal.arena.stats import Estimate, mean_of_clusters, share_of_clusters
from tiefenthal.arena.stories import GameGroup, GameStory, LostGame, SelfPlay, story_from_json, story_json
from tiefenthal.arena.targets import POINTS_NAME, TIMES_NAME, Finding, worst_of
from tiefenthal.arena.ways_to_win import WAYS
from tiefenthal.arena.workers import Work, WorkersError, run
from tiefenthal.calibrate import CalibrationError
from tiefenthal.calibrate.aims import FORMS, WANTED, Key, findings
from tiefenthal.calibrate.model import Fits
from tiefenthal.calibrate.search import Candidate, candidate_line, read_candidate
from tiefenthal.calibrate.space import Space, Values
from tiefenthal.calibrate.writing import edition_text
from tiefenthal.components.edition import Edition
from tiefenthal.components.loader import load_edition, unpinned_edition
from tiefenthal.components.problems import EditionError

ROOT: Final = Path(__file__).resolve().parent.parent
SCAN_FILE: Final = "scan.jsonl"
PROOF_FILE: Final = "proof.jsonl"
REPORT_FILE: Final = "report.md"
EDITIONS: Final = "editions"
BOT: Final = "hasty"
WEAK: Final = "greedy"
TWO: Final = (Setting(2, 1), Setting(2, 2), Setting(2, 3), Setting(2, 5))
GROUPS: Final = (
    *[GameGroup(setting, by_lot=False) for setting in TWO],
    GameGroup(Setting(4, 5), by_lot=False),
    GameGroup(Setting(2, 5), by_lot=True),
    *[GameGroup(setting, False, PERSON) for setting in (TWO[0], TWO[-1])],
    *[GameGroup(setting, False, "", way) for setting in (TWO[0], TWO[-1]) for way in WAYS],
)
PLAN: Final[tuple[LineUp, ...]] = (
    *line_ups([BOT, WEAK], TWO[0]),
    *line_ups([BOT, WEAK], TWO[-1]),
    *line_ups(["neural", WEAK], TWO[0]),
)
MATCH_1: Final = 0
MATCH_ALL: Final = 1
NEURAL: Final = 2
"""Line-ups by their place."""

SCAN_GAMES: Final = ((0, 4), (1, 2), (2, 2), (3, 4), (4, 2), (5, 3), (6, 6), (7, 6), *[(n, 1) for n in range(8, 14)])
"""Games of a candidate: a group, and how many."""
SCAN_DEALS: Final = ((MATCH_1, 4), (MATCH_ALL, 2))
CORE: Final = ((0, 4), (3, 4), (4, 2), (6, 5), (7, 5))
"""Games of a named edition in a round of the proof."""
CORE_DEALS: Final = ((MATCH_1, 5), (MATCH_ALL, 2))
NEURAL_DEALS: Final = ((NEURAL, 5),)
MORE: Final = {
    "lead over greedy, all modules": ((), ((MATCH_ALL, 5),)),
    "place 1 at two players with module 1": (((0, 8),), ()),
    "start cards by lot": (((5, 8),), ()),
    "start cards taken": (((1, 4), (2, 4)), ()),
    "the last two evenings": (((2, 4),), ()),
    "tavern cards bought": (((1, 4), (2, 4)), ()),
    "the first upgrade": (((1, 4), (2, 4)), ()),
    "areas upgraded": (((1, 4), (2, 4)), ()),
    "doing without a way": (tuple([(n, 2) for n in range(8, 14)]), ()),
}
"""And by goal, in place of the core's or beside them."""

LOT: Final = ("everywhere", "everywhere", "everywhere", "between", "between", "between", "way", "way")
NEAR: Final = "near"
FEWEST: Final = 80
"""Candidates before anything is fitted."""
AGAIN: Final = 48
"""Candidates after which a goal is looked for again."""
SPREAD: Final = 0.25
"""How far candidates near a goal lie from it, by lever, in half ranges."""
JITTER: Final = 0.25
"""Share of the levers that lie anywhere in an edition on the way to the one built in before."""
WAY: Final = (0.25, 0.5, 0.75)
REFERENCE: Final = "reference"
ALONE: Final = "by itself"
WITH_REST: Final = "the rest held"
LINE_EVERY: Final = 10.0
SCANNING: Final = 0.42
"""Part of the time."""


class Task(NamedTuple):
    """Some games of an edition."""

    name: str
    """What it is of the scan, or the name of an edition that proves something."""
    number: int
    """Of the candidate, or of the round."""
    values: Values
    games: tuple[tuple[int, int], ...]
    deals: tuple[tuple[int, int], ...]


class Told(NamedTuple):
    """What came of it."""

    task: Task
    stories: tuple[GameStory | LostGame, ...]
    deals: tuple[DealResult, ...]


class Games(Work[Task, Told]):
    """What all games have in common."""

    def __init__(self, edition: Edition, master: str) -> None:
        self.edition: Edition = edition
        self.master: str = master
        self._space: Space | None = None

    @property
    def space(self) -> Space:
        """The space that the editions are of."""
        if self._space is None:
            self._space = Space(self.edition)
        return self._space

    def plays(self, edition: Edition) -> tuple[SelfPlay, Deals]:
        """Who plays an edition."""
        return SelfPlay(BOT, GROUPS, self.master, edition), Deals(PLAN, self.master, edition)

    def do(self, task: Task) -> Told:
        """Play."""
        play, match = self.plays(self.space.kept_edition(task.values))
        stories = [play.do((group, number)) for group, count in task.games for number in numbers(task, group, count)]
        deals = [match.do((line_up, task.number * count + n)) for line_up, count in task.deals for n in range(count)]
        return Told(task, tuple(stories), tuple(deals))

    def lost(self, task: Task, why: str) -> Told:
        """Games that took their process with them."""
        return Told(task, (), ())


def numbers(task: Task, group: int, count: int) -> list[int]:
    """The numbers of a group's games. Who does without something plays deals that were played without restraint."""
    if not GROUPS[group].without:
        return [task.number * count + n for n in range(count)]
    usual = dict(task.games)[GROUPS.index(GameGroup(GROUPS[group].setting, by_lot=False))]
    first = task.number * usual + (task.number % 2 if count == 1 else 0)
    return [first + n for n in range(count)]


# --- what games tell


class Match(NamedTuple):
    """A bot against another with the same luck in both seats."""

    games: int
    won: Estimate
    lead: Estimate
    spread: float
    """Of the lead, from game to game."""


def leads_of(deals: Sequence[DealResult]) -> list[list[tuple[float, float]]]:
    """By deal: the lead of the first bot and its part of the victory in each game."""
    found: list[list[tuple[float, float]]] = []
    for deal in deals:
        if deal.failures:
            continue
        bot = PLAN[deal.line_up].bots[0]
        games: list[tuple[float, float]] = []
        for game in deal.finished:
            mine, theirs = sorted(game.seats, key=lambda seat: seat.bot != bot)
            games.append((float(mine.score - theirs.score), mine.share))
        found.append(games)
    return found


def match_of(deals: Sequence[DealResult]) -> Match | None:
    """All deals of a line-up together."""
    found = leads_of(deals)
    leads = [lead for games in found for lead, _ in games]
    if len(found) < 2:
        return None
    return Match(
        len(leads),
        share_of_clusters([(sum([won for _, won in games]), len(games)) for games in found]),
        mean_of_clusters([(sum([lead for lead, _ in games]), len(games)) for games in found]),
        statistics.stdev(leads),
    )


def told_findings(stories: Sequence[GameStory | LostGame], edition: Edition) -> dict[Key, Finding]:
    """What self-play says about each target."""
    return findings(Balance(BOT, GROUPS, stories, len(stories), "", edition))


def figures_of(told: Told, edition: Edition) -> dict[Key, tuple[float, float, float]]:
    """All figures of a candidate, each with its bounds."""
    found = {key: (one.figure, one.low, one.high) for key, one in told_findings(told.stories, edition).items()}
    for line_up, where in ((MATCH_1, MODULE_1), (MATCH_ALL, ALL_MODULES)):
        leads = [
            lead for games in leads_of([deal for deal in told.deals if deal.line_up == line_up]) for lead, _ in games
        ]
        if leads:
            found[LEAD, where] = (statistics.fmean(leads), -math.inf, math.inf)
            found[LEAD_SQUARED, where] = (statistics.fmean([lead * lead for lead in leads]), -math.inf, math.inf)
    stories = [story for story in told.stories if isinstance(story, GameStory)]
    left = [story.nobles_left for story in stories if len(story.seats) > 2]
    if left:
        found[NOBLES_LEFT, "4 players, modules 1 to 5"] = (statistics.fmean(left), *BOUNDS[NOBLES_LEFT])
    by_card: dict[int, list[float]] = {}
    for story in stories:
        if GROUPS[story.batch].by_lot:
            mean = statistics.fmean([seat.score for seat in story.seats])
            for seat in story.seats:
                by_card.setdefault(seat.start_card, []).append(seat.score - mean)
    for card, points in by_card.items():
        found[CARD_POINTS, f"start card {card}"] = (statistics.fmean(points), *BOUNDS[CARD_POINTS])
    return found


# --- the whole


class Named(NamedTuple):
    """An edition of the proof."""

    name: str
    values: Values
    games: tuple[tuple[int, int], ...]
    deals: tuple[tuple[int, int], ...]
    neural: bool
    """Whether the neural bot plays greedy there."""


class Tradeoffs:
    """A scan with its proof, in a folder."""

    def __init__(self, given: argparse.Namespace) -> None:
        before = unpinned_edition()
        assert before is not None
        self.given: argparse.Namespace = given
        self.out: Path = given.out
        self.space: Space = Space(before)
        self.home: Values = self.space.values_of(load_edition(given.edition))
        if self.space.kept_edition(self.home).digest != load_edition(given.edition).digest:
            raise CalibrationError("the edition is not made from the one that was built in before by the levers alone")
        self.search: Search = Search(self.space, self.home)
        self.fits: Fits = Fits(self.space)
        self.candidates: list[Candidate] = []
        self.told: dict[str, list[Told]] = {}
        self.named: list[Named] = []
        self.began: float = time.monotonic()
        self.seconds: float = given.minutes * 60.0
        self.failed: int = 0
        self._targets: dict[tuple[str, bool], tuple[int, Values]] = {}
        self._said: float = time.monotonic()
        self._start: tuple[float, int] = (time.monotonic(), 0)
        self._begun: int = 0

    def go(self) -> bool:
        """Scan, fit and prove as far as time allows; whether all of it is done."""
        interrupted = False
        try:
            proof = self.out / PROOF_FILE
            if not proof.exists() or not proof.stat().st_size:
                self._scan()
            self._prove()
        except KeyboardInterrupt:
            interrupted = True
            print("interrupted; the same command goes on from here", file=sys.stderr)
        self._write()
        return not interrupted and self._rounds_left() == 0

    # --- the scan

    def _scan(self) -> None:
        with ExitStack() as files:
            file = files.enter_context(ResultsFile(self.out / SCAN_FILE, self._belongs("scan"), read_candidate))
            for candidate in file.found:
                self._take(candidate)
            self._begun = self._next_number()
            self._start = (time.monotonic(), len(self.candidates))

            def keep(told: Told) -> None:
                self._count_failures(told)
                if told.stories and told.deals:
                    figures = figures_of(told, self.space.kept_edition(told.task.values))
                    games = len(told.stories) + 2 * len(told.deals)
                    candidate = Candidate(told.task.number, told.task.name, told.task.values, games, figures)
                    file.append(candidate_line(candidate))
                    self._take(candidate)

            run(
                Games(self.space.edition, f"{self.given.seed} scan"),
                self._scan_tasks(),
                self.given.jobs,
                keep,
                self._tell_scan,
            )

    def _take(self, candidate: Candidate) -> None:
        self.candidates.append(candidate)
        self.fits.add(candidate.values, candidate.figures)

    def _next_number(self) -> int:
        return max([candidate.number for candidate in self.candidates], default=-1) + 1

    def _scanned(self) -> float:
        """How much of the scan is done: by time or by number, whichever is further."""
        by_number = self._begun / self.given.candidates
        return max(by_number, self.elapsed / (self.seconds * SCANNING) if self.seconds else 0.0)

    def _scan_tasks(self) -> Iterator[Task]:
        while self._scanned() < 1:
            number, self._begun = self._begun, self._begun + 1
            where, values = self._drawn(number)
            yield Task(where, number, values, SCAN_GAMES, SCAN_DEALS)

    def _drawn(self, number: int) -> tuple[str, Values]:
        """An edition to be played: by lot in the first half, and then in turn near what promises most for a goal."""
        rng = random.Random(f"{self.given.seed} {number}")
        if number == 0:
            return REFERENCE, self.home
        if self._scanned() > 0.45 and len(self.candidates) >= min(FEWEST, self.given.candidates // 2) and number % 8:
            goals = [(goal, held) for goal in GOALS for held in (False, True)] + [(goal, True) for goal in FRONT]
            goal, held = goals[number % len(goals)]
            middle = self._promising(goal, held)
            ends = [
                rng.gauss(value, SPREAD * (lever.high - lever.low) / 2) if rng.random() < 0.7 else float(value)
                for lever, value in zip(self.space.levers, middle, strict=True)
            ]
            return NEAR, self._edition_near(ends, middle)
        where = LOT[number % len(LOT)]
        if where == "everywhere":
            return where, self.space.draw(rng)[1]
        if where == "between":
            return where, self.space.draw(rng, self.home)[1]
        while True:
            way = rng.random()
            values = tuple(
                [
                    rng.randint(lever.low, lever.high) if rng.random() < JITTER else round((1 - way) * value)
                    for lever, value in zip(self.space.levers, self.home, strict=True)
                ]
            )
            if self.space.edition_with(values) is not None:
                return where, values

    def _edition_near(self, wanted: Sequence[float], middle: Values) -> Values:
        """Whole values that make an edition, on the way back to the middle if need be."""
        way = 1.0
        while True:
            values = tuple(
                [
                    max(lever.low, min(lever.high, round(value + way * (one - value))))
                    for lever, one, value in zip(self.space.levers, wanted, middle, strict=True)
                ]
            )
            if way < 0.05 or self.space.edition_with(values) is not None:
                return values if self.space.edition_with(values) is not None else middle
            way *= 0.8

    def _promising(self, goal: Goal, held: bool, thorough: bool = False) -> Values:
        """What promises most for a goal by what is known."""
        known = self._targets.get((goal.name, held))
        if known is not None and not thorough and len(self.candidates) < known[0] + AGAIN:
            return known[1]
        best = known[1] if known is not None else self.home
        for _ in range(2 if thorough else 1):
            self.fits.fit(self.fits.placed(best))
            starts = [best, self.home, *([self.space.base] if thorough else [])]
            best = self.search.best(self.fits, goal, held, starts, thorough)
        self._targets[goal.name, held] = (len(self.candidates), best)
        return best

    # --- the proof

    def _name_editions(self) -> list[Named]:
        """What is proved: for each goal the edition that promises most, those on the way to the one before, and the
        reference edition itself."""
        reference = dict(CORE)
        matches = dict(CORE_DEALS)
        for games, deals in MORE.values():
            reference |= dict(games)
            matches |= dict(deals)
        named = [Named(REFERENCE, self.home, tuple(reference.items()), tuple(matches.items()), True)]
        for goal in GOALS:
            more, deals = MORE.get(goal.name, ((), ()))
            played = tuple((dict(CORE) | dict(more)).items())
            met = tuple((dict(CORE_DEALS) | dict(deals)).items())
            for held in (False, True):
                neural = goal.name == GOALS[0].name
                name = f"{goal.name}: {WITH_REST if held else ALONE}"
                named.append(Named(name, self._promising(goal, held, True), played, met, neural))
        light = ((0, 2), (6, 5))
        for goal in FRONT:
            named.append(Named(goal.name, self._promising(goal, True, True), light, ((MATCH_1, 5),), False))
        for way in WAY:
            values = [round((1 - way) * value) for value in self.home]
            if self.space.edition_with(values) is not None:
                name = f"{way:.0%} of the way to the edition of before"
                named.append(Named(name, tuple(values), light, ((MATCH_1, 5),), False))
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
            self._start = (time.monotonic(), self._done())

            def keep(told: Told) -> None:
                self._count_failures(told)
                if told.stories or told.deals:
                    file.append(_line(told))
                    self._prove_with(told)

            run(
                Games(self.space.edition, f"{self.given.seed} proof"),
                self._proof_tasks(),
                self.given.jobs,
                keep,
                self._tell_proof,
            )

    def _proof_tasks(self) -> Iterator[Task]:
        """Round by round, so that all editions have played the same deals whenever time is over."""
        done = {(told.task.name, told.task.number, bool(told.stories)) for some in self.told.values() for told in some}
        for number in range(self.given.rounds):
            for one in self.named:
                if self.seconds and self.elapsed >= self.seconds:
                    return
                if one.neural and NEURAL_DEALS and (one.name, number, False) not in done:
                    yield Task(one.name, number, one.values, (), NEURAL_DEALS)
                if (one.name, number, True) not in done:
                    yield Task(one.name, number, one.values, one.games, one.deals)

    def _prove_with(self, told: Told) -> None:
        self.told.setdefault(told.task.name, []).append(told)

    def _done(self) -> int:
        return sum([len(some) for some in self.told.values()])

    def _wanted(self) -> int:
        return self.given.rounds * sum([2 if one.neural and NEURAL_DEALS else 1 for one in self.named])

    def _rounds_left(self) -> int:
        return max(0, self._wanted() - self._done())

    def _read(self, found: dict[str, Any]) -> Told:
        one = {one.name: one for one in self.named}[found["edition"]]
        play, match = Games(self.space.edition, "").plays(self.space.kept_edition(one.values))
        stories = tuple([story_from_json(story, play) for story in found["stories"]])
        deals = tuple([deal_from_line(deal, match) for deal in found["deals"]])
        return Told(Task(one.name, int(found["round"]), one.values, (), ()), stories, deals)

    # --- for those who watch

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    def _count_failures(self, told: Told) -> None:
        lost = len([story for story in told.stories if isinstance(story, LostGame)])
        self.failed += lost + sum([len(deal.failures) for deal in told.deals])
        if not told.stories and not told.deals:
            self.failed += 1

    def _tell_scan(self) -> None:
        self._tell("scan", len(self.candidates), self.given.candidates, "candidates", self.seconds * SCANNING)

    def _tell_proof(self) -> None:
        self._tell("proof", self._done(), self._wanted(), "parts", self.seconds)

    def _tell(self, part: str, done: int, wanted: int, what: str, until: float) -> None:
        if time.monotonic() - self._said < LINE_EVERY:
            return
        self._said = time.monotonic()
        since, before = self._start
        pace = (done - before) / max(0.001, time.monotonic() - since)
        left = (wanted - done) / max(pace, 1e-9)
        if self.seconds:
            left = min(left, max(0.0, until - self.elapsed))
        print(
            f"{part}: {done} of {wanted} {what}, {pace:.2f}/s, {int(left) // 60}:{int(left) % 60:02d} left",
            file=sys.stderr, flush=True,
        )  # fmt: skip

    def _belongs(self, part: str) -> dict[str, object]:
        return {
            "tradeoffs": part,
            "from": self.space.edition.digest[:16],
            "edition": self.space.kept_edition(self.home).digest[:16],
            "levers": [lever.name for lever in self.space.levers],
            "seed": self.given.seed,
            "version": tiefenthal.__version__,
        }

    # --- the report

    def _write(self) -> None:
        if not self.named:
            return
        folder = self.out / EDITIONS
        folder.mkdir(parents=True, exist_ok=True)
        for one in self.named[1:]:
            name = "-".join("".join([c if c.isalnum() else " " for c in one.name.lower()]).split())
            (folder / f"{name}.toml").write_text(edition_text(self.space, one.values), encoding="utf-8")
        report = Report(self.space, self.home, self.named, self.told).text()
        (self.out / REPORT_FILE).write_text(report, encoding="utf-8")
        print(report)


def _named(found: Sequence[Any]) -> Named:
    name, values, games, deals, neural = found
    return Named(
        str(name), tuple([int(value) for value in values]), _pairs(games), _pairs(deals), bool(neural)
    )  # fmt: skip


def _pairs(found: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return tuple([(int(one), int(count)) for one, count in found])


def _line(told: Told) -> str:
    content = {
        "edition": told.task.name,
        "round": told.task.number,
        "stories": [story_json(story) for story in told.stories],
        "deals": [json.loads(deal_line(deal)) for deal in told.deals],
    }
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


# --- as text


class Report:
    """The tables of the proof."""

    def __init__(self, space: Space, home: Values, named: Sequence[Named], told: Mapping[str, Sequence[Told]]) -> None:
        self._space: Space = space
        self._home: Values = home
        self._named: Sequence[Named] = named
        self._found: dict[str, dict[Key, Finding]] = {}
        self._matches: dict[tuple[str, int], Match] = {}
        self._games: dict[str, int] = {}
        for one in named:
            every = told.get(one.name, ())
            stories = [story for some in every for story in some.stories]
            edition = space.kept_edition(one.values)
            self._found[one.name] = told_findings(stories, edition)
            self._games[one.name] = len(stories) + sum([2 * len(some.deals) for some in every])
            for line_up in range(len(PLAN)):
                match = match_of([deal for some in every for deal in some.deals if deal.line_up == line_up])
                if match is not None:
                    self._matches[one.name, line_up] = match

    def text(self) -> str:
        """All tables, in Markdown."""
        lines = ["# What contradicts what", "", "## Each missed target by itself", ""]
        lines += [
            "| target | wanted | reference edition | best by itself | best with the rest held |",
            "|---|---|---|---|---|",
        ]
        lines += [self._goal_row(goal) for goal in GOALS]
        lines += ["", "## What it costs", ""]
        heads = [
            "Journeyman, module 1", "Journeyman, all", "the bot's points, of theirs", "nobles run out, four players",
            "from guests", "place above its table", "hasty v greedy, module 1", "hasty v greedy, all modules", "games",
        ]  # fmt: skip
        lines += ["| edition | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
        for one in self._named:
            lines.append(f"| {one.name} | " + " | ".join(self._costs(one.name)) + " |")
        lines += [
            "",
            "## The neural bot against greedy, 2 players, module 1",
            "",
            "| edition | games | won | lead | spread |",
        ]
        lines += ["|---|---:|---:|---:|---:|"]
        for one in self._named:
            match = self._matches.get((one.name, NEURAL))
            if match is not None:
                cells = [
                    str(match.games),
                    _shown(match.won, "share"),
                    _shown(match.lead, "points"),
                    f"{match.spread:.1f}",
                ]
                lines.append(f"| {one.name} | " + " | ".join(cells) + " |")
        lines += ["", "## What was moved", "", "By how many steps of each lever from the reference edition.", ""]
        for one in self._named[1:]:
            moved = [
                f"{lever.name} {value - home:+d}"
                for lever, value, home in zip(self._space.levers, one.values, self._home, strict=True)
                if value != home
            ]
            lines.append(f"- **{one.name}**: {', '.join(moved) or 'nothing'}")
        return "\n".join(lines) + "\n"

    def _goal_row(self, goal: Goal) -> str:
        names = [REFERENCE, f"{goal.name}: {ALONE}", f"{goal.name}: {WITH_REST}"]
        if goal.figure == LEAD:
            line_up = MATCH_1 if goal.where == MODULE_1 else MATCH_ALL
            cells = [self._match(name, line_up) for name in names]
            return f"| hasty against greedy, {goal.where} | as high as can be | " + " | ".join(cells) + " |"
        target = goal.target or goal.figure
        wheres = [{key for key in self._found[name] if key[0] == target} for name in names]
        common = set.intersection(*wheres)
        cells = [self._worst(name, common, goal) for name in names]
        return f"| {target} | {WANTED[target]} | " + " | ".join(cells) + " |"

    def _worst(self, name: str, keys: set[Key], goal: Goal) -> str:
        found = [self._found[name][key] for key in self._found[name] if key in keys and key[1].startswith(goal.where)]
        worst = worst_of(found)
        if worst is None:
            return "–"
        met = len([one for one in found if one.met])
        shown = _shown(worst.estimate, FORMS[goal.target or goal.figure])
        return f"{shown}, {worst.where}; {met} of {len(found)}{'' if worst.met else ' ✗'}"

    def _match(self, name: str, line_up: int) -> str:
        match = self._matches.get((name, line_up))
        if match is None:
            return "–"
        return f"{_shown(match.won, 'share')}, {_shown(match.lead, 'points')} points, spread {match.spread:.1f}"

    def _costs(self, name: str) -> list[str]:
        found = self._found[name]
        person = [found.get((POINTS_NAME, where)) for where in (MODULE_1, ALL_MODULES)]
        cells = [_cell(one, "points") for one in person]
        for target, form in (
            (TIMES_NAME, "fine"),
            ("games of four in which the nobles run out", "share"),
            ("points that come from guests", "share"),
            ("points of a place above its table", "points"),
        ):
            cells.append(_cell(worst_of([one for key, one in found.items() if key[0] == target]), form))
        cells += [self._match(name, line_up) for line_up in (MATCH_1, MATCH_ALL)]
        return [*cells, f"{self._games[name]:,}"]


def _cell(found: Finding | None, form: str) -> str:
    return "–" if found is None else _shown(found.estimate, form) + ("" if found.met else " ✗")


def _shown(estimate: Estimate, form: str) -> str:
    return Column("", "", form, True).shown(estimate)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "tradeoffs", help="the folder")
    parser.add_argument("--edition", default=None, help="an edition file in place of the built-in one")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so many minutes; 0: when all is played")
    parser.add_argument("--candidates", type=int, default=700, help="editions of the scan, at most")
    parser.add_argument("--rounds", type=int, default=40, help="rounds of the proof, at most")
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
        print(f"{tradeoffs.failed} games or parts could not be finished and are left out", file=sys.stderr)
    if not done:
        print("not all is played yet; the same command goes on", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
