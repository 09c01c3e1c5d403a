"""Checks the types of the browser client: TypeScript, strict, over the modules as they are served, without building
anything; and whether the types of the protocol are those of the server.

The tools are in build/node, where `sh scripts/setup` puts what scripts/client/package-lock.json pins.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from scripts import write_client_types

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "src" / "tiefenthal" / "browser"
TOOLS = ROOT / "build" / "node"
COMPILER = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"
SETTINGS = {
    "target": "es2023", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2023", "dom", "dom.iterable"],
    "allowJs": True, "checkJs": True, "strict": True, "noEmit": True, "skipLibCheck": True, "noUnusedLocals": True,
    "types": [],
}  # fmt: skip


class MissingToolsError(Exception):
    """There is nothing to check with."""


def check_types(folder: Path = STATIC) -> list[str]:
    """What TypeScript finds wrong with the modules in a folder; one line each."""
    node = shutil.which("node")
    if node is None or not COMPILER.exists():
        raise MissingToolsError("node or TypeScript is missing; `sh scripts/setup` fetches them.")
    plan = TOOLS / f"tsconfig.{folder.name}.json"
    plan.write_text(json.dumps({"compilerOptions": SETTINGS, "include": [f"{folder.as_posix()}/js/**/*"]}))
    done = subprocess.run(
        [node, str(COMPILER), "--project", str(plan), "--pretty", "false"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = [line for line in done.stdout.splitlines() if line.strip()]
    if done.returncode and not found:
        raise MissingToolsError(f"TypeScript did not run: {done.stderr.strip()}")
    return found


def main() -> int:
    """Check, and report the result."""
    try:
        found = check_types()
    except MissingToolsError as error:
        print(error, file=sys.stderr)
        return 2
    if write_client_types.TARGET.read_text("utf-8") != write_client_types.text():
        found.append("types.d.ts is not what the protocol says: run scripts/write_client_types.py")
    print("\n".join(found) if found else "the client's types are right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
