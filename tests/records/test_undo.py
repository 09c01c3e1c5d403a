"""Undo: free back to the last new information, never across it."""

import random

import pytest

from tiefenthal import Game, UndoError, new_game, verify


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
