"""The description is complete, and the server conforms to it."""

from typing import Annotated, Any

import httpx
import msgspec
import pytest

from tests.server.http.contract import check_contract
from tests.server.http.helpers import ask, serving
from tiefenthal.server.http.endpoint import Call, Endpoint, Refusal, application, routes
from tiefenthal.server.http.lookups import lookups
from tiefenthal.server.http.openapi import description_endpoint, openapi
from tiefenthal.server.http.operations import health_endpoint, metrics_endpoint
from tiefenthal.server.http.security import Security
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol.http import Health, JsonObject


def everything() -> list[Endpoint]:
    metrics = Metrics(process=False)
    endpoints = lookups()
    endpoints.append(health_endpoint(lambda: Health("ok", "1.0", True, 0, 0)))
    endpoints.append(metrics_endpoint(metrics.written))
    endpoints.append(description_endpoint(lambda: endpoints, "1.0"))
    return endpoints


def test_every_endpoint_is_described() -> None:
    endpoints = everything()
    answer = ask(application(routes(endpoints)), "GET", "/api/openapi.json")
    found: JsonObject = answer.json()
    assert found == openapi(endpoints, "1.0")
    assert found["openapi"] == "3.1.0"
    for endpoint in endpoints:
        operation = found["paths"][endpoint.path][endpoint.method.lower()]
        assert operation["operationId"] == endpoint.name
        declared = {str(status) for status, _, _ in endpoint.refusals()} | {str(endpoint.success)}
        assert declared <= set(operation["responses"])
        assert ("requestBody" in operation) == (endpoint.request is not None)
    names = [endpoint.name for endpoint in endpoints]
    assert len(set(names)) == len(names)


def test_references_lead_somewhere() -> None:
    found = openapi(everything(), "1.0")
    schemas = found["components"]["schemas"]
    seen = 0

    def walk(value: Any) -> None:
        nonlocal seen
        if isinstance(value, dict):
            if "$ref" in value:
                seen += 1
                assert value["$ref"].removeprefix("#/components/schemas/") in schemas
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    walk(found)
    assert seen > 20


def test_sessions_and_parameters_are_described() -> None:
    async def nothing(call: Call) -> None:
        return None

    seat = Annotated[int, msgspec.Meta(ge=1, le=4)]
    endpoint = Endpoint(
        "PUT", "/api/x/{seat}", "x", "X.", nothing, None, needs_session=True, path_types={"seat": seat},
        query={"since": int | None, "must": str}, errors=((409, "taken", "Taken."), (409, "over", "Over.")),
    )  # fmt: skip
    operation = openapi([endpoint], "1")["paths"]["/api/x/{seat}"]["put"]
    assert operation["security"] == [{"session": []}]
    assert operation["parameters"] == [
        {"name": "seat", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1, "maximum": 4}},
        {"name": "since", "in": "query", "required": False, "schema": {"type": "integer"}},
        {"name": "must", "in": "query", "required": True, "schema": {"type": "string"}},
    ]
    assert operation["responses"]["409"]["description"] == "`taken`: Taken.\n`over`: Over."
    assert "content" not in operation["responses"]["204"]


def test_the_server_keeps_to_its_description() -> None:
    with serving(Security(application(routes(everything())))) as url:
        found = check_contract(url, examples=3)
        assert httpx.get(f"{url}/healthz").status_code == 200
    assert not found.failures, found
    assert len(found.operations) >= 11
    assert found.requests > 150
    assert {200, 400, 404, 405, 415} <= set(found.statuses)


class Told(msgspec.Struct):
    count: int


@pytest.mark.parametrize("fault", ["schema", "status", "crash"])
def test_the_contract_notices_a_server_that_does_not(fault: str) -> None:
    async def liar(call: Call) -> Any:
        match fault:
            case "schema":
                return msgspec.Raw(b'{"count":"many"}')
            case "status":
                raise Refusal(418, "teapot", "I am a teapot.")
            case _:
                raise RuntimeError

    endpoints = [Endpoint("GET", "/api/liar", "liar", ".", liar, Told)]
    endpoints.append(description_endpoint(lambda: endpoints, "1.0"))
    with serving(Security(application(routes(endpoints)))) as url:
        assert check_contract(url, examples=2).failures
