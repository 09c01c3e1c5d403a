"""A game's marks beside its log: where new information came and phases began, and states to replay from."""

from typing import Final

from tiefenthal.engine.rules.state import State

EVERY: Final = 128
"""Entries of the log between two checkpoints at most; a new evening always has one."""
MOST_CHECKPOINTS: Final = 64


class Marks:
    """Where in the log of a game new information came and phases began: what undo asks for."""

    __slots__ = ("evening_began", "floor", "last_began", "last_step", "phase_began")

    floor: int  # decisions before this entry cannot be undone
    phase_began: int  # the entry with which the current step of the round began
    last_began: int  # the same for the step before it
    last_step: int  # which step that was
    evening_began: int  # the entry with which the current round began

    def __init__(self, at: int) -> None:
        self.floor = at
        self.phase_began = at
        self.last_began = at
        self.last_step = 0
        self.evening_began = at

    def note(self, at: int, s: State, reveals: int, step: int, evening: int) -> None:
        """Some of this changed with the decision before this entry; these are the values before it."""
        if s.reveals != reveals:
            self.floor = at
        if s.step != step:
            self.last_began = self.phase_began
            self.last_step = step
            self.phase_began = at
        if s.round != evening:
            self.evening_began = at

    def data(self) -> list[int]:
        """The marks as numbers."""
        return [self.floor, self.phase_began, self.last_began, self.last_step, self.evening_began]

    @staticmethod
    def from_data(data: list[int]) -> "Marks":
        """The marks read back from their data."""
        new = Marks(data[0])
        new.phase_began = data[1]
        new.last_began = data[2]
        new.last_step = data[3]
        new.evening_began = data[4]
        return new

    def copy(self) -> "Marks":
        """An independent copy."""
        new = Marks(self.floor)
        new.phase_began = self.phase_began
        new.last_began = self.last_began
        new.last_step = self.last_step
        new.evening_began = self.evening_began
        return new


class Checkpoint:
    """The state of a game before an entry of its log. It is only copied from."""

    __slots__ = ("at", "marks", "outcomes", "state")

    at: int
    outcomes: int  # outcomes of chance until then
    state: State
    marks: Marks

    def __init__(self, at: int, outcomes: int, state: State, marks: Marks) -> None:
        self.at = at
        self.outcomes = outcomes
        self.state = state
        self.marks = marks


class Checkpoints:
    """Where replaying can begin, so that an undo replays only the latest part, not the whole game."""

    def __init__(self) -> None:
        self._kept: list[Checkpoint] = []
        self.due: int = EVERY
        """The entry at which there must be another one: the last is too far back by then."""

    def copy(self) -> "Checkpoints":
        """The same ones; what is added to one is not in the other."""
        new = Checkpoints()
        new._kept = self._kept[:]
        new.due = self.due
        return new

    @property
    def kept(self) -> list[Checkpoint]:
        """All of them, in order. Not to be changed."""
        return self._kept

    @staticmethod
    def of(kept: list[Checkpoint], due: int) -> "Checkpoints":
        """With these in it, in order."""
        new = Checkpoints()
        new._kept = kept
        new.due = due
        return new

    def keep(self, at: int, outcomes: int, state: State, marks: Marks) -> None:
        """Note the state of the game. If there are too many, every other one is removed, except the latest."""
        kept = self._kept
        kept.append(Checkpoint(at, outcomes, state.clone(), marks.copy()))
        self.due = at + EVERY
        if len(kept) > MOST_CHECKPOINTS:
            half = len(kept) // 2
            self._kept = [kept[i] for i in range(half) if i % 2] + kept[half:]

    def before(self, at: int) -> Checkpoint | None:
        """The last one at or before an entry."""
        kept = self._kept
        i = len(kept) - 1
        while i >= 0 and kept[i].at > at:
            i -= 1
        return kept[i] if i >= 0 else None

    def forget_after(self, at: int) -> None:
        """The log was cut before this entry."""
        kept = self._kept
        while kept and kept[len(kept) - 1].at > at:
            kept.pop()
        self.due = (kept[len(kept) - 1].at if kept else 0) + EVERY
