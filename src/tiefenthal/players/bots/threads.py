"""How many threads libraries may calculate in: one. Bots multiply small matrices, and threads that wait for each other
take longer for that than one alone, and the time of all the cores besides."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NAMES: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Of the environment, read by a library when it is loaded."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Libraries loaded and processes started in here calculate in one thread."""
    before = {name: os.environ.get(name) for name in NAMES}
    os.environ.update(dict.fromkeys(NAMES, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
