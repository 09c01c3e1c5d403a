"""The course of a finished game as data: the content of its record, for clients that cannot read records."""

import asyncio
import re

import msgspec
import pytest

from tiefenthal import new_game
from tiefenthal.engine.record.notation import Rewind
from tiefenthal.players.bots import make_bot
from tiefenthal.server.protocol.http import Course
from tiefenthal.server.store.base import StoredRecord
from tiefenthal.server.tables.finished import Replays
from tiefenthal.server.tables.slices import Slices

ENDING = {"scores": [1, 2], "stored": [0, 0], "winners": [2], "seed": "s", "commitment": "c"}


def course_of(text: str, plies: int) -> Course:
    info = {
        "id": "a" * 22, "finished": 1.0, "players": 2, "modules": 5, "edition": "reference", "names": ["a", "b"],
        "plies": plies, "ending": ENDING,
    }  # fmt: skip
    stored = StoredRecord("a" * 22, 1.0, (1, 2), msgspec.json.encode(info), text)
    return asyncio.run(Replays(Slices()).course(stored))


@pytest.mark.parametrize("modules", [1, 5])
def test_the_course_says_what_the_record_does(modules: int) -> None:
    game = new_game(2, modules, seed="course")
    bot = make_bot("random", "course")
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bot.choose(game.view(seat), game.legal_actions(seat)))
    game.rewinds = [Rewind(0, 1, 2), Rewind(5, 0, 1), Rewind(game.ply, 1, 3)]
    course = course_of(game.record, game.ply)
    ply, decided, stops, ends = 0, [], [], []
    for line in game.record.splitlines():
        if found := re.match(r"; round (\d+), ([A-Z]) ", line):
            stops.append((ply, int(found[1]), found[2] if found[1] != "0" else ""))
        elif found := re.match(r"p(\d) (.+)", line):
            ply += 1
            decided.append((ply, int(found[1]), found[2]))
        elif line.startswith("# "):
            ends.append(ply)
    assert [(one.ply, one.seat, one.action) for one in course.events if one.what == "decided"] == decided
    kinds = [one.does.kind for one in course.events if one.what == "decided" and one.does is not None]
    assert kinds == [action.partition(" ")[0] for _, _, action in decided]
    assert [(one.ply, one.round, one.letter) for one in course.stops] == stops
    assert course.ends == ends
    assert len(ends) == 8
    evenings = [(one.what, one.number) for one in course.events if one.what in ("round", "closed")]
    assert evenings == [(what, evening) for evening in range(1, 9) for what in ("round", "closed")]
    rewound = [(one.ply, one.seat, one.count, one.seen) for one in course.events if one.what == "rewound"]
    assert rewound == [(0, 2, 2, True), (5, 1, 1, True), (game.ply, 2, 3, True)]
    assert [one.ply for one in course.events] == sorted(one.ply for one in course.events)
