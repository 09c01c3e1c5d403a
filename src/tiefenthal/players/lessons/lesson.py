"""What a lesson consists of, and reading one from its file. `walk` checks it with the engine."""

import functools
import re
import tomllib
from importlib import resources
from typing import Any, Final, NamedTuple

from tiefenthal.engine.rules.luck import COLOURED, DECK, GUEST_DECK, WHITE

FORMAT: Final = 1
NAMES: Final = ("first", "module-1", "wins", "module-2", "module-3", "module-4", "module-5")
"""In the order in which they are best played."""
STREAMS: Final = {"white": WHITE, "colour": COLOURED, "deck": DECK, "guests": GUEST_DECK}
"""What can be scripted, and how the rules call it."""
SHARED: Final = "any-"
"""What the names of sentences begin with that every lesson may say."""
_WORD: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEYS: Final = {"format", "name", "minutes", "edition", "seed", "position", "luck", "others", "steps"}
_STEP_KEYS: Final = {"pages", "awaits", "wrong", "otherwise", "times"}


class LessonError(ValueError):
    """A lesson that cannot be used, in a sentence."""


class Page(NamedTuple):
    """What is said on one page, and where to look meanwhile."""

    says: str
    """The key of the sentence."""
    look: str = ""
    """A thing on the table; empty: the expected moves."""


class Step(NamedTuple):
    """Something is said, and then the learner does something."""

    pages: tuple[Page, ...]
    awaits: tuple[str, ...]
    """Actions, as records have them; "use *" is any use. Empty in the last step, when all is done."""
    wrong: tuple[tuple[str, str], ...]
    """Other actions, and the key of what is said to them."""
    otherwise: str
    """The key of what is said to every other action."""
    times: int
    """How many of these actions it takes; 0: as many as there are."""


class Lesson(NamedTuple):
    """A lesson as it is written."""

    name: str
    minutes: int
    """About how long it takes."""
    edition: str
    """The digest of an edition with which it works."""
    seed: str
    """For the luck that is not scripted."""
    position: dict[str, Any]
    luck: dict[tuple[str, int], list[list[int | str]]]
    """By stream and seat (-1: nobody's), the outcomes; piles from the top, by the names of cards."""
    others: dict[int, tuple[str, ...]]
    """By seat, from 0: the actions of those who only follow the script."""
    steps: tuple[Step, ...]
    text: str
    """The text of its file."""

    @property
    def modules(self) -> int:
        """The highest module in play."""
        return int(self.position["modules"])

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.others) + 1

    @property
    def keys(self) -> list[str]:
        """The keys of all sentences it says, its title and what it is about before them."""
        found = [f"lesson.{self.name}", f"lesson.{self.name}.about"]
        for step in self.steps:
            found += [page.says for page in step.pages] + [says for _, says in step.wrong] + [step.otherwise]
        return list(dict.fromkeys(key for key in found if key))


def means(pattern: str, action: str) -> bool:
    """Whether an action is one of those a pattern names: "take 4" alone, "use *" any use, "*" any at all."""
    return action == pattern or (pattern.endswith("*") and action.startswith(pattern[:-1]))


def lesson_names() -> tuple[str, ...]:
    """The lessons there are, in order."""
    return NAMES


@functools.cache
def load_lesson(name: str) -> Lesson:
    """A lesson by its name. Raises LessonError."""
    if name not in NAMES:  # before any file is looked for
        raise LessonError(f"there is no lesson {name[:20]!r}; there are {', '.join(NAMES)}")
    found = read_lesson(
        resources.files("tiefenthal.players.lessons").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    )
    if found.name != name:
        raise LessonError(f"the file {name}.toml has the lesson {found.name!r}")
    return found


def read_lesson(text: str) -> Lesson:
    """A lesson from the text of its file. Raises LessonError, which says what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"this is no TOML: {error}") from None
    _known(data, _KEYS, "a lesson")
    _need(data.get("format") == FORMAT, f"the format must be {FORMAT}")
    name: Any = data.get("name")
    _need(isinstance(name, str) and _WORD.fullmatch(name) is not None, "the name must be words with hyphens")
    minutes: Any = data.get("minutes")
    _need(isinstance(minutes, int) and 1 <= minutes <= 15, "minutes must be a number from 1 to 15")
    for key in ("edition", "seed"):
        _need(isinstance(data.get(key), str), f"{key} must be a text")
    position: Any = data.get("position")
    _need(isinstance(position, dict) and isinstance(position.get("seats"), list), "a position with seats is needed")
    players = len(position["seats"])
    others = _others(data.get("others", {}), players)
    steps = _steps(name, data.get("steps"))
    luck = _luck(data.get("luck", {}), players)
    return Lesson(name, minutes, data["edition"], data["seed"], position, luck, others, steps, text)


def _need(so: bool, words: str) -> None:
    if not so:
        raise LessonError(words)


def _known(data: dict[str, Any], keys: set[str], what: str) -> None:
    unknown = sorted(data.keys() - keys)
    _need(not unknown, f"{what} has no {', '.join(unknown)}; it has {', '.join(sorted(keys))}")


def _others(data: object, players: int) -> dict[int, tuple[str, ...]]:
    _need(isinstance(data, dict), "others must be a table of seats")
    assert isinstance(data, dict)
    seats = {str(seat) for seat in range(2, players + 1)}
    _need(data.keys() == seats, f"others must have what the seats {', '.join(sorted(seats))} do, and no more")
    for seat, actions in data.items():
        _need(_is_texts(actions), f"others.{seat} must be a list of actions")
    return {int(seat) - 1: tuple(actions) for seat, actions in data.items()}


def _luck(data: object, players: int) -> dict[tuple[str, int], list[list[int | str]]]:
    _need(isinstance(data, dict), "luck must be a table")
    assert isinstance(data, dict)
    _known(data, set(STREAMS), "luck")
    found: dict[tuple[str, int], list[list[int | str]]] = {}
    for stream, seats in data.items():
        _need(isinstance(seats, dict), f"luck.{stream} must be a table of seats; 0 is nobody's")
        for seat, outcomes in seats.items():
            _need(seat.isdecimal() and 0 <= int(seat) <= players, f"luck.{stream} has no seat {seat}")
            good = isinstance(outcomes, list) and all(isinstance(one, list) for one in outcomes)
            _need(good, f"luck.{stream}.{seat} must be a list of lists")
            found[STREAMS[stream], int(seat) - 1] = outcomes
    return found


def _steps(name: str, data: object) -> tuple[Step, ...]:
    _need(isinstance(data, list) and len(data) > 1, "there must be steps")
    assert isinstance(data, list)
    found = tuple(_step(name, number, step) for number, step in enumerate(data, 1))
    for number, step in enumerate(found, 1):
        _need(bool(step.awaits) == (number < len(found)), f"step {number}: only the last step awaits nothing")
    return found


def _step(name: str, number: int, data: object) -> Step:
    where = f"step {number}"
    _need(isinstance(data, dict), f"{where} must be a table")
    assert isinstance(data, dict)
    _known(data, _STEP_KEYS, where)
    pages: Any = data.get("pages")
    _need(isinstance(pages, list) and len(pages) > 0, f"{where}: something must be said (pages)")
    awaits, wrong = data.get("awaits", []), data.get("wrong", {})
    _need(_is_texts(awaits), f"{where}: awaits must be a list of actions")
    _need(isinstance(wrong, dict) and _is_texts(list(wrong.values())), f"{where}: wrong must name a sentence by action")
    otherwise = data.get("otherwise", "")
    _need(not awaits or otherwise != "", f"{where}: otherwise must name what is said to other moves")
    times = data.get("times", 1)
    _need(isinstance(times, int) and 0 <= times <= 20, f"{where}: times is a number; 0 is as often as can be")
    return Step(
        tuple(_page(name, where, page) for page in pages),
        tuple(awaits),
        tuple((action, _key(name, where, says)) for action, says in wrong.items()),
        _key(name, where, otherwise) if otherwise else "",
        times,
    )


def _page(name: str, where: str, data: object) -> Page:
    _need(isinstance(data, dict), f"{where}: a page has what it says, and perhaps where to look")
    assert isinstance(data, dict)
    _known(data, {"says", "look"}, f"a page of {where}")
    look = data.get("look", "")
    _need(isinstance(look, str), f"{where}: look must be a thing on the table")
    return Page(_key(name, where, data.get("says")), look)


def _key(name: str, where: str, word: object) -> str:
    _need(isinstance(word, str) and _WORD.fullmatch(word) is not None, f"{where}: {word!r} names no sentence")
    shared = str(word).removeprefix(SHARED)
    return f"lesson.{name}.{word}" if shared == word else f"lesson.any.{shared}"


def _is_texts(data: object) -> bool:
    return isinstance(data, list) and all(isinstance(one, str) for one in data)
