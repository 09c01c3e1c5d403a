"""The command `tiefenthal`."""

import importlib.util
import sys
from typing import Final

THAT_PLAY: Final = ("play", "serve", "simulate", "arena", "balance", "train", "analyse", "review")
"""The commands that play games, and so run faster with the compiled engine."""


def main() -> None:
    """Run the command. Its parts are loaded only now, after the choice of the engine's build."""
    try:
        missing = [name for name in ("typer", "rich") if importlib.util.find_spec(name) is None]
        if missing:
            said = f"{' and '.join(missing)} missing; what the command needs comes with: pip install tiefenthal"
            print(f"tiefenthal: {said}", file=sys.stderr)
            sys.exit(2)
        if sys.argv[1:2] and sys.argv[1] in THAT_PLAY:
            from tiefenthal.engine.switch import use_compiled

            use_compiled()
        from tiefenthal.cli.app import run

        sys.exit(run())
    except KeyboardInterrupt:
        sys.exit(130)
