"""Finished games: their records verify, can be viewed ply by ply, and belong to those who played."""

import asyncio
import hashlib
import sqlite3
from typing import Any, NamedTuple

import msgspec
import pytest

from harness.patience import PATIENCE
from harness.server import Server
from tests.server.live.helpers import Exchange, People, Raw, choose, story
from tests.server.stores import sqlite_file
from tiefenthal import verify
from tiefenthal.client import ServerError, bot, by_link, here
from tiefenthal.engine.record.notation import read_record
from tiefenthal.server.protocol import COOKIE

ODD_NAME = 'Ada "the \\ ]'


class Seen(NamedTuple):
    """What a watcher was sent of a number of valid decisions."""

    before: int
    """The number of decisions when the update came that was the first with this one; choices ahead are played together
    with the decision before them, and sent in one update."""
    events: list[dict[str, Any]]
    """Of that update."""
    last: dict[str, Any]
    """The last update; those who choose ahead change it without having decided anything."""


class Played(NamedTuple):
    """A finished game, and what was sent of it."""

    table: str
    tokens: list[str]
    """Of the host and the guest."""
    live: dict[int, Seen]
    """By the number of valid decisions."""
    over: dict[str, Any]
    told: bytes
    """Every byte a watcher and a seat were sent."""


@pytest.fixture(scope="module")
def played(swift: Server) -> Played:
    """Two people and a bot; a few decisions are undone, some of them past a roll of the dice."""

    async def run() -> Played:
        async with asyncio.timeout(PATIENCE), People(swift) as people:
            return await _play(people)

    return asyncio.run(run())


async def _play(people: People) -> Played:
    ada, bea = await people.person(ODD_NAME), await people.person("Bea")
    table = await ada.new_table([here(), by_link(), bot("greedy")], modules=5, listed=True, pace="instant")
    await bea.enter(table.id)
    fan = await people.raw_as(None, table.id)
    seats = [await people.raw(ada, table.id), await people.raw(bea, table.id)]
    for raw in (fan, *seats):
        await raw.kind("update")
    await asyncio.gather(_seat(seats[0], 1, takes_back=True), _seat(seats[1], 2, takes_back=False), _to_the_end(fan))
    live: dict[int, Seen] = {}
    latest = 0  # where the last decision of the seat that takes back stands
    before = -1
    together = ahead = 0
    for frame in fan.frames:
        if frame["type"] != "update":
            continue
        events, move = frame["events"], frame["move"]
        if move == before:  # somebody has chosen ahead, or takes that back; nothing is told of it
            assert events == []
            assert frame["view"] == live[move].last["view"]
            live[move] = live[move]._replace(last=frame)
            ahead += 1
            continue
        if ("undone", 1) in {(event["what"], event.get("seat")) for event in events}:
            for gone in [one for one in live if one >= latest]:  # others have moved up; how that looked was never shown
                del live[gone]
        deciders = [event.get("seat") for event in events if event["what"] == "decided"]
        if 1 in deciders:
            latest = before + 1 + deciders.index(1)
        live[move] = Seen(before, events, frame)
        together += before >= 0 and move > before + 1
        before = move
    assert min(together, ahead) > 3
    over = next(frame for frame in fan.frames if frame["type"] == "over")
    assert any(event["what"] == "undone" for frame in fan.frames for event in frame.get("events", []))
    told = b"\n".join([*fan.bytes, *seats[0].bytes])
    return Played(table.id, [ada.token or "", bea.token or ""], live, over, told)


async def _to_the_end(raw: Raw) -> None:
    while raw.frames[-1]["type"] != "over":
        await raw.next()


async def _seat(raw: Raw, seat: int, *, takes_back: bool) -> None:
    """Play a seat to the end; it may take back a decision now and then while that is free.

    Whatever is refused because somebody else was quicker is tried again as long as it is offered.
    """
    since = 0  # decisions since it last took one back
    while True:
        if not any(question["seat"] == seat for question in raw.update["decisions"]):
            if (await raw.next())["type"] == "over":
                return
            continue
        answer = await raw.ask(ply=raw.update["ply"], action=choose([o["action"] for o in raw.update["legal"]]))
        if answer["type"] == "refused":
            assert answer["code"] in {"stale", "illegal"}, answer
            await raw.at(answer["ply"])
            continue
        await raw.at(answer["ply"])
        since += 1
        while takes_back and since >= 5 and raw.update["undo"] == "free":
            undone = await raw.ask(type="undo", ply=raw.update["ply"])
            await raw.at(undone["ply"])
            if undone["type"] == "done":
                since = 0
        if any(frame["type"] == "over" for frame in raw.frames[-3:]):
            return


def test_the_record_verifies_and_its_seed_was_promised_before_the_first_card(swift: Server, played: Played) -> None:
    async def go(people: People) -> None:
        bea = people.stranger(played.tokens[1])
        text = await bea.record_text(played.table)
        promised = played.over["ending"]["commitment"]
        found = verify(text, promised)
        assert found.over
        assert found.follows_seed
        assert found.fits_commitment
        assert list(found.scores) == played.over["ending"]["scores"]
        assert found.decisions == max(played.live)
        record = read_record(text)
        assert record.seed == played.over["ending"]["seed"]
        assert hashlib.sha256(record.seed.encode()).hexdigest() == promised
        assert (record.players, record.modules) == (3, 5)
        verdict = await bea.verify_record(played.table)
        assert (verdict.valid, verdict.over, verdict.follows_seed, verdict.fits_commitment) == (True, True, True, True)
        assert (verdict.decisions, verdict.problem) == (max(played.live), None)

    story(swift, go)


def test_what_was_changed_in_a_record_is_found(swift: Server, played: Played) -> None:
    async def go(people: People) -> None:
        nobody = people.stranger()
        text = await nobody.record_text(played.table)
        assert (await nobody.verify(text, "0" * 64)).fits_commitment is False
        seed = played.over["ending"]["seed"]
        other = await nobody.verify(text.replace(seed, "f" * 64))
        assert not (other.valid and other.follows_seed and other.fits_commitment)
        cut = await nobody.verify(text.replace("ready", "unready", 1))
        assert not cut.valid
        assert cut.problem

    story(swift, go)


def test_every_ply_can_be_looked_at_as_a_watcher_saw_it(swift: Server, played: Played) -> None:
    async def go(people: People) -> None:
        nobody = people.stranger()
        last = max(played.live)
        info = await nobody.record(played.table)
        assert info.plies == last
        assert len(played.live) > 0.8 * last
        for ply in sorted({0, 1, last - 1, last, *sorted(played.live)[::8]} & played.live.keys()):
            step = await nobody.replay_step(played.table, ply)
            seen = played.live[ply]
            assert (step.ply, step.plies) == (ply, last)
            assert step.view == seen.last["view"]
            in_turn = [one for one in seen.last["decisions"] if not (one["phase"] == "draft" and one["secret"])]
            assert [msgspec.to_builtins(one) for one in step.decisions] == in_turn  # a record has no choices ahead
            if ply > min(played.live) and "undone" not in {event["what"] for event in seen.events}:
                steps = [await nobody.replay_step(played.table, one) for one in range(seen.before + 1, ply)]
                again = [msgspec.to_builtins(event) for one in [*steps, step] for event in one.events]
                assert [{**event, "ply": 0} for event in again] == [{**event, "ply": 0} for event in seen.events]
        for ply in (last + 1, 1_000_000):
            with pytest.raises(ServerError) as refused:
                await nobody.replay_step(played.table, ply)
            assert (refused.value.status, refused.value.code) == (404, "not-found")
        for nonsense in ("-1", "x", "1.0", "01", "1000001"):
            answer = await people.asked("GET", f"/api/records/{played.table}/plies/{nonsense}")
            assert (answer.status, answer.code) == (404, "not-found"), nonsense

    story(swift, go)


def test_the_record_is_told_and_downloaded(swift: Server, played: Played) -> None:
    async def go(people: People) -> None:
        info = await people.stranger().record(played.table)
        assert info.names[:2] == [ODD_NAME, "Bea"]
        assert (info.players, info.modules, info.id) == (3, 5, played.table)
        assert msgspec.to_builtins(info.ending) == played.over["ending"]
        answer: Exchange = await people.asked("GET", f"/api/records/{played.table}/text")
        assert (answer.header("content-type") or "").startswith("text/plain")
        assert "attachment" in (answer.header("content-disposition") or "")

    story(swift, go)


def test_my_records_are_those_of_games_i_played_in(swift: Server, played: Played) -> None:
    """And they say which seat was mine: to me, and to nobody else."""

    async def go(people: People) -> None:
        for seat, token in enumerate(played.tokens, 1):
            me = people.stranger(token)
            assert [(one.id, one.yours) for one in (await me.records()).records] == [(played.table, [seat])]
            assert (await me.record(played.table)).yours == [seat]
        assert (await people.stranger().record(played.table)).yours == []
        assert (await (await people.person("Stranger")).records()).records == []

    story(swift, go)


def test_a_game_that_is_not_over_has_no_record(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        for seats in ([here(), here("Bea")], [here(), by_link()]):
            table = await ada.new_table(seats, listed=True)
            for path in ("", "/text", "/plies/0", "/verify"):
                answer = await people.asked("GET", f"/api/records/{table.id}{path}", Cookie=f"{COOKIE}={ada.token}")
                assert (answer.status, answer.code) == (404, "not-found")
        assert (await ada.records()).records == []

    story(swift, go)


def test_what_bots_decide_by_does_not_follow_from_the_seed_and_is_told_nobody(swift: Server, played: Played) -> None:
    """Else somebody who reconstructs a bot's choices would know the cards to come."""
    with sqlite3.connect(f"file:{sqlite_file(swift.folder)}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT body FROM log WHERE table_id = ? ORDER BY number", (played.table,))
        entries = [msgspec.json.decode(body) for (body,) in rows]
    connection.close()
    bots = next(entry["bot_seed"] for entry in entries if entry["what"] == "opened")
    seed = next(entry["seed"] for entry in entries if entry["what"] == "began")
    assert seed == played.over["ending"]["seed"]
    assert len(bytes.fromhex(bots)) * 8 >= 128
    for digest in ("sha256", "sha1", "md5", "blake2b", "sha512"):
        for one, other in ((seed, bots), (bots, seed)):
            assert other not in hashlib.new(digest, one.encode()).hexdigest()
            assert other not in hashlib.new(digest, bytes.fromhex(one)).hexdigest()
    assert bots not in seed
    assert bots.encode() not in played.told
    # It was drawn first: when the table was opened there was no seed it could follow from.
    kinds = [entry["what"] for entry in entries]
    assert kinds.index("opened") < kinds.index("began")
