"""The files in deploy/ fit the program and each other, and are understood by those that read them."""

import json
import shutil
from pathlib import Path

import pytest

from harness import postgres
from harness.server import Failure
from scripts import deployment_files, deployment_watch
from scripts.deployment_files import DEPLOY
from tiefenthal.server.limits import Limits
from tiefenthal.server.metrics import Metrics


def unheard(_: str) -> None:
    """What is said about it is for the script."""


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A deploy/ to break."""
    found = tmp_path / "deploy"
    shutil.copytree(DEPLOY, found)
    for module in (deployment_files, deployment_watch):
        monkeypatch.setattr(module, "DEPLOY", found)
    return found


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_files_are_understood_and_start_what_there_is() -> None:
    deployment_files.check_files(unheard)


def test_dashboard_and_alerts_ask_for_figures_there_are() -> None:
    """`python -m scripts.deployment watch` asks a real server; these are the same figures."""
    assert deployment_watch.check_expressions(Metrics().text()) > 20


@pytest.mark.parametrize(
    ("file", "old", "new", "check", "words"),
    [
        ("tiefenthal@.service", "--log json", "--logs json", "check_units", "--logs"),
        ("tiefenthal@.service", "${TIEFENTHAL_HOST}", "${INN_HOST}", "check_units", "INN_HOST is not in"),
        ("compose.yml", '"--bot-processes", "2"', '"--bots", "2"', "check_compose", "--bots"),
        (
            "compose.yml",
            "ipv4_address: 10.86.42.12",
            "ipv4_address: 10.86.42.14",
            "check_compose",
            "names other servers",
        ),
        (
            "compose.yml",
            "FORWARDED_ALLOW_IPS: 10.86.42.2",
            'FORWARDED_ALLOW_IPS: "*"',
            "check_compose",
            "believes others",
        ),
        ("Containerfile", "/^asyncpg==/", "/^asyncpgs==/", "check_container", "the driver of PostgreSQL"),
    ],
)
def test_what_does_not_fit_is_found(copy: Path, file: str, old: str, new: str, check: str, words: str) -> None:
    change(copy / file, old, new)
    with pytest.raises(Failure, match=words):
        getattr(deployment_files, check)(unheard)


@pytest.mark.skipif(shutil.which("nginx", path="/usr/sbin:/usr/bin") is None, reason="there is no nginx here")
def test_what_nginx_does_not_take_is_found(copy: Path) -> None:
    change(copy / "nginx" / "tiefenthal.conf", "proxy_buffering off;", "proxy_buffers off;")
    with pytest.raises(Failure, match="nginx does not take"):
        deployment_files.check_nginx(unheard)


def test_nginx_allows_one_address_as_much_as_a_server_does() -> None:
    text = (DEPLOY / "nginx" / "tiefenthal.conf").read_text("utf-8")
    limits = Limits()
    assert f"zone=tiefenthal_requests:10m rate={limits.address.per_second:g}r/s;" in text
    assert f"limit_req zone=tiefenthal_requests burst={limits.address.burst:g} delay=" in text
    assert f"limit_conn tiefenthal_connections {limits.connections:g};" in text


def test_programs_of_postgresql_are_found_where_only_some_are_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed, linked = tmp_path / "installed", tmp_path / "linked"
    installed.mkdir()
    linked.mkdir()
    for name in ("initdb", "postgres", "pg_verifybackup"):
        (installed / name).touch(0o755)
    for name in ("initdb", "postgres"):
        (linked / name).symlink_to(installed / name)
    monkeypatch.setenv("PATH", str(linked))
    assert postgres.programs() == installed


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("tiefenthal_tables{", "tiefenthal_tablets{", "a server has no tiefenthal_tablets"),
        ('games=\\"people\\"', 'waiting=\\"people\\"', "has no label waiting"),
        ("sum by (reason)", "sum by (cause)", "has no label cause"),
    ],
)
def test_figures_there_are_not_are_found(copy: Path, old: str, new: str, words: str) -> None:
    change(copy / "watch" / "dashboard.json", old, new)
    json.loads((copy / "watch" / "dashboard.json").read_text("utf-8"))
    with pytest.raises(Failure, match=words):
        deployment_watch.check_expressions(Metrics().text())
