"""The daily evening: one attempt, the same for everyone, with its luck committed before and revealed afterwards."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.server.daily.house import (
    HOUR,
    NOON,
    TODAY,
    TOMORROW,
    Clocks,
    House,
    Person,
    asynchronous,
    connected,
    open_house,
)
from tests.server.stores import files_only, sqlite_file
from tiefenthal.engine.fairness import commitment
from tiefenthal.engine.replay import verify
from tiefenthal.server.daily.plan import bot_seed_of
from tiefenthal.server.protocol import frames
from tiefenthal.server.store.base import NewerStore
from tiefenthal.server.store.migrate import released_migrations
from tiefenthal.server.store.sqlite import open_sqlite
from tiefenthal.server.tables.commands import CommandRefused, decide
from tiefenthal.server.tables.live_table import LiveTable

MIDNIGHT = 12 * HOUR
"""Hours from noon."""


async def live_at(house: House, table: str) -> LiveTable:
    live = await house.registry.live(table)
    assert live is not None
    return live


@asynchronous
async def test_everybody_has_one_attempt_at_the_same_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, ben = await house.person("Ada"), await house.person("Ben")
        table = await ada.begin()
        assert await ada.begin() == table, "sitting down again leads back"
        other = await ben.begin()
        assert other != table
        one, two = await live_at(house, table), await live_at(house, other)
        assert one.table.game is not None
        assert two.table.game is not None
        assert one.table.game.seed == two.table.game.seed == await house.seed()
        assert one.table.bot_seed == two.table.bot_seed == bot_seed_of(await house.secret(), TODAY)
        assert [place.bot for place in one.table.places] == [None, "innkeeper"]
        assert one.table.places[1].character == two.table.places[1].character
        house.bots.asked.clear()
        await ada.play(table)
        hers = [seed for bot, seed, _ in house.bots.asked if bot == "innkeeper"]
        house.bots.asked.clear()
        await ben.play(other)
        assert [seed for bot, seed, _ in house.bots.asked if bot == "innkeeper"] == hers
        assert one.table.game.scores == two.table.game.scores, "who plays the same gets the same"
        assert await ada.begin() == table, "there is no second attempt"
        assert (await (await house.person()).ask("POST", "/api/daily", {})).status_code == 401
        assert (await ada.get("/api/daily"))["today"]["begun"] == 2
        figures = await house.server.metrics_text()
        assert 'tiefenthal_daily_begun_total{how="counts"} 2.0' in figures
        assert "tiefenthal_daily_finished_total 2.0" in figures


@asynchronous
async def test_one_address_does_not_begin_again_and_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        house.server.config.limits.clock = lambda: 0.0  # however long it takes
        ada = await house.person("Ada")
        for _ in range(int(house.server.config.limits.daily.burst)):
            await ada.begin()
        await ada.refused(429, "too-fast", "POST", "/api/daily", {})


@asynchronous
async def test_nothing_that_is_sent_tells_the_luck_of_the_day(tmp_path: Path) -> None:
    """Until the day is closed the seed, the bots' and the secret are in no byte of what anybody gets; and what is
    told of a day has these fields and no others."""
    async with open_house(tmp_path) as house:
        ada = await house.person("Ada")
        table = await ada.attempt()
        now = await ada.get("/api/daily")
        assert set(now) == {"now", "today", "next"}
        assert set(now["next"]) == {"day", "plan", "commitment"}
        assert set(now["today"]) == {
            "day", "begins", "ends", "closes", "state", "plan", "commitment", "seed", "begun", "mine", "standing",
            "master",
        }  # fmt: skip
        assert set(now["today"]["plan"]) == {"players", "modules", "bot", "character", "edition"}
        assert now["today"]["seed"] is None
        assert now["today"]["commitment"] == commitment(await house.seed())
        assert now["next"]["commitment"] == commitment(await house.seed(TOMORROW))
        assert (await ada.get(f"/api/records/{table}"))["ending"]["seed"] == ""
        assert (await ada.get("/api/records"))["records"][0]["ending"]["seed"] == ""
        await ada.refused(409, "sealed", "GET", f"/api/records/{table}/text")
        await ada.refused(409, "sealed", "GET", f"/api/records/{table}/verify")
        assert (await ada.get("/api/session/export"))["records"][0]["record"] == ""
        for path in (f"/api/daily/days/{TODAY}", "/api/daily/days", f"/api/tables/{table}", "/api/tables",
                     f"/api/records/{table}/course", f"/api/records/{table}/plies/3"):  # fmt: skip
            await ada.get(path)
        house.said.append((await ada.ask("GET", "/metrics")).content)
        await ada.refused(404, "not-found", "GET", f"/api/daily/days/{TOMORROW}")
        await ada.refused(404, "not-found", "GET", "/api/daily/days/2026-02-30")
        async with connected(await live_at(house, table), house):
            pass
        assert any(b'"over"' in said for said in house.said), "the end of the game was told"
        secret = await house.secret()
        hidden = [await house.seed(), await house.seed(TOMORROW), bot_seed_of(secret, TODAY), secret.hex()]
        for said in house.said:
            for one in hidden:
                assert one.encode() not in said
            assert secret not in said


@asynchronous
async def test_the_promise_is_kept_when_the_day_is_closed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await house.person("Ada")
        promised = (await ada.get("/api/daily"))["today"]["commitment"]
        table = await ada.attempt()
        house.clocks.pass_(MIDNIGHT + HOUR - 1)
        closing = await ada.get(f"/api/daily/days/{TODAY}")
        assert (closing["state"], closing["seed"]) == ("closing", None)
        assert (await ada.get("/api/daily"))["today"]["day"] == TOMORROW
        house.clocks.pass_(1)
        day = await ada.get(f"/api/daily/days/{TODAY}")
        assert day["state"] == "closed"
        assert commitment(day["seed"]) == day["commitment"] == promised
        text = (await ada.ask("GET", f"/api/records/{table}/text")).text
        found = verify(text, promised)
        assert (found.follows_seed, found.fits_commitment) == (True, True)
        assert (await ada.get(f"/api/records/{table}"))["ending"]["seed"] == day["seed"]
        assert (await ada.get("/api/session/export"))["records"][0]["record"] == text
        assert (await ada.get("/api/daily"))["today"]["seed"] is None


@asynchronous
async def test_nobody_goes_back_and_nobody_plays_for_one(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, ben = await house.person("Ada"), await house.person("Ben")
        table = await ada.begin()

        def shown(live: LiveTable) -> bool:
            return live.table.game is not None and live.table.game.round > 1

        await ada.play(table, until=shown)
        live = await live_at(house, table)
        made = live.table.decided[1]
        assert live.table.bot_luck(1).endswith(f" 2/{made}"), "the bot's luck goes by its own decisions"
        assert made < live.table.ply
        assert live.table.undo_way(0) == "no"
        for command, reason in (
            (frames.AskUndo(live.table.ply), "daily-no-way-back"),
            (frames.HandOver("innkeeper"), "daily-no-bot"),
        ):
            with pytest.raises(CommandRefused) as refused:
                decide(live.table, 0, command, live.circumstances)
            assert (refused.value.code, refused.value.refusal.code) == ("daily", reason)
        await ada.refused(409, "daily", "POST", f"/api/tables/{table}/leave", {"seat": 1})
        for to in ("watch", "join"):
            await ada.refused(409, "daily", "POST", f"/api/tables/{table}/links", {"to": to})
        assert (await ada.ask("POST", f"/api/tables/{table}/links", {"to": "seat"})).status_code == 201
        await ben.refused(404, "not-found", "GET", f"/api/tables/{table}")
        info = await ada.get(f"/api/tables/{table}")
        assert info["daily"] == {"day": TODAY, "counts": True}


async def scored(house: House, *scores: int) -> list[Person]:
    """So many people have finished with these scores: the games are played, what came of them is written over."""
    people = []
    for number, score in enumerate(scores):
        people.append(await house.person(f"P{number}"))
        table = await people[-1].attempt()
        record = await house.server.store.record(table)
        assert record is not None
        info = json.loads(record.info)
        info["ending"]["scores"][0] = score
        await house.server.store.replace_record(record._replace(info=json.dumps(info).encode()))
    return people


@asynchronous
async def test_equals_share_a_rank(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        people = await scored(house, 50, 70, 50, 61)
        days = [(await one.get("/api/daily"))["today"] for one in people]
        assert [day["standing"]["rank"] for day in days] == [3, 1, 3, 2]
        assert days[0]["standing"]["players"] == 4
        assert days[0]["standing"]["scores"] == [
            {"score": 70, "count": 1}, {"score": 61, "count": 1}, {"score": 50, "count": 2},
        ]  # fmt: skip
        assert days[0]["mine"] == {"state": "over", "table": days[0]["mine"]["table"], "score": 50, "ranked": True}
        stranger = (await (await house.person()).get("/api/daily"))["today"]
        assert (stranger["mine"], stranger["standing"], stranger["master"]) == (None, None, None)
        house.clocks.pass_(MIDNIGHT + HOUR)
        (line,) = (await people[3].get("/api/daily/days"))["days"]
        assert (line["day"], line["players"], line["best"], line["score"]) == (TODAY, 4, 70, 61)
        later = await (await house.person()).get(f"/api/daily/days/{TODAY}")
        assert (later["standing"]["players"], later["standing"]["rank"]) == (4, None)


@asynchronous
async def test_the_master_plays_the_same_game_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await house.person("Ada")
        await ada.begin()
        assert house.daily._playing is None, "whoever plays is served first"
        house.clocks.pass_(61)
        table = await ada.attempt()
        assert (await ada.get("/api/daily"))["today"]["mine"]["table"] == table
        await house.masters_done()
        seen = {(bot, seed.partition("/")[0]) for bot, seed, asker in house.bots.asked if not asker.person_waits}
        luck = bot_seed_of(await house.secret(), TODAY)
        assert seen == {("master", f"{luck} 1"), ("innkeeper", f"{luck} 2")}, "behind everyone who plays"
        first = (await ada.get("/api/daily"))["today"]["master"]
        assert first is not None
        house.bots.asked.clear()
        await (await house.person("Ben")).attempt()
        await ada.get("/api/daily")
        await house.masters_done()
        assert not [bot for bot, *_ in house.bots.asked if bot == "master"], "once"
        assert (await ada.get("/api/daily"))["today"]["master"] == first
    async with open_house(tmp_path, house.clocks) as again:
        row = await again.daily.today()
        kept = again.daily.masters(row)
        assert kept is not None
        assert (kept.score, kept.other) == (first["score"], first["other"])


@asynchronous
async def test_what_a_stand_in_played_is_not_the_masters(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await house.person("Ada")
        await ada.attempt()
        house.bots.trouble = "took too long"
        await ada.get("/api/daily")
        await house.masters_done()
        assert (await ada.get("/api/daily"))["today"]["master"] is None
        house.bots.trouble = None
        house.clocks.pass_(601)
        house.daily._call_master()
        await house.masters_done()
        assert (await ada.get("/api/daily"))["today"]["master"] is not None


@asynchronous
async def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    clocks = Clocks()
    async with open_house(tmp_path, clocks) as house:
        ada = await house.person("Ada")
        table = await ada.begin()
        await ada.play(table, until=lambda live: live.table.ply > 20)
        before = await ada.get("/api/daily")
        cookies = ada._http.cookies
        ben = await house.person("Ben")
        done = await ben.attempt()  # and nobody asks for the results before the server ends
    clocks.pass_(60)
    async with open_house(tmp_path, clocks) as again:
        back = await again.person()
        back._http.cookies = cookies
        assert await back.begin() == table
        assert (await back.get("/api/daily"))["today"]["commitment"] == before["today"]["commitment"]
        await back.play(table)
        now = (await back.get("/api/daily"))["today"]
        assert now["standing"]["players"] == 2
        assert done != now["mine"]["table"]


@asynchronous
async def test_a_crash_between_attempt_and_table_costs_nobody_the_attempt(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await house.person("Ada")
        await house.daily.today()
        noted = await house.server.store.days.begin(TODAY, 1, "a" * 22, NOON)
        assert noted is not None
        assert await ada.begin() == "a" * 22
        assert (await live_at(house, "a" * 22)).table.counts


@asynchronous
async def test_a_jump_of_the_clock_tells_no_seed_and_loses_no_result(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, ben = await house.person("Ada"), await house.person("Ben")
        await ada.attempt()
        house.clocks.wall += 40 * 24 * HOUR
        now = (await ada.get("/api/daily"))["today"]
        assert (now["day"], now["seed"], now["state"]) == (TODAY, None, "open")
        await ben.attempt()  # its record has the time of the wrong clock
        house.clocks.wall -= 40 * 24 * HOUR
        assert (await ben.get("/api/daily"))["today"]["standing"]["players"] == 2
        house.clocks.pass_(MIDNIGHT + HOUR)
        day = await ada.get(f"/api/daily/days/{TODAY}")
        assert (day["state"], day["standing"]["players"]) == ("closed", 2)
    back = house.clocks
    back.wall, back.boot, back.ran = NOON + HOUR, "second", 1.0  # a start of the machine with a clock that is behind
    async with open_house(tmp_path, back) as again:
        eve = await again.person("Eve")
        now = (await eve.get("/api/daily"))["today"]
        assert (now["day"], now["state"]) == (TODAY, "closed")
        await eve.refused(409, "daily-over", "POST", "/api/daily", {})


@asynchronous
async def test_who_finishes_after_the_closing_plays_for_fun(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, ben, eve = await house.person("Ada"), await house.person("Ben"), await house.person("Eve")
        hers, his = await ada.begin(), await ben.begin()
        house.clocks.pass_(MIDNIGHT + HOUR / 2)
        await ada.play(hers)
        await eve.refused(409, "daily-today", "POST", f"/api/daily/days/{TODAY}/tables", {})
        house.clocks.pass_(HOUR)
        await ben.get("/api/daily")
        await ben.play(his)
        day = await ben.get(f"/api/daily/days/{TODAY}")
        assert (day["mine"]["ranked"], day["standing"]["players"], day["standing"]["rank"]) == (False, 1, None)
        assert (await ada.get(f"/api/daily/days/{TODAY}"))["standing"]["rank"] == 1

        # Past days can be played any number of times, and nothing changes.
        tables = set()
        for _ in range(2):
            answer = await eve.ask("POST", f"/api/daily/days/{TODAY}/tables", {"pace": "instant"})
            assert answer.status_code == 201
            tables.add(answer.json()["table"])
        assert len(tables) == 2
        fun = tables.pop()
        live = await live_at(house, fun)
        assert live.table.game is not None
        assert live.table.game.seed == day["seed"]
        assert (await eve.get(f"/api/tables/{fun}"))["daily"] == {"day": TODAY, "counts": False}
        await eve.play(fun)
        assert (await eve.get(f"/api/records/{fun}"))["ending"]["seed"] == day["seed"]
        after = await eve.get(f"/api/daily/days/{TODAY}")
        assert (after["mine"], after["standing"]["players"], after["begun"]) == (None, 1, 2)


@asynchronous
async def test_being_forgotten_takes_the_name_and_leaves_the_score(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, ben = await house.person("Ada"), await house.person("Ben")
        table = await ada.attempt()
        (kept,) = (await ada.get("/api/session/export"))["daily"]
        assert (kept["day"], kept["table"], kept["ranked"]) == (TODAY, table, True)
        assert kept["finished"] is not None
        his = await ben.begin()
        assert (await ada.ask("POST", "/api/session/forget")).status_code == 204
        assert (await ben.ask("POST", "/api/session/forget")).status_code == 204
        assert await house.server.store.days.scores(TODAY) == [(kept["score"], 1)]
    with contextlib.closing(sqlite3.connect(sqlite_file(tmp_path))) as database:
        rows: list[Any] = database.execute("SELECT session, table_id, score FROM attempts").fetchall()
    assert rows == [(None, None, kept["score"])]
    assert his not in str(rows)


@files_only
@asynchronous
async def test_the_store_of_the_version_before_goes_on(tmp_path: Path) -> None:
    """Everything in it is there, its daily evening begins, and the version before refuses what has become of it."""
    before = [one for one in released_migrations() if one.number <= 3]
    store = open_sqlite(tmp_path, migrations=before)
    session = await store.add_session(b"hash", "Ada", 1.0)
    await store.close()
    async with open_house(tmp_path) as house:
        assert await house.server.store.find_session(b"hash") == session
        first = await house.secret()
        await (await house.person("Ben")).attempt()
    async with open_house(tmp_path, house.clocks) as again:
        assert await again.secret() == first
    with pytest.raises(NewerStore):
        open_sqlite(tmp_path, migrations=before)
    assert list(tmp_path.glob("tiefenthal-form-3-*.sqlite3"))


@asynchronous
async def test_a_machine_that_is_ahead_of_the_database_reveals_nothing(tmp_path: Path) -> None:
    """It joins with a clock of its own that has never jumped; today stays today until the database agrees."""
    async with open_house(tmp_path) as first:
        assert (await first.daily.today()).day == TODAY
    clocks = Clocks()
    clocks.wall, clocks.ran, clocks.boot = NOON + 26 * HOUR, 100_000.0, "another machine"
    async with open_house(tmp_path, clocks) as house:
        house.database = NOON
        clocks.pass_(10 * HOUR)
        house.database += 10 * HOUR
        assert (await house.daily.today()).day == TODAY
        assert house.daily.seed(TODAY) is None
        clocks.pass_(3 * HOUR)
        house.database += 3 * HOUR
        assert (await house.daily.today()).day == TOMORROW
        assert house.daily.seed(TODAY) == await house.seed()
