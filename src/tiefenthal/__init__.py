"""The Taverns of Tiefenthal as software: one exact rules engine and what is built on it. Unofficial (NOTICE.md).

import tiefenthal

game = tiefenthal.new_game(players=3, modules=5, seed=7)
while not game.over:
    seat = game.to_act[0]
    game.play(seat, game.legal_actions(seat)[0])
print(game.scores, game.record)
"""

import importlib
import importlib.util
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiefenthal.engine.chance import ChanceError, ScriptedChance, SeededChance, TapeChance
    from tiefenthal.engine.components import Edition, EditionError, load_edition
    from tiefenthal.engine.game import Decision, Game, Result, UndoError, new_game
    from tiefenthal.engine.record.notation import Record, RecordError
    from tiefenthal.engine.record.position import PositionError
    from tiefenthal.engine.replay import verify
    from tiefenthal.engine.rules.actions import Action, NotAnActionError, action_by_id, parse_action
    from tiefenthal.engine.rules.refusal import IllegalActionError, Refusal
    from tiefenthal.engine.view import View, determinize
    from tiefenthal.engine.wording.refusals import question_words, refusal_words

__all__ = [
    "Action",
    "ChanceError",
    "Decision",
    "Edition",
    "EditionError",
    "Game",
    "IllegalActionError",
    "NotAnActionError",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "Result",
    "ScriptedChance",
    "SeededChance",
    "TapeChance",
    "UndoError",
    "View",
    "action_by_id",
    "determinize",
    "load_edition",
    "new_game",
    "parse_action",
    "question_words",
    "refusal_words",
    "verify",
]

__version__ = "0.1.0"

_HOME = {
    "tiefenthal.engine.chance": ("ChanceError", "ScriptedChance", "SeededChance", "TapeChance"),
    "tiefenthal.engine.components": ("Edition", "EditionError", "load_edition"),
    "tiefenthal.engine.game": ("Decision", "Game", "Result", "UndoError", "new_game"),
    "tiefenthal.engine.record.notation": ("Record", "RecordError"),
    "tiefenthal.engine.record.position": ("PositionError",),
    "tiefenthal.engine.replay": ("verify",),
    "tiefenthal.engine.rules.actions": ("Action", "NotAnActionError", "action_by_id", "parse_action"),
    "tiefenthal.engine.rules.refusal": ("IllegalActionError", "Refusal"),
    "tiefenthal.engine.view": ("View", "determinize"),
    "tiefenthal.engine.wording.refusals": ("question_words", "refusal_words"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}


def __getattr__(name: str) -> Any:
    """The engine is imported when it is first asked for: until then, which build of it runs can still be chosen."""
    if name in _MODULE:
        found = globals()[name] = getattr(importlib.import_module(_MODULE[name]), name)
        return found
    module = f"{__name__}.{name}"
    if not name.startswith("_") and importlib.util.find_spec(module) is not None:
        return importlib.import_module(module)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if os.environ.get("TIEFENTHAL_COMPILED") == "use":
    from tiefenthal.engine.build.switch import use_compiled

    use_compiled()
