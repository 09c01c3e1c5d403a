"""Write the tables of docs/rl.md: every action by kind, every field of an observation. `--check` only compares."""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rl.md"


def actions_table() -> str:
    """The numbers of every kind of action, with an example."""
    from tiefenthal.engine.rules.actions import ACTIONS, KIND_NAMES
    from tiefenthal.rl.codec import ACTION_COUNT, ACTIONS_DIGEST, ACTIONS_VERSION

    lines = [
        f"Version {ACTIONS_VERSION}: {ACTION_COUNT:,} actions, digest `{ACTIONS_DIGEST[:16]}`.",
        "",
        "| kind | numbers | how many | first, last |",
        "|---|---|---|---|",
    ]
    start = 0
    while start < len(ACTIONS):
        end = start
        while end + 1 < len(ACTIONS) and ACTIONS[end + 1].kind == ACTIONS[start].kind:
            end += 1
        numbers = str(start) if start == end else f"{start} to {end}"
        examples = f"`{ACTIONS[start]}`" if start == end else f"`{ACTIONS[start]}`, `{ACTIONS[end]}`"
        lines.append(f"| {KIND_NAMES[ACTIONS[start].kind]} | {numbers} | {end - start + 1} | {examples} |")
        start = end + 1
    return "\n".join(lines)


def fields_table() -> str:
    """Both blocks of an observation, for the reference edition."""
    from tiefenthal import load_edition
    from tiefenthal.rl.core.fields import (
        FIELDS_VERSION,
        Field,
        common_fields,
        common_size,
        observation_size,
        tavern_fields,
        tavern_size,
    )

    edition = load_edition()

    def rows(fields: list[Field]) -> list[str]:
        found = ["| at | field | shape | ÷ | what it is |", "|---|---|---|---|---|"]
        for field in fields:
            shape = " × ".join(map(str, field.shape)) or "1"
            divided_by = ", ".join(map(str, field.most))
            found.append(f"| {field.at} | `{field.name}` | {shape} | {divided_by} | {field.words} |")
        return found

    sizes = ", ".join(f"{observation_size(players, edition):,} with {players} players" for players in (2, 3, 4))
    lines = [
        f"Version {FIELDS_VERSION}, reference edition: {sizes}.",
        "",
        f"**The common block** (0 to {common_size(edition) - 1}):",
        "",
        *rows(common_fields(edition)),
        "",
        f"**A tavern block** ({tavern_size(edition)} numbers; the observer's own begins at {common_size(edition)}):",
        "",
        *rows(tavern_fields(edition)),
        "",
        "Kinds of cards, by number: " + ", ".join(f"{n} {name}" for n, name in enumerate(edition.card_names) if name),
    ]
    return "\n".join(lines) + "."


def filled(page: str) -> str:
    """The page with its tables written again."""
    for name, table in (("actions", actions_table()), ("fields", fields_table())):
        begin, end = f"<!-- {name}: written by scripts/write_rl_docs.py -->", f"<!-- end of {name} -->"
        head, found, rest = page.partition(begin)
        _, closed, tail = rest.partition(end)
        if not found or not closed:
            raise SystemExit(f"{PAGE.relative_to(ROOT)} has lost its marks for the {name}: {begin} ... {end}")
        page = f"{head}{begin}\n{table}\n{end}{tail}"
    return page


def main() -> int:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit status 1 when the page is out of date"
    )
    options = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    new = filled(page)
    if options.check:
        if new != page:
            print("docs/rl.md is out of date: python scripts/write_rl_docs.py", file=sys.stderr)
        return int(new != page)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
