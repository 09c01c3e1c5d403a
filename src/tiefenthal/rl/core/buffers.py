"""The flat buffers that everything is written into, and how a number gets into all the rows it belongs to.

Every seat of a game has its own row, its observation as it is given out, and what changes is written into all of them
at once. So nothing has to be assembled, rotated or divided when an observation is requested.
"""

import struct
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from tiefenthal.engine.rules.state import Setup
from tiefenthal.rl.core.fields import common_fields, common_size, observation_size, tavern_fields, tavern_size

NEVER: Final = -1
"""No count is ever this: what was written last is not known."""
VALUES: Final = 256


def capped(value: int) -> u8:
    """A number as a byte; no more than 255 is shown."""
    if value < 255:  # not as one expression: mypyc would make objects of both
        return u8(value)
    return 255


def zeros(count: int) -> vec[u8]:
    """A buffer of zeros."""
    return vec[u8]([0] * count)


def float_bits(value: int, divisor: int) -> int:
    """A number divided, as the bits of a float of 32 bits: rounded as numpy rounds `value * float32(1 / divisor)`."""
    share: float = struct.unpack("=f", struct.pack("=f", 1 / divisor))[0]
    bits: int = struct.unpack("=i", struct.pack("=f", share * value))[0]
    return bits


class Sheet:
    """The observations of a number of games, a row for each seat: as bytes, or as floats, which are held as their bits
    because mypyc knows no floats of 32 bits."""

    def __init__(self, setup: Setup, games: int, floats: bool) -> None:
        edition = setup.edition
        self.players: int = setup.players
        self.common: int = common_size(edition)
        self.tavern: int = tavern_size(edition)
        self.size: int = observation_size(setup.players, edition)
        """Numbers in a row."""
        total = games * setup.players * self.size
        self.as_floats: bool = floats
        self.bytes: vec[u8] = zeros(0 if floats else total)
        self.floats: vec[i32] = vec[i32]([0] * (total if floats else 0))
        common = [divisor for field in common_fields(edition) for divisor in field.divisors]
        tavern = [divisor for field in tavern_fields(edition) for divisor in field.divisors]
        kinds = sorted({*common, *tavern}) if floats else []
        self.bits: vec[i32] = vec[i32]([float_bits(value, divisor) for divisor in kinds for value in range(VALUES)])
        """The floats of all bytes, for one divisor after the other."""
        self.common_bits: vec[i32] = vec[i32]([kinds.index(divisor) * VALUES for divisor in common] if floats else [])
        """Where those begin that belong to each number of the common block."""
        self.tavern_bits: vec[i32] = vec[i32]([kinds.index(divisor) * VALUES for divisor in tavern] if floats else [])
        """The same for a tavern."""

    def common_block(self, game: int) -> "Block":
        """The common block of a game: the same in the rows of all seats."""
        first = game * self.players
        starts = [(first + observer) * self.size for observer in range(self.players)]
        return Block(self, starts, self.common, self.common_bits)

    def tavern_block(self, game: int, seat: int) -> "Block":
        """The block of a tavern: the first in the row of its own seat, later in those of the others."""
        first = game * self.players
        starts = [
            (first + observer) * self.size + self.common + (seat - observer) % self.players * self.tavern
            for observer in range(self.players)
        ]
        return Block(self, starts, self.tavern, self.tavern_bits)


class Block:
    """One block of the observations of a game, in every row that shows it."""

    def __init__(self, sheet: Sheet, starts: list[int], size: int, bits: vec[i32]) -> None:
        self.now: vec[u8] = zeros(size)
        """The numbers of the block. They are changed by `put` and `add` alone."""
        self._bytes: vec[u8] = sheet.bytes
        self._floats: vec[i32] = sheet.floats
        self._as_floats: bool = sheet.as_floats
        self._bits: vec[i32] = sheet.bits
        self._first_bits: vec[i32] = bits
        self._starts: vec[i64] = vec[i64](starts)  # where the block begins in the row of each seat

    def put(self, at: i64, value: u8) -> None:
        """Write a number, unless it stands there already."""
        if self.now[at] == value:
            return
        self.now[at] = value
        starts = self._starts
        observer: i64 = len(starts)
        if self._as_floats:
            floats = self._floats
            bits = self._bits[i64(self._first_bits[at]) + i64(value)]
            while observer > 0:
                observer -= 1
                floats[starts[observer] + at] = bits
        else:
            rows = self._bytes
            while observer > 0:
                observer -= 1
                rows[starts[observer] + at] = value

    def put_for(self, observer: i64, at: i64, value: u8) -> None:
        """Write a number that only one seat sees."""
        if self._as_floats:
            self._floats[self._starts[observer] + at] = self._bits[i64(self._first_bits[at]) + i64(value)]
        else:
            self._bytes[self._starts[observer] + at] = value

    def add(self, at: i64, value: u8) -> None:
        """Make a number greater."""
        self.put(at, self.now[at] + value)

    def subtract(self, at: i64, value: u8) -> None:
        """Make a number smaller."""
        self.put(at, self.now[at] - value)

    def move(self, old: list[int], new: list[int], at: i64) -> None:
        """Cards of a pile, counted by kind from `at` on (kind 0 there): what was `old` is `new` now. Piles change at
        their top, so most of it is the same."""
        same: i64 = 0
        for one, other in zip(old, new):
            if one != other:
                break
            same += 1
        i: i64 = same
        while i < len(old):
            self.subtract(at + i64(old[i]), 1)
            i += 1
        i = same
        while i < len(new):
            self.add(at + i64(new[i]), 1)
            i += 1
