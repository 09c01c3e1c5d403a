"""`tiefenthal calibrate`: better house figures for an edition, found by self-play."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tiefenthal.app.cli.editions import edition_from
from tiefenthal.app.cli.progress import INTERRUPTED, checked_jobs
from tiefenthal.app.cli.setting import checked_seed, checked_setups
from tiefenthal.app.terminal.errors import CommandError, bad_option, reason_of
from tiefenthal.app.terminal.output import console, say
from tiefenthal.app.terminal.plain import complain, note
from tiefenthal.engine.components.edition import Edition
from tiefenthal.lab.arena import ResultsError, WorkersError
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.commands.arena import checked_folder

if TYPE_CHECKING:
    from tiefenthal.lab.calibrate.search import Standing

LINE_EVERY: Final = 30.0  # seconds between lines where there is no terminal to draw a bar on


def calibrate(
    out: Annotated[
        Path, typer.Option("--out", help="A folder for everything; the same command continues where it stopped.")
    ] = Path("calibration"),
    edition: Annotated[
        Path | None, typer.Option("--edition", help="The edition to start from. [default: the built-in one]")
    ] = None,
    minutes: Annotated[float, typer.Option("--minutes", help="Stop after this many minutes; 0: never.")] = 0.0,
    candidates: Annotated[
        int, typer.Option("--candidates", help="Stop after this many candidates in total; 0: never.")
    ] = 0,
    weights: Annotated[
        Path | None, typer.Option("--weights", help="The network that judges; best one trained over many editions.")
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", help="How it plays: hasty, or swift (better, six times slower).")
    ] = "hasty",
    players: Annotated[str, typer.Option("--players", help="2 to 4, or several.")] = "2,3,4",
    modules: Annotated[str, typer.Option("--modules", help="Play modules 1 to this; or several.")] = "1,2,3,4,5",
    setups: Annotated[
        str, typer.Option("--setups", help="Instead of both: players and modules of each set-up, such as 2:1,4:5.")
    ] = "",
    start: Annotated[
        Path | None, typer.Option("--start", help="An edition from an earlier search, to begin with.")
    ] = None,
    told: Annotated[
        Path | None, typer.Option("--told", help="Games of a training run (its told.jsonl.gz) that count too.")
    ] = None,
    deals: Annotated[int, typer.Option("--deals", help="Games of a candidate in each set-up.")] = 2,
    proof: Annotated[int, typer.Option("--proof", help="Games in each set-up that prove the result.")] = 40,
    seed: Annotated[str, typer.Option("--seed", help="Decides deals and candidates.")] = "calibrate",
    workers: Annotated[
        int | None, typer.Option("--workers", help="Processes that play. [default: as many as there are cores]")
    ] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", help="Play on the Ray cluster at this address; local starts one here.")
    ] = None,
) -> None:
    """Look for house figures that meet the targets of `tiefenthal balance`. Figures from rulebooks and owners stay."""
    figures = edition_from(edition)
    counts, highest = checked_setups(players, modules, figures)
    chosen = _setups(setups, figures)
    if minutes < 0 or candidates < 0 or not (minutes or candidates):
        raise bad_option("a calibration needs an end: give --minutes or --candidates")
    if deals < 1 or proof < 1:
        raise bad_option("at least one game must be played; give --deals and --proof 1 or more")
    checked_seed(seed)
    processes = checked_jobs(workers)
    checked_folder(out)
    from tiefenthal.lab.calibrate.search import EDITION_FILE, REPORT_FILE, Options
    from tiefenthal.lab.calibrate.search import calibrate as search
    from tiefenthal.players.bots.neural.network import WeightsError

    first = edition_from(start) if start is not None else None
    options = Options(
        tuple(counts), tuple(highest), bot, weights, seed, deals, candidates, proof, tuple(chosen), first, told
    )
    columns = (
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    screen = console(stderr=True)
    last = [time.monotonic() - LINE_EVERY]
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task("starting", total=1.0)

        def watch(standing: "Standing") -> None:
            progress.update(bar, completed=standing.done, description=standing.words())
            if not screen.is_terminal and time.monotonic() - last[0] >= LINE_EVERY:
                last[0] = time.monotonic()
                print(f"{standing.done:4.0%} {standing.words()}", flush=True)

        try:
            found = search(out, figures, options, minutes, processes, ray, watch)
        except (CalibrationError, ResultsError, WeightsError, WorkersError) as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {reason_of(error)}") from None
    say(found.standing.words()[:1].upper() + found.standing.words()[1:])
    note(f"Report written to {out / REPORT_FILE}, the edition found to {out / EDITION_FILE}")
    if found.standing.lost:
        complain(f"{found.standing.lost} games could not be finished; the last one: {found.failure}")
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)


def _setups(text: str, figures: Edition) -> list[Setting]:
    """The set-ups in `2:1,4:5`."""
    found: list[Setting] = []
    for word in text.split(",") if text else []:
        players, sign, modules = word.strip().partition(":")
        if not sign:
            raise bad_option(f"{word!r} is not a set-up; give players and modules of each, such as --setups 2:1,4:5")
        counts, highest = checked_setups(players, modules, figures)
        found += [Setting(count, most) for count in counts for most in highest]
    return found
