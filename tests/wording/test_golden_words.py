"""A replay, an analysis and a review as they are read in each language, and their numbers as it writes them."""

import re

import pytest

from tests.wording.told import golden, told
from tiefenthal.i18n import CODES


@pytest.mark.parametrize("code", CODES)
def test_what_is_said_is_what_was_read(code: str) -> None:
    said = told(code)
    assert said == golden(code).read_text("utf-8"), "read the difference; tests/wording/write_golden.py writes it"
    assert re.search(r"[{}_]", said) is None
    assert re.search(r": [^ ].*: .*: ", said.split("\n\n")[1]) is None, "no colon after a colon"


@pytest.mark.parametrize("code", CODES)
def test_numbers_are_written_as_the_language_does(code: str) -> None:
    said = golden(code).read_text("utf-8")
    wanted = {"fr": "1,9 point perdu", "uk": "35,3 очка", "de": "35,3 Punkte", "es": "35,3 puntos"}.get(
        code, "35.3 points"
    )
    assert wanted in said
    assert ("35,3" in said) == (not code.startswith("en"))
    assert re.search(r"\d%" if code.startswith("en") else r"\d\u00a0%", said)
