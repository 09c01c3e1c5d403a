"""`tiefenthal play`: in the browser, with a server of your own on this machine; or in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from tiefenthal.app.cli.language import spoken
from tiefenthal.app.cli.serve import Data
from tiefenthal.app.cli.setting import bot_list, checked_setup, players_for
from tiefenthal.app.terminal.errors import wrong_option
from tiefenthal.engine.components import load_edition
from tiefenthal.i18n import CODES

FEWEST = 2


def play(
    players: Annotated[int | None, typer.Option("--players", help="2 to 4; you and bots.")] = None,
    modules: Annotated[int | None, typer.Option("--modules", help="Play modules 1 to this.")] = None,
    bots: Annotated[str, typer.Option("--bots", help="One bot for all, or one for each: greedy,random")] = "",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser, or only print the address.")
    ] = True,
    host: Annotated[
        str | None, typer.Option("--host", help="0.0.0.0 lets friends on your network in. [default: 127.0.0.1]")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", help="[default: 8642, or any that is free if that one is taken]")
    ] = None,
    data: Data = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here, in the terminal.")] = False,
    seed: Annotated[
        str | None, typer.Option("--seed", help="In the terminal: the same seed gives the same dice and cards.")
    ] = None,
    edition: Annotated[
        Path | None, typer.Option("--edition", help="In the terminal: an edition file of your own.")
    ] = None,
    seat: Annotated[int | None, typer.Option("--seat", help="In the terminal: where you sit. [default: 1]")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="In the terminal: write the game into this file.")
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="In the terminal: continue a saved game.")] = None,
    position: Annotated[
        Path | None, typer.Option("--position", help="In the terminal: play from a position file.")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option("--language", help=f"In the terminal: one of {', '.join(CODES)}. [default: your system's]"),
    ] = None,
) -> None:
    """Play against bots or with friends, in the browser or (--terminal) here.

    With --players, --modules or --bots such a game begins at once, and the browser remembers the choice.
    """
    words = spoken(language)
    if terminal:
        for name, value in {"--host": host, "--port": port, "--data": data}.items():
            if value is not None:
                raise wrong_option("only-browser", option=name)
        if not browser:
            raise wrong_option("no-browser", option="--no-browser")
        from tiefenthal.app.cli.terminal import play_in_terminal

        play_in_terminal(players, modules, bots, seed, edition, seat, record, resume, position, words)
        return
    if edition is not None:
        raise wrong_option("browser-edition", command=f"tiefenthal play --terminal --edition {edition}")
    only = {"--seed": seed, "--seat": seat, "--record": record, "--resume": resume, "--position": position}
    for name, value in {**only, "--language": language}.items():
        if value is not None:
            raise wrong_option("only-terminal", option=name)
    if port is not None and not 0 <= port <= 65535:
        raise wrong_option("port", port=port)
    wish = _wish(players, modules, bots)
    from tiefenthal.app.cli.browser import play_in_browser

    play_in_browser(words, wish, host or "127.0.0.1", port, data, browser)


def _wish(players: int | None, modules: int | None, bots: str) -> dict[str, str]:
    """The game to begin with at once, as far as it was said; empty when it was not."""
    if players is None:
        players = players_for(bots)
    checked_setup(FEWEST if players is None else players, 1 if modules is None else modules, load_edition())
    wish: dict[str, str] = {}
    if players is not None:
        wish["players"] = str(players)
    if modules is not None:
        wish["modules"] = str(modules)
    if bots:
        wish["bots"] = ",".join(bot_list(bots, (players or FEWEST) - 1))
    return wish
