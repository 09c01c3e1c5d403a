"""`tiefenthal arena`: a tournament between bots, and its result."""

import shlex
from pathlib import Path
from typing import Annotated, Final

import typer

from tiefenthal.app.cli.editions import edition_from
from tiefenthal.app.cli.progress import INTERRUPTED, checked_jobs, games_bar
from tiefenthal.app.cli.setting import check_bot, checked_games, checked_seed, checked_setups
from tiefenthal.app.terminal.errors import CommandError, bad_option, reason_of
from tiefenthal.app.terminal.output import new_table, say, show
from tiefenthal.app.terminal.plain import complain, note
from tiefenthal.lab.arena import ResultsError, Standings, WorkersError, tournament, write_report
from tiefenthal.lab.arena.lineups import PAIRS, TABLES, Setting
from tiefenthal.lab.arena.sheets import Sheet
from tiefenthal.lab.arena.tournament import FAILURES, make_plan
from tiefenthal.lab.arena.tournament_report import (
    PAGE,
    by_setting,
    meeting_sheet,
    rating_sheet,
    score_sheet,
    time_sheet,
    who_meets,
)

MOST_FAILURES_SHOWN: Final = 5


def arena(
    bots: Annotated[list[str], typer.Argument(help="The bots, two or more, by name.", metavar="BOT BOT …")],
    players: Annotated[str, typer.Option("--players", help="2 to 4, or several, such as 2,4.")] = "2",
    modules: Annotated[str, typer.Option("--modules", help="Play modules 1 to this; or several, such as 1,5.")] = "1",
    games: Annotated[int, typer.Option("--games", help="Minimum number of games for each line-up.")] = 100,
    seed: Annotated[str | None, typer.Option("--seed", help="The same seed gives the same luck.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", help="Processes. [default: as many as there are cores]")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for the report; the same command continues where it stopped.")
    ] = None,
    tables: Annotated[
        str,
        typer.Option(
            "--tables", help="Who meets at 3 or 4 seats: pairs (every mixture), alone (1 v many), first, together."
        ),
    ] = PAIRS,
    stop_when_decided: Annotated[
        bool, typer.Option("--stop-when-decided", help="Stop a line-up once it is clear who is better (error 5 %).")
    ] = False,
    ray: Annotated[
        str | None, typer.Option("--ray", help="Play on the Ray cluster at this address; local starts one here.")
    ] = None,
    edition: Annotated[Path | None, typer.Option("--edition", help="An edition file of your own.")] = None,
) -> None:
    """Play a tournament: every deal in all seatings with the same luck; ratings, head to head, scores, times."""
    figures = edition_from(edition)
    counts, highest = checked_setups(players, modules, figures)
    checked_games(games)
    processes = checked_jobs(jobs)
    checked_seed(seed)
    names = [name.strip().lower() for name in bots]
    for name in names:
        check_bot(name)
    if tables not in TABLES:
        raise bad_option(f"give --tables {', '.join(TABLES[:-1])} or {TABLES[-1]}")
    try:
        make_plan(names, [Setting(count, module) for count in counts for module in highest], tables)
    except ValueError as error:
        raise bad_option(str(error)) from None
    if out is not None:
        checked_folder(out)
    try:
        with games_bar() as update:
            standings = tournament(
                names, counts, highest, games, seed, processes, out, tables, None, stop_when_decided, ray, figures,
                update,
            )  # fmt: skip
    except (ResultsError, WorkersError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        if out is None:
            raise
        raise CommandError(f"{out} cannot be written: {reason_of(error)}") from None
    if out is not None:  # first of all: the reader of our output may have gone
        again = _command(names, players, modules, games, standings.seed, tables, stop_when_decided, edition)
        _write(standings, out, again)
    show_standings(standings)
    if out is not None:
        note(f"Report written to {out / PAGE}")
    if standings.failures:
        _complain_of(standings, out)
    if standings.interrupted:
        raise typer.Exit(INTERRUPTED)
    if standings.failures:
        raise typer.Exit(1)


def checked_folder(folder: Path) -> None:
    """Find out before the work begins whether its results can be kept."""
    try:
        if folder.exists() and not folder.is_dir():
            raise CommandError(f"{folder} is a file, not a folder; give another --out")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"the folder {folder} cannot be made: {reason_of(error)}") from None


def _command(
    bots: list[str], players: str, modules: str, games: int, seed: str, tables: str, stop: bool, edition: Path | None
) -> str:
    words = ["tiefenthal", "arena", *bots, "--players", players, "--modules", modules, "--games", str(games)]
    words += ["--seed", seed]
    if tables != PAIRS:
        words += ["--tables", tables]
    if stop:
        words.append("--stop-when-decided")
    if edition is not None:
        words += ["--edition", edition.name]
    return shlex.join(words)


# --- the report


def show_standings(standings: Standings) -> None:
    """Ratings, who beats whom, scores and times."""
    early = ", stopped early" if standings.interrupted else ""
    say(
        f"{standings.games:,} of {standings.wanted:,} games{early}: edition {standings.edition}, seed {standings.seed}",
        style="bold",
    )
    if not standings.counted:
        say("No deal was finished, so there is nothing to report.")
        return
    meetings = meeting_sheet(standings).without_interval("ahead")  # so that it fits a terminal
    tables = [
        *by_setting(standings, rating_sheet(standings), "bot", "rating", "games", "share", "fair"),
        *by_setting(standings, meetings, *who_meets(standings), "games", "share", "fair", "ahead", "decided"),
        *by_setting(standings, score_sheet(standings), "bot", "seats", "score", "deviation"),
    ]
    for words, sheet in tables:
        show_sheet(sheet, f"{sheet.title}: {words}")
    times = time_sheet(standings)
    show_sheet(times, times.title)
    if standings.seconds > 0:
        say(f"This run took {standings.seconds:.0f} seconds.")


def show_sheet(sheet: Sheet, title: str) -> None:
    """A table on the terminal."""
    table = new_table(title)
    for column in sheet.columns:
        table.add_column(column.heading, justify="right" if column.form else "left", no_wrap=bool(column.form))
    for row in sheet.shown():
        table.add_row(*row)
    show(table)


def _write(standings: Standings, out: Path, command: str) -> None:
    try:
        write_report(standings, out, command)
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {reason_of(error)}") from None


def _complain_of(standings: Standings, out: Path | None) -> None:
    for deal, failure in standings.failures[:MOST_FAILURES_SHOWN]:
        complain(
            f"deal {deal.number + 1} of {standings.plan[deal.line_up]} (seed {failure.seed}, seats "
            f"{', '.join(failure.bots)}) could not be finished: {failure.error}"
        )
    left = len(standings.failures) - MOST_FAILURES_SHOWN
    if left > 0:
        complain(f"and {left} more games could not be finished")
    complain(f"their records are in {out / FAILURES}" if out is not None else "with --out their records are kept")
