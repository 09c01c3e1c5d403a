"""`tiefenthal position`: check a position file, or show the table it describes."""

from pathlib import Path
from typing import Annotated

import typer

from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.terminal import board
from tiefenthal.app.terminal.errors import CommandError, read_text, wrong_option
from tiefenthal.app.terminal.output import say
from tiefenthal.app.terminal.plain import note
from tiefenthal.engine.record.position import PositionError, digest, state_from_position
from tiefenthal.engine.rules.play import acting, question_of
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.wording.refusals import question_words
from tiefenthal.i18n import Catalogue


def wrong_position(words: Catalogue, path: Path, error: PositionError) -> CommandError:
    """A position that is broken, with all that is wrong."""
    return CommandError(f"{path}: {error.words(words)}")


def position(
    file: Annotated[Path, typer.Argument(help="A position file (JSON).")],
    show: Annotated[bool, typer.Option("--show", help="Show the table (this is also the default).")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only check whether it can be played from.")] = False,
    language: Language = None,
) -> None:
    """Check a position and show it."""
    words = spoken(language)
    if show and check:
        raise wrong_option("both", first="--show", second="--check")
    text = read_text(file, "position")
    try:
        state = state_from_position(text)
    except PositionError as error:
        raise wrong_position(words, file, error) from None
    setup = state.setup
    players = words.say("terminal.players", n=setup.players)
    modules = words.say("terminal.modules", n=setup.modules)
    sound = {"path": str(file), "players": players, "modules": modules, "digest": digest(state)}
    note(words.say("terminal.position.sound", **sound))
    if not check:
        show_state(words, state)


def show_state(words: Catalogue, s: State) -> None:
    """The whole table."""
    names = [f"p{seat + 1}" for seat in range(len(s.players))]
    waiting = [name for seat, name in enumerate(names) if acting(s) >> seat & 1]
    whose = words.say("terminal.position.waits", names=", ".join(waiting))
    say(board.header(words, s, words.say("why.over").removesuffix(".") if s.over else whose))
    say(question_words(question_of(s), words))
    for line in board.market(words, s) + board.coasters(words, s, names):
        say(line)
    for seat, name in enumerate(names):
        say()
        who = f"{name} ({words.words['start_player']})" if seat == s.start_player else name
        points = words.say("n.points", n=score(s, seat))
        say(words.say("terminal.position.seat", who=who, points=points), style="bold")
        for line in board.tavern(words, s, seat, True) + board.deck(words, s, seat):
            say(line)
