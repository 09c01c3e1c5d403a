"""A real server on PostgreSQL: people play, it goes on after a restart, and its password appears nowhere."""

from pathlib import Path

import psutil
import pytest

from harness import postgres
from tests.server.live.helpers import SWIFT, People, play_on, running, story
from tests.server.processes import family
from tests.server.stores import ON_POSTGRESQL
from tiefenthal.client import bot, here

pytestmark = [postgres.needed, pytest.mark.skipif(ON_POSTGRESQL, reason="all of them are on PostgreSQL")]


def test_a_game_is_kept_in_the_database_and_the_password_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster, name = postgres.shared(), postgres.fresh(None)
    cluster.sql(f"GRANT CREATE ON DATABASE {name} TO inn", "SELECT 1")
    address = cluster.tcp(name)
    word = address.split(":")[2].partition("@")[0]
    tables: list[str] = []

    async def play(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), bot("random")])
        tables.append(table.id)
        async with await ada.connect(table.id) as seat:
            await play_on([seat], lambda: seat.ply > 10)

    monkeypatch.setenv("TIEFENTHAL_DATABASE", address)
    with running(tmp_path / "data", *SWIFT) as server:
        story(server, play)
        processes = family(psutil.Process(server.process.pid))
        assert len(processes) > 1, "its bots are there"
        for process in processes:
            for secret in (word, postgres.PASSWORD):
                assert secret not in " ".join(process.cmdline())
        for process in processes[1:]:
            assert "TIEFENTHAL_DATABASE" not in process.environ()
        said = (tmp_path / "data.log").read_text("utf-8")
        assert f"Data is kept in postgresql://inn@127.0.0.1:{cluster.port}/{name}" in said
    ((kept,),) = cluster.sql(f"SELECT count(*) FROM tiefenthal.log WHERE table_id = '{tables[0]}'", database=name)
    assert kept > 0
    assert not list((tmp_path / "data").glob("*.sqlite3"))
    said = (tmp_path / "data.log").read_text("utf-8")
    assert word not in said
    assert postgres.PASSWORD not in said
