"""Records and positions say which figures and which version of the rules they follow, and mean that for ever."""

import pickle
from pathlib import Path

import pytest

from tests.figures import FIGURES
from tiefenthal import Game, new_game, verify
from tiefenthal.engine.components import load_edition, parse_edition
from tiefenthal.engine.components.loader import UNPINNED, reference_text
from tiefenthal.engine.record.notation import RecordError, read_record
from tiefenthal.engine.record.position import PositionError, state_from_position
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.version import FIRST_VERSION, KNOWN_VERSIONS, RULES_VERSION, UnknownRulesError

GOLDEN = (Path(__file__).parent / "golden" / "2-players-module-1.txt").read_text(encoding="utf-8")
DIGEST = load_edition().digest


def test_the_version_of_the_rules_is_one_that_is_known() -> None:
    assert KNOWN_VERSIONS[-1] == RULES_VERSION
    assert FIRST_VERSION == 1
    assert make_setup(2, 1, load_edition()).rules == RULES_VERSION


def test_a_record_names_both() -> None:
    head = new_game(seed=1).record.splitlines()
    assert f'[Rules "{RULES_VERSION}"]' in head
    assert f'[Edition "reference {DIGEST[:16]}"]' in head


@pytest.mark.parametrize("version", ["2", "0", "one", "99999999999", ""])
def test_a_record_of_rules_unknown_here_is_refused(version: str) -> None:
    text = GOLDEN.replace('[Rules "1"]', f'[Rules "{version}"]')
    with pytest.raises(RecordError, match=r"cannot be read: it follows version .* this version of the program knows 1"):
        verify(text)


def test_a_record_without_a_version_follows_the_first() -> None:
    text = GOLDEN.replace('[Rules "1"]\n', "")
    assert read_record(text).rules == FIRST_VERSION
    assert verify(text).over


@pytest.mark.parametrize("edition", ["", '[Edition "reference"]\n'])
def test_a_record_without_a_digest_means_the_first_figures(edition: str) -> None:
    text = GOLDEN.replace(f'[Edition "reference {FIGURES.digest[:16]}"]\n', edition)
    assert text != GOLDEN
    assert read_record(text).edition.digest == UNPINNED["reference"]
    assert verify(text).over


def test_a_record_of_figures_unknown_here_is_refused() -> None:
    with pytest.raises(RecordError, match="the edition reference 0123456789abcdef, whose figures are not"):
        read_record(GOLDEN.replace(FIGURES.digest[:16], "0123456789abcdef"))


def test_a_box_with_the_built_in_figures_and_a_name_of_its_own_keeps_it() -> None:
    """Its name and text are part of the position's digest, so the record brings them."""
    edition = parse_edition(reference_text().replace('name = "reference"', 'name = "our-box"'))
    assert edition.digest == DIGEST
    game = new_game(seed=1, edition=edition)
    while game.round < 2:
        game.play(game.to_act[0], game.legal_actions(game.to_act[0])[0])
    again = Game.from_record(game.record)
    assert again.edition.name == "our-box"
    assert again.digest == game.digest


def test_a_position_of_rules_unknown_here_is_refused() -> None:
    position = new_game(seed=1).position()
    assert "rules" not in position  # the first version is meant where nothing is said: digests of positions stand
    assert state_from_position({**position, "rules": 1}).setup.rules == 1
    with pytest.raises(PositionError, match="rules: it follows version 2 of the rules"):
        state_from_position({**position, "rules": 2})


def test_a_set_up_keeps_its_rules_when_copied() -> None:
    setup = make_setup(3, 2, load_edition(), 1)
    assert pickle.loads(pickle.dumps(setup)).rules == 1
    with pytest.raises(UnknownRulesError):
        make_setup(3, 2, load_edition(), 2)
