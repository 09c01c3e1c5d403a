"""A table is the fold of its log: the same from the disk as in memory, whatever happened; and logs stay readable."""

import random

import pytest

from tests.server.tables import NOW, PERSON, Bench, about, fingerprint
from tests.table import edition_with
from tiefenthal.engine.components.loader import UNPINNED, reference_text
from tiefenthal.server.protocol import frames
from tiefenthal.server.tables import log
from tiefenthal.server.tables.bounds import offered
from tiefenthal.server.tables.commands import CommandRefused
from tiefenthal.server.tables.table import RECENT, BrokenTableError, Table


@pytest.mark.parametrize("seed", range(12))
def test_a_table_from_its_log_is_the_table_that_was_played(seed: int) -> None:
    luck = random.Random(seed)
    players = (PERSON, *luck.choices([PERSON, "greedy"], k=luck.randrange(1, 4)))
    bench = Bench(players, modules=luck.randrange(1, 6), seed=str(seed), begin=False)
    bench.add(log.KeyMade("join", "aa"), log.KeyMade("seat", "bb", 0), log.Watched(99), log.Returned(0, 77))
    bench.add(log.Began(str(seed)))
    for turn in range(400):
        if bench.game.over:
            break
        _something(bench, luck)
        if turn % 40 == 0:
            assert fingerprint(bench.loaded()) == bench.fingerprint()
    assert fingerprint(bench.loaded(recent=0)) == bench.fingerprint()


def _something(bench: Bench, luck: random.Random) -> None:
    """A random command: mostly decisions, sometimes anything else."""
    seat = luck.choice(bench.game.to_act)
    ply = bench.table.ply
    command: frames.Command = frames.Play(ply, luck.choice(offered(bench.game, seat)).text)
    if luck.random() < 0.25:
        seat = luck.randrange(bench.game.players)
        others: list[frames.Command] = [
            frames.Undo(ply),
            frames.AskUndo(ply),
            frames.AnswerUndo(ply, luck.random() < 0.8),
            frames.HandOver("greedy"),
            frames.TakeBack(),
            frames.SetPace("brisk"),
            frames.Say("well"),
        ]
        command = luck.choice(others)
    if bench.table.places[seat].player is not None and isinstance(command, frames.Play):
        bench.add(log.Played(seat, command.action))
        return
    try:
        bench.command(seat, command, about(here=range(4)))
    except CommandRefused:
        assert not isinstance(command, frames.Play)


def test_loading_tells_the_last_changes_as_they_were_told() -> None:
    bench = Bench(modules=5, seed="3")
    for _ in range(2 * RECENT):
        bench.play(bench.game.to_act[0])
    lived, loaded = bench.table.recent, bench.loaded().recent
    assert len(lived) == RECENT
    for seat in (None, 0, 1):
        assert [h.for_seat(seat) for h in loaded][-RECENT:] == [h.for_seat(seat) for h in lived]


LINES: list[tuple[log.Entry, bytes]] = [
    (
        log.Opened(1, 5, "mine", "text", True, "brisk", 60, "aa", [log.Place("bot", "G", bot="greedy")]),
        (
            b'{"what":"opened","host":1,"modules":5,"edition":"mine","edition_text":"text","listed":true,'
            b'"pace":"brisk","away_after":60,"bot_seed":"aa","places":[{"kind":"bot","name":"G","bot":"greedy"}]}'
        ),
    ),
    (
        log.Opened(1, 1, "reference", None, False, "brisk", 60, "aa", [], "c414", 1),
        (
            b'{"what":"opened","host":1,"modules":1,"edition":"reference","edition_text":null,"listed":false,'
            b'"pace":"brisk","away_after":60,"bot_seed":"aa","places":[],"edition_digest":"c414","rules":1}'
        ),
    ),
    (
        log.Placed(1, log.Place("person", "Anna", 4)),
        b'{"what":"placed","seat":1,"place":{"kind":"person","name":"Anna","session":4}}',
    ),
    (log.KeyMade("seat", "ff", 2), b'{"what":"key","to":"seat","digest":"ff","seat":2}'),
    (log.Returned(1, 9), b'{"what":"returned","seat":1,"session":9}'),
    (log.SentAway(1, [4, 9]), b'{"what":"sent-away","seat":1,"sessions":[4,9]}'),
    (log.Voided(1, "ff", [9]), b'{"what":"voided","seat":1,"digest":"ff","sessions":[9]}'),
    (log.Closed(), b'{"what":"closed"}'),
    (log.Forgotten(4, "greedy"), b'{"what":"forgotten","session":4,"bot":"greedy"}'),
    (log.Watched(9), b'{"what":"watched","session":9}'),
    (log.Began("00ff"), b'{"what":"began","seed":"00ff"}'),
    (log.Played(0, "place 5 monk"), b'{"what":"played","seat":0,"action":"place 5 monk"}'),
    (log.Ahead(0, "take 5"), b'{"what":"ahead","seat":0,"action":"take 5"}'),
    (log.Ahead(0), b'{"what":"ahead","seat":0}'),
    (log.Hinted(0, 17, 3), b'{"what":"hinted","seat":0,"move":17,"level":3}'),
    (log.Undone(0), b'{"what":"undone","seat":0}'),
    (log.Asked(0, 17), b'{"what":"asked","seat":0,"move":17}'),
    (log.Answered(1, True), b'{"what":"answered","seat":1,"yes":true}'),
    (log.Rewound(0, 17), b'{"what":"rewound","seat":0,"move":17}'),
    (log.Left(1, 1000.5), b'{"what":"left","seat":1,"since":1000.5}'),
    (log.HandedOver(1, "greedy"), b'{"what":"handed","seat":1,"bot":"greedy"}'),
    (log.HandedOver(1, "greedy", 0), b'{"what":"handed","seat":1,"bot":"greedy","by":0}'),
    (
        log.Placed(1, log.Place("bot", "Leni", None, "greedy", "leni")),
        b'{"what":"placed","seat":1,"place":{"kind":"bot","name":"Leni","bot":"greedy","character":"leni"}}',
    ),
    (log.TakenBack(1), b'{"what":"taken","seat":1}'),
    (log.Paced("instant"), b'{"what":"pace","pace":"instant"}'),
    (log.Said(0, "hello"), b'{"what":"said","seat":0,"text":"hello"}'),
    (log.Ended([1, 2]), b'{"what":"ended","scores":[1,2]}'),
    (log.Unlisted(), b'{"what":"unlisted"}'),
    (log.Renamed(1, "Guest"), b'{"what":"renamed","seat":1,"name":"Guest"}'),
    (log.Continued("t2"), b'{"what":"continued","table":"t2"}'),
    (
        log.Placed(1, log.Place("open", "Anna", kept=(4, 9))),
        b'{"what":"placed","seat":1,"place":{"kind":"open","name":"Anna","kept":[4,9]}}',
    ),
    (
        log.Opened(1, 1, "reference", None, False, "brisk", 60, "aa", [], "c414", 1, follows="t1"),
        (
            b'{"what":"opened","host":1,"modules":1,"edition":"reference","edition_text":null,"listed":false,'
            b'"pace":"brisk","away_after":60,"bot_seed":"aa","places":[],"edition_digest":"c414","rules":1,'
            b'"follows":"t1"}'
        ),
    ),
]


@pytest.mark.parametrize(("entry", "line"), LINES, ids=[type(entry).__name__ for entry, _ in LINES])
def test_logs_stay_readable(entry: log.Entry, line: bytes) -> None:
    """These bytes are on people's disks. A change here needs a migration."""
    assert log.to_bytes(entry) == line
    assert log.from_bytes(line) == entry


def test_tables_from_before_there_were_characters_have_them_by_name() -> None:
    """Older names of bots; a bot with another name becomes the first free character."""
    places = [log.Place("bot", name, bot="greedy") for name in ("Greedy", "Лені", "Magda")]
    opened = log.Opened(1, 1, "reference", None, False, "brisk", 60, "aa", [*places, log.Place("person", "Ada", 1)])
    table = Table.load("x", [(0.0, log.to_bytes(opened))])
    assert [place.character for place in table.places] == ["magda", "leni", "bruno", None]


def test_every_kind_of_entry_is_pinned() -> None:
    assert {type(entry) for entry, _ in LINES} == set(log.Entry.__subclasses__())


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b'{"what":"flown"}',
        b'{"what":"played","seat":0,"action":"dance"}',
        b'{"what":"rewound","seat":0,"move":99}',
    ],
)
def test_a_broken_log_is_told_not_played(line: bytes) -> None:
    bench = Bench()
    with pytest.raises(BrokenTableError):
        Table.load("a-table", [*bench.rows, (NOW, line)])
    with pytest.raises(BrokenTableError):
        Table.load("a-table", [(NOW, line)])


def opened(text: str | None = None, digest: str | None = None, rules: int | None = None) -> list[tuple[float, bytes]]:
    """The log of a table with two bots."""
    bots = [log.Place("bot", "G", bot="greedy"), log.Place("bot", "R", bot="random")]
    entry = log.Opened(1, 1, "reference", text, False, "brisk", 60, "aa", bots, digest, rules)
    return [(NOW, log.to_bytes(entry)), (NOW, log.to_bytes(log.Began("7")))]


def test_a_table_keeps_the_figures_and_the_rules_it_was_opened_with() -> None:
    """Logs that name neither are older than both, and mean the first version."""
    first = UNPINNED["reference"]
    box = edition_with(("bards = 16", "bards = 15"))
    for text, digest, rules in ((None, None, None), (None, first, 1), (box.text, box.digest, 1), (box.text, None, 1)):
        table = Table.load("x", opened(text, digest, rules))
        assert table.edition.digest == (first if text is None else box.digest)
        assert table.game is not None
        assert (table.rules, table.game.state.setup.rules) == (1, 1)
        assert table.game.edition is table.edition


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (opened(digest="0" * 64), "the edition reference 0000000000000000, which this version of the program lacks"),
        (opened(reference_text(), digest="0" * 64), "which this version of the program lacks"),
        (opened(rules=2), "it follows version 2 of the rules, and this version of the program knows 1"),
    ],
    ids=["figures", "own figures", "rules"],
)
def test_a_table_of_another_version_is_not_read_as_something_else(rows: list[tuple[float, bytes]], words: str) -> None:
    with pytest.raises(BrokenTableError, match=words):
        Table.load("x", rows)


def test_who_may_see_a_table() -> None:
    bench = Bench(players=(PERSON, "greedy"))
    bench.add(log.Watched(50), log.Returned(0, 60))
    assert [session for session in (None, 10, 11, 50, 60) if bench.table.may_see(session)] == [10, 50, 60]
    assert bench.table.seats_of(60) == [0]
    assert bench.table.seats_of(None) == []


def test_a_personal_link_replaces_the_one_before_and_few_others_are_kept() -> None:
    bench = Bench(begin=False)
    for number in range(20):
        bench.add(log.KeyMade("join", f"j{number}"), log.KeyMade("seat", f"s{number}", 1))
    assert bench.table.seat_keys == {1: "s19"}
    assert list(bench.table.join_keys) == [f"j{number}" for number in range(12, 20)]
