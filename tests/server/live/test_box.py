"""The box wizard at the server: questions, checks, storing, playing with, exporting and forgetting an edition."""

import json
from typing import Any

from harness.server import Server
from tests.box.boxes import other_box
from tests.server.live.helpers import People, story
from tiefenthal.client import by_link, here
from tiefenthal.engine.components import load_edition, parse_edition
from tiefenthal.server.protocol import COOKIE


async def asked(people: People, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
    headers = {"Cookie": f"{COOKIE}={token}"} if token is not None else {}
    answer = await people.asked(method, path, body, **headers)
    return answer.status, json.loads(answer.body) if answer.body else None


def test_a_box_is_kept_played_with_and_forgotten(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, ben = await people.person("Ada"), await people.person("Ben")
        assert await asked(people, "GET", "/api/box/edition", token=ada.token) == (200, {"edition": None})
        answers = other_box()
        draft = {"title": "  Ada’s   box ", "answers": answers}
        status, kept = await asked(people, "PUT", "/api/box/edition", draft, ada.token)
        assert (status, kept["title"], kept["name"], kept["left"]) == (200, "Ada’s box", "adas-box", 0)
        assert parse_edition(kept["text"]).digest == kept["digest"] != load_edition().digest
        assert await asked(people, "GET", "/api/box/edition", token=ada.token) == (200, {"edition": kept})
        assert await asked(people, "GET", "/api/box/edition", token=ben.token) == (200, {"edition": None})
        cookie = f"{COOKIE}={ada.token}"
        file = await people.asked("GET", "/api/box/edition/text", Cookie=cookie)
        assert file.header("content-disposition") == 'attachment; filename="adas-box.toml"'
        assert file.body.decode() == kept["text"]

        table = await ada.new_table([here(), by_link()], edition_text=kept["text"], listed=True)
        assert (table.edition.name, table.edition.digest) == ("adas-box", kept["digest"])
        # everyone who may see the table sees which figures are unusual
        status, found = await asked(people, "GET", f"/api/tables/{table.id}/edition/differences", token=ben.token)
        assert (status, found["title"], found["house"]) == (200, "Ada’s box", 0)
        safe = next(one for one in found["figures"] if (one["name"], one["what"]) == ("safe", "price"))
        assert safe["here"] == answers["areas.safe.price"] != safe["usual"]

        # it can be forgotten by itself; the table plays on with it
        assert (await people.asked("DELETE", "/api/box/edition")).status == 401
        for _ in range(2):
            assert (await people.asked("DELETE", "/api/box/edition", Cookie=cookie)).status == 204
        assert await asked(people, "GET", "/api/box/edition", token=ada.token) == (200, {"edition": None})
        assert (await people.asked("GET", "/api/box/edition/text", Cookie=cookie)).status == 404
        status, found = await asked(people, "GET", f"/api/tables/{table.id}/edition/differences", token=ben.token)
        assert (status, found["title"]) == (200, "Ada’s box")
        assert (await asked(people, "PUT", "/api/box/edition", draft, ada.token))[0] == 200

        export = await people.asked("GET", "/api/session/export", Cookie=cookie)
        assert json.loads(export.body)["edition"] == kept["text"]
        assert (await people.asked("POST", "/api/session/forget", Cookie=cookie)).status == 204
        assert (await asked(people, "GET", "/api/box/edition", token=ada.token))[0] == 401

    story(swift, go)


def test_what_is_wrong_is_told_at_the_figure(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        wrong = {**other_box(), "guests.4.1.die": 7}
        _, verdict = await asked(people, "POST", "/api/box/check", {"answers": wrong})
        values = {"low": 1, "high": 6}
        assert verdict == {"problems": [{"field": "guests.4.1.die", "code": "number", "values": values}], "left": 0}
        refused = await asked(people, "PUT", "/api/box/edition", {"title": "x", "answers": wrong}, ada.token)
        assert (refused[0], refused[1]["code"]) == (400, "edition")
        unknown = await asked(people, "POST", "/api/box/check", {"answers": {"cards.wizard.price": 3}})
        assert (unknown[0], unknown[1]["code"]) == (400, "malformed")
        nameless = await asked(people, "PUT", "/api/box/edition", {"title": " ", "answers": {}}, ada.token)
        assert (nameless[0], nameless[1]["code"]) == (400, "name")
        assert (await asked(people, "PUT", "/api/box/edition", {"title": "x", "answers": {}}))[0] == 401

    story(swift, go)


def test_the_form_gives_no_house_figure_away_as_known(swift: Server) -> None:
    async def go(people: People) -> None:
        _, form = await asked(people, "GET", "/api/box")
        fields = [field for step in form["steps"] for row in step["rows"] for field in row["fields"]]
        assert all(field["given"] is None for field in fields if field["asked"])
        known = {field["id"] for field in fields if field["given"] is not None}
        assert {"cards.server.price", "areas.brewer.price", "reputation.12"} <= known
        assert all(field["source"] in ("rulebook", "public") for field in fields if field["id"] in known)
        assert {field["choices"] for field in fields} <= {None, *form["choices"]}

    story(swift, go)
