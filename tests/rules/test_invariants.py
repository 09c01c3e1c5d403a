"""The invariants hold all through random games, and notice each kind of break."""

import random
from collections.abc import Callable, Iterator

import pytest

from tests.figures import FIGURES
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components.kinds import BARBACK, BREWER, DISHWASHER, NO_CARD, NOBLE, SAFE_AREA, SERVER
from tiefenthal.engine.record.position.words import fault_words
from tiefenthal.engine.rules import flow
from tiefenthal.engine.rules.actions import CHOICES, FLIP_AREA
from tiefenthal.engine.rules.invariants import problems
from tiefenthal.engine.rules.modules.reputation import GAVE_NOBLE
from tiefenthal.engine.rules.play import acting, apply, legal_actions
from tiefenthal.engine.rules.round import begin, make_setup
from tiefenthal.engine.rules.spaces import BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY, USED
from tiefenthal.engine.rules.state import State
from tiefenthal.i18n import catalogue

HASTE = ("ready", "end", "move", "back", "swap", "turn", "unready")


def walk(players: int, modules: int, seed: str) -> Iterator[State]:
    """The states of a random game that does not dawdle over its dice."""
    rng = random.Random(seed)
    luck = SeededChance(seed)
    s = begin(make_setup(players, modules, FIGURES), luck)
    while not s.over:
        yield s
        seat = rng.choice([seat for seat in range(players) if acting(s) >> seat & 1])
        actions = legal_actions(s, seat)
        busy = [action for action in actions if action.text.split()[0] not in HASTE]
        apply(s, seat, rng.choice(busy if busy and rng.random() < 0.85 else actions), luck)
    yield s


def moment(players: int, modules: int, wanted: Callable[[State], bool], seed: str = "moment") -> State:
    """The first state of some random game that is as wanted."""
    for number in range(40):
        for s in walk(players, modules, f"{seed} {number}"):
            if wanted(s):
                assert problems(s) == []
                return s.clone()
    raise AssertionError("no game came to such a moment")


def told(s: State) -> list[str]:
    """What is wrong, in English."""
    return [fault_words(one, catalogue()) for one in problems(s)]


def phase(s: State) -> str:
    return s.setup.flow.steps[s.step].name


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("modules", [1, 2, 3, 4, 5])
def test_random_games_keep_everything(players: int, modules: int) -> None:
    for s in walk(players, modules, f"all {players} {modules}"):
        assert problems(s) == []


# --- breaks. Each takes a sound state and spoils one thing.


def planning() -> State:
    return moment(3, 5, lambda s: phase(s) == "planning" and any(place == CASHBOX for place in s.players[0].places))


def serving() -> State:
    """Seat on turn has used and unused dice and has made reputation steps."""

    def wanted(s: State) -> bool:
        p = s.players[s.turn]
        return phase(s) == "serving" and not s.tasks and USED in p.places and max(p.places) >= 0 and len(p.steps) > 1

    return moment(3, 5, wanted)


def move_regulars(s: State) -> None:
    for p in s.players[1:]:
        own = [card for card in p.deck if card in s.setup.edition.regulars]
        p.deck = [card for card in p.deck if card not in own]
        p.known = 0
        s.players[0].deck = own + s.players[0].deck


def remove_somebody(s: State) -> None:
    s.removed.append(s.players[2].seated[-1])
    s.players[2].seated[-1] = NO_CARD


def invent_a_noble(s: State) -> None:
    steps = s.players[s.turn].steps
    steps[-1] = steps[-1] & 31 | GAVE_NOBLE << 5


def ask_below(s: State) -> None:
    s.tasks.append((flow.SERVICE_DENIED, s.turn, 0))
    s.tasks.append((flow.MONASTERY_STEPS, s.turn, 1))


BREAKS: list[tuple[str, str, Callable[[State], object]]] = [
    # cards
    ("cards: ", "a card too many", lambda s: s.players[0].deck.append(SERVER)),
    ("cards: ", "a card too few", lambda s: s.players[0].deck.pop(0)),
    ("cards: ", "a tavern card out of the pile", lambda s: s.piles.__setitem__(BARBACK, s.piles[BARBACK] - 1)),
    ("cards: ", "a drawn card too many", lambda s: s.players[1].drawn.__setitem__(BREWER, 9)),
    ("cards: ", "a noble lost", lambda s: setattr(s, "nobles", s.nobles - 1)),
    ("cards: ", "a guest twice", lambda s: s.guest_deck.append(s.row[0])),
    ("cards: ", "a removed card twice", lambda s: s.removed.append(s.setup.edition.regulars[0])),
    ("of the regular", "regulars change hands", move_regulars),
    ("guests.pile", "a dear guest on the pile", lambda s: s.pile.append(s.guest_deck.pop())),
    ("guests.row", "a sixth place", lambda s: s.row.append(NO_CARD)),
    ("guests.row", "an empty place", lambda s: s.guest_deck.append(s.row.pop())),
    ("removed", "a noble removed", lambda s: s.removed.append(NOBLE)),
    ("deck: card kind", "no such card", lambda s: s.players[0].deck.append(999)),
    ("known", "more known than there are", lambda s: setattr(s.players[0], "known", 99)),
    ("nobles", "a stack without a table", lambda s: setattr(s.players[0], "nobles", s.players[0].nobles + 1)),
    ("tables", "too few tables", lambda s: setattr(s.players[0], "tables", 0)),
    # tokens
    ("supply.schnapps", "schnapps appears", lambda s: setattr(s, "schnapps", s.schnapps + 1)),
    ("supply.signatures", "a signature is lost", lambda s: setattr(s, "signatures", s.signatures - 1)),
    ("supply.signatures", "a signature in two places", lambda s: s.players[0].book.__setitem__(0, 1)),
    ("signed", "a signature on nobody", lambda s: setattr(s, "signed", s.signed | 32)),
    ("counter_guests", "too many counter guests", lambda s: setattr(s.players[0], "counter_guests", 10)),
    # stores and markers
    ("thalers", "below nothing", lambda s: setattr(s.players[0], "thalers", -1)),
    ("monastery", "off the track", lambda s: setattr(s.players[0], "monastery", 23)),
    ("reputation", "off the ring", lambda s: setattr(s.players[0], "reputation", 13)),
    ("book", "a column too high", lambda s: setattr(s.players[0], "book", [4, 0, 0, 0])),
    ("entertainers", "a third side", lambda s: setattr(s.players[0], "entertainers", [3, 0, 0])),
    ("upgraded", "a tenth area", lambda s: setattr(s.players[0], "upgraded", 512)),
    ("bought", "bought what is no card", lambda s: setattr(s.players[0], "bought", 1)),
    ("recruited", "half a guest", lambda s: setattr(s.players[0], "recruited", 2)),
    ("bards", "a bard from nowhere", lambda s: setattr(s.players[0], "bards", 9)),
    # where the game stands
    ("round", "a ninth round", lambda s: setattr(s, "round", 9)),
    ("phase", "no phase", lambda s: setattr(s, "step", 99)),
    ("over", "over too soon", lambda s: setattr(s, "over", True)),
    ("start_player", "no such seat", lambda s: setattr(s, "start_player", 3)),
    ("turn", "no such seat on turn", lambda s: setattr(s, "turn", -1)),
    ("waiting", "a seat that is not there", lambda s: setattr(s, "waiting", 8)),
    ("start_cards", "a start card twice", lambda s: setattr(s, "start_cards", [1, 1, 2])),
    ("choice", "a choice out of time", lambda s: setattr(s.players[0], "choice", CHOICES[0].id)),
    ("pending", "an unknown effect", lambda s: s.tasks.append((99, 0, 0))),
]

PLANNING_BREAKS: list[tuple[str, str, Callable[[State], object]]] = [
    ("white_dice", "a white die lost", lambda s: (s.players[0].faces.pop(), s.players[0].places.pop())),
    ("white_dice", "a face without a place", lambda s: s.players[0].faces.append(1)),
    ("white_dice", "a seven", lambda s: s.players[0].faces.__setitem__(-1, 7)),
    ("coloured_dice", "a fourth coloured die", lambda s: setattr(s.players[0], "coloured", 4)),
    ("coaster", "dice left on the coaster", lambda s: s.players[0].coaster.append(1)),
    ("used", "used before serving", lambda s: s.players[0].places.__setitem__(0, USED)),
    ("", "nobody at that table", lambda s: s.players[0].places.__setitem__(0, FIRST_TABLE + 19)),
    ("", "two dice on the cashbox", lambda s: setattr(s.players[0], "places", [CASHBOX] * len(s.players[0].places))),
    ("used", "a space closed for nothing", lambda s: setattr(s.players[1], "vacant", s.players[1].vacant & ~1)),
    ("used", "an occupied space open", lambda s: setattr(s.players[0], "vacant", s.players[0].vacant | 1 << CASHBOX)),
    ("used", "the monk closed", lambda s: setattr(s.players[0], "vacant", s.players[0].vacant & ~(1 << MONK))),
    ("seated", "asks for something else", lambda s: s.players[0].required.__setitem__(0, 3)),
    ("dishwashers", "help from nowhere", lambda s: setattr(s.players[0], "helping", 7)),
    ("dishwashers", "one more at work", lambda s: setattr(s.players[0], "dishwashers", 9)),
    ("dishwashers", "spent too soon", lambda s: setattr(s.players[0], "spent", 1)),
    ("dishwashers", "returned too soon", lambda s: setattr(s.players[0], "returned_helpers", 1)),
    (
        "seated",
        "removed too soon",
        remove_somebody,
    ),
    ("bought", "bought too soon", lambda s: setattr(s.players[0], "bought", 1 << SERVER)),
    ("steps", "a step from nowhere", lambda s: s.players[0].steps.append(9)),
    ("count", "counted too soon", lambda s: setattr(s.players[0], "thaler_count", 3)),
    ("pending", "something pending", lambda s: s.tasks.append((flow.SERVICE_DENIED, 0, 0))),
]

SERVING_BREAKS: list[tuple[str, str, Callable[[State], object]]] = [
    ("count.cashbox", "the cashbox counts for 9", lambda s: setattr(s.players[s.turn], "cash_count", 9)),
    ("count.barrel", "the barrel counts for 9", lambda s: setattr(s.players[s.turn], "barrel_count", 9)),
    ("count.brewer", "the brewer counts for 60", lambda s: setattr(s.players[s.turn], "brewer_count", 60)),
    ("count.thalers", "thalers from nowhere", lambda s: setattr(s.players[s.turn], "thaler_count", 99)),
    ("count.beer", "beer from nowhere", lambda s: setattr(s.players[s.turn], "beer_count", 99)),
    ("count.steps", "not the lower one", lambda s: setattr(s.players[s.turn], "counted", 50)),
    ("steps", "steps that do not join", lambda s: s.players[s.turn].steps.insert(1, 12)),
    ("steps", "steps not made", lambda s: s.players[s.turn].steps.clear()),
    ("steps", "a noble that is not there", invent_a_noble),
    ("waiting", "nobody to act", lambda s: setattr(s, "waiting", 0)),
    ("pending", "another seat's bonus", lambda s: s.tasks.append((flow.MONASTERY_STEPS, (s.turn + 1) % 3, 1))),
    ("pending", "a question below", ask_below),
    ("pending", "no steps at all", lambda s: s.tasks.append((flow.MONASTERY_STEPS, s.turn, 0))),
    ("pending", "a start item", lambda s: s.tasks.append((flow.START_ITEM, s.turn, 257))),
    ("pending", "a choice", lambda s: s.tasks.append((flow.TAKE_CHOICE, s.turn, 0))),
    ("pending", "no such column", lambda s: s.tasks.append((flow.SIGNATURE, s.turn, 4))),
    ("pending", "no complete row", lambda s: s.tasks.append((flow.ROW_NOBLE, s.turn, 2))),
    ("used", "too many spaces used", lambda s: setattr(s.players[(s.turn + 1) % 3], "vacant", 0)),
]


@pytest.mark.parametrize(
    ("words", "name", "spoil"), BREAKS + PLANNING_BREAKS, ids=[b[1] for b in BREAKS + PLANNING_BREAKS]
)
def test_a_break_in_planning_is_noticed(words: str, name: str, spoil: Callable[[State], object]) -> None:
    s = planning()
    spoil(s)
    assert any(words in problem for problem in told(s)), (name, told(s))


@pytest.mark.parametrize(("words", "name", "spoil"), SERVING_BREAKS, ids=[b[1] for b in SERVING_BREAKS])
def test_a_break_in_serving_is_noticed(words: str, name: str, spoil: Callable[[State], object]) -> None:
    s = serving()
    spoil(s)
    assert any(words in problem for problem in told(s)), (name, told(s))


def test_a_break_in_the_draft_is_noticed() -> None:
    s = moment(3, 1, lambda s: phase(s) == "draft" and s.turn != s.start_player)
    s.players[s.start_player].coaster.append(1)
    assert "coaster" in told(s)[0]
    s = moment(3, 1, lambda s: phase(s) == "draft" and s.turn != s.start_player)
    s.turn = s.start_player
    assert problems(s)


def test_breaks_of_an_evening_are_noticed() -> None:
    s = moment(2, 1, lambda s: phase(s) == "evening" and s.round == 2 and s.waiting in {1, 2})
    chosen = 0 if s.waiting == 2 else 1
    s.players[chosen].choice = FLIP_AREA[SAFE_AREA].id
    assert "cannot be chosen in round 2" in told(s)[0]
    s.players[chosen].choice = -1
    assert "has not chosen yet" in told(s)[0]
    s = moment(2, 1, lambda s: phase(s) == "evening" and s.round == 2 and s.waiting in {1, 2})
    s.waiting = 3
    assert "does not wait for it" in told(s)[0]
    s.waiting = 0
    assert any("must be pending" in problem for problem in told(s))


def test_dice_and_cards_left_over_are_noticed() -> None:
    s = moment(2, 2, lambda s: phase(s) == "evening" and s.round == 3)
    s.players[0].faces = [3]
    s.players[0].places = [TRAY]
    assert "white dice are in hand" in told(s)[0]
    s.players[0].faces = []
    s.players[0].places = []
    s.players[0].drawn[DISHWASHER] = 1
    s.piles[DISHWASHER] -= 1
    assert "nobody is in the tavern" in told(s)[0]


def test_a_die_that_cannot_stand_where_it_stands_is_noticed() -> None:
    s = moment(2, 1, lambda s: phase(s) == "planning" and BREWER_SPACE in s.players[0].places)
    die = s.players[0].places.index(BREWER_SPACE)
    s.players[0].places[die] = MONK
    s.players[0].faces[die] = 6
    assert any("cannot stand on monk" in problem for problem in told(s))


def test_waiting_for_a_juggler_who_cannot_be_paid_is_noticed() -> None:
    s = moment(2, 2, lambda s: phase(s) == "juggling")
    seat = 0 if s.waiting & 1 else 1
    s.schnapps += s.players[seat].schnapps
    s.players[seat].schnapps = 0
    assert "no juggler to pay" in told(s)[0]
