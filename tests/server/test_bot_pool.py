"""Bots at tables: legal answers whatever a bot does, in processes that see nothing hidden and leave nothing behind."""

import asyncio
import contextlib
import inspect
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import uvloop

from harness.patience import PATIENCE
from tests.figures import FIGURES
from tests.server import evil_bots
from tests.server.processes import children
from tiefenthal import Action, Game, SeededChance, determinize, new_game
from tiefenthal.engine.components import parse_edition
from tiefenthal.engine.components.loader import reference_text
from tiefenthal.engine.view import View, view_of
from tiefenthal.players.bots import make_bot
from tiefenthal.players.bots.registry import BUILT_IN
from tiefenthal.server.bots import process as bot_process
from tiefenthal.server.bots.pool import Answer, Asker, BotPool, PoolClosedError

SHORT = 0.3  # seconds a bot may think here, where it is meant to overrun
LONG = 2 * PATIENCE  # where it is not meant to overrun: longer than any test waits

Run = Callable[[Coroutine[Any, Any, None]], None]


async def patiently(work: Coroutine[Any, Any, None]) -> None:
    async with asyncio.timeout(PATIENCE):
        await work


@pytest.fixture
def run() -> Run:
    """The event loop of asyncio."""
    return lambda work: asyncio.run(patiently(work))


@pytest.fixture(params=["asyncio", "uvloop"])
def run_on_both(request: pytest.FixtureRequest, run: Run) -> Run:
    """Both event loops that a server may run on, one after the other."""
    return run if request.param == "asyncio" else lambda work: uvloop.run(patiently(work))


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the evil bots; the file with their records."""
    folder = tmp_path / "site"
    folder.mkdir()
    evil_bots.install(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder) + os.pathsep + os.environ.get("PYTHONPATH", ""))
    path = tmp_path / "notes"
    path.touch()
    monkeypatch.setenv("EVIL_NOTES", str(path))
    return path


@pytest.fixture(autouse=True)
def nobody_left(only_ours: None) -> Iterator[None]:
    """After every test no process is left."""
    yield
    assert children() == []


@contextlib.asynccontextmanager
async def opened(pool: BotPool) -> Any:
    await pool.start()
    try:
        yield pool
    finally:
        await pool.close()


def question(plies: int = 40, players: int = 2, modules: int = 1, seed: str = "pool") -> tuple[View, list[Action]]:
    """A view somewhere in a game, with a choice of legal actions."""
    game = after(plies, players, modules, seed)
    return game.view(game.to_act[0]), game.legal_actions(game.to_act[0])


def after(plies: int, players: int = 2, modules: int = 1, seed: str = "pool") -> Game:
    game = new_game(players, modules, seed=seed, edition=FIGURES)
    while not game.over and (game.ply < plies or len(game.legal_actions(game.to_act[0])) < 2):
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        game.play(seat, legal[(game.ply * 7919) % len(legal)] if plies > 200 else legal[0])
    return game


async def until(holds: Callable[[], object]) -> None:
    """Wait for a condition; otherwise the timeout of the test ends it."""
    while not holds():
        await asyncio.sleep(0.01)


# --- good bots


def test_a_game_is_played_as_the_bots_would_play_it_here(run_on_both: Run) -> None:
    """The pool chooses what the same bot with the same seed chooses in this process: all relevant data is passed on."""

    async def play() -> None:
        async with opened(BotPool(2, LONG)) as pool:
            game = new_game(3, 5, seed="whole game")
            while not game.over:
                seat = game.to_act[0]
                bot = ("greedy", "random", "greedy")[seat]
                seed = f"table {seat} {game.ply}"
                answer = await pool.choose(bot, seed, game.view(seat), game.legal_actions(seat))
                here = make_bot(bot, seed).choose(game.view(seat), game.legal_actions(seat)) if game.ply < 150 else None
                assert answer.trouble is None
                assert here in (None, answer.action)
                assert answer.seconds > 0
                game.play(seat, answer.action)
            assert pool.replaced == 0
            assert pool.waiting == 0

    run_on_both(play())


def test_first_come_first_served_at_one_table(run: Run, notes: Path) -> None:
    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, LONG)) as pool:
            await asyncio.gather(*[pool.choose("diary", f"choice {n}", view, legal) for n in range(20)])

    run(ask())
    assert notes.read_text(encoding="utf-8").splitlines() == [f"choice {n}" for n in range(20)]


@pytest.mark.parametrize(
    "other",
    [
        Asker(True, "here", 1, "theirs"),  # a person waits
        Asker(False, "elsewhere", 1, "theirs"),
        Asker(False, "here", 2, "theirs"),
    ],
)
def test_many_tables_hold_up_nobody_else(run: Run, notes: Path, other: Asker) -> None:
    """Thirty tables of bots of one session: a later request is not queued behind all of them."""

    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, LONG)) as pool, asyncio.TaskGroup() as group:
            for table in range(30):
                asker = Asker(False, "here", 1, str(table))
                group.create_task(pool.choose("diary", f"table {table}", view, legal, asker))
            await until(lambda: pool.waiting == 30 or notes.read_text(encoding="utf-8"))
            group.create_task(pool.choose("diary", "the other", view, legal, other))

    run(ask())
    assert "the other" in notes.read_text(encoding="utf-8").splitlines()[:5]


def test_bots_are_described_the_weakest_first(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(notes.parent / "site")
    bots = BotPool().describe()
    assert [bot.name for bot in bots[: len(BUILT_IN)]] == list(BUILT_IN)
    assert [bot.name for bot in bots if bot.level] == ["apprentice", "journeyman", "innkeeper", "master"]
    assert all(bot.words.endswith((".", "no good")) for bot in bots)
    words = {bot.name: bot.words for bot in bots}
    assert words["hang"] == "From the package evil-bots: Bots up to no good"
    assert "evil_bots" not in sys.modules  # no plug-in is loaded in the server


# --- bots that misbehave


def first_line(kind: type) -> int:
    return inspect.getsourcelines(kind)[1]


TROUBLE = {
    "leave": "crashed: its process ended with code 3",
    "fall": "crashed: its process ended by SIGSEGV",
    "raise": f"crashed: ValueError at evil_bots.py:{first_line(evil_bots.Raise) + 2}: no idea at all x",
    "quit": f"crashed: SystemExit at evil_bots.py:{first_line(evil_bots.Quit) + 2}: enough",
    "mute-error": f"crashed: WordlessError at evil_bots.py:{first_line(evil_bots.MuteError) + 2}",
    "cheat": "gave an illegal action: start ",
    "garbage": "gave no action but an object of type function",
    "strange": "gave no action but an object of type Lookalike",
    "empty-list": "gave no action but an object of type NoneType",
    "cut": "crashed: it closed the line to the server",
    "flood": "gave an answer that makes no sense",
    "forge": "gave an answer that makes no sense",
    "scatter": "",  # it may hit either pipe first
    "missing": "the bot 'missing' (evil_bots:NoSuchBot) cannot be used: ",
    "gone": "there is no bot 'gone'; the bots are random, apprentice, ",
}


def test_whatever_a_bot_does_the_greedy_bot_stands_in(run_on_both: Run, notes: Path) -> None:
    """The error is described, the stand-in move is the greedy bot's, and the next choice is made as usual."""

    async def ask() -> None:
        view, legal = question()
        kept = list(legal)
        stand_in = make_bot("greedy", "s").choose(view, list(legal))
        assert stand_in is not legal[0]  # else it could not be told from the last resort
        async with opened(BotPool(1, LONG)) as pool:
            for bot, words in TROUBLE.items():
                answer = await pool.choose(bot, "s", view, legal)
                assert answer.trouble is not None
                assert answer.trouble.startswith(words)
                assert len(answer.trouble) < 300
                assert answer.trouble.isprintable()
                assert answer.crashed == answer.trouble.startswith("crashed: ")
                assert answer.action is stand_in
                assert legal == kept
                assert (await pool.choose("greedy", "s", view, legal)).trouble is None
            assert pool.replaced == 6  # leave, fall, cut, flood, forge, scatter

    run_on_both(ask())


def test_what_a_bot_prints_goes_nowhere(run: Run, notes: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, LONG)) as pool:
            answer = await pool.choose("talk", "s", view, legal)
            assert (answer.action, answer.trouble) == (legal[-1], None)

    run(ask())
    assert "blah" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("bot", ["hang", "grip"])
def test_a_bot_that_overruns_is_ended_and_nobody_else_suffers(run_on_both: Run, notes: Path, bot: str) -> None:
    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, SHORT)) as pool:
            async with asyncio.TaskGroup() as group:
                bots = [bot, "random", bot, "random", "raise", "random"]
                asked = [group.create_task(pool.choose(name, "s", view, legal)) for name in bots]
            answers = [task.result() for task in asked]
            assert [answer.trouble for answer in answers[::2]][:2] == ["took too long", "took too long"]
            assert all(answer.action in legal for answer in answers)
            assert all(answer.seconds >= SHORT for answer in answers[0:3:2])
            assert pool.replaced >= 2

    run_on_both(ask())


@pytest.mark.parametrize("bot", ["endless-import", "slow-to-make"])
def test_a_bot_that_never_loads_is_put_off(run: Run, notes: Path, bot: str) -> None:
    """Loading has its own limit, longer than the budget; after one try the bot delays nobody any more."""

    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, LONG, loading=1.0)) as pool:
            first = await pool.choose(bot, "s", view, legal)
            assert first.trouble == "took too long to load"
            assert first.seconds >= 1.0
            again = await pool.choose(bot, "s", view, legal)
            assert again.trouble == "took too long to load"
            assert again.action in legal
            assert notes.read_text(encoding="utf-8").split() == ["load"]  # it was not tried again

    run(ask())


def test_the_budget_begins_when_the_bot_is_loaded(run: Run, notes: Path) -> None:
    """A bot may take longer to load than it may think."""

    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, evil_bots.SLOW - 0.2)) as pool:
            answer = await pool.choose("slow-import", "s", view, legal)
            assert answer.trouble is None
            assert answer.seconds > evil_bots.SLOW

    run(ask())


def test_without_any_process_the_game_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The last resort is an action that advances the game, not one that could be done and undone forever."""

    async def ask(commands: list[tuple[str, ...]]) -> None:
        view, legal = question(60)
        for command in commands:
            monkeypatch.setattr(bot_process, "WORKER", command)
            async with opened(BotPool(1, LONG)) as pool:
                answer = await pool.choose("greedy", "s", view, legal)
                assert answer.trouble == "has no process: none could be started"
                assert answer.action in legal
        game = new_game(2, 1, seed=1)
        async with opened(BotPool(1, LONG)) as pool:
            while game.phase != "serving":
                seat = game.to_act[0]
                answer = await pool.choose("greedy", "s", game.view(seat), game.legal_actions(seat))
                if game.phase == "planning":
                    assert answer.action.text == "ready"
                game.play(seat, answer.action)

    python = sys.executable
    run(ask([("/no/such/program",), (python, "-c", "print('hello')"), (python, "-c", "raise SystemExit(1)")]))
    assert "could not be started" in caplog.text


def test_a_bot_that_ends_the_process_of_another(run: Run, notes: Path) -> None:
    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, LONG)) as pool:
            assert (await pool.choose("late-thread", "s", view, legal)).trouble is None
            answer = await pool.choose("hang", "s", view, legal)
            assert answer.trouble == "crashed: its process ended with code 5"
            assert answer.action in legal

    run(ask())


# --- the processes


def test_a_process_killed_from_outside_is_replaced(run_on_both: Run) -> None:
    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, LONG)) as pool:
            first = await pool.choose("greedy", "s", view, legal)
            (worker,) = children()
            worker.kill()
            await until(lambda: not children() or children() != [worker])
            again = await pool.choose("greedy", "s", view, legal)
            assert again.action is first.action
            assert again.trouble in (None, "crashed: its process ended by SIGKILL")
            assert pool.replaced == 1

    run_on_both(ask())


def test_signals_meant_for_the_server_do_not_reach_bots(run: Run, notes: Path) -> None:
    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, LONG)) as pool:
            await pool.choose("greedy", "s", view, legal)
            (worker,) = children()
            assert os.getpgid(worker.pid) != os.getpgid(0)
            worker.send_signal(signal.SIGINT)
            worker.send_signal(signal.SIGTERM)
            assert (await pool.choose("greedy", "s", view, legal)).trouble is None
            assert children() == [worker]

    run(ask())


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_file_or_socket_of_the_server_reaches_bots(run_on_both: Run) -> None:
    """Not even one that is marked as inheritable, as uvicorn does with the socket it listens on."""

    async def ask() -> None:
        view, legal = question()
        with socket.socket() as listening:
            listening.set_inheritable(True)
            own = os.readlink(f"/proc/self/fd/{listening.fileno()}")
            async with opened(BotPool(1, LONG)) as pool:
                await pool.choose("greedy", "s", view, legal)
                (worker,) = children()
                files = [os.readlink(path) for path in Path(f"/proc/{worker.pid}/fd").iterdir()]
        assert own.startswith("socket:")
        assert own not in files
        assert len(files) == 5  # three to /dev/null, and the pipes to the server

    run_on_both(ask())


def test_a_cancelled_choice_frees_its_process(run_on_both: Run, notes: Path) -> None:
    """One choice in progress, and one that still waits."""

    async def ask() -> None:
        view, legal = question()
        async with opened(BotPool(1, 10 * LONG)) as pool:
            thinking = asyncio.create_task(pool.choose("hang", "s", view, legal))
            await until(lambda: "hang" in notes.read_text(encoding="utf-8"))
            waiting = asyncio.create_task(pool.choose("diary", "cancelled", view, legal))
            await until(lambda: pool.waiting == 1)
            waiting.cancel()
            thinking.cancel()
            answer = await pool.choose("diary", "served", view, legal)
            assert answer.trouble is None
            for task in (thinking, waiting):
                with pytest.raises(asyncio.CancelledError):
                    await task

    run_on_both(ask())
    assert notes.read_text(encoding="utf-8").splitlines() == ["hang", "served"]


def test_closing_ends_everything_at_once(run_on_both: Run, notes: Path) -> None:
    async def ask() -> None:
        view, legal = question()
        pool = BotPool(2, LONG)
        with pytest.raises(PoolClosedError):
            await pool.choose("greedy", "s", view, legal)
        await pool.start()
        await pool.start()  # once is enough
        bots = ["parent", "grip", "greedy", "hang"]
        tasks = [asyncio.create_task(pool.choose(bot, "s", view, legal)) for bot in bots]
        await until(lambda: len(notes.read_text(encoding="utf-8").split()) == 2)
        assert len(children()) == 3
        await pool.close()
        await pool.close()
        assert children() == []
        for task in tasks:
            with pytest.raises(PoolClosedError):
                await task
        with pytest.raises(PoolClosedError):
            await pool.choose("greedy", "s", view, legal)
        child = next(int(word) for word in notes.read_text(encoding="utf-8").split() if word.isdigit())
        await until(lambda: not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE)

    run_on_both(ask())


def test_closing_before_anything_was_ready(run_on_both: Run) -> None:
    async def ask() -> None:
        for pause in (0.0, 0.01, 0.05):
            pool = BotPool(2)
            await pool.start()
            await asyncio.sleep(pause)
            await pool.close()
            assert children() == []

    run_on_both(ask())


def test_a_pool_can_be_opened_again(run: Run) -> None:
    pool = BotPool(1, LONG)

    async def ask() -> None:
        view, legal = question()
        async with opened(pool):
            assert (await pool.choose("greedy", "s", view, legal)).trouble is None

    run(ask())
    run(ask())


SERVER = """
import asyncio, sys
from tiefenthal import new_game
from tiefenthal.server.bots.pool import BotPool

async def main():
    pool = BotPool(3, 1000)
    await pool.start()
    game = new_game(2, 1, seed=1)
    view, legal = game.view(game.to_act[0]), game.legal_actions(game.to_act[0])
    await asyncio.gather(*[pool.choose(bot, "s", view, legal) for bot in ("hang", "grip")])

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a bot that lets no thread run outlives a killed server")
def test_no_process_outlives_a_killed_server(notes: Path, tmp_path: Path) -> None:
    server = subprocess.Popen([sys.executable, "-c", textwrap.dedent(SERVER)], cwd=tmp_path)
    try:
        deadline = time.monotonic() + PATIENCE
        workers: list[psutil.Process] = []
        while len(notes.read_text(encoding="utf-8").split()) < 2 or len(workers) < 3:
            assert time.monotonic() < deadline
            time.sleep(0.01)
            workers = psutil.Process(server.pid).children(recursive=True)
    finally:
        server.kill()
        server.wait()
    gone, left = psutil.wait_procs(workers, timeout=PATIENCE)
    assert (len(gone), left) == (3, [])


def test_a_process_loads_nothing_of_the_server() -> None:
    code = (
        "import sys, tiefenthal.server.bots.worker\n"
        "print([name for name in ('starlette', 'uvicorn', 'msgspec', 'sqlite3', 'asyncio') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ran.stdout.strip() == "[]"


# --- what is sent


def listening(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Keep a copy of everything a process is sent."""
    worker = " ".join(f"'{word}'" for word in (sys.executable, "-P", "-m", "tiefenthal.server.bots.worker"))
    monkeypatch.setattr(bot_process, "WORKER", ("/bin/sh", "-c", f"tee '{path}' | {worker}"))


async def heard(path: Path, questions: int) -> None:
    """Wait until the copy is complete: `tee` writes it after passing the line on."""
    while True:
        lines = path.read_bytes().splitlines(keepends=True)
        if sum(line.startswith(b"choose ") and line.endswith(b"\n") for line in lines) == questions:
            return
        await asyncio.sleep(0.01)


def test_the_line_to_a_process_carries_no_secret(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes actually sent, for a game and its twin with another seed and other hidden orders."""

    async def ask(view: View, legal: list[Action], path: Path) -> Answer:
        listening(monkeypatch, path)
        async with opened(BotPool(1, LONG)) as pool:
            found: Answer = await pool.choose("greedy", "the bot's own", view, legal)
            await heard(path, 1)
            return found

    game = after(60, 3, 5, seed="a secret seed")
    seat = game.to_act[0]
    legal = game.legal_actions(seat)
    twin = determinize(game.view(seat), SeededChance("another secret"))
    assert twin.guest_deck != game.state.guest_deck
    assert [p.deck for p in twin.players] != [p.deck for p in game.state.players]
    one, two = tmp_path / "one", tmp_path / "two"

    async def both() -> None:
        first = await ask(game.view(seat), legal, one)
        second = await ask(view_of(twin, seat), legal, two)
        assert first.action is second.action
        assert first.trouble is second.trouble is None

    run(both())
    sent = one.read_bytes()
    assert sent == two.read_bytes()
    assert b'"the bot\'s own"' in sent
    assert b"secret" not in sent
    decks = [p.deck[: len(p.deck) - p.known] for p in game.state.players]
    for hidden in (game.state.guest_deck, max(decks, key=len)):
        assert sorted(hidden) != hidden
        assert ",".join(map(str, hidden)).encode() not in sent
        assert ",".join(map(str, sorted(hidden))).encode() in sent


def other_edition(name: str) -> str:
    text = reference_text().replace('name = "reference"', f'name = "{name}"').replace("bards = 16", "bards = 15")
    assert "bards = 15" in text
    return text


def test_an_edition_is_sent_once_to_each_process(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And sent again only after it was dropped, because there were too many."""

    async def ask(path: Path) -> list[str]:
        listening(monkeypatch, path)
        other = parse_edition(other_edition("fewer-bards"))
        async with opened(BotPool(1, LONG)) as pool:
            for edition in (None, other, None, other, other):
                game = new_game(2, 3, seed=1, edition=edition)
                seat = game.to_act[0]
                answer = await pool.choose("greedy", "s", game.view(seat), game.legal_actions(seat))
                assert answer.trouble is None
            await heard(path, 5)
        return [line.split()[0] for line in path.read_text(encoding="ascii").splitlines()]

    async def both() -> None:
        once = ["edition", "choose", "edition", "choose", "choose", "choose", "choose"]
        assert await ask(tmp_path / "many") == once
        monkeypatch.setattr(bot_process, "MOST_EDITIONS", 1)
        again = ["forget", "edition", "choose"]
        assert await ask(tmp_path / "one") == ["edition", "choose", *again, *again, *again, "choose"]

    run(both())
