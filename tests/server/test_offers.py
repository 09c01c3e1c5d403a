"""What is not possible now: everything one can point at is in exactly one of two lists, with a rule as the reason."""

import random
from collections import Counter

import pytest

from tests.setups import ALL_SETUPS
from tests.table import Table
from tiefenthal import Game, new_game
from tiefenthal.engine.components.kinds import AREA_NAMES, TAVERN_NAMES
from tiefenthal.engine.rules.actions import ACTIONS, KIND_NAMES
from tiefenthal.engine.rules.flow import CHOOSE_COLUMN, SERVICE_DENIED
from tiefenthal.engine.rules.play import candidates
from tiefenthal.engine.rules.spaces import SPACE_NAMES, TRAY
from tiefenthal.engine.wording.actions import action_words
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.i18n.rulebook import find_rule
from tiefenthal.server.tables.offers import unavailable


def on_the_table(game: Game, seat: int) -> set[str]:
    """What a person looking at the view's document could point at, found without the code under test: the texts of
    all actions of these kinds whose card, area, guest, die or table is there."""
    s = game.state
    p = s.players[seat]
    ed = s.setup.edition
    tables = [f"t{number}" for number, card in enumerate(p.seated, start=1) if card]
    spaces = SPACE_NAMES[: 4 + len(p.seated)]
    unplaced = [str(face) for face, place in zip(p.faces, p.places) if place == TRAY]
    question = game.decisions[0].rule
    if question == "M5-4":
        return {f"sign {column}" for column in range(1, 5)}
    if question == "R-6":
        return {f"remove {table}" for table in tables}
    if question == "M3-3":
        return {"schnapps"} | {f"remove {table}" for table in tables}
    if question == "M4-3":
        return set()
    if game.phase == "evening" and s.round == ed.rounds:
        return {f"flip {area}" for area in AREA_NAMES}
    placings = {f"place {face} {space}" for face in unplaced for space in spaces}
    if game.phase == "planning":
        turned = unplaced if p.entertainers[2] == 2 else []
        return placings | {f"turn {face} {to}" for face in turned for to in "123456" if to != face}
    if game.phase != "serving":
        return set()
    found = placings | {f"buy {name}" for name in TAVERN_NAMES[1 if game.modules >= 3 else 2 :]}
    found |= {f"upgrade {area}" for area in AREA_NAMES}
    for area, card in enumerate(ed.area_card):
        if card and not p.upgraded >> area & 1:
            found |= {f"upgrade {AREA_NAMES[area]} {count}" for count in range(1, p.drawn[card] + 1)}
    found |= {f"recruit row{place}" for place, guest in enumerate(s.row, start=1) if guest}
    found |= {"recruit pile"} if s.pile else set()
    found |= {"nobles 1", "nobles 2", "nobles 3", "counter-guest"}
    found |= {"bard"} if game.modules >= 3 else set()
    found |= {("entertain thalers", "entertain beer")[p.entertainers[0] - 1]} if p.entertainers[0] else set()
    if p.entertainers[1]:
        first = p.entertainers[1] == 1
        found |= {f"entertain-upgrade {a}" for a in AREA_NAMES} if first else {f"entertain-remove {t}" for t in tables}
    return found


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_everything_on_the_table_is_possible_or_unavailable(players: int, modules: int) -> None:
    rng = random.Random(players * 10 + modules)
    game = new_game(players, modules, seed=f"offers {players} {modules}")
    kinds: Counter[str] = Counter()
    while not game.over:
        for seat in range(players):
            legal = game.legal_actions(seat)
            found = unavailable(game, seat)
            assert found == [] or seat in game.to_act
            actions = [action for action, _ in found]
            assert len(set(actions)) == len(actions)
            assert not set(actions) & set(legal)
            for action, refusal in found:
                assert find_rule(refusal.rule).id == refusal.rule
                assert refusal_words(refusal).endswith(".")
                assert "{" not in action_words(game.state, seat, action)
                kinds[KIND_NAMES[action.kind]] += 1
            if seat in game.to_act and (game.phase != "evening" or game.state.tasks or game.round == 8):
                offered = on_the_table(game, seat)
                assert offered == {action.text for action in candidates(game.state, seat)}
                assert set(actions) == {a for a in ACTIONS if a.text in offered} - set(legal)
            public = unavailable(game.view(None), seat)
            assert public == found
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
    assert {"place", "buy", "upgrade", "recruit", "nobles", "counter-guest"} <= set(kinds)
    assert modules < 3 or "bard" in kinds


def reasons(table: Table, seat: int) -> dict[str, str]:
    """What is unavailable, with the rules."""
    return {action.text: refusal.rule for action, refusal in unavailable(Game(table.state, table.luck), seat)}


def test_a_bonus_of_the_round_that_has_run_out_is_still_on_the_track() -> None:
    table = Table(players=2, modules=1).supply(barback=0).evening(2)
    assert reasons(table, 0) == {"choose barback": "A-9"}


def test_areas_upgraded_already_in_the_free_upgrade() -> None:
    table = Table(players=2, modules=1).upgraded(1, "safe", "monk").evening(8)
    assert reasons(table, 0) == {}
    assert reasons(table, 1) == {"flip safe": "A-7", "flip monk": "A-7"}


def test_a_plan_shows_where_a_die_does_not_go() -> None:
    table = Table(players=2, modules=1).tavern(0, "r3.2", "noble").dice(0, 4, 4).planning()
    assert reasons(table, 0) == {
        "place 4 brewer": "E-2",
        "place 4 monk": "E-2",
        "place 4 t1": "E-3",
        "place 4 t2": "E-3",
    }


def test_one_who_is_ready_or_not_asked_sees_nothing_unavailable() -> None:
    table = Table(players=2, modules=1).dice(0, 4).dice(1, 4).planning().do(0, "ready")
    assert reasons(table, 0) == {}
    assert reasons(table, 1) != {}
    table.do(1, "ready")
    assert table.phase == "F"
    assert reasons(table, 1) == {}


def test_a_serving_says_what_is_too_dear_and_what_is_not_there() -> None:
    table = Table(players=2, modules=2).supply(server=0).upgraded(0, "safe").stores(0, thalers=3, beer=4)
    table.entertainer(0, "money", 1).entertainer(0, "fire", 2).tavern(0, "r3.2", "noble", "dishwasher").serving(0)
    found = reasons(table, 0)
    assert found["buy server"] == "F-7"
    assert found["buy brewer"] == "F-7"
    assert "buy barback" not in found
    assert "buy bard" not in found  # no such pile without module 3
    assert "bard" not in found
    assert found["upgrade safe"] == "F-8"
    assert found["upgrade dishwasher"] == "F-8"
    assert {text for text in found if text.startswith("upgrade dishwasher")} == {
        "upgrade dishwasher",
        "upgrade dishwasher 1",
    }
    assert found["nobles 3"] == "F-13"
    assert found["counter-guest"] == "F-14"
    assert found["entertain thalers"] == "M2-4"
    assert "entertain beer" not in found  # the other side is face down
    assert found["entertain-remove t1"] == "M2-4"
    assert not any(text.startswith("entertain-upgrade") for text in found)


def test_tables_that_cannot_be_denied_service() -> None:
    table = Table(players=2, modules=1).tavern(0, "r3.2", "noble", "r3.2").plan(0, "3 t1").serving(0)
    table.state.tasks.append((SERVICE_DENIED, 0, 0))
    assert reasons(table, 0) == {"remove t1": "R-6", "remove t2": "R-6"}
    assert reasons(table, 1) == {}
    table.do(0, "remove t3")
    table.state.tasks.append((SERVICE_DENIED, 0, 0))
    assert reasons(table, 0) == {"remove t1": "R-6", "remove t2": "R-6"}  # nobody is left at t3


def test_columns_of_the_guest_book_that_are_full() -> None:
    table = Table(players=2, modules=5).serving(0)
    table.state.tasks.append((CHOOSE_COLUMN, 0, 0))
    full = len(table.edition.book)
    table.player(0).book = [0, full, 1, full]
    assert reasons(table, 0) == {"sign 2": "M5-5", "sign 4": "M5-5"}
