"""Whether a server conforms to its OpenAPI description: schemathesis with all its checks."""

from collections.abc import Mapping
from typing import Any

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

REJECTED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""Schemathesis's own list, and 413: a text that is longer than its schema allows may be too large before it is read."""


class Contract:
    """The result: how many requests were made, for which operations, and every failure."""

    def __init__(self) -> None:
        self.requests = 0
        self.checks = 0
        self.operations: set[str] = set()
        self.statuses: dict[int, int] = {}
        self.failures: list[str] = []

    def __str__(self) -> str:
        lines = [f"{self.requests} requests of {len(self.operations)} operations, {self.checks} checks"]
        return "\n".join([*lines, *self.failures[:20]])


def check_contract(
    base_url: str,
    *,
    examples: int = 20,
    seed: int = 1,
    headers: Mapping[str, str] | None = None,
    config: Mapping[str, Any] | None = None,
) -> Contract:
    """Ask a running server everything its description offers, rightly and wrongly. `headers` go with every request (the
    Origin does anyway); `config` adds to schemathesis's own settings."""
    config = dict(config or {})
    checks = {"enabled": True, "negative_data_rejection": {"expected-statuses": REJECTED}, **config.pop("checks", {})}
    settings = {
        "seed": seed,
        "headers": {"Origin": base_url, **(headers or {})},
        "base-url": base_url,
        "continue-on-failure": True,
        "generation": {"mode": "all", "max-examples": examples, "database": "none"},
        "cache": {"enabled": False},
        "checks": checks,
        "workers": 1,
        **config,
    }
    schema = schemathesis.openapi.from_url(
        f"{base_url}/api/openapi.json", config=SchemathesisConfig.from_dict(settings)
    )
    found = Contract()
    for event in from_schema(schema).execute():
        match event:
            case events.ScenarioFinished():
                _note(found, event)
            case events.NonFatalError():
                found.failures.append(f"{event.label}: {event.value}")
            case events.FatalError():
                raise event.exception
            case events.EngineFinished():
                found.failures.extend(str(failure) for failure in event.failures)
            case _:
                pass
    return found


def _note(found: Contract, event: events.ScenarioFinished) -> None:
    recorder = event.recorder
    for interaction in recorder.interactions.values():
        found.requests += 1
        if interaction.response is not None:
            status = interaction.response.status_code
            found.statuses[status] = found.statuses.get(status, 0) + 1
    for case in recorder.cases.values():
        found.operations.add(case.value.operation.label)
    for name, checks in recorder.checks.items():
        for check in checks:
            found.checks += 1
            if check.status == Status.FAILURE:
                reason = check.failure_info.failure if check.failure_info is not None else "failed"
                case_text = recorder.cases[name].value.as_curl_command()
                found.failures.append(f"{recorder.label} {check.name}: {reason}\n    {case_text[:600]}")
