"""docs/protocol.md is true: its examples are of the types they are said to be, and nothing is missing."""

import random
import re
import typing
from pathlib import Path

import msgspec
import pytest

from tiefenthal.engine.game import new_game
from tiefenthal.engine.record.action_data import action_data
from tiefenthal.engine.rules.actions import KIND_NAMES
from tiefenthal.server.protocol import frames, http, parts
from tiefenthal.server.tables.messages import TRANSLATIONS
from tiefenthal.server.tables.offers import fields_of

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL)


def _type(name: str) -> type:
    for module in (frames, http, parts):
        found = getattr(module, name, None)
        if found is not None:
            return typing.cast("type", found)
    raise AssertionError(f"there is no type {name}")


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[f"{i}-{name}" for i, (name, _) in enumerate(EXAMPLES)])
def test_examples_are_of_their_type(name: str, text: str) -> None:
    msgspec.json.decode(text.encode(), type=_type(name))


def test_a_wrong_example_would_be_seen() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"ply": 1, "action": "end", "seat": 1}', type=frames.Play)


@pytest.mark.parametrize("union", [frames.Tagged, frames.Frame])
def test_every_frame_is_described(union: object) -> None:
    for kind in typing.get_args(union):
        assert f"`{kind.__struct_config__.tag}`" in PAGE


def test_every_refusal_is_described() -> None:
    for code in typing.get_args(frames.Code):
        assert f"| `{code}` |" in PAGE


def test_every_way_a_socket_is_closed_is_described() -> None:
    for name in ("GOING_AWAY", "TOO_LARGE", "MALFORMED", "GONE", "TOO_SLOW", "DISK"):
        assert f"| {getattr(frames, name)} |" in PAGE


def test_every_event_and_field_is_described() -> None:
    table = PAGE.partition("## Events")[2].partition("## HTTP")[0]
    for what in {name for name, _ in TRANSLATIONS.values()} | {"decided", "chose", "undone"}:
        assert f"`{what}`" in table
    for name in parts.Event.__struct_fields__:
        assert f"`{name}`" in table


def test_every_kind_and_field_of_an_action_is_described() -> None:
    """Each kind with the fields it has: those a game brings are compared."""
    table = PAGE.partition("## Actions")[2].partition("## Events")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    described = {kind: set(re.findall(r"`(.*?)`", row[2])) for row in rows for kind in re.findall(r"`(.*?)`", row[1])}
    assert set(described) - {"kind"} == set(KIND_NAMES)
    assert set().union(*described.values()) == set(parts.ActionData.__struct_fields__) - {"kind", "form"}
    assert "`form`" in table
    luck = random.Random(5)
    game = new_game(3, 5, seed="protocol page")
    while not game.over:
        seat = luck.choice(game.to_act)
        for action in game.legal_actions(seat):
            fields = set(fields_of(action_data(game.state, seat, action))) - {"kind"}
            assert fields <= described[KIND_NAMES[action.kind]], action
        game.play(seat, luck.choice(game.legal_actions(seat)))


def test_every_field_of_an_update_is_described() -> None:
    table = PAGE.partition("An `update` is whole")[2].partition("| to the server")[0]
    for name in frames.Update.__struct_fields__:
        assert f"| `{name}` |" in table
