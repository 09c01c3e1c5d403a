"""The text of an action is a name to the client: no module takes one apart, matches one or puts one together. What an
action is about is in its fields, and what can be done is found by them (`core/interaction.js`)."""

import re

import pytest

from scripts.vendor_client import STATIC
from tiefenthal.engine.rules.actions import ACTIONS

FIRST_WORDS = sorted({action.text.partition(" ")[0] for action in ACTIONS if " " in action.text}, key=len, reverse=True)
WHOLE = sorted(action.text for action in ACTIONS if " " not in action.text)
CUTTING = r"\??\.(?:split|startsWith|endsWith|slice|substring|match|matchAll|replace|includes|indexOf|search|at)\("
WAYS = {
    "an action is taken apart": rf"\b[aA]ctions?\)?{CUTTING}",
    "an action is tried with a pattern": r"\.(?:test|exec)\(\s*(?:\w+\.)*actions?\s*\)",
    "a text is cut at blanks or colons": r"\.split\(\s*(?:[\"'` ]+[ :][\"'`]|/[\\s :]+/\w*)\s*\)",
    "a text is put together or matched": rf"[\"'`/^](?:{'|'.join(FIRST_WORDS)}) (?:\$\{{|[\w\"'`/])",
    "an action is looked for by its text": r"\b(?:legal|unavailable)\.value\.(?:has|get)\(\s*[\"'`]",
    "a text is sent": r"\bact\(\s*[\"'`]",
    "an action is compared with a text": rf"\b[aA]ction\s*[!=]==?\s*[\"'`](?:{'|'.join(WHOLE)})\b",
    "a control is found by its text": r"\[data-(?:action|points)[\^*$~|]?=",
}
ALLOWED = (
    'points.split(" ")',  # the things on the table a line of the log points at
    '"start cards"',  # a phase
)


def found_in(name: str, text: str) -> list[str]:
    """Where a module treats an action as more than a name."""
    text = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment.group().count("\n"), text, flags=re.DOTALL)
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        code = re.sub(r"^\s*//.*", "", line)
        for harmless in ALLOWED:
            code = code.replace(harmless, "")
        found += [f"{name}:{number}: {what}: {line.strip()}" for what, way in WAYS.items() if re.search(way, code)]
    return found


def test_actions_are_only_names() -> None:
    found = {str(path.relative_to(STATIC)): path.read_text("utf-8") for path in (STATIC / "js").rglob("*.js")}
    assert len(found) > 50
    assert [one for name, text in sorted(found.items()) for one in found_in(name, text)] == []


@pytest.mark.parametrize(
    "line",
    [
        'const [kind, what] = action.split(" ");',
        'const space = use?.action?.split(" ")[1];',
        'if (held.from.split(":")[0] === space) hand.value = null;',
        'if (action.startsWith("upgrade ")) return "upgrade";',
        "const cards = actions.map((action) => action.slice(8));",
        "const open = keys.some((action) => /^(buy|recruit|nobles) /.test(action));",
        "const one = `place ${die.face} ${goal}`;",
        'const simple = side === 1 ? "entertain thalers" : "entertain beer";',
        "PLAYS = { fire: ['entertain-upgrade ', 'entertain-remove '] };",
        'if (legal.value.has("again")) return null;',
        'void act("end");',
        'quiet: action === "unready",',
        "buy: \"[data-action^='buy ']\",",
    ],
)
def test_what_takes_texts_apart_is_found(line: str) -> None:
    assert found_in("core/some.js", line) != []


def test_harmless_lines_are_not() -> None:
    assert found_in("core/some.js", 'offerFor({ kind: "entertain-upgrade", area }); void act(offer.action);') == []
    assert found_in("core/some.js", '// the buy ${card} of old: action.split(" ")') == []
