"""Fair dice: a seed nobody can guess, and a promise about it that nobody can change afterwards (docs/fair-dice.md).

All luck of a game follows from its seed (docs/notation.md). The owner of the seed shows its SHA-256, the commitment,
when the game begins, and the seed when it ends. A seed that fits the commitment was chosen before the first card was
drawn, so no outcome was arranged on the way.
"""

import hashlib
import secrets
from typing import Final

from tiefenthal.i18n import Catalogue, catalogue

TAG: Final = "Commitment"
"""The tag of a record that holds the promise."""
DIGITS: Final = 64
SEED_BYTES: Final = 32
_HEXADECIMAL: Final = frozenset("0123456789abcdef")


class CommitmentError(ValueError):
    """The text cannot be a commitment."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def words(self, words: Catalogue) -> str:
        """Why not, in a language."""
        shown = self.text if len(self.text) <= 80 else self.text[:80] + "…"
        return words.say("record.commitment", digits=DIGITS, found=repr(shown))

    def __str__(self) -> str:
        return self.words(catalogue())


def new_seed() -> str:
    """A seed nobody can guess: 256 random bits, in hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """The promise about a seed: the SHA-256 of its text in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(seed.encode("utf-8")).hexdigest()


def read_commitment(text: str) -> str:
    """A commitment as somebody wrote it down, in lower-case digits. Raises `CommitmentError`."""
    found = text.strip().lower()
    if len(found) != DIGITS or not _HEXADECIMAL.issuperset(found):
        raise CommitmentError(text)
    return found


def fits(seed: str, promised: list[str]) -> bool | None:
    """Whether the seed is the one every commitment promised; None where there is no seed or no commitment."""
    if not seed or not promised:
        return None
    found = commitment(seed)
    return all(read_commitment(one) == found for one in promised)
