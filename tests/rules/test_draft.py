"""D. Drafting the white dice."""

import pytest

from tests.table import Table


@pytest.mark.rule("D-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_rolls_the_four_dice_of_the_coaster(players: int) -> None:
    t = Table(players)
    for seat in range(players):
        t.white(seat, 1 + seat, 2, 3, 6)
    t.draft()
    assert [p.coaster for p in t.state.players] == [[1 + seat, 2, 3, 6] for seat in range(players)]


@pytest.mark.rule("D-1")
def test_rolls_differ() -> None:
    rolls = {tuple(Table(seed=f"seed {number}").draft().player(0).coaster) for number in range(10)}
    assert len(rolls) > 5


@pytest.mark.rule("D-2")
@pytest.mark.parametrize(("players", "start"), [(2, 0), (2, 1), (3, 0), (3, 2), (4, 1), (4, 3)])
def test_dice_are_taken_clockwise_from_the_start_player(players: int, start: int) -> None:
    t = Table(players, start=start).draft()
    order = []
    while t.phase == "D":
        assert len(t.acting) == 1
        order.append(t.acting[0])
        t.do(t.acting[0], t.legal(t.acting[0])[0])
    assert order == [(start + i) % players for i in range(players)] * 4


@pytest.mark.rule("D-2")
@pytest.mark.parametrize(("players", "start"), [(2, 0), (3, 0), (3, 1), (4, 0), (4, 2)])
def test_coasters_pass_to_the_next_player_in_turn_order(players: int, start: int) -> None:
    t = Table(players, start=start)
    for seat in range(players):
        t.white(seat, *[seat + 1] * 4)
    t.draft()
    for _ in range(players):
        t.do(t.acting[0], t.legal(t.acting[0])[0])
    # what seat 0 had in front of it now lies in front of seat 1, and so on
    assert [p.coaster for p in t.state.players] == [[(seat - 1) % players + 1] * 3 for seat in range(players)]


@pytest.mark.rule("D-2")
def test_coasters_stay_until_everyone_has_taken_a_die() -> None:
    t = Table(3).white(0, 1, 1, 1, 1).white(1, 2, 2, 2, 2).white(2, 3, 3, 3, 3).draft()
    t.do(0, "take 1").do(1, "take 2")
    assert [p.coaster for p in t.state.players] == [[1, 1, 1], [2, 2, 2], [3, 3, 3, 3]]


@pytest.mark.rule("D-2")
def test_whose_turn_it_is_not_waits() -> None:
    t = Table(3, start=1).white(0, 1, 2, 3, 4).draft()
    assert t.legal(0) == []
    assert t.refused(0, "take 1") == "D-2"


@pytest.mark.rule("D-2")
def test_only_a_die_from_the_own_coaster_is_taken() -> None:
    t = Table(2).white(0, 1, 1, 3, 6).white(1, 2, 2, 4, 5).draft()
    assert t.legal(0) == ["take 1", "take 3", "take 6"]
    assert t.refused(0, "take 2") == "D-2"
    assert t.refused(0, "ready") == "D-2"
    assert t.refused(0, "nobles 3") == "D-2"


@pytest.mark.rule("D-2")
def test_one_die_is_taken_at_a_time() -> None:
    t = Table(2).white(0, 1, 1, 3, 6).draft().do(0, "take 1")
    assert t.player(0).coaster == [1, 3, 6]
    assert t.dice_of(0) == ["1 -"]
    assert t.refused(0, "take 1") == "D-2"


@pytest.mark.rule("D-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_the_end_everyone_has_four_and_no_die_is_left(players: int) -> None:
    t = Table(players)
    rolled = []
    for seat in range(players):
        faces = [1 + (seat + i) % 6 for i in range(4)]
        rolled += faces
        t.white(seat, *faces)
    t.draft().play_on("E")
    assert [len(p.faces) for p in t.state.players] == [4] * players
    assert all(p.coaster == [] and p.coloured == 0 for p in t.state.players)
    assert sorted(face for p in t.state.players for face in p.faces) == sorted(rolled)


@pytest.mark.rule("D-3")
def test_coloured_dice_come_on_top_of_the_four() -> None:
    t = Table().dice(0, 2, 5, coloured=2).draft().play_on("E")
    assert (len(t.player(0).faces), t.player(0).coloured, len(t.player(1).faces)) == (6, 2, 4)
    assert t.player(0).faces[:2] == [2, 5]
