"""The growing file: what is whole is kept, what is not is cut off or refused, never guessed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tiefenthal.lab.arena.results import ResultsError, ResultsFile, settings_of

SETTINGS = {"bots": ["a", "b"], "seed": "7"}


def read(found: dict[str, Any]) -> int:
    return int(found["number"])


def opened(path: Path, **changes: object) -> ResultsFile[int]:
    return ResultsFile(path, {**SETTINGS, **changes}, read)


def line(number: int) -> str:
    return json.dumps({"number": number})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two results, in a folder that had to be made."""
    found = tmp_path / "new" / "folder" / "results.jsonl"
    with opened(found) as file:
        assert file.found == []
        file.append(line(1))
        file.append(line(2))
    return found


def test_results_are_there_again(path: Path) -> None:
    with opened(path) as file:
        assert file.found == [1, 2]
    assert path.read_text().splitlines() == ['{"tiefenthal": 1, "bots": ["a", "b"], "seed": "7"}', line(1), line(2)]
    assert settings_of(path)["seed"] == "7"


def test_every_line_is_with_the_system_at_once(path: Path) -> None:
    with opened(path) as file:
        file.append(line(3))
        assert path.read_text().endswith(line(3) + "\n")


@pytest.mark.parametrize("rest", ['{"num', '{"number": 9}', "\x00\x00"])
def test_an_unfinished_last_line_is_cut_off(path: Path, rest: str) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + rest.encode())
    with opened(path) as file:
        assert file.found == [1, 2]
        file.append(line(3))
    assert path.read_bytes() == whole + line(3).encode() + b"\n"


def test_an_unfinished_first_line_is_written_again(path: Path) -> None:
    path.write_text('{"tiefen')
    with opened(path) as file:
        assert file.found == []
    assert settings_of(path)["seed"] == "7"


@pytest.mark.parametrize("damage", ["nonsense", '{"number": "x"}', "[1]", '{"other": 1}', ""])
def test_any_other_damage_is_reported_and_nothing_changed(path: Path, damage: str) -> None:
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1], damage, lines[2], ""]))
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=r"line 3 of .*results.jsonl cannot be read"), opened(path):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": "8"}, r"\(seed there: 7; now: 8\)"),
        ({"bots": ["a", "c"]}, r"\(bots there: a, b; now: a, c\)"),
        ({"extra": 1}, r"\(extra there: none; now: 1\)"),
    ],
)
def test_other_settings_are_refused(path: Path, changes: dict[str, object], words: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=words), opened(path, **changes):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("first", "words"),
    [("# notes", "not a file of results"), ("[]", "not a file"), ('{"tiefenthal": 99}', "another version")],
)
def test_other_files_are_refused(path: Path, first: str, words: str) -> None:
    path.write_text(first + "\n")
    with pytest.raises(ResultsError, match=words), opened(path):
        pass
    assert path.read_text() == first + "\n"


def test_only_one_program_writes(path: Path) -> None:
    pytest.importorskip("fcntl")
    with opened(path), pytest.raises(ResultsError, match="another program is writing"), opened(path):
        pass
    with opened(path) as file:
        assert file.found == [1, 2]


def test_no_file_no_settings(tmp_path: Path) -> None:
    assert settings_of(tmp_path / "none") == {}
