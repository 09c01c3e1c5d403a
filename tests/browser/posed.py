"""A table set up as one likes: a game is played to some point here, and shown in a page as if the server had sent it.
What would be sent in answer is kept in the page."""

import json
import random
from collections.abc import Callable
from typing import Any

from harness.browser.table import new_table
from harness.browser.visitor import Visitor
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.server.tables.state_frames import StateFrames

KEEP_COMMANDS = """
window.commands = [];
WebSocket.prototype.send = function (text) { window.commands.push(JSON.parse(text)); };
"""
SHOW = """async (frame) => {
    const { figures, hand, update } = await import("/static/js/core/game.js");
    while (figures.value === null || update.value === null) await new Promise((resolve) => setTimeout(resolve, 10));
    hand.value = null;
    window.commands.length = 0;
    update.value = frame;
}"""


def played(players: int, modules: int, seed: str, until: Callable[[Game], bool], most: int = 4000) -> Game | None:
    """A game played at random until something is so; None if that never happens."""
    game = Game.new(make_setup(players, modules, load_edition(None)), seed)
    rng = random.Random(seed)
    for _ in range(most):
        if game.over:
            return None
        if until(game):
            return game
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal_actions(seat)))
    return None


def frame_of(game: Game, seat: int = 0) -> dict[str, Any]:
    """What the server would send to a seat."""
    found: dict[str, Any] = json.loads(StateFrames(game).update(seat, game.ply + 1000, [], True, "no", board=True))
    return found


def sit_down(me: Visitor, players: int, modules: int) -> None:
    """Open a table of this kind; what is pressed there goes nowhere."""
    me.context.add_init_script(KEEP_COMMANDS)
    me.remember()
    others = [{"kind": "bot", "bot": "random"}] * (players - 1)
    me.go(f"/table/{new_table(me, {'kind': 'here', 'name': 'Ada'}, *others, modules=modules)}")
    me.until("document.querySelector('.tv-stage, .phone-grid')")


def pose(me: Visitor, game: Game, seat: int = 0) -> None:
    """Show this moment of a game."""
    me.page.evaluate(SHOW, frame_of(game, seat))
    me.rest()


def commands(me: Visitor) -> list[str]:
    """The actions pressed since."""
    return [one.get("action", one.get("type", "")) for one in me.page.evaluate("window.commands")]
