"""The page of the server's owner: tables taken off the list or closed, people renamed, muted or blocked, and the log.

It exists only with a key in the configuration, which is sent once, in a form. The cookie holds until when somebody is
signed in and a code that only the key makes, so it is good at every process, and worthless once the key is another.
Other sites can send nothing here: the cookie is not sent with their requests, and `Security` wants our own Origin.
"""

import asyncio
import hmac
import math
import time
from html import escape
from typing import Final, cast, get_args
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tiefenthal.i18n import Catalogue, catalogue
from tiefenthal.server import logs
from tiefenthal.server.http.security import OWNER_PATH, Site
from tiefenthal.server.language import asked_language
from tiefenthal.server.limits import Limits, client_address, too_fast
from tiefenthal.server.store.moderation import Order, What
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.orders import DAY, HOUR, SPANS, WrongOrderError, moment, order_of, told
from tiefenthal.server.tables.registry import TableRegistry

COOKIE: Final = "tiefenthal_owner"
SHORTEST_KEY: Final = 16
SIGNED_IN: Final = 12 * 3600
LARGEST_FORM: Final = 4_000
FORM_SECONDS: Final = 15.0
MOST_TABLES: Final = 50
LINES_SHOWN: Final = 5
LOG_SHOWN: Final = 100


class OwnerPage:
    """Answers at `OWNER_PATH`."""

    def __init__(self, registry: TableRegistry, site: Site, limits: Limits, key: str) -> None:
        self._registry = registry
        self._site = site
        self._limits = limits
        self._key = key.encode()
        self.route: Final = Route(OWNER_PATH, self.answer, methods=["GET", "POST"])

    async def answer(self, request: Request) -> Response:
        """Show the page, or do what a form says and show it then."""
        words = catalogue(asked_language(request.scope))
        inside = self._is_inside(request)
        if request.method != "POST":
            return HTMLResponse(
                await self._page(words, request.query_params.get("who", "")) if inside else _door(words)
            )
        form = await _form(request)
        if form.get("do") == "enter":
            return self._enter(request, form.get("key", ""), words)
        if not inside:
            return HTMLResponse(_door(words), 403)
        back = RedirectResponse(OWNER_PATH, 303)
        if form.get("do") == "leave":
            self._set_cookie(request, back, "", 0)
            return back
        try:
            await self._registry.store.moderation.add(_ordered(form))
        except WrongOrderError as wrong:
            who = form.get("target", "")
            return HTMLResponse(await self._page(words, who, words.say(f"owner.wrong.{wrong}")), 400)
        await self._registry.moderation.look()
        return back

    # --- who it is

    def _enter(self, request: Request, given: str, words: Catalogue) -> Response:
        address = client_address(request.scope)
        wait = self._limits.allow("owner", address)
        if wait:
            return HTMLResponse(_door(words, words.say("problem.too-fast")), 429, dict(too_fast(wait).headers))
        if not hmac.compare_digest(self._code(b"key", given.encode()), self._code(b"key", self._key)):
            logs.event("wrong owner key", level="warning", address=address)
            return HTMLResponse(_door(words, words.say("owner.wrong.key")), 403)
        self._limits.forget("owner", address)
        logs.event("owner signed in", address=address)
        until = str(math.ceil(time.time()) + SIGNED_IN)
        back = RedirectResponse(OWNER_PATH, 303)
        self._set_cookie(request, back, f"{until}.{self._code(b'until', until.encode())}", SIGNED_IN)
        return back

    def _is_inside(self, request: Request) -> bool:
        until, _, code = request.cookies.get(COOKIE, "").partition(".")
        right = hmac.compare_digest(code.encode(), self._code(b"until", until.encode()).encode())
        return right and until.isdigit() and time.time() < int(until)

    def _code(self, use: bytes, text: bytes) -> str:
        return hmac.new(self._key, use + b" " + text, "sha256").hexdigest()

    def _set_cookie(self, request: Request, response: Response, value: str, age: int) -> None:
        response.set_cookie(
            COOKIE, value, age, path=OWNER_PATH, secure=self._site.wants_secure_cookie(request.scope), httponly=True,
            samesite="strict",
        )  # fmt: skip

    # --- what is shown

    async def _page(self, words: Catalogue, who: str, wrong: str = "") -> str:
        store, now = self._registry.store.moderation, self._registry.clock()
        listed = [await self._registry.live(head.table) for head in await self._registry.store.listed(MOST_TABLES)]
        holds = [order for order in await store.current(now) if order.until is not None]
        say = words.say
        parts = [
            f"<header><h1>{say('owner.title')}</h1>{_form_of('', _button(words, 'leave', 'do'))}</header>",
            f"<p>{say('owner.lead')}</p>",
            f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else "",
            f"<h2>{say('owner.tables')}</h2>",
            "".join(_table(live, words) for live in listed if live is not None) or f"<p>{say('owner.tables.none')}</p>",
            f"<h2>{say('owner.other')}</h2>",
            _form_of(
                _field(words, "table", "target", required=True) + _field(words, "why", "why"),
                _button(words, "unlist") + _button(words, "close"),
            ),
            f'<h2 id="person">{say("owner.person")}</h2>',
            _form_of(
                _field(words, "who", "target", who, required=True) + _field(words, "name", "name") + _spans(words)
                + _field(words, "why", "why")
                + f'<label class="tick"><input type="checkbox" name="address"> {say("owner.with-address")}</label>',
                _button(words, "rename") + _button(words, "mute") + _button(words, "block"),
            ),
            f"<h2>{say('owner.holds')}</h2>",
            _listing(holds, words, lift=True) or f"<p>{say('owner.holds.none')}</p>",
            f"<h2>{say('owner.log')}</h2>",
            _listing(await store.last(LOG_SHOWN), words) or f"<p>{say('owner.log.none')}</p>",
        ]  # fmt: skip
        return _html(words, "".join(parts))


def _ordered(form: dict[str, str]) -> Order:
    what = form.get("what", "")
    if what not in get_args(What):
        raise WrongOrderError("who")
    seconds = form.get("seconds", "")
    return order_of(
        cast(What, what), form.get("target", ""), form.get("name", ""), int(seconds) if seconds.isdigit() else None,
        form.get("why", ""), "address" in form,
    )  # fmt: skip


async def _form(request: Request) -> dict[str, str]:
    """What a form has sent; nothing if it is too long, too slow or no form."""
    data = b""
    try:
        async with asyncio.timeout(FORM_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > LARGEST_FORM:
                    return {}
        return dict(parse_qsl(data.decode(), max_num_fields=12))
    except (TimeoutError, ValueError, ClientDisconnect):
        return {}


# --- pieces of the page; everything that was typed by somebody is escaped


def _html(words: Catalogue, body: str) -> str:
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f"<title>{words.say('owner.title')} – Tiefenthal</title>"
        '<link rel="stylesheet" href="/static/css/owner.css"></head>'
        f'<body><main>{body}<p><a href="/">{words.say("owner.back")}</a></p></main></body></html>'
    )


def _door(words: Catalogue, wrong: str = "") -> str:
    key = _field(words, "key", "key", required=True, kind="password")
    note = f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""
    return _html(words, f"<h1>{words.say('owner.title')}</h1>{note}{_form_of(key, _button(words, 'enter', 'do'))}")


def _form_of(fields: str, buttons: str) -> str:
    return f'<form method="post" action="{OWNER_PATH}">{fields}<div class="row">{buttons}</div></form>'


def _field(
    words: Catalogue, label: str, name: str, value: str = "", *, required: bool = False, kind: str = "text"
) -> str:
    must = " required" if required else ""
    extra = ' autocomplete="current-password"' if kind == "password" else ' autocomplete="off" maxlength="200"'
    return (
        f"<label><span>{words.say(f'owner.{label}')}</span>"
        f'<input type="{kind}" name="{name}" value="{escape(value)}"{extra}{must}></label>'
    )


def _spans(words: Catalogue) -> str:
    names = {
        span: words.say("owner.days", n=span // DAY) if span >= DAY else words.say("owner.hours", n=span // HOUR)
        for span in SPANS
    }
    options = "".join(
        f'<option value="{span}"{" selected" if span == DAY else ""}>{name}</option>' for span, name in names.items()
    )
    return f'<label><span>{words.say("owner.for")}</span><select name="seconds">{options}</select></label>'


def _button(words: Catalogue, what: str, name: str = "what") -> str:
    return f'<button name="{name}" value="{what}">{words.say(f"owner.{what}")}</button>'


def _table(live: LiveTable, words: Catalogue) -> str:
    """A listed table: who sits there, what was said last, and what can be done."""
    table, say = live.table, words.say
    people = [
        f"{escape(place.name)} "
        + " ".join(
            f'<a href="{OWNER_PATH}?who={session}#person">({say("owner.session", n=session)})</a>'
            for session in sorted(place.sessions)
        )
        if place.kind == "person"
        else f"{escape(place.name)} ({say('owner.bot')})"
        for place in table.places
        if place.kind != "open"
    ]
    lines = "".join(
        f"<li><b>{escape(line.name)}</b> {escape(line.text)}</li>" for line in live.chat_lines()[-LINES_SHOWN:]
    )
    hidden = f'<input type="hidden" name="target" value="{table.id}">'
    state = say("owner.waiting" if table.state == "waiting" else "owner.playing")
    return (
        f'<article><h3><a href="/table/{table.id}">{table.id[:6]}…</a> <small>{state}</small></h3>'
        f"<p>{', '.join(people)}</p>"
        + (f"<ul>{lines}</ul>" if lines else "")
        + _form_of(hidden + _field(words, "why", "why"), _button(words, "unlist") + _button(words, "close"))
        + "</article>"
    )


def _listing(orders: list[Order], words: Catalogue, *, lift: bool = False) -> str:
    """Orders, one below the other; with a button to end each."""
    rows = ""
    for order in orders:
        end = f'<input type="hidden" name="target" value="{order.id}">'
        button = _form_of(end, _button(words, "lift")) if lift else ""
        rows += f"<li><time>{moment(order.at)}</time> <code>{order.id}</code> {escape(told(order, words))}{button}</li>"
    return f'<ol class="log">{rows}</ol>' if rows else ""
