"""An owner's box: what is asked for, component by component, what is wrong with an answer, and the edition it makes."""

from tiefenthal.engine.box.answers import Answers, UnknownFieldError, Wrong, check, left, make_edition
from tiefenthal.engine.box.fields import Field, Row, Step, steps
from tiefenthal.engine.box.friend import beside, read_box

__all__ = [
    "Answers",
    "Field",
    "Row",
    "Step",
    "UnknownFieldError",
    "Wrong",
    "beside",
    "check",
    "left",
    "make_edition",
    "read_box",
    "steps",
]
