"""What is wrong with a record, an edition, a file or an option is said in every language, with all that is known."""

import ast
import pickle
import re
from functools import cache
from typing import get_args

import pytest

from tests.codes import calls, check_sentences, codes
from tiefenthal import ChanceError, Game, i18n, new_game
from tiefenthal.app.terminal.errors import File
from tiefenthal.engine.components import EditionError, parse_edition
from tiefenthal.engine.components.describe import new_edition_text
from tiefenthal.engine.components.problems import HINTS
from tiefenthal.engine.fairness import CommitmentError, read_commitment
from tiefenthal.engine.record.notation import RecordError
from tiefenthal.engine.record.position import PositionError, state_from_position
from tiefenthal.engine.replay import verify
from tiefenthal.i18n.rulebook import UnknownRuleError, find_rule
from tiefenthal.players.bots import UnknownBotError, make_bot

AROUND_RECORDS = {"line", "at", "commitment", "kept", "no-review"}
"""Where it is wrong, and what is said about records elsewhere."""


@cache
def of_records() -> dict[str, frozenset[str]]:
    return codes(("RecordError",), 1, handed_on=["error.code"]) | codes(("_unfit",), 0, "engine/chance.py")


@cache
def of_editions() -> dict[str, frozenset[str]]:
    noted = codes(("problem",), 1, "engine/components", besides=HINTS, handed_on=["code"])
    return noted | codes(("mistake",), 2, "engine/components", besides=HINTS, handed_on=["code"])


def phrases() -> dict[str, frozenset[str]]:
    return codes(("phrase",), 0, "engine/components")


WORDED = (
    "BrokenBotError", "BudgetError", "NeuralBotError", "PackageVersionError", "PortError", "PuzzleError", "ReviewError",
    "UnknownBotError", "UnknownRuleError", "cannot", "wrong_option",
)  # fmt: skip
FOR_THOSE_WHO_PLAY = [
    "app/terminal",
    *(
        f"app/cli/{name}.py"
        for name in (
            "analyse", "browser", "editions", "engine", "language", "play", "positions", "progress", "puzzle_play",
            "records", "review", "rulebook", "terminal",
        )
    ),
]  # fmt: skip
"""What speaks every language. Commands for research and for running a server speak English (docs/i18n.md)."""
OF_THE_COMMAND = {"interrupted", "system"}


@cache
def of_commands() -> dict[str, frozenset[str]]:
    return codes(WORDED, 0)


def test_commands_for_those_who_play_know_no_sentences() -> None:
    assert [where for where, _ in calls(["bad_option"], *FOR_THOSE_WHO_PLAY)] == []
    raised = list(calls(["CommandError"], *FOR_THOSE_WHO_PLAY))
    assert len(raised) > 5
    for where, call in raised:
        texts = [str(node.value) for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)]
        if not (isinstance(call.args[0], ast.Call) and ast.unparse(call.args[0]).startswith("words.say(")):
            assert not re.search("[a-z]{3}", " ".join(texts)), where


@pytest.mark.parametrize("code", i18n.CODES)
def test_whatever_is_wrong_has_a_sentence_that_says_all_its_values(code: str) -> None:
    assert len(of_records()) > 35
    assert len(of_editions()) > 45
    words = i18n.catalogue(code)
    check_sentences(words, "record.", of_records(), AROUND_RECORDS)
    assert len(of_commands()) > 60
    files = {key.removeprefix("error.") for key in words.sentences if key.startswith("error.what.")}
    assert files == {f"what.{name}" for name in get_args(File)}
    check_sentences(words, "error.", of_commands(), OF_THE_COMMAND | files)
    check_sentences(words, "edition.wrong.", of_editions(), ())
    check_sentences(words, "edition.part.", phrases(), ())
    check_sentences(words, "edition.hint.", dict.fromkeys(HINTS, frozenset({"sentence", "hint"})), ())


def broken_record(old: str, new: str) -> RecordError:
    text = new_game(players=2, modules=1, seed="broken").record
    assert old in text
    with pytest.raises(RecordError) as caught:
        verify(text.replace(old, new, 1))
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "english", "german"),
    [
        ('[Players "2"]\n', "", "the tag Players is missing", "das Feld Players fehlt"),
        ("* start: p", "* start: q", "a line begins with p1 to p2", "eine Zeile beginnt mit p1 bis p2"),
        ('[Rules "1"]', '[Rules "7"]', "it follows version 7", "Sie folgt Version 7 der Regeln"),
        ("* pile: ", "* pile: noble ", "does not consist of the cards", "besteht nicht aus den Karten"),
        ("* start: p", "position: {}\n* start: p", "it begins with is broken", "modules: fehlt"),
        ("[Seed", "edition:\n| x = 1\n[Seed", "the edition in the record is broken", "edition in the record:1: format"),
    ],
)
def test_a_broken_record_is_told_in_a_language(old: str, new: str, english: str, german: str) -> None:
    error = broken_record(old, new)
    assert english in str(error)
    assert german in error.words(i18n.catalogue("de"))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line) == (str(error), error.line)


def test_a_decision_against_the_rules_is_told_in_a_language() -> None:
    text = new_game(players=2, modules=1, seed="broken").record + "p1 end\n"
    with pytest.raises(RecordError) as caught:
        Game.from_record(text)
    line = text.count("\n")
    refused = new_game(players=2, modules=1, seed="broken").why_not(0, "end")
    assert refused is not None
    assert str(caught.value).startswith(f"line {line}: p1 end: ")
    assert str(caught.value).endswith(f"({refused.rule})")
    spanish = caught.value.words(i18n.catalogue("es"))
    assert spanish.startswith(f"línea {line}: p1 end: ")
    assert caught.value.reason(i18n.catalogue()) in str(caught.value)


def test_what_is_no_commitment_is_told_in_a_language() -> None:
    with pytest.raises(CommitmentError) as caught:
        read_commitment("abc")
    assert "64 hexadecimal digits" in str(caught.value)
    assert "64 Hexadezimalziffern (0-9, a-f); 'abc' ist keines" in caught.value.words(i18n.catalogue("de"))


def test_luck_that_does_not_fit_survives_a_process() -> None:
    error = ChanceError("outcome-missing", {"outcome": "white p1"})
    assert "(white p1)" in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def broken_edition(old: str, new: str) -> EditionError:
    with pytest.raises(EditionError) as caught:
        parse_edition(new_edition_text().replace(old, new, 1), "mine.toml")
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "german"),
    [
        ("rounds = 8", "rounds = 7", "supply.rounds: muss 8 sein; da steht 7"),
        ("rounds = 8", "rounds = 1.5", "supply.rounds: muss 8 sein; da steht eine Kommazahl"),
        ("nobles = 61", "nobels = 61", 'supply.nobels: unbekannter Schlüssel; ist "nobles" gemeint?'),
        ("price = 1,", "price = 0,", "cards.bard.price: muss eine ganze Zahl von 1 bis 60 sein; da steht 0"),
        ('2 = "barback"', '2 = "schnapps"', "Schnaps kommt mit Modul 2, und die Klosterleiste ist in jeder Partie"),
        ('bonus = "2 thalers"', 'bonus = ""', 'unbekannte Worte ""; schreib "nothing"'),
    ],
)
def test_a_broken_edition_is_told_in_a_language(old: str, new: str, german: str) -> None:
    error = broken_edition(old, new)
    assert any(german in line for line in error.words(i18n.catalogue("de")).splitlines()), error.words(
        i18n.catalogue("de")
    )
    assert error.words(i18n.catalogue("en")) == str(error)


def test_an_edition_within_a_position_is_told_in_a_language() -> None:
    text = new_edition_text().replace("rounds = 8", "rounds = 7", 1)
    line = text[: text.index("rounds = 7")].count("\n") + 1
    with pytest.raises(PositionError) as caught:
        state_from_position({"edition": {"text": text}, "modules": 1, "players": 2})
    assert f"edition.text:{line}: supply.rounds: debe ser 8, no 7" in caught.value.words(i18n.catalogue("es"))
    assert f"edition.text:{line}: supply.rounds: must be 8, not 7" in caught.value.problems


def test_errors_of_lower_layers_are_told_in_a_language_and_survive_a_process() -> None:
    with pytest.raises(UnknownBotError) as bot:
        make_bot("gredy")
    assert "there is no bot 'gredy' (did you mean greedy?)" in str(bot.value)
    assert "einen Bot 'gredy' gibt es nicht (ist greedy gemeint?)" in bot.value.words(i18n.catalogue("de"))
    assert str(pickle.loads(pickle.dumps(bot.value))) == str(bot.value)
    with pytest.raises(UnknownRuleError) as rule:
        find_rule("F-99")
    assert isinstance(rule.value, KeyError)
    assert str(rule.value) == "there is no rule 'F-99'; chapter F has F-1 to F-16"
    assert rule.value.words(i18n.catalogue("uk")).startswith("правила 'F-99' немає; у розділі F є F-1–F-16")
