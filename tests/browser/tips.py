"""The moments of a game that have a tip, and what each tip is about."""

import functools
import itertools
from collections.abc import Callable

from tests.browser.posed import played
from tiefenthal import i18n
from tiefenthal.engine.game import Game

TIPS = {key for key in i18n.catalogue("en").sentences if key.startswith("tip.")} - {"tip.title", "tip.close", "tip.off"}


def can(game: Game, verb: str) -> bool:
    """Whether the first seat could do something of this kind."""
    return 0 in game.to_act and any(action.text.startswith(verb) for action in game.legal_actions(0))


def planning(game: Game) -> bool:
    """Nothing is placed yet, and somebody sits there whom no die suits."""
    inn = game.position()["seats"][0]
    dice = [*inn["white_dice"], *inn["coloured_dice"]]
    fits = {action.text.split()[-1] for action in game.legal_actions(0) if action.text.startswith("place")}
    tables = [f"t{number}" for number, _ in enumerate(inn["seated"], 1)]
    return game.phase == "planning" and all(len(die) == 1 for die in dice) and any(one not in fits for one in tables)


def spending(game: Game, what: str) -> bool:
    """All dice are used, and more is left than can be kept."""
    kept = game.position()["seats"][0][what] > 5
    return game.phase == "serving" and can(game, "end") and not can(game, "use") and kept


MOMENTS: dict[str, Callable[[Game], bool]] = {
    "arrival": lambda game: can(game, "again"),
    "draft": lambda game: can(game, "take"),
    "planning": lambda game: game.round == 1 and planning(game),
    "missed": lambda game: game.round == 2 and planning(game),
    "serving": lambda game: game.phase == "serving" and can(game, "use") and not can(game, "upgrade"),
    "upgrade": lambda game: can(game, "upgrade") and can(game, "use"),
    "thalers": lambda game: spending(game, "thalers"),
    "beer": lambda game: spending(game, "beer") and can(game, "recruit"),
    "last": lambda game: can(game, "ready"),
    "choice": lambda game: can(game, "choose"),
}
"""By tip: whether a game is at a moment that has it; and one more, which has none."""

ABOUT: dict[str, tuple[list[str], list[str]]] = {
    "arrival": ([".ph-tables > li", "[data-action=again]"], [".ph-tables > li", "[data-action=again]"]),
    "draft": ([".ph-coaster.large", ".ph-tables > li"], [".ph-hold [data-action]", ".ph-tables > li"]),
    "planning": ([".tv-tray", ".tv-table", "[data-area]"], [".phone-tray", ".phone-tables > li"]),
    "missed": ([".tv-tray", ".tv-table"], [".phone-tray", ".phone-tables > li"]),
    "serving": ([".tv-table", "[data-area]", "[data-kind=use]"], [".phone-tables > li"]),
    "upgrade": (["[data-open^=upgrade]", "[data-area]"], [".phone-halves button:nth-child(2)"]),
    "thalers": ([".tv-stores > li", ".tv-buy"], [".phone-store", "[data-tab=market]"]),
    "beer": ([".tv-stores > li", ".tv-guest"], [".phone-store", "[data-tab=market]"]),
    "last": ([".tv-guest", "[data-thing=nobles]"], ["[data-tab=market]"]),
}
"""By tip: what it speaks of or asks to be pressed, on the wide table and on a phone."""


@functools.cache
def moment(tip: str, players: int = 2, modules: int = 1, evening: int = 0) -> Game:
    """A game that has come to the moment of a tip, on this evening; else on the last one for the tip on that, or before
    it."""

    def here(now: Game) -> bool:
        when = now.round == evening if evening else (now.round == 8) == (tip == "last")
        return when and MOMENTS[tip](now)

    for seed in itertools.count():
        game = played(players, modules, f"tips {seed}", here)
        if game is not None:
            return game
    raise AssertionError
