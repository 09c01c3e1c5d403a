"""Luck follows from the seed as docs/notation.md says: checked against an account of its own."""

import hashlib
from collections.abc import Iterator

import pytest

from tiefenthal import ChanceError, ScriptedChance, SeededChance, TapeChance, new_game
from tiefenthal.engine.rules.luck import COLOURED, DECK, WHITE


def bytes_of(seed: str, stream: str, number: int) -> Iterator[int]:
    """The bytes of one outcome, by the book."""
    key = f"tiefenthal 1\n{seed}\n{stream}\n{number}".encode()
    yield from hashlib.sha256(key).digest()
    block = 1
    while True:
        yield from hashlib.sha256(key + f"/{block}".encode()).digest()
        block += 1


def below(numbers: Iterator[int], count: int) -> int:
    """A number without bias, by the book."""
    while True:
        byte = next(numbers)
        if byte < 256 - 256 % count:
            return byte % count


def test_rolls_follow_the_book() -> None:
    """Each roll of a stream has its own number."""
    luck = SeededChance("abc")
    for number in range(3):
        numbers = bytes_of("abc", "white 2", number)
        assert luck.roll(WHITE, 1, 4) == [below(numbers, 6) + 1 for _ in range(4)]


def test_shuffles_follow_the_book() -> None:
    """Sorted first, then exchanged from the last place down; long piles need more than one block."""
    cards = [5, 9, 1, 1, 7, *range(10, 70)]
    luck = SeededChance("abc")
    mine = cards[::-1]
    luck.shuffle(DECK, 0, mine)
    theirs = sorted(cards)
    numbers = bytes_of("abc", "deck 1", 0)
    for i in range(len(theirs) - 1, 0, -1):
        j = below(numbers, i + 1)
        theirs[i], theirs[j] = theirs[j], theirs[i]
    assert mine == theirs


def test_a_new_game_is_what_its_seed_says() -> None:
    """The start player is a number below the number of players."""
    for seed in range(20):
        expected = below(bytes_of(str(seed), "start", 0), 3)
        assert new_game(players=3, seed=seed).state.start_player == expected


def test_faces_are_even() -> None:
    """60,000 rolls: every face within five standard deviations."""
    luck = SeededChance("even")
    counts = [0] * 7
    for _ in range(10_000):
        for face in luck.roll(WHITE, 0, 6):
            counts[face] += 1
    assert counts[0] == 0
    assert all(abs(count - 10_000) < 5 * (60_000 * 5 / 36) ** 0.5 for count in counts[1:])


def test_one_seat_s_luck_does_not_depend_on_another_s() -> None:
    """Streams are separate."""
    one, two = SeededChance("x"), SeededChance("x")
    one.roll(COLOURED, 1, 2)
    assert one.roll(COLOURED, 0, 3) == two.roll(COLOURED, 0, 3)


def test_a_copy_goes_on_alike() -> None:
    """And does not touch the original."""
    luck = SeededChance("x")
    luck.roll(WHITE, 0, 4)
    copy = luck.copy()
    assert copy.roll(WHITE, 0, 4) == luck.roll(WHITE, 0, 4)


def test_a_tape_repeats_and_then_ends() -> None:
    """What is not recorded is not invented."""
    tape = TapeChance([(WHITE, 0, [1, 2])])
    assert tape.roll(WHITE, 0, 2) == [1, 2]
    with pytest.raises(ChanceError, match="not recorded"):
        tape.roll(WHITE, 0, 2)


def test_a_tape_refuses_the_wrong_question() -> None:
    """The recorded outcome must be the one that is asked for."""
    with pytest.raises(ChanceError, match="is recorded"):
        TapeChance([(WHITE, 0, [1, 2])]).roll(WHITE, 1, 2)


def test_scripted_cards_lie_on_top() -> None:
    """Top card first, as people say it; the rest below."""
    luck = ScriptedChance({(DECK, 0): [[3, 4]]}, SeededChance("x"))
    cards = [1, 2, 3, 4]
    luck.shuffle(DECK, 0, cards)
    assert cards[-1] == 3
    assert cards[-2] == 4
    assert sorted(cards) == [1, 2, 3, 4]
