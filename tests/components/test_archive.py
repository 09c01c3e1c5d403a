"""Every edition that was ever built in stays readable by its digest, so that games go on with what they began with."""

import pytest

from tiefenthal.engine.components import built_in_edition, load_edition, parse_edition, unpinned_edition
from tiefenthal.engine.components.loader import UNPINNED, archived_digests, is_built_in, read_edition, reference_text

# Written here as well as in the archive, so that nothing leaves it unnoticed. Lines are added and never taken away.
EVER_BUILT_IN = [
    "c414a1888cd847befacd1375f1a6143d2f92858bd306b0eda7fe15e780d82b3e",
    "76abffb74a5078c12ad639e685efeaacc8ac5108ba92d7e6a851fe879e7aaffb",
    "363fb2c0f023a61ea82bc9e8fc7761947f8818a4c447343f8fd054eec7ef06f1",
    "995b271f61ba19658a1e1b93d0154e32bb43fb235afb769d4a34e5951687541d",
]


def test_the_built_in_edition_is_in_the_archive() -> None:
    """Whoever changes a figure of it copies the file: the one of before is there already, under its own digest."""
    digest = load_edition().digest
    words = f"copy components/editions/reference.toml to archive/{digest}.toml; leave all other files there as they are"
    assert digest in archived_digests(), words


def test_nothing_leaves_the_archive() -> None:
    assert archived_digests() == sorted(EVER_BUILT_IN)


@pytest.mark.parametrize("digest", EVER_BUILT_IN)
def test_an_edition_of_the_archive_is_found_by_its_digest(digest: str) -> None:
    """Read from its own file, the figures are those it is named after."""
    edition = built_in_edition(digest)
    assert edition is not None
    assert (edition.name, edition.digest) == ("reference", digest)
    assert built_in_edition(digest[:16]) is edition
    assert is_built_in(digest)
    assert parse_edition(edition.text).digest == digest


@pytest.mark.parametrize("digest", archived_digests())
def test_the_files_of_the_archive_are_named_after_their_figures(digest: str) -> None:
    from importlib import resources

    file = resources.files("tiefenthal.engine.components").joinpath("editions", "archive", f"{digest}.toml")
    assert read_edition(file.read_text("utf-8"), "archive")[0].digest == digest


@pytest.mark.parametrize("digest", ["", "0" * 64, "0" * 16, "../reference", "c414a1888cd847be" + "0" * 48])
def test_what_was_never_built_in_is_not_found(digest: str) -> None:
    assert built_in_edition(digest) is None
    assert not is_built_in(digest)


def test_a_name_alone_means_the_edition_of_the_first_rules() -> None:
    """Written out, since this is what logs and records without a digest mean for ever."""
    assert {"reference": EVER_BUILT_IN[0]} == UNPINNED
    edition = unpinned_edition("reference")
    assert edition is not None
    assert edition.digest == EVER_BUILT_IN[0]
    assert unpinned_edition("our-box") is None


def test_only_what_was_built_in_is_called_reference() -> None:
    changed = reference_text().replace("nobles = 61", "nobles = 50")
    with pytest.raises(ValueError, match="choose another name"):
        parse_edition(changed)
