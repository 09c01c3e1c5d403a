"""`tiefenthal simulate`: many games between bots, and their results."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from tiefenthal.app.cli.editions import edition_from
from tiefenthal.app.cli.progress import checked_jobs, games_bar
from tiefenthal.app.cli.setting import check_bot, checked_games, checked_seed, checked_setup
from tiefenthal.app.terminal.errors import CommandError, bad_option, check_writable, reason_of
from tiefenthal.app.terminal.output import new_table, say, show
from tiefenthal.app.terminal.plain import complain, note
from tiefenthal.engine.components import Edition
from tiefenthal.engine.rules.scoring import SOURCES
from tiefenthal.engine.wording.english import modules_words
from tiefenthal.lab.arena import Report
from tiefenthal.lab.arena import simulate as play_series
from tiefenthal.lab.arena.games import check_bots
from tiefenthal.lab.arena.plot import PlotError
from tiefenthal.lab.arena.report import Standing

INTERRUPTED: Final = 130
MOST_FAILURES_SHOWN: Final = 5
PLOT_ENDINGS: Final = (".png", ".svg", ".pdf")


def simulate(
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 100,
    players: Annotated[int, typer.Option("--players", help="2 to 4.")] = 2,
    modules: Annotated[int, typer.Option("--modules", help="Play modules 1 to this.")] = 1,
    bots: Annotated[
        str, typer.Option("--bots", help="The bots, which change seats from game to game.")
    ] = "greedy,random",
    seed: Annotated[str | None, typer.Option("--seed", help="The same seed gives the same games.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", help="Processes. [default: as many as there are cores]")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write one row for each game and seat.")] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the scores (png, svg or pdf).")] = None,
    edition: Annotated[Path | None, typer.Option("--edition", help="An edition file of your own.")] = None,
) -> None:
    """Play many games between bots and report."""
    figures = edition_from(edition)
    checked_setup(players, modules, figures)
    checked_games(games)
    processes = checked_jobs(jobs)
    names = _bots(bots, players)
    checked_seed(seed)
    for path in (csv, plot):
        if path is not None:
            check_writable(path)
    if plot is not None:
        _check_plot(plot)
    report = _play(games, players, modules, names, seed, processes, figures)
    show_report(report)
    if csv is not None:
        _write_csv(report, csv)
    if plot is not None and report.games:
        _write_plot(report, plot)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)
    if report.failures:
        _complain_of(report)
        raise typer.Exit(1)


def _bots(text: str, players: int) -> list[str]:
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    if not names:
        raise bad_option("name at least one bot, such as --bots greedy,random")
    for name in names:
        check_bot(name)
    try:
        check_bots(names, players)
    except ValueError as error:
        raise bad_option(str(error)) from None
    return names


def _check_plot(path: Path) -> None:
    if path.suffix.lower() not in PLOT_ENDINGS:
        raise bad_option(f"a plot ends in {', '.join(PLOT_ENDINGS)}, not in {path.suffix!r}; give another name")
    if find_spec("matplotlib") is None:
        raise bad_option("a plot needs matplotlib; install it with: pip install 'tiefenthal[plot]'")


def _play(
    games: int, players: int, modules: int, bots: list[str], seed: str | None, jobs: int, figures: Edition
) -> Report:
    with games_bar() as update:
        try:
            return play_series(games, players, modules, bots, seed, jobs, figures, on_progress=update)
        except ValueError as error:
            raise bad_option(str(error)) from None


# --- the report


def show_report(report: Report) -> None:
    """Tables of scores, victories and sources of points, and how fast it went."""
    early = ", stopped early" if report.interrupted else ""
    say(
        f"{len(report.games)} of {report.wanted} games{early}: {report.players} players, "
        f"{modules_words(report.modules)}, edition {report.edition}, seed {report.seed}",
        style="bold",
    )
    if not report.games:
        say("No game was finished, so there is nothing to report.")
        return
    _show_scores("By bot", report.by_bot)
    _show_scores("By seat", report.by_seat)
    _show_scores("By turn order in round 1", report.by_turn_order)
    _show_sources(report)
    decisions = report.decisions_per_game
    say(
        f"{decisions.mean:.0f} decisions per game ({decisions.least:.0f} to {decisions.most:.0f}), "
        f"{report.games_per_second:.1f} games per second"
    )


def _show_scores(title: str, standings: list[Standing]) -> None:
    table = new_table(title)
    table.add_column("")
    for name in ("mean", "spread", "least", "most", "victories", "95 % interval"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in standings:
        scores, share = one.scores, one.victories
        table.add_row(
            one.name,
            f"{scores.mean:.1f}",
            f"{scores.deviation:.1f}",
            f"{scores.least:.0f}",
            f"{scores.most:.0f}",
            f"{share.share:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
        )
    show(table)


def _show_sources(report: Report) -> None:
    table = new_table("Mean points by source")
    table.add_column("")
    for source in SOURCES:
        table.add_column(source, justify="right", no_wrap=True)
    for one in report.by_bot:
        table.add_row(one.name, *[f"{points:.1f}" for points in one.points])
    show(table)


def _write_csv(report: Report, path: Path) -> None:
    try:
        report.to_csv(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {reason_of(error)}") from None
    note(f"Rows written to {path}")


def _write_plot(report: Report, path: Path) -> None:
    try:
        report.to_plot(path)
    except (PlotError, ValueError) as error:
        raise CommandError(f"{path} cannot be drawn: {error}") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {reason_of(error)}") from None
    note(f"Plot written to {path}")


def _complain_of(report: Report) -> None:
    for failure in report.failures[:MOST_FAILURES_SHOWN]:
        complain(f"game {failure.number} (seed {failure.seed}) could not be finished: {failure.error}")
    left = len(report.failures) - MOST_FAILURES_SHOWN
    if left > 0:
        complain(f"and {left} more games could not be finished")
