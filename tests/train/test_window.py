"""The window of episodes: a ring, and a file of it that keeps the newest."""

from pathlib import Path

import numpy as np
import pytest

from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.episodes import Episode
from tiefenthal.lab.train.window import LENGTH, Window
from tiefenthal.players.bots.neural import features


def episode(number: int, rows: int = 8) -> Episode:
    """One that can be told from others: its rows begin with its number and their own."""
    made = [bytes([number, row]) + bytes(features.SIZE - 2) for row in range(1, rows + 1)]
    return Episode(made, number, number - 50, number / 200)


def numbers(window: Window) -> list[int]:
    return [int(window.finals[at][0]) for at in window.newest_first()]


def test_the_newest_take_the_place_of_the_oldest() -> None:
    window = Window(5)
    for number in range(1, 9):
        window.add(episode(number))
    assert (window.count, window.total) == (5, 8)
    assert numbers(window) == [8, 7, 6, 5, 4]


def test_the_last_row_stands_last_and_what_is_missing_comes_first() -> None:
    window = Window(2)
    window.add(episode(3, rows=6))
    assert window.rows[0, :, 1].tolist() == [0] * (LENGTH - 6) + [1, 2, 3, 4, 5, 6]
    assert window.finals[0].tolist() == pytest.approx([3, -47, 0.015])
    window.add(episode(4, rows=LENGTH + 3))
    assert window.rows[1, :, 1].tolist() == list(range(4, LENGTH + 4))  # the earliest go


def test_picks_are_whole_episodes_and_reach_all_of_them() -> None:
    window = Window(10)
    for number in range(1, 7):
        window.add(episode(number))
    rows, finals = window.pick(np.random.default_rng(1), 200)
    assert {int(value) for value in finals[:, 0]} == {1, 2, 3, 4, 5, 6}
    assert (rows[:, -1, 0] == finals[:, 0]).all()


def test_a_file_brings_the_window_back(tmp_path: Path) -> None:
    window = Window(20)
    for number in range(1, 31):
        window.add(episode(number, rows=8 + number % 5))
    path = tmp_path / "window.bin"
    path.write_bytes(window.to_bytes())
    again = Window(20)
    again.load(path)
    assert numbers(again) == numbers(window) == list(range(30, 10, -1))
    assert again.total == 30
    for mine, theirs in zip(again.newest_first(), window.newest_first(), strict=True):
        assert (again.rows[mine] == window.rows[theirs]).all()
        assert (again.finals[mine] == window.finals[theirs]).all()
    again.add(episode(31))
    assert numbers(again) == list(range(31, 11, -1))


def test_a_file_holds_the_newest_that_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tiefenthal.lab.train import window as module

    monkeypatch.setattr(module, "BLOCK", 4)
    window = Window(40)
    for number in range(1, 41):
        window.add(episode(number))
    whole = window.to_bytes()
    part = window.to_bytes(most=len(whole) // 2)
    assert len(part) <= len(whole) // 2
    path = tmp_path / "window.bin"
    path.write_bytes(part)
    again = Window(40)
    again.load(path)
    assert 8 <= again.count < 40
    assert numbers(again) == list(range(40, 40 - again.count, -1))


def test_a_smaller_window_keeps_the_newest(tmp_path: Path) -> None:
    window = Window(10)
    for number in range(1, 11):
        window.add(episode(number))
    path = tmp_path / "window.bin"
    path.write_bytes(window.to_bytes())
    again = Window(3)
    again.load(path)
    assert numbers(again) == [10, 9, 8]


def test_a_damaged_file_gets_a_clear_sentence(tmp_path: Path) -> None:
    window = Window(3)
    window.add(episode(1))
    good = window.to_bytes()
    path = tmp_path / "window.bin"
    for bad in (b"", b"something else\n", good[:-20], good.replace(b" 16 ", b" 17 ", 1), good[:60] + b"x" + good[61:]):
        path.write_bytes(bad)
        with pytest.raises(TrainingError, match=r"window\.bin is damaged or made for other features"):
            Window(3).load(path)
    with pytest.raises(TrainingError, match="cannot be read: No such file"):
        Window(3).load(tmp_path / "none")
