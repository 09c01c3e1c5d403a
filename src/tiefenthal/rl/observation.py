"""Observations as arrays: the flat vector of bytes or of floats, and the structured form.

All three hold the same numbers (`core/fields.py`, docs/rl.md). The bytes are the numbers themselves; the floats are
divided by about the most one sees, so that most lie between 0 and 1; the structured form is the vector of bytes cut
into named arrays, what belongs to a tavern with one row for each seat, the observer's first.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from tiefenthal.engine.components.edition import Edition
from tiefenthal.rl.core.buffers import Sheet
from tiefenthal.rl.core.fields import Field, common_fields, common_size, observation_size, tavern_fields, tavern_size

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]
Structured = dict[str, Bytes]
Form = Literal["float32", "uint8", "dict"]
FORMS: Final = ("float32", "uint8", "dict")


class Layout:
    """What an observation looks like, for a number of players and an edition."""

    def __init__(self, players: int, edition: Edition) -> None:
        self.players: int = players
        self.size: int = observation_size(players, edition)
        """The length of the flat vector."""
        self.common: list[Field] = common_fields(edition)
        self.taverns: list[Field] = tavern_fields(edition)
        self._common_size: int = common_size(edition)
        self._tavern_size: int = tavern_size(edition)
        most = [divisor for field in self.common for divisor in field.divisors]
        most += [divisor for field in self.taverns for divisor in field.divisors] * players
        self.scale: Floats = (1.0 / np.array(most, dtype=np.float64)).astype(np.float32)
        """What the bytes are multiplied with to give the floats."""

    def floats(self, rows: Bytes) -> Floats:
        """The float form of one vector of bytes, or of many."""
        return np.multiply(rows, self.scale, dtype=np.float32)

    def structured(self, row: Bytes) -> Structured:
        """The structured form of a vector of bytes; its arrays look at the vector."""
        taverns = row[self._common_size :].reshape(self.players, self._tavern_size)
        parts = {field.name: row[field.at : field.at + field.size].reshape(field.shape) for field in self.common}
        for field in self.taverns:
            parts[field.name] = taverns[:, field.at : field.at + field.size].reshape(self.players, *field.shape)
        return parts

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the structured form."""
        shapes = {field.name: field.shape for field in self.common}
        return shapes | {field.name: (self.players, *field.shape) for field in self.taverns}

    def flat(self, parts: Mapping[str, Bytes]) -> Bytes:
        """The vector of bytes again, from the structured form."""
        common = [np.asarray(parts[field.name]).reshape(-1) for field in self.common]
        taverns = [np.asarray(parts[field.name]).reshape(self.players, -1) for field in self.taverns]
        return np.concatenate([*common, np.concatenate(taverns, axis=1).reshape(-1)]).astype(np.uint8)


def sheet_array(sheet: Sheet) -> npt.NDArray[Any]:
    """The rows of a sheet as an array that looks at them."""
    numbers = np.frombuffer(memoryview(sheet.floats if sheet.as_floats else sheet.bytes), np.uint8)
    return numbers.view(np.float32 if sheet.as_floats else np.uint8).reshape(-1, sheet.size)


def check_form(form: str) -> None:
    """Refuse an unknown form of observation."""
    if form not in FORMS:
        raise ValueError(f"there is no form of observation {form!r}; the forms are {', '.join(FORMS)}")
