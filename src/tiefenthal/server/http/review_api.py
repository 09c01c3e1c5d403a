"""Reviews of games, over HTTP: a review that clients poll while it grows, its moments, and tables
to play on from them."""

import secrets
from typing import Final

from tiefenthal.i18n import CODES, DEFAULT
from tiefenthal.players.bots.levels import Innkeeper
from tiefenthal.server.analysis import wire
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint
from tiefenthal.server.http.reviews import Job, Reviews
from tiefenthal.server.http.session_api import SEALED
from tiefenthal.server.http.thinking import REFUSALS, Thinking
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.protocol.http import RecordInfo
from tiefenthal.server.protocol.parts import Ply, TableInfo, Tried
from tiefenthal.server.protocol.review import LanguageCode, Onward, ReviewId, ReviewMoment, ReviewState, ReviewWanted
from tiefenthal.server.store.base import Store
from tiefenthal.server.tables import log
from tiefenthal.server.tables.finished import is_sealed, read_info
from tiefenthal.server.tables.opening import Start
from tiefenthal.server.tables.quotas import OF_PLAYING
from tiefenthal.server.tables.registry import TableRegistry

STAND_IN: Final = Innkeeper.name
"""Who plays on where a person sat."""
WHICH: Final = (400, "which", "Say what to review: a game of this server, or the text of a record.")


def language_of(call: Call) -> str:
    """The language somebody asks for, if the game speaks it."""
    wanted = call.query.get("language") or DEFAULT
    return wanted if wanted in CODES else DEFAULT


class ReviewApi:
    """The endpoints for reviews of finished games."""

    def __init__(self, store: Store, registry: TableRegistry, reviews: Reviews, quick: Thinking) -> None:
        self._store = store
        self._registry = registry
        self._reviews = reviews
        self._quick = quick

    async def begin(self, call: Call) -> Answer:
        """A review, from now on."""
        wanted: ReviewWanted = call.body
        if (wanted.game is None) == (wanted.record is None):
            raise Refusal(*WHICH)
        text = wanted.record
        if wanted.game is not None:
            found = await self._store.record(wanted.game)
            if found is None:
                raise not_found("record")
            if is_sealed(read_info(found), self._registry.days_over):
                raise Refusal(*SEALED)
            text = found.text
        assert text is not None
        if self._reviews.find(self._reviews.number_of(text)) is None:
            call.take("review", call.address)
        job = self._reviews.begin(text, wanted.game, call.requester)
        return Answer(job.told(language_of(call)))

    async def state(self, call: Call) -> ReviewState:
        """How far it is."""
        return self._job(call, going_on=True).told(language_of(call))

    async def moment(self, call: Call) -> ReviewMoment:
        """One of its costliest decisions."""
        job = self._job(call)
        ply = call.path["ply"]
        if ply not in job.best:
            raise not_found("moment")
        found: ReviewMoment = await self._quick.ask(
            call.requester, wire.Show(job.record, ply, job.best[ply], language_of(call))
        )
        return found

    async def onward(self, call: Call) -> TableInfo:
        """A table that plays on from there."""
        job = self._job(call)
        wanted: Onward = call.body
        if wanted.ply not in job.best:
            raise not_found("moment")
        call.take("open", call.me.id)
        call.take("open_from", call.address)
        seat = wanted.seat - 1
        placed: wire.Placed = await self._quick.ask(
            call.requester, wire.From(job.record, wanted.ply, seat, secrets.token_hex(16))
        )
        info = await self._info(job)
        seats = []
        for number, name in enumerate(placed.names):
            if number == seat:
                seats.append(log.Place("person", call.me.name, session=call.me.id))
                continue
            bot = info.bots[number] if info is not None and number < len(info.bots) else None
            known = bot if bot in self._registry.bot_names else STAND_IN
            character = info.characters[number] if info is not None and number < len(info.characters) else None
            seats.append(self._registry.bot_place(known, character, name, seats))
        start = Start(
            position=placed.position,
            modules=placed.modules,
            rules=placed.rules,
            edition=placed.edition,
            edition_text=placed.edition_text,
            edition_digest=placed.edition_digest,
            places=seats,
            tried=Tried(job.game, wanted.seat, placed.round, placed.points, placed.scores),
        )
        return (await self._registry.open_from(call.me, start, call.address)).info(call.me.id)

    async def _info(self, job: Job) -> RecordInfo | None:
        found = await self._store.record(job.game) if job.game is not None else None
        return read_info(found) if found is not None else None

    def _job(self, call: Call, going_on: bool = False) -> Job:
        job = self._reviews.find(call.path["id"], call.requester if going_on else None)
        if job is None:
            raise not_found("review")
        return job

    def endpoints(self) -> list[Endpoint]:
        at = {"id": ReviewId}
        query = {"language": LanguageCode | None}
        return [
            Endpoint(
                "POST", "/api/reviews", "new-review", "Have a game reviewed; poll until it is done", self.begin,
                ReviewState, ReviewWanted, query=query, wants_session=True, largest_body=512 * 1024, tag="reviews",
                errors=(WHICH, (404, "not-found", "There is no such game."), SEALED, *REFUSALS),
            ),
            Endpoint(
                "GET", "/api/reviews/{id}", "review", "The progress of a review, and its results so far", self.state,
                ReviewState, query=query, wants_session=True, path_types=at, tag="reviews",
            ),
            Endpoint(
                "GET", "/api/reviews/{id}/moments/{ply}", "review-moment", "One of its costliest decisions, in detail",
                self.moment, ReviewMoment, query=query, wants_session=True, path_types={**at, "ply": Ply}, cost=2,
                tag="reviews", errors=REFUSALS,
            ),
            Endpoint(
                "POST", "/api/reviews/{id}/tables", "play-on", "Open a table that plays on from such a decision",
                self.onward, TableInfo, Onward, 201, needs_session=True, path_types=at, tag="reviews",
                errors=(*REFUSALS, *OF_PLAYING, (503, "disk", "The disk refuses; nothing has changed.")),
            ),
        ]  # fmt: skip
