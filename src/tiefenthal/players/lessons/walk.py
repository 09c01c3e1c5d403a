"""Playing a lesson through automatically: does it work with the figures of an edition, and if not, why?"""

import functools
from typing import Final

from tiefenthal.engine.chance import ChanceError
from tiefenthal.engine.components import Edition, built_in_edition, load_edition
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.position import PositionError
from tiefenthal.engine.rules.actions import NotAnActionError
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.rules.version import RULES_VERSION
from tiefenthal.players.lessons.course import LEARNER, Course
from tiefenthal.players.lessons.lesson import Lesson, LessonError, means, read_lesson

MOST_MOMENTS: Final = 3000


def edition_for(lesson: Lesson) -> Edition:
    """The figures a lesson is played with: the current ones if it works with them, else those it was written for.
    Raises LessonError when there are none."""
    return _edition_for(lesson.text, load_edition().digest)


@functools.cache
def _edition_for(text: str, _: str) -> Edition:
    lesson = read_lesson(text)
    for edition in (load_edition(), built_in_edition(lesson.edition)):
        if edition is not None and not faults(lesson, edition, every_way=False):
            return edition
    raise LessonError(f"the lesson {lesson.name} holds neither with the edition of today nor with its own")


def faults(lesson: Lesson, edition: Edition, every_way: bool = True) -> list[str]:
    """What is wrong with a lesson when it is played with this edition. `every_way`: with all expected moves, in every
    order; else with the first one of each step.
    """
    walk = _Walk(lesson)
    try:
        walk.go(edition, every_way)
    except (PositionError, ChanceError, IllegalActionError, NotAnActionError, KeyError, ValueError) as error:
        walk.found.append(f"it breaks off: {error}")
    return list(dict.fromkeys(walk.found))


class _Walk:
    """All moments of a lesson, each once."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.found: list[str] = []
        self._seen: set[tuple[object, ...]] = set()
        self._awaited: set[tuple[int, str]] = set()
        self._wrong: set[tuple[int, str]] = set()

    def go(self, edition: Edition, every_way: bool) -> None:
        course = Course(self.lesson)
        ways = [(course.begin(edition, RULES_VERSION), course)]
        while ways:
            game, course = ways.pop()
            self._others(game, course)
            moment = (game.digest, *course.moment)
            if moment in self._seen:
                continue
            self._seen.add(moment)
            if len(self._seen) > MOST_MOMENTS:
                self.found.append("there are too many ways to do what is awaited")
                return
            if course.finished:
                self._end(game, course)
            else:
                ways += self._next(game, course, every_way)
        if every_way and not self.found:
            self._unmet()

    def _others(self, game: Game, course: Course) -> None:
        """The others follow their script as far as they are asked."""
        while True:
            asked = [seat for seat in game.to_act if seat != LEARNER]
            ready = [(seat, action) for seat in asked if (action := course.scripted(seat)) is not None]
            if not ready:
                return
            seat, action = ready[0]
            game.play(seat, action)
            course.follow(game, seat)

    def _next(self, game: Game, course: Course, every_way: bool) -> list[tuple[Game, Course]]:
        number = course.at + 1
        awaited = course.awaited(game)
        if not awaited:
            asked = [seat + 1 for seat in game.to_act]
            self.found.append(f"step {number}: nothing of {list(course.step.awaits)} can be done; asked: {asked}")
            return []
        others = [action.text for action in game.legal_actions(LEARNER) if action not in awaited]
        self._wrong |= {
            (course.at, pattern) for pattern, _ in course.step.wrong if any(means(pattern, one) for one in others)
        }
        ways: list[tuple[Game, Course]] = []
        for action in awaited if every_way else awaited[:1]:
            self._awaited |= {(course.at, one) for one in course.step.awaits if means(one, action.text)}
            after, later = game.clone(), course.copy()
            after.play(LEARNER, action)
            later.follow(after, LEARNER)
            ways.append((after, later))
        return ways

    def _end(self, game: Game, course: Course) -> None:
        if game.over:
            self.found.append("the game is over before the lesson is")
        for seat, left in course.left.items():
            if left:
                self.found.append(f"seat {seat + 1} never comes to {list(left)}")

    def _unmet(self) -> None:
        """What is in the file but never happens."""
        for at, step in enumerate(self.lesson.steps):
            for one in step.awaits:
                if (at, one) not in self._awaited:
                    self.found.append(f"step {at + 1}: {one} is awaited and never possible")
            for one, _ in step.wrong:
                if (at, one) not in self._wrong:
                    self.found.append(f"step {at + 1}: {one} is answered and never possible")
