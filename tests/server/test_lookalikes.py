"""Nobody at a table can look like somebody else there."""

import pytest

from tiefenthal.server.lookalikes import apart, skeleton


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Аnnа"),  # Cyrillic А and а
        ("Anna", "Ａnna"),  # of full width
        ("Anna", "Αnna"),  # Greek
        ("Ivo", "lvo"),
        ("Modern", "Modem"),
        ("paypal", "раураl"),
        ("Ольга", "Oльгa"),  # the other way round
        ("Zoë", "Zoe\u0308"),
        ("𝐁𝐞𝐧", "Ben"),
    ],
)
def test_names_that_look_alike_are_toldapart(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)
    assert apart(name, [other]) == f"{name} 2"
    assert apart(other, [name]) == f"{other} 2"
    assert apart(other, [name, f"{name} 2"]) == f"{other} 3"


@pytest.mark.parametrize(("name", "other"), [("Anna", "Hanna"), ("Zoë", "Zoe"), ("Ben", "Ban"), ("张伟", "张偉")])
def test_others_keep_their_names(name: str, other: str) -> None:
    assert apart(name, [other]) == name
