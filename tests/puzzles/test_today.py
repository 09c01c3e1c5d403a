"""The puzzle of the day follows from the date and the collection, and comes round."""

import datetime

import pytest

from tests.cli.helpers import in_process
from tests.server.http.helpers import ask
from tiefenthal.players.puzzles import puzzle_of, puzzles
from tiefenthal.players.puzzles.today import today
from tiefenthal.server.http.endpoint import application, routes
from tiefenthal.server.http.puzzle_api import PuzzleApi

DAY = datetime.date(2026, 12, 24)
ONE_DAY = datetime.timedelta(days=1)


def test_the_date_alone_decides() -> None:
    some = puzzles()[:20]
    assert puzzle_of(DAY, some) == puzzle_of(DAY, some[::-1])
    assert puzzle_of(DAY, []) is None


def test_each_comes_once_before_any_comes_again() -> None:
    some = puzzles()[:20]
    first = datetime.date.fromordinal(DAY.toordinal() // len(some) * len(some))
    rounds = [[puzzle_of(first + ONE_DAY * (start + n), some) for n in range(len(some))] for start in (0, len(some))]
    for one in rounds:
        assert {found.id for found in one if found is not None} == {one.id for one in some}
    assert rounds[0] != rounds[1]


def test_the_list_names_it_and_changes_it_at_midnight() -> None:
    now = [datetime.datetime(2026, 12, 24, 23, 59, tzinfo=datetime.UTC).timestamp()]
    app = application(routes(PuzzleApi(lambda: now[0]).endpoints()))
    for day in (DAY, DAY + ONE_DAY):
        wanted = puzzle_of(day, puzzles())
        assert wanted is not None
        assert ask(app, "GET", "/api/puzzles").json()["today"] == wanted.id
        now[0] += 120


def test_pictures_are_small_and_say_what_is_on_the_table() -> None:
    answer = ask(application(routes(PuzzleApi().endpoints())), "GET", "/api/puzzles")
    found = answer.json()
    assert len(answer.content) < 200 * len(puzzles())
    assert len(found["pictures"]) == len(found["puzzles"]) == len(puzzles())
    for one, seen in zip(puzzles(), found["pictures"], strict=True):
        own = one.position["seats"][one.seat]
        assert seen["seat"] == one.seat + 1
        assert [found["cards"][place] for place in seen["tables"]] == own["seated"]
        assert list(seen["white"]) == own["white_dice"]
        assert list(seen["own"]) == own["coloured_dice"]
        assert list(map(int, seen["coaster"])) == (own["coaster"] if one.kind == "draft" else [])


def test_it_is_played_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: "q")
    before = puzzle_of(today(), puzzles())
    said = in_process(capsys, "puzzles", "play", "today", "--language", "en").out
    assert any(one is not None and one.id in said for one in (before, puzzle_of(today(), puzzles())))
