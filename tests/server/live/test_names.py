"""Names and chat as they are shown to others: normalised, limited, and only from those who sit at the table."""

import re
import unicodedata

import pytest

from harness.server import Server
from tests.server.live.helpers import People, names, refuses, story
from tiefenthal.client import CommandRefused, bot, by_link, here
from tiefenthal.server.protocol import LONGEST_CHAT, LONGEST_NAME

EVIL = "\u202eevil\u2066\u0000\u0007\u200b\ufeff\u2028\n\tname\u3164"
ZALGO = "Z" + "\u0301\u0302\u0303" * 30 + "o"


def _shown_well(text: str) -> None:
    assert unicodedata.is_normalized("NFC", text)
    assert not [sign for sign in text if unicodedata.category(sign) in {"Cc", "Cf", "Zl", "Zp", "Co", "Cn"}]
    assert text == text.strip()
    assert re.search(r"  ", text) is None
    marks = max((len(run) for run in re.findall(r"[\u0300-\u036f]+", text)), default=0)
    assert marks <= 3


def test_names_are_normalised_everywhere_they_can_be_given(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        for raw, shown in (
            (EVIL, "evil name"),
            (ZALGO, None),
            ("x" * 100, "x" * LONGEST_NAME),
            ("e\u0301", "é"),
            ("  a   b ", "a b"),
            ('<b>"\\]', '<b>"\\]'),
        ):
            name = (await ada.introduce(raw)).name
            _shown_well(name)
            assert len(name) <= LONGEST_NAME
            assert shown is None or name == shown
        for empty in (" ", "\u202e\u200b", "\u3164", "\u0301"):
            await refuses(400, "name", ada.introduce(empty))
        await refuses(400, "malformed", ada.introduce(""))
        await refuses(400, "malformed", ada.introduce("x" * 101))
        assert (await people.asked("POST", "/api/session", rb'{"name": "\ud800"}')).status == 400
        table = await ada.new_table([here(EVIL), bot("random", ZALGO), by_link()])
        guest = await people.person("Guest")
        entered = await guest.enter(table.id, (await ada.link(table.id, "join")).key, name=EVIL + " 2")
        for name in names(entered.table):
            _shown_well(name)
        assert names(entered.table)[0] == "evil name"
        await refuses(400, "name", ada.new_table([here("\u200b"), by_link()]))

    story(usual, go)


def test_chat_is_normalised_numbered_and_there_for_those_who_come_later(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, bea = await people.person("Ada"), await people.person("Bea")
        table = await ada.new_table([here(), by_link()])
        at = await ada.connect(table.id)
        await at.say(f"  {EVIL}  {ZALGO}")  # also before the game
        await at.say("y" * 1000)
        with pytest.raises(CommandRefused) as refused:
            await at.say("\u202e\u200b")
        assert refused.value.code == "empty"
        await bea.enter(table.id, (await ada.link(table.id, "join")).key)
        other = await bea.connect(table.id)
        assert other.chat == at.chat
        await other.say("<script>alert(1)</script> 🎲👩\u200d🍳")
        await at.until(lambda: len(at.chat) == 3)
        for line in at.chat:
            _shown_well(line.text.replace("\u200d", ""))
        assert [(line.number, line.seat, line.name) for line in at.chat] == [
            (1, 1, "Ada"),
            (2, 1, "Ada"),
            (3, 2, "Bea"),
        ]
        assert at.chat[1].text == "y" * LONGEST_CHAT
        assert at.chat[2].text == "<script>alert(1)</script> 🎲👩\u200d🍳"

    story(usual, go)


def test_chat_is_limited_and_costs_nobody_else_anything(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, bea = await people.person("Ada"), await people.person("Bea")
        table = await ada.new_table([here(), by_link()])
        await bea.enter(table.id, (await ada.link(table.id, "join")).key)
        loud, quiet = await ada.connect(table.id), await bea.connect(table.id)
        said = 0
        code = ""
        for number in range(80):
            try:
                await loud.say(f"line {number}")
                said += 1
            except CommandRefused as refused:
                code = refused.code
        assert code == "too-fast"
        assert said < 60
        await quiet.say("only me")
        await loud.play("stay")
        await quiet.until(lambda: len(quiet.chat) == said + 1 and quiet.ply == 1)

    story(usual, go)


def test_a_watcher_says_nothing(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), by_link()], listed=True)
        fan = await (await people.person("Fan")).connect(table.id)
        with pytest.raises(CommandRefused) as refused:
            await fan.say("hello")
        assert refused.value.code == "not-your-seat"
        assert (await ada.connect(table.id)).chat == []

    story(usual, go)
