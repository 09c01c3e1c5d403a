"""Undo: free back to the last new information, never across it."""

import random
from collections import Counter

import pytest

from tests.figures import FIGURES
from tests.setups import ALL_SETUPS
from tiefenthal import Game, UndoError, new_game, verify
from tiefenthal.engine.chance import ScriptedChance, SeededChance, TapeChance
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Event


def play_to(phase: str, players: int = 2, modules: int = 1, seed: int = 5) -> Game:
    """A game at the first decision of a phase of round 1."""
    game = new_game(players=players, modules=modules, seed=seed)
    while game.phase != phase:
        seat = game.to_act[0]
        game.play(seat, game.legal_actions(seat)[0])
    return game


def test_nothing_can_be_undone_at_the_beginning() -> None:
    """There is no decision yet."""
    with pytest.raises(UndoError):
        new_game(seed=1).undo()


def test_undo_goes_back_step_by_step_to_the_roll() -> None:
    """In the draft every take can be undone, down to the roll of the dice."""
    game = play_to("draft")
    digests = [game.digest]
    for _ in range(5):
        seat = game.to_act[0]
        game.play(seat, game.legal_actions(seat)[0])
        digests.append(game.digest)
    for expected in reversed(digests[:-1]):
        game.undo()
        assert game.digest == expected
    with pytest.raises(UndoError):
        game.undo()


def test_undo_does_not_cross_a_draw() -> None:
    """Sending everyone home shows new cards."""
    game = play_to("arrival")
    game.play(0, "again")
    with pytest.raises(UndoError, match="nothing to undo"):
        game.undo()


def test_undo_does_not_cross_a_newly_opened_guest() -> None:
    """Recruiting shows the next guest; buying shows nothing."""
    for seed in range(200):
        rng = random.Random(seed)
        game = new_game(players=2, modules=1, seed=seed)
        while not game.over:
            seat = game.to_act[0]
            legal = game.legal_actions(seat)
            recruits = [action for action in legal if action.text.startswith("recruit")]
            if recruits:
                ply = game.ply
                game.play(seat, recruits[0])
                with pytest.raises(UndoError):
                    game.undo()
                assert game.ply == ply + 1
                return
            game.play(seat, rng.choice(legal))
    raise AssertionError("nobody could recruit")


def test_planning_can_be_undone_by_each_seat_for_itself() -> None:
    """All plan at once: a seat takes back its own last decision, the other's stays."""
    game = play_to("planning")
    other = game.clone()
    first = next(action for action in game.legal_actions(0) if action.text.startswith("place"))
    second = next(action for action in game.legal_actions(1) if action.text.startswith("place"))
    game.play(0, first)
    game.play(1, second)
    game.undo(0)
    other.play(1, second)
    assert game.digest == other.digest
    game.play(0, first)
    assert game.ply == other.ply + 1


def test_in_turn_order_a_decision_others_have_answered_stands() -> None:
    """The next player has seen what was taken."""
    game = play_to("draft")
    first = game.to_act[0]
    game.play(first, game.legal_actions(first)[0])
    second = game.to_act[0]
    game.play(second, game.legal_actions(second)[0])
    before = game.digest
    with pytest.raises(UndoError, match="others have decided"):
        game.undo(first)
    assert game.digest == before
    game.undo(second)
    game.undo(first)


def test_ready_of_the_last_seat_can_be_undone_into_planning() -> None:
    """Serving begins without new information."""
    game = play_to("planning")
    game.play(0, "ready")
    game.play(1, "ready")
    assert game.phase == "serving"
    game.undo()
    assert game.phase == "planning"
    assert game.to_act == (1,)


def test_what_is_undone_is_not_in_the_record() -> None:
    """The record is that of the game as it stands."""
    game = play_to("planning")
    text = game.record
    place = next(action for action in game.legal_actions(0) if action.text.startswith("place"))
    game.play(0, place)
    game.undo()
    assert game.record == text


def test_undo_works_in_a_game_from_a_position() -> None:
    """Back to the position, not before it."""
    game = Game.from_position(play_to("planning").position(), seed=1)
    before = game.digest
    game.play(0, "ready")
    game.undo()
    assert game.digest == before
    with pytest.raises(UndoError):
        game.undo()


def test_a_shuffle_nobody_has_seen_is_taken_back_with_the_decision() -> None:
    """A start card chosen by mistake: the deck is shuffled, but no card was shown. The seed's luck is not used up."""
    game = new_game(players=2, modules=4, seed=1)
    seat = game.to_act[0]
    action = next(a for a in game.legal_actions(seat) if a.text not in ("start 3", "start 7"))  # nobody is dismissed
    twin = game.clone()
    game.play(seat, action)
    game.undo()
    assert game.record == twin.record
    game.play(seat, action)
    twin.play(seat, action)
    assert game.digest == twin.digest
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal_actions(seat)[0])
    assert verify(game.record).follows_seed is True


def test_the_same_in_a_game_read_from_a_record() -> None:
    """Luck from a tape is wound back, then luck from the seed behind it."""
    game = new_game(players=3, modules=4, seed=2)
    for _ in range(2):
        seat = game.to_act[0]
        while game.to_act[0] == seat and game.phase == "start cards":
            game.play(seat, game.legal_actions(seat)[0])
    again = Game.from_record(game.record)
    text = game.record
    plies = again.ply
    again.undo()
    assert again.ply == plies - 1
    seat, action = game.write_down().decisions[-1]
    again.play(seat, action)
    assert again.record == text
    while not again.over:
        seat = again.to_act[0]
        again.play(seat, again.legal_actions(seat)[0])
    assert verify(again.record).follows_seed is True


# --- rewinding, with everyone's consent


def play_random(game: Game, rng: random.Random, decisions: int) -> list[str]:
    """So many random decisions, or up to the end; the digest after each."""
    digests: list[str] = []
    while len(digests) < decisions and not game.over:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
        digests.append(game.digest)
    return digests


def undoable(game: Game) -> int:
    """How many decisions can be undone one after the other."""
    game = game.clone()
    count = 0
    while True:
        try:
            game.undo()
        except UndoError:
            return count
        count += 1


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 4), (4, 5)])
def test_a_rewound_game_is_the_game_as_it_was(players: int, modules: int) -> None:
    """Position, record, and what can be undone without asking: all as it was then, across draws and rolls."""
    rng = random.Random(modules)
    game = new_game(players=players, modules=modules, seed=f"rewind {players}")
    digests, free, records = [game.digest], [undoable(game)], [game.record]
    for _ in range(60):
        digests += play_random(game, rng, 1)
        free.append(undoable(game))
        records.append(game.record)
    assert max(free) > 3
    for decisions in sorted(rng.sample(range(60), 20), reverse=True):
        game.rewind(decisions)
        assert game.ply == decisions
        assert game.digest == digests[decisions]
        assert game.record == records[decisions]
        assert undoable(game) == free[decisions]
        assert [game.can_undo(seat) for seat in range(players)] == [works(game, seat) for seat in range(players)]


def works(game: Game, seat: int) -> bool:
    """Whether the seat can undo, found out by trying."""
    trial = game.clone()
    try:
        trial.undo(seat)
    except UndoError:
        return False
    return True


@pytest.mark.parametrize("read_back", [False, True], ids=["played", "read from its record"])
def test_after_rewinding_the_same_luck_comes_again_and_the_record_verifies(read_back: bool) -> None:
    """Nobody gets a second draw by going back."""
    rng = random.Random(3)
    game = new_game(players=3, modules=5, seed="again")
    digests = play_random(game, rng, 150)
    played = game.write_down().decisions
    if read_back:
        game = Game.from_record(game.record)
        play_random(game, rng, 10)  # beyond the tape, with the luck of the seed
    game.rewind(0)
    assert game.outcomes == new_game(players=3, modules=5, seed="again").outcomes
    for (seat, action), expected in zip(played, digests):
        game.play(seat, action)
        assert game.digest == expected
    game.rewind(100)
    play_random(game, rng, 10_000)
    assert game.over
    assert verify(game.record).follows_seed is True


def test_a_game_from_a_position_is_rewound_to_the_position() -> None:
    rng = random.Random(9)
    game = Game.from_position(play_to("planning", players=3, modules=3).position(), seed=1)
    before = game.digest
    digests = play_random(game, rng, 80)
    game.rewind(0)
    assert game.digest == before
    assert not any(game.can_undo(seat) for seat in range(3))
    assert play_random(game, random.Random(9), 80) == digests


@pytest.mark.parametrize("decisions", [-1, 4, 1000])
def test_a_game_cannot_be_rewound_beyond_its_ends(decisions: int) -> None:
    game = play_to("draft")
    game.rewind(min(game.ply, 3))
    before, made = game.record, game.ply
    assert made < 4
    with pytest.raises(UndoError, match=f"{made} decisions have been made; the game cannot go back to {decisions}"):
        game.rewind(decisions)
    assert game.record == before
    game.rewind(made)
    assert game.record == before


def test_luck_from_elsewhere_cannot_be_rewound_and_nothing_changes() -> None:
    """A tape with luck behind it that cannot be taken back: neither part moves."""
    setup = make_setup(2, 1, load_edition(None))
    opening = Game.new(setup, "tape")
    play_random(opening, random.Random(1), 12)
    tape = TapeChance(opening.outcomes, ScriptedChance({}, SeededChance("behind")))
    game = Game.new(setup, "", tape)
    for seat, action in opening.write_down().decisions:
        game.play(seat, action)
    game.rewind(0)  # all of it from the tape
    for seat, action in opening.write_down().decisions:
        game.play(seat, action)
    drawn = len(game.outcomes)
    rng = random.Random(2)
    while len(game.outcomes) < drawn + 2:
        play_random(game, rng, 1)
    before, outcomes = game.digest, game.outcomes
    with pytest.raises(UndoError, match="luck that does not follow from a seed"):
        game.rewind(0)
    assert (game.digest, game.outcomes) == (before, outcomes)
    play_random(game, rng, 20)  # and it goes on
    assert game.outcomes[: len(outcomes)] == outcomes


# --- asking beforehand


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_can_undo_says_what_undo_does(players: int, modules: int) -> None:
    """For every seat, at every tenth decision or so, in every phase."""
    rng = random.Random(players * 10 + modules)
    game = new_game(players=players, modules=modules, seed=f"can {players} {modules}", edition=FIGURES)
    said: Counter[tuple[str, bool]] = Counter()
    while not game.over:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
        if rng.randrange(10) == 0:
            for seat in range(players):
                can = game.can_undo(seat)
                assert can == works(game, seat), (game.phase, seat)
                said[game.phase, can] += 1
        if rng.randrange(10) == 0 and game.can_undo(seat):
            game.undo(seat)
    for phase in ("draft", "planning", "serving"):
        assert said[phase, True] > 1
        assert said[phase, False] > 1


def test_can_undo_with_luck_that_cannot_be_taken_back() -> None:
    """A deck shuffled by luck from elsewhere; before the shuffle there is nothing to take back."""
    setup = make_setup(2, 4, load_edition(None))
    game = Game.new(setup, "", ScriptedChance({}, SeededChance("x")))
    seat = game.to_act[0]
    game.play(seat, next(a for a in game.legal_actions(seat) if a.text not in ("start 3", "start 7")))
    assert not game.can_undo(seat)
    assert not works(game, seat)


def test_the_last_decision_of_a_seat() -> None:
    """How many decisions stand before it."""
    game = play_to("draft", players=3, seed=8)
    first = game.ply
    order = [game.to_act[0]]
    for _ in range(2):
        game.play(order[-1], game.legal_actions(order[-1])[0])
        order.append(game.to_act[0])
    assert [game.last_decision(seat) for seat in order[:2]] == [first, first + 1]
    fresh = new_game(players=3, modules=4, seed=1)
    assert [fresh.last_decision(seat) for seat in range(3)] == [None] * 3
    before = game.digest
    game.play(order[2], game.legal_actions(order[2])[0])
    last = game.last_decision(order[2])
    assert last is not None
    game.rewind(last)
    assert game.digest == before


def test_whoever_listens_goes_on_listening_after_a_rewind() -> None:
    game = play_to("draft")
    events: list[Event] = []
    game.listen(events)
    game.rewind(0)
    play_random(game, random.Random(1), 20)
    assert events


def test_what_happens_before_the_first_decision_is_told() -> None:
    events: list[Event] = []
    game = Game.new(make_setup(3, 3, load_edition(None)), "begin", events=events)
    assert events[0] == ("round", -1, 1, 0)
    assert {event[1] for event in events if event[0] == "drew"} == {0, 1, 2}
    count = len(events)
    game.play(game.to_act[0], game.legal_actions(game.to_act[0])[0])
    assert game.state.events is events
    assert len(events) >= count


@pytest.mark.parametrize("modules", [1, 2, 5])
@pytest.mark.parametrize("seed", range(4))
def test_can_undo_is_exact_while_all_go_back_and_forth(modules: int, seed: int) -> None:
    """Everyone takes back being ready as often as not: what the others decided since may depend on it."""
    luck = random.Random(f"{modules} {seed}")
    game = new_game(2 + seed % 3, modules, seed=seed)
    checked = refused = 0
    while checked < 600 and not game.over:
        acting = [seat for seat in range(game.players) if game.legal_actions(seat)]
        seat = luck.choice(acting)
        legal = game.legal_actions(seat)
        flips = [action for action in legal if action.text in ("ready", "unready")]
        game.play(seat, luck.choice(flips) if flips and luck.random() < 0.6 else luck.choice(legal))
        for whose in range(game.players):
            trial = game.clone()
            try:
                trial.undo(whose)
                works = True
            except UndoError:
                works = False
            assert game.can_undo(whose) == works, (game.phase, whose)
            checked += 1
            refused += not works
    assert checked >= 300
    assert refused


@pytest.mark.parametrize("seed", [1, 2])
def test_going_back_from_a_checkpoint_is_going_back_from_the_beginning(seed: int) -> None:
    """Wherever the game is cut, nothing tells how far it was replayed."""
    rng = random.Random(seed)
    game = new_game(players=3, modules=5, seed=seed)
    while not game.over and game.ply < 600:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
    decisions = [entry for entry in game.write_down().entries if entry.action is not None]
    again = new_game(players=3, modules=5, seed=seed)
    for number, entry in enumerate(decisions):
        if number % 37 == 0:
            cut = game.clone()
            cut.rewind(number)
            assert (cut.digest, cut.record) == (again.digest, again.record)
            seats = range(game.players)
            assert [cut.can_undo(seat) for seat in seats] == [again.can_undo(seat) for seat in seats]
            assert cut.changes() == again.changes()
        assert entry.action is not None
        again.play(entry.seat, entry.action)
