"""Write the tables of docs/bots.md (`make ratings`): how strong the bots are, and the small run anyone can repeat.

The full run takes hours. It can be interrupted and goes on where it stopped (the results are kept in build/ratings);
the page is written when it is complete. With --so-far nothing is played, and the page is written with what there is,
even while another process plays. Tables of two and of four are two runs with a part of the page each: --run four plays
and writes that one alone.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path

from harness.server import machine
from tiefenthal.app.cli.progress import games_bar
from tiefenthal.lab.arena import ResultsError, Standings, WorkersError, tournament, write_report
from tiefenthal.lab.arena.tournament import DEALS_FILE, TIMES_FILE
from tiefenthal.lab.arena.tournament_report import (
    by_setting,
    meeting_sheet,
    pace_sheet,
    place_sheet,
    rating_sheet,
    score_sheet,
    time_sheet,
)
from tiefenthal.players.bots import bot_names

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bots.md"
LADDER = ("random", "greedy", "planner", "mcts", "neural")
"""The rungs, the weakest first; those not there yet are left out."""
SAME_TIME = {"neural": ("mcts", {2: "mcts:0.12", 4: "mcts:0.21"})}
"""Who is compared with whom at the same time per decision, and by number of players what the other is called then
(docs/bots.md)."""
RUNS = (("two", (2,), (1, 5), "pairs"), ("four", (4,), (5,), "first"))
"""Name (of a folder and of a part of the page), players, modules, tables."""
SEED = "ratings"
SMALL = ("greedy", "random")
SMALL_COMMAND = "tiefenthal arena greedy random --games 20 --seed 7"


def fill(page: str, name: str, content: str) -> str:
    """The page with what stands between two markers replaced."""
    begin, end = rf"<!-- {name}: begin[^>]*-->\n", rf"<!-- {name}: end -->"
    found = re.search(f"({begin})(.*?)({end})", page, re.DOTALL)
    if found is None:
        raise ValueError(f"the page has no markers for {name!r}")
    return page[: found.start()] + found[1] + content + found[3] + page[found.end() :]


def small_run(folder: Path | None = None) -> str:
    """The small run: what the command gives, without the times; from the command's own folder, if it was run."""
    found = tournament(SMALL, games=20, seed=7, out=folder)
    meetings = meeting_sheet(found).only("line_up", "deals", "games", "share", "ahead", "score", "opponent_score")
    return f"\n```sh\n{SMALL_COMMAND}\n```\n\n{meetings.markdown()}\n"


def chosen_pairs(bots: Sequence[str], all_pairs: bool) -> list[tuple[str, str]]:
    """From the top: neighbours on the ladder and the strongest against all but the weakest, or every two."""
    upwards = list(combinations(bots, 2))
    if not all_pairs:
        near = set(pairwise(bots))
        upwards = [(low, high) for low, high in upwards if (low, high) in near or (high == bots[-1] and low != bots[0])]
    return [(high, low) for low, high in reversed(upwards)]


def entrants(bots: Sequence[str], players: int) -> list[str]:
    """The bots, the strongest first, each with the one it meets at the same time after it."""
    found: list[str] = []
    for bot in reversed(bots):
        found.append(bot)
        other, timed = SAME_TIME.get(bot, ("", {}))
        if other in bots:
            found.append(timed[players])
    return found


def meetings(bots: Sequence[str], players: int, all_pairs: bool) -> list[tuple[str, str]]:
    """Who meets whom. At the larger table a rival with more time is left out where there is one with the same: those
    games take longest."""
    pairs = chosen_pairs(bots, all_pairs)
    for bot, (other, timed) in SAME_TIME.items():
        if bot in bots and other in bots:
            pairs.insert(0, (bot, timed[players]))
            if players > 2 and not all_pairs and (bot, other) in pairs:
                pairs.remove((bot, other))
    return pairs


def wanted_runs(options: argparse.Namespace) -> list[tuple[str, tuple[int, ...], tuple[int, ...], str]]:
    """All of them, or the one asked for."""
    return [run for run in RUNS if options.run in (run[0], None)]


def play(bots: Sequence[str], options: argparse.Namespace) -> dict[str, Standings]:
    """The tournaments: two players with modules 1 and 5, four players with module 5."""
    found: dict[str, Standings] = {}
    for name, players, modules, tables in wanted_runs(options):
        print(f"{players[0]} players, modules {', '.join([str(highest) for highest in modules])}", flush=True)
        with games_bar() as update:
            standings = tournament(
                entrants(bots, players[0]), players, modules, options.games, SEED, options.jobs, options.out / name,
                tables, meetings(bots, players[0], options.all_pairs), False, options.ray, None, update,
            )  # fmt: skip
        write_report(standings, options.out / name)
        found[name] = standings
        if standings.interrupted:
            break
    return found


def look(bots: Sequence[str], options: argparse.Namespace) -> dict[str, Standings]:
    """How the tournaments stand. A copy is read: somebody may be writing."""
    found: dict[str, Standings] = {}
    for name, players, modules, tables in wanted_runs(options):
        with tempfile.TemporaryDirectory() as copy:
            for file in (DEALS_FILE, TIMES_FILE):
                if (options.out / name / file).exists():
                    shutil.copy(options.out / name / file, copy)
            standings = tournament(
                entrants(bots, players[0]), players, modules, options.games, SEED, 1, copy, tables,
                meetings(bots, players[0], options.all_pairs), so_far=True,
            )  # fmt: skip
        found[name] = standings
    return found


def ratings_text(standings: Standings, games: int) -> str:
    """The tables of one run, or of as much of it as there is."""
    if standings.games < standings.wanted:
        lines = [
            "",
            f"**Not complete:** {standings.games:,} of {standings.wanted:,} games. At least {games} are wanted",
            "for each line-up; how many a figure stands on is said beside it.",
            "",
        ]
    else:
        lines = ["", f"At least {games} games for each line-up.", ""]
    if not standings.counted:
        return "\n".join(lines)
    large = any(setting.players > 2 for setting in standings.settings)  # there it matters who sits where
    figures = ("share", "fair", "ahead", "same_place") if large else ("share", "fair", "ahead")
    for words, sheet in by_setting(standings, meeting_sheet(standings), "line_up", "games", *figures):
        lines += [f"**{words}**", "", sheet.markdown()]
    if large:
        places = place_sheet(standings)
        for words, sheet in by_setting(standings, places, "line_up", "place", "ahead", "score", "opponent_score"):
            lines += [f"**{places.title}: {words}**", "", sheet.markdown()]
    for words, sheet in by_setting(standings, rating_sheet(standings), "bot", "rating", "games"):
        lines += [f"**Ratings: {words}**", "", sheet.markdown()]
    for words, sheet in by_setting(standings, score_sheet(standings), "bot", "score", "deviation"):
        lines += [f"**Scores: {words}**", "", sheet.markdown()]
    for words, sheet in by_setting(standings, pace_sheet(standings), "line_up", "mean", "opponent_mean"):
        lines += [f"**Time per decision in the same games: {words}**", "", sheet.markdown()]
    times = time_sheet(standings)
    lines += [f"**Time per decision in all games** ({machine()}, {times.note[:1].lower()}{times.note[1:]})", ""]
    lines += [times.markdown(), ""]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Write the tables of docs/bots.md.")
    parser.add_argument("--small", action="store_true", help="only the small run")
    parser.add_argument("--bots", default=",".join(LADDER), help="the rungs, the weakest first")
    parser.add_argument("--run", choices=[run[0] for run in RUNS], help="only tables of two, or of four")
    parser.add_argument("--so-far", action="store_true", help="play nothing; write the page with what there is")
    parser.add_argument("--games", type=int, default=400, help="for each line-up")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--ray", help="the address of a Ray cluster")
    parser.add_argument("--all-pairs", action="store_true", help="every two bots, not only neighbours and the best")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "ratings", help="where results are kept")
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args(arguments)
    page: Path = options.page
    text = page.read_text(encoding="utf-8")
    try:
        if not options.small:
            bots = [name for name in options.bots.split(",") if name in bot_names()]
            found = look(bots, options) if options.so_far else play(bots, options)
            if not options.so_far and any(standings.interrupted for standings in found.values()):
                print("interrupted; the same command goes on from here, --so-far writes what there is", file=sys.stderr)
                return 130
            for name, standings in found.items():
                text = fill(text, f"ratings {name}", ratings_text(standings, options.games))
            if any(standings.failures for standings in found.values()):
                print(f"some games could not be finished; see {options.out}", file=sys.stderr)
                return 1
        text = fill(text, "small run", small_run())
    except (ResultsError, WorkersError, ValueError) as error:
        print(f"write_ratings: {error}", file=sys.stderr)
        return 1
    page.write_text(text, encoding="utf-8")
    print(f"{page.name} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
