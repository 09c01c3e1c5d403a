"""Why one option is better than another: the differences between the tables they lead to, as codes with values.

Every number is the difference between the two states, or a figure of what one of them has and the other has not.
Reasons contain no opinion: the outlooks say what a difference is worth.
"""

from collections import Counter
from typing import Final, NamedTuple

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components.kinds import AREA_COUNT, AREA_NAMES, ENTERTAINER_NAMES, FIRST_REGULAR, NOBLE
from tiefenthal.engine.rules.actions import END_SERVING, READY_NOW, Action
from tiefenthal.engine.rules.areas import more_upgraded
from tiefenthal.engine.rules.arrival import cards_in_tavern
from tiefenthal.engine.rules.modules.reputation import reputation_points
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.state import State
from tiefenthal.players.analysis.data import Reason, Value
from tiefenthal.players.bots.search.solo_turn import act, copy, open_table, serve_now

THIS: Final = "this"
OTHER: Final = "other"
REASONS: Final = (
    "upgrade", "nobles", "guest", "staff", "rid", "entertainer", "monastery", "reputation", "signatures", "schnapps",
    "thalers", "beer", "counter-guests", "thalers-lost", "beer-lost", "points", "guests-pay", "others-pay",
)  # fmt: skip
"""Every code, in the order in which reasons are given."""
WASTED: Final = ("thalers-lost", "beer-lost")
"""Those that speak against the side that they are about."""


class Lost(NamedTuple):
    """What a serving left unspent beyond what the stores hold."""

    thalers: int
    beer: int


def lost_by(before: State, seat: int, actions: list[Action]) -> Lost:
    """What is lost at the end of a turn, which is carried out for that; nothing where it does not come to its end."""
    luck = SeededChance("none is needed")
    s = copy(open_table(before, seat), seat)
    for action in actions:
        p = s.players[seat]
        thalers, beer = p.thalers, p.beer
        if action is READY_NOW:
            serve_now(s, seat, luck)
        else:
            act(s, seat, action, luck)
        if action is END_SERVING:
            return Lost(thalers - p.thalers, beer - p.beer)
    return Lost(0, 0)


def own_cards(s: State, seat: int) -> Counter[int]:
    """How many the seat has of each card, wherever they lie."""
    p = s.players[seat]
    return Counter(p.deck) + Counter(p.discard) + Counter(cards_in_tavern(p))


def steps_since(before: State, after: State, seat: int) -> int:
    """How far the marker on the monastery track has come."""
    spaces = len(before.setup.edition.monastery)
    return (after.players[seat].monastery - before.players[seat].monastery) % spaces


class _Side(NamedTuple):
    """One of the two options."""

    name: str
    after: State
    lost: Lost | None


def differences(
    before: State,
    this: State,
    other: State,
    seat: int,
    lost: tuple[Lost, Lost] | None = None,
) -> list[Reason]:
    """What tells the table `this` from the table `other`, to both of which `before` can lead."""
    one = _Side(THIS, this, lost[0] if lost else None)
    two = _Side(OTHER, other, lost[1] if lost else None)
    found = _more(before, one, two, seat) + _more(before, two, one, seat)
    found.sort(key=lambda reason: REASONS.index(reason.code))  # stable: this before the other
    return found


def _more(before: State, one: _Side, two: _Side, seat: int) -> list[Reason]:
    """What the first has more of than the second."""
    found: list[Reason] = []
    ed = before.setup.edition
    p, q = one.after.players[seat], two.after.players[seat]

    def note(code: str, **values: Value) -> None:
        found.append(Reason(code, one.name, values))

    evenings = ed.rounds - before.round
    for area in range(AREA_COUNT):
        if p.upgraded >> area & 1 and not q.upgraded >> area & 1:
            note("upgrade", area=AREA_NAMES[area], more=more_upgraded(ed, area), evenings=evenings)
    cards = own_cards(one.after, seat)
    cards.subtract(own_cards(two.after, seat))
    for card in sorted(cards):
        n = cards[card]
        name = ed.card_names[card]
        if n > 0 and card == NOBLE:
            note("nobles", n=n, points=n * ed.points[card])
        elif n > 0 and card >= ed.first_guest:
            note("guest", card=name, n=n, points=n * ed.points[card], die=ed.die[card], pays=ed.pays[card])
        elif n > 0 and card < FIRST_REGULAR:
            note("staff", card=name, n=n)
        elif n < 0 and FIRST_REGULAR <= card < ed.first_guest:
            note("rid", card=name, n=-n, die=ed.die[card], pays=ed.pays[card])
    for entertainer, side in enumerate(p.entertainers):
        if side and side != q.entertainers[entertainer]:
            note("entertainer", entertainer=ENTERTAINER_NAMES[entertainer], side=side)
    counted = (
        ("monastery", steps_since(before, one.after, seat) - steps_since(before, two.after, seat)),
        ("reputation", reputation_points(one.after, seat) - reputation_points(two.after, seat)),
        ("signatures", sum(p.book) - sum(q.book)),
        ("schnapps", p.schnapps - q.schnapps),
        ("thalers", p.thalers - q.thalers),
        ("beer", p.beer - q.beer),
        ("counter-guests", p.counter_guests - q.counter_guests),
        ("thalers-lost", one.lost.thalers - two.lost.thalers if one.lost and two.lost else 0),
        ("beer-lost", one.lost.beer - two.lost.beer if one.lost and two.lost else 0),
        ("points", score(one.after, seat) - score(two.after, seat)),
    )
    for code, n in counted:
        if n > 0:
            note(code, n=n)
    return found


def in_favour(reasons: list[Reason], side: str) -> list[Reason]:
    """What speaks for a side: what it has, and what only the other wastes."""
    return [reason for reason in reasons if (reason.side == side) is (reason.code not in WASTED)]


def of_arrival(s: State, seat: int, others_pay: float, staying_is_this: bool) -> list[Reason]:
    """The guests at hand against those who may come: what all at the tables pay, as they sit there and on average in
    the evenings that were sampled, for the side with more; and the counter guest."""
    stay, go = (THIS, OTHER) if staying_is_this else (OTHER, THIS)
    here, there = pay_at_tables(s, seat), round(others_pay, 1)
    found = [Reason("counter-guests", stay, {"n": 1})]
    if here > round(there):
        found.append(Reason("guests-pay", stay, {"n": here, "others": there}))
    elif here < round(there):
        found.append(Reason("others-pay", go, {"n": there, "others": here}))
    return found


def pay_at_tables(s: State, seat: int) -> int:
    """What everybody at the tables pays when served, the nobles together once."""
    pays = s.setup.edition.pays
    p = s.players[seat]
    guests = sum(pays[card] for card in p.seated if card >= FIRST_REGULAR)
    return guests + (pays[NOBLE] if p.nobles else 0)
