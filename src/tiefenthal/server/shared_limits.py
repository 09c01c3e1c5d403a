"""Limits that hold over all processes: each tells the others what was taken, and counts what others report."""

from typing import Final

import msgspec

from tiefenthal.server.limits import Limits
from tiefenthal.server.store.peers import LONGEST_NEWS, News
from tiefenthal.server.tables.cluster import Cluster

SPENT: Final = "spent"
"""News: what was taken from buckets at a process; the key is the process."""
AT_ONCE: Final = LONGEST_NEWS // 120
"""Buckets per message: the longest kind, key and figure take less than this many bytes each."""


class SharedLimits:
    """Keeps the limits of this process in step with those of the others."""

    def __init__(self, limits: Limits, cluster: Cluster) -> None:
        self._limits = limits
        self._cluster = cluster
        cluster.on(SPENT, self._hear)
        cluster.often(self.tell)

    async def tell(self) -> None:
        """Tell the others what was taken here."""
        spent = self._limits.spent()
        for start in range(0, len(spent), AT_ONCE):
            body = msgspec.json.encode(spent[start : start + AT_ONCE]).decode()
            await self._cluster.tell(News(SPENT, self._cluster.me, body=body))

    def _hear(self, news: News) -> None:
        if news.key != self._cluster.me:
            for kind, key, amount in msgspec.json.decode(news.body, type=list[tuple[str, int | str, float]]):
                self._limits.take(kind, key, amount)
