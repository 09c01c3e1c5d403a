"""The command `tiefenthal`."""

import importlib.util
import sys
from typing import Final

WITHOUT_GAMES: Final = (
    "backup", "restore", "move-data", "moderate", "think", "replay", "verify", "position", "puzzles", "edition",
    "rules", "engine",
)  # fmt: skip
"""The commands that play no games here: all others, also those of plug-ins, run faster with the compiled engine."""


def main() -> None:
    """Run the command. Its parts are loaded only now, after the choice of the engine's build."""
    try:
        missing = [name for name in ("typer", "rich") if importlib.util.find_spec(name) is None]
        if missing:
            said = f"{' and '.join(missing)} missing; what the command needs comes with: pip install tiefenthal"
            print(f"tiefenthal: {said}", file=sys.stderr)
            sys.exit(2)
        if sys.argv[1:2] and sys.argv[1][:1] != "-" and sys.argv[1] not in WITHOUT_GAMES:
            from tiefenthal.engine.build.switch import use_compiled

            use_compiled()
        from tiefenthal.app.cli.app import run

        sys.exit(run())
    except KeyboardInterrupt:
        sys.exit(130)
