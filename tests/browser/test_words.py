"""The words of the browser game: every one is there in every language, is used, and says the same."""

import re
from functools import cache
from pathlib import Path

import pytest

from scripts.vendor_client import STATIC
from tiefenthal import i18n
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES, TAVERN_NAMES
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.wording import forms as forms_of_actions
from tiefenthal.i18n import Entry
from tiefenthal.i18n.plurals import FORMS
from tiefenthal.i18n.rulebook import rules
from tiefenthal.server.tables.messages import TRANSLATIONS

RARE = {"fr": {"many"}, "es": {"many"}}
HOLE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
SOURCES = ("nobles", "guests", "reputation", "schnapps", "others")


@cache
def entries(language: str) -> dict[str, Entry]:
    """Everything in a language."""
    found: dict[str, Entry] = {}
    for name, part in i18n.parts(language):
        assert not found.keys() & part.keys(), f"{language}/{name}: a key stands in two parts"
        if name not in i18n.NOT_IN_BROWSER:
            found |= part
    return found


@cache
def modules() -> dict[Path, str]:
    """The client's own modules, without their comments."""
    found = {}
    for path in sorted((STATIC / "js").rglob("*.js")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        found[path] = re.sub(r"(?m)^\s*//.*$", "", text)
    return found


@cache
def code() -> str:
    """All of it."""
    return "\n".join(modules().values())


def known_parts() -> str:
    """The first words of all keys, as a pattern."""
    return "|".join(sorted({key.partition(".")[0] for key in entries("en")}))


PREVIEW = STATIC.parent / "server" / "http" / "preview.py"
"""What the server itself says in the client's words."""


@cache
def literals() -> frozenset[str]:
    """The texts in the code that are written as a key is: after the parenthesis of t, tell or has, or anywhere."""
    anywhere = re.compile(rf"""["'`]((?:{known_parts()})\.[a-z0-9_.-]+)["'`]""")
    asked_for = re.compile(r"""\bt\(["']([a-z0-9_.-]+)["']""")
    texts = [*modules().values(), PREVIEW.read_text("utf-8")]
    found = {key for text in texts for shape in (anywhere, asked_for) for key in shape.findall(text)}
    return frozenset(key for key in found if not key.endswith(".js"))


@cache
def patterns() -> frozenset[str]:
    """Keys put together in the code, as patterns: t(`table.store.${what}`)."""
    found = set()
    for text in modules().values():
        for template in re.findall(r"\b(?:t|tell|has)\(\s*`([^`]*)`", text) + re.findall(r"`([^`]*)`", text):
            parts = [re.escape(part) for part in HOLE.split(template)]
            if re.match(rf"({known_parts()})\.", template):
                found.add("[a-z0-9_.-]+".join(parts))
    return frozenset(found)


def texts(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def holes(entry: Entry) -> set[str]:
    """What is filled in; a term with a capital is that term."""
    return {name[0].lower() + name[1:] for text in texts(entry) for name in re.findall(r"\{(\w+)\}", text)}


# --- the languages beside each other


@pytest.mark.parametrize("language", i18n.LANGUAGES[1:])
def test_no_string_is_missing(language: str) -> None:
    assert entries(language).keys() == entries("en").keys()


@pytest.mark.parametrize("language", i18n.LANGUAGES[1:])
def test_every_language_has_the_same_parts(language: str) -> None:
    assert [name for name, _ in i18n.parts(language)] == [name for name, _ in i18n.parts("en")]


def test_the_languages_are_those_of_the_game() -> None:
    found = re.findall(r'\{ code: "([a-z-]+)"', code())
    assert found == list(i18n.CODES)
    assert {code.partition("-")[0] for code in found} == set(i18n.LANGUAGES)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_plurals_are_complete(language: str) -> None:
    for key, entry in entries(language).items():
        if not isinstance(entry, str):
            assert FORMS[language] <= entry.keys(), f"{key}: forms {set(entry)}"
            assert entry.keys() <= FORMS[language] | RARE.get(language, set()), f"{key}: forms {set(entry)}"


@pytest.mark.parametrize("language", i18n.LANGUAGES[1:])
def test_the_same_is_filled_in(language: str) -> None:
    """A word of the box may be written out where it is inflected, and a number left out where the form says it."""
    words = set(i18n.catalogue(language).words)
    for key, entry in entries(language).items():
        here, there = holes(entry), holes(entries("en")[key])
        assert here <= there | words, f"{key}: {here - there} is never filled in"
        missing = there - here - words - {"n"}
        assert not missing, f"{key}: {missing} is not said"
        if "n" in there - here:
            assert not isinstance(entry, str), f"{key}: the number is not said"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_texts_are_texts(language: str) -> None:
    for key, entry in entries(language).items():
        for text in texts(entry):
            assert text.strip() == text, f"{key}: space at an end"
            assert text, f"{key} is empty"
            assert "<" not in text, f"{key}: no markup in words"
            assert "'" not in text, f"{key}: an apostrophe is ’"
            assert text.count("{") == text.count("}") == len(re.findall(r"\{[\w.-]+\}", text)), f"{key}: {text}"


OUTWORN = re.compile(r"\b(the own|anew|for long|by itself)\b", re.IGNORECASE)
"""English that nobody says at a table."""


def test_the_english_is_current() -> None:
    found = {key: text for key, entry in entries("en").items() for text in texts(entry) if OUTWORN.search(text)}
    assert found == {}
    assert [rule.id for rule in rules("en").values() if OUTWORN.search(rule.text)] == []


@pytest.mark.parametrize("language", i18n.LANGUAGES[1:])
def test_sentences_are_translated(language: str) -> None:
    """A long text that is the same as in English was forgotten."""
    same = {
        key
        for key, entry in entries(language).items()
        if entry == entries("en")[key] and any(len(re.sub(r"\{\w+\}|\W", "", text)) > 14 for text in texts(entry))
    }
    assert same == set()


# --- the languages and the code


def test_every_string_that_is_used_exists() -> None:
    forms = {f"act.{key}" for key in literals()} & entries("en").keys()  # a form of an action: "start.plain"
    missing = {
        key for key in literals() if key not in entries("en") and f"act.{key}" not in forms and not any_begins(key)
    }
    assert missing == set()
    for pattern in patterns():
        assert any(re.fullmatch(pattern, key) for key in entries("en")), f"no key is like {pattern}"


def any_begins(start: str) -> bool:
    """A literal may be the beginning of keys that are put together."""
    return start.endswith(".") and any(key.startswith(start) for key in entries("en"))


def test_no_string_is_unused() -> None:
    unused = {
        key
        for key in entries("en")
        if key not in literals()
        and key.removesuffix(".obj") not in people() | literals()
        and not any(re.fullmatch(pattern, key) for pattern in patterns())
    }
    assert unused == set(), f"{len(unused)} unused"


def people() -> set[str]:
    """The names of regulars and guests, as the portraits give them."""
    return set(re.findall(r'"(guest\.[a-z-]+)"', (STATIC / "art" / "portraits.json").read_text("utf-8")))


def begins(start: str) -> set[str]:
    """What follows this beginning in the keys."""
    return {key.removeprefix(start) for key in entries("en") if key.startswith(start)}


def test_everything_that_happens_can_be_told() -> None:
    events = {name for name, _ in TRANSLATIONS.values()} | {"undone"}
    assert begins("happened.") == events | {"monastery.plain", "undone.seen"}
    assert begins("note.") == events


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_somebody_did_can_be_told_to_them(language: str) -> None:
    """Sentences about somebody by name have one that says "you"."""
    named = {key for key, entry in entries(language).items() if "who" in holes(entry)}
    told = {key for key in named if key.startswith(("log.", "happened."))}
    assert {f"you.{key}" for key in told} == {key for key in entries(language) if key.startswith("you.")}


def test_every_action_has_words() -> None:
    kinds = {action.text.partition(" ")[0] for action in ACTIONS}
    forms = set(re.findall(r'"([a-z]+\.[a-z]+)"', Path(forms_of_actions.__file__).read_text("utf-8")))
    forms |= {"place.guest", "use.guest", "entertain.thalers", "entertain.beer"}
    for start, other in (("act.", "start.plain"), ("log.", "choose.guest")):
        found = begins(start)
        assert {form.partition(".")[0] for form in found} >= kinds, start
        told_otherwise = {"chosen", "drafted", "arrival", "rolled"}  # whole phases in one line of the log
        assert {form for form in found if form.partition(".")[0] not in kinds} <= told_otherwise, start
        assert {form for form in found if "." in form} == forms - {other}, start


def test_everything_in_the_box_has_a_name() -> None:
    assert len(people()) > 40
    assert {f"guest.{name}" for name in begins("guest.")} == people() | {f"{name}.obj" for name in people()}
    cards = {*TAVERN_NAMES[1:], "noble"}
    named = cards | {"regular", "guest"}
    described = {"text.regular", "text.noble", "text.guest", "text.guest-bonus"}
    assert (
        begins("card.")
        == named | {f"{one}.obj" for one in named} | {f"{one}.text" for one in TAVERN_NAMES[1:]} | described
    )
    assert begins("area.") >= {f"{area}{end}" for area in AREA_NAMES for end in ("", ".obj", ".text")}
    empty = {AREA_NAMES[at] for at, yields in enumerate(load_edition().area_yield) if 0 in yields}
    assert begins("phone.area.") == set(AREA_NAMES) | {f"{area}.none" for area in empty}
    assert begins("entertainer.") == {f"{one}{end}" for one in ENTERTAINER_NAMES for end in ("", ".obj", ".1", ".2")}
    gains = {"thalers", "beer", "schnapps", "steps", "reputation", "points", "decisions", "cards"}
    assert begins("n.") == gains | {"percent"} | cards | {f"{one}.obj" for one in cards}
    for start in ("pages.source.", "pages.end.difference.", "table.source."):
        assert begins(start) >= set(SOURCES), start


# --- what the server says as codes and the client in the chosen language

ENGLISH = re.compile(r"""/\^?\(?[A-Z]?[a-z]+,? [a-z]+|(?:startsWith|includes|endsWith)\(["'][A-Z][a-z]+ [a-z]""")
"""Words of a sentence in a regular expression, or at an end of what is looked for."""


def test_nothing_is_known_by_its_english() -> None:
    assert ENGLISH.search('["over", /^The game is over/]')
    assert ENGLISH.search('question.startsWith("Take one die")')
    found = {path.name: ENGLISH.findall(text) for path, text in modules().items() if ENGLISH.search(text)}
    assert found == {}
