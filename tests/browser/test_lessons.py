"""Lessons in a real browser: finished by somebody who does only what the screen says, on a desk and on a phone; offered
to newcomers; another move is answered and not played; and the first real game has tips."""

import itertools

import pytest
from playwright.sync_api import ViewportSize

from harness.browser.table import begin, press
from harness.browser.visitor import Size, Visit, Visitor
from tests.browser.lesson_player import Learner
from tests.browser.looking import faults
from tests.browser.posed import pose, sit_down
from tests.browser.tips import TIPS, moment
from tiefenthal import i18n
from tiefenthal.players.lessons import edition_for, figures_named, lesson_names, load_lesson

BIG: ViewportSize = {"width": 1920, "height": 1080}
MIDDLE: ViewportSize = {"width": 1366, "height": 768}
SMALL: ViewportSize = {"width": 360, "height": 740}
SIZES: dict[Size, list[ViewportSize]] = {"desk": [BIG, MIDDLE], "phone": [SMALL]}
LANGUAGES = ("en", "de", "fr", "es", "uk")
OTHERS = ("de", "uk", "fr", "es", "en-schmidt")
"""Languages, besides English, in which the later lessons are played in turn."""
# An option that is focused by key is picked, and the light moves on to the button that confirms it, as Enter does.
IN_THE_LIGHT = """((at, lit) => at !== null && lit !== null
    && (at === lit || at.matches(".ph-option.picked") && at.dataset.action === lit.dataset.action)
)(document.activeElement, document.querySelector("[data-lesson-target]"))"""


def learner(visit: Visit, size: Size, language: str) -> Visitor:
    """Somebody who has played before, at a screen of this size."""
    me = visit(size, painted=False, viewport=SIZES[size][0])
    me.remember(language=language)
    return me


def open_lesson(me: Visitor, name: str, looking: bool = False) -> Learner:
    """Begin a lesson, or go on with it, from the list; `looking` at what the teacher covers."""
    me.go("/lessons")
    me.until(f"document.querySelector('[data-lesson-begin={name}]')", "the list")
    press(me, f"[data-lesson-begin={name}]")
    me.until("document.querySelector('[data-lesson]')", "the teacher")
    return Learner(me, SIZES[me.size] if looking else ())


def finish(me: Visitor, name: str, language: str) -> None:
    """A whole lesson; everything that was to be said has been said, in this language, and was in nobody's way."""
    found = open_lesson(me, name, looking=True)
    found.finish()
    assert found.covered == [], f"{name}, {language}:\n" + "\n".join(found.covered)
    lesson = load_lesson(name)
    words, figures = i18n.catalogue(language), figures_named(edition_for(lesson))
    wanted = [words.say(page.says, **figures) for step in lesson.steps for page in step.pages]
    plain = [one.replace("\u00ad", "") for one in found.said]
    assert [one for one, _ in itertools.groupby(wanted)] == [one for one, _ in itertools.groupby(plain)]
    assert faults(me) == []
    me.go("/lessons")
    me.until(f"document.querySelector('.done [data-lesson-begin={name}]')", "it is noted as done")


@pytest.mark.parametrize(("size", "language"), [("desk", "en"), ("phone", "de")])
def test_the_first_evening_can_be_finished_by_doing_what_the_screen_says(
    visit: Visit, size: Size, language: str
) -> None:
    finish(learner(visit, size, language), "first", language)


def test_so_can_every_other_lesson(visit: Visit) -> None:
    """Each once, in turns on a desk and on a phone, the languages in turn."""
    people: dict[tuple[Size, str], Visitor] = {}
    for number, name in enumerate(lesson_names()[1:]):
        size: Size = "phone" if number % 2 == 0 else "desk"
        language = OTHERS[number % len(OTHERS)]
        me = people.setdefault((size, language), learner(visit, size, language))
        finish(me, name, language)


@pytest.mark.slow
@pytest.mark.parametrize("name", lesson_names())
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_every_lesson_at_every_size(visit: Visit, size: Size, language: str, name: str) -> None:
    """`make lessons-tour`."""
    finish(learner(visit, size, language), name, language)


def test_another_move_is_answered_and_not_played(visit: Visit) -> None:
    """With the reason, and so that a screen reader hears it; what is awaited can still be done, here or after coming
    back."""
    me = learner(visit, "desk", "en")
    found = open_lesson(me, "first")
    for _ in range(3):
        found.step()
    press(me, "[data-action='again']")
    why = i18n.catalogue("en").say("lesson.first.stay-again")
    me.until("document.querySelector('.teacher-no')", "the objection")
    assert me.page.inner_text(".teacher-no") == why
    me.until(f"document.getElementById('live').textContent.includes({why!r})", "it is said")
    assert me.page.locator(".tv-banner.bad").count() == 0, "it is said once"
    found.step()
    me.until("document.querySelector('[data-lesson-step=\"2\"]')", "the next step")
    assert me.page.locator(".teacher-no").count() == 0

    me.page.reload()
    me.until("document.querySelector('[data-lesson-step=\"2\"]')", "the lesson is where it was")
    press(me, "[data-lesson-leave]")
    me.until("document.querySelector('[data-lesson-begin=first]')", "the list")
    go_on = i18n.catalogue("en").say("lesson.resume")
    assert me.page.inner_text("[data-lesson-begin=first]").startswith(go_on)
    press(me, "[data-lesson-begin=first]")
    me.until("document.querySelector('[data-lesson-step=\"2\"]')", "it goes on")
    me.go("/")
    me.rest()
    assert me.page.locator(".resume").count() == 0, "a lesson is no game that one could go on with"


def test_a_lesson_can_be_finished_by_keys_and_by_ear(visit: Visit) -> None:
    """Enter turns the page, the full stop leads to what is awaited, and all of it is said."""
    me = learner(visit, "desk", "en")
    found = open_lesson(me, "module-4")
    heard = "document.getElementById('live').textContent"
    for _ in range(40):
        now = found.see()
        if now["panel"] and now["done"]:
            break
        if now["panel"] and now["next"] is not None:
            me.until("document.activeElement?.matches('[data-lesson-next]')", "the button has the focus")
            me.page.keyboard.press("Enter")
        elif now["panel"] and now["target"] is not None:
            me.page.keyboard.press(".")
            me.until(IN_THE_LIGHT, "the focus is in the light, or on what it has just picked")
            me.page.keyboard.press("Enter")
        me.until(f"window.seen !== {now['seen']}", "something happens")
    else:
        raise AssertionError(f"no end: {found.see()}")
    assert found.said
    me.until(f"{heard}.includes({found.said[-1]!r})", "the last words were said")


def test_the_start_offers_newcomers_the_first_lesson_before_anything_else(visit: Visit) -> None:
    me = visit("desk", painted=False, newcomer=True)
    me.remember()
    me.go("/")
    menu = me.page.locator("nav.menu button").first
    assert "first-lesson" in (menu.get_attribute("class") or "")
    assert me.page.locator("button.big.gold").count() == 1, "nothing else shines like it"
    me.page.keyboard.press("Enter")
    me.until("document.querySelector('[data-lesson=first]')", "the lesson")
    assert me.page.locator("[role=dialog]").count() == 0, "nothing else is explained meanwhile"
    me.page.evaluate("localStorage['tiefenthal-lessons'] = JSON.stringify({ done: ['first'], tables: {} })")
    me.page.evaluate("localStorage['tiefenthal-learned'] = 'yes'")
    me.go("/")
    assert me.page.locator(".first-lesson").count() == 0
    press(me, "a.start-learn[href='/lessons']")
    me.until(f"document.querySelectorAll('.lesson-entry').length === {len(lesson_names())}", "the list")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_first_real_game_has_tips(visit: Visit, size: Size) -> None:
    """Each is shown once, and they can be switched off; nobody else is given any."""
    me = visit(size, painted=False, newcomer=True, viewport=SIZES[size][0])
    me.remember()
    me.context.add_init_script(
        "if (location.protocol !== 'about:') localStorage['tiefenthal-lessons'] ??= "
        "JSON.stringify({ done: ['first'], tables: {} })"
    )
    me.go("/")
    begin(me)
    me.until("document.querySelector('.learn-dialog [data-done]')", "what one plays for")
    me.rest()
    assert me.page.locator("[data-tip]").count() == 0, "a tip lies over the window"
    press(me, ".learn-dialog [data-done]")
    me.until("document.querySelector('[data-tip=arrival]')", "the first tip")
    assert me.page.is_visible("[data-tip=arrival]")
    assert me.page.inner_text(".teacher-says") == i18n.catalogue("en").say("tip.arrival")
    press(me, "[data-tip-close]")
    me.until("!document.querySelector('[data-tip]')")
    me.page.reload()
    me.until("document.querySelector('.tv-stage, .phone-grid')")
    me.rest()
    assert me.page.locator("[data-tip]").count() == 0, "each is shown once"
    press(me, "[data-main], #main-button")
    me.until("document.querySelector('[data-tip=draft]')", "the next moment")
    press(me, "[data-tip-off]")
    me.until("!document.querySelector('[data-tip]')")
    assert me.page.evaluate("JSON.parse(localStorage.tiefenthal).tips") is False


def guided(me: Visitor, told: list[str]) -> None:
    """From now on this is somebody's first game, in which some tips were told already."""
    me.page.evaluate(
        """([table, told]) => {
            localStorage["tiefenthal-guided"] = table;
            localStorage["tiefenthal-tips"] = JSON.stringify(told);
            delete localStorage["tiefenthal-tips-evening"];
        }""",
        [me.table, told],
    )
    me.page.reload()
    me.until("document.querySelector('.tv-stage')")


def test_tips_come_at_the_moments_that_matter(visit: Visit) -> None:
    me = visit("desk", painted=False)
    sit_down(me, 2, 1)
    guided(me, ["arrival", "draft"])
    for tip in ("planning", "missed", "serving", "upgrade", "thalers", "beer", "last"):
        me.page.evaluate("delete localStorage['tiefenthal-tips-evening']")
        pose(me, moment(tip))
        me.until(f"document.querySelector('[data-tip={tip}]')", f"the tip {tip}")
        press(me, "[data-tip-close]")
        me.until(f"!document.querySelector('[data-tip={tip}]')")
        me.rest()
        assert me.page.locator("[data-tip]").count() == 0, "one moment has one tip"
    told = me.page.evaluate("JSON.parse(localStorage['tiefenthal-tips'])")
    assert sorted(told) == sorted(key.removeprefix("tip.") for key in TIPS)


def test_an_evening_has_three_tips_at_most(visit: Visit) -> None:
    """Also if somebody comes back in the middle of it."""
    me = visit("desk", painted=False)
    sit_down(me, 2, 1)
    guided(me, [])
    for tip in ("arrival", "draft", "planning"):
        pose(me, moment(tip, evening=1))
        me.until(f"document.querySelector('[data-tip={tip}]')", f"the tip {tip}")
    for evening, tips in ((1, 0), (2, 1)):
        me.page.reload()
        me.until("document.querySelector('.tv-stage')")
        me.rest()
        pose(me, moment("serving", evening=evening))
        me.until("document.querySelector('.tv-tables')", "the serving")
        me.rest()
        assert me.page.locator("[data-tip=serving]").count() == tips, f"evening {evening}"
