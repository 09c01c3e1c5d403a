"""A refusal says which rule forbids an action, and why: a code with values, which `i18n` has a sentence for in every
language. Values are figures and the names that actions and records use: a card, an area, a space."""

from typing import Final

Value = int | str
NO_RULE: Final = ""
"""In place of a rule where it is not the rules that refuse: a table, an environment."""


class Refusal:
    """Why an action is not possible: what kind of reason, the id of the rule, and what the sentence is filled with."""

    __slots__ = ("code", "rule", "values")

    code: str
    rule: str
    values: dict[str, Value]

    def __init__(self, code: str, rule: str, values: dict[str, Value]) -> None:
        self.code = code
        self.rule = rule
        self.values = values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return self.code == other.code and self.rule == other.rule and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.code, self.rule, tuple(sorted(self.values))))

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"<Refusal {self.rule}: {self.code}{values}>"

    def __reduce__(self) -> tuple[object, tuple[str, str, dict[str, Value]]]:
        return Refusal, (self.code, self.rule, self.values)


class IllegalActionError(ValueError):
    """Raised when an action is refused. The game is unchanged; `refusal` says which rule and why."""

    def __init__(self, refusal: Refusal, words: str) -> None:
        """`words`: the reason as a sentence in English."""
        super().__init__(f"{words} ({refusal.rule})")
        self.refusal = refusal
        self.words = words

    def __reduce__(self) -> tuple[object, tuple[Refusal, str]]:
        return IllegalActionError, (self.refusal, self.words)


def refuse(rule: str, code: str, **values: Value) -> Refusal:
    return Refusal(code, rule, values)
