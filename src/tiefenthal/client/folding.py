"""Applies changes to what was shown before: the only place of this client that does."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class NotToBeFoldedError(Exception):
    """The change is based on another state than the one shown; the client needs the whole again."""


def fold(shown: Any, changed: Any) -> Any:
    """Applies a change to what was shown: `protocol.frames.Changed` of a `Shown`, or lighter ones."""
    if shown is None or changed.after != shown.ply:
        raise NotToBeFoldedError
    found = _merged(shown, changed)
    return msgspec.structs.replace(found, complete=True) if "complete" in found.__struct_fields__ else found


def _merged(thing: T, changes: Any) -> T:
    """The fields that were sent, in place of those that were there."""
    new: dict[str, Any] = {}
    for name in thing.__struct_fields__:
        value = getattr(changes, name, msgspec.UNSET)
        if value is msgspec.UNSET:
            continue
        if name == "board":
            value = _merged(getattr(thing, name), value)
        elif name == "seats":
            before = getattr(thing, name)
            if len(before) != len(value):
                raise NotToBeFoldedError
            value = [_merged(seat, different) for seat, different in zip(before, value, strict=True)]
        new[name] = value
    return msgspec.structs.replace(thing, **new)
