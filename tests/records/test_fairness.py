"""Fair dice: a record is checked against the promise made when its game began."""

import hashlib

import pytest

from tests.records.test_records import FINISHED
from tiefenthal import RecordError, new_game, verify
from tiefenthal.engine.fairness import CommitmentError, commitment, fits, new_seed, read_commitment

OTHER = commitment("another seed")


def finished(tag: str | None) -> str:
    """A finished game, with a promise in its head or without."""
    head, _, body = FINISHED.partition("\n")
    return f'{head}\n[Commitment "{tag}"]\n{body}' if tag is not None else FINISHED


def seed_of(text: str) -> str:
    return text.partition('[Seed "')[2].partition('"')[0]


KEPT = commitment(seed_of(FINISHED))


def test_seeds_have_256_bits_and_are_never_the_same() -> None:
    seeds = {new_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    used = 0
    for seed in seeds:
        used |= int(seed, 16)
    assert used == 2**256 - 1  # every bit is used


def test_the_commitment_is_plain_sha_256() -> None:
    """So that anyone can check it without this program (`printf %s SEED | sha256sum`)."""
    assert commitment("7") == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    assert commitment("Gasthof zur Brücke") == hashlib.sha256("Gasthof zur Brücke".encode()).hexdigest()


@pytest.mark.parametrize(
    ("tag", "given", "found"),
    [
        (None, None, None),
        (KEPT, None, True),
        (None, KEPT, True),
        (KEPT, KEPT, True),
        (KEPT.upper(), f" {KEPT.upper()}\n", True),
        (OTHER, None, False),
        (None, OTHER, False),
        (KEPT, OTHER, False),
        (OTHER, KEPT, False),
        (OTHER, OTHER, False),
    ],
)
def test_both_promises_must_fit(tag: str | None, given: str | None, found: bool | None) -> None:
    verdict = verify(finished(tag), given)
    assert verdict.fits_commitment is found
    assert verdict.follows_seed is True  # the luck itself is as the seed says


def test_without_a_seed_nothing_can_be_compared() -> None:
    text = finished(KEPT).replace(f'[Seed "{seed_of(FINISHED)}"]\n', "")
    for given in (None, KEPT, OTHER):
        verdict = verify(text, given)
        assert (verdict.follows_seed, verdict.fits_commitment) == (None, None)


def test_another_seed_for_the_same_promise_is_found_out() -> None:
    """Whoever changes the seed to fit other dice breaks the promise; whoever keeps it, the luck."""
    rigged = new_game(2, 1, seed="chosen afterwards")
    rigged.tags["Commitment"] = KEPT
    assert verify(rigged.record).fits_commitment is False
    with pytest.raises(RecordError, match="does not follow from the seed"):
        verify(rigged.record.replace("chosen afterwards", seed_of(FINISHED)))


BAD = ["", "abc", KEPT[:-1], KEPT + "0", "g" + KEPT[1:], KEPT[:32] + " " + KEPT[32:], "０" * 64, "x" * 5000]


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:12])
def test_what_cannot_be_a_commitment_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(CommitmentError, match="64 hexadecimal digits") as caught:
        read_commitment(text)
    assert len(str(caught.value)) < 250
    with pytest.raises(CommitmentError):
        verify(FINISHED, text)
    if text:
        with pytest.raises(RecordError, match="the tag Commitment is broken"):
            verify(finished(text))


def test_fits() -> None:
    assert fits("7", [commitment("7")]) is True
    assert fits("7", [commitment("8")]) is False
    assert fits("7", []) is None
    assert fits("", [commitment("")]) is None
