"""Everything that can be wrong with a position has a sentence in every language, which says all that is known."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tiefenthal import i18n
from tiefenthal.record.position import PositionError, state_from_position
from tiefenthal.record.position.words import fault_words
from tiefenthal.rules.faults import Fault

SOURCE = Path(__file__).resolve().parents[2] / "src" / "tiefenthal"
START = "fault."


@cache
def faults() -> dict[str, frozenset[str]]:
    """All calls of `fault` in the package: code -> names of values."""
    found: dict[str, frozenset[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fault":
                code = ast.literal_eval(node.args[1])
                names = frozenset(str(keyword.arg) for keyword in node.keywords)
                assert found.setdefault(code, names) == names, (
                    f"{file}:{node.lineno}: {code} has other values elsewhere"
                )
    return found


def test_the_rules_name_faults_and_know_no_sentences() -> None:
    assert len(faults()) > 110
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in faults())


@pytest.mark.parametrize("code", i18n.CODES)
def test_every_fault_has_a_sentence_that_says_all_its_values_and_no_others(code: str) -> None:
    words = i18n.catalogue(code)
    assert {key.removeprefix(START) for key in words.sentences if key.startswith(START)} == faults().keys()
    for name, values in faults().items():
        entry = words.sentences[START + name]
        assert isinstance(entry, str)
        assert set(re.findall(r"\{(\w+)\}", entry)) - words.words.keys() == values - words.words.keys(), name
        said = fault_words(Fault("seats[1]", name, dict.fromkeys(values, 7)), words)
        assert said.startswith("seats[1]: ")
        assert "{" not in said


def test_a_broken_position_is_told_in_a_language() -> None:
    with pytest.raises(PositionError) as error:
        state_from_position({"modules": 1, "round": 0, "phase": "planning", "seats": [{}, {}]})
    german = error.value.words(i18n.catalogue("de"))
    assert "Diese Stellung kann nicht verwendet werden" in german
    assert "round: muss nach dem Aufbau 1 bis 8 sein" in german
    assert "round: must be 1 to 8 after the set-up" in error.value.problems
