"""Choices of bots that are made by other processes, on any machine: questions and answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, NamedTuple

THINK: Final = "think"
"""A choice waits for a thinker. Told by `ask`, and when one lets go of a choice."""
THOUGHT: Final = "thought"
"""A choice has been made: its number. Told by `answer`."""


class Share(NamedTuple):
    """The game that a choice is for, level by level; each part of a level gets an equal share."""

    person: bool
    address: str
    session: int
    table: str


class Choice(NamedTuple):
    """A choice that somebody waits for."""

    bot: str
    edition: str
    """The digest of the figures."""
    edition_text: str
    body: bytes
    """What the bot gets (`bots/wire.py`)."""
    budget: float
    share: Share
    urgent: bool = False


class Thought(NamedTuple):
    """Its result; the fields are those of `bots.process.Outcome`."""

    action: int | None
    seconds: float
    trouble: str | None
    ended: bool
    never_loaded: bool


class Thinkers(ABC):
    """A queue of choices in the store. A thinker keeps what it has taken as long as it sends heartbeats: when it dies,
    others take it. All methods that wait raise `StoreError`.
    """

    @abstractmethod
    def watch(self, hear: Callable[[str, int], None]) -> Callable[[], None]:
        """Call `hear` with THINK and THOUGHT, and with number 0 when news may have been missed. Returns a function that
        ends it."""

    # --- those who ask

    @abstractmethod
    async def alive(self) -> int:
        """Return how many thinkers there are."""

    @abstractmethod
    async def ask(self, choice: Choice) -> int:
        """Queue a choice, and return its number."""

    @abstractmethod
    async def thought(self, number: int) -> Thought | None:
        """Return the result of a choice and delete it, if it was made. Raises `ChoiceLost` when nobody will make it."""

    @abstractmethod
    async def taken(self, number: int) -> bool:
        """Return whether a thinker that sends heartbeats has taken a choice."""

    @abstractmethod
    async def withdraw(self, number: int) -> Thought | None:
        """Stop waiting for a choice. Returns its result if it was made after all."""

    # --- those who think

    @abstractmethod
    async def beat(self, thinker: str, seconds: float) -> None:
        """A thinker is alive for this many seconds from now."""

    @abstractmethod
    async def leave(self, thinker: str) -> None:
        """A thinker ends; what it had waits again."""

    @abstractmethod
    async def take(self, thinker: str) -> tuple[int, Choice] | None:
        """Take the choice that is due next, by fair shares; None when none waits, or the thinker is not alive."""

    @abstractmethod
    async def answer(self, thinker: str, number: int, thought: Thought) -> bool:
        """Store the result of a choice; False when the thinker no longer holds it, or nobody waits for it."""
