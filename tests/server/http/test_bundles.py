"""Bundles of modules: their order, what the other addresses send, and what cannot be bundled."""

import json

import pytest

from tiefenthal.server.http.bundles import ENTRIES, BundleError, bundled, exports

MODULES = {
    "js/main.js": 'import { wood as oak } from "./core/wood.js";\n\nexport const door = oak;\n'
    'const later = () => import("./table/screen.js");\n',
    "js/core/wood.js": 'import * as lib from "../../vendor/lib.js";\nexport function wood() {\n  return lib;\n}\n',
    "js/table/screen.js": 'import {\n  wood,\n} from "../core/wood.js";\nimport "./side.js";\nexport class Table {}\n',
    "js/table/side.js": "globalThis.side = 1;\n",
    "js/alone.js": "export const alone = 1;\n",
}


def test_a_bundle_has_what_its_screen_needs_and_no_earlier_bundle_has() -> None:
    sent = dict(bundled(MODULES, MODULES))
    assert sent["js/main.js"] == (
        'import * as $vendor_lib from "/static/vendor/lib.js";\n'
        "const $core_wood = (() => {\nconst lib = $vendor_lib;\nfunction wood() {\n  return lib;\n}\n"
        "return { wood };\n})();\n"
        "const $main = (() => {\nconst { wood: oak } = $core_wood;\n\nconst door = oak;\n"
        'const later = () => import("/static/js/table/screen.js");\nreturn { door };\n})();\n'
        "export { $core_wood, $main };\nexport const { door } = $main;\n//# sourceMappingURL=/static/js/main.js.map\n"
    )
    assert sent["js/core/wood.js"] == (
        'import { $core_wood } from "/static/js/main.js";\nexport const { wood } = $core_wood;\n'
    )
    table = sent["js/table/screen.js"]
    assert table.startswith('import { $core_wood } from "/static/js/main.js";\nconst $table_side = ')
    assert "\nconst { wood } = $core_wood;\n" in table
    assert sent["js/table/side.js"] == 'import "/static/js/table/screen.js";\n'
    assert "js/alone.js" not in sent, "it is sent as it is"


def test_a_map_leads_from_every_line_to_its_file() -> None:
    sent = dict(bundled(MODULES, MODULES))
    found = json.loads(sent["js/main.js.map"])
    assert found["sourcesContent"] == [MODULES["js/core/wood.js"], MODULES["js/main.js"]]
    lines = found["mappings"].split(";")
    assert len(lines) <= sent["js/main.js"].count("\n")
    # Columns, file, line and column, each as the difference to the one before: the first of a file, then a line more.
    assert lines[:2] == ["", ""]
    assert lines[2:6] == ["AAAA", "AACA", "AACA", "AACA"]
    assert lines[9] == "ACHA", "the next file, three lines up"
    assert sent["js/main.js"].split("\n")[2] == "const lib = $vendor_lib;"
    assert sent["js/main.js"].split("\n")[9] == "const { wood: oak } = $core_wood;"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("export let count = 0;\n", "export let count"),
        ("const a = 1;\nexport { a };\n", "export { a }"),
        ("export default 1;\n", "export default 1"),
        ('import wood from "./core/wood.js";\n', "import wood"),
    ],
)
def test_other_forms_are_refused(text: str, words: str) -> None:
    with pytest.raises(BundleError, match=rf"js/main\.js: bundles do not support .*{words}"):
        dict(bundled({**MODULES, "js/main.js": text}, MODULES))


def test_a_cycle_is_named() -> None:
    wood = 'import { door } from "../main.js";\n' + MODULES["js/core/wood.js"]
    with pytest.raises(BundleError, match=r"js/main\.js js/core/wood\.js js/main\.js"):
        dict(bundled({**MODULES, "js/core/wood.js": wood}, MODULES))


def test_what_a_module_exports() -> None:
    text = "export const a = 1;\nexport async function b() {}\nexport class C {}\nconst d = 1;\n"
    assert exports(text) == ["a", "b", "C"]
    assert ENTRIES[0] == "js/main.js", "the page begins with it"
