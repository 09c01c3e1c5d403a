"""What a seat or a watcher is told about a game, put together by allow-list.

Everything comes from the view of a spectator, the same for all; the only thing one seat knows and the others do not is
its own choice of the evening (A-10). Nothing here reads the order of a pile or the luck; only `over` tells the seed.
Seats are numbered from 0 in the arguments and from 1 in what is sent.
"""

import functools
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeVar

import msgspec

from tiefenthal.chance import SeededChance
from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import AREA_NAMES, ENTERTAINER_NAMES
from tiefenthal.game import Game
from tiefenthal.i18n import catalogue
from tiefenthal.lessons import Course
from tiefenthal.protocol.frames import Over
from tiefenthal.protocol.lessons import LessonStep
from tiefenthal.protocol.parts import ActionData, Ending, Event, Offer, Question, Reason, Unavailable
from tiefenthal.record.action_data import action_data, depends_on
from tiefenthal.record.position import state_from_position, view_document
from tiefenthal.rules import state as engine
from tiefenthal.rules.actions import ACTIONS, Action
from tiefenthal.rules.changes import is_change
from tiefenthal.rules.luck import Luck
from tiefenthal.rules.play import acting, legal_actions, question_of, rule_of, why_not
from tiefenthal.rules.refusal import IllegalActionError, Refusal
from tiefenthal.rules.spaces import FIRST_TABLE, SPACE_NAMES
from tiefenthal.rules.state import NO_CHOICE, Setup, State
from tiefenthal.server.tables import bounds
from tiefenthal.server.tables.drawn import Drawn
from tiefenthal.server.tables.encoded import EncodedChanged, EncodedShown, EncodedUpdate, Moment
from tiefenthal.server.tables.offers import does, fields_of, unavailable_in
from tiefenthal.server.tables.written_seats import WrittenSeats, shared_content
from tiefenthal.view import View
from tiefenthal.wording.actions import action_words, after_name, deed_words
from tiefenthal.wording.events import event_note
from tiefenthal.wording.refusals import question_words, refusal_words

NOBODY: Final = -1
T = TypeVar("T")
MOST_KEPT: Final = 50_000  # phrases, of all editions together
_encode: Final = msgspec.json.Encoder().encode

# --- what happened


class Told(NamedTuple):
    """An event, and what the others are told instead while it is hidden from them."""

    event: Event
    others: Event | None = None


class Change:
    """What one change brought: a decision with its events, an undo, or the beginning."""

    __slots__ = ("_told", "ply")

    ply: int
    """The number of the change; that of the game after it."""

    def __init__(self, ply: int, told: list[Told]) -> None:
        self.ply = ply
        self._told = told

    @property
    def told(self) -> list[Told]:
        """All of it, as it is kept in a snapshot; whoever is told something asks `for_seat`."""
        return self._told

    def and_then(self, other: "Change") -> "Change":
        """Both, told as one."""
        return Change(self.ply, [*self._told, *other._told])

    def secret_of(self) -> list[int]:
        """The seats that are told more of it than others."""
        return [event.seat - 1 for event, others in self._told if others is not None and event.seat is not None]

    def for_seat(self, seat: int | None) -> list[Event]:
        """What the seat (None: a watcher) may be told of it, in order."""
        return [
            event if others is None or (seat is not None and event.seat == seat + 1) else others
            for event, others in self._told
        ]


def begin(setup: Setup, seed: str) -> tuple[Game, Change]:
    """A new game, and what happened before its first decision."""
    events: list[engine.Event] = []
    game = Game.new(setup, seed, events=events)
    game.listen(None)
    return game, Change(0, _translated(setup, 0, events))


def begin_lesson(course: Course, edition: Edition, rules: int) -> tuple[Game, Change]:
    """The same for the game of a lesson."""
    events: list[engine.Event] = []
    game = course.begin(edition, rules, events)
    game.listen(None)
    return game, Change(0, _translated(game.state.setup, 0, events))


def begin_from(
    position: dict[str, Any] | str, edition: Edition, seed: str, luck: Luck | None = None
) -> tuple[Game, Change]:
    """A game that goes on from a position, with the luck of a seed from there on."""
    state = state_from_position(position, edition)
    return Game.from_state(state, luck if luck is not None else SeededChance(seed), seed), Change(0, [])


def play(game: Game, seat: int, action: Action, ply: int) -> Change:
    """Carry out a decision. `ply` is the number of the change, counted after it. A refused one raises
    IllegalActionError and changes nothing."""
    s = game.state
    refusal = game.why_not(seat, action)
    if refusal is not None:
        raise IllegalActionError(refusal, refusal_words(refusal))
    about, words = _PHRASES.deed(s, seat, action)
    choosing = _choosing(s)
    shown = _choices(s, ply) if choosing and s.waiting == 1 << seat else []
    events: list[engine.Event] = []
    game.listen(events)
    try:
        game.play(seat, action)
    finally:
        game.listen(None)
    decided = Event(ply, "decided", seat + 1, action=action.text, does=about, words=words)
    if choosing and _choosing(game.state):
        return Change(ply, [Told(decided, Event(ply, "decided", seat + 1, words=after_name("log.chosen", {})))])
    return Change(ply, [Told(decided), *shown, *_translated(s.setup, ply, events)])


def told_alone(s: State, seat: int, action: Action, ply: int, do: Callable[[Action], None]) -> list[Event]:
    """Carry out a decision at a table without a game, by `do`; what happened. What `do` raises goes on."""
    refusal = why_not(s, seat, action)
    if refusal is not None:
        raise IllegalActionError(refusal, refusal_words(refusal))
    about, words = _PHRASES.deed(s, seat, action)
    events: list[engine.Event] = []
    s.events = events
    try:
        do(action)
    finally:
        s.events = None
    decided = Event(ply, "decided", seat + 1, action=action.text, does=about, words=words)
    return [decided, *[told.event for told in _translated(s.setup, ply, events)]]


def undone(seat: int, ply: int, taken: int, seen: bool = False) -> Change:
    """So many decisions were taken back for a seat; `seen`: although they had shown something new. Which ones is not
    said: a choice of the evening stays hidden."""
    words = _taken_back(taken, seen)
    return Change(ply, [Told(Event(ply, "undone", seat + 1, count=taken, seen=seen or None, words=words))])


def rewound(seat: int, ply: int, taken: int) -> Change:
    """The same in a finished game, where what was taken back is not told any more."""
    return Change(ply, [Told(Event(ply, "rewound", seat + 1, count=taken, seen=True, words=_taken_back(taken, True)))])


def _taken_back(taken: int, seen: bool) -> str:
    decisions = catalogue().say("n.decisions", n=taken)
    return after_name("happened.undone.seen" if seen else "happened.undone", {"decisions": decisions})


def _choosing(s: State) -> bool:
    """Whether choices of the evening are being made, hidden from each other (A-10)."""
    return not s.tasks and s.waiting != 0 and s.setup.flow.steps[s.step].letter == "A"


def _choices(s: State, ply: int) -> list[Told]:
    """The choices made so far, for the moment they are shown."""
    made = [(seat, ACTIONS[p.choice]) for seat, p in enumerate(s.players) if p.choice != NO_CHOICE]
    return [
        Told(Event(ply, "chose", who + 1, action=act.text, does=about, words=words))
        for who, act in made
        for about, words in [_PHRASES.deed(s, who, act)]
    ]


def _translated(setup: Setup, ply: int, events: list[engine.Event]) -> list[Told]:
    told: list[Told] = []
    for event in events:
        what, fields = TRANSLATIONS[event[0]]
        seat = event[1] + 1 if event[1] != NOBODY else None
        words = _PHRASES.note(setup, event)
        told.append(Told(Event(ply, what, seat, words=words, **fields(setup.edition, event[2], event[3]))))
    return told


Fields = Callable[[Edition, int, int], dict[str, Any]]


def _none(ed: Edition, first: int, second: int) -> dict[str, Any]:
    return {}


def _card(ed: Edition, first: int, second: int) -> dict[str, Any]:
    return {"card": ed.card_names[first]}


def _number(ed: Edition, first: int, second: int) -> dict[str, Any]:
    return {"number": first}


def _count(ed: Edition, first: int, second: int) -> dict[str, Any]:
    return {"count": first}


def _face(ed: Edition, first: int, second: int) -> dict[str, Any]:
    return {"face": first}


def _stores(ed: Edition, first: int, second: int) -> dict[str, Any]:
    return {"thalers": first, "beer": second}


TRANSLATIONS: Final[dict[str, tuple[str, Fields]]] = {
    "round": ("round", _number),
    "closed": ("closed", _number),
    "start card": ("start-card", _number),
    "dismissed": ("dismissed", _card),
    "counter guest": ("counter-guest", _none),
    "entertainer": ("entertainer", lambda ed, who, side: {"entertainer": ENTERTAINER_NAMES[who], "side": side}),
    "drew": ("drew", _card),
    "reshuffled": ("reshuffled", _none),
    "sent home": ("sent-home", _none),
    "rolled": ("rolled", _face),
    "took": ("took", _face),
    "serving": ("serving", _none),
    "served": ("served", _stores),
    "lost": ("lost", _stores),
    "thalers": ("thalers", lambda ed, count, _: {"thalers": count}),
    "beer": ("beer", lambda ed, count, _: {"beer": count}),
    "schnapps": ("schnapps", _count),
    "paid schnapps": ("paid-schnapps", _count),
    "no schnapps left": ("no-schnapps-left", _count),
    "gained": ("gained", _card),
    "pile empty": ("pile-empty", _card),
    "returned": ("returned", lambda ed, card, count: {"card": ed.card_names[card], "count": count}),
    "upgraded": ("upgraded", lambda ed, area, _: {"area": AREA_NAMES[area]}),
    "removed": (
        "removed",
        lambda ed, card, table: {"card": ed.card_names[card], "space": SPACE_NAMES[FIRST_TABLE + table]},
    ),
    "monastery": ("monastery", _number),
    "reputation": ("reputation", _number),
    "reputation back": ("reputation-back", _number),
    "signed": ("signed", lambda ed, column, row: {"column": column + 1, "row": row + 1}),
}
"""Every kind of event of the engine: its name for clients, and which fields it has. What is not here is not sent."""

# --- how the game stands


class _Phrases:
    """What is told of actions and events, kept: most of it comes up again and again. Actions as they are sent, possible
    or not, are kept encoded."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], Any] = {}

    def offer(self, s: State, seat: int, action: Action, digest: str) -> bytes:
        """An action that can be done; `digest` is the edition's."""
        key = (digest, action.id, depends_on(s, seat, action))
        found: bytes | None = self._kept.get(key)
        if found is None:
            fields = fields_of(action_data(s, seat, action))
            found = self._keep(key, _encode(Offer(action.text, action_words(s, seat, action), **fields)))
        return found

    def unavailable(self, s: State, seat: int, action: Action, refusal: Refusal, digest: str) -> bytes:
        """One that cannot be done, and why."""
        about = depends_on(s, seat, action)
        key = (digest, action.id, about, refusal.code, refusal.rule, *refusal.values.values())
        found: bytes | None = self._kept.get(key)
        if found is None:
            words, why = action_words(s, seat, action), refusal_words(refusal)
            reason = Reason(refusal.code, refusal.values)
            fields = fields_of(action_data(s, seat, action))
            found = self._keep(key, _encode(Unavailable(action.text, words, refusal.rule, why, reason, **fields)))
        return found

    def deed(self, s: State, seat: int, action: Action) -> tuple[ActionData, str]:
        """What a decision is about, and its words. Ask before it is done."""
        key = ("deed", s.setup.edition.digest, action.id, depends_on(s, seat, action))
        found: tuple[ActionData, str] | None = self._kept.get(key)
        if found is None:
            found = self._keep(key, (does(s, seat, action), deed_words(s, seat, action)))
        return found

    def note(self, setup: Setup, event: engine.Event) -> str:
        """What happened, in words, which depend on nothing but the event and what was agreed before the game."""
        key = ("note", setup.edition.digest, setup.modules, event[0], event[2], event[3])
        found: str | None = self._kept.get(key)
        if found is None:
            found = self._keep(key, event_note(setup, event))
        return found

    def _keep(self, key: tuple[object, ...], thing: T) -> T:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[key] = thing
        return thing


_PHRASES: Final = _Phrases()


_NOTHING: Final = b"[]"


def _question(s: State, seat: int) -> bytes:
    phase = s.setup.flow.steps[s.step].name
    return _encoded_question(seat, question_of(s), rule_of(s), phase, _choosing(s))


@functools.lru_cache(maxsize=1024)
def _encoded_question(seat: int, question: str, rule: str, phase: str, choosing: bool) -> bytes:
    return _encode(Question(seat + 1, question, question_words(question), rule, phase, choosing))


def _list(parts: list[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"


class Snapshot:
    """One moment of a game, made once after a change and used for all sockets of its table."""

    def __init__(self, game: Game, seats: WrittenSeats | None = None) -> None:
        """`seats` has those of the moments before; most of them are the same again."""
        self._may_change: list[bool] = bounds.who_may_change(game)
        self._choices: list[int] = [p.choice for p in game.state.players] if _choosing(game.state) else []
        self._move: int = game.ply
        self._seats = seats or WrittenSeats()
        self._seen: View = self._seats.view(game.state)
        s = self._seen.state
        self._state: State = s  # that of the view: nothing hidden is in it
        self._acting: int = acting(s)
        self._shared = shared_content(s)
        asked = [seat for seat in range(len(s.players)) if self._acting >> seat & 1]
        self._asked = _list([_question(s, seat) for seat in asked])
        self._decisions = msgspec.Raw(self._asked)
        self._offers: dict[int, tuple[bytes, bytes]] = {}
        self._view: msgspec.Raw | None = None
        self._drawn: Drawn | None = None
        self._board: msgspec.Raw | None = None
        self._different: tuple[Moment, msgspec.Raw | msgspec.UnsetType] | None = None
        self._same: tuple[tuple[object, ...], bytes] | None = None

    @property
    def view(self) -> msgspec.Raw:
        """What everyone may see, as a position; made when the first one asks for it."""
        if self._view is None:
            s = self._state
            written = [self._seats.written(s, seat) for seat in range(len(s.players))]
            document = view_document(self._seen, [one.text for one in written])
            del document["view_of"]
            document["edition"].pop("text", None)
            document["scores"] = [one.points for one in written]
            self._view = msgspec.Raw(_encode(document))
        return self._view

    @property
    def drawn(self) -> Drawn:
        """The table as clients draw it, by its fields; made when the first of them asks for it."""
        if self._drawn is None:
            self._drawn = self._seats.boards.drawn(self._state, self._shared)
        return self._drawn

    @property
    def board(self) -> msgspec.Raw:
        """The same, whole."""
        if self._board is None:
            self._board = msgspec.Raw(self.drawn.whole())
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
        """The frame for a seat, or for a watcher: what has happened, how the game stands, what the seat can do; for
        those who want it, with the board; in a lesson, with what is awaited."""
        legal, unavailable = self._offered(seat)
        choice, chosen = self._choice(seat)
        return _encode(
            EncodedUpdate(
                ply,
                self._move,
                self.view,
                events,
                complete,
                self._decisions,
                msgspec.Raw(legal),
                msgspec.Raw(unavailable),
                choice,
                chosen,
                undo,
                self.board if board else msgspec.UNSET,
                msgspec.UNSET if lesson is None else lesson,
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
        """The same for those who draw the game and are told changes from now on. `moment`, of the ply, is told what
        they were."""
        offers = legal, unavailable = self._offered(seat)
        moment.keep(seat, self.drawn, self._asked, offers)
        return _encode(
            EncodedShown(
                moment.ply,
                self._move,
                events,
                complete,
                self._decisions,
                msgspec.Raw(legal),
                msgspec.Raw(unavailable),
                *self._choice(seat),
                undo,
                self.board,
                msgspec.UNSET if lesson is None else lesson,
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
        """What is different since the moment before, for those who were told that one."""
        offers = legal, unavailable = self._offered(seat)
        decisions = self._asked
        moment.keep(seat, self.drawn, decisions, offers)
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
                before.ply,
                self._move,
                events,
                choice,
                chosen,
                undo,
                msgspec.UNSET if decisions == before.decisions else self._decisions,
                msgspec.UNSET if told_legal is None else msgspec.Raw(told_legal),
                msgspec.UNSET if told_unavailable is None else msgspec.Raw(told_unavailable),
                self._board_changes(before),
                msgspec.UNSET if lesson is None else lesson,
            )
        )
        if lesson is None and choice is None:  # several seats are often told the same, less often what they chose
            self._same = (same, frame)
        return frame

    def _board_changes(self, before: Moment) -> msgspec.Raw | msgspec.UnsetType:
        """Made once for all who were told the moment before."""
        made = self._different
        if made is None or made[0] is not before:
            changes = self.drawn.changes(before.drawn)
            made = self._different = (before, msgspec.UNSET if changes is None else msgspec.Raw(changes))
        return made[1]

    def _choice(self, seat: int | None) -> tuple[str | None, ActionData | None]:
        """The seat's own choice of the evening, while the others do not see it."""
        if seat is None or not self._choices or self._choices[seat] == NO_CHOICE:
            return None, None
        action = ACTIONS[self._choices[seat]]
        return action.text, does(self._state, seat, action)

    def _offered(self, seat: int | None) -> tuple[bytes, bytes]:
        """The legal actions of a seat and what is unavailable, encoded; made once. Nothing for a watcher."""
        if seat is None:
            return _NOTHING, _NOTHING
        found = self._offers.get(seat)
        if found is None:
            waits = (self._state.waiting >> seat & 1) | (self._acting >> seat & 1) << 1
            about = (self._may_change[seat], waits, self._shared, self._state.players[seat])
            found = self._seats.offered(seat, about)
            if found is None:
                found = self._make_offers(self._state, seat, self._may_change[seat])
                self._seats.keep_offered(seat, about, found)
            self._offers[seat] = found
        return found

    def _make_offers(self, s: State, seat: int, may_change: bool) -> tuple[bytes, bytes]:
        allowed = legal_actions(s, seat)
        if not allowed and not self._acting >> seat & 1:
            return _NOTHING, _NOTHING
        legal = allowed if may_change else [action for action in allowed if not is_change(action)]
        digest = s.setup.edition.digest
        offers = [_PHRASES.offer(s, seat, action, digest) for action in legal]
        refused = unavailable_in(s, seat, allowed) if self._acting >> seat & 1 else []
        if len(legal) < len(allowed):
            refused += [(action, bounds.too_many_changes()) for action in allowed if is_change(action)]
        unavailable = [_PHRASES.unavailable(s, seat, action, refusal, digest) for action, refusal in refused]
        return _list(offers), _list(unavailable)


def ending_of(game: Game, commitment: str, sealed: bool = False) -> Ending:
    """How a finished game ended, with the seed, which is told nobody before; not even then when it is `sealed`, because
    others still play with it."""
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over; its seed stays secret until then")
    return Ending(
        list(outcome.scores),
        list(outcome.stored),
        [seat + 1 for seat in outcome.winners],
        "" if sealed else game.seed,
        commitment,
    )


def over(game: Game, ply: int, commitment: str, sealed: bool = False) -> bytes:
    """The last frame of a finished game."""
    return _encode(Over(ply, ending_of(game, commitment, sealed)))
