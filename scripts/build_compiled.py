"""Compile the engine with mypyc into build/compiled: the same sources, several times as fast.

The result is the whole package with an extension module beside each compiled source file, and the kernel that plays
batches of games (rl/kernel, in C) beside its sources; put the folder first on PYTHONPATH to use it. The compiled part
of it comes from build/engine, where `tiefenthal play` finds and makes it too (src/tiefenthal/engine/build); a change
elsewhere only copies files. Without a C compiler the build is skipped with a message and exit status 0, because the
pure build does everything; REQUIRE_COMPILED=1 makes that an error.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))  # these sources, whatever else is installed

from tiefenthal.engine.build import builds, maker  # noqa: E402
from tiefenthal.engine.build.sources import HERE, OPTIMISED, PACKAGE  # noqa: E402

OUT = ROOT / "build" / "compiled"
STAMP = OUT / ".stamp"
NOT_COPIED = {".pyc", ".so", ".pyd"}


def apt_install(*packages: str) -> None:
    """On Debian, and only where that needs no password."""
    if not shutil.which("apt-get"):
        return
    sudo: list[str] = []
    if os.geteuid() != 0:
        if (
            not shutil.which("sudo")
            or subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode != 0
        ):
            return
        sudo = ["sudo", "-n"]
    print(f"==> installing {' '.join(packages)} with apt-get", flush=True)
    subprocess.run([*sudo, "apt-get", "update", "-qq"], stdout=subprocess.DEVNULL, check=False)
    install = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    subprocess.run([*sudo, *install, *packages], stdout=subprocess.DEVNULL, check=False)


def help_machine() -> None:
    """Where extension modules cannot be built for want of a package, try to install it."""
    if maker.missing() and sys.implementation.name == "cpython":
        headers = [] if maker.has_headers() else [f"python{sys.version_info.major}.{sys.version_info.minor}-dev"]
        apt_install("gcc", "libc6-dev", *headers)


def make(opt_level: str) -> builds.Build:
    """The build of these sources; somebody who plays may be making it just now."""
    waited = False
    while True:
        try:
            return maker.make(builds.place(), opt_level, os.cpu_count() or 1)
        except maker.BeingBuilt as error:
            if not waited:
                print(f"==> {error}: waiting", flush=True)
            waited = True
            time.sleep(1)


def put(source: Path, target: Path) -> None:
    """A file that is the same keeps its date; another one is put in its place in one piece, for the one that was there
    may be in use."""
    if target.exists() and target.read_bytes() == source.read_bytes():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    half_done = target.with_name(target.name + ".part")
    shutil.copyfile(source, half_done)
    half_done.replace(target)


def assemble(build: builds.Build) -> None:
    """The package and the build in one folder, and nothing else."""
    if not (STAMP.exists() and STAMP.read_text(encoding="utf-8") == build.folder.name):
        STAMP.unlink(missing_ok=True)
    files = {
        Path(PACKAGE, path.relative_to(HERE)): path
        for path in HERE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in NOT_COPIED
    }
    files |= {Path(name): build.folder / name for name in [*build.modules.values(), *build.libraries.values()]}
    for name, path in files.items():
        put(path, OUT / name)
    for path in sorted(OUT.rglob("*"), reverse=True):  # a file that left the sources must not live on here
        if path.is_file() and path != STAMP and path.relative_to(OUT) not in files:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    STAMP.write_text(build.folder.name, encoding="utf-8")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--opt", default=OPTIMISED, choices=["0", "g", "1", "2", "3"], help="optimisation level of the C compiler"
    )
    options = parser.parse_args()
    help_machine()
    if lacking := maker.missing():
        shutil.rmtree(OUT, ignore_errors=True)  # an old build would be tested in place of the sources
        print(f"==> {lacking}: the compiled build is left out")
        return 1 if os.environ.get("REQUIRE_COMPILED") == "1" else 0
    try:
        build = make(options.opt)
    except maker.CannotBuild as error:
        print(f"==> the compiled build does not work: {error}", file=sys.stderr)
        return 1
    if not build.libraries:
        print("==> the kernel does not compile; see above", file=sys.stderr)
        return 1
    assemble(build)
    print(f"==> {OUT.relative_to(ROOT)} is up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
