"""Tables whose game starts from a position: it ends like any other, and its record can be replayed."""

import asyncio

import msgspec

from tests.figures import FIGURES
from tests.server.live.helpers import choose
from tests.server.tables import NOW, Bench
from tiefenthal import new_game, verify
from tiefenthal.engine.record.position import canonical_json, position_of
from tiefenthal.server.tables import log
from tiefenthal.server.tables.finished import Replays, finished_game, read_info
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.table import Table


def test_a_game_from_the_middle_is_played_kept_and_replayed() -> None:
    game = new_game(2, 5, "the middle", FIGURES)  # what a log without a digest means
    while game.round < 7 or game.phase != "planning":
        seat = game.to_act[0]
        game.play(seat, choose([action.text for action in game.legal_actions(seat)]))
    bench = Bench(["greedy", "greedy"], begin=False)
    opened = msgspec.structs.replace(
        log.from_bytes(bench.rows[0][1]), modules=5, position=canonical_json(position_of(game.state)), rules=None
    )
    bench.rows.clear()
    bench.table = Table("A" * 22)
    bench.add(opened, log.Began("another seed"))
    assert (bench.game.round, bench.game.phase, bench.game.ply) == (7, "planning", 0)
    assert bench.game.view(0).state.players[0].seated == game.view(0).state.players[0].seated
    while not bench.game.over:
        seat = bench.game.to_act[0]
        bench.play(seat, choose([action.text for action in bench.game.legal_actions(seat)]))
    stored = asyncio.run(finished_game(bench.table, NOW, Slices()))
    assert verify(stored.text).over

    async def steps() -> list[int]:
        replays = Replays(Slices())
        plies = read_info(stored).plies
        found = [(await replays.step(stored, ply)).board.round for ply in (0, plies // 2, plies)]
        assert (await replays.course(stored)).stops[0].round == 7
        return found

    rounds = asyncio.run(steps())
    assert rounds == sorted(rounds)
    assert rounds[0] == 7
    assert Table.load("again", bench.rows).game is not None
