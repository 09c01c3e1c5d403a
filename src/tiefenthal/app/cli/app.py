"""The commands and how errors leave the program: one message, an exit code, never a traceback."""

import contextlib
import importlib
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Annotated, Any, Final

import typer

from tiefenthal.app.cli.language import silent, speaking
from tiefenthal.app.terminal.errors import BAD_OPTION, CommandError
from tiefenthal.app.terminal.plain import complain

INTERRUPTED: Final = 130
NOBODY_READS: Final = 1

COMMANDS: Final = {
    "play": "play:play",
    "serve": "serve:serve",
    "backup": "serve:backup",
    "restore": "serve:restore",
    "move-data": "move_data:move_data",
    "moderate": "moderate:app",
    "think": "think:think",
    "replay": "records:replay",
    "verify": "records:verify",
    "position": "positions:position",
    "analyse": "analyse:analyse",
    "review": "review:review",
    "puzzles": "puzzles:app",
    "edition": "editions:app",
    "rules": "rulebook:rules",
    "engine": "engine:engine",
}
"""Each command, and where it is: module of this package, name in it."""
GROUP: Final = "tiefenthal.commands"
"""The entry points that bring more of them, as the lab does (lab/commands)."""


def assembled(arguments: Sequence[str] = ()) -> typer.Typer:
    """The program for this command line. Only the command it names is loaded, for loading all takes longer than most
    of them run; all of them where it names none."""
    app = typer.Typer(
        name="tiefenthal",
        help="The board game The Taverns of Tiefenthal, played by its rules. An unofficial implementation.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(everything)
    first = arguments[0] if arguments else ""
    for name in [first] if first in COMMANDS else COMMANDS:
        module, _, attribute = COMMANDS[name].partition(":")
        _add(app, name, getattr(importlib.import_module(f"tiefenthal.app.cli.{module}"), attribute))
    if first not in COMMANDS:
        for point in entry_points(group=GROUP):
            if point.name == first:
                _add(app, point.name, point.load())
            elif first.startswith("-") or not first:
                with contextlib.suppress(Exception):  # somebody else's plug-in that does not load is not shown
                    _add(app, point.name, point.load())
    return app


def _add(app: typer.Typer, name: str, found: Any) -> None:
    if isinstance(found, typer.Typer):
        app.add_typer(found, name=name)
    else:
        app.command(name)(found)


def everything(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    """What holds for all commands."""
    if version:
        from tiefenthal.engine.build.release import release

        print(f"tiefenthal {release()} ({_build()} engine)")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def _build() -> str:
    from tiefenthal.engine.build.switch import plays_compiled

    return "compiled" if plays_compiled() else "interpreted"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and say how it ended."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(ValueError, OSError):
                stream.reconfigure(errors="replace")
    silent()
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        code = assembled(given)(given, prog_name="tiefenthal", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except CommandError as error:
        complain(error.words(speaking()))
        return error.code
    except (KeyboardInterrupt, typer.Abort):
        complain(speaking().say("error.interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        _stop_writing()
        return NOBODY_READS
    except OSError as error:
        complain(speaking().say("error.system", reason=error.strerror or str(error)))
        return NOBODY_READS
    except Exception as error:
        # Typer's errors about the command line; any other exception is a bug and is shown.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        complain(_one_line(str(message()), getattr(error, "ctx", None)))
        return BAD_OPTION


def _one_line(message: str, context: object) -> str:
    path = str(getattr(context, "command_path", "tiefenthal"))
    words = " ".join(message.split())
    words = words[:1].lower() + words[1:].removesuffix(".")
    return f"{words}{'' if words.endswith('?') else ';'} `{path} --help` shows what is possible"


def _stop_writing() -> None:
    """The reader of our output has gone: print nothing more, not even at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
