"""Compile the engine with mypyc into build/compiled: the same sources, several times as fast.

The result is the whole package with an extension module beside each compiled source file, and the kernel that plays
batches of games (rl/kernel, in C) beside its sources; put the folder first on PYTHONPATH to use it. Which files are
compiled with mypyc stands in pyproject.toml under [tool.tiefenthal.compiled].

Nothing is done when nothing changed. Without a C compiler the build is left out with one line and exit status 0, for
the pure build does everything; REQUIRE_COMPILED=1 makes that an error.
"""

import argparse
import hashlib
import importlib.metadata
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "tiefenthal"
WORK = (
    ROOT / "build" / "mypyc"
)  # copied sources, C files, objects: kept, so that an unchanged C file is not compiled again
OUT = ROOT / "build" / "compiled"
STAMP = OUT / ".stamp"
# Nothing outside calls into the library but by its entry points; so calls within it need no detour.
FLAGS = ["-fno-semantic-interposition", "-fno-plt", "-fvisibility=hidden"] if sys.platform == "linux" else []
# Nobody reads warnings about generated code, and looking for them takes gcc as long as a whole -O1.
if sys.platform != "win32":
    FLAGS.append("-Wno-all")
KERNEL = Path(PACKAGE, "rl", "kernel", "kernel.so")  # its name on every system: ctypes loads it, not the interpreter
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"


class NoCompiler(Exception):
    """This machine cannot build extension modules; the message says what is missing."""


def package_files() -> list[Path]:
    """Every file of the package, relative to src, in a stable order."""
    found = [p for p in (ROOT / "src" / PACKAGE).rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    return sorted(p.relative_to(ROOT / "src") for p in found if p.suffix not in {".pyc", ".so", ".pyd"})


def compiled_files(files: list[Path]) -> list[Path]:
    """Those of them that pyproject.toml wants compiled."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["tool"][PACKAGE]["compiled"]

    def named(path: Path, names: list[str]) -> bool:
        return any(path.is_relative_to(Path(PACKAGE, name)) for name in names)

    return [p for p in files if p.suffix == ".py" and named(p, wanted["include"]) and not named(p, wanted["exclude"])]


def module_name(path: Path) -> str:
    """tiefenthal/rules/state.py -> tiefenthal.rules.state"""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def fingerprint(files: list[Path]) -> str:
    """Of everything the result depends on: sources, settings, compiler version, interpreter, this script."""
    digest = hashlib.sha256()
    digest.update(f"{sys.version} {SUFFIX} {sys.prefix} {importlib.metadata.version('mypy')}".encode())
    paths = [ROOT / "src" / p for p in files] + [ROOT / "pyproject.toml", Path(__file__)]
    for path in paths:
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def missing_for_c() -> str:
    """What this machine lacks for building an extension module; empty when nothing."""
    if sys.implementation.name != "cpython":
        return "this Python is not CPython"
    configured = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not shutil.which(configured.split()[0]):
        other = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
        if other is None:
            return "no C compiler"
        os.environ["CC"] = other
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "no Python headers"
    return ""


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


def need_c() -> None:
    """Raise NoCompiler unless this machine can build extension modules, after trying to help it."""
    missing = missing_for_c()
    if missing and "CPython" not in missing:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}-dev"
        apt_install("gcc", "libc6-dev", *([version] if "headers" in missing or not _has_headers() else []))
        missing = missing_for_c()
    if missing:
        raise NoCompiler(missing)


def _has_headers() -> bool:
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def copy_changed(files: list[Path], target: Path) -> None:
    """Make `target` hold these files; one that is the same keeps its date, so that nothing is built again for it."""
    for path in files:
        source, copy = ROOT / "src" / path, target / path
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)


def remove_others(target: Path, keep: set[Path]) -> None:
    """A file that left the sources must not live on in the build."""
    for path in sorted((target / PACKAGE).rglob("*"), reverse=True):
        if path.is_file() and path.relative_to(target) not in keep:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def compile_into_out(sources: list[Path], opt_level: str) -> None:
    """Run mypyc and the C compiler; their messages go to the terminal."""
    from mypyc.build import mypycify
    from setuptools import setup

    os.chdir(WORK / "src")
    extensions = mypycify(
        ["--config-file", str(ROOT / "pyproject.toml"), *map(str, sources)],
        opt_level=opt_level,
        debug_level="0",
        multi_file=False,
        group_name=PACKAGE,
        target_dir=str(WORK / "c"),
    )
    for extension in extensions:
        extension.extra_compile_args.extend(FLAGS)
    commands = ["--quiet", "build_ext", "--build-lib", str(OUT), "--build-temp", str(WORK / "objects")]
    setup(name=PACKAGE, ext_modules=extensions, script_args=[*commands, "--parallel", str(os.cpu_count() or 1)])


def build_kernel(target: Path, *options: str) -> None:
    """Compile the kernel into a shared library; other processes may go on using the one that was there."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    half_done = target.with_suffix(".part")
    target.parent.mkdir(parents=True, exist_ok=True)
    source = ROOT / "src" / KERNEL.with_suffix(".c")
    flags = ["-std=c99", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wextra"]
    subprocess.run([*compiler, *flags, *options, "-o", str(half_done), str(source)], check=True)
    half_done.replace(target)


def check(sources: list[Path]) -> None:
    """Import the result in a new process: each module must be there, and must be the compiled one; so must the
    kernel."""
    names = [module_name(path) for path in sources]
    code = (
        "import importlib, sys\n"
        "files = {n: importlib.import_module(n).__file__ for n in sys.argv[2:]}\n"
        "bad = [n for n, f in files.items() if not f.startswith(sys.argv[1]) or f.endswith('.py')]\n"
        "from tiefenthal.rl.kernel.library import why_not\n"
        "sys.exit('not compiled: ' + ', '.join(bad) if bad else why_not() or 0)\n"
    )
    env = os.environ | {"PYTHONPATH": str(OUT)}
    subprocess.run([sys.executable, "-c", code, str(OUT), *names], env=env, cwd=OUT, check=True)


def build(opt_level: str) -> None:
    """Bring build/compiled up to date."""
    files = package_files()
    sources = compiled_files(files)
    wanted = f"{fingerprint(files)} -O{opt_level}\n"
    if STAMP.exists() and STAMP.read_text() == wanted:
        print(f"==> {OUT.relative_to(ROOT)} is up to date")
        return
    need_c()
    STAMP.unlink(missing_ok=True)
    print(f"==> compiling {len(sources)} modules with mypyc, and the kernel (-O{opt_level})", flush=True)
    start = time.monotonic()
    copy_changed(files, WORK / "src")
    remove_others(WORK / "src", set(files))
    build_kernel(OUT / KERNEL, f"-O{opt_level}")
    compile_into_out(sources, opt_level)
    copy_changed(files, OUT)
    remove_others(OUT, set(files) | {path.parent / (path.stem + SUFFIX) for path in sources} | {KERNEL})
    check(sources)
    STAMP.write_text(wanted)
    print(f"==> {OUT.relative_to(ROOT)}: done in {time.monotonic() - start:.0f} s")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default="3", choices=["0", "1", "2", "3"], help="optimisation level of the C compiler")
    options = parser.parse_args()
    try:
        build(options.opt)
    except NoCompiler as error:
        shutil.rmtree(OUT, ignore_errors=True)  # an old build would be tested in place of the sources
        print(f"==> {error}: the compiled build is left out")
        return 1 if os.environ.get("REQUIRE_COMPILED") == "1" else 0
    except subprocess.CalledProcessError:
        print("==> the compiled build does not work; see above", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
