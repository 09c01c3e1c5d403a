"""`tiefenthal edition`: show the figures of a box, check a file, begin a new one."""

from pathlib import Path
from typing import Annotated

import typer

from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.terminal.errors import cannot, check_writable, write_text, wrong_option
from tiefenthal.app.terminal.output import new_table, say, show
from tiefenthal.app.terminal.plain import note
from tiefenthal.engine.components import Edition, EditionError, load_edition
from tiefenthal.engine.components.describe import describe_edition, new_edition_text
from tiefenthal.engine.components.reader import HOUSE

app = typer.Typer(
    help="The printed figures of a box: show them, check a file, start your own file.",
    no_args_is_help=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def everything(context: typer.Context) -> None:
    """Help when no command is given."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def edition_from(path: Path | None) -> Edition:
    """The edition in a file, or the reference edition; what is wrong with a file is one message."""
    try:
        return load_edition(path)
    except EditionError as error:
        raise cannot("edition", problems=error.words) from None


@app.command("show")
def show_edition(
    file: Annotated[Path | None, typer.Argument(help="An edition file. [default: the reference edition]")] = None,
    language: Language = None,
) -> None:
    """Show every figure with its source, in the words of the file."""
    spoken(language)
    edition = edition_from(file)
    version = f", version {edition.version}" if edition.version else ""
    say(f"{edition.title} ({edition.name}{version}, digest {edition.digest[:16]})", style="bold")
    for group in describe_edition(edition):
        table = new_table(group.title)
        table.add_column("figure", no_wrap=True)
        table.add_column("value")
        table.add_column("source")
        for key, value, source in group.rows:
            table.add_row(key, value, source)
        show(table)


@app.command("check")
def check_edition(file: Annotated[Path, typer.Argument(help="An edition file.")], language: Language = None) -> None:
    """Say whether a file can be played with; if not, everything that is wrong with it."""
    words = spoken(language)
    edition = edition_from(file)
    house = sum(1 for source in edition.source.values() if source == HOUSE)
    named = {"title": edition.title, "name": edition.name, "digest": edition.digest[:16]}
    note(words.say("terminal.edition.sound", path=str(file), **named))
    say(words.say("terminal.edition.figures", n=len(edition.source), house=house))


@app.command("new")
def new_edition(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    language: Language = None,
) -> None:
    """Write a file to fill in with the figures of your own box."""
    words = spoken(language)
    check_writable(file)
    if file.exists() and not force:
        raise wrong_option("edition-there", path=str(file), option="--force")
    write_text(file, new_edition_text())
    note(words.say("terminal.edition.written", path=str(file), mark="# HOUSE"))
    note(words.say("terminal.edition.then", command=f"tiefenthal edition check {file}"))
