"""The WebSocket of a table: the first frames, what is refused without effect, and who may do what."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from harness.server import Server
from tests.server.live.helpers import People, play_on, questions, story, told
from tiefenthal.client import Client, CommandRefused, Connection, bot, by_link, here
from tiefenthal.server import protocol
from tiefenthal.server.protocol import LARGEST_FRAME, frames
from tiefenthal.server.protocol.frames import Update
from tiefenthal.server.tables.attendance import MOST_A_SEAT


async def two_seats(people: People) -> tuple[Client, str]:
    """A game of two at one browser; it begins with a decision of both at once."""
    ada = await people.person("Ada")
    table = await ada.new_table([here(), here("Bea")], listed=True)
    return ada, table.id


async def both(people: People) -> tuple[Connection[Update], Connection[Update]]:
    """The same, connected."""
    ada, table = await two_seats(people)
    return await ada.connect(table, 1), await ada.connect(table, 2)


async def drafting(first: Connection[Update], second: Connection[Update]) -> None:
    """Play on to the first die that is taken: seats take turns, and something new has just been revealed."""
    await play_on([first, second], lambda: questions(told(first))[0][1] == "draft")


async def together(*seats: Connection[Update]) -> None:
    """Wait until all have been sent the same ply."""
    latest = max(seat.ply for seat in seats)
    for seat in seats:
        await seat.until(lambda seat=seat: seat.ply >= latest)  # type: ignore[misc]


# --- the first frames


def test_the_first_frame_is_hello_with_the_commitment_and_the_second_the_game(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)
        raw = await people.raw(ada, table, seat=2)
        hello, update = await raw.next(), await raw.next()
        assert hello["type"] == "hello"
        assert (hello["protocol"], hello["seat"]) == (protocol.VERSION, 2)
        commitment = hello["table"]["commitment"]
        assert len(bytes.fromhex(commitment)) == 32
        assert commitment == (await ada.table(table)).commitment
        assert hello["table"]["you"] == {"seats": [1, 2], "host": True, "plans": True, "expected": []}
        assert update["type"] == "update"
        assert (update["ply"], update["move"], update["complete"], update["undo"]) == (0, 0, True, "no")
        assert {question["seat"] for question in update["decisions"]} == {1, 2}
        assert {"stay", "again"} >= {offer["action"] for offer in update["legal"]} >= {"stay"}
        assert all(offer["words"].strip() for offer in update["legal"])
        assert update["view"]["players"]

    story(swift, go)


def test_what_is_not_possible_now_says_why_and_with_which_rule(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await play_on([first, second], lambda: questions(told(first))[0][1] == "planning")
        unavailable = told(first).unavailable
        assert unavailable
        for one in unavailable:
            assert one.why.strip()
            assert one.words.strip()
            with pytest.raises(CommandRefused) as refused:
                await first.play(one.action)
            assert (refused.value.code, refused.value.rule) == ("illegal", one.rule)

    story(swift, go)


# --- frames that are none

MALFORMED: list[str | bytes] = [
    b"\x00binary",
    b'{"ply":0,"action":"stay"}',
    "",
    "stay",
    "{",
    "null",
    '[{"ply":0,"action":"stay"}]',
    '{"ply":0}',
    '{"action":"stay"}',
    '{"ply":0,"action":"stay","seat":2}',
    '{"ply":0,"action":"stay","seat":1}',
    '{"ply":0,"action":"stay","type":"play"}',
    '{"ply":"0","action":"stay"}',
    '{"ply":0.5,"action":"stay"}',
    '{"ply":-1,"action":"stay"}',
    '{"ply":true,"action":"stay"}',
    '{"ply":1e400,"action":"stay"}',
    '{"ply":0,"action":["stay"]}',
    '{"ply":0,"action":""}',
    '{"ply":0,"action":"' + "s" * 65 + '"}',
    '{"ply":0,"action":"stay","id":-1}',
    '{"ply":0,"action":"stay","id":9007199254740992}',
    '{"ply":0,"action":"stay"} {"ply":0,"action":"stay"}',
    '{"type":"undo"}',
    '{"type":"undo","ply":0,"seat":2}',
    '{"type":"take-back","seat":2}',
    '{"type":"cheat"}',
    '{"type":"done","id":1,"ply":1}',
    '{"type":"chat","text":"' + "x" * 2001 + '"}',
    '{"type":"chat","text":"\\ud800"}',
    '{"type":"pace","pace":"warp"}',
    '{"type":"hand-over","bot":"random","seat":0}',
    '{"type":"hand-over","bot":"random","seat":5}',
    "[" * 8000,
    '{"a":' * 2000,
]


def batches(all_of_them: list[str | bytes], size: int) -> Iterable[list[str | bytes]]:
    """Few enough for one socket each."""
    for start in range(0, len(all_of_them), size):
        yield all_of_them[start : start + size]


def test_malformed_frames_are_refused_in_words_and_change_nothing(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)
        witness = await people.raw(ada, table, seat=2)
        await witness.kind("update")
        for batch in batches(MALFORMED, 18):
            raw = await people.raw(ada, table, seat=1)
            await raw.kind("update")
            for frame in batch:
                await raw.send(frame)
                refused = await raw.until(lambda told: told["type"] != "table")  # that the previous one has left
                assert (refused["type"], refused.get("code"), refused["ply"]) == ("refused", "malformed", 0), frame
                assert refused["words"].startswith("This message was refused: ")
            assert (await raw.ask(type="pace", pace="brisk"))["type"] == "done"  # the socket still works
            await raw.close()
        await witness.settle()
        assert not [frame for frame in witness.frames[2:] if frame["type"] in {"update", "chat", "over"}]
        again = await people.raw(ada, table, seat=2)
        assert (await again.kind("update"))["view"] == witness.view
        assert again.table["ply"] == 0

    story(swift, go)


def test_who_sends_too_many_malformed_frames_is_sent_away(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)
        raw = await people.raw(ada, table, seat=1)
        for _ in range(40):
            await raw.send("{}")
        code, reason = await raw.closed()
        assert (code, reason) == (frames.MALFORMED, "too many malformed frames")
        refused = [frame for frame in raw.frames if frame["type"] == "refused"]
        assert 10 < len(refused) < 40
        back = await people.raw(ada, table, seat=1)
        await back.kind("update")
        await back.play("stay")

    story(swift, go)


def test_a_connection_too_many_replaces_the_oldest_of_its_seat(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)
        other = await people.raw(ada, table, seat=2)
        mine = [await people.raw(ada, table, seat=1) for _ in range(MOST_A_SEAT + 1)]
        assert await mine[0].closed() == (frames.REPLACED, "this table is open in another window")
        for seat in (mine[-1], other):
            await seat.kind("update")
            await seat.play("stay")

    story(swift, go)


def test_frames_may_have_16_kilobytes_and_not_one_more(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)

        def padded(size: int) -> str:
            frame = '{"ply":0,"action":"stay"}'
            return frame + " " * (size - len(frame))

        raw = await people.raw(ada, table, seat=1)
        await raw.send(padded(LARGEST_FRAME + 1))
        assert (await raw.closed(unanswered=True))[0] == frames.TOO_LARGE
        raw = await people.raw(ada, table, seat=1)
        half = padded(LARGEST_FRAME + 2)
        await raw.socket.send([half[:9000], half[9000:]])  # in two fragments
        assert (await raw.closed(unanswered=True))[0] == frames.TOO_LARGE
        raw = await people.raw(ada, table, seat=1)
        assert (await raw.kind("update"))["ply"] == 0
        await raw.send(padded(LARGEST_FRAME))
        assert (await raw.kind("done"))["ply"] == 1

    story(swift, go)


def test_text_that_is_no_text_ends_the_connection(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)
        raw = await people.raw(ada, table, seat=1)
        await raw.kind("update")
        await raw.socket.send(b'{"ply":0,"action":"\xff\xfe"}', text=True)
        assert (await raw.closed(unanswered=True))[0] == 1007
        back = await people.raw(ada, table, seat=1)
        assert (await back.kind("update"))["ply"] == 0

    story(swift, go)


# --- commands that come at the wrong time


def test_stale_early_and_repeated_commands_have_no_effect(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await drafting(first, second)
        now = first if told(first).legal else second
        ply, view = now.ply, told(now).view
        action = told(now).legal[0].action
        for wrong in (ply - 1, ply + 1, 0, 1_000_000):
            with pytest.raises(CommandRefused) as refused:
                await now.play(action, wrong)
            assert (refused.value.code, refused.value.ply) == ("stale", ply)
        with pytest.raises(CommandRefused) as refused:
            await now.command(frames.Undo(ply - 1))
        assert refused.value.code == "stale"
        assert await now.play(action) == ply + 1
        with pytest.raises(CommandRefused) as refused:
            await now.play(action, ply)  # the same again, like a client that has not received the answer
        assert (refused.value.code, refused.value.ply) == ("stale", ply + 1)
        await together(first, second)
        assert (first.ply, second.ply, told(first).move) == (ply + 1, ply + 1, told(second).move)
        assert told(now).view != view

    story(swift, go)


def test_a_command_sent_many_times_at_once_is_carried_out_once(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)
        raws = [await people.raw(ada, table, seat=1) for _ in range(3)]
        for _ in range(5):
            for raw in raws:
                await raw.send('{"ply":0,"action":"stay"}')
        answers: list[str] = []
        for raw in raws:
            while sum(frame["type"] in {"done", "refused"} for frame in raw.frames) < 5:
                await raw.next()
            answers += [frame.get("code", "done") for frame in raw.frames if frame["type"] in {"done", "refused"}]
        assert sorted(answers) == ["done", *["stale"] * 14]
        assert (await ada.table(table)).ply == 1

    story(swift, go)


def test_reordered_commands_are_refused_where_they_no_longer_fit(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await play_on([first, second], lambda: questions(told(first))[0][1] == "planning")
        ply = first.ply
        place = next(offer.action for offer in told(first).legal if offer.action.startswith("place"))
        answers = await asyncio.gather(
            first.command(frames.Play(ply + 1, "ready")),
            first.command(frames.Play(ply, place)),
            return_exceptions=True,
        )
        assert isinstance(answers[0], CommandRefused)
        assert answers[0].code == "stale"
        assert answers[1] == ply + 1
        await first.until(lambda: first.ply == ply + 1)
        assert (1, "planning") in questions(told(first))  # not ready

    story(swift, go)


def test_those_who_decide_at_once_do_not_make_each_other_stale(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        plies = await asyncio.gather(first.play("stay", 0), second.play("stay", 0))
        assert sorted(plies) == [1, 2]
        await together(first, second)
        assert questions(told(first))[0][1] == "draft"

    story(swift, go)


def test_nobody_decides_for_somebody_else(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await drafting(first, second)
        now, other = (first, second) if told(first).legal else (second, first)
        await together(first, second)
        ply, view = other.ply, told(other).view
        assert told(other).legal == []
        for offer in told(now).legal:
            with pytest.raises(CommandRefused) as refused:
                await other.play(offer.action)
            assert refused.value.code == "illegal"
        for nonsense in ("fly", "take 9", "take", "STAY", "place 1 moon", "\u0000"):
            with pytest.raises(CommandRefused) as refused:
                await now.play(nonsense)
            assert refused.value.code == "illegal"
            assert refused.value.words.strip()
        await together(first, second)
        assert (other.ply, told(other).view) == (ply, view)
        assert (now.ply, told(now).view) == (ply, view)

    story(swift, go)


def test_before_the_game_there_is_nothing_to_decide(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        waiting = await ada.new_table([here(), by_link()])
        raw = await people.raw(ada, waiting.id)
        hello = await raw.next()
        assert (hello["type"], hello["table"]["commitment"], hello["table"]["state"]) == ("hello", None, "waiting")
        for command in (
            {"ply": 0, "action": "stay"},
            {"type": "undo", "ply": 0},
            {"type": "ask-undo", "ply": 0},
            {"type": "hand-over", "bot": "random"},
        ):
            await raw.refused("not-playing", **command)
        await raw.refused("nothing-asked", type="answer-undo", ply=0, yes=True)
        await raw.refused("not-your-seat", type="take-back")
        assert not [frame for frame in raw.frames if frame["type"] == "update"]

    story(swift, go)


# --- who may do what


def test_several_people_at_one_screen_play_a_whole_round(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), here("Bea"), here("Cid"), here("Dan")], modules=5)
        seats = [await ada.connect(table.id, seat) for seat in (1, 2, 3, 4)]
        await play_on(seats, lambda: told(seats[0]).view["round"] == 2)
        await together(*seats)
        assert len({repr(told(seat).view) for seat in seats}) == 1

    story(swift, go)


def test_watchers_see_everything_and_can_do_nothing(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await two_seats(people)
        fan = await people.person("Fan")
        await fan.enter(table, watch=True)
        raw = await people.raw(fan, table)
        assert (await raw.next())["seat"] is None
        first = await ada.connect(table, 1)
        update = await raw.kind("update")
        assert update["view"] == told(first).view
        commands: list[dict[str, Any]] = [
            {"ply": 0, "action": "stay"},
            {"type": "undo", "ply": 0},
            {"type": "ask-undo", "ply": 0},
            {"type": "answer-undo", "ply": 0, "yes": True},
            {"type": "hand-over", "bot": "random"},
            {"type": "hand-over", "bot": "random", "seat": 1},
            {"type": "take-back"},
            {"type": "pace", "pace": "instant"},
            {"type": "chat", "text": "hello"},
        ]
        for command in commands:
            await raw.refused("not-your-seat", **command)
        await first.play("stay")
        await raw.at(1)
        for frame in raw.frames:
            if frame["type"] == "update":
                assert (frame["legal"], frame["unavailable"], frame["choice"], frame["undo"]) == ([], [], None, "no")
        assert raw.update["ply"] == 1
        assert first.chat == []
        assert first.table.pace == "natural"

    story(swift, go)


def test_a_choice_of_the_evening_is_hidden_until_all_have_chosen(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await play_on([first, second], lambda: told(first).view["round"] == 2 and len(questions(told(first))) == 2)
        assert questions(told(first)) == [(1, "evening"), (2, "evening")]
        fan = await people.stranger().connect(first.table.id)
        offered = [offer.action for offer in told(first).legal]
        seen: list[Any] = []
        for chosen in offered[:2]:
            await first.play(chosen)
            await together(first, second, fan)
            assert told(first).choice == chosen
            for other in (second, fan):
                update = told(other)
                assert update.choice is None
                assert [(event.what, event.seat, event.action) for event in update.events] == [("decided", 1, None)]
                seen.append((update.view, update.decisions, [event.words for event in update.events]))
            await first.undo()
            await together(first, second, fan)
        assert seen[0] == seen[1] == seen[2] == seen[3]  # whatever was chosen, the others are sent the same
        await first.play(offered[0])
        await second.play(told(second).legal[-1].action)
        await together(first, second, fan)
        for other in (second, fan):
            assert (1, offered[0]) in {(event.seat, event.action) for event in told(other).events}

    story(swift, go)


def test_the_pace_can_be_set_by_anybody_at_the_table(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), bot("random")], pace="relaxed")
        at = await ada.connect(table.id)
        ply = at.ply
        assert await at.pace("instant") >= ply
        await at.until(lambda: at.table.pace == "instant")
        await play_on([at], lambda: told(at).view["round"] == 2)
        assert (await ada.table(table.id)).pace == "instant"

    story(swift, go)


# --- taking back


def test_undo_is_free_until_something_new_is_shown(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        begun = told(first).view
        with pytest.raises(CommandRefused) as refused:
            await first.undo()
        assert refused.value.code == "undo"
        await first.play("stay")
        assert told(first).undo == "free"
        with pytest.raises(CommandRefused) as refused:
            await second.undo()
        assert refused.value.code == "undo"
        assert await first.undo() == 2
        await together(first, second)
        assert told(first).view == begun == told(second).view
        assert (told(second).move, second.ply) == (0, 2)
        assert [event.what for event in told(second).events] == ["undone"]
        await drafting(first, second)
        assert told(second).undo == told(first).undo == "ask"
        for seat in (first, second):
            with pytest.raises(CommandRefused) as refused:
                await seat.undo()
            assert refused.value.code == "consent"

    story(swift, go)


def test_ready_and_not_ready_again(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await play_on([first, second], lambda: questions(told(first))[0][1] == "planning")
        await first.play("ready")
        assert questions(told(first)) == [(2, "planning")]
        await first.play("unready")
        assert questions(told(first)) == [(1, "planning"), (2, "planning")]

    story(swift, go)


def test_taking_back_what_has_shown_something_needs_everyones_yes(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await second.play("stay")
        await together(first, second)
        before = told(first).view
        await first.play("stay")  # the dice are rolled
        await together(first, second)
        ply = first.ply
        await first.ask_undo()
        await second.until(lambda: second.table.undo is not None)
        asked = second.table.undo
        assert asked is not None
        assert (asked.seat, asked.ply, asked.move, asked.waiting) == (1, ply, 1, [2])
        for seat in (first, second):
            with pytest.raises(CommandRefused) as refused:
                await seat.ask_undo()
            assert refused.value.code == "undo"
        with pytest.raises(CommandRefused) as refused:
            await first.answer_undo(True)  # nobody can consent to their own request
        assert refused.value.code == "nothing-asked"
        with pytest.raises(CommandRefused) as refused:
            await second.command(frames.AnswerUndo(ply - 1, True))
        assert refused.value.code == "nothing-asked"
        assert (first.ply, told(first).move) == (ply, 2)
        assert await second.answer_undo(True) == ply + 1
        await first.until(lambda: first.ply == ply + 1 and first.table.undo is None)
        await together(first, second)
        assert told(first).view == before == told(second).view
        assert told(first).move == 1
        assert questions(told(first)) == [(1, "arrival")]

    story(swift, go)


def test_a_no_ends_the_question_and_so_does_the_next_move(swift: Server) -> None:
    async def go(people: People) -> None:
        first, second = await both(people)
        await drafting(first, second)
        await together(first, second)
        ply, view = first.ply, told(first).view
        for answering in (second, first):  # the other refuses; the one who asked withdraws
            await first.ask_undo()
            await answering.until(lambda at=answering: at.table.undo is not None)  # type: ignore[misc]
            await answering.answer_undo(False)
            await first.until(lambda: first.table.undo is None)
            with pytest.raises(CommandRefused) as refused:
                await second.command(frames.AnswerUndo(ply, True))
            assert refused.value.code == "nothing-asked"
        assert (first.ply, told(first).view) == (ply, view)
        await first.ask_undo()
        now = first if told(first).legal else second
        await now.play(told(now).legal[0].action)
        await second.until(lambda: second.table.undo is None and second.ply == ply + 1)
        with pytest.raises(CommandRefused) as refused:
            await second.command(frames.AnswerUndo(ply, True))
        assert refused.value.code == "nothing-asked"
        await together(first, second)
        assert told(first).move == told(second).move == 3

    story(swift, go)


def test_bots_agree_to_everything(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), bot("random"), bot("greedy")], pace="instant")
        raw = await people.raw(ada, table.id)
        await raw.game(lambda update: [question["seat"] for question in update["decisions"]] == [1])
        before, move = raw.view, raw.update["move"]
        await raw.play("stay")
        await raw.game(lambda update: update["undo"] == "ask" and len(update["legal"]) > 0)
        await raw.refused("consent", type="undo", ply=raw.update["ply"])
        answer = await raw.ask(type="ask-undo", ply=raw.update["ply"])
        assert answer["type"] == "done"
        update = await raw.at(answer["ply"])
        assert (update["view"], update["move"]) == (before, move)
        assert [event["what"] for event in update["events"]] == ["undone"]
        assert raw.table["undo"] is None
        await raw.play("stay")

    story(swift, go)
