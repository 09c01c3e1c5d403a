"""The scanner finds every key of a TOML text on its line."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiefenthal.engine.components.loader import reference_text
from tiefenthal.engine.components.locate import KeyPath, key_lines


def paths(value: object, base: KeyPath = ()) -> list[KeyPath]:
    """Every path of a parsed value."""
    found: list[KeyPath] = []
    items: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, inner in items:
        found.append((*base, key))
        found.extend(paths(inner, (*base, key)))
    return found


TEXT = '''\
# a comment with = and [brackets]
plain = 1
"quoted key" = "a # and \\" and ] } in a string"
'single.dot' = 'C:\\'
dotted.inner . "deep" = 2  # comment

[table]
list = [
  1, # one
  [2,
   3],
  { a = 4, b.c = 5, "d e" = [6] },
]
text = """
[not a table]
key = 1 \\""" still ""\"""
after = 7
raw = \'\'\'
[[neither]]
x = """ \'\'\'\'
empty = ""
date = 1979-05-27 07:32:00
float = 3.14

[table.sub."odd.name"]
deep = true

[[many]]
a = 1
[[many]]
a = 2
[many.inner]
b = 3
[[many.more]]
c = 4
'''


def test_every_form_of_key() -> None:
    lines = key_lines(TEXT)
    expected: dict[KeyPath, int] = {
        ("plain",): 2,
        ("quoted key",): 3,
        ("single.dot",): 4,
        ("dotted",): 5,
        ("dotted", "inner", "deep"): 5,
        ("table",): 7,
        ("table", "list"): 8,
        ("table", "list", 0): 9,
        ("table", "list", 1): 10,
        ("table", "list", 1, 1): 11,
        ("table", "list", 2): 12,
        ("table", "list", 2, "b", "c"): 12,
        ("table", "list", 2, "d e", 0): 12,
        ("table", "text"): 14,
        ("table", "after"): 17,
        ("table", "raw"): 18,
        ("table", "empty"): 21,
        ("table", "date"): 22,
        ("table", "float"): 23,
        ("table", "sub"): 25,
        ("table", "sub", "odd.name", "deep"): 26,
        ("many",): 28,
        ("many", 0, "a"): 29,
        ("many", 1): 30,
        ("many", 1, "a"): 31,
        ("many", 1, "inner", "b"): 33,
        ("many", 1, "more", 0, "c"): 35,
    }
    assert {path: lines.get(path) for path in expected} == expected


def test_it_finds_what_tomllib_finds() -> None:
    for text in (TEXT, reference_text()):
        assert set(key_lines(text)) == set(paths(tomllib.loads(text)))


def test_windows_line_ends() -> None:
    assert key_lines(TEXT.replace("\n", "\r\n")) == key_lines(TEXT)


def test_escapes_in_keys() -> None:
    assert key_lines('"a\\tb\\u00e9\\U0001F37A" = 1') == {("a\tb\u00e9\U0001f37a",): 1}


def test_a_header_after_its_sub_table() -> None:
    assert key_lines("[a.b]\nx = 1\n[a]\ny = 2\n")[("a",)] == 3


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "a = 1", "[a]", "a = []", "a = {}"])
def test_small_texts(text: str) -> None:
    assert set(key_lines(text)) == set(paths(tomllib.loads(text)))


SCALARS = st.one_of(
    st.integers(-99, 99).map(str),
    st.sampled_from(['"a"', "'b'", '"]}"', "'#'", '"\\""', "true", "1.5", '""', '"""\nx\n"""', "'''\n'''"]),
)
GAPS = st.sampled_from(["", " ", "\n", " # ]\n", "\n\n"])
KEYS = st.sampled_from(["a", "b", "c-d", '"e f"', "'g.h'", "1"])


@st.composite
def arrays(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(inner, max_size=4))
    return "[" + "".join(draw(GAPS) + item + draw(GAPS) + "," + draw(GAPS) for item in items) + "]"


@st.composite
def inline_tables(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    keys = draw(st.lists(KEYS, max_size=3, unique=True))
    return "{" + ", ".join(f"{key} = {draw(inner)}" for key in keys) + "}"


VALUES = st.recursive(SCALARS, lambda inner: st.one_of(arrays(inner), inline_tables(inner)), max_leaves=8)


@given(st.lists(st.tuples(KEYS, VALUES, GAPS), max_size=5, unique_by=lambda item: item[0]))
def test_any_value(items: list[tuple[str, str, str]]) -> None:
    text = "".join(f"{key} = {value}\n{gap.lstrip(' ')}" for key, value, gap in items)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = key_lines(text)
    assert set(lines) == set(paths(data))
    rows = text.split("\n")
    for key, _, _ in items:
        name = key.strip("'\"")
        assert rows[lines[(name,)] - 1].startswith(f"{key} = ")
