"""How the tests run: how many at a time, which first, and that Ctrl-C can be tried."""

import os
import signal
from typing import Final

import pytest

LONG: Final = ("whole_games", "together", "keyboard", "screens", "random_games")  # in tests/browser

# A shell that starts the tests in the background has them ignore Ctrl-C, and all programs they start. Some try it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)  # there may be no xdist
def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: much of a test is waiting, for a server, a browser or the disk."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that in the end nobody waits for one of them."""

    def shortness(item: pytest.Item) -> int:
        if "browser" not in item.path.parts:
            return 2
        return 0 if item.path.stem.removeprefix("test_") in LONG else 1

    items.sort(key=shortness)
