"""Every mistake in an edition file is reported, on its line, in a sentence."""

import pickle
from pathlib import Path

import pytest

from tests.figures import FIGURES
from tiefenthal.engine.components import EditionError, load_edition, parse_edition
from tiefenthal.engine.components.problems import mistake


def broken(text: str) -> EditionError:
    with pytest.raises(EditionError) as caught:
        parse_edition(text, "mine.toml")
    return caught.value


def change(text: str, old: str, new: str) -> tuple[str, int]:
    """The text with its first `old` replaced, and the line where that stands."""
    at = text.index(old)
    return text[:at] + new + text[at + len(old) :], text.count("\n", 0, at) + 1


# old, new, key, part of the reason
SINGLE = [
    ("format = 1", "format = 2", "format", "must be 1, not 2"),
    ('name = "my-box"', 'name = "My box"', "name", "lower-case"),
    ('name = "my-box"', "name = 3", "name", "not 3"),
    ('title = "My own box"', 'title = ""', "title", "1 to 100 letters"),
    ("rounds = 8", "rounds = 7", "supply.rounds", "must be 8, not 7"),
    ("rounds = 8", 'rounds = "8"', "supply.rounds", "must be 8, not a text"),
    ("rounds = 8", "rounds = 8.0", "supply.rounds", "a number with a fraction"),
    ("rounds = 8", "rounds = true", "supply.rounds", "not true"),
    ("rounds = 8", "rounds = 1979-05-27", "supply.rounds", "a date or time"),
    ("players = [2, 4]", "players = [2, 5]", "supply.players", "must be [2, 4]"),
    ("nobles = 61", "nobels = 61", "supply.nobels", 'did you mean "nobles"?'),
    ("tavern_cards_each = 16", "tavern_cards_each = 2", "supply.tavern_cards_each", "from 4 to 20"),
    ("price = 1,", "price = 0,", "cards.bard.price", "from 1 to 60"),
    ("points = 0", "points = -1", "cards.bard.points", "not -1"),
    ("yields = [0, 1]", "yields = [0]", "areas.server.yields", "must have 2 numbers, not 1"),
    ("yields = [1, 3]", "yields = [3, 1]", "areas.cashbox.yields", "may not be worse"),
    ("yields = [1, 3]", "yields = 3", "areas.cashbox.yields", "a list of 2 whole numbers, not 3"),
    ("yields = [3, 4]", "yields = [3, 5]", "areas.tables.yields", "more than 20 tables"),
    ("yields = [3, 4]", "yields = [0, 4]", "areas.tables.yields", "at least 1 table"),
    ("price = 10, yields", "price = 10, discount = 2, yields", "areas.cashbox.discount", "no special offer"),
    ("{ die = 2, pays = 2 }", "{ die = 7, pays = 2 }", "regulars.cards[1].die", "from 1 to 6, not 7"),
    ("{ die = 2, pays = 1 }", "{ die = 2, pays = 10 }", "regulars.cards[5].pays", "from 0 to 9, not 10"),
    ("{ die = 2, pays = 2 }", "5", "regulars.cards[1]", "must be a table"),
    ("{ die = 4, pays = 1 }", "{ die = 4, pay = 1 }", "regulars.cards[7].pay", 'did you mean "pays"?'),
    ("beer_price = [9, 14, 18]", "beer_price = [9, 8, 18]", "noble.beer_price", "may not cost less"),
    ("3 = 1, 4 = 1", "3 = -1, 4 = 1", "guests.points_by_cost.3", "not -1"),
    ('bonus = "2 thalers"', 'bonus = "2 talers"', "guests.cards[8].bonus", 'did you mean "2 thalers"?'),
    ('bonus = "2 thalers"', 'bonus = "3 taler"', "guests.cards[8].bonus", 'did you mean "3 thalers"?'),
    ('bonus = "2 thalers"', 'bonus = "12 thalers"', "guests.cards[8].bonus", "unknown words"),
    ('bonus = "2 thalers"', 'bonus = "0 thalers"', "guests.cards[8].bonus", "unknown words"),
    ('bonus = "2 thalers"', 'bonus = ""', "guests.cards[8].bonus", "nothing"),
    ('bonus = "2 thalers"', "bonus = 2", "guests.cards[8].bonus", "not 2"),
    ('bonus = "2 thalers"', 'bonus = "schnapps"', "guests.cards[8].bonus", "module 2"),
    ('bonus = "2 thalers"', 'bonus = "1 reputation"', "guests.cards[8].bonus", "module 3"),
    ('bonus = "2 thalers"', 'bonus = "bard"', "guests.cards[8].bonus", "module 3"),
    ('bonus = "2 thalers"', 'bonus = "2 thalers", points = -2', "guests.cards[8].points", "not -2"),
    ("{ cost = 3, die = 2", "{ cost = 2, die = 2", "guests.cards[1].cost", "from 3 to 8"),
    ('bonus = "schnapps", module = 3', 'bonus = "schnapps", module = 2', "guests.cards[35].module", "1 or 3"),
    ("{ cost = 4, die = 3, pays = 3, bonus = \"schn", "{ cost = 3, die = 3, pays = 3, bonus = \"schn",
     "guests.cards[35].cost", "open pile"),
    ('2 = "barback"', '2 = "3 monastery"', "monastery.2", "never stop"),
    ('2 = "barback"', '2 = "2 reputation"', "monastery.2", "module 3"),
    ('2 = "barback"', '2 = "schnapps"', "monastery.2", "module 2"),
    ('2 = "barback"', '2 = "barbak"', "monastery.2", 'did you mean "barback"?'),
    ('22 = "noble" # HOUSE', '22 = "noble"\n23 = "noble"', "monastery.23", "unknown key"),
    ("schnapps_printed = { 2 = 1,", "schnapps_printed = { 1 = 1,", "round_track.schnapps_printed.1", "rounds 2 to 8"),
    ("schnapps_tiles = { 3 = 2,", "schnapps_tiles = {", "round_track.schnapps_tiles", "3 schnapps tiles, not 2"),
    ('2 = "3-beer guest | barback"', '2 = "4-beer guest | barback"', "round_track.summer.2", '"3-beer guest"?'),
    ('2 = "3-beer guest | barback"', '2 = "bard"', "round_track.summer.2", "winter side"),
    ('2 = "3-beer guest | barback"', '2 = "entertainer fire"', "round_track.summer.2", "winter side"),
    ('2 = "3-beer guest | barback"', '2 = "die | die"', "round_track.summer.2", "twice"),
    ('2 = "3-beer guest | barback"', '2 = "die | table | server"', "round_track.summer.2", "two sides, not 3"),
    ('2 = "3-beer guest | barback"', '2 = "die | free upgrade"', "round_track.summer.2", "part of a choice"),
    ("thalers = { schnapps = 1, gain = 2 }", "thalers = { schnapps = 0, gain = 2 }",
     "entertainers.money.thalers.schnapps", "from 1 to 9"),
    ("upgrade = { schnapps = 5 }", "upgrade = { schnapps = 5, gain = 1 }", "entertainers.fire.upgrade.gain", "unknown"),
    ('2 = "2 points"', '2 = "2 reputation"', "reputation.2", "cannot stand on the ring"),
    ('2 = "2 points"', '2 = "2"', "reputation.2", "unknown words"),
    ('1 = ["server", "table", "brewer"]', "1 = []", "start_cards.1", "gives something"),
    ('1 = ["server", "table", "brewer"]', '1 = ["server", 4]', "start_cards.1[2]", "must be a text"),
    ('1 = ["server", "table", "brewer"]', '1 = ["server", "noble"]', "start_cards.1[2]", "unknown words"),
    ('1 = ["server", "table", "brewer"]', '1 = ["safe upgraded", "safe upgraded"]', "start_cards.1", "twice"),
    ('"table", "beer storage upgraded", ', '"table", ', "start_cards.5", "holds 2 here"),
    ('"3 monastery steps"', '"3 monastery stops"', "start_cards.3[1]", 'did you mean "3 monastery steps"?'),
    ('1 = ["server", "table", "brewer"]', f"1 = {['server'] * 5}", "start_cards.1", "20 x server, not 16"),
    ('columns = ["3/4",', 'columns = ["3",', "guest_book.columns", 'must be ["3/4", "5", "6", "7/8"]'),
    ('2 = ["barback", "schnapps", ', '2 = ["barback", ', "guest_book.2", "4 columns, not 3"),
    ('2 = ["barback", ', '2 = ["barsnack", ', "guest_book.2[1]", 'did you mean "barback"?'),
    ('source = "rulebook"', 'source = "rulebok"', "supply.source", 'did you mean "rulebook"?'),
    ('sources = { pays = "inferred" }', 'sources = { pay = "inferred" }', "regulars.sources.pay", 'mean "pays"?'),
    ('sources = { pays = "inferred" }', 'sources = "inferred"', "regulars.sources", "a table of keys and sources"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "reason"), SINGLE, ids=[f"{case[2]}-{case[1][:20]}" for case in SINGLE])
def test_one_mistake(template: str, old: str, new: str, key: str, reason: str) -> None:
    text, line = change(template, old, new)
    line += new.count("\n")
    problems = [problem for problem in broken(text).problems if problem.key == key]
    assert len(problems) == 1
    assert problems[0].line == line
    assert reason in problems[0].reason


# old, new, key, part of the reason; the line is that of the table or list which is short
COUNTS = [
    ("  { die = 4, pays = 1 }, # HOUSE: die, points\n", "", "regulars.cards", "7 regulars, not 6"),
    ("  { cost = 3, die = 2, pays = 3, copies = 2 },", "", "guests.cards", "8 guests for 3 beer in module 1, not 6"),
    ("{ cost = 7, die = 2, pays = 7 }", "{ cost = 8, die = 2, pays = 7 }", "guests.cards", "4 guests for 7 beer"),
    ("{ cost = 7, die = 2, pays = 7 }", "{ cost = 8, die = 2, pays = 7 }", "guests.cards", "4 guests for 8 beer"),
    (
        'bonus = "schnapps", module = 3',
        'bonus = "schnapps", module = 3, copies = 2',
        "guests.cards",
        "module 3, not 11",
    ),
    ('21 = "nothing" # HOUSE\n', "", "monastery.21", "missing"),
    ('8 = "free upgrade"\n', "", "round_track.summer.8", "missing"),
    ('8 = "free upgrade"', '8 = "counter guest"', "round_track.summer", "4 spaces give a counter guest"),
    ('"entertainer juggler"', '"entertainer fire"', "round_track.winter", '"entertainer juggler" must stand'),
    ('"entertainer juggler"', '"entertainer fire"', "round_track.winter", '"entertainer fire" must stand'),
    ('9 = "7 points"', '9 = "6 points"', "reputation", "the numbered spaces must be 1 to 8"),
    ('7 = "schnapps"', '7 = "crown"', "reputation", 'exactly one space must be "schnapps", not 0'),
    ('7 = "schnapps"', '7 = "crown"', "reputation", 'exactly one space must be "crown", not 2'),
    ('4 = "signature"', '4 = "schnapps"', "reputation", 'exactly one space must be "signature", not 0'),
    ('7 = ["dishwasher", "cashbox upgraded", "remove 1 regular"]\n', "", "start_cards.7", "missing"),
]


@pytest.mark.parametrize(("old", "new", "key", "reason"), COUNTS)
def test_wrong_counts(template: str, old: str, new: str, key: str, reason: str) -> None:
    text, _ = change(template, old, new)
    found = [p for p in broken(text).problems if p.key == key and reason in p.reason]
    assert len(found) == 1
    head = key.partition(".")[0]
    wanted = {
        "regulars.cards": "cards = [",
        "guests.cards": "cards = [",
        "round_track.summer": "[round_track.summer]",
        "round_track.summer.8": "[round_track.summer]",
        "round_track.winter": "[round_track.winter]",
    }.get(key, f"[{head}]")
    assert text.split("\n")[found[0].line - 1].startswith(wanted)


def test_crown_must_be_last(template: str) -> None:
    text = template.replace('11 = "schnapps | service denied"', '11 = "crown"')
    text = text.replace('12 = "crown"', '12 = "schnapps | service denied"')
    assert [(p.key, p.reason) for p in broken(text).problems] == [("reputation.12", "the crown must be the last space")]


def test_the_ring_begins_with_1(template: str) -> None:
    text = template.replace('4 = "signature"', '4 = "3 points"').replace('3 = "3 points"', '3 = "2 points"', 1)
    text = text.replace('2 = "2 points"', '2 = "1 point"', 1).replace('1 = "1 point"', '1 = "signature"', 1)
    assert [p.key for p in broken(text).problems] == ["reputation.1"]


def test_a_missing_table_is_one_problem(template: str) -> None:
    start = template.index("[monastery]")
    text = template[:start] + template[template.index("[round_track]") :]
    assert [(p.key, p.line) for p in broken(text).problems] == [("monastery", 1)]


def test_a_table_that_is_none(template: str) -> None:
    start = template.index("[noble]")
    text = template[:start] + template[template.index("# How many guests") :]
    text, line = change(text, "format = 1", "noble = 5\nformat = 1")
    assert [(p.line, p.key, p.reason) for p in broken(text).problems] == [(line, "noble", "must be a table, not 5")]


def test_a_figure_without_a_source(template: str) -> None:
    text, _ = change(template, 'source = "rulebook"\n', "")
    problem = broken(text).problems[0]
    assert problem.key == "supply"
    assert "no source for supply.players" in problem.reason


def test_many_mistakes_at_once(template: str) -> None:
    text = template
    lines = []
    for old, new in (
        ("rounds = 8", "rounds = 9"),
        ("nobles = 61", 'nobles = "many"'),
        ("price = 10, yields", "prize = 10, yields"),
        ("{ die = 2, pays = 2 }", "{ die = 0, pays = 2 }"),
        ("{ cost = 3, die = 2, pays = 3, copies = 2 }", "{ cost = 3, die = 9, pays = 3, copies = 3 }"),
        ('4 = "2 thalers"', '4 = "2 dollars"'),
        ('12 = "crown"', '12 = "clown"'),
        ('2 = ["barback",', '2 = ["barback", "noble",'),
    ):
        text, line = change(text, old, new)
        lines.append(line)
    error = broken(text)
    assert set(lines) <= {problem.line for problem in error.problems}
    assert [problem.line for problem in error.problems] == sorted(problem.line for problem in error.problems)
    keys = [problem.key for problem in error.problems]
    assert "areas.cashbox.prize" in keys
    assert "areas.cashbox.price" in keys
    assert "guests.cards" in keys  # nine guests for 3 beer
    shown = str(error).split("\n")
    assert len(shown) == len(error.problems)
    assert shown[0] == f"mine.toml:{lines[0]}: supply.rounds: must be 8, not 9"


def test_syntax_error_has_its_line(template: str) -> None:
    text, line = change(template, "rounds = 8", "rounds = = 8")
    error = broken(text)
    assert [(p.line, p.key) for p in error.problems] == [(line, "")]
    assert "not valid TOML" in str(error)


def test_syntax_error_at_the_end(template: str) -> None:
    error = broken(template + '\nx = "abc')
    assert error.problems[0].line == template.count("\n") + 2


def test_a_key_given_twice(template: str) -> None:
    error = broken(template.replace("rounds = 8", "rounds = 8\nrounds = 8"))
    assert "overwrite" in error.problems[0].reason


@pytest.mark.parametrize(
    "text", ["[" * 5000, "x = " + "[" * 5000, "x = " + "9" * 5000, "x = \ud800", "\x00", "a" * 200_000]
)
def test_hostile_texts(text: str) -> None:
    broken(text)


def test_an_odd_key_stays_on_one_line(template: str) -> None:
    error = broken(template + '"a\\nb" = 1\n"' + "long" * 50 + '" = 2\n')
    assert len(str(error).split("\n")) == 2
    assert max(len(line) for line in str(error).split("\n")) < 120


def test_the_name_of_the_built_in_edition_is_taken(template: str) -> None:
    same = template.replace('name = "my-box"', 'name = "reference"')
    assert parse_edition(same).digest == FIGURES.digest
    other, _ = change(same, "nobles = 61", "nobles = 60")
    problem = broken(other).problems[0]
    assert problem.key == "name"
    assert other.split("\n")[problem.line - 1] == 'name = "reference"'


def test_files(tmp_path: Path, template: str) -> None:
    good = tmp_path / "good.toml"
    good.write_text(template, encoding="utf-8")
    assert load_edition(good).digest == FIGURES.digest
    assert load_edition(str(good)).name == "my-box"
    # as Windows editors save it
    good.write_bytes(b"\xef\xbb\xbf" + template.replace("\n", "\r\n").encode())
    assert load_edition(good).digest == FIGURES.digest
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'format = 1\ntitle = "b\xfcro"\n')
    for path, line, reason in (
        (tmp_path / "none.toml", 0, "no such file"),
        (tmp_path, 0, "folder"),
        (latin, 2, "UTF-8"),
        (good / "below", 0, "cannot be read"),
        (Path("nul\0byte"), 0, "cannot be read"),
    ):
        with pytest.raises(EditionError) as caught:
            load_edition(path)
        (problem,) = caught.value.problems
        assert problem.line == line
        assert reason in problem.reason
        assert str(caught.value).startswith(str(path))


def test_the_error_survives_pickling() -> None:
    error = EditionError([mistake(3, "a.b", "unknown-key", near="c")], "x.toml")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == 'x.toml:3: a.b: unknown key; did you mean "c"?'
    assert again.problems == error.problems
    assert isinstance(error, ValueError)
