"""The metrics of several processes at one address."""

import asyncio
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tiefenthal.server.cluster_metrics import ClusterMetrics, merge
from tiefenthal.server.metrics import Metrics


def figures(moves: int) -> Metrics:
    found = Metrics(process=False)
    found.requests.labels("GET", '/odd "}{', "200").inc(moves)
    for _ in range(moves):
        found.move(0.001, 0.002)
    return found


def samples(text: str, name: str) -> dict[str, float]:
    return {
        sample.labels["process"]: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name
    }


def test_merged_metrics_keep_their_families_and_are_labelled_by_process() -> None:
    text = merge({"0": figures(2).text(), "1": figures(3).text()})
    assert samples(text, "tiefenthal_moves_total") == {"0": 2, "1": 3}
    assert samples(text, "tiefenthal_requests_total") == {"0": 2, "1": 3}
    families = [family.name for family in text_string_to_metric_families(text)]
    assert len(families) == len(set(families)), "what belongs together stands together"
    assert text.count("# TYPE tiefenthal_moves_total counter") == 1


def test_whoever_is_asked_answers_for_all(tmp_path: Path) -> None:
    async def go() -> None:
        here, there = (ClusterMetrics(tmp_path, number, figures(number + 1).text) for number in range(2))
        there._write()
        assert samples(await here.all(), "tiefenthal_moves_total") == {"0": 1, "1": 2}
        await there.stop()
        assert samples(await here.all(), "tiefenthal_moves_total") == {"0": 1}

    asyncio.run(go())
