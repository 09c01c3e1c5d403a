"""Run as a program where mypyc and setuptools are installed: sources in, extension modules out.

It may be another environment than the one that plays, without this package; so nothing of it is imported here. The
order comes as JSON on the standard input (`Order`), messages of the compilers go to the standard output.
"""

import json
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final, TypedDict

GROUP: Final = "tiefenthal"
# Nothing outside calls into the library but by its entry points; so calls within it need no detour.
FLAGS: Final = ["-fno-semantic-interposition", "-fno-plt", "-fvisibility=hidden"] if sys.platform == "linux" else []
# Nobody reads warnings about generated code, and looking for them takes gcc as long as a whole -O1.
QUIET: Final = [] if sys.platform == "win32" else ["-Wno-all"]
# Whatever else is installed is unknown to mypy: the result depends on these sources alone, and is there sooner.
SETTINGS: Final = """\
[mypy]
no_site_packages = True
namespace_packages = True
explicit_package_bases = True
mypy_path = .
ignore_missing_imports = True
follow_imports = silent
"""


class Order(TypedDict):
    """What to build."""

    sources: list[str]
    """The modules to compile, relative to the folder `root`."""
    root: str
    """The folder that holds a copy of the package; the generated C goes beside it."""
    out: str
    """Where the extension modules go."""
    kernel: str
    """The file of the kernel, in `root`; where it goes follows from it, and there lie the rules that `to_c` wrote."""
    optimised: str
    parallel: int


def compile_modules(order: Order) -> None:
    """Run mypyc and the C compiler."""
    from mypyc.build import mypycify
    from setuptools import setup

    root, out = Path(order["root"]), Path(order["out"])
    work = root.parent
    (work / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
    os.chdir(root)
    extensions = mypycify(
        ["--config-file", str(work / "mypy.ini"), *order["sources"]],
        opt_level=order["optimised"],
        debug_level="0",
        multi_file=False,
        group_name=GROUP,
        target_dir=str(work / "c"),
    )
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS, *QUIET]  # all share one list
    commands = ["--quiet", "build_ext", "--build-lib", str(out), "--build-temp", str(work / "objects")]
    setup(name=GROUP, ext_modules=extensions, script_args=[*commands, "--parallel", str(order["parallel"])])


def compile_kernel(source: Path, target: Path, *options: str) -> None:
    """The shared library of the kernel, which ctypes loads, not the interpreter."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    target.parent.mkdir(parents=True, exist_ok=True)
    flags = ["-std=c99", "-fPIC", "-shared", "-fvisibility=hidden", "-I", str(target.parent)]
    # A list is filled from its start up to its length, which gcc cannot see.
    warnings = ["-Wall", "-Wextra", "-Wno-maybe-uninitialized", "-Wno-unknown-warning-option"]
    subprocess.run([*compiler, *flags, *warnings, *options, "-o", str(target), str(source)], check=True)


def main() -> int:
    order: Order = json.load(sys.stdin)
    source = Path(order["root"], order["kernel"])
    target = Path(order["out"], order["kernel"]).with_suffix(".so")
    try:
        compile_kernel(source, target, "-O3")
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"the kernel is left out: {error}", flush=True)  # games are played without it
    compile_modules(order)
    return 0


if __name__ == "__main__":
    sys.exit(main())
