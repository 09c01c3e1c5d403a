"""The game in the browser: a server of your own on this machine, and the browser that opens on it.

The server is this process itself, so when the command ends, the server ends too, and nothing is left running.
"""

import contextlib
import json
import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from tiefenthal.app.cli.engine import tell_of_build
from tiefenthal.app.cli.serve import known_packages
from tiefenthal.app.terminal.errors import CommandError, cannot
from tiefenthal.app.terminal.plain import note
from tiefenthal.i18n import Catalogue

if TYPE_CHECKING:
    from tiefenthal.server.config import Config

EVERYWHERE: Final = ("0.0.0.0", "::")
ADDRESS_FILE: Final = "address"
"""In the data folder while a game is open: where it is."""
WITHOUT_SCRIPTS: Final = ("www-browser", "links", "links2", "elinks", "lynx", "w3m")
ANSWER_SECONDS: Final = 3.0


def play_in_browser(
    words: Catalogue, wish: dict[str, str], host: str, port: int | None, data: Path | None, browser: bool
) -> None:
    """Serve until Ctrl-C, with the browser open. `wish` is the game to begin with at once, if any."""
    try:
        known_packages()
        from tiefenthal.server import logs
        from tiefenthal.server.config import DEFAULT_PORT, Config
        from tiefenthal.server.http.connection_limits import TooFewFilesError
        from tiefenthal.server.serve import PortError
        from tiefenthal.server.store.base import FolderInUse, StoreError
        from tiefenthal.server.store.folder import default_folder
    except ModuleNotFoundError as error:
        name, command = repr(error.name), "tiefenthal play --terminal"
        raise cannot("no-package", package=name, install="pip install tiefenthal", command=command) from None
    folder = (data if data is not None else default_folder()).expanduser().absolute()
    logs.set_up("text", "warning")
    inn = _Inn(words, folder, wish, browser)
    config = Config(folder=folder, squeezes=False)
    try:
        try:
            inn.run(config, host, DEFAULT_PORT if port is None else port)
        except PortError:
            if port is not None:
                raise
            inn.run(config, host, 0)
    except FolderInUse as error:
        running = _address_of(folder)
        if running is None:
            raise CommandError(str(error)) from None
        note(words.say("terminal.inn.already", address=running))
        if browser:
            show(words, running, wish)
    except PortError as error:
        raise CommandError(error.words) from None
    except (StoreError, TooFewFilesError) as error:
        raise CommandError(str(error)) from None


class _Inn:
    """A server and what is said about it."""

    def __init__(self, words: Catalogue, folder: Path, wish: dict[str, str], browser: bool) -> None:
        self._words = words
        self._folder = folder
        self._wish = wish
        self._browser = browser
        self._opened = False

    def run(self, config: "Config", host: str, port: int) -> None:
        """Serve until somebody stops it. Raises PortError and StoreError before anything has begun."""
        from tiefenthal.server.serve import run

        try:
            run(config, host, port, lambda address: self._ready(reachable(address, host)))
        finally:
            if self._opened:
                with contextlib.suppress(OSError):
                    (self._folder / ADDRESS_FILE).unlink()
        note("\n" + self._words.say("terminal.inn.closed", folder=str(self._folder), command=typed()))

    def _ready(self, address: str) -> None:
        """The server answers from now on."""
        self._opened = True
        with contextlib.suppress(OSError):  # only a convenience for opening the game a second time
            (self._folder / ADDRESS_FILE).write_text(address, encoding="utf-8")
        note(self._words.say("terminal.inn.open", address=address))
        note(self._words.say("terminal.inn.closes"))
        sys.stdout.flush()
        if self._browser:
            # A browser may take its time to start; nobody at the table waits for it.
            threading.Thread(target=show, args=(self._words, address, self._wish), daemon=True).start()
        elif self._wish:
            note(self._words.say("terminal.inn.wish", address=with_wish(address, self._wish)))
            sys.stdout.flush()
        threading.Thread(target=tell_of_build, args=(self._words,), daemon=True).start()


def typed(*options: str) -> str:
    """The command as it was given: those who play by `make play` need not have `tiefenthal` on their path."""
    if os.environ.get("MAKELEVEL"):
        return " ".join(["make play", *(f"ARGS={option}" for option in options)])
    return " ".join(["tiefenthal play", *options])


def with_wish(address: str, wish: dict[str, str]) -> str:
    """The address at which a game begins at once; the start screen if none was requested."""
    return f"{address}/?{urlencode({**wish, 'play': 'now'}, safe=',')}" if wish else f"{address}/"


def show(words: Catalogue, address: str, wish: dict[str, str]) -> None:
    """Open the browser there; without one, say what to do instead."""
    target = with_wish(address, wish)
    found = graphical_browser()
    if found is not None:
        with contextlib.suppress(OSError, webbrowser.Error):
            if found.open(target):
                return
    note(words.say("terminal.inn.no-browser", address=target))
    if os.environ.get("SSH_CONNECTION"):
        port = address.rpartition(":")[2]
        note(words.say("terminal.inn.ssh", command=f"ssh -L {port}:127.0.0.1:{port}"))
    note(f"Or play here, without a browser: {typed('--terminal')}")
    sys.stdout.flush()


def graphical_browser() -> webbrowser.BaseBrowser | None:
    """A browser with a window of its own, if there is one; those for the terminal cannot run the game."""
    if not os.environ.get("BROWSER"):
        if sys.platform in ("win32", "darwin"):
            if os.environ.get("SSH_CONNECTION"):  # it would open on a screen that nobody sees
                return None
        elif not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            return None
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return None
    name = Path(getattr(found, "name", "") or "").name
    return None if name in WITHOUT_SCRIPTS else found


def reachable(address: str, host: str) -> str:
    """Where to open a server that listens everywhere: by this machine's address in its network, so that the links made
    there lead friends here too."""
    if host not in EVERYWHERE:
        return address
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent; the system only says which of its addresses it would use
        return f"http://{probe.getsockname()[0]}:{address.rpartition(':')[2]}"
    return address


def _address_of(folder: Path) -> str | None:
    """Where the server that uses this folder answers, if it was opened by `tiefenthal play`."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        address = (folder / ADDRESS_FILE).read_text(encoding="utf-8").strip()
        with opener.open(f"{address}/healthz", timeout=ANSWER_SECONDS) as answer:
            return address if "version" in json.load(answer) else None
    except (OSError, ValueError):
        return None
