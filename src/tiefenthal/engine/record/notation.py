"""The record of a game as text a person can read: tags, one line per decision and per outcome, a digest per round.

`docs/notation.md` describes the format. This file turns records into text and back; it contains no rules.
`Game.from_record` and `verify` check whether a record obeys them.
"""

import json
import re
from typing import Final, NamedTuple

from tiefenthal.engine.chance import Outcome
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import (
    REFERENCE,
    built_in_edition,
    is_built_in,
    parse_edition,
    unpinned_edition,
)
from tiefenthal.engine.components.problems import EditionError
from tiefenthal.engine.rules.actions import Action, NotAnActionError, parse_action
from tiefenthal.engine.rules.luck import COLOURED, DECK, GUEST_DECK, GUEST_PILE, START_CARDS, START_PLAYER, WHITE
from tiefenthal.engine.rules.version import (
    FIRST_VERSION,
    KNOWN_VERSIONS,
    RULES_VERSION,
    UnknownRulesError,
    known_version,
)
from tiefenthal.i18n import Catalogue, Said, Value, catalogue

FORMAT: Final = "1"
LARGEST_RECORD: Final = 4_000_000  # characters; a game is some 30,000

SCORES: Final = "Scores"
DRAWN_ANEW: Final = "DrawnAnew"  # a tag: after how many decisions the outcomes no longer continue what was read
REWOUND: Final = "Rewound"  # a tag; a line of its own is more than readers of format 1 understand
_REWIND: Final = re.compile(r"([0-9]{1,6}) p([1-4]) ([0-9]{1,6})")

OF_CARDS: Final = (DECK, GUEST_PILE, GUEST_DECK)  # streams whose values are cards, written top card first
OF_SEATS: Final = (DECK, COLOURED, WHITE)
STREAMS: Final = (START_PLAYER, GUEST_PILE, GUEST_DECK, START_CARDS, DECK, COLOURED, WHITE)


class RecordError(ValueError):
    """A record that cannot be read or does not obey the rules; `line` is where it first goes wrong (0: nowhere)."""

    def __init__(self, line: int, code: str, said: Said | None = None, /, **values: Value) -> None:
        """`code` names the sentence `record.<code>` of the catalogue, which `values` fill in; `said` is what another
        error has to say within it."""
        super().__init__(line, code)
        self.line = line
        self.code = code
        self.values = values
        self._said = said

    def reason(self, words: Catalogue) -> str:
        """What is wrong, without the line."""
        values = self.values if self._said is None else {**self.values, "said": self._said(words)}
        return words.say(f"record.{self.code}", **values)

    def words(self, words: Catalogue) -> str:
        """What is wrong and where, in a language."""
        reason = self.reason(words)
        return words.say("record.line", line=self.line, reason=reason) if self.line else reason

    def __str__(self) -> str:
        return self.words(catalogue())


class Rewind(NamedTuple):
    """Decisions that were undone with everyone's consent after they had shown something new."""

    move: int
    """How many decisions remained then; fewer if some of those were undone later."""
    seat: int
    """Who had asked for it."""
    taken: int
    """How many decisions were undone."""


class RecordEntry:
    """One line of a record: a decision, an outcome of chance, a digest, or a comment."""

    __slots__ = ("action", "comment", "digest", "line", "outcome", "seat")

    def __init__(
        self,
        line: int,
        seat: int = -1,
        action: Action | None = None,
        outcome: Outcome | None = None,
        digest: str = "",
        comment: str = "",
    ) -> None:
        self.line: int = line
        self.seat: int = seat
        self.action: Action | None = action
        self.outcome: Outcome | None = outcome
        self.digest: str = digest
        self.comment: str = comment  # for people; written, but not read back


class Record:
    """A game written down. `str()` gives the text."""

    __slots__ = ("edition", "entries", "modules", "players", "position", "rewinds", "rules", "scores", "seed", "tags")

    def __init__(self, players: int, modules: int, edition: Edition, seed: str, rules: int = RULES_VERSION) -> None:
        self.players: int = players
        self.modules: int = modules
        self.edition: Edition = edition
        self.rules: int = rules  # the version of the rules it follows
        self.seed: str = seed  # empty when the outcomes do not follow from a seed
        self.position: dict[str, object] | None = None  # where the game began, if not at its beginning
        self.tags: dict[str, str] = {}  # anything else worth keeping: names, place, date
        self.scores: list[int] = []  # the final scores; empty during the game
        self.rewinds: list[Rewind] = []  # in the order they happened
        self.entries: list[RecordEntry] = []

    def __str__(self) -> str:
        return write_record(self)

    def __repr__(self) -> str:
        return f"<Record of {self.players} players, modules {self.modules}, {len(self.entries)} lines>"

    @property
    def decisions(self) -> list[tuple[int, Action]]:
        """Seat and action of every decision."""
        return [(entry.seat, entry.action) for entry in self.entries if entry.action is not None]

    @property
    def outcomes(self) -> list[Outcome]:
        """Every outcome of chance."""
        return [entry.outcome for entry in self.entries if entry.outcome is not None]


# --- writing


def write_record(record: Record) -> str:
    """The text of a record."""
    edition = record.edition
    known = edition.name == REFERENCE and is_built_in(edition.digest)
    lines = [
        f'[Tiefenthal "record {FORMAT}"]',
        f'[Rules "{record.rules}"]',
        f'[Players "{record.players}"]',
        f'[Modules "{record.modules}"]',
        f'[Edition "{_escape(edition.name)} {edition.digest[:16]}"]',
    ]
    if record.seed:
        lines.append(f'[Seed "{_escape(record.seed)}"]')
    lines.extend(f'[{name} "{_escape(value)}"]' for name, value in record.tags.items())
    if record.rewinds:
        lines.append(f'[{REWOUND} "{", ".join(f"{one.move} p{one.seat + 1} {one.taken}" for one in record.rewinds)}"]')
    if record.scores:
        lines.append(f'[{SCORES} "{" ".join(str(points) for points in record.scores)}"]')
    if not known:
        lines += ["", "edition:"]
        lines.extend("| " + line if line else "|" for line in edition.text.splitlines())
    if record.position is not None:
        lines += ["", "position: " + json.dumps(record.position, ensure_ascii=False, sort_keys=True)]
    lines.append("")
    for entry in record.entries:
        if entry.action is not None:
            lines.append(f"p{entry.seat + 1} {entry.action.text}")
        elif entry.outcome is not None:
            lines.append(f"* {outcome_text(entry.outcome, record.edition)}")
        elif entry.comment:
            lines.append(f"; {entry.comment}")
        else:
            lines += [f"# {entry.digest}", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def outcome_text(outcome: Outcome, edition: Edition) -> str:
    """An outcome in words: `deck p2: server r3.2 ...`, `white p1: 1 4 4 6`."""
    stream, seat, values = outcome
    head = f"{stream} p{seat + 1}:" if seat >= 0 else f"{stream}:"
    if stream in OF_CARDS:
        words = [edition.card_names[card] for card in reversed(values)]
    elif stream == START_PLAYER:
        words = [f"p{values[0] + 1}"]
    elif stream == START_CARDS:
        words = [str(card) for card in reversed(values)]
    else:
        words = [str(face) for face in values]
    return " ".join([head, *words])


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


# --- reading


def read_record(text: str) -> Record:
    """Read the text of a record; the first thing that makes no sense is a RecordError with its line."""
    if len(text) > LARGEST_RECORD:
        raise RecordError(0, "too-long")
    tags: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    edition_lines: list[str] = []
    position: dict[str, object] | None = None
    in_edition = False
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if in_edition and raw.startswith("|"):
            edition_lines.append(raw[2:] if raw.startswith("| ") else raw[1:])
            continue
        in_edition = False
        if not line or line.startswith(";"):
            continue
        if line.startswith("["):
            name, value = _tag(number, line)
            if name in tags:
                raise RecordError(number, "tag-twice", tag=name)
            tags[name] = value
        elif line == "edition:":
            in_edition = True
        elif line.startswith("position:"):
            position = _position(number, line.removeprefix("position:"))
        else:
            body.append((number, line.split(";")[0].strip()))
    record = _head(tags, edition_lines)
    record.position = position
    kind_of = record.edition.kind_of
    for number, line in body:
        record.entries.append(_entry(number, line, record.players, kind_of))
    return record


def _head(tags: dict[str, str], edition_lines: list[str]) -> Record:
    if "Tiefenthal" not in tags:
        raise RecordError(1, "no-record", first=f'[Tiefenthal "record {FORMAT}"]')
    if tags.pop("Tiefenthal") != f"record {FORMAT}":
        raise RecordError(1, "format", format=FORMAT)
    rules = _rules(tags.pop("Rules", str(FIRST_VERSION)))
    players = _number(tags, "Players", 2, 4)
    modules = _number(tags, "Modules", 1, 5)
    edition = _edition(tags.pop("Edition", REFERENCE), edition_lines)
    record = Record(players, modules, edition, tags.pop("Seed", ""), rules)
    scores = tags.pop(SCORES, "")
    try:
        record.scores = [int(points) for points in scores.split()]
    except ValueError:
        raise RecordError(0, "scores-numbers", tag=SCORES, found=repr(scores)) from None
    if record.scores and len(record.scores) != players:
        raise RecordError(0, "scores-count", tag=SCORES, count=players, found=len(record.scores))
    record.rewinds = _rewinds(tags, players)
    record.tags = tags
    return record


def _rules(named: str) -> int:
    try:
        return known_version(int(named) if named.isascii() and named.isdigit() and len(named) < 10 else -1)
    except UnknownRulesError:
        versions = ", ".join(map(str, KNOWN_VERSIONS))
        raise RecordError(0, "unknown-rules", version=named, versions=versions) from None


def _edition(named: str, lines: list[str]) -> Edition:
    """The edition a record was played with: the one it brings, or the built-in one with the digest it names."""
    pinned = " ".join(named.split()[1:]).rpartition(" ")[2]
    edition: Edition | None
    if lines:
        try:
            edition = parse_edition("\n".join(lines) + "\n", "the edition in the record")
        except EditionError as error:
            raise RecordError(0, "edition-broken", error.words) from None
    else:
        edition = built_in_edition(pinned) if pinned else unpinned_edition()
    if edition is None or not edition.digest.startswith(pinned):
        raise RecordError(0, "edition-figures", edition=named)
    return edition


def _rewinds(tags: dict[str, str], players: int) -> list[Rewind]:
    """What the tag Rewound says. One that says something else is somebody's own, and stays a tag like any other."""
    parts = tags.get(REWOUND, "").split(", ")
    found = [match for match in map(_REWIND.fullmatch, parts) if match is not None and int(match[2]) <= players]
    if len(found) != len(parts):
        return []
    del tags[REWOUND]
    return [Rewind(int(match[1]), int(match[2]) - 1, int(match[3])) for match in found]


def _number(tags: dict[str, str], name: str, lowest: int, highest: int) -> int:
    value = tags.pop(name, "")
    if not value:
        raise RecordError(0, "tag-missing", tag=name)
    if not (value.isascii() and value.isdigit() and lowest <= int(value) <= highest):
        raise RecordError(0, "tag-range", tag=name, low=lowest, high=highest, found=repr(value))
    return int(value)


def _tag(number: int, line: str) -> tuple[str, str]:
    name, _, rest = line[1:].partition(" ")
    if not (line.endswith('"]') and rest.startswith('"') and len(rest) >= 3 and name.isidentifier()):
        raise RecordError(number, "tag-form", form='[Name "value"]', found=repr(line[:60]))
    return name, rest[1:-2].replace('\\"', '"').replace("\\\\", "\\")


def _position(number: int, text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(number, "position-json") from None
    if not isinstance(found, dict):
        raise RecordError(number, "position-object")
    return found


def _entry(number: int, line: str, players: int, kind_of: dict[str, int]) -> RecordEntry:
    if line.startswith("*"):
        return RecordEntry(number, outcome=_outcome(number, line[1:].strip(), players, kind_of))
    if line.startswith("#"):
        return RecordEntry(number, digest=line[1:].strip())
    who, _, text = line.partition(" ")
    seat = _seat(number, who, players)
    try:
        return RecordEntry(number, seat=seat, action=parse_action(text.strip()))
    except NotAnActionError:
        raise RecordError(number, "no-action", found=repr(text.strip()[:60])) from None


def _seat(number: int, word: str, players: int) -> int:
    if len(word) == 2 and word[0] == "p" and word[1] in "1234"[:players]:
        return int(word[1]) - 1
    raise RecordError(number, "line-begins", last=f"p{players}", found=repr(word[:20]))


def _outcome(number: int, text: str, players: int, kind_of: dict[str, int]) -> Outcome:
    head, colon, tail = text.partition(":")
    words = head.split()
    if not colon or not words or words[0] not in STREAMS or (len(words) == 2) != (words[0] in OF_SEATS):
        raise RecordError(number, "no-outcome", found=repr(head[:40]))
    stream = words[0]
    seat = _seat(number, words[1], players) if len(words) == 2 else -1
    values: list[int] = []
    for word in tail.split():
        if stream in OF_CARDS:
            if word not in kind_of:
                raise RecordError(number, "no-card", found=repr(word[:40]))
            values.append(kind_of[word])
        elif stream == START_PLAYER:
            values.append(_seat(number, word, players))
        elif word.isascii() and word.isdigit() and len(word) < 4:
            values.append(int(word))
        else:
            raise RecordError(number, "no-number", found=repr(word[:20]))
    if stream in OF_CARDS or stream == START_CARDS:
        values.reverse()
    return stream, seat, values
