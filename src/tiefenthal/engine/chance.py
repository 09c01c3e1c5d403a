"""Chance: where luck comes from. The rules ask for it (`rules.luck.Luck`); the state holds none of it.

Seeded luck is defined so that anyone can check it in any language (docs/notation.md): every outcome is drawn from
SHA-256 of the seed, the name of its stream and its number within the stream. Each seat's deck and dice are streams of
their own, so the order in which seats act changes nobody's luck.
"""

from secrets import token_hex
from typing import Final

from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.refusal import Value
from tiefenthal.i18n import catalogue

try:  # CPython's own, as its `random` does it: for a few bytes OpenSSL takes longer to begin than to finish
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found,no-redef,unused-ignore]
    except ImportError:
        from hashlib import sha256  # type: ignore[assignment,no-redef,unused-ignore]

Outcome = tuple[str, int, list[int]]
"""One outcome of chance: (stream, seat or -1, values). The values are cards in their new order, faces, or a number."""


_FAIR_BELOW: Final = [0] + [256 - 256 % count for count in range(1, 257)]
"""By how many numbers there are to draw from: the bytes below this favour none of them."""


def draw(key: bytes, count: int, times: int, less: int = 0, lowest: int = 0) -> list[int]:
    """Unbiased numbers, `times` of them, from the bytes that follow from a key: the first of `count` (up to 256) from
    `lowest` on, each further one of `less` less. Bytes that would favour some numbers are skipped."""
    found: list[int] = []
    if times <= 0:  # a pile of one card, or of none
        return found
    block = 0
    digest = sha256(key).digest()
    while True:
        for byte in digest:
            if byte < _FAIR_BELOW[count]:
                found.append(byte % count + lowest)
                times -= 1
                if times == 0:
                    return found
                count -= less
        block += 1
        digest = sha256(key + b"/%d" % block).digest()


_NAMES: Final[dict[str, list[str]]] = {}  # names of streams by seat, made once: a new string is slow to look up


def _stream_name(stream: str, seat: int) -> str:
    if seat < 0:
        return stream
    names = _NAMES.get(stream)
    if names is None or seat >= len(names):
        names = [f"{stream} {number}" for number in range(1, seat + 5)]
        _NAMES[stream] = names
    return names[seat]


class SeededChance(Luck):
    """Luck that follows from a seed."""

    def __init__(self, seed: str) -> None:
        self.seed: str = seed
        self._key: bytes = f"tiefenthal 1\n{seed}\n".encode()
        self._drawn: dict[str, int] = {}

    def copy(self) -> "SeededChance":
        """The same luck from here on."""
        new = SeededChance(self.seed)
        new._drawn = self._drawn.copy()
        return new

    def skip(self, stream: str, seat: int) -> None:
        """Pass over an outcome that has been drawn already."""
        self._next_key(stream, seat)

    def take_back(self, stream: str, seat: int) -> bool:
        """Count it as not drawn."""
        self._drawn[_stream_name(stream, seat)] -= 1
        return True

    def _next_key(self, stream: str, seat: int) -> bytes:
        stream = _stream_name(stream, seat)
        number = self._drawn.get(stream, 0)
        self._drawn[stream] = number + 1
        return self._key + f"{stream}\n{number}".encode()

    def shuffle(self, stream: str, seat: int, cards: list[int]) -> None:
        """Sort, then exchange each card from the last down with one at or below it."""
        cards.sort()
        last = len(cards) - 1
        numbers = draw(self._next_key(stream, seat), last + 1, last, 1)
        for j in numbers:
            cards[last], cards[j] = cards[j], cards[last]
            last -= 1

    def roll(self, stream: str, seat: int, count: int) -> list[int]:
        """Faces 1 to 6."""
        return draw(self._next_key(stream, seat), 6, count, 0, 1)

    def pick(self, stream: str, count: int) -> int:
        """A number below count."""
        return draw(self._next_key(stream, -1), count, 1)[0]


class ChanceError(ValueError):
    """A recorded or scripted outcome does not fit what the game asks for: a code with values, of the same sentences
    as what is wrong with a record (`record.notation.RecordError`)."""

    code: str
    values: dict[str, Value]

    def __init__(self, code: str, values: dict[str, Value]) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return catalogue().say(f"record.{self.code}", **self.values)


def _unfit(code: str, **values: Value) -> ChanceError:
    return ChanceError(code, values)


class TapeChance(Luck):
    """Luck that repeats recorded outcomes, in their order; then goes on with `after`, if there is one. What does not
    fit the recorded outcomes is an error, until `play_on`."""

    def __init__(self, outcomes: list[Outcome], after: Luck | None = None, begin_at: int = 0) -> None:
        self._outcomes: list[Outcome] = outcomes
        self._next: int = begin_at
        self._beyond: int = 0  # outcomes drawn from `after`
        self._after: Luck | None = after
        self._may_leave: bool = False
        self._anew: bool = False  # whether `after` was made up by `play_on`

    def copy(self) -> "TapeChance":
        """The same luck from here on."""
        new = TapeChance(self._outcomes, self._after.copy() if self._after is not None else None)
        new._next = self._next
        new._beyond = self._beyond
        new._may_leave = self._may_leave
        new._anew = self._anew
        return new

    def play_on(self) -> None:
        """All that was recorded has been played. From now on the game may go back and take another course: where that
        asks for something else than was recorded, the rest of the tape is dropped and `after` goes on, which has
        passed over it. Without `after`, luck is drawn anew."""
        if self._after is None:
            fresh = SeededChance(token_hex(16))
            for stream, seat, _ in self._outcomes:
                fresh.skip(stream, seat)
            self._after = fresh
            self._anew = True
        self._may_leave = True

    @property
    def anew_from(self) -> int:
        """From which outcome on luck has been drawn anew; -1 if it has not."""
        return len(self._outcomes) if self._anew and self._beyond else -1

    def take_back(self, stream: str, seat: int) -> bool:
        """One outcome back on the tape, or in what came after it."""
        if self._beyond:
            self._beyond -= 1
            return self._after is not None and self._after.take_back(stream, seat)
        self._next -= 1
        return True

    @property
    def played(self) -> int:
        """How many outcomes of the tape have been used."""
        return self._next

    def _recorded(self, stream: str, seat: int) -> list[int] | None:
        """What the tape has for this; None at its end."""
        if self._next == len(self._outcomes):
            return None
        found, whose, values = self._outcomes[self._next]
        if found == stream and whose == seat:
            return values
        self._leave(_unfit("outcome-other", outcome=_name(stream, seat), found=_name(found, whose)))
        return None

    def _leave(self, unfit: ChanceError) -> None:
        """The tape does not fit: an error, or from here on it no longer counts."""
        if not self._may_leave or self._after is None:
            raise unfit
        for stream, seat, _ in self._outcomes[self._next :]:
            self._after.take_back(stream, seat)
        self._outcomes = self._outcomes[: self._next]

    def _drawn_after(self, stream: str, seat: int) -> Luck:
        """What goes on where the tape ends."""
        if self._after is None:
            raise _unfit("outcome-missing", outcome=_name(stream, seat))
        self._beyond += 1
        return self._after

    def shuffle(self, stream: str, seat: int, cards: list[int]) -> None:
        """The recorded order, which must consist of these cards."""
        values = self._recorded(stream, seat)
        if values is not None and sorted(values) != sorted(cards):
            self._leave(_unfit("outcome-cards", outcome=_name(stream, seat)))
            values = None
        if values is None:
            self._drawn_after(stream, seat).shuffle(stream, seat, cards)
            return
        self._next += 1
        cards[:] = values

    def roll(self, stream: str, seat: int, count: int) -> list[int]:
        """The recorded faces."""
        values = self._recorded(stream, seat)
        if values is not None and (len(values) != count or not values or min(values) < 1 or max(values) > 6):
            self._leave(_unfit("outcome-faces", outcome=_name(stream, seat), count=count, found=str(values)))
            values = None
        if values is None:
            return self._drawn_after(stream, seat).roll(stream, seat, count)
        self._next += 1
        return values[:]

    def pick(self, stream: str, count: int) -> int:
        """The recorded number."""
        values = self._recorded(stream, -1)
        if values is not None and (len(values) != 1 or not 0 <= values[0] < count):
            self._leave(_unfit("outcome-number", outcome=_name(stream, -1), last=count - 1, found=str(values)))
            values = None
        if values is None:
            return self._drawn_after(stream, -1).pick(stream, count)
        self._next += 1
        return values[0]


class ScriptedChance(Luck):
    """Luck for tests and studies: per stream and seat a list of outcomes to come; `after` decides what is not
    scripted. Piles are scripted top card first, as people say them; cards not named stay below, in the order `after`
    gives them."""

    def __init__(self, script: dict[tuple[str, int], list[list[int]]], after: Luck) -> None:
        self._script: dict[tuple[str, int], list[list[int]]] = {key: list(value) for key, value in script.items()}
        self._after: Luck = after

    def copy(self) -> "ScriptedChance":
        """The same luck from here on."""
        return ScriptedChance(self._script, self._after.copy())

    def _take(self, stream: str, seat: int) -> list[int] | None:
        left = self._script.get((stream, seat))
        return left.pop(0) if left else None

    def shuffle(self, stream: str, seat: int, cards: list[int]) -> None:
        """The scripted cards on top."""
        self._after.shuffle(stream, seat, cards)
        values = self._take(stream, seat)
        if values is None:
            return
        for card in values:
            if card not in cards:
                raise _unfit("outcome-card", card=card)
            cards.remove(card)
        cards.extend(reversed(values))

    def roll(self, stream: str, seat: int, count: int) -> list[int]:
        """The scripted faces."""
        faces = self._after.roll(stream, seat, count)
        values = self._take(stream, seat)
        return faces if values is None else values[:count] + faces[len(values) :]

    def pick(self, stream: str, count: int) -> int:
        """The scripted number."""
        number = self._after.pick(stream, count)
        values = self._take(stream, -1)
        return number if values is None else values[0]


class CommonChance(Luck):
    """Luck for simulations that are to be compared: the same for all of one seed and number, as far as possible.

    Every card has a place of its own in the order of a shuffle, whatever else is shuffled with it, and every die a face
    of its own, however many more are rolled. So what is compared differs by what was decided, and hardly by luck.
    """

    def __init__(self, seed: str, number: int) -> None:
        self._key: int = _mixed(_number_of(seed) ^ _mixed(number + 1))
        self._drawn: dict[str, int] = {}

    def _next(self, stream: str, seat: int) -> int:
        name = _stream_name(stream, seat)
        count = self._drawn.get(name, 0)
        self._drawn[name] = count + 1
        return _mixed(self._key ^ _mixed(_number_of(name) ^ _mixed(count + 1)))

    def shuffle(self, stream: str, seat: int, cards: list[int]) -> None:
        """Each card by its own number."""
        base = self._next(stream, seat)
        copies: dict[int, int] = {}
        order: list[tuple[int, int]] = []
        for card in cards:
            copy = copies.get(card, 0) + 1
            copies[card] = copy
            order.append((_mixed(base ^ _mixed(card << 8 | copy)), card))
        order.sort()
        cards[:] = [card for _, card in order]

    def roll(self, stream: str, seat: int, count: int) -> list[int]:
        """Each die by its own number."""
        base = self._next(stream, seat)
        return [_mixed(base ^ _mixed(die + 1)) % 6 + 1 for die in range(count)]

    def pick(self, stream: str, count: int) -> int:
        """A number below count."""
        return self._next(stream, -1) % count


def _mixed(number: int) -> int:
    """A number of 32 bits that looks like any other; far quicker than SHA-256, and nobody bets on it."""
    number = (number ^ number >> 16) * 0x45D9F3B & 0xFFFFFFFF
    number = (number ^ number >> 16) * 0x45D9F3B & 0xFFFFFFFF
    return number ^ number >> 16


def _number_of(text: str) -> int:
    """The same on every machine."""
    number = 17
    for sign in text:
        number = _mixed(number ^ ord(sign))
    return number


class RecordingChance(Luck):
    """Passes everything on and keeps the outcomes. `log` gets -1 - n for outcome n, between the decisions."""

    def __init__(self, source: Luck, outcomes: list[Outcome], log: list[int]) -> None:
        self._source: Luck = source
        self._outcomes: list[Outcome] = outcomes
        self._log: list[int] = log

    def _keep(self, stream: str, seat: int, values: list[int]) -> None:
        self._outcomes.append((stream, seat, values))
        self._log.append(-len(self._outcomes))

    def shuffle(self, stream: str, seat: int, cards: list[int]) -> None:
        """Shuffle and keep the order."""
        self._source.shuffle(stream, seat, cards)
        self._keep(stream, seat, cards.copy())

    def roll(self, stream: str, seat: int, count: int) -> list[int]:
        """Roll and keep the faces."""
        faces = self._source.roll(stream, seat, count)
        self._keep(stream, seat, faces.copy())
        return faces

    def pick(self, stream: str, count: int) -> int:
        """Pick and keep the number."""
        number = self._source.pick(stream, count)
        self._keep(stream, -1, [number])
        return number


def _name(stream: str, seat: int) -> str:
    """An outcome as records write it."""
    return f"{stream} p{seat + 1}" if seat >= 0 else stream
