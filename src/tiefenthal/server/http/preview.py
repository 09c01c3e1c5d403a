"""Previews of invitations in chats: the page of a table that waits for players says who invites to what.

The key of a link is behind its `#`, so a program that fetches a preview has only the table's id. It is told the host's
name, how many play and with which modules, and only while the table waits for players and has been made known, by a
link to join or in the public list. Any other table gets the same page as one that does not exist.
"""

import html
from functools import lru_cache
from typing import Final

import msgspec
from starlette.types import Scope

from tiefenthal.i18n import Catalogue, catalogue
from tiefenthal.server.http.static import PAGE, File, Files, make_file
from tiefenthal.server.language import asked_language
from tiefenthal.server.protocol.parts import TableId
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.table import Table

TITLE: Final = b"<title>Tiefenthal</title>"
KEPT: Final = 200
"""Pages that stay ready to be sent, 20 kB each."""
DESCRIPTION: Final = b'<meta name="description" content="'


class Preview:
    """Makes the pages of tables that people are invited to."""

    def __init__(self, registry: TableRegistry, files: Files) -> None:
        self._registry = registry
        self._page = files[PAGE].whole

    async def page(self, scope: Scope) -> File | None:
        """The page of a table, if it has its own text."""
        try:
            table_id = msgspec.convert(scope["path_params"]["id"], TableId)
        except msgspec.ValidationError:
            return None
        live = await self._registry.live(table_id)
        if live is None or not _invites(live.table):
            return None
        return prepared(self._with(live.table, catalogue(asked_language(scope))))

    def _with(self, table: Table, words: Catalogue) -> bytes:
        """The page with a title and a description of this table, safe to stand in HTML."""
        about = {"name": table.host_name, "players": str(len(table.places)), "modules": str(table.modules)}
        title = html.escape(words.say("invite.preview" if table.host_name else "invite.preview.nobody", **about))
        text = html.escape(words.say("invite.preview.one" if table.modules == 1 else "invite.preview.upto", **about))
        tags = (
            f"<title>{title}</title>\n"
            f'    <meta property="og:title" content="{title}">\n'
            f'    <meta property="og:description" content="{text}">\n'
            '    <meta property="og:site_name" content="Tiefenthal">\n'
            '    <meta property="og:type" content="website">'
        )
        before, _, after = self._page.replace(TITLE, tags.encode(), 1).partition(DESCRIPTION)
        return before + DESCRIPTION + text.encode() + after[after.index(b'"') :]


@lru_cache(maxsize=KEPT)
def prepared(page: bytes) -> File:
    """The same page is compressed once."""
    return make_file(PAGE, page)


def _invites(table: Table) -> bool:
    return table.state == "waiting" and (table.listed or bool(table.join_keys))
