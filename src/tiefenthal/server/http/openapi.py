"""The OpenAPI 3.1 description of the HTTP part, made from the endpoints themselves."""

from collections.abc import Callable, Iterable, Sequence
from types import NoneType
from typing import Any, Final, get_args

import msgspec

from tiefenthal.server.http.endpoint import CHANGING, Call, Endpoint, takes_none
from tiefenthal.server.protocol import COOKIE, SECURE_COOKIE
from tiefenthal.server.protocol.http import JsonObject, Problem

REFERENCE: Final = "#/components/schemas/{name}"
ABOUT: Final = (
    "Tables, records, editions, rules and languages of a Tiefenthal server. The game itself goes over a WebSocket per "
    "table (docs/protocol.md). Requests that change something must carry the server's own address in the Origin "
    "header. Every error answer is a Problem."
)
_SUCCESS: Final = {200: "Done.", 201: "Made.", 204: "Done; there is nothing to say."}


def openapi(endpoints: Iterable[Endpoint], version: str) -> JsonObject:
    """The description of these endpoints."""
    every = list(endpoints)
    write = _Schemas(every)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in every:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, write)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tiefenthal", "version": version, "description": ABOUT},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": write.components,
            "securitySchemes": {
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": f"Set by giving a name (POST /api/session). With TLS: `{SECURE_COOKIE}`.",
                }
            },
        },
    }


def description_endpoint(endpoints: Callable[[], Sequence[Endpoint]], version: str) -> Endpoint:
    """GET /api/openapi.json, of whatever endpoints there are when it is first asked for (this one among them)."""
    written: list[msgspec.Raw] = []

    async def describe(call: Call) -> msgspec.Raw:
        if not written:
            written.append(msgspec.Raw(msgspec.json.encode(openapi(endpoints(), version))))
        return written[0]

    return Endpoint("GET", "/api/openapi.json", "openapi", "This description.", describe, JsonObject, tag="operations")


class _Schemas:
    """JSON Schemas of all types the endpoints use; types with a name are written once."""

    def __init__(self, endpoints: list[Endpoint]) -> None:
        kinds: list[Any] = [Problem]
        for endpoint in endpoints:
            kinds += [kind for kind in (endpoint.request, endpoint.response) if kind not in (None, str)]
            kinds += [*endpoint.path_types.values(), *(_without_none(kind) for kind in endpoint.query.values())]
        schemas, self.components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
        self._known = list(zip(kinds, schemas, strict=True))

    def __call__(self, kind: Any) -> JsonObject:
        for known, schema in self._known:
            if known is kind or known == kind:
                return schema
        raise KeyError(kind)


def _without_none(kind: Any) -> Any:
    if not takes_none(kind):
        return kind
    left = [part for part in get_args(kind) if part is not NoneType]
    if len(left) != 1:
        raise TypeError(f"a query parameter is of one type, and may be left out; {kind} is more")
    return left[0]


def _operation(endpoint: Endpoint, write: _Schemas) -> JsonObject:
    found: JsonObject = {"operationId": endpoint.name, "summary": endpoint.summary, "tags": [endpoint.tag]}
    if endpoint.method in CHANGING:
        found["description"] = "The Origin header must be the server's own address."
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": write(kind)}
        for name, kind in endpoint.path_types.items()
    ]
    parameters += [
        {"name": name, "in": "query", "required": not takes_none(kind), "schema": write(_without_none(kind))}
        for name, kind in endpoint.query.items()
    ]
    if parameters:
        found["parameters"] = parameters
    if endpoint.request is not None:
        found["requestBody"] = {"required": True, "content": _json(write(endpoint.request))}
    if endpoint.needs_session:
        found["security"] = [{"session": []}]
    elif endpoint.wants_session:
        found["security"] = [{}, {"session": []}]
    found["responses"] = _responses(endpoint, write)
    return found


def _responses(endpoint: Endpoint, write: _Schemas) -> JsonObject:
    found: JsonObject = {}
    for status in (endpoint.success, *endpoint.also):
        answer: JsonObject = {"description": _SUCCESS.get(status, "Answered.")}
        if endpoint.response is str:
            answer["content"] = {endpoint.media or "text/plain": {"schema": {"type": "string"}}}
        elif endpoint.response is not None:
            answer["content"] = _json(write(endpoint.response))
        found[str(status)] = answer
    reasons: dict[int, list[str]] = {}
    for status, code, words in endpoint.refusals():
        line = f"`{code}`: {words}"
        if line not in reasons.setdefault(status, []):
            reasons[status].append(line)
    for status in sorted(reasons):
        refused: JsonObject = {"description": "\n".join(reasons[status]), "content": _json(write(Problem))}
        if status == 429:
            refused["headers"] = {
                "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
            }
        # where a success has this status too, its description stands
        found.setdefault(str(status), refused)
    return found


def _json(schema: JsonObject) -> JsonObject:
    return {"application/json": {"schema": schema}}
