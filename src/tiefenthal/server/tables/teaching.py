"""A lesson at its table: what the learner is told, what the others do, and which moves the lesson does not expect."""

from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.i18n import catalogue
from tiefenthal.players.lessons import figures_named
from tiefenthal.players.lessons.course import LEARNER
from tiefenthal.server.protocol.lessons import LessonPage, LessonStep
from tiefenthal.server.tables.table import Table


def step(table: Table, seat: int | None) -> LessonStep | None:
    """What is said and expected now; nothing for watchers, and nothing without a lesson."""
    course, game = table.lesson, table.game
    if course is None or game is None or seat != LEARNER:
        return None
    now = course.step
    awaited = course.awaited(game)
    others = [action for action in game.legal_actions(seat) if action not in awaited] if awaited else []
    verdicts = [(action, course.judge(action)) for action in others]
    figures = figures_named(table.edition)
    named = {name for page in now.pages for name in catalogue().names_in(page.says)}
    said = [now.otherwise, *(says for _, says in now.wrong)]
    named |= {name for key in said if key for name in catalogue().names_in(key)}
    return LessonStep(
        name=course.lesson.name,
        step=course.at + 1,
        steps=len(course.lesson.steps),
        pages=[LessonPage(page.says, page.look) for page in now.pages],
        pages_before=sum(len(step.pages) for step in course.lesson.steps[: course.at]),
        pages_in_all=sum(len(step.pages) for step in course.lesson.steps),
        values={name: figures[name] for name in sorted(named) if name in figures},
        awaits=[action.text for action in awaited],
        wrong={action.text: why.says for action, why in verdicts if why is not None and why.says != now.otherwise},
        otherwise=now.otherwise,
        done=course.finished,
    )


def scripted(table: Table, seat: int) -> str | None:
    """What another seat does next in a lesson."""
    return None if table.lesson is None else table.lesson.scripted(seat)


def objects(table: Table, seat: int, action: str) -> bool:
    """Whether a move that the rules allow is not the one the lesson waits for."""
    if table.lesson is None or seat != LEARNER:
        return False
    return table.lesson.judge(parse_action(action)) is not None
