"""The Taverns of Tiefenthal as software: one exact rules engine and what is built on it. Unofficial (NOTICE.md).

import tiefenthal

game = tiefenthal.new_game(players=3, modules=5, seed=7)
while not game.over:
    seat = game.to_act[0]
    game.play(seat, game.legal_actions(seat)[0])
print(game.scores, game.record)
"""

from tiefenthal.chance import ChanceError, ScriptedChance, SeededChance, TapeChance
from tiefenthal.components import Edition, EditionError, load_edition
from tiefenthal.game import Decision, Game, Result, UndoError, new_game
from tiefenthal.record.notation import Record, RecordError
from tiefenthal.record.position import PositionError
from tiefenthal.replay import verify
from tiefenthal.rules.actions import Action, NotAnActionError, action_by_id, parse_action
from tiefenthal.rules.refusal import IllegalActionError, Refusal
from tiefenthal.view import View, determinize

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
    "verify",
]

__version__ = "0.1.0"
