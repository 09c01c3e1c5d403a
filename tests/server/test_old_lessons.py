"""A lesson that has changed since: tables that began with the old one have its whole file in their logs, and continue
with it and with the figures it was played with."""

from pathlib import Path

from tests.server.tables import Bench
from tiefenthal.engine.rules.version import RULES_VERSION
from tiefenthal.players.lessons import edition_for, lesson_names, load_lesson, read_lesson
from tiefenthal.server.tables import log, teaching
from tiefenthal.server.tables.table import Table

OLD = (Path(__file__).parents[1] / "lessons" / "old_first.toml").read_text(encoding="utf-8")
"""The first lesson of the first edition."""
FIRST_EDITION = "c414a1888cd847befacd1375f1a6143d2f92858bd306b0eda7fe15e780d82b3e"


class OldTable(Bench):
    """A table where it was begun."""

    def __init__(self) -> None:
        self.rows = []
        self.table = Table("a-table")
        places = [log.Place("person", "Ada", session=10), log.Place("bot", "Magda", bot="lesson")]
        opened = log.Opened(
            10, 1, "reference", None, False, "instant", 0, "", places,
            edition_digest=FIRST_EDITION, rules=RULES_VERSION, lesson=OLD,
        )  # fmt: skip
        self.add(opened, log.Began(""))

    def go_on(self, until: int) -> None:
        """Do what is awaited until this step, or until nothing is."""
        for _ in range(200):
            action = teaching.scripted(self.table, 1) if 1 in self.game.to_act else None
            if action is not None:
                self.add(log.Played(1, action))
                continue
            step = teaching.step(self.table, 0)
            assert step is not None
            if step.done or step.step == until:
                return
            self.add(log.Played(0, step.awaits[0]))
        raise AssertionError("no end")


def test_an_old_lesson_continues_at_its_table() -> None:
    bench = OldTable()
    assert bench.table.edition.digest == FIRST_EDITION
    bench.go_on(until=12)
    bench.table = bench.loaded()
    step = teaching.step(bench.table, 0)
    assert step is not None
    assert step.awaits == ["upgrade barrel"], "as it was written, not as it is now"
    bench.go_on(until=0)
    assert bench.table.lesson is not None
    assert bench.table.lesson.finished


def test_it_still_holds_with_the_first_edition() -> None:
    old = read_lesson(OLD)
    assert old.text != load_lesson(old.name).text
    assert edition_for(old).digest == FIRST_EDITION
    assert set(old.keys) <= {key for name in lesson_names() for key in load_lesson(name).keys}, (
        "its words are still there"
    )
