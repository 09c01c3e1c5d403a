"""The types of the client: those it names in its comments, and those of the protocol."""

import shutil
from pathlib import Path

import pytest

from scripts import write_client_types
from scripts.check_client import STATIC, MissingToolsError, check_types


def checked(folder: Path) -> list[str]:
    """What TypeScript finds; without it the test fails with the sentence that says what to do."""
    try:
        return check_types(folder)
    except MissingToolsError as error:
        pytest.fail(str(error), pytrace=False)


def test_the_client_has_no_type_error() -> None:
    assert checked(STATIC) == []


def test_a_type_error_is_found(tmp_path: Path) -> None:
    shutil.copytree(STATIC / "vendor", tmp_path / "vendor")
    (tmp_path / "js").mkdir()
    shutil.copy(STATIC / "js" / "types.d.ts", tmp_path / "js")
    wrong = '/** @param {import("./types.js").TableInfo} table */\nexport const f = (table) => table.playerz;\n'
    (tmp_path / "js" / "wrong.js").write_text(wrong)
    found = checked(tmp_path)
    assert len(found) == 1
    assert "playerz" in found[0]


def test_the_types_of_the_protocol_are_those_of_the_server() -> None:
    assert write_client_types.TARGET.read_text("utf-8") == write_client_types.text()
