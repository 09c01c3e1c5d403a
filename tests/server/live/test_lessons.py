"""Lessons at a real server: only what is awaited is played, the others follow the script, and a restart changes
nothing."""

from pathlib import Path
from typing import Any

from tests.server.live.helpers import SWIFT, People, Raw, refuses, running, story
from tiefenthal.players.lessons import lesson_names


async def to_the_end(raw: Raw, most: int = 200) -> dict[str, Any]:
    """Do what is expected until the lesson is done, or this many times."""
    for _ in range(most):
        update = await raw.game(lambda now: bool(now["lesson"]["awaits"]) or now["lesson"]["done"])
        if update["lesson"]["done"]:
            break
        await raw.play(update["lesson"]["awaits"][0])
    found: dict[str, Any] = raw.update["lesson"]
    return found


def test_every_lesson_can_be_finished_by_what_is_awaited(swift: Any) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        found = await ada.lessons()
        assert [one.name for one in found] == list(lesson_names())
        for one in found:
            table = await ada.begin_lesson(one.name, "instant")
            assert (table.lesson, table.modules, table.commitment) == (one.name, one.modules, None)
            raw = await people.raw(ada, table.id)
            done = await to_the_end(raw)
            assert (done["step"], done["steps"]) == (one.steps, one.steps)
            answer = (
                await raw.refused("lesson", ply=raw.update["ply"], action=raw.update["legal"][0]["action"])
                if raw.update["legal"]
                else None
            )
            assert answer is None or answer["reason"]["code"] == "lesson", "nothing is played after the end"
        mine = (await ada.tables()).mine
        assert {summary.lesson for summary in mine} == set(lesson_names())

    story(swift, go)


def test_another_move_is_not_played_and_not_punished(swift: Any) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.begin_lesson("first", "instant", "uk")
        assert [seat.name for seat in table.seats] == ["Ada", "Магда"]
        raw = await people.raw(ada, table.id)
        update = await raw.game(lambda now: now["lesson"]["awaits"] == ["stay"])
        assert update["lesson"]["wrong"] == {"again": "lesson.first.stay-again"}
        assert update["lesson"]["values"] == {"evenings": 8, "noble_points": 10}
        refused = await raw.refused("lesson", ply=update["ply"], action="again")
        assert refused["reason"] == {"code": "lesson", "values": {}}
        assert (await raw.refused("illegal", ply=update["ply"], action="take 4"))["rule"] is not None
        await raw.play("stay")
        assert raw.update["undo"] == "no"
        await raw.refused("lesson", type="undo", ply=raw.update["ply"])
        await raw.refused("lesson", type="hand-over", bot="random")
        await refuses(409, "lesson", ada.leave(table.id, 1))
        await refuses(404, "not-found", ada.begin_lesson("module-9"))

    story(swift, go)


def test_a_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    """In the middle of a step that takes several moves, with the lesson as it was when it began."""
    kept: list[str] = []

    async def begin(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.begin_lesson("first", "instant")
        raw = await people.raw(ada, table.id)
        await to_the_end(raw, most=8)
        await raw.game(lambda now: bool(now["lesson"]["awaits"]))
        assert raw.update["lesson"]["awaits"] == ["place 3 t4"]
        kept.extend([str(ada.token), table.id])

    async def go_on(people: People) -> None:
        ada = people.stranger(kept[0])
        raw = await people.raw(ada, kept[1])
        update = await raw.kind("update")
        assert (update["lesson"]["step"], update["lesson"]["awaits"]) == (8, ["place 3 t4"])
        assert (await to_the_end(raw))["done"]

    with running(tmp_path / "data", *SWIFT) as server:
        story(server, begin)
    with running(tmp_path / "data", *SWIFT) as server:
        story(server, go_on)
