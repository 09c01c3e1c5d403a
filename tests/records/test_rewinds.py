"""What was taken back by consent stays in the record, and is told wherever the record is."""

import random
from pathlib import Path

import pytest

from tests.cli.helpers import in_process
from tests.records.test_undo import play_random
from tiefenthal import Game, new_game
from tiefenthal.engine.record.notation import REWOUND, Rewind, read_record
from tiefenthal.engine.replay import verify


def rewound(moves: int = 0) -> Game:
    """A game in which seat 2 went back from 40 decisions to 25, and more moves were made."""
    game = new_game(players=2, modules=1, seed="looked")
    play_random(game, random.Random(1), 40)
    game.rewind(25, by=1)
    play_random(game, random.Random(2), moves)
    return game


def test_a_rewind_is_written_down_and_read_back() -> None:
    game = rewound(30)
    text = game.record
    assert '[Rewound "25 p2 15"]\n' in text
    before, comment, _ = text.partition("; p2 took back 15 decisions here, after something new had been shown\n")
    assert comment
    assert sum(line.startswith("p") for line in before.splitlines()) == 25
    assert read_record(text).rewinds == game.rewinds == [Rewind(25, 1, 15)]
    assert Game.from_record(text).record == text
    assert verify(text).follows_seed is True
    assert game.clone().record == text


def test_further_back_with_nothing_in_between_is_one_rewind() -> None:
    game = rewound()
    game.rewind(24, by=1)
    assert game.rewinds == [Rewind(24, 1, 16)]
    game.rewind(20, by=0)
    assert game.rewinds == [Rewind(20, 1, 16), Rewind(20, 0, 4)], "what was taken back later is still told"
    assert read_record(game.record).rewinds == game.rewinds


def test_a_free_undo_leaves_no_trace_and_hides_none() -> None:
    game = rewound(3)
    play_random(game, random.Random(3), 60)
    while not any(game.can_undo(seat) for seat in (0, 1)):
        play_random(game, random.Random(3), 1)
    game.undo(0 if game.can_undo(0) else 1)
    assert game.rewinds == [Rewind(25, 1, 15)]


@pytest.mark.parametrize("value", ["", "long ago", "25 p2", "25 p3 15", "25 p2 15;", "9999999 p1 1"])
def test_a_tag_of_the_same_name_that_says_something_else_is_kept_as_it_is(value: str) -> None:
    text = new_game(players=2, modules=1, seed="plain").record.replace("\n\n", f'\n[{REWOUND} "{value}"]\n\n', 1)
    record = read_record(text)
    assert (record.rewinds, record.tags) == ([], {REWOUND: value})
    assert str(record) == text or value == ""


def test_the_terminal_tells_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = rewound(30)
    game.tags["Seat2"] = "Ben"
    file.write_text(game.record, "utf-8")
    out = " ".join(in_process(capsys, "replay", file).out.split())
    assert "Ben p2 undid 15 decisions after something new had been revealed." in out
    assert "undid" not in in_process(capsys, "replay", file, "--from", "30").out
    assert "undone once after something new" in " ".join(in_process(capsys, "verify", file).out.split())
