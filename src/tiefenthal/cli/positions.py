"""`tiefenthal position`: check a position file, or show the table it describes."""

from pathlib import Path
from typing import Annotated

import typer

from tiefenthal.record.position import PositionError, digest, state_from_position
from tiefenthal.rules.play import acting, question_of
from tiefenthal.rules.scoring import score
from tiefenthal.rules.state import State
from tiefenthal.terminal import board
from tiefenthal.terminal.errors import CommandError, bad_option, read_text
from tiefenthal.terminal.output import note, say
from tiefenthal.wording.refusals import question_words
from tiefenthal.wording.words import modules_words

WHAT = "a position"


def wrong_position(path: Path, error: PositionError) -> CommandError:
    """A position that is broken, with all that is wrong."""
    return CommandError(f"{path}: {error}")


def position(
    file: Annotated[Path, typer.Argument(help="A position file (JSON).")],
    show: Annotated[bool, typer.Option("--show", help="Show the table (this is also the default).")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say whether it can be played from.")] = False,
) -> None:
    """Check a position and show it."""
    if show and check:
        raise bad_option("give --show or --check, not both")
    text = read_text(file, WHAT)
    try:
        state = state_from_position(text)
    except PositionError as error:
        raise wrong_position(file, error) from None
    setup = state.setup
    note(
        f"{file} is a sound position: {setup.players} players, {modules_words(setup.modules)}, digest {digest(state)}."
    )
    if not check:
        show_state(state)


def show_state(s: State) -> None:
    """The whole table."""
    names = [f"p{seat + 1}" for seat in range(len(s.players))]
    waiting = [name for seat, name in enumerate(names) if acting(s) >> seat & 1]
    whose = f"waiting for {', '.join(waiting)}" if waiting else "waiting for nobody"
    say(board.header(s, "over" if s.over else whose))
    say(question_words(question_of(s)))
    for line in board.market(s) + board.coasters(s, names):
        say(line)
    for seat, name in enumerate(names):
        say()
        first = ", start player" if seat == s.start_player else ""
        say(f"{name}{first}: {score(s, seat)} points", style="bold")
        for line in board.tavern(s, seat, True) + board.deck(s, seat):
            say(line)
