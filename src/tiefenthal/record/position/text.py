"""The text of a position document: JSON without repeated keys, fractions or endless nesting."""

import json
from typing import Any, Final

from tiefenthal.record.position.words import PositionError

Document = dict[str, Any]

LONGEST_TEXT: Final = 1_000_000
LONGEST_NUMBER: Final = 12


def canonical_json(document: Document) -> str:
    """The one text of a document: keys sorted, no blanks, ASCII."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def parse_position(text: str) -> Document:
    """The document in a text. Raises `PositionError` for anything that is not one JSON object, with line and column."""
    if len(text) > LONGEST_TEXT:
        raise PositionError([f"the text is longer than {LONGEST_TEXT} letters; this is no position"])
    try:
        document = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_pairs,
            parse_constant=_no_constant,
            parse_int=_integer,
            parse_float=_number,
        )
    except json.JSONDecodeError as error:
        raise PositionError([f"not valid JSON: line {error.lineno}, column {error.colno}: {error.msg}"]) from None
    except RecursionError:
        raise PositionError(["not a position: lists or objects are nested too deeply"]) from None
    if not isinstance(document, dict):
        raise PositionError(["the document must be one JSON object, {...}"])
    return document


def _pairs(pairs: list[tuple[str, Any]]) -> Document:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise PositionError([f"the key {key[:40]!r} stands twice in one object; keep one"])
            seen.add(key)
    return table


def _no_constant(word: str) -> Any:
    raise PositionError([f"{word} is not a number one can write in JSON"])


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise PositionError([f"the number {digits[:LONGEST_NUMBER]}... is too large"])
    return int(digits)


def _number(digits: str) -> float:
    raise PositionError([f"the number {digits[:20]} has a fraction; only whole numbers are used"])
