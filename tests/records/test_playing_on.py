"""A game read from a record goes on, back, and another way."""

import random

import pytest

from tests.figures import FIGURES
from tiefenthal import ChanceError, Game, new_game, verify
from tiefenthal.engine.record.notation import DRAWN_ANEW, Record, read_record
from tiefenthal.engine.replay import Replay


def play_on(game: Game, rng: random.Random, decisions: int) -> None:
    for _ in range(decisions):
        if game.over:
            return
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))


def read_back(seed: int, decisions: int = 60) -> tuple[Record, random.Random]:
    rng = random.Random(seed)
    game = new_game(players=2, modules=4, seed=seed, edition=FIGURES)
    play_on(game, rng, decisions)
    return read_record(game.record), rng


@pytest.mark.parametrize("seed", range(40))
def test_a_game_that_was_read_is_rewound_and_takes_another_course(seed: int) -> None:
    record, rng = read_back(seed)
    game = Game.from_record(record)
    play_on(game, rng, 40)
    game.rewind(30)
    play_on(game, rng, 60)
    assert verify(game.record).follows_seed
    game.rewind(10)
    play_on(game, rng, 30)
    assert verify(game.record).follows_seed


def test_the_same_decisions_bring_the_same_luck_again() -> None:
    record, rng = read_back(3)
    game = Game.from_record(record)
    before = game.record
    game.rewind(10)
    play_on(game, rng, 50)
    game.rewind(10)
    for seat, action in record.decisions[10:]:
        game.play(seat, action)
    assert game.record == before


@pytest.mark.parametrize("seed", range(20))
def test_without_a_seed_luck_is_drawn_anew_and_marked(seed: int) -> None:
    record, rng = read_back(seed)
    record.seed = ""
    game = Game.from_record(str(record))
    assert DRAWN_ANEW not in read_record(game.record).tags
    read = len(game.outcomes)
    while len(game.outcomes) == read:
        play_on(game, rng, 1)
    play_on(game, rng, 10)
    on = read_record(game.record)
    assert 60 <= int(on.tags[DRAWN_ANEW]) <= game.ply - 10
    game.rewind(20)
    assert DRAWN_ANEW not in read_record(game.record).tags
    while not game.over:
        play_on(game, rng, 1)
    other = read_record(game.record)
    left = int(other.tags[DRAWN_ANEW])
    assert left >= 20
    assert verify(game.record).follows_seed is None

    again = Game.from_record(game.record)  # another time, and the mark stays where luck was first drawn anew
    again.rewind(again.ply - 5)
    while not again.over:
        play_on(again, rng, 1)
    assert read_record(again.record).tags[DRAWN_ANEW] == str(left)
    assert record.decisions[:20] == other.decisions[:20]


def test_what_is_drawn_anew_differs_each_time() -> None:
    record, _ = read_back(1)
    record.seed = ""

    def go_on() -> list[object]:
        game = Game.from_record(str(record))
        play_on(game, random.Random(5), 60)
        return list(game.outcomes[len(record.outcomes) :])

    assert go_on() != go_on()


def test_while_a_record_is_read_its_luck_must_fit() -> None:
    """Leaving what was recorded is for a game that has been read, not for a record that is wrong."""
    record, rng = read_back(2)
    replay = Replay(record)
    while replay.at < 30:
        replay.step()
    with pytest.raises(ChanceError):
        play_on(replay.game, rng, 200)
