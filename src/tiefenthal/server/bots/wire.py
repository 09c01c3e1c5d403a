"""The messages between the server and the processes in which bots think (`pool.py`, `worker.py`): lines of text.

The process is sent a view, the legal actions, the bot's name and the bot's own seed: fields named one by one, in JSON,
so nothing else can slip in and equal views give equal bytes. It answers with a number. The server never unpickles or
evaluates anything a bot has written.

    edition DIGEST "text"       the figures named so; sent once to each process
    forget DIGEST               they will not be asked for again
    choose NUMBER {...}         a choice; the fields are those of `request`

    ready                       everything is loaded
    NUMBER made                 the bot is there and begins to think (only where the request says `tell`)
    NUMBER plays ID             the number of the action
    NUMBER failed WORDS         why there is none
"""

import json
import re
from operator import attrgetter
from typing import Any, Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.record import state_data
from tiefenthal.engine.rules.actions import Action, action_by_id
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.view import View

STATE_FIELDS: Final = tuple(name for name in state_data.STATE_FIELDS if name != "reveals")
"""Everything in a view except how often something was revealed: equal views give equal bytes."""
PLAYER_FIELDS: Final = state_data.PLAYER_FIELDS
_STATE: Final = attrgetter(*STATE_FIELDS)
_ENCODER: Final = json.JSONEncoder(separators=(",", ":"))
LONGEST_ANSWER: Final = 400
READY: Final = b"ready"
_ANSWER: Final = re.compile(rb"(\d{1,12}) (?:(made)|plays (\d{1,6})|failed ([ -~]{1,300}))")
_LONGEST_WORDS: Final = 240
CRASHED: Final = "crashed"
"""The first words of a message about a bot that failed with an error."""
_PLACE: Final = re.compile(rf"{CRASHED}: \w+ at ([\w.-]+:\d+)\b.*")


class Request(NamedTuple):
    """A choice as the bot's process reads it."""

    number: int
    bot: str
    seed: str
    tell: bool
    """Whether the server wants to know when the bot has been made: loading it has a separate limit."""
    view: View
    legal: list[Action]


class Reply(NamedTuple):
    """A line from a bot's process. With neither action nor words: the bot has been made and thinks."""

    number: int
    action: int | None
    words: str | None


# --- the server's side


def request(bot: str, seed: str, view: View, legal: list[Action]) -> bytes:
    """A choice as it is sent, as a JSON object."""
    state = view.state
    document = {
        "bot": bot,
        "seed": seed,
        "edition": state.setup.edition.digest,
        "players": state.setup.players,
        "modules": state.setup.modules,
        "rules": state.setup.rules,
        "seat": view.seat,
        "legal": [action.id for action in legal],
        "state": _STATE(state),
        "seats": [state_data.player_values(player) for player in state.players],
    }
    return _ENCODER.encode(document).encode("ascii")


def choose_line(number: int, tell: bool, body: bytes) -> bytes:
    """The line for a choice; `body` comes from `request`."""
    return b"choose %d %s %s\n" % (number, b"tell" if tell else b"quiet", body)


def edition_line(edition: Edition) -> bytes:
    """The line that sends an edition."""
    return f"edition {edition.digest} {json.dumps(edition.text)}\n".encode("ascii")


def forget_line(digest: str) -> bytes:
    """The line that drops an edition."""
    return f"forget {digest}\n".encode("ascii")


def read_reply(line: bytes) -> Reply | None:
    """A line from a bot's process, without its line end, parsed; None when it makes no sense."""
    found = _ANSWER.fullmatch(line)
    if found is None:
        return None
    number, _, action, words = found.groups()
    return Reply(int(number), int(action) if action else None, words.decode("ascii") if words else None)


def place_of_crash(words: str) -> str | None:
    """Where in the code a bot failed, as in "search.py:120"; None when it is not known."""
    found = _PLACE.fullmatch(words)
    return found[1] if found is not None else None


# --- the side of the bot's process


def read_choose(rest: str, editions: dict[str, Edition]) -> Request:
    """The choice in a line, without its first word."""
    number, tell, body = rest.split(" ", 2)
    document: dict[str, Any] = json.loads(body)
    edition = editions[document["edition"]]
    setup = make_setup(document["players"], document["modules"], edition, document["rules"])
    state = state_data.state_from_data((document["state"], document["seats"]), setup, STATE_FIELDS)
    state.reveals = 0
    legal = [action_by_id(action) for action in document["legal"]]
    return Request(int(number), document["bot"], document["seed"], tell == "tell", View(document["seat"], state), legal)


def read_text(rest: str) -> str:
    """The text of an edition in a line, without its first two words."""
    return str(json.loads(rest))


def made_reply(number: int) -> bytes:
    """The bot has been made."""
    return b"%d made\n" % number


def action_reply(number: int, action: Action) -> bytes:
    """The bot plays this."""
    return b"%d plays %d\n" % (number, action.id)


def failed_reply(number: int, words: str) -> bytes:
    """The bot has no answer."""
    plain = "".join(sign if " " <= sign <= "~" else " " for sign in words)
    return f"{number} failed {' '.join(plain.split())[:_LONGEST_WORDS] or 'for no reason given'}\n".encode("ascii")
