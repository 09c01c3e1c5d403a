"""What a seat, or a spectator, may know: exactly what lies open, and the cards put openly on top of a deck.

A `View` has no reference to the game. It holds a state of its own in which everything hidden has been brought into a
fixed order: the unknown part of every deck, the guest deck, the 3-beer guests below the top one, and the choices of the
round track that others have made but not yet shown. So two games that differ only in hidden things give equal views.
"""

from typing import Final

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.luck import DECK, GUEST_DECK, GUEST_PILE, Luck
from tiefenthal.engine.rules.play import acting, legal_actions, why_not
from tiefenthal.engine.rules.refusal import Refusal
from tiefenthal.engine.rules.state import NO_CHOICE, Player, State

SPECTATOR: Final = -1
HIDDEN_CHOICE: Final = -2  # in `Player.choice`: made, but not shown yet
CHOICE_STREAM: Final = "choice"


class View:
    """The game as one seat may see it."""

    __slots__ = ("seat", "state")

    seat: int
    """Whose view this is; SPECTATOR for somebody who only watches."""
    state: State
    """The table without its secrets: pile orders in it mean nothing below what is known."""

    def __init__(self, seat: int, state: State) -> None:
        self.seat = seat
        self.state = state

    @property
    def to_act(self) -> list[int]:
        """The seats the game is waiting for."""
        mask = acting(self.state)
        return [seat for seat in range(len(self.state.players)) if mask >> seat & 1]

    def legal_actions(self) -> list[Action]:
        """What this seat can do now."""
        return legal_actions(self.state, self.seat) if self.seat >= 0 else []

    def why_not(self, action: Action) -> Refusal | None:
        """Why this seat cannot do that now; None if it can."""
        return why_not(self.state, self.seat, action)


def view_of(s: State, seat: int) -> View:
    """What the seat may know of a state."""
    return view_around(s, seat, [seen_tavern(s, other, seat, p.clone()) for other, p in enumerate(s.players)])


def view_around(s: State, seat: int, taverns: list[Player]) -> View:
    """The same, where the taverns are at hand as the seat sees them (`seen_tavern`)."""
    public = s.around(taverns)
    public.reveals = 0
    public.guest_deck.sort()
    if public.pile:
        top = public.pile.pop()
        public.pile.sort()
        public.pile.append(top)
    return View(seat, public)


def seen_tavern(s: State, other: int, seat: int, p: Player) -> Player:
    """A tavern as a seat may know it, made of a copy of it. It depends on the tavern, and on whether its choice is
    hidden."""
    unknown = len(p.deck) - p.known
    p.deck = sorted(p.deck[:unknown]) + p.deck[unknown:]
    if is_choice_hidden(s, other, seat):
        p.choice = HIDDEN_CHOICE
    return p


def is_choice_hidden(s: State, other: int, seat: int) -> bool:
    """Whether a tavern has made a choice that the seat does not see yet."""
    return other != seat and s.players[other].choice != NO_CHOICE and not s.tasks


def determinize(view: View, luck: Luck) -> State:
    """A full state consistent with the view, everything hidden filled in by `luck`."""
    s = view.state.clone()
    luck.shuffle(GUEST_DECK, -1, s.guest_deck)
    if s.pile:
        top = s.pile.pop()
        luck.shuffle(GUEST_PILE, -1, s.pile)
        s.pile.append(top)
    for seat, p in enumerate(s.players):
        unknown = p.deck[: len(p.deck) - p.known]
        luck.shuffle(DECK, seat, unknown)
        p.deck[: len(p.deck) - p.known] = unknown
        if p.choice == HIDDEN_CHOICE:
            p.choice = NO_CHOICE
            s.waiting |= 1 << seat  # to be asked what could have been chosen
            possible = legal_actions(s, seat)
            s.waiting &= ~(1 << seat)
            p.choice = possible[luck.pick(CHOICE_STREAM, len(possible))].id
    return s
