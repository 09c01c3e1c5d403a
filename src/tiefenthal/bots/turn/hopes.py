"""Choices whose outcome hangs on dice and cards still to come: which die to take, and whether the guests may stay.

The draft weighs a die by the best plan it leads to. For the arrival a number of evenings are dreamt up: dice as a draft
would bring them, other guests as the own deck would, all from what the seat may know.
"""

from typing import Final

from tiefenthal.bots.turn.effort import Deadline, Effort
from tiefenthal.bots.turn.guide import Guide
from tiefenthal.bots.turn.outlook import Outlook
from tiefenthal.bots.turn.placements import Board, Layer, brewing_of, monks_of, paid_of
from tiefenthal.components.kinds import (
    BARREL_AREA,
    CASHBOX_AREA,
    MONK_AREA,
    SERVER,
    SERVER_AREA,
)
from tiefenthal.rules.actions import AGAIN_PLEASE, STAY_HERE, Action
from tiefenthal.rules.arrival import clear_tavern, guests_arrive
from tiefenthal.rules.dice import area_yield, brewer_yield
from tiefenthal.rules.luck import COLOURED, WHITE, Luck
from tiefenthal.rules.placing import open_spaces
from tiefenthal.rules.spaces import BARREL, CASHBOX
from tiefenthal.rules.state import Player, State
from tiefenthal.view import View, determinize

SPAN: Final = 8  # thalers or beer over which a slope is taken


class Hopes:
    """What dice are good for in a tavern whose guests are known."""

    def __init__(self, s: State, seat: int, outlook: Outlook) -> None:
        self.state: State = s.clone()
        self.seat: int = seat
        self.p: Player = self.state.players[seat]
        open_spaces(self.state, self.p)
        self.guide: Guide = Guide(self.state, seat, outlook)
        s = self.state
        p = self.p
        purse = self.guide.purse(s, p)
        self.thaler: float = (purse.worth(p.thalers + SPAN) - purse.worth(p.thalers)) / SPAN
        self.beer: float = (self.guide.beer(p.beer + SPAN, p.recruited) - self.guide.beer(p.beer, p.recruited)) / SPAN
        self.brewer: float = self.beer * brewer_yield(s, p)
        self.steps: int = area_yield(s, p, MONK_AREA)
        self.cash: float = self.thaler * area_yield(s, p, CASHBOX_AREA)
        self.barrel: float = self.beer * area_yield(s, p, BARREL_AREA)
        self.board: Board = Board(s, p)
        self.fussy: Board = Board(s, p)
        """Without the places that are content with any die."""
        self.fussy.cashbox = False
        self.fussy.barrel = False

    def plain(self, ways: Layer) -> float:
        """The best of these ways, thalers and beer counted one like the other."""
        most = -1e9
        for way in ways:
            value = self.thaler * paid_of(way) + self.brewer * brewing_of(way)
            if way >> CASHBOX & 1:
                value += self.cash
            if way >> BARREL & 1:
                value += self.barrel
            monks = monks_of(way)
            if monks:
                value += self.guide.monastery(monks * self.steps)
            if value > most:
                most = value
        return most

    def exact(self, ways: Layer) -> float:
        """The best of these ways, as the guide rates plans."""
        rated: dict[int, float] = {}
        most = -1e9
        for way in ways:
            gives = way >> 29 << 2 | (way & 3)
            if gives not in rated:
                value = self.guide.rate(self.state, self.p, way)
                rated[gives] = value
                if value > most:
                    most = value
        return most

    def hand(self, faces: list[int]) -> Layer:
        """All ways to place these dice."""
        return self.board.layers(sorted(faces))[-1]

    def pick(self, ways: Layer, faces: list[int]) -> int:
        """Which of some faces adds most to a hand, cashbox and barrel left for what remains."""
        best = faces[0]
        most = -1e9
        seen = 0
        for face in faces:
            if seen >> face & 1:
                continue
            seen |= 1 << face
            value = self.plain(self.fussy.add(ways, face))
            if value > most + 1e-9:
                most = value
                best = face
        return best


def best_take(view: View, legal: list[Action], outlook: Outlook) -> Action:
    """The die to take from the coaster."""
    s = view.state
    hopes = Hopes(s, view.seat, outlook)
    p = hopes.p
    after = len(p.coaster) - 1  # picks that follow this one
    faces = sorted(p.faces)
    if after > 1:
        ways = hopes.fussy.layers(faces)[-1]
        face = hopes.pick(ways, [action.a for action in legal])
        for action in legal:
            if action.a == face:
                return action
        return legal[0]
    count = len(s.players)
    coming = s.players[(view.seat - 1) % count].coaster if after == 1 else []
    best = legal[0]
    most = -1e9
    for action in legal:
        hand = [*faces, action.a]
        if after == 1 and coming:
            value = sum([hopes.exact(hopes.hand([*hand, face])) for face in coming]) / len(coming)
        else:
            value = hopes.exact(hopes.hand(hand))
        if value > most + 1e-9:
            most = value
            best = action
    return best


def _dream_dice(hopes: Hopes, luck: Luck) -> float:
    """One evening with dice of the own colour and a draft from fresh coasters."""
    s = hopes.state
    p = hopes.p
    ed = s.setup.edition
    area = ed.area_yield[SERVER_AREA][p.upgraded >> SERVER_AREA & 1]
    more = min(ed.colour_dice, p.coloured + p.drawn[SERVER] + area) - p.coloured
    faces = p.faces[:]
    if more > 0:
        faces += luck.roll(COLOURED, hopes.seat, more)
    ways = hopes.fussy.layers(sorted(faces))[-1]
    for left in range(ed.white_dice, 0, -1):
        face = hopes.pick(ways, luck.roll(WHITE, hopes.seat, left))
        faces.append(face)
        ways = hopes.fussy.add(ways, face)
    return hopes.exact(hopes.hand(faces))


def stay_or_go(view: View, outlook: Outlook, effort: Effort, luck: Luck) -> Action:
    """Send the guests home when other guests promise more than these and the counter guest together."""
    seat = view.seat
    deadline = Deadline(effort)
    hopes = Hopes(view.state, seat, outlook)
    stay = 0.0
    again = 0.0
    pairs = 0
    while pairs < effort.samples and not deadline.passed():
        pairs += 1
        stay += (_dream_dice(hopes, luck) + _dream_dice(hopes, luck)) * 0.5
        s = determinize(view, luck)
        p = s.players[seat]
        p.counter_guests -= 1
        clear_tavern(p)
        guests_arrive(s, seat, luck)
        dream = Hopes(s, seat, outlook)
        again += (_dream_dice(dream, luck) + _dream_dice(dream, luck)) * 0.5
    return AGAIN_PLEASE if again > stay else STAY_HERE
