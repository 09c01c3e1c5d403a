"""Editions of one's own: names of kinds, source marks, digests, and what no text may do to the loader."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.figures import FIGURES
from tiefenthal.engine.components import Edition, EditionError, load_edition, parse_edition
from tiefenthal.engine.components.describe import describe_edition, is_house, new_edition_text
from tiefenthal.engine.components.kinds import (
    BARD,
    FIRST_REGULAR,
    GIVES_CARD,
    GIVES_ENTERTAINER,
    GIVES_GUEST,
    bonus,
)
from tiefenthal.engine.components.loader import DIGEST_FIELDS
from tiefenthal.engine.components.reader import SOURCES

TEMPLATE = new_edition_text(FIGURES.text)
BARE = re.sub(r" *# .*", "", TEMPLATE)  # no string of the file holds a "# "


def attempt(text: str) -> Edition | EditionError:
    """What comes of a text."""
    try:
        return parse_edition(text)
    except EditionError as error:
        return error


def with_change(old: str, new: str) -> Edition:
    assert old in TEMPLATE
    return parse_edition(TEMPLATE.replace(old, new, 1))


# --- the template


def test_the_template_is_the_reference_edition() -> None:
    edition = parse_edition(TEMPLATE)
    reference = FIGURES
    assert (edition.name, edition.title) == ("my-box", "My own box")
    assert edition.digest == reference.digest
    assert edition.source == reference.source
    assert edition.card_names == reference.card_names
    assert edition.text == TEMPLATE


def test_every_house_figure_is_marked_in_the_template() -> None:
    rows = TEMPLATE.split("\n")
    marked = [row for row in rows if "# HOUSE" in row and not row.startswith("#")]
    house = [key for key, source in load_edition().source.items() if source == "house"]
    # one line per regular and guest entry, tavern card, area, space and book row, and one for the points
    assert len(marked) == 7 + 44 + 6 + 5 + 19 + 3 + 1 + 3 + 1
    assert len(house) > len(marked)
    assert "cashbox " in next(row for row in marked if "price = 10" in row)
    assert not [row for row in marked if row.startswith(("rounds", "dishwasher   ", '12 = "crown"'))]


def test_the_description_has_every_figure_once() -> None:
    edition = FIGURES
    rows = [row for group in describe_edition(edition) for row in group.rows]
    assert sorted(row.key for row in rows) == sorted(edition.source)
    values = {row.key: (row.value, row.source) for row in rows}
    assert values["areas.cashbox.price"] == ("10 thalers", "house")
    assert values["areas.tables.discount"] == ("5 thalers per table card", "inferred")
    assert values["round_track.summer.2"] == ("3-beer guest | barback", "rulebook")
    assert values["start_cards.5"][0] == "bard, table, beer storage area upgraded, beer storage filled to 5"
    assert values["guests.g7.4.6.3-thalers.bonus"] == ("3 thalers", "rulebook")


def test_is_house() -> None:
    edition = load_edition()
    assert is_house(edition, "areas.cashbox.price")
    assert not is_house(edition, "areas.cashbox.yields")
    assert is_house(edition, "areas.cashbox")
    assert not is_house(edition, "supply")
    with pytest.raises(KeyError):
        is_house(edition, "areas.cellar")


# --- names and marks


def test_points_of_its_own_are_in_the_name() -> None:
    edition = with_change("{ cost = 7, die = 2, pays = 7 }", "{ cost = 7, die = 2, pays = 7, points = 6 }")
    assert edition.points[edition.kind_of["g7.2.7.6p"]] == 6
    same = with_change("{ cost = 7, die = 2, pays = 7 }", "{ cost = 7, die = 2, pays = 7, points = 4 }")
    assert same.digest == FIGURES.digest


def test_equal_guests_merge() -> None:
    edition = with_change("{ cost = 4, die = 3, pays = 4 }", "{ cost = 4, die = 2, pays = 4 }")
    kind = edition.kind_of["g4.2.4"]
    assert edition.guest_copies[kind] == 2
    assert edition.card_count == FIGURES.card_count - 1
    apart = with_change(
        "  { cost = 3, die = 2, pays = 3, copies = 2 },",
        "  { cost = 3, die = 2, pays = 3 },\n  { cost = 3, die = 2, pays = 3 },",
    )
    assert apart.digest == FIGURES.digest


def test_merged_guests_keep_the_weaker_mark() -> None:
    edition = with_change(
        "  { cost = 3, die = 2, pays = 3, copies = 2 },",
        '  { cost = 3, die = 2, pays = 3, source = "box" },\n  { cost = 3, die = 2, pays = 3 },',
    )
    assert edition.source["guests.g3.2.3.die"] == "house"


def test_a_guest_of_module_3_like_one_of_module_1() -> None:
    edition = with_change('bonus = "schnapps", module = 3', 'bonus = "dishwasher", module = 3')
    assert edition.guest_module[edition.kind_of["g4.3.3.dishwasher"]] == 1
    assert edition.guest_module[edition.kind_of["g4.3.3.dishwasher.m3"]] == 3


def test_two_schnapps() -> None:
    edition = with_change('bonus = "schnapps", module = 3', 'bonus = "2 schnapps", module = 3')
    assert "g4.3.3.2-schnapps" in edition.kind_of


def test_regulars_with_points() -> None:
    edition = with_change("{ die = 2, pays = 2 }", "{ die = 2, pays = 2, points = 1 }")
    assert edition.points[edition.kind_of["r2.2.1p"]] == 1
    assert edition.regulars[0] == FIRST_REGULAR


def test_marks_nearest_to_the_figure_count() -> None:
    edition = with_change("{ cost = 7, die = 2, pays = 7 }", '{ cost = 7, die = 2, pays = 7, source = "box" }')
    assert edition.source["guests.g7.2.7.pays"] == "box"
    assert edition.source["guests.g7.2.7.points"] == "house"  # from points_by_cost
    edition = with_change('copies = "rulebook",', 'copies = "rulebook", points_by_cost = "box",')
    assert edition.source["guests.g7.2.7.points"] == "box"
    edition = with_change('2 = "rulebook", 3', '2 = "rulebook", 4 = "box", 3')
    assert (edition.source["monastery.4"], edition.source["monastery.5"]) == ("box", "house")


def test_winter_may_differ_by_round() -> None:
    text = TEMPLATE.replace('"entertainer money"', '"x"').replace('"entertainer fire"', '"entertainer money"')
    at = text.rindex('7 = "die | barback"')
    text = text[:at] + text[at:].replace("die | barback", "entertainer fire", 1)
    edition = parse_edition(text.replace('"x"', '"bard | 3-beer guest"'))
    assert edition.winter[7] == [bonus(GIVES_ENTERTAINER, 1)]
    assert edition.winter[3] == [bonus(GIVES_ENTERTAINER, 0)]
    assert edition.winter[2] == [bonus(GIVES_CARD, BARD), bonus(GIVES_GUEST)]


# --- digests


def test_digest_is_of_the_figures_only() -> None:
    digest = FIGURES.digest
    for text in (
        BARE,
        TEMPLATE.replace("My own box", "Another title"),
        TEMPLATE.replace("my-box", "other"),
        TEMPLATE.replace('"house"', '"box"'),
        "\n\n" + TEMPLATE.replace(" = ", "  =  "),
        TEMPLATE.replace("\n", "\r\n"),
    ):
        assert parse_edition(text).digest == digest


def test_the_digest_leaves_out_no_field() -> None:
    outside = {"name", "title", "version", "digest", "text", "source", "card_names", "kind_of"}
    assert set(DIGEST_FIELDS) | outside == {field for field in dir(Edition) if not field.startswith("_")}
    assert not set(DIGEST_FIELDS) & outside


FIGURE = re.compile(r"(?<![\w.\"])\d+(?![\w.\"-])")


def figures() -> list[re.Match[str]]:
    """Every number that is a value: not the keys of tracks, nor the marks, nor the numbers inside words."""
    found = []
    for match in FIGURE.finditer(BARE):
        after = BARE[match.end() :].lstrip(" ")
        line = BARE[BARE.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not after.startswith("=") and line.count('"') % 2 == 0 and not line.startswith("format"):
            found.append(match)
    return found


NUMBERS = figures()
WORDS = [
    match
    for match in re.finditer(r'"[a-z0-9][a-z0-9 |-]*"', BARE)
    if match.start() > BARE.index("[supply]") and match.group().strip('"') not in SOURCES
]


@pytest.mark.parametrize("index", range(len(NUMBERS)))
def test_each_number_counts(index: int) -> None:
    """One more or one less is another game, or is refused."""
    match = NUMBERS[index]
    for step in (1, -1):
        value = int(match.group()) + step
        text = BARE[: match.start()] + str(value) + BARE[match.end() :]
        result = attempt(text)
        if isinstance(result, EditionError):
            assert result.problems
        else:
            assert result.digest != FIGURES.digest


def test_there_are_enough_figures() -> None:
    assert len(NUMBERS) > 240
    assert len(WORDS) > 100


@pytest.mark.parametrize("index", range(len(WORDS)))
def test_each_word_counts(index: int) -> None:
    """Any other word is another game, or is refused."""
    match = WORDS[index]
    accepted = 0
    for word in ("server", "table", "noble", "4 reputation", "die | server", "8 points", "remove 3 regulars", "box"):
        text = BARE[: match.start()] + f'"{word}"' + BARE[match.end() :]
        if text == BARE:
            continue
        result = attempt(text)
        if isinstance(result, EditionError):
            assert result.problems
        else:
            accepted += 1
            assert result.digest != FIGURES.digest
    before = BARE[: match.start()]
    if "[monastery]" in before and "[round_track]" not in before:
        assert accepted >= 2


# --- nothing but EditionError


def survives(text: str) -> None:
    result = attempt(text)
    if isinstance(result, EditionError):
        assert result.problems
        assert len(str(result).split("\n")) == len(result.problems)
        last = text.count("\n") + 1
        assert all(0 <= problem.line <= last for problem in result.problems)
    else:
        # what is accepted can be described and is whole
        assert describe_edition(result)
        assert len(result.card_names) == result.card_count == len(result.bonus)


VALUES = st.sampled_from(
    [
        *["-1", "0", "1", "7", "255", "256", "99999999999999999999", "1.5", "nan", "inf", "true", "1979-05-27"],
        *["[]", "{}", "[[]]", "[1, 2]", "[{}]", '{ source = "box" }', "{ sources = 1 }", '["bard"]', "07:32:00"],
        *['""', '"x"', "'''a\nb'''", '"noble"', '"2 thalers"', '"9 monastery"', '"schnapps | service denied"'],
        *['"|"', '"die|die"', '"counter guest"'],
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(NUMBERS) - 1), VALUES)
def test_any_value_for_a_number(index: int, value: str) -> None:
    match = NUMBERS[index]
    survives(BARE[: match.start()] + value + BARE[match.end() :])


@settings(max_examples=120, deadline=None)
@given(st.integers(0, BARE.count("\n") - 1), VALUES)
def test_any_value_for_a_line(number: int, value: str) -> None:
    rows = BARE.split("\n")
    key, equals, _ = rows[number].partition("=")
    rows[number] = f"{key}= {value}" if equals else rows[number]
    survives("\n".join(rows))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, BARE.count("\n") - 1), st.integers(0, BARE.count("\n") - 1)), max_size=4))
def test_lines_swapped_and_lost(swaps: list[tuple[int, int]]) -> None:
    rows = BARE.split("\n")
    for one, other in swaps:
        rows[one], rows[other] = rows[other], rows[one]
    if swaps:
        del rows[swaps[0][0]]
    survives("\n".join(rows))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(BARE)))
def test_cut_short(length: int) -> None:
    survives(BARE[:length])


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(BARE)), st.integers(0, 20), st.text(max_size=10))
def test_garbage_inside(at: int, lost: int, garbage: str) -> None:
    survives(BARE[:at] + garbage + BARE[at + lost :])


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_garbage(text: str) -> None:
    survives(text)
