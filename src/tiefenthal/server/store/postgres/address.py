"""Where a PostgreSQL database is, with its password, which is shown to nobody."""

import os
from typing import Final
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlencode, urlsplit

from tiefenthal.server.store.base import StoreError

VARIABLE: Final = "TIEFENTHAL_DATABASE"
"""The address may stand in the environment, where other users of the machine do not see it."""

HIDDEN: Final = "***"
_SHOWN_OPTIONS: Final = ("host", "port", "sslmode")


class AddressError(StoreError):
    """The text is not an address of a database."""


class Address:
    """`postgresql://user:password@host:port/database`. As text it has no password; only the driver gets that."""

    __slots__ = ("_text", "shown")

    def __init__(self, text: str) -> None:
        """Raises AddressError, which does not repeat the text: it may hold a password."""
        parts = _split(text)
        self._text = text
        options = {name: values[-1] for name, values in parse_qs(parts.query).items() if name in _SHOWN_OPTIONS}
        user = f"{quote(unquote(parts.username))}@" if parts.username else ""
        self.shown = f"postgresql://{user}{parts.netloc.rpartition('@')[2]}{parts.path}"
        if options:
            self.shown += "?" + urlencode(options, safe="/")

    def for_driver(self) -> str:
        """The whole address."""
        return self._text

    def redacted(self, text: str) -> str:
        """The text without the password, if it should stand in it."""
        for secret in self._secrets():
            text = text.replace(secret, HIDDEN)
        return text

    def _secrets(self) -> list[str]:
        parts = urlsplit(self._text)
        found = {value for name in ("password", "sslpassword") for value in parse_qs(parts.query).get(name, [])}
        if parts.password:
            found |= {parts.password, unquote(parts.password)}
        found |= {quote(secret) for secret in found}
        return sorted((secret for secret in found if secret), key=len, reverse=True)

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    def __str__(self) -> str:
        return self.shown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Address) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


def is_address(text: str) -> bool:
    """Whether a text is meant as an address, not as a folder."""
    return text.startswith(("postgresql:", "postgres:"))


def from_environment() -> Address | None:
    """The address in the environment, which is taken out of it: the programs this one starts, bots among them, must
    not find it there."""
    text = os.environ.pop(VARIABLE, "")
    return Address(text) if text else None


def from_command_line(text: str) -> Address:
    """The address on the command line, which everybody at the machine can read. Raises AddressError if there is a
    password in it."""
    address = Address(text)
    if address._secrets():
        raise AddressError(
            "Leave the password out: everybody at this machine can read the command line. Put the address into "
            f"${VARIABLE} instead, or the password into ~/.pgpass."
        )
    return address


def _split(text: str) -> SplitResult:
    wrong = "A database is named like postgresql://user:password@host/name"
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise AddressError(f"{wrong}; signs such as / or @ in the password are written %2F and %40.") from None
    if parts.scheme not in ("postgresql", "postgres"):
        raise AddressError(f"{wrong}; what was given does not begin with postgresql://.")
    if parts.fragment or "@" in parts.path:
        raise AddressError(f"{wrong}; signs such as /, @ or # in the password are written %2F, %40 and %23.")
    return parts
