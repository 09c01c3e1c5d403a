"""What can go wrong between a client and a server, in words."""

from tiefenthal.server.protocol.parts import Reason


class ServerError(Exception):
    """The server refused a request. `code` is for programs, `words` for people."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.code = code
        self.words = words


class CommandRefused(Exception):
    """The server refused a command at a table; nothing has changed."""

    def __init__(self, code: str, words: str, rule: str | None, ply: int, reason: Reason) -> None:
        super().__init__(words)
        self.code = code
        """What kind of refusal it is."""
        self.words = words
        self.reason = reason
        """Why exactly, as a code with values: for clients that speak other languages."""
        self.rule = rule
        """The rule it would break, if it is one of the game."""
        self.ply = ply
        """The game's, when it was refused."""


class UnreachableError(ConnectionError):
    """No server answers there, or something other than a Tiefenthal server does."""


class ConnectionLost(ConnectionError):
    """The connection to a table has ended. A command in progress may have been carried out or not; after
    `reconnect` the game shows which."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"the connection to the table has ended ({code}{': ' if reason else ''}{reason})")
        self.code = code
        """Why, as in the WebSocket protocol and `tiefenthal.server.protocol.frames`; 1006 when nothing was said."""
        self.reason = reason
