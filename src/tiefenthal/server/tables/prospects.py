"""What a die on the coaster would bring to the seat that drafts (D-2): where it fits, the most that the seat could get
with it and the dice in hand, and which wares that would pay for. It asks the rules, on a copy; nothing is decided. And
how many unplaced dice could still be placed.
"""

from typing import Final

from tiefenthal.engine.components.kinds import BARBACK
from tiefenthal.engine.record.action_data import depends_on, yield_of
from tiefenthal.engine.rules.actions import BUY, NOBLES, RECRUIT, UPGRADE, Action, Listed
from tiefenthal.engine.rules.placing import free_dishwashers, open_spaces
from tiefenthal.engine.rules.spaces import FILLED, NEED, SPACE_NAMES, TRAY
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.server.protocol import board as wire
from tiefenthal.server.protocol.parts import Gain
from tiefenthal.server.tables.offers import offer_fields

DRAFT: Final = "draft"
MARKET: Final = frozenset((BUY, UPGRADE, RECRUIT, NOBLES))
_WARES: Final[dict[tuple[str, int, int], wire.Ware]] = {}
_MOST_WARES: Final = 10_000


def gives(s: State, p: Player, space: int) -> Gain:
    """What one die on a space gives now."""
    return dict([yield_of(s, p, space)])


def prospects_of(s: State, seat: int) -> list[wire.Prospect]:
    """For each face on the coaster of the seat whose turn it is to take one; nothing for the others."""
    if s.over or s.tasks or s.setup.flow.steps[s.step].name != DRAFT or not s.waiting >> seat & 1:
        return []
    taverns = s.players[:]
    p = taverns[seat] = s.players[seat].clone()
    laid_out = s.around(taverns)
    open_spaces(laid_out, p)
    places = [(space, *yield_of(laid_out, p, space)) for space in range(len(p.required))]
    income = {
        what: _Income(p, p.faces, {space: gain for space, given, gain in places if gain and given == what})
        for what in ("thalers", "beer")
    }
    stored = {"thalers": p.thalers, "beer": p.beer + p.drawn[BARBACK]}
    without = {what: stored[what] + found.most() for what, found in income.items()}
    market = _Market(laid_out, seat, without)
    prospects: list[wire.Prospect] = []
    for face in sorted(set(p.coaster)):
        most = {what: stored[what] + found.most(face) for what, found in income.items()}
        opens = [] if most == without else [_ware(s, seat, action) for action in market.opened_by(most)]
        prospects.append(wire.Prospect(face, _fits(laid_out, p, face), most, opens))
    return prospects


def placeable(p: Player) -> int:
    """How many of the unplaced dice could be placed, one after the other, without moving any other."""
    unplaced = [face for face, place in zip(p.faces, p.places, strict=True) if place == TRAY]
    if not p.required or not unplaced:
        return 0
    vacant = {space: 1 for space in range(len(p.required)) if p.vacant >> space & 1}
    return _Income(p, unplaced, vacant).most()


def _fits(s: State, p: Player, face: int) -> list[wire.FitOn]:
    """Every space that would take the die, those that need it as it is first."""
    spaces = p.fits[7 * free_dishwashers(p) + face] & p.vacant
    found = [
        wire.FitOn(SPACE_NAMES[space], NEED[face][p.required[space]], gives(s, p, space))
        for space in range(len(p.required))
        if spaces >> space & 1
    ]
    return sorted(found, key=lambda fit: fit.dishwashers)


def _ware(s: State, seat: int, action: Action) -> wire.Ware:
    """Something of the market; kept, since there are few."""
    key = (s.setup.edition.digest, action.id, depends_on(s, seat, action))
    found = _WARES.get(key)
    if found is None:
        if len(_WARES) >= _MOST_WARES:
            _WARES.clear()
        found = _WARES[key] = wire.Ware(action.text, **offer_fields(s, seat, action))
    return found


class _Market:
    """What a seat could buy in its serving if it had more than its dice can bring."""

    def __init__(self, s: State, seat: int, stores: dict[str, int]) -> None:
        """`stores`: the most it could have with them."""
        self._s = s
        self._seat = seat
        self._options = [option for option in s.setup.flow.serving if not MARKET.isdisjoint(option.kinds)]
        self._without = self._affordable(stores)

    def opened_by(self, stores: dict[str, int]) -> list[Action]:
        """What it could buy only with this much."""
        return sorted(self._affordable(stores) - self._without, key=lambda action: action.id)

    def _affordable(self, stores: dict[str, int]) -> set[Action]:
        s, seat = self._s, self._seat
        p = s.players[seat]
        before = p.thalers, p.beer
        p.thalers, p.beer = stores["thalers"], stores["beer"]
        found = Listed()
        for option in self._options:
            option.offer(s, p, found, False)
        p.thalers, p.beer = before
        return {action for action in found.actions if action.kind in MARKET}


class _Income:
    """The most of one thing that dice could bring, with one die on each space that takes one, and the dishwashers
    shared among them.
    """

    def __init__(self, p: Player, faces: list[int], yields: dict[int, int]) -> None:
        """`faces`: the dice. `yields`: what a die brings, by space that could take one."""
        self._p = p
        self._yields = yields
        # By the spaces taken (bits) and the dishwashers left: the most so far.
        self._best: dict[tuple[int, int], int] = {(0, free_dishwashers(p)): 0}
        for face in faces:
            self._best = self._after(face)

    def most(self, face: int = 0) -> int:
        """With these dice, and one of this face besides (0: none)."""
        return max((self._after(face) if face else self._best).values())

    def _after(self, face: int) -> dict[tuple[int, int], int]:
        """One more die, put anywhere or nowhere."""
        found = dict(self._best)
        for (taken, free), gained in self._best.items():
            for space, more in self._yields.items():
                need = NEED[face][self._p.required[space]]
                if need > free or taken >> space & 1:
                    continue
                after = taken | FILLED[space], free - need
                if found.get(after, -1) < gained + more:
                    found[after] = gained + more
        return found
