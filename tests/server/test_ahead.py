"""Choices ahead in the draft: kept by the table, played in turn order, seen by nobody else before."""

import msgspec
import pytest

from tests.server.tables import PERSON, Bench
from tiefenthal.engine.game import Game
from tiefenthal.server.protocol import frames
from tiefenthal.server.store.base import Row
from tiefenthal.server.tables import bounds, log, snapshot
from tiefenthal.server.tables.commands import bot_move
from tiefenthal.server.tables.state_frames import StateFrames
from tiefenthal.server.tables.table import Table


def drafting(*players: str, seed: str = "7") -> Bench:
    """A table whose draft begins; its seats in turn order are in `order`."""
    bench = Bench(players or (PERSON, PERSON, PERSON), seed=seed)
    bench.until("draft")
    return bench


def order(bench: Bench) -> list[int]:
    """The seats in turn order, from the one whose turn it is."""
    count = bench.game.players
    return [(bench.game.state.turn + i) % count for i in range(count)]


def dice(bench: Bench, seat: int) -> list[str]:
    """What the seat can take, the highest face first."""
    return [f"take {face}" for face in sorted(set(bench.game.state.players[seat].coaster), reverse=True)]


def choose(bench: Bench, seat: int, which: int = 0, ply: int | None = None) -> str:
    """The seat chooses now, whether it is on turn or not; what it chose."""
    action = dice(bench, seat)[which]
    bench.command(seat, frames.Play(bench.table.ply if ply is None else ply, action))
    return action


def sent(bench: Bench, seat: int | None, table: Table | None = None) -> frames.Update:
    """The frame a seat, or a watcher, would get now."""
    shown = table or bench.table
    assert shown.game is not None
    way = "no" if seat is None else shown.undo_way(seat)
    body = StateFrames(shown.game, ahead=shown.choices_ahead()).update(seat, shown.ply, [], True, way, board=True)  # type: ignore[arg-type]
    return msgspec.json.decode(body, type=frames.Update)


def test_a_choice_ahead_is_kept_and_played_in_turn_order() -> None:
    """The record is what it would have been without."""
    bench, plain = drafting(), drafting()
    first, second, third = order(bench)
    assert bench.command(third, frames.Play(bench.table.ply, dice(bench, third)[0])) == [
        log.Ahead(third, dice(bench, third)[0])
    ]
    assert bench.game.ply == plain.game.ply  # nothing is played
    choose(bench, second)
    assert sorted(bench.table.ahead) == sorted([second, third])
    taken = [dice(bench, seat)[0] for seat in (first, second, third)]
    ply = bench.table.ply
    assert bench.command(first, frames.Play(ply, taken[0])) == [
        log.Played(seat, action) for seat, action in zip((first, second, third), taken, strict=True)
    ]
    assert not bench.table.ahead
    assert bench.table.ply == ply + 3
    for seat, action in zip((first, second, third), taken, strict=True):
        plain.play(seat, action)
    assert bench.game.record == plain.game.record


def test_only_what_follows_without_a_gap_is_played() -> None:
    bench = drafting()
    first, second, third = order(bench)
    kept = choose(bench, third)
    choose(bench, first)
    assert bench.game.to_act == (second,)
    assert bench.table.ahead == {third: kept}


def test_what_others_take_meanwhile_does_not_make_a_choice_stale() -> None:
    """Nobody touches another's coaster in the same pass."""
    bench = drafting()
    first, second, third = order(bench)
    ply = bench.table.ply
    choose(bench, first)
    choose(bench, third, ply=ply)
    choose(bench, second, ply=ply)  # its turn has come since: it is played, and what was chosen after it
    assert bench.game.to_act == (first,)
    assert bench.refusal(third, frames.Play(ply, dice(bench, third)[0])).code == "stale"


def test_a_choice_ahead_sent_twice_counts_once() -> None:
    bench = drafting()
    third = order(bench)[2]
    ply = bench.table.ply
    action = choose(bench, third)
    assert bench.refusal(third, frames.Play(ply, action)).code == "stale"


def test_it_can_be_changed_and_taken_back_until_it_is_played() -> None:
    bench = drafting()
    first, second, _ = order(bench)
    choose(bench, second, 0)
    other = choose(bench, second, 1)
    assert bench.table.ahead == {second: other}
    assert bench.table.undo_way(second) == "free"
    assert bench.command(second, frames.Undo(bench.table.ply)) == [log.Ahead(second)]
    assert not bench.table.ahead
    choose(bench, first)
    assert bench.game.to_act == (second,)
    action = dice(bench, second)[1]
    assert bench.command(second, frames.Play(bench.table.ply, action)) == [log.Played(second, action)]


def test_asking_takes_a_choice_ahead_back_too() -> None:
    bench = drafting()
    second = order(bench)[1]
    choose(bench, second)
    assert bench.command(second, frames.AskUndo(bench.table.ply)) == [log.Ahead(second)]


def test_changing_is_limited_like_undoing() -> None:
    """So the log of a table stays short."""
    bench = drafting()
    first, second, _ = order(bench)
    choose(bench, second)
    for n in range(bounds.UNDOS):
        choose(bench, second, n % 2)
    assert bench.refusal(second, frames.Play(bench.table.ply, dice(bench, second)[0])).code == "too-many-undos"
    assert bench.refusal(second, frames.Undo(bench.table.ply)).code == "too-many-undos"
    assert sent(bench, second).legal == []
    assert sent(bench, second).choice is not None
    choose(bench, first)  # and it is played all the same
    assert second not in bench.game.to_act


def test_only_what_lies_on_the_coaster_can_be_chosen() -> None:
    bench = drafting()
    second = order(bench)[1]
    missing = next(face for face in range(1, 7) if face not in bench.game.state.players[second].coaster)
    refused = bench.refusal(second, frames.Play(bench.table.ply, f"take {missing}"))
    assert (refused.code, refused.refusal.code) == ("illegal", "not-on-coaster")
    assert bench.refusal(second, frames.Play(bench.table.ply, "ready")).refusal.code == "draft-first"
    assert bench.refusal(second, frames.Play(bench.table.ply, "dance")).refusal.code == "no-action"


def test_who_has_taken_waits_for_the_next_pass() -> None:
    bench = drafting()
    first = order(bench)[0]
    choose(bench, first)
    refused = bench.refusal(first, frames.Play(bench.table.ply, dice(bench, first)[0]))
    assert (refused.code, refused.refusal.code) == ("illegal", "draft-turn")


def test_people_at_one_screen_take_in_turn_order() -> None:
    """Two seats of one session: whoever looks at the screen would see the other's choice."""
    bench = drafting()
    first, second, third = order(bench)
    bench.add(log.Returned(second, 10 + third))
    assert bench.table.choices_ahead().open == []
    assert bench.refusal(second, frames.Play(bench.table.ply, dice(bench, second)[0])).refusal.code == "draft-turn"
    assert bench.refusal(third, frames.Play(bench.table.ply, dice(bench, third)[0])).refusal.code == "draft-turn"
    assert first not in bench.table.choices_ahead().open


def test_bots_take_when_their_turn_comes() -> None:
    bench = drafting(PERSON, "greedy", PERSON, "greedy")
    seats = order(bench)
    persons = [seat for seat in seats[1:] if seat in (0, 2)]
    assert bench.table.choices_ahead().open == persons
    assert [one.seat - 1 for one in sent(bench, None).decisions] == [seats[0], *persons]


def test_a_bots_take_is_followed_by_what_was_chosen() -> None:
    bench = Bench(("greedy", PERSON, PERSON), seed="3")
    while bench.game.phase != "draft" or bench.game.to_act != (0,) or bench.game.state.start_player != 0:
        seat = bench.game.to_act[0]
        bench.add(log.Played(seat, bench.game.legal_actions(seat)[0].text))
    chosen = {seat: choose(bench, seat) for seat in order(bench)[1:] if seat in bench.table.choices_ahead().open}
    assert sorted(chosen) == [1, 2]
    entries = bot_move(bench.table, 0, bench.table.ply, dice(bench, 0)[0])
    assert entries[1:] == [log.Played(seat, action) for seat, action in chosen.items()]


def test_an_undo_within_the_pass_leaves_the_others_choices() -> None:
    bench = drafting()
    first, _, third = order(bench)
    kept = choose(bench, third)
    choose(bench, first)
    bench.command(first, frames.Undo(bench.table.ply))
    assert bench.table.ahead == {third: kept}
    assert bench.game.to_act == (first,)


def test_an_undo_back_to_the_pass_before_voids_what_was_chosen_for_this_one() -> None:
    bench = drafting()
    first, second, third = order(bench)
    for seat in (first, second, third):
        choose(bench, seat)
    choose(bench, second)  # of the second pass
    bench.command(third, frames.Undo(bench.table.ply))
    assert bench.game.to_act == (third,)
    assert not bench.table.ahead
    assert sent(bench, second).choice is None


def test_a_seat_handed_to_a_bot_keeps_what_its_person_chose() -> None:
    bench = drafting()
    first, second, _ = order(bench)
    action = choose(bench, second)
    bench.add(log.HandedOver(second, "greedy"))
    assert bench.command(first, frames.Play(bench.table.ply, dice(bench, first)[0]))[1:] == [log.Played(second, action)]


def test_it_survives_a_restart() -> None:
    """From the log, and from a snapshot."""
    bench = drafting()
    first, second, third = order(bench)
    choose(bench, third, 0)
    kept = choose(bench, third, 1)
    taken = choose(bench, second)
    last = Row(bench.table.length - 1, *bench.rows[-1])
    opening = Row(0, *bench.rows[0])
    saved = snapshot.table_of("a-table", snapshot.packed(snapshot.taken(bench.table, last)), opening, last)
    for table in (bench.loaded(), saved):
        assert table.ahead == {second: taken, third: kept}
        assert (table.ply, table.fresh, table.undos) == (bench.table.ply, bench.table.fresh, bench.table.undos)
        assert sent(bench, second, table) == sent(bench, second)
    assert sent(bench, second).choice == taken
    assert first in {one.seat - 1 for one in sent(bench, first).decisions}


def test_what_everyone_is_sent() -> None:
    """Who has chosen, never what; and to the seat itself its choice, the other dice, and what they bring."""
    bench = drafting()
    first, second, third = order(bench)
    before = sent(bench, second)
    assert [(one.seat - 1, one.secret) for one in before.decisions] == [(first, False), (second, True), (third, True)]
    assert [offer.action for offer in before.legal] == sorted(dice(bench, second))
    assert before.board is not None
    assert [len(on.prospects) > 0 for on in before.board.seats] == [True] * 3
    action = choose(bench, second)
    for who in (first, third, None):
        seen = sent(bench, who)
        assert (seen.ahead, seen.choice, seen.chosen) == ([second + 1], None, None)
        assert [one.seat - 1 for one in seen.decisions] == [first, third]
    mine = sent(bench, second)
    assert (mine.choice, mine.undo) == (action, "free")
    assert mine.chosen is not None
    assert (mine.chosen.kind, mine.chosen.face) == ("take", int(action[-1]))
    assert [offer.action for offer in mine.legal] == sorted(dice(bench, second))


def test_other_phases_and_finished_games_know_nothing_of_it() -> None:
    bench = Bench((PERSON, PERSON), seed="11")
    while not bench.game.over:
        if bench.game.phase != "draft":
            assert bench.table.choices_ahead().open == []
        bench.play(bench.game.to_act[-1])
    assert bench.table.choices_ahead() == ([], {})
    again = Game.from_record(bench.game.record)
    assert again.scores == bench.game.scores


@pytest.mark.parametrize("body", [b'{"what":"ahead","seat":1,"action":"take 4"}', b'{"what":"ahead","seat":1}'])
def test_the_entries_are_read_for_ever(body: bytes) -> None:
    assert log.to_bytes(log.from_bytes(body)) == body
