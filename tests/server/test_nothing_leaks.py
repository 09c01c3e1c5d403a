"""Nothing leaks: hidden data may have any value without changing a byte of what is sent.

At sampled moments of random games in all 15 set-ups a twin of the game is made that differs in everything a seat may
not know: the order of decks and piles, the seed and so the luck to come, and the others' hidden choices of the evening.
Every frame for a seat or a watcher must be the same from both, and so must be what is told of the next decision, unless
it really reveals something. Where a choice of the evening is being made, the twin's player chooses something else.
"""

import random
from collections import Counter

import msgspec
import pytest

from tests.setups import ALL_SETUPS
from tiefenthal import Game, SeededChance, determinize
from tiefenthal.components.loader import load_edition
from tiefenthal.rules.actions import Action
from tiefenthal.rules.round import make_setup
from tiefenthal.rules.state import NO_CHOICE, State
from tiefenthal.server.tables import messages
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.state_frames import StateFrames

STATES = 10_005  # in all
EACH = STATES // len(ALL_SETUPS)
ONE_IN = 3  # of the decisions that are not choices of the evening


def twin_of(game: Game, observer: int | None, number: str) -> Game:
    """A game that looks the same to the observer but differs in everything hidden."""
    seed = f"another-seed-{number}"
    state = determinize(game.view(observer), SeededChance(f"{seed} hidden"))
    twin = Game(state, SeededChance(seed), seed)
    twin._log[:] = [entry for entry in game._log if entry >= 0]  # the decisions are known to all who may know them
    before = game._log[: game._marks.evening_began]
    twin._marks.evening_began = sum(1 for entry in before if entry >= 0)  # and so is when the evening began
    return twin


def hidden(s: State) -> tuple[object, ...]:
    """Data that nobody may know."""
    return s.guest_deck, s.pile, [p.deck for p in s.players]


def choices(s: State) -> list[int]:
    """Data that the other seats may not know."""
    return [p.choice for p in s.players]


def another(rng: random.Random, game: Game, seat: int, action: Action) -> Action:
    """A different action of the seat, if it has any."""
    rest = [other for other in game.legal_actions(seat) if other is not action]
    return rng.choice(rest) if rest else action


def encoded(change: Change, observer: int | None) -> bytes:
    """What the observer is sent about it."""
    return msgspec.json.encode(change.for_seat(observer))


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_what_is_hidden_changes_no_byte(players: int, modules: int) -> None:
    rng = random.Random(players * 10 + modules)
    setup = make_setup(players, modules, load_edition(None))
    observers: list[int | None] = [None, *range(players)]
    seen: Counter[str] = Counter()
    number = 0
    while seen["states"] < EACH:
        number += 1
        seed = f"the-true-seed-{players}-{modules}-{number}"
        game, change = messages.begin(setup, seed)
        ply = 0
        while not game.over and seen["states"] < EACH:
            seat = rng.choice(game.to_act)
            action = rng.choice(game.legal_actions(seat))
            ply += 1
            choosing = game.phase == "evening" and not game.state.tasks
            if not choosing and rng.randrange(ONE_IN):
                change = messages.play(game, seat, action, ply)
                continue
            seen["states"] += 1
            seen["hidden choice" if any(c != NO_CHOICE for c in choices(game.state)) else game.phase] += 1
            state_frames = StateFrames(game)
            # While choices are hidden each observer needs a twin of its own: it knows one choice more than the others.
            twins = {who: twin_of(game, who, f"{number}-{ply}-{who}") for who in (observers if choosing else [None])}
            for observer, twin in twins.items():
                seen["other order"] += hidden(twin.state) != hidden(game.state)
                seen["other choice"] += choices(twin.state) != choices(game.state)
                other = StateFrames(twin)
                for who in [observer] if choosing else observers:
                    events = change.for_seat(who)
                    frame = state_frames.update(who, ply, events, True, "free", board=True)
                    assert frame == other.update(who, ply, events, True, "free", board=True), (game.phase, who)
                    assert seed.encode() not in frame
                    assert b"another-seed" not in frame
            reveals = game.state.reveals
            change = messages.play(game, seat, action, ply)
            assert seed.encode() not in encoded(change, seat)
            if game.state.reveals != reveals or game.over:
                continue
            seen["told alike"] += 1
            for observer, twin in twins.items():
                done = another(rng, twin, seat, action) if choosing and observer != seat else action
                seen["chose otherwise"] += done is not action
                told = messages.play(twin, seat, done, ply)
                for who in [observer] if choosing else observers:
                    assert encoded(told, who) == encoded(change, who), (game.phase, who)
    assert seen["states"] == EACH
    # The twins were really different, and every phase was looked at.
    assert seen["other order"] > 0.8 * EACH
    assert seen["told alike"] > 0.5 * EACH
    assert min(seen["draft"], seen["planning"], seen["serving"], seen["evening"]) > 5
    assert min(seen["hidden choice"], seen["other choice"], seen["chose otherwise"]) > 5


def test_there_are_enough_states() -> None:
    assert EACH * len(ALL_SETUPS) >= 10_000
