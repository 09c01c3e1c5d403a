"""The language in which to answer a request."""

from typing import Final

from starlette.types import Scope

from tiefenthal import i18n

_HEADER: Final = b"accept-language"


def asked_language(scope: Scope) -> str:
    """The first language asked for that the game speaks; English for those who do not say."""
    asked = next((value for name, value in scope.get("headers", ()) if name == _HEADER), b"")
    for part in asked.decode("latin-1").split(","):
        wanted = part.partition(";")[0].strip().lower()
        for code in (wanted, wanted[:2]):
            if code in i18n.CODES:
                return code
    return i18n.DEFAULT
