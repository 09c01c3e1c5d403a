"""From a review back to the table: a costly decision can be shown, and played on from."""

import asyncio
from typing import Any

import msgspec

from harness.server import Server
from tests.server.live.helpers import People, choose, play_on, story
from tiefenthal import new_game
from tiefenthal.engine.game import Game
from tiefenthal.server.protocol import COOKIE


def an_evening() -> str:
    """The record of two seats that do as little as possible."""
    game = new_game(2, 1, "play on")
    while game.round < 2:
        seat = game.to_act[0]
        game.play(seat, choose([action.text for action in game.legal_actions(seat)]))
    return str(game.record)


def test_a_costly_decision_is_played_on_from(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        cookie = {"Cookie": f"{COOKIE}={ada.token}"}

        async def asked(method: str, path: str, body: object = None) -> Any:
            answer = await people.asked(method, path, body, **cookie)
            assert answer.status < 300, answer.body
            return msgspec.json.decode(answer.body)

        state = await asked("POST", "/api/reviews", {"record": an_evening()})
        while not any(seat["costliest"] for seat in (state["review"] or {"seats": []})["seats"]):
            assert state["state"] == "thinking"
            await asyncio.sleep(0.05)
            state = await asked("GET", f"/api/reviews/{state['id']}?language=uk")
        seat = next(one for one in state["review"]["seats"] if one["costliest"])
        costly = seat["costliest"][0]
        ply = costly["decision"]["ply"]
        assert costly["better"]
        moment = await asked("GET", f"/api/reviews/{state['id']}/moments/{ply}?language=uk")
        assert moment["better"][-1]["board"]["seats"] != moment["before"]["seats"]
        missing = await people.asked("GET", f"/api/reviews/{state['id']}/moments/{ply + 1}")
        assert missing.status == 404
        other = 3 - seat["seat"]
        tables = [
            await asked("POST", f"/api/reviews/{state['id']}/tables", {"ply": ply, "seat": seat["seat"]})
            for _ in range(2)
        ]
        for table in tables:
            assert table["seats"][seat["seat"] - 1]["name"] == "Ada"
            assert table["seats"][other - 1]["bot"] == "innkeeper"
        views = []
        for table in tables:
            raw = await people.raw(ada, table["id"])
            await raw.kind("update")
            views.append(raw.view)
            assert raw.view["round"] == costly["decision"]["round"]
        assert views[0] == views[1]  # what the seat may know is the same; the rest was drawn again

    story(swift, go)


def last_evening() -> Game:
    """The last evening of two seats who do as little as possible, as a game of its own."""
    game = new_game(2, 1, "the last evening")
    while not (game.round == 8 and game.phase == "draft"):
        seat = game.to_act[0]
        game.play(seat, choose([action.text for action in game.legal_actions(seat)]))
    last = Game.from_position(game.position(), "the end of it")
    last.tags |= {"Seat1": "Ada", "Seat2": "Bea"}
    while not last.over:
        seat = last.to_act[0]
        last.play(seat, choose([action.text for action in last.legal_actions(seat)]))
    return last


def test_what_a_try_brought_is_kept_beside_the_real_game(swift: Server) -> None:
    """The points at the moment from which it was tried, and how the real game ended."""
    real = last_evening()

    async def go(people: People) -> None:
        ada = await people.person("Ada")
        cookie = {"Cookie": f"{COOKIE}={ada.token}"}

        async def asked(method: str, path: str, body: object = None) -> Any:
            answer = await people.asked(method, path, body, **cookie)
            assert answer.status < 300, answer.body
            return msgspec.json.decode(answer.body)

        state = await asked("POST", "/api/reviews", {"record": str(real.record)})
        while not any(seat["costliest"] for seat in (state["review"] or {"seats": []})["seats"]):
            assert state["state"] == "thinking"
            await asyncio.sleep(0.05)
            state = await asked("GET", f"/api/reviews/{state['id']}")
        seat = next(one for one in state["review"]["seats"] if one["costliest"])
        ply = seat["costliest"][0]["decision"]["ply"]
        table = await asked("POST", f"/api/reviews/{state['id']}/tables", {"ply": ply, "seat": seat["seat"]})
        mine = await ada.connect(table["id"], seat["seat"])
        await play_on([mine], lambda: False)
        info = await asked("GET", f"/api/records/{table['id']}")
        before = real.clone()
        before.rewind(ply)
        assert info["tried"] == {
            "game": None,
            "seat": seat["seat"],
            "round": 8,
            "points": list(before.scores),
            "scores": list(real.scores),
        }
        course = await asked("GET", f"/api/records/{table['id']}/course")
        assert {stop["round"] for stop in course["stops"]} == {8}

    story(swift, go)
