"""How the tests run: how many at a time, which first, the same each time, and that Ctrl-C can be tried."""

import gc
import os
import signal
from typing import Any

import pytest
from hypothesis import settings

BROWSER = "tests/browser/"
SCREENS = "tests/browser/test_screens.py"
"""Its walks are long, and share nothing but the browser."""
SHARING = (
    BROWSER, "tests/analysis/test_review.py", "tests/arena/test_report.py", "tests/calibrate/test_search.py",
    "tests/cli/test_analysis.py", "tests/to_c/test_translation.py", "tests/tooling/test_wheel.py",
)  # fmt: skip
"""Where the tests of a file share what is costly to make."""

# What is tested is the build that is imported: no other is looked for, or built beside a test. Tests of that say so.
os.environ["TIEFENTHAL_COMPILED"] = "no"

# What hypothesis draws is the same each time, and no clock judges it: a change is judged by what it changes, not by its
# luck or a busy machine. Who wants to look further has other draws by `--hypothesis-profile default`.
settings.register_profile("the same each time", derandomize=True, deadline=None)
settings.load_profile("the same each time")

# A shell that starts the tests in the background has them ignore Ctrl-C, and all programs they start. Some try it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)  # there may be no xdist
def pytest_xdist_auto_num_workers() -> int:
    """More than cores: much of a test is waiting, for a server, a browser or the disk."""
    return 2 + (os.cpu_count() or 1)


def pytest_collection_finish() -> None:
    """What is there now stays until the end. Looking through all of it for garbage again and again would take a twelfth
    of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests in the browser come first: they take longest."""
    items.sort(key=lambda item: not item.nodeid.startswith(BROWSER))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Whoever is free takes the next test, or the next file of those that share. (The groups of `--dist loadgroup`
    would say so too, but xdist 3.8 marks them where pytest 9.2 no longer looks.)"""
    from xdist.scheduler import LoadScopeScheduling

    def scope(nodeid: str) -> str:
        return nodeid.partition("::")[0] if nodeid.startswith(SHARING) and not nodeid.startswith(SCREENS) else nodeid

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = scope
    return scheduler
