"""How long a test waits for anything before it calls it stuck."""

from typing import Final

PATIENCE: Final = 300.0  # seconds; far longer than anything takes, on a busy machine too: no test is about time
