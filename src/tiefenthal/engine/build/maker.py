"""Makes a compiled build: copies the sources, has them compiled, tries the result, and only then puts it in its place.

What mypyc needs (mypy and setuptools) is taken from this environment where it is there, as for everybody who develops.
Else it is fetched by pip, in the versions and with the hashes of tools.lock, into a separate folder beside the builds:
players should not get a type checker among their packages, nor be bound to the version that suits us.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from tiefenthal.engine.build import builds, compiler
from tiefenthal.engine.build.sources import (
    HERE,
    KERNEL,
    OPTIMISED,
    PACKAGE,
    SUFFIX,
    build_name,
    compiled_files,
    module_name,
    python_files,
)
from tiefenthal.engine.build.switch import NO, VARIABLE

LOCK: Final = "lock"
TOOLS_LOCK: Final = HERE / "engine" / "build" / "tools.lock"
UNFINISHED: Final = "unfinished-"
KERNEL_SOURCE: Final = Path(KERNEL, "kernel.c")
KERNEL_LIBRARY: Final = KERNEL_SOURCE.with_suffix(".so")

TRY = """
import importlib, json, sys
from pathlib import Path
from tiefenthal.engine.build import builds, switch
build = builds.read(Path(sys.argv[1]))
assert build is not None, "the build is not whole"
sys.meta_path.insert(0, switch.Finder(build))
files = {name: importlib.import_module(name).__file__ or "" for name in build.modules}
bad = sorted(name for name, file in files.items() if not file.startswith(sys.argv[1]))
assert not bad, "not compiled: " + ", ".join(bad)
import tiefenthal
game = tiefenthal.new_game(players=3, modules=5, seed=7)
while not game.over:
    seat = game.to_act[0]
    game.play(seat, game.legal_actions(seat)[-1])
assert tiefenthal.Game.from_record(game.record).digest == game.digest
"""


Reason = Literal[
    "being-built", "free-threaded", "no-compiler", "no-headers", "no-home", "no-pip", "not-compiled", "not-cpython",
    "not-fetched", "place", "sources-changed", "taken-away",
]  # fmt: skip
"""Why nothing can be built; the command has a sentence for each (`terminal.engine.why.<reason>`)."""
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)


class CannotBuild(Exception):
    """Nothing can be built here, and why; some reasons are about something, such as a folder."""

    def __init__(self, reason: Reason, about: str = "") -> None:
        super().__init__(reason, about)
        self.reason: Reason = reason
        self.about = about

    def __str__(self) -> str:
        return f"{self.reason}: {self.about}" if self.about else self.reason


class BeingBuilt(CannotBuild):
    """Another process is building it."""

    def __init__(self) -> None:
        super().__init__("being-built")


class SourcesChanged(CannotBuild):
    """The sources were changed meanwhile: the result would be of sources that no longer exist."""

    def __init__(self) -> None:
        super().__init__("sources-changed")


def missing() -> Reason | None:
    """What this machine lacks for building an extension module; None when nothing."""
    if sys.implementation.name != "cpython":
        return "not-cpython"
    if sysconfig.get_config_var("Py_GIL_DISABLED") not in (None, 0):
        return "free-threaded"
    if sys.platform != "win32" and _compiler() is None:
        return "no-compiler"
    if not has_headers():
        return "no-headers"
    return None


def has_headers() -> bool:
    """Whether this Python can be compiled for."""
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def _compiler() -> str | None:
    """The C compiler's name: the one that was asked for, that Python was built with, or any."""
    named = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    candidates = (named.split()[0], "cc", "gcc", "clang")
    return next((name for name in candidates if shutil.which(name)), None)


def compiler_environment() -> dict[str, str]:
    """The environment for calling the C compiler, which names one that is installed."""
    named = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    found = _compiler()
    return {**os.environ, VARIABLE: NO, **({"CC": found} if found and not shutil.which(named.split()[0]) else {})}


# --- the place


@contextlib.contextmanager
def locked(place: Path) -> Iterator[None]:
    """Alone here, for as long as this process lives. Raises BeingBuilt."""
    place.mkdir(parents=True, exist_ok=True)
    handle = os.open(place / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        _lock(handle)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BeingBuilt from None

else:
    import fcntl

    def _lock(handle: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BeingBuilt from None


def being_built(place: Path) -> bool:
    """Whether a process is building now."""
    if not (place / LOCK).exists():
        return False
    try:
        with locked(place):
            return False
    except BeingBuilt:
        return True
    except OSError:
        return False


# --- mypyc


def tools(place: Path) -> tuple[str, Path | None]:
    """An interpreter that has mypyc and setuptools, with the folder they lie in unless it finds them by itself."""
    if all(importlib.util.find_spec(name) is not None for name in ("mypyc", "setuptools")):
        return sys.executable, None
    named = hashlib.sha256(TOOLS_LOCK.read_bytes() + sys.version.encode()).hexdigest()[:12]
    folder = place / f"tools-{named}"
    if not (folder / "mypyc").is_dir():
        print("fetching mypyc", flush=True)
        with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=place) as unfinished:
            fetched = Path(unfinished, "tools")
            _fetch(fetched, Path(unfinished, "venv"))
            shutil.rmtree(folder, ignore_errors=True)
            fetched.replace(folder)
    return sys.executable, folder


def _fetch(target: Path, venv: Path) -> None:
    """By this environment's pip, by a new environment's, or by uv."""
    options = ["--quiet", "--require-hashes", "--only-binary", ":all:", "--requirement", str(TOOLS_LOCK)]
    pip = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-compile", "--target", str(target)]
    if importlib.util.find_spec("pip") is not None:
        return _need([sys.executable, *pip, *options])
    if importlib.util.find_spec("ensurepip") is not None:
        _need([sys.executable, "-m", "venv", str(venv)])
        python = venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        return _need([str(python), *pip, *options])
    beside = Path(sys.executable).with_name("uv")
    uv = shutil.which("uv") or (str(beside) if beside.exists() else None)
    if uv is None:
        raise CannotBuild("no-pip")
    return _need([uv, "pip", "install", "--python", sys.executable, "--target", str(target), *options])


def _need(command: Sequence[str]) -> None:
    """Run a command that must succeed to provide mypyc."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise CannotBuild("not-fetched")


# --- building


def make(place: Path, optimised: str = OPTIMISED, parallel: int = 1) -> builds.Build:
    """The build of these sources, made now unless it is there. Raises CannotBuild; messages go to the output."""
    if lacking := missing():
        raise CannotBuild(lacking)
    try:
        with locked(place):
            found = builds.read(place / build_name(optimised=optimised))
            if found is not None:
                return found
            for rest in place.glob(f"{UNFINISHED}*"):  # of a process that was ended
                shutil.rmtree(rest, ignore_errors=True)
            with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=place) as work:
                made = _make(place, Path(work), optimised, parallel)
            builds.remove_old(place)
            return made
    except OSError as error:
        raise CannotBuild("place", f"{place}: {error.strerror or error}") from None


def _make(place: Path, work: Path, optimised: str, parallel: int) -> builds.Build:
    began = time.monotonic()
    root, out = work / "src", work / "out"
    for path in [*python_files(), *(path.relative_to(HERE) for path in (HERE / KERNEL).glob("*.[ch]"))]:
        copy = root / PACKAGE / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HERE / path, copy)
    name = build_name(root / PACKAGE, optimised)  # of what is compiled, should somebody be writing it just now
    sources = compiled_files(root / PACKAGE)
    out.mkdir()
    python, folder = tools(place)
    environment = compiler_environment()
    _write_rules(root, out / PACKAGE / KERNEL, environment)
    print(f"compiling {len(sources)} modules with mypyc, with -O{optimised}, and the kernel", flush=True)
    order: compiler.Order = {
        "sources": [str(Path(PACKAGE, path)) for path in sources],
        "root": str(root),
        "out": str(out),
        "kernel": str(Path(PACKAGE, KERNEL_SOURCE)),
        "optimised": optimised,
        "parallel": parallel,
    }
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    _run([python, "-P", str(Path(compiler.__file__))], environment, json.dumps(order))
    modules = {module_name(path): str(Path(PACKAGE, path).with_suffix(SUFFIX)) for path in sources}
    modules |= {path.name.partition(".")[0]: path.name for path in out.glob(f"*{SUFFIX}")}  # what all of them share
    kernel = out / PACKAGE / KERNEL_LIBRARY
    libraries = {KERNEL_LIBRARY.as_posix(): str(Path(PACKAGE, KERNEL_LIBRARY))} if kernel.exists() else {}
    builds.write_manifest(out, modules, libraries)
    if build_name(optimised=optimised) != name:
        raise SourcesChanged
    # The sources may have a package beside them that only mypyc needs.
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE.parent), *([str(folder)] if folder is not None else [])])
    _run([sys.executable, "-P", "-c", TRY, str(out)], environment, "")
    shutil.rmtree(place / name, ignore_errors=True)  # one that is not whole
    out.replace(place / name)
    print(f"{place / name}: done in {time.monotonic() - began:.0f} s", flush=True)
    made = builds.read(place / name)
    if made is None:
        raise CannotBuild("taken-away")
    return made


def _write_rules(root: Path, folder: Path, environment: dict[str, str]) -> None:
    """The rules in C, from this copy of the sources. Where that fails, the kernel does not compile: games are played
    without it, and what was said is above."""
    folder.mkdir(parents=True)
    command = [sys.executable, "-P", "-m", f"{PACKAGE}.engine.to_c", str(folder)]
    subprocess.run(command, env={**environment, "PYTHONPATH": str(root)}, stdin=subprocess.DEVNULL, check=False)


def _run(command: Sequence[str], environment: dict[str, str], given: str) -> None:
    done = subprocess.run(command, env=environment, input=given, text=True, check=False)
    if done.returncode != 0:
        raise CannotBuild("not-compiled")
