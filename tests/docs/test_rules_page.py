"""The rules, their code and their tests belong together: the suite fails when a rule loses its last test."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import write_docs
from tiefenthal.i18n import rulebook

ROOT = Path(__file__).resolve().parents[2]


def test_every_rule_has_code_and_tests_and_the_page_is_up_to_date() -> None:
    assert write_docs.problems() == []


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    rest = shutil.ignore_patterns("__pycache__", "*.so", "browser", "pictures", "*.npz")  # says nothing of rules
    for part in ("src", "tests", "docs"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=rest)
    return tmp_path


def _remove_marks(checkout: Path, rule: str) -> None:
    for path in (checkout / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(rf'(mark\.rule\([^)]*)"{rule}"', r'\1"S-1"', text), encoding="utf-8")


@pytest.mark.parametrize("rule", ["F-7", "M3-6", "X-8"])
def test_a_rule_without_its_last_test_is_noticed(checkout: Path, rule: str) -> None:
    _remove_marks(checkout, rule)
    found = write_docs.problems(checkout)
    assert [line for line in found if line.startswith(f"{rule}: no test")]
    assert not [line for line in found if "no test" in line and not line.startswith(f"{rule}:")]


def test_a_rule_that_no_code_names_is_noticed(checkout: Path) -> None:
    for path in (checkout / "src" / "tiefenthal").rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("F-14", "F-1"), encoding="utf-8")
    found = write_docs.problems(checkout)
    assert [line for line in found if line.startswith("F-14: no docstring")]


def test_unknown_ids_and_a_stale_page_are_noticed(checkout: Path) -> None:
    assert not [line for line in write_docs.problems(checkout) if "no such rule" in line]
    (checkout / "tests" / "test_more.py").write_text(
        'import pytest\n\n\n@pytest.mark.rule("F-99")\ndef test_more() -> None: ...\n', encoding="utf-8"
    )
    (checkout / "docs" / "rules.md").write_text("old", encoding="utf-8")
    found = write_docs.problems(checkout)
    assert "tests/test_more.py, test_more: names F-99, but there is no such rule" in found
    assert [line for line in found if line.startswith("docs/rules.md is not up to date")]


def test_the_command_writes_and_checks(checkout: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "write_docs.py"), "--root", str(checkout)]
    (checkout / "docs" / "rules.md").unlink()
    ran = subprocess.run([*command, "--check"], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "make docs" in ran.stderr
    assert not (checkout / "docs" / "rules.md").exists()
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    page = (checkout / "docs" / "rules.md").read_text(encoding="utf-8")
    for name in rulebook.rules():
        assert f"\n### {name}\n" in page


def test_ids_and_ranges_are_found_in_words() -> None:
    assert write_docs.named_in("(F-7)") == ["F-7"]
    assert write_docs.named_in("B-1 to B-3, M2-4c") == ["B-1", "B-2", "B-3", "M2-4"]
    assert write_docs.named_in("UTF-8, SHA-256, F-777, HF-7") == []


def test_links_of_the_page_lead_somewhere() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for target in set(re.findall(r"\]\((\.\./[^)]+)\)", page)):
        assert (ROOT / "docs" / target).resolve().is_file(), target


def test_every_rule_named_in_a_rule_exists() -> None:
    known = rulebook.rules()
    for rule in known.values():
        for name in write_docs.named_in(rule.text):
            assert name in known, f"{rule.id} refers to {name}"


def test_refusals_name_rules_that_exist() -> None:
    known = rulebook.rules()
    for path in (ROOT / "src" / "tiefenthal").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r'(?:refuse\(|rule(?:: str)? = )"([A-Z]\d?-\d+)"', text):
            assert name in known, f"{path.name} names {name}"


def test_rules_are_found_however_they_are_typed() -> None:
    for typed in ("F-7", "f7", "f-7", " F 7 "):
        assert rulebook.find_rule(typed).id == "F-7"
    assert rulebook.find_rule("M2-4c").id == "M2-4"
    assert rulebook.find_rule("A-9").is_ruling
    assert not rulebook.find_rule("F-7").is_ruling
    assert len(rulebook.find_rule("F-7").rulings) == 1
    with pytest.raises(rulebook.UnknownRuleError, match="F-1 to F-16"):
        rulebook.find_rule("F-99")
