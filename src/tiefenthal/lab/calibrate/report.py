"""The report of a calibration: every target before and after, and what was moved."""

from collections.abc import Mapping, Sequence
from typing import Final

from tiefenthal.lab.arena.sheets import Column
from tiefenthal.lab.arena.stats import Estimate
from tiefenthal.lab.arena.targets import POINTS_NAME, RECRUITED, RUN_OUT, TIMES_NAME, Finding
from tiefenthal.lab.calibrate.aims import FORMS, WANTED, Bounds, Key
from tiefenthal.lab.calibrate.space import Space, Values

SPOKEN_OF: Final = {
    f"people: {RUN_OUT}": "nobles run out",
    f"strongest bot: {RUN_OUT}": "nobles run out, the bot",
    f"people: {RECRUITED}": "guests of a price",
    POINTS_NAME: "the Journeyman's points",
    TIMES_NAME: "the bot's, of the Journeyman's",
}
"""Targets whose mean figure says something, and their headings."""
Effects = Mapping[str, Sequence[Estimate]]
"""By target: what each lever does."""
_EFFECTS: Final = (
    "How the mean figure of a target changes when a lever goes from the low end of its range to the high one, the "
    "others lying anywhere; least squares over all candidates. Bold: not 0 with 95 % certainty."
)
Numbers = Mapping[Key, tuple[float, float, float]]
"""Figures with their bounds."""
UNKNOWN: Final = "not played"
_HEAD: Final = (
    "The worst figure of each, with where it was found; ✗ where it misses its target. Before: {before:,} games with "
    "the edition as it was; after: {after:,} with the one found, on the same deals, none of which was searched with. "
    "Expected is what all candidates together say."
)


def worst(numbers: Numbers, target: str) -> Finding | None:
    """The finding of a target that is furthest off."""
    found = [Finding(*figures, key[1]) for key, figures in numbers.items() if key[0] == target]
    return max(found, key=lambda one: one.miss, default=None)


def met(numbers: Numbers) -> tuple[int, int]:
    """How many targets are met, of how many."""
    found = [one for one in [worst(numbers, target) for target in FORMS] if one is not None]
    return len([one for one in found if one.met]), len(found)


def _cell(numbers: Numbers, target: str) -> str:
    found = worst(numbers, target)
    if found is None:
        return UNKNOWN
    shown = Column("", "", FORMS[target]).shown(found.figure)
    return f"{shown} ({found.where}){'' if found.met else ' ✗'}"


def with_bounds(figures: Mapping[Key, float], bounds: Mapping[Key, Bounds]) -> Numbers:
    """Figures that the model expects, each with its bounds."""
    return {key: (figure, *bounds[key]) for key, figure in figures.items()}


def report_text(
    space: Space,
    values: Values,
    words: str,
    games: tuple[int, int],
    before: Numbers,
    after: Numbers,
    expected: Numbers,
    effects: Effects,
) -> str:
    """A page of Markdown. `games` is how many the columns before and after come from."""
    lines = [
        "# Calibration",
        "",
        f"From the edition {space.edition.name} ({space.edition.digest[:16]}). {words[:1].upper()}{words[1:]}.",
        "",
        "## Targets",
        "",
        _HEAD.format(before=games[0], after=games[1]),
        "",
        "| target | wanted | before | after | expected |",
        "|---|---|---|---|---|",
    ]
    for target in FORMS:
        cells = [_cell(numbers, target) for numbers in (before, after, expected)]
        lines.append(f"| {target} | {WANTED[target]} | " + " | ".join(cells) + " |")
    counts = [f"{good} of {every}" for good, every in [met(numbers) for numbers in (before, after, expected)]]
    lines.append("| **met** | | " + " | ".join(counts) + " |")
    lines += ["", "## What was moved", "", "| lever | from its figures | range |", "|---|---:|---|"]
    for lever, value in zip(space.levers, values, strict=True):
        lines.append(f"| {lever.name} | {value:+d} | {lever.low} to {lever.high} |".replace("+0", "0"))
    lines += _effect_lines(space, effects)
    return "\n".join(lines) + "\n"


def _effect_lines(space: Space, effects: Effects) -> list[str]:
    known = [target for target in SPOKEN_OF if effects.get(target)]
    if not known:
        return []
    lines = ["", "## What each lever does", "", _EFFECTS, ""]
    lines.append("| lever | " + " | ".join([SPOKEN_OF[target] for target in known]) + " |")
    lines.append("|---|" + "---:|" * len(known))
    for place, lever in enumerate(space.levers):
        cells = [_effect(target, effects[target][place]) for target in known]
        lines.append(f"| {lever.name} ({lever.low} to {lever.high}) | " + " | ".join(cells) + " |")
    return lines


def _effect(target: str, effect: Estimate) -> str:
    """Signed; in bold where it is surely not nothing."""
    shown = Column("", "", FORMS[target]).shown(abs(effect.value))
    words = ("−" if effect.value < 0 else "+") + shown
    return f"**{words}**" if effect.low > 0 or effect.high < 0 else words
