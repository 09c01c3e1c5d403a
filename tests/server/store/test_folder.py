"""The data folder: where it is, and that only one server uses it."""

import os
import stat
import sys
from pathlib import Path

import pytest

from tests.server.store.processes import end, line, start
from tiefenthal.server.store.base import FolderError, FolderInUse
from tiefenthal.server.store.folder import default_folder, open_folder


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has another place")
def test_the_default_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("TIEFENTHAL_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert default_folder() == tmp_path / ".local" / "share" / "tiefenthal"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_folder() == tmp_path / ".local" / "share" / "tiefenthal"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert default_folder() == tmp_path / "share" / "tiefenthal"
    monkeypatch.setenv("TIEFENTHAL_DATA", "~/games")
    assert default_folder() == tmp_path / "games"


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    with open_folder(tmp_path / "some" / "where") as folder:
        assert folder.path == tmp_path / "some" / "where"
        assert folder.database == folder.path / "tiefenthal.sqlite3"
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    with open_folder(tmp_path / "some" / "where"):
        pass


def test_a_folder_is_not_shared(tmp_path: Path) -> None:
    with open_folder(tmp_path) as folder:
        with pytest.raises(FolderInUse, match="Another Tiefenthal server uses the data folder"):
            open_folder(tmp_path)
        child = start("open", tmp_path)
        said, _ = child.communicate()
        assert child.returncode == 3
        assert said.startswith("FolderInUse: Another Tiefenthal server uses")
        folder.close()
        folder.close()
        child = start("open", tmp_path)
        assert child.communicate()[0].strip() == "opened"


def test_the_folder_is_free_when_its_process_has_died(tmp_path: Path) -> None:
    child = start("hold", tmp_path)
    assert line(child) == "held"
    with pytest.raises(FolderInUse):
        open_folder(tmp_path)
    end(child)
    open_folder(tmp_path).close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_forked_child_does_not_keep_the_folder(tmp_path: Path) -> None:
    child = start("fork", tmp_path)
    assert line(child) == "forked"
    with pytest.raises(FolderInUse):
        open_folder(tmp_path)
    child.kill()
    os.waitpid(child.pid, 0)
    child.returncode = -9
    # The grandchild lives, waiting for its stdin to end.
    open_folder(tmp_path).close()
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.close()
    assert child.stdout.read() == ""
    child.stdout.close()


def test_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file", encoding="utf-8")
    for path in (tmp_path / "data", tmp_path / "data" / "below"):
        with pytest.raises(FolderError, match="a file is in its place"):
            open_folder(path)
    assert (tmp_path / "data").read_text(encoding="utf-8") == "a file"
