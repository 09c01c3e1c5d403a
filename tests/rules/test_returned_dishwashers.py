"""F-10 with several helped dice: which of them lost its dishwasher stays open until it matters."""

import itertools
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.table import Table
from tiefenthal.engine.rules.actions import ACTIONS, MOVE, PLACE, SWAP, Action
from tiefenthal.engine.rules.faults import Fault
from tiefenthal.engine.rules.invariants_seat import check_spaces_of
from tiefenthal.engine.rules.placing import free_dishwashers
from tiefenthal.engine.rules.play import legal_actions, why_not
from tiefenthal.engine.rules.spaces import SPACE_NAMES, SPOT_FACE, SPOT_SPACE

pytestmark = pytest.mark.rule("F-10")

GUESTS = ("g5.5.5", "r4.2", "r3.2", "r3.1", "r4.1")
"""Who sits at t1 to t5: they ask for a 5, a 4, a 3, a 3 and a 4."""


def washing_up(cards: int, *dice: str, returned: int) -> Table:
    """So many dishwasher cards, guests, dice on the board; then the dishwasher area is upgraded."""
    t = Table().tavern(0, *["dishwasher"] * cards, *GUESTS).stores(0, thalers=9)
    return t.plan(0, *dice).serving(0).do(0, f"upgrade dishwasher {returned}")


def free(t: Table) -> int:
    return free_dishwashers(t.player(0))


def test_a_die_keeps_the_help_that_another_one_can_account_for() -> None:
    t = washing_up(3, "4 brewer", "2 t3", returned=2)  # a 4 counting as 6 and a 2 counting as 3
    t.do(0, "move brewer:4 monk")  # one of its two is certainly gone, the other need not be
    assert free(t) == 0
    t.do(0, "move t3 barrel")
    assert free(t) == 0, "that die has lost its dishwasher, as the other one has kept one"


def test_of_three_dice_with_one_returned_two_move_with_their_help_and_the_third_without() -> None:
    t = washing_up(3, "4 t1", "3 t2", "2 t3", returned=1)
    t.do(0, "move t1 monk", "move t2 t5")  # A and B, each raised by one again
    assert t.refused(0, "move t3 t4") == "F-10"
    t.do(0, "move t3 barrel")  # C, without
    assert free(t) == 0


@pytest.mark.parametrize("order", list(itertools.permutations(["t1 monk", "t2 t5", "t3 t4"])))
def test_whichever_two_of_them_move_first(order: tuple[str, ...]) -> None:
    t = washing_up(3, "4 t1", "3 t2", "2 t3", returned=1)
    t.do(0, f"move {order[0]}", f"move {order[1]}")
    assert t.refused(0, f"move {order[2]}") == "F-10"


def test_help_that_is_kept_comes_free_when_the_new_place_needs_none() -> None:
    t = washing_up(3, "4 t1", "3 t2", "2 t3", "2 -", returned=1).do(0, "move t1 cashbox")
    assert free(t) == 1
    t.do(0, "place 2 t4")
    assert free(t) == 0
    t.do(0, "move t2 t5")
    assert t.refused(0, "move t3 t2") == "E-3"  # by no reading has a 2 a second dishwasher
    t.do(0, "move t3 barrel")
    assert free(t) == 0


def test_a_die_that_moved_stands_with_dishwashers_that_are_there() -> None:
    t = washing_up(2, "4 t1", "3 t2", returned=1).do(0, "move t1 monk")
    assert t.refused(0, "move t2 t5") == "F-10", "the die on the monk cannot account for what was returned"
    t.do(0, "move t2 barrel", "move monk:4 t1", "move t1 cashbox")
    assert free(t) == 1


def test_one_dishwasher_is_not_used_twice() -> None:
    t = washing_up(2, "4 t1", "3 t2", "3 -", returned=1).do(0, "move t1 monk", "use monk:4", "move t2 barrel")
    assert free(t) == 0
    assert t.refused(0, "place 3 t2") == "E-3"


def test_a_used_die_accounts_for_as_many_as_it_had() -> None:
    t = washing_up(2, "4 t1", "3 t2", returned=1).do(0, "use t1", "move t2 t5")
    assert free(t) == 0
    t = washing_up(4, "3 t1", "3 t2", "2 t3", returned=3).do(0, "use t1")  # two of the three
    t.do(0, "move t2 t5")
    assert t.refused(0, "move t3 t4") == "F-10"


def test_placing_a_die_after_the_return_leaves_the_others_as_they_are() -> None:
    t = washing_up(3, "4 t1", "3 t2", "2 -", returned=1).do(0, "place 2 t3")
    t.do(0, "move t1 monk")
    assert t.refused(0, "move t2 t5") == "F-10", "the die placed since cannot account for what was returned"
    t.do(0, "move t3 t4")


def test_two_dice_swap_with_the_help_that_the_others_can_account_for() -> None:
    t = washing_up(4, "3 t2", "2 t3", "4 t1", "2 t4", returned=2)
    t.do(0, "swap t2 t3")  # the 2 needs two, the 3 none: both had one, and t1 and t4 account for what was returned
    assert free(t) == 0
    assert t.refused(0, "move t1 monk") == "F-10"
    t = washing_up(4, "3 t2", "2 t3", "4 t1", "2 t4", returned=3)
    assert t.refused(0, "swap t2 t3") == "F-10"


def test_of_equal_dice_one_that_has_its_help_moves_first() -> None:
    t = washing_up(3, "4 monk", "3 t2", "4 -", returned=1).do(0, "place 4 monk")
    assert free(t) == 0
    t.do(0, "move monk:4 t1")  # the one placed since: the first still accounts for what was returned
    t.do(0, "move t2 t5")
    assert t.player(0).returned_helpers == 1
    t.do(0, "move monk:4 barrel")
    assert (t.player(0).returned_helpers, free(t)) == (0, 0)


def test_of_equal_dice_one_that_can_do_without_is_used_first() -> None:
    t = washing_up(3, "4 monk", "3 t2", "4 -", returned=1).do(0, "place 4 monk", "use monk:4")
    assert t.player(0).returned_helpers == 0
    t.do(0, "move monk:4 t1", "move t2 t5")


@pytest.mark.parametrize(
    ("dice", "unmoved"),
    [
        (("4 cashbox", "3 t2", "4 monk"), {0, 1}),
        (("4 cashbox", "4 monk", "3 t2"), {0, 2}),
        (("3 t2", "4 cashbox", "4 monk"), {0, 1}),
        (("4 cashbox", "4 monk", "4 monk"), {0, 1}),
        (("4 monk", "3 t2", "4 cashbox"), {0, 1}),
        (("4 cashbox", "3 monk", "3 t2"), {1, 2}),
    ],
)
def test_of_equal_dice_those_that_have_not_moved_are_the_first(dice: tuple[str, ...], unmoved: set[int]) -> None:
    """So that equal positions are equal states, whichever of the dice came there last."""
    t = washing_up(4, *dice, returned=1).do(0, "move cashbox monk")
    assert {die for die in range(3) if t.player(0).unmoved >> die & 1} == unmoved


# --- the same from the ruling, by trying every way in which it can have been


class Die(NamedTuple):
    """A die of one possible world: its face, its space ("" in the tray, "used"), its dishwashers that are there."""

    face: int
    place: str
    washers: int


class World(NamedTuple):
    """One way in which the dishwashers can be distributed."""

    dice: tuple[Die, ...]
    free: int
    spent: int


CHANGES = [action for action in ACTIONS if action.kind in {PLACE, MOVE, SWAP}]
SPACES = ("cashbox", "barrel", "brewer", "monk", "t1", "t2", "t3", "t4", "t5")


def need(face: int, space: str) -> int:
    """Dishwashers for a die on a space of `washing_up`, 99 where none help."""
    asked = {"cashbox": face, "barrel": face, "monk": 5, "t1": 5, "t2": 4, "t3": 3, "t4": 3, "t5": 4}
    if space == "brewer":
        return 0 if face == 1 else 6 - face
    return asked[space] - face if asked[space] >= face else 99


def replaced(world: World, changes: dict[int, Die], free: int, spent: int) -> World:
    dice = [changes.get(i, die) for i, die in enumerate(world.dice)]
    return World(tuple(sorted(dice)), free, spent)


def after_put(world: World, name: tuple[int, str], to: str) -> Iterator[World]:
    """Every way in which a die named by face and place goes elsewhere."""
    for i, die in enumerate(world.dice):
        left = world.free + die.washers - need(die.face, to)
        if die[:2] == name and left >= 0:
            yield replaced(world, {i: Die(die.face, to, need(die.face, to))}, left, world.spent)


def after_swap(world: World, one: tuple[int, str], two: tuple[int, str]) -> Iterator[World]:
    for i, die in enumerate(world.dice):
        for j, other in enumerate(world.dice):
            if die[:2] == one and other[:2] == two:
                there, here = need(die.face, other.place), need(other.face, die.place)
                left = world.free + die.washers + other.washers - there - here
                if left >= 0:
                    moved = {i: Die(die.face, other.place, there), j: Die(other.face, die.place, here)}
                    yield replaced(world, moved, left, world.spent)


def after_use(world: World, name: tuple[int, str]) -> Iterator[World]:
    for i, die in enumerate(world.dice):
        if die[:2] == name:
            yield replaced(world, {i: Die(die.face, "used", 0)}, world.free, world.spent + die.washers)


def after_return(world: World, count: int) -> Iterator[World]:
    """Spent ones first, then helping ones (from whichever dice), then free ones."""
    spent = min(count, world.spent)
    standing = [die.washers if die.place not in {"", "used"} else 0 for die in world.dice]
    helping = min(count - spent, sum(standing))
    for gone in itertools.product(*[range(most + 1) for most in standing]):
        if sum(gone) == helping:
            lost = {i: Die(d.face, d.place, d.washers - gone[i]) for i, d in enumerate(world.dice)}
            yield replaced(world, lost, world.free - (count - spent - helping), world.spent - spent)


def dice_named(worlds: set[World], spot: int) -> list[tuple[int, str]]:
    """The face and place of the dice that a spot of the board can mean: one, or none."""
    named = {die[:2] for die in next(iter(worlds)).dice}
    faces = [SPOT_FACE[spot]] if SPOT_FACE[spot] else range(1, 7)
    return [(face, SPACE_NAMES[SPOT_SPACE[spot]]) for face in faces if (face, SPACE_NAMES[SPOT_SPACE[spot]]) in named]


def worlds_after(worlds: set[World], action: Action, used: set[str]) -> set[World]:
    """What is possible after a placing, a move or a swap; nothing where it is against the rules in every world."""
    dice = [(action.a, "")] if action.kind == PLACE else dice_named(worlds, action.a)
    if action.kind == SWAP:
        others = dice_named(worlds, action.b)
        if not dice or not others or dice[0][0] == others[0][0] or dice[0][1] == others[0][1]:
            return set()
        return {new for world in worlds for new in after_swap(world, dice[0], others[0])}
    to = SPACE_NAMES[action.b]
    taken = {die.place for die in next(iter(worlds)).dice} - {"brewer", "monk"}
    if not dice or to == dice[0][1] or to in taken | used or to not in SPACES:
        return set()
    return {new for world in worlds for new in after_put(world, dice[0], to)}


class Evening(Table):
    """A serving with random dice and dishwashers, played by the engine and in every possible world."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.cards = rng.randint(2, 5)
        self.used: set[str] = set()
        dice = [rng.choice((1, 2, 2, 3, 3, 4, 4, 5)) for _ in range(rng.randint(3, 7))]
        self.tavern(0, *["dishwasher"] * self.cards, *GUESTS).stores(0, thalers=9)
        self.plan(0, *[f"{face} -" for face in dice]).serving(0)
        self.worlds = {World(tuple(sorted(Die(face, "", 0) for face in dice)), self.cards, 0)}

    def compare(self) -> None:
        """The engine allows what is possible in some world, in both its accounts."""
        s = self.state
        offered = set(legal_actions(s, 0))
        for action in CHANGES:
            possible = bool(worlds_after(self.worlds, action, self.used))
            assert (why_not(s, 0, action) is None) == possible, (action.text, self.dice_of(0), self.worlds)
            assert (action in offered) == possible, action.text
        assert free_dishwashers(self.player(0)) == max(world.free for world in self.worlds)
        unsound: list[Fault] = []
        check_spaces_of(s, 0, unsound)
        assert unsound == []

    def play(self, kinds: tuple[int, ...]) -> None:
        """A random placing, move or swap, with a liking for those that need help."""
        actions = [action for action in legal_actions(self.state, 0) if action.kind in kinds]
        raised = [action for action in actions if action.text.split()[-1] not in {"cashbox", "barrel"}]
        if actions:
            action = self.rng.choice(raised or actions)
            self.worlds = worlds_after(self.worlds, action, self.used)
            self.do(0, action.text)

    def use(self) -> None:
        """Use a random die."""
        dice = sorted({die[:2] for die in next(iter(self.worlds)).dice if die.place not in {"", "used"}})
        if dice:
            face, space = self.rng.choice(dice)
            self.worlds = {new for world in self.worlds for new in after_use(world, (face, space))}
            self.do(0, f"use {space}:{face}" if space in {"brewer", "monk"} else f"use {space}")
            self.used.update([] if space in {"brewer", "monk"} else [space])

    def give_back(self) -> None:
        """Return dishwashers, as many as it takes to pay for the area or more."""
        count = self.rng.randint(1, self.cards)
        self.worlds = {new for world in self.worlds for new in after_return(world, count)}
        self.do(0, f"upgrade dishwasher {count}")


@pytest.mark.parametrize("part", range(2))
def test_what_is_allowed_is_what_some_possible_world_allows(part: int) -> None:
    mattered = 0
    for number in range(32):
        rng = random.Random(f"returned {part} {number}")
        evening = Evening(rng)
        for _ in range(rng.randint(2, 6)):
            evening.play((PLACE,)) if rng.random() < 0.9 else evening.use()
        evening.give_back()
        if len(evening.worlds) == 1:
            continue  # it is clear which dice lost a dishwasher
        mattered += 1
        evening.compare()
        for _ in range(6):
            evening.play((MOVE, SWAP)) if rng.random() < 0.7 else evening.play((PLACE,))
            if rng.random() < 0.2:
                evening.use()
            evening.compare()
    assert mattered > 5, "in many of these evenings it must be open which die lost a dishwasher"
