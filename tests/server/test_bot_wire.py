"""The messages between the server and the bots' processes: the whole view, nothing hidden, strictly parsed answers."""

from collections.abc import Iterator

import pytest

from tiefenthal import SeededChance, determinize, new_game, parse_action
from tiefenthal.engine.record.position import canonical_json, view_document
from tiefenthal.engine.record.state_data import player_values
from tiefenthal.engine.rules.state import Player, State, new_player
from tiefenthal.engine.view import View, view_of
from tiefenthal.players.bots import make_bot
from tiefenthal.server.bots import wire as bot_wire


def every_fifth_view() -> Iterator[View]:
    """Views of all seats from games with every number of modules."""
    for modules in range(1, 6):
        game = new_game(2 + modules % 3, modules, seed=f"sent {modules}")
        bots = [make_bot("random", f"{modules} {seat}") for seat in range(4)]
        while not game.over:
            if game.ply % 5 == 0:
                for seat in range(game.players):
                    yield game.view(seat)
            seat = game.to_act[game.ply % len(game.to_act)]
            game.play(seat, bots[seat].choose(game.view(seat), game.legal_actions(seat)))


def test_every_field_is_sent_or_left_out_on_purpose() -> None:
    assert {*bot_wire.STATE_FIELDS, "setup", "players", "reveals", "events"} == set(State.__slots__)
    assert set(bot_wire.PLAYER_FIELDS) == set(Player.__slots__)


def test_a_view_arrives_as_it_was_sent_and_hidden_things_change_no_byte() -> None:
    """Another order of every hidden pile and another hidden choice give the same bytes."""
    states = 0
    differ = 0
    for view in every_fifth_view():
        legal = view.legal_actions()
        body = bot_wire.request("greedy", "seed", view, legal)
        edition = view.state.setup.edition
        line = bot_wire.choose_line(7, True, body).decode("ascii").removeprefix("choose ")
        request = bot_wire.read_choose(line, {edition.digest: edition})
        assert (request.number, request.bot, request.seed, request.tell) == (7, "greedy", "seed", True)
        assert request.legal == legal
        assert canonical_json(view_document(request.view)) == canonical_json(view_document(view))
        assert request.view.legal_actions() == legal
        for field in bot_wire.STATE_FIELDS:
            assert getattr(request.view.state, field) == getattr(view.state, field)
        twin = determinize(view, SeededChance(f"twin {states}"))
        differ += twin.guest_deck != view.state.guest_deck
        assert bot_wire.request("greedy", "seed", view_of(twin, view.seat), legal) == body
        states += 1
    assert states > 1000
    assert differ > states * 0.9


def test_a_request_is_small() -> None:
    for view in every_fifth_view():
        assert len(bot_wire.request("greedy", "s" * 60, view, view.legal_actions())) < 4000


@pytest.mark.parametrize(
    "line",
    [b"", b"1", b"1 plays", b"1 plays x", b"1 plays -4", b"1 plays 5 6", b" 1 plays 5", b"1 failed ", b"1 made\r",
     b"1 failed \xff", b"9999999999999 plays 1", b"1 plays 99999999", b"1 failed " + b"x" * 400, b"cposix\nsystem\n"],
)  # fmt: skip
def test_an_answer_that_makes_no_sense_is_none(line: bytes) -> None:
    assert bot_wire.read_reply(line) is None


def test_answers() -> None:
    ready = parse_action("ready")
    assert bot_wire.read_reply(bot_wire.made_reply(3).rstrip(b"\n")) == (3, None, None)
    assert bot_wire.read_reply(bot_wire.action_reply(3, ready).rstrip(b"\n")) == (3, ready.id, None)
    for words in ("a\nb", "", "\n", "x" * 1000, "ü☃ \x00", "1 plays 5"):
        line = bot_wire.failed_reply(3, words)
        assert line.count(b"\n") == 1
        reply = bot_wire.read_reply(line.rstrip(b"\n"))
        assert reply is not None
        assert (reply.number, reply.action) == (3, None)
        assert reply.words


def test_what_a_tavern_has_is_in_the_order_of_its_fields() -> None:
    p = new_player()
    for number, name in enumerate(bot_wire.PLAYER_FIELDS):
        setattr(p, name, number)
    assert player_values(p) == tuple(range(len(bot_wire.PLAYER_FIELDS)))
