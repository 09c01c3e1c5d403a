"""Choices whose outcome depends on dice and cards still to come: which die to take, and whether the guests may stay.

The draft weighs a die by the best plan it leads to. For the arrival a number of evenings are sampled: dice as a draft
would bring them, other guests as the seat's deck would, all from what the seat may know.
"""

from typing import Final

from tiefenthal.engine.rules.actions import AGAIN_PLEASE, STAY_HERE, Action
from tiefenthal.engine.rules.arrival import start_again
from tiefenthal.engine.rules.dice import beer_from, steps_from, thalers_from
from tiefenthal.engine.rules.evening import dice_left
from tiefenthal.engine.rules.luck import COLOURED, WHITE, Luck
from tiefenthal.engine.rules.placing import open_spaces
from tiefenthal.engine.rules.servers import dice_brought
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, MONK
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.engine.view import View, determinize
from tiefenthal.players.bots.search.effort import Deadline, Effort
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.ordering import MoveOrdering
from tiefenthal.players.bots.search.placements import brewing_of, kind_of, paid_of, ways_left
from tiefenthal.players.bots.ways import Layer, Ways, monks_of

SPAN: Final = 8  # thalers or beer over which a slope is taken


class DraftValue:
    """What dice are good for in a tavern whose guests are known."""

    def __init__(self, s: State, seat: int, heuristic: HeuristicValue) -> None:
        self.state: State = s.clone()
        self.seat: int = seat
        self.p: Player = self.state.players[seat]
        open_spaces(self.state, self.p)
        self.ordering: MoveOrdering = MoveOrdering(self.state, seat, heuristic)
        s = self.state
        p = self.p
        knapsack = self.ordering.knapsack(s, p)
        self.thaler: float = (knapsack.worth(p.thalers + SPAN) - knapsack.worth(p.thalers)) / SPAN
        self.beer: float = (
            self.ordering.beer(p.beer + SPAN, p.recruited) - self.ordering.beer(p.beer, p.recruited)
        ) / SPAN
        self.brewer: float = self.beer * beer_from(s, p, BREWER_SPACE)
        self.steps: int = steps_from(s, p, MONK)
        self.cash: float = self.thaler * thalers_from(s, p, CASHBOX)
        self.barrel: float = self.beer * beer_from(s, p, BARREL)
        self.board: Ways = ways_left(s, p)
        self.fussy: Ways = ways_left(s, p)
        """Without the places that are content with any die."""
        self.fussy.cashbox = 0
        self.fussy.barrel = 0

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
                value += self.ordering.monastery(monks * self.steps)
            if value > most:
                most = value
        return most

    def exact(self, ways: Layer) -> float:
        """The best of these ways, as the ordering rates plans."""
        rated: dict[int, float] = {}
        most = -1e9
        for way in ways:
            gives = kind_of(way)
            if gives not in rated:
                value = self.ordering.rate(self.state, self.p, way)
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


def best_take(view: View, legal: list[Action], heuristic: HeuristicValue) -> Action:
    """The die to take from the coaster."""
    s = view.state
    dice_value = DraftValue(s, view.seat, heuristic)
    p = dice_value.p
    after = len(p.coaster) - 1  # picks that follow this one
    faces = sorted(p.faces)
    if after > 1:
        ways = dice_value.fussy.layers(faces)[-1]
        face = dice_value.pick(ways, [action.a for action in legal])
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
            value = sum([dice_value.exact(dice_value.hand([*hand, face])) for face in coming]) / len(coming)
        else:
            value = dice_value.exact(dice_value.hand(hand))
        if value > most + 1e-9:
            most = value
            best = action
    return best


def _sampled_dice(dice_value: DraftValue, luck: Luck) -> float:
    """One evening with dice of the seat's colour and a draft from fresh coasters."""
    s = dice_value.state
    p = dice_value.p
    more = min(dice_brought(s, p), dice_left(s, p))
    faces = p.faces[:]
    if more > 0:
        faces += luck.roll(COLOURED, dice_value.seat, more)
    ways = dice_value.fussy.layers(sorted(faces))[-1]
    for left in range(s.setup.edition.white_dice, 0, -1):
        face = dice_value.pick(ways, luck.roll(WHITE, dice_value.seat, left))
        faces.append(face)
        ways = dice_value.fussy.add(ways, face)
    return dice_value.exact(dice_value.hand(faces))


def stay_or_go(view: View, heuristic: HeuristicValue, effort: Effort, luck: Luck) -> Action:
    """Send the guests home when other guests promise more than these and the counter guest together."""
    seat = view.seat
    deadline = Deadline(effort.seconds, effort.clock)
    dice_value = DraftValue(view.state, seat, heuristic)
    stay = 0.0
    again = 0.0
    pairs = 0
    while pairs < effort.samples and not deadline.passed():
        pairs += 1
        stay += (_sampled_dice(dice_value, luck) + _sampled_dice(dice_value, luck)) * 0.5
        s = determinize(view, luck)
        start_again(s, seat, luck)
        other = DraftValue(s, seat, heuristic)
        again += (_sampled_dice(other, luck) + _sampled_dice(other, luck)) * 0.5
    return AGAIN_PLEASE if again > stay else STAY_HERE
