"""What is kept about somebody, over HTTP: for how long, as a file to read, and forgetting it."""

from datetime import UTC, datetime

import msgspec

from tiefenthal.server.config import DAY, CleanUp
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint
from tiefenthal.server.http.sessions import YEAR, Sessions
from tiefenthal.server.protocol.http import Kept, Privacy
from tiefenthal.server.tables import personal_data
from tiefenthal.server.tables.registry import TableRegistry


class PrivacyApi:
    """The endpoints for personal data."""

    def __init__(self, registry: TableRegistry, sessions: Sessions, policy: CleanUp) -> None:
        self._registry = registry
        self._sessions = sessions
        self._policy = policy

    async def privacy(self, call: Call) -> Privacy:
        """How long each kind of data is kept."""
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
        found = msgspec.json.format(msgspec.json.encode(await personal_data.gather(self._registry, call.me)), indent=2)
        day = datetime.fromtimestamp(self._registry.clock(), UTC).strftime("%Y-%m-%d")
        name = f'attachment; filename="tiefenthal-{day}.json"'
        return Answer(msgspec.Raw(found), headers=[("content-disposition", name)])

    async def forget(self, call: Call) -> Answer:
        """Forget me. Once begun, it is completed, whether or not anybody waits for the answer."""
        call.take("people", call.address)
        scope = call.request.scope

        async def forget() -> None:
            await personal_data.forget(self._registry, call.me)
            await self._sessions.end(scope)
            self._registry.forget_session(call.me.id)
            await personal_data.forget_late(self._registry, call.me)

        await self._registry.to_the_end(forget())
        return Answer(headers=[("set-cookie", cookie) for cookie in self._sessions.farewell(scope)])

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("GET", "/api/privacy", "privacy", "How many days each kind of data is kept", self.privacy, Privacy,
                     wants_session=True, for_blocked=True, tag="session"),
            Endpoint("GET", "/api/session/export", "export", "Everything that is kept about me, as a file",
                     self.export, Kept, needs_session=True, for_blocked=True, tag="session"),
            Endpoint("POST", "/api/session/forget", "forget",
                     "Forget me: delete my name and my messages from everything kept, for good", self.forget, None,
                     needs_session=True, for_blocked=True, tag="session"),
        ]  # fmt: skip


def _days(seconds: float) -> int:
    return max(1, round(seconds / DAY))
