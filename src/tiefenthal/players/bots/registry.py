"""Bots by name: those of this package, and those other packages bring by the entry point group `tiefenthal.bots`.

An entry point names a subclass of `Bot` (or any callable that takes a seed and returns a bot):

    [project.entry-points."tiefenthal.bots"]
    careful = "my_package.bots:CarefulBot"

`mcts` thinks as long as it is given: `mcts:0.1` is the same bot with 0.1 seconds for a decision.

A plug-in is loaded only when its bot is asked for, so a broken one harms nobody else; it cannot replace a bot of this
package either.
"""

import difflib
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from tiefenthal.i18n.errors import Worded
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.greedy import GreedyBot
from tiefenthal.players.bots.levels import LEVELS, Apprentice, Innkeeper, Journeyman, Master
from tiefenthal.players.bots.mcts import MctsBot
from tiefenthal.players.bots.neural import make_hasty, make_neural, make_swift
from tiefenthal.players.bots.planner import PlannerBot
from tiefenthal.players.bots.random import RandomBot

GROUP: Final = "tiefenthal.bots"
BotMaker = Callable[[int | str], Bot]
BUILT_IN: Final[dict[str, BotMaker]] = {
    RandomBot.name: RandomBot,
    Apprentice.name: Apprentice,
    Journeyman.name: Journeyman,
    GreedyBot.name: GreedyBot,
    Innkeeper.name: Innkeeper,
    PlannerBot.name: PlannerBot,
    "hasty": make_hasty,
    MctsBot.name: MctsBot,
    "swift": make_swift,
    "neural": make_neural,
    Master.name: Master,
}


TIMED: Final[dict[str, Callable[[int | str, float], Bot]]] = {MctsBot.name: MctsBot.with_seconds}
"""Bots that can be given another time than their own, and how."""
LONGEST: Final = 60.0  # seconds for a decision


class UnknownBotError(Worded, ValueError):
    """No bot has this name."""


class BrokenBotError(Worded, ValueError):
    """A plug-in names this bot but does not bring it."""


def _plug_ins() -> dict[str, EntryPoint]:
    """The bots other packages announce, not yet loaded."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def bot_names() -> list[str]:
    """Every name `make_bot` knows: the built-in bots first, then the plug-ins."""
    return [*BUILT_IN, *sorted(_plug_ins())]


def level_of(name: str) -> int:
    """1 to 4 for the levels made for people, the weakest first; 0 for every other bot."""
    maker = BUILT_IN.get(name)
    return LEVELS.index(maker) + 1 if maker in LEVELS else 0


def words_about(name: str) -> str:
    """A sentence about a bot of this package."""
    return (BUILT_IN[name].__doc__ or name).strip().partition("\n")[0]


def check_bot(name: str) -> None:
    """Refuse a name that no bot has."""
    if name in BUILT_IN:  # looking for plug-ins takes longer than some games
        return
    names = bot_names()
    if name in names:
        return
    base, sign, time = name.partition(":")
    if sign and base in names:
        _seconds(base, time)
        return
    near = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    if near:
        raise UnknownBotError("no-bot-but", bot=repr(name), near=near[0], bots=", ".join(names))
    raise UnknownBotError("no-bot", bot=repr(name), bots=", ".join(names))


def _seconds(name: str, time: str) -> float:
    """The time in `name:time`."""
    if name not in TIMED:
        raise UnknownBotError("no-time", bot=repr(name), bots=", ".join(TIMED))
    try:
        seconds = float(time)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= LONGEST:
        raise UnknownBotError("bot-time", time=repr(time), bot=repr(name), most=f"{LONGEST:.0f}", example=f"{name}:0.1")
    return seconds


def make_bot(name: str, seed: int | str = 0) -> Bot:
    """A new bot whose own luck follows from the seed."""
    check_bot(name)
    if name in BUILT_IN:
        return BUILT_IN[name](seed)
    base, sign, time = name.partition(":")
    if sign and base in TIMED:
        return TIMED[base](seed, _seconds(base, time))
    point = _plug_ins()[name]
    try:
        bot = point.load()(seed)
    except Exception as error:
        raise BrokenBotError("broken-bot", bot=repr(name), place=point.value, reason=str(error)) from error
    if not callable(getattr(bot, "choose", None)):
        raise BrokenBotError("bot-chooses-not", bot=repr(name), place=point.value, method="choose")
    made: Bot = bot
    return made
