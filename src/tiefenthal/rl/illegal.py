"""What an environment does when it is given an action that is not legal."""

from typing import Final, Literal

Illegal = Literal["raise", "end"]
ILLEGAL: Final = ("raise", "end")
PENALTY: Final = -1.0
"""The reward of an agent that ends an episode by an illegal action; the others get nothing."""


def check_illegal(illegal: str) -> None:
    """Refuse an unknown value."""
    if illegal not in ILLEGAL:
        raise ValueError(f"an illegal action can 'raise' an error or 'end' the episode, not {illegal!r}")
