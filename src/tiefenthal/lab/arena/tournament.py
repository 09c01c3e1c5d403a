"""A tournament between bots: the plan, playing it wherever it is to be played, going on where it was interrupted."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import tiefenthal
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.lab.arena.deals import DealResult, Deals, Key, deal_from_line, deal_line, times_line
from tiefenthal.lab.arena.games import Failure
from tiefenthal.lab.arena.lineups import PAIRS, LineUp, Setting, line_ups
from tiefenthal.lab.arena.results import ResultsFile, settings_of
from tiefenthal.lab.arena.standings import Standings, ahead, mean_over, won
from tiefenthal.lab.arena.stopping import ERROR, Evidence
from tiefenthal.lab.arena.times import Times
from tiefenthal.players.bots.registry import check_bot
from tiefenthal.players.workers import run

DEALS_FILE: Final = "deals.jsonl"
TIMES_FILE: Final = "times.jsonl"
FAILURES: Final = "failures"

Progress = Callable[[int, int], None]
"""Called with the games done and the games wanted; the latter shrink when something is decided early."""


class Race:
    """Whether a line-up is decided. It looks at the deals in the order of their numbers, whatever the order in which
    they were finished, so the answer does not depend on how many processes play."""

    def __init__(self, line_up: LineUp) -> None:
        pairs = list(combinations(line_up.bots, 2))
        self._fair = line_up.mixture[0] / line_up.setting.players if line_up.is_pair and line_up.mixture else None
        self._questions = {
            pair: Evidence(0.5 if self._fair is None else self._fair, ERROR / len(pairs)) for pair in pairs
        }
        self._waiting: dict[int, DealResult] = {}
        self._next: int = 0
        self.decided_after: int | None = None
        """How many deals it took; None while it is open."""

    def add(self, deal: DealResult) -> None:
        """Another deal is finished."""
        self._waiting[deal.number] = deal
        while self._next in self._waiting and self.decided_after is None:
            self._look_at(self._waiting.pop(self._next))
            self._next += 1
            if all(evidence.verdict for evidence in self._questions.values()):
                self.decided_after = self._next

    def _look_at(self, deal: DealResult) -> None:
        if deal.failures:
            return
        for (bot, other), evidence in self._questions.items():
            figure = partial(ahead, bot=bot, other=other) if self._fair is None else partial(won, bot=bot)
            evidence.add(mean_over(deal, figure))

    @property
    def verdicts(self) -> dict[tuple[str, str], int]:
        """For every two bots: 1 the first is better, -1 the second is, 0 open."""
        return {pair: evidence.verdict for pair, evidence in self._questions.items()}


class Tournament:
    """What is to be played, what has been, and what is left."""

    def __init__(self, deals: Deals, games: int, stop_when_decided: bool) -> None:
        self.deals: Deals = deals
        self.wanted: list[int] = [line_up.deals_for(games) for line_up in deals.plan]
        """Deals, by line-up."""
        self.played: dict[Key, DealResult] = {}
        self.races: list[Race] | None = [Race(line_up) for line_up in deals.plan] if stop_when_decided else None
        self.times: dict[tuple[int, str], Times] = {}
        """How long bots thought, by line-up and bot."""
        self._done: list[int] = [0] * len(deals.plan)  # games, by line-up

    def keep(self, deal: DealResult) -> None:
        """A deal is finished."""
        self.played[deal.key] = deal
        self._done[deal.line_up] += len(deal.games)
        if self.races is not None:
            self.races[deal.line_up].add(deal)
            if self.races[deal.line_up].decided_after is not None:  # some may turn out to be too many
                found = [one for one in self.counted() if one.line_up == deal.line_up]
                self._done[deal.line_up] = sum([len(one.games) for one in found])

    def think(self, line_up: int, bot: str, times: Times) -> None:
        """Time that a bot took."""
        self.times.setdefault((line_up, bot), Times()).include(times)

    def deals_of(self, line_up: int) -> int:
        """How many deals of a line-up count, as far as is known by now."""
        decided = self.races[line_up].decided_after if self.races is not None else None
        return self.wanted[line_up] if decided is None else decided

    def tasks(self) -> Iterator[Key]:
        """What is still to be played: one deal of every line-up in turn, so that a tournament that is stopped has had
        as much of each."""
        for number in range(max(self.wanted)):
            for line_up in range(len(self.wanted)):
                if (line_up, number) not in self.played and number < self.deals_of(line_up):
                    yield line_up, number

    @property
    def progress(self) -> tuple[int, int]:
        """Games done and games wanted."""
        wanted = [line_up.games_in(self.deals_of(place)) for place, line_up in enumerate(self.deals.plan)]
        return sum(self._done), max(sum(wanted), sum(self._done))

    def counted(self) -> list[DealResult]:
        """The deals that belong to the result. Those begun before a line-up was known to be decided do not."""
        if self.races is None:
            return list(self.played.values())
        return [deal for deal in self.played.values() if deal.number < self.deals_of(deal.line_up)]


def make_plan(
    bots: Sequence[str],
    settings: Sequence[Setting],
    tables: str = PAIRS,
    pairs: Sequence[tuple[str, str]] | None = None,
) -> list[LineUp]:
    """Every line-up of a tournament; refuses what cannot be played."""
    if len(bots) < 2:
        raise ValueError("name at least two bots; a tournament of one has nothing to say")
    if len(set(bots)) < len(bots):
        twice = next(bot for bot in bots if bots.count(bot) > 1)
        raise ValueError(f"{twice} is named twice; name each bot once")
    if not settings:
        raise ValueError("name at least one number of players and one of modules")
    for name in bots:
        check_bot(name)
    for pair in pairs or ():
        if len(set(pair)) < 2 or not set(pair) <= set(bots):
            raise ValueError(f"{pair[0]} and {pair[1]} are no pair of the bots named")
    plan = [line_up for setting in dict.fromkeys(settings) for line_up in line_ups(bots, setting, tables, pairs)]
    if not plan:
        raise ValueError("nobody meets anybody; name at least one pair")
    return plan


def tournament(
    bots: Sequence[str],
    players: Sequence[int] = (2,),
    modules: Sequence[int] = (1,),
    games: int = 100,
    seed: int | str | None = None,
    jobs: int = 1,
    out: str | Path | None = None,
    tables: str = PAIRS,
    pairs: Sequence[tuple[str, str]] | None = None,
    stop_when_decided: bool = False,
    ray: str | None = None,
    edition: Edition | str | Path | None = None,
    on_progress: Progress | None = None,
    so_far: bool = False,
) -> Standings:
    """Play a tournament and say what it came to.

    Every line-up plays at least `games` games, in whole deals. With `out`, a folder, finished deals are kept there, and
    the same call goes on where the last one stopped; without a seed it takes the folder's. With `ray`, the address of a
    cluster or "local", deals are played there; otherwise on `jobs` processes (a script that asks for several must be
    importable, with its own work behind `if __name__ == "__main__"`). Neither changes the results. Interrupted
    (Ctrl-C), or asked only how it stands `so_far`, it reports what is there.
    """
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")
    if jobs < 1:
        raise ValueError(f"at least one process must play, not {jobs}")
    figures = edition if isinstance(edition, Edition) else load_edition(edition)
    settings = [Setting(*one) for one in dict.fromkeys([(count, highest) for count in players for highest in modules])]
    for setting in settings:
        make_setup(setting.players, setting.modules, figures)
    plan = make_plan(bots, settings, tables, pairs)
    folder = Path(out) if out is not None else None
    master = _seed(seed, folder)
    deals = Deals(plan, master, figures)
    whole = Tournament(deals, games, stop_when_decided)
    with ExitStack() as files:
        store = _Store(folder, whole, _settings(bots, settings, tables, pairs, master, figures), files)
        seconds, interrupted = (0.0, True) if so_far else _play(whole, store, jobs, ray, on_progress)
    verdicts = None
    if whole.races is not None:
        verdicts = {place: race.verdicts for place, race in enumerate(whole.races)}
    return Standings(
        bots, plan, whole.counted(), whole.progress[1], master, figures.name, verdicts, whole.times, seconds,
        interrupted,
    )  # fmt: skip


def _play(
    whole: Tournament, store: "_Store", jobs: int, ray: str | None, on_progress: Progress | None
) -> tuple[float, bool]:
    """Play what is left; how long it took, and whether it was interrupted."""
    report = (lambda: on_progress(*whole.progress)) if on_progress is not None else None
    began = time.perf_counter()
    try:
        if report is not None:
            report()
        if ray is None:
            left = sum(whole.wanted) - len(whole.played)
            run(whole.deals, whole.tasks(), min(jobs, max(1, left)), store.keep, report)
        else:
            from tiefenthal.lab.arena.cluster import run_on_ray

            run_on_ray(whole.deals, whole.tasks(), ray, jobs, store.keep, report)
    except KeyboardInterrupt:
        return time.perf_counter() - began, True
    return time.perf_counter() - began, False


# --- on disk


def _seed(seed: int | str | None, folder: Path | None) -> str:
    """The seed asked for, else the seed of the tournament in the folder, else a fresh one."""
    if seed is not None:
        return str(seed)
    if folder is not None:
        found = settings_of(folder / DEALS_FILE).get("seed")
        if isinstance(found, str):
            return found
    return secrets.token_hex(8)


def _settings(
    bots: Sequence[str],
    settings: Sequence[Setting],
    tables: str,
    pairs: Sequence[tuple[str, str]] | None,
    master: str,
    edition: Edition,
) -> dict[str, object]:
    """What all deals of a folder have in common. How many games are wanted is not among it: one may ask for more."""
    return {
        "bots": list(bots),
        "set-ups": [f"{setting.players}p{setting.modules}m" for setting in settings],
        "tables": tables if pairs is None else [f"{one} v {other}" for one, other in pairs],
        "seed": master,
        "edition": f"{edition.name} {edition.digest[:16]}",
        "version": tiefenthal.__version__,
    }


class _Store:
    """Where finished deals go: into the tournament, and into the folder if there is one."""

    def __init__(self, folder: Path | None, whole: Tournament, settings: dict[str, object], files: ExitStack) -> None:
        self._folder = folder
        self._whole = whole
        self._deals: ResultsFile[DealResult] | None = None
        self._times: ResultsFile[tuple[Key, dict[str, Times]]] | None = None
        if folder is None:
            return
        deals = ResultsFile(folder / DEALS_FILE, settings, lambda line: deal_from_line(line, whole.deals))
        self._deals = files.enter_context(deals)
        self._times = files.enter_context(ResultsFile(folder / TIMES_FILE, settings, _read_times))
        for deal in self._deals.found:
            if deal.key not in whole.played:
                whole.keep(deal)
        for key, times in dict(self._times.found).items():
            if key in whole.played:
                for bot, length in times.items():
                    whole.think(key[0], bot, length)

    def keep(self, deal: DealResult) -> None:
        """A deal is finished."""
        if self._deals is not None and self._times is not None:
            self._keep_failures(deal)
            self._times.append(times_line(deal))
            self._deals.append(deal_line(deal))
        self._whole.keep(deal)
        for bot, length in deal.times.items():
            self._whole.think(deal.line_up, bot, length)

    def _keep_failures(self, deal: DealResult) -> None:
        assert self._folder is not None
        for failure in deal.failures:
            path = self._folder / FAILURES / failure_file(deal, failure)
            path.parent.mkdir(exist_ok=True)
            path.write_text(failure_text(failure), encoding="utf-8")


def failure_file(deal: DealResult, failure: Failure) -> str:
    """What the file of a failed game is called."""
    return f"line-up-{deal.line_up + 1}-deal-{deal.number + 1}-seating-{failure.number + 1}.txt"


def failure_text(failure: Failure) -> str:
    """The record up to where a game failed, with the story of the failure as comments; a record like any other."""
    seats = [f"p{seat + 1} {bot}" for seat, bot in enumerate(failure.bots)]
    story = [f"not finished: {failure.error}", ", ".join(seats), *failure.details.splitlines()]
    return failure.record + "".join([f"; {line}\n" for line in story])


def _read_times(found: dict[str, Any]) -> tuple[Key, dict[str, Times]]:
    key = int(found["line_up"]), int(found["deal"])
    return key, {str(bot): Times.from_json(times) for bot, times in found["times"].items()}
