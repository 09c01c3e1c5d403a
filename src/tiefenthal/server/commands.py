"""May this be done? Judges a command from a socket against a table and says which entries of the log it becomes.

Pure: nothing changes here. The seat is the socket's, never the message's.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from tiefenthal.game import Game, UndoError
from tiefenthal.protocol import frames
from tiefenthal.protocol.frames import Code
from tiefenthal.rules.actions import parse_action
from tiefenthal.server import bounds, log
from tiefenthal.server.table import Table
from tiefenthal.server.web.text import clean_chat


class CommandRefused(Exception):
    """A command that cannot be carried out: a word for programs, a sentence for people, the rule if it is one."""

    def __init__(self, code: Code, words: str, rule: str | None = None) -> None:
        super().__init__(words)
        self.code: Code = code
        self.words = words
        self.rule = rule


class Circumstances(NamedTuple):
    """What a table itself does not know."""

    here: Collection[int]
    """The seats somebody is connected for."""
    bots: Collection[str]
    """The bots there are."""
    away_for: Mapping[int, float]
    """For the other seats of persons: for how many seconds nobody has been connected, while they could have been."""


def decide(table: Table, seat: int | None, command: frames.Command, about: Circumstances) -> list[log.Entry]:
    """The entries a command becomes; raises CommandRefused."""
    if seat is None:
        raise CommandRefused("not-your-seat", "You are watching; only those at the table can do that.")
    if isinstance(command, frames.Play):
        return _play(table, seat, command)
    if isinstance(command, frames.Undo):
        return _undo(table, seat, command)
    if isinstance(command, frames.AskUndo):
        return _ask_undo(table, seat, command)
    if isinstance(command, frames.AnswerUndo):
        return _answer_undo(table, seat, command)
    if isinstance(command, frames.HandOver):
        return _hand_over(table, seat, command, about)
    if isinstance(command, frames.TakeBack):
        if table.places[seat].handed is None:
            raise CommandRefused("not-your-seat", "No bot plays your seat.")
        return [log.TakenBack(seat)]
    _has_room(table)
    if isinstance(command, frames.SetPace):
        return [log.Paced(command.pace)]
    try:
        return [log.Said(seat, clean_chat(command.text))]
    except ValueError as error:
        raise CommandRefused("empty", str(error)) from None


def bot_move(table: Table, seat: int, ply: int, action: str) -> list[log.Entry]:
    """The same for a bot that plays a seat; it is judged like anybody's."""
    if table.places[seat].player is None:
        raise CommandRefused("not-your-seat", "A person plays this seat.")
    return _decision(table, seat, ply, action)


def _play(table: Table, seat: int, command: frames.Play) -> list[log.Entry]:
    _own_hand(table, seat)
    return _decision(table, seat, command.ply, command.action)


def _decision(table: Table, seat: int, ply: int, action: str) -> list[log.Entry]:
    game = _current(table, seat, ply)
    refusal = game.why_not(seat, action)
    if refusal is not None:
        raise CommandRefused("illegal", refusal.words, refusal.rule)
    if bounds.is_one_too_many(game, seat, parse_action(action)):
        raise CommandRefused("too-many-changes", bounds.CHANGES_WORDS)
    return [log.Played(seat, action)]


def _undo(table: Table, seat: int, command: frames.Undo) -> list[log.Entry]:
    _own_hand(table, seat)
    game = _current(table, seat, command.ply)
    if game.last_decision(seat) is None:
        raise CommandRefused("undo", "You have decided nothing yet, so there is nothing to take back.")
    _may_take_back(table, seat)
    if not table.undo_is_free(seat):
        raise CommandRefused(
            "consent", "Something new has been shown since; taking it back needs everyone's consent: ask for it."
        )
    return [_undone(game, seat)]


def _ask_undo(table: Table, seat: int, command: frames.AskUndo) -> list[log.Entry]:
    _own_hand(table, seat)
    game = _current(table, seat, command.ply)
    move = game.last_decision(seat)
    if move is None:
        raise CommandRefused("undo", "You have decided nothing yet, so there is nothing to take back.")
    _may_take_back(table, seat)
    if table.request is not None:
        raise CommandRefused("undo", "Somebody has asked already; wait for the answers.")
    if table.undo_is_free(seat):
        return [_undone(game, seat)]
    if move < table.last_parting:
        raise CommandRefused(
            "no-way-back", "Somebody who was at the table then has left for good, so it stays as it is."
        )
    if move < table.earliest_rewind(seat):
        raise CommandRefused(
            "no-way-back", "That is too long ago: no further than the evening before this one can be taken back."
        )
    if not table.persons_but(seat):
        return [log.Asked(seat, move), log.Rewound(seat, move)]
    return [log.Asked(seat, move)]


def _may_take_back(table: Table, seat: int) -> None:
    if not bounds.may_take_back(table, seat):
        raise CommandRefused("too-many-undos", bounds.UNDOS_WORDS)


def _undone(game: Game, seat: int) -> log.Undone:
    """The entry of a free undo. It is tried first: what cannot be carried out must never be written down."""
    try:
        game.clone().undo(seat)
    except UndoError as error:
        raise CommandRefused("consent", f"This cannot be taken back: {error}.") from None
    return log.Undone(seat)


def _answer_undo(table: Table, seat: int, command: frames.AnswerUndo) -> list[log.Entry]:
    request = table.request
    if request is None or request.ply != command.ply:
        raise CommandRefused("nothing-asked", "Nobody asks to take anything back, or the game has gone on since.")
    if seat == request.seat:
        if command.yes:
            raise CommandRefused("nothing-asked", "You have asked; the others answer.")
        return [log.Answered(seat, False)]
    if seat not in request.waiting:
        raise CommandRefused("nothing-asked", "You have answered already.")
    answer = log.Answered(seat, command.yes)
    if command.yes and request.waiting == {seat}:
        return [answer, log.Rewound(request.seat, request.move)]
    return [answer]


def _hand_over(table: Table, seat: int, command: frames.HandOver, about: Circumstances) -> list[log.Entry]:
    _running(table)
    if command.bot not in about.bots:
        raise CommandRefused("no-such-bot", f"There is no such bot; there are {', '.join(sorted(about.bots))}.")
    whose = seat if command.seat is None else command.seat - 1
    if whose >= len(table.places):
        raise CommandRefused("not-your-seat", f"This table has {len(table.places)} seats.")
    place = table.places[whose]
    if place.player is not None:
        raise CommandRefused("not-your-seat", "A bot plays there already.")
    if whose == seat:
        _has_room(table)
    else:
        away = about.away_for.get(whose)
        if whose in about.here or away is None:
            raise CommandRefused("not-away", "The person at this seat is here.")
        wait = table.away_after - away
        if wait > 0:
            raise CommandRefused("not-away", f"They have not been away long enough; wait {round(wait) + 1} s more.")
    return [log.HandedOver(whose, command.bot, None if whose == seat else seat)]


def _has_room(table: Table) -> None:
    """What can be done again and again, and is not the game, has an end."""
    if not bounds.has_room(table):
        raise CommandRefused("long-history", bounds.ENTRIES_WORDS)


def _own_hand(table: Table, seat: int) -> None:
    if table.places[seat].handed is not None:
        raise CommandRefused("not-your-seat", "A bot plays your seat; take it back first.")


def _running(table: Table) -> Game:
    game = table.game
    if game is None:
        raise CommandRefused("not-playing", "The game has not begun; seats are still open.")
    if game.over:
        raise CommandRefused("not-playing", "The game is over.", "G-2")
    return game


def _current(table: Table, seat: int, ply: int) -> Game:
    """The game, if the command answers it as it is now."""
    game = _running(table)
    if not table.fresh[seat] <= ply <= table.ply:
        raise CommandRefused("stale", "The game has gone on since; look again and decide again.")
    return game
