"""Lines printed as they are. Nothing is loaded for it, so commands that say no more than this start at once."""

import sys


def note(text: str) -> None:
    """Print a line as it is, never wrapped: for names of files and commands that people may want to copy."""
    print(text)


def complain(message: str) -> None:
    """One message on the standard error output."""
    print(f"tiefenthal: {message}", file=sys.stderr)
