"""Where builds lie, which are whole, and which go."""

import os
import sys
import time
from pathlib import Path

import pytest

from tiefenthal.engine.build import background, builds, maker, switch
from tiefenthal.engine.build.sources import build_name


def made(place: Path, name: str) -> Path:
    """A build with one module, as far as one can see from outside."""
    folder = place / name
    (folder / "tiefenthal" / "engine" / "rules").mkdir(parents=True)
    (folder / "tiefenthal" / "engine" / "rules" / "state.so").write_bytes(b"machine code")
    builds.write_manifest(folder, {"tiefenthal.engine.rules.state": "tiefenthal/engine/rules/state.so"}, {})
    return folder


def test_a_build_is_read_as_it_was_written(tmp_path: Path) -> None:
    build = builds.read(made(tmp_path, "one"))
    assert build is not None
    assert build.modules == {"tiefenthal.engine.rules.state": "tiefenthal/engine/rules/state.so"}


@pytest.mark.parametrize("harm", ["gone", "shorter", "no manifest", "half a manifest", "another manifest"])
def test_a_build_that_is_not_whole_is_none(tmp_path: Path, harm: str) -> None:
    folder = made(tmp_path, "one")
    module, manifest = folder / "tiefenthal" / "engine" / "rules" / "state.so", folder / builds.MANIFEST
    if harm == "gone":
        module.unlink()
    elif harm == "shorter":
        module.write_bytes(b"machine")
    elif harm == "no manifest":
        manifest.unlink()
    elif harm == "half a manifest":
        manifest.write_text(manifest.read_text(encoding="utf-8")[:40], encoding="utf-8")
    else:
        manifest.write_text("[]", encoding="utf-8")
    assert builds.read(folder) is None


def test_those_used_last_are_kept(tmp_path: Path) -> None:
    for number in range(builds.MOST_KEPT + 2):
        folder = made(tmp_path, str(number))
        os.utime(folder / builds.MANIFEST, (number, number))
    again = builds.read(tmp_path / "0")
    assert again is not None
    builds.mark_used(again)
    builds.remove_old(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "3", "4", "5"]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if this package were installed, nobody had built anything, and a C compiler were at hand."""
    monkeypatch.delenv(switch.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(builds, "checkout", lambda: None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(switch, "installed_compiled", lambda: False)
    monkeypatch.setattr(maker, "missing", lambda: None)
    return tmp_path / "tiefenthal" / "engine"


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The processes that would have been started."""
    found: list[str] = []
    monkeypatch.setattr(background, "_spawn", lambda log: found.append(log.name))
    return found


def test_a_package_that_is_installed_builds_in_the_folder_for_caches(elsewhere: Path, begun: list[str]) -> None:
    assert builds.place() == elsewhere
    log = background.start()
    assert log == elsewhere / background.LOG
    assert begun == [str(log)]


def test_nothing_is_begun_where_it_would_be_of_no_use(
    elsewhere: Path, begun: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as once:
        once.setattr(maker, "missing", lambda: "no-compiler")
        assert background.start() is None
    with monkeypatch.context() as once:
        once.setattr(switch, "installed_compiled", lambda: True)
        assert background.start() is None
    with monkeypatch.context() as once:
        once.setenv(switch.VARIABLE, "no")
        assert background.start() is None
    with maker.locked(elsewhere):
        assert maker.being_built(elsewhere)
        assert background.start() is None
    made(elsewhere, build_name())
    assert background.start() is None
    assert begun == []


def test_nothing_is_begun_where_nothing_can_be_written(elsewhere: Path, begun: list[str]) -> None:
    elsewhere.parent.parent.joinpath("tiefenthal").write_text("a file in its place", encoding="utf-8")
    assert background.start() is None
    assert begun == []


def test_nothing_is_begun_without_a_home_folder(
    elsewhere: Path, begun: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    assert background.start() is None
    assert builds.find() is None
    assert begun == []


def test_what_failed_is_tried_again_another_day(
    elsewhere: Path, begun: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_given: object) -> None:
        raise maker.CannotBuild("not-fetched")

    with monkeypatch.context() as once:
        once.setattr(maker, "_make", fail)
        assert background.main() == 1
    assert "not-fetched" in capsys.readouterr().out
    failure = background.last_failure(elsewhere)
    assert failure is not None
    assert failure.why == "not-fetched"
    assert background.start() is None
    monkeypatch.setattr(time, "time", lambda: failure.when + background.AGAIN_AFTER + 1)
    assert background.start() is not None
    assert len(begun) == 1


def test_another_who_builds_is_no_failure(elsewhere: Path) -> None:
    with maker.locked(elsewhere):
        assert background.main() == 0
    assert background.last_failure(elsewhere) is None


def test_a_log_does_not_grow_for_ever(elsewhere: Path, begun: list[str]) -> None:
    elsewhere.mkdir(parents=True)
    log = elsewhere / background.LOG
    log.write_text("x" * 10, encoding="utf-8")
    assert background.start() == log
    assert log.stat().st_size == 10
    log.write_text("x" * background.LONGEST_LOG, encoding="utf-8")
    assert background.start() == log
    assert log.stat().st_size == 0


def test_sources_that_change_meanwhile_are_no_failure(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was compiled is thrown away untried; the new ones are not held to have failed."""
    names = iter(["before", "before", "after"])
    monkeypatch.setattr(maker, "build_name", lambda *_place, **_optimised: next(names))
    monkeypatch.setattr(maker, "tools", lambda _place: (sys.executable, None))
    ran: list[str] = []
    monkeypatch.setattr(maker, "_run", lambda command, *_given: ran.append(Path(command[-1]).name))
    assert background.main() == 0
    assert "sources-changed" in capsys.readouterr().out
    assert ran == ["compiler.py"]
    assert background.last_failure(elsewhere) is None
    assert [path.name for path in elsewhere.iterdir()] == [maker.LOCK]
