"""Choices ahead: the die that somebody takes in the draft before it is their turn.

In a pass of the draft everyone takes from the coaster before them (D-2), and nobody touches another's. So what a seat
can take is certain before its turn, and the table keeps its choice until then. The rules know nothing of this.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from tiefenthal.engine.rules.actions import NotAnActionError, parse_action
from tiefenthal.engine.rules.phases import DRAFT, phase_of
from tiefenthal.engine.rules.play import rule_of, why_not
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.state import State


class Choices(NamedTuple):
    """Choices ahead at a table now."""

    open: Sequence[int] = ()
    """The seats that may choose, or choose again, though it is not their turn; in turn order."""
    made: Mapping[int, str] = {}
    """By seat: the action that is played when its turn comes. Only the seat itself may know."""

    @property
    def missing(self) -> list[int]:
        """The seats that may choose and have not."""
        return [seat for seat in self.open if seat not in self.made]


NONE: Final = Choices()


class Place(Protocol):
    """A seat at a table, as far as it matters here."""

    kind: str
    gone_at: int | None
    sessions: set[int]


def choices_of(s: State, places: Sequence[Place], made: Mapping[int, str], bound: Collection[int]) -> Choices:
    """The choices ahead at a table. Seats that are `bound` may not change theirs any more.

    People who share a session cannot choose ahead: they share a screen, where each would see what the other has chosen,
    and pass it on in turn order anyway. A seat that a bot plays meanwhile is still its person's.
    """

    def may(seat: int) -> bool:
        mine = places[seat]
        alone = all(mine.sessions.isdisjoint(place.sessions) for place in places if place is not mine)
        return mine.kind == "person" and mine.gone_at is None and alone and seat not in bound

    return Choices([seat for seat in yet_to_take(s)[1:] if may(seat)], dict(made))


def pass_of(s: State) -> int:
    """Which pass of the draft it is, as the dice that the coasters held when it began; 0 in other phases."""
    return len(s.players[s.turn].coaster) if _drafting(s) else 0


def yet_to_take(s: State) -> list[int]:
    """The seats that have not taken their die of this pass, in turn order; the first one takes now."""
    if not _drafting(s):
        return []
    count = len(s.players)
    left = (s.start_player - s.turn - 1) % count + 1
    return [(s.turn + i) % count for i in range(left)]


def as_if_on_turn(s: State, seat: int) -> State:
    """The same table when the seat's turn has come. Until then nobody touches its coaster, so it is asked the same."""
    found = s.around(s.players)
    found.turn = seat
    found.waiting = 1 << seat
    return found


def why_not_ahead(s: State, seat: int, text: str) -> Refusal | None:
    """Why a seat cannot choose this before its turn; None if it can."""
    try:
        action = parse_action(text)
    except NotAnActionError:
        return refuse(rule_of(s), "no-action", text=text[:60])
    return why_not(as_if_on_turn(s, seat), seat, action)


def _drafting(s: State) -> bool:
    return phase_of(s) == DRAFT and not s.tasks and not s.over
