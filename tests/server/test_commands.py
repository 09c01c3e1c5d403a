"""Which commands are allowed: every kind, and every refusal, which has no effect (`Bench.refusal` checks that)."""

import asyncio

import pytest

from tests.server.tables import NOW, PERSON, Bench, about
from tiefenthal.server.protocol import frames
from tiefenthal.server.tables import log
from tiefenthal.server.tables.commands import CommandRefused, bot_move
from tiefenthal.server.tables.finished import Replays, finished_game
from tiefenthal.server.tables.slices import Slices


def test_a_decision_is_written_down_and_played() -> None:
    bench = Bench()
    assert bench.command(0, frames.Play(0, "stay")) == [log.Played(0, "stay")]
    assert (bench.table.ply, bench.game.ply) == (1, 1)


def test_watchers_can_do_nothing() -> None:
    bench = Bench()
    for command in (frames.Play(0, "stay"), frames.Undo(0), frames.Say("hello"), frames.SetPace("brisk")):
        assert bench.refusal(None, command).code == "not-your-seat"


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    bench = Bench()
    refused = bench.refusal(0, frames.Play(0, "buy server"))
    assert (refused.code, refused.refusal.rule) == ("illegal", "B-6")
    assert bench.refusal(0, frames.Play(0, "dance")).code == "illegal"


def test_nobody_plays_out_of_turn() -> None:
    """Whoever has taken a die of this pass waits for the next one."""
    bench = Bench()
    bench.until("draft")
    taker = bench.game.to_act[0]
    bench.play(taker)
    action = bench.game.legal_actions(1 - taker)[0].text
    assert bench.refusal(taker, frames.Play(bench.table.ply, action)).code == "illegal"


@pytest.mark.parametrize("ply", [1, 50, 10**6])
def test_a_ply_that_has_not_come_is_refused(ply: int) -> None:
    assert Bench().refusal(0, frames.Play(ply, "stay")).code == "stale"


def test_the_same_command_twice_is_carried_out_once() -> None:
    bench = Bench()
    bench.until("planning")
    ply = bench.table.ply
    place = next(action.text for action in bench.game.legal_actions(0) if action.text.startswith("place"))
    bench.command(0, frames.Play(ply, place))
    assert bench.refusal(0, frames.Play(ply, place)).code == "stale"


def test_a_command_from_before_an_undo_stays_stale() -> None:
    """The number of decisions is the same again, but not the ply: a delayed frame does not play twice."""
    bench = Bench()
    bench.until("planning")
    ply = bench.table.ply
    action = bench.game.legal_actions(0)[0].text
    bench.command(0, frames.Play(ply, action))
    bench.command(0, frames.Undo(bench.table.ply))
    assert bench.table.ply == ply + 2
    assert bench.refusal(0, frames.Play(ply, action)).code == "stale"
    bench.command(0, frames.Play(ply + 2, action))


def test_where_all_act_at_once_others_do_not_make_my_command_stale() -> None:
    bench = Bench()
    bench.until("planning")
    ply = bench.table.ply
    bench.play(1)
    bench.play(1)
    bench.command(1, frames.Undo(bench.table.ply))
    bench.play(0, ply=ply)
    assert bench.refusal(0, frames.Play(ply, bench.game.legal_actions(0)[0].text)).code == "stale"


def test_where_all_act_at_once_the_next_phase_does() -> None:
    bench = Bench()
    bench.until("planning")
    ply = bench.table.ply
    for seat in (0, 1):
        bench.play(seat, "ready")
    assert bench.game.phase == "serving"
    for seat in (0, 1):
        assert bench.refusal(seat, frames.Play(ply, "end")).code == "stale"
        assert bench.refusal(seat, frames.Play(ply + 1, "unready")).code == "stale"


def test_in_turn_order_any_decision_makes_older_commands_stale() -> None:
    """But not in a pass of the draft (test_ahead.py)."""
    bench = Bench(players=(PERSON,) * 3, modules=4)
    first, second = bench.game.to_act[0], (bench.game.to_act[0] + 1) % 3
    assert bench.game.phase == "start cards"
    ply = bench.table.ply
    while bench.game.to_act == (first,):
        bench.play(first)
    assert bench.game.to_act == (second,)
    assert bench.refusal(second, frames.Play(ply, bench.game.legal_actions(second)[0].text)).code == "stale"


def test_before_and_after_the_game_nothing_is_played() -> None:
    waiting = Bench(begin=False)
    assert waiting.refusal(0, frames.Play(0, "stay")).code == "not-playing"
    over = Bench()
    while not over.game.over:
        over.play(over.game.to_act[0])
    for command in (frames.Play(over.table.ply, "end"), frames.Undo(over.table.ply), frames.HandOver("greedy")):
        assert over.refusal(0, command).code == "not-playing"


# --- undo


def test_undo_is_free_back_to_new_information() -> None:
    bench = Bench()
    bench.until("planning")
    before = bench.game.digest
    bench.play(0)
    assert bench.table.undo_way(0) == "free"
    assert bench.command(0, frames.Undo(bench.table.ply)) == [log.Undone(0)]
    assert bench.game.digest == before


def test_undo_needs_something_to_take_back() -> None:
    bench = Bench()
    assert bench.table.undo_way(0) == "no"
    assert bench.refusal(0, frames.Undo(0)).code == "undo"
    assert bench.refusal(0, frames.AskUndo(0)).code == "undo"


def _across_information(players: tuple[str, ...] = (PERSON, PERSON)) -> Bench:
    """Seat 1 has decided that its guests stay, and the dice have been rolled since."""
    bench = Bench(players=players)
    bench.until("draft")
    return bench


def test_across_new_information_consent_is_needed_and_given() -> None:
    bench = _across_information((PERSON,) * 3)
    assert bench.table.undo_way(0) == "ask"
    assert bench.refusal(0, frames.Undo(bench.table.ply)).code == "consent"
    move = bench.game.last_decision(0)
    assert move is not None
    assert bench.command(0, frames.AskUndo(bench.table.ply)) == [log.Asked(0, move)]
    ply = bench.table.ply
    assert bench.command(1, frames.AnswerUndo(ply, True)) == [log.Answered(1, True)]
    assert bench.refusal(1, frames.AnswerUndo(ply, True)).code == "nothing-asked"
    assert bench.command(2, frames.AnswerUndo(ply, True)) == [log.Answered(2, True), log.Rewound(0, move)]
    assert bench.game.ply == move
    assert bench.table.ply == ply + 1
    assert bench.table.request is None
    assert bench.table.request_off is None


def test_one_no_is_enough() -> None:
    bench = _across_information((PERSON,) * 3)
    digest = bench.game.digest
    bench.command(0, frames.AskUndo(bench.table.ply))
    bench.command(2, frames.AnswerUndo(bench.table.ply, False))
    assert bench.table.request is None
    assert bench.game.digest == digest
    assert bench.refusal(1, frames.AnswerUndo(bench.table.ply, True)).code == "nothing-asked"
    assert bench.table.request_off == (0, 2, "refused", bench.table.ply)


def test_who_asked_can_think_better_of_it_but_not_agree() -> None:
    bench = _across_information()
    bench.command(0, frames.AskUndo(bench.table.ply))
    assert bench.refusal(0, frames.AnswerUndo(bench.table.ply, True)).code == "nothing-asked"
    assert bench.refusal(1, frames.AskUndo(bench.table.ply)).code == "undo"
    bench.command(0, frames.AnswerUndo(bench.table.ply, False))
    assert bench.table.request is None
    assert bench.table.request_off == (0, 0, "withdrawn", bench.table.ply)
    bench.command(0, frames.AskUndo(bench.table.ply))
    assert bench.table.request_off is None


def test_playing_on_lets_the_request_lapse() -> None:
    bench = _across_information()
    bench.command(0, frames.AskUndo(bench.table.ply))
    ply = bench.table.ply
    playing = bench.game.to_act[0]
    bench.play(playing)
    assert bench.table.request is None
    assert bench.table.request_off == (0, playing, "lapsed" if playing else "withdrawn", bench.table.ply)
    assert bench.refusal(1, frames.AnswerUndo(ply, True)).code == "nothing-asked"
    bench.play(bench.game.to_act[0])
    assert bench.table.request_off is None


def test_an_answer_is_for_the_request_it_answers() -> None:
    """The first request has expired; a late yes to it does not grant the second."""
    bench = _across_information((PERSON,) * 3)
    bench.command(0, frames.AskUndo(bench.table.ply))
    first = bench.table.ply
    bench.play(bench.game.to_act[0])
    asking = next(seat for seat in range(3) if bench.table.undo_way(seat) == "ask")
    bench.command(asking, frames.AskUndo(bench.table.ply))
    assert bench.refusal((asking + 1) % 3, frames.AnswerUndo(first, True)).code == "nothing-asked"


def test_bots_always_agree() -> None:
    bench = _across_information((PERSON, "greedy"))
    move = bench.game.last_decision(0)
    assert move is not None
    assert bench.command(0, frames.AskUndo(bench.table.ply)) == [log.Asked(0, move), log.Rewound(0, move)]
    assert bench.game.ply == move


def test_asking_for_what_is_free_simply_takes_it_back() -> None:
    bench = Bench()
    bench.until("planning")
    bench.play(0)
    assert bench.command(0, frames.AskUndo(bench.table.ply)) == [log.Undone(0)]


def test_luck_is_the_same_after_a_consented_undo() -> None:
    bench = _across_information((PERSON, "greedy"))
    dice = [list(p.coaster) for p in bench.game.state.players]
    bench.command(0, frames.AskUndo(bench.table.ply))
    bench.until("draft")
    assert [list(p.coaster) for p in bench.game.state.players] == dice


def test_what_was_free_before_is_not_after_more_was_seen() -> None:
    """Consent to one step back is no consent to earlier steps, although those revealed nothing when they were made."""
    bench = Bench()
    bench.until("planning")
    bench.play(0)
    bench.play(0)
    assert bench.table.undo_way(0) == "free"
    while bench.game.phase == "planning":
        bench.play(bench.game.to_act[0], "ready")
    _play_to_evening(bench, 2)
    while bench.game.phase != "planning" or bench.game.round > 1:
        bench.command(0, frames.AskUndo(bench.table.ply))
        bench.command(1, frames.AnswerUndo(bench.table.ply, True))
    assert bench.game.can_undo(0)
    assert bench.table.undo_way(0) == "ask"
    assert bench.refusal(0, frames.Undo(bench.table.ply)).code == "consent"
    bench.play(0)
    assert bench.table.undo_way(0) == "free", "what is decided from now on"


def test_it_is_told_that_something_new_had_been_shown_and_stays_in_the_record() -> None:
    bench = _across_information((PERSON, "greedy"))
    taken = bench.game.ply
    bench.command(0, frames.AskUndo(bench.table.ply))
    move = bench.game.ply
    told = bench.table.recent[-1].for_seat(None)[0]
    assert (told.what, told.count, told.seen) == ("undone", taken - move, True)
    while not bench.game.over:
        seat = bench.game.to_act[0]
        bench.add(log.Played(seat, bench.game.legal_actions(seat)[0].text))
    bench.table.id = "a" * 22
    kept = asyncio.run(finished_game(bench.table, NOW, Slices()))
    assert f'[Rewound "{move} p1 {taken - move}"]' in kept.text
    again = asyncio.run(finished_game(bench.loaded(), NOW, Slices()))
    assert again.text == kept.text, "a table read from disk keeps the same record"
    told = asyncio.run(Replays(Slices()).step(kept, move)).events[-1]
    assert (told.what, told.seat, told.count, told.seen) == ("rewound", 1, taken - move, True)
    assert asyncio.run(Replays(Slices()).step(kept, move + 1)).events[-1].what != "rewound"


# --- hand-over


def test_a_seat_is_handed_to_a_bot_and_taken_back() -> None:
    bench = Bench()
    bench.command(0, frames.HandOver("greedy"))
    assert bench.table.places[0].player == "greedy"
    assert bench.refusal(0, frames.Play(0, "stay")).code == "not-your-seat"
    assert bench.refusal(0, frames.Undo(0)).code == "not-your-seat"
    assert bench.refusal(0, frames.HandOver("random")).code == "not-your-seat"
    assert bot_move(bench.table, 0, 0, "stay") == [log.Played(0, "stay")]
    bench.command(0, frames.TakeBack())
    assert bench.refusal(0, frames.TakeBack()).code == "not-your-seat"
    with pytest.raises(CommandRefused):
        bot_move(bench.table, 0, 0, "stay")
    bench.play(0)


def test_only_who_has_been_away_long_enough_is_handed_over_by_others() -> None:
    bench = Bench()
    wanted = frames.HandOver("greedy", seat=2)
    assert bench.refusal(0, wanted, about(here=[0, 1])).code == "not-away"
    assert bench.refusal(0, wanted, about(here=[0, 1], away={1: 100.0})).code == "not-away"
    assert bench.refusal(0, wanted, about(here=[0], away={1: 59.0})).code == "not-away"
    bench.command(0, wanted, about(here=[0], away={1: 60.0}))
    assert bench.table.places[1].player == "greedy"


def test_no_such_bot_and_no_such_seat() -> None:
    bench = Bench(players=(PERSON, "greedy"))
    assert bench.refusal(0, frames.HandOver("oracle")).code == "no-such-bot"
    assert bench.refusal(0, frames.HandOver("greedy", seat=3)).code == "not-your-seat"
    assert bench.refusal(0, frames.HandOver("greedy", seat=2)).code == "not-your-seat"


def test_handing_over_the_last_one_asked_does_not_answer_for_them() -> None:
    bench = _across_information()
    bench.command(0, frames.AskUndo(bench.table.ply))
    bench.command(0, frames.HandOver("greedy", seat=2), about(here=[0], away={1: 100.0}))
    assert bench.table.request is not None
    assert bench.table.request.waiting == {1}
    bench.command(1, frames.AnswerUndo(bench.table.ply, False))
    assert bench.table.request is None


def test_no_bot_agrees_for_a_person_whose_seat_it_plays() -> None:
    bench = _across_information((PERSON, PERSON, "greedy"))
    bench.command(0, frames.HandOver("greedy", seat=2), about(here=[0], away={1: 100.0}))
    move = bench.game.last_decision(0)
    assert move is not None
    assert bench.command(0, frames.AskUndo(bench.table.ply)) == [log.Asked(0, move)]
    assert bench.table.request is not None
    assert bench.table.request.waiting == {1}
    entries = bench.command(1, frames.AnswerUndo(bench.table.ply, True))  # the person, without taking the seat back
    assert entries == [log.Answered(1, True), log.Rewound(0, move)]


def test_who_has_left_for_good_is_not_asked_but_what_they_saw_stays() -> None:
    bench = _across_information()
    bench.add(log.Forgotten(11, "greedy"))
    parted = bench.game.ply
    assert bench.table.undo_way(0) == "no"
    refused = bench.refusal(0, frames.AskUndo(bench.table.ply))
    assert (refused.code, refused.refusal.code) == ("no-way-back", "left-since")
    while bench.game.round < 3:
        seat = bench.game.to_act[0]
        bench.add(log.Played(seat, bench.game.legal_actions(seat)[0].text))
    while bench.table.undo_way(0) != "no":
        bench.command(0, frames.AskUndo(bench.table.ply))
        assert bench.table.request is None
    assert parted <= bench.game.ply <= parted + 2


# --- how far back


def _play_to_evening(bench: Bench, evening: int) -> None:
    while bench.game.round < evening:
        bench.play(bench.game.to_act[0])


def _take_back_all(bench: Bench) -> None:
    """Seat 1 asks and seat 2 agrees, as long as there is something to ask for."""
    while bench.table.undo_way(0) != "no":
        bench.command(0, frames.AskUndo(bench.table.ply))
        if bench.table.request is not None:
            bench.command(1, frames.AnswerUndo(bench.table.ply, True))


def test_not_even_everyone_together_goes_further_back_than_an_evening() -> None:
    bench = Bench()
    _play_to_evening(bench, 4)
    while bench.table.undo_way(0) == "ask":
        bench.command(0, frames.AskUndo(bench.table.ply))
        bench.command(1, frames.AnswerUndo(bench.table.ply, True))
    assert bench.game.round == 3
    assert bench.table.undo_way(0) == "no"
    refused = bench.refusal(0, frames.AskUndo(bench.table.ply))
    assert (refused.code, refused.refusal.code) == ("no-way-back", "too-long-ago")
    # What was seen of the fourth evening counts, although it was taken back; after a restart too.
    assert bench.loaded().earliest_rewind(0) == bench.table.earliest_rewind(0) == bench.table.evenings[3]
    _play_to_evening(bench, 5)
    assert bench.table.earliest_rewind(0) == bench.table.evenings[4]


def test_alone_with_bots_one_may_go_back_to_the_beginning() -> None:
    bench = Bench(players=(PERSON, "greedy"))
    while bench.game.round < 3:
        seat = bench.game.to_act[0]
        action = bench.game.legal_actions(seat)[0].text
        bench.add(log.Played(seat, action))
    _take_back_all(bench)
    assert bench.game.ply == 0
    assert bench.game.rewinds, "but it is in the record"


# --- pace and chat


def test_pace_and_chat() -> None:
    bench = Bench(begin=False)
    bench.command(1, frames.SetPace("relaxed"))
    assert bench.table.pace == "relaxed"
    bench.command(1, frames.Say("  good\u202e  evening\x07 "))
    assert [(said.seat, said.text) for said in bench.table.chat] == [(1, "good evening")]
    assert bench.refusal(1, frames.Say("\u200b\u202e")).code == "empty"
