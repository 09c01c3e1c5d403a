"""Decides whether a command from a socket is allowed at a table, and which log entries it becomes.

Pure functions: nothing changes here. The seat comes from the socket, never from the message.
"""

import itertools
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from tiefenthal.engine.game import Game, UndoError
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.rules.refusal import NO_RULE, Refusal, Value, refuse
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.frames import Code
from tiefenthal.server.tables import bounds, log, teaching
from tiefenthal.server.tables.ahead import why_not_ahead, yet_to_take
from tiefenthal.server.tables.table import Table
from tiefenthal.server.text import clean_chat


class CommandRefused(Exception):
    """A command that cannot be carried out: a word for programs, and the reason, with the rule if it is one."""

    def __init__(self, code: Code, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.code: Code = code
        self.refusal = refusal


def refused(code: Code, reason: str, **values: Value) -> CommandRefused:
    """A refusal that does not come from the rules."""
    return CommandRefused(code, refuse(NO_RULE, reason, **values))


class Circumstances(NamedTuple):
    """What a command depends on besides the table itself."""

    here: Collection[int]
    """The seats somebody is connected for."""
    bots: Collection[str]
    """The bots there are."""
    away_for: Mapping[int, float]
    """For the other seats of persons: for how many seconds nobody has been connected, while they could have been."""


About = Callable[[], Circumstances]


def decide(table: Table, seat: int | None, command: frames.Command, about: About) -> list[log.Entry]:
    """The log entries of a command; raises CommandRefused. `about` is called only when needed, which is rare."""
    if seat is None:
        raise refused("not-your-seat", "watching")
    if isinstance(command, frames.Play):
        return _play(table, seat, command)
    if isinstance(command, frames.Undo):
        return _undo(table, seat, command)
    if isinstance(command, frames.AskUndo):
        return _ask_undo(table, seat, command)
    if isinstance(command, frames.AnswerUndo):
        return _answer_undo(table, seat, command)
    if isinstance(command, frames.HandOver):
        return _hand_over(table, seat, command, about())
    if isinstance(command, frames.TakeBack):
        if table.places[seat].handed is None:
            raise refused("not-your-seat", "no-bot-plays")
        return [log.TakenBack(seat)]
    _has_room(table)
    if isinstance(command, frames.SetPace):
        return [log.Paced(command.pace)]
    try:
        return [log.Said(seat, clean_chat(command.text))]
    except ValueError:
        raise refused("empty", "nothing-said") from None


def bot_move(table: Table, seat: int, ply: int, action: str) -> list[log.Entry]:
    """The same for a bot that plays a seat; its commands are checked like a person's."""
    if table.places[seat].player is None:
        raise refused("not-your-seat", "person-plays")
    return _decision(table, seat, ply, action)


def _play(table: Table, seat: int, command: frames.Play) -> list[log.Entry]:
    _own_hand(table, seat)
    choices = table.choices_ahead()
    if seat in choices.open or seat in choices.made:
        return [_chosen_ahead(table, seat, command)]
    entries = _decision(table, seat, command.ply, command.action)
    if teaching.objects(table, seat, command.action):
        raise refused("lesson", "lesson")
    return entries


def _decision(table: Table, seat: int, ply: int, action: str) -> list[log.Entry]:
    game = _current(table, seat, ply)
    refusal = game.why_not(seat, action)
    if refusal is not None:
        raise CommandRefused("illegal", refusal)
    if bounds.is_one_too_many(game, seat, parse_action(action)):
        raise CommandRefused("too-many-changes", bounds.too_many_changes())
    return [log.Played(seat, action), *_due(table, game)]


def _chosen_ahead(table: Table, seat: int, command: frames.Play) -> log.Ahead:
    """The entry of a choice before the seat's turn."""
    game = _current(table, seat, command.ply)
    refusal = why_not_ahead(game.state, seat, command.action)
    if refusal is not None:
        raise CommandRefused("illegal", refusal)
    if seat in table.ahead:
        _may_take_back(table, seat)
    return log.Ahead(seat, command.action)


def _due(table: Table, game: Game) -> list[log.Entry]:
    """The choices ahead whose turn comes with the decision of the seat whose turn it is: they are played with it."""
    following = itertools.takewhile(table.ahead.__contains__, yet_to_take(game.state)[1:])
    return [log.Played(seat, table.ahead[seat]) for seat in following]


def _undo(table: Table, seat: int, command: frames.Undo) -> list[log.Entry]:
    _own_hand(table, seat)
    game = _current(table, seat, command.ply)
    if seat in table.ahead:
        return [_not_ahead(table, seat)]
    if game.last_decision(seat) is None:
        raise refused("undo", "nothing-decided")
    _may_take_back(table, seat)
    if not table.undo_is_free(seat):
        raise refused("consent", "consent")
    return [_undone(game, seat)]


def _ask_undo(table: Table, seat: int, command: frames.AskUndo) -> list[log.Entry]:
    _own_hand(table, seat)
    game = _current(table, seat, command.ply)
    if seat in table.ahead:
        return [_not_ahead(table, seat)]
    move = game.last_decision(seat)
    if move is None:
        raise refused("undo", "nothing-decided")
    _may_take_back(table, seat)
    if table.request is not None:
        raise refused("undo", "asked-already")
    if table.undo_is_free(seat):
        return [_undone(game, seat)]
    if table.counts:
        raise refused("daily", "daily-no-way-back")
    if move < table.last_parting:
        raise refused("no-way-back", "left-since")
    if move < table.earliest_rewind(seat):
        raise refused("no-way-back", "too-long-ago")
    if not table.persons_but(seat):
        return [log.Asked(seat, move), log.Rewound(seat, move)]
    return [log.Asked(seat, move)]


def _may_take_back(table: Table, seat: int) -> None:
    if table.lesson is not None:
        raise refused("lesson", "lesson-undo")
    if not bounds.may_take_back(table.undos[seat]):
        raise refused("too-many-undos", "too-many-undos")


def _not_ahead(table: Table, seat: int) -> log.Ahead:
    """The entry of a choice ahead that is taken back."""
    _may_take_back(table, seat)
    return log.Ahead(seat)


def _undone(game: Game, seat: int) -> log.Undone:
    """The entry of a free undo. It is tried first: an entry that cannot be applied must never be written."""
    try:
        game.clone().undo(seat)
    except UndoError:
        raise refused("consent", "decided-since") from None
    return log.Undone(seat)


def _answer_undo(table: Table, seat: int, command: frames.AnswerUndo) -> list[log.Entry]:
    request = table.request
    if request is None or request.ply != command.ply:
        raise refused("nothing-asked", "nobody-asks")
    if seat == request.seat:
        if command.yes:
            raise refused("nothing-asked", "you-asked")
        return [log.Answered(seat, False)]
    if seat not in request.waiting:
        raise refused("nothing-asked", "answered")
    answer = log.Answered(seat, command.yes)
    if command.yes and request.waiting == {seat}:
        return [answer, log.Rewound(request.seat, request.move)]
    return [answer]


def _hand_over(table: Table, seat: int, command: frames.HandOver, about: Circumstances) -> list[log.Entry]:
    _running(table)
    if table.lesson is not None:
        raise refused("lesson", "lesson-bot")
    if command.bot not in about.bots:
        raise refused("no-such-bot", "no-such-bot", bots=", ".join(sorted(about.bots)))
    if table.counts:
        raise refused("daily", "daily-no-bot")
    whose = seat if command.seat is None else command.seat - 1
    if whose >= len(table.places):
        raise refused("not-your-seat", "no-such-seat", n=len(table.places))
    place = table.places[whose]
    if place.player is not None:
        raise refused("not-your-seat", "bot-plays")
    if whose == seat:
        _has_room(table)
    else:
        away = about.away_for.get(whose)
        if whose in about.here or away is None:
            raise refused("not-away", "is-here")
        wait = table.away_after - away
        if wait > 0:
            raise refused("not-away", "not-long-away", n=round(wait) + 1)
    return [log.HandedOver(whose, command.bot, None if whose == seat else seat)]


def _has_room(table: Table) -> None:
    """Refuse everything but the game itself when the log is long."""
    if not bounds.has_room(table.length):
        raise refused("long-history", "long-history")


def _own_hand(table: Table, seat: int) -> None:
    if table.places[seat].handed is not None:
        raise refused("not-your-seat", "bot-plays-yours")


def _running(table: Table) -> Game:
    game = table.game
    if game is None:
        raise refused("not-playing", "not-begun")
    if game.over:
        raise CommandRefused("not-playing", refuse("G-2", "over"))
    return game


def _current(table: Table, seat: int, ply: int) -> Game:
    """The game, if the command answers it as it is now."""
    game = _running(table)
    if not table.fresh[seat] <= ply <= table.ply:
        raise refused("stale", "stale")
    return game
