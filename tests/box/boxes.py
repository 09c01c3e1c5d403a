"""A whole box, as somebody might own it: every figure that is asked for is another one than ours."""

from tiefenthal.engine.box import steps
from tiefenthal.engine.box.choices import LISTS
from tiefenthal.engine.box.fields import Field, Figure

WINTER = (
    "entertainer juggler", "counter guest", "die | bard", "entertainer money", "counter guest", "entertainer fire",
    "server", "free upgrade",
)  # fmt: skip
RING = (
    "1 points", "2 points", "signature", "3 points", "4 points", "schnapps", "5 points", "6 points", "7 points",
    "schnapps | service denied", "8 points", "crown",
)  # fmt: skip


def other_box() -> dict[str, Figure]:
    """An answer for each figure that is asked for."""
    answers: dict[str, Figure] = {}
    for step in steps():
        for n, field in enumerate(step.fields()):
            if field.asked:
                answers[field.id] = _another(step.id, field, n)
    return answers


def _another(step: str, field: Field, n: int) -> Figure:
    if field.choices and step == "winter":
        return WINTER[n]
    if field.choices and step == "ring":
        return RING[n]
    if field.choices:
        choices = LISTS[field.choices]
        choice = choices[(n * 5 + len(step)) % len(choices)]
        return choice.filled(1 + n % 4) if choice.most else choice.words
    wanted = int(field.value) + 1 + n % 2
    return wanted if wanted <= field.high else field.low
