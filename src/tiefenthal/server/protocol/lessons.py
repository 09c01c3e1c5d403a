"""Lessons: the list of them, and how far somebody is in one. Sentences are named by keys of the catalogue."""

from typing import Annotated

import msgspec

from tiefenthal.server.protocol.parts import Pace, Part

LessonName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,30}$", description="the name of a lesson")]


class LessonInfo(Part, frozen=True):
    """A lesson that can be played."""

    name: str
    minutes: int
    """About how long it takes."""
    modules: int
    steps: int


class Lessons(Part, frozen=True):
    """All lessons, in the order in which they are best played."""

    lessons: list[LessonInfo]


class NewLesson(Part, frozen=True):
    """A lesson to begin, at a separate table."""

    pace: Pace = "natural"
    language: Annotated[str, msgspec.Meta(max_length=20)] = "en"
    """In which the others at the table have their names; English where they have none in it."""


class LessonPage(Part, frozen=True):
    """What is said at once."""

    says: str
    look: str
    """The thing on the table that the page is about; empty: the expected moves."""


class LessonStep(Part, frozen=True):
    """Where a lesson stands."""

    name: str
    step: int
    """From 1; the last one expects nothing, and the lesson is done."""
    steps: int
    pages: list[LessonPage]
    pages_before: int
    """How many pages the steps before have together."""
    pages_in_all: int
    values: dict[str, int]
    """The figures the sentences name."""
    awaits: list[str]
    """The expected actions; empty while others are asked."""
    wrong: dict[str, str]
    """By other actions that are possible now: the key of the answer."""
    otherwise: str
    """The same for all actions without their own."""
    done: bool
