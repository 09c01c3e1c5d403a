"""The text of a position document: JSON without repeated keys, fractions or excessive nesting."""

import json
from typing import Any, Final

from tiefenthal.engine.record.position.values import shown
from tiefenthal.engine.record.position.words import PositionError
from tiefenthal.engine.rules.faults import fault

Document = dict[str, Any]

LONGEST_TEXT: Final = 1_000_000
LONGEST_NUMBER: Final = 12


def canonical_json(document: Document) -> str:
    """The canonical text of a document: keys sorted, no spaces, ASCII."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def parse_position(text: str) -> Document:
    """The document in a text. Raises `PositionError` for anything that is not one JSON object, with line and column."""
    if len(text) > LONGEST_TEXT:
        raise PositionError([fault("", "text-long", most=LONGEST_TEXT)])
    try:
        document = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_pairs,
            parse_constant=_no_constant,
            parse_int=_integer,
            parse_float=_number,
        )
    except json.JSONDecodeError as error:
        raise PositionError([fault("", "json", line=error.lineno, column=error.colno)]) from None
    except RecursionError:
        raise PositionError([fault("", "nested")]) from None
    if not isinstance(document, dict):
        raise PositionError([fault("", "document-object", shown=shown(document))])
    return document


def _pairs(pairs: list[tuple[str, Any]]) -> Document:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise PositionError([fault("", "key-twice", shown=shown(key))])
            seen.add(key)
    return table


def _no_constant(word: str) -> Any:
    raise PositionError([fault("", "json-number", said=word)])


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise PositionError([fault("", "number-large", digits=digits[:LONGEST_NUMBER])])
    return int(digits)


def _number(digits: str) -> float:
    raise PositionError([fault("", "number-fraction", digits=digits[:20])])
