"""The flat buffers of bytes that everything is written into."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

NEVER: Final = -1
"""No count is ever this: what was written last is not known."""


def capped(value: int) -> u8:
    """A number as a byte; no more than 255 is shown."""
    return u8(value) if value < 255 else 255


def zeros(count: int) -> vec[u8]:
    """A buffer of so many zeros."""
    return vec[u8]([0] * count)


def part_of(buffer: vec[u8], at: i64, size: i64) -> bytes:
    """So many bytes of a buffer."""
    return bytes(buffer) if len(buffer) == size else bytes(buffer[at : at + size])
