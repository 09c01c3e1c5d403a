"""A cache of the texts of actions and events, most of which occur again and again."""

from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec

from tiefenthal.engine.record.action_data import depends_on
from tiefenthal.engine.rules import state as engine
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.refusal import Refusal
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.engine.wording.actions import action_words, deed_words
from tiefenthal.engine.wording.events import event_note
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.server.protocol.parts import ActionData, Offer, Reason, Unavailable
from tiefenthal.server.tables.offers import does, offer_fields

T = TypeVar("T")
MOST_KEPT: Final = 50_000  # phrases, of all editions together
_encode: Final = msgspec.json.Encoder().encode


class Phrases:
    """The cache of all games. Actions, legal or unavailable, are cached as encoded bytes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], Any] = {}

    def offers(self, s: State, seat: int, actions: Iterable[Action]) -> bytes:
        """Actions that can be done, as a list."""
        kept, digest = self._kept.get, s.setup.edition.digest
        offers: list[bytes] = []
        for action in actions:
            key = (digest, action.id, depends_on(s, seat, action))
            found: bytes | None = kept(key)
            if found is None:
                words = action_words(s, seat, action)
                found = self._keep(key, _encode(Offer(action.text, words, **offer_fields(s, seat, action))))
            offers.append(found)
        return b"[" + b",".join(offers) + b"]"

    def unavailable(self, s: State, seat: int, refused: Iterable[tuple[Action, Refusal]]) -> bytes:
        """The unavailable actions with the reasons, as a list."""
        kept, digest = self._kept.get, s.setup.edition.digest
        reasons: list[bytes] = []
        for action, refusal in refused:
            about, values = depends_on(s, seat, action), refusal.values
            key = (digest, action.id, about, refusal.code, refusal.rule, *values.values())
            found: bytes | None = kept(key)
            if found is None:
                words, why = action_words(s, seat, action), refusal_words(refusal)
                reason, fields = Reason(refusal.code, values), offer_fields(s, seat, action)
                found = self._keep(key, _encode(Unavailable(action.text, words, refusal.rule, why, reason, **fields)))
            reasons.append(found)
        return b"[" + b",".join(reasons) + b"]"

    def deed(self, s: State, seat: int, action: Action) -> tuple[ActionData, str]:
        """What a decision is about, and its words. Ask before it is done."""
        key = ("deed", s.setup.edition.digest, action.id, depends_on(s, seat, action))
        found: tuple[ActionData, str] | None = self._kept.get(key)
        if found is None:
            found = self._keep(key, (does(s, seat, action), deed_words(s, seat, action)))
        return found

    def note(self, setup: Setup, event: engine.Event) -> str:
        """The text of an event, which depends only on the event and the set-up."""
        key = ("note", setup.edition.digest, setup.modules, event[0], event[2], event[3])
        found: str | None = self._kept.get(key)
        if found is None:
            found = self._keep(key, event_note(setup, event))
        return found

    def _keep(self, key: tuple[object, ...], thing: T) -> T:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[key] = thing
        return thing


PHRASES: Final = Phrases()
