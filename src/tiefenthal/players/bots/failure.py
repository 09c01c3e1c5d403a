"""What is said about a bot that failed with an error."""

from pathlib import Path


def failure_words(error: BaseException) -> str:
    """The error's type, where it arose and what it says: "ValueError at search.py:120: no such card"."""
    found = type(error).__name__
    try:
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        if where is not None:
            found += f" at {Path(where.tb_frame.f_code.co_filename).name}:{where.tb_lineno}"
        return f"{found}: {str(error)[:500]}"
    except BaseException:  # a bot's own error may be broken as well
        return found
