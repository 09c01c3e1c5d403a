"""The greedy bot with dice in hand: which die to take in the draft (D), and where the dice go (E)."""

from typing import Final

from tiefenthal.engine.components.kinds import BARBACK, JUGGLER
from tiefenthal.engine.rules.actions import BACK_FROM, PLACE_DIE, READY_NOW, TURN_DIE, Action
from tiefenthal.engine.rules.dice import steps_from
from tiefenthal.engine.rules.modules.schnapps import SELLS_BEER, SELLS_THALERS, TURNS, cost
from tiefenthal.engine.rules.spaces import MONK, SPOT_FACE, SPOT_SPACE, TRAY
from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.greedy.placements import Rating, best_way, ways_tonight
from tiefenthal.players.bots.greedy.spending import Beer, Thalers, best_sale, schnapps_cost
from tiefenthal.players.bots.greedy.worth import GreedyWeights, Worth
from tiefenthal.players.bots.ways import Ways, spaces_of

MOST: Final = 40  # thalers or beer that dice could bring in an evening, as far as the bot thinks


def take_die(worth: Worth, legal: list[Action]) -> Action:
    """The die that adds most to those already there, counting only the places that ask for a value: cashbox and barrel
    will be content with whatever is left."""
    p = worth.p
    tonight = ways_tonight(worth.s, p, anywhere=False)
    ways = tonight.layers(p.faces)[-1]
    w = worth.weights
    monks = _monks(worth)

    def plain(thalers: int, beer: int, prayed: int) -> float:
        return w.thaler * thalers + w.beer * beer + monks[prayed]

    best = legal[0]
    most = -1.0
    for action in legal:
        value = best_way(tonight.add(ways, action.a), plain)[0]
        if value > most + 1e-9:
            most = value
            best = action
    return best


def _monks(worth: Worth) -> list[float]:
    """By number of dice on the monk: what their steps are worth."""
    steps = steps_from(worth.s, worth.p, MONK)
    return [worth.monastery(steps * count) for count in range(8)]


def back_from(space: int, face: int) -> Action:
    """The action that takes a die of this face back from a space."""
    for action in BACK_FROM:
        if SPOT_SPACE[action.a] == space and SPOT_FACE[action.a] in (0, face):
            return action
    raise ValueError(f"no die can stand on space {space}")


def rating_of(worth: Worth) -> Rating:
    """The worth of an evening in which the dice bring so much."""
    p = worth.p
    barbacks = p.drawn[BARBACK]
    thalers = Thalers(worth, p.thalers + MOST)
    stored = p.beer + barbacks
    beer = Beer(worth, stored + MOST)
    paid_worth = [best_sale(worth, SELLS_THALERS, p.thalers + paid, thalers.worth_of)[0] for paid in range(MOST + 1)]
    beer_worth = [best_sale(worth, SELLS_BEER, stored + brewed, beer.worth_of)[0] for brewed in range(MOST + 1)]
    monks = _monks(worth)
    known = worth.s.setup.modules >= 3
    ring = [worth.reputation(steps) for steps in range(MOST + 1)] if known else []
    thaler = worth.weights.linear * worth.weights.thaler
    one_beer = worth.weights.linear * worth.weights.beer

    def rate(paid: int, brewed: int, prayed: int) -> float:
        paid = min(paid, MOST)
        brewed = min(brewed, MOST)
        value = paid_worth[paid] + beer_worth[brewed] + monks[prayed] + thaler * paid + one_beer * brewed
        return value + ring[min(paid, brewed + barbacks)] if known else value

    return rate


class Planner:
    """Finds the plan of an evening once and walks to it. The plan follows from the view alone; it is only kept."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._plan: list[tuple[int, int]] = []  # (face, space) of each die that has a place
        self._turn: Action | None = None

    def next_action(self, s: State, seat: int, weights: GreedyWeights) -> Action:
        """Take back what the plan has no place for, put the rest where it belongs, and be ready."""
        p = s.players[seat]
        key = (
            id(s.setup.edition), seat, s.round, tuple(p.faces), tuple(p.seated), tuple(p.drawn), p.upgraded, p.thalers,
            p.beer, p.schnapps, p.monastery, p.reputation, tuple(p.book), tuple(p.entertainers), tuple(s.row),
            tuple(s.pile[-1:]), s.signed, s.nobles, tuple(s.piles), len(p.deck), sum(p.deck), sum(p.discard), weights,
        )  # fmt: skip
        if key != self._key:
            self._make(Worth(s, seat, weights))
            self._key = key
        wanted = self._plan[:]
        unplaced: list[int] = []
        for face, place in zip(p.faces, p.places, strict=True):
            if place == TRAY:
                unplaced.append(face)
            elif (face, place) in wanted:
                wanted.remove((face, place))
            else:
                return back_from(place, face)
        if self._turn is not None and self._turn.a in unplaced:
            return self._turn
        for face, space in wanted:
            if face in unplaced:
                return PLACE_DIE[face - 1][space]
        return READY_NOW

    def _make(self, worth: Worth) -> None:
        p = worth.p
        tonight = ways_tonight(worth.s, p)
        rating = rating_of(worth)
        layers = tonight.layers(p.faces)
        value, way = best_way(layers[-1], rating)
        spaces = spaces_of(layers, way)
        self._plan = [(face, space) for face, space in zip(p.faces, spaces, strict=True) if space != TRAY]
        self._turn = None
        price = cost(worth.s, JUGGLER, TURNS)
        if p.entertainers[JUGGLER] == TURNS and p.schnapps >= price:
            self._turn = _best_turn(worth, tonight, rating, value + schnapps_cost(worth, price))
            if self._turn is not None:
                self._plan = [(face, space) for face, space in self._plan if face != self._turn.a]


def _best_turn(worth: Worth, tonight: Ways, rating: Rating, least: float) -> Action | None:
    """The turn of one die that makes the evening worth more than `least`, if there is one."""
    faces = worth.p.faces
    best: Action | None = None
    for face in sorted(set(faces)):
        others = faces[:]
        others.remove(face)
        ways = tonight.layers(others)[-1]
        for to in tonight.targets():
            if to != face:
                value = best_way(tonight.add(ways, to), rating)[0]
                if value > least + 1e-9:
                    least = value
                    best = TURN_DIE[face - 1][to - 1]
    return best
