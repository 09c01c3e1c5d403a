"""Every lesson as the engine sees it: each step is legal, each expected move can be made, each sentence is there."""

import re

import pytest

from tiefenthal import i18n
from tiefenthal.engine.components import Edition, built_in_edition, load_edition, parse_edition
from tiefenthal.engine.rules.version import RULES_VERSION
from tiefenthal.players.lessons import (
    Course,
    Lesson,
    LessonError,
    edition_for,
    faults,
    figures_named,
    lesson_names,
    load_lesson,
    read_lesson,
    walk,
)

ALL = lesson_names()
LOOKS = {
    "tables", "nobles", "tray", "stores", "coaster", "guests", "tracks", "staff", "ring", "book", "entertainer-juggler",
}  # fmt: skip
"""Things on the table that a page may point at; tests/browser/test_lessons.py finds them on the screen."""


def changed(text: str) -> Edition:
    """Another edition: other prices, everything else as it is."""
    return parse_edition(text.replace('name = "reference"', 'name = "other"'))


def own(name: str) -> Edition:
    """The edition a lesson was written for, whatever the reference edition is by now."""
    found = built_in_edition(load_lesson(name).edition)
    assert found is not None
    return found


def dearer(by: int) -> Edition:
    """All upgrades and cards cost so much more than there."""
    return changed(
        re.sub(r"(?<![\w_])price = (\d+)", lambda found: f"price = {max(1, int(found[1]) + by)}", own("first").text)
    )


@pytest.mark.parametrize("name", ALL)
def test_the_engine_has_no_objection(name: str) -> None:
    """By every way that is awaited, in every order."""
    lesson = load_lesson(name)
    assert faults(lesson, edition_for(lesson)) == []


@pytest.mark.parametrize("name", ALL)
def test_it_holds_with_the_edition_it_names(name: str) -> None:
    lesson = load_lesson(name)
    assert faults(lesson, own(name), every_way=False) == []


@pytest.mark.parametrize("name", ALL)
def test_one_learns_what_one_plays(name: str) -> None:
    """Every lesson is one of the built-in edition, and is played with it."""
    lesson = load_lesson(name)
    assert lesson.edition == load_edition().digest, "a new edition is built in: adapt the lesson to its figures"
    assert edition_for(lesson).digest == lesson.edition


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("by", [-1, 1, 3])
def test_other_prices_break_no_lesson(name: str, by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With figures it cannot be played with, a lesson goes back to those it was written for."""
    today = dearer(by)
    monkeypatch.setattr(walk, "load_edition", lambda: today)
    lesson = load_lesson(name)
    found = edition_for(lesson)
    assert faults(lesson, found, every_way=False) == []
    assert found.digest in (today.digest, own(name).digest)
    if name == "first":
        assert (found is today) == (by < 0), "what it spends is just enough at the prices it was written for"


@pytest.mark.parametrize("name", ALL)
def test_it_is_as_long_as_a_lesson(name: str) -> None:
    lesson = load_lesson(name)
    assert 3 <= lesson.minutes <= 8
    assert lesson.modules == (int(name[-1]) if name.startswith("module-") else 1)
    assert {page.look for step in lesson.steps for page in step.pages} <= LOOKS | {""}


@pytest.mark.parametrize("code", i18n.CODES)
def test_every_sentence_is_there_and_none_in_vain(code: str) -> None:
    words = i18n.catalogue(code)
    wanted = {key for name in ALL for key in load_lesson(name).keys}
    begun = tuple(f"lesson.{name}" for name in (*ALL, "any."))
    there = {key for key in words.sentences if key.startswith(begun)}
    assert there == wanted


@pytest.mark.parametrize("code", i18n.CODES)
def test_no_figure_is_typed_into_a_sentence(code: str) -> None:
    """Numbers of more than one digit are prices and points; those are filled in."""
    words = i18n.catalogue(code)
    figures = figures_named(load_edition())
    for name in ALL:
        for key in load_lesson(name).keys:
            said = words.say(key, **figures)
            assert "{" not in said, f"{key}: {said}"
            assert not re.search(r"\d\d", str(words.sentences[key])), key


def test_a_course_follows_from_its_moves() -> None:
    lesson = load_lesson("first")
    course = Course(lesson)
    game = course.begin(edition_for(lesson), RULES_VERSION)
    assert [action.text for action in course.awaited(game)] == ["stay"]
    again = next(action for action in game.legal_actions(0) if action.text == "again")
    verdict = course.judge(again)
    assert verdict is not None
    assert verdict.says == "lesson.first.stay-again"
    game.play(0, "stay")
    course.follow(game, 0)
    assert course.at == 1
    assert course.awaited(game) == [], "the other seat decides first"
    action = course.scripted(1)
    assert action == "stay"
    game.play(1, action)
    course.follow(game, 1)
    assert [action.text for action in course.awaited(game)] == ["take 4"]
    assert not course.finished


# --- what is wrong with a lesson is found


def broken(old: str, new: str, name: str = "first") -> Lesson:
    text = load_lesson(name).text
    assert old in text
    return read_lesson(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('awaits = ["take 4"]', 'awaits = ["take 6"]', "step 2: nothing of"),
        ('awaits = ["stay"]', 'awaits = ["stay", "ready"]', "step 1: ready is awaited and never possible"),
        ('"take 1" = ', '"take 6" = ', "step 2: take 6 is answered and never possible"),
        ('"stay", "take 6", "take 5"', '"stay", "take 3", "take 5"', "step 5"),
        ('"choose barback",\n]', '"choose barback", "stay", "take 1",\n]', "never comes to"),
        ('"r3.2", "server"', '"r3.2", "butler"', "it breaks off"),
        ("1 = [[4, 3, 1, 5]]", "1 = [[4, 3, 1, 9]]", "it breaks off"),
        ('"recruit row3", "end"', '"nobles 1", "end"', "it breaks off"),
    ],
)
def test_what_the_engine_objects_to_is_said(old: str, new: str, said: str) -> None:
    found = faults(broken(old, new), own("first"))
    assert any(said in one for one in found), found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "the format must be 1"),
        ('name = "first"', 'name = "First one"', "words with hyphens"),
        ("minutes = 6", "minutes = 60", "minutes"),
        ("minutes = 6", "minuets = 6", "has no minuets"),
        ('awaits = ["stay"]', "awaits = []", "only the last step awaits nothing"),
        ('otherwise = "any-other"', "", "otherwise"),
        ("times = 2", "times = -1", "times"),
        ('{ says = "aim", look = "nobles" }', '{ says = "Aim" }', "names no sentence"),
        ("[others]\n2 =", "[others]\n3 =", "others must have"),
        ("[luck.white]", "[luck.black]", "luck has no black"),
        ("[position]", "[position", "this is no TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(old: str, new: str, said: str) -> None:
    with pytest.raises(LessonError) as error:
        broken(old, new)
    assert said in str(error.value)


def test_an_unknown_lesson_is_refused_in_words() -> None:
    with pytest.raises(LessonError, match="there are first, module-1"):
        load_lesson("../first")
