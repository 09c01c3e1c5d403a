"""Everything that can be wrong with a position has a sentence in every language, which says all that is known."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.parsed import nodes
from tiefenthal import i18n
from tiefenthal.engine.record.position import PositionError, state_from_position
from tiefenthal.engine.record.position.values import KINDS, THINGS, shown
from tiefenthal.engine.record.position.words import fault_words
from tiefenthal.engine.rules.faults import Fault

SOURCE = Path(__file__).resolve().parents[2] / "src" / "tiefenthal"
POSITIONS = SOURCE / "engine" / "record" / "position"
START = "fault."


HELP = {"near", "known"}  # hints of any fault, which have sentences of their own
NOT_SAID = {"harmless"}


def names_fault(called: ast.expr, file: Path) -> bool:
    if isinstance(called, ast.Name):
        return called.id == "fault"
    return isinstance(called, ast.Attribute) and called.attr == "note" and file.is_relative_to(POSITIONS)


@cache
def faults() -> dict[str, frozenset[str]]:
    """All calls of `fault` in the package, and of `note` where positions are read: code -> names of values."""
    found: dict[str, frozenset[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        for node in nodes(file):
            if isinstance(node, ast.Call) and names_fault(node.func, file):
                where = f"{file}:{node.lineno}"
                code = ast.literal_eval(node.args[1])
                assert isinstance(code, str), f"{where}: a fault is named by a plain text"
                assert len(node.args) == 2, f"{where}: values have names"
                names = frozenset(str(keyword.arg) for keyword in node.keywords) - HELP - NOT_SAID
                assert found.setdefault(code, names) == names, f"{where}: {code} has other values elsewhere"
    return found


def test_rules_and_readers_name_faults_and_know_no_sentences() -> None:
    assert len(faults()) > 160
    assert {"whole", "json", "unknown-key", "unknown-word", "round-range"} <= faults().keys()
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
        assert "{" not in said.replace("{...}", "")


@pytest.mark.parametrize("code", i18n.CODES)
def test_values_that_are_words_and_hints_are_said_in_the_language(code: str) -> None:
    words = i18n.catalogue(code)
    for start, ids in (("position.shown.", KINDS), ("position.what.", THINGS)):
        assert {key.removeprefix(start) for key in words.sentences if key.startswith(start)} == set(ids)
    for kind in KINDS:
        for what in THINGS:
            said = fault_words(Fault("phase", "unknown-word", {"shown": kind, "what": what, "known": "a, b"}), words)
            shown, named = words.say(f"position.shown.{kind}"), words.say(f"position.what.{what}")
            assert said.startswith(f"phase: {shown} ")
            assert named in said
            assert said.endswith("a, b")
    assert '"planning"' in fault_words(Fault("phase", "missing-phase", {"near": "planning"}), words)


@pytest.mark.parametrize(
    ("value", "kind"), [(1.5, "fraction"), (10**12, "large"), ([], "list"), (set(), "not-json"), ({}, "object")]
)
def test_every_kind_of_value_has_a_name(value: object, kind: str) -> None:
    assert shown(value) == kind
    assert shown(kind) == f'"{kind}"', "a text that looks like one"


def test_a_broken_position_is_told_in_a_language() -> None:
    with pytest.raises(PositionError) as error:
        state_from_position({"modules": 1, "round": 0, "phase": "planning", "seats": [{}, {}]})
    german = error.value.words(i18n.catalogue("de"))
    assert "Diese Stellung kann nicht verwendet werden" in german
    assert "round: muss nach dem Aufbau 1 bis 8 sein" in german
    assert "round: must be 1 to 8 after the set-up" in error.value.problems


@pytest.mark.parametrize(
    ("document", "german"),
    [
        ("{", "kein gültiges JSON: Zeile 1, Spalte 2, oder kurz davor"),
        ([], "das Dokument muss ein einziges JSON-Objekt sein, {...}; da steht eine Liste"),
        ({"modules": []}, "modules: muss eine ganze Zahl von 1 bis 5 sein; da steht eine Liste"),
        (
            {"players": 2, "modules": 1, "phase": "drafft"},
            'ist keine Phase mit den Modulen 1 bis 1; ist "draft" gemeint?',
        ),
        ({"players": 2, "modules": 1}, "phase: fehlt; es gibt: starting decks, evening,"),
        ({"plaiers": 2}, 'plaiers: unbekannter Schlüssel, bitte entfernen; ist "players" gemeint?'),
    ],
)
def test_what_cannot_be_read_is_told_in_a_language(document: object, german: str) -> None:
    with pytest.raises(PositionError) as error:
        state_from_position(document)
    assert german in error.value.words(i18n.catalogue("de"))
