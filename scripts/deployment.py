"""Every step of docs/deployment.md that can be run on one machine, with real programs in temporary folders:

    python -m scripts.deployment            all parts
    python -m scripts.deployment rolling    one of them

`files` checks the files of deploy/ with the programs that read them, `watch` compares dashboard and alerts with the
metrics of a server, `rolling` upgrades three processes behind nginx while people play, `restore` goes back to a point
in time.
"""

import argparse
import asyncio
import sys

from harness.server import Failure, machine
from scripts.deployment_files import Missing, check_files
from scripts.deployment_watch import check_watch

PARTS = ("files", "watch", "rolling", "restore")


def say(line: str) -> None:
    """A line of the report, at once."""
    print(line, flush=True)


def carry_out(part: str) -> None:
    """Raises Failure, and Missing where a program is not here."""
    if part == "files":
        check_files(say)
    elif part == "watch":
        asyncio.run(check_watch(say))
    elif part == "rolling":
        from scripts.deployment_rolling import check_rolling

        asyncio.run(check_rolling(say))
    else:
        from scripts.deployment_restore import check_restore

        asyncio.run(check_restore(say))


def main() -> int:
    """0 well, 1 a failure, 3 something could not be tried."""
    parser = argparse.ArgumentParser(description="Try the steps of docs/deployment.md.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all when none is named")
    wanted = parser.parse_args().parts or list(PARTS)
    for part in wanted:
        if part not in PARTS:
            parser.error(f"{part} is no part; there are {', '.join(PARTS)}")
    status = 0
    for part in wanted:
        say(f"==> {part}")
        try:
            carry_out(part)
        except Missing as missing:
            say(f"not tried: {missing}")
            status = status or 3
        except Failure as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            status = 1
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
            return 130
    say(machine())
    return status


if __name__ == "__main__":
    sys.exit(main())
