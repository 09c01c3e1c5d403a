"""The estimates of the planner's model of an evening (heuristic.py): every figure of it that is not printed on the
components. They were not found by thought, but by an optimiser over games (scripts/tune_planner.py) and by a fit to
what a network expects (scripts/fit_planner.py), for the figures of two earlier editions: one whose guests bring few
points themselves, and one whose guests bring as many as nobles. Every other edition has them mixed, by what its guests
bring; where they bring more than in either, as in the built-in one, it has those of the second.
"""

from typing import Final, NamedTuple

from tiefenthal.engine.components.edition import Edition


class HeuristicWeights(NamedTuple):
    """Every estimate of the model. Points unless something else is said."""

    thaler: float = 0.851  # earned in the last evening
    thaler_early: float = 0.0628  # more for each evening that follows
    beer: float = 1.4
    beer_early: float = 0.027
    first_beer: float = 0.0  # more for the beer of an evening that goes into its guest
    cheap: float = 0.667  # how much a thaler's worth depends on how cheap the next upgrades are
    served: float = 0.535  # dice that serve guests: by how much each die counts towards filling the tables
    raised: float = 0.0201  # the same for a dishwasher
    payers: float = 1.51  # how much more than others those pay who are served
    brewing: float = 0.374  # dice on the brewer for each die beyond the first two or so
    brewing_raised: float = 0.0348  # dice more on the brewer for each dishwasher
    praying: float = 0.141  # share of the dice that goes to the monk
    cashbox: float = 0.533  # how often a die stands there
    barrel: float = 0.469
    safe: float = 0.297  # an upgraded safe, for each evening
    storage: float = 0.399
    kept_thaler: float = 0.863  # part of its worth that a thaler has in the safe
    kept_beer: float = 0.683
    crowd: float = 1.06  # what each regular and guest costs in an evening: better cards come less often
    idle: float = 0.0992  # the same for a noble
    refund: float = 0.495  # part of the special offer that a card of the deck still promises
    step: float = 0.843  # a step of the monastery to come: part of the bonuses ahead
    bonus_card: float = 1.09  # a tavern card from the monastery
    denied: float = 1.9  # a service denied to come
    counter: float = 3.0  # a counter guest kept
    schnapps: float = 1.2
    schnapps_early: float = 0.15
    schnapps_idle: float = 0.8  # part of that while no entertainer has come
    crown: float = 0.95  # part of the crown's noble that the way there is worth
    reputation: float = 1.5  # a step of the ring earned in an evening to come
    book: float = 0.9  # part of a row's noble that its signatures are worth
    nearer: float = 0.3  # part of a column's next bonus that is worth something already
    signature: float = 3.0  # a signature that the ring may bring
    money_side: float = 1.0  # which side is chosen: 0 the first, 1 the second
    fire_side: float = 1.0
    juggler_side: float = 1.0


# Made from figures set by hand, each in 10 (module 1) and 6 (module 5) generations of
#     python -m scripts.tune_planner FOLDER --modules 1 --games 16 --population 12 --sigma 0.12
#     python -m scripts.tune_planner FOLDER --modules 5 --games 16 --population 12 --sigma 0.12
# Module 1 knows neither schnapps nor ring nor book; what WEIGHTS says of them was left as it was.
WEIGHTS: Final = HeuristicWeights()
"""Without the reputation ring (modules 1 and 2)."""
RING_WEIGHTS: Final = WEIGHTS._replace(
    thaler=1.01,
    thaler_early=0.0423,
    beer=1.23,
    beer_early=0.0121,
    cheap=0.48,
    served=0.439,
    payers=1.64,
    brewing=0.269,
    brewing_raised=0.0278,
    praying=0.144,
    cashbox=0.749,
    barrel=0.38,
    safe=0.317,
    storage=0.382,
    kept_thaler=0.816,
    kept_beer=0.845,
    crowd=1.07,
    idle=0.183,
    refund=0.424,
    step=0.797,
    bonus_card=0.944,
    denied=2.01,
    counter=2.59,
    schnapps=1.31,
    schnapps_early=0.133,
    schnapps_idle=0.677,
    crown=0.884,
    reputation=1.76,
    book=0.888,
    nearer=0.209,
    signature=3.08,
)
"""With the ring (modules 3 to 5)."""


# Fitted to the network, 2 rounds each; the first and the last from the weights above with first_beer=1 and crowd=0.5,
# the second from the first and the third from the last.
#     python -m scripts.fit_planner --modules 1 --games 50
#     python -m scripts.fit_planner --modules 2 --games 40
#     python -m scripts.fit_planner --modules 3 --games 40
#     python -m scripts.fit_planner --modules 5 --games 50
RICH_WEIGHTS: Final = WEIGHTS._replace(
    thaler=1.135,
    thaler_early=0.07471,
    beer=0.8218,
    beer_early=0.02934,
    first_beer=1.367,
    cheap=0.3757,
    served=0.9729,
    raised=0.02108,
    payers=0.8704,
    brewing=0.5571,
    brewing_raised=0.5367,
    praying=0.1331,
    cashbox=0.8239,
    barrel=1.419,
    safe=0.1335,
    storage=0.1079,
    kept_thaler=1.036,
    kept_beer=1.23,
    crowd=0.4718,
    idle=0.6398,
    refund=0.08962,
    step=0.9658,
    bonus_card=0.5015,
    denied=3.191,
    counter=2.788,
)
"""Where guests bring as many points as nobles, with module 1."""
RICH_SCHNAPPS_WEIGHTS: Final = WEIGHTS._replace(
    thaler=1.269,
    thaler_early=0.04142,
    beer=0.942,
    beer_early=0.03784,
    first_beer=0.3463,
    cheap=1.163,
    served=0.7238,
    raised=0.02059,
    payers=0.5563,
    brewing=0.6108,
    brewing_raised=0.4009,
    praying=0.04348,
    cashbox=0.4646,
    barrel=1.118,
    safe=0.2566,
    storage=0.0552,
    kept_thaler=0.8904,
    kept_beer=1.691,
    crowd=0.06354,
    idle=0.1668,
    refund=0.01525,
    step=0.7305,
    bonus_card=0.338,
    denied=1.466,
    counter=1.251,
    schnapps=1.606,
    schnapps_early=0.3991,
    schnapps_idle=0.8,
)
"""With module 2."""
RICH_RING_WEIGHTS: Final = RING_WEIGHTS._replace(
    thaler=0.7826,
    thaler_early=0.08509,
    beer=0.2405,
    beer_early=0.142,
    first_beer=0.3358,
    cheap=0.3912,
    served=0.6079,
    raised=0.02147,
    payers=1.756,
    brewing=0.2213,
    brewing_raised=0.203,
    praying=0.1909,
    cashbox=1.675,
    barrel=1.483,
    safe=0.06949,
    storage=0.1193,
    kept_thaler=1.443,
    kept_beer=2.365,
    crowd=0.6398,
    idle=0.7519,
    refund=0.3382,
    step=1.439,
    bonus_card=0.4318,
    denied=1.034,
    counter=3.43,
    schnapps=1.123,
    schnapps_early=0.5814,
    schnapps_idle=0.8911,
    crown=0.7917,
    reputation=1.278,
)
"""With modules 3 and 4."""
RICH_BOOK_WEIGHTS: Final = RING_WEIGHTS._replace(
    thaler=1.081,
    thaler_early=0.04362,
    beer=0.4263,
    beer_early=0.01792,
    first_beer=0.6781,
    cheap=0.3117,
    served=0.4927,
    raised=0.01839,
    payers=1.669,
    brewing=0.1569,
    brewing_raised=0.03585,
    praying=0.1266,
    cashbox=1.339,
    barrel=0.6713,
    safe=0.08052,
    storage=0.2005,
    kept_thaler=0.9401,
    kept_beer=1.897,
    crowd=1.005,
    idle=1.746,
    refund=0.3692,
    step=0.3993,
    bonus_card=0.6215,
    denied=1.964,
    counter=3.958,
    schnapps=1.314,
    schnapps_early=0.3254,
    schnapps_idle=0.7343,
    crown=0.5125,
    reputation=1.193,
    book=0.1443,
    nearer=0.3984,
    signature=3.08,
)
"""With module 5."""
RICH_BY_MODULES: Final = (
    RICH_WEIGHTS,
    RICH_SCHNAPPS_WEIGHTS,
    RICH_RING_WEIGHTS,
    RICH_RING_WEIGHTS,
    RICH_BOOK_WEIGHTS,
)

LEAN: Final = 115 / 48
"""Points that a guest brings on average in the edition for which WEIGHTS and RING_WEIGHTS were made."""
RICH: Final = 521 / 48
"""The same in the edition for which RICH_BY_MODULES was made."""


def guest_points(edition: Edition) -> float:
    """What a guest of the box brings on average."""
    guests = range(edition.first_guest, edition.card_count)
    total = sum([edition.guest_copies[kind] * edition.points[kind] for kind in guests])
    return total / sum([edition.guest_copies[kind] for kind in guests])


def weights_for(modules: int, edition: Edition) -> HeuristicWeights:
    """The weights for a game with modules 1 to n of an edition."""
    lean = RING_WEIGHTS if modules >= 3 else WEIGHTS
    rich = RICH_BY_MODULES[modules - 1]
    share = min(1.0, max(0.0, (guest_points(edition) - LEAN) / (RICH - LEAN)))
    return HeuristicWeights(*[a + (b - a) * share for a, b in zip(lean, rich)])
