"""What dashboard and alerts name, and what a real server has."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx

from harness.server import Failure, Server, fresh_server
from scripts.deployment_files import DEPLOY, Say
from tiefenthal.client import Client, bot, here
from tiefenthal.server.metrics import Metrics

PROMETHEUS_OWN = {"up": {"job", "instance"}}
OTHER_LABELS = {"job", "instance", "le", "process"}
"""Those Prometheus adds, that of histograms, and that of `serve --processes`."""
_FUNCTIONS = {
    "sum",
    "rate",
    "increase",
    "max",
    "min",
    "by",
    "topk",
    "absent",
    "histogram_quantile",
    "and",
    "or",
    "without",
}
_SELECTOR = re.compile(r"([a-z_:][a-z0-9_:]*)\s*(?:\{([^}]*)\})?", re.IGNORECASE)


def dashboard() -> Any:
    """The example dashboard."""
    return json.loads((DEPLOY / "watch" / "dashboard.json").read_text("utf-8"))


def alerts() -> Any:
    """The example rules."""
    import yaml

    found = yaml.safe_load((DEPLOY / "watch" / "alerts.yml").read_text("utf-8"))
    return [rule for group in found["groups"] for rule in group["rules"]]


def expressions() -> Iterator[tuple[str, str]]:
    """Where, and what is asked of Prometheus."""
    for panel in dashboard()["panels"]:
        for target in panel["targets"]:
            yield f"dashboard, {panel['title']}", target["expr"]
    for variable in dashboard()["templating"]["list"]:
        if variable["type"] == "query":
            asked = re.fullmatch(r"label_values\((.*), \w+\)", variable["query"]["query"])
            yield f"dashboard, variable {variable['name']}", asked[1] if asked else variable["query"]["query"]
    for rule in alerts():
        yield f"alert {rule['alert']}", rule["expr"]


def named(expression: str) -> Iterator[tuple[str, set[str]]]:
    """The figures an expression names, each with the labels it is chosen by."""
    grouped = re.compile(r"\b(?:by|without)\s*\(([^)]*)\)")
    by = {label.strip() for labels in grouped.findall(expression) for label in labels.split(",")}
    plain = re.sub(r"\[[^\]]*\]", "", grouped.sub("", expression))
    for name, chosen in _SELECTOR.findall(plain):
        if name not in _FUNCTIONS:
            yield name, by | set(re.findall(r"(\w+)\s*=?[=~!]", chosen))


def there(text: str) -> set[str]:
    """The names of samples that /metrics has or would have once something is counted."""
    found: set[str] = set()
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE):
        found |= {f"{name}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {name}
    return found


def labels() -> dict[str, set[str]]:
    """The labels of our own figures, by the names of their samples."""
    found: dict[str, set[str]] = {}
    for made in vars(Metrics(process=False)).values():
        for metric in made.describe() if hasattr(made, "describe") else ():
            for end in ("", "_total", "_bucket", "_sum", "_count"):
                found[metric.name + end] = set(made._labelnames)
    return found


def check_expressions(text: str) -> int:
    """Every figure that is asked for is in this /metrics, with these labels; how many figures were looked up."""
    known, labelled = there(text), labels()
    looked: set[str] = set()
    for where, expression in expressions():
        if expression.count("(") != expression.count(")") or expression.count("{") != expression.count("}"):
            raise Failure(f"{where}: brackets do not close in {expression}")
        names = list(named(expression))
        if not names:
            raise Failure(f"{where}: no figure is named in {expression}")
        for name, chosen in names:
            looked.add(name)
            if name not in known and name not in PROMETHEUS_OWN:
                raise Failure(f"{where}: a server has no {name}")
            strange = chosen - labelled.get(name, set()) - OTHER_LABELS
            if strange:
                raise Failure(f"{where}: {name} has no label {', '.join(sorted(strange))}")
    return len(looked)


async def figures_of(server: Server) -> str:
    """What a server says after some play."""
    async with Client(server.url) as client:
        await client.introduce("Ada")
        table = await client.new_table([here(), bot("random")], pace="instant")
        async with await client.connect(table.id) as seat:
            for _ in range(5):
                if await seat.asked():
                    assert seat.update is not None
                    await seat.play(seat.update.legal[0].action)
    async with httpx.AsyncClient(trust_env=False) as http:
        return (await http.get(f"{server.url}/metrics")).raise_for_status().text


async def check_watch(say: Say) -> None:
    """A real server, and what is asked of it."""
    with fresh_server() as server:
        await server.start()
        text = await figures_of(server)
        await server.stop()
    count = check_expressions(text)
    panels, rules = len(dashboard()["panels"]), len(alerts())
    say(f"watch: {panels} panels and {rules} alerts name {count} figures; a server's /metrics has all of them")
