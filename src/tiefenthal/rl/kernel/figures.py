"""Everything the kernel must know of a set-up, as numbers in a row: words, sequence of play, edition, actions, layout.

figures.c reads them in this order, a list always with its length before it, and checks every length and figure against
the room it has. No figure of the game stands in C, so another edition plays there as it does in Python.
"""

from array import array
from collections.abc import Sequence
from typing import Final

from tiefenthal.components import kinds
from tiefenthal.rl.core import fields
from tiefenthal.rl.core.common import QUESTION_OF, guest_features
from tiefenthal.rl.core.table import NO_LIMIT, NOBODY
from tiefenthal.rules import actions, flow, spaces
from tiefenthal.rules.actions import ACTIONS, Action
from tiefenthal.rules.flow import Option, Step
from tiefenthal.rules.modules.schnapps import SIDE_1, SIDE_2
from tiefenthal.rules.placing import open_spaces
from tiefenthal.rules.setup import CHEAPEST_GUEST, OPEN_GUESTS
from tiefenthal.rules.state import NO_CHOICE, Setup, State, new_player

STEPS: Final = (
    "StartingDecks", "StartCards", "Evening", "Arrival", "Servers", "Draft", "Planning", "Serving", "Juggling",
    "Closing",
)  # fmt: skip
"""The steps of the sequence of play by their classes, as words.h numbers them."""
OPTIONS: Final = (
    "PlanDice", "TurnDice", "ServeWithDice", "BuyCards", "UpgradeAreas", "RecruitGuests", "RecruitNobles",
    "SendCounterGuests", "Entertain", "BardsSing", "EndServing",
)  # fmt: skip
"""The options of planning and serving, likewise."""


class KernelRefusal(ValueError):
    """The kernel cannot play this; the message says why."""


class Figures:
    """Numbers in a row."""

    def __init__(self) -> None:
        self.numbers: array[int] = array("i")

    def add(self, *numbers: int) -> None:
        """Single numbers."""
        self.numbers.extend(numbers)

    def add_list(self, numbers: Sequence[int]) -> None:
        """A list, with its length before it."""
        self.numbers.append(len(numbers))
        self.numbers.extend(numbers)

    def add_lists(self, *lists: Sequence[int]) -> None:
        """Several lists, one after the other."""
        for numbers in lists:
            self.add_list(numbers)

    def add_lines(self, lines: Sequence[Sequence[int]]) -> None:
        """A list of lists, with their number before them."""
        self.numbers.append(len(lines))
        self.add_lists(*lines)


def _words() -> list[int]:
    """The words of the game by number, in the order of `vocabulary` in figures.c."""
    k, a, f, s = kinds, actions, flow, spaces
    return [
        k.NO_CARD, k.BARD, k.BARBACK, k.DISHWASHER, k.SERVER, k.TABLE, k.BREWER, k.NOBLE, k.FIRST_REGULAR,
        k.TABLES_AREA, k.SERVER_AREA, k.CASHBOX_AREA, k.MONK_AREA, k.DISHWASHER_AREA, k.SAFE_AREA, k.BARREL_AREA,
        k.BREWER_AREA, k.STORAGE_AREA, k.AREA_COUNT,
        k.NOTHING, k.GIVES_CARD, k.GIVES_THALERS, k.GIVES_MONASTERY, k.GIVES_SERVICE_DENIED, k.GIVES_NOBLE,
        k.GIVES_SCHNAPPS, k.GIVES_REPUTATION, k.GIVES_COUNTER_GUEST, k.GIVES_GUEST, k.GIVES_DIE, k.GIVES_FREE_UPGRADE,
        k.GIVES_ENTERTAINER, k.GIVES_AREA, k.GIVES_DISMISSAL, k.GIVES_BEER, k.RING_POINTS, k.RING_TOAST, k.RING_CROWN,
        k.RING_SIGNATURE,
        k.MONEY, k.FIRE, k.JUGGLER, SIDE_1, SIDE_2,
        s.USED, s.TRAY, s.CASHBOX, s.BARREL, s.BREWER_SPACE, s.MONK, s.FIRST_TABLE, s.MAX_TABLES, s.SPACE_COUNT,
        s.SPOT_COUNT, s.MANY_DICE,
        a.START, a.DISMISS, a.CHOOSE, a.FLIP, a.DECLINE, a.STAY, a.AGAIN, a.TAKE, a.PLACE, a.MOVE, a.BACK, a.TURN,
        a.READY, a.UNREADY, a.USE, a.SWAP, a.BUY, a.UPGRADE, a.RECRUIT, a.NOBLES, a.COUNTER_GUEST, a.BARD_SINGS,
        a.ENTERTAIN, a.ENTERTAIN_UPGRADE, a.ENTERTAIN_REMOVE, a.END, a.REMOVE, a.SCHNAPPS, a.SIGN, a.KEEP,
        a.KIND_COUNT,
        a.CHOOSE_GUEST, a.CHOOSE_DIE, a.CHOOSE_SIDE_1, a.CHOOSE_SIDE_2, a.FROM_PILE, a.KEEP_TABLE, a.MAX_START_CARDS,
        a.MAX_REGULAR_PAY, a.MAX_RETURNED,
        f.BONUS, f.MONASTERY_STEPS, f.SERVICE_DENIED, f.TAKE_CHOICE, f.CREDIT_BARBACKS, f.FINISH_SERVING,
        f.REPUTATION_STEPS, f.TOAST, f.SIGNATURE, f.CHOOSE_COLUMN, f.ROW_NOBLE, f.START_ITEM, f.DISMISS_REGULARS,
        f.DECK_SHUFFLE, f.EFFECT_COUNT,
        len(STEPS), len(OPTIONS), NOBODY, NO_LIMIT, NO_CHOICE, s.NO_WAY,
    ]  # fmt: skip


def _numbered(parts: Sequence[Step] | Sequence[Option], known: Sequence[str]) -> list[int]:
    """Steps or options by number; KernelRefusal if there is one that the kernel does not know."""
    names = [type(part).__name__ for part in parts]
    for name in names:
        if name not in known:
            raise KernelRefusal(f"the kernel does not know {name}, a part of the sequence of play")
    return [known.index(name) for name in names]


def _add_flow(out: Figures, setup: Setup, limit: int) -> None:
    steps = setup.flow.steps
    out.add(setup.players, setup.modules, limit)
    out.add_list(_numbered(steps, STEPS))
    out.add(setup.flow.first_evening)
    out.add_list([int(step.simultaneous) for step in steps])
    out.add_list([fields.PHASES.index(step.name) if step.name in fields.PHASES else -1 for step in steps])
    out.add_list(_numbered(setup.flow.planning, OPTIONS))
    out.add_list(_numbered(setup.flow.serving, OPTIONS))
    out.add_list([QUESTION_OF.get(effect, -1) for effect in range(flow.EFFECT_COUNT)])


def _add_edition(out: Figures, setup: Setup) -> None:
    ed = setup.edition
    out.add(ed.card_count, ed.first_guest)
    out.add_lists(
        ed.die, ed.pays, ed.points, ed.beer, ed.bonus, ed.price, ed.guest_copies, ed.guest_module, ed.regulars
    )
    out.add(
        ed.rounds, ed.tavern_count, ed.bard_count, ed.nobles, ed.schnapps, ed.schnapps_kept, ed.signatures,
        ed.counter_guests, ed.colour_dice, ed.white_dice, CHEAPEST_GUEST, OPEN_GUESTS, ed.start_cards_revealed,
    )  # fmt: skip
    out.add_lists(ed.noble_price, ed.area_price, ed.area_discount, ed.area_card, _flat(ed.area_yield))
    out.add_lists(ed.monastery, setup.ring, setup.schnapps_track)
    out.add_lines(setup.round_track)
    out.add_lists(_flat(ed.entertainer_cost), _flat(ed.entertainer_gain))
    out.add_lines(ed.start_cards)
    out.add_lists(_flat(ed.book), ed.book_column)


def _flat(lines: Sequence[Sequence[int]]) -> list[int]:
    return [number for line in lines for number in line]


def _add_spaces(out: Figures, setup: Setup) -> None:
    state = State()
    state.setup = setup
    empty = new_player()
    open_spaces(state, empty)  # of a tavern without guests: the four areas
    out.add_lists(empty.wants, empty.fits, _flat(spaces.NEED), spaces.SPOT_OF, spaces.SPOT_SPACE, spaces.SPOT_FACE)


def _ids(listed: Sequence[Action]) -> list[int]:
    return [action.id for action in listed]


def _all_ids(listed: Sequence[Sequence[Action]]) -> list[int]:
    return [action.id for line in listed for action in line]


def _add_actions(out: Figures) -> None:
    a = actions
    out.add_list([action.kind for action in ACTIONS])
    out.add_list([action.a for action in ACTIONS])
    out.add_list([action.b for action in ACTIONS])
    out.add_lists(_ids(a.START_WITH), _all_ids(a.DISMISS_REGULAR), _ids(a.CHOICES), _ids(a.FLIP_AREA), _ids(a.TAKE_DIE))
    out.add_lists(_all_ids(a.PLACE_DIE), _all_ids(a.MOVE_DIE), _ids(a.BACK_FROM), _ids(a.USE_DIE), _all_ids(a.TURN_DIE))
    swaps = [-1] * spaces.SPOT_COUNT**2
    for pair, action in a.SWAP_DICE.items():
        swaps[pair] = action.id
    out.add_lists(swaps, _ids(a.BUY_CARD), _ids(a.KEEP_STAFF), _all_ids(a.UPGRADE_AREA), _ids(a.RECRUIT_GUEST))
    out.add_lists(_ids(a.RECRUIT_NOBLES), _ids([a.ENTERTAIN_THALERS, a.ENTERTAIN_BEER]), _ids(a.ENTERTAIN_AREA))
    out.add_lists(_ids(a.ENTERTAIN_TABLE), _ids(a.REMOVE_FROM), _ids(a.KEEP_SITTING), _ids(a.SIGN_COLUMN))
    single = (
        a.DECLINE_IT, a.STAY_HERE, a.AGAIN_PLEASE, a.READY_NOW, a.UNREADY_NOW, a.SEND_COUNTER_GUEST, a.BARD_SONG,
        a.END_SERVING, a.TAKE_SCHNAPPS,
    )  # fmt: skip
    out.add(*_ids(single))


def _add_layout(out: Figures, setup: Setup) -> None:
    f, ed = fields, setup.edition
    out.add_list([
        f.common_size(ed), f.tavern_size(ed), f.observation_size(setup.players, ed),
        f.GUEST_WIDTH, f.TABLE_WIDTH, f.TOP_CARDS,
        f.C_ROUND, f.C_MODULES, f.C_PHASE, f.C_OVER, f.C_QUESTION, f.C_PENDING, f.C_STEPS, f.C_PILES, f.C_NOBLES,
        f.C_SCHNAPPS, f.C_SIGNATURES, f.C_COUNTER_GUESTS, f.C_PILE_LEFT, f.C_DECK_LEFT, f.C_START_CARDS, f.C_GUESTS,
        f.C_FIXED,
        f.P_WAITS, f.P_STARTS, f.P_TURN, f.P_SCORE, f.P_THALERS, f.P_BEER, f.P_SCHNAPPS, f.P_MONASTERY,
        f.P_REPUTATION, f.P_COUNTER_GUESTS, f.P_BARDS, f.P_RECRUITED, f.P_JUGGLED, f.P_THALER_COUNT, f.P_BEER_COUNT,
        f.P_COUNTED, f.P_CHOSEN, f.P_BOUGHT, f.P_UPGRADED, f.P_ENTERTAINERS, f.P_BOOK, f.P_DRAWN, f.P_DISHWASHERS,
        f.P_FREE_DISHWASHERS, f.P_COLOURED, f.P_USED, f.P_COASTER, f.P_TRAY, f.P_BREWER, f.P_MONK, f.P_CASHBOX,
        f.P_BARREL, f.P_TABLES, f.P_NOBLES, f.P_DECK_SIZE, f.P_KNOWN_SIZE, f.P_DISCARD_SIZE, f.P_TOP, f.P_SEATED,
        f.P_FIXED,
    ])  # fmt: skip
    nobody = [0] * (f.GUEST_WIDTH - 1)
    out.add_list(
        _flat([guest_features(ed, card) if card >= ed.first_guest else nobody for card in range(ed.card_count)])
    )
    out.add_list([d for field in (*f.common_fields(ed), *f.tavern_fields(ed)) for d in field.divisors])


def figures_of(setup: Setup, limit: int) -> "array[int]":
    """A set-up, and how often a plan may be changed (`rl.core.table`), as the kernel reads them."""
    out = Figures()
    out.add_list(_words())
    _add_flow(out, setup, limit)
    _add_edition(out, setup)
    _add_spaces(out, setup)
    _add_actions(out)
    _add_layout(out, setup)
    return out.numbers
