"""All ways to put the dice on the board, folded together as far as they give the same, and how to get there.

A way to place some dice is one integer: the one-die spaces taken, the dishwashers used, and what the places give.

    bits 0-23 spaces taken | 24-28 dishwashers | 29-32 dice on the monk | 33-36 on the brewer | 37-46 what guests pay
"""

from typing import Final

from tiefenthal.components.kinds import NO_CARD
from tiefenthal.rules.actions import (
    BACK_FROM,
    MOVE_DIE,
    PLACE_DIE,
    SWAP_DICE,
    Action,
)
from tiefenthal.rules.play import legal_actions
from tiefenthal.rules.spaces import (
    AREA_FITS,
    BARREL,
    BREWER_SPACE,
    CASHBOX,
    FIRST_TABLE,
    MONK,
    SPOT_COUNT,
    SPOT_OF,
    TRAY,
    USED,
)
from tiefenthal.rules.state import Player, State

RAISED: Final = 24
PRAYED: Final = 29
BREWING: Final = 33
PAID: Final = 37
MONK_BIT: Final = 1 << MONK
BREWER_BIT: Final = 1 << BREWER_SPACE
MOST_WAYS: Final = 1500
KEPT_WAYS: Final = 500

Layer = dict[int, int]
"""Every way to place the dice so far: the way without the last die << 5 | where that die went + 1."""


def monks_of(way: int) -> int:
    """How many dice stand on the monk."""
    return way >> PRAYED & 15


def brewing_of(way: int) -> int:
    """How many dice stand on the brewer."""
    return way >> BREWING & 15


def paid_of(way: int) -> int:
    """What the guests with a die pay."""
    return way >> PAID


class Placements:
    """The places that are still there for the dice of a tavern that are not used yet."""

    __slots__ = ("barrel", "cashbox", "dishwashers", "faces", "tables")

    def __init__(self, s: State, p: Player) -> None:
        ed = s.setup.edition
        used = 0  # one-die spaces that have been used: vacant neither now nor when the dice on the board are lifted
        vacant = p.vacant
        self.faces: list[int] = []
        for face, place in zip(p.faces, p.places):
            if place != USED:
                self.faces.append(face)
                if place >= 0:
                    vacant |= 1 << place
        used = ~vacant
        self.faces.sort()
        self.dishwashers: int = p.dishwashers - p.spent
        self.cashbox: bool = not used >> CASHBOX & 1
        self.barrel: bool = not used >> BARREL & 1
        self.tables: list[list[tuple[int, int, int]]] = [[] for _ in range(7)]
        """By value: (space bit, what it adds, space), the best payer first."""
        for table, card in enumerate(p.seated):
            space = FIRST_TABLE + table
            if card != NO_CARD and not used >> space & 1:
                self.tables[ed.die[card]].append((1 << space, (1 << space) + (ed.pays[card] << PAID), space))
        for guests in self.tables:
            if len(guests) > 1:
                guests.sort(key=_pay, reverse=True)

    def add(self, ways: Layer, face: int) -> Layer:
        """Every way to place one more die. A die that fits somewhere is not left over: every place gives something."""
        new: Layer = {}
        tables = self.tables
        for way in ways:
            highest = face + self.dishwashers - (way >> RAISED & 31)
            if highest > 6:
                highest = 6
            placed = False
            before = way << 5
            for value in range(face, highest + 1):
                more = way + ((value - face) << RAISED)
                for bit, gain, space in tables[value]:
                    if not way & bit:
                        new[more + gain] = before | (space + 1)
                        placed = True
                        break
                fits = AREA_FITS[value]
                if fits & MONK_BIT:
                    new[more + (1 << PRAYED)] = before | (MONK + 1)
                    placed = True
                if fits & BREWER_BIT:
                    new[more + (1 << BREWING)] = before | (BREWER_SPACE + 1)
                    placed = True
            if self.cashbox and not way & 1 << CASHBOX:
                new[way + (1 << CASHBOX)] = before | (CASHBOX + 1)
                placed = True
            if self.barrel and not way & 1 << BARREL:
                new[way + (1 << BARREL)] = before | (BARREL + 1)
                placed = True
            if not placed:
                new[way] = before
        if len(new) > MOST_WAYS:
            kept = sorted(new, key=_plain, reverse=True)[:KEPT_WAYS]
            new = {way: new[way] for way in kept}
        return new

    def layers(self, faces: list[int]) -> list[Layer]:
        """All ways, one layer for each die more."""
        layers: list[Layer] = [{0: 0}]
        for face in faces:
            layers.append(self.add(layers[-1], face))
        return layers


def _pay(guest: tuple[int, int, int]) -> int:
    return guest[1]


def _plain(way: int) -> int:
    return 5 * (way >> PAID) + 10 * brewing_of(way) + 8 * monks_of(way) - 2 * (way >> RAISED & 31)


def spots_of(layers: list[Layer], faces: list[int], way: int) -> list[int]:
    """The dice of a way as (space + 1) * 7 + face, those without a place left out."""
    spots: list[int] = []
    for i in range(len(faces), 0, -1):
        code = layers[i][way]
        if code & 31:
            spots.append((code & 31) * 7 + faces[i - 1])
        way = code >> 5
    return spots


def planning_actions(p: Player, spots: list[int]) -> list[Action]:
    """How a plan is laid out in planning: what is wrong is taken back, then the rest is placed."""
    missing = spots[:]
    backs: list[Action] = []
    for face, place in zip(p.faces, p.places):
        if place >= 0:
            spot = (place + 1) * 7 + face
            if spot in missing:
                missing.remove(spot)
            else:
                backs.append(BACK_FROM[SPOT_OF[spot]])
    missing.sort()
    return backs + [PLACE_DIE[spot % 7 - 1][spot // 7 - 1] for spot in missing]


def next_move(s: State, seat: int, spots: list[int]) -> Action | None:
    """While serving: a legal move that brings the unused dice nearer to these places; None if there is none, or if
    they stand there."""
    p = s.players[seat]
    missing = spots[:]
    astray: list[int] = []
    for face, place in zip(p.faces, p.places):
        if place == USED:
            continue
        spot = (place + 1) * 7 + face
        if place != TRAY and spot in missing:
            missing.remove(spot)
        else:
            astray.append(spot)
    if not missing:
        return None
    legal = legal_actions(s, seat)
    for spot in astray:
        for wanted in missing:
            if wanted % 7 == spot % 7:
                space = wanted // 7 - 1
                action = PLACE_DIE[spot % 7 - 1][space] if spot < 7 else MOVE_DIE[SPOT_OF[spot]][space]
                if action in legal:
                    return action
    for spot in astray:
        for other in astray:
            if 7 <= spot < other:
                one, two = SPOT_OF[spot], SPOT_OF[other]
                if one > two:
                    one, two = two, one
                swap = SWAP_DICE.get(one * SPOT_COUNT + two)
                if swap is not None and swap in legal:
                    after = (other // 7) * 7 + spot % 7
                    if after in missing or (spot // 7) * 7 + other % 7 in missing:
                        return swap
    return None


def standing(p: Player, spots: list[int]) -> bool:
    """Whether the unused dice stand exactly so."""
    now = [(place + 1) * 7 + face for face, place in zip(p.faces, p.places) if place >= 0]
    return sorted(now) == sorted(spots)
