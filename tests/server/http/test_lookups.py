"""What can be looked up, and what is checked for anyone."""

import asyncio
import hashlib
import random
import re
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
from starlette.applications import Starlette

import tiefenthal
from harness.patience import PATIENCE
from tests.server.http.helpers import ask
from tests.server.processes import children
from tiefenthal import i18n
from tiefenthal.engine.components.loader import archived_digests, reference_text
from tiefenthal.i18n.rulebook import rules
from tiefenthal.players.bots.registry import BUILT_IN
from tiefenthal.server.http.checker import MEMORY
from tiefenthal.server.http.checking import Checker
from tiefenthal.server.http.endpoint import Refusal, application, routes
from tiefenthal.server.http.fair_turns import FairTurns, Requester
from tiefenthal.server.http.lookups import lookups
from tiefenthal.server.limits import Limits, Rate
from tiefenthal.server.protocol import LARGEST_RECORD
from tiefenthal.server.protocol.http import BotInfo

REQUESTER = Requester("192.0.2.1")


@pytest.fixture(name="app", scope="module")
def _app() -> Starlette:
    return application(routes(lookups()))


def get(app: Starlette, path: str) -> Any:
    answer = ask(app, "GET", path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def missing(app: Starlette, path: str) -> None:
    answer = ask(app, "GET", path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_editions(app: Starlette) -> None:
    (edition,) = get(app, "/api/editions")["editions"]
    assert edition == get(app, "/api/editions/reference")
    assert edition["text"] == reference_text()
    assert edition["digest"] == tiefenthal.load_edition().digest


def test_figures_of_an_edition(app: Starlette) -> None:
    figures = get(app, "/api/editions/reference/figures")
    edition = tiefenthal.load_edition()
    assert (figures["edition"], figures["digest"], figures["rounds"]) == ("reference", edition.digest, 8)
    assert figures["noble_prices"] == edition.noble_price[1:]
    missing(app, "/api/editions/other/figures")


@pytest.mark.parametrize("digest", archived_digests())
def test_every_edition_that_was_ever_built_in_is_found_by_its_digest(app: Starlette, digest: str) -> None:
    assert get(app, f"/api/editions/{digest}")["digest"] == digest
    assert get(app, f"/api/editions/{digest}/figures")["digest"] == digest
    missing(app, f"/api/editions/{digest[:16]}")
    missing(app, f"/api/editions/{'0' * 64}")


def test_no_name_opens_a_file(app: Starlette, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(reference_text(), encoding="utf-8")
    opened: list[str] = []
    watching = [True]

    def hook(what: str, arguments: tuple[Any, ...]) -> None:
        if watching[0] and what == "open" and isinstance(arguments[0], str):
            opened.append(arguments[0])

    sys.addaudithook(hook)
    for name in (
        "mine",
        "mine.toml",
        "pyproject.toml",
        "%2e%2e",
        "..%2fmine.toml",
        "%2fetc%2fpasswd",
        "C:%5Cx",
        "reference%00",
    ):
        missing(app, f"/api/editions/{name}")
        missing(app, f"/api/languages/{name}")
    watching[0] = False
    assert not [path for path in opened if "passwd" in path or path.endswith(".toml")]


def test_an_edition_is_checked(app: Starlette) -> None:
    good = ask(app, "POST", "/api/editions/check", json={"text": reference_text()})
    assert good.json() == {
        "valid": True, "name": "reference", "digest": tiefenthal.load_edition().digest, "problems": [],
    }  # fmt: skip
    bad = ask(
        app, "POST", "/api/editions/check", json={"text": reference_text().replace("format = 1", "format = 9", 1)}
    )
    assert bad.json()["valid"] is False
    assert any(problem.startswith("line ") and "format" in problem for problem in bad.json()["problems"])
    german = ask(
        app,
        "POST",
        "/api/editions/check",
        json={"text": reference_text().replace("format = 1", "format = 9", 1)},
        headers={"accept-language": "de"},
    )
    assert any(re.fullmatch(r"Zeile \d+: format: muss 1 sein; da steht 9", one) for one in german.json()["problems"])
    rubbish = ask(app, "POST", "/api/editions/check", json={"text": "[[[" * 1000})
    assert "not valid TOML" in rubbish.json()["problems"][0]


def test_rules(app: Starlette) -> None:
    every = get(app, "/api/rules")
    assert every["language"] == "en"
    assert [rule["id"] for rule in every["rules"]] == list(rules())
    german = get(app, "/api/rules?language=de")
    assert german["language"] == "de"
    assert [rule["id"] for rule in german["rules"]] == [rule["id"] for rule in every["rules"]]
    assert get(app, "/api/rules?language=xx")["language"] == "en"
    assert get(app, "/api/rules/F-7?language=fr")["text"] != get(app, "/api/rules/F-7")["text"]
    one = get(app, "/api/rules/F-7")
    assert one in every["rules"]
    assert one["chapter"] == "Serving the guests"
    missing(app, "/api/rules/F-99")
    missing(app, "/api/rules/xyz")


def test_languages(app: Starlette) -> None:
    listed = get(app, "/api/languages")["languages"]
    assert [one["code"] for one in listed] == ["en", "en-schmidt", "de", "fr", "es", "uk"]
    for one in listed:
        language = get(app, f"/api/languages/{one['code']}")
        assert language["name"] == one["name"]
        assert language["words"] == dict(i18n.catalogue(one["code"]).words)
        assert list(language["phases"]) == list("ABCDEFG")
    assert get(app, "/api/languages/uk")["phases"]["C"] == "Кельнерко!"
    missing(app, "/api/languages/xx")


def test_bots(app: Starlette) -> None:
    bots = get(app, "/api/bots")["bots"]
    assert [bot["name"] for bot in bots] == list(BUILT_IN)
    levels = [bot for bot in bots if bot["level"]]
    assert [bot["name"] for bot in levels] == ["apprentice", "journeyman", "innkeeper", "master"]
    assert [bot["level"] for bot in levels] == [1, 2, 3, 4]
    assert levels[0]["words"] == "Takes whatever is nearest. Easy on beginners."
    own = application(routes(lookups(lambda: [BotInfo("clever", "Thinks ahead.")])))
    assert get(own, "/api/bots")["bots"] == [{"name": "clever", "words": "Thinks ahead.", "level": 0}]


# --- verifying


@pytest.fixture(name="record", scope="module")
def _record() -> str:
    game = tiefenthal.new_game(players=2, modules=1, seed=7)
    choose = random.Random(1).choice
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, choose(game.legal_actions(seat)))
    return str(game.record)


def test_a_record_is_verified(app: Starlette, record: str) -> None:
    promised = hashlib.sha256(b"7").hexdigest()
    for commitment, fits in [(None, None), (promised, True), (promised.upper(), True), ("0" * 64, False)]:
        verdict = ask(app, "POST", "/api/verify", json={"record": record, "commitment": commitment}).json()
        assert (verdict["valid"], verdict["over"], verdict["follows_seed"]) == (True, True, True)
        assert verdict["fits_commitment"] is fits
        assert verdict["problem"] is None
        assert verdict["decisions"] > 50


def test_a_false_record_is_not(app: Starlette, record: str) -> None:
    verdict = ask(app, "POST", "/api/verify", json={"record": record.replace('[Seed "7"]', '[Seed "8"]')}).json()
    assert verdict["valid"] is False
    assert verdict["problem"].startswith("line ")
    assert "does not follow from the seed" in verdict["problem"]
    verdict = ask(app, "POST", "/api/verify", json={"record": "rubbish"}).json()
    assert (verdict["valid"], verdict["decisions"]) == (False, 0)
    assert verdict["problem"]


def test_a_commitment_with_a_line_break_is_refused(app: Starlette) -> None:
    answer = ask(app, "POST", "/api/verify", json={"record": "x", "commitment": "0" * 64 + "\n"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_record_that_is_too_long_is_refused(app: Starlette) -> None:
    assert ask(app, "POST", "/api/verify", json={"record": "x" * 500_001}).status_code == 400
    assert ask(app, "POST", "/api/verify", json={"record": "x" * LARGEST_RECORD}).status_code == 413


def test_checks_are_limited_by_address() -> None:
    app = application(routes(lookups(), limits=Limits(check=Rate(0.001, 1), clock=lambda: 0.0)))
    body = {"text": "x"}
    assert ask(app, "POST", "/api/editions/check", json=body).status_code == 200
    assert ask(app, "POST", "/api/verify", json={"record": "x"}).status_code == 429


@pytest.fixture(name="endless")
def _endless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Replaces the interpreter by one that never answers."""
    script = tmp_path / "endless"
    script.write_text(f"#!{sys.executable}\nimport time\nwhile True: time.sleep(60)\n")
    script.chmod(0o755)
    monkeypatch.setattr("tiefenthal.server.http.checking.sys.executable", str(script))


def test_a_check_that_takes_too_long_is_ended(endless: None) -> None:
    with pytest.raises(Refusal) as refused:
        asyncio.run(Checker(seconds=0.2).record(REQUESTER, "x"))
    assert (refused.value.status, refused.value.code) == (422, "too-long")
    assert children() == []


def test_more_than_can_wait_are_refused_and_nothing_is_left_behind(endless: None) -> None:
    async def work() -> None:
        checker = Checker(turns=FairTurns(waiting=8, of_one_address=2))
        waiting = [asyncio.create_task(checker.record(REQUESTER, "x")) for _ in range(3)]
        while checker.turns.waiting < 2:
            await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await checker.edition(REQUESTER, "x")
        assert (refused.value.status, refused.value.code) == (503, "busy")
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert (checker.turns.busy, checker.turns.waiting) == (False, 0)

    asyncio.run(work())
    assert children() == []


def test_a_check_has_a_bound_of_its_own(record: str) -> None:
    """A process whose server was killed ends by itself, by processor time."""
    if sys.platform == "win32":
        pytest.skip("there are no such bounds on Windows")
    import subprocess

    code = (
        "import sys; from tiefenthal.server.http import checker\n"
        "checker._bound(1)\n"
        "while True: pass\n"
    )  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=PATIENCE)
    assert done.returncode < 0


def test_every_check_sets_its_bounds_before_it_reads() -> None:
    if sys.platform != "linux":
        pytest.skip("the bounds of another process can be read on Linux only")
    import subprocess
    import time

    command = [sys.executable, "-m", "tiefenthal.server.http.checker", "7"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        checked = psutil.Process(process.pid)
        give_up = time.monotonic() + PATIENCE
        while checked.rlimit(psutil.RLIMIT_CORE) != (0, 0) and time.monotonic() < give_up:
            time.sleep(0.01)
        assert checked.rlimit(psutil.RLIMIT_CPU) == (7, 8)
        assert checked.rlimit(psutil.RLIMIT_AS) == (MEMORY, MEMORY)
        assert checked.nice() >= min(19, psutil.Process().nice() + 10)
        process.stdin.write(b'{"what": "edition", "text": "", "language": "en"}')
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_check_needs_nothing_but_the_engine() -> None:
    import subprocess

    code = (
        "import sys, tiefenthal.server.http.checker\n"
        "print({'starlette', 'msgspec', 'uvicorn', 'asyncio'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.strip() == "set()"
