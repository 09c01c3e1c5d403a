"""Whose decision it is, what is offered, and what is refused."""

import random
from collections import Counter

import pytest

from tests.figures import FIGURES
from tests.rl.helpers import SOME_SETUPS, random_play, setup_of
from tests.setups import ALL_SETUPS
from tiefenthal import IllegalActionError, new_game
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.changes import is_change
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.rl.codec import ACTION_COUNT, action_number
from tiefenthal.rl.core.stepped_game import NO_LIMIT, SteppedGame


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_a_seed_gives_the_game_of_new_game(players: int, modules: int) -> None:
    """Played on with the same decisions, both come to the same end."""
    table = SteppedGame(setup_of(players, modules))
    game = new_game(players, modules, seed="same", edition=FIGURES)
    for _ in random_play(table, "same"):
        if table.log:
            game.play(table.log[-1] >> 16, table_action(table))
    assert game.over
    assert game.scores == table.scores()
    outcome = game.outcome
    assert outcome is not None
    assert [share > 0 for share in table.win_shares()] == [seat in outcome.winners for seat in range(players)]
    assert sum(table.win_shares()) == pytest.approx(1)


def table_action(table: SteppedGame) -> str:
    from tiefenthal.rl.codec import action_text

    return action_text(table.log[-1] & 0xFFFF)


@pytest.mark.parametrize("limit", [NO_LIMIT, 6])
@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_the_mask_is_what_is_legal(players: int, modules: int, limit: int) -> None:
    """At every decision of a game, and in the order of the rules; less changes of plan when they are used up."""
    table = SteppedGame(setup_of(players, modules), limit)
    narrowed = 0
    for decisions, _ in enumerate(random_play(table, f"mask {players} {modules}")):
        if decisions == 2000:
            break
        legal = legal_actions(table.state, table.seat) if table.seat >= 0 else []
        offered = [action for action in legal if not is_change(action)]
        if table.legal != legal:
            assert table.legal == offered
            narrowed += 1
        mask = bytes(table.mask)
        assert {number for number, bit in enumerate(mask) if bit} == {action.id for action in table.legal}
        assert len(mask) == ACTION_COUNT
        assert max(mask) <= 1
    assert (narrowed > 0) == (limit != NO_LIMIT)


def test_seats_that_decide_at_once_are_asked_in_turn_order() -> None:
    """Each until it is done, the start player first."""
    table = SteppedGame(setup_of(4, 1))
    for _ in random_play(table, 2):
        if table.seat < 0:
            break
        waiting = table.waiting
        assert table.seat == waiting[0]
        start = table.state.start_player
        assert waiting == sorted(waiting, key=lambda seat: (seat - start) % 4)
        if table.state.setup.flow.steps[table.state.step].name == "planning" and len(waiting) < 4:
            return
    pytest.fail("nobody was ready before the others")


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_changes_of_plan_are_limited_for_each_seat_and_evening(limit: int) -> None:
    table = SteppedGame(setup_of(2, 5), limit)
    made: Counter[tuple[int, int]] = Counter()
    refused = 0
    counted = 0
    evening = 1
    for _ in random_play(table, 4):
        # The game's own steps change plans too. A change never ends an evening.
        made.update((evening, entry >> 16) for entry in table.log[counted:] if is_change(ACTIONS[entry & 0xFFFF]))
        counted = len(table.log)
        evening = table.state.round
        if table.seat < 0:
            break
        key = (evening, table.seat)
        changes = [action for action in legal_actions(table.state, table.seat) if is_change(action)]
        offered = [action for action in table.legal if is_change(action)]
        assert offered == (changes if made[key] < limit else [])
        if changes and not offered:
            refused += 1
            with pytest.raises(IllegalActionError, match=f"allows {limit} changes of plan"):
                table.step(changes[0].id)
        if offered:  # use them up
            table.step(offered[0].id)
    assert refused


def test_without_a_limit_everything_legal_is_offered() -> None:
    table = SteppedGame(setup_of(2, 1))
    for _ in random_play(table, 4):
        if table.seat >= 0:
            assert table.legal == legal_actions(table.state, table.seat)


def test_what_is_refused_says_why_and_changes_nothing() -> None:
    table = SteppedGame(setup_of(2, 1))
    with pytest.raises(IllegalActionError, match="reset begins a new one"):
        table.step(0)
    table.begin("1")
    before = table.row(0), bytes(table.mask)
    with pytest.raises(IllegalActionError, match="First decide whether your guests stay") as refused:
        table.step(action_number("buy server"))
    assert refused.value.refusal.rule == "B-6"
    for number in (-1, ACTION_COUNT, 10**9):
        with pytest.raises(IllegalActionError, match="numbered 0 to 1944"):
            table.step(number)
    assert (table.row(0), bytes(table.mask)) == before
    assert table.log == []


def test_any_seat_the_game_waits_for_can_act() -> None:
    """In phases that all play at once; `ready` cannot be taken back."""
    table = SteppedGame(setup_of(2, 1))
    rng = random.Random(1)
    table.begin("1")
    while table.state.setup.flow.steps[table.state.step].name != "planning":
        table.step(rng.choice(table.legal).id)
    first, second = table.waiting
    table.step_as(second, action_number("ready"))
    assert table.waiting == [first]
    assert table.offered(second) == []
    with pytest.raises(IllegalActionError, match="being ready is final"):
        table.step_as(second, action_number("unready"))
    with pytest.raises(IllegalActionError):
        table.step_as(first, action_number("buy server"))
    table.step_as(first, action_number("ready"))
    assert table.state.setup.flow.steps[table.state.step].name == "serving"
