"""The browser of the tests: Debian's chromium, driven by playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

# The first is the same browser without what only a window needs.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "The browser tests need chromium, and there is none on this machine. `sh scripts/setup` installs it where it may "
    "use apt-get; else install it by hand (sudo apt-get install chromium-headless-shell)."
)


class NoBrowserError(Exception):
    """There is no browser to test with."""


def find_chromium() -> Path:
    """Where the browser is."""
    for name in NAMES:
        found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/bin"]))
        if found is not None:
            return Path(found)
    raise NoBrowserError(MISSING)


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A running browser without a window. While it runs, this thread has an event loop of playwright's."""
    program = find_chromium()
    flags = ["--disable-gpu", "--disable-background-networking"]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")  # root has no sandbox
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        try:
            yield browser
        finally:
            browser.close()
