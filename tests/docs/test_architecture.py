"""The arrows of docs/architecture.md are the imports in the sources."""

from scripts.write_architecture import PAGE, direct, floor, page, reached, text


def test_the_page_shows_who_uses_whom() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_what_is_reached_through_another_room_is_left_out() -> None:
    assert text({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == "```\n3  a        ─► b\n2  b        ─► c\n1  c\n```\n"


def test_nothing_goes_in_a_circle() -> None:
    uses = direct()
    assert {"engine", "players", "server", "app"} <= uses.keys()
    assert [room for room in uses if room in reached(uses, room)] == []


def test_the_house_is_small() -> None:
    uses = direct()
    assert len(uses) + len({"browser"}) <= 9
    assert max(floor(uses, room) for room in uses) <= 7


def test_the_game_does_not_know_the_lab() -> None:
    assert [room for room, used in direct().items() if "lab" in used] == []


def test_the_page_fits_a_page() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 110
