"""What happened, told in short sentences: decisions and the events that follow from them."""

from typing import Final, NamedTuple

from tiefenthal.engine.game import Game
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.arrival import cards_in_tavern
from tiefenthal.engine.rules.spaces import SPACE_NAMES
from tiefenthal.engine.rules.state import Event, State
from tiefenthal.engine.wording.actions import decision_words, told
from tiefenthal.engine.wording.bonuses import bonus_words
from tiefenthal.engine.wording.events import event_words, grouped, notes_of
from tiefenthal.engine.wording.names import capital, joined, the_described
from tiefenthal.i18n import Catalogue, Value

NOBODY: Final = -1
_OWN_LINE: Final = (
    "round",
    "closed",
    "serving",
    "drew",
    "rolled",
    "entertainer",
)  # events that begin a line of their own
# Events that say no more than the decision they follow from.
_SAID: Final = {
    kinds.BUY: "gained",
    kinds.RECRUIT: "gained",
    kinds.UPGRADE: "upgraded",
    kinds.ENTERTAIN_UPGRADE: "upgraded",
    kinds.TAKE: "took",
    kinds.START: "start card",
    kinds.REMOVE: "removed",
    kinds.ENTERTAIN_REMOVE: "removed",
    kinds.KEEP: "gained",
    kinds.SIGN: "signed",
    kinds.DISMISS: "dismissed",
    kinds.AGAIN: "sent home",
}


class Line(NamedTuple):
    """A line of the story."""

    text: str
    seat: int = NOBODY
    heading: bool = False
    phase: str = ""
    """The letter of the phase that the line opens, if the decision before it was in another."""
    evening: int = 0
    """Of a heading: the evening that begins."""


class Story:
    """Tells a game in the words of a language. `you` is the seat that is addressed as you, or NOBODY."""

    def __init__(self, words: Catalogue, game: Game, names: list[str], you: int = NOBODY) -> None:
        self.words = words
        self.game = game
        self.names = names
        self.you = you
        self.events: list[Event] = []
        game.listen(self.events)

    def name(self, seat: int) -> str:
        """The name of a seat in a list."""
        return self.words.say("seat.you") if seat == self.you else self.names[seat]

    def about(self, key: str, seat: int, **values: Value) -> str:
        """A sentence about a seat, addressed to the reader if it is their seat."""
        return told(self.words, key, self._who(seat), values)

    def _who(self, seat: int) -> str:
        return "" if seat == self.you else self.names[seat]

    def begin(self) -> list[Line]:
        """What happened before this started: the current evening, in short."""
        s = self.game.state
        lines: list[Line] = []
        if s.round:
            lines.append(self._heading(s.round))
        for seat, p in enumerate(s.players):
            cards = cards_in_tavern(p)
            if cards and self.game.ply == 0:
                lines.append(Line(self._arrived(seat, cards), seat))
        return lines

    def play(self, seat: int, action: Action) -> list[Line]:
        """Carry out a decision and tell it."""
        self.events.clear()
        words = self.opening(seat, action)
        self.game.play(seat, action)
        return self.told(words, seat, action)

    def opening(self, seat: int, action: Action) -> str:
        """The decision itself; ask before it is carried out. One that will be refused is left as it is written."""
        if self.game.why_not(seat, action) is not None:
            return action.text
        return decision_words(self.game.state, seat, action, self.words, self._who(seat))

    def told(self, words: str, actor: int, action: Action) -> list[Line]:
        """The decision and the events since `events` was cleared."""
        lines: list[Line] = []
        phrases: list[str] = []
        whose = actor
        opening = words
        said = _SAID.get(action.kind, "")

        def flush() -> None:
            nonlocal opening
            sentence, notes = opening.removesuffix("."), ", ".join(phrases)
            if opening and phrases:
                lines.append(Line(self.words.say("terminal.with", sentence=sentence, notes=notes), whose))
            elif phrases:
                lines.append(Line(self.words.say("terminal.notes", who=self.name(whose), notes=notes), whose))
            elif opening:
                lines.append(Line(f"{sentence}.", whose))
            opening = ""
            phrases.clear()

        for what, group in grouped(self.events):
            seat = group[0][1]
            if what in _OWN_LINE or seat != whose:
                flush()
                whose = seat
            if what == said and seat == actor:
                said = ""
                group = group[1:]
                if not group:
                    continue
            if what == "round":
                lines += self._round(group[0][2])
            elif what == "closed":
                lines.append(self._closing(group[0][2]))
            elif what == "serving":
                lines.append(Line(self.about("happened.serving", seat), seat, phase="F"))
            elif what == "entertainer":
                setup, who = self.game.state.setup, self._who(seat)
                lines += [Line(event_words(self.words, setup, event, who), seat) for event in group]
            elif what == "drew":
                lines.append(Line(self._arrived(seat, [event[2] for event in group]), seat, phase="B"))
            elif what == "rolled":
                faces = joined(self.words, [str(event[2]) for event in group])
                lines.append(Line(self.about("log.rolled", seat, faces=faces, n=len(group)), seat))
            else:
                phrases.append(notes_of(self.words, self.game.state.setup, what, group))
        flush()
        if self.game.over and self.game.outcome is not None:
            lines += self.ending()
        return lines

    def _round(self, number: int) -> list[Line]:
        options = [bonus_words(self.words, option) for option in self.game.state.setup.round_track[number]]
        brings = self.words.say("terminal.brings", bonuses=joined(self.words, options, "list.or"))
        return [self._heading(number), Line(brings)]

    def _heading(self, number: int) -> Line:
        total = self.game.edition.rounds
        return Line(self.words.say("terminal.evening", n=number, total=total), heading=True, evening=number)

    def _closing(self, number: int) -> Line:
        closed = self.words.say("happened.closed", number=number)
        return Line(f"{closed} {self.scores()}")

    def scores(self) -> str:
        """The points of everyone."""
        scores = [f"{self.name(seat)} {points}" for seat, points in enumerate(self.game.scores)]
        return self.words.say("terminal.scores", scores=", ".join(scores))

    def _arrived(self, seat: int, cards: list[int]) -> str:
        names = [the_described(self.words, self.game.edition, card) for card in cards]
        return self.about("log.arrival", seat, cards=joined(self.words, names))

    def ending(self) -> list[Line]:
        """Who won, with how many points."""
        outcome = self.game.outcome
        assert outcome is not None
        points = self.words.say("n.points", n=max(outcome.scores))
        over = Line(self.words.say("why.over").removesuffix("."), heading=True)
        if len(outcome.winners) > 1:
            names = joined(self.words, [self.name(seat) for seat in outcome.winners])
            return [over, Line(capital(self.words.say("terminal.shared", names=names, points=points)))]
        tie = outcome.scores.count(max(outcome.scores)) > 1
        key = "terminal.wins.tie" if tie else "terminal.wins"
        return [over, Line(self.about(key, outcome.winners[0], points=points))]


def plan_words(words: Catalogue, s: State, seat: int) -> str:
    """Where a seat's dice stand: "3 on t1, 5 on monk"."""
    p = s.players[seat]
    placed = [(face, SPACE_NAMES[place]) for face, place in zip(p.faces, p.places) if place >= 0]
    parts = [words.say("terminal.plan.die", face=face, space=space) for face, space in placed]
    return ", ".join(parts) or words.say("terminal.plan.none")
