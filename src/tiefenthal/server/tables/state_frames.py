"""The frames with the state of a game, for a seat or a watcher, built by allow-list.

Everything comes from the view of a spectator, which is the same for all. The only things that one seat knows and the
others do not are its own choice of the evening (A-10) and its choice ahead. Nothing here reads the order of a pile or
the luck.
"""

import functools
from typing import Final, Literal

import msgspec

from tiefenthal.engine.game import Game
from tiefenthal.engine.record.position import view_document
from tiefenthal.engine.rules.actions import ACTIONS, parse_action
from tiefenthal.engine.rules.changes import is_change
from tiefenthal.engine.rules.play import acting, legal_actions, question_of, rule_of
from tiefenthal.engine.rules.state import NO_CHOICE, State
from tiefenthal.engine.view import View
from tiefenthal.engine.wording.refusals import question_words
from tiefenthal.server.protocol.lessons import LessonStep
from tiefenthal.server.protocol.parts import ActionData, Event, Question
from tiefenthal.server.tables import bounds
from tiefenthal.server.tables.ahead import NONE, Choices, as_if_on_turn
from tiefenthal.server.tables.board_encoding import EncodedBoard
from tiefenthal.server.tables.encoded import EncodedChanged, EncodedShown, EncodedUpdate, Moment
from tiefenthal.server.tables.messages import choosing
from tiefenthal.server.tables.offers import offer_fields, unavailable_in
from tiefenthal.server.tables.phrases import PHRASES
from tiefenthal.server.tables.seat_encoding import SeatEncoder, shared_content

_encode: Final = msgspec.json.Encoder().encode
_NOTHING: Final = b"[]"


def _question(s: State, seat: int, secret: bool) -> bytes:
    phase = s.setup.flow.steps[s.step].name
    return _encoded_question(seat, question_of(s), rule_of(s), phase, secret)


@functools.lru_cache(maxsize=1024)
def _encoded_question(seat: int, question: str, rule: str, phase: str, secret: bool) -> bytes:
    return _encode(Question(seat + 1, question, question_words(question), rule, phase, secret))


class StateFrames:
    """The frames for one state of a game: made once after a change and used for all sockets of the table."""

    def __init__(self, game: Game, seats: SeatEncoder | None = None, ahead: Choices = NONE) -> None:
        """`seats`: encodes the seats, and reuses what has not changed since the state before."""
        self._ahead = ahead
        self._may_change: list[bool] = bounds.who_may_change(game)
        self._choices: list[int] = [p.choice for p in game.state.players] if choosing(game.state) else []
        self._move: int = game.ply
        self._seats = seats or SeatEncoder()
        self._seen: View = self._seats.view(game.state)
        s = self._seen.state
        self._state: State = s  # the state of the view, without anything hidden
        self._acting: int = acting(s)
        self._shared = shared_content(s)
        secret = choosing(s)
        asked = [_question(s, seat, secret) for seat in range(len(s.players)) if self._acting >> seat & 1]
        asked += [_question(s, seat, True) for seat in ahead.missing]
        self._asked = b"[" + b",".join(asked) + b"]"
        self._chosen_ahead = [seat + 1 for seat in sorted(ahead.made)]
        self._decisions = msgspec.Raw(self._asked)
        self._offers: dict[int, tuple[bytes, bytes]] = {}
        self._view: msgspec.Raw | None = None
        self._encoded_board: EncodedBoard | None = None
        self._board: msgspec.Raw | None = None
        self._changes: tuple[Moment, msgspec.Raw | msgspec.UnsetType] | None = None
        self._same: tuple[tuple[object, ...], bytes] | None = None

    @property
    def view(self) -> msgspec.Raw:
        """What everyone may see, as a position; made on first use."""
        if self._view is None:
            s = self._state
            encoded = [self._seats.encode(s, seat) for seat in range(len(s.players))]
            document = view_document(self._seen, [one.text for one in encoded])
            del document["view_of"]
            document["edition"].pop("text", None)
            document["scores"] = [one.points for one in encoded]
            self._view = msgspec.Raw(_encode(document))
        return self._view

    @property
    def encoded_board(self) -> EncodedBoard:
        """The board as clients draw it, encoded field by field; made on first use."""
        if self._encoded_board is None:
            self._encoded_board = self._seats.board.encode(self._state, self._shared, self._ahead.open)
        return self._encoded_board

    @property
    def board(self) -> msgspec.Raw:
        """The same as one JSON object."""
        if self._board is None:
            self._board = msgspec.Raw(self.encoded_board.whole())
        return self._board

    def update(
        self,
        seat: int | None,
        ply: int,
        events: list[Event] | msgspec.Raw,
        complete: bool,
        undo: Literal["free", "ask", "no"],
        board: bool = False,
        lesson: LessonStep | None = None,
    ) -> bytes:
        """The frame for a seat, or for a watcher: what has happened, the state of the game, what the seat can do; with
        the board if wanted; in a lesson with the expected moves.
        """
        legal, unavailable = self._offered(seat)
        choice, chosen = self._choice(seat)
        return _encode(
            EncodedUpdate(
                ply,
                self._move,
                events,
                choice,
                chosen,
                undo,
                complete,
                self._decisions,
                msgspec.Raw(legal),
                msgspec.Raw(unavailable),
                self.view,
                self.board if board else msgspec.UNSET,
                msgspec.UNSET if lesson is None else lesson,
                self._chosen_ahead,
            )
        )

    def shown(
        self,
        seat: int | None,
        moment: Moment,
        events: msgspec.Raw,
        complete: bool,
        undo: Literal["free", "ask", "no"],
        lesson: LessonStep | None = None,
    ) -> bytes:
        """The same for clients that draw the game and are sent changes from now on. `moment` remembers what they were
        sent at this ply.
        """
        offers = legal, unavailable = self._offered(seat)
        moment.keep(seat, self.encoded_board, self._asked, offers)
        return _encode(
            EncodedShown(
                moment.ply,
                self._move,
                events,
                *self._choice(seat),
                undo,
                complete,
                self._decisions,
                msgspec.Raw(legal),
                msgspec.Raw(unavailable),
                self.board,
                msgspec.UNSET if lesson is None else lesson,
                self._chosen_ahead,
            )
        )

    def changed(
        self,
        seat: int | None,
        moment: Moment,
        before: Moment,
        events: msgspec.Raw,
        undo: Literal["free", "ask", "no"],
        lesson: LessonStep | None = None,
    ) -> bytes:
        """The differences from an earlier moment, for those who were sent that one."""
        offers = legal, unavailable = self._offered(seat)
        decisions = self._asked
        moment.keep(seat, self.encoded_board, decisions, offers)
        were_legal, were_unavailable = before.offers(seat)
        choice, chosen = self._choice(seat)
        told_legal = None if legal == were_legal else legal
        told_unavailable = None if unavailable == were_unavailable else unavailable
        same = (before.ply, events, undo, choice, told_legal, told_unavailable)
        if lesson is None and self._same is not None and self._same[0] == same:
            return self._same[1]
        frame = _encode(
            EncodedChanged(
                moment.ply,
                self._move,
                events,
                choice,
                chosen,
                undo,
                before.ply,
                msgspec.UNSET if decisions == before.decisions else self._decisions,
                msgspec.UNSET if told_legal is None else msgspec.Raw(told_legal),
                msgspec.UNSET if told_unavailable is None else msgspec.Raw(told_unavailable),
                self._board_changes(before),
                msgspec.UNSET if lesson is None else lesson,
                self._chosen_ahead,
            )
        )
        if lesson is None and choice is None:  # several seats often get the same frame, unless it has their own choice
            self._same = (same, frame)
        return frame

    def _board_changes(self, before: Moment) -> msgspec.Raw | msgspec.UnsetType:
        """Encoded once for all who were sent the earlier moment."""
        made = self._changes
        if made is None or made[0] is not before:
            changes = self.encoded_board.changes(before.board)
            made = self._changes = (before, msgspec.UNSET if changes is None else msgspec.Raw(changes))
        return made[1]

    def _choice(self, seat: int | None) -> tuple[str | None, ActionData | None]:
        """The seat's own choice, of the evening or ahead, while it is hidden from the others."""
        if seat is None:
            return None, None
        if seat in self._ahead.made:
            action = parse_action(self._ahead.made[seat])
        elif self._choices and self._choices[seat] != NO_CHOICE:
            action = ACTIONS[self._choices[seat]]
        else:
            return None, None
        return action.text, ActionData(**offer_fields(self._state, seat, action))

    def _offered(self, seat: int | None) -> tuple[bytes, bytes]:
        """The legal actions of a seat and what is unavailable, encoded; made once. Nothing for a watcher."""
        if seat is None:
            return _NOTHING, _NOTHING
        found = self._offers.get(seat)
        if found is None:
            ahead = seat in self._ahead.open
            waits = (self._state.waiting >> seat & 1) | (self._acting >> seat & 1) << 1 | ahead << 2
            about = (self._may_change[seat], waits, self._shared, self._state.players[seat])
            found = self._seats.offered(seat, about)
            if found is None:
                s = as_if_on_turn(self._state, seat) if ahead else self._state
                found = _make_offers(s, seat, self._may_change[seat])
                self._seats.keep_offered(seat, about, found)
            self._offers[seat] = found
        return found


def _make_offers(s: State, seat: int, may_change: bool) -> tuple[bytes, bytes]:
    allowed = legal_actions(s, seat)
    asked = acting(s) >> seat & 1
    if not allowed and not asked:
        return _NOTHING, _NOTHING
    legal = allowed if may_change else [action for action in allowed if not is_change(action)]
    refused = unavailable_in(s, seat, allowed) if asked else []
    if len(legal) < len(allowed):
        refused += [(action, bounds.too_many_changes()) for action in allowed if is_change(action)]
    return PHRASES.offers(s, seat, legal), PHRASES.unavailable(s, seat, refused)
