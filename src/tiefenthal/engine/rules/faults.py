"""What is wrong with a state: where in a position document, and what, as a code with values.

The sentence for each code stands in `i18n/*/positions.json`, in every language (docs/i18n.md).
"""

from tiefenthal.engine.rules.refusal import Value


class Fault:
    """One thing that is wrong."""

    __slots__ = ("code", "values", "where")

    where: str  # the part of a position document, such as "seats[1].deck"
    code: str
    values: dict[str, Value]

    def __init__(self, where: str, code: str, values: dict[str, Value]) -> None:
        self.where = where
        self.code = code
        self.values = values

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"<Fault {self.where}: {self.code}{values}>"

    def __reduce__(self) -> tuple[object, tuple[str, str, dict[str, Value]]]:
        return Fault, (self.where, self.code, self.values)


def fault(where: str, code: str, **values: Value) -> Fault:
    return Fault(where, code, values)
