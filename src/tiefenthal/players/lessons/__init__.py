"""Lessons: short games whose luck and other seats are scripted, and in which the learner does one thing at a time.

A lesson is a file (docs/lessons.md). `Course` is one that is being played: its step, the expected moves, and what is
wrong with any other move. Sentences are named by keys; the catalogue has them.
"""

from tiefenthal.players.lessons.course import Course, Verdict
from tiefenthal.players.lessons.figures import figures_named
from tiefenthal.players.lessons.lesson import Lesson, LessonError, Page, Step, lesson_names, load_lesson, read_lesson
from tiefenthal.players.lessons.walk import edition_for, faults

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
