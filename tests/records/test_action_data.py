"""Actions as data: nothing of the text is missing, prices and yields are what is really paid and had."""

import random
from collections.abc import Iterator
from itertools import chain

import tiefenthal
from tests.table import Table
from tiefenthal import Game
from tiefenthal.engine.record.action_data import ActionData, action_data, depends_on
from tiefenthal.engine.rules.actions import KIND_NAMES, Action, parse_action
from tiefenthal.engine.rules.play import candidates

MANY = ("brewer", "monk")  # spaces where a die is named with its face


def spot(space: str | None, face: int | None) -> str:
    """A die on a space, as the notation names it."""
    return f"{space}:{face}" if space in MANY else str(space)


def text_of(data: ActionData) -> str:
    """The text of an action, put together again from its data alone."""
    rest: dict[str, tuple[object, ...]] = {
        "start": (data.number,),
        "dismiss": (data.card,),
        "choose": (f"side-{data.side}" if data.side else data.card if data.what == "card" else data.what,),
        "flip": (data.area,),
        "take": (data.face,),
        "place": (data.face, data.space),
        "move": (spot(data.at, data.face), data.space),
        "back": (spot(data.at, data.face),),
        "turn": (data.face, data.to),
        "use": (spot(data.at, data.face),),
        "swap": (spot(data.at, data.face), spot(data.space, data.other)),
        "buy": (data.card,),
        "upgrade": (data.area, data.count) if data.count else (data.area,),
        "recruit": (data.place,),
        "nobles": (data.count,),
        "entertain": ((data.gives or ("",))[0],),
        "entertain-upgrade": (data.area,),
        "entertain-remove": (data.space,),
        "remove": (data.space,),
        "sign": (data.column,),
        "keep": (data.space or data.card,),
    }
    return " ".join(map(str, (data.kind, *rest.get(data.kind, ()))))


def decisions(players: int, modules: int) -> Iterator[tuple[Game, int, list[Action]]]:
    """A game of chance, decision by decision, with what its seat sees before it, possible or not."""
    luck = random.Random(10 * players + modules)
    game = tiefenthal.new_game(players, modules, seed="data 9")
    while not game.over:
        seat = luck.choice(game.to_act)
        legal = game.legal_actions(seat)
        yield game, seat, [*legal, *candidates(game.state, seat)]
        game.play(seat, luck.choice(legal))


def test_nothing_of_the_text_is_missing() -> None:
    kept: dict[tuple[int, int], ActionData] = {}
    for players, modules in ((2, 4), (3, 5)):
        for game, seat, actions in decisions(players, modules):
            for action in actions:
                data = action_data(game.state, seat, action)
                assert data.kind == KIND_NAMES[action.kind]
                assert text_of(data) == action.text
                # With the same action and the same number from `depends_on`, the data are the same.
                assert kept.setdefault((action.id, depends_on(game.state, seat, action)), data) == data
    assert {data.kind for data in kept.values()} >= set(KIND_NAMES) - {"unready"}


EXACT = ("buy", "upgrade", "nobles", "entertain", "entertain-upgrade", "turn", "use")
"""What brings nothing else of what it is paid with, or gives."""


def test_costs_are_paid_and_gains_are_had() -> None:
    """By a seat that can pay for everything."""
    checked: dict[str, int] = {}
    for game, seat, _ in chain(decisions(2, 4), decisions(3, 5)):
        rich = game.clone()
        p = rich.state.players[seat]
        p.thalers, p.beer, p.schnapps = 40, 40, 10
        for action in rich.legal_actions(seat):
            data = action_data(rich.state, seat, action)
            if data.kind not in EXACT or checked.get(data.kind, 0) > 40:
                continue
            after = rich.clone()
            after.play(seat, action)
            for what, sign in ((data.cost, -1), (data.gives, 1)):
                if what is not None and what[0] != "steps":
                    name, count = what
                    q = after.state.players[seat]
                    assert getattr(q, name) - getattr(p, name) == sign * count, (action, data)
                    checked[data.kind] = checked.get(data.kind, 0) + 1
    assert set(checked) == set(EXACT)


def test_what_a_die_a_guest_and_a_card_are_told_by() -> None:
    t = Table(players=2, modules=1)
    t.tavern(0, "r3.2", "noble", "brewer")
    t.plan(0, "3 t1", "6 brewer", "2 cashbox", "4 -")
    t.serving(0)

    def data(text: str) -> ActionData:
        return action_data(t.state, 0, parse_action(text))

    assert data("use t1") == ActionData("use", face=3, at="t1", card="r3.2", gives=("thalers", 2))
    assert data("use brewer:6") == ActionData("use", face=6, at="brewer", gives=("beer", 2))
    assert data("move cashbox t2") == ActionData("move", face=2, at="cashbox", space="t2", card="noble")
    assert data("swap cashbox t1") == ActionData("swap", face=2, at="cashbox", space="t1", other=3)
    assert data("place 4 barrel") == ActionData("place", face=4, space="barrel")
    edition = t.state.setup.edition
    guest = t.state.row[0]
    beer = ("beer", edition.beer[guest])
    assert data("recruit row1") == ActionData("recruit", place="row1", card=edition.card_names[guest], cost=beer)
    assert data("end") == ActionData("end")
