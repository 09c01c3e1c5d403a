"""Playing in the terminal: whole games through the keyboard, undo, saving, resuming, leaving."""

import json
import os
import random
import re
import signal
import subprocess
from pathlib import Path

import pytest

import tiefenthal
from harness.patience import PATIENCE
from tests.arena.conftest import install
from tests.cli.conftest import played
from tests.cli.helpers import PROGRAM, Command, Ran, environment, program
from tests.figures import FIGURES
from tiefenthal.engine.rules import actions as kinds

ENTER_OR_AUTO = "\nauto\n" * 500


def record_of(path: Path) -> tiefenthal.Game:
    text = path.read_text(encoding="utf-8")
    tiefenthal.verify(text)
    return tiefenthal.Game.from_record(text)


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 2), (4, 5)])
def test_a_whole_game_with_enter_and_auto(tmp_path: Path, players: int, modules: int) -> None:
    ran = program(
        tmp_path, "play", "--terminal", "--players", players, "--modules", modules, "--seed", 5,
        "--record", "game.record", typed=ENTER_OR_AUTO,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert ran.err == ""
    assert "The game is over" in ran.out
    game = record_of(tmp_path / "game.record")
    assert game.over
    assert game.players == players
    assert game.tags["Seat1"] == "human"
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    assert "\x1b" not in ran.out


def test_a_bare_play_starts_at_once(tmp_path: Path) -> None:
    ran = program(tmp_path, "play", "--terminal", typed="quit\nn\n")
    assert ran.code == 0
    assert "against Greedy p2" in ran.out
    assert "[stay] >" in ran.out
    assert list(tmp_path.iterdir()) == []


def first_planning(ran: Ran) -> str:
    return ran.out[ran.out.index("E. Plan your actions") :]


DRAFT = "\n" + "auto\n" * 4  # let the guests stay, take four dice


def test_short_forms_menu_numbers_and_undo(command: Command, tmp_path: Path) -> None:
    typed = DRAFT + "1\nundo\nmoves\nboard\nmenu\ndeck\nlog\nhint\n?\nsave a.record\nquit\nn\n"
    ran = command("play", "--terminal", "--seed", 1, typed=typed)
    assert ran.code == 0, ran.err
    out = first_planning(ran)
    assert "Undone." in out
    assert "On top" in out
    assert "The greedy bot would: " in out
    assert "why buy server" in out
    assert "saved in a.record" in out
    game = record_of(tmp_path / "a.record")
    assert game.phase == "planning"
    assert all(place == -1 for place in game.state.players[0].places)


def test_several_actions_on_one_line(command: Command, tmp_path: Path) -> None:
    (tmp_path / "figures.toml").write_text(FIGURES.text, encoding="utf-8")
    typed = DRAFT + "3 t1, 5->monk, save a.record\nquit\nn\n"
    ran = command("play", "--terminal", "--edition", "figures.toml", "--seed", 1, typed=typed)
    assert ran.code == 0, ran.err
    p = record_of(tmp_path / "a.record").state.players[0]
    assert sorted(place for place in p.places if place >= 0) == [3, 4]


def test_undo_does_not_cross_new_information(command: Command) -> None:
    ran = command("play", "--terminal", "--seed", 1, typed="\nundo\nquit\nn\n")
    assert "can’t be undone" in " ".join(ran.out.split())


def test_a_refusal_names_its_rule_and_the_rule_can_be_read(command: Command) -> None:
    typed = "why buy server\nbuy server\nrule B-6\nrule Q-1\nwhy\nxyzzy\n99\nquit\nn\n"
    ran = command("play", "--terminal", "--seed", 1, typed=typed)
    assert ran.out.count("Not possible: ") == 2
    assert "(B-6; `rule B-6`" in " ".join(ran.out.split())
    assert "return a counter guest to the box" in " ".join(ran.out.split())
    assert "There’s no rule “Q-1”" in ran.out
    assert "I don’t understand “xyzzy”" in ran.out
    assert "There’s no 99 in the menu" in ran.out


def test_being_ready_with_dice_in_hand_is_asked_once_more(command: Command) -> None:
    typed = DRAFT + "ready\nn\nready\ny\nend\nquit\nn\n"
    out = first_planning(command("play", "--terminal", "--seed", 1, typed=typed))
    assert out.count("Ready anyway?") == 2
    assert "You’re ready" in out


def test_ending_the_turn_with_dice_in_hand_is_asked_once_more(command: Command, tmp_path: Path) -> None:
    """Dice that were never placed could still be placed and used."""
    typed = DRAFT + "ready\ny\nsave a.record\nend\nn\nend\ny\nquit\nn\n"
    out = first_planning(command("play", "--terminal", "--seed", 1, typed=typed))
    assert out.count("Some dice aren’t placed, but could be. End anyway?") == 2
    game = record_of(tmp_path / "a.record")
    assert game.phase == "serving"
    assert all(place == -1 for place in game.state.players[0].places)


def test_bards_who_have_not_sung_are_asked_for_before_the_end(command: Command, tmp_path: Path) -> None:
    game = tiefenthal.new_game(2, 3, seed="bards")
    rng = random.Random("bards")
    for _ in range(5000):
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        left = {action.kind for action in legal}
        if seat == 0 and left >= {kinds.END, kinds.BARD_SINGS} and not left & {kinds.USE, kinds.PLACE}:
            break
        game.play(seat, rng.choice(legal))
        if game.over:
            game = tiefenthal.new_game(2, 3, seed=str(rng.random()))
    path = tmp_path / "position.json"
    path.write_text(json.dumps(game.position()), encoding="utf-8")
    typed = "end\nn\nend\ny\nquit\nn\n"
    ran = command("play", "--terminal", "--position", path, "--seed", 1, typed=typed)
    assert ran.out.count("could still sing, for 1 reputation each. End anyway?") == 2


def test_all_dice_are_used_by_one_word(command: Command, tmp_path: Path) -> None:
    typed = DRAFT + "auto\n" * 6 + "all\nsave a.record\nquit\nn\n"
    command("play", "--terminal", "--seed", 1, typed=typed)
    game = record_of(tmp_path / "a.record")
    assert game.phase == "serving"
    assert game.state.players[0].thalers > 0


def test_the_end_of_the_input_saves_the_game(command: Command, tmp_path: Path) -> None:
    ran = command("play", "--terminal", "--seed", 1, typed=DRAFT)
    assert ran.code == 0
    (path,) = tmp_path.glob("*.record")
    assert f"play --terminal --resume {path.name}" in ran.out
    before = record_of(path)
    assert before.phase == "planning"
    ran = command("play", "--terminal", "--resume", path.name, typed=ENTER_OR_AUTO)
    assert ran.code == 0, ran.err
    after = record_of(path)
    assert after.over
    assert after.seed == before.seed
    assert after.write_down().decisions[: before.ply] == before.write_down().decisions


def test_the_end_of_the_input_before_any_decision_leaves_nothing(tmp_path: Path) -> None:
    assert program(tmp_path, "play", "--terminal", typed="").code == 0
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_saves_the_game(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "play", "--terminal", "--seed", "1", "--record", "game.record"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(DRAFT)
    process.stdin.flush()
    while "E. Plan your actions" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "saved in game.record" in out
    assert record_of(tmp_path / "game.record").ply > 0


def test_resume_keeps_seats_and_bots(command: Command, tmp_path: Path) -> None:
    typed = "auto\nquit\n\n"
    ran = command(
        "play", "--terminal", "--players", 3, "--seat", 2, "--bots", "random,greedy", "--seed", 3,
        "--record", "g.record", typed=typed,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    game = record_of(tmp_path / "g.record")
    assert [game.tags[f"Seat{seat}"] for seat in (1, 2, 3)] == ["random", "human", "greedy"]
    ran = command("play", "--terminal", "--resume", "g.record", typed="quit\nn\n")
    assert "You’re p2, against Random p1, Greedy p3" in ran.out


def test_quit_can_be_taken_back_and_saving_over_a_file_is_asked(command: Command, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious", encoding="utf-8")
    ran = command("play", "--terminal", "--seed", 1, typed="quit\nc\nsave mine\nn\nsave\nsave /no/where\nquit\nn\n")
    assert ran.code == 0
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "precious"
    assert "cannot be written" in ran.out
    assert "Say where" in ran.out


def test_play_from_a_position(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(played(3, until=60).position()), encoding="utf-8")
    ran = command(
        "play", "--terminal", "--position", path, "--seed", 4, "--record", "game.record", typed=ENTER_OR_AUTO
    )  # fmt: skip
    assert ran.code == 0, ran.err
    game = record_of(tmp_path / "game.record")
    assert game.over
    assert game.write_down().position is not None


def test_play_with_an_edition_of_ones_own(command: Command, tmp_path: Path) -> None:
    assert command("edition", "new", "box.toml").code == 0
    box = tmp_path / "box.toml"
    box.write_text(re.sub(r"(barback +=\s+\{ price = )2", r"\g<1>1", box.read_text(encoding="utf-8")), encoding="utf-8")
    ran = command("play", "--terminal", "--edition", "box.toml", "--seed", 1, typed=DRAFT + "save a.record\nquit\nn\n")
    assert ran.code == 0, ran.err
    assert "Barback 1" in ran.out
    assert record_of(tmp_path / "a.record").edition.name == "my-box"


def test_odd_input_does_no_harm(tmp_path: Path) -> None:
    odd = "\x00\n\ufffd\n,,,\n;\n" + "9" * 5000 + "\n" + "place " * 300 + "\nrule \nlog x\nlog 0\n-1\n²\nquit\nn\n"
    ran = program(tmp_path, "play", "--terminal", "--seed", 1, typed=odd)
    assert ran.code == 0, ran.err
    assert ran.err == ""


def test_a_bot_that_fails_is_named_and_stood_in_for(tmp_path: Path) -> None:
    code = """
from tiefenthal.players.bots.base import Bot

class Clumsy(Bot):
    name = "clumsy"
    def choose(self, view, legal):
        raise RuntimeError("dropped the mug")
"""
    install(tmp_path, "clumsy_bots", code, {"clumsy": "Clumsy"})
    ran = program(
        tmp_path, "play", "--terminal", "--bots", "clumsy", "--seed", 5, "--record", "game.record",
        typed=ENTER_OR_AUTO, PYTHONPATH=os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]]),
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "The game is over" in ran.out
    words = "Clumsy p2 failed (RuntimeError at clumsy_bots.py:7: dropped the mug); the greedy bot moves in its place"
    assert set(ran.err.splitlines()) == {f"tiefenthal: {words}"}
    assert record_of(tmp_path / "game.record").over
