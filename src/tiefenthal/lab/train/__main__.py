"""`python -m tiefenthal.lab.train`: the same as `tiefenthal train` on a machine that has nothing but PyTorch and numpy.

Lines instead of a bar; any setting can be given as NAME=VALUE, written as in progress.json, also to a run that is gone
on with (all but `hidden`, the shape of the network).
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.folder import Folder
from tiefenthal.lab.train.run import Report, train
from tiefenthal.lab.train.settings import Settings, settings_from, settings_json

LINE_EVERY = 20.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tiefenthal.lab.train", description="Train the neural bot's network.")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the run")
    parser.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this many minutes")
    parser.add_argument("--games", type=int, default=0, help="stop after this many games in all")
    parser.add_argument("--workers", type=int, default=0, help="processes that play (default: all cores but one)")
    parser.add_argument("--device", default="auto", help="auto, cpu or cuda")
    parser.add_argument("settings", nargs="*", metavar="NAME=VALUE", help="such as seed=7 or hidden=[256,128]")
    options = parser.parse_args()
    last = [time.monotonic() - LINE_EVERY]

    def watch(report: Report) -> None:
        if time.monotonic() - last[0] >= LINE_EVERY:
            last[0] = time.monotonic()
            print(f"{report.done:4.0%} {report.words()}", flush=True)

    try:
        report = train(
            options.out, _settings(options), options.resume, options.minutes, options.games, options.workers,
            options.device, watch,
        )  # fmt: skip
    except TrainingError as error:
        print(f"tiefenthal train: {error}", file=sys.stderr)
        return 1
    print(report.words())
    if report.failure:
        print(f"{report.standing.failures} games could not be finished; the last one: {report.failure}")
    return 0


def _settings(options: argparse.Namespace) -> Settings:
    """The usual settings, or those of the run that is gone on with, and what was given in their place."""
    before = Folder(options.out).read_progress()[0] if options.resume else Settings()
    document = settings_json(before)
    for word in options.settings:
        name, sign, text = word.partition("=")
        value: Any
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        if not sign or name not in document:
            raise TrainingError(f"{word!r} is no setting; the settings are {', '.join(document)}")
        document[name] = value
    return settings_from(document)


if __name__ == "__main__":
    sys.exit(main())
