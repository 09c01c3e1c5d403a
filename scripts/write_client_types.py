"""Writes the types of the protocol for the browser client (`browser/js/types.d.ts`) from the Python types.

`--check` only says whether the file is as it should be.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from tiefenthal.server.protocol import board, box, daily, frames, http, lessons, parts, puzzles, review

TARGET = Path(__file__).parents[1] / "src" / "tiefenthal" / "browser" / "js" / "types.d.ts"
HEAD = "// What the server says and understands. Written by scripts/write_client_types.py; do not edit.\n"


def structs() -> list[type]:
    """Every type of the protocol."""
    found: dict[str, type] = {}
    for module in (parts, board, frames, http, box, daily, lessons, puzzles, review):
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and name != "Part":
                found[name] = value
    return [found[name] for name in sorted(found)]


def type_of(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(type_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(_literal(one) for one in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        inner = type_of(schema["items"]) if isinstance(schema.get("items"), dict) else "any"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        if "properties" in schema:
            return _object(schema)
        values = schema.get("additionalProperties")
        return "{ [name: string]: " + (type_of(values) if isinstance(values, dict) and values else "any") + " }"
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}.get(
        str(kind), "any"
    )


def _literal(value: object) -> str:
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def _object(schema: dict[str, Any]) -> str:
    required = set(schema.get("required", []))
    fields = [
        f"  {name}{'' if name in required else '?'}: {type_of(one)};" for name, one in schema["properties"].items()
    ]
    return "{\n" + "\n".join(fields) + "\n}"


def text() -> str:
    """The whole file."""
    _, components = msgspec.json.schema_components(structs(), ref_template="#/{name}")
    lines = [HEAD]
    for name, schema in sorted(components.items()):
        if schema.get("description"):
            lines.append(f"/** {' '.join(schema['description'].split())} */")
        lines.append(f"export type {name} = {type_of(schema)};\n")
    return "\n".join(lines)


def main() -> int:
    """Write or check the file."""
    wanted = text()
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != wanted:
            print("types.d.ts is not what the protocol says: run scripts/write_client_types.py", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
