"""What a die would bring in the draft: the same as when the dice are really placed in the engine."""

import random

import pytest

from tests.figures import FIGURES
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.rules.actions import END, PLACE, READY
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.server.protocol.board import Prospect
from tiefenthal.server.tables.board import board_of


def drafts(players: int, modules: int, seed: int) -> list[tuple[Game, int]]:
    """Games in which a seat is about to take its last die, one for each evening."""
    luck = random.Random(seed)
    game = new_game(players, modules, seed, FIGURES)
    found: list[tuple[Game, int]] = []
    while not game.over:
        seat = luck.choice(game.to_act)
        if game.phase == "draft" and len(game.state.players[seat].coaster) == 1:
            found.append((game.clone(), seat))
        game.play(seat, luck.choice(game.legal_actions(seat)))
    return found


def shown(game: Game, seat: int) -> list[Prospect]:
    """What the board says about the seat's coaster."""
    return board_of(game.view(None).state).seats[seat].prospects


def planned(game: Game, seat: int) -> Game:
    """The same evening, when the seat plans; the others take the first die."""
    game = game.clone()
    while game.phase != "planning" or seat not in game.to_act:
        acting = game.to_act[0]
        game.play(acting, game.legal_actions(acting)[0])
    return game


def most(game: Game, seat: int, what: str) -> int:
    """The most the dice of the seat can give, by trying every plan."""
    best = board_of(game.view(None).state).seats[seat].plan.get(what, 0)
    p = game.state.players[seat]
    waiting = [face for face, place in zip(p.faces, p.places, strict=True) if place < 0]
    if not waiting:
        return best
    for action in game.legal_actions(seat):
        if action.text.startswith(f"place {min(waiting)} "):
            after = game.clone()
            after.play(seat, action)
            best = max(best, most(after, seat, what))
    return best


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 2), (4, 5)])
def test_a_die_fits_where_the_rules_let_it(players: int, modules: int) -> None:
    seen = 0
    for game, seat in drafts(players, modules, seed=players):
        (prospect,) = shown(game, seat)
        after = planned(game, seat)
        if after.state.players[seat].seated != game.state.players[seat].seated:
            continue  # a guest came or left in between
        placings = {one.text for one in after.legal_actions(seat) if one.text.startswith(f"place {prospect.face} ")}
        assert {f"place {prospect.face} {fit.space}" for fit in prospect.fits} == placings
        free = board_of(after.view(None).state).seats[seat].dishwashers_free
        for fit in prospect.fits:
            placed = after.clone()
            placed.play(seat, f"place {prospect.face} {fit.space}")
            on = board_of(placed.view(None).state).seats[seat]
            assert {what: n for what, n in on.plan.items() if n and what in fit.gives} == {
                what: n for what, n in fit.gives.items() if n
            }
            assert free - on.dishwashers_free == fit.dishwashers
        seen += 1
    assert seen > 8


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 3)])
def test_the_most_is_what_the_best_plan_gives(players: int, modules: int) -> None:
    """Seats with dishwashers and few dice first: trying every plan takes long."""
    evenings = [(game, seat, planned(game, seat)) for game, seat in drafts(players, modules, seed=7 + players)]
    few = [one for one in evenings if len(one[2].state.players[one[1]].faces) <= 5]
    few.sort(key=lambda one: -one[2].state.players[one[1]].dishwashers)
    assert few[0][2].state.players[few[0][1]].dishwashers > 0
    for game, seat, after in few[:5]:
        (prospect,) = shown(game, seat)
        on = board_of(after.view(None).state).seats[seat]
        stored = {"thalers": on.thalers, "beer": on.beer + on.staff.get("barback", 0)}
        assert prospect.most == {what: stored[what] + most(after, seat, what) for what in stored}


def test_it_says_what_comes_into_reach() -> None:
    """Everything within reach with this die that is not with the dice in hand alone."""
    found = 0
    for game, seat in drafts(2, 3, seed=3):
        (prospect,) = shown(game, seat)
        p = game.state.players[seat]
        edition = game.edition
        names = edition.card_names
        after = planned(game, seat)
        after.state.players[seat].faces.pop()  # the die is not taken
        after.state.players[seat].places.pop()
        on = board_of(after.view(None).state).seats[seat]
        if len(on.dice) > 4:
            continue
        with_it = prospect.most
        without = {
            "thalers": on.thalers + most(after, seat, "thalers"),
            "beer": on.beer + on.staff.get("barback", 0) + most(after, seat, "beer"),
        }
        prices = {f"buy {name}": ("thalers", edition.price[card]) for card, name in enumerate(names[:7]) if name}
        prices |= {f"nobles {n}": ("beer", price) for n, price in enumerate(edition.noble_price) if n}
        guests = [game.state.pile[-1] if game.state.pile else 0, *game.state.row]
        prices |= {
            f"recruit {f'row{place}' if place else 'pile'}": ("beer", edition.beer[card])
            for place, card in enumerate(guests)
            if card
        }
        wanted = {text for text, (what, price) in prices.items() if without[what] < price <= with_it[what]}
        assert {ware.action for ware in prospect.opens if ware.kind != "upgrade"} == wanted, (p.faces, prospect)
        found += len(wanted)
    assert found


def test_nobody_else_is_told_anything() -> None:
    game, seat = drafts(3, 1, seed=1)[0]
    board = board_of(game.view(None).state)
    assert [number for number, one in enumerate(board.seats) if one.prospects] == [seat]
    after = planned(game, seat)
    assert all(one.prospects == [] for one in board_of(after.view(None).state).seats)


def most_placed(game: Game, seat: int) -> int:
    """The most dice that can be placed one after the other, by trying every order."""
    best = 0
    tried = set()
    for action in game.legal_actions(seat):
        if action.text.startswith("place ") and action.text not in tried:
            tried.add(action.text)
            after = game.clone()
            after.play(seat, action)
            best = max(best, 1 + most_placed(after, seat))
            if best == sum(place < 0 for place in game.state.players[seat].places):
                break
    return best


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (4, 5)])
def test_the_dice_that_can_still_be_placed_are_counted(players: int, modules: int) -> None:
    """Also where several of them fit only one space; never those that fit nowhere, nor when nobody may place any."""
    luck = random.Random(players)
    game = new_game(players, modules, players, FIGURES)
    fewer = 0
    while not game.over:
        board = board_of(game.view(None).state)
        for seat in range(players):
            p = game.state.players[seat]
            unplaced = sum(place == TRAY for place in p.places)
            if game.phase not in ("planning", "serving"):
                assert board.seats[seat].placeable == 0
            elif (
                seat in game.to_act
                and 0 < unplaced <= 3
                and any(action.kind in (READY, END) for action in game.legal_actions(seat))
            ):
                expected = most_placed(game, seat)
                assert board.seats[seat].placeable == expected
                fitting = {action.text.split()[1] for action in game.legal_actions(seat) if action.kind == PLACE}
                alone = sum(
                    str(face) in fitting for face, place in zip(p.faces, p.places, strict=True) if place == TRAY
                )
                fewer += expected < alone
        seat = luck.choice(game.to_act)
        game.play(seat, luck.choice(game.legal_actions(seat)))
    assert fewer > 0
