"""What happened, told in short sentences: decisions and the events that follow from them."""

from typing import Final, NamedTuple

from tiefenthal.components.words import bonus_words
from tiefenthal.game import Game
from tiefenthal.rules import actions as kinds
from tiefenthal.rules.actions import Action
from tiefenthal.rules.arrival import cards_in_tavern
from tiefenthal.rules.spaces import SPACE_NAMES
from tiefenthal.rules.state import Event, State
from tiefenthal.wording.events import event_words, grouped
from tiefenthal.wording.words import action_words, card_words, count_cards, listed, third_person

NOBODY: Final = -1
_OWN_LINE: Final = ("round", "closed", "serving", "drew", "rolled")  # events that begin a line of their own
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
    """The phase that the line opens, if the decision before it was in another."""


class Story:
    """Tells a game. `you` is the seat that is addressed as you, or NOBODY."""

    def __init__(self, game: Game, names: list[str], you: int = NOBODY) -> None:
        self.game = game
        self.names = names
        self.you = you
        self.events: list[Event] = []
        game.listen(self.events)

    def name(self, seat: int) -> str:
        """The name of a seat in the middle of a line."""
        return "you" if seat == self.you else self.names[seat]

    def subject(self, seat: int, words: str) -> str:
        """A sentence about a seat, from words such as "buy a server"."""
        return f"You {words}" if seat == self.you else f"{self.names[seat]} {third_person(words)}"

    def begin(self) -> list[Line]:
        """What has happened before anybody listened: the evening in which the game now stands, in short."""
        s = self.game.state
        lines: list[Line] = []
        if s.round:
            lines.append(Line(f"Round {s.round} of {s.setup.edition.rounds}", heading=True))
        for seat, p in enumerate(s.players):
            cards = cards_in_tavern(p)
            if cards and self.game.ply == 0:
                lines.append(
                    Line(f"To {self.name(seat)} have come: {listed(count_cards(s.setup.edition, cards))}.", seat)
                )
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
        return self.subject(seat, action_words(self.game.state, seat, action))

    def told(self, words: str, actor: int, action: Action) -> list[Line]:
        """The decision and the events since `events` was cleared."""
        lines: list[Line] = []
        phrases: list[str] = []
        whose = actor
        opening = words
        said = _SAID.get(action.kind, "")

        def flush() -> None:
            nonlocal opening
            if opening:
                lines.append(Line(f"{opening}: {', '.join(phrases)}." if phrases else f"{opening}.", whose))
            elif phrases:
                name = self.name(whose)
                lines.append(Line(f"{name[0].upper()}{name[1:]}: {', '.join(phrases)}.", whose))
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
                lines.append(Line(f"{self.subject(seat, 'serve the guests')}.", seat, phase="serving"))
            elif what == "drew":
                lines.append(Line(f"To {self.name(seat)} come: {self._arrived(group)}.", seat, phase="arrival"))
            elif what == "rolled":
                faces = " ".join(str(event[2]) for event in group)
                lines.append(Line(f"{self.subject(seat, f'roll {faces} in your own colour')}.", seat))
            else:
                phrases.append(event_words(self.game.state.setup, what, group))
        flush()
        if self.game.over and self.game.outcome is not None:
            lines += self.ending()
        return lines

    def _round(self, number: int) -> list[Line]:
        s = self.game.state
        total = s.setup.edition.rounds
        options = " or ".join(bonus_words(option) for option in s.setup.round_track[number])
        return [Line(f"Round {number} of {total}", heading=True), Line(f"The evening brings: {options}.")]

    def _closing(self, number: int) -> Line:
        scores = ", ".join(f"{self.name(seat)} {points}" for seat, points in enumerate(self.game.scores))
        return Line(f"Closing time of round {number}. Points: {scores}.")

    def _arrived(self, group: list[Event]) -> str:
        ed = self.game.edition
        return listed([card_words(ed, event[2]) for event in group])

    def ending(self) -> list[Line]:
        """Who won."""
        outcome = self.game.outcome
        assert outcome is not None
        best = [self.name(seat) for seat in outcome.winners]
        verb = "win" if len(best) > 1 or outcome.winners[0] == self.you else "wins"
        names = " and ".join(best)
        tie = outcome.scores.count(max(outcome.scores)) > 1 and len(best) == 1
        more = " on thalers and beer kept" if tie else ""
        shared = " together" if len(best) > 1 else ""
        text = f"{names[0].upper()}{names[1:]} {verb}{shared} with {max(outcome.scores)} points{more}."
        return [Line("The game is over", heading=True), Line(text)]


def plan_words(s: State, seat: int) -> str:
    """Where a seat's dice stand: "3 on t1, 5 on monk"."""
    p = s.players[seat]
    parts = [f"{face} on {SPACE_NAMES[place]}" for face, place in zip(p.faces, p.places) if place >= 0]
    return listed(parts, "no die placed")
