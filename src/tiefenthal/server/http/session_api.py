"""Who I am, and the games I have finished, over HTTP."""

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from tiefenthal.engine.wording.names import capital
from tiefenthal.server.http.checking import BUSY, TOO_LONG, Checker
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint
from tiefenthal.server.http.sessions import Sessions
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.protocol.board import Figures
from tiefenthal.server.protocol.http import Course, Introduction, RecordInfo, Records, ReplayStep, Session, Verdict
from tiefenthal.server.protocol.parts import Ply, TableId
from tiefenthal.server.store.base import SessionRow, Store, StoredRecord
from tiefenthal.server.tables.finished import (
    Replays,
    UnknownPlyError,
    UnreadableRecordError,
    is_sealed,
    read_info,
    sealed,
)
from tiefenthal.server.text import clean_name

MOST_RECORDS = 100
UNREADABLE = (503, "unreadable", "The record is kept, but this version of the server cannot read it.")
SEALED = (
    409,
    "sealed",
    "Others still play this daily evening; its record and its seed are shown when the day is over.",
)


def _unreadable(error: UnreadableRecordError) -> Refusal:
    return Refusal(
        UNREADABLE[0], UNREADABLE[1], lambda words: words.say("record.kept", reason=capital(error.words(words)))
    )


class SessionApi:
    """The endpoints of a person."""

    def __init__(self, sessions: Sessions, hang_up: Callable[[int], None]) -> None:
        """`hang_up` ends the connections of a session."""
        self._sessions = sessions
        self._hang_up = hang_up

    async def introduce(self, call: Call) -> Answer:
        """A new session, or a new name for it."""
        call.take("introduce", call.address)
        try:
            name = clean_name(call.body.name)
        except ValueError as error:
            raise Refusal(400, "name", str(error)) from None
        found = await self._sessions.introduce(call.request.scope, name)
        return Answer(Session(found.session.name), 201 if found.new else 200, [("set-cookie", found.cookie)])

    async def who_am_i(self, call: Call) -> Answer:
        """My name, with a renewed cookie if the old one is due."""
        cookie = await self._sessions.renewed(call.request.scope)
        return Answer(Session(call.me.name), headers=[("set-cookie", cookie)] if cookie is not None else ())

    async def forget_me(self, call: Call) -> Answer:
        """End the session; seats can be come back to by their personal links only."""
        cookies = await self._sessions.end(call.request.scope)
        if call.session is not None:
            self._hang_up(call.session.id)
        return Answer(headers=[("set-cookie", cookie) for cookie in cookies])

    def endpoints(self) -> list[Endpoint]:
        disk = (503, "disk", "The disk refuses; nothing has changed.")
        name = (400, "name", "Nothing is left of the name that could be shown.")
        return [
            Endpoint(
                "POST", "/api/session", "introduce", "Give a name: makes a session, or renames it", self.introduce,
                Session, Introduction, 201, also=(200,), errors=(name, disk), tag="session",
            ),
            Endpoint("GET", "/api/session", "session", "Who I am", self.who_am_i, Session, needs_session=True,
                     tag="session"),
            Endpoint("DELETE", "/api/session", "end-session", "Forget me", self.forget_me, None, errors=(disk,),
                     wants_session=True, tag="session"),
        ]  # fmt: skip


class RecordApi:
    """The endpoints of finished games. Anybody with the id of one may see it; ids cannot be guessed."""

    def __init__(
        self, store: Store, checker: Checker, replays: Replays, days_over: Collection[str] = frozenset()
    ) -> None:
        """`days_over`: the daily evenings whose seeds may be told."""
        self._days_over = days_over
        self._store = store
        self._replays = replays
        self._checker = checker

    async def _found(self, call: Call) -> StoredRecord:
        found = await self._store.record(call.path["id"])
        if found is None:
            raise not_found("record")
        return found

    async def _told(self, call: Call) -> StoredRecord:
        """A record that may be shown."""
        found = await self._found(call)
        if is_sealed(read_info(found), self._days_over):
            raise Refusal(*SEALED)
        return found

    def _said(self, found: StoredRecord, asker: SessionRow | None) -> RecordInfo:
        yours = [seat for seat, held in enumerate(found.holders or (), 1) if asker is not None and asker.id in held]
        return msgspec.structs.replace(sealed(read_info(found), self._days_over), yours=yours)

    async def mine(self, call: Call) -> Records:
        """The games I finished."""
        return Records([self._said(found, call.me) for found in await self._store.records_of(call.me.id, MOST_RECORDS)])

    async def info(self, call: Call) -> RecordInfo:
        """A summary of a finished game."""
        return self._said(await self._found(call), call.session)

    async def text(self, call: Call) -> Answer:
        """The record itself."""
        found = await self._told(call)
        return Answer(
            found.text, headers=[("content-disposition", f'attachment; filename="tiefenthal-{found.table}.txt"')]
        )

    async def step(self, call: Call) -> ReplayStep:
        """The game at a ply."""
        found = await self._found(call)
        try:
            return await self._replays.step(found, call.path["ply"])
        except UnknownPlyError:
            raise not_found("ply") from None
        except UnreadableRecordError as error:
            raise _unreadable(error) from None

    async def course(self, call: Call) -> Course:
        """The game in outline."""
        found = await self._found(call)
        try:
            return await self._replays.course(found)
        except UnreadableRecordError as error:
            raise _unreadable(error) from None

    async def figures(self, call: Call) -> Figures:
        """The figures it was played with."""
        found = await self._found(call)
        try:
            return await self._replays.figures(found)
        except UnreadableRecordError as error:
            raise _unreadable(error) from None

    async def verify(self, call: Call) -> Verdict:
        """Rules, luck and commitment, checked again."""
        call.take("check", call.address)
        found = await self._told(call)
        promised = read_info(found).ending.commitment
        return await self._checker.record(call.requester, found.text, promised, call.language)

    def endpoints(self) -> list[Endpoint]:
        at: dict[str, Any] = {"id": TableId}
        return [
            Endpoint("GET", "/api/records", "records", "The games I finished", self.mine, Records, needs_session=True,
                     tag="records"),
            Endpoint("GET", "/api/records/{id}", "record", "A finished game", self.info, RecordInfo, wants_session=True,
                     path_types=at, tag="records"),
            Endpoint("GET", "/api/records/{id}/text", "record-text", "Its record, to keep", self.text, str,
                     path_types=at, errors=(SEALED,), tag="records"),
            Endpoint("GET", "/api/records/{id}/plies/{ply}", "replay", "A finished game at one ply", self.step,
                     ReplayStep, path_types={**at, "ply": Ply}, cost=2, errors=(UNREADABLE,), tag="records"),
            Endpoint("GET", "/api/records/{id}/course", "record-course", "A finished game in outline", self.course,
                     Course, path_types=at, cost=2, errors=(UNREADABLE,), tag="records"),
            Endpoint("GET", "/api/records/{id}/figures", "record-figures", "The figures it was played with",
                     self.figures, Figures, path_types=at, errors=(UNREADABLE,), tag="records"),
            Endpoint("GET", "/api/records/{id}/verify", "verify-record", "Check a finished game against its seed and "
                     "the promise made when it began", self.verify, Verdict, wants_session=True, path_types=at,
                     errors=(BUSY, TOO_LONG, SEALED), tag="records"),
        ]  # fmt: skip
