"""An owner enters a whole box by keyboard, leaves and comes back, is told what is wrong, keeps the edition, plays
a game with it to its end, and somebody else verifies the record with the downloaded file."""

from pathlib import Path

import pytest

from harness.browser.table import begin, check_end, moment, press, skip_to_end
from harness.browser.visitor import Visit, Visitor
from tests.box.boxes import other_box
from tests.browser.box_typing import Typist
from tests.browser.looking import speak
from tiefenthal import i18n
from tiefenthal.engine.box import left, make_edition, steps
from tiefenthal.engine.components import parse_edition
from tiefenthal.engine.record.notation import read_record
from tiefenthal.engine.replay import verify

ALL = {"modules": 5}


def open_box(me: Visitor) -> None:
    me.go("/box")
    me.until("document.querySelector('[data-field], #box-name')", "the box is open")


def sentence(me: Visitor, field: str) -> str:
    """What is said at a field."""
    me.until(f"document.querySelector('[data-field=\"{field}\"][aria-invalid=true]')", f"{field} is wrong")
    name = me.page.get_attribute(f"[data-field='{field}']", "aria-describedby")
    return me.page.inner_text(f"[id='{name}']")


def test_a_whole_box_a_game_with_it_and_its_record(visit: Visit, tmp_path: Path) -> None:
    me = visit(painted=False)
    me.remember(ALL)
    answers = other_box()
    typist = Typist(me, answers)
    me.go("/")
    press(me, ".start-foot a[href='/box']")
    me.until("document.querySelector('[data-field]')")

    # Leaving in the middle and coming back loses nothing, and leads to where one was.
    typist.enter_all(last="guests-4")
    me.until("document.querySelector('[data-step=\"guests-5\"][aria-current=step]')")
    entered = {field.id for step in steps()[:5] for field in step.fields() if field.asked}
    open_left = left({name: answers[name] for name in entered})
    me.go("/rules")
    open_box(me)
    me.until(f"document.querySelector('[data-left]')?.dataset.left === '{open_left}'", "nothing is lost")
    typist.enter_all(first="guests-5", last="guests-late")
    me.page.reload()
    me.until("document.querySelector('[data-step=\"monastery\"][aria-current=step] ')")
    me.until("document.activeElement?.dataset.field === 'monastery.1'")
    typist.enter_all(first="monastery")
    me.until(
        "document.querySelector('[data-left=\"0\"]') && document.querySelector('#box-name')", "everything is there"
    )

    me.page.fill("#box-name", "Ada’s own box")
    press(me, "[data-box=keep]")
    me.until("document.querySelector('[data-box=download]')", "the edition is kept")
    with me.page.expect_download() as download:
        me.page.click("[data-box=download]")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "adas-own-box.toml"
    edition = parse_edition(file.read_text("utf-8"), str(file))
    assert edition.title == "Ada’s own box"
    assert "house" not in edition.source.values()

    press(me, "[data-box=play]")
    me.until("document.querySelector('.start')")
    table = begin(me)
    me.until("document.querySelector('.tv-tools [data-open=edition]')?.textContent.includes('adas-own-box')")
    press(me, ".tv-tools [data-open=edition]")
    me.until("document.querySelectorAll('.box-differs').length >= 7", "what differs is shown")
    assert "Ada’s own box" in me.page.inner_text(".box-window")
    row = me.page.locator(".box-differs[data-part=areas] tr", has_text="Safe").first.inner_text()
    assert str(answers["areas.safe.price"]) in row
    me.page.keyboard.press("Escape")
    me.until("!document.querySelector('.box-window')")
    assert not moment(me)["over"]
    skip_to_end(me)
    check_end(me, table)

    # Elsewhere: the record is verified without the server, and was played with the figures of the file.
    text = me.context.request.get(f"/api/records/{table}/text").text()
    found = verify(text)
    assert found.over
    assert found.follows_seed
    assert read_record(text).edition.digest == edition.digest


@pytest.mark.parametrize("language", ["en", "uk"])
def test_wrong_figures_get_a_sentence_at_the_field(visit: Visit, language: str) -> None:
    me = visit(painted=False)
    me.remember(ALL, language=language)
    words = i18n.catalogue(language)
    open_box(me)
    places = """() => [...document.querySelectorAll(".box-row:first-child [data-field]")].map((one) => {
        const at = one.getBoundingClientRect();
        const row = one.closest(".box-row").getBoundingClientRect();
        return [at.x - row.x, at.y - row.y, at.width].map(Math.round);
    })"""
    before = me.page.evaluate(places)
    me.page.fill("[data-field='cards.barback.price']", "61")
    said = sentence(me, "cards.barback.price")
    price = words.say("box.what.price").capitalize()
    assert said == words.say("box.label", figure=price, answer=words.say("box.wrong.number", low=1, high=60))
    assert me.page.evaluate(places) == before  # no field moves or grows
    me.page.fill("[data-field='cards.barback.price']", "2")
    me.until("!document.querySelector('[aria-invalid=true]')")
    # What only several figures together show, as soon as all of them are entered.
    answers = {name: answer for name, answer in other_box().items() if name.startswith("reputation.")}
    answers["reputation.3"] = "crown"
    me.page.evaluate(
        "(answers) => localStorage.setItem('tiefenthal-box', JSON.stringify({ answers, at: "
        f"{[step.id for step in steps()].index('ring')} }}))",
        answers,
    )
    me.page.reload()
    said = sentence(me, "reputation.3")
    assert said.split(": ", 1)[1].startswith(words.say("box.wrong.ring-once", n=2, space="").split("2")[0])
    assert me.page.locator("[data-step=ring].bad").count() == 1


def test_everything_that_can_be_chosen_has_a_key_of_its_own(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember(ALL)
    open_box(me)
    lists = {field.choices: (step.id, field.id) for step in steps() for field in step.fields() if field.choices}
    assert len(lists) == 6
    for step, field in lists.values():
        press(me, f"[data-step='{step}']")
        me.page.focus(f"[data-field='{field}']")
        for language in i18n.CODES:
            speak(me, language)
            keys = me.page.evaluate("[...document.querySelectorAll('[data-key]')].map((one) => one.dataset.key)")
            assert all(len(key) == 1 for key in keys), (field, language, keys)
            assert len(set(keys)) == len(keys) >= 5, (field, language, keys)


def test_by_touch_on_a_phone(visit: Visit) -> None:
    """Beside the open box: fields and choices are pressed, nothing is wider than the screen."""
    me = visit("phone", painted=False)
    me.remember(ALL)
    open_box(me)
    for step, field in (("guests-4", "guests.4.1.bonus"), ("winter", "round_track.winter.3")):
        press(me, f"[data-step='{step}']")
        press(me, f"[data-field='{field}']")
        me.until("document.querySelector('.box-palette')")
    press(me, "[data-choice='die']")
    press(me, "[data-choice='bard']")
    me.until("JSON.parse(localStorage['tiefenthal-box']).answers['round_track.winter.3'] === 'die | bard'")
    press(me, "[data-step='guests-4']")
    press(me, "[data-field='guests.4.1.bonus']")
    press(me, "[data-choice='{n} thalers']")
    press(me, "[data-amount='3']")
    me.until("JSON.parse(localStorage['tiefenthal-box']).answers['guests.4.1.bonus'] === '3 thalers'")
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_another_browser_of_mine_fetches_what_was_kept(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember(ALL)
    me.context.request.post("/api/session", data={"name": "Ada"}, headers={"origin": me.address})
    draft = {"title": "Hers", "answers": {"areas.safe.price": 8}}
    kept = me.context.request.put("/api/box/edition", data=draft, headers={"origin": me.address})
    assert kept.ok, kept.text()
    me.context.add_init_script("localStorage['tiefenthal-start'] ??= JSON.stringify({ met: true })")
    open_box(me)
    me.until("document.querySelector('.box-fetched')")
    press(me, "[data-step=areas]")
    me.until("document.querySelector('[data-field=\"areas.safe.price\"]')?.value === '8'")
    press(me, "[data-box=clear]")
    press(me, "[data-people=sure]")
    me.until(f"document.querySelector('[data-left]')?.dataset.left === '{left({})}'")
    # the one on the server is deleted by itself
    press(me, "[data-box=drop]")
    press(me, "[data-people=sure]")
    me.until("!document.querySelector('[data-box=drop]')")
    found = me.context.request.get("/api/box/edition")
    assert found.json() == {"edition": None}


def test_first_what_the_chosen_modules_need(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember({"modules": 2})
    open_box(me)
    rows = [row for step in steps() for row in step.rows]
    needed = [field for row in rows if row.module <= 2 for field in row.fields if field.asked]
    assert me.page.get_attribute("[data-left]", "data-left") == str(len(needed))
    names = me.page.evaluate("[...document.querySelectorAll('[data-step]')].map((one) => one.dataset.step)")
    assert names == [step.id for step in steps() if min(row.module for row in step.rows) <= 2]
    assert me.page.locator("[data-field='cards.bard.price']").count() == 0
    before = about(me)
    press(me, "[data-modules='5']")
    me.until("document.querySelectorAll('[data-step]').length === " + str(len(steps())), "all of them")
    assert me.page.get_attribute("[data-left]", "data-left") == str(left({}))
    assert before < about(me) < 60
    # with what two modules need the box is ready, and the others are offered
    answers = {field.id: other_box()[field.id] for field in needed}
    kept = {"answers": answers, "at": 99, "modules": 2}
    me.page.evaluate("(kept) => localStorage.setItem('tiefenthal-box', JSON.stringify(kept))", kept)
    me.page.reload()
    me.until("document.querySelector('#box-name') && document.querySelector('[data-left=\"0\"]')", "the end")
    assert "Everything your modules need is entered." in me.page.inner_text(".box-paper")
    press(me, "[data-box=more]")
    me.until("document.querySelector('[data-modules=\"5\"][aria-pressed=true]')", "the others")


def about(me: Visitor) -> int:
    """How many minutes are left, as the page says."""
    return int(me.page.inner_text(".box-left").split("about ")[1].split(" min")[0])


def test_a_friends_file_fills_in_and_shows_what_differs(visit: Visit, tmp_path: Path) -> None:
    me = visit(painted=False)
    me.remember(ALL)
    answers = other_box()
    file = tmp_path / "anna.toml"
    file.write_text(make_edition("Anna’s", answers).text, "utf-8")
    open_box(me)
    mine = {name: answers[name] for name in answers if name.startswith(("cards.", "areas."))}
    wrong = {"areas.safe.price": 1, "areas.monk.price": 2}
    me.page.evaluate(
        "(answers) => localStorage.setItem('tiefenthal-box', JSON.stringify({ answers, modules: 5 }))", mine | wrong
    )
    me.page.reload()
    me.until("document.querySelector('.box-friend')")
    me.page.set_input_files(".box-friend input[type=file]", str(file))
    me.until("document.querySelector('[data-friend=fill]')", "what it brings")
    said = me.page.inner_text(".box-friend")
    assert f"“Anna’s”: {len(answers)} numbers" in said
    assert "2 numbers differ" in said
    press(me, "[data-friend=fill]")
    me.until("document.querySelector('[data-left=\"0\"]')", "everything is filled in")
    press(me, "[data-step=areas]")
    me.until("document.querySelectorAll('[data-unlike]').length === 2", "what differs")
    assert str(answers["areas.safe.price"]) in me.page.inner_text("[data-unlike='areas.safe.price']")
    press(me, "[data-unlike='areas.safe.price'] [data-friend=take]")
    press(me, "[data-unlike='areas.monk.price'] [data-friend=mine]")
    me.until("!document.querySelector('[data-unlike]')", "nothing is left to be checked")
    me.page.reload()
    me.until("document.querySelector('.box-friend') && !document.querySelector('[data-unlike]')", "it is remembered")
    found = me.page.evaluate("JSON.parse(localStorage['tiefenthal-box']).answers")
    owned = make_edition("Mine", answers | {"areas.monk.price": 2})
    assert make_edition("Mine", found).digest == owned.digest  # whatever the order of its cards
    press(me, "[data-friend=close]")
    me.until("!document.querySelector('.box-friend')", "it is put away")
