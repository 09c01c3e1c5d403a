"""What is kept about somebody, over HTTP: for how long, as a file to read, and forgetting it."""

from datetime import UTC, datetime

import msgspec

from tiefenthal.protocol.http import Kept, Privacy
from tiefenthal.server import kept
from tiefenthal.server.config import DAY, CleanUp
from tiefenthal.server.hall import Hall
from tiefenthal.server.web.endpoint import Answer, Call, Endpoint
from tiefenthal.server.web.sessions import YEAR, Sessions


class PrivacyApi:
    """The endpoints."""

    def __init__(self, hall: Hall, sessions: Sessions, policy: CleanUp) -> None:
        self._hall = hall
        self._sessions = sessions
        self._policy = policy

    async def privacy(self, call: Call) -> Privacy:
        """For how long what is kept."""
        policy = self._policy
        return Privacy(
            waiting=_days(policy.waiting),
            playing=_days(policy.playing),
            over=_days(policy.over),
            sessions=_days(policy.sessions),
            removed=_days(policy.deleted),
            cookie=_days(YEAR),
            known=call.session is not None,
        )

    async def export(self, call: Call) -> Answer:
        """Everything about me, as a file."""
        call.take("people", call.address)
        found = msgspec.json.format(msgspec.json.encode(await kept.gather(self._hall, call.me)), indent=2)
        day = datetime.fromtimestamp(self._hall.clock(), UTC).strftime("%Y-%m-%d")
        name = f'attachment; filename="tiefenthal-{day}.json"'
        return Answer(msgspec.Raw(found), headers=[("content-disposition", name)])

    async def forget(self, call: Call) -> Answer:
        """Forget me. What has begun is carried through, whether or not anybody waits for the answer."""
        call.take("people", call.address)
        scope = call.request.scope

        async def forget() -> None:
            await kept.forget(self._hall, call.me)
            await self._sessions.end(scope)
            self._hall.forget_session(call.me.id)
            await kept.forget_late(self._hall, call.me)

        await self._hall.to_the_end(forget())
        return Answer(headers=[("set-cookie", cookie) for cookie in self._sessions.farewell(scope)])

    def endpoints(self) -> list[Endpoint]:
        """All of them."""
        return [
            Endpoint("GET", "/api/privacy", "privacy", "For how many days what is kept", self.privacy, Privacy,
                     wants_session=True, tag="session"),
            Endpoint("GET", "/api/session/export", "export", "Everything that is kept about me, as a file",
                     self.export, Kept, needs_session=True, tag="session"),
            Endpoint("POST", "/api/session/forget", "forget",
                     "Forget me: my name and what I said go from everything that is kept, for good", self.forget, None,
                     needs_session=True, tag="session"),
        ]  # fmt: skip


def _days(seconds: float) -> int:
    return max(1, round(seconds / DAY))
