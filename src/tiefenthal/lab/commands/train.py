"""`tiefenthal train`: the value network of the neural bot learns by self-play."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tiefenthal.app.cli.setting import check_bot, checked_seed
from tiefenthal.app.terminal.errors import CommandError, bad_option
from tiefenthal.app.terminal.output import console, say
from tiefenthal.app.terminal.plain import complain, note
from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.settings import Settings

if TYPE_CHECKING:
    from tiefenthal.lab.train.run import Report

INTERRUPTED: Final = 130
MOST_WORKERS: Final = 256
LINE_EVERY: Final = 30.0  # seconds between lines where there is no terminal to draw a bar on
USUAL: Final = Settings()


def train(
    out: Annotated[Path, typer.Option("--out", help="The folder of the run.")],
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in the folder.")] = False,
    start: Annotated[
        str, typer.Option("--start", help="A weights file to start from, instead of a teacher's games.")
    ] = USUAL.start,
    minutes: Annotated[float, typer.Option("--minutes", help="Stop after this many minutes; 0: never.")] = 0.0,
    games: Annotated[int, typer.Option("--games", help="Stop after this many games in total; 0: never.")] = 0,
    workers: Annotated[int, typer.Option("--workers", help="Processes that play. [default: all cores but one]")] = 0,
    device: Annotated[str, typer.Option("--device", help="Where the network learns: auto, cpu, cuda.")] = "auto",
    seed: Annotated[str, typer.Option("--seed", help="Decides set-ups, luck and exploration.")] = USUAL.seed,
    players: Annotated[
        str, typer.Option("--players", help="Players of a game; a number given twice counts double.")
    ] = "2,2,2,3,4,4",
    modules: Annotated[str, typer.Option("--modules", help="Modules of a game, likewise.")] = "1,1,2,3,4,5,5",
    hidden: Annotated[str, typer.Option("--hidden", help="Sizes of the hidden layers.")] = "256,128",
    teacher: Annotated[str, typer.Option("--teacher", help="The bot to learn from first.")] = USUAL.teacher,
    warm_up: Annotated[int, typer.Option("--warm-up", help="Games of the teacher.")] = USUAL.warm_up,
    warm_up_steps: Annotated[
        int, typer.Option("--warm-up-steps", help="Steps of learning on them.")
    ] = USUAL.warm_up_steps,
) -> None:
    """Train the neural bot's network by self-play. After Ctrl-C the run can be continued."""
    _check_parts()
    if minutes < 0 or games < 0:
        raise bad_option("--minutes and --games are 0 (no end) or more")
    if not 0 <= workers <= MOST_WORKERS:
        raise bad_option(f"between 1 and {MOST_WORKERS} processes can play, not {workers}; give another --workers")
    if warm_up < 1 or warm_up_steps < 1:
        raise bad_option("--warm-up and --warm-up-steps are 1 or more: the network has to begin somewhere")
    checked_seed(seed)
    check_bot(teacher)
    settings = USUAL._replace(
        seed=seed,
        players=_numbers(players, "--players", 2, 4),
        modules=_numbers(modules, "--modules", 1, 5),
        hidden=_numbers(hidden, "--hidden", 1, 4096),
        start=start,
        teacher=teacher,
        warm_up=warm_up,
        warm_up_steps=warm_up_steps,
    )
    _train(out, settings, resume, minutes, games, workers, device)


def _check_parts() -> None:
    import importlib.util

    missing = [name for name in ("numpy", "torch") if importlib.util.find_spec(name) is None]
    if missing:
        raise CommandError(
            f"training needs {' and '.join(missing)}; install what it needs with: pip install 'tiefenthal[train]'"
        )


def _numbers(text: str, option: str, least: int, most: int) -> tuple[int, ...]:
    try:
        numbers = tuple([int(word) for word in text.split(",") if word.strip()])
    except ValueError:
        numbers = ()
    if not numbers or min(numbers) < least or max(numbers) > most:
        raise bad_option(f"{option} is a list of numbers from {least} to {most}, such as {option} {least},{most}")
    return numbers


def _train(out: Path, settings: Settings, resume: bool, minutes: float, games: int, workers: int, device: str) -> None:
    from tiefenthal.lab.train.run import Report, train

    columns = (
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    screen = console(stderr=True)
    last = [time.monotonic() - LINE_EVERY]
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task: TaskID = progress.add_task("starting", total=1.0)

        def watch(report: Report) -> None:
            progress.update(task, completed=report.done, description=report.words())
            if not screen.is_terminal and time.monotonic() - last[0] >= LINE_EVERY:
                last[0] = time.monotonic()
                print(f"{report.done:4.0%} {report.words()}", flush=True)

        try:
            report = train(out, None if resume else settings, resume, minutes, games, workers, device, watch)
        except TrainingError as error:
            raise CommandError(str(error)) from None
    _show(report, out)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)


def _show(report: "Report", out: Path) -> None:
    standing = report.standing
    say(
        f"{standing.games} games in {standing.seconds / 60:.1f} minutes, {report.steps} steps of learning, mean error "
        f"of the expected score {report.error:.1f} points"
    )
    for rival, (count, margin, share) in report.rivals.items():
        if count:
            victories = f", {share:.0%} of the victories with two players" if share >= 0 else ""
            say(f"Against {rival}, last {count} trials: margin {margin:+.1f} points{victories}")
    if standing.failures:
        complain(f"{standing.failures} games could not be finished; the last one: {report.failure.splitlines()[0]}")
    note(f"The run is in {out}; continue with: tiefenthal train --out {out} --resume")
    if standing.version:
        note(
            f"To play by it: TIEFENTHAL_NEURAL_WEIGHTS={out / 'weights.npz'} tiefenthal simulate --bots neural,planner"
        )
