"""What `make adopt` changes besides the figures: every card of another edition gets a face."""

import json

import pytest

from scripts.adopt_edition import PORTRAITS, faces_for, with_faces
from tests.figures import FIGURES
from tiefenthal.engine.components import built_in_edition, load_edition
from tiefenthal.engine.components.loader import archived_digests

OTHER = "76abffb74a5078c12ad639e685efeaacc8ac5108ba92d7e6a851fe879e7aaffb"
"""An edition of the archive with other cards than those of the tests."""


def test_the_cards_of_another_edition_get_faces_and_no_two_the_same() -> None:
    before, edition = PORTRAITS.read_text(encoding="utf-8"), built_in_edition(OTHER)
    assert edition is not None
    old = {card: looks for card, looks in json.loads(before)["cards"].items() if card in FIGURES.kind_of}
    new = faces_for(edition, old)
    assert len(new) > 30
    assert set(new) == set(edition.kind_of) - set(old)
    cards = json.loads(with_faces(before, edition))["cards"]
    assert {card: cards[card] for card in old} == old
    faces = [cards[card][0]["portrait"] for card in edition.kind_of]
    assert len(faces) == len(set(faces))
    for card, looks in new.items():  # a farmer stays a regular, and a dear guest dear
        assert card[0] == "r" or card[:2] in {other[:2] for other in old if old[other] == looks}


def test_cards_of_a_third_edition_look_different_from_each_other_too() -> None:
    """Earlier editions share faces: a face that is free twice is still one face."""
    cards = json.loads(PORTRAITS.read_text(encoding="utf-8"))["cards"]
    edition = load_edition()
    earlier = [built_in_edition(digest) for digest in archived_digests() if digest != edition.digest]
    old = {card: looks for card, looks in cards.items() if any(one and card in one.kind_of for one in earlier)}
    assert len({json.dumps(looks) for looks in old.values()}) < len(old)
    new = faces_for(edition, old)
    assert new
    faces = [(old | new)[card][0]["portrait"] for card in edition.kind_of]
    assert len(faces) == len(set(faces))


def test_a_card_without_a_face_is_named() -> None:
    with pytest.raises(LookupError, match=r"no face left for r2\.2"):
        faces_for(
            FIGURES, {"bard": [], "barback": [], "dishwasher": [], "server": [], "table": [], "brewer": [], "noble": []}
        )
