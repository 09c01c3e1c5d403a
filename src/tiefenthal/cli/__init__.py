"""The command `tiefenthal`."""

import importlib.util
import sys


def main() -> None:
    """Run the command; its parts are loaded only now, so that a missing package is one clear sentence."""
    missing = [name for name in ("typer", "rich") if importlib.util.find_spec(name) is None]
    if missing:
        print(
            f"tiefenthal: the command needs {' and '.join(missing)}; install them with: pip install 'tiefenthal[cli]'",
            file=sys.stderr,
        )
        sys.exit(2)
    try:
        from tiefenthal.cli.app import run

        sys.exit(run())
    except KeyboardInterrupt:
        sys.exit(130)
