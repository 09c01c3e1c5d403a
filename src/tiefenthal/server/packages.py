"""The versions of uvicorn that the server works with.

`http/limited_protocols.py` builds on classes that uvicorn does not publish. With a version that changed them, a server
may start and never send a frame, so it does not start at all.
"""

import re
from importlib.metadata import version
from typing import Final

from tiefenthal.i18n.errors import Worded

UVICORN: Final = ((0, 53), (0, 55))
"""From the first to below the second, as pyproject.toml says; `make versions` tries both ends."""


class PackageVersionError(Worded):
    """A package is there in a version that the server does not know; the message says what to do."""


def check_packages() -> None:
    """Raises PackageVersionError. To be called before anything imports uvicorn's classes."""
    found = version("uvicorn")
    number = tuple(int(part) for part in re.findall(r"\d+", found)[:2])
    first, after = UVICORN
    if not first <= number < after:
        raise PackageVersionError(
            "package-version", package="uvicorn", found=found, first=_text(first), after=_text(after)
        )


def _text(number: tuple[int, int]) -> str:
    return f"{number[0]}.{number[1]}"
