"""The words of a position document, shared by writer and reader, and the error that says what is wrong."""

import re
from collections.abc import Sequence
from typing import Final

from tiefenthal.engine.components.words import bonus_words, read_bonus, read_start_item
from tiefenthal.engine.record.position.values import KINDS, THINGS, EditionFault, Values, shown
from tiefenthal.engine.rules import flow
from tiefenthal.engine.rules.actions import ACTIONS, NotAnActionError, parse_action
from tiefenthal.engine.rules.faults import Fault
from tiefenthal.engine.rules.modules.reputation import GAVE_FOR_GOOD, GAVE_NOBLE, GAVE_NOTHING, GAVE_SCHNAPPS
from tiefenthal.engine.rules.spaces import SPACE_NAMES, TRAY, USED
from tiefenthal.engine.rules.state import NO_CHOICE
from tiefenthal.engine.view import HIDDEN_CHOICE
from tiefenthal.i18n import Catalogue, catalogue

FORMAT: Final = "tiefenthal position 1"
GONE: Final = "gone"  # at a table, or with the face that was asked for: "gone 3"
USED_WORD: Final = "used"
HIDDEN: Final = "hidden"
SPECTATOR_WORD: Final = "spectator"
PILE_PLACE: Final = "pile"

PLACE_NAMES: Final = (PILE_PLACE, "row1", "row2", "row3", "row4", "row5")
"""Where a signature can lie, by the bit of `State.signed`."""

# --- effects on the stack of tasks: their names, and the key under which each one's argument stands
EFFECT_NAMES: Final[dict[int, str]] = {
    flow.BONUS: "bonus",
    flow.MONASTERY_STEPS: "monastery",
    flow.SERVICE_DENIED: "service denied",
    flow.TAKE_CHOICE: "choice",
    flow.CREDIT_BARBACKS: "barbacks",
    flow.FINISH_SERVING: "end of serving",
    flow.REPUTATION_STEPS: "reputation",
    flow.TOAST: "toast",
    flow.SIGNATURE: "signature",
    flow.CHOOSE_COLUMN: "free signature",
    flow.ROW_NOBLE: "row of the guest book",
    flow.START_ITEM: "start item",
    flow.DISMISS_REGULARS: "dismissal",
    flow.DECK_SHUFFLE: "starting deck",
}
EFFECT_OF: Final[dict[str, int]] = {name: number for number, name in EFFECT_NAMES.items()}
ARGUMENT_KEYS: Final[dict[int, str]] = {
    flow.BONUS: "what",
    flow.START_ITEM: "what",
    flow.MONASTERY_STEPS: "steps",
    flow.REPUTATION_STEPS: "steps",
    flow.SIGNATURE: "column",
    flow.ROW_NOBLE: "row",
    flow.DISMISS_REGULARS: "regulars",
}
FROM_ONE: Final = (flow.SIGNATURE, flow.ROW_NOBLE)  # arguments that count from 0 in the state, from 1 for people

# --- what a reputation step gave
GAVE_WORDS: Final[dict[int, str]] = {
    GAVE_NOTHING: "nothing",
    GAVE_SCHNAPPS: "schnapps",
    GAVE_NOBLE: "noble",
    GAVE_FOR_GOOD: "for good",
}

MOST_SHOWN: Final = 30  # problems in one message


class PositionError(ValueError):
    """A position that cannot be used, with everything that is wrong with it."""

    found: list[Fault | EditionFault]
    """What could not be read, or else what is wrong with the state that was read."""

    def __init__(self, found: Sequence[Fault | EditionFault]) -> None:
        super().__init__(list(found))
        self.found = list(found)

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong, each in a line of English."""
        return [fault_words(one, catalogue()) for one in self.found]

    def words(self, words: Catalogue) -> str:
        """The message as a whole."""
        lines = [words.say("position.unusable")]
        lines += [f"- {fault_words(one, words)}" for one in self.found[:MOST_SHOWN]]
        if len(self.found) > MOST_SHOWN:
            lines.append(f"- {words.say('position.more', n=len(self.found) - MOST_SHOWN)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.words(catalogue())


def fault_words(fault: Fault | EditionFault, words: Catalogue) -> str:
    """What is wrong, after the part of the document that it is about; its hint, if it has one, comes last."""
    if isinstance(fault, EditionFault):
        return f"{fault.where}: {fault.problem.said(words)}"
    values = dict(fault.values)
    near, known = values.pop("near", ""), values.pop("known", "")
    if values.get("shown") in KINDS:
        values["shown"] = words.say(f"position.shown.{values['shown']}")
    if values.get("what") in THINGS:
        values["what"] = words.say(f"position.what.{values['what']}")
    sentence = words.say(f"fault.{fault.code}", **values)
    if near:
        sentence = words.say("position.near", sentence=sentence, near=near)
    elif known:
        sentence = words.say("position.known", sentence=sentence, known=known)
    return f"{fault.where}: {sentence}" if fault.where else sentence


def argument_word(effect: int, arg: int) -> int | str:
    """The argument of a task as it is written."""
    if effect in (flow.BONUS, flow.START_ITEM):
        return bonus_words(arg)
    return arg + 1 if effect in FROM_ONE else arg


def read_argument_words(effect: int, words: str) -> int:
    """The argument a task's words stand for, or -1."""
    return read_start_item(words) if effect == flow.START_ITEM else read_bonus(words)


def step_words(step: int) -> str:
    """A reputation step: the space it left, what it gave, and for a noble its place in the deck from the bottom."""
    gave = step >> 5 & 7
    words = f"{step & 31} {GAVE_WORDS[gave]}"
    return f"{words} {(step >> 8) + 1}" if gave == GAVE_NOBLE else words


_STEP: Final = re.compile(r"([0-9]|[12][0-9]|3[01]) (?:(nothing|schnapps|for good)|noble ([1-9][0-9]{0,2}))", re.ASCII)


def read_step(words: str) -> int:
    """The packed step, or -1."""
    found = _STEP.fullmatch(words)
    if found is None:
        return -1
    before = int(found[1])
    if found[3]:
        return before | GAVE_NOBLE << 5 | (int(found[3]) - 1) << 8
    for gave, word in GAVE_WORDS.items():
        if word == found[2]:
            before |= gave << 5
    return before


def die_words(face: int, place: int) -> str:
    """A die and where it is: "4", "4 monk", "4 used"."""
    if place == TRAY:
        return str(face)
    return f"{face} {USED_WORD if place == USED else SPACE_NAMES[place]}"


def choice_words(choice: int) -> str | None:
    """What was chosen for the evening."""
    if choice == NO_CHOICE:
        return None
    return HIDDEN if choice == HIDDEN_CHOICE else ACTIONS[choice].text


def read_choice(v: Values, value: object, path: str, default: int) -> int:
    """The number of the action that was chosen."""
    if value == HIDDEN:
        v.note(path, "choice-hidden")
        return default
    if not isinstance(value, str):
        v.note(path, "not-action", shown=shown(value))
        return default
    try:
        return parse_action(value).id
    except NotAnActionError:
        v.note(path, "unknown-action", shown=shown(value))
        return default


def read_steps(v: Values, value: object, path: str) -> list[int]:
    """The packed reputation steps of a serving."""
    steps: list[int] = []
    for i, item in enumerate(v.items(value, path), start=1):
        step = read_step(item) if isinstance(item, str) else -1
        if step < 0:
            v.note(f"{path}[{i}]", "no-step", shown=shown(item))
        else:
            steps.append(step)
    return steps
