"""What an owner has entered: what is wrong with it, what is still open, and the edition it makes."""

import copy
import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tiefenthal.engine.box import choices
from tiefenthal.engine.box.fields import Field, Figure, Step, Tables, fields, sheet, steps
from tiefenthal.engine.box.writer import write
from tiefenthal.engine.components import Edition, parse_edition
from tiefenthal.engine.components.describe import NEW_NAME
from tiefenthal.engine.components.loader import REFERENCE, read_tables
from tiefenthal.engine.components.locate import KeyPath
from tiefenthal.engine.components.problems import Phrase, Problem
from tiefenthal.engine.components.reader import BOX, HOUSE, key_text

Answers = Mapping[str, Figure]
LONGEST_TITLE: Final = 60
_SECTIONS: Final = {"round_track.winter": "winter", "reputation": "ring"}
"""Steps that are judged as a whole, by the key of their problems."""


class Wrong(NamedTuple):
    """Why a figure cannot be right: a code, and the values of its sentence."""

    field: str
    code: str
    values: dict[str, Figure]


class UnknownFieldError(KeyError):
    """There is no such figure to enter."""


def check(answers: Answers, *, whole: bool = False) -> list[Wrong]:
    """What is wrong with the answers. Problems of several figures together are reported when all of a step have been
    entered, or, for the `whole` box, in any case."""
    known = fields()
    for name in answers:
        if name not in known:
            raise UnknownFieldError(name)
    wrong = [found for name, answer in answers.items() if (found := _alone(known[name], answer)) is not None]
    if wrong:
        return wrong
    return [
        Wrong(field.id, problem.code, {name: value for name, value in problem.values if not isinstance(value, Phrase)})
        for problem in read_tables(_filled(answers), {})[1].problems
        if (field := _field_of(problem, answers)) is not None and (whole or _complete(_step_of(field), answers))
    ]


def left(answers: Answers) -> int:
    """How many figures are still ours or inferred."""
    return sum(field.asked and field.id not in answers for field in fields().values())


def make_edition(title: str, answers: Answers) -> Edition:
    """The edition of a box. What was not entered stays as it is in the reference edition, with its mark. Raises
    `EditionError` for answers that `check` objects to."""
    tables = _filled(answers)
    tables |= {"name": name_of(title), "title": title}
    return parse_edition(write(tables, _marks(answers)), "box")


def name_of(title: str) -> str:
    """A title as the name of an edition: lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
    return name if name and name != REFERENCE else NEW_NAME


def _alone(field: Field, answer: Figure) -> Wrong | None:
    """What is wrong with an answer whatever the others are."""
    if not field.choices:
        if isinstance(answer, int) and field.low <= answer <= field.high:
            return None
        return Wrong(field.id, "number", {"low": field.low, "high": field.high})
    if isinstance(answer, str) and choices.canonical(field.choices, answer) is not None:
        return None
    return Wrong(field.id, "choice", {})


def _answer(field: Field, answers: Answers) -> Figure | None:
    """What was entered for a figure, itself or by the one it follows."""
    return answers.get(field.id, answers.get(field.follows) if field.follows else None)


def _filled(answers: Answers) -> Tables:
    """The tables of the edition with all answers."""
    tables = copy.deepcopy(sheet().tables)
    for field in fields().values():
        answer = _answer(field, answers)
        if answer is None or not field.path:
            continue
        at: Any = tables
        for part in field.path[:-1]:
            at = at[part]
        at[field.path[-1]] = answer
    printed = tables["round_track"]["schnapps_printed"]
    tables["round_track"]["schnapps_printed"] = {key: n for key, n in printed.items() if n}
    tables["source"] = HOUSE  # so that every figure has a mark; the right ones come with the file
    return tables


def _marks(answers: Answers) -> dict[KeyPath, str]:
    """Where each figure comes from, once these are entered."""
    marks = dict(sheet().marks)
    for field in fields().values():
        if field.path:
            marks.pop(field.path[:-1], None)  # each cell of the guest book has a mark of its own here
            marks[field.path] = BOX if _answer(field, answers) is not None else field.source
    return marks


# --- whom a problem concerns


def _step_of(field: Field) -> Step:
    return next(step for step in steps() if field in step.fields())


def _complete(step: Step, answers: Answers) -> bool:
    return all(field.id in answers for field in step.fields() if field.asked)


def _field_of(problem: Problem, answers: Answers) -> Field | None:
    """The figure at which a problem is told; None for one that no answer has brought about."""
    for field in fields().values():
        if field.path and key_text(field.path) == problem.key:
            return field
    section = _SECTIONS.get(problem.key)
    if section is None:
        return None
    step = next(step for step in steps() if step.id == section)
    spaces = [field for field in step.fields() if field.choices]
    return _culprit(problem, spaces, answers)


def _culprit(problem: Problem, spaces: list[Field], answers: Answers) -> Field:
    """The last space that shows what there is too much of; where something is missing, the last that was entered."""
    values = dict(problem.values)
    entered = [field for field in spaces if field.id in answers] or spaces
    words = {
        "entertainer-once": f"entertainer {values.get('entertainer')}",
        "counter-guests": "counter guest",
        "ring-once": str(values.get("space")),
    }.get(problem.code)
    if words is not None:
        return next((field for field in reversed(entered) if _figure(field, answers) == words), entered[-1])
    if problem.code == "ring-numbers":
        expected = 1
        for field in spaces:
            figure = _figure(field, answers)
            if figure.endswith("points"):
                if figure != f"{expected} points":
                    return field
                expected += 1
    return entered[-1]


def _figure(field: Field, answers: Answers) -> str:
    words = choices.canonical(field.choices, str(answers.get(field.id, field.value)))
    assert words is not None
    return words
