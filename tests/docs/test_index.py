"""Whoever starts at the index finds every page, and no link leads nowhere."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LAB = ROOT / "lab"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md"), *LAB.glob("*.md")])


def links(page: Path) -> list[str]:
    """The relative links of a page, without their anchors."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.findall(r"\]\(([^)\s]+)\)", text)
    return [unquote(link.partition("#")[0]) for link in found if not re.match(r"[a-z]+:|#", link)]


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("folder", [DOCS, LAB], ids=["docs", "lab"])
def test_the_index_names_every_page(folder: Path) -> None:
    named = {(folder / link).resolve() for link in links(folder / "README.md")}
    assert len(named) > 2
    assert [page.name for page in folder.glob("*.md") if page.resolve() not in named and page.name != "README.md"] == []


def test_the_index_leads_to_the_lab() -> None:
    assert "../lab/README.md" in links(DOCS / "README.md")


def test_the_glossary_names_files_that_are_there() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    places = re.findall(r"`([a-z_0-9]+(?:/[a-z_0-9.]+)+/?|[a-z_]+\.py|[a-z_]+/)`", text)
    assert len(places) > 10
    assert [place for place in places if not (ROOT / "src" / "tiefenthal" / place).exists()] == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120
