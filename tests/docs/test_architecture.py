"""The arrows of docs/architecture.md are the imports in the sources."""

from scripts.write_architecture import PAGE, direct, page, reached, text


def test_the_page_shows_who_uses_whom() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_what_is_reached_through_another_part_is_left_out() -> None:
    assert (
        text({"a": {"b", "c"}, "b": {"c"}, "c": set()})
        == "```\na        ─► b\nb        ─► c\nimport no other part: c\n```\n"
    )


def test_nothing_goes_in_a_circle() -> None:
    uses = direct()
    assert {"rules", "components", "server", "cli"} <= uses.keys()
    assert [part for part in uses if part in reached(uses, part)] == []


def test_the_page_fits_a_page() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 110
