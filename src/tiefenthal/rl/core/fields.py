"""Where everything stands in an observation: one byte per number, in blocks.

An observation is the **common** block, then one **tavern** block for each seat: the observer's own first, then the
others clockwise. The layout depends on the number of players and the kinds of cards of the edition, never on the
modules: what a module brings is 0 without it. `FIELDS_VERSION` changes whenever a number changes its place or meaning.
"""

from typing import Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules import phases
from tiefenthal.engine.rules.flow import EFFECT_COUNT
from tiefenthal.engine.rules.spaces import MAX_TABLES

FIELDS_VERSION: Final = 1

# --- the common block
PHASES: Final = (
    phases.START_CARDS, phases.EVENING, phases.ARRIVAL, phases.DRAFT, phases.PLANNING, phases.SERVING, phases.JUGGLING,
)  # fmt: skip
QUESTIONS: Final = ("service denied", "toast", "free signature", "dismissal")
GAINS: Final = (
    "bard", "barback", "dishwasher", "server", "table", "brewer", "thalers", "monastery", "service denied", "noble",
    "schnapps", "reputation",
)  # fmt: skip
START_CARDS: Final = 7
GUEST_PLACES: Final = 6
GUEST_WIDTH: Final = 18  # card, cost, die, pays, points, gains (12), signed
GUEST_MOST: Final = (8, 6, 8, 5, 1, 1, 1, 1, 1, 1, 4, 2, 1, 1, 1, 4, 1)  # of all but the card

C_ROUND: Final = 0
C_MODULES: Final = 1
C_PHASE: Final = 2
C_OVER: Final = 9
C_QUESTION: Final = 10
C_PENDING: Final = 14
C_STEPS: Final = 28  # monastery, reputation
C_PILES: Final = 30
C_NOBLES: Final = 36
C_SCHNAPPS: Final = 37
C_SIGNATURES: Final = 38
C_COUNTER_GUESTS: Final = 39
C_PILE_LEFT: Final = 40
C_DECK_LEFT: Final = 41
C_START_CARDS: Final = 42
C_GUESTS: Final = 49
C_OWN_CHOICE: Final = 157
C_FIXED: Final = 158  # from here on the guests by kind: those of the deck, then those of the pile below its top

# --- a tavern block
TABLE_WIDTH: Final = 5  # card, asks, pays, die, open
TOP_CARDS: Final = 12

P_WAITS: Final = 0
P_STARTS: Final = 1
P_TURN: Final = 2
P_SCORE: Final = 3
P_THALERS: Final = 4
P_BEER: Final = 5
P_SCHNAPPS: Final = 6
P_MONASTERY: Final = 7
P_REPUTATION: Final = 8
P_COUNTER_GUESTS: Final = 9
P_BARDS: Final = 10
P_RECRUITED: Final = 11
P_JUGGLED: Final = 12
P_THALER_COUNT: Final = 13
P_BEER_COUNT: Final = 14
P_COUNTED: Final = 15
P_CHOSEN: Final = 16
P_BOUGHT: Final = 17
P_UPGRADED: Final = 23
P_ENTERTAINERS: Final = 32
P_BOOK: Final = 38
P_DRAWN: Final = 42
P_DISHWASHERS: Final = 48
P_FREE_DISHWASHERS: Final = 49
P_COLOURED: Final = 50
P_USED: Final = 51
P_COASTER: Final = 52
P_TRAY: Final = 58
P_BREWER: Final = 64
P_MONK: Final = 70
P_CASHBOX: Final = 76  # die, open
P_BARREL: Final = 78
P_TABLES: Final = 80
P_NOBLES: Final = 81
P_DECK_SIZE: Final = 82
P_KNOWN_SIZE: Final = 83
P_DISCARD_SIZE: Final = 84
P_TOP: Final = 85
P_SEATED: Final = 97
P_FIXED: Final = 197  # from here on three counts by kind: deck, known, discard


class Field(NamedTuple):
    """Some neighbouring numbers of an observation that belong together."""

    name: str
    at: int
    """Where it begins in its block."""
    shape: tuple[int, ...]
    most: tuple[int, ...]
    """What the float form divides by, about the most one sees: one figure, or one for each column of the last side.
    The byte form holds the number itself, at most 255."""
    words: str

    @property
    def size(self) -> int:
        """How many numbers."""
        product = 1
        for side in self.shape:
            product *= side
        return product

    @property
    def divisors(self) -> list[int]:
        """What the float form divides each number by."""
        return list(self.most) * (self.size // len(self.most))


def common_fields(edition: Edition) -> list[Field]:
    """The common block, in order."""
    guests = edition.card_count - edition.first_guest
    return [
        Field("round", C_ROUND, (), (8,), "the evening, 1 to 8; 0 during setup"),
        Field("modules", C_MODULES, (), (5,), "the highest module in play"),
        Field("phase", C_PHASE, (len(PHASES),), (1,), f"one of: {', '.join(PHASES)}"),
        Field("over", C_OVER, (), (1,), "1 when the game is over"),
        Field("question", C_QUESTION, (len(QUESTIONS),), (1,), f"a question is open: {', '.join(QUESTIONS)}"),
        Field(
            "pending", C_PENDING, (EFFECT_COUNT,), (4,),
            "effects still to be resolved, the open question included, by their number in `engine/rules/flow.py`",
        ),
        Field("steps", C_STEPS, (2,), (10,), "steps still to be walked after this: monastery, reputation"),
        Field("supply_cards", C_PILES, (6,), (16,), "cards left: bard, barback, dishwasher, server, table, brewer"),
        Field("supply_nobles", C_NOBLES, (), (61,), "nobles left in the supply"),
        Field("supply_schnapps", C_SCHNAPPS, (), (20,), "schnapps left in the supply"),
        Field("supply_signatures", C_SIGNATURES, (), (40,), "signatures left in the supply"),
        Field("supply_counter_guests", C_COUNTER_GUESTS, (), (12,), "counter guests left in the supply"),
        Field("pile_left", C_PILE_LEFT, (), (8,), "guests in the 3-beer pile, the top one included"),
        Field("guest_deck_left", C_DECK_LEFT, (), (40,), "guests in the face-down deck"),
        Field("start_cards", C_START_CARDS, (START_CARDS,), (1,), "1 for each start card that was revealed"),
        Field(
            "guests", C_GUESTS, (GUEST_PLACES, GUEST_WIDTH), (edition.card_count - 1, *GUEST_MOST),
            "who lies open on the pile and at places 1 to 5 of the row: card, cost, die, pays, points, what it gives "
            f"({', '.join(GAINS)}), signed; zeros where nobody lies",
        ),
        Field(
            "own_choice", C_OWN_CHOICE, (), (20,),
            "what the observer has chosen from the round track while others still choose: 1 to 10 as the argument of "
            "`choose`, 11 to 19 the area flipped, 20 declined; 0 nothing yet",
        ),
        Field("guest_deck", C_FIXED, (guests,), (1,), "guests in the face-down deck, by kind (their order is hidden)"),
        Field("guest_pile", C_FIXED + guests, (guests,), (2,), "guests in the 3-beer pile below the top one, by kind"),
    ]  # fmt: skip


def tavern_fields(edition: Edition) -> list[Field]:
    """A tavern block, in order."""
    cards = edition.card_count - 1
    return [
        Field("waits", P_WAITS, (), (1,), "the game waits for this seat"),
        Field("starts", P_STARTS, (), (1,), "the start player of this evening"),
        Field("turn", P_TURN, (), (1,), "its turn in start cards, draft or serving"),
        Field("score", P_SCORE, (), (100,), "points if the game ended now"),
        Field("thalers", P_THALERS, (), (20,), "thalers"),
        Field("beer", P_BEER, (), (20,), "beer"),
        Field("schnapps", P_SCHNAPPS, (), (8,), "schnapps"),
        Field("monastery", P_MONASTERY, (), (22,), "space of the monastery track"),
        Field("reputation", P_REPUTATION, (), (12,), "space of the reputation ring; 0 off it"),
        Field("counter_guests", P_COUNTER_GUESTS, (), (3,), "counter guests"),
        Field("bards", P_BARDS, (), (4,), "bards that have yet to sing"),
        Field("recruited", P_RECRUITED, (), (1,), "this round's guest has been recruited"),
        Field("juggled", P_JUGGLED, (), (1,), "the juggler has kept a card this round"),
        Field("thaler_count", P_THALER_COUNT, (), (20,), "thalers of the plan as reputation counts them (M3-5)"),
        Field("beer_count", P_BEER_COUNT, (), (20,), "beer of the plan as reputation counts it"),
        Field("counted", P_COUNTED, (), (10,), "reputation steps the plan has given"),
        Field("chosen", P_CHOSEN, (), (1,), "has chosen from the round track, and waits for the others"),
        Field("bought", P_BOUGHT, (6,), (1,), "bought this round: bard, barback, dishwasher, server, table, brewer"),
        Field(
            "upgraded", P_UPGRADED, (9,), (1,),
            "upgraded areas: tables, server, cashbox, monk, dishwasher, safe, barrel, brewer, beer storage",
        ),
        Field("entertainers", P_ENTERTAINERS, (3, 2), (1,), "side 1 or side 2 of money, fire, juggler"),
        Field("book", P_BOOK, (4,), (3,), "signatures in each column of the guest book"),
        Field("drawn", P_DRAWN, (6,), (4,), "tavern cards in the tavern: bard, barback, ..., brewer"),
        Field("dishwashers", P_DISHWASHERS, (), (4,), "dishwashers at work this evening"),
        Field("free_dishwashers", P_FREE_DISHWASHERS, (), (4,), "those of them that are free"),
        Field("coloured", P_COLOURED, (), (3,), "dice of the seat's colour this evening"),
        Field("used", P_USED, (), (7,), "dice used this evening"),
        Field("coaster", P_COASTER, (6,), (4,), "dice on the coaster in front of the seat, by face"),
        Field("tray", P_TRAY, (6,), (4,), "dice not placed, by face"),
        Field("brewer", P_BREWER, (6,), (4,), "dice on the brewer, by face"),
        Field("monk", P_MONK, (6,), (4,), "dice on the monk, by face"),
        Field("cashbox", P_CASHBOX, (2,), (6, 1), "the die on the cashbox (0: none); 1 while it takes a die"),
        Field("barrel", P_BARREL, (2,), (6, 1), "the die on the barrel; 1 while it takes a die"),
        Field("tables", P_TABLES, (), (8,), "tables this evening"),
        Field("noble_stack", P_NOBLES, (), (8,), "nobles at their table"),
        Field("deck_size", P_DECK_SIZE, (), (30,), "cards in the deck"),
        Field("known_size", P_KNOWN_SIZE, (), (12,), "cards on top of it that were put there openly"),
        Field("discard_size", P_DISCARD_SIZE, (), (30,), "cards in the discard pile"),
        Field("top", P_TOP, (TOP_CARDS,), (cards,), "the cards known to lie on top of the deck, the top one first"),
        Field(
            "seated", P_SEATED, (MAX_TABLES, TABLE_WIDTH), (cards, 6, 8, 6, 1),
            "each table: card, the face it asks, what it pays, the die on it, 1 while it takes a die",
        ),
        Field("deck", P_FIXED, (cards,), (4,), "the whole deck by kind of card (the order below the known is hidden)"),
        Field("known", P_FIXED + cards, (cards,), (2,), "the cards known on top, by kind"),
        Field("discard", P_FIXED + 2 * cards, (cards,), (4,), "the discard pile by kind"),
    ]  # fmt: skip


def common_size(edition: Edition) -> int:
    """Numbers in the common block."""
    return C_FIXED + 2 * (edition.card_count - edition.first_guest)


def tavern_size(edition: Edition) -> int:
    """Numbers in a tavern block."""
    return P_FIXED + 3 * (edition.card_count - 1)


def observation_size(players: int, edition: Edition) -> int:
    """Numbers in an observation."""
    return common_size(edition) + players * tavern_size(edition)
