"""Refusals over HTTP in the language somebody asks for."""

import ast
import re
from pathlib import Path

import msgspec
import pytest

import tiefenthal.server
from tests.parsed import nodes
from tiefenthal import i18n
from tiefenthal.server.language import asked_language
from tiefenthal.server.problem import Refusal, keys_of, not_found, problem_body
from tiefenthal.server.protocol.http import Problem

SERVER = Path(str(tiefenthal.server.__file__)).parent


def codes() -> set[str]:
    """Every code of a Problem: behind a status, in a refusal or in a constant that is one."""
    found: set[str] = set()
    for file in SERVER.rglob("*.py"):
        for node in nodes(file):
            parts: list[ast.expr] = []
            if isinstance(node, ast.Tuple):
                parts = node.elts
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                parts = node.args
            if len(parts) < 3 or not all(isinstance(part, ast.Constant) for part in parts[1:2]):
                continue
            status, code = parts[0], parts[1]
            number = status.value if isinstance(status, ast.Constant) else 400
            if isinstance(number, int) and 400 <= number < 600 and isinstance(code, ast.Constant):
                if isinstance(code.value, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", code.value):
                    found.add(code.value)
    return found


def scope(language: str) -> dict[str, object]:
    return {"type": "http", "headers": [(b"accept-language", language.encode())]}


def words_of(refusal: Refusal, language: str) -> str:
    return msgspec.json.decode(problem_body(scope(language), refusal), type=Problem).words


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_problem_has_a_sentence(language: str) -> None:
    words = i18n.catalogue(language)
    found = codes()
    assert len(found) > 35
    assert {code for code in found if not any(words.has(key) for key in keys_of(code))} == set()
    said = {key.removeprefix("problem.") for key in words.sentences if key.startswith("problem.")}
    assert said <= found, "none is there in vain"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"), ("en-schmidt", "en-schmidt"), ("en-GB", "en"), ("it, uk;q=0.5", "uk"),
        ("*", "en"), ("", "en"), ("\xff;;;,", "en"),
    ],
)  # fmt: skip
def test_the_first_language_that_is_spoken(asked: str, code: str) -> None:
    assert asked_language({"headers": [(b"accept-language", asked.encode("latin-1"))]}) == code
    assert asked_language({"headers": []}) == "en"


def test_problems_are_told_in_the_language_asked_for() -> None:
    assert words_of(not_found("table"), "en") == "There is no such table, or you may not see it."
    assert words_of(not_found("table"), "de") == i18n.catalogue("de").say("problem.not-found")
    assert words_of(Refusal(409, "lobby-full", "Full."), "fr") == i18n.catalogue("fr").say("limits.lobby-full")
    assert words_of(Refusal(418, "teapot", "Short and stout."), "es") == "Short and stout."
