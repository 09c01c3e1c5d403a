"""A new collection replaces the old one: whose puzzles are on no list any more, but still found where they were."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from scripts import adopt_puzzles
from tests.cli.helpers import in_process
from tests.server.http.helpers import ask
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.loader import UNPINNED, is_built_in
from tiefenthal.i18n import CODES, catalogue
from tiefenthal.players.puzzles import Puzzle, archived, data, find_puzzle, puzzles
from tiefenthal.players.puzzles.data import ARCHIVE, FILE, in_order, pack, read_puzzles
from tiefenthal.server.http.endpoint import application, routes
from tiefenthal.server.http.puzzle_api import PuzzleApi


def with_figures(one: Puzzle, digest: str) -> Puzzle:
    """The same, said to have other figures."""
    edition = one.position["edition"] | {"digest": digest}
    return msgspec.structs.replace(one, position=one.position | {"edition": edition})


@pytest.fixture
def older() -> Iterator[Puzzle]:
    """A puzzle of an earlier edition, which is in the archive and not in the collection."""
    everything = [*archived(), *puzzles()]
    one = next(one for one in everything if one.older and one.kind == "draft")
    files = {FILE: [other for other in puzzles() if other != one], ARCHIVE: [one]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data, "_packaged", files.__getitem__)
        data.puzzles.cache_clear()
        data.archived.cache_clear()
        yield one
    data.puzzles.cache_clear()
    data.archived.cache_clear()


def test_every_puzzle_of_the_collection_has_the_built_in_figures() -> None:
    assert adopt_puzzles.foreign(puzzles()) == []


def test_the_archive_repeats_nothing_and_has_figures_that_were_built_in() -> None:
    names = [one.id for one in [*puzzles(), *archived()]]
    assert len(set(names)) == len(names)
    assert all(is_built_in(one.position["edition"]["digest"]) for one in archived())


def test_older_is_what_has_the_figures_of_an_earlier_edition() -> None:
    one = puzzles()[0]
    assert with_figures(one, UNPINNED["reference"]).older
    assert not with_figures(one, load_edition().digest).older
    assert not with_figures(one, "0" * 64).older  # somebody's own


def test_an_older_one_is_found_by_its_name_alone(older: Puzzle) -> None:
    app = application(routes(PuzzleApi().endpoints()))
    listed = [one["id"] for one in ask(app, "GET", "/api/puzzles").json()["puzzles"]]
    assert len(listed) > 1
    assert older.id not in listed
    table = ask(app, "GET", f"/api/puzzles/{older.id}").json()
    assert (table["info"]["id"], table["digest"], table["older"]) == (older.id, UNPINNED["reference"], True)
    moment = ask(app, "POST", f"/api/puzzles/{older.id}/moment", json={"actions": older.answer[:1]})
    assert moment.json()["over"]
    verdict = ask(app, "POST", f"/api/puzzles/{older.id}/verdict", json={"actions": older.answer})
    assert verdict.json()["result"] == "best"
    assert ask(app, "GET", "/api/puzzles/00000000").status_code == 404
    assert find_puzzle("00000000") is None


@pytest.mark.parametrize("code", CODES)
def test_an_older_one_says_so_in_the_terminal(
    code: str, older: Puzzle, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert older.id not in in_process(capsys, "puzzles", "--language", code).out
    monkeypatch.setattr("builtins.input", lambda _prompt: older.answer[0])
    ran = in_process(capsys, "puzzles", "play", older.id, "--language", code)
    assert ran.code == 0
    said = " ".join((ran.out + ran.err).split())
    assert " ".join(catalogue(code).say("puzzles.older.words").split()) in said


def test_a_new_collection_moves_the_old_one_into_the_archive(tmp_path: Path) -> None:
    digest = load_edition().digest
    some = [with_figures(one, digest) for one in puzzles()[:6]]
    earlier, kept, new = some[:2], some[2:4], some[4:]
    (tmp_path / FILE).write_bytes(pack([*earlier[1:], *kept]))
    (tmp_path / ARCHIVE).write_bytes(pack(earlier[:1]))
    fresh = tmp_path / "fresh.xz"
    fresh.write_bytes(pack([*new, *kept]))
    for _ in range(2):  # the second time it changes nothing
        assert adopt_puzzles.adopt(fresh, tmp_path) == (4, 2)
        assert read_puzzles(tmp_path / FILE) == in_order([*kept, *new])
        assert read_puzzles(tmp_path / ARCHIVE) == in_order(earlier)
    fresh.write_bytes(pack(earlier))  # what comes back leaves the archive
    assert adopt_puzzles.adopt(fresh, tmp_path) == (2, 4)
    assert read_puzzles(tmp_path / ARCHIVE) == in_order([*kept, *new])


def test_a_collection_with_other_figures_is_refused(tmp_path: Path) -> None:
    one = with_figures(puzzles()[0], load_edition().digest)
    (tmp_path / FILE).write_bytes(pack([one]))
    fresh = tmp_path / "fresh.xz"
    fresh.write_bytes(pack([one, with_figures(puzzles()[1], UNPINNED["reference"])]))
    with pytest.raises(ValueError, match="do not have the built-in figures"):
        adopt_puzzles.adopt(fresh, tmp_path)
    fresh.write_bytes(pack([]))
    with pytest.raises(ValueError, match="no puzzles"):
        adopt_puzzles.adopt(fresh, tmp_path)
    assert read_puzzles(tmp_path / FILE) == [one]
    assert not (tmp_path / ARCHIVE).exists()
