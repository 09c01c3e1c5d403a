"""`tiefenthal analyse`: the best that a seat can do in a position, and why."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.cli.positions import wrong_position
from tiefenthal.app.terminal.board import WIDTH
from tiefenthal.app.terminal.errors import CommandError, cannot, read_text, wrong_option
from tiefenthal.app.terminal.output import say
from tiefenthal.app.terminal.plain import note
from tiefenthal.engine.record.position import PositionError, state_from_position
from tiefenthal.engine.rules.play import acting
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import view_of
from tiefenthal.i18n import Catalogue

if TYPE_CHECKING:
    from tiefenthal.players.analysis.data import Analysis

INDENT: Final = "     "

Budget = Annotated[
    int, typer.Option("--budget", metavar="N", help="How much work, in percent of the Master's, 1 to 1000.")
]


def analyse(
    file: Annotated[Path, typer.Argument(help="A position file (JSON).")],
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="Whose options, from 1. [default: the first who decides]")
    ] = None,
    budget: Budget = 100,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same answer.")] = "0",
    shown: Annotated[int, typer.Option("--show", metavar="N", help="How many options to list, 1 to 16.")] = 5,
    hint: Annotated[bool, typer.Option("--hint", help="Only say where to look.")] = False,
    json: Annotated[bool, typer.Option("--json", help="As JSON (docs/analysis.md).")] = False,
    language: Language = None,
) -> None:
    """Show the best options of a seat in a position, and why."""
    words = spoken(language)
    check_budget(budget)
    if not 1 <= shown <= 16:
        raise wrong_option("listed", most=16, found=shown, option="--show")
    text = read_text(file, "position")
    try:
        state = state_from_position(text)
    except PositionError as error:
        raise wrong_position(words, file, error) from None
    chosen = _whose(state, seat)
    from tiefenthal.players.analysis import analyse as found_for
    from tiefenthal.players.analysis import hint_of
    from tiefenthal.players.analysis.data import as_json

    found = found_for(view_of(state, chosen), budget, seed, shown)
    if json:
        note(as_json(hint_of(found) if hint else found))
    elif hint:
        say(words.say(f"hint.{hint_of(found).nudge}"))
    else:
        show(words, state, found)


def check_budget(budget: int) -> None:
    """Refuse an invalid budget, and a machine without the judge's requirements."""
    from tiefenthal.players.bots.neural import INSTALL, NeuralBotError, make_neural

    try:
        make_neural()
    except NeuralBotError:
        raise cannot("analysis-needs", package="numpy", command=INSTALL) from None
    except ValueError as error:
        raise CommandError(str(error)) from None
    from tiefenthal.players.analysis.budget import BudgetError, checked_budget

    try:
        checked_budget(budget)
    except BudgetError as error:
        raise wrong_option("another", reason=error.words, option="--budget") from None


def _whose(state: State, seat: int | None) -> int:
    """The seat to think for, from 0."""
    count = len(state.players)
    waiting = [number for number in range(count) if acting(state) >> number & 1]
    if not waiting:
        raise cannot("position-over")
    if seat is None:
        return waiting[0]
    if not 1 <= seat <= count:
        raise wrong_option("position-seat", most=count, seat=seat)
    if seat - 1 not in waiting:
        others = ", ".join(f"p{number + 1}" for number in waiting)
        raise cannot("position-waits", who=f"p{seat}", others=others)
    return seat - 1


def show(words: Catalogue, state: State, found: "Analysis") -> None:
    """The options in words."""
    from tiefenthal.players.analysis.words import outlook_words, reasons_words, steps_words

    who = f"p{found.seat + 1}"
    if found.round:
        head = words.say("analysis.head", who=who, round=found.round, n=found.considered, budget=found.budget)
    else:
        head = words.say("analysis.head-setup", who=who, n=found.considered, budget=found.budget)
    say(head, style="bold")
    if found.considered == 1:
        say(words.say("analysis.no-choice"))
    for place, option in enumerate(found.options, start=1):
        say()
        say(f"{place:>3}. {outlook_words(words, option.outlook, len(state.players))}", style="bold")
        _print(" · ".join(steps_words(words, state, found.seat, option.actions)))
        if option.dice and option.reasons:
            _print(words.say("analysis.dice", dice=" ".join(str(face) for face in option.dice)))
        keys = ("analysis.this", "analysis.second" if place == 1 else "analysis.best")
        for sentence in reasons_words(words, state.setup.edition, option.reasons, *keys):
            _print(sentence)
    say()
    say(words.say("analysis.covers"))


def _print(text: str) -> None:
    say("\n".join(textwrap.wrap(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)))
