"""Orders of the server's owner as they are typed in, and as they are told: for commands and the owner's page."""

import ipaddress
import re
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

import msgspec

from tiefenthal.i18n import Catalogue
from tiefenthal.server.limits import address_key
from tiefenthal.server.protocol.parts import TableId
from tiefenthal.server.store.moderation import MISSING, WITH_ADDRESS, Order, What, new_order
from tiefenthal.server.text import clean_chat, clean_name

HOUR: Final = 3600
DAY: Final = 86_400
SPANS: Final = (HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY)
"""How long something may hold, as the page offers it."""
RENAMED_FOR: Final = 30 * DAY
LONGEST: Final = 3650 * DAY
_PATH: Final = re.compile(r"/(?:table|replay)/([^/]+)")


class WrongOrderError(ValueError):
    """It makes no sense; the code says why, a sentence of the catalogue: `owner.wrong.<code>`."""


def order_of(
    what: What, target: str, name: str = "", seconds: float | None = None, why: str = "", with_address: bool = False
) -> Order:
    """The order that somebody typed. Raises WrongOrderError."""
    target = target.strip()
    value = ""
    if what in ("unlist", "close"):
        target, seconds = table_id(target), None
    elif what == "lift":
        seconds = None
    else:
        target = _who(target, address=what == "block")
        if what == "rename":
            seconds = seconds or RENAMED_FOR
            try:
                value = clean_name(name)
            except ValueError:
                raise WrongOrderError("name") from None
        elif with_address and what == "block":
            value = WITH_ADDRESS
        if seconds is None or not 60 <= seconds <= LONGEST:
            raise WrongOrderError("for")
    try:
        why = clean_chat(why)
    except ValueError:
        why = ""
    return new_order(what, target, value, seconds, why)


def table_id(text: str) -> str:
    """The id of a table, from itself or from a link to it."""
    found = _PATH.fullmatch(urlsplit(text.strip()).path)
    try:
        return msgspec.convert(found[1] if found else text.strip(), TableId)
    except msgspec.ValidationError:
        raise WrongOrderError("table") from None


def _who(text: str, *, address: bool) -> str:
    """A session's number, or an address as the limits know it."""
    if text.isascii() and text.isdigit() and len(text) < 16:
        return str(int(text))
    try:
        if address:
            return address_key(str(ipaddress.ip_address(text.removesuffix("/64"))))
    except ValueError:
        pass
    raise WrongOrderError("who")


def told(order: Order, words: Catalogue) -> str:
    """What was done, in one line."""
    to_address = order.what == "block" and not order.target.isdigit()
    target = order.target or words.say("owner.address.gone")
    said = words.say(f"owner.did.{order.what}{'-address' if to_address else ''}", target=target, value=order.value)
    if order.until is not None:
        said += ", " + words.say("owner.until", time=moment(order.until))
    if order.outcome is None or order.outcome == MISSING:
        said += f" ({words.say('owner.pending' if order.outcome is None else 'owner.missing')})"
    return said + (f" — {order.why}" if order.why else "")


def moment(at: float) -> str:
    """A time, for owners anywhere."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
