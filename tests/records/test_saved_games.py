"""A game that was saved as plain data and is taken up again is the same game, on either build."""

import random

import pytest

from tests.server.tables import PERSON, Bench
from tiefenthal.server.store.base import Row
from tiefenthal.server.tables import snapshot
from tiefenthal.server.tables.bounds import offered
from tiefenthal.server.tables.log import Played, Rewound, Undone


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 3), (4, 5)])
def test_a_saved_game_goes_on_and_back_like_the_one_it_was_saved_from(players: int, modules: int) -> None:
    bench = Bench([PERSON] * players, modules)
    rng = random.Random(players)
    while not bench.game.over and len(bench.rows) < 330:
        free = [seat for seat in range(players) if bench.game.can_undo(seat)]
        if free and rng.random() < 0.1:
            bench.add(Undone(rng.choice(free)))
        elif rng.random() < 0.01:
            bench.add(Rewound(0, max(0, bench.game.ply - 5)))
        else:
            seat = rng.choice(bench.game.to_act)
            bench.add(Played(seat, rng.choice(offered(bench.game, seat)).text))
    rows = [Row(number, at, body) for number, (at, body) in enumerate(bench.rows)]
    body = snapshot.packed(snapshot.taken(bench.table, rows[-1]))
    again = snapshot.table_of("a-table", body, rows[0], rows[-1]).game
    assert again is not None
    assert again.save() == bench.game.save()
    assert again.record == bench.game.record
    for back in (1, 40, 200):
        for game in (again, bench.game):
            game.rewind(max(0, game.ply - back))
        assert again.digest == bench.game.digest
        for _ in range(60):
            seat = rng.choice(again.to_act)
            action = rng.choice(again.legal_actions(seat))
            again.play(seat, action)
            bench.game.play(seat, action)
        assert again.record == bench.game.record
