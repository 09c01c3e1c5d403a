"""Records: written, read, replayed, verified; and where a broken one first goes wrong."""

import random
import re
from contextlib import suppress

import pytest

from tiefenthal import Game, RecordError, new_game, verify
from tiefenthal.engine.components.describe import new_edition_text
from tiefenthal.engine.components.loader import parse_edition
from tiefenthal.engine.game import Game as GameClass
from tiefenthal.engine.record.notation import read_record
from tiefenthal.engine.rules.round import make_setup


def random_game(players: int = 2, modules: int = 5, seed: int = 3, until: int = 10**6) -> Game:
    """A random game up to a ply."""
    rng = random.Random(seed)
    game = new_game(players=players, modules=modules, seed=seed)
    while not game.over and game.ply < until:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
    return game


FINISHED = random_game().record


def test_a_record_replays_to_the_same_game() -> None:
    """Every tag, decision, outcome and digest comes back."""
    game = Game.from_record(FINISHED)
    assert game.over
    assert game.record == FINISHED
    assert verify(FINISHED).follows_seed is True


def test_a_record_of_a_game_in_progress_can_be_played_on_with_the_same_luck() -> None:
    """The rest of the game is the one the seed holds."""
    whole = random_game()
    half = Game.from_record(random_game(until=whole.ply // 2).record)
    for seat, action in whole.write_down().decisions[half.ply :]:
        half.play(seat, action)
    assert half.record == FINISHED


def test_there_is_a_digest_for_every_round() -> None:
    """Eight rounds, eight digests, the last one of the final position."""
    digests = re.findall(r"^# ([0-9a-f]{16})$", FINISHED, re.MULTILINE)
    assert len(digests) == 8
    assert digests[-1] == Game.from_record(FINISHED).digest


def test_tags_of_ones_own_are_kept() -> None:
    """Names with quotes and backslashes too."""
    game = random_game(until=10)
    game.tags["White"] = 'Ann "the \\ miller" Ü'
    text = game.record
    assert Game.from_record(text).tags == game.tags
    assert Game.from_record(text).record == text


def test_a_record_that_begins_with_a_position() -> None:
    """It holds the position and replays from there."""
    game = Game.from_position(random_game(until=150).position(), seed="from here")
    rng = random.Random(1)
    while not game.over:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
    text = game.record
    assert "position: {" in text
    assert verify(text).over
    assert Game.from_record(text).digest == game.digest


def test_a_record_carries_an_edition_of_ones_own() -> None:
    """No other file is needed to replay it."""
    edition = parse_edition(new_edition_text().replace("nobles = 61", "nobles = 30"))
    game = GameClass.new(make_setup(2, 1, edition), "9")
    text = game.record
    again = Game.from_record(text)
    assert again.edition.nobles == 30
    assert again.record == text


def broken(pattern: str, replacement: str) -> str:
    """The finished record with its first match replaced."""
    text, count = re.subn(pattern, replacement, FINISHED, count=1, flags=re.MULTILINE)
    assert count == 1, pattern
    return text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a record"),
        ("hello", "not a record"),
        (broken(r"record 1", "record 9"), "format"),
        (broken(r'\[Rules "1"\]', '[Rules "7"]'), "version 7 of the rules"),
        (broken(r'\[Players "2"\]', '[Players "5"]'), "from 2 to 4"),
        (broken(r'\[Players "2"\]\n', ""), "Players is missing"),
        (broken(r'\[Modules "5"\]', '[Modules "six"]'), "from 1 to 5"),
        (broken(r'\[Modules "5"\]', '[Modules "5"]\n[Modules "5"]'), "appears twice"),
        (broken(r'"reference [0-9a-f]+"', '"mine 0123456789abcdef"'), "figures are not those"),
        (broken(r'\[Scores "', '[Scores "1'), "the game ends"),
        (broken(r'\[Scores ".*"', '[Scores "many"'), "must hold numbers"),
        (broken(r'\[Scores ".*"', '[Scores "1 2 3"'), "must hold 2 numbers"),
        (broken(r"^\[Seed.*$", "[Seed 3]"), "a tag looks like"),
        (broken(r"^p1 take .$", "p1 take 9"), "not an action"),
        (broken(r"^p1 take .$", "p3 take 1"), "a line begins with p1 to p2"),
        (broken(r"^p1 take .$", "p1 end"), "D-2"),
        (broken(r"^\* white p1: .*$", "* white p1: 1 2 3 7"), "faces from 1 to 6"),
        (broken(r"^\* white p1: .*$", "* white p1: 1 2 3"), "4 faces"),
        (broken(r"^\* white p1: .*$", "* white p1: x y"), "not a number"),
        (broken(r"^\* white p1: .*$", "* black p1: 1"), "not a kind of outcome"),
        (broken(r"^\* white p1: .*\n", ""), "is recorded"),
        (broken(r"^\* start: p.$", "* start: p9"), "begins with p1"),
        (broken(r"^(\* pile: )\S+", r"\1g9.9.9"), "no card 'g9.9.9'"),
        (broken(r"^(\* pile: )\S+", r"\1noble"), "does not consist of the cards"),
        (broken(r"^(p1 take .)$", r"\1\n* white p1: 1 2 3 4"), "recorded|asks for this outcome"),
        (broken(r"^# [0-9a-f]{16}$", "# 0000000000000000"), "the digest is"),
    ],
)
def test_a_broken_record_says_what_is_wrong(text: str, words: str) -> None:
    """One clear message, with the line where there is one."""
    with pytest.raises(RecordError, match=words):
        verify(text)


def test_the_first_wrong_line_is_named() -> None:
    """The line number is that of the file."""
    lines = FINISHED.splitlines()
    index = next(i for i, line in enumerate(lines) if line.startswith("p1 take"))
    lines[index] = "p1 ready"
    with pytest.raises(RecordError) as caught:
        verify("\n".join(lines))
    assert caught.value.line == index + 1


def test_outcomes_that_do_not_follow_from_the_seed_are_found() -> None:
    """A record whose seed was exchanged obeys the rules, but not its seed."""
    text = broken(r'\[Seed "3"\]', '[Seed "4"]')
    assert Game.from_record(text).over
    with pytest.raises(RecordError, match="does not follow from the seed"):
        verify(text)


def test_without_a_seed_there_is_nothing_to_follow() -> None:
    """The rules are checked all the same."""
    assert verify(broken(r"^\[Seed.*\n", "")).follows_seed is None


def test_cutting_a_record_anywhere_gives_a_game_or_a_clear_error() -> None:
    """Whatever is lost at the end, nothing crashes."""
    rng = random.Random(5)
    for _ in range(60):
        cut = FINISHED[: rng.randrange(len(FINISHED))]
        with suppress(RecordError):
            Game.from_record(cut)


def test_damaging_a_record_anywhere_gives_a_game_or_a_clear_error() -> None:
    """Single characters changed, lines exchanged or doubled."""
    rng = random.Random(6)
    lines = FINISHED.splitlines()
    for _ in range(150):
        damaged = lines[:]
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(3)
        if kind == 0:
            damaged[at], damaged[other] = damaged[other], damaged[at]
        elif kind == 1:
            damaged.insert(at, damaged[other])
        else:
            column = rng.randrange(len(damaged[at]) + 1)
            damaged[at] = damaged[at][:column] + rng.choice("p1 *#;[\x00é9") + damaged[at][column:]
        with suppress(RecordError):
            verify("\n".join(damaged))


def test_comments_and_blank_lines_do_not_matter() -> None:
    """They are for people."""
    text = FINISHED.replace("\np1 ready", "\n\n; he hesitates\np1 ready ; at last", 1)
    assert Game.from_record(text).record == FINISHED
    assert len(read_record(text).decisions) == len(read_record(FINISHED).decisions)


def test_a_record_need_not_become_text_first() -> None:
    """What a game writes down can be replayed as it is, headings for people included."""
    record = random_game(until=200).write_down()
    assert any(entry.comment for entry in record.entries)
    assert Game.from_record(record).record == str(record)
