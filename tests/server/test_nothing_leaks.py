"""Nothing leaks: hidden data may have any value without changing a byte of what is sent.

At sampled moments of random games in all 15 set-ups a twin of the game is made that differs in everything a seat may
not know: the order of decks and piles, the seed and so the luck to come, and the others' hidden choices of the evening.
Every frame for a seat or a watcher must be the same from both, and so must be what is told of the next decision, unless
it really reveals something. Where a choice of the evening is being made, the twin's player chooses something else.
"""

import random
from collections import Counter
from typing import Literal

import msgspec
import pytest

from tests.server.tables import PERSON, Bench, about
from tests.setups import ALL_SETUPS
from tiefenthal import Game, SeededChance, determinize
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import NO_CHOICE, State
from tiefenthal.server.protocol import frames
from tiefenthal.server.tables import bounds, messages
from tiefenthal.server.tables.broadcast import Broadcast
from tiefenthal.server.tables.commands import decide
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.socket import Socket
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


class Ear:
    """A socket, and all that it was sent."""

    def __init__(self, seat: int | None, board: Literal[0, 1, 2]) -> None:
        self.sent: list[bytes] = []
        self.socket = Socket(1, seat, lambda: None, board)
        self.socket.direct = self

    def write_text(self, *texts: bytes) -> bool:
        """Stands in for the connection."""
        self.sent += texts
        return True


class Room:
    """A table of people with everybody's sockets, and watchers'."""

    def __init__(self, players: int, modules: int) -> None:
        self.bench = Bench((PERSON,) * players, modules, seed=f"{players} {modules}")
        self.ears = [Ear(seat, board) for seat in (None, *range(players)) for board in (0, 1, 2)]
        self.broadcast = Broadcast(self.bench.table)
        self.broadcast.send([ear.socket for ear in self.ears], [])

    def do(self, seat: int, action: str | None, rng: random.Random) -> None:
        """Decide, or (None) take a choice ahead back; everybody is told, or comes anew."""
        table = self.bench.table
        command = frames.Undo(table.ply) if action is None else frames.Play(table.ply, action)
        entries = decide(table, seat, command, about)
        changes = [change for entry in entries if (change := table.apply(entry, 0.0)) is not None]
        self.broadcast.state_changed()
        late = rng.randrange(len(self.ears))
        self.broadcast.send([ear.socket for ear in self.ears if ear is not self.ears[late]], changes)
        self.broadcast.send_whole(self.ears[late].socket, changes, True)


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 5), (4, 2)])
def test_a_choice_ahead_changes_no_byte_for_the_others(players: int, modules: int) -> None:
    """Two tables that differ in nothing but what is chosen ahead, until it is played: what everybody else is sent, in
    every form, is the same. The one who chose is sent what they chose."""
    one, twin = Room(players, modules), Room(players, modules)
    rng = random.Random(players)
    differed = 0
    while differed < 6:
        game, table = one.bench.game, one.bench.table
        able = [seat for seat in table.choices_ahead().open if seat not in table.ahead]
        if able and rng.randrange(6):
            seat = rng.choice(able)
            faces = sorted(set(game.state.players[seat].coaster))
            first, other, last = faces[0], faces[-1], rng.choice(faces)
            before = len(one.ears[0].sent)
            luck = rng.random()
            for room, face in ((one, first), (twin, other)):
                room.do(seat, f"take {face}", random.Random(luck))
                if luck < 0.3:
                    room.do(seat, None, random.Random(luck + 1))
            theirs = [(ear, like) for ear, like in zip(one.ears, twin.ears, strict=True) if ear.socket.seat != seat]
            assert all(ear.sent[before:] == like.sent[before:] for ear, like in theirs)
            mine = [(ear, like) for ear, like in zip(one.ears, twin.ears, strict=True) if ear.socket.seat == seat]
            differed += first != other and any(ear.sent[before:] != like.sent[before:] for ear, like in mine)
            for room in (one, twin):  # in the end both choose the same, so that the games stay the same
                room.do(seat, f"take {last}", random.Random(luck + 2))
            continue
        seat = rng.choice(game.to_act)
        action = rng.choice(bounds.offered(game, seat)).text
        luck = rng.random()
        for room in (one, twin):
            room.do(seat, action, random.Random(luck))
    for ear, like in zip(one.ears, twin.ears, strict=True):
        if ear.socket.seat is None:
            assert ear.sent == like.sent


def test_there_are_enough_states() -> None:
    assert EACH * len(ALL_SETUPS) >= 10_000
