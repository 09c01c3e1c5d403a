"""Hints at a running server: who may have them, how many, and that everybody sees it."""

from typing import Any

import msgspec

from harness.server import Server
from tests.server.live.helpers import Exchange, People, story
from tiefenthal.client import Client, bot, by_link, here
from tiefenthal.server.protocol import COOKIE


async def hint(people: People, who: Client, table: str, **wanted: object) -> Exchange:
    return await people.asked("POST", f"/api/tables/{table}/hint", wanted, Cookie=f"{COOKIE}={who.token}")


def body(answer: Exchange) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(answer.body)
    return found


def test_alone_with_bots_there_are_hints_in_three_steps(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), bot("random")], pace="instant")
        raw = await people.raw(ada, table.id)
        await raw.kind("update")
        assert (raw.table["hints"], raw.table["hints_agreed"]) == (True, False)
        while 1 not in {one["seat"] for one in raw.update["decisions"]}:
            await raw.next()
        ply = raw.update["ply"]
        said = [body(await hint(people, ada, table.id, seat=1, ply=ply, level=level)) for level in (1, 2, 3)]
        assert all(one["nudge"] == said[0]["nudge"] != "" for one in said)
        assert [bool(one["actions"]) for one in said] == [False, True, True]
        assert [bool(one["outlook"]) for one in said] == [False, False, True]
        assert said[1]["actions"][0] in {one["action"] for one in raw.update["legal"]}
        assert len(said[2]["steps"]) == len(said[2]["actions"])
        german = body(await hint(people, ada, table.id, seat=1, ply=ply, level=3, language="de"))
        assert german["actions"] == said[2]["actions"]
        assert german["nudge"] != said[0]["nudge"]
        assert (await ada.table(table.id)).hinted == [1, 0]  # four times, but at one decision
        assert (await hint(people, ada, table.id, seat=2, ply=ply)).code == "not-your-seat"
        assert (await hint(people, ada, table.id, seat=1, ply=ply + 500)).code == "stale"
        assert (await hint(people, await people.person("Eve"), table.id, seat=1, ply=ply)).status == 404

    story(swift, go)


def test_among_people_only_where_that_was_agreed(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, bea = await people.person("Ada"), await people.person("Bea")
        for agreed in (False, True):
            seats = [msgspec.to_builtins(one) for one in (here(), by_link())]
            answer = await people.asked(
                "POST", "/api/tables", {"seats": seats, "hints": agreed}, Cookie=f"{COOKIE}={ada.token}"
            )
            table = body(answer)["id"]
            key = (await ada.link(table, "join")).key
            shown = body(await people.asked("POST", f"/api/tables/{table}/invitation", {"key": key}))
            assert shown["table"]["hints_agreed"] is agreed  # before somebody sits down
            await bea.enter(table, key)
            raw = await people.raw(bea, table)
            await raw.kind("update")
            asked = raw.update["decisions"][0]["seat"]
            who = (ada, bea)[asked - 1]
            answer = await hint(people, who, table, seat=asked, ply=raw.update["ply"])
            if agreed:
                assert answer.status == 200
                while sum(raw.table["hinted"]) == 0:
                    await raw.next()
                assert raw.table["hinted"][asked - 1] == 1  # sent to the other as well
            else:
                assert answer.code == "no-hints"

    story(swift, go)
