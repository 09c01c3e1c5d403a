"""A lesson that is being played: the game it begins with, the step it is at, and what is to be said to a move."""

from typing import Any, Final, NamedTuple

from tiefenthal.engine.chance import ScriptedChance, SeededChance
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.position import state_from_position
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.luck import DECK, GUEST_DECK
from tiefenthal.engine.rules.state import Event
from tiefenthal.players.lessons.lesson import Lesson, Step, means

LEARNER: Final = 0
"""The learner's seat."""
_PILES: Final = (DECK, GUEST_DECK)


class Verdict(NamedTuple):
    """A move that the rules allow but the lesson does not expect."""

    says: str
    """The key of the reason."""


class Course:
    """How far somebody has come in a lesson. It follows from the moves that were made, and from nothing else."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = 0
        """The step, from 0."""
        self._times = 0
        self._made: dict[int, int] = dict.fromkeys(lesson.others, 0)

    def copy(self) -> "Course":
        """A copy, to continue differently."""
        new = Course(self.lesson)
        new.at = self.at
        new._times = self._times
        new._made = dict(self._made)
        return new

    @property
    def step(self) -> Step:
        """The current step: what is said, and which moves are expected."""
        return self.lesson.steps[self.at]

    @property
    def finished(self) -> bool:
        """Whether no move is expected any more."""
        return not self.step.awaits

    @property
    def moment(self) -> tuple[int, ...]:
        """The exact progress: the step, how often it was done, and what the others have done."""
        return self.at, self._times, *self._made.values()

    @property
    def left(self) -> dict[int, tuple[str, ...]]:
        """What the others have still to do, by seat."""
        return {seat: self.lesson.others[seat][made:] for seat, made in self._made.items()}

    def begin(self, edition: Edition, rules: int, events: list[Event] | None = None) -> Game:
        """The game it begins with. `events` listens from the very beginning."""
        lesson = self.lesson
        document: dict[str, Any] = {**lesson.position, "rules": rules}
        state = state_from_position(document, edition=edition, luck=SeededChance(f"{lesson.seed} layout"))
        state.events = events
        return Game.from_state(state, ScriptedChance(_script(lesson, edition), SeededChance(lesson.seed)))

    def awaited(self, game: Game) -> list[Action]:
        """The moves of the learner that the lesson expects now; none while the others are asked."""
        if LEARNER not in game.to_act:
            return []
        step = self.step
        return [action for action in game.legal_actions(LEARNER) if _is_one_of(action, step.awaits)]

    def judge(self, action: Action) -> Verdict | None:
        """Why a move of the learner is not expected; None if it is. Whether it is legal is up to the rules."""
        step = self.step
        if _is_one_of(action, step.awaits):
            return None
        said = [says for other, says in step.wrong if means(other, action.text)]
        return Verdict(said[0] if said else step.otherwise)

    def scripted(self, seat: int) -> str | None:
        """What another seat does next; None when the script has nothing more for it."""
        left = self.left.get(seat, ())
        return left[0] if left else None

    def follow(self, game: Game, seat: int) -> None:
        """A move was made; `game` is the game after it."""
        if seat != LEARNER:
            self._made[seat] += 1
        elif not self.finished:
            self._times += 1
            if self._times == self.step.times or (self.step.times == 0 and not self.awaited(game)):
                self.at += 1
                self._times = 0


def _script(lesson: Lesson, edition: Edition) -> dict[tuple[str, int], list[list[int]]]:
    numbers = {name: number for number, name in enumerate(edition.card_names)}
    return {
        (stream, seat): [
            [numbers[str(one)] if stream in _PILES else int(one) for one in outcome] for outcome in outcomes
        ]
        for (stream, seat), outcomes in lesson.luck.items()
    }


def _is_one_of(action: Action, wanted: tuple[str, ...]) -> bool:
    return any(means(one, action.text) for one in wanted)
