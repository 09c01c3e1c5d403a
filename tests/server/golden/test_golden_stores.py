"""Stores of earlier versions open, all their games go on as they stood, and all records verify, forever.

A golden store is never written again to make a change pass. A rules change that alters what stands in one is a new
version of the rules (`rules/version.py`), under which these games go on.
"""

import asyncio
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tiefenthal
from harness import postgres
from scripts.attacks.upgrade import changed_package
from tests.server.golden.opening import beside, opened, report, unpack
from tests.server.stores import moved_to
from tiefenthal.engine.rules.version import RULES_VERSION

FOLDER = Path(__file__).parent
STORES = sorted(FOLDER.glob("*.sqlite3.xz"))

each_store = pytest.mark.parametrize("packed", STORES, ids=lambda path: str(path.name.split(".")[0]))


@cache
def now(packed: Path) -> dict[str, Any]:
    """What the current program finds in a store."""
    return report(packed)


@postgres.needed
@each_store
def test_in_a_database_every_table_stands_and_goes_on_just_as_in_a_file(packed: Path) -> None:
    assert report(packed, "postgresql") == now(packed)


@postgres.needed
def test_a_database_of_the_form_before_is_brought_up_to_date_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tiefenthal.server.store.postgres import copy
    from tiefenthal.server.store.postgres.database import released_migrations
    from tiefenthal.server.store.postgres.store import open_postgres

    packed = FOLDER / "form-4.sqlite3.xz"
    unpack(packed, tmp_path)
    cluster, name = postgres.shared(), postgres.fresh(None)
    older = released_migrations()[:-1]
    older_kinds = {kind.name for kind in copy.KINDS} - {"moderation"}  # which the last form has brought
    with monkeypatch.context() as patched:
        patched.setattr(copy, "released_migrations", lambda: older)
        patched.setattr(copy, "KINDS", [kind for kind in copy.KINDS if kind.name in older_kinds])
        moved_to(tmp_path, cluster.address(name))
    assert cluster.sql("SELECT form FROM tiefenthal.form", database=name) == [(len(older),)]
    tables = [one["table"] for one in stood(packed)]
    assert asyncio.run(opened(open_postgres(cluster.address(name)), tables)) == now(packed)
    assert cluster.sql("SELECT form FROM tiefenthal.form", database=name) == [(len(older) + 1,)]


def stood(packed: Path) -> list[dict[str, Any]]:
    """What was recorded when the store was made."""
    found: list[dict[str, Any]] = json.loads(packed.with_name(beside(packed)).read_text("utf-8"))
    return found


def test_there_is_a_golden_store_of_each_version_of_the_rules() -> None:
    names = {path.name.split(".")[0] for path in STORES}
    assert {f"rules-{version}" for version in range(1, RULES_VERSION + 1)} | {"rules-1-unpinned"} <= names


@each_store
def test_every_table_stands_as_it_stood(packed: Path) -> None:
    """Scores, money, whose turn it is, what they may do, and the digest of the whole position."""
    assert len(stood(packed)) == 12
    for one in stood(packed):
        assert now(packed)[one["table"]]["standing"] == one, one["table"]


@each_store
def test_running_games_go_on(packed: Path) -> None:
    running = [one for one in stood(packed) if one["state"] == "playing"]
    assert len(running) == 6
    for one in running:
        later = now(packed)[one["table"]]["later"]
        assert later["ply"] > one["ply"]
        assert later["decisions"] > one["decisions"]


@each_store
def test_every_record_verifies(packed: Path) -> None:
    """Also the one that was not yet written when the server ended."""
    over = [one for one in stood(packed) if one["state"] == "over"]
    assert len(over) == 5
    for one in over:
        record = now(packed)[one["table"]]["record"]
        assert record == {
            "scores": one["scores"],
            "decisions": one["decisions"],
            "fair": [True, True],
            "shown": one["scores"],
            "figures": one["edition"][1],
        }, one["table"]


@each_store
def test_another_house_figure_changes_no_game(packed: Path, tmp_path: Path) -> None:
    """Running games stand, go on and end as before, and finished records verify, after an upgrade to a version in
    which a figure of the built-in edition was changed."""
    package = changed_package(tmp_path)
    path = os.pathsep.join([str(package), str(FOLDER.parents[2]), os.environ.get("PYTHONPATH", "")])
    later = subprocess.run(
        [sys.executable, "-m", "tests.server.golden.opening", str(packed)],
        env={**os.environ, "PYTHONPATH": path, "TIEFENTHAL_COMPILED": "no"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = json.loads(later)
    assert found["built in"] != tiefenthal.load_edition().digest, "the figure was not changed"
    changed = [table for table, told in now(packed).items() if found["tables"][table] != json.loads(json.dumps(told))]
    assert changed == []
