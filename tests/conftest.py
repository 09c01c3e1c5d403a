"""How many tests run at a time."""

import os


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: much of a test is waiting, for a server, a browser or the disk."""
    return 2 * (os.cpu_count() or 1)
