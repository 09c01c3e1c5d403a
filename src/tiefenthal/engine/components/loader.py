"""Loading editions: the built-in one as it is or as it ever was, from a file of one's own, or from text."""

import hashlib
import re
import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from tiefenthal.engine.components import boards, cards
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.locate import KeyPath, key_lines
from tiefenthal.engine.components.plausible import implausible
from tiefenthal.engine.components.problems import EditionError, Problem, mistake, phrase
from tiefenthal.engine.components.reader import Page, Section

FORMAT: Final = 1
REFERENCE: Final = "reference"
LONGEST_TEXT: Final = 100_000

UNPINNED: Final = {REFERENCE: "c414a1888cd847befacd1375f1a6143d2f92858bd306b0eda7fe15e780d82b3e"}
"""What a name alone means in logs, records and positions: the figures as they were at version 1 of the rules, when a
name was all that was written down. Games that name no digest go on with these, whatever becomes of the built-in
edition. Never changed."""

# What the rules read, in the order in which it enters the digest. Names, titles, text and sources change no game.
DIGEST_FIELDS: Final = (
    "card_count",
    "first_guest",
    "die",
    "pays",
    "points",
    "beer",
    "bonus",
    "price",
    "guest_copies",
    "guest_module",
    "regulars",
    "rounds",
    "tavern_count",
    "bard_count",
    "nobles",
    "noble_price",
    "schnapps",
    "schnapps_kept",
    "signatures",
    "counter_guests",
    "colour_dice",
    "white_dice",
    "area_price",
    "area_discount",
    "area_card",
    "area_yield",
    "monastery",
    "summer",
    "winter",
    "schnapps_track",
    "schnapps_track_module_2",
    "ring",
    "ring_signed",
    "entertainer_cost",
    "entertainer_gain",
    "start_cards",
    "start_cards_revealed",
    "book",
    "book_column",
)

_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
_TOML_PLACE: Final = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class _Cache:
    """The built-in editions, once they have been read."""

    def __init__(self) -> None:
        self.edition: Edition | None = None
        self.archived: dict[str, Edition] = {}


_cache: Final = _Cache()


def load_edition(source: str | Path | None = None) -> Edition:
    """The built-in edition for None or "reference", else the edition in a file. Raises `EditionError`."""
    if source is None or source == REFERENCE:
        if _cache.edition is None:
            _cache.edition = read_edition(reference_text(), REFERENCE)[0]
            if doubts := implausible(_cache.edition):
                raise ValueError(f"the built-in edition: {'; '.join([f'{one.key}: {one.reason}' for one in doubts])}")
        return _cache.edition
    where = str(source)
    return parse_edition(_file_text(Path(source), where), where)


def parse_edition(text: str, where: str = "edition") -> Edition:
    """The edition written in a TOML text; `where` names it in messages. Raises `EditionError` with all problems."""
    edition, page = read_edition(text, where)
    if edition.name == REFERENCE and not is_built_in(edition.digest):
        raise EditionError([mistake(page.line_of(("name",)), "name", "reserved-name", name=REFERENCE)], where)
    return edition


def reference_text() -> str:
    """The text of the built-in edition."""
    return _editions().joinpath("reference.toml").read_text(encoding="utf-8")


# --- every edition that was ever built in


def built_in_edition(digest: str) -> Edition | None:
    """The edition with these figures, if it is built in or ever was; None if there is none, or more than one.

    A digest may be shortened, as it is in records. It is only ever compared, never opened as a file.
    """
    current = load_edition()
    if digest == current.digest:
        return current
    fitting = [known for known in _known_digests() if digest and known.startswith(digest)]
    if len(fitting) != 1:
        return None
    found = fitting[0]
    if found == current.digest:
        return current
    if found not in _cache.archived:
        text = _editions().joinpath("archive", f"{found}.toml").read_text(encoding="utf-8")
        edition = read_edition(text, f"archive/{found}.toml")[0]
        if edition.digest != found:  # the file was changed, or the figures read differently: not what was played with
            return None
        _cache.archived[found] = edition
    return _cache.archived[found]


def is_built_in(digest: str) -> bool:
    """Whether these figures are those of the built-in edition, or ever were."""
    return digest == load_edition().digest or digest in _known_digests()


def unpinned_edition(name: str = REFERENCE) -> Edition | None:
    """What a built-in edition's name means where no digest was written down."""
    return built_in_edition(UNPINNED[name]) if name in UNPINNED else None


def archived_digests() -> list[str]:
    """The digests of all editions in the archive, the present one among them."""
    names = [entry.name for entry in _editions().joinpath("archive").iterdir()]
    return sorted([name.removesuffix(".toml") for name in names if name.endswith(".toml")])


def _known_digests() -> set[str]:
    return {load_edition().digest, *archived_digests()}


def _editions() -> Traversable:
    return resources.files("tiefenthal.engine.components").joinpath("editions")


def read_edition(text: str, where: str) -> tuple[Edition, Page]:
    """An edition, and what was noted about its file on the way."""
    data, lines = _toml(text, where)
    edition, page = read_tables(data, lines)
    if page.problems:
        # file order, and without repeats where two checks say the same
        raise EditionError(sorted(dict.fromkeys(page.problems), key=_by_line), where)
    edition.text = text
    edition.source = page.source
    edition.digest = digest(edition)
    return edition, page


def read_tables(data: dict[str, object], lines: dict[KeyPath, int]) -> tuple[Edition, Page]:
    """An edition from the tables of its file, good or bad: whether there are problems is on the page."""
    page = Page(lines)
    return _build(Section(page, (), data, None, True)), page


def digest(edition: Edition) -> str:
    """SHA-256 over the figures that the rules use."""
    lines = [f"tiefenthal edition {FORMAT}"]
    for field in DIGEST_FIELDS:
        lines.append(f"{field} {getattr(edition, field)!r}")
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def _by_line(problem: Problem) -> int:
    return problem.line


def _file_text(path: Path, where: str) -> str:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise EditionError([mistake(0, "", "no-file")], where) from None
    except IsADirectoryError:
        raise EditionError([mistake(0, "", "folder")], where) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise EditionError([mistake(0, "", "unreadable", reason=reason)], where) from None
    try:
        # editors on Windows like to begin a file with a byte order mark
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise EditionError([mistake(line, "", "not-utf")], where) from None


def _toml(text: str, where: str) -> tuple[dict[str, object], dict[KeyPath, int]]:
    """The tables of a text and the lines of its keys."""
    if len(text) > LONGEST_TEXT:
        raise EditionError([mistake(0, "", "too-long", most=LONGEST_TEXT)], where)
    try:
        text.encode("utf-8")
        return tomllib.loads(text), key_lines(text)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        wrong = mistake(line, "", "bad-letter")
    except RecursionError:
        wrong = mistake(1, "", "nested")
    except ValueError as error:
        # TOMLDecodeError, and int()'s own error for a number of thousands of digits
        message = str(error)
        place = _TOML_PLACE.search(message)
        line = 1
        if place is not None:
            message = message[: place.start()]
            line = int(place.group(1)) if place.group(1) else text.rstrip().count("\n") + 1
        wrong = mistake(line, "", "toml", said=message[:1].lower() + message[1:])
    raise EditionError([wrong], where)


def _build(root: Section) -> Edition:
    edition = Edition()
    root.integer("format", FORMAT, FORMAT)
    edition.name = root.text("name", phrase("name"))
    if isinstance(root.data.get("name"), str) and _NAME.fullmatch(edition.name) is None:
        root.problem("name", "name")
    edition.title = root.text("title", phrase("title"))
    if root.data.get("title") == "" or len(edition.title) > 100 or not edition.title.isprintable():
        root.problem("title", "title")
    edition.version = root.optional_integer("version", 1, 999, 0)
    cards.first_kinds(edition)
    boards.read_supply(root.section("supply"), edition)
    cards.read_tavern_cards(root.section("cards"), edition)
    boards.read_areas(root.section("areas"), edition)
    cards.read_regulars(root.section("regulars"), edition)
    cards.read_noble(root.section("noble"), edition)
    cards.read_guests(root.section("guests"), edition)
    boards.read_monastery(root.section("monastery"), edition)
    boards.read_round_track(root.section("round_track"), edition)
    boards.read_entertainers(root.section("entertainers"), edition)
    boards.read_ring(root.section("reputation"), edition)
    boards.read_start_cards(root.section("start_cards"), edition)
    boards.read_guest_book(root.section("guest_book"), edition)
    cards.last_kinds(edition)
    root.finish()
    return edition
