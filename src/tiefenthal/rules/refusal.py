"""A refusal says which rule forbids an action, in words for the player."""


class Refusal:
    """Why an action is not possible: the id of the rule and a sentence."""

    __slots__ = ("rule", "words")

    rule: str
    words: str

    def __init__(self, rule: str, words: str) -> None:
        self.rule = rule
        self.words = words

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})"

    def __repr__(self) -> str:
        return f"<Refusal {self.rule}: {self.words}>"


class IllegalActionError(ValueError):
    """Raised when an action is refused. The game is unchanged; `refusal` says which rule and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(rule: str, words: str) -> Refusal:
    """Make a refusal."""
    return Refusal(rule, words)
