"""Lessons: short games whose luck and other seats are written down, and in which one thing is asked for at a time.

A lesson is a file (docs/lessons.md). `Course` is one that is being played: which step it is at, what is awaited, and
what is wrong with another move. Sentences are named by keys; the catalogue has them.
"""

from tiefenthal.lessons.course import Course, Verdict
from tiefenthal.lessons.figures import figures_named
from tiefenthal.lessons.lesson import Lesson, LessonError, Page, Step, lesson_names, load_lesson, read_lesson
from tiefenthal.lessons.walk import edition_for, faults

__all__ = [
    "Course",
    "Lesson",
    "LessonError",
    "Page",
    "Step",
    "Verdict",
    "edition_for",
    "faults",
    "figures_named",
    "lesson_names",
    "load_lesson",
    "read_lesson",
]
