"""Every number on the board is what the engine does when it is tried, over random games of all set-ups."""

import random

import msgspec
import pytest

from tiefenthal.engine.components import load_edition
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.spaces import MONK
from tiefenthal.server.protocol.board import Board, Figures, SeatOn
from tiefenthal.server.tables.board import board_of, figures_of

SETUPS = [(players, modules) for players in (2, 3, 4) for modules in range(1, 6)]


def moments(players: int, modules: int, seed: int) -> list[tuple[Game, Board]]:
    """Positions of a random game, with their boards."""
    luck = random.Random(seed)
    game = new_game(players, modules, seed=seed)
    found: list[tuple[Game, Board]] = []
    while not game.over:
        seat = luck.choice(game.to_act)
        game.play(seat, luck.choice(game.legal_actions(seat)))
        if luck.random() < 0.25:
            found.append((game.clone(), board_of(game.view(None).state)))
    return found


def _gained(game: Game, seat: int, text: str) -> dict[str, int]:
    """What an action changes in the supplies of a seat."""
    after = game.clone()
    before = game.state.players[seat]
    after.play(seat, text)
    p = after.state.players[seat]
    return {
        "thalers": p.thalers - before.thalers,
        "beer": p.beer - before.beer,
        "schnapps": p.schnapps - before.schnapps,
    }


@pytest.mark.parametrize(("players", "modules"), SETUPS)
def test_the_board_says_what_the_engine_does(players: int, modules: int) -> None:
    for game, board in moments(players, modules, seed=players * 10 + modules):
        assert [seat.points for seat in board.seats] == game.scores
        assert [number for number, seat in enumerate(board.seats) if seat.waiting] == list(game.to_act)
        for seat, shown in enumerate(board.seats):
            assert sum(shown.sources.values()) == shown.points
            _prices_are_right(game, seat, shown)
            if game.phase == "serving" and seat in game.to_act and not game.state.tasks:
                _gains_are_right(game, seat, shown)
                _losses_are_right(game, seat, shown)


def _prices_are_right(game: Game, seat: int, shown: SeatOn) -> None:
    if seat not in game.to_act or game.phase != "serving":
        return
    legal = {action.text for action in game.legal_actions(seat)}
    for area in shown.areas:
        for offer in area.offers:
            text = f"upgrade {area.area}" + (f" {offer.cards}" if offer.cards else "")
            can = offer.have and offer.price <= shown.thalers
            assert (text in legal) == (can and not game.state.tasks), (text, offer)
            if text in legal:
                assert _gained(game, seat, text)["thalers"] == -offer.price
                after = game.clone()
                after.play(seat, text)
                again = board_of(after.view(None).state).seats[seat]
                found = next(one for one in again.areas if one.area == area.area)
                assert (found.upgraded, found.now, found.price) == (True, area.then, None)


def _gains_are_right(game: Game, seat: int, shown: SeatOn) -> None:
    spaces = {space.space: space.gives for space in shown.spaces}
    spaces |= {table.space: {"thalers": table.pays} for table in shown.tables if table.pays is not None}
    for action in game.legal_actions(seat):
        if action.text.startswith("use "):
            gives = spaces[action.text.removeprefix("use ").partition(":")[0]]
            gained = _gained(game, seat, action.text)
            for what in ("thalers", "beer"):
                assert gained[what] >= gives.get(what, 0), action.text
            if "steps" not in gives:  # steps may bring thalers
                assert gained["thalers"] == gives.get("thalers", 0)
                assert gained["beer"] == gives.get("beer", 0)


def _losses_are_right(game: Game, seat: int, shown: SeatOn) -> None:
    if game.modules >= 3 and shown.staff.get("bard"):
        return  # their songs come first, and may bring something
    gained = _gained(game, seat, "end")
    for what, lost in shown.loses.items():
        if what != "schnapps":  # those are counted at closing time
            assert gained[what] == -lost
    for what in {"thalers", "beer"} - shown.loses.keys():
        assert gained[what] == 0


@pytest.mark.parametrize("modules", [1, 3, 5])
def test_a_plan_gives_what_using_every_die_gives(modules: int) -> None:
    luck = random.Random(modules)
    seen = 0
    for seed in range(8):
        game = new_game(2, modules, seed=seed)
        while not game.over and seen < 60:
            seat = luck.choice(game.to_act)
            game.play(seat, luck.choice(game.legal_actions(seat)))
            if game.phase != "serving" or game.state.tasks or not game.to_act:
                continue
            seat = game.to_act[0]
            plan = board_of(game.view(None).state).seats[seat].plan
            after = game.clone()
            steps = 0
            while uses := [action for action in after.legal_actions(seat) if action.text.startswith("use ")]:
                action = next((one for one in uses if "monk" not in one.text), None)
                if action is None:
                    steps = sum(1 for place in after.state.players[seat].places if place == MONK)
                    break
                after.play(seat, action)
            before, now = game.state.players[seat], after.state.players[seat]
            assert now.thalers - before.thalers == plan["thalers"]
            assert now.beer - before.beer == plan["beer"]
            assert bool(steps) == bool(plan["steps"])
            seen += 1
    assert seen >= 30


@pytest.mark.parametrize(("players", "modules"), SETUPS)
def test_figures_are_those_of_the_edition(players: int, modules: int) -> None:
    edition = load_edition()
    figures = figures_of(make_setup(players, modules, edition))
    assert msgspec.json.decode(msgspec.json.encode(figures), type=Figures) == figures
    assert len(figures.evenings) == len(figures.schnapps) == edition.rounds
    assert figures.winter == (modules > 1)
    assert bool(figures.ring) == (modules >= 3)
    assert bool(figures.start_cards) == (modules >= 4)
    assert bool(figures.book) == (modules >= 5)
    assert all(options for options in figures.evenings)
    for name, card in figures.cards.items():
        kind = edition.kind_of[name]
        assert (card.asks, card.pays, card.points) == (edition.die[kind], edition.pays[kind], edition.points[kind])
        assert (card.bonus is None) == (edition.bonus[kind] == 0)
    assert figures.house


def test_a_board_travels() -> None:
    game = new_game(4, 5, seed=1)
    board = board_of(game.view(None).state)
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board
