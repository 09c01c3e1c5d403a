"""Golden records: whole games that replay to the exact score for ever, one for each set-up with the edition of the
tests, and some with each edition that was built in after it."""

from pathlib import Path

import pytest

from tests.figures import DIGEST
from tests.setups import ALL_SETUPS
from tiefenthal import Game, verify
from tiefenthal.engine.components import load_edition

FOLDER = Path(__file__).parent / "golden"

# Written here as well as in the files, so that a file cannot be renewed unnoticed.
SCORES = {
    (2, 1): [100, 16],
    (2, 2): [82, 2],
    (2, 3): [151, 17],
    (2, 4): [137, 22],
    (2, 5): [174, 14],
    (3, 1): [98, 2, 99],
    (3, 2): [111, 3, 95],
    (3, 3): [106, 22, 140],
    (3, 4): [110, 12, 127],
    (3, 5): [182, 42, 179],
    (4, 1): [106, 5, 126, 99],
    (4, 2): [99, 3, 100, 118],
    (4, 3): [127, 24, 128, 119],
    (4, 4): [109, 18, 134, 129],
    (4, 5): [205, 12, 178, 188],
}
LATER = {
    ("76abffb7", 2, 1): [114, 16],
    ("76abffb7", 3, 3): [127, 31, 116],
    ("76abffb7", 4, 5): [152, 8, 187, 156],
    ("363fb2c0", 2, 1): [117, 41],
    ("363fb2c0", 3, 3): [153, 38, 143],
    ("363fb2c0", 4, 5): [179, 46, 203, 200],
    ("995b271f", 2, 1): [75, 6],
    ("995b271f", 3, 3): [118, 9, 131],
    ("995b271f", 4, 5): [185, 8, 164, 207],
}
"""By the digest of the edition, which every record names."""


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_a_golden_record_replays_to_the_exact_score(players: int, modules: int) -> None:
    check(f"{players}-players-module-{modules}.txt", DIGEST[:16], players, modules, SCORES[players, modules])


@pytest.mark.parametrize(("digest", "players", "modules"), LATER)
def test_so_does_one_of_a_later_edition(digest: str, players: int, modules: int) -> None:
    name = f"{digest}-{players}-players-module-{modules}.txt"
    check(name, digest, players, modules, LATER[digest, players, modules])


def test_the_built_in_edition_has_golden_records() -> None:
    digest = load_edition().digest
    assert digest == DIGEST or digest[:8] in [later[0] for later in LATER], "python -m tests.records.write_golden"


def check(name: str, digest: str, players: int, modules: int, scores: list[int]) -> None:
    """Every decision legal, every outcome from the seed, every digest and score as they were."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    verdict = verify(text)
    assert verdict.over
    assert verdict.follows_seed is True
    assert verdict.scores == scores
    game = Game.from_record(text)
    assert (game.players, game.modules) == (players, modules)
    assert game.state.setup.edition.digest.startswith(digest)
    assert game.record == text
