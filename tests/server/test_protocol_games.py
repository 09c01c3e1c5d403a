"""A few games through the real protocol; `make games` plays twenty for each of the fifteen set-ups."""

import asyncio
from typing import Any

import msgspec
import pytest

from harness.patience import PATIENCE
from harness.server import Failure, Shadow, percentile
from scripts.protocol_games import SETUPS, ProtocolGames
from tests.setups import ALL_SETUPS
from tiefenthal.client import RawUpdate
from tiefenthal.client.light import LightEvent, LightOffer
from tiefenthal.server.protocol.parts import Question


def test_random_games_with_everything_that_can_happen() -> None:
    """No dead ends, everybody sees the same game, and records verify, across restarts of the server."""
    games = ProtocolGames([(2, 5), (3, 2), (2, 1)], games=1, at_once=3, seed=11, restart=3.0)

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await games.run()

    asyncio.run(limited())
    assert sum(games.games.values()) == 3
    for what in ("moves", "refused", "dropped", "reconnects", "undone", "games through restarts"):
        assert games.tally[what] > 0, f"nothing {what} in {games.report()}"
    assert games.tally["server killed"] + games.tally["server stopped"] > 0


def test_the_tool_plays_all_set_ups() -> None:
    """Fifteen."""
    assert SETUPS == ALL_SETUPS


def update(ply: int, **changed: Any) -> RawUpdate:
    """An update as a seat gets it."""
    whole: dict[str, Any] = {
        "ply": ply,
        "move": ply,
        "view": msgspec.Raw(b'{"round":1}'),
        "events": [],
        "complete": True,
        "decisions": [Question(1, "planning", "q", "A-1", "planning", False)],
        "legal": [LightOffer("stay")],
        "unavailable": msgspec.Raw(b"[]"),
        "choice": None,
        "undo": "no",
    }
    return RawUpdate(**(whole | changed))


def shadow_of(*told: tuple[int | None, RawUpdate]) -> Shadow:
    """What the check finds when seats are sent this."""
    shadow = Shadow("table")
    for seat, frame in told:
        shadow._update(seat, frame)
    return shadow


def test_the_shadow_finds_nothing_where_nothing_is() -> None:
    """The same for all seats; another ply has another view."""
    other = update(4, view=msgspec.Raw(b'{"round":2}'))
    shadow_of((1, update(3)), (2, update(3, legal=[])), (None, update(3, legal=[])), (1, other)).check([1, 2])


@pytest.mark.parametrize(
    ("one", "two", "words"),
    [
        ((1, {}), (2, {"view": msgspec.Raw(b'{"round":2}')}), "two different views of ply 3"),
        ((1, {}), (1, {"legal": []}), "seat 1 was told two different things at ply 3"),
        ((1, {}), (1, {"undo": "free"}), "seat 1 was told two different things at ply 3"),
        (
            (1, {"events": [LightEvent(3, "decided", 1, "stay")]}),
            (2, {"events": [LightEvent(3, "decided", 1, "again")]}),
            "two different decisions at ply 3",
        ),
        ((1, {"events": [LightEvent(3, "decided", 1, "stay")]}), (2, {}), "nobody decided 'stay' of seat 1"),
    ],
)
def test_the_shadow_notices(one: tuple[int, dict[str, Any]], two: tuple[int, dict[str, Any]], words: str) -> None:
    """Different games at one ply, different events, or a decision that nobody made."""
    shadow = shadow_of(*[(seat, update(3, **changed)) for seat, changed in (one, two)])
    with pytest.raises(Failure, match=words):
        shadow.check([1, 2])


def test_the_shadow_misses_what_was_acknowledged() -> None:
    """An acknowledged decision must be there; one without an answer may be there, once."""
    decided = update(3, events=[LightEvent(3, "decided", 1, "stay")])
    shadow = shadow_of((1, decided))
    shadow.accepted[3] = (1, "stay")
    shadow.check([1])
    shadow.accepted[5] = (1, "ready")
    with pytest.raises(Failure, match="was done at ply 5"):
        shadow.check([1])
    unsure = shadow_of((1, decided))
    unsure.unsure[1, "stay"] += 1
    unsure.check([1])
    unsure._update(1, update(4, events=[LightEvent(4, "decided", 1, "stay")]))
    with pytest.raises(Failure, match="nobody decided 'stay' of seat 1 at ply 4"):
        unsure.check([1])


def test_the_shadow_misses_a_choice_ahead() -> None:
    """One that was acknowledged is decided later, unless it was taken back or the game was undone."""
    played = update(4, events=[LightEvent(4, "decided", 1, "take 5")])
    shadow = shadow_of((1, played))
    shadow.accepted[3] = (1, "take 5")
    shadow.check([1])
    shadow.accepted[4] = (1, "take 5")
    with pytest.raises(Failure, match="at ply 4 the choice ahead of seat 1 is lost"):
        shadow.check([1])
    shadow.problems.clear()
    shadow.withdrawn[3] = 1
    shadow.accepted[2] = shadow.accepted.pop(3)
    shadow.check([1])
    other = shadow_of((1, played))
    other.accepted[3] = (1, "take 6")
    with pytest.raises(Failure, match="nobody decided 'take 5' of seat 1 at ply 4"):
        other.check([1])


def test_percentiles() -> None:
    """The statistics of the tools."""
    assert percentile([], 0.99) == 0.0
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([float(n) for n in range(1000)], 0.99) == 990.0
