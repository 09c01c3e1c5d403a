"""`tiefenthal puzzles`: list them, play one here, make more, check them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tiefenthal.app.cli.analyse import check_budget
from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.cli.progress import bar, checked_jobs
from tiefenthal.app.terminal.errors import CommandError, bad_option, cannot, reason_of, wrong_option
from tiefenthal.app.terminal.output import new_table, show
from tiefenthal.app.terminal.plain import note

if TYPE_CHECKING:
    from tiefenthal.players.puzzles import Puzzle

SEED: Final = "tiefenthal puzzles"
COUNT: Final = 300
MOST: Final = 10_000
FOLDER: Final = Path("puzzles")
TODAY: Final = "today"
MAKE: Final = "tiefenthal puzzles make"

app = typer.Typer(help="Find the best evening: positions with one clearly best turn.", rich_markup_mode=None)

File = Annotated[
    Path | None, typer.Option("--file", help="A collection of your own. [default: the one that comes with the game]")
]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", help="Processes. [default: as many as there are cores]")
]


def collection(file: Path | None) -> "list[Puzzle]":
    """The puzzles of a file, or those of the package."""
    check_budget(1)
    from tiefenthal.players.puzzles.data import PuzzleError, puzzles, read_puzzles

    try:
        found = puzzles() if file is None else read_puzzles(file)
    except PuzzleError as error:
        raise cannot("collection", reason=error.words, command=MAKE) from None
    except FileNotFoundError:
        raise cannot("no-file", path=str(file)) from None
    except OSError as error:
        raise cannot("unreadable", path=str(file), reason=reason_of(error)) from None
    if not found:
        raise cannot("no-puzzles", command=MAKE)
    return found


@app.callback(invoke_without_command=True)
def listed(
    context: typer.Context,
    module: Annotated[int | None, typer.Option("--module", metavar="N", help="Only with modules 1 to N.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", help="Only this theme, as named in the list.")] = None,
    grade: Annotated[int | None, typer.Option("--grade", metavar="N", help="Only this grade, 1 to 5.")] = None,
    file: File = None,
    language: Language = None,
) -> None:
    """List puzzles, by module and from easy to hard; `tiefenthal puzzles play` plays one."""
    if context.invoked_subcommand is not None:
        return
    words = spoken(language)
    from tiefenthal.players.puzzles.themes import THEMES

    if theme is not None and theme not in THEMES:
        raise wrong_option("theme", found=repr(theme[:30]), themes=", ".join(THEMES))
    found = [
        one
        for one in collection(file)
        if module in (None, one.modules) and theme in (None, one.theme) and grade in (None, one.grade)
    ]
    table = new_table(words.say("puzzles.count", n=len(found)))
    for key in ("id", "module", "theme", "grade", "evening", "players"):
        table.add_column(words.say(f"puzzles.column.{key}"))
    for one in found:
        table.add_row(
            one.id,
            str(one.modules),
            f"{words.say(f'puzzles.theme.{one.theme}')} ({one.theme})",
            f"{one.grade} {words.say(f'puzzles.grade.{one.grade}')}",
            str(one.round),
            str(one.players),
        )
    show(table)
    if file is None:
        note(words.say("puzzles.today.how", play="tiefenthal puzzles play today"))
    note(words.say("puzzles.how", play="tiefenthal puzzles play ID", browser="tiefenthal play", page="/puzzles"))


@app.command("play")
def play(
    puzzle: Annotated[str | None, typer.Argument(metavar="ID", help="Which one, or `today`. [default: any]")] = None,
    file: File = None,
    language: Language = None,
) -> None:
    """Play a puzzle in the terminal, and see what your turn is worth."""
    words = spoken(language)
    found = collection(file)
    if puzzle == TODAY:
        from tiefenthal.players.puzzles.today import puzzle_of, today

        chosen = puzzle_of(today(), found)
        puzzle = None if chosen is None else chosen.id
    elif file is None and puzzle is not None:
        from tiefenthal.players.puzzles import find_puzzle

        earlier = find_puzzle(puzzle.lower())
        found = found if earlier is None else [earlier]
    one = named(found, puzzle)
    from tiefenthal.app.cli.puzzle_play import PuzzleSession

    PuzzleSession(words, one).run()


def named(found: "list[Puzzle]", wanted: str | None) -> "Puzzle":
    """The puzzle of a name; any where none is named."""
    if wanted is None:
        import secrets

        return secrets.choice(found)
    fitting = [one for one in found if one.id == wanted.lower()]
    if not fitting:
        raise cannot("no-puzzle", found=repr(wanted[:20]), command="tiefenthal puzzles")
    return fitting[0]


@app.command("make")
def make(
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many.")] = COUNT,
    workers: Workers = None,
    out: Annotated[Path, typer.Option("--out", help="The folder for them; a run continues where it stopped.")] = FOLDER,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games.")] = SEED,
    records: Annotated[
        Path | None,
        typer.Option("--records", help="A folder with records (*.txt) to search, instead of playing games."),
    ] = None,
) -> None:
    """Make puzzles from games of a strong bot against itself; you can interrupt it at any time, and continue later."""
    check_budget(1)
    if not 1 <= count <= MOST:
        raise bad_option(f"between 1 and {MOST} puzzles can be made, not {count}; give another --count")
    processes = checked_jobs(workers)
    from tiefenthal.players.puzzles.maker import Maker
    from tiefenthal.players.workers import WorkersError

    games_of = sorted(records.glob("*.txt")) if records is not None else []
    if records is not None and not games_of:
        raise CommandError(f"{records}: there are no records (*.txt) here")
    maker = Maker(out, count, seed, games_of)
    try:
        games = maker.resume()
        if games:
            note(f"continuing after {games} games in {out}")
        with bar("puzzles") as progress:
            found = maker.make(processes, progress)
    except (ValueError, WorkersError) as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        note(f"the puzzles so far are in {maker.file}; the same command continues")
        raise
    for why in maker.lost:
        note(f"a game was lost: {why}")
    note(f"{len(found)} puzzles in {maker.file}; `tiefenthal puzzles --file {maker.file}` lists them")


@app.command("check")
def check(
    file: File = None,
    workers: Workers = None,
    every: Annotated[int, typer.Option("--every", metavar="N", help="Only each Nth.")] = 1,
) -> None:
    """Solve puzzles by the deep search, with another seed: does it find the stored answers?"""
    found = collection(file)[:: max(1, every)]
    processes = checked_jobs(workers)
    from tiefenthal.players.puzzles.check import check_all

    with bar("puzzles") as progress:
        wrong = check_all(found, processes, progress)
    for one, answer in wrong:
        note(f"{one}: the deep search plays {', '.join(answer)}")
    note(f"{len(found) - len(wrong)} of {len(found)} answers were found again")
    if wrong:
        raise typer.Exit(1)
