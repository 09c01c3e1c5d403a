"""The games of scripts/tradeoffs.py, and the figures they yield."""

import math
import statistics
from collections.abc import Sequence
from typing import Final, NamedTuple

from scripts.tradeoff_goals import ALL_MODULES, BOUNDS, CARD_POINTS, LEAD, LEAD_SQUARED, MODULE_1, NOBLES_LEFT
from tiefenthal.arena.balance import PERSON, Balance
from tiefenthal.arena.deals import DealResult, Deals
from tiefenthal.arena.lineups import LineUp, Setting, line_ups
from tiefenthal.arena.stats import Estimate, mean_of_clusters, share_of_clusters
from tiefenthal.arena.stories import GameGroup, GameStory, LostGame, SelfPlay
from tiefenthal.arena.targets import Finding
from tiefenthal.arena.ways_to_win import WAYS
from tiefenthal.arena.workers import Work
from tiefenthal.calibrate.aims import Key, findings
from tiefenthal.calibrate.space import Space, Values
from tiefenthal.components.edition import Edition

Counts = tuple[tuple[int, int], ...]
"""Groups of games or line-ups by their place, each with a number of games or deals."""
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
"""Line-ups by their place in the plan."""

SCAN_GAMES: Final = ((0, 4), (1, 2), (2, 2), (3, 4), (4, 2), (5, 3), (6, 6), (7, 6), *[(n, 1) for n in range(8, 14)])
"""Games of a candidate."""
SCAN_DEALS: Final = ((MATCH_1, 4), (MATCH_ALL, 2))
CORE: Final = ((0, 4), (3, 4), (4, 2), (6, 5), (7, 5))
"""Games of a named edition in one round of the proof."""
CORE_DEALS: Final = ((MATCH_1, 5), (MATCH_ALL, 5))
NEURAL_DEALS: Final[Counts] = ((NEURAL, 5),)
MORE: Final[dict[str, Counts]] = {
    "place 1 at two players with module 1": ((0, 10),),
    "start cards by lot": ((5, 10),),
    "start cards taken": ((1, 4), (2, 4)),
    "the last two evenings": ((2, 4),),
    "tavern cards bought": ((1, 4), (2, 4)),
    "the first upgrade": ((1, 4), (2, 4)),
    "areas upgraded": ((1, 4), (2, 4)),
    "doing without a way": tuple([(n, 2) for n in range(8, 14)]),
}
"""Additional games for a goal; they replace the core's of the same group."""
LIGHT: Final = ((0, 2), (6, 5))
"""Games of an edition between the reference edition and the previous one, in a round."""
LIGHT_DEALS: Final = ((MATCH_1, 5),)


class Task(NamedTuple):
    """Some games of an edition."""

    name: str
    """Where a candidate comes from, or the name of an edition of the proof."""
    number: int
    """The number of the candidate or of the round."""
    values: Values
    games: Counts
    deals: Counts


class Told(NamedTuple):
    """The results of a task."""

    task: Task
    stories: tuple[GameStory | LostGame, ...]
    deals: tuple[DealResult, ...]


class Games(Work[Task, Told]):
    """Plays the games of a task."""

    def __init__(self, edition: Edition, master: str) -> None:
        self.edition: Edition = edition
        self.master: str = master
        self._space: Space | None = None

    @property
    def space(self) -> Space:
        """The search space."""
        if self._space is None:
            self._space = Space(self.edition)
        return self._space

    def plays(self, edition: Edition) -> tuple[SelfPlay, Deals]:
        """Self-play and matches with an edition."""
        return SelfPlay(BOT, GROUPS, self.master, edition), Deals(PLAN, self.master, edition)

    def do(self, task: Task) -> Told:
        """Play all games."""
        play, match = self.plays(self.space.kept_edition(task.values))
        stories = [play.do((group, number)) for group, count in task.games for number in numbers(task, group, count)]
        deals = [match.do((line_up, task.number * count + n)) for line_up, count in task.deals for n in range(count)]
        return Told(task, tuple(stories), tuple(deals))

    def lost(self, task: Task, why: str) -> Told:
        """Games that took their process with them."""
        return Told(task, (), ())


def numbers(task: Task, group: int, count: int) -> list[int]:
    """The numbers of a group's games. Bans on a way to win use deals that are also played without them."""
    if not GROUPS[group].without:
        return [task.number * count + n for n in range(count)]
    usual = dict(task.games)[GROUPS.index(GameGroup(GROUPS[group].setting, by_lot=False))]
    first = task.number * usual + (task.number % 2 if count == 1 else 0)
    return [first + n for n in range(count)]


# --- figures


class Match(NamedTuple):
    """One bot against another with the same luck in both seats."""

    games: int
    won: Estimate
    lead: Estimate
    spread: float
    """Standard deviation of the lead from game to game."""


def leads_of(deals: Sequence[DealResult]) -> list[list[tuple[float, float]]]:
    """For each deal: the lead of the first bot and its share of the victory in each game."""
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
    """The result of all deals of a line-up."""
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
    """The findings of self-play for each target."""
    return findings(Balance(BOT, GROUPS, stories, len(stories), "", edition))


def figures_of(told: Told, edition: Edition) -> dict[Key, tuple[float, float, float]]:
    """All figures of a candidate with their bounds."""
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
