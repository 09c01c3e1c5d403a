"""The solo turn of one seat, cut out of the game: it begins when the seat likes and ends before anybody else acts.

A solo state is played on with the game's own steps and effects (`act`), but the sequence of play never walks on from
it: the seat serves as if it were its turn and everyone else had served, and when its serving has ended nobody is
waited for. Other taverns are shared between all solo states of a search, for nothing in a solo turn touches them.
"""

from typing import Final

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import PLANNING, SERVING
from tiefenthal.engine.rules.play import settle
from tiefenthal.engine.rules.serving import begin_serving
from tiefenthal.engine.rules.spaces import USED
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import view_of

OWN_TURN: Final = (PLANNING, SERVING)
"""The phases of a solo turn. Nobody is asked anything in them but in its own turn."""


def open_table(state: State, seat: int) -> State:
    """A solo state to search from: what the seat may know, and no guest deck to draw from, so that a place of the
    row stays empty when its guest has been recruited."""
    s = view_of(state, seat).state
    s.guest_deck = []
    return s


def copy(s: State, seat: int) -> State:
    """A copy for another line of the same solo turn."""
    players = s.players[:]
    players[seat] = players[seat].clone()
    return s.around(players)


def act(s: State, seat: int, action: Action, luck: Luck) -> None:
    """Carry out a legal action of the solo turn and all that follows from it for this seat."""
    start = s.start_player
    s.start_player = (seat + 1) % len(s.players)  # so that after this seat's serving nobody else's begins
    if s.tasks:
        effect, asked, arg = s.tasks.pop()
        s.setup.flow.effects[effect].answer(s, asked, arg, action)
    else:
        s.setup.flow.steps[s.step].do(s, seat, action, luck)
    settle(s, luck)
    s.start_player = start


def serve_now(s: State, seat: int, luck: Luck) -> None:
    """From planning straight into the seat's own serving, up to its first decision."""
    s.step += 1
    s.turn = seat
    begin_serving(s)
    settle(s, luck)


def ended(s: State) -> bool:
    """Whether the solo turn is over."""
    return s.waiting == 0 and not s.tasks


Key = tuple[object, ...]


def key_of(s: State, seat: int) -> Key:
    """What tells one moment of a solo turn from another. Equal dice and the order of cards gained do not."""
    p = s.players[seat]
    dice = [place * 8 + face for face, place in zip(p.faces, p.places) if place != USED]
    dice.sort()
    return (
        s.step, tuple(dice), p.thalers, p.beer, p.schnapps, p.upgraded, p.monastery, p.counter_guests, p.bought,
        p.recruited, p.reputation, p.bards, p.vacant, tuple(p.seated), tuple(p.drawn), tuple(p.book), tuple(s.tasks),
        tuple(sorted(p.deck[len(p.deck) - p.known :])), p.counted,
    )  # fmt: skip
