"""Every reason for a refusal has a sentence in every language, and the sentence says all that the reason knows."""

import random
import re

import pytest

from tests.reasons import SAMPLES, reasons
from tests.setups import ALL_SETUPS
from tiefenthal import i18n, new_game
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.refusal import Refusal
from tiefenthal.engine.rules.round import effects, steps_of
from tiefenthal.engine.wording.refusals import question_words, refusal_words

LATIN = re.compile(r"[a-z]{3}")
WITHIN_OTHERS = {"why.one-or-six", "why.lost"}
"""Part of a sentence, and what the client says by itself."""
QUESTIONS = {
    "start", "dismiss", "evening", "arrival", "draft", "planning", "serving", "remove", "toast", "dry-toast", "sign",
    "closing",
}  # fmt: skip


def holes(entry: i18n.Entry) -> set[str]:
    """What is filled in; a term with a capital is that term."""
    texts = [entry] if isinstance(entry, str) else entry.values()
    return {name[0].lower() + name[1:] for text in texts for name in re.findall(r"\{(\w+)\}", text)}


def test_the_rules_give_reasons_and_no_sentences() -> None:
    found = reasons("engine/rules")
    assert len(found) > 65
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in found)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_reason_has_a_sentence_and_every_sentence_a_reason(language: str) -> None:
    keys = {key for key in i18n.catalogue(language).sentences if key.startswith("why.")}
    assert keys == {f"why.{code}" for code in reasons()} | WITHIN_OTHERS


@pytest.mark.parametrize("code", i18n.CODES)
def test_a_sentence_says_all_its_values_and_no_others(code: str) -> None:
    words = i18n.catalogue(code)
    for reason, values in reasons().items():
        entry = words.sentences[f"why.{reason}"]
        said = {name.removeprefix("the_") for name in holes(entry) if name not in words.words or name in values}
        unsaid = values - said - ({"n"} if not isinstance(entry, str) else set())  # a plural form may say the number
        assert not unsaid, f"{reason}: {unsaid} is not said"
        assert said <= values, f"{reason}: {said - values} is never filled in"


@pytest.mark.parametrize("code", i18n.CODES)
def test_every_reason_can_be_said(code: str) -> None:
    words = i18n.catalogue(code)
    said = {}
    for reason, values in reasons().items():
        sentence = refusal_words(Refusal(reason, "S-1", {name: SAMPLES[name] for name in values}), words)
        assert not re.search(r"[{}_]", sentence.replace("player_1", "")), f"{reason}: {sentence}"
        assert sentence[0] == sentence[0].upper()
        assert sentence.endswith(".")
        said[reason] = sentence
    assert said["bought"] != said["sold-out"]
    if code == "uk":
        plain = [one for reason, one in said.items() if not reason.startswith("env-") and LATIN.search(one)]
        assert {one for one in plain if not re.search("buy cow|greedy|no frame", one)} == set()


@pytest.mark.parametrize("code", i18n.CODES)
def test_every_question_can_be_asked(code: str) -> None:
    words = i18n.catalogue(code)
    asked = {step.question for modules in (1, 5) for step in steps_of(modules)}
    asked |= {effect.question for effect in effects()} | {"dry-toast"}
    assert asked - {""} == QUESTIONS
    for start in ("ask.", "awaited."):
        assert {key.removeprefix(start) for key in words.sentences if key.startswith(start)} == QUESTIONS
    assert len({question_words(question, words) for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_what_games_refuse_can_be_said(players: int, modules: int) -> None:
    known = reasons("engine/rules")
    rng = random.Random(f"{players} {modules}")
    game = new_game(players=players, modules=modules, seed=f"reasons {players} {modules}")
    seen = set()
    while not game.over:
        for decision in game.decisions:
            assert decision.question in QUESTIONS
            for action in rng.sample(ACTIONS, 12):
                refused = game.why_not(decision.seat, action)
                if refused is not None:
                    assert refused.values.keys() == known[refused.code], refused
                    assert "{" not in refusal_words(refused, i18n.catalogue(rng.choice(i18n.CODES)))
                    seen.add(refused.code)
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
    assert len(seen) > 15
