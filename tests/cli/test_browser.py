"""`tiefenthal play` as somebody meets it who wants to play: a real process, a real port, something that stands in for
the browser and writes down where it was opened, and once a real browser."""

import asyncio
import contextlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from harness.browser.chromium import started_browser
from harness.patience import PATIENCE
from tests.cli.helpers import PROGRAM, Ran, assert_refused, environment, in_process, program
from tests.server.store.test_disk import mounted
from tiefenthal import i18n
from tiefenthal.app.cli import browser
from tiefenthal.client import Client, bot, here
from tiefenthal.server import serve
from tiefenthal.server.config import DEFAULT_PORT, Config

FREE = ("--port", "0")
NO_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "", "SSH_CONNECTION": "", "MAKELEVEL": ""}


class Play(NamedTuple):
    """A game that was opened by hand, so to speak."""

    process: "subprocess.Popen[str]"
    folder: Path
    url: str
    opened: Path
    """Where the stand-in for the browser writes the address it was given."""

    def address(self) -> str:
        """Where the browser was opened, sooner or later."""
        deadline = time.monotonic() + PATIENCE
        while not self.opened.exists():
            assert time.monotonic() < deadline, "the browser was not opened"
            time.sleep(0.02)
        return self.opened.read_text("utf-8")

    def interrupt(self) -> tuple[str, str]:
        """Ctrl-C; what was said until the end, on both outputs."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=PATIENCE)


@contextlib.contextmanager
def playing(folder: Path, options: Sequence[str] = FREE, **extra: str) -> Iterator[Play]:
    """`tiefenthal play`, with a stand-in for the browser unless `extra` says otherwise."""
    opened = folder / "opened"
    stand_in = folder / "stand-in"
    stand_in.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part && mv {opened}.part {opened}\n', encoding="utf-8")
    stand_in.chmod(0o755)
    process = subprocess.Popen(
        [*PROGRAM, "play", "--data", str(folder / "data"), *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(**{**NO_SCREEN, "BROWSER": f"{stand_in} %s", **extra}),
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline(), process.stdout.readline()
        found = re.fullmatch(r"Tiefenthal is open at (http://[\d.]+:\d+)\n", said[0])
        assert found is not None, (said, process.stderr.read() if process.stderr and process.poll() is not None else "")
        assert said[1] == "Ctrl-C closes it; your games are kept.\n"
        yield Play(process, folder / "data", found[1], opened)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def get(url: str) -> str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode("utf-8"))


# --- from the command to the game and back


def test_it_opens_the_browser_on_a_server_that_answers_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    with playing(tmp_path) as game:
        assert game.address() == f"{game.url}/"
        assert '"status":"ok"' in get(f"{game.url}/healthz")
        assert "<title>" in get(f"{game.url}/")
        children = psutil.Process(game.process.pid).children(recursive=True)
        assert (game.folder / browser.ADDRESS_FILE).read_text("utf-8") == game.url
        out, err = game.interrupt()
        assert game.process.returncode == 0
        assert err == ""
        kept = f"Your games are kept in {game.folder}; `tiefenthal play` continues them."
        assert out == f"\nThe tavern is closed. {kept}\n"
        assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
        assert not (game.folder / browser.ADDRESS_FILE).exists()
        with pytest.raises(OSError, match="refused"):
            get(f"{game.url}/healthz")


def test_a_game_is_still_there_the_next_time(tmp_path: Path) -> None:
    async def begin(url: str) -> tuple[str | None, str]:
        async with Client(url) as client:
            await client.introduce("Ada")
            table = await client.new_table([here(), bot("greedy")], pace="instant")
            return client.token, table.id

    async def mine(url: str, token: str | None) -> list[str]:
        async with Client(url, token=token) as client:
            return [table.id for table in (await client.tables()).mine]

    with playing(tmp_path) as game:
        token, table = asyncio.run(begin(game.url))
        game.interrupt()
    with playing(tmp_path) as game:
        assert asyncio.run(mine(game.url, token)) == [table]


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ([], "/"),
        (["--players", "3", "--modules", "5"], "/?players=3&modules=5&play=now"),
        (["--modules", "2"], "/?modules=2&play=now"),
        (["--bots", "Random,greedy,random"], "/?players=4&bots=random,greedy,random&play=now"),
        (["--bots", "random"], "/?bots=random&play=now"),
    ],
)
def test_a_game_that_is_asked_for_begins_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str], target: str
) -> None:
    found: list[str] = []
    monkeypatch.setattr(
        browser,
        "play_in_browser",
        lambda _, wish, *more: found.append(browser.with_wish("http://127.0.0.1:8642", wish)),
    )
    assert in_process(capsys, "play", *options).code == 0
    assert found == [f"http://127.0.0.1:8642{target}"]


def test_it_spends_no_seconds_on_compressing_for_one_machine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[Config] = []
    monkeypatch.setattr(serve, "run", lambda config, *_: found.append(config))
    assert in_process(capsys, "play", "--no-browser", "--data", str(tmp_path)).code == 0
    assert [config.squeezes for config in found] == [False]
    assert Config(tmp_path).squeezes


def test_without_the_browser_it_only_says_where(tmp_path: Path) -> None:
    with playing(tmp_path, [*FREE, "--no-browser", "--modules", "3"]) as game:
        assert game.process.stdout is not None
        assert f"begins at {game.url}/?modules=3&play=now\n" in game.process.stdout.readline()
        game.interrupt()
        assert not game.opened.exists()


def test_nothing_outlives_a_kill(tmp_path: Path) -> None:
    with playing(tmp_path) as game:
        game.address()
        children: list[psutil.Process] = []
        end = time.monotonic() + PATIENCE
        while not children and time.monotonic() < end:  # the bots' first process comes soon after the address
            children = psutil.Process(game.process.pid).children(recursive=True)
            time.sleep(0.05)
        assert children
        game.process.kill()
        assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    with playing(tmp_path) as again:  # also with the address of the killed one still written down
        assert '"status":"ok"' in get(f"{again.url}/healthz")


def test_in_a_real_browser_one_soon_chooses_dice(tmp_path: Path) -> None:
    """From the command to the first die, as a person would; and what was asked for is remembered, not asked again."""
    with playing(tmp_path, [*FREE, "--players", "3", "--modules", "2"]) as game, started_browser() as chromium:
        page = chromium.new_page(viewport={"width": 1366, "height": 768}, base_url=game.url)
        page.goto(game.address())
        page.wait_for_url("**/table/*")
        page.locator(".learn-dialog [data-done]:focus").wait_for()  # what one plays for, told to newcomers
        page.keyboard.press("Enter")
        page.locator(".learn-dialog").wait_for(state="detached")
        page.locator("[data-action=stay]").first.wait_for()
        page.keyboard.press("Enter")
        page.locator("[data-action^='take ']").first.click()
        page.locator("[data-action^='take ']").first.wait_for()  # the second pick
        plan = page.evaluate("JSON.parse(localStorage.getItem('tiefenthal')).plan")
        assert (plan["players"], plan["modules"]) == (3, 2)
        page.go_back()
        page.locator("h1").wait_for()
        page.reload()
        page.locator("h1").wait_for()
        tables = page.request.get("/api/tables").json()["mine"]
        assert [(table["players"], table["modules"]) for table in tables] == [(3, 2)]


# --- what may be in the way


def test_another_port_when_the_usual_one_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # somebody else has it: as good
            taken.bind(("127.0.0.1", DEFAULT_PORT))
            taken.listen()
        with playing(tmp_path, ()) as game:
            assert not game.url.endswith(f":{DEFAULT_PORT}")
            assert '"status":"ok"' in get(f"{game.url}/healthz")


def test_a_port_one_asked_for_is_not_exchanged(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = program(tmp_path, "play", "--port", port, "--data", tmp_path / "data", **NO_SCREEN)
    assert_refused(ran, f"port {port} is taken", "--port")
    assert not (tmp_path / "data").exists()


def test_the_second_time_it_opens_the_game_that_is_running(tmp_path: Path) -> None:
    with playing(tmp_path) as first:
        first.address()
        first.opened.unlink()
        ran = program(
            tmp_path, "play", *FREE, "--data", first.folder, "--modules", 4,
            **{**NO_SCREEN, "BROWSER": f"{tmp_path / 'stand-in'} %s"},
        )  # fmt: skip
        assert ran == Ran(0, f"Tiefenthal is already open, at {first.url}\n", "")
        assert first.address() == f"{first.url}/?modules=4&play=now"
        assert first.process.poll() is None
        assert (first.folder / browser.ADDRESS_FILE).exists()  # it is still open


def test_a_server_somebody_started_otherwise_is_named(tmp_path: Path) -> None:
    command = [*PROGRAM, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment()
    ) as server:
        assert server.stdout is not None
        assert "is open at" in server.stdout.readline()
        ran = program(tmp_path, "play", *FREE, "--data", tmp_path / "data", **NO_SCREEN)
        server.send_signal(signal.SIGINT)
    assert_refused(ran, "Another Tiefenthal server uses", str(tmp_path / "data"))


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert_refused(program(tmp_path, "play", *FREE, "--data", tmp_path / "file", **NO_SCREEN), "a file is in its place")
    with mounted(tmp_path / "disk", "2m") as disk:
        (disk / "data").mkdir()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        ran = program(tmp_path, "play", *FREE, "--data", disk / "data", **NO_SCREEN)
        assert_refused(ran, "cannot be written to", "choose another one", code=1)
        assert ran.out == ""


def test_without_the_extra_it_says_what_to_install_and_how_to_play_all_the_same(tmp_path: Path) -> None:
    blocked = "import sys; sys.modules['uvicorn'] = None; "
    blocked += "from tiefenthal.app.cli.app import run; sys.exit(run(['play']))"
    done = subprocess.run(
        [sys.executable, "-c", blocked], cwd=tmp_path, capture_output=True, text=True, env=environment(), check=False
    )
    ran = Ran(done.returncode, done.stdout, done.stderr)
    assert_refused(ran, "'uvicorn'", "pip install tiefenthal", "tiefenthal play --terminal")
    assert ran.err.count("\n") == 1


# --- no screen


def test_without_a_screen_it_says_what_to_do_and_goes_on(tmp_path: Path) -> None:
    with playing(tmp_path, [*FREE, "--modules", "1"], **{**NO_SCREEN, "MAKELEVEL": "1"}) as game:
        assert game.process.stdout is not None
        assert f"Open {game.url}/?modules=1&play=now in one yourself" in game.process.stdout.readline()
        assert game.process.stdout.readline().endswith(": make play ARGS=--terminal\n")
        assert '"status":"ok"' in get(f"{game.url}/healthz")
        assert "`make play` continues them" in game.interrupt()[0]


@pytest.mark.parametrize("line", ["", "192.0.2.7 50000 192.0.2.8 22"])
def test_on_an_ssh_line_it_says_how_to_bring_the_game_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    for name, value in {**NO_SCREEN, "SSH_CONNECTION": line}.items():
        monkeypatch.setenv(name, value)
    browser.show(i18n.catalogue(), "http://127.0.0.1:9999", {})
    said = capsys.readouterr().out
    assert "Open http://127.0.0.1:9999/ in one yourself." in said
    assert ("ssh -L 9999:127.0.0.1:9999" in said) == bool(line)
    assert said.endswith(": tiefenthal play --terminal\n")


def test_a_browser_for_the_terminal_is_none(tmp_path: Path) -> None:
    for name, found in (("w3m", False), ("lynx", False), ("firefly", True)):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
        ran = subprocess.run(
            [
                sys.executable,
                "-c",
                "from tiefenthal.app.cli.browser import graphical_browser as g; print(g() is not None)",
            ],
            env=environment(**{**NO_SCREEN, "BROWSER": f"{tmp_path / name} %s"}),
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout == f"{found}\n"


def test_for_friends_the_address_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    class Network:
        """A network in which this machine is 192.168.7.7, or none."""

        there = True

        def __init__(self, *_: object) -> None:
            if not Network.there:
                raise OSError("network is unreachable")

        def __enter__(self) -> "Network":
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, _: object) -> None: ...

        def getsockname(self) -> tuple[str, int]:
            return "192.168.7.7", 50000

    monkeypatch.setattr(socket, "socket", Network)
    here_only = "http://127.0.0.1:8642"
    assert browser.reachable(here_only, "127.0.0.1") == here_only
    assert browser.reachable(here_only, "0.0.0.0") == "http://192.168.7.7:8642"
    Network.there = False
    assert browser.reachable(here_only, "0.0.0.0") == here_only


def test_help_names_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    out = in_process(capsys, "play", "--help").out
    for option in ("--players", "--modules", "--bots", "--no-browser", "--port", "--data", "--terminal", "--resume"):
        assert option in out
