"""The draft thought through to its end. Nothing is hidden: all coasters are rolled before the first die is taken.

What the others take is modelled as half what helps them most and half chance. Against that the seat's own takes are
the best there are, down to the last die, by the caller's estimate of a hand of dice. A coaster is looked at when it has
arrived; that some of its dice could be seen being taken a little earlier is ignored.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Final

from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.search.draft_value import DraftValue
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.ways import Layer

SENSE: Final = 0.5
"""How likely the others take what helps them most, as far as one sees that from here."""

Hand = tuple[int, ...]
"""Faces in their order."""
Worth = Callable[[Hand], float]
Coasters = tuple[Hand, ...]


class Taker:
    """Somebody at the table, and what dice are good for there."""

    def __init__(self, s: State, seat: int, heuristic: HeuristicValue) -> None:
        self._dice_value: DraftValue = DraftValue(s, seat, heuristic)
        self._ways: Layer = self._dice_value.fussy.layers(sorted(s.players[seat].faces))[-1]

    def take(self, dice: list[int]) -> None:
        """Take a die away."""
        dice.remove(self._dice_value.pick(self._ways, dice))

    def worth(self, hand: Hand) -> float:
        """What a whole hand is worth, rated in passing."""
        return self._dice_value.exact(self._dice_value.hand(list(hand)))


class OpenDraft:
    """A draft from the moment a seat has to take a die."""

    def __init__(self, s: State, seat: int, heuristic: HeuristicValue, sense: float = SENSE) -> None:
        p = s.players[seat]
        self._sense: float = sense
        self._state: State = s
        self._seat: int = seat
        self._heuristic: HeuristicValue = heuristic
        self._faces: Hand = tuple(p.faces)
        self._coasters: Coasters = tuple([tuple(sorted(q.coaster)) for q in s.players])
        self._picks: int = len(p.coaster)  # still to be made, this one included
        self._takers: list[Taker | None] = [None] * len(s.players)
        self._left: dict[tuple[Hand, int], list[tuple[Hand, float]]] = {}
        self._known: dict[tuple[int, Hand, Coasters], float] = {}
        self._theirs: dict[Hand, float] = {}

    def takes(self, worth: Worth) -> dict[int, float]:
        """What each face on the seat's coaster is worth, if all that follows goes as expected."""
        self._known = {}
        mine = self._coasters[self._seat]
        return {face: self._taken(1, self._faces, self._coasters, self._seat, mine, face, worth) for face in set(mine)}

    def hands(self) -> list[Hand]:
        """All hands that can come of it."""
        found: dict[Hand, float] = {}

        def note(hand: Hand) -> float:
            found[hand] = 0.0
            return 0.0

        self.takes(note)
        return list(found)

    def hands_after(self, face: int, worth: Worth) -> dict[Hand, float]:
        """How likely each hand is once a face was taken, the seat's own takes being the best there are. For the worth
        for which `takes` was asked last."""
        found: dict[Hand, float] = {}
        self._spread(1, self._faces, self._coasters, self._seat, self._coasters[self._seat], face, worth, 1.0, found)
        return found

    def left(self, hand: Hand) -> float:
        """What this hand leaves to the other is worth to that one. With more than two players nobody knows who gets
        it: 0."""
        if len(self._coasters) != 2:
            return 0.0
        found = self._theirs.get(hand)
        if found is None:
            other = 1 - self._seat
            dice = [*self._coasters[0], *self._coasters[1], *self._faces]
            for face in hand:
                dice.remove(face)
            found = self._taker(other).worth((*self._state.players[other].faces, *dice))
            self._theirs[hand] = found
        return found

    def _taken(
        self, pick: int, hand: Hand, coasters: Coasters, where: int, there: Hand, face: int, worth: Worth
    ) -> float:
        """The value of what follows when a face is taken from what is left on a coaster."""
        rest = list(there)
        rest.remove(face)
        after = list(coasters)
        after[where] = tuple(rest)
        return self._value(pick, tuple(sorted((*hand, face))), tuple(after), worth)

    def _spread(
        self, pick: int, hand: Hand, coasters: Coasters, where: int, there: Hand, face: int, worth: Worth,
        likely: float, found: dict[Hand, float],
    ) -> None:  # fmt: skip
        """Add the hands that come of taking a face from what is left on a coaster."""
        rest = list(there)
        rest.remove(face)
        after = list(coasters)
        after[where] = tuple(rest)
        now: Hand = tuple(sorted((*hand, face)))
        wanted = self._picks - pick
        if wanted == 0:
            found[now] = found.get(now, 0.0) + likely
            return
        coasters = tuple(after)
        where = (self._seat - pick) % len(coasters)
        for left, chance in self._leave(coasters[where], wanted):
            best = 0
            most = -1e9
            for other in sorted(set(left)):
                value = self._taken(pick + 1, now, coasters, where, left, other, worth)
                if value > most:
                    most = value
                    best = other
            self._spread(pick + 1, now, coasters, where, left, best, worth, likely * chance, found)

    def _value(self, pick: int, hand: Hand, coasters: Coasters, worth: Worth) -> float:
        """Before the seat's pick of this number, the one at hand being 0."""
        wanted = self._picks - pick
        if wanted == 0:
            return worth(hand)
        key = (pick, hand, coasters)
        found = self._known.get(key)
        if found is None:
            count = len(coasters)
            where = (self._seat - pick) % count  # the coaster that has come here by then lay there
            found = 0.0
            for there, likely in self._leave(coasters[where], wanted):
                best = -1e9
                for face in set(there):
                    value = self._taken(pick + 1, hand, coasters, where, there, face, worth)
                    if value > best:
                        best = value
                found += likely * best
            self._known[key] = found
        return found

    def _leave(self, dice: Hand, wanted: int) -> list[tuple[Hand, float]]:
        """What the others leave of a coaster, and how likely. Who has it last sits to the right; as many before that
        one take from it as dice will be missing."""
        missing = len(dice) - wanted
        if missing <= 0:
            return [(dice, 1.0)]
        key = (dice, wanted)
        found = self._left.get(key)
        if found is None:
            likely: dict[Hand, float] = {}
            ways = list(combinations(dice, wanted))
            for way in ways:
                likely[way] = likely.get(way, 0.0) + (1.0 - self._sense) / len(ways)
            left = list(dice)
            for distance in range(missing, 0, -1):
                self._taker((self._seat - distance) % len(self._coasters)).take(left)
            chosen = tuple(left)
            likely[chosen] = likely.get(chosen, 0.0) + self._sense
            found = list(likely.items())
            self._left[key] = found
        return found

    def _taker(self, seat: int) -> Taker:
        found = self._takers[seat]
        if found is None:
            found = self._takers[seat] = Taker(self._state, seat, self._heuristic)
        return found
