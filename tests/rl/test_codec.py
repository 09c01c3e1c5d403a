"""Action numbers never change their meaning: trained networks depend on them."""

import pytest

from tiefenthal.rl.codec import (
    ACTION_COUNT,
    ACTIONS_DIGEST,
    ACTIONS_VERSION,
    NotAnActionError,
    action_number,
    action_text,
)

KNOWN_VERSIONS = {1: (1945, "bca8eba45bcf4bbcd94bf576454107c2225440d53b352ffb51b9f1a4745e4a97")}
"""By version: how many actions, and the digest of their texts. Add a line, never change one."""


def test_the_numbers_are_those_of_the_version() -> None:
    """A new action means a new version with a line of its own; nothing else may change."""
    assert KNOWN_VERSIONS[ACTIONS_VERSION] == (ACTION_COUNT, ACTIONS_DIGEST)


def test_older_versions_are_the_beginning_of_the_table() -> None:
    """What an old network says is still understood."""
    import hashlib

    for count, digest in KNOWN_VERSIONS.values():
        texts = "\n".join(action_text(number) for number in range(count))
        assert hashlib.sha256(texts.encode()).hexdigest() == digest


def test_numbers_and_texts_belong_together() -> None:
    assert [action_number(action_text(number)) for number in range(ACTION_COUNT)] == list(range(ACTION_COUNT))
    assert action_text(0) == "start 1"
    assert action_text(action_number("buy server")) == "buy server"


@pytest.mark.parametrize("number", [-1, ACTION_COUNT])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(NotAnActionError, match="numbered 0 to"):
        action_text(number)


def test_other_texts_are_refused() -> None:
    with pytest.raises(NotAnActionError, match="is not an action"):
        action_number("buy castle")
