"""The tables about targets: all of them, and the figures behind those that compare bots."""

from collections.abc import Sequence
from typing import Final

from tiefenthal.lab.arena.balance import PEOPLE, PERSON, Balance
from tiefenthal.lab.arena.balance_sheets import made_once
from tiefenthal.lab.arena.sheets import NOTHING, Cell, Column, Sheet
from tiefenthal.lab.arena.stats import Estimate, mean_of_clusters
from tiefenthal.lab.arena.stories import GameStory
from tiefenthal.lab.arena.targets import TARGETS, exhausted, lost_without, points_of, times_of_person, worst_of
from tiefenthal.lab.arena.ways_to_win import WAYS

NOT_PLAYED: Final = "not played"
LAST_EVENINGS: Final = 2
_PLACE: Final = (Column("players", "players", "count"), Column("modules", "modules", "count"))


@made_once
def target_sheet(balance: Balance) -> Sheet:
    """Every target with its worst figure, and whether it is met. Those the games tell nothing about say so."""
    rows: list[tuple[Cell, ...]] = []
    for target in TARGETS:
        findings = list(target.findings(balance))
        worst = worst_of(findings)
        if worst is None:
            rows.append((target.name, target.wanted, NOT_PLAYED, None, None, NOTHING))
            continue
        met = "yes" if worst.met else "no"
        shown = Column("", "", target.form).shown(worst.estimate)
        outside = [one for one in findings if not one.met]
        within = f"{len(findings) - len(outside)} of {len(findings)}"
        verdict_on = f"{met}, not surely" if all(one.unsure for one in outside or [worst]) else met
        rows.append((target.name, target.wanted, shown, worst.where, within, verdict_on))
    return Sheet(
        "targets",
        "Targets",
        (
            Column("target", "what play should show"), Column("wanted", "wanted"),
            Column("figure", "worst figure (95 %)"), Column("where", "where"),
            Column("within", "figures within"), Column("met", "met"),
        ),
        rows,
        f"{verdict(rows)} Where a target has several figures, the worst one is shown, with its set-up. A "
        'verdict says "not surely" when the interval of that figure, or of every figure outside, reaches across '
        "the bound.",
    )  # fmt: skip


@made_once
def missed_sheet(balance: Balance) -> Sheet:
    """Every figure that lies outside its bounds, the furthest off of each target first."""
    rows: list[tuple[Cell, ...]] = []
    for target in TARGETS:
        outside = [finding for finding in target.findings(balance) if not finding.met]
        for finding in sorted(outside, key=lambda one: -one.miss):
            shown = Column("", "", target.form).shown(finding.estimate)
            rows.append((target.name, finding.where, shown, "perhaps not" if finding.unsure else "yes"))
    return Sheet(
        "missed",
        "Figures outside their bounds",
        (
            Column("target", "what play should show"), Column("where", "where"),
            Column("figure", "figure (95 %)"), Column("sure", "surely"),
        ),
        rows,
        "The table above says what is wanted of each.",
    )  # fmt: skip


def verdict(rows: Sequence[tuple[Cell, ...]]) -> str:
    """How many targets are met, in a sentence."""
    asked = [str(row[-1]) for row in rows if row[2] != NOT_PLAYED]
    met = len([one for one in asked if one.startswith("yes")])
    doubtful = asked.count("no, not surely")
    doubt = f", {doubtful} of the others may be" if doubtful else ""
    left = f", {len(rows) - len(asked)} were not asked" if len(asked) < len(rows) else ""
    return f"{met} of {len(asked)} targets are met{doubt}{left}."


@made_once
def people_sheet(balance: Balance) -> Sheet:
    """What people make of each set-up, and the bot beside them; with what no target asks."""
    rows: list[tuple[Cell, ...]] = []
    for setting in balance.settings:
        theirs = balance.by(PERSON).of(setting)
        for who in dict.fromkeys([*PEOPLE, balance.bot]):
            games = balance.by(who).of(setting)
            if games:
                times = times_of_person(games, theirs) if theirs and who != PERSON else None
                best = mean_of_clusters([(max([seat.score for seat in game.seats]), 1) for game in games])
                rows.append(
                    (
                        *setting, who, len(games), points_of(games), best, times, from_guests(games),
                        last_evenings(games), exhausted(games),
                    )
                )  # fmt: skip
    return Sheet(
        "people",
        "People and the bot",
        (
            *_PLACE, Column("who", "in every seat"), Column("games", "games", "count"),
            Column("points", "points (95 %)", "points", True), Column("best", "winner's points (95 %)", "points", True),
            Column("times", "of the Journeyman's (95 %)", "fine", True),
            Column("guests", "from guests (95 %)", "share", True),
            Column("late", f"gained in the last {LAST_EVENINGS} evenings (95 %)", "share", True),
            Column("out", "nobles run out (95 %)", "share", True),
        ),
        rows,
        "The Journeyman should play like a person who knows the game, the planner like one who plays it well. No "
        "target asks how much of all points comes from guests, or how many of the points on cards are gained "
        "late.",
    )  # fmt: skip


def from_guests(games: Sequence[GameStory]) -> Estimate:
    """The part of all points that comes from guests."""
    seats = [game.seats for game in games]
    return mean_of_clusters(
        [(sum([one.points[1] for one in all_]), sum([one.score for one in all_])) for all_ in seats]
    )


def last_evenings(games: Sequence[GameStory]) -> Estimate:
    """The part of the points on cards that is gained late."""
    gained = [[seat.gained for seat in game.seats] for game in games]
    late = [(sum([sum(one[-LAST_EVENINGS:]) for one in seats]), sum([sum(one) for one in seats])) for seats in gained]
    return mean_of_clusters(late)


@made_once
def way_sheet(balance: Balance) -> Sheet:
    """What it costs to do without a way to win."""
    rows: list[tuple[Cell, ...]] = []
    for setting in balance.settings:
        for way in WAYS:
            lost = lost_without(balance, setting, way)
            if lost is not None:
                rows.append((setting.players, setting.modules, way, len(balance.without(setting, way)), lost))
    return Sheet(
        "ways_to_win",
        "Ways to win",
        (
            *_PLACE, Column("way", "without"), Column("games", "games", "count"),
            Column("lost", "of its points lost (95 %)", "share", True),
        ),
        rows,
        "One seat does without what serves a way to win, and knows it; the same deal was played with it. Monastery: no "
        "dice on the monk, and it is not upgraded. Beer: barrel, brewer and beer storage are not upgraded, no brewers "
        "and barbacks bought, no nobles recruited with beer. Money: cashbox, safe and tables are not upgraded, no "
        "tables bought.",
    )  # fmt: skip
