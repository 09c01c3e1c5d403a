"""The whole server against its own description: every operation exists and does what the description says."""

import asyncio
from typing import Any

import msgspec
import pytest

from harness.patience import PATIENCE
from harness.server import Server
from tests.server.http.contract import check_contract
from tests.server.live.helpers import People, play_on, story
from tiefenthal.client import by_link, here
from tiefenthal.players.puzzles import puzzles
from tiefenthal.server.protocol import COOKIE

EXAMPLES = 4
FINAL = ("DELETE /api/session", "POST /api/session/forget", "DELETE /api/tables/{id}")
"""These would end what the others need."""


async def _description(people: People) -> dict[str, Any]:
    answer = await people.asked("GET", "/api/openapi.json")
    assert answer.status == 200
    found: dict[str, Any] = msgspec.json.decode(answer.body)
    return found


def test_every_operation_of_the_description_can_be_reached(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        over = (await ada.new_table([here(), here("Bea")])).id
        seats = [await ada.connect(over, seat) for seat in (1, 2)]
        await play_on(seats, lambda: False)
        waiting = (await ada.new_table([here(), by_link(), by_link()], listed=True)).id
        text = await ada.record_text(over)
        edition = (await ada.editions())[0].text
        language = (await ada.languages())[0].code
        today = (await ada.daily()).today.day
        puzzle = puzzles()[0]
        cookie = f"{COOKIE}={ada.token}"
        begun = await people.asked("POST", "/api/reviews", {"record": text}, Cookie=cookie)
        review = msgspec.json.decode(begun.body)["id"]
        asked: dict[tuple[str, str], tuple[dict[str, str], Any, int]] = {
            ("POST", "/api/session"): ({}, {"name": "Ada"}, 200),
            ("GET", "/api/session"): ({}, None, 200),
            ("GET", "/api/tables"): ({}, None, 200),
            ("POST", "/api/tables"): ({}, {"seats": [{"kind": "here"}, {"kind": "link"}]}, 201),
            ("GET", "/api/tables/{id}"): ({"id": waiting}, None, 200),
            ("GET", "/api/tables/{id}/edition"): ({"id": waiting}, None, 200),
            ("GET", "/api/tables/{id}/figures"): ({"id": waiting}, None, 200),
            ("GET", "/api/tables/{id}/edition/differences"): ({"id": waiting}, None, 200),
            ("GET", "/api/lessons"): ({}, None, 200),
            ("POST", "/api/lessons/{name}"): ({"name": "first"}, {}, 201),
            ("GET", "/api/box"): ({}, None, 200),
            ("POST", "/api/box/check"): ({}, {"answers": {"areas.safe.price": 8}}, 200),
            ("POST", "/api/box/friend"): ({}, {"text": edition, "answers": {}}, 200),
            ("PUT", "/api/box/edition"): ({}, {"title": "Mine", "answers": {"areas.safe.price": 8}}, 200),
            ("GET", "/api/box/edition"): ({}, None, 200),
            ("GET", "/api/box/edition/text"): ({}, None, 200),
            ("DELETE", "/api/box/edition"): ({}, None, 204),
            ("PUT", "/api/tables/{id}/seats/{seat}"): ({"id": waiting, "seat": "2"}, {"kind": "link"}, 200),
            ("POST", "/api/tables/{id}/links"): ({"id": waiting}, {"to": "join"}, 201),
            ("POST", "/api/tables/{id}/invitation"): ({"id": waiting}, {}, 200),
            ("POST", "/api/tables/{id}/enter"): ({"id": waiting}, {}, 200),
            ("POST", "/api/tables/{id}/send-away"): ({"id": waiting}, {"seat": 2}, 409),
            ("POST", "/api/tables/{id}/leave"): ({"id": waiting}, {"seat": 1}, 200),
            ("POST", "/api/tables/{id}/again"): ({"id": waiting}, None, 409),
            ("DELETE", "/api/tables/{id}"): ({"id": waiting}, None, 204),
            ("GET", "/api/daily"): ({}, None, 200),
            ("POST", "/api/daily"): ({}, {"pace": "instant"}, 201),
            ("GET", "/api/daily/days"): ({}, None, 200),
            ("GET", "/api/daily/days/{day}"): ({"day": today}, None, 200),
            ("POST", "/api/daily/days/{day}/tables"): ({"day": today}, {}, 409),
            ("GET", "/api/puzzles"): ({}, None, 200),
            ("GET", "/api/puzzles/{id}"): ({"id": puzzle.id}, None, 200),
            ("POST", "/api/puzzles/{id}/moment"): ({"id": puzzle.id}, {"actions": puzzle.answer[:1], "ply": 1}, 200),
            ("POST", "/api/puzzles/{id}/verdict"): ({"id": puzzle.id}, {"actions": puzzle.answer}, 200),
            ("POST", "/api/tables/{id}/hint"): ({"id": over}, {"seat": 1, "ply": 0, "level": 1}, 409),
            ("POST", "/api/reviews"): ({}, {"game": over}, 200),
            ("GET", "/api/reviews/{id}"): ({"id": review}, None, 200),
            ("GET", "/api/reviews/{id}/moments/{ply}"): ({"id": review, "ply": "0"}, None, 404),
            ("POST", "/api/reviews/{id}/tables"): ({"id": review}, {"ply": 0, "seat": 1}, 404),
            ("GET", "/api/records"): ({}, None, 200),
            ("GET", "/api/records/{id}"): ({"id": over}, None, 200),
            ("GET", "/api/records/{id}/text"): ({"id": over}, None, 200),
            ("GET", "/api/records/{id}/plies/{ply}"): ({"id": over, "ply": "3"}, None, 200),
            ("GET", "/api/records/{id}/course"): ({"id": over}, None, 200),
            ("GET", "/api/records/{id}/figures"): ({"id": over}, None, 200),
            ("GET", "/api/records/{id}/verify"): ({"id": over}, None, 200),
            ("POST", "/api/verify"): ({}, {"record": text}, 200),
            ("GET", "/api/bots"): ({}, None, 200),
            ("GET", "/api/editions"): ({}, None, 200),
            ("GET", "/api/editions/{name}"): ({"name": "reference"}, None, 200),
            ("GET", "/api/editions/{name}/figures"): ({"name": "reference"}, None, 200),
            ("GET", "/api/addresses"): ({}, None, 200),
            ("POST", "/api/editions/check"): ({}, {"text": edition}, 200),
            ("GET", "/api/rules"): ({}, None, 200),
            ("GET", "/api/rules/{id}"): ({"id": "G-2"}, None, 200),
            ("GET", "/api/languages"): ({}, None, 200),
            ("GET", "/api/languages/{code}"): ({"code": language}, None, 200),
            ("GET", "/api/openapi.json"): ({}, None, 200),
            ("GET", "/healthz"): ({}, None, 200),
            ("GET", "/metrics"): ({}, None, 200),
            ("GET", "/api/privacy"): ({}, None, 200),
            ("GET", "/api/session/export"): ({}, None, 200),
            ("POST", "/api/session/forget"): ({}, None, 204),
            ("DELETE", "/api/session"): ({}, None, 204),
        }
        paths = (await _description(people))["paths"]
        described = {(method.upper(), path) for path, methods in paths.items() for method in methods}
        assert described == set(asked)
        for (method, template), (values, body, status) in asked.items():
            path = template
            for name, value in values.items():
                path = path.replace(f"{{{name}}}", value)
            answer = await people.asked(method, path, body, Cookie=cookie)
            assert answer.status == status, (method, path, answer.body[:300])
            assert str(status) in paths[template][method.lower()]["responses"]

    story(swift, go)


@pytest.mark.parametrize("wrongly", [True, False])
def test_the_server_does_what_its_description_says(swift: Server, wrongly: bool) -> None:
    """Requests by schemathesis: invalid ones, with one error each, and valid ones at an existing table."""

    async def prepare() -> tuple[str, str, set[str]]:
        async with asyncio.timeout(PATIENCE), People(swift) as people:
            ada = await people.person("Ada")
            table = await ada.new_table([here(), by_link(), by_link()])
            paths = (await _description(people))["paths"]
            return (
                ada.token or "",
                table.id,
                {f"{verb.upper()} {path}" for path, verbs in paths.items() for verb in verbs},
            )

    token, table, operations = asyncio.run(prepare())
    phases = ["coverage"] if wrongly else ["fuzzing"]
    config: dict[str, Any] = {
        "phases": {name: {"enabled": name in phases} for name in ("examples", "coverage", "fuzzing", "stateful")},
        "generation": {"mode": "all" if wrongly else "positive", "max-examples": EXAMPLES, "database": "none"},
        "operations": [{"include-name": name, "enabled": False} for name in FINAL],
        # A schema cannot say everything: a bot's seat needs the name of an existing bot.
        "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "400", "401", "403", "404", "409"]}},
    }
    if not wrongly:
        config["parameters"] = {"path.id": table}
    found = check_contract(swift.url, headers={"Cookie": f"{COOKIE}={token}"}, config=config)
    # The session goes with every request, also with those that are meant to be without.
    found.failures = [failure for failure in found.failures if "Missing `tiefenthal` at cookie" not in failure]
    assert not found.failures, str(found)
    assert operations - found.operations <= {*FINAL, "GET /api/openapi.json"}
    assert found.requests >= 2 * len(operations)
    assert not [status for status in found.statuses if status >= 500]
    assert ({200, 400, 404, 405, 415} if wrongly else {200, 201}) <= set(found.statuses)
