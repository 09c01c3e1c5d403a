"""The report of scripts/tradeoffs.py."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from scripts.tradeoff_games import MATCH_1, MATCH_ALL, NEURAL, PLAN, Counts, Match, Told, match_of, told_findings
from scripts.tradeoff_goals import ALL_MODULES, GOALS, LEAD, MODULE_1, Goal
from tiefenthal.arena.sheets import NOTHING, Column
from tiefenthal.arena.stats import Estimate
from tiefenthal.arena.targets import POINTS_NAME, TIMES_NAME, Finding, worst_of
from tiefenthal.calibrate.aims import FORMS, WANTED, Key
from tiefenthal.calibrate.space import Space, Values

REFERENCE: Final = "reference"
ALONE: Final = "by itself"
WITH_REST: Final = "with the rest held"

_GOALS: Final = (
    "The worst figure of each target with its 95 % interval, where it was found, and how many figures of the target "
    "are met in the set-ups played; ✗ where the target is missed. By itself: the most promising edition for this "
    "target. With the rest held: the most promising one that also keeps what the reference edition meets."
)
_COSTS: Final = (
    "Self-play of hasty, and hasty against greedy with the same luck in both seats. Where hasty has lost its lead over "
    "greedy, the network does not know the edition, and its games say little about strong play."
)
_NEURAL: Final = ("edition", "games", "won", "lead", "spread")
_HEADS: Final = (
    "edition",
    "Journeyman, module 1",
    "Journeyman, all modules",
    "hasty's points, of the Journeyman's",
    "nobles run out, four players",
    "points from guests",
    "place above its table",
    "hasty v greedy, module 1",
    "hasty v greedy, all modules",
    "games",
)


class Named(NamedTuple):
    """An edition of the proof, and what it plays in a round."""

    name: str
    values: Values
    games: Counts
    deals: Counts
    neural: bool
    """Whether the neural bot plays greedy there."""


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
            self._found[one.name] = told_findings(stories, space.kept_edition(one.values))
            self._games[one.name] = len(stories) + sum([2 * len(some.deals) for some in every])
            for line_up in range(len(PLAN)):
                match = match_of([deal for some in every for deal in some.deals if deal.line_up == line_up])
                if match is not None:
                    self._matches[one.name, line_up] = match

    def text(self) -> str:
        """All tables in Markdown."""
        goals = _table(
            ("target", "wanted", "reference edition", f"best {ALONE}", f"best {WITH_REST}"),
            [self._goal_row(goal) for goal in GOALS],
        )
        costs = _table(_HEADS, [[one.name, *self._costs(one.name)] for one in self._named])
        matches = [(one.name, self._matches.get((one.name, NEURAL))) for one in self._named]
        neural = [[name, str(match.games), *_match_cells(match)] for name, match in matches if match is not None]
        lines = ["# What contradicts what", "", "## Each missed target", "", _GOALS, "", *goals, ""]
        lines += ["## What it costs", "", _COSTS, "", *costs, ""]
        lines += ["## The neural bot against greedy, 2 players, module 1", "", *_table(_NEURAL, neural), ""]
        lines += ["## What was moved", "", "Steps of each lever from the reference edition.", ""]
        lines += [f"- **{one.name}**: {self._moved(one.values)}" for one in self._named[1:]]
        return "\n".join(lines) + "\n"

    def _moved(self, values: Values) -> str:
        steps = zip(self._space.levers, values, self._home, strict=True)
        return (
            ", ".join([f"{lever.name} {value - home:+d}" for lever, value, home in steps if value != home]) or "nothing"
        )

    def _goal_row(self, goal: Goal) -> list[str]:
        names = [REFERENCE, f"{goal.name}: {ALONE}", f"{goal.name}: {WITH_REST}"]
        if goal.figure == LEAD:
            line_up = MATCH_1 if goal.where == MODULE_1 else MATCH_ALL
            return [f"hasty against greedy, {goal.where}", "the higher the better"] + [
                self._match(name, line_up) for name in names
            ]
        target = goal.target or goal.figure
        common = set.intersection(*[{key for key in self._found[name] if key[0] == target} for name in names])
        return [target, WANTED[target]] + [self._worst(name, common, goal) for name in names]

    def _worst(self, name: str, keys: set[Key], goal: Goal) -> str:
        found = [self._found[name][key] for key in self._found[name] if key in keys and key[1].startswith(goal.where)]
        worst = worst_of(found)
        if worst is None:
            return NOTHING
        met = len([one for one in found if one.met])
        shown = _shown(worst.estimate, FORMS[goal.target or goal.figure])
        return f"{shown}, {worst.where}; {met} of {len(found)}{'' if worst.met else ' ✗'}"

    def _match(self, name: str, line_up: int) -> str:
        match = self._matches.get((name, line_up))
        if match is None:
            return NOTHING
        return f"{_shown(match.won, 'share')}, {_shown(match.lead, 'points')} points, spread {match.spread:.1f}"

    def _costs(self, name: str) -> list[str]:
        found = self._found[name]
        cells: list[str] = []
        for target, form in (
            (POINTS_NAME, "points"),
            (TIMES_NAME, "fine"),
            ("games of four in which the nobles run out", "share"),
            ("points that come from guests", "share"),
            ("points of a place above its table", "points"),
        ):
            some = [one for key, one in found.items() if key[0] == target]
            if target == POINTS_NAME:  # a figure for each set-up
                cells += [_cell(found.get((target, where)), form) for where in (MODULE_1, ALL_MODULES)]
            else:
                cells.append(_cell(worst_of(some), form))
        return [*cells, *[self._match(name, line_up) for line_up in (MATCH_1, MATCH_ALL)], f"{self._games[name]:,}"]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(cells) + " |" for cells in (heads, ["---"] * len(heads), *rows)]


def _match_cells(match: Match) -> list[str]:
    return [_shown(match.won, "share"), _shown(match.lead, "points"), f"{match.spread:.1f}"]


def _cell(found: Finding | None, form: str) -> str:
    return NOTHING if found is None else _shown(found.estimate, form) + ("" if found.met else " ✗")


def _shown(estimate: Estimate, form: str) -> str:
    return Column("", "", form, True).shown(estimate)
