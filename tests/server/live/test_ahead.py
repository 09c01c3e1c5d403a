"""Choices ahead at a real server: through a kill of it, a lost connection, and to the end of a game."""

import asyncio
import random
from pathlib import Path

import msgspec

from harness.server import Server
from tests.server.live.helpers import SWIFT, People, Raw, choose, running, story
from tiefenthal import verify
from tiefenthal.client import by_link, here
from tiefenthal.server.protocol import COOKIE


async def settle(raws: list[Raw], ply: int) -> None:
    """Everybody has been told of this ply."""
    for raw in raws:
        await raw.at(ply)


async def to_the_draft(raws: list[Raw]) -> None:
    """Everyone finishes what comes before."""
    while raws[0].view["phase"] != "draft":
        for one in raws[0].update["decisions"]:
            raw = raws[one["seat"] - 1]
            done = await raw.play(choose([offer["action"] for offer in raw.update["legal"]]))
            await settle(raws, done["ply"])
            break


def test_a_choice_ahead_survives_the_server_and_the_connection(tmp_path: Path) -> None:
    """And in every frame nobody else has it before it is played."""

    async def told(people: People) -> None:
        ada, ben = await people.person("Ada"), await people.person("Ben")
        table = (await ada.new_table([here(), by_link()])).id
        await ben.enter(table, (await ada.link(table, "join")).key)
        who = [ada, ben]
        raws = [await people.raw(one, table, seat=seat) for seat, one in enumerate(who, 1)]
        await settle(raws, 0)
        await to_the_draft(raws)
        first = raws[0].update["decisions"][0]["seat"]
        second = 3 - first
        assert [one["seat"] for one in raws[0].update["decisions"]] == [first, second]
        chooser, other = raws[second - 1], raws[first - 1]
        action = chooser.update["legal"][0]["action"]
        done = await chooser.play(action)
        await settle(raws, done["ply"])
        assert chooser.update["choice"] == action
        assert (other.update["choice"], other.update["ahead"], other.update["events"]) == (None, [second], [])

        people.server.kill()
        await people.server.start()
        raws = [await people.raw(one, table, seat=seat) for seat, one in enumerate(who, 1)]
        await settle(raws, done["ply"])
        chooser, other = raws[second - 1], raws[first - 1]
        assert (chooser.update["choice"], other.update["ahead"]) == (action, [second])

        taken = other.update["legal"][0]["action"]
        answer = await other.ask(ply=done["ply"], action=taken)
        assert (answer["type"], answer["ply"]) == ("done", done["ply"] + 1)
        await settle(raws, done["ply"] + 2)
        decided = [(event["seat"], event["action"]) for event in other.update["events"] if event["what"] == "decided"]
        assert decided == [(first, taken), (second, action)]
        assert all(raw.update["ahead"] == [] and raw.update["choice"] is None for raw in raws)

    with running(tmp_path / "data", *SWIFT) as server:
        story(server, told)


def test_a_hint_for_a_choice_ahead(swift: Server) -> None:
    """It advises as if it were the seat's turn, and counts for the decision that the choice becomes."""

    async def told(people: People) -> None:
        ada, ben = await people.person("Ada"), await people.person("Ben")
        cookie = f"{COOKIE}={ada.token}"
        seats = [msgspec.to_builtins(one) for one in (here(), by_link())]
        made = await people.asked("POST", "/api/tables", {"seats": seats, "hints": True}, Cookie=cookie)
        table = msgspec.json.decode(made.body)["id"]
        await ben.enter(table, (await ada.link(table, "join")).key)
        who = [ada, ben]
        raws = [await people.raw(one, table, seat=seat) for seat, one in enumerate(who, 1)]
        await settle(raws, 0)
        await to_the_draft(raws)
        second = raws[0].update["decisions"][1]["seat"]
        raw, first = raws[second - 1], raws[2 - second]
        path, cookie = f"/api/tables/{table}/hint", f"{COOKIE}={who[second - 1].token}"
        wanted = {"seat": second, "ply": raw.update["ply"], "level": 2}
        hint = msgspec.json.decode((await people.asked("POST", path, wanted, Cookie=cookie)).body)
        assert hint["actions"][0] in {one["action"] for one in raw.update["legal"]}
        done = await first.play(first.update["legal"][0]["action"])
        await settle(raws, done["ply"])
        wanted["ply"] = done["ply"]  # now it is their turn: the same decision
        again = msgspec.json.decode((await people.asked("POST", path, wanted, Cookie=cookie)).body)
        assert again["actions"] == hint["actions"]
        assert (await ada.table(table)).hinted[second - 1] == 1

    story(swift, told)


def test_a_whole_game_in_which_everyone_chooses_at_once(tmp_path: Path) -> None:
    """Nobody waits for anybody: four people decide whenever they can. The record is that of any other game."""

    async def told(people: People) -> None:
        clients = [await people.person(f"P{seat}") for seat in range(4)]
        table = (await clients[0].new_table([here(), by_link(), by_link(), by_link()], modules=2)).id
        key = (await clients[0].link(table, "join")).key
        for client in clients[1:]:
            await client.enter(table, key)
        ahead = 0

        async def play(seat: int) -> None:
            nonlocal ahead
            rng = random.Random(seat)
            async with await clients[seat].connect(table, seat + 1) as at:
                while await at.asked():
                    assert at.update is not None
                    mine = next(one for one in at.update.decisions if one.seat == seat + 1)
                    ahead += mine.id == "draft" and mine.secret
                    offers = [offer.action for offer in at.update.legal]
                    action = rng.choice(offers) if mine.id == "draft" else choose(offers)
                    await at.play(action)

        await asyncio.gather(*(play(seat) for seat in range(4)))
        assert ahead > 40
        assert verify(await clients[0].record_text(table)).follows_seed

    with running(tmp_path / "data", *SWIFT) as server:
        story(server, told)
