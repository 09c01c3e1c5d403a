"""The files in deploy/: what they name is there, and the command takes the options they give it."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

from tiefenthal.cli.app import assembled

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def check_command(words: list[str]) -> None:
    """The words after the program, as it would read them."""
    assert words[0] == "serve"
    command = get_command(assembled(["serve"])).commands["serve"]  # type: ignore[attr-defined]
    command.make_context("serve", words[1:])


def test_the_unit_starts_the_server_with_options_it_has() -> None:
    found = re.search(
        r"^ExecStart=\S+/tiefenthal (.*)$", (DEPLOY / "tiefenthal.service").read_text("utf-8"), re.MULTILINE
    )
    assert found is not None
    check_command(found[1].split())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "tiefenthal.service").read_text("utf-8")
    unit = tmp_path / "tiefenthal.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE), encoding="utf-8")
    said = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "tiefenthal.service:" not in said.stderr, said.stderr


def test_the_container_copies_what_is_there_and_starts_the_server() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    for sources in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        for source in sources.split():
            assert (ROOT / source).exists(), source
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    assert entry is not None
    check_command(json.loads(entry[1])[1:])
