"""Refusals: every error answer is a `Problem`, whatever part of the server gives it."""

from collections.abc import Iterable
from typing import Final

import msgspec
from starlette.types import Scope, Send

from tiefenthal.i18n import DEFAULT, Catalogue, Said, catalogue
from tiefenthal.server.language import asked_language
from tiefenthal.server.protocol.http import Problem

JSON: Final = b"application/json"
Headers = Iterable[tuple[str, str]]


class Refusal(Exception):
    """A request that is not carried out. Raised anywhere below an endpoint, it becomes a `Problem`."""

    def __init__(self, status: int, code: str, words: str | Said, headers: Headers = ()) -> None:
        """`words`: exactly what is wrong, in English or in whatever language is asked for."""
        english = words if isinstance(words, str) else words(catalogue())
        super().__init__(english)
        self.status: Final = status
        self.code: Final = code
        self.words: Final = english
        self.headers: Final = tuple(headers)
        self._said = None if isinstance(words, str) else words

    def told(self, words: Catalogue) -> str:
        """What is wrong, in a language; if the exact words exist only in English, the kind of problem."""
        if self._said is not None:
            return self._said(words)
        if words.language == DEFAULT:
            return self.words
        return next((words.say(key) for key in keys_of(self.code) if words.has(key)), self.words)


def not_found(thing: str) -> Refusal:
    """Unknown and forbidden look the same, so that nobody learns what is there by asking."""
    return Refusal(404, "not-found", f"There is no such {thing}, or you may not see it.")


def problem_body(scope: Scope, refusal: Refusal) -> bytes:
    """The `Problem`, in the language asked for."""
    return msgspec.json.encode(Problem(refusal.code, refusal.told(catalogue(asked_language(scope)))))


def keys_of(code: str) -> tuple[str, str]:
    """The sentences for a code: the client has some too, about too many tables."""
    return f"limits.{code}", f"problem.{code}"


def raw_headers(headers: Headers) -> list[tuple[bytes, bytes]]:
    """Headers as ASGI wants them."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def send_body(
    scope: Scope, send: Send, status: int, kind: bytes, body: bytes, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """A whole answer; the body is left out when only the head was asked for."""
    head = [(b"content-length", b"%d" % len(body)), (b"content-type", kind), *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": b"" if scope.get("method") == "HEAD" else body})


async def send_refusal(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Answer with a `Problem`; a WebSocket that is not open yet gets it in place of the handshake, where the server
    below us can do that, and is closed otherwise."""
    body = problem_body(scope, refusal)
    headers = raw_headers(refusal.headers)
    scope["tiefenthal.refused"] = refusal.code  # for the log and the metrics
    if scope["type"] == "http":
        await send_body(scope, send, refusal.status, JSON, body, headers)
        return
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
        return
    head = [(b"content-length", b"%d" % len(body)), (b"content-type", JSON), *headers]
    await send({"type": "websocket.http.response.start", "status": refusal.status, "headers": head})
    await send({"type": "websocket.http.response.body", "body": body})
