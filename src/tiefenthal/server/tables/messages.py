"""What happened in a game, as sent to a seat or a watcher, built by allow-list; and how it ended.

What one seat knows and the others do not is its own choice of the evening (A-10). Nothing here reads the order of a
pile or the luck; only `over` reveals the seed. Seats are numbered from 0 in the arguments and from 1 in what is sent.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.position import state_from_position
from tiefenthal.engine.rules import state as engine
from tiefenthal.engine.rules.actions import ACTIONS, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.play import why_not
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.rules.spaces import FIRST_TABLE, SPACE_NAMES
from tiefenthal.engine.rules.state import NO_CHOICE, Setup, State
from tiefenthal.engine.wording.actions import after_name
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.i18n import catalogue
from tiefenthal.players.lessons import Course
from tiefenthal.server.protocol.frames import Over
from tiefenthal.server.protocol.parts import Ending, Event
from tiefenthal.server.tables.phrases import PHRASES

NOBODY: Final = -1
_encode: Final = msgspec.json.Encoder().encode

# --- what happened


class Told(NamedTuple):
    """An event, and what the other seats get instead while it is hidden from them."""

    event: Event
    others: Event | None = None


class Change:
    """One change: a decision with its events, an undo, or the beginning."""

    __slots__ = ("_told", "ply")

    ply: int
    """The ply of the game after the change."""

    def __init__(self, ply: int, told: list[Told]) -> None:
        self.ply = ply
        self._told = told

    @property
    def told(self) -> list[Told]:
        """All of it, as stored in a snapshot; to send it, use `for_seat`."""
        return self._told

    def and_then(self, other: "Change") -> "Change":
        """Both changes as one."""
        return Change(self.ply, [*self._told, *other._told])

    def secret_of(self) -> list[int]:
        """The seats that may see more of it than the others."""
        return [event.seat - 1 for event, others in self._told if others is not None and event.seat is not None]

    def for_seat(self, seat: int | None) -> list[Event]:
        """What the seat (None: a watcher) may see of it, in order."""
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
    """A game from a position, with the luck of a seed from there on."""
    state = state_from_position(position, edition)
    return Game.from_state(state, luck if luck is not None else SeededChance(seed), seed), Change(0, [])


def play(game: Game, seat: int, action: Action, ply: int) -> Change:
    """Carry out a decision. `ply` is the number of the change, counted after it. A refused one raises
    IllegalActionError and changes nothing."""
    s = game.state
    refusal = game.why_not(seat, action)
    if refusal is not None:
        raise IllegalActionError(refusal, refusal_words(refusal))
    about, words = PHRASES.deed(s, seat, action)
    chosen_at_once = choosing(s)
    shown = _choices(s, ply) if chosen_at_once and s.waiting == 1 << seat else []
    events: list[engine.Event] = []
    game.listen(events)
    try:
        game.play(seat, action, judged=True)
    finally:
        game.listen(None)
    decided = Event(ply, "decided", seat + 1, action=action.text, does=about, words=words)
    if chosen_at_once and choosing(game.state):
        return Change(ply, [Told(decided, Event(ply, "decided", seat + 1, words=after_name("log.chosen", {})))])
    return Change(ply, [Told(decided), *shown, *_translated(s.setup, ply, events)])


def solo_events(s: State, seat: int, action: Action, ply: int, do: Callable[[Action], None]) -> list[Event]:
    """Carry out a decision without a game, by calling `do`. Returns its events; errors of `do` are passed on."""
    refusal = why_not(s, seat, action)
    if refusal is not None:
        raise IllegalActionError(refusal, refusal_words(refusal))
    about, words = PHRASES.deed(s, seat, action)
    events: list[engine.Event] = []
    s.events = events
    try:
        do(action)
    finally:
        s.events = None
    decided = Event(ply, "decided", seat + 1, action=action.text, does=about, words=words)
    return [decided, *[told.event for told in _translated(s.setup, ply, events)]]


def undone(seat: int, ply: int, taken: int, seen: bool = False) -> Change:
    """This many decisions were undone for a seat; `seen`: they had shown something new. It does not say which ones: a
    choice of the evening stays hidden.
    """
    words = _taken_back(taken, seen)
    return Change(ply, [Told(Event(ply, "undone", seat + 1, count=taken, seen=seen or None, words=words))])


def rewound(seat: int, ply: int, taken: int) -> Change:
    """The same in a finished game, where the undone decisions are not shown any more."""
    return Change(ply, [Told(Event(ply, "rewound", seat + 1, count=taken, seen=True, words=_taken_back(taken, True)))])


def _taken_back(taken: int, seen: bool) -> str:
    decisions = catalogue().say("n.decisions", n=taken)
    return after_name("happened.undone.seen" if seen else "happened.undone", {"decisions": decisions})


def choosing(s: State) -> bool:
    """Whether choices of the evening are being made, hidden from each other (A-10)."""
    return not s.tasks and s.waiting != 0 and s.setup.flow.steps[s.step].letter == "A"


def _choices(s: State, ply: int) -> list[Told]:
    """The choices made so far, for the moment they are shown."""
    made = [(seat, ACTIONS[p.choice]) for seat, p in enumerate(s.players) if p.choice != NO_CHOICE]
    return [
        Told(Event(ply, "chose", who + 1, action=act.text, does=about, words=words))
        for who, act in made
        for about, words in [PHRASES.deed(s, who, act)]
    ]


def _translated(setup: Setup, ply: int, events: list[engine.Event]) -> list[Told]:
    told: list[Told] = []
    for event in events:
        what, fields = TRANSLATIONS[event[0]]
        seat = event[1] + 1 if event[1] != NOBODY else None
        words = PHRASES.note(setup, event)
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

# --- how it ended


def ending_of(game: Game, commitment: str, sealed: bool = False) -> Ending:
    """How a finished game ended, with the seed, which nobody gets earlier; not even then if it is `sealed`, because
    others still play with it.
    """
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
